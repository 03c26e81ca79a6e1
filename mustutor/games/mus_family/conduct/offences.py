"""The offences against conduct: a closed set, each with what the referee says of it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from mustutor.language import mark

OFFENCES: Mapping[str, str] = MappingProxyType(
    {
        "forbidden_question": mark("{seat} asks their partner with a hand that forbids asking."),
        "bait_as_mano_max": mark("{seat}, mano with the best possible hand, pretends to refuse."),
        "mano_31_pass_order": mark("{seat}, mano with 31, tells their partner to pass at juego."),
        "mano_30_pass_order": mark("{seat}, mano with 30, tells their partner to pass at punto."),
        "real_pass_order": mark("{seat} holds la Real and tells their partner to pass."),
        "false_declaration": mark("{seat} declares {lance} falsely."),
        "broken_word": mark("{seat} does not keep their word."),
        "lie": mark("{seat} says something untrue, and lying is not allowed here."),
        "false_signal": mark("{seat} makes a signal that is false, or that is not on the list."),
        "forbidden_signal": mark("{seat} makes a signal that may not be made here."),
        "forbidden_talk": mark("{seat} says what may not be said here."),
        "forbidden_naming": mark("{seat} names cards in a way that is not allowed here."),
        "out_of_turn": mark("{seat} speaks out of turn."),
        "word_taken_back": mark("{seat} takes a word back."),
        "late_word": mark("{seat} speaks after {lance} has been settled."),
        "late_talk": mark("{seat} talks of mus after it has been cut."),
        "shown_card": mark("{seat} shows a card."),
        "misdeal": mark("{seat} holds a wrong number of cards."),
        "no_cut": mark("{seat} deals without offering the cut."),
        "forgotten_stones": mark("Side {side} forgets stones until the next cut."),
        "wrong_cut": mark("{seat} does not cut the deck as the rules ask."),
        "wrong_shuffle": mark("{seat} does not shuffle as the rules ask."),
    }
)
"""Every offence an entry of the option `penalty` may price, and its sentence."""

PARTICULAR: Mapping[str, str] = MappingProxyType(
    {
        "MUS-TALK-1": mark("{seat} talks at a table where nobody may talk."),
        "MUS-SIG-4": mark("{seat} tells their partner about cards, which only signals may do."),
        "REG-AST-3": mark("{seat} signals pares or juego before that lance is played."),
        "REG-AST-4": mark("{seat} uses a word for the mus that is not on the closed list."),
        "REG-AST-6": mark("{seat} claims to play alone, without medias, duples or 31."),
        "REG-AST-10": mark("{seat} may only ask, and only what their partner has in this lance."),
        "REG-AST-11": mark("{seat} names cards although no bet of the others has to be answered."),
        "REG-AST-12": mark(
            "{seat} does not name their cards from the best for the lance downwards."
        ),
        "REG-AST-13": mark("{seat} leaves out a card equal to the last one named."),
        "REG-AST-16": mark(
            "{seat} asks whether accepted bets have been won, with an órdago still to answer."
        ),
        "REG-AST-23": mark("{seat} goes back to an earlier lance while {lance} is being played."),
        "REG-CAN-7": mark("{seat} signals while cards are being dealt."),
        "REG-CLM-4": mark("{seat} names cards out of order."),
        "MUS-FIRST-1": mark("{seat} signals before the mus corrido has been cut."),
    }
)
"""What is said instead where an article has a sentence of its own."""

COSTS: Mapping[str, str] = MappingProxyType(
    {
        "none": mark("It costs nothing here."),
        "warn": mark("{seat} is warned."),
        "annul_lance": mark("Side {side} scores nothing at {lance}."),
        "annul_hand": mark("Side {side} scores nothing in this hand."),
        "lose_game": mark("Side {side} loses the game."),
        "stones": mark("It costs stones, which go to the others: {stones}."),
    }
)
"""What each penalty means."""

ALLOWED = mark("That is allowed.")
UNTOLD = mark("The cards that are known do not show whether that is allowed.")
