"""Forks: where one walk is over, or none has begun, and a learner says which comes next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from mustutor.games.telling import Explanation, Line, Passage
from mustutor.tuples import NamedTuple
from mustutor.tutor.walk import Scene, Stop, Walk
from mustutor.variant import Variant


class Turning(NamedTuple):
    """A way to go on: its words, and what it leads to, a walk or another fork."""

    words: str
    leads: Callable[[], Walk | Fork]


class Fork(NamedTuple):
    """What was done, and the ways from here; `usual` is the index of the recommended one."""

    title: str
    page: Explanation
    ways: tuple[Turning, ...]
    usual: int = 0

    def taken(self, typed: str) -> Turning | None:
        """The way of a number from 1, the recommended one for nothing typed; None for no way.

        >>> fork = Fork("", Explanation("", ()), (Turning("on", nowhere), Turning("back", nowhere)))
        >>> fork.taken("").words, fork.taken("2").words, fork.taken("3")
        ('on', 'back', None)
        """
        words = typed.strip()
        if not words:
            return self.ways[self.usual] if self.ways else None
        if not (words.isascii() and words.isdigit() and len(words) < 5):
            return None
        return self.ways[int(words) - 1] if 1 <= int(words) <= len(self.ways) else None

    def told(self) -> Explanation:
        """The page with the ways under it, each with its number."""
        lines = [
            Line(way.words, kind="choice", seat=str(number))
            for number, way in enumerate(self.ways, 1)
        ]
        return Explanation(self.title, (*self.page.passages, Passage("", tuple(lines))))


@dataclass(frozen=True)
class Nowhere:
    """Before the first walk: one empty stop, of which no record is kept."""

    name: str = ""
    title: str = ""
    count: int = 1

    def stop(self, index: int) -> Stop | None:
        """The empty stop."""
        return Stop("", Scene("")) if index == 0 else None

    def find(self, place: str) -> int | None:  # noqa: ARG002 - the signature of every source
        """There is no place."""
        return None

    def search(self, words: str, after: int) -> int | None:  # noqa: ARG002
        """There is nothing to search."""
        return None

    def under(self, variant: Variant) -> None:  # noqa: ARG002
        """There is no rulebook."""
        return


def nowhere() -> Walk:
    """A walk that has not begun."""
    return Walk(Nowhere())
