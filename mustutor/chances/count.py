"""Counting deals: in how many of them each unseen hand is the best of a lance.

Hands are added to a product of counts, from the worst level of a lance to the best. A product is
a dictionary from the cards it takes (`HandKind.key`) to the ways to part them among the hands, up
to a factor; where it meets the cards that are left, deals are counted. Hands of which the same is
known share a product, so that the work grows with the cards taken and not with the deals.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product, repeat
from math import comb, factorial, perm, prod
from operator import mul

from mustutor.chances.kinds import CardsLeft, Choices, HandKind
from mustutor.tuples import NamedTuple

Product = dict[int, int]
Exponents = tuple[int, ...]
NOTHING_TAKEN: Product = {0: 1}
NOTHING = 0
"""The place in a lance of a hand that has nothing there."""
BETTER = -1
"""The place told of hands that are better than every known one, where it makes nothing how much."""
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


def taken_by(sorts: Sequence[HiddenHands]) -> int:
    """How many cards nobody knows these hands take."""
    return sum([sort.number * sort.drawn for sort in sorts])


def deals(sorts: Sequence[HiddenHands], left: CardsLeft) -> int:
    """Count the deals of these hands, times their factor."""
    if all(sort.free for sort in sorts):
        return perm(left.number, taken_by(sorts))
    taken = last = NOTHING_TAKEN
    for sort in sorts:
        hands = _product(sort.choices.kinds)
        for _ in range(sort.number):
            taken, last = times(taken, last), hands
    return counted(taken, last, left.ways(taken_by(sorts)))


def levels(
    sorts: Sequence[HiddenHands], lance: str, left: CardsLeft, worst: int, every: int
) -> Iterator[Level]:
    """Count the deals of each level of a lance, times their factor, from a place to the best.

    All that is worse than `worst` is one level that is not told; 0 tells every place. In punto
    nobody may have nothing: it is played where all have it. `every` are all deals of the lance.
    """
    numbers = tuple([sort.number for sort in sorts])
    ways = left.ways(taken_by(sorts))
    if numbers == ONE_HAND:
        yield from _of_one(sorts[0].choices, lance, ways, worst)
        return
    if len(numbers) == 1 and sorts[0].free:
        yield from _of_alike(sorts[0], lance, left, worst, every)
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
    below = _Powers(numbers, sum(numbers) - 1)
    below.add(_powers(lowest, numbers, sum(numbers) - 1))
    for place in sorted(steps, reverse=True):
        here = _powers(steps[place], numbers, sum(numbers))
        yield Level(
            place,
            {
                taken: counted(hands, below.of(_less(numbers, taken)), ways)
                for taken, hands in here.items()
                if any(taken)
            },
        )
        below.add(here)


def _of_one(choices: Choices, lance: str, ways: Mapping[int, int], worst: int) -> Iterator[Level]:
    """The levels of a single unseen hand: how much better it is than the others makes nothing."""
    better = equal = 0
    known = ways.get
    for kind, place in zip(choices.kinds, choices.places(lance), strict=True):
        if place == worst:
            equal += place and kind.share * known(kind.key, 0)
        elif place and (not worst or place < worst):
            better += kind.share * known(kind.key, 0)
    yield Level(worst, {ONE_HAND: equal})
    yield Level(BETTER, {ONE_HAND: better})


def _of_alike(
    sort: HiddenHands, lance: str, left: CardsLeft, worst: int, every: int
) -> Iterator[Level]:
    """The levels of hands of which nothing is known: where one alone is the best, all are alike.

    So it need not be counted level by level how often that is. It is what is left of the deals in
    which any hand is as good when those with several equal hands are taken away.
    """
    number = sort.number
    steps: dict[int, list[HandKind]] = {}
    below: list[HandKind] = []
    out: list[HandKind] = []
    for kind, place in zip(sort.choices.kinds, sort.choices.places(lance), strict=True):
        if place == NOTHING and lance == EVERYBODYS:
            out.append(kind)
        elif place == NOTHING or (worst and place > worst):
            below.append(kind)
        else:
            steps.setdefault(place, []).append(kind)
    lower = all_among(sort, below, [*out, *_joined(steps)], left)
    with_equals = lower
    if worst in steps:
        better = [kind for place, kinds in steps.items() if place != worst for kind in kinds]
        with_equals = all_among(sort, [*below, *steps[worst]], [*out, *better], left)
    # Alone the best: whatever is not counted below, shared by all hands alike.
    alone = {worst: with_equals - lower, BETTER: every - with_equals}
    found: dict[int, dict[Exponents, int]] = {worst: {}, BETTER: {}}
    under = _Powers((number,), number - 2)
    under.add(_powers([_product(below)], (number,), number - 2))
    ways = left.ways(number * sort.drawn)
    for place in sorted(steps, reverse=True):
        told = worst if place == worst else BETTER
        here = _powers([_product(steps[place])], (number,), number)
        for together in range(2, number + 1):
            equal = counted(here[together,], under.of((number - together,)), ways)
            found[told][together,] = found[told].get((together,), 0) + equal
            alone[told] -= comb(number, together) * equal
        under.add(here)
    for place, often in found.items():
        yield Level(place, {(1,): alone[place] // number, **often})


def all_among(
    sort: HiddenHands, some: list[HandKind], others: list[HandKind], left: CardsLeft
) -> int:
    """Count the deals in which every hand is one of some: by these, or by the others if fewer."""
    number, drawn = sort.number, sort.drawn
    if len(some) <= len(others):
        taken, last = _raised(_product(some), number - 1), _product(some)
        return counted(taken, last, left.ways(number * drawn))
    found, taken, last = 0, NOTHING_TAKEN, NOTHING_TAKEN
    for others_dealt in range(number + 1):
        cards = drawn * others_dealt
        rest = perm(left.number - cards, drawn * number - cards)
        ways = counted(taken, last, left.ways(cards))
        found += (-1) ** others_dealt * comb(number, others_dealt) * ways * rest
        if others_dealt:
            taken = times(taken, last)
        last = _product(others)
    return found


def _raised(hands: Product, number: int) -> Product:
    taken = NOTHING_TAKEN
    for _ in range(number):
        taken = times(taken, hands)
    return taken


def _product(kinds: Iterable[HandKind]) -> Product:
    return {kind.key: kind.share for kind in kinds}


def _joined(steps: Mapping[int, list[HandKind]]) -> list[HandKind]:
    return [kind for kinds in steps.values() for kind in kinds]


class _Powers:
    """The products of hands that are below a level: of up to so many, and any of each sort."""

    def __init__(self, numbers: Exponents, most: int) -> None:
        every = sorted(product(*[range(number + 1) for number in numbers]), key=sum, reverse=True)
        self._products: dict[Exponents, Product] = {
            taken: {} for taken in every if sum(taken) <= max(most, 0)
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
