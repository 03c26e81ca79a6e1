"""Mus corrido: deal and mano move on until somebody cuts (MUS-FIRST, A-17 to A-19, A-27)."""

from __future__ import annotations

import pytest

from mustutor import games

from .table import DULL, PAIRS, again, fault, ledger, play, quiet, refused, serve, sit, verbs

EVERY = {"mus.corrido": "every_hand"}


def corrido(told=DULL, in_front="A0 B0", **rules):
    return sit(told, in_front, rules={**EVERY, **rules}, talk=True)


def everyone_mus(position):
    for seat in position.queue:
        position = play(position, f"{seat} mus")
    return position


def exchanged(position):
    """Everybody says mus and throws a card unseen."""
    position = everyone_mus(position)
    for seat in position.queue:
        position = play(position, f"{seat} descarto ?")
    return serve(position, "")


def moves(position):
    """Whether a cut by the second to speak makes him mano here."""
    first, second = position.order[:2]
    return play(position, f"{first} mus, {second} corto").mano == second


def test_MUS_FIRST_1_in_the_first_hand_of_a_game_mus_moves_the_deck_to_the_right():
    position = play(sit(DULL, rules="fournier", talk=True), "A1 mus")
    assert position.speaker == "B1"
    assert play(position, "B1 corto").order == ("B1", "A2", "B2", "A1")


def test_MUS_FIRST_1_the_second_hand_of_the_game_has_none():
    position = quiet(sit(DULL, rules="fournier"))
    assert not moves(again(position, talk=True))


def test_MUS_FIRST_1_nor_a_game_taken_up_in_the_middle():
    assert not moves(sit(DULL, "A5 B0", rules="fournier", talk=True))


def test_MUS_FIRST_1_the_first_hand_of_the_second_game_has_it_again():
    position = quiet(sit(DULL, "A36 B0", rules="fournier"))
    assert position.winner == "A"
    position = again(position, talk=True)
    assert (position.table.game, position.table.hand_of_game) == (2, 1)
    assert moves(position)


def test_MUS_FIRST_2_the_french_text_has_it_in_every_hand():
    position = corrido()
    assert moves(position)
    assert moves(again(quiet(play(position, "A1 corto")), talk=True))


def test_MUS_FIRST_3_if_nobody_cuts_mano_becomes_the_dealer_and_serves():
    position = everyone_mus(corrido(told=""))
    assert position.order == ("B1", "A2", "B2", "A1")  # the dealer is the last to speak
    assert position.queue == position.order  # the new mano throws first
    position = exchanged(corrido(told=""))
    assert (position.lance, position.speaker) == ("mus", "B1")
    assert exchanged(position).order == ("A2", "B2", "A1", "B1")


@pytest.mark.parametrize(
    ("talk", "order"),
    [
        ("A1 corto", "A1 B1 A2 B2"),
        ("A1 mus, B1 corto", "B1 A2 B2 A1"),
        ("A1 mus, B1 mus, A2 corto", "A2 B2 A1 B1"),
        ("A1 mus, B1 mus, A2 mus, B2 corto", "B2 A1 B1 A2"),
    ],
)
def test_MUS_FIRST_4_whoever_cuts_is_mano(talk, order):
    position = play(corrido(), talk)
    assert position.lance == "grande"
    assert position.order == position.queue == tuple(order.split())


def test_MUS_FIRST_4_after_rounds_of_mus_too():
    position = exchanged(exchanged(corrido(told="")))
    assert play(position, "A2 mus, B2 corto").queue == ("B2", "A1", "B1", "A2")


def test_MUS_FIRST_4_he_is_mano_of_that_hand_when_hands_are_equal():
    # Four times the same hand: all three stones go to whoever cut.
    position = play(corrido("RC54 RC54 RC54 RC54"), "A1 mus, B1 corto")
    assert ledger(quiet(position)) == ["grande paso B 1", "chica paso B 1", "punto punto B 1"]


def test_A_18_whoever_cut_deals_the_next_hand():
    position = quiet(play(corrido(), "A1 mus, B1 mus, A2 corto"))
    assert games.next_manos(position) == ("B2",)


def test_A_27_a_new_game_goes_on_in_the_same_rotation():
    position = quiet(sit(DULL, "A36 B0", rules={"mus.corrido": "never"}))
    assert position.winner == "A"
    assert games.next_manos(position) == ("B1",)


# --- how often: A-17 ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("how_often", "first", "second", "new_game"),
    [
        ("never", False, False, False),
        ("match", True, False, False),
        ("game", True, False, True),
        ("every_hand", True, True, True),
    ],
)
def test_option_mus_corrido(how_often, first, second, new_game):
    # A has RRRR against three hands of nothing: 6 each time (grande 1, duples 3, juego 2), and
    # chica too in the third, where A2 is mano of the equal ones: 25 after four hands.
    rules = {"mus.corrido": how_often, "score.target": 25}
    told = "RRRR 7654 7654 7654"
    position = sit(told, rules=rules, talk=True)
    assert moves(position) is first
    for number in range(2, 5):
        position = quiet(play(position, f"{position.mano} corto"))
        position = again(position, told, talk=True)
        assert position.table.hand_of_game == number
        assert moves(position) is second
    position = again(quiet(play(position, f"{position.mano} corto")), told, talk=True)
    assert (position.table.game, position.table.hand_of_game) == (2, 1)
    assert moves(position) is new_game


@pytest.mark.parametrize("how_often", ["match", "game"])
def test_option_mus_corrido_a_hand_that_is_redealt_was_not_the_first(how_often):
    rules = {"mus.corrido": how_often, "exposed_card.action": "redeal"}
    void = play(sit(DULL, rules=rules, talk=True), "B2 descubre 5")
    position = again(void, talk=True)
    assert position.mano == "A1"
    assert moves(position)


@pytest.mark.parametrize("start", [{"in_front": "A5 B0"}, {"won": {"A": 1, "B": 0}}])
def test_option_mus_corrido_match_not_where_a_match_is_taken_up_in_the_middle(start):
    assert not moves(sit(DULL, rules={"mus.corrido": "match"}, talk=True, **start))


# --- who may cut: A-19 -------------------------------------------------------------------

# RRC7: pares and juego. RC44: pares, 28. RCSA: 31, no pares. 7654: neither.
CUTTING = {"RRC7": "both", "RC44": "pares", "RCSA": "juego", "7654": "neither"}


@pytest.mark.parametrize(
    ("needs", "may"),
    [
        ("any", {"both", "pares", "juego", "neither"}),
        ("pares_and_juego", {"both"}),
        ("pares_or_juego", {"both", "pares", "juego"}),
    ],
)
@pytest.mark.parametrize("hand", CUTTING)
def test_option_mus_corrido_cut(needs, may, hand):
    position = corrido(f"{hand} 7654 7766 AA45", **{"mus.corrido_cut": needs})
    assert "mus" in verbs(position)
    assert ("corto" in verbs(position)) is (CUTTING[hand] in may)
    if CUTTING[hand] in may:
        assert play(position, "A1 corto").lance == "grande"
    else:
        assert fault(position, "A1 corto")


def test_option_mus_corrido_cut_is_asked_of_who_cuts_not_of_mano():
    position = corrido("7654 RRC7 7654 AA45", **{"mus.corrido_cut": "pares_and_juego"})
    assert play(position, "A1 mus, B1 corto").mano == "B1"


def test_option_mus_corrido_cut_is_asked_where_declarations_need_not_be_true():
    rules = {"mus.corrido_cut": "pares_and_juego", "declare.mode": "manual"}
    for hand, kinds in CUTTING.items():
        position = corrido(f"{hand} 7654 7766 AA45", **rules)
        assert ("corto" in verbs(position)) is (kinds == "both")


def test_REG_CAN_6_in_mus_corrido_only_pares_and_juego_cut_and_later_anything():
    position = sit("7654 RRC7 7654 AA45", rules="cantabria", talk=True)
    assert refused(position, "A1 corto")
    position = quiet(play(position, "A1 mus, B1 corto"))
    assert position.table.hand_of_game == 1
    assert play(again(position, "7654 7654 7654 7654", talk=True), "A2 corto").lance == "grande"


@pytest.mark.parametrize("rulebook", ["fournier", "madrid"])
def test_REG_CAN_6_is_cantabrias_alone(rulebook):
    assert play(sit("7654 RRC7 7654 AA45", rules=rulebook, talk=True), "A1 corto").mano == PAIRS[0]
