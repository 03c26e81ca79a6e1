"""Counting deals: kinds of hands with their weights, and how good the unseen hands are.

`Kinds` puts cards that play alike into one group; a kind is the number of cards of each group: 330
kinds with eight kings and 715 with four, more where suits make La Real. The ranking decides which
cards play alike, and what a kind is in each lance.

`levels` counts: hands are added to a product of counts, from the worst place in a lance to the
best. A product maps the cards it takes (`HandKind.key`) to the number of ways to split them among
the hands, times a factor; matched with the cards left, it counts deals. Hands with the same
information share a product, so that the work grows with the cards taken and not with the number of
deals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import combinations, combinations_with_replacement, product, repeat
from math import comb, factorial, perm, prod
from operator import attrgetter, le, mul
from typing import NamedTuple

from mustutor.games.mus_family.hands import CARDS_IN_HAND, SEVEN, HandClass, Ranking, ranking_of
from mustutor.model.cards import Card, deck
from mustutor.model.variant import Variant

DIGIT = 5
"""Bits of a key for each group: six hands of four cards do not fill them."""


class HandKind(NamedTuple):
    """A kind of hand: its class in every lance, an example, and the cards it takes.

    `counts` are the cards of each group, `key` the same in one number; keys of parts add up. `ways`
    is the number of ways to deal it from the whole deck; `share` is its factor in a product of
    counts: the factorial of its size over those of its counts.
    """

    row: HandClass
    cards: tuple[Card, ...]
    counts: tuple[int, ...]
    key: int
    share: int
    ways: int


class KindChoices:
    """The possible kinds of a hand, with their places in each lance."""

    def __init__(self, kinds: Iterable[HandKind]) -> None:
        self.kinds = tuple(kinds)
        self._places: dict[str, tuple[int, ...]] = {}

    def places(self, lance: str) -> tuple[int, ...]:
        """The place of each kind in a lance, 1 the best; 0 if it has nothing there."""
        known = self._places.get(lance)
        if known is None:
            place = attrgetter(f"row.{lance}_place")
            known = self._places[lance] = tuple(map(place, self.kinds))
        return known

    def filtered(self, having: Callable[[HandClass], bool]) -> KindChoices:
        """The kinds whose class passes a test."""
        return KindChoices([kind for kind in self.kinds if having(kind.row)])

    def dealt_from(self, left: Sequence[int]) -> KindChoices:
        """The kinds possible with these numbers of cards in each group."""
        return KindChoices([kind for kind in self.kinds if all(map(le, kind.counts, left))])


class Kinds:
    """Every kind of hand in the deck of a rulebook; get it from `kinds_of`."""

    def __init__(self, ranking: Ranking, cards: Sequence[Card]) -> None:
        self.ranking = ranking
        self.groups = _groups(ranking, cards)
        self.group_of: dict[str, int] = {}
        for number, group in enumerate(self.groups):
            for card in group:
                self.group_of[card] = number
        for rank in {card.rank for card in cards}:
            homes = {self.group_of[card] for card in cards if card.rank == rank}
            if len(homes) == 1:  # else its suit says which group it belongs to
                self.group_of[rank] = homes.pop()

    @cached_property
    def hands(self) -> KindChoices:
        """Every kind of four cards."""
        return self.completing(())

    def completing(self, kept: Sequence[Card]) -> KindChoices:
        """Every kind of hand that contains `kept`; counts and keys are of the other cards."""
        drawn = CARDS_IN_HAND - len(kept)
        found = []
        for taken in combinations_with_replacement(range(len(self.groups)), drawn):
            counts = [0] * len(self.groups)
            cards = list(kept)
            for group in taken:
                of_group = [card for card in self.groups[group] if card not in kept]
                cards += of_group[counts[group] : counts[group] + 1]
                counts[group] += 1
            if len(cards) < CARDS_IN_HAND:
                continue  # more of a group than the deck has
            found.append(
                HandKind(
                    self.ranking.classify(cards),
                    tuple(cards),
                    tuple(counts),
                    sum(count << DIGIT * group for group, count in enumerate(counts)),
                    factorial(drawn) // prod(map(factorial, counts)),
                    prod(map(comb, map(len, self.groups), counts)),
                )
            )
        return KindChoices(found)

    @cached_property
    def by_key(self) -> dict[int, HandKind]:
        """Every kind of four cards by its key."""
        return {kind.key: kind for kind in self.hands.kinds}

    def key(self, cards: Iterable[Card]) -> int:
        """The key of some cards: keys of parts of a hand add up to the hand's."""
        return sum([1 << DIGIT * self.group_of[card] for card in cards])

    def left(self, cards: Iterable[Card]) -> tuple[int, ...]:
        """The number of cards left in each group when these are gone."""
        left = [len(group) for group in self.groups]
        for card in cards:
            left[self.group_of[card]] -= 1
        return tuple(left)

    def number(self, having: Callable[[HandClass], bool]) -> int:
        """Count the hands of the deck whose class passes a test.

        >>> from mustutor.model.variant import load_variant
        >>> kinds = kinds_of(load_variant("fournier"))
        >>> kinds.number(lambda hand: hand.juego), kinds.number(lambda hand: True)
        (24444, 91390)
        """
        return sum([kind.ways for kind in self.hands.filtered(having).kinds])


def kinds_of(variant: Variant) -> Kinds:
    """The kinds of hands of a rulebook; equal rulebooks share them.

    >>> from mustutor.model.variant import load_variant
    >>> [len(kinds_of(load_variant(one)).hands.kinds) for one in ("fournier", "guipuzcoa_4")]
    [330, 715]
    """
    return _kinds(ranking_of(variant.rules), deck(variant.several("deck.removed_ranks")))


@lru_cache(maxsize=32)
def _kinds(ranking: Ranking, cards: tuple[Card, ...]) -> Kinds:
    return Kinds(ranking, cards)


def _groups(ranking: Ranking, cards: Sequence[Card]) -> tuple[tuple[Card, ...], ...]:
    """Group interchangeable cards: swapping two changes no hand's value, La Real included."""
    reals = _reals(ranking, cards)
    groups: list[list[Card]] = []
    for card in ranking.sorted("chica", cards):
        for group in groups:
            if ranking.effective(group[0]) == ranking.effective(card) and _alike(
                group[0], card, reals
            ):
                group.append(card)
                break
        else:
            groups.append([card])
    return tuple(map(tuple, groups))


def _reals(ranking: Ranking, cards: Sequence[Card]) -> frozenset[frozenset[Card]]:
    """Every hand that is La Real: three sevens and another card."""
    sevens = [card for card in cards if card.rank == SEVEN]
    hands = [(*three, card) for three in combinations(sevens, 3) for card in cards]
    dealt = [hand for hand in hands if len(set(hand)) == CARDS_IN_HAND]
    return frozenset([frozenset(hand) for hand in dealt if ranking.classify(hand).real])


def _alike(one: Card, other: Card, reals: frozenset[frozenset[Card]]) -> bool:
    exchanged = {one: other, other: one}
    return reals == {frozenset([exchanged.get(card, card) for card in hand]) for hand in reals}


class CardsLeft:
    """The unknown cards, by group, and the number of ways to take some of them."""

    def __init__(self, sizes: tuple[int, ...]) -> None:
        self.sizes = sizes
        self.number = sum(sizes)
        self._ways: dict[int, dict[int, int]] = {}
        self._draws: dict[int, dict[int, int]] = {}

    def ways(self, number: int) -> dict[int, int]:
        """The numbers of ordered ways to take `number` of them, by key."""
        if number not in self._ways:
            self._ways[number] = ways_to_take(self.sizes, number)
        return self._ways[number]

    def draws(self, number: int) -> dict[int, int]:
        """The numbers of unordered ways to take `number` of them, by key."""
        if number not in self._draws:
            self._draws[number] = ways_to_take(self.sizes, number, comb)
        return self._draws[number]


def ways_to_take(
    left: Sequence[int], number: int, among: Callable[[int, int], int] = perm
) -> dict[int, int]:
    """The numbers of ways to take `number` cards from groups of these sizes, by key.

    Ordered ways by default; with `comb` as `among`, unordered ones.

    >>> ways_to_take((2, 1), 2) == {2: 2, 33: 2}
    True
    """
    found: list[list[tuple[int, int]]] = [[(0, 1)], *[[] for _ in range(number)]]
    rest = sum(left)
    for group, size in enumerate(left):
        rest -= size
        of_group = [
            (count, count << DIGIT * group, among(size, count))
            for count in range(1, min(size, number) + 1)
        ]
        for total in range(number, 0, -1):  # downwards, so smaller totals are still unchanged
            found[total] += [
                (key + more, ways * choices)
                for count, more, choices in of_group
                if count <= total
                for key, ways in found[total - count]
            ]
        for total in range(number - rest):  # too few even with all cards still to come
            found[total] = []
    return dict(found[number])


Product = dict[int, int]
Exponents = tuple[int, ...]
NOTHING_TAKEN: Product = {0: 1}
NOTHING = 0
"""The place in a lance of a hand that has nothing there."""
BETTER = -1
"""The place of all hands better than the known ones, if their order does not matter."""
ONE_HAND = (1,)
EVERYBODYS = "punto"
"""The lance that is played only if everybody has it, that is, nobody has juego."""


class HiddenHands(NamedTuple):
    """Hands with the same information: their possible kinds, and how many hands there are.

    `drawn` is the number of unknown cards in each; `free` says that any kind is possible.
    """

    choices: KindChoices
    number: int
    drawn: int
    free: bool


class Level(NamedTuple):
    """The deals in which the best unseen hands have a certain place in a lance.

    `ways` maps how many hands of each sort have that place to the number of deals in which those
    hands have it and all others are worse.
    """

    place: int
    ways: dict[Exponents, int]


def overcount_factor(sorts: Sequence[HiddenHands]) -> int:
    """The factor by which each deal is counted too often."""
    return prod([factorial(sort.drawn) ** sort.number for sort in sorts])


def cards_taken(sorts: Sequence[HiddenHands]) -> int:
    """The number of unknown cards these hands take."""
    return sum([sort.number * sort.drawn for sort in sorts])


def deals(sorts: Sequence[HiddenHands], left: CardsLeft) -> int:
    """Count the deals of these hands, times the overcount factor."""
    if all(sort.free for sort in sorts):
        return perm(left.number, cards_taken(sorts))
    taken = last = NOTHING_TAKEN
    for sort in sorts:
        hands = _product(sort.choices.kinds)
        for _ in range(sort.number):
            taken, last = times(taken, last), hands
    return count_product(taken, last, left.ways(cards_taken(sorts)))


def levels(
    sorts: Sequence[HiddenHands], lance: str, left: CardsLeft, worst: int, every: int
) -> Iterator[Level]:
    """Count the deals of each level of a lance from `worst` up, times the overcount factor.

    Hands worse than `worst` form one level that is not yielded; 0 yields every place. In punto
    everybody must have it. `every` is the number of all deals of the lance.
    """
    numbers = tuple([sort.number for sort in sorts])
    ways = left.ways(cards_taken(sorts))
    if numbers == ONE_HAND:
        yield from _levels_of_one(sorts[0].choices, lance, ways, worst)
        return
    if len(numbers) == 1 and sorts[0].free:
        yield from _levels_of_alike(sorts[0], lance, left, worst, every)
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
                taken: count_product(hands, below.of(_less(numbers, taken)), ways)
                for taken, hands in here.items()
                if any(taken)
            },
        )
        below.add(here)


def _levels_of_one(
    choices: KindChoices, lance: str, ways: Mapping[int, int], worst: int
) -> Iterator[Level]:
    """The levels for a single unseen hand, in two classes: equal to the known one, or better."""
    better = equal = 0
    known = ways.get
    for kind, place in zip(choices.kinds, choices.places(lance), strict=True):
        if place == worst:
            equal += place and kind.share * known(kind.key, 0)
        elif place and (not worst or place < worst):
            better += kind.share * known(kind.key, 0)
    yield Level(worst, {ONE_HAND: equal})
    yield Level(BETTER, {ONE_HAND: better})


def _levels_of_alike(
    sort: HiddenHands, lance: str, left: CardsLeft, worst: int, every: int
) -> Iterator[Level]:
    """The levels for hands without any information, which are interchangeable.

    The deals with one best hand need no count level by level: they are what is left of the deals in
    which some hand is as good, once those with several equal hands are taken away.
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
    lower = deals_within(sort, below, [*out, *_joined(steps)], left)
    with_equals = lower
    if worst in steps:
        better = [kind for place, kinds in steps.items() if place != worst for kind in kinds]
        with_equals = deals_within(sort, [*below, *steps[worst]], [*out, *better], left)
    # One best hand: the deals not counted below, equally often for each hand.
    alone = {worst: with_equals - lower, BETTER: every - with_equals}
    found: dict[int, dict[Exponents, int]] = {worst: {}, BETTER: {}}
    under = _Powers((number,), number - 2)
    under.add(_powers([_product(below)], (number,), number - 2))
    ways = left.ways(number * sort.drawn)
    for place in sorted(steps, reverse=True):
        told = worst if place == worst else BETTER
        here = _powers([_product(steps[place])], (number,), number)
        for together in range(2, number + 1):
            equal = count_product(here[together,], under.of((number - together,)), ways)
            found[told][together,] = found[told].get((together,), 0) + equal
            alone[told] -= comb(number, together) * equal
        under.add(here)
    for place, often in found.items():
        yield Level(place, {(1,): alone[place] // number, **often})


def deals_within(
    sort: HiddenHands, some: list[HandKind], others: list[HandKind], left: CardsLeft
) -> int:
    """Count the deals in which every hand is one of `some`, by the shorter of two ways."""
    number, drawn = sort.number, sort.drawn
    if len(some) <= len(others):
        taken, last = _power(_product(some), number - 1), _product(some)
        return count_product(taken, last, left.ways(number * drawn))
    found, taken, last = 0, NOTHING_TAKEN, NOTHING_TAKEN
    for others_dealt in range(number + 1):
        cards = drawn * others_dealt
        rest = perm(left.number - cards, drawn * number - cards)
        ways = count_product(taken, last, left.ways(cards))
        found += (-1) ** others_dealt * comb(number, others_dealt) * ways * rest
        if others_dealt:
            taken = times(taken, last)
        last = _product(others)
    return found


def _power(hands: Product, number: int) -> Product:
    taken = NOTHING_TAKEN
    for _ in range(number):
        taken = times(taken, hands)
    return taken


def _product(kinds: Iterable[HandKind]) -> Product:
    return {kind.key: kind.share for kind in kinds}


def _joined(steps: Mapping[int, list[HandKind]]) -> list[HandKind]:
    return [kind for kinds in steps.values() for kind in kinds]


class _Powers:
    """The products of hands below a level, for every number of hands of each sort."""

    def __init__(self, numbers: Exponents, most: int) -> None:
        every = sorted(product(*[range(number + 1) for number in numbers]), key=sum, reverse=True)
        self._products: dict[Exponents, Product] = {
            taken: {} for taken in every if sum(taken) <= max(most, 0)
        }
        self._products[(0,) * len(numbers)] = {0: 1}

    def of(self, taken: Exponents) -> Product:
        """The product for these numbers of hands of each sort."""
        return self._products[taken]

    def add(self, here: dict[Exponents, Product]) -> None:
        """Add the hands of a level to those below the next."""
        for (
            taken,
            grown,
        ) in self._products.items():  # from the largest, which needs the smaller ones unchanged
            for chosen, hands in here.items():
                if not any(chosen) or any(c > t for c, t in zip(chosen, taken, strict=True)):
                    continue
                among = prod(map(comb, taken, chosen))
                _add(grown, hands, self._products[_less(taken, chosen)], among)


def _powers(step: Sequence[Product], numbers: Exponents, most: int) -> dict[Exponents, Product]:
    """The products of hands of one level, for every number of hands of each sort."""
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
    """Add the product of two products to `grown`, with the shorter in the outer loop."""
    if len(one) > len(other):
        one, other = other, one
    known = grown.get
    items = list(other.items())
    for key, ways in one.items():
        often = factor * ways
        for more, others in items:
            cards = key + more
            grown[cards] = known(cards, 0) + often * others


def count_product(one: Product, other: Product, left: Mapping[int, int]) -> int:
    """Count the deals of a product of two, by the ways to take its cards from those left."""
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
