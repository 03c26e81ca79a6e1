"""Encaje (Mus francés): 3 or 5 players, no partners, no winner, one loser; and its options.

Open `rules` first, which registers the game; `settlement` says who pays whom. Knows no other
game: what it shares with Mus is in `mus_family`.
"""

from __future__ import annotations

from mustutor.base.language import mark
from mustutor.base.register import lazy_parts
from mustutor.games.irregularities import club_option
from mustutor.games.mus_family import options
from mustutor.games.mus_family.talk_options import SHARED
from mustutor.model.option_rows import option_rows
from mustutor.model.options import OptionConflict, OptionTable

ARTICLES = ("ENC", "MUS")
TRAITS = ("lances", "own_stones")

# Each part is loaded when somebody asks for it: a variant need not wait for the engine.
__getattr__ = lazy_parts(
    BOT="mustutor.games.mus_family.bot",
    DRILLS="mustutor.games.encaje.drills",
    GAME="mustutor.games.encaje.rules",
    GRAMMAR="mustutor.games.mus_family.calls",
    PHASES="mustutor.games.mus_family.hands",
    PUZZLES="mustutor.games.encaje.drills",
    ROUNDS_CALLED="mustutor.games.mus_family.calls",
    TELLER="mustutor.games.encaje.teller",
)


# Everyone for himself, stones in front of him, no órdago (ENC-GEN-3, ENC-BET-3, -11).
CONTRADICTIONS = (
    OptionConflict(
        ("players.mode", "game"),
        lambda rules: rules["players.mode"] != "individual",
        mark("In Encaje everyone plays alone: set players.mode to individual."),
    ),
    OptionConflict(
        ("ordago.enabled", "game"),
        lambda rules: rules["ordago.enabled"],
        mark("There is no órdago in Encaje: set ordago.enabled to false."),
    ),
    OptionConflict(
        ("bet.max", "game"),
        lambda rules: rules["bet.max"] != "own_stones",
        mark("In Encaje nobody bets more than they have: set bet.max to own_stones."),
    ),
)

# Who folds is out, and what the cards are is declared: no table of Encaje does otherwise.
ADVISORY = ("bet.refuser_hand_counts", "declare.mode")

OPTIONS = OptionTable(
    "encaje",
    mark("The game is Encaje: whoever is left with stones loses."),
    (
        *[row._replace(advisory=row.name in ADVISORY) for row in SHARED],
        *option_rows("encaje"),
        club_option("encaje"),
    ),
    (*options.CONTRADICTIONS, *CONTRADICTIONS),
    options.ineffective_options,
    options.USUAL,
    asked=(
        *("deck.kings", "encaje.start_stones", "encaje.session_losses", "encaje.tie_worst"),
        *("encaje.shortfall", "encaje.short_stack_open", "encaje.capped_seer"),
        *("encaje.settle_order", "irregular", "penalty"),
    ),
    examples=("encaje.start_stones: 15", "encaje.tie_worst: split"),
    carries=("mus",),
    unplayed=options.UNPLAYED,
    order=options.FIRST_STATE,
    added=options.ADDED,
)
