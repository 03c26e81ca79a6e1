"""The course of a hand played back: its steps, made when somebody asks for them.

Verifying a million hands needs no step of them, and keeps none: of calls that went the way of
many before, only the words are kept, and the position they were heard at.
"""

from __future__ import annotations

from typing import NamedTuple

from mustutor import games
from mustutor.calls import read_call
from mustutor.position import Position, Step


class Run(NamedTuple):
    """Legal calls of one lance, as written: the position they were heard at, and the last one."""

    before: Position
    calls: tuple[str, ...]
    after: Position


class Course:
    """The steps of a hand, of which some are kept as runs of calls."""

    __slots__ = ("_legs", "_steps")

    def __init__(self) -> None:
        self._legs: list[Step | Run] = []
        self._steps: tuple[Step, ...] | None = None

    def add(self, leg: Step | Run) -> None:
        """Go on by a step, or by a run of calls."""
        self._legs.append(leg)
        self._steps = None

    @property
    def last(self) -> Position | None:
        """The position it has come to; none before the first step."""
        return self._legs[-1].after if self._legs else None

    def kept(self) -> list[Step]:
        """The steps the engine made one by one, those of the deck among them."""
        return [leg for leg in self._legs if isinstance(leg, Step)]

    def steps(self) -> tuple[Step, ...]:
        """Every step, from the deal on."""
        if self._steps is None:
            steps: list[Step] = []
            for leg in self._legs:
                if isinstance(leg, Step):
                    steps.append(leg)
                    continue
                position = leg.before
                play = games.game_of(position.variant.game).play
                for call in map(read_call, leg.calls):
                    after = play(position, call)
                    steps.append(Step(position, call, after))
                    position = after
            self._steps = tuple(steps)
        return self._steps

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Course) and self.steps() == other.steps()

    __hash__ = None  # type: ignore[assignment]
