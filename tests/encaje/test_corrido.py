"""Mus corrido: mano moves on until somebody cuts (MUS-FIRST-1 to 4, A-17 to A-19)."""

from __future__ import annotations

import pytest

from mustutor import games
from mustutor.model.calls import deal_call

from .table import fault, hands, play, quiet, serve, sit

HANDS = "A:RRCC B:7654 C:6654"
EVERY = {"mus.corrido": "every_hand"}
DISCARDS = {"A": "A descarto ?", "B": "B descarto ?", "C": "C descarto ?"}


def everyone_mus(position):
    for seat in position.queue:
        position = play(position, f"{seat} mus")
    return position


def exchanged(position):
    for seat in position.queue:
        position = play(position, DISCARDS[seat])
    return serve(position, "")


def test_MUS_FIRST_1_mus_moves_the_deck_on_to_the_next_player():
    position = play(sit("A20 B20 C20", HANDS, rules=EVERY, talk=True), "A mus")
    assert position.speaker == "B"


def test_MUS_FIRST_3_if_nobody_cuts_mano_becomes_the_dealer():
    position = everyone_mus(sit("A20 B20 C20", HANDS, rules=EVERY, talk=True))
    assert position.order == ("B", "C", "A")  # the dealer is the last to speak
    assert position.queue == ("B", "C", "A")  # the new mano throws first
    position = exchanged(position)
    assert (position.lance, position.speaker) == ("mus", "B")
    assert everyone_mus(position).order == ("C", "A", "B")


@pytest.mark.parametrize(
    ("talk", "order"),
    [("A corto", "ABC"), ("A mus, B corto", "BCA"), ("A mus, B mus, C corto", "CAB")],
)
def test_MUS_FIRST_4_whoever_cuts_is_mano_at_once(talk, order):
    position = play(sit("A20 B20 C20", HANDS, rules=EVERY, talk=True), talk)
    assert (position.lance, position.order, position.queue) == (
        "grande",
        tuple(order),
        tuple(order),
    )


def test_MUS_FIRST_4_after_a_round_of_mus_too():
    position = exchanged(everyone_mus(sit("A20 B20 C20", HANDS, rules=EVERY, talk=True)))
    assert play(position, "B mus, C corto").queue == ("C", "A", "B")


def test_A_18_the_next_hand_is_dealt_by_whoever_became_mano():
    position = play(sit("A20 B20 C20", HANDS, rules=EVERY, talk=True), "A mus, B mus, C corto")
    assert games.next_manos(quiet(position)) == ("A",)  # C was mano: he deals, A speaks first


def moves(position):
    """Whether a cut by the second player makes him mano here."""
    first, second = position.order[:2]
    return play(position, f"{first} mus, {second} corto").mano == second


def next_dealt(position, told=HANDS):
    """Play this hand out without mus, and deal the next."""
    position = quiet(play(position, f"{position.mano} corto"))
    return games.apply(games.next_hand(position), deal_call(hands(told)))


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
    told = "A:RRRR B:7654"
    position = sit("A11 B40", told, rules={"mus.corrido": how_often}, talk=True)
    assert moves(position) is first
    # A discards six a hand (grande 1, duples 3, juego 2): he is out at the second, and B has lost.
    position = next_dealt(position, told)
    assert (position.table.game, position.table.hand_of_game) == (1, 2)
    assert moves(position) is second
    position = next_dealt(position, told)
    assert (position.table.game, position.table.hand_of_game) == (2, 1)
    assert moves(position) is new_game


# RRC7: pares and juego. RC44: pares, 28. RCSA: 31, no pares. 7654: neither.
@pytest.mark.parametrize(
    ("needs", "may"),
    [
        ("any", {"RRC7", "RC44", "RCSA", "7654"}),
        ("pares_and_juego", {"RRC7"}),
        ("pares_or_juego", {"RRC7", "RC44", "RCSA"}),
    ],
)
@pytest.mark.parametrize("hand", ["RRC7", "RC44", "RCSA", "7654"])
def test_option_mus_corrido_cut(needs, may, hand):
    rules = {**EVERY, "mus.corrido_cut": needs}
    position = sit("A20 B20", f"A:{hand} B:5566", rules=rules, talk=True)
    verbs = [option.verb for option in games.options(position)]
    assert ("corto" in verbs) == (hand in may)
    assert "mus" in verbs
    if hand not in may:
        assert fault(position, "A corto").rule == "REG-CAN-6"
    else:
        assert play(position, "A corto").lance == "grande"


def test_option_mus_corrido_cut_binds_only_while_mus_is_corrido():
    rules = {"mus.corrido": "never", "mus.corrido_cut": "pares_and_juego"}
    position = sit("A20 B20", "A:7654 B:5566", rules=rules, talk=True)
    assert play(position, "A corto").lance == "grande"


@pytest.mark.parametrize("signals", ["allowed", "forbidden"])
def test_option_mus_corrido_signals_has_no_effect_in_encaje(signals):
    """Nobody has a partner to signal to (A-88): a signal changes nothing of Encaje either way."""
    rules = {**EVERY, "mus.corrido_signals": signals}
    position = sit("A20 B20 C20", HANDS, rules=rules, talk=True)
    assert [option.verb for option in games.options(position)] == ["mus", "corto"]
    assert play(position, "A sena duples").line() == position.line()
    line = play(position, "A mus, B corto, B paso, C envido 2").line()
    assert line == "encaje 1 B grande A B-C2 2:C A20,B20,C20 - 0"
