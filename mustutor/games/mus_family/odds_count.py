"""The kinds of hands with their weights: which hands may be dealt, each in how many ways.

Cards that play alike are one group, and a kind says how many cards of each group a hand has: 330
kinds with eight kings and 715 with four, more where suits make La Real. Which cards play alike,
and what a kind is in each lance, the engine is asked.

Counting deals: in how many of them each unseen hand is the best of a lance.

Hands are added to a product of counts, from the worst level of a lance to the best. A product is
a dictionary from the cards it takes (`HandKind.key`) to the ways to part them among the hands, up
to a factor; where it meets the cards that are left, deals are counted. Hands of which the same is
known share a product, so that the work grows with the cards taken and not with the deals.
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
    """A kind of hand: what it is in every lance, one such hand, and the cards it takes.

    `counts` are the cards of each group, `key` the same in one number, in which hands can be
    added. `ways` counts how often it can be dealt from the whole deck; `share` is what it adds
    to a product of counts: the factorial of its size over those of its counts.
    """

    row: HandClass
    cards: tuple[Card, ...]
    counts: tuple[int, ...]
    key: int
    share: int
    ways: int


class KindChoices:
    """The kinds a hand may be of, and their places in each lance."""

    def __init__(self, kinds: Iterable[HandKind]) -> None:
        self.kinds = tuple(kinds)
        self._places: dict[str, tuple[int, ...]] = {}

    def places(self, lance: str) -> tuple[int, ...]:
        """The place of each kind in a lance, 1 the best; 0 where it has nothing there."""
        known = self._places.get(lance)
        if known is None:
            place = attrgetter(f"row.{lance}_place")
            known = self._places[lance] = tuple(map(place, self.kinds))
        return known

    def those(self, having: Callable[[HandClass], bool]) -> KindChoices:
        """The kinds that are so."""
        return KindChoices([kind for kind in self.kinds if having(kind.row)])

    def dealt_from(self, left: Sequence[int]) -> KindChoices:
        """The kinds that so many cards of each group allow."""
        return KindChoices([kind for kind in self.kinds if all(map(le, kind.counts, left))])


class Kinds:
    """Every kind of hand that the deck of a rulebook can deal; obtain it from `kinds_of`."""

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
        """Every kind of cards that make a hand of those kept; counts and keys are of the others."""
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
        """The key of some cards: those of cards that make a hand add up to the hand's."""
        return sum([1 << DIGIT * self.group_of[card] for card in cards])

    def left(self, cards: Iterable[Card]) -> tuple[int, ...]:
        """How many cards of each group are left when these are gone."""
        left = [len(group) for group in self.groups]
        for card in cards:
            left[self.group_of[card]] -= 1
        return tuple(left)

    def number(self, having: Callable[[HandClass], bool]) -> int:
        """Count the hands of the deck that are so.

        >>> from mustutor.model.variant import load_variant
        >>> kinds = kinds_of(load_variant("fournier"))
        >>> kinds.number(lambda hand: hand.juego), kinds.number(lambda hand: True)
        (24444, 91390)
        """
        return sum([kind.ways for kind in self.hands.those(having).kinds])


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
    """Put cards together that play alike: exchanging two of them makes or unmakes no Real."""
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
    """The cards nobody is known to hold: how many of each group, and in how many ways some come."""

    def __init__(self, sizes: tuple[int, ...]) -> None:
        self.sizes = sizes
        self.number = sum(sizes)
        self._ways: dict[int, dict[int, int]] = {}
        self._draws: dict[int, dict[int, int]] = {}

    def ways(self, number: int) -> dict[int, int]:
        """In how many ordered ways so many of them can be taken, by key."""
        if number not in self._ways:
            self._ways[number] = ways_to_take(self.sizes, number)
        return self._ways[number]

    def draws(self, number: int) -> dict[int, int]:
        """The same where it makes nothing which card comes first."""
        if number not in self._draws:
            self._draws[number] = ways_to_take(self.sizes, number, comb)
        return self._draws[number]


def ways_to_take(
    left: Sequence[int], number: int, among: Callable[[int, int], int] = perm
) -> dict[int, int]:
    """In how many ways so many cards can be taken of groups of these sizes, by key.

    They are ordered ones; those `among` how many without an order are its `comb`.

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
        for total in range(number, 0, -1):  # from the most: the fewer are yet as they were
            found[total] += [
                (key + more, ways * choices)
                for count, more, choices in of_group
                if count <= total
                for key, ways in found[total - count]
            ]
        for total in range(number - rest):  # with all that come they would be too few
            found[total] = []
    return dict(found[number])


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

    choices: KindChoices
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


def overcount_factor(sorts: Sequence[HiddenHands]) -> int:
    """What deals are counted too often by."""
    return prod([factorial(sort.drawn) ** sort.number for sort in sorts])


def cards_taken(sorts: Sequence[HiddenHands]) -> int:
    """How many cards nobody knows these hands take."""
    return sum([sort.number * sort.drawn for sort in sorts])


def deals(sorts: Sequence[HiddenHands], left: CardsLeft) -> int:
    """Count the deals of these hands, times their factor."""
    if all(sort.free for sort in sorts):
        return perm(left.number, cards_taken(sorts))
    taken = last = NOTHING_TAKEN
    for sort in sorts:
        hands = _product(sort.choices.kinds)
        for _ in range(sort.number):
            taken, last = times(taken, last), hands
    return counted(taken, last, left.ways(cards_taken(sorts)))


def levels(
    sorts: Sequence[HiddenHands], lance: str, left: CardsLeft, worst: int, every: int
) -> Iterator[Level]:
    """Count the deals of each level of a lance, times their factor, from a place to the best.

    All that is worse than `worst` is one level that is not told; 0 tells every place. In punto
    nobody may have nothing: it is played where all have it. `every` are all deals of the lance.
    """
    numbers = tuple([sort.number for sort in sorts])
    ways = left.ways(cards_taken(sorts))
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


def _of_one(
    choices: KindChoices, lance: str, ways: Mapping[int, int], worst: int
) -> Iterator[Level]:
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
    lower = deals_within(sort, below, [*out, *_joined(steps)], left)
    with_equals = lower
    if worst in steps:
        better = [kind for place, kinds in steps.items() if place != worst for kind in kinds]
        with_equals = deals_within(sort, [*below, *steps[worst]], [*out, *better], left)
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


def deals_within(
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
