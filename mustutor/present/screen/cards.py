"""How the cards of a deck look on a terminal: their frames, their colours, signs and pips.

Spanish cards have the *pinta*, breaks in their frames by which players know the suit without
turning up the whole card: none for oros, one for copas, two for espadas, three for bastos.
French-suited cards have the sign of their suit; with the signs of ASCII alone, its letter.
A card with a face has its suit drawn on it where there is room, in our own dots.

Cards as rows: boxes of the size there is room for, fans of many, letters in a line.

Where a terminal has colours enough a card has a face, with its suit drawn on it as it grows; else
it is a box of letters. The look of a deck says what stands on its cards: `decks` has it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from mustutor.games.mus_family.hands import Ranking
from mustutor.games.mus_family.words import shown
from mustutor.model.cards import Card
from mustutor.present.screen.rows import Piece, Row, Rows, ScreenPen, beside, cut

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

SUIT_EDGES = {
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
    "suit", PINTAS, edges=SUIT_EDGES, ranks=RANKS, pips={"o": COIN, "c": CUP, "e": SWORD, "b": CLUB}
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

    >>> from mustutor.base.language import open_language
    >>> look_of("french", ScreenPen(open_language("en"), ascii=True)).written("Th", "h")
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


FOUR = 4
WHOLE = "─────"
EDGE, FOOT, LEFT = "▔", "▁", "▏"
EDGES = (EDGE * 6, EDGE * 9)
MOST_IN_FULL = 5
"""More cards of a hand are held as a fan: of all but the last only this much is seen."""
IN_FAN = 3
BACK, BACK_OF_A_FACE, BACK_IN_LINE = ":", "░", "##"
HIDDEN = Card("?")
ASCII_BOX = str.maketrans("┌┐└┘─│░", "++++-|:")


class Size(NamedTuple):
    """Columns and rows of a card, its frame among them, and which drawing of a suit fits."""

    width: int
    height: int
    pip: int = -1


SMALL, MIDDLE, LARGE = Size(7, 3), Size(7, 5, 0), Size(10, 7, 1)
SIZES = (LARGE, MIDDLE, SMALL)
"""The larger first; a box without a face is small."""


def card_rows(
    card: Card,
    ranking: Ranking | None,
    pen: ScreenPen,
    look: Look = SPANISH,
    size: Size = SMALL,
    mark: str = "",
) -> Rows:
    """Draw a card as a box; a hidden one shows its back, a marked one has letters at its foot.

    >>> from mustutor.base.language import open_language
    >>> from mustutor.games.mus_family.hands import ranking_of
    >>> from mustutor.present.screen.rows import plain
    >>> from mustutor.model.variant import load_variant
    >>> encaje = ranking_of(load_variant("encaje").rules)
    >>> print(plain(card_rows(Card("3b"), encaje, ScreenPen(open_language("en")), mark="Gr")))
    ┌ ─ ─ ┐
    │3b(R)│
    └Gr ─ ┘
    """
    return _framed(card, _inside(card, ranking, look, size), pen, look, size, mark)


def _inside(card: Card, ranking: Ranking | None, look: Look, size: Size) -> list[str]:
    """What stands within the frame: the letters, and the suit where there is room for it."""
    width, height = size.width - (1 if look.faces else 2), size.height - 2
    if card == HIDDEN:
        return [(BACK_OF_A_FACE if look.faces else BACK) * width] * height
    letters = _letters(card, ranking, look)
    drawing = look.pips.get(card.suit, ((), look.ranks.get(card.rank, ())))[size.pip]
    if size.pip < 0 or not drawing:
        middle = height // 2
        return [f"{letters if row == middle else '':^{width}}" for row in range(height)]
    rows = [f" {letters:<{width - 1}}", *[f"{line:^{width}}" for line in drawn(drawing)]]
    return [*rows, *[f"{letters:>{width - 1}} "] * (height - len(rows))]


def _framed(
    card: Card, inside: Sequence[str], pen: ScreenPen, look: Look, size: Size, mark: str = ""
) -> Rows:
    """A card with what stands within its frame: a box, or a face with an edge above and below."""
    if look.faces:
        return _faced(card, inside, look, size, mark)
    style = look.style(card.suit)
    bold = f"{style} card".strip()
    frame = look.frames.get(card.suit, WHOLE)
    mark = mark[: len(frame)]
    foot = ((style, "└"), ("deciding", mark), (style, f"{frame[len(mark) :]}┘"))
    rows: Rows = [
        ((style, f"┌{frame}┐"),),
        *[((style, "│"), (bold, text), (style, "│")) for text in inside],
        foot if mark else ((style, f"└{frame}┘"),),
    ]
    return [tuple([(name, _box(text, pen)) for name, text in row]) for row in rows]


def _faced(card: Card, inside: Sequence[str], look: Look, size: Size, mark: str) -> Rows:
    """A face: filled, its edges broken as the frame of its suit is, and a gap to the next card."""
    hidden = card == HIDDEN
    style = "face-back" if hidden else look.style(card.suit)
    edge = look.edges.get(card.suit, EDGES)[size is LARGE]
    mark, gap = mark[: len(edge)], ("", " ")
    foot: Row = ((style, edge.replace(EDGE, FOOT)), gap)
    if mark:
        foot = (("deciding", mark), (style, edge[len(mark) :].replace(EDGE, FOOT)), gap)
    return [
        ((style, edge), gap),
        *[((style if hidden else f"{style} card", text), gap) for text in inside],
        foot,
    ]


def _letters(card: Card, ranking: Ranking | None, look: Look) -> str:
    return look.written(shown([card], ranking) if ranking else str(card), card.suit)


def _box(text: str, pen: ScreenPen) -> str:
    return text.translate(ASCII_BOX) if pen.ascii else text


def hand_rows(
    cards: Sequence[Card] | None,
    ranking: Ranking | None,
    pen: ScreenPen,
    hidden: int = FOUR,
    look: Look = SPANISH,
    size: Size = SMALL,
    marks: Sequence[tuple[Card, str]] = (),
) -> Rows:
    """Draw a hand as boxes side by side; None is a hand nobody sees, and lies face down.

    `marks` are letters at the foot of cards.
    """
    seen = [HIDDEN] * hidden if cards is None else cards
    if not seen:
        return [()] * size.height
    if len(seen) <= MOST_IN_FULL:
        feet = _feet(seen, marks)
        return beside(
            *[
                card_rows(card, ranking, pen, look, size, foot)
                for card, foot in zip(seen, feet, strict=True)
            ]
        )
    fan = []
    for place, card in enumerate(seen, 1):
        inside = _inside(card, ranking, look, size)
        if card != HIDDEN:
            width = len(inside[0])
            rest = inside[1:] if place == len(seen) else [" " * width] * (len(inside) - 1)
            inside = [f"{_letters(card, ranking, look):{width}}", *rest]
        fan.append(_framed(card, inside, pen, look, size))
    if look.faces:
        fan = [fan[0], *[[_overlapping(row) for row in card] for card in fan[1:]]]
    return beside(*[[cut(row, IN_FAN) for row in card] for card in fan[:-1]], fan[-1])


def _overlapping(row: Row) -> Row:
    """A row of a face that lies on another one: its left edge is seen."""
    (style, text), *rest = row
    return ((style, f"{LEFT}{text[:-1]}"), *rest)


def _feet(cards: Sequence[Card], marks: Sequence[tuple[Card, str]]) -> list[str]:
    """What stands at the foot of each card; of cards alike each mark takes another."""
    feet = [""] * len(cards)
    for card, mark in marks:
        places = [at for at, each in enumerate(cards) if each == card]
        place = next((at for at in places if mark not in feet[at]), None)
        if place is not None:
            feet[place] += mark
    return feet


def hand_line(
    cards: Sequence[Card] | None,
    ranking: Ranking | None,
    hidden: int = FOUR,
    look: Look = SPANISH,
) -> Row:
    """Write a hand in one line of letters, where there is no room for boxes."""
    pieces: list[Piece] = []
    for card in [HIDDEN] * hidden if cards is None else cards:
        if pieces:
            pieces.append(("", " "))
        style = "" if card == HIDDEN else f"{look.style(card.suit)} card".strip()
        pieces.append((style, BACK_IN_LINE if card == HIDDEN else _letters(card, ranking, look)))
    return tuple(pieces)
