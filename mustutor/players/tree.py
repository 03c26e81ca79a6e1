"""The betting of a lance made small enough to be solved: who may still speak, at which rung.

Stakes are rungs (`RUNGS`, and an órdago above them); players are numbered in the order they
speak, those alone who have the lance. The trained tables have a row for each moment of this tree
and each strength of a hand; the player looks its own moment up in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from mustutor.tuples import NamedTuple

RUNGS = (2, 5, 10)
"""The stakes that are told apart; any other counts as one of these."""
OPENINGS = (2, 5)
ORDAGO = 99
"""The rung of an órdago."""
LEAST_DEJE = 1
DOWN, GO, HIGHER, ALL_IN = range(4)
"""What is done: pass or refuse; bet the least or accept; bet more or raise; órdago."""
ACTIONS = 4


class BettingTalk(NamedTuple):
    """A moment of the betting, players by number: who has still to speak, and what was bet.

    `rung` is 0 before a bet, `before` the rung a refusal pays (0 for an opening bet), `bettor` who
    made the bet (-1 for nobody), `out` who has refused, `raised` whose bet was raised,
    `opened` the first rung and `opener` who bet it, `seen` who accepted.
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
    """How a betting ends: all passed (`rung` 0), accepted, or refused to the side of `bettor`.

    `deje` is what a refusal pays, 0 where nobody refused; `seen` are those who accepted.
    """

    rung: int
    deje: int
    bettor: int
    seen: tuple[int, ...] = ()


class TreeMoment(NamedTuple):
    """A moment with what follows each action: a moment by its number, an ending below zero.

    An ending is written as -1 less its number; `children` has 0 where an action is not allowed.
    """

    talk: BettingTalk
    children: tuple[int, int, int, int]
    depth: int


class Tree(NamedTuple):
    """The whole betting: `moments[0]` is its beginning; `numbers` finds a moment by its talk."""

    moments: tuple[TreeMoment, ...]
    endings: tuple[TreeEnding, ...]
    numbers: dict[BettingTalk, int]


def rung_of(stake: int) -> int:
    """The rung a stake counts as: the next that reaches it, the highest for all above.

    >>> [rung_of(stake) for stake in (2, 3, 4, 7, 10, 25)]
    [2, 2, 5, 5, 10, 10]
    """
    if stake <= RUNGS[0] + 1:
        return RUNGS[0]
    if stake <= RUNGS[1] + 2:
        return RUNGS[1]
    return RUNGS[2]


@cache
def tree_of(sides: tuple[int, ...]) -> Tree:
    """The betting among players of these sides, in speaking order.

    >>> len(tree_of((0, 1)).moments), len(tree_of((0, 1, 0, 1)).moments)
    (24, 200)
    """
    first = BettingTalk(tuple(range(len(sides))))
    found, numbers, endings = [first], {first: 0}, list[TreeEnding]()
    depths, children = [0], list[tuple[int, ...]]()
    for number, talk in enumerate(found):  # it grows while it is walked
        after = []
        for action in range(ACTIONS):
            made = _acted(talk, action, sides)
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


def _acted(talk: BettingTalk, action: int, sides: Sequence[int]) -> BettingTalk | TreeEnding | None:
    """What an action makes of a moment; None where it is not allowed."""
    queue, rung, before, bettor, out, *_ = talk
    own, rest = queue[0], queue[1:]
    if action >= HIGHER or (not rung and action == GO):
        higher = _higher(rung, action)
        return _bet(talk, higher, sides) if higher else None
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


def _higher(rung: int, action: int) -> int:
    """The rung an action bets or raises to, 0 where it cannot."""
    if rung == ORDAGO:
        return 0
    if action == ALL_IN:
        return ORDAGO
    if not rung:
        return OPENINGS[action - GO]
    return next((higher for higher in RUNGS if higher > rung), 0)


def _bet(talk: BettingTalk, rung: int, sides: Sequence[int]) -> BettingTalk:
    own, number = talk.queue[0], len(sides)
    turn = [(own + step) % number for step in range(1, number)]
    queue = [other for other in turn if sides[other] != sides[own] and other not in talk.out]
    first = (talk.opened, talk.opener) if talk.rung else (rung, own)
    return BettingTalk(tuple(queue), rung, talk.rung, own, talk.out, talk.bettor, *first)
