"""The decks as drawings: an SVG symbol for each card, defined once per page.

The frame of a Spanish card has gaps (the *pinta*): none for oros, one for copas, two for espadas,
three for bastos. A card that plays as another rank has that rank in a seal. French suits have four
colours: clubs green, diamonds blue, hearts red, spades black. The letter in the corner is that of
the records (`T` for ten); a hidden card shows its back. Everything here is a constant or made from
a checked card: no text of a record gets in.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from mustutor.base.language import Language
from mustutor.games.explain import Line
from mustutor.games.shedding_family import cards as french
from mustutor.model import cards as spanish
from mustutor.present.markup import Attribute, Markup, drawn_groups, element, joined

BREAKS = {"o": 0, "c": 1, "e": 2, "b": 3}
"""How often the frame of a suit is broken, above and below."""

WIDTH, HEIGHT = 64, 96
BOX, PIP_BOX = f"0 0 {WIDTH} {HEIGHT}", "0 0 24 24"
INK, GOLD = "#1b1916", "#e3b23c"
SUIT_INK = {"o": "#9a6700", "c": "#a61c1c", "e": "#1b4f8f", "b": "#22692c", "": "#4a453d"}
LEFT, RIGHT, TOP, BOTTOM = 4, 60, 4, 92
GAP = 6

DRAWINGS = drawn_groups("cards")
PAPER_EDGE, BACK = DRAWINGS["paper"], DRAWINGS["back"]
"""The paper a card is printed on, and what is on the back of it."""

PIPS = {
    "A": (46, ((33, 50),)),
    "2": (30, ((33, 33), (33, 69))),
    "3": (23, ((33, 24), (33, 50), (33, 76))),
    "4": (22, ((25, 38), (46, 38), (25, 69), (46, 69))),
    "5": (20, ((25, 37), (46, 37), (36, 54), (25, 71), (46, 71))),
    "6": (19, ((26, 34), (46, 34), (26, 56), (46, 56), (26, 78), (46, 78))),
    "7": (17, ((26, 34), (46, 34), (36, 45), (26, 56), (46, 56), (26, 78), (46, 78))),
}
"""How large the drawings of a suit are on a card, and where the middle of each is."""

SUITS = {suit: DRAWINGS[f"suit-{suit}"] for suit in "oceb"}
"""A coin, a cup, a sword and a club in a square of 24, drawn from scratch."""

FIGURES = {rank: DRAWINGS[f"figure-{rank}"] for rank in "RCS"}
"""A king, the horse of a knight and a jack, in the colour of their suit."""


class Spelt(NamedTuple):
    """A card as explanations write it: rank, suit if any, and the rank it plays as if another.

    A hidden card has no rank.
    """

    rank: str
    suit: str = ""
    plays_as: str = ""

    @property
    def id(self) -> str:
        """The id of its symbol in a page."""
        return f"card-{self.rank}{self.suit}{self.plays_as and '-' + self.plays_as}"


class DrawnDeck(NamedTuple):
    """A deck: how its cards are written and called, its suits, the parts and faces of cards.

    `pattern` has a group for the rank, the suit, and the rank it plays as; `names` gives those of
    ranks and of suits; `parts` are the symbols from which the faces of some cards are drawn.
    """

    pattern: re.Pattern[str]
    suits: Mapping[str, Markup]
    names: tuple[Callable[[Language], Mapping[str, str]], Callable[[Language], Mapping[str, str]]]
    parts: Callable[[Sequence[Spelt]], Iterator[Markup]]
    face: Callable[[Spelt], Iterator[Markup]]

    def spelt(self, text: str) -> Spelt | None:
        """Read a card as explanations write it; None for any other text.

        >>> SPANISH.spelt("3o(R)"), SPANISH.spelt("Ro"), SPANISH.spelt("10")
        (Spelt(rank='3', suit='o', plays_as='R'), Spelt(rank='R', suit='o', plays_as=''), None)
        """
        found = self.pattern.fullmatch(text)
        return found and Spelt(*found.groups(""))

    def name_of(self, card: Spelt, language: Language) -> str:
        """The name of a card.

        >>> from mustutor.base.language import open_language
        >>> SPANISH.name_of(Spelt("3", "o", "R"), open_language("en"))
        'three of coins (plays as king)'
        """
        if not card.rank:
            return language.say("hidden card")
        ranks, suits = (names(language) for names in self.names)
        named = ranks[card.rank]
        if card.suit:
            named = language.say("{rank} of {suit}", rank=named, suit=suits[card.suit])
        if not card.plays_as:
            return named
        return language.say("{card} (plays as {rank})", card=named, rank=ranks[card.plays_as])

    def symbols(self, cards: Iterable[Spelt], language: Language | None = None) -> Iterator[Markup]:
        """The symbols for these cards, each once: first their parts, then the cards.

        With a `language` each card has its name.
        """
        wanted = list(dict.fromkeys(cards))
        yield from self.parts(wanted)
        for card in wanted:
            name = element("title", self.name_of(card, language)) if language else None
            yield element("symbol", name, self.face(card), id=card.id, viewBox=BOX)


def beside_drawn_cards(line: Line, language: Language) -> str:
    """The text of a line; the one on brackets is about the seals that are drawn instead."""
    plays_as = line.evidence.get("plays_as")
    if line.kind != "brackets" or not isinstance(plays_as, Mapping):
        return line.text
    if "4" in plays_as:
        return language.say(
            "In brackets, or in the seal on a card, stands the rank it plays as: a three is a "
            "king, a four is an ace."
        )
    return language.say(
        "In brackets, or in the seal on a card, stands the rank it plays as: a three is a "
        "king, a two is an ace."
    )


def _spanish_parts(cards: Sequence[Spelt]) -> Iterator[Markup]:
    """The suits, frames and figures."""
    for suit, drawing in SUITS.items():
        yield element("symbol", drawing, id=f"suit-{suit}", viewBox=PIP_BOX)
    for suit in dict.fromkeys(card.suit for card in cards):
        yield element("symbol", _frame(suit), id=f"frame-{suit}", viewBox=BOX)
    for rank in dict.fromkeys(card.rank for card in cards if card.suit):
        if rank in FIGURES:
            yield element("symbol", FIGURES[rank], id=f"figure-{rank}", viewBox=BOX)


def breaks(suit: str) -> str:
    """The path of a frame's lines, with its gaps.

    >>> breaks("o")
    'M4 4V92M60 4V92M4 4H60M4 92H60'
    >>> breaks("c")
    'M4 4V92M60 4V92M4 4H29M35 4H60M4 92H29M35 92H60'
    """
    number = BREAKS.get(suit, 0)
    middles = [LEFT + (RIGHT - LEFT) * place / (number + 1) for place in range(1, number + 1)]
    starts = [LEFT, *(round(middle + GAP / 2) for middle in middles)]
    ends = [*(round(middle - GAP / 2) for middle in middles), RIGHT]
    across = "".join(
        f"M{start} {height}H{end}"
        for height in (TOP, BOTTOM)
        for start, end in zip(starts, ends, strict=True)
    )
    return f"M{LEFT} {TOP}V{BOTTOM}M{RIGHT} {TOP}V{BOTTOM}{across}"


def _frame(suit: str) -> Markup:
    lines = element("path", d=breaks(suit), stroke=SUIT_INK[suit], stroke_width=1.8, fill="none")
    return joined(PAPER_EDGE, lines)


def used(name: str, x: float, y: float, width: float, height: float) -> Markup:
    """A use of one of the page's drawings, at a place and in a size."""
    return element("use", href=f"#{name}", x=x, y=y, width=width, height=height)


def pip(suit: str, middle: tuple[int, int], size: int) -> Markup:
    """The drawing of a suit around a point."""
    return used(f"suit-{suit}", middle[0] - size / 2, middle[1] - size / 2, size, size)


def text_at(text: str, x: int, y: int, size: int, **how: Attribute) -> Markup:
    """A text of a drawing, at a place and in a size."""
    return element("text", text, x=x, y=y, font_size=size, **how)


_LETTER: dict[str, Attribute] = {
    "font_family": "Georgia, serif",
    "font_weight": "bold",
    "text_anchor": "middle",
}
"""How the letter of a card is written."""


def _spanish_face(card: Spelt) -> Iterator[Markup]:
    """The drawing on the face of a card, or its back."""
    yield used(f"frame-{card.suit}", 0, 0, WIDTH, HEIGHT)
    if not card.rank:
        yield BACK
        return
    ink = SUIT_INK[card.suit]
    if not card.suit:
        yield text_at(card.rank, 32, 66, 54, **_LETTER, fill=ink)
    elif card.rank in FIGURES:
        figure = used(f"figure-{card.rank}", 5, 8, 0.92 * WIDTH, 0.92 * HEIGHT)
        yield element("g", figure, color=ink)
        yield pip(card.suit, (49, 20), 20)
    else:
        size, middles = PIPS[card.rank]
        yield from [pip(card.suit, middle, size) for middle in middles]
    if card.suit:
        yield text_at(card.rank, 14, 24, 21, **_LETTER, fill=ink)
    if card.plays_as:
        yield element("circle", cx=50, cy=81, r=12, fill=INK, stroke=GOLD, stroke_width=2)
        yield text_at(card.plays_as, 50, 87, 17, **_LETTER, fill="#fff")


# --- the French deck -----------------------------------------------------------------

FRENCH_SUIT_INK = {"c": "#1f6b35", "d": "#1b4f8f", "h": "#b3201c", "s": "#1b1916"}

FRENCH_SUITS = {suit: DRAWINGS[f"french-{suit}"] for suit in "cdhs"}
"""A club, a diamond, a heart and a spade in a square of 24."""

ROWS = {2: (27, 71), 3: (27, 49, 71), 4: (27, 41, 57, 71)}
FRENCH_PIPS = {
    "A": ((37, 49),),
    "2": ((37, 27), (37, 71)),
    "3": ((37, 27), (37, 49), (37, 71)),
    "4": tuple((x, y) for x in (27, 47) for y in ROWS[2]),
    "5": (*((x, y) for x in (27, 47) for y in ROWS[2]), (37, 49)),
    "6": tuple((x, y) for x in (27, 47) for y in ROWS[3]),
    "7": (*((x, y) for x in (27, 47) for y in ROWS[3]), (37, 38)),
    "8": (*((x, y) for x in (27, 47) for y in ROWS[3]), (37, 38), (37, 60)),
    "9": (*((x, y) for x in (27, 47) for y in ROWS[4]), (37, 49)),
    "T": (*((x, y) for x in (27, 47) for y in ROWS[4]), (37, 34), (37, 64)),
}
"""Where the middle of each drawing of a suit is on a card."""

HATS = {
    "K": "M20 42 18 26 25 33 32 22 39 33 46 26 44 42Z",
    "Q": "M21 42C18 32 22 28 25 34 27 24 37 24 39 34 42 28 46 32 43 42Z",
    "J": "M19 42C20 28 40 26 46 36L40 42ZM40 30C44 22 49 22 51 26 47 27 44 30 43 34Z",
}
"""The crown of a king and of a queen, the feathered cap of a jack."""


def _french_parts(_: Sequence[Spelt]) -> Iterator[Markup]:
    for suit, drawing in FRENCH_SUITS.items():
        ink = element("g", drawing, fill=FRENCH_SUIT_INK[suit])
        yield element("symbol", ink, id=f"suit-{suit}", viewBox=PIP_BOX)


def _french_face(card: Spelt) -> Iterator[Markup]:
    yield PAPER_EDGE
    if not card.rank:
        yield BACK
        return
    ink = FRENCH_SUIT_INK[card.suit]
    if card.rank in HATS:
        yield element("path", d="M16 88C17 66 24 62 32 62 40 62 47 66 48 88Z", fill=ink)
        yield element("circle", cx=32, cy=50, r=10, fill="#f3d6b3", stroke=ink)
        yield element("path", d=HATS[card.rank], fill=GOLD, stroke=ink, stroke_width=1.4)
        yield pip(card.suit, (51, 80), 16)
    else:
        size = 34 if card.rank == "A" else 13
        yield from [pip(card.suit, middle, size) for middle in FRENCH_PIPS[card.rank]]
    yield text_at(card.rank, 10, 20, 17, **_LETTER, fill=ink)
    yield pip(card.suit, (10, 29), 11)


SPANISH = DrawnDeck(
    re.compile(r"([A2-7SCR])([oceb]?)(?:\(([A2-7SCR])\))?|\?"),
    SUITS,
    (spanish.ranks, spanish.suits),
    _spanish_parts,
    _spanish_face,
)
FRENCH = DrawnDeck(
    re.compile(r"([2-9TJQKA])([cdhs])"),
    FRENCH_SUITS,
    (french.ranks, french.suits),
    _french_parts,
    _french_face,
)
DECKS: Mapping[str, DrawnDeck] = {"spanish": SPANISH, "french": FRENCH}
"""The decks that are drawn, by the names tellers give them."""
