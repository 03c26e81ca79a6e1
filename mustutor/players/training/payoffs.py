"""What a lance pays by the strengths of all who have it: sums over many deals.

Hands are buckets here. A lance of some seats is an array over their buckets, those of the first
side and then those of the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mustutor.games.mus_family.lances import VALUED
from mustutor.players.training.deals import HandTable
from mustutor.tuples import NamedTuple


class LancePayoffs(NamedTuple):
    """Sums over the deals, each array the buckets of one side by those of the other.

    `first` and `other` are the numbers of the players of either side, in speaking order; `size`
    is the number of buckets. `dealt` is how likely the buckets are, `wins` those where the first
    side has the best hand; `won` and `lost` are what the winner's hands are worth there, for
    either side, `own` and `theirs` the same where nobody compares.
    """

    first: tuple[int, ...]
    other: tuple[int, ...]
    size: int
    dealt: Any
    wins: Any
    won: Any
    lost: Any
    own: Any
    theirs: Any


def payoffs(
    table: HandTable, lance: str, hands: Any, bucket: Any, sides: Sequence[int]
) -> LancePayoffs:
    """Sum a lance over deals: the hands of those who have it, as `able` gives them."""
    import numpy as np

    players = range(len(sides))
    first = tuple([player for player in players if sides[player] == sides[0]])
    other = tuple([player for player in players if sides[player] != sides[0]])
    size = int(bucket.max()) + 1
    places = table.places[lance][hands]
    wins = np.isin(places.argmin(1), first)  # of equal hands the first to speak
    held = table.values[lance][hands] if lance in VALUED else np.zeros_like(hands)
    if lance == "punto":  # one hand is paid, whoever holds it
        own = theirs = held[:, 0]
    else:
        own, theirs = held[:, list(first)].sum(1), held[:, list(other)].sum(1)
    seen = bucket[hands]
    cell: Any = np.zeros(len(hands), np.int64)
    for player in (*first, *other):
        cell = cell * size + seen[:, player]
    shape = (size ** len(first), size ** len(other))

    def summed(weights: Any) -> Any:
        found = np.bincount(cell, weights, minlength=shape[0] * shape[1])
        return (found / max(len(hands), 1)).reshape(shape).astype(np.float32)

    return LancePayoffs(
        first,
        other,
        size,
        summed(np.ones(len(hands))),
        summed(wins),
        summed(wins * own),
        summed(~wins * theirs),
        summed(own),
        summed(theirs),
    )
