"""The betting of a lance: who speaks, what he may stake, and what follows a bet or a raise."""

from __future__ import annotations

import pytest

from mustutor import games
from mustutor.base.errors import IllegalCall
from mustutor.games.mus_family.calls import read_call

from .table import fault, ledger, play, quiet, refused, sit, spoken_in_turn, stones

EXAMPLE = "A5 B18 C16 D9 E10"
FIRST_ROUNDS = "A paso, B paso, C envido 2, D no quiero, E quiero, A quiero, B subo a 5, C quiero"


def stakes(position, verb):
    """The least and the most the speaker is told he may stake, or nothing."""
    found = [option for option in games.options(position) if option.verb == verb]
    return (found[0].least, found[0].most) if found else None


# --- turns -------------------------------------------------------------------------------


@pytest.mark.parametrize("lance", ["grande", "chica", "pares", "juego", "punto"])
def test_ENC_TURN_1_mano_begins_every_lance(lance):
    # Punto is reached with hands below 31, juego with hands of 40 and 34.
    told = "A:7766 B:5544 C:AASS" if lance == "punto" else "A:RRCC B:SS77 C:6644"
    position = quiet(sit("A9 B9 C9", told, mano="B"), lance)
    assert position.speaker == "B"


def test_ENC_TURN_1_the_lance_goes_back_to_mano_whoever_closed_it():
    position = play(sit("A9 B9 C9"), "A paso, B envido 2, C quiero, A no quiero")
    assert (position.lance, position.speaker) == ("chica", "A")


def test_ENC_TURN_2_after_a_pass_the_next_to_the_right_may_pass_or_bet():
    position = play(sit("A9 B9 C9"), "A paso")
    assert [option.verb for option in games.options(position)] == ["paso", "envido"]
    assert position.speaker == "B"
    assert refused(position, "C paso") == "ENC-TURN-2"
    assert refused(position, "A envido 2") == "ENC-TURN-2"
    assert play(position, "B envido 2").speaker == "C"


@pytest.mark.parametrize("call", ["A quiero", "A no quiero", "A subo a 4"])
def test_ENC_TURN_2_with_nothing_bet_one_passes_or_bets(call):
    assert fault(sit("A9 B9 C9"), call)


def test_ENC_TURN_3_if_everyone_passes_mano_begins_the_next_lance():
    position = sit("A9 B9 C9", mano="C")
    assert spoken_in_turn(position, "paso") == "CAB"
    position = play(position, "C paso, A paso, B paso")
    assert (position.lance, position.speaker) == ("chica", "C")
    assert ledger(position) == []


# --- the size of a bet -------------------------------------------------------------------


def test_ENC_BET_1_the_least_bet_is_two():
    position = sit("A9 B9 C9")
    assert refused(position, "A envido 1") == "ENC-BET-1"
    assert refused(position, "A envido 0") == "ENC-BET-1"
    assert stakes(position, "envido") == (2, 9)
    assert play(position, "A envido 2").speaker == "B"


@pytest.mark.parametrize("words", ["envido", "Envido", "I bet", "bet"])
def test_ENC_BET_2_a_bet_without_a_number_is_two(words):
    assert play(sit("A9 B9"), f"A {words}").line() == play(sit("A9 B9"), "A envido 2").line()


def test_ENC_BET_3_no_bet_above_ones_stones():
    position = sit("A7 B18 C9")
    assert refused(position, "A envido 8") == "ENC-BET-3"
    assert refused(position, "A envido 1000000") == "ENC-BET-3"
    assert play(position, "A envido 7").speaker == "B"


def test_ENC_BET_3_the_stones_of_that_moment_count_not_those_of_the_deal():
    # Four of A's ten stones lie in the pot of grande.
    position = play(sit("A10 B10 C10"), "A envido 4, B quiero, C no quiero")
    assert refused(position, "A envido 7") == "ENC-BET-3"
    assert stakes(position, "envido") == (2, 6)
    assert stakes(play(position, "A paso, B paso"), "envido") == (2, 10)


def test_A_72_a_player_with_one_stone_may_pass_fold_or_see_but_not_open():
    position = sit("A1 B9 C9")
    for stake in (1, 2):
        assert refused(position, f"A envido {stake}") in {"ENC-BET-1", "ENC-BET-3"}
    assert [option.verb for option in games.options(position)] == ["paso"]
    position = play(position, "A paso, B envido 2, C no quiero")
    assert [option.verb for option in games.options(position)] == ["no quiero", "quiero"]


# --- fold, see, raise --------------------------------------------------------------------


def test_ENC_BET_4_who_folded_does_not_speak_again_in_that_lance():
    position = play(sit("A9 B9 C9"), "A envido 2, B no quiero, C subo a 4")
    assert refused(play(position, "A subo a 6"), "B quiero") == "ENC-BET-4"
    assert position.queue == ("A",)
    position = play(position, "A subo a 6")
    assert position.queue == ("C",)
    position = play(position, "C quiero")
    assert (position.lance, position.speaker) == ("chica", "A")
    assert play(position, "A paso").speaker == "B"  # in the next lance B speaks again


@pytest.mark.parametrize("call", ["B paso", "B envido 4", "B tengo", "B mus"])
def test_ENC_BET_4_to_a_bet_one_answers_fold_see_or_raise(call):
    position = play(sit("A9 B9 C9"), "A envido 2")
    assert [option.verb for option in games.options(position)] == ["no quiero", "quiero", "subo"]
    assert fault(position, call)


def test_ENC_BET_5_who_sees_accepts_the_stake_on_the_table():
    position = play(sit("A9 B9 C9"), "A envido 4, B quiero, C no quiero")
    assert stones(position) == "A5 B5 C9"
    assert position.accounts()["pot:grande"] == 8


def test_ENC_BET_6_a_raise_adds_two_at_least():
    position = play(sit("A9 B9 C9"), "A envido 3")
    for stake in (2, 3, 4):
        assert refused(position, f"B subo a {stake}") == "ENC-BET-6"
    assert stakes(position, "subo") == (5, 9)
    position = play(position, "B subo a 5")
    assert refused(position, "C subo a 6") == "ENC-BET-6"
    assert play(position, "C subo a 7").speaker == "A"


def test_ENC_BET_7_no_raise_above_ones_own_stones():
    position = play(sit("A20 B9 C20"), "A envido 3")
    assert refused(position, "B subo a 10") == "ENC-BET-7"
    assert play(position, "B subo a 9").speaker == "C"


def test_ENC_BET_7_with_too_few_for_the_least_raise_one_folds_or_sees():
    position = play(sit("A20 B6 C20"), "A envido 5")
    assert refused(position, "B subo a 7") == "ENC-BET-7"
    assert [option.verb for option in games.options(position)] == ["no quiero", "quiero"]


def test_ENC_BET_8_one_stone_is_enough_to_see_any_bet():
    position = play(sit("A20 B1 C20"), "A envido 20, B quiero, C no quiero")
    assert stones(position) == "A0 B0 C20"
    assert position.accounts()["pot:grande"] == 21


def test_ENC_BET_8_a_raise_of_any_size_too():
    position = play(sit("A20 B1 C20"), "A envido 2, B quiero, C subo a 20, A no quiero, B quiero")
    assert stones(position) == "A20 B0 C0"
    assert position.accounts()["pot:grande"] == 21


def test_ENC_BET_9_without_stones_one_takes_no_part_in_betting():
    position = sit("A9 B0 C9")
    assert position.queue == ("A", "C")
    assert fault(play(position, "A paso"), "B paso")
    assert fault(play(position, "A envido 2"), "B quiero")


def test_ENC_BET_10_stones_in_a_pot_of_this_hand_are_no_stones_in_front():
    position = play(sit("A9 B3 C9"), "A envido 5, B quiero, C no quiero")
    assert position.queue == ("A", "C")
    position = play(position, "A paso")
    assert refused(position, "B paso") == "ENC-BET-10"
    assert refused(play(position, "C envido 2"), "B quiero") == "ENC-BET-10"


def test_ENC_BET_10_when_mano_is_all_in_the_next_with_stones_begins():
    position = play(sit("A3 B9 C9"), "A envido 3, B quiero, C no quiero")
    assert position.queue == ("B", "C")


@pytest.mark.parametrize("before", ["", "A envido 2", "A envido 2, B subo a 4"])
def test_ENC_BET_11_there_is_no_ordago(before):
    position = play(sit("A9 B9 C9"), *([before] if before else []))
    assert refused(position, f"{position.speaker} ordago") == "ENC-BET-11"
    assert refused(position, f"{position.speaker} órdago") == "ENC-BET-11"


# --- who speaks again --------------------------------------------------------------------


def test_ENC_BET_12_who_passed_before_the_bet_may_see_or_raise_it():
    position = play(sit("A9 B9 C9"), "A paso, B paso, C envido 2")
    assert position.queue == ("A", "B")
    assert play(position, "A quiero").speaker == "B"
    assert play(position, "A subo a 4").queue == ("B", "C")


def test_ENC_BET_13_after_a_raise_everyone_not_folded_speaks_again():
    position = play(sit(EXAMPLE), FIRST_ROUNDS)
    assert position.speaker == "E"  # who had seen 2 and must answer 5
    for answer in ("no quiero", "quiero", "subo a 8"):
        assert play(position, f"E {answer}").speaker == "A"
    position = play(position, "E subo a 8")
    assert position.queue == ("A", "B", "C")
    assert fault(play(position, "A no quiero, B subo a 12, C no quiero"), "A quiero")


def test_ENC_BET_14_having_seen_a_lower_stake_costs_nothing_who_folds():
    position = play(sit(EXAMPLE), FIRST_ROUNDS)
    position = play(position, "E subo a 8, A no quiero, B subo a 12, C no quiero, E quiero")
    assert position.in_front()["A"] == 5  # A had seen 2
    assert position.in_front()["C"] == 16  # C had bet 2 and seen 5


def test_A_79_a_raise_without_a_number_adds_two():
    position = play(sit("A20 B20 C20"), "A envido 5")
    for words in ("y yo", "subo", "raise"):
        assert games.spelled_out(position, read_call(f"B {words}")) == read_call("B subo a 7")


def test_A_79_reenvido_is_encajes_word_for_a_raise_and_adds_two():
    """The source calls every raise `reenvido`; A-79: without a number it adds the least, two."""
    position = play(sit("A20 B20 C20"), "A envido 5")
    assert games.spelled_out(position, read_call("B reenvido")) == read_call("B subo a 7")


def test_A_79_so_many_more_are_added_to_the_stake():
    position = play(sit("A20 B20 C20"), "A envido 5")
    assert play(position, "B 4 más").line() == play(position, "B subo a 9").line()
    assert games.spelled_out(position, read_call("B 1 más")) == read_call("B subo a 6")
    with pytest.raises(IllegalCall):
        play(position, "B 1 más")


def test_ENC_BET_6_a_raise_said_as_one_more_is_refused_before_it_is_played():
    """What `apply` refuses `why_not` refuses: it is the one place that knows what is legal."""
    position = play(sit("A20 B20 C20"), "A envido 5")
    assert games.why_not(position, read_call("B 4 más")) is None
    assert games.why_not(position, read_call("B 1 más")) is not None


@pytest.mark.parametrize("lance", ["grande", "chica", "pares", "juego"])
def test_ENC_BET_rules_hold_in_every_lance(lance):
    # Both have pares and juego, so both bet in all four lances.
    position = quiet(sit("A9 B6", "A:RRCC B:SS77"), lance)
    if lance in ("pares", "juego"):
        position = play(position, "A tengo, B tengo")
    assert stakes(position, "envido") == (2, 9)
    assert refused(position, "A envido 10") == "ENC-BET-3"
    position = play(position, "A envido 3")
    assert stakes(position, "subo") == (5, 6)
    assert refused(position, "B subo a 7") == "ENC-BET-7"
    assert sorted(ledger(play(position, "B quiero"), f"{lance} at_once")) == [
        f"{lance} at_once stake A > pot:{lance} 3",
        f"{lance} at_once stake B > pot:{lance} 3",
    ]
