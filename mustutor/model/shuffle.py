"""The shuffle of the replay format, and the stock it makes.

A seed decides everything: the cards dealt, the cards served, and the order in which discards are
shuffled back when the stock runs out. The same seed gives the same cards on every machine.

Version 2 of the shuffle hashes seed, words and nonce as separate fields. Version 1, which is read
and never written, joined them with colons, so a dealer could move text from one into another.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from mustutor.base.json_text import canonical
from mustutor.base.json_text import digest as digest_of
from mustutor.model.cards import Card
from mustutor.model.position import Hand

ALGORITHM = "sha512-fisher-yates/2"
JOINED = "sha512-fisher-yates/1"
"""The first version: its commitment binds the seed alone, and its words run into the nonce."""
ALGORITHMS = (JOINED, ALGORITHM)
SHORT = 2**30
"""Python divides by numbers below this at once."""
_made = tuple.__new__


class Pack(NamedTuple):
    """A shuffled deck: the cards left, the shuffle's inputs, and its number in this hand."""

    cards: Hand
    seed: str
    table_seed: str = ""
    nonce: str = ""
    turn: int = 0
    algorithm: str = ALGORITHM

    def again(self, cards: Sequence[Card]) -> Pack:
        """The pack reshuffled from these cards after the stock ran out."""
        pack = self._replace(turn=self.turn + 1)
        return pack.left(shuffled(cards, pack))

    def left(self, cards: Hand) -> Pack:
        """The pack with these cards left."""
        return _made(Pack, (cards,) + self[1:])


def shuffled(cards: Sequence[Card], pack: Pack) -> Hand:
    """Shuffle cards by the seed, the words and the nonce of a pack, for its turn.

    >>> from mustutor.model.cards import deck
    >>> shuffled(deck()[:4], Pack((), "a")) == shuffled(deck()[:4], Pack((), "a"))
    True
    """
    import hashlib  # Imported here, as many programs never shuffle.

    seed, words, nonce, turn = pack.seed, pack.table_seed, pack.nonce, pack.turn
    if pack.algorithm == JOINED:
        stream = f"{seed}:{words}:{nonce}:{turn}"
    else:
        stream = canonical({"seed": seed, "table_seed": words, "nonce": nonce, "k": turn})
    number = int.from_bytes(hashlib.sha512(stream.encode()).digest(), "big")
    left = list(cards)
    for product, sizes in _strides(len(left)):
        number, part = divmod(number, product)
        for size, last in sizes:
            place = part % size
            part //= size
            left[last], left[place] = left[place], left[last]
    return tuple(left)


@lru_cache(maxsize=64)
def _strides(count: int) -> tuple[tuple[int, tuple[tuple[int, int], ...]], ...]:
    """The swaps of a shuffle, as pairs of size and last index, grouped into strides.

    So a long number is divided once for each stride.

    >>> _strides(4)
    ((24, ((4, 3), (3, 2), (2, 1))),)
    """
    strides: list[tuple[int, tuple[tuple[int, int], ...]]] = []
    sizes: tuple[tuple[int, int], ...] = ()
    product = 1
    for size in range(count, 1, -1):
        if product * size >= SHORT:
            strides.append((product, sizes))
            product, sizes = 1, ()
        product, sizes = product * size, (*sizes, (size, size - 1))
    return (*strides, (product, sizes))


def fresh_pack(
    cards: Sequence[Card],
    seed: str,
    nonce: str = "",
    table_seed: str = "",
    algorithm: str = ALGORITHM,
) -> Pack:
    """A newly shuffled deck."""
    pack = Pack((), seed, table_seed, nonce, 0, algorithm)
    return pack.left(shuffled(cards, pack))


def commitment_to(
    seed: str, *, digest: str, seats: Sequence[str], mano: str, hand: int, nonce: str
) -> str:
    """The commitment to a seed, published before the table adds its words.

    `digest` is that of the rules, `hand` the number of the hand in its match. So the seed cannot be
    used for another hand, another table or other rules, nor claimed to be for another.
    """
    bound = {"digest": digest, "hand": hand, "mano": mano, "nonce": nonce, "seats": seats}
    return digest_of(canonical({**bound, "seed": seed}))


def deal(pack: Pack, order: Sequence[str], count: int) -> tuple[dict[str, Hand], Pack]:
    """Deal `count` cards to each seat, one at a time, in this order.

    >>> cards = tuple(map(Card, ("Ao", "2o", "3o", "4o", "5o")))
    >>> deal(Pack(cards, "a"), ["A", "B"], 2)[0]
    {'A': ('Ao', '3o'), 'B': ('2o', '4o')}
    """
    cards, players = pack.cards, len(order)
    dealt = players * count
    hands = {seat: cards[place:dealt:players] for place, seat in enumerate(order)}
    return hands, pack.left(cards[dealt:])
