"""What of a moment of Enflé belongs to it alone: the trick, and how many cards each has."""

from __future__ import annotations

from mustutor.games.enfle import ANTE
from mustutor.games.shedding_family.calls import PLAY, TAKE, grammar
from mustutor.position import Hand
from mustutor.tuples import NamedTuple

GRAMMAR = grammar(PLAY, TAKE)


class Tricks(NamedTuple):
    """How a deal stands: what has been played to the trick, and what everybody knows.

    `trick` are the cards played to it, first the lead, and `players` who played them; `last` is the
    trick before, where it was thrown away. `left` is how many cards each seat has. `taken` are the
    cards of a seat that all have seen it take up and not play since; `lacks` the suits it could not
    follow, of which it can have only those. `pot` holds the chips, `tricks` counts those begun.
    `shed` is who was first without a card.
    """

    trick: Hand
    players: tuple[str, ...]
    left: tuple[int, ...]
    taken: tuple[Hand, ...]
    lacks: tuple[frozenset[str], ...]
    pot: int
    tricks: int = 1
    last: Hand = ()
    shed: str = ""
    over: tuple[str, ...] = (ANTE,)

    @property
    def now(self) -> str:
        """The cards of the trick, or those of the trick before, and the pot: ``7dAd/4``."""
        cards = "".join(self.trick) or f"{''.join(self.last)}-"
        return f"{cards}/{self.pot}"

    @property
    def past(self) -> str:
        """Which trick it is, and how many cards each seat has: ``3:8,8,7,10``."""
        return f"{self.tricks}:{','.join(map(str, self.left))}"

    @property
    def led(self) -> str:
        """The suit that was led; nothing before that."""
        return self.trick[0].suit if self.trick else ""

    def quiet(self) -> Tricks:
        """Nothing in it is only of the talk."""
        return self


class Shed(NamedTuple):
    """Who was first without a card: the evidence for the pot."""

    seat: str
    tricks: int
    left: tuple[int, ...]


class Anted(NamedTuple):
    """What each had when he put his chips in: the evidence for an ante."""

    had: int
