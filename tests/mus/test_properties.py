"""What holds at every call of every game of Mus, by whatever rulebook and reading it is played."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mustutor import games
from mustutor.games.mus_family.dealing import TEAMS
from mustutor.games.mus_family.dealing import pack as pack_of
from mustutor.model.calls import DECK, HIDDEN, Call
from mustutor.model.cards import fresh_pack, read_card
from mustutor.model.ledger import BANK, Entry, balances
from mustutor.model.position import Position, Step
from mustutor.model.variant import Variant, load_variant
from mustutor.model.variant_file import variant_ids
from mustutor.referee import verify
from mustutor.replay import dumps, loads
from mustutor.replay.format import Replay
from mustutor.replay.simulate import AtRandom, match, play_hand
from tests.long import examples, few, some, whole
from tests.replay.test_mutations import each_changed, located

from .table import beyond, changed, legal

LANCES = ("grande", "chica", "pares", "juego", "punto")
PRESETS = sorted(name for name in variant_ids() if load_variant(name).game == "mus")

READINGS = {
    "deck.kings": (8, 4),
    "mus.corrido": ("never", "match", "game", "every_hand"),
    "mus.corrido_cut": ("any", "pares_or_juego"),
    "mus.max_rounds": ("none", 2),
    "mus.min_discard": (1, 0),
    "mus.discard_order": ("mano_first", "dealer_first"),
    "mus.lone_player_rule": (True, False),
    "mus.cutter_opens": (False, True),
    "bet.min_open": (2, 1, 3),
    "bet.min_raise": (2, 1),
    "bet.max": ("none", 9),
    "bet.only_holders_speak": (True, False),
    "bet.first_bettor": ("holders", "mano", "anyone"),
    "bet.last_answer": ("free", "sees_bets", "sees_all"),
    "bet.team_response": ("sequential", "first_binds", "captain"),
    "bet.refusal_eliminates": (True, False),
    "bet.refuser_hand_counts": (True, False),
    "ordago.enabled": (True, False),
    "ordago.settle": ("immediate", "count_prior_first"),
    "accept.minimum_hand_postre": ("allowed", "forbidden"),
    "deje.raise_refused": ("previous_stake", "one", "original_bidder"),
    "deje.timing": ("immediate", "end_first"),
    "values.paso_bonus_pares_juego": (0, 1),
    "real.enabled": (False, True),
    "score.target": (25, 30, 40),
    "score.past_target": ("counted", "clipped"),
    "individual.stake": ("once", "per_acceptor"),
    "match.games": (1, 3),
    "match.vacas": (1, 2),
}
MODES = {"pairs": (4, 4), "trios": (6, 6), "individual": (2, 6)}


class Sitting(NamedTuple):
    """A table, and the one number all its chances come from."""

    start: Position
    seed: int


@st.composite
def sittings(draw: st.DrawFn) -> Sitting:
    """Pairs, trios or single players, by any reading of the rules, anywhere in a game."""
    changes = {name: draw(st.sampled_from(values)) for name, values in READINGS.items()}
    if not changes["ordago.enabled"]:
        changes["ordago.settle"] = "immediate"
    mode = draw(st.sampled_from(sorted(MODES)))
    if mode == "individual":
        # test_individual tells what is amiss where who has no pares accepts them.
        changes["bet.only_holders_speak"] = True
    count = draw(st.integers(*MODES[mode]))
    variant = changed("fournier", {**changes, "players.mode": mode, "players.count": count})
    seats = TEAMS.get(mode, tuple("ABCDEF"[:count]))
    sides = sorted({seat[0] for seat in seats})
    target = changes["score.target"]
    near = st.one_of(st.integers(0, target - 1), st.integers(target - 4, target - 1))
    start = games.start(
        variant,
        seats=seats,
        mano=draw(st.sampled_from(seats)),
        stones={side: draw(near) for side in sides},
    )
    return Sitting(start, draw(st.integers(0, 2**32)))


def played(sitting: Sitting, hands: int = 4) -> Iterator[list[Step]]:
    """Play so many hands with random legal calls, each as its steps."""
    random, position = Random(sitting.seed), sitting.start
    for number in range(hands):
        pack = fresh_pack(pack_of(position.variant), f"{sitting.seed}", f"{number}")
        steps, end = play_hand(position, pack, AtRandom(random))
        steps[-1] = steps[-1]._replace(after=end)  # `apply` shows the cards with the last call
        yield steps
        if not games.next_manos(end):
            return
        position = games.next_hand(end)


def every(number: int):
    """So many in the long run, a fifth of them every day: the same ones each time."""
    return examples(number, number // 5, deadline=None, derandomize=True, database=None)


# --- stones ------------------------------------------------------------------------------


@every(100)
@given(sittings())
def test_every_stone_comes_from_the_bank_and_is_in_the_ledger(sitting):
    for steps in played(sitting):
        first = steps[0].before
        for step in steps:
            after, entries = step.after, step.after.ledger
            balance = balances(first.in_front(), entries)
            bank = balance.pop(BANK, 0)
            assert balance == after.in_front()
            assert bank == -sum(entry.stones for entry in entries)
            assert all(entry.src == BANK for entry in entries)
            assert all(entry.stones > 0 or entry.item == "ordago" for entry in entries)
            assert (after.pots, after.out) == ((), 0)


@every(100)
@given(sittings())
def test_counting_never_goes_past_the_entry_that_decides(sitting):
    for steps in played(sitting):
        first, end = steps[0].before, steps[-1].after
        stones, target = first.in_front(), end.variant.rules["score.target"]
        for place, entry in enumerate(end.ledger, 1):
            stones[entry.dst] += entry.stones
            if stones[entry.dst] >= target or entry.item == "ordago":
                assert place == len(end.ledger)
                assert end.winner == entry.dst
        decided = any(count >= target for count in stones.values())
        decided |= any(entry.item == "ordago" for entry in end.ledger)
        assert bool(end.winner) is decided
        assert all(not step.after.winner for step in steps[:-1])


@every(100)
@given(sittings())
def test_stones_are_collected_in_order_dejes_first(sitting):
    for steps in played(sitting):
        at_once = [entry for entry in steps[-1].after.ledger if entry.item == "deje"]
        rest = [entry for entry in steps[-1].after.ledger if entry.item != "deje"]
        assert [*at_once, *rest] == [*steps[-1].after.ledger]
        for entries in (at_once, rest):
            places = [LANCES.index(entry.lance) for entry in entries]
            assert places == sorted(places)


@every(100)
@given(sittings())
def test_a_side_that_refused_is_paid_nothing_in_that_lance(sitting):
    for steps in played(sitting):
        end = steps[-1].after
        for outcome in end.state.closed:
            if outcome.kind.startswith("unanswered"):
                auction, rules = outcome.auction, end.variant.rules
                side = auction.bettor[0]
                if rules["deje.raise_refused"] == "original_bidder" and auction.previous:
                    continue  # S1:L62 to the letter: the first bettor's side scores its own bet.
                paid = {entry.dst for entry in end.ledger if entry.lance == outcome.lance}
                assert paid <= {side}


# --- calls -------------------------------------------------------------------------------


@every(60)
@given(sittings())
def test_every_option_is_legal_and_what_lies_just_outside_is_refused(sitting):
    for steps in played(sitting, hands=2):
        for position in [step.before for step in steps]:
            if position.speaker in {"", DECK}:
                continue
            assert games.options(position)
            stake = position.state.auction.stake if position.state.auction else 0
            for call in legal(position, most=min(stake, 100) + 12):
                assert games.why_not(position, call) is None
            for call in beyond(position):
                assert games.why_not(position, call) is not None, (position.line(), str(call))


@every(60)
@given(sittings())
def test_apply_is_pure(sitting):
    for steps in played(sitting, hands=2):
        for step in steps:
            before = repr(step.before)
            once, again = (games.apply(step.before, step.call) for _ in range(2))
            assert once == again == step.after
            assert repr(step.before) == before


@every(60)
@given(sittings())
def test_the_position_line_is_ascii_and_tells_every_legal_next_call_apart(sitting):
    for steps in played(sitting, hands=1):
        for step in steps:
            line = step.after.line()
            assert line.isascii()
            assert line.isprintable()
            if DECK in {step.before.speaker, step.call.seat}:
                continue
            stake = step.before.state.auction.stake if step.before.state.auction else 0
            calls = [*legal(step.before, most=min(stake, 100) + 5)]
            after = [games.apply(step.before, call).line() for call in calls]
            assert len({step.before.line(), *after}) == len(after) + 1


@every(60)
@given(sittings())
def test_without_cards_the_public_line_is_the_same(sitting):
    """A full and a redacted copy of a hand have the same checks up to the showdown."""
    for steps in played(sitting, hands=1):
        public = steps[0].before
        for step in steps[1:]:
            unseen = (HIDDEN,) * len(step.call.cards)
            public = games.hear(public, step.call._replace(cards=unseen, hands=()))
            if step.after.lance != "end":
                assert public.line() == step.after.line()


# --- what must not matter ----------------------------------------------------------------


def movements(entries: tuple[Entry, ...]) -> list[tuple[object, ...]]:
    return [entry[:7] for entry in entries]


@every(60)
@given(sittings(), st.permutations("oceb"), st.randoms(use_true_random=False))
def test_renaming_suits_and_the_order_of_cards_in_hand_changes_no_stone(sitting, suits, random):
    """Where no Real hangs on a suit."""
    rules = sitting.start.variant.as_json()
    start = games.start(
        changed("fournier", {**rules, "real.figure_suit": "any"}),
        seats=sitting.start.table.seats,
        mano=sitting.start.mano,
        stones=sitting.start.in_front(),
    )
    names = dict(zip("oceb", suits, strict=True))

    def renamed(cards):
        return tuple(read_card(card.rank + names[card.suit]) for card in cards)

    for steps in played(Sitting(start, sitting.seed), hands=2):
        position = steps[0].before
        for step in steps:
            told = tuple((seat, renamed(cards)) for seat, cards in step.call.hands)
            if step.call.verb == "reparte":
                told = tuple((seat, tuple(random.sample(hand, len(hand)))) for seat, hand in told)
            call = step.call._replace(cards=renamed(step.call.cards), hands=told)
            position = games.apply(position, call)
        assert movements(position.ledger) == movements(steps[-1].after.ledger)
        assert position.line() == steps[-1].after.line()


@every(60)
@given(sittings(), st.integers(1, 5))
def test_turning_the_table_turns_the_result(sitting, turn):
    seats = sitting.start.table.seats
    turned = dict(zip(seats, seats[turn % len(seats) :] + seats[: turn % len(seats)], strict=True))
    sides = {seat[0]: other[0] for seat, other in turned.items()}
    steps = next(played(sitting))
    first, end = steps[0].before, steps[-1].after
    position = games.start(
        first.variant,
        seats=seats,
        mano=turned[first.mano],
        stones={sides[side]: count for side, count in first.in_front().items()},
    )
    for step in steps:
        hands = tuple((turned[seat], cards) for seat, cards in step.call.hands)
        seat = turned.get(step.call.seat, step.call.seat)
        position = games.apply(position, step.call._replace(seat=seat, hands=hands))
    assert movements(position.ledger) == [
        (*entry[:3], entry.src, sides[entry.dst], *entry[5:7]) for entry in end.ledger
    ]
    assert position.in_front() == {sides[side]: count for side, count in end.in_front().items()}
    assert position.winner == sides.get(end.winner, "")
    assert set(games.next_manos(position)) == {turned[mano] for mano in games.next_manos(end)}


# --- records -----------------------------------------------------------------------------


def recorded(name: str, seed: int, **changes: object) -> tuple[Variant, Replay]:
    variant = changed(name, changes) if changes else load_variant(name)
    return variant, match(variant, seats=4, hands=3, seed=str(seed))


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("seed", range(4))
def test_a_simulated_record_of_every_preset_verifies(name, seed):
    _, record = recorded(name, seed)
    verdict = verify(record)
    assert verdict.ok, verdict.failure
    assert verdict.complete


@every(60)
@given(sittings())
def test_a_simulated_record_of_any_reading_verifies(sitting):
    table = sitting.start.table
    record = match(table.variant, seats=table.seats, hands=3, seed=f"{sitting.seed}")
    verdict = verify(record, variant=table.variant)
    assert verdict.ok, verdict.failure
    assert verdict.complete


@whole
@pytest.mark.parametrize("name", ["fournier", "madrid", "la_rioja", "wikipedia_en"])
def test_any_one_changed_call_is_caught_where_it_is(name):
    _, record = recorded(name, 7)
    # Only the rules and the checks are to notice it, not the seals.
    hands = [hand._replace(seal=None) for hand in record.hands[:2]]
    record = record._replace(hands=tuple(hands), seal=None)
    assert verify(record).ok
    tried = 0
    for number in range(len(record.hands)):
        for one, mutation, named, earlier in some(each_changed(record, number), 4):
            located(one, mutation, number, named, earlier)
            tried += 1
    assert tried > few(500, 125)


def test_a_record_is_read_again_as_it_was_written():
    for name in PRESETS[:4]:
        _, record = recorded(name, 3)
        text = dumps(record)
        assert dumps(loads(text)) == text


def test_a_signal_changes_no_line():
    start = games.start(load_variant("fournier"), seats=TEAMS["pairs"], mano="A1")
    for step in next(played(Sitting(start, 5)))[1:]:
        if step.before.speaker not in {"", DECK}:
            said = Call(step.before.speaker, "sena", word="duples")
            assert games.hear(step.before, said).line() == step.before.line()
