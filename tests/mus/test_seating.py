"""The draw before the first hand, as a referee judges it: partners, seats, mano, first dealer."""

from __future__ import annotations

from itertools import permutations

import pytest

from mustutor.games.mus_family.dealing import by_lot, of_draw
from mustutor.model.cards import read_card
from mustutor.model.variant import load_variant
from mustutor.replay.simulate import match

from .table import PAIRS, TRIOS, variant

RIGHT = (True, "MUS-SEAT-1")
THREE = ("A", "B", "C")


def judged(text, mano="A1", seats=PAIRS, rules=None):
    """Whether everybody sits as they drew, seat by seat, and by which article."""
    drawn = {seat: read_card(card) for seat, card in zip(seats, text.split(), strict=True)}
    statement = of_draw(variant() if rules is None else rules, seats, mano, drawn)
    return statement.holds, statement.fault.rule


# --- partners and seats ------------------------------------------------------------------


def test_MUS_SEAT_1_the_two_highest_play_against_the_two_lowest():
    right = [cards for cards in permutations("RC6A") if judged(" ".join(cards)) == RIGHT]
    assert right == [("R", "6", "C", "A")]
    assert judged("R C 6 A") == (False, "MUS-SEAT-1")


def test_MUS_SEAT_1_three_against_three():
    trios = variant({"players.mode": "trios", "players.count": 6})
    assert judged("R 5 C 4 S A", seats=TRIOS, rules=trios) == RIGHT
    assert judged("R C 5 4 S A", seats=TRIOS, rules=trios) == (False, "MUS-SEAT-1")
    assert judged("R 5 S 4 C A", seats=TRIOS, rules=trios) == (False, "MUS-SEAT-3")


def test_MUS_SEAT_2_the_highest_is_mano_with_the_partner_opposite():
    assert judged("C 6 R A", mano="A2") == (False, "MUS-SEAT-3")
    assert judged("C A R 6", mano="A2") == RIGHT
    assert judged("C A R 6", mano="A1") == (False, "MUS-SEAT-2")


def test_MUS_SEAT_3_the_higher_of_the_opponents_sits_at_manos_right():
    assert judged("R 7 S A") == RIGHT
    assert judged("R A S 7") == (False, "MUS-SEAT-3")


def test_MUS_SEAT_1_with_eight_kings_a_three_is_a_king_and_a_two_an_ace():
    assert judged("3 6 C 2") == RIGHT
    assert judged("3 6 C 2", rules=variant({"deck.kings": 4})) == (False, "MUS-SEAT-2")
    assert judged("R 6 3 2", rules=variant({"deck.kings": 4})) == (False, "MUS-SEAT-1")


def test_option_deal_seating_leaves_the_seats_as_they_are_or_to_chance():
    for how in ("fixed", "random"):
        as_they_are = variant({"deal.seating": how})
        assert judged("7 R A S", mano="B1", rules=as_they_are) == RIGHT
        assert judged("7 R A S", mano="A1", rules=as_they_are) == (False, "MUS-SEAT-2")


def test_where_each_plays_for_himself_only_mano_is_drawn():
    alone = variant({"players.mode": "individual"})
    assert judged("5 7 R", "C", THREE, alone) == RIGHT
    assert judged("5 7 R", "A", THREE, alone) == (False, "MUS-SEAT-2")
    # The other two drew alike, and nothing depends on it.
    assert judged("5 5 R", "C", THREE, alone) == RIGHT


def test_MUS_SEAT_1_suits_settle_nothing_and_who_drew_alike_draws_again():
    # What they drew then is in no record.
    assert judged("Ro 7o Rc 4e") == (None, "MUS-SEAT-1")
    assert judged("Ro 7o Se 7c") == (None, "MUS-SEAT-1")
    assert judged("So Sc Se Sb") == (None, "MUS-SEAT-1")


def test_only_those_for_the_place_that_matters_draw_again():
    fixed = variant({"deal.seating": "fixed"})
    assert judged("R 7o 7c 4", rules=fixed) == RIGHT
    assert judged("Ro Rc 7 4", rules=fixed) == (None, "MUS-SEAT-1")
    low = variant({"deal.seating": "fixed", "deal.first_dealer": "low_deals"})
    assert judged("Ro Rc 7 4", rules=low) == RIGHT
    assert judged("Ro Rc 4o 4c", rules=low) == (None, "MUS-SEAT-1")


def test_a_draw_of_no_such_card_is_refused():
    assert judged("7o 7o R 4") == (False, "MUS-SEAT-1")
    assert judged("R 7 S 2o", rules=load_variant("la_rioja")) == (False, "MUS-SEAT-1")


# --- the first dealer --------------------------------------------------------------------


def test_MUS_DLR_1_a_lot_makes_every_seat_mano_as_often():
    lots = [by_lot(PAIRS, number / 100) for number in range(100)]
    assert {seat: lots.count(seat) for seat in PAIRS} == dict.fromkeys(PAIRS, 25)
    # The seats are drawn all the same; the deal is not theirs to decide.
    chance = variant({"deal.first_dealer": "random"})
    assert [judged("R 7 S A", mano, rules=chance) for mano in PAIRS] == [RIGHT] * 4
    assert judged("7 R A S", rules=chance) == (False, "MUS-SEAT-3")


def test_MUS_DLR_1_a_simulated_match_begins_where_the_lot_falls():
    rules = load_variant("fournier")
    manos = {match(rules, seats=4, hands=1, seed=str(seed)).hands[0].mano for seed in range(40)}
    assert manos == set(PAIRS)


def test_option_deal_first_dealer_the_lowest_card_deals():
    low = variant({"deal.first_dealer": "low_deals"})
    assert judged("R 7 S A", rules=low) == RIGHT
    assert judged("R 7 S A", mano="B1", rules=low) == (False, "MUS-DLR-1")
    apart = variant({"deal.first_dealer": "low_deals", "deal.seating": "fixed"})
    assert judged("7 R A S", mano="B2", rules=apart) == RIGHT
    assert judged("7 R A S", mano="A1", rules=apart) == (False, "MUS-DLR-1")


@pytest.mark.parametrize(
    ("cut", "dealer"), [("7o", "A1"), ("Rc", "B1"), ("4e", "A2"), ("Ab", "B2")]
)
def test_option_deal_first_dealer_a_cut_by_its_suit(cut, dealer):
    rules = variant({"deal.first_dealer": "suit_cut", "deal.seating": "fixed"})
    for place, mano in enumerate(PAIRS):
        found = of_draw(rules, PAIRS, mano, {"A1": read_card(cut)})
        assert (found.holds, found.fault.rule) == (PAIRS[place - 1] == dealer, "MUS-DLR-1")


def test_option_deal_first_dealer_a_cut_that_names_nobody_decides_nothing():
    rules = variant({"deal.first_dealer": "suit_cut", "players.mode": "individual"})
    assert of_draw(rules, THREE, "A", {"A": read_card("Ab")}).holds is None
    assert of_draw(rules, THREE, "A", {"A": read_card("4e")}).holds is True
