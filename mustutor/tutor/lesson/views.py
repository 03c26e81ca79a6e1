"""Whether what a step lays on the table can be laid there, and whether it shows anything."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from mustutor.language import mark
from mustutor.rulebook import articles
from mustutor.tutor.dealt import END, START, Dealt
from mustutor.tutor.lesson.file import Steps
from mustutor.tutor.lesson.problem import Problems
from mustutor.tutor.lesson.tables import deal

Step = Mapping[str, Any]

# What a step says nothing by alone: each with what it needs beside it.
_NEEDED = (("at", "table"), ("story", "table"), ("lance", "hands"))
_SHOWN = ("hand", "hands", "table", "article", "diff")


def check_view(problems: Problems, step: Step, path: Steps) -> None:
    """Check what a step shows: that it is there to be seen, and all of it is."""
    for field, needed in _NEEDED:
        if field in step and needed not in step:
            problems.fault(
                (*path, field),
                mark("{field} shows nothing without {needed}."),
                key=True,
                field=field,
                needed=needed,
            )
    if "table" in step and "hands" in step:
        problems.fault(
            (*path, "hands"),
            mark("A table and hands do not lie there at once: take one of them out."),
            key=True,
        )
    if step["do"] == "show" and not any(field in step for field in _SHOWN):
        problems.fault(
            (*path, "do"),
            mark("This step shows nothing: give it one of {fields}, or let it say."),
            fields=", ".join(_SHOWN),
        )
    if "article" in step and step["article"] not in articles():
        problems.fault(
            (*path, "article"),
            mark("There is no article {found} in the rulebook."),
            found=step["article"],
            among=articles(),
        )
    if "table" not in step:
        return
    name = step["table"]
    dealt = problems.tried((*path, "table"), partial(deal, problems.file, name, (*path, "table")))
    if dealt is None:
        return
    _check_seats(problems, step, path, dealt)
    if step["do"] == "deal":
        _check_stretch(problems, step, path, dealt)


def _check_seats(problems: Problems, step: Step, path: Steps, dealt: Dealt) -> None:
    order = dealt.played.end.order
    for at, seat in enumerate(step.get("seats", ())):
        if seat not in order:
            problems.fault(
                (*path, "seats", at),
                mark("There is no seat {seat} at this table: here sit {seats}."),
                seat=seat,
                seats=" ".join(order),
            )


def _check_stretch(problems: Problems, step: Step, path: Steps, dealt: Dealt) -> None:
    """The places of a deal stand in the order it is played in."""
    begin, end = (dealt.find(step.get(*which)) for which in (("from", START), ("to", END)))
    if begin is None or end is None:
        return  # said where the stops are built
    if end < begin:
        problems.fault(
            (*path, "to"),
            mark("{last} comes before {first}: nothing is played between."),
            first=step.get("from", START),
            last=step.get("to", END),
        )
        return
    before = -1
    for at, place in enumerate(step.get("stops", ())):
        found = dealt.find(place)
        if found is None:
            continue
        if not begin <= found <= end:
            problems.fault(
                (*path, "stops", at),
                mark("{place} lies outside what is played here: from {first} to {last}."),
                place=place,
                first=dealt.moments[begin].place,
                last=dealt.moments[end].place,
            )
        elif found <= before:
            problems.fault(
                (*path, "stops", at),
                mark("{place} comes before the stop above it: keep the order of play."),
                place=place,
            )
        before = max(before, found)
