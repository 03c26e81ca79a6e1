"""Archives that cannot be cut where they lie: standard input, pipes, packed files.

They are read once, from the beginning on, and cut at the ends of lines into blocks, which then
travel to whoever works on them.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from itertools import chain
from pathlib import Path
from typing import IO, NamedTuple

from mustutor.archive.packed import PACKED, unpacked
from mustutor.archive.plan import LINES, PROBLEM, UNPACKED, WHOLE, Shard, hindrance
from mustutor.errors import ReplayError
from mustutor.language import mark
from mustutor.replay.reader import LARGEST_MATCH, STDIN

BLOCK = 1024 * 1024

_READ = 64 * 1024
_TOO_LONG = mark("The line is longer than {most} MiB.")
_EMPTY = mark("It is empty: a record is a JSON document.")


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
        return Path(name).open("rb")
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
