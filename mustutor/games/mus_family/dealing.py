"""What the deck does in Mus and Encaje: the deal, the cards served, the stock that runs out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from mustutor import shuffle
from mustutor.calls import HIDDEN
from mustutor.cards import Card, deck
from mustutor.games.mus_family.discards import served_in_order
from mustutor.games.mus_family.state import Outcome
from mustutor.position import Hand, Open, Position
from mustutor.shuffle import Pack
from mustutor.variant import Variant


@lru_cache(maxsize=64)
def pack(variant: Variant) -> tuple[Card, ...]:
    """The cards of a variant, in the order the shuffle starts from (MUS-DECK-2)."""
    return deck(variant.several("deck.removed_ranks"))


def deal(position: Position, left: Pack) -> tuple[dict[str, Hand], Pack]:
    """Deal to each player, one card at a time, mano first (MUS-DEAL-3)."""
    return shuffle.deal(left, position.order, position.table.variant.number("deal.cards"))


def keeps(variant: Variant, first: str) -> bool:
    """Whether the cards of a record are those kept: it begins after the discard it leaves out."""
    return bool(variant.rules["deal.forced_discard"]) and first != "descarte"


def serve(position: Position, pack: Pack) -> tuple[dict[str, Hand], Pack | None]:
    """Serve every seat as many cards as it threw (MUS-DISC-4).

    Where nobody has told all that is shuffled into a stock that ran out, the cards from there on
    are hidden, and what is left of the pack is not known.
    """
    left = pack.cards
    hands: dict[str, Hand] = {}
    thrown = served_in_order(position)
    for seat, cards in thrown.items():
        count = len(cards)
        drawn, left = left[:count], left[count:]
        short = count - len(drawn)
        if short:
            pile = _pile(position, seat, alone=seat == next(reversed(thrown)))
            if any(not card.suit for card in pile):
                hands[seat] = (*drawn, *[HIDDEN] * short)
                return hands, None
            pack = pack.again(sorted(pile, key=deck().index))
            drawn, left = (*drawn, *pack.cards[:short]), pack.cards[short:]
        hands[seat] = drawn
    return hands, pack.left(left)


def _pile(position: Position, player: str, *, alone: bool) -> Hand:
    """The discards shuffled when the stock runs out before a seat.

    Its own stay aside if it is the only one still short (MUS-DISC-6).
    """
    aside = player if alone and position.variant.flag("mus.lone_player_rule") else ""
    threw = zip(position.table.seats, position.deal.thrown, strict=True)
    thrown = [cards for seat, cards in threw if seat != aside]
    return (*position.deal.heap, *[card for cards in thrown for card in cards])


def shows(position: Position, end: Position, waiting: Sequence[Open]) -> frozenset[str]:
    """Who lays down his cards when all is said (show.scope)."""
    if position.variant.rules["show.scope"] == "all":
        return frozenset(position.order)
    paid = {entry.lance for entry in end.ledger if entry.when == "showdown"}
    paid |= {wait.lance for wait in waiting}
    closed: tuple[Outcome, ...] = position.state.closed
    return frozenset(seat for outcome in closed if outcome.lance in paid for seat in outcome.seats)
