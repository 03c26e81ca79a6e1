"""The trained tables: how often each thing is said, by lance, score, talk and strength.

They are made by `mustutor.players.training` and stand in the folder ``tables``, a file for each
number of kings and of players: bytes, packed, four for each row (one an action of `tree`). What
the rows are told by: who may bet on the lance, what either side needs, the moment of the betting,
the bucket of the hand. What was rare in training is left out of them.
"""

from __future__ import annotations

from base64 import b85decode
from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from math import log
from typing import Any
from zlib import decompress

from mustutor.players.tree import ACTIONS, ORDAGO, BettingTalk, Tree, tree_of
from mustutor.quickjson import loads
from mustutor.register import traits
from mustutor.variant import Variant

NEEDS = {"pairs": (1, 2, 4, 7, 12, 20, 40), "trios": (3, 40), "individual_2": (1, 3, 7, 40)}
"""By how players sit, the numbers of stones still needed that tables are made for."""
ALONE = "individual"
SURE = 10
"""What is certain, in a table; all else are parts of it."""


def around(needs: Sequence[int], need: int) -> tuple[tuple[int, float], ...]:
    """The places of those numbers of stones that are around one, with their weights by ratio.

    >>> around((5, 10, 20), 10), around((5, 10, 20), 3), around((5, 10, 20), 30)
    (((1, 1.0),), ((0, 1.0),), ((2, 1.0),))
    >>> [(place, round(weight, 2)) for place, weight in around((5, 10, 20), 16)]
    [(1, 0.32), (2, 0.68)]
    """
    above = bisect_left(needs, need)
    if above >= len(needs):
        return ((len(needs) - 1, 1.0),)
    if not above or needs[above] == need:
        return ((above, 1.0),)
    low, high = needs[above - 1], needs[above]
    weight = log(need / low) / log(high / low)
    return (above - 1, 1 - weight), (above, weight)


@lru_cache(maxsize=8192)
def scores_around(needs: tuple[int, ...], own: int, other: int) -> tuple[tuple[int, float], ...]:
    """The numbers of the scores around what one side needs and the other, with weights."""
    return tuple(
        [
            (one * len(needs) + two, weight * share)
            for one, weight in around(needs, own)
            for two, share in around(needs, other)
        ]
    )


def key_of(lance: str, able: Sequence[int]) -> str:
    """The name of a lance among certain players, numbered from mano.

    >>> key_of("pares", (0, 1, 3))
    'pares 013'
    """
    return f"{lance} {''.join(map(str, able))}"


class LanceTable:
    """What is said in one lance among those who may bet on it."""

    def __init__(self, tree: Tree, size: int, rows: bytes) -> None:
        self.tree, self.size, self._rows = tree, size, rows
        self._found: dict[BettingTalk, int] = {}

    def row(
        self, scores: Sequence[tuple[int, float]], talk: BettingTalk, bucket: int
    ) -> tuple[float, ...]:
        """How likely each action is, between scores as they weigh.

        A talk the tree does not have is the nearest it has.
        """
        moment = self.tree.numbers.get(talk, -1)
        if moment < 0:
            moment = self._found.get(talk, -1)
        if moment < 0:
            moment = self._found[talk] = self._nearest(talk)
        found = [0.0] * ACTIONS
        for score, weight in scores:
            place = ACTIONS * ((score * len(self.tree.moments) + moment) * self.size + bucket)
            row = self._rows[place : place + ACTIONS]
            whole = sum(row)
            for action in range(ACTIONS):
                found[action] += weight * row[action] / whole
        return tuple(found)

    def _nearest(self, talk: BettingTalk) -> int:
        """The moment of the same speaker that is most like a talk the tree does not have."""

        def far(moment: int) -> tuple[bool, bool, int, int]:
            other = self.tree.moments[moment].talk
            return (
                (other.rung > 0) != (talk.rung > 0),
                (other.rung == ORDAGO) != (talk.rung == ORDAGO),
                abs(other.rung - talk.rung) + abs(other.before - talk.before),
                sum(one != another for one, another in zip(other, talk, strict=True)),
            )

        every = range(len(self.tree.moments))
        own = [each for each in every if self.tree.moments[each].talk.queue[0] == talk.queue[0]]
        return min(own, key=far)


class TrainedTables:
    """All tables of a deck; obtain them from `tables_for`."""

    def __init__(self, told: dict[str, Any]) -> None:
        self.made: str = told["made"]
        self.gains: dict[str, float] = told["gains"]
        self.needs = tuple(told["needs"])
        self._limits: dict[str, list[int]] = told["limits"]
        self._rows: dict[str, str] = told["rows"]
        self._known: dict[tuple[str, tuple[int, ...]], LanceTable | None] = {}

    def bucket(self, lance: str, place: int) -> int:
        """The bucket of a place in a lance, 0 the worst."""
        limits = self._limits[lance]
        return max(len(limits) - 1 - bisect_left(limits, place), 0)

    def lance(self, lance: str, able: tuple[int, ...]) -> LanceTable | None:
        """The table of a lance among these players, by number from mano; None where none is."""
        key = (lance, able)
        if key not in self._known:
            packed = self._rows.get(key_of(lance, able))
            found = None
            if packed is not None:
                tree = tree_of(tuple([player % 2 for player in able]))
                found = LanceTable(tree, len(self._limits[lance]), decompress(b85decode(packed)))
            self._known[key] = found
        return self._known[key]


def tables_for(variant: Variant, players: int) -> TrainedTables | None:
    """The tables for so many players under a rulebook, None where there are none.

    >>> from mustutor.variant import load_variant
    >>> sorted(tables_for(load_variant("fournier"), 4).gains)[:3]
    ['chica 0123', 'grande 0123', 'juego 01']
    >>> tables_for(load_variant("encaje"), 5)
    """
    if "target" not in traits(variant.game):
        return None
    mode, kings = variant.rules["players.mode"], variant.rules["deck.kings"]
    return loaded(f"{mode}_{players}_{kings}.json" if mode == ALONE else f"{mode}_{kings}.json")


@lru_cache(maxsize=8)
def loaded(name: str) -> TrainedTables | None:
    """The tables of a file, None where there is none."""
    path = files("mustutor.players").joinpath("tables", name)
    return TrainedTables(loads(path.read_bytes())) if path.is_file() else None
