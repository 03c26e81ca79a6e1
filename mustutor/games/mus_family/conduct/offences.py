"""The offences against conduct: a closed set, each with what the referee says of it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from mustutor.language import mark

OFFENCES: Mapping[str, str] = MappingProxyType(
    {
        "forbidden_question": mark("{seat} asks his partner with a hand that forbids asking."),
        "bait_as_mano_max": mark("{seat}, mano with the best possible hand, feigns a refusal."),
        "mano_31_pass_order": mark("{seat}, mano with 31, tells his partner to pass at juego."),
        "mano_30_pass_order": mark("{seat}, mano with 30, tells his partner to pass at punto."),
        "real_pass_order": mark("{seat} holds La Real and tells his partner to pass."),
        "false_declaration": mark("{seat} declares {lance} falsely."),
        "broken_word": mark("{seat} does not keep to a word that was given."),
        "lie": mark("{seat} says what is not so, and may not lie."),
        "false_signal": mark("{seat} makes a signal that is false, or none of the list."),
        "forbidden_signal": mark("{seat} makes a signal that may not be made here."),
        "forbidden_talk": mark("{seat} says what may not be said here."),
        "forbidden_naming": mark("{seat} names cards as they may not be named here."),
        "out_of_turn": mark("{seat} speaks out of turn."),
        "word_taken_back": mark("{seat} takes a word back."),
        "late_word": mark("{seat} speaks when {lance} is settled."),
        "late_talk": mark("{seat} talks of mus when it is cut."),
        "shown_card": mark("{seat} shows a card."),
        "misdeal": mark("{seat} holds a wrong number of cards."),
        "no_cut": mark("{seat} deals without offering the cut."),
        "forgotten_stones": mark("Side {side} forgets stones until the next cut."),
        "wrong_cut": mark("{seat} does not cut as it should be."),
        "wrong_shuffle": mark("{seat} does not shuffle as it should be."),
    }
)
"""Every offence an entry of the option `penalty` may price, and its sentence."""

PARTICULAR: Mapping[str, str] = MappingProxyType(
    {
        "MUS-TALK-1": mark("{seat} talks at a table where nobody may."),
        "MUS-SIG-4": mark("{seat} speaks of cards to his partner, and signals are the only way."),
        "REG-AST-3": mark("{seat} signals for pares or juego before it is their lance."),
        "REG-AST-4": mark("{seat} uses a word for the mus that is none of the closed list."),
        "REG-AST-6": mark("{seat} says that he plays alone, without medias, duples or 31."),
        "REG-AST-10": mark("{seat} may only ask, and only what his partner has in this lance."),
        "REG-AST-11": mark("{seat} names cards with no bet of the others to be decided."),
        "REG-AST-12": mark("{seat} does not name his cards from the best for the lance on."),
        "REG-AST-13": mark("{seat} leaves out a card equal to the last he named."),
        "REG-AST-16": mark(
            "{seat} asks whether accepted stakes are won, with an órdago to answer."
        ),
        "REG-AST-23": mark("{seat} goes back to an earlier lance while {lance} is on."),
        "REG-CAN-7": mark("{seat} signals while cards are being dealt."),
        "REG-CLM-4": mark("{seat} names cards out of their order."),
        "MUS-FIRST-1": mark("{seat} signals before the mus corrido is cut."),
    }
)
"""What is said instead where an article has a sentence of its own."""

COSTS: Mapping[str, str] = MappingProxyType(
    {
        "none": mark("It costs nothing here."),
        "warn": mark("{seat} is warned."),
        "annul_lance": mark("Side {side} counts nothing at {lance}."),
        "annul_hand": mark("Side {side} counts nothing in this hand."),
        "lose_game": mark("Side {side} loses the game."),
        "stones": mark("It costs stones, which the others take: {stones}."),
    }
)
"""What each penalty means."""

ALLOWED = mark("That is allowed.")
UNTOLD = mark("Whether that is allowed cannot be told from the cards that are known.")
