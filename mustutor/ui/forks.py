"""A fork before a reader: its page and its numbered ways, drawn or asked for line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mustutor.errors import MustutorError
from mustutor.tutor.fork import Fork
from mustutor.tutor.question import folded
from mustutor.tutor.walk import Walk
from mustutor.ui.pieces import Rows, ScreenPen, columns, folded_rows, page_rows, wrapped_rows

if TYPE_CHECKING:
    from mustutor.ui.desk import Desk
    from mustutor.ui.lines import Front


def fork_rows(fork: Fork, width: int, pen: ScreenPen) -> tuple[Rows, int]:
    """Lay a fork out: the page, and a row for each way; the recommended one stands out.

    The number tells the row at which that one begins: it is to be seen.
    """
    rows = page_rows(fork.page, width, pen)
    if rows:
        rows.append(())
    digits, begins = columns(str(len(fork.ways))), 0
    for number, way in enumerate(fork.ways):
        usual = number == fork.usual
        sign = f"{'>' if usual else ' '}{number + 1:{digits}} "
        words = wrapped_rows("prompt" if usual else "", way.words, max(width - len(sign), 8), pen)
        first, *rest = words or [()]
        begins = len(rows) if usual else begins
        rows.append((("choice", sign), *first))
        rows += [(("", " " * len(sign)), *row) for row in rest]
    return folded_rows(rows, width), begins


def ask_way(fork: Fork, front: Front) -> Walk | None:
    """Ask line by line which way is taken, until one leads to a walk; None for those who leave."""
    say = front.tongue.say
    forks = [fork]
    front.show(fork.told())
    while True:
        here = forks[-1]
        try:
            typed = front.ask(say("[Enter: {number}] a number, or q > ", number=here.usual + 1))
        except EOFError:
            return None
        if folded(typed) in ("q", "quit", folded(front.tongue.term("command", "quit"))):
            return None
        if folded(typed) in ("b", "back", folded(front.tongue.term("command", "back"))):
            forks = forks[:-1] or forks
            front.show(forks[-1].told())
            continue
        way = here.taken(typed)
        if way is None:
            front.write(say("Type a number from 1 to {most}.", most=len(here.ways)))
            continue
        try:
            found = way.leads()
        except MustutorError as problem:
            front.write(problem.said(front.tongue))
            continue
        if isinstance(found, Walk):
            return found
        forks.append(found)
        front.show(found.told())


def at_fork(desk: Desk, action: str, typed: str) -> Desk:
    """Take a way, go back to where one came from, or leave."""
    if action in ("quit", "leave"):
        return desk._replace(left=True)
    if action == "answer":
        return _taken(desk, typed)
    if action in ("line", "back"):
        *before, _ = desk.forks
        if before:
            return desk.at_forks(*before)
        if desk.walk.source.name:
            return desk.walked(desk.walk)
    return desk._replace(keeps=True)


def _taken(desk: Desk, typed: str) -> Desk:
    fork = desk.forks[-1]
    way = fork.taken(typed)
    if way is None:
        return desk.says("Type a number from 1 to {most}.", most=len(fork.ways))
    try:
        found = way.leads()
    except MustutorError as problem:
        return desk._replace(message=desk.pen.clean(problem.said(desk.pen.language)))
    return desk.walked(found) if isinstance(found, Walk) else desk.at_forks(*desk.forks, found)
