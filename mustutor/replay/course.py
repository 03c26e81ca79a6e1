"""The course of a hand played back: its steps, made when somebody asks for them.

Verifying a million hands needs no step of them, and keeps none: of calls that went the way of
many before, only the words are kept, and the position they were heard at.
"""

from __future__ import annotations

from collections.abc import Iterator

from mustutor import games
from mustutor.calls import Call, read_call
from mustutor.position import Position, Step

Leg = tuple[Position, "Call | tuple[str, ...]", Position]
"""A call, or the calls of one lance as written: with the positions before and after."""


class Course:
    """The steps of a hand, of which some are kept as runs of calls."""

    __slots__ = ("_legs", "_steps")

    def __init__(self) -> None:
        self._legs: list[Leg] = []
        self._steps: tuple[Step, ...] | None = None

    def add(self, before: Position, said: Call | tuple[str, ...], after: Position) -> None:
        """Go on by a call, or by legal calls of one lance as they are written."""
        self._legs.append((before, said, after))
        self._steps = None

    @property
    def last(self) -> Position | None:
        """The position it has come to; none before the first step."""
        return self._legs[-1][2] if self._legs else None

    def kept(self) -> Iterator[Step]:
        """The steps the engine made one by one, those of the deck among them."""
        for before, said, after in self._legs:
            if isinstance(said, Call):
                yield Step(before, said, after)

    def steps(self) -> tuple[Step, ...]:
        """Every step, from the deal on."""
        if self._steps is None:
            self._steps = tuple([step for leg in self._legs for step in _steps(*leg)])
        return self._steps

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Course) and self.steps() == other.steps()

    __hash__ = None  # type: ignore[assignment]


def _steps(position: Position, said: Call | tuple[str, ...], after: Position) -> Iterator[Step]:
    if isinstance(said, Call):
        yield Step(position, said, after)
        return
    play = games.game_of(position.variant.game).play
    for call in map(read_call, said):
        after = play(position, call)
        yield Step(position, call, after)
        position = after
