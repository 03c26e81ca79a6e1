"""What archives are read from: ranges of files by lines, and streams, packed or not, by blocks.

A range of bytes owns the lines that begin in it, so that ranges side by side own every line
once, wherever they are cut. What cannot be cut where it lies (standard input, pipes, packed
files) is read once, from the beginning on, and cut at the ends of lines into blocks, which then
travel to whoever works on them. Never more than a line, or a block, is held.
"""

from __future__ import annotations

import json
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from itertools import chain
from types import ModuleType
from typing import IO

from mustutor.archive.plan import GZIP, LINES, PACKED, PROBLEM, UNPACKED, WHOLE, Shard, hindrance
from mustutor.errors import ReplayError
from mustutor.language import mark
from mustutor.replay.reader import LARGEST_MATCH, STDIN, opened
from mustutor.tuples import NamedTuple

BLOCK = 1024 * 1024
SKIPPED = 1024 * 1024
"""What is skipped of a line too long to be held is read in pieces of so many bytes."""

_READ = 64 * 1024
_PACKED_READ = 4 * 1024
"""So little is given to be unpacked at a time, since what comes before a fault in it is lost."""
_MOST = 1024 * 1024
"""So much is unpacked at a time: a few bytes may unpack to gigabytes."""

FREELY = 64 * 1024 * 1024
MOST_TIMES = 500
"""Beyond the first so many bytes a file may unpack to so many times its size: records of matches
come to a tenth of that, however alike they are."""

_GZIP_MAGIC, _ZSTANDARD_MAGIC = (b"\x1f\x8b",), (b"\x28\xb5\x2f\xfd", b"\x2a\x4d\x18")
"""What such files begin with; a stream of Zstandard to be skipped has another first byte."""

_TOO_LONG = mark("The line is longer than {most} MiB.")
_EMPTY = mark("It is empty: a record is a JSON document.")
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


def _after_line(file: IO[bytes], at: int, end: int) -> int:
    """Where the line after the one under way begins, or a place from `end` on."""
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
    """So many bytes of a stream, whole lines; no `data` where it is a line too long to be held."""

    length: int
    data: bytes | None


def blocks(shard: Shard, size: int = BLOCK) -> Iterator[Shard]:
    """Cut a stream into shards of about so many bytes; what hinders reading on is the last one."""
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
                    problem = ReplayError(_TOO_LONG, most=LARGEST_MATCH // 2**20)
                end = at + block.length
                yield Shard(file, kind, at, end, 0, weight, block.data, problem)
                at = end
        if not at:
            yield Shard(file, PROBLEM, problem=ReplayError(_EMPTY))
    except (OSError, ValueError) as problem:
        yield _hindered(file, at, ReplayError(hindrance(problem)))
    except ReplayError as problem:
        yield _hindered(file, at, problem)


def _hindered(file: str, at: int, problem: ReplayError) -> Shard:
    problem.file = ""
    return Shard(file, LINES if at else PROBLEM, at, at, problem=problem)


def _opened(name: str) -> AbstractContextManager[IO[bytes]]:
    if name != STDIN:
        return opened(name)
    if sys.stdin is None:  # a program started without a standard input has none at all
        raise ReplayError(_EMPTY)
    return nullcontext(sys.stdin.buffer)


def _pieces(file: IO[bytes]) -> Iterator[bytes]:
    while piece := file.read(_READ):
        yield piece


def _peeked(pieces: Iterator[bytes]) -> tuple[str, Iterator[bytes]]:
    """Whether a stream is a match a line, or one match: its first line is a document, or is not."""
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
    """One match; of one too large so much that whoever reads it finds out."""
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
