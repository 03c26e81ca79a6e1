"""Signals and talk: they never change the play, and the rulebook judges them."""

from __future__ import annotations

from mustutor.calls import Call
from mustutor.errors import Fault
from mustutor.language import mark
from mustutor.position import Position, Ruling


def why_not(position: Position, call: Call) -> Fault | None:
    """Say why nobody can have signalled or said this, or nothing: only seats can."""
    if call.seat in position.table.seats:
        return None
    return Fault(
        "MUS-PLAY-1",
        mark("There is no seat {seat} at this table: here sit {seats}."),
        {"seat": call.seat, "seats": " ".join(position.table.seats)},
    )


def noted(position: Position, call: Call) -> Position:
    """The position with the referee's ruling on a signal or on something said."""
    return position._replace(rulings=(*position.rulings, judge(position, call)))


def judge(position: Position, call: Call) -> Ruling:
    """What the referee says of a signal or of something said, under the rules in force."""
    return Ruling(call, position.lance, True, "MUS-SIG-1")
