"""Conduct: signals, the offences with their rulings, and the case a referee judges.

`judge_signal` judges a signal. A `Case` has the words, the speaker and the cards, and rules on
it. The options decide; the cited article is the one of the region whose rulebook is in force, or of
the plainest rulebook, since several regions state the same rule in words of their own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from mustutor.base.language import mark
from mustutor.games.mus_family.betting import Lances, corrido
from mustutor.games.mus_family.hands import CARDS_IN_HAND, TALKED, HandClass, Ranking
from mustutor.games.mus_family.signals import Signal, signals_of
from mustutor.games.mus_family.talk_options import article
from mustutor.model.calls import DECK, Call
from mustutor.model.ledger import Ruling
from mustutor.model.position import Hand, Position

# What a signal speaks of, by its condition; the kings and aces are for grande and chica.
PARES = frozenset(("par", "medias", "duples"))
JUEGO = frozenset(("juego_31", "solomillo", "real", "punto_30", "punto_29", "punto_28"))
ANYTHING = frozenset(("nothing", "anything"))


def judge_signal(case: Case) -> Ruling:
    """Judge whether a signal may be made here, and is true (MUS-SIG-1, MUS-SIG-2).

    A signal that is not in the list counts as false, as its meaning is unknown.
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
        return case.undecidable(article)
    if signal.holds_for(hand, case.ranking):
        return case.allowed(article)
    return case.forbidden(case.article("false signal"), "false_signal")


def _untimely(case: Case, signal: Signal | None) -> str:
    """The article that makes a signal wait for another moment; empty if it may be made now."""
    when = case.rules["signals.when"]
    lance = case.lance
    if "not_while_dealing" in when and case.position.speaker == DECK:
        return "REG-CAN-7"
    # Two options are about mus corrido, and either can lift the ban.
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


OFFENCES: Mapping[str, str] = {
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
"""Every offence an entry of the option `penalty` may price, and its sentence."""

PARTICULAR: Mapping[str, str] = {
    "MUS-TALK-1": mark("{seat} talks at a table where nobody may talk."),
    "MUS-SIG-4": mark("{seat} tells their partner about cards, which only signals may do."),
    "REG-AST-3": mark("{seat} signals pares or juego before that lance is played."),
    "REG-AST-4": mark("{seat} uses a word for the mus that is not on the closed list."),
    "REG-AST-6": mark("{seat} claims to play alone, without medias, duples or 31."),
    "REG-AST-10": mark("{seat} may only ask, and only what their partner has in this lance."),
    "REG-AST-11": mark("{seat} names cards although no bet of the others has to be answered."),
    "REG-AST-12": mark("{seat} does not name their cards from the best for the lance downwards."),
    "REG-AST-13": mark("{seat} leaves out a card equal to the last one named."),
    "REG-AST-16": mark(
        "{seat} asks whether accepted bets have been won, with an órdago still to answer."
    ),
    "REG-AST-23": mark("{seat} goes back to an earlier lance while {lance} is being played."),
    "REG-CAN-7": mark("{seat} signals while cards are being dealt."),
    "REG-CLM-4": mark("{seat} names cards out of order."),
    "MUS-FIRST-1": mark("{seat} signals before the mus corrido has been cut."),
}
"""What is said instead where an article has a sentence of its own."""

COSTS: Mapping[str, str] = {
    "none": mark("It costs nothing here."),
    "warn": mark("{seat} is warned."),
    "annul_lance": mark("Side {side} scores nothing at {lance}."),
    "annul_hand": mark("Side {side} scores nothing in this hand."),
    "lose_game": mark("Side {side} loses the game."),
    "stones": mark("It costs stones, which go to the others: {stones}."),
}
"""What each penalty means."""

ALLOWED = mark("That is allowed.")
UNTOLD = mark("The cards that are known do not show whether that is allowed.")


JUEGO_OR_PUNTO = frozenset(("juego", "punto"))


class Case(NamedTuple):
    """Words or a signal at a position, and the possible rulings on it."""

    position: Position
    call: Call

    @property
    def rules(self) -> Mapping[str, Any]:
        """The options of the variant."""
        return self.position.table.variant.rules

    @property
    def lance(self) -> str:
        """The lance it was said in."""
        return self.position.lance

    @property
    def ranking(self) -> Ranking:
        """The order of hands."""
        state: Lances = self.position.state
        return state.ranking

    @property
    def hand(self) -> Hand | None:
        """The four cards of the speaker; None if not all are known."""
        return self.hand_of(self.call.seat)

    @property
    def hand_class(self) -> HandClass | None:
        """The class of those cards in every lance."""
        return None if self.hand is None else self.ranking.classify(self.hand)

    @property
    def is_mano(self) -> bool:
        """Whether the speaker is mano."""
        return self.call.seat == self.position.mano

    @property
    def partners(self) -> tuple[str, ...]:
        """The partners of the speaker, in the order of play; none if each plays alone."""
        seat, order = self.call.seat, self.position.table.seats
        place = order.index(seat)
        return tuple([s for s in order[place + 1 :] + order[:place] if s[0] == seat[0]])

    def hand_of(self, seat: str) -> Hand | None:
        """The four cards of a seat; None if not all are known."""
        hand = self.position.hand_of(seat)
        return hand if hand is not None and len(hand) == CARDS_IN_HAND else None

    def article(self, topic: str) -> str:
        """The article this rulebook has for a topic."""
        return article(self.position.table.variant, topic)

    def allowed(self, rule: str) -> Ruling:
        """The ruling that it is allowed."""
        return Ruling(self.call, self.lance, True, rule, since=len(self.position.said))

    def undecidable(self, rule: str) -> Ruling:
        """The ruling that the known cards cannot decide it."""
        return Ruling(self.call, self.lance, None, rule, since=len(self.position.said))

    def forbidden(self, rule: str, offence: str) -> Ruling:
        """The ruling that it is forbidden, with its cost under these rules."""
        ruling = Ruling(self.call, self.lance, False, rule, offence, since=len(self.position.said))
        return with_cost(self.rules, ruling)


def with_cost(rules: Mapping[str, Any], ruling: Ruling) -> Ruling:
    """The ruling with the cost of its offence under these rules."""
    cost = rules["penalty"].get(ruling.offence, "none")
    if isinstance(cost, dict):
        return ruling._replace(penalty="stones", stones=int(cost["stones"]))
    return ruling._replace(penalty=str(cost), stones=0)


class Truthfulness(NamedTuple):
    """How a statement about one's cards is ruled: an offence, allowed, or undecidable."""

    rule: str
    offence: str = ""
    lied: bool = False
    untold: bool = False


def truthfulness(case: Case, holds: bool | None) -> Truthfulness:
    """The consequence of a statement being true, false, or undecidable.

    If words bind, an untrue statement is a broken promise (REG-ALV-5). If the rulebook is silent on
    lying, it is allowed.
    """
    lying = str(case.rules["talk.lying"])
    binding = bool(case.rules["talk.binding"])
    forbidden = lying == "never" or (lying == "until_cut" and case.lance not in TALKED)
    if lying == "unspecified":
        rule = case.article(f"talk {case.rules['talk.scope']}")
    else:
        rule = case.article(f"lying {lying}")
    if holds is None:
        return Truthfulness("REG-ALV-5" if binding else rule, untold=forbidden or binding)
    if holds:
        return Truthfulness(rule)
    if binding:
        return Truthfulness("REG-ALV-5", "broken_word", lied=True)
    if forbidden:
        return Truthfulness(rule, "lie", lied=True)
    return Truthfulness(rule, lied=True)
