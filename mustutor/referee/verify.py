"""Verify a record against its recomputation, up to the first fault and its rule.

Order: variant → commitments and shuffle → every call (read, legal, apply, check) → ledger →
after → seal → claims → signatures. Three signals are independent: checks say whether this
engine plays the calls as the recorder did, seals whether the file was altered, commitments
whether these are the cards that were dealt. So the seals are looked at whatever else is wrong:
bad checks and seals that hold mean that the engines or the rules differ, both bad at one hand
that it was edited.

A text is first verified by writing it again (`verified`). A record written whole, by this program
or another that keeps to the format, tells nothing that does not follow from its calls, its cards
and the stones it begins with: only those are read, the hands are played, and the record is written
by the writer every record is written by. Where the same text comes out, all that was stated in it
is what we compute. At the first difference, and for a record that tells anything else (claims,
notes, gaps), it is read from the start: every fault and every word come from there. That both ways
accept the same is held by a test with thousands of records, as they are and edited
(``tests/replay/test_rewriting.py``).

Every hand can be judged for itself: each begins with the stones that the record gives after the
hand before, so a fault in one says nothing of the others, and every fault is found at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from operator import itemgetter
from typing import Any, NamedTuple

from mustutor import games
from mustutor.base.errors import NO_RECORD, IllegalCall, VariantError, expect
from mustutor.base.json_text import NOTHING, Json, canonical
from mustutor.base.json_text import loads as json_of
from mustutor.base.language import mark
from mustutor.base.register import cached_until_registered, notebook_html
from mustutor.base.schema import Check, compiled, schema
from mustutor.games import cited
from mustutor.games.failure import Failure, Missing, failure_of, fault_of, unknown_seat_failure
from mustutor.games.player import Round
from mustutor.model.ledger import Entry
from mustutor.model.position import Position, sides_of
from mustutor.model.variant import Variant, load_variant
from mustutor.referee.claims import Judgement, judge, unjudged_claims
from mustutor.referee.fields import (
    SHUFFLED,
    alternative_starts,
    fault_despite_gap,
    stones_unknown,
    unjudged_fields,
    without_stones,
    wrong_alone,
    wrong_field,
)
from mustutor.referee.noted import notes_of
from mustutor.referee.possible import SearchBudget
from mustutor.referee.rulings import RULING
from mustutor.referee.statements import (
    stated_facts,
    stones_differ,
    unjudged_facts,
    unreadable_facts,
    wrongly_stated,
)
from mustutor.referee.trust.commitment import unjudged, why_impossible_deal
from mustutor.replay.format import COUNT, Hand, Refused, Replay, decoded, rules_of
from mustutor.replay.playback import (
    LazySteps,
    Played,
    play_back,
    play_hand,
    resume_from_record,
    wrong_mano,
)
from mustutor.replay.reader import LARGEST_MATCH, loads
from mustutor.replay.seals import (
    seal_of_hand,
    seal_of_match,
    seal_of_own,
    seal_of_rest,
    seals_of,
    version_of,
)
from mustutor.replay.writer import stated

GIVEN = {
    "": ("format", "variant", "seats", "hands", "start", "games")
    + ("players", "event", "place", "date", "recorder"),
    "variant": ("id", "digest"),
    "hand": ("mano", "rounds", "deal"),
    "deal": ("source", "cards", "shuffle"),
    "shuffle": ("algorithm", "commit", "seed", "table_seed", "nonce"),
}
"""The fields of a record that follow from nothing else, by the parts of its schema.

Of a round these are lance, calls and draws.
"""
COMPUTED = {"": ("seal",), "hand": ("ledger", "after", "seal")}
"""The fields that follow from these: they are not read, but written again."""
MOST_CALLS = 1000
"""A round of more calls is left to the reader: no match that was played has one."""
_made = tuple.__new__
_fields = itemgetter("lance", "calls", "checks")
_stones = itemgetter(Entry._fields.index("stones"))


def verified(text: str | bytes, *, file: str = "", line: int = 0) -> tuple[Replay, Verdict]:
    """Read a match from JSON text and verify it; raises ReplayError for what cannot be read.

    `line` is the line of `file` the text stands on, where a file holds a match a line.
    """
    # Half a character, which a text may hold in Python, is no UTF-8: it is left to the reader.
    found = written_again(text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text)
    if found is None:
        replay = loads(text, file=file, line=line)
        found = replay, verify(replay)
    return found


def written_again(text: bytes) -> tuple[Replay, Verdict] | None:
    """The match and the verdict, where writing it again gives the same text; else nothing."""
    if len(text) > LARGEST_MATCH:
        return None
    try:
        document = json_of(_without_ledgers(text))
    except ValueError:
        return None
    if not _check()(document):
        return None
    del document["seal"]
    try:
        given = decoded(document, _hand)
        variant, other = rules_of(given)
        if other is not None or unknown_seat(given, variant) is not None:
            return None
        before, hands, heard = "", document["hands"], []
        for played, hand in zip(play_back(given, variant, at_once=True), hands, strict=False):
            if not _is_whole(played):
                return None
            ledger, after = stated(played.end)
            if after is None:
                return None
            hand["ledger"], hand["after"] = ledger, after
            hand["seal"] = before = seal_of_own(hand, before)
            mano, rounds, deal, *_ = played.hand
            told = _made(Hand, (mano, rounds, deal, ledger, after, before, NOTHING, ()))
            heard.append(_made(Played, (played.number, told) + played[2:]))
    except (IllegalCall, Refused, VariantError):
        return None
    if len(heard) != len(hands) or not heard:
        return None
    document["seal"] = seal_of_rest(document, before)
    if canonical(document).encode() != text.rstrip(b"\n"):
        return None
    replay = given._replace(hands=tuple([one.hand for one in heard]), seal=document["seal"])
    missing = tuple([gap for one in heard for gap in one.missing])
    return replay, Verdict("ok", not missing, None, tuple(heard), missing, (), variant, "hold")


def _without_ledgers(text: bytes) -> bytes:
    """The text without the movements of its ledgers, the most of it, where it is canonical."""
    head, *torn = text.split(b'"ledger":[')
    return b'"ledger":['.join([head, *[one[one.find(b"]") :] for one in torn]])


def _is_whole(played: Played) -> bool:
    """Whether a hand was heard at once and settled, and dealt as it was committed to.

    The talk before grande may be missing: it moves no stone.
    """
    hand, end, most = played.hand, played.end, _most()
    if not (isinstance(played.steps, LazySteps) and played.settled):
        return False
    if max(map(_stones, end.ledger), default=0) > most or max(end.stones) > most:
        return False
    deal = hand.deal or NOTHING
    if deal.get("source", SHUFFLED) != SHUFFLED and "seed" in hand.shuffle:
        return False
    return why_impossible_deal(played) is None and not any(unjudged(played))


@cached_until_registered
def _most() -> int:
    """The most stones a record may hold in one place."""
    most: int = schema("replay")["$defs"]["count"]["maximum"]
    return most


@cached_until_registered
def _check() -> Check:
    """The check that a document has only given and computed fields."""
    whole: Any = deepcopy(schema("replay"))
    deal = whole["$defs"]["deal"]
    parts = {"": whole, "shuffle": deal["properties"]["shuffle"], **whole["$defs"]}
    for name, fields in GIVEN.items():
        part, computed = parts[name], COMPUTED.get(name, ())
        part["properties"] = {field: part["properties"][field] for field in fields}
        part["properties"] |= {field: {} for field in computed}
        part["required"] = [*part["required"], *computed] if "required" in part else computed
        part["patternProperties"] = {}
    # The rounds are looked at where they are read (`_round`): there are many of them.
    del whole["$defs"]["hand"]["properties"]["rounds"]["items"]
    return compiled(whole, whole)


@cached_until_registered
def _check_draws() -> Check:
    """The check of the cards served in a round."""
    whole = schema("replay")
    return compiled(whole["$defs"]["draws"], whole)


def _hand(given: Json) -> Hand:
    """Read a hand without what follows from its rounds; raises Refused where there is a count."""
    rounds = tuple([_round(one) for one in given["rounds"]])
    if rounds and rounds[-1].lance == COUNT:
        raise Refused
    deal = given.get("deal")
    return _made(Hand, (given["mano"], rounds, deal, None, None, None, NOTHING, ()))


def _round(given: Any) -> Round:
    """Read a round that tells nothing but its lance, its calls, their checks, and cards served.

    Raises Refused for any other. How its calls are spelled is for the game to judge.
    """
    try:
        lance, calls, checks = _fields(given)
        "".join(calls)  # refuses what is no text
    except (KeyError, TypeError):
        raise Refused from None
    if type(lance) is not str or type(calls) is not list or type(checks) is not list:
        raise Refused
    draws = None
    if len(given) > 3:
        draws = given.get("draws")
        if len(given) > 4 or not _check_draws()(draws):
            raise Refused
    if len(calls) > MOST_CALLS:
        raise Refused
    return _made(Round, (lance, tuple(calls), draws, tuple(checks), None, NOTHING))


# --- compared with the recomputation ------------------------------------------------------


class Verdict(NamedTuple):
    """What verification found about a match.

    `verdict` is ``ok`` or one of ``unreadable illegal diverges unsettled misdealt altered
    other_rules``; `failure` the first fault with its place; `hands` the hands played back, the
    good prefix before a fault; `missing` what could not be judged. `seals` is ``hold``, the
    place of the first that differs (a hand, or ``match``), or nothing where there are none.
    """

    verdict: str
    complete: bool
    failure: Failure | None
    hands: tuple[Played, ...]
    missing: tuple[Missing, ...]
    judgements: tuple[Judgement, ...] = ()
    variant: Variant | None = None
    seals: str = ""

    def __repr__(self) -> str:
        place = f" at {self.failure.place}" if self.failure else ""
        whole = ", complete" if self.complete else ""
        return f"<Verdict {self.verdict}{place}{whole}, hands: {len(self.hands)}>"

    def _repr_html_(self) -> str:
        return notebook_html(self)

    @property
    def ok(self) -> bool:
        """Whether all that the file states agrees with the recomputation."""
        return self.verdict == "ok"

    @property
    def after(self) -> dict[str, int]:
        """The stones of each side where the good prefix ends."""
        return self.hands[-1].end.in_front() if self.hands else {}


def verify(replay: Replay, *, variant: Variant | str | None = None) -> Verdict:
    """Verify a match. `variant` overrides the rules the record names.

    The verdict is never an exception: whatever is wrong with the record is in it.

    >>> from mustutor.replay.files import load_replay
    >>> verify(load_replay("punto")), verify(load_replay("replays/faulty/raise_by_one.json")).ok
    (<Verdict ok, complete, hands: 4>, False)
    """
    expect(replay, Replay, NO_RECORD)
    variant = load_variant(variant) if variant is not None else None
    other: Failure | None = None
    if variant is None:
        variant, other = _rules(replay)
        if variant is None or (other is not None and "rules" not in replay.variant):
            return Verdict("other_rules", False, other, (), (), (), variant)
    failure = unknown_seat(replay, variant)
    if failure is not None:
        return Verdict("illegal", False, failure, (), (), (), variant)
    hands: list[Played] = []
    later: list[Played] = []
    missing: list[Missing] = []
    work = SearchBudget()
    try:
        for played in play_back(replay, variant, through=True, at_once=True):
            table = played.start.table
            guessed = table.before == "unknown" or (bool(later) and table.hand != played.number)
            if guessed:
                failure = without_stones(replay, played)
            else:
                before = (*hands, *later)[-1:]
                played, failure = _of_a_hand(  # noqa: PLW2901
                    played, work, before, later=bool(later)
                )
                missing += played.missing
            (later if later or guessed else hands).append(played)
            if failure is not None:
                break
            missing += unjudged(played)
    except IllegalCall as refusal:
        failure = Failure("illegal", "1", refusal.fault)
    if not replay.hands:
        missing.append(Missing("match", "hands"))
    missing += stones_unknown(later)
    everything = [*hands, *later]
    stated = list(stated_facts(replay, variant, everything))
    failure = failure or unreadable_facts(replay, variant) or wrongly_stated(stated)
    failure = failure or wrong_field(replay, variant, everything)
    missing += unjudged_facts(replay, variant, everything, stated)
    missing += unjudged_fields(replay, variant, everything)
    altered = _seal_differs(replay)
    judgements: tuple[Judgement, ...] = ()
    if failure is None and altered is None and replay.claims:
        judgements = judge(replay.claims, everything)
        if any(notes_of(replay, variant)):  # what the record says went wrong is for a ruling
            judgements = tuple([Judgement(one.claim, None, {}, RULING) for one in judgements])
        failure = _claim_fails(judgements)
        missing += unjudged_claims(judgements, replay)
    if replay.signatures and altered is None:
        from mustutor.referee.trust.signature import judged

        forged, unproved = judged(replay)
        failure = failure or forged
        missing += unproved
    failure = failure or altered or other
    complete = failure is None and not missing and not any(played.open for played in hands)
    verdict = failure.verdict if failure is not None else "ok"
    seals = altered.place if altered is not None else "hold" if seals_of(replay).there else ""
    return Verdict(
        verdict, complete, failure, tuple(hands), tuple(missing), judgements, variant, seals
    )


def _rules(replay: Replay) -> tuple[Variant | None, Failure | None]:
    """The rules of a record, None where nobody knows them, and what is wrong with their name."""
    try:
        return rules_of(replay)
    except VariantError as problem:
        return None, Failure("other_rules", "variant", fault_of(problem))


def unknown_seat(replay: Replay, variant: Variant) -> Failure | None:
    """Look for a player, or for stones, at a seat the table has not."""
    sides = sides_of(replay.seats)
    told = (("start", replay.start, sides), ("games", replay.games, sides))
    for field, by_seat, known in (*told, ("players", replay.about.get("players"), replay.seats)):
        for seat in by_seat or ():
            if seat not in known:
                return unknown_seat_failure(field, seat, replay.seats, variant)
    return None


def _of_a_hand(
    played: Played, work: SearchBudget, before: Sequence[Played], *, later: bool
) -> tuple[Played, Failure | None]:
    """The first fault of a hand, gaps and all, and the hand as it was judged.

    Where the stones it begins with are only stated, a fault is what no beginning excuses.
    """
    failure = _with_gaps(played, work)
    if failure is not None and before and (later or played.start.table.before == "stated"):
        for other in alternative_starts(before[-1], played, later=later):
            if _with_gaps(other, work) is None:
                return other, None
    return played, failure


def _with_gaps(played: Played, work: SearchBudget) -> Failure | None:
    failure = fault_of_hand(played)
    if failure is None and played.forgotten:
        return fault_despite_gap(played, stones_differ, work)
    if failure is None and not played.complete:
        return wrong_alone(played.hand, played.number, played.start)
    return failure


def fault_of_hand(played: Played) -> Failure | None:
    """The first fault of a hand by itself: its cards, its calls, its ledger, its stones."""
    begun = played.start.table.hand == played.number  # one that could not start has no cards
    misdealt = why_impossible_deal(played) if begun else None
    return misdealt or played.failure or _breaks_off(played) or stones_differ(played)


def disagreement(replay: Replay, hands: Iterable[Played]) -> Failure | None:
    """Where a record states other stones than its hands come to, or else a seal that differs."""
    differing = (stones_differ(played) for played in hands if played.failure is None)
    return next(filter(None, differing), None) or _seal_differs(replay)


def _seal_differs(replay: Replay) -> Failure | None:
    """Look for the first seal that is not of its hand, or of the whole file."""
    before = ""
    for number, hand in enumerate(replay.hands, 1):
        stated = hand.seal
        if stated is not None and seal_of_hand(hand, before, version_of(stated)) != stated:
            return _altered(str(number))
        before = stated or ""
    stated = replay.seal
    if stated is not None and seal_of_match(replay, before, version_of(stated)) != stated:
        return _altered("match")
    return None


def _altered(place: str) -> Failure:
    if place == "match":
        sentence = mark(
            "The seal of the file does not match: something outside the hands was changed."
        )
    else:
        sentence = mark(
            "The seal of hand {hand} does not match: the hand was changed after it was sealed."
        )
    return failure_of("altered", place, sentence, hand=place)


def _claim_fails(judgements: tuple[Judgement, ...]) -> Failure | None:
    for number, judgement in enumerate(judgements, 1):
        if judgement.holds is False and not _is_of_the_game(judgement):
            sentence = mark(
                "The claim of {by} about {about} is wrong: worked out again, it is {computed}."
            )
            known = {name: str(judgement.claim[name]) for name in ("by", "about")}
            known["computed"] = spelled(judgement.computed)
            return failure_of("unsettled", f"claims.{number}", sentence, **known)
    return None


def _is_of_the_game(judgement: Judgement) -> bool:
    """Whether a claim names for the match, as older records do, who has won the game."""
    winner = judgement.computed.get("won")
    return winner is not None and winner == judgement.claim.get("to")


def spelled(facts: Mapping[str, Any]) -> str:
    """Spell computed facts in a line: ``E 22`` or ``A 5, B 6``.

    >>> spelled({"to": "E", "stones": 22})
    'E 22'
    >>> spelled({"to": "", "games": {"A": 1, "B": 0}})
    'A 1, B 0'
    """
    if "games" in facts and not facts["to"]:
        facts = {"after": facts["games"]}
    if "after" in facts:
        return ", ".join(f"{side} {stones}" for side, stones in facts["after"].items())
    return " ".join(str(thing) for thing in facts.values())


def _breaks_off(played: Played) -> Failure | None:
    """Whether the record tells how a lance ended, but not the calls that ended it."""
    hand = played.hand
    position = played.last
    if position is None or not position.said or not hand.rounds or played.forgotten:
        return None
    lance = position.lance
    if hand.rounds[-1].lance != lance:
        return None
    if hand.after is None and all(movement["lance"] != lance for movement in hand.ledger or ()):
        return None
    sentence = mark("{lance} is not over: {speaker} speaks now, and the record breaks off.")
    place = played.places[-1]._replace(call=len(hand.rounds[-1].calls) + 1)
    rule, speaker = cited(position.variant).lances, position.speaker
    return failure_of("illegal", place, sentence, rule, position, lance=lance, speaker=speaker)


# --- every hand for itself ----------------------------------------------------------------


class HandVerdict(NamedTuple):
    """What is found about one hand; `played` is nothing where it could not be begun.

    `stated` says that it begins with stones the record states, and not with those recomputed.
    """

    number: int
    played: Played | None
    failure: Failure | None
    stated: bool = False

    @property
    def verdict(self) -> str:
        """The verdict in a word, as `verify` has it."""
        if self.failure is not None:
            return self.failure.verdict
        return "ok" if self.played is not None else "unjudged"

    @property
    def complete(self) -> bool:
        """Whether everything of the hand could be judged."""
        return self.failure is None and self.played is not None and self.played.complete


def each_hand(replay: Replay, variant: Variant | None = None) -> Iterator[HandVerdict]:
    """Judge every hand of a match, even after one with a fault."""
    if variant is None:
        variant, other = _rules(replay)
        if variant is None or (other is not None and "rules" not in replay.variant):
            yield HandVerdict(1, None, other)
            return
    last: Position | None = None
    known = sound = True
    stated = False
    for number, hand in enumerate(replay.hands, 1):
        found = HandVerdict(number, None, None)
        try:
            start = _start(replay, variant, last, hand, sound=sound) if known else None
        except IllegalCall as refusal:
            found = found._replace(failure=Failure("illegal", str(number), refusal.fault))
            start = None
        if start is not None:
            played = play_hand(start, hand, number)
            found = HandVerdict(number, played, fault_of_hand(played), stated)
            end, stated = _end_stated(played), not _as_stated(played)
            last, known = end if end is not None else played.start, end is not None
        else:
            known = stated = hand.after is not None and last is not None
            last = _of_hand(last, hand, number) if last is not None else None
        yield found
        sound = found.failure is None and start is not None


def _start(
    replay: Replay, variant: Variant, last: Position | None, hand: Hand, *, sound: bool
) -> Position:
    """The position a hand begins from; `sound` says that nothing was wrong with the one before."""
    if last is None:
        return games.start(
            variant, seats=replay.seats, mano=hand.mano, stones=replay.start, games=replay.games
        )
    manos = games.next_manos(last)
    if sound and manos and hand.mano in last.table.seats and hand.mano not in manos:
        raise IllegalCall(wrong_mano(variant, hand, manos))
    return games.game_of(variant.game).rules.next_hand(last, hand.mano, None)


def _as_stated(played: Played) -> bool:
    """Whether the stones after a hand are ours, and no others are stated."""
    stated = played.hand.after
    return played.settled and (stated is None or stated == played.end.in_front())


def _end_stated(played: Played) -> Position | None:
    """The end of a hand with the stones the record states after it; ours where it states none."""
    if _as_stated(played):
        return played.end
    if played.hand.after is None:
        return played.end if played.settled else None
    # What we have of it may be won already, and not so what is stated.
    base = played.start if played.end.winner or played.end.loser else played.end
    return _of_hand(base, played.hand, played.number)


def _of_hand(base: Position, hand: Hand, number: int) -> Position:
    """The match taken up with what a hand states at its end; as it was where it states nothing."""
    base = base._replace(table=base.table._replace(hand=number))
    return resume_from_record(base, hand) or base
