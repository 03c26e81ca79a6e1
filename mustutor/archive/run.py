"""Verify an archive: plan it, cut it, have it worked on, add up what was found.

Whoever does the work, and however the archive is cut, the same reports come in the same order.
The journal of a long run says what is finished, so that after any end it goes on from there: each
finished piece is one line, brought to the disk before it is told. A line that was cut off when
the program was killed is dropped, and its work is done again.
"""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from mustutor.archive.plan import STREAM, Item, Shard, identity, plan, shards, share, size_for
from mustutor.archive.reading import blocks
from mustutor.archive.report import Report
from mustutor.archive.summary import Summary
from mustutor.archive.work import ALL, FIRST, InProcess, ShardResult
from mustutor.errors import ArchiveError
from mustutor.language import mark
from mustutor.replay.jsontext import small
from mustutor.tuples import NamedTuple

if TYPE_CHECKING:
    from concurrent.futures import Executor

FORMAT = "mus-journal/1"
LONGEST = 64 * 1024 * 1024
"""Bytes a line of a journal may have: what is found in a shard is far less."""

_OTHER = mark(
    "It was begun for other work, or the archive has changed since then: remove it, or name "
    "another file."
)
_NO_JOURNAL = mark("It is not a journal of a verification: name another file.")
_BUSY = mark("Another program is at work with it.")
_UNWRITTEN = mark("It cannot be written: {why}.")
_DAMAGED = mark("It is damaged: remove it, and the work begins again.")

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
        if Path(self.path).exists() and not Path(self.path).is_file():
            raise ArchiveError(_NO_JOURNAL, file=self.path)
        handle = os.open(self.path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666)
        self._file = file = os.fdopen(handle, "r+b")
        written = _read(file.readline(LONGEST))
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
        if written[2:] != work:  # all of it, so that there is something before it
            raise ArchiveError(_OTHER, file=self.path)
        self._first = self._end = file.tell()
        self._count()
        cut_to = written[1]
        if type(cut_to) is not int or cut_to <= 0:
            raise ArchiveError(_DAMAGED, file=self.path)
        return cut_to

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
                written = _read(file.readline(LONGEST))
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
            with suppress(OSError):  # what it could not take was told when it was put there
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

        if not Path(self.path).absolute().parent.is_dir():  # the lock would make it
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), self.path)
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
        written = small(line, ArchiveError, largest=LONGEST)
    except ArchiveError:
        return None
    return written if isinstance(written, list) else None


ALL_SHARD = 1024 * 1024
"""Where every match is told, pieces are smaller: what is told has to be held."""


class Task(NamedTuple):
    """What is to be done: the files, in which share of them, told in what language and how fully.

    `told` is ``all``, ``faults``, ``wanting`` or ``first``; `size` how large a shard is, in bytes.
    """

    items: tuple[Item, ...]
    told: str = FIRST
    code: str = "en"
    number: int = 1
    of: int = 1
    size: int = 0

    def shards(self) -> tuple[Shard, ...]:
        """The pieces of work, in their order."""
        return share(shards(self.items, self.size), self.number, self.of)

    def summary(self) -> Summary:
        """An empty summary of this share of the archive."""
        return Summary(identity(self.items), self.number, self.of)


def task(
    paths: Iterable[str],
    *,
    told: str = FIRST,
    code: str = "en",
    jobs: int = 1,
    number: int = 1,
    of: int = 1,
    find: Callable[[str], str] = str,
    leave: Iterable[str] = (),
) -> Task:
    """Plan an archive, and how it is cut so that so many jobs find enough to do."""
    items = plan(paths, find, leave)
    size = size_for(items, max(jobs, of))
    return Task(items, told, code, number, of, min(size, ALL_SHARD) if told == ALL else size)


def workers_for(work: Task, *, executor: Executor | None = None, jobs: int = 1) -> InProcess:
    """Who does the work: a lent executor, so many processes, or this one."""
    if executor is None and jobs == 1:
        return InProcess(work.code, work.told)
    from mustutor.archive.workers import OnExecutor, OnProcesses

    if executor is not None:
        return OnExecutor(work.code, work.told, executor)
    return OnProcesses(work.code, work.told, jobs)


def pieces(
    work: Task, workers: InProcess, journal: Journal | None = None
) -> Generator[ShardResult]:
    """What is found, piece by piece, each at its place in its file.

    With a journal, what it has kept comes from there, and what is found anew is kept in it.
    """
    place = _Numbering()
    done = 0
    if journal is not None:
        told = [work.told, work.code, work.number, work.of]
        size = journal.begin([identity(work.items, changed=True), *told], work.size)
        work, done = work._replace(size=size), journal.done
        for piece in journal.kept():
            yield place.of(piece)
    waiting = islice(_unfolded(work.shards()), done, None)
    for piece in workers.pieces(waiting):
        if journal is not None:
            journal.keep(piece)
        yield place.of(piece)


def verify_archive(
    paths: Iterable[str],
    *,
    executor: Executor | None = None,
    jobs: int = 1,
    on_result: Callable[[Report], None] | None = None,
    share: tuple[int, int] = (1, 1),
    code: str = "en",
) -> Summary:
    """Verify every match of an archive, and sum up what was found.

    `paths` are files (``.json``, ``.jsonl``, ``.jsonl.gz``, ``.jsonl.zst``) and folders; what
    cannot be read is in the summary, and never an exception. The work is done in this process,
    in `jobs` processes, or by any `executor` of concurrent.futures, with the same result.
    `on_result` is given the report on every match, in the order of the archive. `share` is
    ``(number, of)``: the summaries of all the shares add up to that of the whole.
    """
    number, of = share
    told = ALL if on_result is not None else FIRST
    work = task(paths, told=told, code=code, jobs=jobs, number=number, of=of)
    summary = work.summary()
    for piece in pieces(work, workers_for(work, executor=executor, jobs=jobs)):
        summary.add(piece)
        if on_result is not None:
            for report in piece.reports:
                on_result(report)
    return summary


def _unfolded(parts: Iterable[Shard]) -> Iterator[Shard]:
    """The shards, each stream as its blocks, which are read when their turn comes."""
    for shard in parts:
        if shard.kind == STREAM:
            yield from blocks(shard)
        else:
            yield shard


class _Numbering:
    """Where in its file a piece stands: how many lines and matches of it came before."""

    def __init__(self) -> None:
        self.file = ""
        self.end = -1
        self.lines = self.matches = 0

    def of(self, piece: ShardResult) -> ShardResult:
        """The piece, numbered from the beginning of its file, or of our share of it."""
        if piece.file != self.file or piece.begin != self.end:
            self.lines = self.matches = 0
        moved = piece.moved(self.lines, self.matches)
        self.file, self.end = piece.file, piece.end
        self.lines += piece.lines
        self.matches += piece.matches
        return moved
