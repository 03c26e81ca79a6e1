"""Enflé, also Schwellen or Rolling Stone: four to six players, and the first without a card wins.

Nobody trumps and no trick is worth anything: who cannot follow takes the trick up. `table` seats
and deals, `tricks` says what may be played and what comes of it, `telling` tells it.
"""

from __future__ import annotations

from mustutor.register import Phases, lazily

TITLE = "Enflé"
ARTICLES = ("ENF",)
TRAITS = ("tricks_taken_up",)
TRICK, ANTE, DEAL = "trick", "ante", "deal"

PHASES = Phases(
    names=(TRICK,),
    played=(TRICK,),
    payments=frozenset(("ante", "pot")),
    besides=(ANTE, DEAL),
)

__getattr__ = lazily(
    GAME="mustutor.games.enfle.game",
    GRAMMAR="mustutor.games.enfle.state",
    OPTIONS="mustutor.games.enfle.options",
    TELLER="mustutor.games.enfle.telling",
)
