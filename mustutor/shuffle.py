"""The shuffle of the replay format, `sha512-fisher-yates/1`, and the stock it makes.

Everything follows from a seed: which cards are dealt, which are served, and how what was played
lies when it is shuffled back into a stock that ran out. The same seed gives the same cards on
every machine.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

from mustutor.cards import Card
from mustutor.position import Hand

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

    >>> from mustutor.cards import deck
    >>> shuffled(deck()[:4], seed="a") == shuffled(deck()[:4], seed="a")
    True
    """
    number = int(hashlib.sha512(f"{seed}:{table_seed}:{nonce}:{turn}".encode()).hexdigest(), 16)
    pack = list(cards)
    for last in range(len(pack) - 1, 0, -1):
        number, place = divmod(number, last + 1)
        pack[last], pack[place] = pack[place], pack[last]
    return pack


def fresh_pack(cards: Sequence[Card], seed: str, nonce: str = "", table_seed: str = "") -> Pack:
    """A deck, in its order, shuffled."""
    pack = shuffled(cards, seed=seed, table_seed=table_seed, nonce=nonce)
    return Pack(tuple(pack), seed, table_seed, nonce)


def deal(pack: Pack, order: Sequence[str], count: int) -> tuple[dict[str, Hand], Pack]:
    """Deal so many cards to each, one at a time, in this order.

    >>> cards = tuple(map(Card, ("Ao", "2o", "3o", "4o", "5o")))
    >>> deal(Pack(cards, "a"), ["A", "B"], 2)[0]
    {'A': ('Ao', '3o'), 'B': ('2o', '4o')}
    """
    players = len(order)
    dealt = pack.cards[: players * count]
    hands = {seat: dealt[place::players] for place, seat in enumerate(order)}
    return hands, pack._replace(cards=pack.cards[players * count :])
