"""What an explanation has to tell, before it is told in any language."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

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


class Memory:
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
