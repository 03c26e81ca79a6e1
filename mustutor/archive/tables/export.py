"""An archive written as Parquet: batch by batch, in bounded memory, the folder whole or not at all.

A batch becomes a part of each table; at the end the parts are put one after the other. What is
numbered over the whole archive, or over a file of several batches, counts on from part to part.
"""

from __future__ import annotations

import multiprocessing
import os
import shutil
import signal
import tempfile
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from mustutor.archive.plan import plan
from mustutor.archive.tables.batch import SIZE, Batch, Counts, batches, work
from mustutor.archive.tables.columns import TABLES
from mustutor.archive.tables.parquet import PLACES, Press, duckdb, written_to
from mustutor.archive.worker import follow_parent
from mustutor.errors import Unreadable
from mustutor.language import mark

AHEAD = 2
"""So many batches wait for each process."""
NEW_FOLDER = 0o777
PARTS = "parts"

_THERE = mark("It is there already: name a folder that is not.")
_DIED = mark("A process at work on it died, so that nothing is written: try it with --jobs 1.")


class Exported(NamedTuple):
    """What was written: the rows of each table, and how many matches could not be read."""

    rows: dict[str, int]
    unreadable: int

    @property
    def matches(self) -> int:
        """How many matches, those among them that could not be read."""
        return self.rows["matches"]


def export_archive(
    paths: Iterable[str],
    folder: str | os.PathLike[str],
    *,
    jobs: int = 1,
    find: Callable[[str], str] = str,
    size: int = SIZE,
) -> Exported:
    """Write an archive as a folder of Parquet files, one a table.

    `paths` are files and folders as `verify_archive` takes them; what cannot be read becomes a
    row of `faults`. The folder comes to be at once, when all is written; its bytes depend on the
    archive alone and not on `jobs`. `size` is how many bytes of records are worked on at a time.
    Raises Unreadable where the folder is there already, cannot be written, or DuckDB is missing.
    """
    duckdb()
    target = Path(folder)
    if os.path.lexists(target):
        raise Unreadable(_THERE, file=str(target))
    with written_to(target):
        draft = Path(
            tempfile.mkdtemp(dir=target.absolute().parent, prefix=f".{target.name[:100]}.")
        )
        try:
            parts = draft / PARTS
            parts.mkdir()
            exported = _export(batches(plan(paths, find), size), parts, draft, jobs)
            shutil.rmtree(parts)
            mask = os.umask(0)
            os.umask(mask)
            draft.chmod(NEW_FOLDER & ~mask)
            _arrive(draft)
            draft.rename(target)
        finally:
            shutil.rmtree(draft, ignore_errors=True)
    return exported


def _export(planned: Iterable[Batch], parts: Path, draft: Path, jobs: int) -> Exported:
    rows = dict.fromkeys((table.name for table in TABLES), 0)
    held: dict[str, list[tuple[int, dict[str, int]]]] = {table.name: [] for table in TABLES}
    place = {"match": 0, "number": 0, "line": 0}
    unreadable = 0
    for batch, counts in _worked(planned, str(parts), jobs):
        if not batch.goes_on:
            place |= {"number": 0, "line": 0}
        for name, count in counts.rows.items():
            rows[name] += count
            if count:
                wanted = PLACES.get(name, ("match",))
                held[name].append((batch.number, {each: place[each] for each in wanted}))
        unreadable += counts.unreadable
        place["match"] += counts.matches
        place["number"] += counts.last_matches
        place["line"] += counts.last_lines
    with Press(parts) as press:
        for table in TABLES:
            press.whole(table, held[table.name], draft / f"{table.name}.parquet")
    return Exported(rows, unreadable)


def _worked(planned: Iterable[Batch], parts: str, jobs: int) -> Iterator[tuple[Batch, Counts]]:
    """Have the batches worked on, by this process or by others; what they came to, in order."""
    if jobs == 1:
        for batch in planned:
            yield batch, work(batch, parts)
        return
    # Spawned and not forked: whoever calls may have threads, and DuckDB's among them.
    context = multiprocessing.get_context("spawn")
    strangers = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=follow_parent)
    source = iter(planned)
    under_way: deque[tuple[Batch, Future[Counts]]] = deque()
    try:
        while True:
            for batch in islice(source, jobs * AHEAD - len(under_way)):
                with _undisturbed():
                    under_way.append((batch, pool.submit(work, batch, parts)))
            if not under_way:
                return
            batch, future = under_way.popleft()
            yield batch, future.result()
    except BrokenExecutor:
        raise Unreadable(_DIED) from None
    finally:
        # Where it broke off, nobody waits for what is under way.
        pool.shutdown(wait=False, cancel_futures=True)
        for child in set(multiprocessing.active_children()) - strangers:
            child.terminate()
        pool.shutdown()


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Begin processes that no interruption at the keyboard reaches; ours reaches us afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _arrive(draft: Path) -> None:
    """Let the files arrive on the disk before the folder has its name."""
    for path in draft.iterdir():
        with path.open("rb") as file:
            os.fsync(file.fileno())
