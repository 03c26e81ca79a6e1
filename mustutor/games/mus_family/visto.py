"""Mus visto: a card seen while it was dealt, or a deck dealt without having been cut.

What follows from a card is the rulebook's (exposed_card.*): mus for all, or what mano says for all,
or another deal; from a cut that was not offered, mus for all (deal.no_cut).
"""

from __future__ import annotations

from mustutor.calls import Call
from mustutor.errors import Fault
from mustutor.games.mus_family.conduct.case import article
from mustutor.language import mark
from mustutor.position import Position


def why_not_exposed(position: Position, call: Call) -> Fault | None:
    """Say why nobody can have exposed this card, or nothing (MUS-VISTO-1)."""
    dealer = position.order[-1]
    if call.seat != dealer or position.said or position.deal.exposed:
        return Fault(
            "MUS-VISTO-1",
            mark("Only {dealer} can expose a card, while dealing and before anybody speaks."),
            {"dealer": dealer},
        )
    known = [card for hand in position.deal.hands for card in hand or ()]
    unknown = any(position.hand_of(seat) is None for seat in position.order)
    strange = [card for card in call.cards if not unknown and card.suit and card not in known]
    if len(call.cards) != 1 or strange:
        return Fault(
            "MUS-VISTO-1",
            mark("{seat} exposes one card while dealing."),
            {"seat": call.seat},
        )
    return None


def may_be_served(position: Position) -> bool:
    """Whether a player may keep all his cards in mus visto (MUS-VISTO-2)."""
    return is_visto(position) and position.variant.flag("exposed_card.served")


def is_visto(position: Position) -> bool:
    """Whether there is mus visto: of a card that was seen (exposed_card.scope), or of no cut."""
    deal, rules = position.deal, position.variant.rules
    if deal.uncut and not deal.discards:
        return True
    if deal.exposed is None or rules["exposed_card.action"] == "ignore":
        return False
    return not deal.discards or rules["exposed_card.scope"] == "any"


def is_void(position: Position) -> bool:
    """Whether the deal was given up: a card was seen (exposed_card.action), or it was wrong."""
    seen = bool(position.deal.exposed) and position.lance == "end"
    return position.deal.void or (seen and not position.state.closed)


def why_over(position: Position, lance: str) -> Fault | None:
    """Say that there is no talk of mus any more because of mus visto (MUS-VISTO-1), or nothing."""
    deal, rules = position.deal, position.variant.rules
    if lance != "mus" or position.state.closed or not (deal.exposed or deal.uncut):
        return None
    action = str(rules["exposed_card.action"])
    rule = "REG-CAN-8" if deal.uncut else article(position.variant, f"exposed {action}")
    dealer = position.order[-1]
    known = {"dealer": dealer, "speaker": position.speaker, "mano": position.mano}
    if deal.uncut:
        sentence = mark(
            "{dealer} did not offer the cut, so there is mus visto, and {speaker} throws cards "
            "or keeps them all."
        )
    elif is_void(position):
        sentence = mark(
            "A card was seen in the deal: all cards are gathered, and {dealer} deals again."
        )
    elif action == "mano_chooses":
        sentence = mark(
            "A card was seen in the deal: {mano} has already said for everybody "
            "whether there is mus."
        )
    elif position.lance == "descarte":
        sentence = mark(
            "A card was seen in the deal, so there is mus visto, and {speaker} throws cards or "
            "keeps them all."
        )
    else:
        return None
    return Fault(rule, sentence, known)
