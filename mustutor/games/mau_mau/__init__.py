"""Mau-Mau, for two: match the upcard's suit or rank; the first without a card wins.

Open `table` first (seats, deal, stock), then `turns` (the calls). Knows no other game; its
options are here.
"""

from __future__ import annotations

from mustutor.base.language import mark
from mustutor.base.register import Phases, lazy_parts
from mustutor.games.irregularities import club_option
from mustutor.model.options import Number, OptionTable, RuleOption, choice, switch

ARTICLES = ("MAU",)
TRAITS = ("upcard_matched",)

ROUND = "play"

PHASES = Phases(
    names=(ROUND,),
    played=(ROUND,),
    payments=frozenset(("cards", "double", "quadruple", "penalty")),
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
    options=(
        RuleOption(
            "mau_mau.target",
            mark("How many points win a match."),
            500,
            Number(mark("A match is won at {after} points, not {before}."), 1),
        ),
        choice(
            "mau_mau.multipliers",
            mark("What a spade starter and two jacks at the end multiply the points by together."),
            "highest",
            highest=mark("Of a spade starter and two jacks at the end, only the jacks count."),
            product=mark("A spade starter and two jacks at the end multiply the points by eight."),
        ),
        choice(
            "mau_mau.renege",
            mark("What follows when somebody draws although they could play."),
            "penalty",
            penalty=mark("Whoever draws although they could play is charged fifty points."),
            refuse=mark("Nobody may draw while they can play."),
        ),
        choice(
            "mau_mau.forgotten_one_card",
            mark("What follows when somebody does not say “one card”."),
            "draw",
            since=2,
            draw=mark(
                "Whoever does not say “one card” draws one instead of playing the last card."
            ),
            nothing=mark("Nobody has to say “one card”."),
        ),
        switch(
            "mau_mau.hold_rank",
            mark("Whether a jack, seven or eight that matches by its rank alone may be kept."),
            True,
            since=2,
            yes=mark("A jack, seven or eight that matches by its rank alone may be kept."),
            no=mark("A jack, seven or eight that matches by its rank alone must be played."),
        ),
        club_option("mau_mau"),
    ),
    asked=(
        *("mau_mau.target", "mau_mau.multipliers", "mau_mau.renege"),
        *("mau_mau.forgotten_one_card", "mau_mau.hold_rank", "irregular"),
    ),
    examples=("mau_mau.target: 300", "mau_mau.renege: refuse"),
)
