"""The strongest player of the house: plays mixed strategies that were made beforehand.

At Mus it plays the trained tables (`trained`) where there are some, by the score, with what its
partner signals; elsewhere the other players' ways, with more care. What may be said, the view
tells it.
"""

from __future__ import annotations

from random import Random

from mustutor import games
from mustutor.players.lances import MASTER, LancePlayer
from mustutor.players.shedding import card_to_play
from mustutor.players.signs import made
from mustutor.players.trained import Shown, TablePlayer, plays, shown_by
from mustutor.register import traits
from mustutor.seatview import SeatView


class Master:
    """Plays for the coffee, and does not pay it."""

    name = "master"

    def __init__(self, *, seed: int) -> None:
        self._random = Random(f"master:{seed}")
        self._of_tables = TablePlayer(self._random)
        self._of_lances = LancePlayer(MASTER, self._random)

    def speak(self, view: SeatView) -> str:
        """Say a call."""
        if plays(view.position):
            call = self._of_tables.call(view.position, view.seat, _shown(view))
            words = games.game_of(view.variant.game).grammar.written(call)
            if view.why_not(words) is None:
                return words
        if "lances" in traits(view.variant.game):
            return self._of_lances.speak(view)
        return card_to_play(view, self._random, best=True)


def _shown(view: SeatView) -> Shown:
    """What the partners have signalled of their hands."""
    table = view.position.table
    own = table.side_of(view.seat)
    told = [
        names
        for seat, names in made(view).items()
        if seat != view.seat and table.side_of(seat) == own
    ]
    return shown_by(told[0], view.variant, len(table.seats)) if told else {}
