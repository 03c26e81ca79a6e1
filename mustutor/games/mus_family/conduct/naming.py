"""Naming one's cards before the referee: where, in which order, and how much of them.

Where talk is confined to the lance on the table, naming is too: it serves to decide on a bet of
the others, begins with the best card for the lance, and may not stop before an equal one
(REG-AST-11 to 15). Elsewhere any cards may be named, from the top at grande and from the bottom
at chica (REG-CLM-3, -4, REG-GAL-4).
"""

from __future__ import annotations

from collections import Counter

from mustutor.games.mus_family.classes import LOW_TO_HIGH
from mustutor.games.mus_family.conduct.case import Case
from mustutor.games.mus_family.conduct.truth import truth_of
from mustutor.games.mus_family.lances import TALKED
from mustutor.ledger import Ruling
from mustutor.position import Hand

JUEGO_BEST = 31


def judge_naming(case: Case, scope: str) -> Ruling:
    """Say whether these cards may be named here."""
    how = _how(case)
    strictly = scope == "current_lance"
    hand = case.hand
    truth = truth_of(case, None if hand is None else _holds(case, hand))
    if truth.offence:
        # Galicia says in one breath which cards are named, and that they must be held.
        own = how != "forbidden" and case.article("naming some") == "REG-GAL-4"
        return case.forbidden("REG-GAL-4" if own else truth.rule, truth.offence)
    if how == "forbidden":
        return case.forbidden(case.article("naming forbidden"), "forbidden_naming")
    if strictly and not _bet_to_decide(case):
        return case.forbidden("REG-AST-11", "forbidden_naming")
    if how == "free":
        at = "pares" if case.lance == "pares" else "juego"
        rule = case.article(f"naming at {at}")
        return case.untold(rule) if truth.untold else case.allowed(rule)
    if not _in_order(case):
        rule = "REG-AST-12" if strictly else case.article("naming in order")
        return case.forbidden(rule, "forbidden_naming")
    if strictly:
        return _from_the_best(case, hand)
    rule = case.article("naming some")
    return case.untold(rule) if truth.untold else case.allowed(rule)


def _how(case: Case) -> str:
    """How cards may be named in this lance; punto is named as juego is, of which it is the rest."""
    naming = case.rules["talk.naming_cards"]
    if not case.partners:
        return "free"
    if case.lance in TALKED:
        return "free" if set(naming.values()) == {"free"} else "forbidden"
    return str(naming.get("juego" if case.lance == "punto" else case.lance, "forbidden"))


def _bet_to_decide(case: Case) -> bool:
    """Whether a bet of the opponents is on the table."""
    auction = case.position.state.auction
    return auction is not None and bool(auction.stake) and auction.bettor[:1] != case.call.seat[0]


def _ranks(case: Case, cards: Hand) -> list[str]:
    return [case.ranking.effective(card) for card in cards]


def _holds(case: Case, hand: Hand) -> bool:
    """Whether the named cards are held: by rank, and by suit where one is named."""
    named = case.call.cards
    suited = {card for card in named if card.suit}
    known = {card for card in hand if card.suit}
    if len(known) == len(hand) and not suited <= known:
        return False
    return not Counter(_ranks(case, named)) - Counter(_ranks(case, hand))


def _in_order(case: Case) -> bool:
    """Whether they come downwards, or upwards at chica."""
    heights = [LOW_TO_HIGH[rank] for rank in _ranks(case, case.call.cards)]
    return heights == sorted(heights, reverse=case.lance != "chica")


def _from_the_best(case: Case, hand: Hand | None) -> Ruling:
    """Whether they are the best cards for the lance, none equal to the last left out."""
    if hand is None:
        return case.untold("REG-AST-12")
    best = _ranks(case, case.ranking.sorted(case.lance, hand))
    named = _ranks(case, case.call.cards)
    for index, (said, due) in enumerate(zip(named, best, strict=False)):
        if said != due:
            left_out = index > 0 and due == named[index - 1]
            return case.forbidden("REG-AST-13" if left_out else "REG-AST-12", "forbidden_naming")
    if len(named) > len(best):
        return case.forbidden("REG-AST-12", "forbidden_naming")
    held = case.ranking.classify(hand)
    if held.pares == "duples" and len(named) == 2:
        return case.allowed("REG-AST-14")
    if len(named) < len(best) and best[len(named)] == named[-1]:
        return case.forbidden("REG-AST-13", "forbidden_naming")
    if case.lance == "grande" and len(named) == 3 and held.points == JUEGO_BEST:
        return case.allowed("REG-AST-15")
    return case.allowed("REG-AST-12")
