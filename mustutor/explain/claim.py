"""A claim beside the recomputation: whether it holds, and from which line on it does not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from mustutor.explain.movements import told_movement
from mustutor.games.teller import Teller, teller_of
from mustutor.games.telling import Explanation, Line, Passage
from mustutor.language import Language
from mustutor.ledger import Entry
from mustutor.position import Position

MOST_MOVEMENTS = 12
"""Of a count of more movements than these the last are told."""


class Claimed(NamedTuple):
    """What somebody says of a settlement: how many stones a side gets, or what each has after.

    `stones` is None, and `after` empty, where nothing was said of them.
    """

    by: str
    to: str = ""
    stones: int | None = None
    after: Mapping[str, int] | None = None


def explain_claim(
    claimed: Claimed,
    entries: Sequence[Entry],
    end: Position,
    tongue: Language,
) -> Explanation:
    """Say whether a claim holds, and show the first line where it and the ledger part.

    `entries` are the movements it speaks of (those of its lance, or of its hand), `end` the
    position in the end. A claim of neither has no lines.
    """
    lines = [
        *_received(claimed, entries, teller_of(end.variant), tongue),
        *_left(claimed, entries, end, tongue),
    ]
    return Explanation("", (Passage("", tuple(lines)),))


def _received(
    claimed: Claimed, entries: Sequence[Entry], teller: Teller, tongue: Language
) -> Iterator[Line]:
    if claimed.stones is None:
        return
    say = tongue.say
    coming = [entry for entry in entries if entry.dst == claimed.to]
    computed = sum(entry.stones for entry in coming)
    evidence = {"by": claimed.by, "to": claimed.to, "claimed": claimed.stones, "computed": computed}
    if computed == claimed.stones:
        text = say("{by} claims {claimed} for {to}, and that is right.", **evidence)
        yield Line(text, (), "claim_holds", indent=0, evidence=evidence)
        return
    text = say("{by} claims {claimed} for {to}; recomputed, {to} gets {computed}.", **evidence)
    yield Line(text, (), "claim_fails", indent=0, evidence=evidence)
    running = 0
    parting = None
    for entry in coming:
        running += entry.stones
        if running > claimed.stones:
            parting = entry
            break
    if parting is not None:
        yield Line(say("They part here:"), kind="parting")
        yield told_movement(parting, teller, tongue)
    elif len(coming) > MOST_MOVEMENTS:
        text = say("Nothing more comes to {to}; this came last:", **evidence)
        yield from _told(text, coming, teller, tongue)
    elif coming:
        text = say("Nothing more comes to {to} than this:", **evidence)
        yield from _told(text, coming, teller, tongue)
    elif len(entries) > MOST_MOVEMENTS:
        text = say("Nothing comes to {to}; this is what moved last:", **evidence)
        yield from _told(text, entries, teller, tongue)
    else:
        text = say("Nothing comes to {to}; this is what moves:", **evidence)
        yield from _told(text, entries, teller, tongue)


def _told(
    heading: str, entries: Sequence[Entry], teller: Teller, tongue: Language
) -> Iterator[Line]:
    yield Line(heading, kind="parting")
    yield from (told_movement(entry, teller, tongue) for entry in entries[-MOST_MOVEMENTS:])


def _left(
    claimed: Claimed, entries: Sequence[Entry], end: Position, tongue: Language
) -> Iterator[Line]:
    if not claimed.after:
        return
    say, after, teller = tongue.say, end.in_front(), teller_of(end.variant)
    wrong = [seat for seat, stones in claimed.after.items() if after.get(seat) != stones]
    evidence: dict[str, object] = {"by": claimed.by}
    if not wrong:
        text = say("{by} has the stones of every player right.", **evidence)
        yield Line(text, (), "claim_holds", indent=0, evidence=evidence)
        return
    seat = wrong[0]
    evidence |= {"seat": seat, "claimed": claimed.after[seat], "computed": after.get(seat, 0)}
    text = say(
        "{by} claims that {seat} has {claimed}; recomputed, {seat} has {computed}.", **evidence
    )
    yield Line(text, (), "claim_fails", indent=0, evidence=evidence)
    touching = [entry for entry in entries if seat in (entry.src, entry.dst)]
    if len(touching) > MOST_MOVEMENTS:
        text = say("What moved last to and from {seat}:", **evidence)
        yield from _told(text, touching, teller, tongue)
    elif touching:
        text = say("What moves to and from {seat}:", **evidence)
        yield from _told(text, touching, teller, tongue)
