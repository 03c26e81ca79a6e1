"""A verdict fitted into five lines: what each point says, then what decides it where there is room.

A point that finds no room for its details leaves their articles at the end of its own line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mustutor.games.telling import Line
from mustutor.language import Language
from mustutor.tuples import NamedTuple

MOST_LINES = 5
COLUMNS = 84
WEIGHED = "weighed"
OF_THE_REGION = frozenset(("why_no_real", "why_four_kings", "why_no_deje", "why_no_ordago"))
"""What decides in one region and not in another: it is told before the hands."""


class Point(NamedTuple):
    """One thing a verdict says: its lines, and what decides it where there is room for that."""

    heads: tuple[Line, ...]
    details: tuple[Line, ...] = ()


def fitted(points: Sequence[Point], tongue: Language) -> Iterator[Line]:
    """The points in five lines at most: first what each says, then what there is room for."""
    heads = [head for point in points for head in point.heads]
    if len(heads) > MOST_LINES:
        heads = [head for head in heads if head.kind != "club_decides"]
        points = [
            point._replace(heads=tuple([h for h in point.heads if h.kind != "club_decides"]))
            for point in points
        ]
    if len(heads) > MOST_LINES:
        yield from heads[: MOST_LINES - 1]
        more = len(heads) - MOST_LINES + 1
        text = tongue.count(
            "{number} more thing is told below.", "{number} more things are told below.", more
        )
        yield Line(text, kind="more", indent=0)
        return
    room = max(MOST_LINES - sum(map(_height, heads)), 0)
    left = sum(bool(point.details) for point in points)
    for point in points:
        details = _chosen(point.details, -(-room // left)) if left else ()
        room -= sum(map(_height, details))
        left -= bool(point.details)
        told = {rule for line in details for rule in line.rules}
        rules = [rule for line in point.details for rule in line.rules if rule not in told]
        *before, last = point.heads
        yield from before
        yield last._replace(rules=tuple(dict.fromkeys((*last.rules, *rules))))
        yield from details


def _chosen(details: Sequence[Line], room: int) -> list[Line]:
    """The details there is room for: calls that count otherwise, the hands, then the reasons."""
    hands = [line for line in details if laid_down(line)]
    weighed = [line for line in details if line.kind == WEIGHED]
    weighed += [line for line in details if line.kind in OF_THE_REGION]
    plain = [line for line in details if line not in hands and line not in weighed]
    chosen: list[Line] = []
    for lines in [*([line] for line in weighed), hands, *([line] for line in plain)]:
        height = sum(map(_height, lines))
        if height <= room:
            chosen += lines
            room -= height
    return [line for line in details if line in chosen]


def _height(line: Line) -> int:
    """How many lines of a terminal it takes."""
    signs = 2 * line.indent + sum(map(len, (line.seat, line.said, line.text, *line.rules)))
    return -(-(signs + 4 * len(line.rules)) // COLUMNS)


def laid_down(line: Line) -> bool:
    """Whether a line shows the hand of somebody."""
    return bool(line.said) and line.kind != WEIGHED
