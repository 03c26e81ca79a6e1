"""Damaged progress files: what is wrong with one, what can be saved, and saving it.

A damaged file is never changed in place. The old one is moved aside, whole, and a new one is
written from all events that can still be read, including those in temporary files of killed
programs.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from datetime import datetime
from glob import escape
from pathlib import Path
from typing import NamedTuple

from mustutor.base.errors import ProgressError
from mustutor.base.files import read_at_most
from mustutor.base.json_text import saved
from mustutor.tutor import progress, progress_file

MOST_READ = 2 * progress_file.LARGEST
"""Bytes; of a file larger than that only the beginning is looked through."""

MOST_DISAPPOINTMENTS = 10_000
"""The number of braces that open no event after which the rest is no record of progress."""


class Diagnosis(NamedTuple):
    """The condition of a progress file.

    `state` is ``absent sound damaged newer`` or ``closed`` (it cannot be read). `events` are the
    readable ones, `ahead` the number of those dated by a wrong clock; `leftovers` are temporary
    files of killed programs, and `unplaced` the events that are only in them; `rescued` are files
    with events that could not be written here.
    """

    path: Path
    state: str
    problem: ProgressError | None = None
    contents: progress_file.Contents = progress_file.Contents()
    ahead: int = 0
    leftovers: tuple[Path, ...] = ()
    unplaced: progress.Log = ()
    rescued: tuple[Path, ...] = ()

    @property
    def events(self) -> progress.Log:
        """The readable events."""
        return self.contents.events

    @property
    def may_be_repaired(self) -> bool:
        """Whether a repair would change anything."""
        return self.state == "damaged" or bool(self.ahead or self.leftovers)


def diagnose(path: Path, now: datetime) -> Diagnosis:
    """Examine a file without changing it."""
    path = progress_file.link_target(path)
    beside = tuple(sorted(path.parent.glob(f"{escape(path.stem)}.rescued-*.json")))
    drafts = tuple(sorted(path.parent.glob(f".{escape(path.name)}-*.tmp")))
    found = Diagnosis(path, "sound", leftovers=drafts, rescued=beside)
    if not os.path.lexists(path):
        return _with_drafts(found._replace(state="absent"))
    try:
        contents = progress_file.contents_of(path)
    except progress_file.NewerProgress as problem:
        return found._replace(state="newer", problem=problem)
    except ProgressError as problem:
        try:
            contents = progress_file.Contents(_recover_file(path))
        except OSError as closed:
            return found._replace(state="closed", problem=progress_file.read_failure(path, closed))
        except ProgressError as closed:
            return found._replace(state="closed", problem=closed)
        found = found._replace(state="damaged", problem=problem)
    ahead = sum(event.at > now + progress.BELIEVABLE for event in contents.events)
    return _with_drafts(found._replace(contents=contents, ahead=ahead))


def _with_drafts(found: Diagnosis) -> Diagnosis:
    """Look through temporary files for events that never reached the progress file."""
    logs = []
    for draft in found.leftovers:
        with contextlib.suppress(OSError, ProgressError):
            logs.append(_recover_file(draft))
    whole = progress.compacted(progress.merged(found.events, *logs))
    known = {event.id for event in found.events}
    return found._replace(unplaced=tuple([event for event in whole if event.id not in known]))


def _recover_file(path: Path) -> progress.Log:
    """Every complete event of a file; raises OSError."""
    data = read_at_most(path, MOST_READ, ProgressError)
    return progress.merged(recover_events(data.decode("utf-8", "replace")))


def recover_events(text: str) -> Iterator[progress.ProgressEvent]:
    """Every complete event in a text, with anything around it.

    >>> text = '[ [{"id": "a", "at": "2026-01-31T12:00Z", "kind": "reset"}, {"id": "b", "a'
    >>> [event.id for event in recover_events(text)]
    ['a']
    """
    at, disappointments = text.find("{"), 0
    while at >= 0 and disappointments < MOST_DISAPPOINTMENTS:
        try:
            thing, end = saved(text, at)
        except ValueError:
            thing, end = None, at
        event = progress.event_read(thing)
        if event is not None:
            yield event
        else:
            disappointments += 1
        at = text.find("{", at + 1 if event is None else end)


def repair(path: Path, now: datetime) -> tuple[Diagnosis, Path | None]:
    """Repair a file; returns its old condition, and the path of the old file if it was moved.

    Events of a wrong clock are dated now, in their order. Raises ProgressError if the file must not
    be touched, or cannot be written.
    """
    from filelock import FileLock, Timeout

    path = progress_file.link_target(path)
    try:
        if not path.parent.is_dir():
            return diagnose(path, now), None
        with FileLock(f"{path}.lock", timeout=progress_file.PATIENCE):
            found = diagnose(path, now)
            if found.state in ("newer", "closed"):
                assert found.problem is not None
                raise found.problem
            aside = None
            if found.state == "damaged" or found.ahead:
                aside = _moved_aside(path)
            if aside is not None or found.unplaced:
                whole = progress.merged(found.events, found.unplaced)
                events = progress.compacted(with_current_time(whole, now))
                contents = found.contents._replace(events=events)
                progress_file.replace(path, progress_file.written(contents))
            for draft in found.leftovers:
                draft.unlink(missing_ok=True)
            return found, aside
    except Timeout:
        raise progress_file.lock_failure(path, progress_file.PATIENCE) from None
    except OSError as problem:
        raise progress_file.write_failure(path, problem) from None


def _moved_aside(path: Path) -> Path:
    """Rename the old file; it keeps that name."""
    aside = _free(path)
    # Link to the new name first, so that the file always exists under one of them.
    try:
        aside.hardlink_to(path)
    except OSError:  # a file system without links
        path.replace(aside)
    return aside


def _free(path: Path) -> Path:
    number = 1
    while os.path.lexists(aside := path.with_name(f"{path.name}.damaged-{number}")):
        number += 1
    return aside


def with_current_time(events: progress.Log, now: datetime) -> progress.Log:
    """Events of a clock that was wrong, dated now, in their old order."""
    behind = [event for event in events if event.at <= now + progress.BELIEVABLE]
    ahead = [event for event in events if event.at > now + progress.BELIEVABLE]
    latest = max([now, *(event.at for event in behind)])
    moved = [event._replace(at=latest + n * progress.INSTANT) for n, event in enumerate(ahead, 1)]
    return progress.merged(behind, moved)
