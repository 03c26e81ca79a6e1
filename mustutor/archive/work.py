"""The work on a shard: every match of it read and verified, in whatever process it is sent to.

`work` needs nothing but its arguments and the files they name, so that any executor will do.
"""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

from mustutor.archive.lines import Line, lines
from mustutor.archive.piece import ALL, Piece, Tally
from mustutor.archive.plan import LINES, LIVE, PROBLEM, WHOLE, Shard, hindrance
from mustutor.archive.report import Report, reported, unread, unreadable
from mustutor.errors import ReplayError
from mustutor.language import Language, language, mark
from mustutor.replay.reader import LARGEST_MATCH, SHEET, STDIN, Located, load_replay, loads

MOST_REPORTS = 2_000
"""With so many reports a piece ends, however much of its shard is left: it has to be held."""

_TOO_LONG = mark("The line is longer than {most} MiB.")
_TOO_LARGE = mark("It is larger than {most} MiB: split it into one match a line (.jsonl).")
_SHORTER = mark("It has become shorter while it was read.")
_DIED = mark(
    "The process at work on bytes {begin} to {end} died, twice: what stands there is not verified."
)


def work(shard: Shard, code: str, told: str, stopped: Callable[[], bool] = bool) -> Piece:
    """Verify the matches of a shard, and tell of them in the language of a code.

    `told` is ``all``, ``faults`` or ``first``. A piece that says `rest` ends before its shard.
    Where nobody waits for it any more (`stopped`), it ends at once.
    """
    tongue = language(code)
    tally = Tally(told, first=not shard.begin)
    if shard.problem is not None:
        tally.add(unreadable(shard.file, shard.problem, tongue, **_place(shard, tally)))
    elif shard.kind == WHOLE:
        _whole(shard, tally, tongue)
    else:
        return _ranged(shard, tally, tongue, stopped)
    return tally.piece(shard.file, shard.begin, shard.end, shard.size)._replace(weight=shard.weight)


def rest_of(shard: Shard, piece: Piece) -> Shard:
    """What is left of a shard where a piece of it ended."""
    data = shard.data[piece.end - shard.begin :] if shard.data is not None else None
    weight = shard.weight - piece.weight
    return shard._replace(begin=piece.end, weight=weight, data=data)


def lost(shard: Shard, code: str) -> Piece:
    """What is told of a shard that nobody could work on: its matches are counted as unreadable."""
    tongue = language(code)
    count, rows = 1, 0
    if shard.kind == LINES:
        count = 0
        try:
            with _opened(shard) as file:
                for line in lines(file, *_range(shard)):
                    rows += 1
                    count += not line.blank
        except OSError:
            count = max(count, 1)
    problem = ReplayError(_DIED, begin=shard.begin, end=shard.end)
    tally = Tally(ALL)
    if count:
        tally.add(unreadable(shard.file, problem, tongue, **_place(shard, tally)))
    tally.lines, tally.matches, tally.unread = rows, count, count
    piece = tally.piece(shard.file, shard.begin, shard.end, shard.size)
    return piece._replace(weight=shard.weight)


def _place(shard: Shard, tally: Tally) -> dict[str, int]:
    """Where in a file of lines a problem stands; nowhere, if it is about all of the file."""
    if shard.kind == PROBLEM:
        return {}
    tally.lines += 1
    return {"row": 1, "column": 1, "offset": shard.begin, "in_lines": True}


def _whole(shard: Shard, tally: Tally, tongue: Language) -> None:
    """Read and verify a file that is one match, or one that is still being taken down."""
    file, text = shard.file, shard.data
    if file.endswith(LIVE):
        tally.add(_live(file, tongue))
        return
    try:
        if text is None:
            with _opened(shard) as opened:
                text = opened.read(LARGEST_MATCH + 1)
    except (OSError, ValueError) as problem:
        tally.add(unreadable(file, hindrance(problem), tongue))
        return
    try:
        if len(text) > LARGEST_MATCH:
            raise ReplayError(_TOO_LARGE, most=LARGEST_MATCH // 2**20)  # noqa: TRY301
        tally.like(text, 0)
        for match in _matches(file, text):
            if match.replay is not None:
                tally.add(reported(match.replay, file, tongue, match.number))
            elif match.problem is not None:
                tally.add(unread(file, match.problem, tongue, match.number))
    except ReplayError as problem:
        tally.add(unread(file, problem, tongue))


def _matches(file: str, text: bytes) -> Iterator[Located]:
    """The one match of a document, or those of a score sheet."""
    if file.endswith(SHEET) or (file == STDIN and text.lstrip()[:1] not in b"{["):
        from mustutor.sheet import looks_like_sheet, read_sheets

        if file != STDIN or looks_like_sheet(text):
            yield from read_sheets(text)
            return
    yield Located(1, loads(text))


def _live(file: str, tongue: Language) -> Report:
    try:
        return reported(load_replay(file), file, tongue)
    except ReplayError as problem:
        return unread(file, problem, tongue)


def _ranged(shard: Shard, tally: Tally, tongue: Language, stopped: Callable[[], bool]) -> Piece:
    """Read and verify the lines of a shard, until it ends or there is too much to tell."""
    at = shard.begin
    try:
        with _opened(shard) as file:
            begin, end = _range(shard)
            shift = shard.begin - begin
            for line in lines(file, begin, end):
                at = line.offset + shift
                if len(tally.reports) >= MOST_REPORTS or stopped():
                    done = shard.weight * (at - shard.begin) // max(shard.end - shard.begin, 1)
                    piece = tally.piece(shard.file, shard.begin, at, shard.size)
                    return piece._replace(weight=done, rest=True)
                _one(shard.file, line._replace(offset=at), tally, tongue)
            if shard.size and os.fstat(file.fileno()).st_size < shard.end:
                raise ReplayError(_SHORTER)  # noqa: TRY301
    except OSError as problem:
        tally.add(unreadable(shard.file, hindrance(problem), tongue))
    except ReplayError as problem:
        tally.add(unreadable(shard.file, problem, tongue))
    piece = tally.piece(shard.file, shard.begin, shard.end, shard.size)
    return piece._replace(weight=shard.weight)


def _opened(shard: Shard) -> IO[bytes]:
    if not shard.file:
        raise FileNotFoundError  # a Path makes of nothing the folder we are in
    return Path(shard.file).open("rb") if shard.data is None else io.BytesIO(shard.data)


def _range(shard: Shard) -> tuple[int, int]:
    """The range of bytes in what is opened: a block that was unpacked begins with itself."""
    return (shard.begin, shard.end) if shard.data is None else (0, len(shard.data))


def _one(file: str, line: Line, tally: Tally, tongue: Language) -> None:
    """Verify the match on a line."""
    tally.lines += 1
    if line.blank:
        return
    number = tally.matches + 1
    where: dict[str, Any] = {"row": tally.lines, "offset": line.offset, "in_lines": True}
    if line.text is None:
        most = LARGEST_MATCH // 2**20
        problem = ReplayError(_TOO_LONG, most=most)
        tally.add(unreadable(file, problem, tongue, number=number, column=1, **where))
        return
    tally.like(line.text, line.offset)
    try:
        replay = loads(line.text.rstrip(b"\r\n"))
    except ReplayError as problem:
        where["column"] = problem.column or 1
        tally.add(unreadable(file, problem, tongue, number=number, **where))
        return
    tally.add(reported(replay, file, tongue, number)._replace(**where))
