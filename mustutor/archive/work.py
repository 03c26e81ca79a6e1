"""The work on a shard: every match of it is read and verified, in any process.

`work` needs nothing but its arguments and the files they name, so that any executor will do.
It gives a `ShardResult`: counts, reports, and the digests of the lines that were read.
"""

from __future__ import annotations

import hashlib
import struct
from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from mustutor.archive import reading
from mustutor.archive.report import Report, file_error, match_error, of_types, reported
from mustutor.base.errors import ReplayError
from mustutor.base.language import Language, mark, open_language
from mustutor.referee import verify
from mustutor.referee.verify import verified
from mustutor.replay.files import in_page, is_page, load_replay
from mustutor.replay.reader import LARGEST_MATCH, LIVE, SHEET, STDIN, TOO_LARGE, opened

MOST_REPORTS = 2_000
"""Reports with which a piece ends, however much of its shard is left: they have to be held."""

_SHORTER = mark("It has become shorter while it was being read.")
_DIED = mark(
    "The process that was working on bytes {begin} to {end} died twice: what stands there is "
    "not verified."
)

_LIKE = struct.Struct("<QQ")

ALL, FAULTS, FIRST, WANTING = "all", "faults", "first", "wanting"
"""What is told of a piece: every match, those with a fault, or the first few of those.

``wanting`` are those with a fault, and those in which not everything could be judged.
"""

MOST_TOLD = 100
"""Faults that are kept where only the first are reported."""


class ShardResult(NamedTuple):
    """What was found in a shard, or in the first part of one.

    `begin` and `end` are the bytes it is about, `size` those of the whole file where only a
    range was meant; `rest` says that the shard goes on at `end`. `row` and `match` in `reports`
    count from the first line of the piece, until it is `moved` to its place in the file.
    `verdicts` counts the matches that could be read, `unread` the others; `partial` those that
    agree though not everything could be judged; `stones` all that moved.
    """

    file: str
    begin: int = 0
    end: int = 0
    size: int = 0
    weight: int = 0
    lines: int = 0
    matches: int = 0
    hands: int = 0
    stones: int = 0
    partial: int = 0
    unread: int = 0
    verdicts: tuple[tuple[str, int], ...] = ()
    reports: tuple[Report, ...] = ()
    likes: bytes = b""
    rest: bool = False

    @property
    def wrong(self) -> int:
        """How many matches could be read and do not agree with the rules."""
        return sum(count for verdict, count in self.verdicts if verdict != "ok")

    def moved(self, lines: int, matches: int) -> ShardResult:
        """The piece with its rows and matches counted on from others of the same file."""
        if not lines and not matches:
            return self
        reports = tuple(
            report._replace(match=report.match + matches, row=report.row + lines)
            if report.in_lines
            else report
            for report in self.reports
        )
        return self._replace(reports=reports)

    def digests(self) -> Iterator[tuple[int, int]]:
        """The digest of each line that holds something, and the byte it begins at."""
        return _LIKE.iter_unpack(self.likes)

    def as_json(self) -> list[Any]:
        """The piece as a journal keeps it."""
        reports = [list(report) for report in self.reports]
        return list(self._replace(reports=reports, likes=b64encode(self.likes).decode()))  # type: ignore[arg-type]

    @classmethod
    def of(cls, written: list[Any]) -> ShardResult:
        """The piece a journal has kept; raises TypeError or ValueError where it is none."""
        piece = cls(*written)
        verdicts = tuple([(verdict, count) for verdict, count in piece.verdicts])
        of_types(verdicts, (str, int))
        likes = b64decode(piece.likes)
        if len(likes) % _LIKE.size:
            raise ValueError(len(likes))
        reports = tuple([Report.of(list(told)) for told in piece.reports])
        piece = piece._replace(reports=reports, verdicts=verdicts, likes=likes)
        of_types([piece], [type(thing) for thing in cls("")])
        return piece


class ResultBuilder:
    """Counts the matches of a piece as they are verified, and keeps the reports to be told."""

    def __init__(self, told: str, shard: reading.Shard) -> None:
        self.told = told
        self.shard = shard
        self.counts: Counter[str] = Counter()
        self.verdicts: Counter[str] = Counter()
        self.reports: list[Report] = []
        self.likes = bytearray()

    def add(self, report: Report) -> None:
        """Count a match."""
        self.counts.update(matches=1, hands=report.hands, stones=report.stones)
        if report.readable:
            self.verdicts[report.verdict] += 1
            self.counts["partial"] += report.ok and not report.complete
        else:
            self.counts["unread"] += 1
        # The first match of a file may turn out to be its only one, and is then told in full.
        only = (
            self.told in (FAULTS, WANTING) and not self.shard.begin and self.counts["matches"] == 1
        )
        wanting = self.told == WANTING and not report.complete
        enough = self.told == FIRST and len(self.reports) >= MOST_TOLD
        if self.told == ALL or only or wanting or not (report.ok or enough):
            self.reports.append(report)

    def like(self, text: bytes, offset: int) -> None:
        """Remember a line by its digest: where the same stands twice, it is said."""
        digest = hashlib.blake2b(text.strip(), digest_size=8).digest()
        self.likes += digest + offset.to_bytes(8, "little")

    def piece(self, end: int | None = None) -> ShardResult:
        """What was found, in all of the shard or in what comes before the byte `end`."""
        file, _, begin, last, size, weight = self.shard[:6]
        rest = end is not None
        if end is not None:
            weight = weight * (end - begin) // max(last - begin, 1)
        return ShardResult(
            *(file, begin, last if end is None else end, size, weight),
            **dict[str, Any](self.counts),
            verdicts=tuple(sorted(self.verdicts.items())),
            reports=tuple(self.reports),
            likes=bytes(self.likes),
            rest=rest,
        )


def work(shard: reading.Shard, code: str, told: str) -> ShardResult:
    """Verify the matches of a shard, and tell of them in the language of a code.

    `told` is ``all``, ``faults``, ``wanting`` or ``first``. A piece that says `rest` ends before
    its shard.
    """
    language = open_language(code)
    tally = ResultBuilder(told, shard)
    if shard.problem is not None:
        tally.add(match_error(shard.file, shard.problem, language, **_place(tally)))
    elif shard.kind == reading.WHOLE:
        _whole(shard, tally, language)
    else:
        return _ranged(shard, tally, language)
    return tally.piece()


def remaining_shard(shard: reading.Shard, piece: ShardResult) -> reading.Shard | None:
    """What is left of a shard where a piece of it ended; None after the last piece."""
    if not piece.rest:
        return None
    data = shard.data[piece.end - shard.begin :] if shard.data is not None else None
    weight = shard.weight - piece.weight
    return shard._replace(begin=piece.end, weight=weight, data=data)


def failed_shard(shard: reading.Shard, code: str) -> ShardResult:
    """The result of a shard that could not be worked on: its matches count as unreadable."""
    count, rows = 1, 0
    if shard.kind == reading.LINES:
        count = 0
        try:
            for line in reading.lines_of(shard):
                rows += 1
                count += not line.blank
        except OSError:
            count = max(count, 1)
    problem = ReplayError(_DIED, begin=shard.begin, end=shard.end)
    tally = ResultBuilder(ALL, shard)
    if count:
        tally.add(match_error(shard.file, problem, open_language(code), **_place(tally)))
    tally.counts = Counter(lines=rows, matches=count, unread=count)
    return tally.piece()


def _place(tally: ResultBuilder) -> dict[str, int]:
    """Where in a file of lines a problem stands; nowhere, if it is about all of the file."""
    if tally.shard.kind == reading.PROBLEM:
        return {}
    tally.counts["lines"] += 1
    return {"row": 1, "column": 1, "offset": tally.shard.begin, "in_lines": True}


def _whole(shard: reading.Shard, tally: ResultBuilder, language: Language) -> None:
    """Read and verify a file that is one match, or one that is still being taken down."""
    file, text = shard.file, shard.data
    if file.endswith(LIVE):
        tally.add(_live(file, language))
        return
    try:
        if text is None:
            with opened(file) as source:
                text = source.read(LARGEST_MATCH + 1)
    except (OSError, ValueError) as problem:
        tally.add(match_error(file, reading.read_error_text(problem), language))
        return
    try:
        if len(text) > LARGEST_MATCH:
            raise ReplayError(TOO_LARGE, most=LARGEST_MATCH // 2**20)  # noqa: TRY301
        tally.like(text, 0)
        for report in _reports(file, text, language):
            tally.add(report)
    except ReplayError as problem:
        tally.add(file_error(file, problem, language))


def _reports(file: str, text: bytes, language: Language) -> Iterator[Report]:
    """Report on the one match of a document or a page, or on those of a score sheet."""
    text = in_page(text, file="" if file == STDIN else file) if is_page(text) else text
    if file.endswith(SHEET) or (file == STDIN and text.lstrip()[:1] not in b"{["):
        from mustutor.replay.sheet.reader import looks_like_sheet, read_sheets

        if file != STDIN or looks_like_sheet(text):
            for match in read_sheets(text, file="" if file == STDIN else file):
                if match.replay is not None:
                    verdict = verify(match.replay)
                    yield reported(match.replay, verdict, file, language, match.number)
                elif match.problem is not None:
                    yield file_error(file, match.problem, language, match.number)
            return
    yield reported(*verified(text), file, language)


def _live(file: str, language: Language) -> Report:
    try:
        replay = load_replay(file)
        return reported(replay, verify(replay), file, language)
    except ReplayError as problem:
        return file_error(file, problem, language)


def _ranged(shard: reading.Shard, tally: ResultBuilder, language: Language) -> ShardResult:
    """Read and verify the lines of a shard, until it ends or there is too much to tell."""
    if shard.data is not None and not shard.data.strip():
        # A few packed bytes hold millions of empty lines.
        tally.counts["lines"] += shard.data.count(b"\n")
        return tally.piece()
    try:
        for line in reading.lines_of(shard):
            if len(tally.reports) >= MOST_REPORTS:
                return tally.piece(line.offset)
            _one(shard.file, line, tally, language)
        if shard.size and Path(shard.file).stat().st_size < shard.end:
            raise ReplayError(_SHORTER)  # noqa: TRY301
    except OSError as problem:
        tally.add(match_error(shard.file, reading.read_error_text(problem), language))
    except ReplayError as problem:
        tally.add(match_error(shard.file, problem, language))
    return tally.piece()


def _one(file: str, line: reading.ArchiveLine, tally: ResultBuilder, language: Language) -> None:
    """Verify the match on a line."""
    tally.counts["lines"] += 1
    if line.blank:
        return
    number = tally.counts["matches"] + 1
    where: dict[str, Any] = {"row": tally.counts["lines"], "offset": line.offset, "in_lines": True}
    if line.text is None:
        problem = reading.line_too_long()
        tally.add(match_error(file, problem, language, number=number, column=1, **where))
        return
    tally.like(line.text, line.offset)
    try:
        found = verified(line.text.rstrip(b"\r\n"))
    except ReplayError as problem:
        where["column"] = problem.column or 1
        tally.add(match_error(file, problem, language, number=number, **where))
        return
    tally.add(reported(*found, file, language, number)._replace(**where))
