"""Enflé, also Schwellen or Rolling Stone: the first of four to six without a card wins.

There is no trump and tricks have no value: a player who cannot follow picks the trick up. Open
`rules` first. Knows no other game; its options are here.
"""

from __future__ import annotations

from mustutor.base.language import mark
from mustutor.base.register import Phases, lazy_parts
from mustutor.games.irregularities import club_option
from mustutor.model.option_rows import option_rows
from mustutor.model.options import OptionTable

TITLE = "Enflé"
ARTICLES = ("ENF",)
TRAITS = ("tricks_taken_up",)
TRICK, ANTE, DEAL = "trick", "ante", "deal"

PHASES = Phases(
    names=(TRICK,),
    played=(TRICK,),
    payments=frozenset(("ante", "pot", "revoke")),
    besides=(ANTE, DEAL),
)

__getattr__ = lazy_parts(
    BOT="mustutor.games.enfle.bot",
    DRILLS="mustutor.games.enfle.drills",
    GAME="mustutor.games.enfle.rules",
    GRAMMAR="mustutor.games.enfle.rules",
    PUZZLES="mustutor.games.enfle.bot",
    TELLER="mustutor.games.enfle.teller",
)


OPTIONS = OptionTable(
    game="enfle",
    said=mark("The game is Enflé: the first player without a card takes the pot."),
    options=(*option_rows("enfle"), club_option("enfle")),
    asked=("enfle.ante", "enfle.start_chips", "enfle.win", "enfle.revoke", "irregular"),
    examples=("enfle.ante: 2", "enfle.win: end_of_trick"),
)
