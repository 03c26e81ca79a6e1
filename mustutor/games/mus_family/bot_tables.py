"""Trained tables: action frequencies by lance, score, betting and strength of hand.

`mustutor.analysis.training` makes them; they are in the folder ``tables``, one file for each number
of kings and of players: compressed bytes, four for each row (one per action). A row belongs to the
players who may bet on the lance, the stones either side needs, a moment of the betting, and the
bucket of the hand. Rare actions are left out.

`tree_of` is the betting of a lance reduced to be solved. Stakes are rungs (`RUNGS`, and an órdago
above them); players are numbered in speaking order, and only those who have the lance count.

`win_chance_at` is the chance to win from a score before the next deal. Bots see an órdago if the
hand wins more often than the score after refusing would, and the coach values mistakes by it. For
games to a target it is a table computed from self-play; with stones of one's own it is the chance
not to lose.
"""

from __future__ import annotations

from base64 import b64decode, b85decode
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from math import erf, log, sqrt
from typing import Any, NamedTuple
from zlib import decompress

from mustutor.base.json_text import loads
from mustutor.base.register import traits
from mustutor.model.variant import Variant

NEEDS = {"pairs": (1, 2, 4, 7, 12, 20, 40), "trios": (3, 40), "individual_2": (1, 2, 4, 8, 15, 40)}
"""The numbers of stones still needed that tables exist for, by seating."""
ALONE = "individual"
SURE = 10
"""The number for certainty in a table; the others are fractions of it."""


def interpolation_points(needs: Sequence[int], need: int) -> tuple[tuple[int, float], ...]:
    """The neighbours of `need` in the table's numbers, by index, with weights by ratio.

    >>> (
    ...     interpolation_points((5, 10, 20), 10),
    ...     interpolation_points((5, 10, 20), 3),
    ...     interpolation_points((5, 10, 20), 30),
    ... )
    (((1, 1.0),), ((0, 1.0),), ((2, 1.0),))
    >>> [(place, round(weight, 2)) for place, weight in interpolation_points((5, 10, 20), 16)]
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
def interpolated_scores(
    needs: tuple[int, ...], own: int, other: int
) -> tuple[tuple[int, float], ...]:
    """The neighbouring scores by index, with weights, for what each side needs."""
    return tuple(
        [
            (one * len(needs) + two, weight * share)
            for one, weight in interpolation_points(needs, own)
            for two, share in interpolation_points(needs, other)
        ]
    )


def key_of(lance: str, able: Sequence[int]) -> str:
    """The name of a lance among certain players, numbered from mano.

    >>> key_of("pares", (0, 1, 3))
    'pares 013'
    """
    return f"{lance} {''.join(map(str, able))}"


class LanceTable:
    """The frequencies of actions in one lance among its players."""

    def __init__(self, tree: Tree, size: int, rows: bytes, beside: bytes) -> None:
        self.tree, self.size, self.rows, self._beside = tree, size, rows, beside
        self._found: dict[BettingTalk, int] = {}

    def row(
        self,
        scores: Sequence[tuple[int, float]],
        talk: BettingTalk,
        bucket: int,
        beside: int | None = None,
    ) -> tuple[float, ...]:
        """The frequency of each action, interpolated between scores.

        Talk that the tree lacks is replaced by the most similar. `beside` is what the partner has
        shown: the hand is then played as one of the bucket that it is worth beside that.
        """
        moment = self.tree.numbers.get(talk, -1)
        if moment < 0:
            moment = self._found.get(talk, -1)
        if moment < 0:
            moment = self._found[talk] = self._nearest(talk)
        found = [0.0] * ACTIONS
        for score, weight in scores:
            here = (score * len(self.tree.moments) + moment) * self.size
            played = bucket
            if self._beside and beside is not None:
                things = len(self._beside) * ACTIONS // len(self.rows)
                played = self._beside[(here + bucket) * things + beside]
            place = ACTIONS * (here + played)
            row = self.rows[place : place + ACTIONS]
            whole = sum(row)
            for action in range(ACTIONS):
                found[action] += weight * row[action] / whole
        return tuple(found)

    def _nearest(self, talk: BettingTalk) -> int:
        """The moment of the same speaker most like a talk that the tree lacks."""

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
    """All tables of a deck; get them from `tables_for`."""

    def __init__(self, told: dict[str, Any]) -> None:
        self.made: str = told["made"]
        self.gains: dict[str, float] = told["gains"]
        self.needs = tuple(told["needs"])
        self.limits: dict[str, list[int]] = told["limits"]
        self._rows: dict[str, str] = told["rows"]
        self._beside: dict[str, str] = told.get("beside", {})
        self._known: dict[tuple[str, tuple[int, ...]], LanceTable | None] = {}

    def bucket(self, lance: str, place: int) -> int:
        """The bucket of a place in a lance; 0 is the worst."""
        limits = self.limits[lance]
        return max(len(limits) - 1 - bisect_left(limits, place), 0)

    def lance(self, lance: str, able: tuple[int, ...]) -> LanceTable | None:
        """The table of a lance among these players, by number from mano; None if there is none."""
        key = (lance, able)
        if key not in self._known:
            name = key_of(lance, able)
            found = None
            if name in self._rows:
                tree = tree_of(tuple([player % 2 for player in able]))
                rows, beside = (
                    decompress(b85decode(packed[name])) if name in packed else b""
                    for packed in (self._rows, self._beside)
                )
                found = LanceTable(tree, len(self.limits[lance]), rows, beside)
            self._known[key] = found
        return self._known[key]


def tables_for(variant: Variant, players: int) -> TrainedTables | None:
    """The tables for `seats` players under a rulebook; None if there are none.

    >>> from mustutor.model.variant import load_variant
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
    """The tables in a file; None if there is no such file."""
    path = files("mustutor.games.mus_family").joinpath("trained", name)
    return TrainedTables(loads(path.read_bytes())) if path.is_file() else None


LIKELY = 65_535
"""The number for certainty; a chance is written in two bytes."""
POWER, FLOOR = 2.0, 5.0
"""In Encaje the chance to lose is proportional to this power of a seat's stones plus `FLOOR`:
fitted to 5,500 hands of 300 games among five equal players."""
A_HAND, SPREAD = 68.0, 49.0
"""Measured over 68 hands of Mau-Mau: the points of a hand, all one player's, and their spread."""


class RaceTable(NamedTuple):
    """The chance of the side that is mano next, by the stones each side needs."""

    most: int
    chances: tuple[float, ...]

    def mano(self, own: int, other: int) -> float:
        """The chance of mano's side, which needs `own`; both from 1 to `most`."""
        return self.chances[(own - 1) * self.most + other - 1]

    def of(self, own: int, other: int, mano: bool | None) -> float:
        """The chance of a side; `mano` is whether it is mano next, None if unknown."""
        if own <= 0 or other <= 0:
            return 0.5 if own <= 0 and other <= 0 else float(own <= 0)
        most = max(own, other)
        if most > self.most:  # a longer race: scaled down to the table
            own, other = (max(1, round(need * self.most / most)) for need in (own, other))
        if mano is None:
            return (self.mano(own, other) + 1 - self.mano(other, own)) / 2
        return self.mano(own, other) if mano else 1 - self.mano(other, own)


def win_chance_at(variant: Variant, stones: Mapping[str, int], side: str, mano: str = "") -> float:
    """The chance, from 0 to 1, that a side wins the game from these stones.

    `stones` are by side, as in `Position.in_front` and `SeatView.stones`; `mano` is the seat that
    is mano of the next hand, empty if unknown. In Encaje it is the chance not to lose, in Enflé the
    share of the chips. Raises KeyError for a side without stones.

    >>> from mustutor.model.variant import load_variant
    >>> fournier, encaje = load_variant("fournier"), load_variant("encaje")
    >>> round(win_chance_at(fournier, {"A": 20, "B": 20}, "A"), 2)
    0.5
    >>> (
    ...     win_chance_at(fournier, {"A": 40, "B": 38}, "B"),
    ...     win_chance_at(fournier, {"A": 30, "B": 20}, "A") > 0.7,
    ... )
    (0.0, True)
    >>> round(win_chance_at(encaje, {"A": 9, "B": 9, "C": 9}, "A"), 2)
    0.67
    """
    has = traits(variant.game)
    told = next((tell for trait, tell in _BY_TRAIT.items() if trait in has), _by_share)
    return told(variant, stones, side, mano)


# --- by what a game has -------------------------------------------------------------------


def _to_the_target(variant: Variant, stones: Mapping[str, int], side: str, mano: str) -> float:
    """The chance in a race to a target; for more than two sides, combined from pairs of them."""
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


def _not_to_lose(_variant: Variant, stones: Mapping[str, int], side: str, _mano: str) -> float:
    """The chance not to be the loser, who holds the most; a side without stones is safe."""
    weights = {one: (held + FLOOR) ** POWER for one, held in stones.items() if held > 0}
    whole = sum(weights.values())
    return 1 - weights.get(side, 0.0) / whole if whole else 1.0


def _in_points(variant: Variant, stones: Mapping[str, int], side: str, _mano: str) -> float:
    """The chance in a race where each hand adds points to one player: roughly normal."""
    target = variant.number("mau_mau.target")
    own = target - stones[side]
    other = target - max(held for one, held in stones.items() if one != side)
    if own <= 0 or other <= 0:
        return float(own <= 0)
    hands = max((own + other) / A_HAND, 1.0)
    spread = sqrt(hands * (SPREAD**2 + A_HAND**2))  # spread of the difference of two scores
    return (1 + erf((other - own) / spread / sqrt(2))) / 2


def _by_share(_variant: Variant, stones: Mapping[str, int], side: str, _mano: str) -> float:
    """The chance with stones that only change hands: one's share of them."""
    whole = sum(stones.values())
    return stones[side] / whole if whole else 1 / len(stones)


_BY_TRAIT: dict[str, Callable[[Variant, Mapping[str, int], str, str], float]] = {
    "target": _to_the_target,
    "own_stones": _not_to_lose,
    "upcard_matched": _in_points,
}


# --- the tables ---------------------------------------------------------------------------


def race_table(variant: Variant) -> RaceTable:
    """The race table of a rulebook with a target, by its kings and partners.

    >>> from mustutor.model.variant import load_variant
    >>> table = race_table(load_variant("fournier"))
    >>> table.most, table.of(40, 40, None)
    (40, 0.5)
    """
    kings, mode = variant.rules["deck.kings"], variant.rules["players.mode"]
    tables = _tables()
    return tables.get(f"{mode}_{kings}") or tables[f"pairs_{kings}"]


@lru_cache(maxsize=1)
def _tables() -> dict[str, RaceTable]:
    text = files("mustutor.games.mus_family").joinpath("trained", "score.json").read_bytes()
    told: dict[str, Any] = loads(text)
    return {name: _unpacked(table) for name, table in told["races"].items()}


def _unpacked(table: dict[str, Any]) -> RaceTable:
    raw = b64decode(table["chances"])
    pairs = zip(raw[::2], raw[1::2], strict=True)
    return RaceTable(table["most"], tuple([(high << 8 | low) / LIKELY for high, low in pairs]))


RUNGS = (2, 5, 10, 20)
"""The stakes of the tree below an órdago; the actions from `GO` on bet or raise to them."""
ORDAGO = 99
"""The rung of an órdago, and of a stake that decides the game as well."""
LEAST_DEJE = 1
DOWN, GO, ALL_IN = 0, 1, len(RUNGS) + 1
"""Actions: pass or refuse; accept, or bet the least; those between bet or raise to the other
rungs; órdago."""
ACTIONS = ALL_IN + 1


class BettingTalk(NamedTuple):
    """A moment of the betting: players by number, who is still to speak, what was bet.

    `rung` is 0 before a bet, `before` the rung a refusal pays (0 for an opening bet), `bettor` the
    player who bet (-1 for none), `out` those who refused, `raised` the player whose bet was raised,
    `opened` the first rung and `opener` its player, `seen` those who accepted.
    """

    queue: tuple[int, ...]
    rung: int = 0
    before: int = 0
    bettor: int = -1
    out: tuple[int, ...] = ()
    raised: int = -1
    opened: int = 0
    opener: int = -1
    seen: tuple[int, ...] = ()


class TreeEnding(NamedTuple):
    """An end of the betting: all passed (`rung` 0), accepted, or refused to `bettor`'s side.

    `deje` is the payment of a refusal, 0 without one; `seen` are those who accepted.
    """

    rung: int
    deje: int
    bettor: int
    seen: tuple[int, ...] = ()


class TreeMoment(NamedTuple):
    """A moment with the result of each action: the index of a moment, or a negative ending.

    An ending is -1 minus its index; `children` has 0 for an action that is not allowed.
    """

    talk: BettingTalk
    children: tuple[int, ...]
    depth: int


class Tree(NamedTuple):
    """All betting of a lance: `moments[0]` is its start; `numbers` maps talk to index."""

    moments: tuple[TreeMoment, ...]
    endings: tuple[TreeEnding, ...]
    numbers: dict[BettingTalk, int]


def rungs_of(stake: int, holds: int, left: int) -> tuple[tuple[int, float], ...]:
    """The rungs that a stake counts as, with their chances.

    Between two rungs it is taken for one or the other by the pseudo-harmonic mapping, in multiples
    of the stones that the lance `holds`. What reaches the stones that are `left` to the target is
    an órdago in all but name.

    >>> rungs_of(2, 1, 40), rungs_of(12, 1, 12), rungs_of(40, 1, 40)
    (((2, 1.0),), ((99, 1.0),), ((99, 1.0),))
    >>> [(rung, round(chance, 2)) for rung, chance in rungs_of(7, 1, 40)]
    [(5, 0.45), (10, 0.55)]
    """
    if stake >= left:
        return ((ORDAGO, 1.0),)
    below = max([rung for rung in RUNGS if rung <= stake], default=RUNGS[0])
    if stake <= below:
        return ((below, 1.0),)
    above = next((rung for rung in RUNGS if stake < rung < left), 0)
    low, high, here = (each / holds for each in (below, above or left, stake))
    share = (high - here) * (1 + low) / ((high - low) * (1 + here))
    return ((below, share), (above or ORDAGO, 1 - share))


@cache
def tree_of(sides: tuple[int, ...]) -> Tree:
    """The betting among players of these sides, in speaking order.

    >>> len(tree_of((0, 1)).moments), len(tree_of((0, 1, 0, 1)).moments)
    (44, 348)
    """
    first = BettingTalk(tuple(range(len(sides))))
    found, numbers, endings = [first], {first: 0}, list[TreeEnding]()
    depths, children = [0], list[tuple[int, ...]]()
    for number, talk in enumerate(found):  # it grows while it is walked
        after = []
        for action in range(ACTIONS):
            made = _after_action(talk, action, sides)
            if made is None:
                after.append(0)
            elif isinstance(made, TreeEnding):
                endings.append(made)
                after.append(-len(endings))
            else:
                after.append(len(found))
                numbers.setdefault(made, len(found))
                found.append(made)
                depths.append(depths[number] + 1)
        children.append(tuple(after))
    moments = tuple(map(TreeMoment._make, zip(found, children, depths, strict=True)))
    return Tree(moments, tuple(endings), numbers)


def _after_action(
    talk: BettingTalk, action: int, sides: Sequence[int]
) -> BettingTalk | TreeEnding | None:
    """The result of an action at a moment; None if it is not allowed."""
    queue, rung, before, bettor, out, *_ = talk
    own, rest = queue[0], queue[1:]
    if action > GO or (not rung and action == GO):
        higher = ORDAGO if action == ALL_IN else RUNGS[action - GO]
        free = action == ALL_IN or not before  # a raise is raised by an órdago alone
        return _bet(talk, higher, sides) if higher > rung and free else None
    if not rung:
        return talk._replace(queue=rest) if rest else TreeEnding(0, 0, -1)
    if action == GO:
        rest = tuple([other for other in rest if sides[other] != sides[own]])
        seen = (*talk.seen, own)
        return talk._replace(queue=rest, seen=seen) if rest else TreeEnding(rung, 0, bettor, seen)
    if rest:
        return talk._replace(queue=rest, out=tuple(sorted((*out, own))))
    if talk.seen:
        return TreeEnding(rung, 0, bettor, talk.seen)
    return TreeEnding(rung, before or LEAST_DEJE, bettor)


def _bet(talk: BettingTalk, rung: int, sides: Sequence[int]) -> BettingTalk:
    own, number = talk.queue[0], len(sides)
    turn = [(own + step) % number for step in range(1, number)]
    queue = [other for other in turn if sides[other] != sides[own] and other not in talk.out]
    first = (talk.opened, talk.opener) if talk.rung else (rung, own)
    return BettingTalk(tuple(queue), rung, talk.rung, own, talk.out, talk.bettor, *first)
