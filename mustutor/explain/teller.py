"""What one game tells in its own way; all else an explanation tells alike for every game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple, Protocol

from mustutor.calls import Call
from mustutor.explain.fact import Fact, Memory
from mustutor.explain.page import Line
from mustutor.language import Language
from mustutor.position import Open, Option, Outcome, Position, Step
from mustutor.variant import Variant

Book = Callable[[str, dict[str, Any], Language], str]
"""Says a kind of fact from its evidence in words; nothing where the kind is not in it."""


class Settled(NamedTuple):
    """The end of a hand: what stands under its heading, and what the hand leaves behind."""

    heading: str
    facts: tuple[Fact, ...]
    aftermath: tuple[Fact, ...]


class Offered(NamedTuple):
    """An option beside a refusal: the words a player would use, what bounds them, and why."""

    said: str
    text: str = ""
    rules: tuple[str, ...] = ()


class Stones(Protocol):
    """Says what everybody has; `whole` adds what is said only before and after a hand."""

    def __call__(self, position: Position, *, whole: bool = False) -> Fact:
        """Say what everybody has at a position."""
        ...


class Teller(NamedTuple):
    """What a game tells: who answers, what closes a lance, and who is paid what."""

    beginning: Callable[[Position], Iterator[Fact]]
    stones: Stones
    opening: Callable[[Position, Memory], Iterator[Fact]]
    remarks: Callable[[Step, Call, Memory], Iterator[Fact]]
    declared: Callable[[Position, Position], Iterator[Fact]]
    closing: Callable[[Outcome, Position, Position, Memory], Iterator[Fact]]
    settled: Callable[[Position, Position, tuple[Open, ...], Memory], Settled]
    offered: Callable[[Position, Option, Language], Offered]
    withheld: Callable[[Position, Sequence[Option], Language], Iterator[Line]]
    books: tuple[Book, ...]


@cache
def _teller(game: str) -> Teller:
    if game == "encaje":
        from mustutor.games.encaje.telling import ENCAJE

        return ENCAJE
    from mustutor.games.mus.telling import MUS

    return MUS


def teller_of(variant: Variant) -> Teller:
    """Find who tells the game of a variant."""
    return _teller(variant.game)
