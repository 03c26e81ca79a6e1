"""The draw before the first hand: partners, seats, mano and the first dealer."""

from __future__ import annotations

from itertools import permutations

import pytest

from mustutor import games
from mustutor.base.errors import IllegalCall
from mustutor.base.language import open_language
from mustutor.games.mus_family.dealing import Again, Seating, by_lot, seated
from mustutor.model.cards import read_card
from mustutor.model.variant import load_variant
from mustutor.replay.simulate import match

from .table import PAIRS, TRIOS, variant

FOUR = ("Ane", "Bea", "Cruz", "Dani")
SIX = (*FOUR, "Eva", "Fede")


def drawn(text, players=FOUR):
    """What each player drew: ``R 7 S A``; a dash where he does not draw."""
    cards = text.split()
    return {p: read_card(card) for p, card in zip(players, cards, strict=True) if card != "-"}


def sat(*draws, seats=PAIRS, players=FOUR, rules=None, **more):
    """Seat the players by what they drew, once and perhaps again."""
    table = rules if rules is not None else variant()
    return seated(table, seats, players, draws=[drawn(d, players) for d in draws], **more)


def refused(*draws, rules=None):
    """Why a draw cannot be."""
    with pytest.raises(IllegalCall) as refusal:
        sat(*draws, rules=rules)
    assert refusal.value.fault.rule == "MUS-SEAT-1"
    assert "{" not in refusal.value.fault.said(open_language("es"))
    return refusal.value.fault.said()


# --- partners and seats ------------------------------------------------------------------


def test_MUS_SEAT_1_the_two_highest_play_against_the_two_lowest():
    for cards in permutations(("R", "C", "6", "A")):
        seating = sat(" ".join(cards))
        drew = dict(zip(cards, FOUR, strict=True))
        sides = dict(zip(seating.seats, seating.players, strict=True))
        assert {sides["A1"], sides["A2"]} == {drew["R"], drew["C"]}
        assert {sides["B1"], sides["B2"]} == {drew["6"], drew["A"]}


def test_MUS_SEAT_1_three_against_three():
    trios = variant({"players.mode": "trios", "players.count": 6})
    seating = sat("4 R 5 C A S", seats=TRIOS, players=SIX, rules=trios)
    assert seating.players == ("Bea", "Cruz", "Dani", "Ane", "Fede", "Eva")
    assert seating.mano == "A1"


def test_MUS_SEAT_2_the_highest_is_mano_with_the_partner_opposite():
    seating = sat("7 R A S")
    assert (seating.mano, seating.at(seating.mano)) == ("A1", "Bea")
    assert seating.at("A2") == "Dani"
    assert seating.seats.index("A2") - seating.seats.index("A1") == 2


def test_MUS_SEAT_3_the_higher_of_the_opponents_sits_at_manos_right():
    seating = sat("7 R A S")
    position = games.start(variant(), seats=seating.seats, mano=seating.mano)
    second, last = position.order[1], position.order[-1]
    assert (seating.at(second), seating.at(last)) == ("Ane", "Cruz")
    # Who is left over deals.
    assert seating.dealer == last


def test_MUS_SEAT_1_with_eight_kings_a_three_is_a_king_and_a_two_an_ace():
    assert sat("3 C S 2").at("A1") == "Ane"
    assert sat("3 R S 2") == Again((("Ane", "Bea"),))
    four = variant({"deck.kings": 4})
    assert sat("3 R S 2", rules=four).at("A1") == "Bea"
    assert sat("3 4 A 2", rules=four).players == ("Bea", "Dani", "Ane", "Cruz")


def test_option_deal_seating_leaves_the_seats_as_they_are_or_to_chance():
    for how in ("fixed", "random"):
        seating = sat("7 R A S", rules=variant({"deal.seating": how}))
        assert seating == Seating(PAIRS, FOUR, "B1")
        assert seating.dealer == "A1"


def test_where_each_plays_for_himself_only_mano_is_drawn():
    alone = variant({"players.mode": "individual"})
    seating = sat("5 7 R", seats=("A", "B", "C"), players=FOUR[:3], rules=alone)
    assert seating == Seating(("A", "B", "C"), FOUR[:3], "C")
    # The other two drew alike, and nothing hangs on it.
    assert sat("5 5 R", seats=("A", "B", "C"), players=FOUR[:3], rules=alone).mano == "C"


# --- drawing again -----------------------------------------------------------------------


def test_MUS_SEAT_1_suits_settle_nothing_and_who_drew_alike_draws_again():
    assert sat("Ro 7o Rc 4e") == Again((("Ane", "Cruz"),))
    assert sat("Ro 7o Rc 4e", "5o - 6o -").players == ("Cruz", "Bea", "Ane", "Dani")
    assert sat("So Sc Se Sb") == Again((FOUR,))


def test_two_ties_at_once_are_told_with_the_highest_first():
    assert sat("7o Ro 7c Rc") == Again((("Bea", "Dani"), ("Ane", "Cruz")))
    seating = sat("7o Ro 7c Rc", "4o 5o 6o Ao")
    # The second card parts those two alone: a six is no better than a king.
    assert seating.players == ("Bea", "Cruz", "Dani", "Ane")


def test_a_tie_may_come_again_and_be_smaller():
    assert sat("So Sc Se Sb", "7o 7c R 4") == Again((("Ane", "Bea"),))
    seating = sat("So Sc Se Sb", "7o 7c R 4", "A 6 - -")
    assert seating.players == ("Cruz", "Ane", "Bea", "Dani")


def test_only_those_for_the_place_that_matters_draw_again():
    fixed = variant({"deal.seating": "fixed"})
    assert sat("R 7o 7c 4", rules=fixed).mano == "A1"
    assert sat("Ro Rc 7 4", rules=fixed) == Again((("Ane", "Bea"),))
    low = variant({"deal.seating": "fixed", "deal.first_dealer": "low_deals"})
    assert sat("Ro Rc 7 4", rules=low).dealer == "B2"
    assert sat("Ro Rc 4o 4c", rules=low) == Again((("Cruz", "Dani"),))
    assert sat("Ro Rc 4o 4c", "- - A 5", rules=low).dealer == "A2"


def test_a_draw_by_the_wrong_players_or_of_no_such_card_is_refused():
    assert refused() == "Ane has not drawn a card yet."
    assert refused("R 7 - 4") == "Cruz has not drawn a card yet."
    assert refused("Ro 7 Rc 4", "6 5 4 -") == "Bea has no card to draw now."
    assert refused("Ro 7 Rc 4", "6 - - -") == "Cruz has not drawn a card yet."
    assert refused("R 7 S 4", "6 - - -") == "Ane has no card to draw now."
    assert "Ane cannot have drawn 7o" in refused("7o 7o R 4")
    assert "Dani cannot have drawn 2o" in refused("R 7 S 2o", rules=load_variant("la_rioja"))


# --- the first dealer --------------------------------------------------------------------


def test_MUS_DLR_1_a_lot_makes_every_seat_mano_as_often():
    lots = [by_lot(PAIRS, number / 100) for number in range(100)]
    assert {seat: lots.count(seat) for seat in PAIRS} == dict.fromkeys(PAIRS, 25)
    chance = variant({"deal.first_dealer": "random"})
    seating = sat("7 R A S", rules=chance, lot=0.99)
    # The seats are drawn all the same; the deal is not theirs to decide.
    assert (seating.at("A1"), seating.mano, seating.dealer) == ("Bea", "B2", "A2")


def test_MUS_DLR_1_a_simulated_match_begins_where_the_lot_falls():
    rules = load_variant("fournier")
    manos = {match(rules, seats=4, hands=1, seed=str(seed)).hands[0].mano for seed in range(40)}
    assert manos == set(PAIRS)


def test_option_deal_first_dealer_the_lowest_card_deals():
    low = variant({"deal.first_dealer": "low_deals"})
    seating = sat("7 R A S", rules=low)
    assert (seating.at(seating.dealer), seating.at(seating.mano)) == ("Cruz", "Bea")
    apart = variant({"deal.first_dealer": "low_deals", "deal.seating": "fixed"})
    seating = sat("7 R A S", rules=apart)
    assert (seating.dealer, seating.mano) == ("A2", "B2")


@pytest.mark.parametrize(
    ("cut", "dealer"), [("7o", "A1"), ("Rc", "B1"), ("4e", "A2"), ("Ab", "B2")]
)
def test_option_deal_first_dealer_a_cut_by_its_suit(cut, dealer):
    rules = variant({"deal.first_dealer": "suit_cut", "deal.seating": "fixed"})
    assert seated(rules, PAIRS, FOUR, cut=read_card(cut)).dealer == dealer


def test_option_deal_first_dealer_a_cut_that_names_nobody_is_made_again():
    rules = variant({"deal.first_dealer": "suit_cut", "players.mode": "individual"})
    three = ("A", "B", "C")
    assert seated(rules, three, FOUR[:3], cut=read_card("Ab")) == Again(())
    assert seated(rules, three, FOUR[:3]) == Again(())
    assert seated(rules, three, FOUR[:3], cut=read_card("4e")).dealer == "C"
