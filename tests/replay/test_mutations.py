"""Any one changed call is caught, and located.

Every call of every record is changed in every small way. Seals are taken off first, so that
nothing but the rules and the checks can notice. Where the fault has to be found:

- a call changed (another seat, verb or number, or forgotten): at that call;
- a call dropped, with its check or without: where it stood. The next call is then out of turn,
  or, after the last one, somebody's turn is missing there;
- a call doubled, with its check or without: at the second copy, one further on. The first copy
  is what was said; it is the repetition that nobody may say;
- two neighbours swapped, with their checks or without: at the first of the two places. Whoever
  speaks there speaks out of turn.

The face of a card thrown is no public fact, and no check knows it: how many were thrown is.
A place is hand.lance.call. A hand may have several rounds of mus; so the good prefix is counted
too: it ends right before the fault, or with a call that is legal but is not the recorder's.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from mustutor.games.mus_family.calls import SPOKEN, read_call
from mustutor.model.calls import DECK
from mustutor.referee import verify
from mustutor.replay import Replay, Round, loads
from mustutor.replay.format import rules_of
from tests.long import some, whole

REPLAYS = Path(__file__).resolve().parents[2] / "replays"
ELSEWHERE = ("forgotten_call", "enfle_", "mau_mau_")  # games of other words: tests/shedding
RECORDS = [
    *sorted(path for path in REPLAYS.glob("*.json") if not path.stem.startswith(ELSEWHERE)),
    *sorted(REPLAYS.glob("*.jsonl")),
]
LONG = 8
SAYINGS = (
    *("mus", "corto", "servido", "descarto Ro", "descarto ? ?", "descubre 7e"),
    *("tengo", "no tengo", "paso", "envido 2", "envido 3", "subo a 4", "subo a 12"),
    *("quiero", "no quiero", "ordago", "perete", "sena duples", "dice hola", "?"),
)


class Mutation(NamedTuple):
    """A round with one thing changed: where the fault is, and how many calls come before it."""

    kind: str
    calls: tuple[str, ...]
    checks: tuple[str, ...]
    place: int


def matches(path: Path) -> list[Replay]:
    lines = path.read_text("utf-8").splitlines()
    return [unsealed(loads(line)) for line in lines]


def unsealed(replay: Replay) -> Replay:
    hands = [hand._replace(seal=None) for hand in replay.hands]
    return replay._replace(hands=tuple(hands), seal=None, claims=None, notes=None)


def mutations(round_: Round, seats: tuple[str, ...], *, mus: bool) -> Iterator[Mutation]:
    calls, checks = round_.calls, round_.checks or ()
    for index, call in enumerate(calls):
        if read_call(call).verb in SPOKEN:
            continue  # A signal never changes the play, so no check knows it.
        before, after = calls[:index], calls[index + 1 :]
        for kind, other in changed(call, seats, mus=mus):
            yield Mutation(kind, (*before, other, *after), checks, index + 1)
        without = checks[:index] + checks[index + 1 :]
        yield Mutation("dropped", before + after, checks, index + 1)
        yield Mutation("dropped with its check", before + after, without, index + 1)
        twice = (*before, call, call, *after)
        doubled = (*checks[: index + 1], *checks[index:])
        yield Mutation("doubled", twice, checks, index + 2)
        yield Mutation("doubled with its check", twice, doubled, index + 2)
        if after:
            swapped = (*before, after[0], call, *after[1:])
            pair = (checks[index + 1], checks[index])
            told = (*checks[:index], *pair, *checks[index + 2 :])
            yield Mutation("swapped", swapped, checks, index + 1)
            yield Mutation("swapped with their checks", swapped, told, index + 1)


def changed(call: str, seats: tuple[str, ...], *, mus: bool) -> Iterator[tuple[str, str]]:
    """The same call by others, others by the same seat, and other numbers."""
    seat, _, words = call.partition(" ")
    for other in (*seats, "H", "A1"):
        if other != seat:
            yield "another seat", f"{other} {words}"
    for saying in SAYINGS:
        # In Mus who passes on a bet refuses it: that changes no word.
        alike = mus and (words, saying) == ("no quiero", "paso")
        if public(saying) != public(words) and not alike:
            yield "another verb", f"{seat} {saying}"
    verb, _, number = words.rpartition(" ")
    if number.isdigit():
        stake = int(number)
        near = {stake - 2, stake - 1, stake + 1, stake + 2, stake * 2, stake + 10, 1, 0, 999_999}
        for other_stake in sorted(near - {stake}):
            if other_stake >= 0:
                yield "another number", f"{seat} {verb} {other_stake}"
    if words.startswith("descarto"):
        cards = words.split()[1:]
        if cards[1:]:
            yield "another number", f"{seat} descarto {' '.join(cards[1:])}"
        yield "another number", f"{seat} {words} ?"


def public(words: str) -> str:
    """What the table hears: the words, but of a discard only how many cards it has."""
    verb, *cards = words.split()
    return f"{verb} {len(cards)}" if verb == "descarto" else words


def told_apart(replay: Replay) -> list[int]:
    """The hands whose calls are changed: all, or of a long match the first two and the last.

    Every change of a late hand has all hands before it verified again.
    """
    hands = list(range(len(replay.hands)))
    return hands if len(hands) <= LONG else [*hands[:2], hands[-1]]


def each_changed(replay: Replay, number: int) -> Iterator[tuple[Replay, Mutation, str, int]]:
    """Every change of one hand: the record with it, its round by name, the calls before that."""
    hand = replay.hands[number]
    mus = rules_of(replay)[0].game == "mus"
    earlier = 0
    for place, round_ in enumerate(hand.rounds):
        assert round_.checks is not None
        times = [other.lance for other in hand.rounds[:place]].count(round_.lance)
        named = f"{round_.lance}{times + 1}" if times else round_.lance
        for mutation in mutations(round_, replay.seats, mus=mus):
            told = round_._replace(calls=mutation.calls, checks=mutation.checks)
            rounds = (*hand.rounds[:place], told, *hand.rounds[place + 1 :])
            hands = list(replay.hands)
            hands[number] = hand._replace(rounds=rounds)
            yield replay._replace(hands=tuple(hands)), mutation, named, earlier
        earlier += len(round_.calls)


COUNTED: Counter[str] = Counter()


# Every record every day, and of its changes each ninth: every kind of change comes by turns.
@whole
@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_any_one_changed_call_is_caught_where_it_is(path):
    for replay in matches(path):
        assert verify(replay).ok
        for number in told_apart(replay):
            # The kinds of changes come in pairs: each fifth meets every kind, here and there.
            for record, mutation, named, earlier in some(each_changed(replay, number), 9, long=5):
                located(record, mutation, number, named, earlier)
                COUNTED[mutation.kind] += 1


def located(replay: Replay, mutation: Mutation, number: int, named: str, earlier: int) -> None:
    verdict = verify(replay)
    evidence = (mutation, verdict.failure)
    assert verdict.failure is not None, evidence
    assert verdict.verdict in {"illegal", "diverges"}, evidence
    assert verdict.failure.place == f"{number + 1}.{named}.{mutation.place}", evidence
    assert len(verdict.hands) == number + 1, evidence
    said = [step for step in verdict.hands[-1].steps if step.call.seat != DECK]
    before = earlier + mutation.place - 1
    is_legal_but_another = verdict.verdict == "diverges" and len(said) == before + 1
    assert is_legal_but_another or len(said) == before, evidence


@pytest.fixture(scope="module", autouse=True)
def told():
    """Say how many changes were tried, for whoever runs pytest with -s."""
    yield
    lines = [f"\n{sum(COUNTED.values())} changed calls, all caught where they are:"]
    lines += [f"  {kind}: {count}" for kind, count in COUNTED.most_common()]
    sys.stdout.write("\n".join(lines) + "\n")


def test_a_record_without_checks_is_still_held_by_the_rules_and_the_ledger():
    # Checks are what makes the place exact; without them a changed stake is found in the ledger.
    replay = matches(REPLAYS / "seen_by_one.json")[0]
    text = json.dumps(replay.as_json())
    document = json.loads(text.replace("C envido 3", "C envido 4"))
    for round_ in document["hands"][0]["rounds"]:
        del round_["checks"]
    verdict = verify(loads(json.dumps(document)))
    assert (verdict.verdict, verdict.failure.place) == ("unsettled", "1.ledger.3")


def test_the_face_of_a_discard_shows_in_what_hangs_on_it():
    replay = matches(REPLAYS / "five_card_deal.json")[0]
    [hand] = replay.hands
    descarte = hand.rounds[0]
    assert descarte.calls[0] == "A descarto 4c"
    # With a king thrown instead, A's king and four are left: no pares.
    told = descarte._replace(calls=("A descarto Ro", *descarte.calls[1:]))
    verdict = verify(replay._replace(hands=(hand._replace(rounds=(told, *hand.rounds[1:])),)))
    assert (verdict.verdict, verdict.failure.place) == ("illegal", "1.pares.1")
