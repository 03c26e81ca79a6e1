"""Who plays at a table: programs that are given the view of one seat, and say a call.

A player of anybody's is a class made with ``seed=N`` that has a `name` and `speak(view)`; the view
(`mustutor.view`) holds what that seat may know, and nothing else. What it says is a call as in a
record, without its seat: ``envido 4``, ``descarto 7o 4c``. What the rules refuse is told it once,
with the reason; then the safest legal call is made for it, and the record notes it.
"""

from __future__ import annotations

from importlib import import_module
from typing import Protocol

from mustutor.seatview import SeatView

LEVELS = {
    "easy": "mustutor.players.easy:Beginner",
    "club": "mustutor.players.club:Regular",
    "master": "mustutor.players.master:Master",
}
"""The players that come along, from the weakest to the strongest, each with its home."""


class Bot(Protocol):
    """Somebody who plays by program."""

    name: str

    def speak(self, view: SeatView) -> str:
        """Say a call, as in a record without its seat, when it is this seat's turn."""
        ...


class MakesBot(Protocol):
    """What makes players of one kind."""

    def __call__(self, *, seed: int) -> Bot:
        """Make one; of the same seed it plays alike on every machine."""
        ...


def level(name: str) -> MakesBot:
    """The players of a level; raises KeyError for a word that is none.

    >>> level("club")(seed=1).name
    'club'
    """
    home, _, kind = LEVELS[name].partition(":")
    made: MakesBot = getattr(import_module(home), kind)
    return made


def strongest() -> str:
    """The level that plays best of those there are.

    >>> strongest() in LEVELS
    True
    """
    return list(LEVELS)[-1]
