"""The French-suited deck of Enflé and Mau-Mau as drawings, like the Spanish one.

Suits have four colours: clubs green, diamonds blue, hearts red, spades black. The letter in the
corner is that of the records, `T` for ten. No text of a record gets in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from mustutor.base.language import Language
from mustutor.games.shedding_family.cards import ranks, suits
from mustutor.present.card_art import BACK, BOX, GOLD, PAPER_EDGE, PIP_BOX, Spelt, letter, pip
from mustutor.present.markup import Markup, constant, element

SUIT_INK = {"c": "#1f6b35", "d": "#1b4f8f", "h": "#b3201c", "s": "#1b1916"}

SUITS = {
    "c": constant(
        '<circle cx="12" cy="7" r="5"></circle><circle cx="6.4" cy="14" r="5"></circle>'
        '<circle cx="17.6" cy="14" r="5"></circle><path d="M11 11H13L15 22H9Z"></path>'
    ),
    "d": constant('<path d="M12 1 20.5 12 12 23 3.5 12Z"></path>'),
    "h": constant(
        '<path d="M12 22C3 15 1 11 1.6 7.4 2.4 2.6 9 1 12 6.4 15 1 21.6 2.6 22.4 7.4 23 11 21 15 '
        '12 22Z"></path>'
    ),
    "s": constant(
        '<path d="M12 1.4C20 8 22.6 11.4 22 15 21.2 19.4 15.4 19.8 13 16L15 22.6H9L11 16'
        'C8.6 19.8 2.8 19.4 2 15 1.4 11.4 4 8 12 1.4Z"></path>'
    ),
}
"""A club, a diamond, a heart and a spade in a square of 24."""

ROWS = {2: (27, 71), 3: (27, 49, 71), 4: (27, 41, 57, 71)}
PIPS = {
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

_CARD = re.compile(r"([2-9TJQKA])([cdhs])")


def spelt(text: str) -> Spelt | None:
    """Read a card as explanations write it; None for any other text.

    >>> spelt("Th"), spelt("10h")
    (Spelt(rank='T', suit='h', plays_as=''), None)
    """
    found = _CARD.fullmatch(text)
    return found and Spelt(found[1], found[2])


def name_of(card: Spelt, language: Language) -> str:
    """The name of a card.

    >>> from mustutor.base.language import open_language
    >>> name_of(Spelt("J", "c"), open_language("en"))
    'jack of clubs'
    """
    if not card.rank:
        return language.say("hidden card")
    rank, suit = ranks(language)[card.rank], suits(language)[card.suit]
    return language.say("{rank} of {suit}", rank=rank, suit=suit)


def symbols(cards: Iterable[Spelt], language: Language | None = None) -> Iterator[Markup]:
    """The symbols for these cards, each once: the suits, then the cards.

    With a `language` each card has its name.
    """
    for suit, drawing in SUITS.items():
        ink = element("g", drawing, fill=SUIT_INK[suit])
        yield element("symbol", ink, id=f"suit-{suit}", viewBox=PIP_BOX)
    for card in dict.fromkeys(cards):
        name = element("title", name_of(card, language)) if language else None
        yield element("symbol", name, _face(card), id=card.id, viewBox=BOX)


def _face(card: Spelt) -> Iterator[Markup]:
    yield PAPER_EDGE
    if not card.rank:
        yield BACK
        return
    ink = SUIT_INK[card.suit]
    if card.rank in HATS:
        yield element("path", d="M16 88C17 66 24 62 32 62 40 62 47 66 48 88Z", fill=ink)
        yield element("circle", cx=32, cy=50, r=10, fill="#f3d6b3", stroke=ink)
        yield element("path", d=HATS[card.rank], fill=GOLD, stroke=ink, stroke_width=1.4)
        yield pip(card.suit, (51, 80), 16)
    else:
        size = 34 if card.rank == "A" else 13
        yield from [pip(card.suit, middle, size) for middle in PIPS[card.rank]]
    yield letter(card.rank, 10, 20, 17, ink)
    yield pip(card.suit, (10, 29), 11)
