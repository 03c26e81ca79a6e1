"""Who plays at the club: imagines the hands of the others, listens to what they say, and bluffs.

Where cards are played out, they keep count of what has gone. Which game it is they see by what
it has; what may be said, the view tells them.
"""

from __future__ import annotations

from random import Random

from mustutor.players.lances import CLUB, LancePlayer
from mustutor.players.shedding import card_to_play
from mustutor.register import traits
from mustutor.seatview import SeatView


class Regular:
    """Sits at the club every evening, whatever is played."""

    name = "club"

    def __init__(self, *, seed: int) -> None:
        self._random = Random(f"club:{seed}")
        self._of_lances = LancePlayer(CLUB, self._random)

    def speak(self, view: SeatView) -> str:
        """Say a call by the odds of the hand and by what was heard."""
        if "lances" in traits(view.variant.game):
            return self._of_lances.speak(view)
        return card_to_play(view, self._random)
