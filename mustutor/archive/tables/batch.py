"""A piece of the work: some shards of an archive, read and written as rows, a file a table.

It runs in whatever process it is sent to, and needs nothing but its arguments.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import IO, NamedTuple

import orjson

from mustutor.archive.lines import Line, lines
from mustutor.archive.plan import LINES, PROBLEM, STREAM, Item, Shard, hindrance, shards
from mustutor.archive.stream import blocks
from mustutor.archive.tables.columns import TABLES
from mustutor.archive.tables.parquet import Press, part_of
from mustutor.archive.tables.rows import Place, Row, rows_of, rows_of_unreadable
from mustutor.errors import MustutorError, ReplayError
from mustutor.language import mark
from mustutor.replay.format import Json, Replay
from mustutor.replay.reader import LARGEST_MATCH, loads, read

SIZE = 4 * 1024 * 1024
"""A batch holds about so many bytes of records."""
MOST_FILES = 256
"""And no more files than these."""

_TOO_LONG = mark("The line is longer than {most} MiB.")


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


def batches(items: Iterable[Item], size: int = SIZE) -> Iterator[Batch]:
    """Cut an archive into batches; where, depends on the archive alone."""
    number, held, weight = 0, list[Shard](), 0
    for shard in _unfolded(items, size):
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


def _unfolded(items: Iterable[Item], size: int) -> Iterator[Shard]:
    for shard in shards(items, size):
        if shard.kind == STREAM:
            yield from blocks(shard, size)
        else:
            yield shard


def work(batch: Batch, folder: str) -> Counts:
    """Write the rows of a batch, in a folder, as the part of each table that comes from it.

    Matches, and lines and matches of the first file, are counted from the first of the batch.
    Raises Unreadable where the rows cannot be written.
    """
    place = Path(folder)
    with Press(place) as press:
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
            for found in _found(shard):
                row = found.row
                if found.replay is None and found.problem is None:
                    continue
                matches, last = matches + 1, last + 1
                unreadable += found.problem is not None
                in_lines = shard.kind == LINES
                line, byte = (row, found.byte) if in_lines else (None, None)
                for table, fact in _rows(found, Place(matches, shard.file, last, line, byte)):
                    if table not in files:
                        path = part_of(folder, table, batch.number, "jsonl")
                        files[table] = stack.enter_context(path.open("wb"))
                    files[table].write(_dumped(fact))
                    rows[table] += 1
    return Counts(batch.number, rows, unreadable, matches, last, row)


def _rows(found: _Found, place: Place) -> Iterator[Row]:
    if found.problem is not None:
        return rows_of_unreadable(found.problem, place)
    assert found.replay is not None
    return rows_of(found.replay, place)


def _dumped(fact: Json) -> bytes:
    try:
        return orjson.dumps(fact, option=orjson.OPT_APPEND_NEWLINE)
    except TypeError:
        # Half a character, of a file whose name is no text: it is written as an escape.
        whole = {name: _whole_text(thing) for name, thing in fact.items()}
        return orjson.dumps(whole, option=orjson.OPT_APPEND_NEWLINE)


def _whole_text(thing: object) -> object:
    if isinstance(thing, str):
        return thing.encode("utf-8", "backslashreplace").decode()
    if isinstance(thing, dict):
        return {_whole_text(name): _whole_text(inner) for name, inner in thing.items()}
    return thing


class _Found(NamedTuple):
    """What stands somewhere in a shard: a match, what should have been one, or a blank line."""

    replay: Replay | None
    problem: ReplayError | None
    row: int = 1
    byte: int = 0


def _found(shard: Shard) -> Iterator[_Found]:
    try:
        if shard.problem is not None:
            yield _Found(None, _told(shard.problem), 1, shard.begin)
        elif shard.kind == LINES:
            yield from _in_lines(shard)
        elif shard.data is not None:
            yield _Found(loads(shard.data), None)
        else:
            assert shard.kind != PROBLEM
            for located in read(shard.file):
                yield _Found(located.replay, located.problem)
    except ReplayError as problem:
        yield _Found(None, problem)
    except (OSError, ValueError) as problem:
        yield _Found(None, ReplayError(hindrance(problem)))


def _told(problem: MustutorError) -> ReplayError:
    if isinstance(problem, ReplayError):
        return problem
    return ReplayError(problem.sentence, **problem.evidence)


def _in_lines(shard: Shard) -> Iterator[_Found]:
    here = shard.data is None
    begin, end = (shard.begin, shard.end) if here else (0, len(shard.data or b""))
    with Path(shard.file).open("rb") if here else io.BytesIO(shard.data or b"") as file:
        for row, line in enumerate(lines(file, begin, end), 1):
            yield _on_line(line, row, line.offset + shard.begin - begin)


def _on_line(line: Line, row: int, byte: int) -> _Found:
    if line.blank:
        return _Found(None, None, row, byte)
    if line.text is None:
        problem = ReplayError(_TOO_LONG, most=LARGEST_MATCH // 2**20)
        return _Found(None, problem, row, byte)
    try:
        return _Found(loads(line.text.rstrip(b"\r\n")), None, row, byte)
    except ReplayError as problem:
        return _Found(None, problem, row, byte)
