"""The kinds of hands with their weights: which hands may be dealt, each in how many ways.

Cards that play alike are one group, and a kind says how many cards of each group a hand has: 330
kinds with eight kings and 715 with four, more where suits make La Real. Which cards play alike,
and what a kind is in each lance, the engine is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb, factorial, perm, prod
from operator import attrgetter, le

from mustutor.cards import Card, deck
from mustutor.games.mus_family.classes import CARDS_IN_HAND, SEVEN, HandClass
from mustutor.games.mus_family.ranking import Ranking, ranking_of
from mustutor.tuples import NamedTuple
from mustutor.variant import Variant

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


class Choices:
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

    def those(self, having: Callable[[HandClass], bool]) -> Choices:
        """The kinds that are so."""
        return Choices([kind for kind in self.kinds if having(kind.row)])

    def dealt_from(self, left: Sequence[int]) -> Choices:
        """The kinds that so many cards of each group allow."""
        return Choices([kind for kind in self.kinds if all(map(le, kind.counts, left))])


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
    def hands(self) -> Choices:
        """Every kind of four cards."""
        return self.completing(())

    def completing(self, kept: Sequence[Card]) -> Choices:
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
        return Choices(found)

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

        >>> from mustutor.variant import load_variant
        >>> kinds = kinds_of(load_variant("fournier"))
        >>> kinds.number(lambda hand: hand.juego), kinds.number(lambda hand: True)
        (24444, 91390)
        """
        return sum([kind.ways for kind in self.hands.those(having).kinds])


def kinds_of(variant: Variant) -> Kinds:
    """The kinds of hands of a rulebook; equal rulebooks share them.

    >>> from mustutor.variant import load_variant
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
