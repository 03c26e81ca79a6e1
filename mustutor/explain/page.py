"""An explanation as values: lines in passages, ready for any way of showing them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from mustutor.explain.fact import NOTHING

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
