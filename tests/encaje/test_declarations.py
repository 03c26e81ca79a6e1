"""Pares and juego: who declares, who bets on them, and what follows when one has them or none."""

from __future__ import annotations

import pytest

from mustutor import games

from .table import cited, fault, ledger, play, quiet, refused, sit, stones

# RRC7: par of kings, 37. RCC7: par of knights, 37. 7654: no pares, 22 of punto.
HANDS = "A:RRC7 B:RCC7 C:7654"


def at_pares(hands=HANDS, stones_="A9 B9 C9", **options):
    return quiet(sit(stones_, hands, **options), "pares")


def at_juego(hands=HANDS, stones_="A9 B9 C9", **options):
    return quiet(sit(stones_, hands, **options), "juego")


def test_ENC_PAR_1_each_player_with_stones_declares_in_turn():
    position = at_pares(mano="B")
    assert position.queue == ("B", "C", "A")
    assert refused(position, "A tengo") == "ENC-PAR-1"
    assert fault(position, "B paso")
    assert fault(position, "B envido 2")
    position = play(position, "B tengo, C no tengo")
    assert play(position, "A tengo").speaker == "B"  # then the betting begins with mano


@pytest.mark.parametrize("call", ["A no tengo", "B no tengo", "C tengo"])
def test_ENC_PAR_1_declarations_are_true(call):
    position = at_pares()
    before = {"A": [], "B": ["A tengo"], "C": ["A tengo, B tengo"]}[call[0]]
    assert refused(play(position, *before), call) == "ENC-PAR-1"


def test_ENC_PAR_1_where_cards_are_not_told_the_word_is_taken():
    position = quiet(sit("A9 B9 C9"), "pares")
    assert [option.verb for option in games.options(position)] == ["tengo", "no tengo"]
    assert play(position, "A no tengo, B no tengo, C no tengo").lance == "juego"


def test_ENC_PAR_2_players_without_stones_neither_speak_nor_score():
    # B is all in with the only pares of the table: nobody scores them.
    position = play(sit("A9 B3 C9", "A:RCS7 B:4444 C:RCS6"), "A envido 3, B quiero, C no quiero")
    position = quiet(position, "pares")
    assert position.queue == ("A", "C")
    assert refused(position, "B tengo") == "ENC-PAR-2"
    position = play(position, "A no tengo, C no tengo")
    assert position.lance == "juego"
    assert ledger(quiet(position), "pares") == []


def test_ENC_PAR_2_who_is_alone_with_stones_still_declares_and_scores():
    position = play(sit("A9 B3", "A:RRC7 B:4444"), "A envido 3, B quiero")
    position = quiet(position, "pares")
    assert position.queue == ("A",)
    assert ledger(quiet(position), "pares") == ["pares showdown value A > out 1"]


def test_ENC_PAR_3_nobody_has_pares_no_betting_and_no_score():
    position = at_pares("A:RCS7 B:7654 C:RCS6")
    position = play(position, "A no tengo, B no tengo, C no tengo")
    assert (position.lance, position.speaker) == ("juego", "A")
    assert ledger(quiet(position), "pares") == []


def test_ENC_PAR_4_the_only_holder_scores_at_the_showdown_without_betting():
    position = play(at_pares("A:RCS7 B:4444 C:RCS6"), "A no tengo, B tengo, C no tengo")
    assert position.lance == "juego"  # not a word of betting on pares
    assert ledger(position, "pares") == []  # nothing moves before the showdown
    position = quiet(position)
    assert ledger(position, "pares") == ["pares showdown value B > out 3"]
    assert cited(position, "pares") == ["ENC-PAR-4"]


def test_ENC_PAR_5_several_holders_bet_among_themselves_the_others_stay_silent():
    position = play(at_pares(mano="C"), "C no tengo, A tengo, B tengo")
    assert position.queue == ("A", "B")  # mano is silent: the first holder begins
    assert refused(position, "C paso") == "ENC-PAR-5"
    position = play(position, "A envido 2")
    assert position.queue == ("B",)
    assert refused(position, "C quiero") == "ENC-PAR-5"
    assert play(position, "B quiero").accounts()["pot:pares"] == 4


def test_ENC_JUE_1_each_player_with_stones_declares_juego_in_turn():
    position = at_juego(mano="C")
    assert position.queue == ("C", "A", "B")
    assert refused(position, "C tengo") == "ENC-JUE-1"
    assert refused(play(position, "C no tengo"), "A no tengo") == "ENC-JUE-1"
    position = play(position, "C no tengo, A tengo, B tengo")
    assert (position.lance, position.queue) == ("juego", ("A", "B"))


def test_ENC_JUE_1_without_stones_nobody_declares_juego():
    position = play(sit("A9 B3 C9", HANDS), "A envido 3, B quiero, C no quiero")
    position = quiet(position, "juego")
    assert position.queue == ("A", "C")
    assert refused(position, "B tengo") == "ENC-PAR-2"


def test_ENC_JUE_2_several_juegos_bet_among_themselves():
    position = play(at_juego(), "A tengo, B tengo, C no tengo, A paso")
    assert refused(position, "C envido 2") == "ENC-JUE-2"
    position = play(position, "B envido 5")
    assert position.queue == ("A",)
    assert play(position, "A quiero").lance == "end"  # the last lance: the showdown follows


def test_ENC_JUE_3_the_only_juego_scores_at_the_showdown_without_betting():
    position = at_juego("A:7654 B:RCSA C:7766")
    position = play(position, "A no tengo, B tengo, C no tengo")
    assert position.lance == "end"
    assert ledger(position, "juego") == ["juego showdown value B > out 3"]
    assert cited(position, "juego") == ["ENC-JUE-3"]
    assert ledger(position, "punto") == []


def test_ENC_JUE_4_no_juego_everyone_with_stones_may_bet_on_punto():
    # C has no pares and D is all in: C may bet on punto, D may not.
    hands = "A:CS54 B:7766 C:7654 D:A455"
    position = play(sit("A9 B9 C9 D2", hands), "A paso, B paso, C paso, D envido 2")
    position = quiet(play(position, "A quiero, B no quiero, C no quiero"), "juego")
    position = play(position, "A no tengo, B no tengo, C no tengo")
    assert position.lance == "punto"
    assert position.queue == ("A", "B", "C")
    assert fault(position, "D envido 2")
    position = play(position, "A paso, B paso, C envido 2")
    assert position.queue == ("A", "B")


@pytest.mark.parametrize(
    ("hand", "pares", "juego"),
    [
        ("RRC7", True, True),
        ("R3C4", True, True),  # a three is a king: a pair, and 34
        ("A2S7", True, False),  # a two is an ace: a pair
        ("RCSA", False, True),  # 31 exactly
        ("RC64", False, False),  # 30
        ("7654", False, False),
        ("777S", True, True),  # 31
        ("4444", True, False),
    ],
)
def test_MUS_DECL_1_and_MUS_DECL_5_only_what_the_cards_say_can_be_declared(hand, pares, juego):
    position = quiet(sit("A9 B9", f"A:{hand} B:6655"), "pares")
    words = {True: "tengo", False: "no tengo"}
    assert [option.verb for option in games.options(position)] == [words[pares]]
    position = quiet(position, "juego")
    assert [option.verb for option in games.options(position)] == [words[juego]]


def test_MUS_LANCE_1_punto_is_played_only_when_nobody_has_juego():
    assert quiet(at_juego("A:7654 B:7766 C:CS54"), "punto").lance == "punto"
    position = quiet(at_juego())
    assert ledger(position, "punto") == []
    assert stones(position) == "A5 B9 C8"  # A: grande 1, pares 1, juego 2; C: chica 1
