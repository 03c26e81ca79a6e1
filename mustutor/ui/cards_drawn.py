"""Cards as they are drawn: boxes whose frames are broken as on Spanish cards, or letters in a line.

The breaks are the *pinta*, by which players know the suit without turning up the whole card:
none for oros, one for copas, two for espadas, three for bastos. The letters say it as well.
"""

from __future__ import annotations

from collections.abc import Sequence

from mustutor.cards import Card
from mustutor.games.mus_family.ranking import Ranking
from mustutor.games.mus_family.telling.words import shown
from mustutor.ui.pieces import Piece, Row, Rows, ScreenPen, beside

WIDTH = 7
"""Columns of a card in its box."""
HEIGHT = 3
FOUR = 4

PINTAS = {"": "─────", "o": "─────", "c": "── ──", "e": "─ ─ ─", "b": " ─ ─ "}
BACK, BACK_IN_LINE = ":::::", "##"
HIDDEN = Card("?")
ASCII_BOX = str.maketrans("┌┐└┘─│", "++++-|")


def card_rows(card: Card, ranking: Ranking, pen: ScreenPen) -> Rows:
    """Draw a card as a box; a hidden one shows its back.

    >>> from mustutor.language import language
    >>> from mustutor.games.mus_family.ranking import ranking_of
    >>> from mustutor.ui.pieces import plain
    >>> from mustutor.variant import load_variant
    >>> encaje = ranking_of(load_variant("encaje").rules)
    >>> print(plain(card_rows(Card("3b"), encaje, ScreenPen(language("en")))))
    ┌ ─ ─ ┐
    │3b(R)│
    └ ─ ─ ┘
    """
    suit = card[1:]
    style = f"suit-{suit}" if suit else ""
    letters = BACK if card == HIDDEN else f"{shown([card], ranking):^{WIDTH - 2}}"
    frame = PINTAS.get(suit, PINTAS[""])
    rows: Rows = [
        ((style, f"┌{frame}┐"),),
        ((style, "│"), (f"{style} card".strip(), letters), (style, "│")),
        ((style, f"└{frame}┘"),),
    ]
    return [tuple([(name, _box(text, pen)) for name, text in row]) for row in rows]


def _box(text: str, pen: ScreenPen) -> str:
    return text.translate(ASCII_BOX) if pen.ascii else text


def hand_rows(cards: Sequence[Card] | None, ranking: Ranking, pen: ScreenPen) -> Rows:
    """Draw a hand as boxes side by side; None is a hand nobody sees, and lies face down."""
    seen = [HIDDEN] * FOUR if cards is None else cards
    if not seen:
        return [()] * HEIGHT
    return beside(*[card_rows(card, ranking, pen) for card in seen])


def hand_line(cards: Sequence[Card] | None, ranking: Ranking) -> Row:
    """Write a hand in one line of letters, where there is no room for boxes."""
    pieces: list[Piece] = []
    for card in [HIDDEN] * FOUR if cards is None else cards:
        if pieces:
            pieces.append(("", " "))
        hidden = card == HIDDEN
        style = f"suit-{card[1:]} card" if card[1:] else ("" if hidden else "card")
        pieces.append((style, BACK_IN_LINE if hidden else shown([card], ranking)))
    return tuple(pieces)
