"""The options of Mus."""

from __future__ import annotations

from functools import partial
from math import inf

from mustutor.base.language import mark
from mustutor.games.irregularities import club_option
from mustutor.games.mus_family import options
from mustutor.games.mus_family.talk_options import GESTURES, SHARED
from mustutor.model.option_rows import option_rows
from mustutor.model.options import (
    MOST,
    OptionConflict,
    OptionTable,
    Own,
    Rules,
    closed,
)

MOST_ALONE = 6

_STONES = {"type": "integer", "minimum": 1, "maximum": 1000}
LIMIT = {**closed({"above": _STONES, "counts_as": _STONES}), "required": ["above", "counts_as"]}

OWN = option_rows(
    "mus",
    {
        "bet.overlimit": partial(Own, shape=LIMIT),
        "signals.list": partial(Own, shape=GESTURES),
    },
)


def _most(rules: Rules) -> float:
    """The highest bet, where a number limits it."""
    most = rules["bet.max"]
    return most if isinstance(most, int) else inf


def _least(rules: Rules) -> int:
    """The least that both an opening and a raise may be."""
    least: int = max(rules["bet.min_open"], rules["bet.min_raise"])
    return least


def _limited(rules: Rules) -> dict[str, int]:
    """The limit above which a bet counts as less; one that never bites where there is none."""
    limit = rules["bet.overlimit"]
    return {"above": MOST, "counts_as": MOST} if limit == "none" else limit


# Stones are collected, not staked from one's own, and up to six play alone (MUS-PLAY-2).
CONTRADICTIONS = (
    OptionConflict(
        ("lances.played",),
        lambda rules: not rules["lances.played"],
        mark("A hand needs at least one lance: name one in lances.played."),
    ),
    OptionConflict(
        ("players.count", "players.mode"),
        lambda rules: rules["players.mode"] == "individual" and rules["players.count"] > MOST_ALONE,
        mark("Mus without partners is for {most} players at most, but {players} are asked for."),
        lambda rules: {"most": MOST_ALONE, "players": rules["players.count"]},
    ),
    OptionConflict(
        ("ordago.settle", "ordago.enabled"),
        lambda rules: rules["ordago.settle"] != "immediate" and not rules["ordago.enabled"],
        mark("Where there is no órdago, none can be settled: leave ordago.settle out."),
    ),
    OptionConflict(
        ("bet.max", "game"),
        lambda rules: rules["bet.max"] == "own_stones",
        mark("In Mus nobody has stones of their own to bet: set bet.max to none or a number."),
    ),
    OptionConflict(
        ("bet.max", "bet.min_open"),
        lambda rules: _most(rules) < rules["bet.min_open"],
        mark("If a lance is opened with at least {least}, nobody can be limited to {most}."),
        lambda rules: {"least": rules["bet.min_open"], "most": rules["bet.max"]},
    ),
    OptionConflict(
        ("bet.todas", "bet.max", "score.target"),
        lambda rules: rules["bet.todas"] == "bet_target" and _most(rules) < rules["score.target"],
        mark('"Todas" bets {target}, but bet.max allows at most {most}: change one of them.'),
        lambda rules: {"target": rules["score.target"], "most": rules["bet.max"]},
    ),
    OptionConflict(
        ("bet.overlimit",),
        lambda rules: _limited(rules)["counts_as"] > _limited(rules)["above"],
        mark("A bet above {above} cannot count as {counts_as}, which is itself above {above}."),
        _limited,
    ),
    OptionConflict(
        ("bet.overlimit", "bet.min_open", "bet.min_raise"),
        lambda rules: _limited(rules)["counts_as"] < _least(rules),
        mark(
            "A bet above {above} cannot count as {counts_as}, because the smallest bet is {least}."
        ),
        lambda rules: {**_limited(rules), "least": _least(rules)},
    ),
)

OPTIONS = OptionTable(
    "mus",
    mark("The game is Mus: the first side to collect the stones of the target wins."),
    (*SHARED, *OWN, club_option("mus")),
    (*options.CONTRADICTIONS, *CONTRADICTIONS),
    options.ineffective_options,
    options.USUAL,
    asked=(
        *("deck.kings", "score.target", "match.games", "mus.corrido", "exposed_card.action"),
        *("real.enabled", "deje.opening", "deje.raise_extra", "bet.min_raise", "bet.todas"),
        *("perete.points", "talk.lying", "signals.allowed", "irregular", "penalty"),
    ),
    examples=("score.target: 30", "deje.opening: {pares: 0}"),
    carries=("encaje",),
    unplayed=options.UNPLAYED,
    order=options.FIRST_STATE,
    added=options.ADDED,
)
