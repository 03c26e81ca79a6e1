"""Mau-Mau, for two: match the suit or the rank of the upcard, and be first without a card.

`table` seats, deals and keeps the stock, `turns` says what may be played and what comes of it,
`settlement` counts the cards that are left, `telling` tells it.
"""

from __future__ import annotations

from mustutor.register import Phases, lazily

ARTICLES = ("MAU",)
TRAITS = ("upcard_matched",)

ROUND = "play"

PHASES = Phases(
    names=(ROUND,),
    played=(ROUND,),
    payments=frozenset(("cards", "double", "quadruple", "penalty")),
    drawing=frozenset((ROUND,)),
)

__getattr__ = lazily(
    GAME="mustutor.games.mau_mau.game",
    GRAMMAR="mustutor.games.mau_mau.state",
    OPTIONS="mustutor.games.mau_mau.options",
    TELLER="mustutor.games.mau_mau.telling",
)
