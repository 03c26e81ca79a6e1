"""What decides a verdict: why somebody was paid in a lance, or why not, from the ledger.

For a verdict in five lines: what each point says, then what decides it where there is room. A point
that finds no room for its details leaves their articles at the end of its own line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mustutor.base.language import Language
from mustutor.games.explain import Explanation, Fact, Line, Passage
from mustutor.games.teller import teller_of
from mustutor.model.ledger import Entry
from mustutor.model.position import OpenPayment, Position


class Why(NamedTuple):
    """The answer: the stones that came to a seat (its side, in Mus), and the facts behind it.

    The first fact says what happened, the second why; then come the hands that decided, where
    hands did.
    """

    seat: str
    lance: str
    stones: int
    facts: tuple[Fact, ...]

    @property
    def reason(self) -> str:
        """The reason in one word, for programs."""
        return self.facts[min(1, len(self.facts) - 1)].kind.removeprefix("why_")

    @property
    def rules(self) -> tuple[str, ...]:
        """The articles it rests on."""
        return tuple(dict.fromkeys(rule for fact in self.facts for rule in fact.rules))


def why(end: Position, waiting: Sequence[OpenPayment], seat: str, lance: str) -> Why:
    """Say why a seat, or a side, was paid in a lance of a hand that was settled, or why not.

    `end` and `waiting` are as `games.settle` gives them.
    """
    stones, facts = teller_of(end.variant).why(end, waiting, seat, lance)
    return Why(seat, lance, stones, tuple(facts))


def explain_why(
    end: Position, waiting: Sequence[OpenPayment], seat: str, lance: str, language: Language
) -> Explanation:
    """Say in words why a seat was paid in a lance, or why not."""
    answer = why(end, waiting, seat, lance)
    teller = teller_of(end.variant)
    written = list(teller.lines(answer.facts, end, language))
    # The headline has no article of its own: it rests on what follows.
    if written and not written[0].rules:
        written[0] = written[0]._replace(kind=answer.facts[0].kind)
    title = language.say(
        "{heading} · hand {hand} · {seat}",
        heading=teller.heading(lance, language),
        hand=end.table.hand,
        seat=seat,
    )
    return Explanation(title, (Passage("", tuple(written)),), _movements(end, seat, lance))


def _movements(end: Position, seat: str, lance: str) -> tuple[dict[str, object], ...]:
    accounts = {seat, seat[:1]}
    found: list[Entry] = [
        entry for entry in end.ledger if entry.lance == lance and accounts & {entry.src, entry.dst}
    ]
    return tuple([entry.as_json() for entry in found])


def deciding_lines(
    end: Position,
    waiting: Sequence[OpenPayment],
    seat: str,
    lance: str,
    language: Language,
    *,
    to: str = "",
) -> tuple[Line, ...]:
    """The lines that say why, without what happened: for beside a claim.

    Of what the seat paid, only what went `to` an account is told where anything did.
    """
    facts = why(end, waiting, seat, lance).facts[1:]
    if any(fact.evidence.get("taker") == to for fact in facts):
        facts = tuple([fact for fact in facts if fact.evidence.get("taker", to) == to])
    return tuple(teller_of(end.variant).lines(facts, end, language))


MOST_LINES = 5
COLUMNS = 84
WEIGHED = "weighed"
OF_THE_REGION = frozenset(("why_no_real", "why_four_kings", "why_no_deje", "why_no_ordago"))
"""What decides in one region and not in another: it is told before the hands."""


class Point(NamedTuple):
    """One thing a verdict says: its lines, and what decides it where there is room for that."""

    heads: tuple[Line, ...]
    details: tuple[Line, ...] = ()


def fit_five_lines(points: Sequence[Point], language: Language) -> Iterator[Line]:
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
        text = language.count(
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
    hands = [line for line in details if shows_hand(line)]
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


def shows_hand(line: Line) -> bool:
    """Whether a line shows the hand of somebody."""
    return bool(line.said) and line.kind != WEIGHED
