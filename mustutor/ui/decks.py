"""How the cards of a deck look on a terminal: their frames, their colours, the signs of suits.

Spanish cards have the *pinta*, breaks in their frames by which players know the suit without
turning up the whole card: none for oros, one for copas, two for espadas, three for bastos.
French-suited cards have the sign of their suit; with the signs of ASCII alone, its letter.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from mustutor.tuples import NamedTuple
from mustutor.ui.pieces import ScreenPen

NOTHING: Mapping[str, str] = MappingProxyType({})


class Look(NamedTuple):
    """What the suits of a deck look like: their styles in the theme, their frames, their signs.

    A suit without a frame has a whole one; one without a sign is written as its letter.
    """

    styles: str
    frames: Mapping[str, str] = NOTHING
    signs: Mapping[str, str] = NOTHING

    def style(self, suit: str) -> str:
        """The style of a suit, or nothing for a card without one.

        >>> FRENCH.style("h"), FRENCH.style("")
        ('french-h', '')
        """
        return f"{self.styles}-{suit}" if suit else ""

    def written(self, letters: str, suit: str) -> str:
        """A card by its letters, with the sign of its suit where the deck has signs.

        >>> FRENCH.written("Th", "h"), SPANISH.written("3b(R)", "b")
        ('T♥', '3b(R)')
        """
        return letters.replace(suit, self.signs[suit], 1) if suit in self.signs else letters


PINTAS = {"": "─────", "o": "─────", "c": "── ──", "e": "─ ─ ─", "b": " ─ ─ "}

SPANISH = Look("suit", PINTAS)
FRENCH = Look("french", signs={"c": "♣", "d": "♦", "h": "♥", "s": "♠"})

LOOKS = {"spanish": SPANISH, "french": FRENCH}
"""The decks that have a look of their own, by the names tellers give them."""


def look_of(deck: str, pen: ScreenPen) -> Look:
    """How the cards of a deck look on this screen; one nobody has drawn looks Spanish.

    >>> from mustutor.language import language
    >>> look_of("french", ScreenPen(language("en"), ascii=True)).written("Th", "h")
    'Th'
    """
    look = LOOKS.get(deck, SPANISH)
    return look._replace(signs=NOTHING) if pen.ascii else look
