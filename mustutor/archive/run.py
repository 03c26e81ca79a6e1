"""Others who do the work: a pool of processes of ours, or any executor that is lent.

Results come back in the order of the shards, whoever did them when. A process that dies takes
no result with it: what it was at is done once more, alone, and if that fails too it is said.

Verify an archive: plan it, cut it, have it worked on, add up what was found.

Whoever does the work, and however the archive is cut, the same reports come in the same order.
The journal of a long run says what is finished, so that after any end it goes on from there: each
finished piece is one line, brought to the disk before it is told. A line that was cut off when
the program was killed is dropped, and its work is done again.
"""

from __future__ import annotations

import errno
import json
import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import suppress
from itertools import islice
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import IO, Any, NamedTuple

from mustutor.archive.reading import (
    STREAM,
    ArchiveFile,
    Shard,
    blocks,
    identity,
    plan,
    shards,
    share,
    size_for,
)
from mustutor.archive.report import Report
from mustutor.archive.summary import Summary
from mustutor.archive.work import (
    ALL,
    FIRST,
    InProcess,
    ShardResult,
    failed_shard,
    remaining_shard,
    work,
)
from mustutor.base.errors import ArchiveError
from mustutor.base.json_text import small
from mustutor.base.language import mark

AHEAD = 4
"""How many shards wait for each process, so that nothing is read long before its turn."""
LENT_AHEAD = 64
"""How many are under way where nobody knows how many processes an executor has."""
PIECES_AHEAD = 2
"""How many pieces of a shard are held before its turn to be told has come."""


class _Slot:
    """A shard under way: what has been found, and what is still to be."""

    def __init__(self, shard: Shard, future: Future[ShardResult] | None) -> None:
        self.shard = shard
        self.future = future
        self.found: deque[ShardResult] = deque()


class OnExecutor(InProcess):
    """Hands the work to an executor; the one who lends it keeps it."""

    def __init__(self, code: str, told: str, executor: Executor, ahead: int = LENT_AHEAD) -> None:
        super().__init__(code, told)
        self.executor = executor
        self.ahead = ahead

    def pieces(self, shards: Iterable[Shard]) -> Iterator[ShardResult]:
        """The pieces of the shards, in their order."""
        source = iter(shards)
        slots: deque[_Slot] = deque()
        try:
            while True:
                while len(slots) < self.ahead and (shard := next(source, None)) is not None:
                    slots.append(_Slot(shard, self._submitted(shard)))
                if not slots:
                    return
                head = slots[0]
                while head.found:
                    yield head.found.popleft()
                if head.future is None:
                    slots.popleft()
                    continue
                under_way = [slot.future for slot in slots if self._wanted(slot, head)]
                wait([future for future in under_way if future], return_when=FIRST_COMPLETED)
                for slot in slots:
                    if self._wanted(slot, head) and slot.future and slot.future.done():
                        self._take(slot)
        finally:
            for slot in slots:
                if slot.future is not None:
                    slot.future.cancel()
            self.leave()

    @staticmethod
    def _wanted(slot: _Slot, head: _Slot) -> bool:
        """Whether more of a slot is waited for: of one whose turn has not come, only so much."""
        return slot.future is not None and (slot is head or len(slot.found) < PIECES_AHEAD)

    def _take(self, slot: _Slot) -> None:
        """Take what has been found, and go on with what is left of the shard."""
        assert slot.future is not None
        try:
            piece = slot.future.result()
        except Exception as problem:
            if not _died(problem):
                raise
            piece = self._alone(slot.shard)
        slot.found.append(piece)
        slot.future = None
        if piece.rest:
            slot.shard = remaining_shard(slot.shard, piece)
            slot.future = self._submitted(slot.shard)

    def _submitted(self, shard: Shard) -> Future[ShardResult]:
        """Hand a shard out; to an executor that takes none any more it is as if it had died."""
        if shard.problem is not None:  # nothing to work on: no need to travel
            return _done(work(shard, self.code, self.told))
        try:
            return self._send(self.executor, shard)
        except BrokenExecutor as problem:
            failed: Future[ShardResult] = Future()
            failed.set_exception(problem)
            return failed

    def _send(self, executor: Executor, shard: Shard) -> Future[ShardResult]:
        return executor.submit(work, shard, self.code, self.told)

    def _alone(self, shard: Shard) -> ShardResult:
        """Do a shard once more whose process died, or say that it is lost."""
        try:
            return self._send(self.executor, shard).result()
        except Exception as problem:
            if not _died(problem):
                raise
            return failed_shard(shard, self.code)

    def leave(self) -> None:
        """Let go of what is ours."""


class OnProcesses(OnExecutor):
    """Hands the work to so many processes of its own."""

    def __init__(self, code: str, told: str, jobs: int) -> None:
        self.jobs = jobs
        self.over: list[Event] = []
        super().__init__(code, told, self._engaged(jobs), jobs * AHEAD)

    def _engaged(self, jobs: int, *, again: bool = False) -> ProcessPoolExecutor:
        # A pool has threads, and a process with threads must not be forked any more.
        context = multiprocessing.get_context("spawn" if again else None)
        self.over.append(context.Event())
        return ProcessPoolExecutor(
            jobs, mp_context=context, initializer=_begin, initargs=(self.over[-1],)
        )

    def _send(self, executor: Executor, shard: Shard) -> Future[ShardResult]:
        return executor.submit(_work, shard, self.code, self.told)

    def _submitted(self, shard: Shard) -> Future[ShardResult]:
        future = super()._submitted(shard)
        if future.done() and isinstance(future.exception(), BrokenExecutor):
            self.executor.shutdown(wait=False)
            self.executor = self._engaged(self.jobs, again=True)
            future = super()._submitted(shard)
        return future

    def _alone(self, shard: Shard) -> ShardResult:
        """Do a shard in a process of its own: whoever dies of it now takes nobody along."""
        with self._engaged(1, again=True) as executor:
            try:
                return self._send(executor, shard).result()
            except BrokenExecutor:
                return failed_shard(shard, self.code)

    def leave(self) -> None:
        """End the processes, also in the middle of their work: nobody waits for it any more."""
        for over in self.over:
            over.set()
        self.executor.shutdown(cancel_futures=True)


def _died(problem: BaseException) -> bool:
    """Whether a process died at its work, and not the work found a fault of ours."""
    # Dask's own error for a task whose workers died under it; its library is not ours to import.
    return isinstance(problem, (BrokenExecutor, CancelledError)) or (
        type(problem).__name__ == "KilledWorker"
    )


def _done(piece: ShardResult) -> Future[ShardResult]:
    future: Future[ShardResult] = Future()
    future.set_result(piece)
    return future


_over: list[Event] = []
"""In a process of a pool: what is set when nobody waits for its work any more."""


def _work(shard: Shard, code: str, told: str) -> ShardResult:
    return work(shard, code, told, _over[0].is_set)


def _begin(over: Event) -> None:
    _over[:] = [over]
    follow_parent()


def follow_parent() -> None:
    """Begin as a process of a pool: interruptions are the parent's, and without it we end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: object) -> None:
    parent.join()  # type: ignore[attr-defined]
    os._exit(1)


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

    items: tuple[ArchiveFile, ...]
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
