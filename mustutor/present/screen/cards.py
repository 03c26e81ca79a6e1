"""Cards on a terminal, as rows: boxes as large as fit, overlapping boxes, or letters.

Spanish cards have the *pinta*, gaps in their frames that tell the suit while the card is held in a
fan: none for oros, one for copas, two for espadas, three for bastos. French-suited cards have the
sign of their suit; in ASCII, its letter. On terminals with enough colours a card has a face, with
its suit drawn in half blocks; else it is a box of letters. `look_of` has the `Look` of a deck.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from mustutor.games.mus_family.hands import Ranking
from mustutor.games.mus_family.words import shown
from mustutor.model.cards import Card
from mustutor.present.screen.rows import Piece, Row, Rows, ScreenPen, beside, cut_row

Pip = tuple[str, ...]
"""A drawing of a suit: rows of dots, ``#`` where there is colour; two rows make a line."""
NOTHING: Mapping[str, Any] = MappingProxyType({})


class Look(NamedTuple):
    """The look of a deck's suits: their styles in the theme, frames, signs and pips.

    A suit without an entry in `frames` has a whole frame; one without a sign is written as its
    letter. `pips` are drawings of a suit, the smaller first, `edges` those of a narrow face and of
    a broad one, `ranks` drawings for cards without a suit. `courts` are drawings of court cards, in
    place of the suit, and `heads` their signs where there is no room for those. `faces` says that
    cards are filled.
    """

    styles: str
    frames: Mapping[str, str] = NOTHING
    signs: Mapping[str, str] = NOTHING
    pips: Mapping[str, tuple[Pip, ...]] = NOTHING
    edges: Mapping[str, tuple[str, str]] = NOTHING
    ranks: Mapping[str, Pip] = NOTHING
    courts: Mapping[str, tuple[Pip, ...]] = NOTHING
    heads: Mapping[str, str] = NOTHING
    faces: bool = False

    def style(self, suit: str) -> str:
        """The style of a card's suit; empty for a card without one.

        >>> FRENCH.style("h"), FRENCH.style(""), FRENCH._replace(faces=True).style("h")
        ('french-h', '', 'face french-h-face')
        """
        if self.faces:
            return f"face {self.styles}-{suit}-face" if suit else "face"
        return f"{self.styles}-{suit}" if suit else ""

    def written(self, letters: str, suit: str) -> str:
        """A card in letters, with the sign of its suit if the deck has signs.

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


def _columns(sheet: str) -> dict[str, Pip]:
    """Cut a sheet into its drawings: each is as wide as its name with the dashes behind it."""
    head, *rows = sheet.strip("\n").split("\n")
    drawn: dict[str, Pip] = {}
    begin = 0
    for name in head.split():
        width = len(name)
        drawn[name[0]] = tuple([f"{row[begin : begin + width]:{width}}" for row in rows])
        begin += width + 1
    return drawn


_SMALL_PIPS = _columns("""
o--- c---- e--- b--- ♣---- ♦---- ♥---- ♠----
 ##  #####  #     ##   #     #   ## ##   #
#  #  ###   #    ### ## ##  ###  #####  ###
#  #   #   ###  ###  #####  ###   ###  #####
 ##   ###   #   ##     #     #     #     #
""")

_LARGE_PIPS = _columns("""
o------ c------ e------ b------ ♣------ ♦------ ♥------ ♠------
 #####  #######    #        ##    ###      #     ## ##     #
##   ## #######    #       ####   ###     ###   #######   ###
## # ##  #####     #      ####  ### ###  #####  #######  #####
## # ##   ###      #      ###   #######  #####   #####  #######
##   ##    #     #####   ##     ## # ##   ###     ###   ## # ##
 #####   #####     #    ##        ###      #       #      ###
""")

RANKS = _columns("""
A---- 2---- 3---- 4---- 5---- 6---- 7----
 ###  ####  ####  #   # #####  ###  #####
#   #     #     # #   # #     #         #
#   #  ###   ###  ##### ####  ####     #
##### #         #     #     # #   #   #
#   # #         #     #     # #   #   #
#   # ##### ####      # ####   ###    #
""")
"""A card without a suit has its rank drawn on it, where it is large."""

_SMALL_COURTS = _columns("""
S---- C---- R----
  #    ###  # # #
 ###  ##### #####
  #   # ### #####
 # #   #### #####
""")

_LARGE_COURTS = _columns("""
S------ C------ R------
  ###      ##   #  #  #
  ###    #####  ## # ##
   #    ### ### #######
 #####  ####### #######
   #     # ####
  # #     ##### #######
""")
"""The jack stands on foot, the knight is a horse's head, and the king a crown."""


def _pips(signs: Mapping[str, str]) -> dict[str, tuple[Pip, ...]]:
    return {suit: (_SMALL_PIPS[sign], _LARGE_PIPS[sign]) for suit, sign in signs.items()}


_SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
SPANISH = Look(
    "suit",
    PINTAS,
    edges=SUIT_EDGES,
    ranks=RANKS,
    pips=_pips({s: s for s in "oceb"}),
    courts={rank: (_SMALL_COURTS[rank], _LARGE_COURTS[rank]) for rank in "SCR"},
    heads={"S": "♟", "C": "♞", "R": "♚"},
)
FRENCH = Look("french", signs=_SIGNS, pips=_pips(_SIGNS))

LOOKS = {"spanish": SPANISH, "french": FRENCH}
"""The decks that have a look of their own, by the names tellers give them."""


def look_of(deck: str, pen: ScreenPen) -> Look:
    """The look of a deck's cards on this screen; an unknown deck looks Spanish.

    >>> from mustutor.base.language import open_language
    >>> look_of("french", ScreenPen(open_language("en"), ascii=True)).written("Th", "h")
    'Th'
    """
    look = LOOKS.get(deck, SPANISH)
    if pen.ascii:
        return look._replace(signs=NOTHING)
    return look._replace(faces=True) if pen.faces else look


HALVES = {"  ": " ", "# ": "▀", " #": "▄", "##": "█"}


def half_block_rows(pip: Pip) -> tuple[str, ...]:
    """A drawing as rows of half blocks, two rows of dots in each.

    >>> half_block_rows(FRENCH.pips["h"][0])
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
ASCII_BOX = str.maketrans("┌┐└┘─│░♟♞♚", "++++-|:   ")


class Size(NamedTuple):
    """The columns and rows of a card with its frame, and the drawing of a suit that fits."""

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
    """The inside of the frame: the letters, and the suit if there is room."""
    width, height = size.width - (1 if look.faces else 2), size.height - 2
    if card == HIDDEN:
        return [(BACK_OF_A_FACE if look.faces else BACK) * width] * height
    letters = _letters(card, ranking, look)
    plain = look.pips.get(card.suit, ((), look.ranks.get(card.rank, ())))
    drawing = look.courts.get(card.rank, plain)[size.pip]
    if size.pip < 0 or not drawing:
        middle = height // 2
        letters = f"{look.heads.get(card.rank, '')} {letters}".strip()
        return [f"{letters if row == middle else '':^{width}}" for row in range(height)]
    rows = [f" {letters:<{width - 1}}", *[f"{line:^{width}}" for line in half_block_rows(drawing)]]
    return [*rows, *[f"{letters:>{width - 1}} "] * (height - len(rows))]


def _framed(
    card: Card, inside: Sequence[str], pen: ScreenPen, look: Look, size: Size, mark: str = ""
) -> Rows:
    """A card around its inside: a box, or a face with an edge above and below."""
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
    """A face: filled, its edges with the suit's gaps, and a space to the next card."""
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
    """Draw a hand as boxes side by side; None is an unseen hand, which lies face down.

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
    return beside(*[[cut_row(row, IN_FAN) for row in card] for card in fan[:-1]], fan[-1])


def _overlapping(row: Row) -> Row:
    """A row of a face that lies on another one, whose left edge stays visible."""
    (style, text), *rest = row
    return ((style, f"{LEFT}{text[:-1]}"), *rest)


def _feet(cards: Sequence[Card], marks: Sequence[tuple[Card, str]]) -> list[str]:
    """The marks at the feet of the cards; equal cards get different ones."""
    feet = [""] * len(cards)
    for card, mark in marks:
        places = [at for at, each in enumerate(cards) if each == card]
        place = next((at for at in places if mark not in feet[at]), None)
        if place is not None:
            feet[place] += mark
    return feet


def hand_line(
    cards: Sequence[Card] | None, ranking: Ranking | None, hidden: int = FOUR, look: Look = SPANISH
) -> Row:
    """Write a hand in one line of letters, if there is no room for boxes."""
    pieces: list[Piece] = []
    for card in [HIDDEN] * hidden if cards is None else cards:
        if pieces:
            pieces.append(("", " "))
        style = "" if card == HIDDEN else f"{look.style(card.suit)} card".strip()
        pieces.append((style, BACK_IN_LINE if card == HIDDEN else _letters(card, ranking, look)))
    return tuple(pieces)
