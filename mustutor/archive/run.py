"""Verify an archive: plan it, cut it, have it worked on, add up what was found.

Whoever does the work, and however the archive is cut, the same reports come in the same order.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from mustutor.archive.journal import Journal
from mustutor.archive.plan import STREAM, Item, Shard, identity, plan, shards, share, size_for
from mustutor.archive.reading import blocks
from mustutor.archive.report import Report
from mustutor.archive.summary import Summary
from mustutor.archive.work import ALL, FIRST, InProcess, ShardResult

if TYPE_CHECKING:
    from concurrent.futures import Executor

ALL_SHARD = 1024 * 1024
"""Where every match is told, pieces are smaller: what is told has to be held."""


class Task(NamedTuple):
    """What is to be done: the files, in which share of them, told in what language and how fully.

    `told` is ``all``, ``faults`` or ``first``; `size` how large a shard is, in bytes.
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
