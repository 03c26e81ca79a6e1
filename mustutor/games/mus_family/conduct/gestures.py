"""Signals before the referee: whether there are any, which, when, and whether they are true."""

from __future__ import annotations

from mustutor.calls import DECK
from mustutor.games.mus_family.conduct.case import JUEGO_OR_PUNTO, Case
from mustutor.games.mus_family.discards import corrido
from mustutor.games.mus_family.lances import TALKED
from mustutor.games.mus_family.signals import Signal, signals_of
from mustutor.ledger import Ruling

# What a signal speaks of, by its condition; the kings and aces are for grande and chica.
PARES = frozenset(("par", "medias", "duples"))
JUEGO = frozenset(("juego_31", "solomillo", "real", "punto_30", "punto_29", "punto_28"))
ANYTHING = frozenset(("nothing", "anything"))


def judge_signal(case: Case) -> Ruling:
    """Say whether a signal may be made here, and is true (MUS-SIG-1, MUS-SIG-2).

    A signal that is none of the list counts as a false one, for nobody can say what it means.
    """
    rules = case.rules
    if not case.partners:
        return case.forbidden(case.article("no partner"), "forbidden_signal")
    if not rules["signals.allowed"]:
        return case.forbidden(case.article("no signals"), "forbidden_signal")
    signal = signals_of(rules).get(case.call.word)
    untimely = _untimely(case, signal)
    if untimely:
        return case.forbidden(untimely, "forbidden_signal")
    may_be_false = rules["signals.false"] == "allowed"
    if signal is None:
        if may_be_false:
            return case.allowed("MUS-SIG-3")
        return case.forbidden(case.article("false signal"), "false_signal")
    article = signal.article or "MUS-SIG-1"
    if may_be_false or signal.holds == "anything":
        return case.allowed(article)
    hand = case.hand
    if hand is None:
        return case.untold(article)
    if signal.holds_for(hand, case.ranking):
        return case.allowed(article)
    return case.forbidden(case.article("false signal"), "false_signal")


def _untimely(case: Case, signal: Signal | None) -> str:
    """The article that has a signal wait for another moment, or nothing (signals.when)."""
    when = case.rules["signals.when"]
    lance = case.lance
    if "not_while_dealing" in when and case.position.speaker == DECK:
        return "REG-CAN-7"
    # Two options speak of mus corrido, and either can lift the ban.
    silent = "not_in_mus_corrido" in when and case.rules["mus.corrido_signals"] == "forbidden"
    if silent and lance in TALKED and corrido(case.position):
        return "MUS-FIRST-1"
    about = signal.holds if signal is not None else "anything"
    if (
        "no_earlier_lances_in_juego" in when
        and lance in JUEGO_OR_PUNTO
        and about not in JUEGO | ANYTHING
    ):
        return "REG-AST-23"
    early = (about in PARES and lance != "pares") or (
        about in JUEGO and lance not in JUEGO_OR_PUNTO
    )
    return "REG-AST-3" if early and "pares_juego_in_own_lance" in when else ""
