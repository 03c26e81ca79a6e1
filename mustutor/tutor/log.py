"""Events: what a learner did, each with its time, and a name no other event has.

The record of progress is a log of these and nothing else. Where somebody is in a lesson, what
is finished, what is due for review: all of it is told anew from the events every time.

==============  ===========================================================
``reached``     a stop was gone to; only the last of a walk says anything
``read``        a page was read, for the first time since the walk was finished
``tried``       an answer that was wrong
``hinted``      a hint was given
``closed``      a question ended, with its outcome
``skipped``     somebody went on from a question without an answer
``finished``    all of a walk was read, and its questions answered, shown or skipped
``known``       a placement test showed that the lesson of the walk is known
``reset``       what came before, `about` something, no longer counts
==============  ===========================================================

A merge is a union by the events' names, in the order of their times: it is the same whichever
log comes first, and however often. Some events make others void (a reset what it is about, a
later place an earlier one); the void may be dropped from a file, but need not be.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from mustutor.tuples import NamedTuple

if TYPE_CHECKING:
    from mustutor.tutor.walk import Happening


Json = dict[str, Any]

INSTANT = timedelta(microseconds=1)
"""The shortest time there is between two events of one log: it keeps them in their order."""

BELIEVABLE = timedelta(days=1)
"""A clock is often set back by an hour, seldom by more than a day: so far ahead of the clock
a log goes on in its order. What is later still comes from a clock that was wrong."""

ALL = "all"
PLACEMENT = "placement"
LONGEST_WORD = 1_000
LONGEST_ID = 64
LONGEST_PAUSE = 600
"""Seconds; who takes longer over a question has left the table."""

_ALWAYS = frozenset(("id", "at", "kind", "seconds"))
_WORDS = ("walk", "place", "question", "skill", "answer", "outcome", "about")
NOTHING: Mapping[str, Any] = {}

KINDS = ("reached", "read", "tried", "hinted", "closed", "skipped", "finished", "known", "reset")


class ProgressEvent(NamedTuple):
    """One event; the fields its kind does not have are empty.

    `at` is aware and in UTC. `seconds` is how long a question took, 0 where nobody measured.
    `about` is what a reset wipes: a walk (``lesson:grande``), a skill (``skill:juego.order``)
    or ``all``. `more` holds what this program does not know, to be written back as it came.
    """

    id: str
    at: datetime
    kind: str
    walk: str = ""
    place: str = ""
    question: str = ""
    skill: str = ""
    answer: str = ""
    outcome: str = ""
    about: str = ""
    seconds: int = 0
    more: Mapping[str, Any] = NOTHING

    @property
    def order(self) -> tuple[datetime, str]:
        """What events are put in order by: the same on every machine."""
        return self.at, self.id

    def as_json(self) -> Json:
        """The event as the file has it; what is empty is left out.

        >>> at = datetime(2026, 1, 31, 12, tzinfo=UTC)
        >>> ProgressEvent("f00d", at, "reset", about="all").as_json()
        {'id': 'f00d', 'at': '2026-01-31T12:00:00.000000Z', 'kind': 'reset', 'about': 'all'}
        """
        written: Json = {"id": self.id, "at": time_written(self.at), "kind": self.kind}
        for name in _WORDS:
            word = getattr(self, name)
            if word:
                written[name] = word
        if self.seconds:
            written["seconds"] = self.seconds
        return {**written, **self.more}


def event_of(happening: Happening, *, id: str, at: datetime, seconds: int = 0) -> ProgressEvent:  # noqa: A002
    """Make an event of what happened on a walk.

    >>> from mustutor.tutor.walk import Happening
    >>> at = datetime(2026, 1, 31, 12, tzinfo=UTC)
    >>> event_of(Happening("reached", "lesson:grande", "who"), id="f00d", at=at).place
    'who'
    """
    words = {name: word[:LONGEST_WORD] for name, word in happening._asdict().items()}
    return ProgressEvent(id=id, at=at, seconds=min(seconds, LONGEST_PAUSE), **words)


def time_written(at: datetime) -> str:
    """Write a time as the file has it: in UTC, of one length, so that it sorts as text.

    >>> time_written(datetime.fromisoformat("2026-01-31T12:00:00+01:00"))
    '2026-01-31T11:00:00.000000Z'
    """
    return at.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"


def time_read(text: object) -> datetime | None:
    """Read a time with its zone, from anywhere in the world; None for anything else.

    >>> time_read("2026-01-31T12:00:00+01:00")
    datetime.datetime(2026, 1, 31, 11, 0, tzinfo=datetime.timezone.utc)
    >>> time_read("2026-01-31T12:00:00") is None
    True
    """
    if not isinstance(text, str) or len(text) > LONGEST_ID:
        return None
    try:
        read = datetime.fromisoformat(text)
        return None if read.tzinfo is None else read.astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def event_read(thing: object) -> ProgressEvent | None:
    """Read an event of a file; None for what is none.

    Kinds and fields of a later program are kept in `more`, and mean nothing to this one.
    """
    if not isinstance(thing, dict):
        return None
    name: Any = thing.get("id")
    kind: Any = thing.get("kind")
    at = time_read(thing.get("at"))
    if at is None or not (_is_word(name, LONGEST_ID) and _is_word(kind, LONGEST_ID)):
        return None
    seconds = thing.get("seconds", 0)
    if type(seconds) is not int or not 0 <= seconds <= LONGEST_PAUSE:
        return None
    said: dict[str, str] = {}
    more: Json = {}
    for field, value in thing.items():
        if field in _WORDS:
            if not isinstance(value, str) or len(value) > LONGEST_WORD:
                return None
            (said if value else more)[field] = value
        elif field not in _ALWAYS:
            more[field] = value
    if "seconds" in thing and not seconds:
        more["seconds"] = seconds
    return ProgressEvent(name, at, kind, **said, seconds=seconds, more=more or NOTHING)


def _is_word(thing: object, longest: int) -> bool:
    return isinstance(thing, str) and 0 < len(thing) <= longest


Log = tuple[ProgressEvent, ...]
Order = tuple[datetime, str]


def _newest(event: ProgressEvent) -> tuple[str, ...]:
    """Of events that are alike in this only the last says anything; nothing where each does."""
    match event.kind:
        case "reached" | "finished" | "known":
            return (event.kind, event.walk)
        case "read":
            return (event.kind, event.walk, event.place)
        case "skipped":
            return (event.kind, event.walk, event.place, event.question)
        case _:
            return ()


def merged(*logs: Iterable[ProgressEvent]) -> Log:
    """Put logs together: every event once, in the order of their times.

    Of two events with one name, which no program writes, the earlier counts.
    """
    events: dict[str, ProgressEvent] = {}
    for log in logs:
        for event in log:
            other = events.setdefault(event.id, event)
            if other != event:
                events[event.id] = min(other, event, key=_rank)
    return tuple(sorted(events.values(), key=lambda event: event.order))


def _rank(event: ProgressEvent) -> tuple[datetime, str]:
    return event.at, json.dumps(event.as_json(), sort_keys=True)


def compacted(log: Iterable[ProgressEvent]) -> Log:
    """Drop the events that say nothing any more; what is told from the log stays the same.

    Merging compacted logs and compacting again gives what merging the whole ones would.
    """
    events = tuple(log)
    wiped = _wiped(events)
    last: dict[tuple[str, ...], Order] = {}
    for event in events:
        if about := _newest(event):
            last[about] = max(last.get(about, event.order), event.order)
    return tuple(
        [
            event
            for event in events
            if not is_void(event, wiped) and event.order >= last.get(_newest(event), event.order)
        ]
    )


def valid(log: Iterable[ProgressEvent]) -> Log:
    """The events that still count: those no later reset is about."""
    events = tuple(log)
    wiped = _wiped(events)
    return tuple([event for event in events if not is_void(event, wiped)]) if wiped else events


def is_void(event: ProgressEvent, wiped: dict[str, Order]) -> bool:
    """Whether an event came before a reset that is about it."""
    return bool(wiped) and any(
        event.order < wiped[about] for about in abouts(event) if about in wiped
    )


def abouts(event: ProgressEvent) -> tuple[str, ...]:
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
    placed = PLACEMENT if event.kind == "known" else ""
    lesson = event.question.partition("/")[0]
    asked = lesson if lesson.startswith("lesson:") else ""
    return (ALL, event.walk, skill, drilled, asked, placed)


def _wiped(events: Iterable[ProgressEvent]) -> dict[str, Order]:
    """The last reset of each thing there is one of."""
    wiped: dict[str, Order] = {}
    for event in events:
        if event.kind == "reset":
            wiped[event.about] = max(wiped.get(event.about, event.order), event.order)
    return wiped
