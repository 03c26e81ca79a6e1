"""What a game says about itself: facts, the lines made of them, and who tells them.

A floor under `mustutor.explain`, which tells whole hands and asks each game's `TELLER` for what
is the game's own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from mustutor.calls import Call
from mustutor.games.mus_family.state import Outcome
from mustutor.language import Language
from mustutor.position import Open, Option, Position, Step
from mustutor.register import part
from mustutor.variant import Variant

NOTHING: Mapping[str, object] = MappingProxyType({})


class Fact(NamedTuple):
    """One thing worth telling: its kind, the articles behind it, and its evidence.

    `seat` and `said` are columns of their own: who, and the words of his call or the cards
    he lays down. `evidence` holds seats, numbers, cards and the ids of lances, ranks and
    figures; a phrasebook makes the sentence of the kind from it. `indent` counts levels.
    """

    kind: str
    rules: tuple[str, ...] = ()
    seat: str = ""
    said: str = ""
    indent: int = 1
    evidence: Mapping[str, object] = NOTHING


class AlreadySaid:
    """What has been told already, and what was said so far in the lance being told."""

    def __init__(self) -> None:
        self.told: set[str] = set()
        self.passed: set[str] = set()
        self.stayed: dict[str, tuple[str, int]] = {}

    def open_lance(self) -> None:
        """Forget what was said in the lance before."""
        self.passed = set()
        self.stayed = {}

    def is_new(self, kind: str) -> bool:
        """Whether a kind of remark is made for the first time; from now on it is not."""
        new = kind not in self.told
        self.told.add(kind)
        return new


STONES = frozenset(("in_front", "score"))
"""Kinds of lines that say what everybody has, in pieces that a page may break between."""


class Line(NamedTuple):
    """One line of an explanation: a sentence, and the articles that say so.

    `seat` and `said` stand before the sentence: who speaks, and his call in the language of
    the game, or the cards he lays down. `evidence` is what the sentence was made from.
    """

    text: str
    rules: tuple[str, ...] = ()
    kind: str = ""
    seat: str = ""
    indent: int = 1
    said: str = ""
    evidence: Mapping[str, object] = NOTHING

    def as_json(self) -> dict[str, object]:
        """The line for a program: everything but the text is the same in every language."""
        written: dict[str, object] = {"kind": self.kind}
        if self.seat:
            written["seat"] = self.seat
        if self.said:
            written["said"] = self.said
        if self.text:
            written["text"] = self.text
        if self.rules:
            written["rules"] = list(self.rules)
        if self.evidence:
            written["evidence"] = {name: _plain(thing) for name, thing in self.evidence.items()}
        return written


class Passage(NamedTuple):
    """Lines that belong together, under a heading or none."""

    heading: str
    lines: tuple[Line, ...]


class Explanation(NamedTuple):
    """A title, what is explained under it, and the movements of stones it speaks of.

    `movements` are the entries of the ledger with their evidence, in the same words for
    every language.
    """

    title: str
    passages: tuple[Passage, ...]
    movements: tuple[Mapping[str, object], ...] = ()

    @property
    def lines(self) -> tuple[Line, ...]:
        """All lines in reading order."""
        return tuple([line for passage in self.passages for line in passage.lines])

    def as_json(self) -> dict[str, object]:
        """The explanation for a program."""
        written: dict[str, object] = {
            "title": self.title,
            "passages": [
                {
                    "heading": passage.heading,
                    "lines": [line.as_json() for line in passage.lines],
                }
                for passage in self.passages
            ],
        }
        if self.movements:
            written["movements"] = [_plain(movement) for movement in self.movements]
        return written


def _plain(thing: object) -> object:
    """Bring evidence down to what JSON knows."""
    if isinstance(thing, Mapping):
        return {str(name): _plain(value) for name, value in thing.items()}
    if isinstance(thing, (tuple, list)):
        return [_plain(value) for value in thing]
    return str(thing) if isinstance(thing, str) else thing


Book = Callable[[str, dict[str, Any], Language], str]
"""Says a kind of fact from its evidence in words; nothing where the kind is not in it."""


class HandEnd(NamedTuple):
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
    opening: Callable[[Position, AlreadySaid], Iterator[Fact]]
    remarks: Callable[[Step, Call, AlreadySaid], Iterator[Fact]]
    declared: Callable[[Position, Position], Iterator[Fact]]
    closing: Callable[[Outcome, Position, Position, AlreadySaid], Iterator[Fact]]
    settled: Callable[[Position, Position, tuple[Open, ...], AlreadySaid], HandEnd]
    offered: Callable[[Position, Option, Language], Offered]
    withheld: Callable[[Position, Sequence[Option], Language], Iterator[Line]]
    books: tuple[Book, ...]


@cache
def _teller(game: str) -> Teller:
    teller: Teller = part(game, "TELLER")
    return teller


def teller_of(variant: Variant) -> Teller:
    """Find who tells the game of a variant."""
    return _teller(variant.game)
