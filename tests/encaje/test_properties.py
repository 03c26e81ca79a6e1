"""What holds at every call of every game, whatever is said and whichever way the rules are read."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from mustutor import games
from mustutor.model.calls import deal_call
from mustutor.model.cards import read_card
from mustutor.model.variant import load_variant
from mustutor.referee import verify
from mustutor.replay.simulate import match
from tests.sittings import (
    Sitting,
    assert_apply_is_pure,
    assert_lines_tell_calls_apart,
    assert_options_are_legal_and_no_more,
    assert_public_line_is_the_same,
    assert_suits_and_order_change_no_stone,
    every,
    movements,
    played,
)
from tests.table import balances

from .table import legal, variant

SEATS = "ABCDEF"
READINGS = {
    "encaje.settle_order": ("by_lance", "pots_first", "discards_first"),
    "encaje.tie_worst": ("mano_order", "split"),
    "encaje.shortfall": ("cap", "debt", "next_best"),
    "encaje.short_stack_open": ("forbidden", "all_in"),
    "encaje.capped_seer": ("speaks_again", "locked_in"),
    "encaje.lone_player": ("scores", "void"),
    "encaje.rotation": ("deal_passes", "mano_passes"),
    "encaje.next_game_dealer": ("rotate", "loser", "draw"),
    "encaje.raise_direction": ("same", "reversed"),
    "deck.kings": (8, 4),
}
OF_MUS = {
    "mus.corrido": ("never", "match", "game", "every_hand"),
    "mus.corrido_cut": ("any", "pares_or_juego"),
    "mus.max_rounds": ("none", 2),
    "mus.min_discard": (1, 0),
    "mus.discard_order": ("mano_first", "dealer_first"),
    "mus.lone_player_rule": (True, False),
}


@st.composite
def sittings(draw: st.DrawFn) -> Sitting:
    """Two to six players with few stones or many, by any reading of the rules."""
    base = draw(st.sampled_from(("encaje", "encaje_five_card")))
    readings = READINGS if base == "encaje_five_card" else {**READINGS, **OF_MUS}
    changes = {name: draw(st.sampled_from(values)) for name, values in readings.items()}
    seats = tuple(SEATS[: draw(st.integers(2, 6))])
    counts = draw(st.lists(st.integers(1, 12), min_size=len(seats), max_size=len(seats)))
    start = games.start(
        variant(changes, base),
        seats=seats,
        mano=draw(st.sampled_from(seats)),
        stones=dict(zip(seats, counts, strict=True)),
    )
    return Sitting(start, draw(st.integers(0, 2**32)))


# --- stones ------------------------------------------------------------------------------


@every(250)
@given(sittings())
def test_no_stone_is_ever_lost_or_owed(sitting):
    total = sum(sitting.start.stones)
    for steps in played(sitting):
        first = steps[0].before
        if first.table.hand_of_game == 1:
            total = sum(first.accounts().values())
        for step in steps:
            accounts = step.after.accounts()
            assert sum(accounts.values()) == total
            assert min(accounts.values()) >= 0
            balance = balances(first.accounts(), step.after.ledger)
            assert {name: count for name, count in balance.items() if count} == {
                name: count for name, count in accounts.items() if count
            }
            assert all(entry.stones > 0 for entry in step.after.ledger)


@every(140)
@given(sittings())
def test_a_hand_leaves_no_pot_and_a_game_one_loser(sitting):
    for steps in played(sitting):
        end = steps[-1].after
        assert end.pots == ()
        with_stones = [seat for seat, count in end.in_front().items() if count]
        assert (end.loser == with_stones[0]) == (len(with_stones) == 1)
        assert with_stones
        for step in steps[:-1]:
            assert not step.after.loser


# --- calls -------------------------------------------------------------------------------


@every(140)
@given(sittings())
def test_every_option_is_legal_and_what_lies_just_outside_is_refused(sitting):
    assert_options_are_legal_and_no_more(played(sitting, hands=2), legal)


@every(140)
@given(sittings())
def test_apply_is_pure(sitting):
    assert_apply_is_pure(played(sitting, hands=2))


@every(140)
@given(sittings())
def test_the_position_line_is_ascii_and_tells_every_legal_next_call_apart(sitting):
    assert_lines_tell_calls_apart(played(sitting, hands=2), legal)


@every(140)
@given(sittings())
def test_without_cards_the_public_line_is_the_same(sitting):
    assert_public_line_is_the_same(played(sitting, hands=1), games.apply)


# --- what must not matter ----------------------------------------------------------------


@every(140)
@given(sittings(), st.permutations("oceb"), st.randoms(use_true_random=False))
def test_renaming_suits_and_the_order_of_cards_in_hand_changes_no_stone(sitting, suits, random):
    assert_suits_and_order_change_no_stone(played(sitting, hands=2), suits, random)


@every(140)
@given(sittings(), st.integers(1, 5))
def test_turning_the_table_turns_the_result(sitting, turn):
    seats = sitting.start.table.seats
    turned = dict(zip(seats, seats[turn % len(seats) :] + seats[: turn % len(seats)], strict=True))

    def named(account):
        return turned.get(account, account)

    steps = next(played(sitting))
    first, end = steps[0].before, steps[-1].after
    position = games.start(
        first.variant,
        seats=seats,
        mano=turned[first.mano],
        stones={turned[seat]: count for seat, count in first.in_front().items()},
    )
    for step in steps:
        hands = tuple((turned[seat], cards) for seat, cards in step.call.hands)
        position = games.apply(
            position, step.call._replace(seat=named(step.call.seat), hands=hands)
        )
    assert sorted(movements(position.ledger)) == sorted(
        (*entry[:3], named(entry.src), named(entry.dst), *entry[5:7]) for entry in end.ledger
    )
    assert position.in_front() == {turned[seat]: count for seat, count in end.in_front().items()}
    assert position.loser == named(end.loser)
    assert set(games.next_manos(position)) == set(map(named, games.next_manos(end)))


def test_a_hand_dealt_in_two_orders_of_seats_is_one_hand():
    start = games.start(load_variant("encaje"), seats=("A", "B"), mano="A")
    hands = {"A": tuple(map(read_card, "RRC7")), "B": tuple(map(read_card, "7654"))}
    one = games.apply(start, deal_call(hands))
    other = games.apply(start, deal_call(dict(reversed(hands.items()))))
    assert one == other


# --- records -----------------------------------------------------------------------------


@every(100)
@given(st.sampled_from(("encaje", "encaje_five_card")), st.integers(2, 6), st.integers(0, 2**32))
def test_a_simulated_match_verifies(name, seats, seed):
    record = match(load_variant(name), seats=seats, hands=5, seed=str(seed))
    verdict = verify(record)
    assert verdict.failure is None
    assert verdict.ok
    assert verdict.complete
