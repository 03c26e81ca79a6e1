"""Who pays whom: what moves at once, the pots, and the values."""

from __future__ import annotations

import pytest

from .table import cited, ledger, play, quiet, sit, stones

# A: RRC7 best at grande, par of kings, 37. B: RCC7, par of knights, 37. C: 7654 best at chica, 22.
HANDS = "A:RRC7 B:RCC7 C:7654"


# --- nobody bet --------------------------------------------------------------------------


def test_ENC_SET_1_unbet_grande_and_chica_cost_the_best_hand_one_stone():
    position = quiet(sit("A10 B10 C10", HANDS))
    assert ledger(position) == [
        "grande showdown value A > out 1",
        "chica showdown value C > out 1",
        "pares showdown value A > out 1",  # par of kings over par of knights
        "juego showdown value A > out 2",  # 37 both, and A is nearer to mano
    ]
    assert stones(position) == "A6 B10 C9"
    assert cited(position, "grande") == cited(position, "chica") == ["ENC-SET-1"]
    assert cited(position, "pares") == cited(position, "juego") == ["ENC-SET-2"]


def test_ENC_SET_1_nothing_moves_before_the_showdown():
    assert ledger(quiet(sit("A10 B10 C10", HANDS), "juego")) == []


def test_A_78_who_was_all_in_before_is_not_compared_in_an_unbet_lance():
    # C has the best chica, and no stones in front when it is played; 7-C-C is under 7-C-R.
    position = play(sit("A9 B9 C2", HANDS), "A envido 2, B no quiero, C quiero")
    assert ledger(quiet(position), "chica") == ["chica showdown value B > out 1"]


@pytest.mark.parametrize(
    ("best", "other", "worth"),
    [
        ("RR75", "CC64", 1),  # par over par
        ("4446", "RR75", 2),  # medias over a better par
        ("3336", "CCC4", 2),  # threes are kings
        ("4455", "RRR6", 3),  # duples over medias
        ("RRRR", "CCSS", 3),  # four equal cards are duples
        ("R3A2", "4455", 3),  # duples of kings and aces
    ],
)
def test_ENC_SET_2_and_ENC_SET_3_unbet_pares_cost_their_value(best, other, worth):
    position = quiet(sit("A20 B20", f"A:{other} B:{best}"))
    assert ledger(position, "pares") == [f"pares showdown value B > out {worth}"]


@pytest.mark.parametrize(
    ("best", "other", "worth"),
    [
        ("RCSA", "3377", 3),  # 31 over 34
        ("777S", "RRCC", 3),  # 31 over 40
        ("RR75", "CCSS", 2),  # 32 over 40
        ("CCSS", "RRC7", 2),  # 40 over 37
        ("CC77", "RR76", 2),  # 34 over 33
        ("RR66", "CCS4", 2),  # 32 over 34
    ],
)
def test_ENC_SET_2_and_ENC_SET_3_unbet_juego_costs_three_for_31_else_two(best, other, worth):
    position = quiet(sit("A20 B20", f"A:{other} B:{best}"))
    assert ledger(position, "juego") == [f"juego showdown value B > out {worth}"]


@pytest.mark.parametrize(
    ("best", "other"), [("CC64", "CS54"), ("7766", "7654"), ("7654", "AA45"), ("AA45", "2A2A")]
)
def test_ENC_SET_2_and_ENC_SET_3_unbet_punto_costs_one(best, other):
    position = quiet(sit("A20 B20", f"A:{other} B:{best}"))
    assert ledger(position, "punto") == ["punto showdown value B > out 1"]


def test_ENC_SET_3_la_real_is_named_and_paid_as_the_table_values_it():
    rules = {"real.enabled": True, "real.figure_suit": "any", "values.real": 5}
    position = quiet(sit("A9 B9 C9", "A:777S B:RRC7 C:AA45", rules=rules))
    (entry,) = [entry for entry in position.ledger if entry.lance == "juego"]
    assert (entry.src, entry.stones, entry.because.figure) == ("A", 5, "real")


def test_ENC_SET_2_with_fewer_stones_than_the_value_one_discards_what_one_has():
    # A is best at juego only, with 31, and has two stones.
    position = quiet(sit("A2 B9 C9", "A:RCSA B:RRCC C:AA45"))
    assert ledger(position, "juego") == ["juego showdown value A > out 2"]
    assert stones(position).startswith("A0")


@pytest.mark.parametrize("mano", "ABC")
def test_MUS_CMP_T1_equal_hands_the_nearer_to_mano_is_the_best(mano):
    position = quiet(sit("A9 B9 C9", "A:RC74 B:RC74 C:RC74", mano=mano))
    assert ledger(position) == [
        f"grande showdown value {mano} > out 1",
        f"chica showdown value {mano} > out 1",
        f"juego showdown value {mano} > out 3",
    ]


# --- a bet or a raise that nobody sees ---------------------------------------------------


@pytest.mark.parametrize("stake", [2, 5, 10])
def test_ENC_SET_4_an_unanswered_bet_costs_one_stone_at_once_whatever_it_was(stake):
    position = play(sit("A10 B10 C10", HANDS), f"A envido {stake}, B no quiero, C no quiero")
    assert ledger(position) == ["grande at_once unanswered_bet A > out 1"]
    assert cited(position) == ["ENC-SET-4"]
    assert (position.lance, stones(position)) == ("chica", "A9 B10 C10")
    assert ledger(quiet(position), "grande showdown") == []


def test_ENC_SET_4_the_bettor_needs_not_have_the_better_cards():
    position = play(sit("A10 B10 C10", HANDS), "A paso, B paso, C envido 2, A no quiero")
    assert ledger(play(position, "B no quiero")) == ["grande at_once unanswered_bet C > out 1"]


def test_ENC_SET_5_in_pares_the_bettor_discards_his_own_value_too_even_if_worse():
    position = quiet(sit("A9 B9 C9", "A:4475 B:RRCC C:7654"), "pares")
    position = play(position, "A tengo, B tengo, C no tengo, A envido 6, B no quiero")
    assert ledger(position, "pares") == ["pares at_once unanswered_bet A > out 1"]
    position = quiet(position)
    assert ledger(position, "pares showdown") == ["pares showdown value A > out 1"]  # a par
    assert cited(position, "pares showdown") == ["ENC-SET-5"]


def test_ENC_SET_5_in_juego_too():
    position = quiet(sit("A9 B9", "A:RR76 B:3CCA"), "juego")  # 33 against 31
    position = play(position, "A tengo, B tengo, A envido 2, B no quiero")
    assert ledger(position, "juego") == [
        "juego at_once unanswered_bet A > out 1",
        "juego showdown value A > out 2",
    ]


def test_ENC_SET_5_in_punto_too():
    position = quiet(sit("A9 B9 C9", "A:7654 B:CS54 C:7766"), "punto")
    position = play(position, "A envido 2, B no quiero, C no quiero")
    assert ledger(position, "punto") == [
        "punto at_once unanswered_bet A > out 1",
        "punto showdown value A > out 1",
    ]


def test_ENC_SET_6_an_unanswered_raise_gives_the_previous_stake_to_who_made_it():
    position = play(sit("A20 B20 C20", HANDS), "A envido 3, B subo a 7, C subo a 12")
    position = play(position, "A no quiero, B no quiero")
    assert ledger(position) == ["grande at_once unanswered_raise C > B 7"]
    assert cited(position) == ["ENC-SET-6"]
    assert (position.lance, stones(position)) == ("chica", "A20 B27 C13")
    assert ledger(quiet(position), "grande showdown") == []


def test_ENC_SET_6_who_made_the_previous_bet_gets_it_though_another_saw_it_too():
    position = play(sit("A20 B20 C20", HANDS), "A envido 3, B quiero, C subo a 9")
    position = play(position, "A no quiero, B no quiero")
    assert ledger(position) == ["grande at_once unanswered_raise C > A 3"]


def test_ENC_SET_6_one_may_be_raised_and_raise_in_turn():
    position = play(sit("A20 B20", HANDS.rpartition(" ")[0]), "A envido 2, B subo a 5")
    position = play(position, "A subo a 8, B no quiero")
    assert ledger(position) == ["grande at_once unanswered_raise A > B 5"]


def test_ENC_SET_7_in_pares_the_last_raiser_discards_his_own_value_too_even_if_worse():
    position = quiet(sit("A20 B20 C20", "A:4475 B:RRCC C:7654"), "pares")
    position = play(position, "A tengo, B tengo, C no tengo, A envido 2, B subo a 6, A subo a 9")
    position = quiet(play(position, "B no quiero"))
    assert ledger(position, "pares") == [
        "pares at_once unanswered_raise A > B 6",
        "pares showdown value A > out 1",
    ]
    assert cited(position, "pares showdown") == ["ENC-SET-7"]


@pytest.mark.parametrize(
    ("lance", "hands", "worth"), [("juego", "A:RR76 B:3CCA", 3), ("punto", "A:CS54 B:7654", 1)]
)
def test_ENC_SET_7_in_juego_and_punto_too(lance, hands, worth):
    position = quiet(sit("A20 B20", hands), lance)
    if lance == "juego":
        position = play(position, "A tengo, B tengo")
    position = play(position, "A envido 4, B subo a 8, A no quiero")
    assert ledger(position, lance) == [
        f"{lance} at_once unanswered_raise B > A 4",
        f"{lance} showdown value B > out {worth}",
    ]


# --- a bet that is seen ------------------------------------------------------------------


def test_ENC_SET_8_bettor_and_seers_each_put_the_stake_in_a_pot_kept_to_the_end():
    position = play(sit("A10 B10 C10", HANDS), "A envido 2, B quiero, C subo a 4")
    position = play(position, "A quiero, B quiero")
    assert sorted(ledger(position)) == [
        f"grande at_once stake {seat} > pot:grande 4" for seat in "ABC"
    ]
    assert set(cited(position)) == {"ENC-SET-8"}
    for lance in ("chica", "pares", "juego"):
        position = quiet(position, lance)
        assert position.accounts()["pot:grande"] == 12
        assert stones(position) == "A6 B6 C6"
    assert "pot:grande" not in quiet(position).accounts()


def test_ENC_SET_8_a_stake_tells_who_made_it_and_what_each_had_before_it():
    position = play(sit("A10 B10 C3", HANDS), "A envido 2, B subo a 4, C quiero, A quiero")
    found = {entry.src: entry.because for entry in position.ledger}
    assert {seat: (b.bettor, b.stake, b.had) for seat, b in found.items()} == {
        "A": ("B", 4, 10),
        "B": ("B", 4, 10),
        "C": ("B", 4, 3),
    }
    assert [seat for seat, because in found.items() if because.all_in] == ["C"]


def test_ENC_SET_6_a_raise_nobody_saw_tells_who_made_it_over_which_stake_and_who_folded():
    position = play(sit("A10 B10 C10", HANDS), "A envido 2, B subo a 6, C no quiero, A no quiero")
    assert [tuple(entry.because) for entry in position.ledger] == [("B", 6, 2, ("C", "A"))]


def test_ENC_SET_8_who_saw_a_lower_stake_and_folded_puts_nothing_in():
    position = play(sit("A10 B10 C10", HANDS), "A envido 2, B quiero, C subo a 4")
    position = play(position, "A quiero, B no quiero")
    assert stones(position) == "A6 B10 C6"


def test_ENC_SET_9_a_seer_with_fewer_puts_all_in_and_is_out_of_the_other_lances():
    position = play(sit("A20 B3 C20", HANDS), "A envido 8, B quiero, C no quiero")
    assert stones(position) == "A12 B0 C20"
    assert position.accounts()["pot:grande"] == 11  # A's 8 are not cut down to B's 3
    assert sorted(cited(position)) == ["ENC-SET-8", "ENC-SET-9"]
    for lance in ("chica", "pares", "juego"):
        position = quiet(position, lance)
        assert "B" not in position.queue


def test_ENC_SET_9_a_seer_with_just_the_stake_has_no_fewer():
    position = play(sit("A20 B8 C20", HANDS), "A envido 8, B quiero, C no quiero")
    assert cited(position) == ["ENC-SET-8", "ENC-SET-8"]
    assert position.queue == ("A", "C")  # yet he has nothing left to speak with


def test_ENC_SET_10_only_contributors_are_compared():
    # C has by far the worst grande, and folded: B, worse than A, takes the pot.
    position = play(sit("A10 B10 C10", HANDS), "A envido 4, B quiero, C no quiero")
    assert ledger(quiet(position), "grande showdown") == ["grande showdown pot pot:grande > B 8"]


def test_ENC_SET_11_worst_contributor_takes_the_whole_pot():
    position = play(sit("A10 B10 C10", HANDS), "A envido 4, B quiero, C quiero")
    position = quiet(position)
    # B, neither best nor worst, is rid of his stake; A gains nothing more by being best.
    assert ledger(position, "grande showdown") == ["grande showdown pot pot:grande > C 12"]
    assert cited(position, "grande showdown") == ["ENC-SET-11"]


def test_ENC_SET_11_worst_at_chica_is_the_highest_hand():
    position = play(quiet(sit("A10 B10 C10", HANDS), "chica"), "A envido 2, B quiero, C quiero")
    # Looked at from the lowest card: 4 wins; then 7-C-C-R before 7-C-R-R.
    assert ledger(quiet(position), "chica showdown") == ["chica showdown pot pot:chica > A 6"]


@pytest.mark.parametrize(("mano", "taker"), [("A", "C"), ("B", "C"), ("C", "B")])
def test_A_70_of_equal_worst_hands_the_furthest_from_mano_takes_the_pot(mano, taker):
    position = sit("A10 B10 C10", "A:RRC7 B:7654 C:7654", mano=mano)
    position = play(position, f"{mano} envido 4")
    position = play(position, f"{position.speaker} quiero")
    position = play(position, f"{position.speaker} quiero")
    expected = [f"grande showdown pot pot:grande > {taker} 12"]
    assert ledger(quiet(position), "grande showdown") == expected


def test_ENC_SET_12_in_pares_the_best_contributor_gives_his_value_to_the_pot_taker():
    position = quiet(sit("A10 B10 C10 D10", "A:RRC7 B:4475 C:333A D:SSCC"), "pares")
    position = play(position, "A tengo, B tengo, C tengo, D tengo, A envido 2, B quiero, C quiero")
    position = quiet(play(position, "D no quiero"))
    # Medias of kings (C) over par of kings over par of fours; D's duples folded.
    assert ledger(position, "pares showdown") == [
        "pares showdown pot pot:pares > B 6",
        "pares showdown value C > B 2",
    ]
    assert cited(position, "pares showdown value") == ["ENC-SET-12"]


@pytest.mark.parametrize(
    ("lance", "hands", "worth"), [("juego", "A:RCSA B:RRC7", 3), ("punto", "A:CC64 B:7654", 1)]
)
def test_ENC_SET_12_in_juego_and_punto_too(lance, hands, worth):
    position = quiet(sit("A10 B10", hands), lance)
    if lance == "juego":
        position = play(position, "A tengo, B tengo")
    position = play(position, "A envido 2, B quiero")
    assert ledger(position, f"{lance} showdown") == [
        f"{lance} showdown pot pot:{lance} > B 4",
        f"{lance} showdown value A > B {worth}",
    ]


@pytest.mark.parametrize("lance", ["grande", "chica"])
def test_ENC_SET_12_no_value_is_given_in_grande_or_chica(lance):
    position = play(quiet(sit("A10 B10", "A:RRRA B:7654"), lance), "A envido 2, B quiero")
    assert len(ledger(quiet(position), f"{lance} showdown")) == 1
