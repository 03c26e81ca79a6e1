"""The progress file: its path, reading and writing it, and the store that keeps it current.

::

    {
     "format": "mustutor-progress/1",
     "events": [
    {"id": "3f2a…", "at": "2026-01-31T12:00:00.000000Z", "kind": "reached", …},
    …
     ]
    }

Each event is on a line of its own. What a later program adds (fields, kinds of events) is kept and
written back; a file of a later version is not touched at all. ``schemas/progress-1.schema.json``
describes the format for machines.

`ProgressStore` writes every event before the next question is asked: it locks the file, reads it
again if another program has written it, merges, writes a temporary file and renames it over the old
one. So two programs at once lose nothing, nor does one that is killed while it writes. A file that
cannot be read, or is from a later version, is never touched: events are kept in memory, tried again
at every answer, and written to a file of their own at the end.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import secrets
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from mustutor.base.errors import ProgressError
from mustutor.base.files import read_at_most, remove_if_exists, replace_file, temporary_file
from mustutor.base.json_text import locate, small
from mustutor.base.language import mark
from mustutor.base.schema import refusals
from mustutor.tutor.progress import (
    BELIEVABLE,
    INSTANT,
    Log,
    Progress,
    ProgressEvent,
    compacted,
    event_of,
    event_read,
    merged,
)
from mustutor.tutor.walk import WalkEvent

FORMAT = "mustutor-progress/1"
LARGEST = 32 * 1024 * 1024
"""Bytes: forty answers a day for ten years."""

ENVIRONMENT = "MUSTUTOR_PROGRESS"
NAME = "progress.json"

_VERSION = re.compile(r"mustutor-progress/([0-9]{1,6})")

Steps = tuple[str | int, ...]


class Contents(NamedTuple):
    """The contents of a file: its events, and any other data in it."""

    events: Log = ()
    more: Mapping[str, Any] = {}


def progress_path(environment: Mapping[str, str] = os.environ) -> Path:
    """The path of the progress file: MUSTUTOR_PROGRESS, else the system's folder for state.

    >>> progress_path({"MUSTUTOR_PROGRESS": "mine.json"}).name
    'mine.json'
    """
    named = environment.get(ENVIRONMENT)
    if named:
        return Path(named).absolute()
    from platformdirs import user_state_path

    return user_state_path("mustutor", appauthor=False) / NAME


def read_progress(path: Path | None = None) -> Progress:
    """Read a learner's progress without locking the file. Raises ProgressError, with the place."""
    return Progress.of(contents_of(path or progress_path()).events)


def contents_of(path: Path) -> Contents:
    """Read a file; a missing one is empty. Raises ProgressError, with the place."""
    try:
        data = read_at_most(path, LARGEST, ProgressError)
    except FileNotFoundError:
        return Contents()
    except (OSError, ValueError) as problem:
        raise read_failure(path, problem) from None
    return contents_read(data, file=str(path))


def read_failure(path: Path, problem: OSError | ValueError) -> ProgressError:
    """The error for a file that cannot be read."""
    if isinstance(problem, PermissionError):
        sentence = mark("It may not be read: its permissions forbid it.")
    elif isinstance(problem, NotADirectoryError):
        sentence = mark("There is a file where its folder should be.")
    else:
        sentence = mark("It cannot be read.")
    return ProgressError(sentence, file=str(path))


def contents_read(data: bytes, *, file: str = "") -> Contents:
    """Read the bytes of a file; raises ProgressError with line and column."""
    document, text = document_read(data, file=file)
    found = list(events_read(document))
    for index, (_, event) in enumerate(found):
        if event is None:
            explain(document, text, file, index)
    events = tuple([event for _, event in found if event is not None])
    more = {name: value for name, value in document.items() if name not in ("format", "events")}
    return Contents(events, more)


def document_read(data: bytes, *, file: str) -> tuple[dict[str, Any], str]:
    """The JSON document and text of a file; raises if it is no progress file we can keep."""
    if not data.strip():
        raise ProgressError(mark("It is empty, like a file that was interrupted."), file=file)
    if b"\0" in data[:4096]:
        sentence = mark("It is not text: a record of progress is a JSON document.")
        raise ProgressError(sentence, file=file, line=1, column=1)
    document = small(data, ProgressError, file=file, largest=LARGEST)
    text = data.decode("utf-8-sig")
    named = document.get("format") if isinstance(document, dict) else None
    version = _VERSION.fullmatch(named) if isinstance(named, str) else None
    if version is not None and int(version[1]) > 1:
        sentence = mark(
            "It is of version {version}, but this program knows version 1: it is left as "
            "it is. Install a newer mustutor, or name another file in {environment}."
        )
        raise NewerProgress(sentence, file=file, version=int(version[1]), environment=ENVIRONMENT)
    if (
        not isinstance(document, dict)
        or named != FORMAT
        or type(document.get("events")) is not list
    ):
        explain(document, text, file)
    return document, text


class NewerProgress(ProgressError):
    """Raised for a progress file of a later version."""


def events_read(document: Mapping[str, Any]) -> Iterator[tuple[int, ProgressEvent | None]]:
    """The events of a document, each with its index; None for one that cannot be read."""
    for index, thing in enumerate(document["events"]):
        yield index, event_read(thing)


def explain(document: object, text: str, file: str, index: int | None = None) -> NoReturn:
    """Raise where a document does not fit; `index` is that of an unreadable event."""

    def at(path: Steps, *, at_key: bool = False) -> dict[str, Any]:
        line, column = locate(text, path, at_key=at_key)
        return {"file": file, "line": line, "column": column}

    named = document.get("format", FORMAT) if isinstance(document, dict) else FORMAT
    if named != FORMAT:
        sentence = mark("The format is {found!r}; this program reads {ours!r}.")
        raise ProgressError(sentence, **at(("format",)), found=named, ours=FORMAT)
    steps: Steps = ()
    part, thing = "", document
    if index is not None and isinstance(document, dict):
        steps, part, thing = ("events", index), "#/$defs/event", document["events"][index]
    elif isinstance(document, dict) and isinstance(document.get("events"), list):
        thing = {**document, "events": []}  # the error is not in its events
    for found in refusals(thing, "progress", part):
        where = at((*steps, *found.path), at_key=found.at_key)
        raise ProgressError(found.sentence, **where, hint=found.hint, **found.evidence)
    raise ProgressError(mark("This is not an event of a record of progress."), **at(steps))


Lines = dict[str, tuple[ProgressEvent, str]]
"""Events as they were written before, by their names."""


def written(contents: Contents, lines: Lines | None = None) -> str:
    """Write contents: ASCII, an event a line, the same text for the same contents.

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


PATIENCE = 10.0
"""Seconds to wait for another program that is just writing."""

Stamp = tuple[int, int, int, int]


def utc_now() -> datetime:
    """The time now, aware and in UTC."""
    return datetime.now(UTC)


def new_id() -> str:
    """A unique name for an event, on any machine."""
    return secrets.token_hex(8)


class ProgressStore:
    """Keeps a learner's progress in a file, by default the learner's own; opening never raises.

    `problem` says why nothing can be written at the moment, or is None. It stays until the cause is
    gone, so show it once.
    """

    def __init__(
        self,
        path: Path | None = None,
        *,
        now: Callable[[], datetime] = utc_now,
        new_id: Callable[[], str] = new_id,
        patience: float = PATIENCE,
    ) -> None:
        self.path = path or progress_path()
        self.problem: ProgressError | None = None
        self._now = now
        self._new_id = new_id
        self._patience = patience
        self._contents = Contents()
        self._waiting: tuple[ProgressEvent, ...] = ()
        self._stamp: Stamp | None = None
        self._lines: Lines = {}
        self._begun: dict[tuple[str, str], datetime] = {}
        self._progress: Progress | None = None
        try:
            self._read()
            self._look_whether_it_may_be_written()
        except ProgressError as problem:
            self.problem = problem

    @property
    def progress(self) -> Progress:
        """The learner's progress, including what could not be written yet."""
        if self._progress is None:
            self._progress = Progress(merged(self._contents.events, self._waiting))
        return self._progress

    def keep(self, happenings: Iterable[WalkEvent]) -> None:
        """Keep events of a walk at once; never raises, see `problem`."""
        at = self._now()
        events = []
        for happening in happenings:
            if happening.kind == "reached":
                self._begun[happening.walk, happening.place] = at
            seconds = 0
            if happening.kind == "closed":
                begun = self._begun.pop((happening.walk, happening.place), None)
                seconds = max(round((at - begun).total_seconds()), 0) if begun else 0
            events.append(event_of(happening, id=self._new_id(), at=at, seconds=seconds))
        self._keep(events)

    def reset(self, about: str) -> None:
        """Make earlier events void: of a walk, a skill (``skill:…``) or ``all``.

        Raises ProgressError if it cannot be written, or if the log is ahead of the clock.
        """
        at = self._now()
        if any(event.at > at + BELIEVABLE for event in self.progress.events):
            raise ProgressError(
                mark("It holds answers from the future, and no reset can be later than those."),
                file=str(self.path),
            )
        waiting = self._waiting
        self._keep([ProgressEvent(self._new_id(), at, "reset", about=about)])
        self._insist(waiting)

    def merge(self, events: Iterable[ProgressEvent]) -> int:
        """Merge another log; returns how many of its events were new.

        Raises ProgressError if they cannot be written.
        """
        self._insist(waiting := self._waiting)
        known = {event.id for event in self.progress.events}
        strange = tuple([event for event in compacted(merged(events)) if event.id not in known])
        # Events that are void here (an earlier place, a reset lesson) are not new.
        left = {event.id for event in compacted(merged(self.progress.events, strange))}
        new = tuple([event for event in strange if event.id in left])
        self._wait_for(new)
        self._insist(waiting)
        return len(new)

    def close(self) -> ProgressError | None:
        """Write a last time; if that fails, write a rescue file and return its path."""
        if not self._waiting:
            return None
        self._flush()
        if not self._waiting:
            return None
        rescued = self._rescue()
        if rescued is None:
            sentence = mark("What you did could not be kept, neither here nor beside it.")
            return ProgressError(sentence, file=str(self.path))
        self._waiting = ()
        sentence = mark(
            "What you did could not be kept here; it is in {rescued}. When this file is in "
            "order again, type mustutor progress import {rescued}."
        )
        return ProgressError(sentence, file=str(self.path), rescued=str(rescued))

    def _insist(self, waiting: tuple[ProgressEvent, ...]) -> None:
        """Raise the problem that prevents writing, and drop what was to be written."""
        if self.problem is not None:
            self._waiting = waiting
            self._progress = None
            raise self.problem

    # --- writing -----------------------------------------------------------------------

    def _keep(self, events: Iterable[ProgressEvent]) -> None:
        self._wait_for(self._in_order(events))

    def _in_order(self, events: Iterable[ProgressEvent]) -> tuple[ProgressEvent, ...]:
        """Date events after the existing ones, even if the clock was set back a little."""
        ordered = []
        latest: datetime | None = None
        log = self.progress.events
        for event in events:
            if latest is None:
                near = (old.at for old in log[::-1] if old.at <= event.at + BELIEVABLE)
                latest = next(near, None)
            at = event.at if latest is None else max(event.at, latest + INSTANT)
            ordered.append(event._replace(at=at))
            latest = at
        return tuple(ordered)

    def _wait_for(self, events: tuple[ProgressEvent, ...]) -> None:
        # An unreadable event would make the whole file unreadable.
        events = tuple([event for event in events if event_read(event.as_json()) is not None])
        if events:
            self._waiting += events
            self._progress = None
            self._flush()

    def _flush(self) -> None:
        """Write the waiting events; on failure note the problem, and keep them waiting."""
        try:
            self._write()
        except ProgressError as problem:
            self.problem = problem
        except OSError as problem:
            self.problem = write_failure(self.path, problem)
        else:
            self.problem = None

    def _write(self) -> None:
        from filelock import FileLock, Timeout

        path = link_target(self.path)
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with FileLock(f"{path}.lock", timeout=self._patience):
                self._read()
                events = compacted(merged(self._contents.events, self._waiting))
                contents = self._contents._replace(events=events)
                text = written(contents, self._lines)
                if len(text) > LARGEST:
                    raise too_large(self.path)
                replace(path, text)
                self._contents = contents
                self._stamp = _stamp(path)
        except Timeout:
            raise lock_failure(self.path, self._patience) from None
        self._waiting = ()
        self._progress = None

    def _read(self) -> None:
        """Read the file if it is not the one we last read or wrote."""
        path = link_target(self.path)
        stamp = _stamp(path)
        if stamp is None or stamp != self._stamp:
            self._contents = contents_of(path)
            self._stamp = stamp
            self._progress = None

    def _look_whether_it_may_be_written(self) -> None:
        """Find out before the first answer whether the file can be written."""
        path = link_target(self.path)
        there = next((folder for folder in path.parents if folder.exists()), None)
        if there is not None and not os.access(there, os.W_OK | os.X_OK):
            raise write_failure(self.path, PermissionError())

    def _rescue(self) -> Path | None:
        """Write the waiting events to a file of their own, beside the file or wherever possible."""
        text = written(Contents(self._waiting))
        stamp = self._now().strftime("%Y%m%dT%H%M%S")
        for folder in (link_target(self.path).parent, Path(tempfile.gettempdir())):
            target = folder / f"{self.path.stem}.rescued-{stamp}-{new_id()}.json"
            with contextlib.suppress(OSError):
                replace(target, text)
                return target
        return None


def replace(path: Path, text: str) -> None:
    """Replace a file by a text, whole or not at all; raises OSError."""
    handle, name = temporary_file(path.parent, f".{path.name}-", ".tmp")
    try:
        draft = Path(name)
        with os.fdopen(handle, "w", encoding="ascii", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(OSError):  # the file keeps the permissions its owner gave it
            draft.chmod(path.stat().st_mode & 0o777)
        replace_file(name, path)
    finally:
        remove_if_exists(name)
    with contextlib.suppress(OSError):  # not every system can sync; the file is complete anyway
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def write_failure(path: Path, problem: OSError) -> ProgressError:
    """The error for a file that cannot be written."""
    if isinstance(problem, PermissionError):
        sentence = mark("It may not be written, so your progress cannot be kept here.")
    elif isinstance(problem, (FileExistsError, NotADirectoryError)):
        sentence = mark("There is a file where its folder should be.")
    else:
        sentence = mark("It cannot be written: {why}.")
    return ProgressError(sentence, file=str(path), why=problem.strerror or str(problem))


def too_large(path: Path) -> ProgressError:
    """The error for a file that would become too large to be read."""
    sentence = mark("It would be larger than {most} MiB: mustutor progress reset makes room.")
    return ProgressError(sentence, file=str(path), most=LARGEST // 2**20)


def lock_failure(path: Path, patience: float) -> ProgressError:
    """The error for a file that another program has locked."""
    sentence = mark("Another program has been writing it for {seconds} seconds.")
    return ProgressError(sentence, file=str(path), seconds=round(patience))


def link_target(path: Path) -> Path:
    """The target of a link, which must not be replaced itself; else the file."""
    return Path(os.path.realpath(path))


def _stamp(path: Path) -> Stamp | None:
    """A value that changes when somebody writes a file; None if there is no file."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_ino
