"""Counting deals: in how many of them each unseen hand is the best of a lance.

Hands are added to a product of counts, from the worst level of a lance to the best. A product is
a dictionary from the cards it takes (`HandKind.key`) to the ways to part them among the hands, up
to a factor; where it meets the cards that are left, deals are counted. Hands of which the same is
known share a product, so that the work grows with the cards taken and not with the deals.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product, repeat
from math import comb, factorial, perm, prod
from operator import mul

from mustutor.chances.kinds import Choices
from mustutor.tuples import NamedTuple

Product = dict[int, int]
Exponents = tuple[int, ...]
NOTHING_TAKEN: Product = {0: 1}
NOTHING = 0
"""The place in a lance of a hand that has nothing there."""
BETTER = -1
"""The place told of a single hand that is better than all others, whatever it is."""
ONE_HAND = (1,)
EVERYBODYS = "punto"
"""The lance that is played where everybody has it, and nobody juego."""


class HiddenHands(NamedTuple):
    """Hands of which the same is known: the kinds they may be, and how many such hands there are.

    `drawn` are the cards of each that nobody knows; `free` says that any kind they make will do.
    """

    choices: Choices
    number: int
    drawn: int
    free: bool


class Level(NamedTuple):
    """The deals in which the best unseen hands have one place in a lance.

    `ways` counts, by how many hands of each sort have that place, the deals in which such given
    hands have it and all others less.
    """

    place: int
    ways: dict[Exponents, int]


def factor(sorts: Sequence[HiddenHands]) -> int:
    """What deals are counted too often by."""
    return prod([factorial(sort.drawn) ** sort.number for sort in sorts])


def deals(sorts: Sequence[HiddenHands], left: Mapping[int, int], cards: int) -> int:
    """Count the deals of these hands, times their factor; so many cards are left to deal."""
    if all(sort.free for sort in sorts):
        return perm(cards, sum([sort.number * sort.drawn for sort in sorts]))
    taken = last = NOTHING_TAKEN
    for sort in sorts:
        hands = {kind.key: kind.share for kind in sort.choices.kinds}
        for _ in range(sort.number):
            taken, last = times(taken, last), hands
    return counted(taken, last, left)


def levels(
    sorts: Sequence[HiddenHands], lance: str, left: Mapping[int, int], worst: int
) -> Iterator[Level]:
    """Count the deals of each level of a lance, times their factor, from a place to the best.

    All that is worse than `worst` is one level that is not told; 0 tells every place. In punto
    nobody may have nothing: it is played where all have it.
    """
    numbers = tuple([sort.number for sort in sorts])
    if numbers == ONE_HAND:
        yield from _of_one(sorts[0].choices, lance, left, worst)
        return
    steps: dict[int, list[Product]] = {}
    lowest: list[Product] = [{} for _ in sorts]
    for index, sort in enumerate(sorts):
        for kind, place in zip(sort.choices.kinds, sort.choices.places(lance), strict=True):
            if place == NOTHING and lance == EVERYBODYS:
                continue
            if place == NOTHING or (worst and place > worst):
                lowest[index][kind.key] = kind.share
            else:
                step = steps.get(place)
                if step is None:
                    step = steps[place] = [{} for _ in sorts]
                step[index][kind.key] = kind.share
    below = _Powers(numbers)
    below.add(_powers(lowest, numbers, sum(numbers) - 1))
    for place in sorted(steps, reverse=True):
        here = _powers(steps[place], numbers, sum(numbers))
        yield Level(
            place,
            {
                taken: counted(hands, below.of(_less(numbers, taken)), left)
                for taken, hands in here.items()
                if any(taken)
            },
        )
        below.add(here)


def _of_one(choices: Choices, lance: str, left: Mapping[int, int], worst: int) -> Iterator[Level]:
    """The levels of a single unseen hand: how much better it is than the others makes nothing."""
    better = equal = 0
    known = left.get
    for kind, place in zip(choices.kinds, choices.places(lance), strict=True):
        if place == worst:
            equal += place and kind.share * known(kind.key, 0)
        elif place and (not worst or place < worst):
            better += kind.share * known(kind.key, 0)
    yield Level(worst, {ONE_HAND: equal})
    yield Level(BETTER, {ONE_HAND: better})


class _Powers:
    """The products of hands that are below a level: of any number of each sort, save of all."""

    def __init__(self, numbers: Exponents) -> None:
        every = sorted(product(*[range(number + 1) for number in numbers]), key=sum, reverse=True)
        self._products: dict[Exponents, Product] = {
            taken: {} for taken in every if sum(taken) < max(sum(numbers), 1)
        }
        self._products[(0,) * len(numbers)] = {0: 1}

    def of(self, taken: Exponents) -> Product:
        """The product of so many hands of each sort."""
        return self._products[taken]

    def add(self, here: dict[Exponents, Product]) -> None:
        """Let the hands of a level be below the next."""
        for (
            taken,
            grown,
        ) in self._products.items():  # from the largest: it needs the smaller as they are
            for chosen, hands in here.items():
                if not any(chosen) or any(c > t for c, t in zip(chosen, taken, strict=True)):
                    continue
                among = prod(map(comb, taken, chosen))
                _add(grown, hands, self._products[_less(taken, chosen)], among)


def _powers(step: Sequence[Product], numbers: Exponents, most: int) -> dict[Exponents, Product]:
    """The products of up to so many hands of a level, by their number of each sort."""
    found: dict[Exponents, Product] = {(0,) * len(numbers): NOTHING_TAKEN}
    for index, number in enumerate(numbers):
        if not step[index]:
            continue
        for taken in list(found):
            for more in range(1, min(number, most - sum(taken)) + 1):
                one_less = (*taken[:index], more - 1, *taken[index + 1 :])
                raised = (*taken[:index], more, *taken[index + 1 :])
                found[raised] = times(found[one_less], step[index])
    return found


def _less(numbers: Exponents, taken: Exponents) -> Exponents:
    return tuple([number - less for number, less in zip(numbers, taken, strict=True)])


def times(one: Product, other: Product) -> Product:
    """Multiply two products of counts."""
    found: Product = {}
    _add(found, one, other, 1)
    return found


def _add(grown: Product, one: Product, other: Product, factor: int) -> None:
    """Add a product of products, the shorter one in the outer loop."""
    if len(one) > len(other):
        one, other = other, one
    known = grown.get
    items = list(other.items())
    for key, ways in one.items():
        often = factor * ways
        for more, others in items:
            cards = key + more
            grown[cards] = known(cards, 0) + often * others


def counted(one: Product, other: Product, left: Mapping[int, int]) -> int:
    """Count the deals of a product of two: by the ways its cards can be taken of those left."""
    if len(one) > len(other):
        one, other = other, one
    keys, ways = list(other), list(other.values())
    known, none = left.get, repeat(0)
    return sum(
        [
            often * sum(map(mul, ways, map(known, map(key.__add__, keys), none)))
            for key, often in one.items()
        ]
    )
