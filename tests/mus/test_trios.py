"""Six players in two teams of three (MUS-PLAY-3, A-61)."""

from __future__ import annotations

import pytest

from mustutor import games

from .table import TRIOS, closes, ledger, opened, play, quiet, refused, sit, spoken_in_turn

# A: par of kings, duples of fours and fives, par of jacks. B: par of knights, nothing, par of aces.
TOLD = "RRC7 RCC7 4455 7654 7SS6 AA46"


def six(told=TOLD, **more):
    rules = {"players.mode": "trios", "players.count": 6, **more.pop("rules", {})}
    return sit(told, rules=rules, seats=TRIOS, **more)


def at(lance, told=TOLD):
    return opened(six(told), lance)


def test_MUS_PLAY_3_all_six_speak_in_turn_from_mano():
    assert spoken_in_turn(six(mano="A2"), "paso") == ["A2", "B2", "A3", "B3", "A1", "B1"]


def test_A_61_the_opponents_answer_in_turn():
    position = play(six(), "A1 paso, B1 envido 2")
    assert position.queue == ("A2", "A3", "A1")
    assert refused(position, "B2 quiero") == "MUS-BET-4"
    assert play(position, "A2 no quiero, A3 quiero").lance == "chica"


def test_A_61_it_takes_three_to_refuse():
    position = play(six(), "A1 envido 4, B1 no quiero, B2 no quiero")
    assert position.lance == "grande"
    assert ledger(play(position, "B3 no quiero")) == ["grande deje A 1 at once"]


def test_A_61_the_best_of_three_represents_the_side():
    end = quiet(play(six(), "A1 envido 4, B1 quiero"))
    assert ledger(end)[:2] == ["grande envite A 4", "chica paso B 1"]


def test_A_61_all_three_values_are_added():
    assert ledger(quiet(six()), "pares") == ["pares par A 1", "pares duples A 3", "pares par A 1"]
    end = quiet(closes(at("pares"), "A1 paso, B1 envido 2"))
    assert ledger(end, "pares") == ["pares deje B 1 at once", "pares par B 1", "pares par B 1"]


def test_A_61_the_values_of_juego_too():
    end = quiet(six("RRC7 RCC7 RSSA 7654 CSS7 654A"))
    assert ledger(end, "juego") == ["juego juego A 2", "juego juego31 A 3", "juego juego A 2"]


def test_A_61_who_refused_is_out_and_the_other_two_go_on():
    position = play(six(), "A1 envido 2, B1 no quiero, B2 subo a 4, A3 subo a 8")
    assert position.queue == ("B3", "B2")


def test_A_61_twenty_four_cards_are_dealt_and_sixteen_are_left():
    assert six("").deal.stock == 16


@pytest.mark.parametrize("mano", TRIOS)
def test_MUS_DLR_3_the_deal_goes_round_all_six(mano):
    seat = TRIOS[(TRIOS.index(mano) + 1) % 6]
    assert games.next_manos(quiet(six(mano=mano))) == (seat,)


def test_MUS_STN_3_the_three_score_in_common():
    end = quiet(six())
    assert set(end.in_front()) == {"A", "B"}
    assert sum(end.stones) == sum(entry.stones for entry in end.ledger)
