"""The live file of a match being taken down: whatever was told is on the disk before the next.

While nothing but the end of the record changes, lines are added to the file, flushed and synced.
What changes earlier lines (an undo, a correction, cards shown later) is written beside the file
and put in its place in one step. So whoever is killed at any moment leaves a file that holds
everything but the line under way. A lock beside it keeps a second recorder away.
"""

from __future__ import annotations

import contextlib
import errno
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from mustutor.errors import Unreadable
from mustutor.language import mark
from mustutor.recorder.live import close_up
from mustutor.replay.format import Replay
from mustutor.replay.reader import LARGEST_MATCH
from mustutor.replay.writer import dumps, write

if TYPE_CHECKING:
    from filelock import BaseFileLock

LIVE = ".part.jsonl"
CLOSED = ".json"
NEW_FILE = 0o666
RANDOM_LETTERS = 8
"""So many end the name of a file that is being written beside another."""


def live_name(name: str) -> Path:
    """The live file of a match: ``tonight``, ``tonight.json`` and itself mean the same.

    >>> live_name("tonight.json").name, live_name("tonight.part.jsonl").name
    ('tonight.part.jsonl', 'tonight.part.jsonl')
    """
    stem = name.removesuffix(LIVE).removesuffix(CLOSED)
    return Path(f"{stem}{LIVE}")


class LiveFile:
    """A live file that is open for this recorder alone; see `open_live`.

    `unkept` says that the last thing told is not on the disk: the next try writes all of it.
    """

    def __init__(self, path: Path, lock: BaseFileLock) -> None:
        self.path = path
        self.unkept = False
        self._lock = lock
        self._lines: tuple[str, ...] = ()
        self._size = -1  # nothing is known to be there

    @property
    def closed_path(self) -> Path:
        """Where the finished record goes."""
        return self.path.with_name(self.path.name.removesuffix(LIVE) + CLOSED)

    def read(self) -> Replay | None:
        """The record there is already; None where there is none, or not even its first line.

        Raises Unreadable where what is there cannot be read.
        """
        try:
            with self.path.open("rb") as file:
                data = file.read(LARGEST_MATCH + 1)
        except FileNotFoundError:
            return None
        except OSError as problem:
            raise _unkept(self.path, problem) from None
        if len(data) > LARGEST_MATCH:
            raise Unreadable(
                mark("It is larger than {most} MiB: no match is."),
                file=str(self.path),
                most=LARGEST_MATCH // 2**20,
            )
        if b"\n" not in data and not data.endswith(b"}"):
            return None  # broken off within the first line: nothing was told yet
        return close_up(data, file=str(self.path))

    def keep(self, lines: Sequence[str]) -> None:
        """Bring the file to these lines. Raises Unreadable where it cannot be written.

        Then the file is as it was, and the next try brings it up to date.
        """
        self.unkept = True
        known = len(self._lines)
        try:
            if self._is_as_left() and tuple(lines[:known]) == self._lines:
                self._add("".join(f"{line}\n" for line in lines[known:]).encode())
            else:
                self._put("".join(f"{line}\n" for line in lines).encode())
        except OSError as problem:
            raise _unkept(self.path, problem) from None
        self._lines = tuple(lines)
        self.unkept = False

    def finish(self, replay: Replay) -> Path:
        """Write the finished record, and take the live file away; gives where it is.

        Raises Unreadable where another record is there, or it cannot be written.
        """
        target = self.closed_path
        if not _holds(target, dumps(replay)):
            if os.path.lexists(target):
                raise Unreadable(
                    mark("Another record is there already: move it away, then close again."),
                    file=str(target),
                )
            write(target, [replay])
            _sync_folder(target.parent)
        with contextlib.suppress(OSError):
            self.path.unlink()
        return target

    def rescue(self, lines: Sequence[str]) -> Path | None:
        """Write the lines where there is room, if anywhere; gives where that is."""
        with contextlib.suppress(OSError):
            handle, name = tempfile.mkstemp(prefix="mustutor-", suffix=LIVE)
            with os.fdopen(handle, "wb") as file:
                file.write("".join(f"{line}\n" for line in lines).encode())
                file.flush()
                os.fsync(file.fileno())
            return Path(name)
        return None

    def leave(self) -> None:
        """Let others take the file."""
        with contextlib.suppress(OSError):
            # While it is held: whoever waits for it sees that it is gone, and makes another.
            Path(self._lock.lock_file).unlink()
        self._lock.release()

    def _is_as_left(self) -> bool:
        try:
            return self.path.stat().st_size == self._size
        except OSError:
            return False

    def _add(self, data: bytes) -> None:
        if not data:
            return
        handle = os.open(self.path, os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0))
        try:
            try:
                _write_whole(handle, data)
                os.fsync(handle)
            except OSError:
                # Half a line must not stay: it is said again, whole, at the next try.
                with contextlib.suppress(OSError):
                    os.ftruncate(handle, self._size)
                raise
        finally:
            os.close(handle)
        self._size += len(data)

    def _put(self, data: bytes) -> None:
        handle, name = tempfile.mkstemp(dir=self.path.parent, prefix=f".{self.path.name}.")
        try:
            try:
                _write_whole(handle, data)
                os.fsync(handle)
            finally:
                os.close(handle)
            Path(name).chmod(_mode(self.path))
            Path(name).replace(self.path)
        except BaseException:
            with contextlib.suppress(OSError):
                Path(name).unlink()
            raise
        _sync_folder(self.path.parent)
        self._size = len(data)


def open_live(path: Path) -> LiveFile:
    """Take a live file for this recorder alone.

    Raises Unreadable where another one has it, or where nothing can be written.
    """
    from filelock import FileLock, Timeout

    if path.is_symlink():
        path = Path(os.path.realpath(path))  # a new file would take the place of the link
    if not path.parent.is_dir():  # the lock would make it, and nobody asked for it
        raise _unkept(path, OSError(errno.ENOENT, os.strerror(errno.ENOENT)))
    lock = FileLock(path.with_name(f".{path.name}.lock"))
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise Unreadable(
            mark("Another program is taking this match down: close it there, or name another."),
            file=str(path),
        ) from None
    except (OSError, ValueError) as problem:
        raise _unkept(path, problem) from None
    _clear_up(path)
    return LiveFile(path, lock)


def _clear_up(path: Path) -> None:
    """Remove what a recorder left that was killed while it wrote beside the file."""
    prefix = f".{path.name}."
    with contextlib.suppress(OSError):
        for other in path.parent.iterdir():
            if other.name.startswith(prefix) and len(other.name) == len(prefix) + RANDOM_LETTERS:
                other.unlink()


def _unkept(path: Path, problem: OSError | ValueError) -> Unreadable:
    why = problem.strerror if isinstance(problem, OSError) else None
    return Unreadable(mark("It cannot be written: {why}."), file=str(path), why=why or str(problem))


def _write_whole(handle: int, data: bytes) -> None:
    while data:
        data = data[os.write(handle, data) :]


def _mode(path: Path) -> int:
    """The permissions of the file, or those a new one gets here."""
    with contextlib.suppress(OSError):
        return path.stat().st_mode & 0o7777
    mask = os.umask(0)
    os.umask(mask)
    return NEW_FILE & ~mask


def _sync_folder(folder: Path) -> None:
    """Make sure that a new name survives too, where the system can."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _holds(path: Path, text: str) -> bool:
    try:
        return path.read_text("utf-8") == text
    except (OSError, UnicodeDecodeError):
        return False
