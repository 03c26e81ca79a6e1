"""Encaje (Mus francés): 3 or 5 players, no partners, no winner, one loser; and its options.

Open `rules` first, which registers the game; `settlement` says who pays whom. Knows no other
game: what it shares with Mus is in `mus_family`.
"""

from __future__ import annotations

from mustutor.base.language import mark
from mustutor.base.register import lazy_parts
from mustutor.games.irregularities import club_option
from mustutor.games.mus_family import options
from mustutor.games.mus_family.options import SHARED
from mustutor.games.mus_family.talk_options import SHARED_TALK
from mustutor.model.options import Number, OptionConflict, OptionTable, RuleOption, choice

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


OWN = (
    choice(
        "show.scope",
        mark("Who shows their cards when the hand is over."),
        "all",
        all=mark("Everyone shows their cards when the hand is over."),
        contributors=mark("Only those who put stones in a pot show their cards."),
    ),
    RuleOption(
        "encaje.start_stones",
        mark("How many stones each player begins a game with."),
        20,
        Number(mark("Everyone begins a game with {after} stones, not {before}."), 5, 30),
    ),
    RuleOption(
        "encaje.session_losses",
        mark("How many lost games lose the session."),
        5,
        Number(mark("A session is lost with {after} lost games, not {before}."), 1),
    ),
    choice(
        "encaje.settle_order",
        mark("In what order pots, discards and values are settled."),
        "by_lance",
        by_lance=mark("Lances are settled in the order they were played."),
        pots_first=mark("All pots are taken before any stone is discarded."),
        discards_first=mark("All stones are discarded before any pot is taken."),
    ),
    choice(
        "encaje.tie_worst",
        mark("Who takes the pot when the worst hands are equal."),
        "mano_order",
        mano_order=mark("Of equal worst hands, the one furthest from mano takes the pot."),
        split=mark("Equal worst hands share the pot."),
    ),
    choice(
        "encaje.shortfall",
        mark("What follows when a player owes more stones than they have."),
        "cap",
        cap=mark("A player who owes more stones than they have gives what they have."),
        debt=mark("A player who owes more stones than they have pays the rest from a later pot."),
        next_best=mark(
            "In place of a hand with too few stones, the next best hand that has them pays."
        ),
    ),
    choice(
        "encaje.short_stack_open",
        mark(
            "Whether a player with too few stones for the smallest bet may open with all they have."
        ),
        "forbidden",
        forbidden=mark("A player with too few stones for the smallest bet cannot open."),
        all_in=mark("A player with too few stones for the smallest bet may open with all of them."),
    ),
    choice(
        "encaje.capped_seer",
        mark("Whether a player whose stones are all promised speaks again after a raise."),
        "speaks_again",
        speaks_again=mark("A player whose stones are all promised is asked again after a raise."),
        locked_in=mark("A player whose stones are all promised stays in without being asked."),
    ),
    choice(
        "encaje.lone_player",
        mark("What a lance pays when only one player has stones left in it."),
        "scores",
        scores=mark("A player who alone has stones in a lance counts as its best."),
        void=mark("A lance in which only one player has stones pays nothing."),
    ),
    choice(
        "encaje.rotation",
        mark("How the deal moves on when somebody has no stones left."),
        "deal_passes",
        deal_passes=mark(
            "When somebody has no stones left, the deal goes to the next player who has."
        ),
        mano_passes=mark("When somebody has no stones left, mano goes to the next player who has."),
    ),
    choice(
        "encaje.next_game_dealer",
        mark("Who deals first in the next game."),
        "rotate",
        rotate=mark("The deal goes on round the table from game to game."),
        loser=mark("The loser of a game deals the next."),
        draw=mark("The first dealer of each game is drawn by lot."),
    ),
    choice(
        "encaje.raise_direction",
        mark("Which way round the table a raise is answered."),
        "same",
        same=mark("A raise is answered in the direction of play."),
        reversed=mark("A raise is answered against the direction of play."),
    ),
    club_option("encaje"),
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
    (*[row._replace(advisory=row.name in ADVISORY) for row in (*SHARED, *SHARED_TALK)], *OWN),
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
