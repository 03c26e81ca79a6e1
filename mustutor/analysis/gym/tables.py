"""Several tables of a variant stepped at once, for programs that learn in batches.

`observations`, `masks` and `speakers` have a row for each table; `step` takes an action for each. A
hand that is over is paid, and the next one is dealt at that table at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from mustutor.analysis.gym.encoding import Encoding
from mustutor.analysis.gym.environment import Course, deal_hand, new_match
from mustutor.games.seat_view import SeatView
from mustutor.model.variant import load_variant

try:
    import numpy as np
except ImportError:  # said when tables are wanted: the module can be read without
    np = None  # type: ignore[assignment]

NEEDED = "mustutor.gym.Tables needs numpy, which is not installed: pip install 'mustutor[gym]'"
MOST_TABLES = 4_096


class Tables:
    """Tables with a hand each, all stepped at once.

    Table number `n` deals from ``seed + n``, whatever is done at the others.
    `observations` are float32 of ``(tables, encoding.size)`` and `masks` int8 of ``(tables,
    actions)``, 1 where an action is legal, both of whoever speaks; `speakers` are the indexes of
    those seats. Every `step` writes all three anew.

    Raises ModuleNotFoundError where numpy is missing, ValueError for a table the rules do not
    allow, and for less than one table or more than `MOST_TABLES`.

    >>> tables = Tables("encaje", 2, seats=3, seed=7)  # doctest: +SKIP
    >>> rewards, ended = tables.step([mask.argmax() for mask in tables.masks])  # doctest: +SKIP
    """

    def __init__(self, variant: str | Path, count: int, *, seats: int = 0, seed: int = 0) -> None:
        if np is None:
            raise ModuleNotFoundError(NEEDED)
        if not 1 <= count <= MOST_TABLES:
            raise ValueError(f"1 to {MOST_TABLES} tables are stepped at once, not {count}")
        self.encoding = Encoding(load_variant(variant), seats)
        self._randoms = [Random(seed + number) for number in range(count)]
        self.observations: Any = np.zeros((count, self.encoding.size), np.float32)
        self.masks: Any = np.zeros((count, len(self.encoding.actions.all)), np.int8)
        self.speakers: Any = np.zeros(count, np.int64)
        self._courses: dict[int, Course] = {}
        self._views: dict[int, SeatView] = {}
        for number in range(count):
            self._show(number, self._dealt(number))

    def step(self, actions: Sequence[int]) -> tuple[Any, Any]:
        """Take an action at every table; gives the rewards, and where a hand has ended.

        Rewards are float32 of ``(tables, seats)``: the stones of hands that ended, which add up to
        nothing, 0 elsewhere. Raises IllegalCall or ValueError for an action that is not legal.
        """
        if len(actions) != len(self._courses):
            raise ValueError(f"{len(self._courses)} actions are wanted, one for each table")
        seats = self.encoding.seats
        rewards: Any = np.zeros((len(actions), len(seats)), np.float32)
        ended: Any = np.zeros(len(actions), bool)
        for number, action in enumerate(actions):
            course, view = self._courses[number], self._views[number]
            words = self.encoding.words(view, int(action))
            course = course.after_words(f"{view.seat} {words}")
            if not course.speaker:
                gained = course.gained()
                rewards[number] = [gained[seat] for seat in seats]
                ended[number] = True
                course = self._dealt(number)
            self._show(number, course)
        return rewards, ended

    def _dealt(self, number: int) -> Course:
        encoding, random = self.encoding, self._randoms[number]
        start = new_match(encoding.variant, encoding.seats, random.random())
        return deal_hand(start, str(random.getrandbits(64)))

    def _show(self, number: int, course: Course) -> None:
        """Keep a table's hand, and write what its speaker sees."""
        view = course.seen_by(course.speaker)
        self._courses[number], self._views[number] = course, view
        self.observations[number] = self.encoding.observed(view)
        self.masks[number] = self.encoding.mask(view)
        self.speakers[number] = self.encoding.seats.index(view.seat)
