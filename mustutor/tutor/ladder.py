"""The steps of play: tables from grande alone to a whole game with partner and signals.

Each step is a table of its own rules. It is recommended once its lesson is done, and counts as
climbed when a game there was won; what was played is kept with the progress (`Progress.tables`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from mustutor.base.language import mark
from mustutor.model.variant import Variant, load_variant, resolve_embedded

USUAL = "fournier"
PREFIX = "step_"
"""How the ids of the rulebooks of the steps begin."""

_ONE_GAME = {"match.games": 1, "mus.corrido": "never"}
_ALONE = {**_ONE_GAME, "players.mode": "individual", "players.count": 2}


class PlayStep(NamedTuple):
    """A step of play: its id, its title, the lesson it follows, and what its table plays.

    `rules` is what differs from the usual rulebook; `level` is how well the others play, `minutes`
    an estimate for a game. Each opponent has one of the `habits` that a lesson has a rule against.
    """

    id: str
    title: str
    lesson: str
    rules: dict[str, Any]
    habits: tuple[str, ...]
    level: str = "easy"
    minutes: int = 10

    @property
    def variant(self) -> Variant:
        """The rulebook of the table."""
        return _variant(self.id)

    def opponents(self, seats: Sequence[str]) -> dict[str, str]:
        """The players, by seat, that play against the first of the seats.

        >>> LADDER[0].opponents(("A", "B"))
        {'B': 'easy+accepts_all'}
        """
        others = zip(seats[1::2], self.habits, strict=True)
        return {seat: f"{self.level}+{habit}" for seat, habit in others}


def _few(target: int, *lances: str) -> dict[str, Any]:
    """A table for two of some lances, with neither mus nor órdago."""
    without = {"mus.enabled": False, "ordago.enabled": False}
    return {**_ALONE, **without, "lances.played": lances, "score.target": target}


LADDER = (
    PlayStep(
        "grande_alone",
        mark("Grande alone, to ten stones"),
        "grande",
        _few(10, "grande"),
        ("accepts_all",),
        minutes=5,
    ),
    PlayStep(
        "grande_chica",
        mark("Grande and chica, to twenty stones"),
        "chica",
        _few(20, "grande", "chica"),
        ("bets_blind",),
    ),
    PlayStep(
        "four_lances",
        mark("All four lances without mus"),
        "juego",
        _few(30, "grande", "chica", "pares", "juego"),
        ("accepts_nothing",),
    ),
    PlayStep(
        "whole_game",
        mark("A whole game against one player"),
        "to_cut",
        _ALONE,
        ("cuts_with_anything",),
        minutes=15,
    ),
    PlayStep(
        "with_partner",
        mark("A whole game with a partner, without signals"),
        "two_against_two",
        {**_ONE_GAME, "signals.allowed": False},
        ("throws_one", "accepts_all"),
        minutes=20,
    ),
    PlayStep(
        "with_signals",
        mark("A whole game with a partner and signals"),
        "two_against_two",
        {**_ONE_GAME, "signals.allowed": True},
        ("never_bets", "bets_blind"),
        level="club",
        minutes=20,
    ),
)
"""The steps, from the first table on."""


@cache
def _variant(step: str) -> Variant:
    (rules,) = (one.rules for one in LADDER if one.id == step)
    return resolve_embedded({**load_variant(USUAL).as_json(), **rules}, PREFIX + step)


@cache
def first_match() -> Variant:
    """The usual rules without mus corrido, for somebody's first match.

    >>> first_match().rules["mus.corrido"]
    'never'
    """
    changed = {"mus.corrido": "never"}
    return resolve_embedded({**load_variant(USUAL).as_json(), **changed}, "first_match")


def step_named(name: str) -> PlayStep | None:
    """A step by its id or its number from 1; None if there is none.

    >>> step_named("1").id, step_named("with_partner").id, step_named("7")
    ('grande_alone', 'with_partner', None)
    """
    found = [
        step for number, step in enumerate(LADDER, 1) if name.lower() in (step.id, str(number))
    ]
    return found[0] if found else None


def step_of(variant: Variant) -> PlayStep | None:
    """The step that has this rulebook; None for any other table."""
    step = step_named(variant.id.removeprefix(PREFIX))
    return step if step is not None and step.variant == variant else None


def first_not_won(tables: Mapping[str, bool]) -> PlayStep | None:
    """The first step in which no game was won yet (`Progress.tables`); None if all were.

    >>> first_not_won({"grande_alone": True, "grande_chica": False}).id
    'grande_chica'
    """
    return next((step for step in LADDER if not tables.get(step.id)), None)


def next_table(tables: Mapping[str, bool]) -> PlayStep:
    """The step to play at: the first not won, or the last where all were.

    >>> next_table({}).id, next_table({step.id: True for step in LADDER}).id
    ('grande_alone', 'with_signals')
    """
    return first_not_won(tables) or LADDER[-1]
