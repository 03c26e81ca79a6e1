"""Mau-Mau, for two: match the suit or the rank of the upcard, and be first without a card.

`table` seats, deals and keeps the stock, `turns` says what may be played and what comes of it,
`settlement` counts the cards that are left, `telling` tells it.
"""

from __future__ import annotations

from mustutor.register import lazily

ARTICLES = ("MAU",)

__getattr__ = lazily(
    GAME="mustutor.games.mau_mau.game",
    GRAMMAR="mustutor.games.mau_mau.state",
    OPTIONS="mustutor.games.mau_mau.options",
    PHASES="mustutor.games.mau_mau.state",
    TELLER="mustutor.games.mau_mau.telling",
)
