"""Mau-Mau, for two: match the upcard's suit or rank; the first without a card wins.

Open `table` first (seats, deal, stock), then `turns` (the calls). Knows no other game; its
options are here.
"""

from __future__ import annotations

from mustutor.base.language import mark
from mustutor.base.register import Phases, lazy_parts
from mustutor.games.irregularities import club_option
from mustutor.model.option_rows import option_rows
from mustutor.model.options import OptionTable

ARTICLES = ("MAU",)
TRAITS = ("upcard_matched",)

ROUND = "play"

PHASES = Phases(
    names=(ROUND,),
    played=(ROUND,),
    payments=frozenset(("cards", "double", "quadruple", "penalty", "mismatch")),
    drawing=frozenset((ROUND,)),
)

__getattr__ = lazy_parts(
    ACTIONS="mustutor.games.mau_mau.bot",
    BOT="mustutor.games.mau_mau.bot",
    DRILLS="mustutor.games.mau_mau.drills",
    GAME="mustutor.games.mau_mau.turns",
    GRAMMAR="mustutor.games.mau_mau.table",
    TELLER="mustutor.games.mau_mau.teller",
)


OPTIONS = OptionTable(
    game="mau_mau",
    said=mark(
        "The game is Mau-Mau: the first player without a card scores for the cards of the other."
    ),
    options=(*option_rows("mau_mau"), club_option("mau_mau")),
    asked=(
        *("mau_mau.target", "mau_mau.multipliers", "mau_mau.renege"),
        *("mau_mau.forgotten_one_card", "mau_mau.hold_rank", "irregular"),
    ),
    examples=("mau_mau.target: 300", "mau_mau.renege: refuse"),
)
