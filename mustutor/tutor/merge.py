"""Putting logs together: two machines, two programs at once, a copy of last month.

A merge is a union by the events' names, in the order of their times: it is the same whichever
log comes first, and however often. Some events make others void (a reset what it is about, a
later place an earlier one); the void may be dropped from a file, but need not be.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import datetime

from mustutor.tutor.events import ALL, KINDS, Event

Log = tuple[Event, ...]
Order = tuple[datetime, str]

_ONLY_THE_LAST = ("reached", "finished")


def merged(*logs: Iterable[Event]) -> Log:
    """Put logs together: every event once, in the order of their times.

    Of two events with one name, which no program writes, the earlier counts.
    """
    events: dict[str, Event] = {}
    for log in logs:
        for event in log:
            other = events.setdefault(event.id, event)
            if other != event:
                events[event.id] = min(other, event, key=_rank)
    return tuple(sorted(events.values(), key=lambda event: event.order))


def _rank(event: Event) -> tuple[datetime, str]:
    return event.at, json.dumps(event.as_json(), sort_keys=True)


def compacted(log: Iterable[Event]) -> Log:
    """Drop the events that say nothing any more; what is told from the log stays the same.

    Merging compacted logs and compacting again gives what merging the whole ones would.
    """
    events = tuple(log)
    wiped = _wiped(events)
    last: dict[tuple[str, str], Order] = {}
    for event in events:
        if event.kind in _ONLY_THE_LAST:
            about = (event.kind, event.walk)
            last[about] = max(last.get(about, event.order), event.order)
    return tuple(
        [
            event
            for event in events
            if not is_void(event, wiped)
            and event.order >= last.get((event.kind, event.walk), event.order)
        ]
    )


def valid(log: Iterable[Event]) -> Log:
    """The events that still count: those no later reset is about."""
    events = tuple(log)
    wiped = _wiped(events)
    return tuple([event for event in events if not is_void(event, wiped)]) if wiped else events


def is_void(event: Event, wiped: dict[str, Order]) -> bool:
    """Whether an event came before a reset that is about it."""
    return bool(wiped) and any(
        event.order < wiped[about] for about in abouts(event) if about in wiped
    )


def abouts(event: Event) -> tuple[str, ...]:
    """What an event is about, as resets name it: its walk, the skill, the lesson asked about.

    A question of a lesson belongs to the lesson wherever it is asked. An event of a kind only
    a later program knows is about nothing: no reset wipes it.
    """
    if event.kind not in KINDS:
        return ()
    if event.kind == "reset":
        return (ALL, event.about)
    skill = f"skill:{event.skill}" if event.skill else ""
    kind, _, walked = event.walk.partition("/")[0].partition(":")
    drilled = f"skill:{walked}" if kind == "drill" else ""
    lesson = event.question.partition("/")[0]
    return (ALL, event.walk, skill, drilled, lesson if lesson.startswith("lesson:") else "")


def _wiped(events: Iterable[Event]) -> dict[str, Order]:
    """The last reset of each thing there is one of."""
    wiped: dict[str, Order] = {}
    for event in events:
        if event.kind == "reset":
            wiped[event.about] = max(wiped.get(event.about, event.order), event.order)
    return wiped
