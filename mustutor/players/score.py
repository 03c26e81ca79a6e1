"""The chance of winning by the score alone, before the next deal: what a stone is worth.

It is what players of the house weigh: an órdago is accepted where the hand wins more often than
the score after refusing does, and a coach counts mistakes in it. `winning` answers for a score,
`standing` for a position that may be decided. How it is found hangs on what a game has
(`mustutor.register.traits`): to a target of stones it is looked up in a table, counted back from
the end over hands that players of the house played against themselves
(`mustutor.players.training`); with stones of one's own it is the chance not to be the loser.
"""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib.resources import files
from math import erf, sqrt
from typing import Any

from mustutor import games
from mustutor.position import Position
from mustutor.quickjson import loads
from mustutor.register import traits
from mustutor.tuples import NamedTuple
from mustutor.variant import Variant

LIKELY = 65_535
"""What a table has for certain; a chance is written in two bytes."""
POWER, FLOOR = 2.0, 5.0
"""In Encaje the chance to lose goes with this power of the stones held and so many more: fitted to
5,500 hands of 300 games among five equal players."""
A_HAND, SPREAD = 68.0, 49.0
"""Measured over 68 hands of Mau-Mau: the points of a hand, all one player's, and their spread."""


class RaceTable(NamedTuple):
    """The chance of the side that is mano next, by what it needs and what the other needs."""

    most: int
    chances: tuple[float, ...]

    def mano(self, own: int, other: int) -> float:
        """The chance of the side that is mano, which needs `own`, both from 1 to `most`."""
        return self.chances[(own - 1) * self.most + other - 1]

    def of(self, own: int, other: int, mano: bool | None) -> float:
        """The chance of a side; `mano` says whether it is mano next, None that nobody knows."""
        if own <= 0 or other <= 0:
            return 0.5 if own <= 0 and other <= 0 else float(own <= 0)
        most = max(own, other)
        if most > self.most:  # a longer race: the same share of it
            own, other = (max(1, round(need * self.most / most)) for need in (own, other))
        if mano is None:
            return (self.mano(own, other) + 1 - self.mano(other, own)) / 2
        return self.mano(own, other) if mano else 1 - self.mano(other, own)


def winning(variant: Variant, stones: Mapping[str, int], side: str, mano: str = "") -> float:
    """Give the chance, from 0 to 1, that a side wins the game from these stones.

    `stones` are by side, as `Position.in_front` and `SeatView.stones` have them; `mano` is the
    seat that is mano of the next hand, nothing where that is not known. In Encaje it is the chance
    not to lose, in Enflé the share of the chips. Raises KeyError for a side without stones.

    >>> from mustutor.variant import load_variant
    >>> fournier, encaje = load_variant("fournier"), load_variant("encaje")
    >>> round(winning(fournier, {"A": 20, "B": 20}, "A"), 2)
    0.5
    >>> winning(fournier, {"A": 40, "B": 38}, "B"), winning(fournier, {"A": 30, "B": 20}, "A") > 0.7
    (0.0, True)
    >>> round(winning(encaje, {"A": 9, "B": 9, "C": 9}, "A"), 2)
    0.67
    """
    has = traits(variant.game)
    told = next((tell for trait, tell in _BY_TRAIT.items() if trait in has), _by_share)
    return told(variant, stones, side, mano)


def standing(position: Position, seat: str) -> float:
    """Give the chance, from 0 to 1, that the side of a seat wins the game a position belongs to.

    A game that is decided is won or not; any other counts by the stones there are, whatever is
    still on the table, and by who is mano next.

    >>> from mustutor.variant import load_variant
    >>> fournier, seats = load_variant("fournier"), ("A1", "B1", "A2", "B2")
    >>> ahead = games.start(fournier, seats=seats, mano="A1", stones={"A": 30, "B": 5})
    >>> standing(ahead, "A2") > 0.8, standing(ahead, "A2") + standing(ahead, "B1")
    (True, 1.0)
    """
    side = position.table.side_of(seat)
    if position.winner or position.loser:
        return float(position.winner == side if position.winner else position.loser != side)
    over = position.lance == "end"
    manos = games.next_manos(position) if over else ()
    mano = manos[0] if len(manos) == 1 else ""
    if not over:  # the turn passes to the seat after
        seats = position.table.seats
        mano = seats[(seats.index(position.mano) + 1) % len(seats)]
    return winning(position.variant, position.in_front(), side, mano)


# --- by what a game has -------------------------------------------------------------------


def _to_the_target(variant: Variant, stones: Mapping[str, int], side: str, mano: str) -> float:
    """A race to a target; among several sides each against each, put together."""
    target, table = variant.number("score.target"), race_table(variant)
    own = target - stones[side]
    first = None if not mano else side in (mano, mano[0])
    ratios = 0.0
    for other, held in stones.items():
        if other == side:
            continue
        other_first = first
        if first is False and len(stones) > 2 and other not in (mano, mano[0]):
            other_first = None  # neither of the two is mano
        chance = table.of(own, target - held, other_first)
        if chance <= 0:
            return 0.0
        ratios += 1 / chance - 1
    return 1 / (1 + ratios)


def _not_to_lose(
    _variant: Variant,
    stones: Mapping[str, int],
    side: str,
    _mano: str,
) -> float:
    """Whoever has no stones left is safe; the others lose the oftener the more they hold."""
    weights = {one: (held + FLOOR) ** POWER for one, held in stones.items() if held > 0}
    whole = sum(weights.values())
    return 1 - weights.get(side, 0.0) / whole if whole else 1.0


def _in_points(
    variant: Variant,
    stones: Mapping[str, int],
    side: str,
    _mano: str,
) -> float:
    """A race in which each hand is one player's: about normal."""
    target = variant.number("mau_mau.target")
    own = target - stones[side]
    other = target - max(held for one, held in stones.items() if one != side)
    if own <= 0 or other <= 0:
        return float(own <= 0)
    hands = max((own + other) / A_HAND, 1.0)
    spread = sqrt(hands * (SPREAD**2 + A_HAND**2))  # of the difference: each hand is one's own
    return (1 + erf((other - own) / spread / sqrt(2))) / 2


def _by_share(
    _variant: Variant,
    stones: Mapping[str, int],
    side: str,
    _mano: str,
) -> float:
    """Chips that only change hands: one's share of them."""
    whole = sum(stones.values())
    return stones[side] / whole if whole else 1 / len(stones)


_BY_TRAIT: dict[str, Callable[[Variant, Mapping[str, int], str, str], float]] = {
    "target": _to_the_target,
    "own_stones": _not_to_lose,
    "upcard_matched": _in_points,
}


# --- the tables ---------------------------------------------------------------------------


def race_table(variant: Variant) -> RaceTable:
    """The table of a rulebook with a target: by its kings and partners, pairs where there is none.

    >>> from mustutor.variant import load_variant
    >>> table = race_table(load_variant("fournier"))
    >>> table.most, table.of(40, 40, None)
    (40, 0.5)
    """
    kings, mode = variant.rules["deck.kings"], variant.rules["players.mode"]
    tables = _tables()
    return tables.get(f"{mode}_{kings}") or tables[f"pairs_{kings}"]


@lru_cache(maxsize=1)
def _tables() -> dict[str, RaceTable]:
    text = files("mustutor.players").joinpath("tables", "score.json").read_bytes()
    told: dict[str, Any] = loads(text)
    return {name: _unpacked(table) for name, table in told["races"].items()}


def _unpacked(table: dict[str, Any]) -> RaceTable:
    raw = b64decode(table["chances"])
    pairs = zip(raw[::2], raw[1::2], strict=True)
    return RaceTable(table["most"], tuple([(high << 8 | low) / LIKELY for high, low in pairs]))
