"""The journal of a long run: what is finished, so that after any end it goes on from there.

Each finished piece is one line, brought to the disk before it is told. A line that was cut off
when the program was killed is dropped, and its work is done again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from mustutor.archive.work import ShardResult
from mustutor.errors import ArchiveError
from mustutor.language import mark

FORMAT = "mus-journal/1"

_OTHER = mark(
    "It was begun for other work, or the archive has changed since: remove it, or name another."
)
_NO_JOURNAL = mark("It is no journal of a verification: name another file.")
_BUSY = mark("Another program is at work with it.")
_UNWRITTEN = mark("It cannot be written: {why}.")
_DAMAGED = mark("It is damaged: remove it, and the work begins anew.")

_WHOLE = b"false]\n"  # how the line of a piece ends that ends its shard
_PART = b"true]\n"


class Journal:
    """A file of what has been finished. `done` counts the shards."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.done = 0
        self._first = self._end = 0
        self._file: IO[bytes] | None = None
        self._lock: Any = None

    def begin(self, work: list[Any], size: int) -> int:
        """Open the journal of some work, or begin it; returns the size its shards were cut to.

        Raises ArchiveError where it is that of other work, or where another program has it.
        """
        self._locked()
        handle = os.open(self.path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666)
        self._file = file = os.fdopen(handle, "r+b")
        written = _read(file.readline())
        if written is None:
            file.seek(0, os.SEEK_END)
            if file.tell() and not self._begun_only():
                raise ArchiveError(_NO_JOURNAL, file=self.path)
            file.seek(0)
            file.truncate()
            written = [FORMAT, size, *work]
            self._put(written)
        if written[:1] != [FORMAT]:
            raise ArchiveError(_NO_JOURNAL, file=self.path)
        if written[2:] != work:
            raise ArchiveError(_OTHER, file=self.path)
        self._first = self._end = file.tell()
        self._count()
        return int(written[1])

    def _begun_only(self) -> bool:
        """Whether only the beginning of a first line is there, from a run that was killed."""
        assert self._file is not None
        self._file.seek(0)
        text = self._file.read(4096)
        return b"\n" not in text and text.startswith(f'["{FORMAT}'.encode()[: len(text)])

    def _count(self) -> None:
        """Find where the last finished shard ends; what follows it was cut off, and goes."""
        assert self._file is not None
        at = self._end
        for line in self._file:
            at += len(line)
            if not line.startswith(b"[") or not line.endswith((_WHOLE, _PART)):
                break
            if line.endswith(_WHOLE):
                self.done += 1
                self._end = at
        self._file.seek(self._end)
        self._file.truncate()

    def kept(self) -> Iterator[ShardResult]:
        """The pieces finished before, in their order."""
        with Path(self.path).open("rb") as file:
            file.seek(self._first)
            while file.tell() < self._end:
                written = _read(file.readline())
                try:
                    yield ShardResult.of(written or [])
                except (TypeError, ValueError):
                    raise ArchiveError(_DAMAGED, file=self.path) from None

    def keep(self, piece: ShardResult) -> None:
        """Write down a finished piece."""
        self._put(piece.as_json())

    def close(self) -> None:
        """Let go of the file."""
        if self._file is not None:
            self._file.close()
        if self._lock is not None:
            self._lock.release()

    def _put(self, thing: list[Any]) -> None:
        assert self._file is not None
        try:
            self._file.write(json.dumps(thing).encode() + b"\n")
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as problem:
            why = problem.strerror or str(problem)
            raise ArchiveError(_UNWRITTEN, file=self.path, why=why) from None

    def _locked(self) -> None:
        from filelock import FileLock, Timeout

        self._lock = FileLock(f"{self.path}.lock", timeout=0)
        try:
            self._lock.acquire()
        except Timeout:
            self._lock = None
            raise ArchiveError(_BUSY, file=self.path) from None


def _read(line: bytes) -> list[Any] | None:
    """A line of the journal; none where it is not whole."""
    if not line.endswith(b"\n"):
        return None
    try:
        written = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return written if isinstance(written, list) else None
