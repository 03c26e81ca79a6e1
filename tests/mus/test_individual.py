"""Each for himself: two to six players (MUS-PLAY-2, A-60)."""

from __future__ import annotations

import pytest

from mustutor import games

from .table import fault, ledger, opened, play, quiet, sit, spoken_in_turn, stones

SEATS = ("A", "B", "C", "D")
# A has the best grande and 37; B a par of knights and 37; C nothing; D the best chica, par of aces.
DULL = "RRC7 RCC7 7654 AA45"


def alone(told=DULL, in_front="", seats=SEATS, **rules):
    options = {"players.mode": "individual", "players.count": len(seats), **rules}
    return sit(told, in_front, mano="A", rules=options, seats=seats)


def at(lance, told=DULL, **more):
    return opened(alone(told, **more), lance)


def test_MUS_PLAY_2_everybody_scores_for_himself():
    end = quiet(alone())
    assert ledger(end) == ["grande paso A 1", "chica paso D 1", "pares par A 1", "juego juego A 2"]
    assert stones(end) == "A4 B0 C0 D1"


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
def test_MUS_PLAY_2_two_to_six_play_a_hand(count):
    told = "RRC7 RCC7 7654 AA45 SSS4 7665"
    end = quiet(alone(" ".join(told.split()[:count]), seats="ABCDEF"[:count]))
    assert end.lance == "end"
    assert sum(end.stones) == sum(entry.stones for entry in end.ledger)


def test_MUS_PLAY_2_everyone_else_answers_a_bet():
    position = play(alone(), "A paso, B envido 2")
    assert position.queue == ("C", "D", "A")
    assert play(position, "C quiero").queue == ("D", "A")  # one quiero does not speak for others


def test_A_60_bettor_and_acceptors_compare_and_the_best_scores_the_stake_once():
    # A, with the best grande, stays out; of B, C and D it is B.
    position = play(alone(), "A paso, B envido 5, C quiero, D quiero, A no quiero")
    assert ledger(quiet(position), "grande") == ["grande envite B 5"]


@pytest.mark.parametrize(("reading", "due"), [("once", 5), ("per_acceptor", 10)])
def test_option_individual_stake(reading, due):
    position = alone(**{"individual.stake": reading})
    position = play(position, "A paso, B envido 5, C quiero, D quiero, A no quiero")
    assert ledger(quiet(position), "grande") == [f"grande envite B {due}"]


def test_option_individual_stake_per_acceptor_counts_who_accepts_without_pares_too():
    # Where all may bet at pares: three accept A's two stones, B and C with pares, D without.
    rules = {"individual.stake": "per_acceptor", "bet.only_holders_speak": False}
    position = quiet(alone("RCS4 RRC7 CCS7 654A", **rules), until="pares")
    position = play(position, "A no tengo, B tengo, C tengo, D no tengo")
    position = play(position, "A envido 2, B quiero, C quiero, D quiero")
    assert ledger(quiet(position), "pares") == ["pares envite B 6", "pares par B 1"]


@pytest.mark.parametrize("reading", ["once", "per_acceptor"])
def test_option_individual_stake_with_a_single_acceptor_is_all_one(reading):
    position = alone(**{"individual.stake": reading})
    position = play(position, "A envido 5, B no quiero, C quiero, D no quiero")
    assert ledger(quiet(position), "grande") == ["grande envite A 5"]


def test_A_60_all_others_refuse_and_the_bettor_takes_the_deje():
    position = play(alone(), "A paso, B paso, C envido 9, D no quiero, A no quiero, B no quiero")
    assert ledger(position) == ["grande deje C 1 at once"]


def test_A_60_a_refused_raise_brings_the_stake_before_it():
    position = play(alone(), "A envido 3, B subo a 7, C no quiero, D no quiero, A no quiero")
    assert ledger(position) == ["grande deje B 3 at once"]


def test_A_60_after_a_raise_those_who_accepted_are_asked_again():
    position = play(alone(), "A envido 3, B quiero, C subo a 7")
    assert position.queue == ("D", "A", "B")
    position = play(position, "D no quiero, A no quiero, B quiero")
    assert ledger(quiet(position), "grande") == ["grande envite B 7"]


def test_A_10_a_refusers_cards_do_not_count():
    position = play(alone(), "A paso, B paso, C paso, D envido 2, A no quiero, B no quiero")
    end = quiet(play(position, "C quiero"))
    assert ledger(end, "grande") == ["grande envite C 2"]  # a seven against a five


def test_A_60_pares_and_juego_need_two_who_hold_them():
    assert spoken_in_turn(at("pares"), "paso") == ["A", "B", "D"]
    position = quiet(alone("RRC7 RCS4 7654 654A"), until="pares")
    position = play(position, "A tengo, B no tengo, C no tengo, D no tengo")
    assert position.lance == "juego"  # A alone has pares
    assert ledger(quiet(position), "pares") == ["pares par A 1"]


def test_A_60_the_value_is_of_ones_own_hand_alone():
    position = play(at("pares"), "A paso, B envido 2, D quiero, A no quiero")
    assert ledger(quiet(position), "pares") == ["pares envite B 2", "pares par B 1"]


def test_A_60_a_refused_bet_at_pares_pays_deje_and_ones_own_value():
    position = play(at("pares"), "A paso, B paso, D envido 2, A no quiero, B no quiero")
    assert ledger(quiet(position), "pares") == ["pares deje D 1 at once", "pares par D 1"]


def test_A_60_an_ordago_accepted_by_two_is_won_by_the_best_of_the_three():
    position = play(alone(), "A paso, B ordago, C quiero, D quiero, A no quiero")
    assert (position.winner, ledger(position)) == ("B", ["grande ordago B 0 at once"])
    assert position.table.games == (0, 1, 0, 0)


def test_A_60_a_game_is_won_by_one():
    end = quiet(alone(in_front="A36 B10 C39 D38"))
    assert (end.winner, stones(end)) == ("A", "A40 B10 C39 D39")
    assert games.next_hand(end).stones == (0, 0, 0, 0)


def test_A_60_the_count_stops_where_one_gets_there():
    end = quiet(alone(in_front="A39 B0 C0 D39"))
    assert (end.winner, len(end.ledger)) == ("A", 1)


def test_MUS_DLR_3_the_deal_goes_round_the_whole_table():
    assert games.next_manos(quiet(alone())) == ("B",)


def test_nobody_answers_his_own_bet():
    position = play(alone(), "A envido 2, B quiero, C quiero")
    assert fault(position, "A quiero")
    assert fault(position, "B subo a 4")


def test_the_line_tells_whether_a_player_without_pares_accepted():
    # By per_acceptor two stones hang on D's word: the line, and so the check, must tell it.
    rules = {"individual.stake": "per_acceptor", "bet.only_holders_speak": False}
    position = quiet(alone("RCS4 RRC7 CCS7 654A", **rules), until="pares")
    position = play(position, "A no tengo, B tengo, C tengo, D no tengo")
    position = play(position, "A envido 2, B quiero, C quiero")
    assert play(position, "D quiero").line() != play(position, "D no quiero").line()
