"""What an archive is made of: its files in their order, and the ranges they are cut into.

Both depend on names and sizes alone, so that programs that know nothing of each other cut the
same archive in the same places. Files are read by ranges of lines, streams by blocks.

A range of bytes owns the lines that begin in it, so that ranges side by side own every line
once, wherever they are cut. What cannot be cut where it lies (standard input, pipes, packed
files) is read once, from the beginning on, and cut at the ends of lines into blocks, which then
travel to the process that works on them. Never more than a line, or a block, is held.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import stat
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from itertools import chain
from pathlib import Path
from types import ModuleType
from typing import IO, Any, NamedTuple

from mustutor.base.errors import MustutorError, ReplayError, Unreadable
from mustutor.base.language import mark
from mustutor.replay.reader import EMPTY, LARGEST_MATCH, LIVE, SHEET, STDIN, opened

GZIP, ZSTANDARD = ".gz", ".zst"
PACKED = (GZIP, ZSTANDARD)
RECORDS = (".json", ".jsonl", SHEET, *(f".jsonl{suffix}" for suffix in PACKED))
DEEPEST = 64
MOST_FILES = 200_000
SHARD = 5 * 1024 * 1024
SMALLEST = 64 * 1024
PIECES_EACH = 32
"""Pieces of work for each process: the first to finish waits for one of them at most."""
UNPACKED = 8
"""How many times its size a packed file is taken to hold, where shares are dealt out."""

LINES, STREAM, WHOLE, PROBLEM = "lines", "stream", "whole", "problem"

_OUTSIDE = mark(
    "This is a link that leads out of the folder: to have its target read, name the target itself."
)
_TOO_DEEP = mark("Folders are nested in it more than {most} deep: what lies deeper is not read.")
_TOO_MANY = mark("There are more than {most} files: put many matches into one file, one a line.")
_NO_RECORD = mark("It is a folder without records: those end in .json, .jsonl, .mus, .gz or .zst.")
_FORBIDDEN = mark("It may not be read: its permissions forbid it.")
_CANNOT = mark("It cannot be read.")
_NO_FILE = mark("There is no such file.")
_FOLDER = mark("It is a folder: name a file in it.")


class ArchiveFile(NamedTuple):
    """A file of an archive: how it is read, how large it is, and when it was changed last.

    `kind` is ``lines`` (cut into ranges of bytes), ``stream`` (read from its beginning on),
    ``whole`` (one match) or ``problem`` (what it is cannot be read).
    """

    file: str
    kind: str
    size: int = 0
    changed: int = 0
    problem: MustutorError | None = None


class Shard(NamedTuple):
    """A piece of work: the lines that begin in a range of a file's bytes, or a whole file.

    `data` is the range itself where it was unpacked already; `size` that of the file where
    only a range of it is meant; `weight` how much of the work it is, in bytes.
    """

    file: str
    kind: str
    begin: int = 0
    end: int = 0
    size: int = 0
    weight: int = 0
    data: bytes | None = None
    problem: MustutorError | None = None


def plan(
    paths: Iterable[str], find: Callable[[str], str] = str, leave: Iterable[str] = ()
) -> tuple[ArchiveFile, ...]:
    """The files of an archive, in the order they were named; those of a folder by their names.

    Folders are walked to the bottom; in them, names that begin with a dot and links are passed
    over, and a link that leads out of the folder is a problem. `find` may find the file a name
    stands for, and those to `leave` are passed over in folders: what we write there ourselves.
    What cannot be read becomes a problem, never an exception.
    """
    ours = {os.path.realpath(path) for path in leave}
    items: list[ArchiveFile] = []
    for name in paths:
        try:
            path = find(name)
        except Unreadable as problem:
            items.append(ArchiveFile(name, PROBLEM, problem=problem))
            continue
        folder = path not in ("", STDIN) and Path(path).is_dir()
        for item in _walk(path, ours) if folder else iter((_item(path),)):
            if len(items) == MOST_FILES:
                return (*items, _problem(path, _TOO_MANY, most=MOST_FILES))
            items.append(item)
    return tuple(items)


def identity(items: Iterable[ArchiveFile], *, changed: bool = False) -> str:
    """The digest of an archive's names and sizes, and of the times of its changes if asked."""
    digest = hashlib.sha256()
    for item in items:
        line = f"{item.file}\n{item.kind} {item.size} {item.changed if changed else ''}\n"
        digest.update(line.encode("utf-8", "surrogateescape"))
    return digest.hexdigest()[:32]


def shards(items: Iterable[ArchiveFile], size: int = SHARD) -> Iterator[Shard]:
    """Cut the files into pieces of work of about `size` bytes."""
    for item in items:
        if item.kind == LINES:
            for begin in range(0, item.size, size):
                end = min(begin + size, item.size)
                yield Shard(item.file, LINES, begin, end, item.size, end - begin)
        else:
            weight = item.size * (UNPACKED if item.file.endswith(PACKED) else 1)
            yield Shard(item.file, item.kind, 0, 0, 0, weight, None, item.problem)


def size_for(items: Iterable[ArchiveFile], many: int) -> int:
    """The size of pieces that gives `many` processes enough to do, in a small archive too."""
    total = sum(item.size for item in items)
    return max(SMALLEST, min(SHARD, total // (PIECES_EACH * many)))


def share(pieces: Iterable[Shard], number: int, of: int) -> tuple[Shard, ...]:
    """The pieces of work that fall to one of many, all of them side by side.

    >>> [len(share([Shard("a", LINES, weight=5)] * 7, number, 3)) for number in (1, 2, 3)]
    [2, 3, 2]
    """
    every = tuple(pieces)
    total = sum(piece.weight + 1 for piece in every)
    mine = []
    before = 0
    for piece in every:
        weight = piece.weight + 1
        if (2 * before + weight) * of // (2 * total) + 1 == number:
            mine.append(piece)
        before += weight
    return tuple(mine)


# --- folders ---------------------------------------------------------------------------------


def _walk(folder: str, ours: set[str]) -> Iterator[ArchiveFile]:
    found = False
    for item in _below(folder, os.path.realpath(folder), DEEPEST):
        if ours and os.path.realpath(item.file) in ours:
            continue
        found = True
        yield item
    if not found:
        yield _problem(folder, _NO_RECORD)


def _below(folder: str, root: str, depth: int) -> Iterator[ArchiveFile]:
    try:
        with os.scandir(folder) as entries:
            inside = sorted(entries, key=lambda entry: entry.name)
    except OSError as problem:
        yield _problem(folder, read_error_text(problem))
        return
    if not depth:
        yield _problem(folder, _TOO_DEEP, most=DEEPEST)
        return
    for entry in inside:
        if entry.name.startswith("."):
            continue
        if entry.is_symlink():
            within = Path(os.path.realpath(entry.path)).is_relative_to(root)
            if not within and (entry.is_dir() or entry.name.endswith(RECORDS)):
                yield _problem(entry.path, _OUTSIDE)
        elif entry.is_dir():
            yield from _below(entry.path, root, depth - 1)
        elif entry.is_file() and entry.name.endswith(RECORDS):
            yield _item(entry.path)


def _item(path: str) -> ArchiveFile:
    if path == STDIN:
        return ArchiveFile(path, STREAM)
    try:
        found = Path(path).stat() if path else None
    except (OSError, ValueError):
        found = None
    if found is None:
        return ArchiveFile(path, WHOLE)  # its reader finds out
    regular = stat.S_ISREG(found.st_mode)
    size, changed = (found.st_size, found.st_mtime_ns) if regular else (0, 0)
    if path.endswith(PACKED):
        return ArchiveFile(path, STREAM, size, changed)
    if not path.endswith(".jsonl") or path.endswith(LIVE):
        return ArchiveFile(path, WHOLE, size, changed)
    if not regular:
        return ArchiveFile(path, STREAM, size, changed)
    if size <= SMALLEST and _blank(path):
        return _problem(path, EMPTY)
    return ArchiveFile(path, LINES, size, changed)


def _blank(path: str) -> bool:
    try:
        with Path(path).open("rb") as file:
            return not file.read(SMALLEST + 1).strip()
    except OSError:
        return False  # its reader finds out


def _problem(path: str, sentence: str, **evidence: Any) -> ArchiveFile:
    return ArchiveFile(path, PROBLEM, problem=ReplayError(sentence, **evidence))


def read_error_text(problem: OSError | ValueError) -> str:
    """The sentence for an error in reading."""
    if isinstance(problem, FileNotFoundError):
        return _NO_FILE
    if isinstance(problem, IsADirectoryError):
        return _FOLDER
    return _FORBIDDEN if isinstance(problem, PermissionError) else _CANNOT


BLOCK = 1024 * 1024
SKIPPED = 1024 * 1024
"""Bytes read at a time where a line too long to be held is skipped."""

_READ = 64 * 1024
_PACKED_READ = 4 * 1024
"""Bytes unpacked at a time: few, since what comes before a fault in them is lost."""
_MOST = 1024 * 1024
"""Bytes taken from unpacking at a time: a few packed ones may hold gigabytes."""

FREELY = 64 * 1024 * 1024
MOST_TIMES = 500
"""Beyond its first `FREELY` bytes a file may unpack to `MOST_TIMES` its size: records of matches
come to a tenth of that, however alike they are."""

_GZIP_MAGIC, _ZSTANDARD_MAGIC = (b"\x1f\x8b",), (b"\x28\xb5\x2f\xfd", b"\x2a\x4d\x18")
"""What such files begin with; a stream of Zstandard to be skipped has another first byte."""

_TOO_LONG = mark("The line is longer than {most} MiB.")

_BREAKS_OFF = mark("The packed file breaks off here: it seems to be cut short.")
_DAMAGED = mark("The packed file is damaged from here on: {problem}.")
_SWOLLEN = mark(
    "Unpacked, this file is more than {times} times as large as it is packed, which no archive "
    "of matches is. Unpack it yourself to have it read."
)
_NOT_PACKED = mark("It is not packed as its name says.")
_NEEDS = mark("To read it, install what unpacks it: pip install 'mustutor[zst]'.")


# --- lines -----------------------------------------------------------------------------------


class ArchiveLine(NamedTuple):
    """A line: the byte it begins at, and its text; none where it is too long to be held."""

    offset: int
    text: bytes | None

    @property
    def blank(self) -> bool:
        """Whether nothing stands on it."""
        return self.text is not None and not self.text.strip()


def lines(
    file: IO[bytes], begin: int, end: int, *, longest: int = LARGEST_MATCH
) -> Iterator[ArchiveLine]:
    """The lines of a file that begin in a range of its bytes.

    >>> import io
    >>> [line.text for line in lines(io.BytesIO(b"one\\ntwo\\nthree"), 2, 9)]
    [b'two\\n', b'three']
    """
    at = begin
    if begin:
        # The range may begin within a line, or with one: the byte before it tells.
        at = begin - 1
        file.seek(at)
        at = _after_line(file, at, end)
    while at < end:
        text = file.readline(longest + 1)
        if not text:
            return
        offset, at = at, at + len(text)
        if len(text) <= longest:
            yield ArchiveLine(offset, text)
        else:
            whole = text.endswith(b"\n")
            del text
            yield ArchiveLine(offset, None)
            at = at if whole else _after_line(file, at, end)


def lines_of(shard: Shard) -> Iterator[ArchiveLine]:
    """The lines of a shard, each with the byte of the file it begins at."""
    if shard.data is None:
        with opened(shard.file) as file:
            yield from lines(file, shard.begin, shard.end)
    else:  # a block that was unpacked begins with itself
        for line in lines(io.BytesIO(shard.data), 0, len(shard.data)):
            yield line._replace(offset=line.offset + shard.begin)


def line_too_long() -> ReplayError:
    """The error of a line that is longer than any match."""
    return ReplayError(_TOO_LONG, most=LARGEST_MATCH // 2**20)


def _after_line(file: IO[bytes], at: int, end: int) -> int:
    """Offset of the next line start; at or past `end` if there is none."""
    while at < end:
        piece = file.readline(SKIPPED)
        if not piece:
            return end
        at += len(piece)
        if piece.endswith(b"\n"):
            break
    return at


# --- streams ---------------------------------------------------------------------------------


class Block(NamedTuple):
    """Some bytes of a stream, whole lines; no `data` where it is a line too long to be held."""

    length: int
    data: bytes | None


def blocks(shard: Shard, size: int = BLOCK) -> Iterator[Shard]:
    """Cut a stream into shards of about `size` bytes; the last says what hinders reading on."""
    file, at, read = shard.file, 0, 0
    try:
        with _opened(file) as opened:
            pieces = unpacked(opened, file) if file.endswith(PACKED) else _pieces(opened)
            kind = LINES
            if not file.endswith((".jsonl", *(f".jsonl{suffix}" for suffix in PACKED))):
                kind, pieces = _peeked(pieces)
            for block in _cut(pieces, size) if kind == LINES else _whole(pieces):
                before, read = read, opened.tell() if shard.weight else 0
                weight = (read - before) * (UNPACKED if file.endswith(PACKED) else 1)
                problem = None
                if block.data is None:
                    problem = line_too_long()
                end = at + block.length
                yield Shard(file, kind, at, end, 0, weight, block.data, problem)
                at = end
        if not at:
            yield Shard(file, PROBLEM, problem=ReplayError(EMPTY))
    except (OSError, ValueError) as problem:
        yield _hindered(file, at, ReplayError(read_error_text(problem)))
    except ReplayError as problem:
        yield _hindered(file, at, problem)


def with_blocks(parts: Iterable[Shard], size: int = 0) -> Iterator[Shard]:
    """The shards, each stream as its blocks, which are read when their turn comes."""
    for shard in parts:
        if shard.kind == STREAM:
            yield from blocks(shard, size) if size else blocks(shard)
        else:
            yield shard


def _hindered(file: str, at: int, problem: ReplayError) -> Shard:
    problem.file = ""
    return Shard(file, LINES if at else PROBLEM, at, at, problem=problem)


def _opened(name: str) -> AbstractContextManager[IO[bytes]]:
    if name != STDIN:
        return opened(name)
    if sys.stdin is None:  # a program started without a standard input has none at all
        raise ReplayError(EMPTY)
    return nullcontext(sys.stdin.buffer)


def _pieces(file: IO[bytes]) -> Iterator[bytes]:
    while piece := file.read(_READ):
        yield piece


def _peeked(pieces: Iterator[bytes]) -> tuple[str, Iterator[bytes]]:
    """The kind of a stream (a match a line, or one match), and its bytes from the start."""
    held = bytearray()
    for piece in pieces:
        held += piece
        text = held.lstrip()
        if b"\n" in text or len(held) > LARGEST_MATCH:
            break
    try:
        json.loads(held.lstrip().partition(b"\n")[0])
    except (ValueError, RecursionError):
        return WHOLE, chain((bytes(held),), pieces)
    return LINES, chain((bytes(held),), pieces)


def _whole(pieces: Iterator[bytes]) -> Iterator[Block]:
    """One match; of one too large enough for its reader to find out."""
    held = bytearray()
    for piece in pieces:
        held += piece
        if len(held) > LARGEST_MATCH:
            break
    if held.strip():
        yield Block(len(held), bytes(held))


def _cut(pieces: Iterator[bytes], size: int) -> Iterator[Block]:
    held = bytearray()
    lines = skipped = 0  # how much of what is held are whole lines; of a line too long, how much
    try:
        for piece in pieces:
            rest = piece
            if skipped:
                at = piece.find(b"\n") + 1
                if not at:
                    skipped += len(piece)
                    continue
                yield Block(skipped + at, None)
                rest, skipped = piece[at:], 0
            lines = len(held) + at if (at := rest.rfind(b"\n") + 1) else lines
            held += rest
            if lines and len(held) >= size:
                yield Block(lines, bytes(held[:lines]))
                del held[:lines]
                lines = 0
            elif not lines and len(held) > LARGEST_MATCH:
                skipped = len(held)
                held.clear()
    except ReplayError:
        if lines:
            yield Block(lines, bytes(held[:lines]))
        raise
    if skipped:
        yield Block(skipped, None)
    if held:
        yield Block(len(held), bytes(held))


# --- packed files ----------------------------------------------------------------------------


def unpacked(file: IO[bytes], name: str) -> Iterator[bytes]:
    """Unpack a file, a little at a time; raises ReplayError where it cannot go on.

    What was unpacked before a fault, but for the last few kilobytes, has been given before it
    is told; to swell without measure is one. Streams one after the other in a file, as `cat` makes
    them, are read as one.
    """
    library = None if name.endswith(GZIP) else zstandard()
    if not name.endswith(GZIP) and library is None:
        raise ReplayError(_NEEDS, file=name)
    magics = _ZSTANDARD_MAGIC if library else _GZIP_MAGIC
    first = file.read(_PACKED_READ)
    if first and not any(magic in first[:4] for magic in magics):
        raise ReplayError(_NOT_PACKED, file=name)
    taken = len(first)

    def more() -> bytes:
        nonlocal taken
        data = file.read(_PACKED_READ)
        taken += len(data)
        return data

    errors = (library.ZstdError,) if library else (zlib.error,)
    try:
        given = 0
        for piece in _streams(more, first, library):
            given += len(piece)
            if given > FREELY and given > MOST_TIMES * taken:
                raise ReplayError(_SWOLLEN, file=name, times=MOST_TIMES)
            yield piece
    except EOFError:
        raise ReplayError(_BREAKS_OFF, file=name) from None
    except errors as problem:
        raise ReplayError(_DAMAGED, file=name, problem=str(problem)) from None


def _streams(more: Callable[[], bytes], data: bytes, library: ModuleType | None) -> Iterator[bytes]:
    """What the streams of a packed file hold, one after the other."""
    stream = None
    while data:
        if stream is None or stream.eof:
            if stream is not None and not data.lstrip(b"\0"):
                return  # filled up with zeros, as tapes were
            stream = library.ZstdDecompressor() if library else zlib.decompressobj(wbits=31)
        while piece := stream.decompress(data, _MOST):
            yield piece
            if stream.eof:
                break
            # What was given and not looked at yet: zlib gives it back, Zstandard keeps it.
            data = b"" if library else stream.unconsumed_tail
        data = (stream.unused_data if stream.eof else b"") or more()
    if stream is not None and not stream.eof:
        raise EOFError


def zstandard() -> ModuleType | None:
    """Python's own Zstandard, from 3.14 on, or the same for older ones where it is installed."""
    from importlib import import_module

    for name in ("compression.zstd", "backports.zstd"):
        try:
            return import_module(name)
        except ImportError:
            continue
    return None
