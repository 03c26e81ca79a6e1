"""Enflé, also Schwellen or Rolling Stone: the first of four to six without a card wins.

There is no trump and tricks have no value: a player who cannot follow picks the trick up. Open
`rules` first. Knows no other game; its options are here.
"""

from __future__ import annotations

from mustutor.base.language import mark
from mustutor.base.register import Phases, lazy_parts
from mustutor.games.irregularities import club_option
from mustutor.model.options import WIN, Number, OptionTable, RuleOption

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
    options=(
        RuleOption(
            "enfle.ante",
            mark("How many chips each player puts in the pot before a deal."),
            1,
            Number(
                mark("Each player puts {after} in the pot before a deal, not {before}."), 1, 100
            ),
        ),
        RuleOption(
            "enfle.start_chips",
            mark("How many chips each player begins with."),
            20,
            Number(mark("Each player begins with {after} chips, not {before}."), 1),
        ),
        WIN,
        RuleOption(
            "enfle.max_tricks",
            mark(
                "After how many tricks a deal that nobody has won ends, its pot staying for "
                "the next."
            ),
            500,
            Number(mark("A deal that nobody has won ends after {after} tricks, not {before}."), 1),
        ),
        RuleOption(
            "enfle.revoke",
            mark("What not following suit though able to costs, in chips for the pot."),
            0,
            Number(mark("Not following suit costs {after} chips, not {before}."), most=100),
            since=2,
        ),
        club_option("enfle"),
    ),
    asked=("enfle.ante", "enfle.start_chips", "enfle.win", "enfle.revoke", "irregular"),
    examples=("enfle.ante: 2", "enfle.win: end_of_trick"),
)
