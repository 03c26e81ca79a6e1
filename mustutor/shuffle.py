"""The shuffle of the replay format, `sha512-fisher-yates/1`, and the stock it makes.

Everything follows from a seed: which cards are dealt, which are served, and how the discards
lie when they are shuffled back into a stock that ran out (MUS-DISC-5). The same seed gives the
same cards on every machine.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

from mustutor.calls import HIDDEN
from mustutor.cards import Card, deck
from mustutor.games.mus_family.discards import serving_order
from mustutor.position import Hand, Position
from mustutor.variant import Variant

ALGORITHM = "sha512-fisher-yates/1"


class Pack(NamedTuple):
    """A shuffled deck: what is left of it, how it was shuffled, and how often in this hand."""

    cards: Hand
    seed: str
    table_seed: str = ""
    nonce: str = ""
    turn: int = 0


def shuffled(
    cards: Sequence[Card], *, seed: str, table_seed: str = "", nonce: str = "", turn: int = 0
) -> list[Card]:
    """Shuffle cards; `turn` counts the shuffles of the hand from 0.

    >>> shuffled(deck()[:4], seed="a") == shuffled(deck()[:4], seed="a")
    True
    """
    number = int(hashlib.sha512(f"{seed}:{table_seed}:{nonce}:{turn}".encode()).hexdigest(), 16)
    pack = list(cards)
    for last in range(len(pack) - 1, 0, -1):
        number, place = divmod(number, last + 1)
        pack[last], pack[place] = pack[place], pack[last]
    return pack


def fresh_pack(variant: Variant, seed: str, nonce: str = "", table_seed: str = "") -> Pack:
    """The deck of a variant, shuffled."""
    cards = shuffled(
        deck(variant.several("deck.removed_ranks")), seed=seed, table_seed=table_seed, nonce=nonce
    )
    return Pack(tuple(cards), seed, table_seed, nonce)


def deal(pack: Pack, order: Sequence[str], count: int) -> tuple[dict[str, Hand], Pack]:
    """Deal so many cards to each, one at a time, mano first (MUS-DEAL-3).

    >>> cards = tuple(map(Card, ("Ao", "2o", "3o", "4o", "5o")))
    >>> deal(Pack(cards, "a"), ["A", "B"], 2)[0]
    {'A': ('Ao', '3o'), 'B': ('2o', '4o')}
    """
    players = len(order)
    dealt = pack.cards[: players * count]
    hands = {seat: dealt[place::players] for place, seat in enumerate(order)}
    return hands, pack._replace(cards=pack.cards[players * count :])


def serve(position: Position, pack: Pack) -> tuple[dict[str, Hand], Pack | None]:
    """Serve every seat as many cards as it threw (MUS-DISC-4).

    Where nobody has told all that is shuffled into a stock that ran out, the cards from there on
    are hidden, and what is left of the pack is not known.
    """
    left, turn = pack.cards, pack.turn
    hands: dict[str, Hand] = {}
    order = serving_order(position)
    for seat in order:
        count = len(_thrown(position, seat))
        drawn, left = left[:count], left[count:]
        short = count - len(drawn)
        if short:
            pile = _pile(position, seat, alone=seat == order[-1])
            if any(not card.suit for card in pile):
                hands[seat] = (*drawn, *[HIDDEN] * short)
                return hands, None
            turn += 1
            again = shuffled(
                sorted(pile, key=deck().index),
                seed=pack.seed,
                table_seed=pack.table_seed,
                nonce=pack.nonce,
                turn=turn,
            )
            drawn, left = (*drawn, *again[:short]), tuple(again[short:])
        hands[seat] = drawn
    return hands, pack._replace(cards=left, turn=turn)


def _thrown(position: Position, seat: str) -> Hand:
    return position.deal.thrown[position.table.seats.index(seat)]


def _pile(position: Position, seat: str, *, alone: bool) -> Hand:
    """The discards shuffled when the stock runs out before a seat.

    Its own stay aside if it is the only one still short (MUS-DISC-6).
    """
    aside = seat if alone and position.variant.flag("mus.lone_player_rule") else ""
    thrown = [_thrown(position, other) for other in position.table.seats if other != aside]
    return (*position.deal.heap, *[card for cards in thrown for card in cards])
