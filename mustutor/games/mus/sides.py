"""Sides: who shares stones with whom, and who answers whose bet."""

from __future__ import annotations

from functools import lru_cache

from mustutor.errors import Fault, IllegalCall
from mustutor.language import mark
from mustutor.variant import Variant

PLAYERS = {"pairs": (4, 4), "trios": (6, 6), "individual": (2, 6)}
PLAYER_RULES = {"pairs": "MUS-PLAY-1", "trios": "MUS-PLAY-3", "individual": "MUS-PLAY-2"}


def side_of(seat: str) -> str:
    """The side a seat plays for: its letter.

    >>> side_of("B2")
    'B'
    """
    return seat[0]


@lru_cache(maxsize=1024)
def sides_of(variant: Variant, seats: tuple[str, ...]) -> tuple[str, ...]:
    """The sides at a table; raises IllegalCall where the seats are no such table (MUS-PLAY-1).

    Pairs and trios sit alternately, partners never side by side (MUS-SEAT-2, MUS-PLAY-3).
    """
    mode = str(variant.rules["players.mode"])
    sides = tuple(dict.fromkeys(map(side_of, seats)))
    fewest, most = PLAYERS[mode]
    if not fewest <= len(seats) <= most:
        sentence = (
            mark("This rulebook is for {most} players; at this table there are {players}.")
            if fewest == most
            else mark(
                "This rulebook is for {fewest} to {most} players; at this table there "
                "are {players}."
            )
        )
        evidence = {"fewest": fewest, "most": most, "players": len(seats)}
        raise IllegalCall(Fault(PLAYER_RULES[mode], sentence, evidence))
    alternate = all(side_of(seat) == sides[place % len(sides)] for place, seat in enumerate(seats))
    wanted = len(seats) if mode == "individual" else 2
    if len(sides) != wanted or not alternate:
        raise IllegalCall(
            Fault(
                "MUS-SEAT-2",
                mark(
                    "Partners sit opposite each other, as in {example}; at this table the "
                    "seats are {seats}."
                ),
                {
                    "example": "A1 B1 A2 B2" if mode == "pairs" else "A1 B1 A2 B2 A3 B3",
                    "seats": " ".join(seats),
                },
            )
        )
    return sides


@lru_cache(maxsize=1024)
def answering(
    response: str, speakers: tuple[str, ...], seat: str, order: tuple[str, ...]
) -> tuple[str, ...]:
    """Who answers the bet of a seat: the opponents still in, in turn (MUS-BET-4).

    `response` (bet.team_response): in turn until one accepts, or the first word of a side binds
    it, or the first of a side from mano alone speaks for it.
    """
    place = order.index(seat)
    others = [
        other
        for other in order[place + 1 :] + order[:place]
        if other in speakers and side_of(other) != side_of(seat)
    ]
    match response:
        case "first_binds":
            firsts = {side_of(other): other for other in reversed(others)}
        case "captain":
            firsts = {side_of(other): other for other in reversed(order) if other in others}
        case _:
            return tuple(others)
    return tuple([other for other in others if firsts[side_of(other)] == other])
