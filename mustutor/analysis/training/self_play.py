"""Deals and self-play with numpy, many hands at once, each hand as the number of its kind.

`deals` makes hands as they are when the mus is over, with cuts and discards as the bots make them.
`HandTable` has the properties of each kind. `play_deals` lets solved lances play each other; a
result is what each side gains item by item, in the order of the count: dejes first, then stakes
and values; or an órdago that ends the hand. `CountedChances` turns results into chances to win.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from mustutor.games.mus_family.bot_lances import cards_to_keep, should_cut
from mustutor.games.mus_family.bot_tables import ORDAGO, Tree
from mustutor.games.mus_family.hands import CARDS_IN_HAND, DECLARED, LANCES, PLACES, PLAYED, VALUED
from mustutor.games.mus_family.odds_count import Kinds, kinds_of
from mustutor.model.variant import Variant

MOST_ROUNDS = 3
"""The most exchanges; hands hardly change after that."""
BATCH = 100_000


class HandTable:
    """The kinds of hands of a rulebook as arrays: places, values, cuts and discards.

    Arrays by the number of a kind: `places[lance]` (0 for nothing), `values[lance]` in stones,
    `cuts`, and `throws`: for each of the four cards, from the lowest, whether it is discarded.
    """

    def __init__(self, variant: Variant) -> None:
        import numpy as np

        kinds: Kinds = kinds_of(variant)
        ranking = kinds.ranking
        every = kinds.hands
        self.sizes = [len(group) for group in kinds.groups]
        self.number = len(every)
        self.places = {
            lance: np.array([PLACES[lance](kind.row) for kind in every]) for lance in LANCES
        }
        self.values = {
            lance: np.array([ranking.value(lance, kind.cards) for kind in every])
            for lance in LANCES
        }
        self.cuts = np.array([should_cut(kind.cards, ranking) for kind in every])
        throws = []
        for kind in every:
            cards = sorted(kind.cards, key=lambda card: kinds.group_of[card])
            keep = cards_to_keep(cards, ranking, 1)
            throws.append([card not in keep for card in cards])
        self.throws = np.array(throws)
        base = CARDS_IN_HAND + 1
        self._weights = np.array([base**group for group in range(len(self.sizes))])
        self._found: Any = np.full(CARDS_IN_HAND * int(self._weights[-1]) + 1, -1, np.int16)
        for number, kind in enumerate(every):
            self._found[int(self._weights @ np.array(kind.counts))] = number

    def kinds(self, hands: Any) -> Any:
        """The numbers of kinds of hands, given by the groups of their cards."""
        return self._found[self._weights[hands].sum(-1)]


def deals(table: HandTable, seats: int, number: int, seed: int) -> Any:
    """`number` deals after the mus: an array of kinds, deals by seats in speaking order."""
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
    """The bucket of each kind in a lance, 0 the worst, finer at the top; -1 for no hand.

    The bucket is the share of dealt hands with the lance that a kind beats, to the power 3/2. Where
    there are no more places than buckets, as at juego, each is a bucket of its own.
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
    if len(share) <= number + 1:
        found = len(share) - 1 - np.arange(len(share))
    # Numbers without a gap: a bucket that no kind falls into is left out.
    used = np.unique(found[1:][by_place[1:] > 0])
    found = np.searchsorted(used, found).clip(0, len(used) - 1)
    return np.where(places > 0, found[places], -1)


def hands_with_lance(table: HandTable, lance: str, dealt: Any, seats: Sequence[int]) -> Any:
    """The deals in which exactly these seats have the lance, reduced to their hands."""
    import numpy as np

    if lance in ("grande", "chica"):
        return dealt[:, list(seats)]
    has = table.places["juego" if lance == "punto" else lance][dealt] > 0
    wanted = np.zeros(dealt.shape[1], bool)
    if lance != "punto":
        wanted[list(seats)] = True
    return dealt[(has == wanted).all(1)][:, list(seats)]


UNBET = {"grande": 1, "chica": 1}
"""The stones for winning a lance without a bet, besides the value of hands."""

Able = tuple[int, ...]
Mix = Sequence[tuple[int, float]]


class Solved(NamedTuple):
    """A solved lance of some seats: its tree, and the strategy by moment, bucket and action."""

    tree: Tree
    plays: Any


class PlayedHands(NamedTuple):
    """Results of hands: an array of deals by items by sides, mano's side first.

    The first half of the items are dejes, the others are counted at the end. `ordago` is the side
    that won an órdago, -1 where there was none; `when` is the lance it was said in.
    """

    items: Any
    ordago: Any
    when: Any


def seat_sets(lance: str, seats: int, sides: Sequence[int]) -> tuple[Able, ...]:
    """The sets of seats that may bet on a lance: all, or those of both sides who declared it."""
    every = tuple(range(seats))
    if lance not in DECLARED:
        return (every,)
    return tuple(
        [
            some
            for number in range(2, seats + 1)
            for some in combinations(every, number)
            if len({sides[seat] for seat in some}) > 1
        ]
    )


def play_deals(
    table: HandTable,
    dealt: Any,
    bucket: Mapping[str, Any],
    solved: Mapping[tuple[str, Able], Solved],
    sides: Sequence[int],
    seed: int,
) -> PlayedHands:
    """Play these deals by the solved strategies."""
    import numpy as np

    random = np.random.default_rng(seed)
    number, seats = dealt.shape
    side = np.array(sides)
    items = np.zeros((number, 2 * len(PLAYED), 2), np.int16)
    ordago, when = np.full(number, -1), np.zeros(number, np.int8)
    for place, lance in enumerate(PLAYED):
        has = np.ones(dealt.shape, bool)
        if lance in DECLARED:
            has = table.places[lance][dealt] > 0
        groups: list[tuple[str, Able, Any]] = [
            (lance, some, (has == np.isin(np.arange(seats), some)).all(1))
            for some in seat_sets(lance, seats, sides)
        ]
        if lance == "juego":
            groups.append(("punto", tuple(range(seats)), ~has.any(1)))
        done = np.zeros(number, bool)
        for name, some, which in groups:
            rows = np.flatnonzero(which & (ordago < 0))
            done |= which
            if len(rows):
                hands = dealt[rows][:, list(some)]
                tree = solved[name, some].tree
                ended = _lance(hands, bucket[name], solved[name, some], random)
                at_once, later, won = _payments(table, name, hands, side[list(some)], tree, ended)
                items[rows, place] = at_once
                items[rows, len(PLAYED) + place] = later
                ordago[rows], when[rows] = won, place
        alone = ~done & has.any(1) & (ordago < 0)  # one side alone has it
        worth = np.where(has, table.values[lance][dealt], 0)
        for one in (0, 1):
            items[alone, len(PLAYED) + place, one] = worth[alone][:, side == one].sum(1)
    return PlayedHands(items, ordago, when)


def _lance(hands: Any, bucket: Any, solved: Solved, random: Any) -> Any:
    """Play the betting of a lance: the index of the ending for each deal."""
    import numpy as np

    tree, plays = solved
    children = np.array([moment.children for moment in tree.moments])
    speaks = np.array([moment.talk.queue[0] for moment in tree.moments])
    here: Any = np.zeros(len(hands), np.int64)
    seen = bucket[hands]
    sums = plays.cumsum(-1)
    ended: Any = np.zeros(len(hands), np.int64)
    under = np.arange(len(hands))
    while len(under):
        at = here[under]
        row = sums[at, seen[under, speaks[at]]]
        drawn = random.random(len(under)) * row[:, -1]
        action = (drawn[:, None] >= row).sum(1)
        after = children[at, action]
        over = after < 0
        ended[under[over]] = -1 - after[over]
        here[under] = after
        under = under[~over]
    return ended


def _payments(
    table: HandTable, lance: str, hands: Any, side: Any, tree: Tree, ended: Any
) -> tuple[Any, Any, Any]:
    """The immediate and final stones of each ending by side, and who won an órdago."""
    import numpy as np

    number = len(hands)
    rung = np.array([ending.rung for ending in tree.endings])[ended]
    deje = np.array([ending.deje for ending in tree.endings])[ended]
    bettor = np.array([max(ending.bettor, 0) for ending in tree.endings])[ended]
    best = side[table.places[lance][hands].argmin(1)]
    to = np.where(deje > 0, side[bettor], best)
    at_once: Any = np.zeros((number, 2), np.int16)
    later: Any = np.zeros((number, 2), np.int16)
    every = np.arange(number)
    at_once[every, to] = deje
    stake = np.where(rung == 0, UNBET.get(lance, 0), rung)
    later[every, to] = np.where(deje > 0, 0, stake)
    if lance == "punto":
        later[every, to] += table.values[lance][hands[:, 0]].astype(np.int16)
    elif lance in VALUED:
        held = np.where(side == to[:, None], table.values[lance][hands], 0)
        later[every, to] += held.sum(1).astype(np.int16)
    dared = (rung == ORDAGO) & (deje == 0)
    later[dared] = 0
    return at_once, later, np.where(dared, best, -1)


class CountedChances:
    """The chance to win by what each side needs, for the side that is mano next.

    `of[own, other]` is that of mano's side, up to `most`. Hands are those `played` by the tables of
    the surrounding scores, `mixed` by what each side needs: indices of such hands with weights.
    """

    def __init__(
        self, hands: Sequence[PlayedHands], mixed: Callable[[int, int], Mix], most: int
    ) -> None:
        import numpy as np

        self.of = np.full((most + 1, most + 1), 0.5)
        sums = [some.items.cumsum(1) for some in hands]
        for whole in range(2, 2 * most + 1):
            for own in range(max(1, whole - most), min(most, whole - 1) + 1):
                needs = np.array([own, whole - own])
                found = [
                    weight * self.after(sums[one], hands[one].ordago, needs)
                    for one, weight in mixed(own, whole - own)
                ]
                self.of[own, whole - own] = sum(found)
        # Sampling noise must not make one more stone worth less.
        self.of[1:, 1:] = np.minimum.accumulate(self.of[1:, 1:], 0)
        self.of[1:, 1:] = np.maximum.accumulate(self.of[1:, 1:], 1)

    def after(self, sums: Any, ordago: Any, needs: Any) -> float:
        """The mean chance of mano's side after hands with these results.

        `sums` are the stones of either side after each item of the count.
        """
        import numpy as np

        ever = sums[:, -1] >= needs
        left = np.maximum(needs - sums[:, -1], 1)
        found = 1 - self.of[left[:, 1], left[:, 0]]  # the other side is mano of the next hand
        decided = np.flatnonzero(ever.any(1))
        reached = sums[decided] >= needs
        at = np.where(ever[decided], reached.argmax(1), sums.shape[1])
        found[decided] = at[:, 0] < at[:, 1]
        return float(np.where(ordago >= 0, ordago == 0, found).mean())
