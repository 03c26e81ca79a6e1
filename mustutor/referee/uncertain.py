"""What may still come of a lance or a hand, and the least that would have to be known."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from mustutor.replay.format import Json

Gains = tuple[tuple[str, int], ...]


class Ending(NamedTuple):
    """One way it may end: who gets what, whether a claim holds then, and in how many deals.

    `gets` are the stones that go to each account in the lance, or in the hand, and below 0
    those a player gives for the value of a hand. `after` is what each side then has, where a
    whole hand is asked for, and `decided` the side that has won or lost the game by it.
    `holds` is None where nothing is claimed. `supposing` are the calls under which it may end
    so, where calls are forgotten: one tuple for each way to fill them.
    """

    gets: Gains
    after: Gains
    decided: str
    holds: bool | None
    ways: int
    supposing: tuple[tuple[str, ...], ...]

    def as_json(self) -> Json:
        """The ending for a program; `hands` only where they were counted."""
        written: Json = {"gets": dict(self.gets)}
        if self.after:
            written["after"] = dict(self.after)
        if self.decided:
            written["decided"] = self.decided
        if self.holds is not None:
            written["holds"] = self.holds
        if self.ways:
            written["hands"] = self.ways
        if self.supposing:
            written["supposing"] = [list(calls) for calls in self.supposing]
        return written


class Possible(NamedTuple):
    """All that may still come of a question, the likeliest by number of deals first.

    `show` are the seats whose cards are not known and matter, `remember` the places of calls
    nobody remembers, `found` those of which only one word fits. `exhaustive` says that nothing
    was left untried; `deciding` is the smallest set of those seats and places that settles it
    whatever they turn out to be.
    """

    endings: tuple[Ending, ...]
    show: tuple[str, ...]
    remember: tuple[str, ...]
    found: Mapping[str, str]
    exhaustive: bool
    deciding: tuple[str, ...]

    @property
    def holds_in(self) -> str:
        """Whether what is claimed holds in ``all``, ``some`` or ``none`` of them."""
        found = {ending.holds for ending in self.endings}
        if found == {True}:
            return "all"
        return "none" if found == {False} else "some"

    @property
    def ways(self) -> int:
        """In how many ways the unseen hands can be dealt; 0 where they were not counted."""
        return sum(ending.ways for ending in self.endings)

    def as_json(self) -> Json:
        """What is possible, for a program."""
        written: Json = {"outcomes": [ending.as_json() for ending in self.endings]}
        if any(ending.holds is not None for ending in self.endings):
            written["holds_in"] = self.holds_in
        written["unknown"] = {"cards": list(self.show), "calls": list(self.remember)}
        if self.found:
            written["found"] = dict(self.found)
        written["exhaustive"] = self.exhaustive
        written["decides"] = {
            "show": [item for item in self.deciding if item in self.show],
            "remember": [item for item in self.deciding if item in self.remember],
        }
        return written
