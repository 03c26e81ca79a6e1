"""A beginner: knows the rules, trusts good cards, and hardly listens to anybody."""

from __future__ import annotations

from random import Random

from mustutor.games import game_of
from mustutor.seatview import SeatView


class Beginner:
    """Says something legal with a leaning to the usual; throws and bets without much thought."""

    name = "easy"

    def __init__(self, *, seed: int) -> None:
        self._random = Random(seed)

    def speak(self, view: SeatView) -> str:
        """Say one of the calls that may be said, the usual ones more often."""
        game = game_of(view.variant.game)
        options = [option for option in view.options if option.verb not in game.raising]
        options = options or list(view.options)
        chances = [game.chances.get(option.verb, 1) for option in options]
        option = self._random.choices(options, chances)[0]
        call = game.at_random(view.position, option, self._random)
        return game.grammar.written(call)
