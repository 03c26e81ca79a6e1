"""What is said at random in Mus and Encaje: how likely each call is, and for how many stones."""

from __future__ import annotations

from random import Random

from mustutor.calls import Call
from mustutor.position import Option, Position

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
