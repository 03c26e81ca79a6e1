"""The file of progress: where it is, how it is read, how it is written.

::

    {
     "format": "mustutor-progress/1",
     "events": [
    {"id": "3f2a…", "at": "2026-01-31T12:00:00.000000Z", "kind": "reached", …},
    …
     ]
    }

An event stands on each line. What a later program adds (fields, kinds of events) is kept and
written back; a file of a later version is not touched at all. ``schemas/progress-1.schema.json``
says the same for machines.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NoReturn

from mustutor.errors import ProgressError
from mustutor.language import mark
from mustutor.opening import beginning
from mustutor.replay.jsontext import locate, small
from mustutor.tuples import NamedTuple
from mustutor.tutor.log import Log, ProgressEvent, event_read
from mustutor.tutor.progress import Progress

FORMAT = "mustutor-progress/1"
LARGEST = 32 * 1024 * 1024
"""Bytes: forty answers a day for ten years."""

ENVIRONMENT = "MUSTUTOR_PROGRESS"
NAME = "progress.json"

_VERSION = re.compile(r"mustutor-progress/([0-9]{1,6})")


class Contents(NamedTuple):
    """What a file holds: the events, and whatever else somebody has put beside them."""

    events: Log = ()
    more: Mapping[str, Any] = {}


def progress_path(environment: Mapping[str, str] = os.environ) -> Path:
    """Where progress is kept: the file MUSTUTOR_PROGRESS names, else where programs keep state.

    >>> progress_path({"MUSTUTOR_PROGRESS": "mine.json"}).name
    'mine.json'
    """
    named = environment.get(ENVIRONMENT)
    if named:
        return Path(named).absolute()
    from platformdirs import user_state_path

    return user_state_path("mustutor", appauthor=False) / NAME


def read_progress(path: Path | None = None) -> Progress:
    """Read a learner's progress, only to look at it. Raises ProgressError, with the place."""
    return Progress.of(contents_of(path or progress_path()).events)


def contents_of(path: Path) -> Contents:
    """Read a file; one that is not there is empty. Raises ProgressError, with the place."""
    try:
        data = beginning(path, LARGEST, ProgressError)
    except FileNotFoundError:
        return Contents()
    except (OSError, ValueError) as problem:
        raise unread(path, problem) from None
    return contents_read(data, file=str(path))


def unread(path: Path, problem: OSError | ValueError) -> ProgressError:
    """Say why a file cannot be read."""
    if isinstance(problem, PermissionError):
        sentence = mark("It may not be read: its permissions forbid it.")
    elif isinstance(problem, NotADirectoryError):
        sentence = mark("There is a file where its folder should be.")
    else:
        sentence = mark("It cannot be read.")
    return ProgressError(sentence, file=str(path))


def contents_read(data: bytes, *, file: str = "") -> Contents:
    """Read the bytes of a file; raises ProgressError with the line and column of what is wrong."""
    document, text = document_read(data, file=file)
    found = list(events_read(document))
    for index, (_, event) in enumerate(found):
        if event is None:
            explain(document, text, file, index)
    events = tuple([event for _, event in found if event is not None])
    more = {name: value for name, value in document.items() if name not in ("format", "events")}
    return Contents(events, more)


def document_read(data: bytes, *, file: str) -> tuple[dict[str, Any], str]:
    """The JSON document of a file, if it is a record of progress we can keep, and its text."""
    if not data.strip():
        raise ProgressError(mark("It is empty, like a file that was interrupted."), file=file)
    if b"\0" in data[:4096]:
        raise ProgressError(
            mark("It is not text: a record of progress is a JSON document."),
            file=file,
            line=1,
            column=1,
        )
    document = small(data, ProgressError, file=file, largest=LARGEST)
    text = data.decode("utf-8-sig")
    named = document.get("format") if isinstance(document, dict) else None
    version = _VERSION.fullmatch(named) if isinstance(named, str) else None
    if version is not None and int(version[1]) > 1:
        raise NewerProgress(
            mark(
                "It is of version {version}, but this program knows version 1: it is left as "
                "it is. Install a newer mustutor, or name another file in {environment}."
            ),
            file=file,
            version=int(version[1]),
            environment=ENVIRONMENT,
        )
    if (
        not isinstance(document, dict)
        or named != FORMAT
        or type(document.get("events")) is not list
    ):
        explain(document, text, file)
    return document, text


class NewerProgress(ProgressError):
    """A record of progress that a later program has written."""


def events_read(document: Mapping[str, Any]) -> Iterator[tuple[int, ProgressEvent | None]]:
    """The events of a document with their index; None for one that cannot be read."""
    for index, thing in enumerate(document["events"]):
        yield index, event_read(thing)


def explain(document: object, text: str, file: str, index: int | None = None) -> NoReturn:
    """Say where a document does not fit, and why; `index` is that of an event that is none."""
    from mustutor.schema import refusals

    named = document.get("format", FORMAT) if isinstance(document, dict) else FORMAT
    if named != FORMAT:
        line, column = locate(text, ("format",))
        raise ProgressError(
            mark("The format is {found!r}; this program reads {ours!r}."),
            file=file,
            line=line,
            column=column,
            found=named,
            ours=FORMAT,
        )
    steps: tuple[str | int, ...] = ()
    part, thing = "", document
    if index is not None and isinstance(document, dict):
        steps, part, thing = ("events", index), "#/$defs/event", document["events"][index]
    elif isinstance(document, dict) and isinstance(document.get("events"), list):
        thing = {**document, "events": []}  # its events are not what is wrong
    for refusal in refusals(thing, "progress", part):
        path = (*steps, *refusal.path)
        line, column = locate(text, path, at_key=refusal.at_key)
        raise ProgressError(
            refusal.sentence,
            file=file,
            line=line,
            column=column,
            hint=refusal.hint,
            **refusal.evidence,
        )
    line, column = locate(text, steps)
    raise ProgressError(
        mark("This is not an event of a record of progress."), file=file, line=line, column=column
    )


Lines = dict[str, tuple[ProgressEvent, str]]
"""Events as they were written before, by their names."""


def written(contents: Contents, lines: Lines | None = None) -> str:
    """Write what a file holds: ASCII, an event a line, the same for the same contents.

    `lines` are filled and used again: writing a long log once more costs little.

    >>> print(written(Contents()), end="")
    {
     "format": "mustutor-progress/1",
     "events": [
     ]
    }
    """
    fields = {"format": FORMAT, **dict(sorted(contents.more.items()))}
    head = [f" {json.dumps(name)}: {json.dumps(value)}," for name, value in fields.items()]
    known: Lines = {} if lines is None else lines
    for event in contents.events:
        if known.get(event.id, _NEVER)[0] is not event:
            known[event.id] = (event, json.dumps(event.as_json()))
    events = [known[event.id][1] for event in contents.events]
    log = [f"{event}," for event in events[:-1]] + events[-1:]
    return "\n".join(["{", *head, ' "events": [', *log, " ]", "}", ""])


_NEVER = (None, "")
