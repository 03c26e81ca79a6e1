"""Who is mano next in Mus: whoever was mano deals, and the player to his right speaks first."""

from __future__ import annotations

from mustutor.games.mus_family.talk import is_void
from mustutor.position import Position


def next_manos(position: Position) -> tuple[str, ...]:
    """Who is mano of the next hand; nobody when the match is over (MUS-DLR-3)."""
    if is_void(position):
        return (position.mano,)
    if match_over(position):
        return ()
    seats = position.table.seats
    return (seats[(seats.index(position.mano) + 1) % len(seats)],)


def match_over(position: Position) -> bool:
    """Whether a side has won the vacas the match is played to (MUS-MATCH-1, MUS-MATCH-2)."""
    vacas = position.variant.number("match.vacas")
    return bool(position.winner) and max(position.table.vacas, default=0) >= vacas
