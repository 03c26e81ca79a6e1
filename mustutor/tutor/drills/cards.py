"""Chance that is the same everywhere, and the cards it deals: real ones of the rulebook's deck."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from random import Random
from typing import TypeVar

from mustutor.cards import Card, deck
from mustutor.games.mus_family.classes import SEVEN
from mustutor.games.mus_family.ranking import Ranking, ranking_of
from mustutor.position import Hand
from mustutor.variant import Variant

Thing = TypeVar("Thing")


class SeededChance:
    """Draws things from a seed in words; the same words always draw the same.

    Python promises to keep what a text seeds, and `random()` itself; everything here is made of
    those two.

    >>> SeededChance("a").below(10) == SeededChance("a").below(10)
    True
    """

    __slots__ = ("random",)

    def __init__(self, seed: str) -> None:
        self.random = Random(seed)

    def below(self, number: int) -> int:
        """Draw a whole number from 0 on that is smaller than this one."""
        return int(self.random.random() * number)

    def between(self, least: int, most: int) -> int:
        """Draw a whole number from the least to the most, both included."""
        return least + self.below(most - least + 1)

    def happens(self, likelihood: float) -> bool:
        """Draw whether something happens that does so often."""
        return self.random.random() < likelihood

    def one_of(self, things: Sequence[Thing]) -> Thing:
        """Draw one of some things."""
        return things[self.below(len(things))]

    def some_of(self, things: Sequence[Thing], number: int) -> list[Thing]:
        """Draw so many of some things, each at most once, in the order drawn."""
        left, drawn = list(things), self.random.random
        return [left.pop(int(drawn() * len(left))) for _ in range(number)]  # as `below` draws


FOUR = 4
ALL_RANKS = 10
REDEALS = 40
"""So often a hand is dealt again that has not what it must have."""


def pool(variant: Variant, chance: SeededChance, ranks: int, always: str = "") -> list[Card]:
    """The cards of so many ranks of the deck, some always: the fewer, the closer the hands."""
    cards = deck(variant.several("deck.removed_ranks"))
    others = [rank for rank in _ranks(cards) if rank not in always]
    chosen = {*always, *chance.some_of(others, min(ranks - len(always), len(others)))}
    return [card for card in cards if card[0] in chosen]


@lru_cache(maxsize=32)
def _ranks(cards: tuple[Card, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(card.rank for card in cards))


def dealt(
    cards: Sequence[Card],
    chance: SeededChance,
    number: int,
    wanted: Callable[[Hand], bool] | None = None,
) -> list[Hand] | None:
    """Deal so many hands of four from some cards, each of them as it is wanted; or nothing."""
    left = list(cards)
    hands: list[Hand] = []
    for _ in range(number):
        if len(left) < FOUR:
            return None
        for _ in range(REDEALS):
            hand = tuple(chance.some_of(left, FOUR))
            if wanted is None or wanted(hand):
                break
        else:
            return None
        hands.append(hand)
        left = [card for card in left if card not in hand]
    return hands


def four_alike(cards: Sequence[Card], ranking: Ranking, chance: SeededChance) -> Hand:
    """Four cards that play as the same rank."""
    card = chance.one_of(cards)
    same = [other for other in cards if ranking.effective(other) == ranking.effective(card)]
    return tuple(chance.some_of(same, FOUR))


def the_real(variant: Variant, chance: SeededChance) -> Hand | None:
    """Three sevens and a figure that are La Real at this table, or nothing if none was drawn."""
    cards = deck(variant.several("deck.removed_ranks"))
    sevens = [card for card in cards if card.rank == SEVEN]
    classify = ranking_of(variant.rules).classify
    for _ in range(REDEALS):
        hand = (*chance.some_of(sevens, FOUR - 1), chance.one_of(cards))
        if len(set(hand)) == FOUR and classify(hand).real:
            return hand
    return None


def dealt_under(hands: Iterable[Hand], variant: Variant) -> bool:
    """Whether a rulebook deals all these cards."""
    return {card for hand in hands for card in hand} <= set(
        deck(variant.several("deck.removed_ranks"))
    )


def as_printed(variant: Variant) -> Ranking:
    """An order of cards in which each is what is printed on it: to show them by.

    What a three or a two plays as is for the learner to say.
    """
    return ranking_of({**variant.rules, "deck.kings": 4, "deck.fours_as_aces": False})


def twos_dealt(variant: Variant) -> bool:
    """Whether the deck has its twos."""
    return any(card.rank == "2" for card in deck(variant.several("deck.removed_ranks")))


def eight_kings(variant: Variant) -> bool:
    """Whether threes are kings."""
    return variant.number("deck.kings") == 8


def eight_aces(variant: Variant) -> bool:
    """Whether twos are aces, and are dealt."""
    return eight_kings(variant) and twos_dealt(variant)


def four_kings(variant: Variant) -> bool:
    """Whether threes are threes."""
    return not eight_kings(variant)


def four_aces(variant: Variant) -> bool:
    """Whether twos are twos, and are dealt."""
    return four_kings(variant) and twos_dealt(variant)


def fours_are_aces(variant: Variant) -> bool:
    """Whether fours are aces, where the twos are taken out."""
    return variant.flag("deck.fours_as_aces")


def with_the_real(variant: Variant) -> bool:
    """Whether La Real beats every other juego."""
    return variant.flag("real.enabled")
