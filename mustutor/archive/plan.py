"""What an archive is made of: its files in their order, and the ranges they are cut into.

Both depend on names and sizes alone, so that programs that know nothing of each other cut the
same archive in the same places.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from mustutor.errors import MustutorError, ReplayError, Unreadable
from mustutor.language import mark
from mustutor.replay.reader import LIVE, SHEET, STDIN
from mustutor.tuples import NamedTuple

GZIP, ZSTANDARD = ".gz", ".zst"
PACKED = (GZIP, ZSTANDARD)
RECORDS = (".json", ".jsonl", SHEET, *(f".jsonl{suffix}" for suffix in PACKED))
DEEPEST = 64
MOST_FILES = 200_000
SHARD = 5 * 1024 * 1024
SMALLEST = 64 * 1024
PIECES_EACH = 32
"""Into so many pieces work is cut for each: whoever is done first waits for one of them at most."""
UNPACKED = 8
"""A packed file is taken to hold so many times its size, where shares are dealt out."""

LINES, STREAM, WHOLE, PROBLEM = "lines", "stream", "whole", "problem"

_OUTSIDE = mark(
    "This is a link that leads out of the folder: to have its target read, name the target itself."
)
_TOO_DEEP = mark("Folders are nested in it more than {most} deep: what lies deeper is not read.")
_TOO_MANY = mark("There are more than {most} files: put many matches into one file, one a line.")
_NO_RECORD = mark("It is a folder without records: those end in .json, .jsonl, .mus, .gz or .zst.")
_EMPTY = mark("It is empty: a record is a JSON document.")
_FORBIDDEN = mark("It may not be read: its permissions forbid it.")
_CANNOT = mark("It cannot be read.")
_NO_FILE = mark("There is no such file.")
_FOLDER = mark("It is a folder: name a file in it.")


class Item(NamedTuple):
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
) -> tuple[Item, ...]:
    """The files of an archive, in the order they were named; those of a folder by their names.

    Folders are walked to the bottom; in them, names that begin with a dot and links are passed
    over, and a link that leads out of the folder is a problem. `find` may find the file a name
    stands for, and those to `leave` are passed over in folders: what we write there ourselves.
    What cannot be read becomes a problem, never an exception.
    """
    ours = {os.path.realpath(path) for path in leave}
    items: list[Item] = []
    for name in paths:
        try:
            path = find(name)
        except Unreadable as problem:
            items.append(Item(name, PROBLEM, problem=problem))
            continue
        folder = path not in ("", STDIN) and Path(path).is_dir()
        for item in _walk(path, ours) if folder else iter((_item(path),)):
            if len(items) == MOST_FILES:
                return (*items, _problem(path, _TOO_MANY, most=MOST_FILES))
            items.append(item)
    return tuple(items)


def identity(items: Iterable[Item], *, changed: bool = False) -> str:
    """The digest of an archive's names and sizes, and of the times of its changes if asked."""
    told = hashlib.sha256()
    for item in items:
        line = f"{item.file}\n{item.kind} {item.size} {item.changed if changed else ''}\n"
        told.update(line.encode("utf-8", "surrogateescape"))
    return told.hexdigest()[:32]


def shards(items: Iterable[Item], size: int = SHARD) -> Iterator[Shard]:
    """Cut the files into pieces of work of about so many bytes."""
    for item in items:
        if item.kind == LINES:
            for begin in range(0, item.size, size):
                end = min(begin + size, item.size)
                yield Shard(item.file, LINES, begin, end, item.size, end - begin)
        else:
            weight = item.size * (UNPACKED if item.file.endswith(PACKED) else 1)
            yield Shard(item.file, item.kind, 0, 0, 0, weight, None, item.problem)


def size_for(items: Iterable[Item], many: int) -> int:
    """How large pieces are to be, so that so many find enough to do in a small archive too."""
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


def _walk(folder: str, ours: set[str]) -> Iterator[Item]:
    found = False
    for item in _below(folder, os.path.realpath(folder), DEEPEST):
        if ours and os.path.realpath(item.file) in ours:
            continue
        found = True
        yield item
    if not found:
        yield _problem(folder, _NO_RECORD)


def _below(folder: str, root: str, depth: int) -> Iterator[Item]:
    try:
        with os.scandir(folder) as entries:
            inside = sorted(entries, key=lambda entry: entry.name)
    except OSError as problem:
        yield _problem(folder, hindrance(problem))
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


def _item(path: str) -> Item:
    if path == STDIN:
        return Item(path, STREAM)
    try:
        found = Path(path).stat() if path else None
    except (OSError, ValueError):
        found = None
    if found is None:
        return Item(path, WHOLE)  # whoever reads it finds out
    regular = stat.S_ISREG(found.st_mode)
    size, changed = (found.st_size, found.st_mtime_ns) if regular else (0, 0)
    if path.endswith(PACKED):
        return Item(path, STREAM, size, changed)
    if not path.endswith(".jsonl") or path.endswith(LIVE):
        return Item(path, WHOLE, size, changed)
    if not regular:
        return Item(path, STREAM, size, changed)
    if size <= SMALLEST and _blank(path):
        return _problem(path, _EMPTY)
    return Item(path, LINES, size, changed)


def _blank(path: str) -> bool:
    try:
        with Path(path).open("rb") as file:
            return not file.read(SMALLEST + 1).strip()
    except OSError:
        return False  # whoever reads it finds out


def _problem(path: str, sentence: str, **evidence: Any) -> Item:
    return Item(path, PROBLEM, problem=ReplayError(sentence, **evidence))


def hindrance(problem: OSError | ValueError) -> str:
    """What hinders reading, in a sentence."""
    if isinstance(problem, FileNotFoundError):
        return _NO_FILE
    if isinstance(problem, IsADirectoryError):
        return _FOLDER
    return _FORBIDDEN if isinstance(problem, PermissionError) else _CANNOT
