"""What chance decides in Mus and Encaje: who sits where, who is mano, what is said at random."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mustutor.calls import Call
from mustutor.position import Option, Position
from mustutor.variant import Variant

if TYPE_CHECKING:
    from random import Random

CHANCES = {
    "paso": 3,
    "no quiero": 5,
    "quiero": 3,
    "envido": 2,
    "subo": 1,
    "mus": 2,
    "corto": 1,
    "tengo": 1,
    "no tengo": 1,
    "descarto": 9,
    "servido": 1,
    "ordago": 0.1,
}
RAISING = frozenset(("subo",))
HIGHEST_STAKE = 40
"""Nobody stakes more than this at random, where the rulebook names no maximum."""


def at_random(position: Position, option: Option, random: Random) -> Call:
    """One of the calls that an option allows."""
    if option.verb in ("envido", "subo"):
        stake = option.least
        most = min(option.most, max(option.least, HIGHEST_STAKE))
        while stake < most and random.random() < 0.6:
            stake += 1
        if random.random() < 0.05:
            stake = most
        return Call(option.seat, option.verb, stake)
    if option.verb == "descarto":
        hand = list(position.hand_of(option.seat) or ())
        count = option.least + int(random.random() * (option.most - option.least + 1))
        thrown = [hand.pop(int(random.random() * len(hand))) for _ in range(count)]
        return Call(option.seat, option.verb, cards=tuple(thrown))
    return Call(option.seat, option.verb)


SEATS = "ABCDEFGH"
TEAMS = {"pairs": ("A1", "B1", "A2", "B2"), "trios": ("A1", "B1", "A2", "B2", "A3", "B3")}


def seats(variant: Variant, count: int = 0) -> tuple[str, ...]:
    """The seats of a table: those of the teams, or so many single ones (as many as usual).

    >>> from mustutor.variant import load_variant
    >>> seats(load_variant("encaje"), 3)
    ('A', 'B', 'C')
    """
    return TEAMS.get(variant.word("players.mode")) or tuple(
        SEATS[: count or variant.number("players.count")]
    )


def by_lot(seats: Sequence[str], lot: float) -> str:
    """Who is mano where chance decides, by a lot from 0 to below 1 (MUS-DLR-1).

    >>> by_lot(("A1", "B1", "A2", "B2"), 0.3)
    'B1'
    """
    return seats[int(lot * len(seats))]
