"""The check of a call: a digest of what everybody at the table knows after it.

The last call of a hand brings on the showdown, whose outcome hangs on the cards. Its check is
that of the position before the showdown, so that a copy without cards has the same checks as
the full one.
"""

from __future__ import annotations

from mustutor.ledger import OUT, POT
from mustutor.position import Position


def check(position: Position) -> str:
    """The check of the call that led to this position."""
    return position.check() if position.lance != "end" else before_showdown(position).check()


def before_showdown(position: Position) -> Position:
    """The position before the cards were shown; itself where none were."""
    if position.lance != "end":
        return position
    shown = [entry for entry in position.ledger if entry.when == "showdown"]
    if position.loser and not shown:
        return position  # The game ended while it was being bet: everybody saw it.
    seats = position.table.seats
    accounts = position.accounts()
    for entry in shown:
        accounts[entry.src] = accounts.get(entry.src, 0) + entry.stones
        accounts[entry.dst] -= entry.stones
    pots = [(name[len(POT) :], held) for name, held in accounts.items() if name.startswith(POT)]
    return position._replace(
        lance="showdown",
        stones=tuple([accounts[seat] for seat in seats]),
        pots=tuple([pot for pot in pots if pot[1]]),
        out=accounts[OUT],
        ledger=tuple([entry for entry in position.ledger if entry.when != "showdown"]),
        loser="",
    )
