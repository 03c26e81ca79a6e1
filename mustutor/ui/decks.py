"""How the cards of a deck look on a terminal: their frames, their colours, signs and pips.

Spanish cards have the *pinta*, breaks in their frames by which players know the suit without
turning up the whole card: none for oros, one for copas, two for espadas, three for bastos.
French-suited cards have the sign of their suit; with the signs of ASCII alone, its letter.
A card with a face has its suit drawn on it where there is room, in our own dots.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from mustutor.tuples import NamedTuple
from mustutor.ui.pieces import ScreenPen

Pip = tuple[str, ...]
"""A drawing of a suit: rows of dots, ``#`` where there is colour; two rows make a line."""
NOTHING: Mapping[str, Any] = MappingProxyType({})


class Look(NamedTuple):
    """What the suits of a deck look like: their styles in the theme, frames, signs and pips.

    A suit without a frame has a whole one; one without a sign is written as its letter. `pips`
    are drawings of a suit, the smaller first, `edges` those of a narrow face and of a broad one,
    `ranks` drawings for cards of no suit. `faces` says that cards are filled.
    """

    styles: str
    frames: Mapping[str, str] = NOTHING
    signs: Mapping[str, str] = NOTHING
    pips: Mapping[str, tuple[Pip, ...]] = NOTHING
    edges: Mapping[str, tuple[str, str]] = NOTHING
    ranks: Mapping[str, Pip] = NOTHING
    faces: bool = False

    def style(self, suit: str) -> str:
        """The style of a suit, or nothing for a card without one.

        >>> FRENCH.style("h"), FRENCH.style(""), FRENCH._replace(faces=True).style("h")
        ('french-h', '', 'face french-h-face')
        """
        if self.faces:
            return f"face {self.styles}-{suit}-face" if suit else "face"
        return f"{self.styles}-{suit}" if suit else ""

    def written(self, letters: str, suit: str) -> str:
        """A card by its letters, with the sign of its suit where the deck has signs.

        >>> FRENCH.written("Th", "h"), SPANISH.written("3b(R)", "b")
        ('T♥', '3b(R)')
        """
        return letters.replace(suit, self.signs[suit], 1) if suit in self.signs else letters


PINTAS = {"": "─────", "o": "─────", "c": "── ──", "e": "─ ─ ─", "b": " ─ ─ "}

EDGES = {
    "c": ("▔▔  ▔▔", "▔▔▔▔ ▔▔▔▔"),
    "e": ("▔ ▔▔ ▔", "▔▔ ▔▔▔ ▔▔"),
    "b": (" ▔  ▔ ", " ▔▔▔ ▔▔▔ "),
}
"""The same breaks at the edge of a face, of a narrow one and of a broad one."""

COIN = (
    (" ## ", "#  #", "#  #", " ## "),
    (
        " ##### ",
        "##   ##",
        "## # ##",
        "## # ##",
        "##   ##",
        " ##### ",
    ),
)
CUP = (
    ("#####", " ### ", "  #  ", " ### "),
    (
        "#######",
        "#######",
        " ##### ",
        "  ###  ",
        "   #   ",
        " ##### ",
    ),
)
SWORD = (
    (" #  ", " #  ", "### ", " #  "),
    (
        "   #   ",
        "   #   ",
        "   #   ",
        "   #   ",
        " ##### ",
        "   #   ",
    ),
)
CLUB = (
    ("  ##", " ###", "### ", "##  "),
    (
        "    ## ",
        "   ####",
        "  #### ",
        "  ###  ",
        " ##    ",
        "##     ",
    ),
)
CLOVER = (
    ("  #  ", "## ##", "#####", "  #  "),
    (
        "  ###  ",
        "  ###  ",
        "### ###",
        "#######",
        "## # ##",
        "  ###  ",
    ),
)
DIAMOND = (
    ("  #  ", " ### ", " ### ", "  #  "),
    (
        "   #   ",
        "  ###  ",
        " ##### ",
        " ##### ",
        "  ###  ",
        "   #   ",
    ),
)
HEART = (
    ("## ##", "#####", " ### ", "  #  "),
    (
        " ## ## ",
        "#######",
        "#######",
        " ##### ",
        "  ###  ",
        "   #   ",
    ),
)
SPADE = (
    ("  #  ", " ### ", "#####", "  #  "),
    (
        "   #   ",
        "  ###  ",
        " ##### ",
        "#######",
        "## # ##",
        "  ###  ",
    ),
)

RANKS = {
    "A": (" ### ", "#   #", "#   #", "#####", "#   #", "#   #"),
    "2": ("#### ", "    #", " ### ", "#    ", "#    ", "#####"),
    "3": ("#### ", "    #", " ### ", "    #", "    #", "#### "),
    "4": ("#   #", "#   #", "#####", "    #", "    #", "    #"),
    "5": ("#####", "#    ", "#### ", "    #", "    #", "#### "),
    "6": (" ### ", "#    ", "#### ", "#   #", "#   #", " ### "),
    "7": ("#####", "    #", "   # ", "  #  ", "  #  ", "  #  "),
    "S": (" ####", "#    ", " ### ", "    #", "    #", "#### "),
    "C": (" ####", "#    ", "#    ", "#    ", "#    ", " ####"),
    "R": ("#### ", "#   #", "#### ", "# #  ", "#  # ", "#   #"),
}
"""A card without a suit has its rank drawn on it, where it is large."""

SPANISH = Look(
    "suit", PINTAS, edges=EDGES, ranks=RANKS, pips={"o": COIN, "c": CUP, "e": SWORD, "b": CLUB}
)
FRENCH = Look(
    "french",
    signs={"c": "♣", "d": "♦", "h": "♥", "s": "♠"},
    pips={"c": CLOVER, "d": DIAMOND, "h": HEART, "s": SPADE},
)

LOOKS = {"spanish": SPANISH, "french": FRENCH}
"""The decks that have a look of their own, by the names tellers give them."""


def look_of(deck: str, pen: ScreenPen) -> Look:
    """How the cards of a deck look on this screen; one nobody has drawn looks Spanish.

    >>> from mustutor.language import language
    >>> look_of("french", ScreenPen(language("en"), ascii=True)).written("Th", "h")
    'Th'
    """
    look = LOOKS.get(deck, SPANISH)
    if pen.ascii:
        return look._replace(signs=NOTHING)
    return look._replace(faces=True) if pen.faces else look


HALVES = {"  ": " ", "# ": "▀", " #": "▄", "##": "█"}


def drawn(pip: Pip) -> tuple[str, ...]:
    """A drawing as lines of half blocks, two rows of dots in each.

    >>> drawn(HEART[0])
    ('██▄██', ' ▀█▀ ')
    """
    return tuple(
        "".join(HALVES[upper + lower] for upper, lower in zip(above, below, strict=True))
        for above, below in zip(pip[::2], pip[1::2], strict=True)
    )
