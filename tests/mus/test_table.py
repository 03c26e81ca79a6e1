"""Who sits down to Mus, who deals, who speaks: MUS-OBJ, MUS-PLAY, MUS-SEAT, MUS-DLR, MUS-DEAL."""

from __future__ import annotations

import pytest

from mustutor import games
from mustutor.base.errors import IllegalCall
from mustutor.model.cards import Card, Pack
from mustutor.model.variant import load_variant
from mustutor.replay.simulate import match

from .table import DULL, PAIRS, TRIOS, again, ledger, play, quiet, sit, spoken_in_turn, variant

ALONE = {"players.mode": "individual", "players.count": 3}
THREES = {"players.mode": "trios", "players.count": 6}


# --- the object --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rulebook", "target"),
    [
        pytest.param("fournier", 40, id="MUS-OBJ-1"),
        pytest.param("fournier_30", 30, id="MUS-OBJ-2"),
        pytest.param("wikipedia_en", 30, id="MUS-OBJ-3"),
        pytest.param("wikipedia_en_north", 40, id="MUS-OBJ-4"),
    ],
)
def test_MUS_OBJ_1_to_4_a_game_is_won_at_the_target_of_the_rulebook(rulebook, target):
    # Unbet, A collects 4 and B 1 of these hands: A is in one hand where four were missing.
    rules = {"deck.kings": 8}  # DULL is counted with eight kings
    end = quiet(sit(DULL, f"A{target - 4} B0", rules=variant(rules, rulebook)))
    assert (end.winner, end.in_front()["A"]) == ("A", target)
    assert not quiet(sit(DULL, f"A{target - 5} B0", rules=variant(rules, rulebook))).winner


@pytest.mark.parametrize(
    ("rulebook", "three_is_king"),
    [("wikipedia_en", True), ("wikipedia_en_north", False), ("fournier", True)],
)
def test_MUS_OBJ_4_and_5_the_north_plays_four_kings_the_rest_eight(rulebook, three_is_king):
    # B1's 3-3-3-C is three kings, or three threes under a knight; A1 has a lone king.
    end = quiet(sit("R765 333C 7654 7654", rules=variant({}, rulebook)))
    assert ("grande paso B 1" in ledger(end)) is three_is_king


# --- players and seats -------------------------------------------------------------------


def seated(seats, rules=None):
    return games.start(variant(rules), seats=tuple(seats), mano=seats[0])


def test_MUS_PLAY_1_four_players_in_two_pairs_with_the_stones_in_common():
    position = seated(PAIRS)
    assert (position.table.sides, position.stones) == (("A", "B"), (0, 0))


@pytest.mark.parametrize("seats", [PAIRS[:2], PAIRS[:3], TRIOS, ("A", "B", "C", "D")])
def test_MUS_PLAY_1_in_pairs_nothing_else_will_do(seats):
    with pytest.raises(IllegalCall):
        seated(seats)


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
def test_MUS_PLAY_2_two_to_six_may_play_each_for_himself(count):
    seats = "ABCDEF"[:count]
    position = seated(seats, {**ALONE, "players.count": count})
    assert position.table.sides == tuple(seats)


@pytest.mark.parametrize("seats", ["A", "ABCDEFG", ("A1", "A2", "B1")])
def test_MUS_PLAY_2_one_or_seven_or_partners_are_no_such_table(seats):
    with pytest.raises(IllegalCall):
        seated(seats, ALONE)


def test_MUS_PLAY_3_six_may_play_in_two_teams_of_three():
    assert seated(TRIOS, THREES).table.sides == ("A", "B")
    with pytest.raises(IllegalCall):
        seated(PAIRS, THREES)


@pytest.mark.parametrize(
    "seats",
    [("A1", "A2", "B1", "B2"), ("A1", "B1", "B2", "A2"), ("A1", "B1", "A2", "A3")],
)
def test_MUS_SEAT_2_partners_sit_opposite_each_other(seats):
    with pytest.raises(IllegalCall) as refusal:
        seated(seats)
    assert refusal.value.fault.rule == "MUS-SEAT-2"


# --- the dealer --------------------------------------------------------------------------


def test_MUS_DLR_1_the_first_dealer_of_a_simulated_match_is_chance():
    rules = load_variant("wikipedia_en")
    manos = {match(rules, seats=4, hands=1, seed=str(seed)).hands[0].mano for seed in range(40)}
    assert manos == set(PAIRS)


@pytest.mark.parametrize(
    ("mano", "dealer"), [("A1", "B2"), ("B1", "A1"), ("A2", "B1"), ("B2", "A2")]
)
def test_MUS_DLR_2_the_dealer_sits_at_manos_left_and_speaks_last(mano, dealer):
    position = sit(mano=mano)
    assert position.order[-1] == dealer
    assert spoken_in_turn(position, "paso")[-1] == dealer


def test_MUS_DLR_3_who_was_mano_deals_and_everyone_is_mano_in_turn():
    position, manos = sit(mano="B1"), []
    for _ in range(5):
        manos.append(position.mano)
        dealer = position.mano
        position = again(quiet(position))
        assert position.order[-1] == dealer
    assert manos == ["B1", "A2", "B2", "A1", "B1"]


@pytest.mark.parametrize("mano", PAIRS)
def test_MUS_DLR_4_with_equal_hands_the_dealer_wins_nothing(mano):
    end = quiet(sit("RC54 RC54 RC54 RC54", mano=mano))  # 29, no pares: grande, chica, punto
    dealers_side = end.order[-1][0]
    assert end.in_front() == {mano[0]: 3, dealers_side: 0}


# --- the deal ----------------------------------------------------------------------------


def test_MUS_DEAL_3_four_cards_one_at_a_time_mano_first():
    pack = Pack(tuple(Card(f"{number}") for number in range(20)), seed="")
    told, left = pack.deal(("B1", "A2", "B2", "A1"), 4)
    assert list(left.cards) == ["16", "17", "18", "19"]
    assert list(told["B1"]) == ["0", "4", "8", "12"]
    assert list(told["A1"]) == ["3", "7", "11", "15"]


@pytest.mark.parametrize("hand", ["RRC", "RRC75"])
def test_MUS_DEAL_3_neither_three_cards_nor_five(hand):
    with pytest.raises(IllegalCall) as refusal:
        sit(f"{hand} RCC7 7654 AA45")
    assert refusal.value.fault.rule == "MUS-DEAL-3"


def test_MUS_DECK_1_forty_cards_none_twice():
    told = "Ro,Rc,Re,Rb {} 7o,6o,5o,4o Ao,Ac,4e,5e"
    assert sit(told.format("So,Sc,Se,Sb")).lance == "grande"
    with pytest.raises(IllegalCall) as refusal:
        sit(told.format("Ro,Sc,Se,Sb"))
    assert refusal.value.fault.rule == "MUS-DECK-1"


def test_MUS_DECK_2_without_the_twos_a_two_is_no_card_of_the_deck():
    with pytest.raises(IllegalCall) as refusal:
        sit("R2C7 RCC7 7654 AA45", rules={"deck.removed_ranks": [2], "deck.kings": 4})
    assert refusal.value.fault.rule == "MUS-DECK-1"


@pytest.mark.parametrize("mano", PAIRS)
@pytest.mark.parametrize("lance", ["grande", "chica", "punto"])
def test_MUS_DEAL_4_and_MUS_LANCE_2_mano_opens_and_the_turn_goes_to_the_right(mano, lance):
    place = PAIRS.index(mano)
    position = quiet(sit("7654 7654 7654 7654", mano=mano), until=lance)
    assert spoken_in_turn(position, "paso") == [*PAIRS[place:], *PAIRS[:place]]


# --- one purse ---------------------------------------------------------------------------


def test_MUS_STN_3_partners_score_in_common():
    # A1 has the best grande, A2 the best chica: both stones are A's.
    assert ledger(quiet(sit("RC54 7654 A456 SC65")))[:2] == ["grande paso A 1", "chica paso A 1"]


def test_MUS_STN_8_a_scored_point_comes_from_the_pool():
    end = quiet(sit())
    assert {(entry.src, entry.dst) for entry in end.ledger} == {("bank", "A"), ("bank", "B")}
    assert sum(end.stones) == sum(entry.stones for entry in end.ledger) == 5


def test_MUS_CNT_6_the_stones_of_both_sides_are_in_view_at_every_moment():
    position = play(sit(DULL, "A12 B7"), "A1 envido 2, B1 no quiero, B2 no quiero")
    assert "A13,B7" in position.line()
