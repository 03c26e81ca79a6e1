"""Events: what a learner did, each with its time, and a name no other event has.

The record of progress is a log of these and nothing else. Where somebody is in a lesson, what
is finished, what is due for review: all of it is told anew from the events every time.

==============  ===========================================================
``reached``     a stop was gone to; only the last of a walk says anything
``tried``       an answer that was wrong
``hinted``      a hint was given
``closed``      a question ended, with its outcome
``finished``    the last stop of a walk was reached
``reset``       what came before, `about` something, no longer counts
==============  ===========================================================
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from mustutor.tutor.walk import Happening

Json = dict[str, Any]

INSTANT = timedelta(microseconds=1)
"""The shortest time there is between two events of one log: it keeps them in their order."""

BELIEVABLE = timedelta(days=1)
"""A clock is often set back by an hour, seldom by more than a day: so far ahead of the clock
a log goes on in its order. What is later still comes from a clock that was wrong."""

ALL = "all"
LONGEST_WORD = 1_000
LONGEST_ID = 64
LONGEST_PAUSE = 600
"""Seconds; who takes longer over a question has left the table."""

_ALWAYS = frozenset(("id", "at", "kind", "seconds"))
_WORDS = ("walk", "place", "question", "skill", "answer", "outcome", "about")
NOTHING: Mapping[str, Any] = {}

KINDS = ("reached", "tried", "hinted", "closed", "finished", "reset")


class Event(NamedTuple):
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
        >>> Event("f00d", at, "reset", about="all").as_json()
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


def event_of(happening: Happening, *, id: str, at: datetime, seconds: int = 0) -> Event:  # noqa: A002
    """Make an event of what happened on a walk.

    >>> from mustutor.tutor.walk import Happening
    >>> at = datetime(2026, 1, 31, 12, tzinfo=UTC)
    >>> event_of(Happening("reached", "lesson:grande", "who"), id="f00d", at=at).place
    'who'
    """
    words = {name: word[:LONGEST_WORD] for name, word in happening._asdict().items()}
    return Event(id=id, at=at, seconds=min(seconds, LONGEST_PAUSE), **words)


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


def event_read(thing: object) -> Event | None:
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
    return Event(name, at, kind, **said, seconds=seconds, more=more or NOTHING)


def _is_word(thing: object, longest: int) -> bool:
    return isinstance(thing, str) and 0 < len(thing) <= longest
