"""Records in progress: lines appended call by call, and the file that keeps them.

The first line is the match without its hands; then come lines of five kinds: a hand begins
(``{"mano": …}``, with its deal), a round begins (``{"lance": …}``), something is said
(``{"call": …}``, with its check), cards are served (``{"draws": …}``), and the hand is over
(``{"ledger": …, "after": …, "seal": …}``).

Each call is on the disk before the next is accepted. As long as only the end of the record
changes, lines are appended, flushed and synced. A change to earlier lines (an undo, a correction,
cards shown later) is written to a temporary file that then replaces the live file in one step. So a
recorder killed at any moment leaves a file that lacks at most the line in progress. A lock file
beside it keeps a second recorder away.
"""

from __future__ import annotations

import contextlib
import errno
import os
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from mustutor.base.errors import ReplayError, Unreadable
from mustutor.base.files import read_at_most, remove_if_exists, replace_file, temporary_file
from mustutor.base.json_text import Json, canonical, parsed
from mustutor.base.language import mark
from mustutor.replay.format import Hand, Refused, Replay, decode
from mustutor.replay.reader import LARGEST_MATCH, LIVE, explain
from mustutor.replay.writer import dumps, write

if TYPE_CHECKING:
    from filelock import BaseFileLock

KINDS = {
    "mano": {"mano", "deal"},
    "lance": {"lance"},
    "call": {"call", "check", "at_ms"},
    "draws": {"draws"},
    "": {"ledger", "after", "seal"},
}
"""What may stand on a line beside the field that tells its kind; ``x-`` fields go anywhere
but beside a call."""

ALONGSIDE = {"call": "calls", "check": "checks", "at_ms": "at_ms"}

Keys = tuple[str | int, ...]
Places = dict[Keys, int]


def read_live_record(data: bytes, *, file: str = "") -> Replay:
    """Build the record of a live file; an incomplete last line is left out."""
    *lines, last = data.decode("utf-8", "replace").split("\n")
    places: Places = {}
    document: Json = {}
    for number, line in enumerate(lines, 1):
        if line.strip():
            _grow(document, parsed(line, file=file, line=number), places, number, file)
    if last.strip():
        number = len(lines) + 1
        try:
            thing = parsed(last, file=file, line=number)
        except ReplayError:
            pass
        else:
            _grow(document, thing, places, number, file)
    if not document:
        raise ReplayError(mark("It is empty: a record is a JSON document."), file=file)
    try:
        return decode(document)
    except Refused:
        explain(document, file, lambda path, **_: (_line_of(path, places), 1))


def _line_of(path: Keys, places: Places) -> int:
    while path and path not in places:
        path = path[:-1]
    return places.get(path, 1)


def _grow(document: Json, thing: object, places: Places, number: int, file: str) -> None:
    """Add the content of a line to the document, and note the line number of each part."""
    if type(thing) is not dict or not thing:
        _refuse_line(file, number)
    if not document:
        if "hands" in thing:
            _refuse_line(file, number)
        document.update({**thing, "hands": []})
        return
    kind = next((name for name in KINDS if name in thing), "")
    hands: list[Json] = document["hands"]
    owner = _owner(hands, kind)
    others = {name for name in thing if name[:2] == "x-" and kind != "call"}
    if owner is None or set(thing) - KINDS[kind] - others:
        _refuse_line(file, number)
    if kind == "mano":
        places["hands", len(hands)] = number
        hands.append({**thing, "rounds": []})
        return
    here: Keys = ("hands", len(hands) - 1)
    if kind == "lance":
        places[*here, "rounds", len(owner["rounds"])] = number
        owner["rounds"].append({**thing, "calls": []})
        return
    if kind:
        here = (*here, "rounds", len(hands[-1]["rounds"]) - 1)
    for name, value in thing.items():
        if kind == "call":
            told = owner.setdefault(ALONGSIDE[name], [])
            places[*here, ALONGSIDE[name], len(told)] = number
            told.append(value)
        else:
            places[*here, name] = number
            owner[name] = value


def _owner(hands: list[Json], kind: str) -> Json | None:
    """The hand or round a line belongs to; None if none has begun."""
    if kind == "mano":
        return {}
    if not hands:
        return None
    if kind in ("lance", ""):
        return hands[-1]
    rounds: list[Json] = hands[-1]["rounds"]
    return rounds[-1] if rounds else None


def _refuse_line(file: str, number: int) -> NoReturn:
    sentence = mark("This line belongs to no hand or round that was begun before it.")
    raise ReplayError(sentence, file=file, line=number, column=1)


def first_line(replay: Replay) -> str:
    """The first live line of a record: everything but its hands."""
    head = replay._replace(hands=()).as_json()
    return canonical({name: thing for name, thing in head.items() if name != "hands"})


def hand_lines(hand: Hand) -> Iterator[str]:
    """Write a hand as live lines."""
    written = hand.as_json()
    rounds = written.pop("rounds")
    closing = {n: written.pop(n) for n in ("ledger", "after", "seal") if n in written}
    yield canonical(written)
    for round_ in rounds:
        yield from _round_lines(round_)
    if closing:
        yield canonical(closing)


def _round_lines(round_: Json) -> Iterator[str]:
    yield canonical({n: v for n, v in round_.items() if n == "lance" or n[:2] == "x-"})
    beside = {
        one: round_[many] for one, many in ALONGSIDE.items() if one != "call" and many in round_
    }
    for place, call in enumerate(round_["calls"]):
        told = {one: things[place] for one, things in beside.items() if place < len(things)}
        yield canonical({"call": call, **told})
    if "draws" in round_:
        yield canonical({"draws": round_["draws"]})


# --- the file ----------------------------------------------------------------------------

CLOSED = ".json"
FOR_ITS_OWNER = 0o600
"""The permissions of a new live file: it holds cards that others at the table may not see."""
RANDOM_LETTERS = 8
"""The random letters at the end of a temporary file's name."""


def live_name(name: str) -> Path:
    """The path of the live file of a match: ``tonight`` and ``tonight.json`` give the same one.

    >>> live_name("tonight.json").name, live_name("tonight.part.jsonl").name
    ('tonight.part.jsonl', 'tonight.part.jsonl')
    """
    stem = name.removesuffix(LIVE).removesuffix(CLOSED)
    return Path(f"{stem}{LIVE}")


class LiveFile:
    """A live file locked by this recorder; see `open_live`.

    `unkept` says that the last addition is not on the disk: the next attempt writes everything.
    """

    def __init__(self, path: Path, lock: BaseFileLock) -> None:
        self.path = path
        self.unkept = False
        self._lock = lock
        self._lines: tuple[str, ...] = ()
        self._size = -1  # nothing is known to be there

    @property
    def closed_path(self) -> Path:
        """The path of the finished record."""
        return self.path.with_name(self.path.name.removesuffix(LIVE) + CLOSED)

    def read(self) -> Replay | None:
        """Read the existing record; None if there is none, or its first line is incomplete.

        Raises Unreadable if the file cannot be read.
        """
        try:
            data = read_at_most(self.path, LARGEST_MATCH)
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as problem:
            raise _write_error(self.path, problem) from None
        if len(data) > LARGEST_MATCH:
            sentence = mark("It is larger than {most} MiB, and no match is as large as that.")
            raise Unreadable(sentence, file=str(self.path), most=LARGEST_MATCH // 2**20)
        if b"\n" not in data and not data.endswith(b"}"):
            return None  # interrupted within the first line, so it is empty
        return read_live_record(data, file=str(self.path))

    def keep(self, lines: Sequence[str]) -> None:
        """Make the file hold these lines. Raises Unreadable if it cannot be written.

        After a failure the file is unchanged, and the next attempt writes everything.
        """
        self.unkept = True
        known = len(self._lines)
        try:
            if self._is_as_left() and tuple(lines[:known]) == self._lines:
                self._add("".join(f"{line}\n" for line in lines[known:]).encode())
            else:
                self._put("".join(f"{line}\n" for line in lines).encode())
        except OSError as problem:
            raise _write_error(self.path, problem) from None
        self._lines = tuple(lines)
        self.unkept = False

    def finish(self, replay: Replay) -> Path:
        """Write the finished record and remove the live file; returns the record's path.

        Raises Unreadable if another record is there, or it cannot be written.
        """
        target = self.closed_path
        if not _holds(target, dumps(replay)):
            if os.path.lexists(target):
                sentence = mark(
                    "Another record is there already: move it away, then close this one again."
                )
                raise Unreadable(sentence, file=str(target))
            write(target, [replay])
            _sync_folder(target.parent)
        with contextlib.suppress(OSError):
            self.path.unlink()
        return target

    def rescue(self, lines: Sequence[str]) -> Path | None:
        """Write the lines wherever there is room; returns the path, or None."""
        with contextlib.suppress(OSError):
            handle, name = tempfile.mkstemp(prefix="mustutor-", suffix=LIVE)
            with os.fdopen(handle, "wb") as file:
                file.write("".join(f"{line}\n" for line in lines).encode())
                file.flush()
                os.fsync(file.fileno())
            return Path(name)
        return None

    def leave(self) -> None:
        """Release the file."""
        with contextlib.suppress(OSError):
            # Removed while locked: a recorder that waits for it sees it is gone and makes another.
            Path(self._lock.lock_file).unlink()
        self._lock.release()

    def _is_as_left(self) -> bool:
        try:
            return self.path.stat().st_size == self._size
        except OSError:
            return False

    def _add(self, data: bytes) -> None:
        if not data:
            return
        handle = os.open(self.path, os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0))
        try:
            try:
                _write_whole(handle, data)
                os.fsync(handle)
            except OSError:
                # Remove half a line: the next attempt writes all of it.
                with contextlib.suppress(OSError):
                    os.ftruncate(handle, self._size)
                raise
        finally:
            os.close(handle)
        self._size += len(data)

    def _put(self, data: bytes) -> None:
        handle, name = temporary_file(self.path.parent, f".{self.path.name}.")
        try:
            try:
                _write_whole(handle, data)
                os.fsync(handle)
            finally:
                os.close(handle)
            Path(name).chmod(_mode(self.path))
            replace_file(name, self.path)
        finally:
            remove_if_exists(name)
        _sync_folder(self.path.parent)
        self._size = len(data)


def open_live(path: Path) -> LiveFile:
    """Lock a live file for this recorder.

    Raises Unreadable if another process has locked it, or it cannot be written.
    """
    from filelock import FileLock, Timeout

    if path.is_symlink():
        path = Path(os.path.realpath(path))  # a new file would take the place of the link
    if not path.parent.is_dir():  # the lock would make it, and nobody asked for it
        raise _write_error(path, OSError(errno.ENOENT, os.strerror(errno.ENOENT)))
    lock = FileLock(path.with_name(f".{path.name}.lock"))
    try:
        lock.acquire(timeout=0)
    except Timeout:
        sentence = mark(
            "Another program is taking this match down: close it there, or name another file."
        )
        raise Unreadable(sentence, file=str(path)) from None
    except (OSError, ValueError) as problem:
        raise _write_error(path, problem) from None
    _clear_up(path)
    return LiveFile(path, lock)


def _clear_up(path: Path) -> None:
    """Remove the temporary files of a recorder that was killed while writing."""
    prefix = f".{path.name}."
    with contextlib.suppress(OSError):
        for other in path.parent.iterdir():
            if other.name.startswith(prefix) and len(other.name) == len(prefix) + RANDOM_LETTERS:
                other.unlink()


def _write_error(path: Path, problem: OSError | ValueError) -> Unreadable:
    why = problem.strerror if isinstance(problem, OSError) else None
    return Unreadable(mark("It cannot be written: {why}."), file=str(path), why=why or str(problem))


def _write_whole(handle: int, data: bytes) -> None:
    while data:
        data = data[os.write(handle, data) :]


def _mode(path: Path) -> int:
    """The file's permissions, or the default ones for a new file."""
    with contextlib.suppress(OSError):
        return path.stat().st_mode & 0o7777
    return FOR_ITS_OWNER


def _sync_folder(folder: Path) -> None:
    """Sync the folder, where the system can, so that a new file name survives a crash."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _holds(path: Path, text: str) -> bool:
    try:
        return read_at_most(path, len(data := text.encode())) == data
    except (OSError, Unreadable):
        return False
