"""Write an archive as Parquet, batch by batch in bounded memory, whole or not at all.

A batch, some shards of the archive, is read and written as rows, a file a table, by `work`, which
runs in any process and needs nothing but its arguments. That becomes a part of
each table; at the end the parts are put one after the other. What is numbered over the whole
archive, or over a file of several batches, counts on from part to part.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import IO, NamedTuple

from mustutor.archive.query import PLACES, ParquetWriter, duckdb, part_of, written_to
from mustutor.archive.reading import (
    LINES,
    PROBLEM,
    ArchiveFile,
    ArchiveLine,
    Shard,
    line_too_long,
    lines_of,
    plan,
    read_error_text,
    shards,
    with_blocks,
)
from mustutor.archive.rows import TABLES, MatchPlace, rows_of, rows_of_unreadable
from mustutor.archive.run import run_shards, workers
from mustutor.base.errors import ReplayError, Unreadable
from mustutor.base.files import remove_if_exists, temporary_folder
from mustutor.base.json_text import Json, dumps
from mustutor.base.language import mark
from mustutor.replay.files import read
from mustutor.replay.format import Replay
from mustutor.replay.reader import loads

SIZE = 4 * 1024 * 1024
"""Bytes of records in a batch, about."""
MOST_FILES = 256
"""Files in a batch, at most."""

NEW_FOLDER = 0o777
PARTS = "parts"

_THERE = mark("It is there already: name a folder that does not exist yet.")
_DIED = mark(
    "A process that was working on it died, so nothing has been written: try again with --jobs 1."
)


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
    seen: Callable[[int], None] | None = None,
) -> Exported:
    """Write an archive as a folder of Parquet files, one a table.

    `paths` are files and folders as `verify_archive` takes them; what cannot be read becomes a
    row of `faults`. The folder comes to be at once, when all is written; its bytes depend on the
    archive alone and not on `jobs`. `size` is how many bytes of records are worked on at a time;
    `seen` is told of the hands of each such piece when it is done.
    Raises Unreadable where the folder is there already, cannot be written, or DuckDB is missing.
    """
    duckdb()
    target = Path(folder)
    if os.path.lexists(target):
        raise Unreadable(_THERE, file=str(target))
    with written_to(target):
        name = temporary_folder(target.absolute().parent, f".{target.name[:100]}.")
        try:
            draft = Path(name)
            parts = draft / PARTS
            parts.mkdir()
            exported = _export(batches(plan(paths, find), size), parts, draft, jobs, seen)
            shutil.rmtree(parts)
            mask = os.umask(0)
            os.umask(mask)
            draft.chmod(NEW_FOLDER & ~mask)
            _arrive(draft)
            draft.rename(target)
        except BrokenExecutor:
            raise Unreadable(_DIED) from None
        finally:
            remove_if_exists(name)
    return exported


def _export(
    planned: Iterable[Batch],
    parts: Path,
    draft: Path,
    jobs: int,
    seen: Callable[[int], None] | None,
) -> Exported:
    rows = dict.fromkeys((table.name for table in TABLES), 0)
    held: dict[str, list[tuple[int, dict[str, int]]]] = {table.name: [] for table in TABLES}
    place = {"match": 0, "number": 0, "line": 0}
    unreadable = 0
    # Spawned and not forked: the caller may have threads, and DuckDB's among them.
    with workers(jobs=jobs, method="spawn") as (executor, window):
        for batch, counts in run_shards(planned, partial(work, str(parts)), executor, window):
            if not batch.goes_on:
                place |= {"number": 0, "line": 0}
            for name, count in counts.rows.items():
                rows[name] += count
                if count:
                    wanted = PLACES.get(name, ("match",))
                    held[name].append((batch.number, {each: place[each] for each in wanted}))
            unreadable += counts.unreadable
            if seen is not None:
                seen(counts.rows["hands"])
            place["match"] += counts.matches
            place["number"] += counts.last_matches
            place["line"] += counts.last_lines
    with ParquetWriter(parts) as press:
        for table in TABLES:
            press.whole(table, held[table.name], draft / f"{table.name}.parquet")
    return Exported(rows, unreadable)


def _arrive(draft: Path) -> None:
    """Let the files arrive on the disk before the folder has its name."""
    for path in draft.iterdir():
        with path.open("rb+") as file:  # Windows flushes only what may be written
            os.fsync(file.fileno())


# --- batches ---------------------------------------------------------------------------------


class Batch(NamedTuple):
    """Some shards, and the number of the batch. One that goes on in a file stands alone."""

    number: int
    shards: tuple[Shard, ...]

    @property
    def goes_on(self) -> bool:
        """Whether it begins where the batch before it left a file."""
        return self.shards[0].begin > 0


class Counts(NamedTuple):
    """What a batch came to: its rows by table, and how far it got in its last file."""

    number: int
    rows: dict[str, int]
    unreadable: int
    matches: int
    last_matches: int
    last_lines: int


def batches(items: Iterable[ArchiveFile], size: int = SIZE) -> Iterator[Batch]:
    """Cut an archive into batches; where, depends on the archive alone."""
    number, held, weight = 0, list[Shard](), 0
    for shard in with_blocks(shards(items, size), size):
        # A block of a stream may weigh nothing; what it holds has to travel.
        heavy = max(shard.weight, len(shard.data or b""))
        full = weight + heavy > size or len(held) == MOST_FILES
        if held and (full or shard.begin or held[-1].begin):
            yield Batch(number, tuple(held))
            number, held, weight = number + 1, [], 0
        held.append(shard)
        weight += heavy
    if held:
        yield Batch(number, tuple(held))


def work(folder: str, batch: Batch) -> Counts:
    """Write the rows of a batch, in a folder, as the part of each table that comes from it.

    Matches, and lines and matches of the first file, are counted from the first of the batch.
    Raises Unreadable where the rows cannot be written.
    """
    place = Path(folder)
    with ParquetWriter(place) as press:
        counts = _written(batch, place)
        for table in TABLES:
            if counts.rows[table.name]:
                press.part(table, batch.number)
    return counts


def _written(batch: Batch, folder: Path) -> Counts:
    rows = dict.fromkeys((table.name for table in TABLES), 0)
    matches = unreadable = last = row = 0
    with ExitStack() as stack:
        files: dict[str, IO[bytes]] = {}
        for shard in batch.shards:
            last = row = 0
            for row, byte, found in _records(shard):
                if found is None:
                    continue
                matches, last = matches + 1, last + 1
                line = row if shard.kind == LINES else None
                at = MatchPlace(matches, shard.file, last, line, None if line is None else byte)
                if isinstance(found, ReplayError):
                    unreadable += 1
                    facts = rows_of_unreadable(found, at)
                else:
                    facts = rows_of(found, at)
                for table, fact in facts:
                    if table not in files:
                        path = part_of(folder, table, batch.number, "jsonl")
                        files[table] = stack.enter_context(path.open("wb"))
                    files[table].write(_dumped(fact))
                    rows[table] += 1
    return Counts(batch.number, rows, unreadable, matches, last, row)


def _dumped(fact: Json) -> bytes:
    try:
        return dumps(fact) + b"\n"
    except TypeError:
        # Half a character, of a file whose name is no text: it is written as an escape.
        whole = {name: _whole_text(thing) for name, thing in fact.items()}
        return dumps(whole) + b"\n"


def _whole_text(thing: object) -> object:
    if isinstance(thing, str):
        return thing.encode("utf-8", "backslashreplace").decode()
    if isinstance(thing, dict):
        return {_whole_text(name): _whole_text(inner) for name, inner in thing.items()}
    return thing


def _records(shard: Shard) -> Iterator[tuple[int, int, Replay | ReplayError | None]]:
    """What stands in a shard: row, byte, and a match, why it is none, or None for a blank line."""
    try:
        if shard.problem is not None:
            found = shard.problem
            if not isinstance(found, ReplayError):
                found = ReplayError(found.sentence, **found.evidence)
            yield 1, shard.begin, found
        elif shard.kind == LINES:
            for row, line in enumerate(lines_of(shard), 1):
                yield row, line.offset, _on_line(line)
        elif shard.data is not None:
            yield 1, 0, loads(shard.data)
        else:
            assert shard.kind != PROBLEM
            for located in read(shard.file):
                yield 1, 0, located.replay or located.problem
    except ReplayError as problem:
        yield 1, 0, problem
    except (OSError, ValueError) as problem:
        yield 1, 0, ReplayError(read_error_text(problem))


def _on_line(line: ArchiveLine) -> Replay | ReplayError | None:
    if line.blank:
        return None
    if line.text is None:
        return line_too_long()
    try:
        return loads(line.text.rstrip(b"\r\n"))
    except ReplayError as problem:
        return problem
