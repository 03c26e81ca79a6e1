"""Verify an archive: plan it, cut it, have it worked on, add up what was found.

`run_shards` hands work to an executor: processes of ours, one that is lent, or this process.
However the archive is cut, the same reports come in the same order. The journal of a long run
says what is finished, so that after any end it goes on from there: each finished piece is one
line, brought to the disk before it is told. A line that was cut off when the program was killed
is dropped, and its work is done again.
"""

from __future__ import annotations

import errno
import json
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from itertools import islice
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NamedTuple, TypeVar

from mustutor.archive import reading
from mustutor.archive.report import Report
from mustutor.archive.summary import Summary
from mustutor.archive.work import ALL, FIRST, ShardResult, failed_shard, remaining_shard, work
from mustutor.base.errors import ArchiveError
from mustutor.base.json_text import small
from mustutor.base.language import mark

if TYPE_CHECKING:  # one record is verified without
    from concurrent.futures import Executor, Future

AHEAD = 4
"""How many shards wait for each process, so that nothing is read long before its turn."""
LENT_AHEAD = 64
"""How many are under way where nobody knows how many processes an executor has."""

Piece = TypeVar("Piece")
Found = TypeVar("Found")


def run_shards(
    shards: Iterable[Piece],
    work: Callable[[Piece], Found],
    executor: Executor | OwnProcesses | None,
    window: int = 1,
    *,
    lost: Callable[[Piece], Found] | None = None,
    rest: Callable[[Piece, Found], Piece | None] = lambda *_: None,
) -> Iterator[tuple[Piece, Found]]:
    """Do the work on each shard, with at most `window` of them under way; yield in their order.

    Where a process dies at a shard, that is done once more, alone, and what is then `lost` is
    told; without `lost` the BrokenExecutor is raised. `rest(shard, result)` returns the part of the
    shard that is still to be done, or None. Without an executor the work is done here.
    """
    if executor is None:
        for shard in shards:
            left: Piece | None = shard
            while left is not None:
                found = work(left)
                yield left, found
                left = rest(left, found)
        return
    source = iter(shards)
    under_way: deque[tuple[Piece, Future[Found]]] = deque()
    try:
        while True:
            for shard in islice(source, window - len(under_way)):
                under_way.append((shard, _submitted(executor, work, shard)))
            if not under_way:
                return
            shard, future = under_way.popleft()
            found = _result(future, executor, work, shard, lost)
            left = rest(shard, found)
            if left is not None:
                under_way.appendleft((left, _submitted(executor, work, left)))
            yield shard, found
    finally:
        if not isinstance(executor, OwnProcesses):  # whose end is the end of all their work
            for _, future in under_way:
                future.cancel()


def _submitted(
    executor: Executor | OwnProcesses, work: Callable[[Piece], Found], shard: Piece
) -> Future[Found]:
    """Hand a shard out; to an executor that takes none any more it is as if it had died."""
    from concurrent.futures import BrokenExecutor, Future

    try:
        return executor.submit(work, shard)
    except BrokenExecutor as problem:
        failed: Future[Found] = Future()
        failed.set_exception(problem)
        return failed


def _result(
    future: Future[Found],
    executor: Executor | OwnProcesses,
    work: Callable[[Piece], Found],
    shard: Piece,
    lost: Callable[[Piece], Found] | None,
) -> Found:
    from concurrent.futures import BrokenExecutor, CancelledError

    alone = executor.alone if isinstance(executor, OwnProcesses) else executor.submit
    for attempt in (lambda: future, partial(alone, work, shard)):
        try:
            return attempt().result()
        except Exception as problem:
            # Dask's own error for a task whose workers died; its library is not ours to import.
            died = isinstance(problem, (BrokenExecutor, CancelledError))
            if lost is None or not (died or type(problem).__name__ == "KilledWorker"):
                raise
    assert lost is not None
    return lost(shard)


@contextmanager
def workers(
    executor: Executor | None = None, jobs: int = 1, method: str | None = None
) -> Iterator[tuple[Executor | OwnProcesses | None, int]]:
    """Give the executor, lent, this process or `jobs` of our own, and the window of shards.

    `method` is how processes are begun. Those of our own are ended in the middle of their work.
    """
    if executor is not None:
        yield executor, LENT_AHEAD
    elif jobs == 1:
        yield None, 1
    else:
        ours = OwnProcesses(jobs, method)
        try:
            yield ours, jobs * AHEAD
        finally:
            ours.shutdown()


class OwnProcesses:
    """Processes of our own, begun anew where one died, ended in the middle of their work."""

    def __init__(self, jobs: int, method: str | None = None) -> None:
        import multiprocessing

        self.strangers = multiprocessing.active_children()
        self.jobs = jobs
        self.pool = _pool(jobs, method)

    def submit(self, work: Callable[..., Any], /, *given: Any) -> Future[Any]:
        """Have a process do the work."""
        from concurrent.futures import BrokenExecutor

        with _without_interruption():
            try:
                return self.pool.submit(work, *given)
            except BrokenExecutor:
                self.pool.shutdown(wait=False)
                # A pool has threads, and a process with threads must not be forked any more.
                self.pool = _pool(self.jobs, "spawn")
                return self.pool.submit(work, *given)

    def alone(self, work: Callable[..., Any], /, *given: Any) -> Future[Any]:
        """Do the work in a process of its own, which takes no other work along if it dies."""
        with _pool(1, "spawn") as pool:
            return pool.submit(work, *given)

    def shutdown(self) -> None:
        """End the processes, also in the middle of their work: nobody waits for it any more."""
        import multiprocessing

        for child in multiprocessing.active_children():
            if child not in self.strangers:
                child.terminate()
        # Waits for the pool's own thread too: at the exit of Python it might meet a closed pipe.
        self.pool.shutdown(cancel_futures=True)


def _pool(jobs: int, method: str | None) -> Executor:
    import multiprocessing.synchronize  # a browser has no such module, and says so
    from concurrent.futures import ProcessPoolExecutor

    context = multiprocessing.get_context(method)
    return ProcessPoolExecutor(jobs, mp_context=context, initializer=_follow_parent)


@contextmanager
def _without_interruption() -> Iterator[None]:
    """Begin processes that no interruption at the keyboard reaches; ours reaches us afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _follow_parent() -> None:
    """Begin as a process of a pool: interruptions are the parent's, and without it we end."""
    import multiprocessing

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
"""Where every match is reported, pieces are smaller: the reports have to be held."""


class Task(NamedTuple):
    """The work to do: the files, the share of them, and the language and detail of reports.

    `told` is ``all``, ``faults``, ``wanting`` or ``first``; `size` how large a shard is, in bytes.
    """

    items: tuple[reading.ArchiveFile, ...]
    told: str = FIRST
    code: str = "en"
    number: int = 1
    of: int = 1
    size: int = 0

    def shards(self) -> tuple[reading.Shard, ...]:
        """The pieces of work, in their order."""
        return reading.share(reading.shards(self.items, self.size), self.number, self.of)

    def summary(self) -> Summary:
        """An empty summary of this share of the archive."""
        return Summary(reading.identity(self.items), self.number, self.of)


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
    """Plan an archive, and how it is cut so that all jobs find enough to do."""
    items = reading.plan(paths, find, leave)
    size = reading.size_for(items, max(jobs, of))
    return Task(items, told, code, number, of, min(size, ALL_SHARD) if told == ALL else size)


def pieces(
    task: Task, journal: Journal | None = None, *, executor: Executor | None = None, jobs: int = 1
) -> Generator[ShardResult]:
    """What is found, piece by piece, each at its place in its file.

    With a journal, what it has kept comes from there, and what is found anew is kept in it.
    The work is done by a lent executor, by `jobs` processes, or by this one.
    """
    yield from _numbered(_found(task, journal, executor, jobs))


def _found(
    task: Task, journal: Journal | None, executor: Executor | None, jobs: int
) -> Iterator[ShardResult]:
    done = 0
    if journal is not None:
        asked = [task.told, task.code, task.number, task.of]
        size = journal.begin([reading.identity(task.items, changed=True), *asked], task.size)
        task, done = task._replace(size=size), journal.done
        yield from journal.kept()
    waiting = islice(reading.with_blocks(task.shards()), done, None)
    verify_shard = partial(_verify_shard, task.code, task.told)
    lost = partial(failed_shard, code=task.code)
    with workers(executor, jobs) as (hands, window):
        for _, piece in run_shards(
            waiting, verify_shard, hands, window, lost=lost, rest=remaining_shard
        ):
            if journal is not None:
                journal.keep(piece)
            yield piece


def _numbered(pieces: Iterable[ShardResult]) -> Iterator[ShardResult]:
    """The pieces, with rows and matches counted from the beginning of each file, or our share."""
    file, end, lines, matches = "", -1, 0, 0
    for piece in pieces:
        if piece.file != file or piece.begin != end:
            lines = matches = 0
        yield piece.moved(lines, matches)
        file, end = piece.file, piece.end
        lines, matches = lines + piece.lines, matches + piece.matches


def _verify_shard(code: str, told: str, shard: reading.Shard) -> ShardResult:
    return work(shard, code, told)


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
    asked = task(paths, told=told, code=code, jobs=jobs, number=number, of=of)
    summary = asked.summary()
    for piece in pieces(asked, executor=executor, jobs=jobs):
        summary.add(piece)
        if on_result is not None:
            for report in piece.reports:
                on_result(report)
    return summary
