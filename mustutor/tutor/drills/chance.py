"""Chance that is the same on every machine and in every Python: what a drill is drawn from."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

Thing = TypeVar("Thing")


class Chance:
    """Draws things from a seed in words; the same words always draw the same.

    Python promises to keep what a text seeds, and `random()` itself; everything here is made of
    those two.

    >>> Chance("a").below(10) == Chance("a").below(10)
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
        left = list(things)
        return [left.pop(self.below(len(left))) for _ in range(number)]
