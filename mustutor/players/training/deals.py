"""Deals as they are when the mus is over: many at once, each hand by the number of its kind.

Everybody cuts and throws as `imagine` has it. A deal is four (or so many) numbers of kinds; what
a kind is in each lance stands in `HandTable`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mustutor.chances.kinds import Kinds, kinds_of
from mustutor.games.mus_family.classes import CARDS_IN_HAND
from mustutor.games.mus_family.lances import LANCES
from mustutor.players.imagine import cuts, kept
from mustutor.variant import Variant

MOST_ROUNDS = 3
"""So often cards are exchanged at most; what comes after hardly differs."""
BATCH = 100_000


class HandTable:
    """What the kinds of hands of a rulebook are: places, values, and what is done with them.

    Arrays by the number of a kind: `places[lance]` (0 for nothing), `values[lance]` in stones,
    `cuts`, and `throws`, which of the four cards from the lowest are thrown.
    """

    def __init__(self, variant: Variant) -> None:
        import numpy as np

        kinds: Kinds = kinds_of(variant)
        ranking = kinds.ranking
        every = kinds.hands.kinds
        self.sizes = [len(group) for group in kinds.groups]
        self.number = len(every)
        self.places = {lance: np.array(kinds.hands.places(lance)) for lance in LANCES}
        self.values = {
            lance: np.array([ranking.value(lance, kind.cards) for kind in every])
            for lance in LANCES
        }
        self.cuts = np.array([cuts(kind.cards, ranking) for kind in every])
        throws = []
        for kind in every:
            cards = sorted(kind.cards, key=lambda card: kinds.group_of[card])
            keep = kept(cards, ranking, 1)
            throws.append([card not in keep for card in cards])
        self.throws = np.array(throws)
        base = CARDS_IN_HAND + 1
        self._weights = np.array([base**group for group in range(len(self.sizes))])
        self._found: Any = np.full(CARDS_IN_HAND * int(self._weights[-1]) + 1, -1, np.int16)
        for number, kind in enumerate(every):
            self._found[int(self._weights @ np.array(kind.counts))] = number

    def kinds(self, hands: Any) -> Any:
        """The numbers of the kinds of hands, given by the groups of their cards."""
        return self._found[self._weights[hands].sum(-1)]


def deals(table: HandTable, seats: int, number: int, seed: int) -> Any:
    """So many deals after the mus: an array of kinds, deals by seats in speaking order."""
    import numpy as np

    random = np.random.default_rng(seed)
    sizes = [min(BATCH, number - begin) for begin in range(0, number, BATCH)]
    return np.concatenate([_batch(table, seats, size, random) for size in sizes])


def _batch(table: HandTable, seats: int, number: int, random: Any) -> Any:
    import numpy as np

    deck: Any = np.repeat(np.arange(len(table.sizes), dtype=np.int8), table.sizes)
    packs = deck[random.random((number, len(deck)), dtype=np.float32).argsort(1)]
    held = seats * CARDS_IN_HAND
    hands = np.sort(packs[:, :held].reshape(number, seats, CARDS_IN_HAND), 2)
    next_card = np.full(number, held)
    talking = np.arange(number)
    for _ in range(MOST_ROUNDS):
        kinds = table.kinds(hands[talking])
        talking = talking[~table.cuts[kinds].any(1)]
        throws = table.throws[table.kinds(hands[talking])].reshape(len(talking), held)
        drawn = throws.cumsum(1)
        enough = next_card[talking] + drawn[:, -1] <= len(deck)
        talking, throws, drawn = talking[enough], throws[enough], drawn[enough]
        places = (next_card[talking][:, None] + drawn - 1).clip(0, len(deck) - 1)
        served = np.take_along_axis(packs[talking], places, 1)
        flat = hands[talking].reshape(len(talking), held)
        flat = np.where(throws, served, flat)
        hands[talking] = np.sort(flat.reshape(len(talking), seats, CARDS_IN_HAND), 2)
        next_card[talking] += drawn[:, -1]
    return table.kinds(hands)


def buckets(table: HandTable, lance: str, dealt: Any, number: int) -> Any:
    """The bucket of each kind in a lance, 0 the worst, finer at the top; -1 for nothing.

    By how many of the hands dealt that have the lance a kind beats, to the power of 3/2.
    """
    import numpy as np

    places = table.places[lance]
    often = np.bincount(dealt.ravel(), minlength=table.number)
    by_place = np.bincount(places, often, minlength=int(places.max()) + 1)
    by_place[0] = 0
    whole = by_place.sum()
    beaten = whole - by_place.cumsum()  # those worse than each place
    share = (beaten + by_place / 2) / whole
    found = np.minimum(number - 1, (number * share**1.5).astype(int))
    # Numbers without a gap: a bucket that no kind falls into is left out.
    used = np.unique(found[1:][by_place[1:] > 0])
    found = np.searchsorted(used, found).clip(0, len(used) - 1)
    return np.where(places > 0, found[places], -1)


def able(table: HandTable, lance: str, dealt: Any, seats: Sequence[int]) -> Any:
    """Those of the deals in which these seats alone have the lance, and only their hands."""
    import numpy as np

    if lance in ("grande", "chica"):
        return dealt[:, list(seats)]
    has = table.places["juego" if lance == "punto" else lance][dealt] > 0
    wanted = np.zeros(dealt.shape[1], bool)
    if lance != "punto":
        wanted[list(seats)] = True
    return dealt[(has == wanted).all(1)][:, list(seats)]
