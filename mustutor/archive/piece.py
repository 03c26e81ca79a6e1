"""What came of a piece of work: counts, reports, and the digests of the lines it read."""

from __future__ import annotations

import hashlib
import struct
from base64 import b64decode, b64encode
from collections.abc import Iterator
from typing import Any, NamedTuple

from mustutor.archive.report import Report

_LIKE = struct.Struct("<QQ")

ALL, FAULTS, FIRST = "all", "faults", "first"
"""What is told of a piece: every match, those with a fault, or the first few of those."""

MOST_TOLD = 100
"""So many faults are kept where only the first are told."""


class Piece(NamedTuple):
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

    def moved(self, lines: int, matches: int) -> Piece:
        """The piece after so many lines and matches of the same file."""
        if not lines and not matches:
            return self
        reports = tuple(
            [
                report._replace(match=report.match + matches, row=report.row + lines)
                if report.in_lines
                else report
                for report in self.reports
            ]
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
    def of(cls, written: list[Any]) -> Piece:
        """The piece a journal has kept."""
        if len(written) != len(cls._fields) or not isinstance(written[0], str):
            raise ValueError(written)
        piece = cls(*written)
        reports = []
        for told in piece.reports:
            report = Report(*told)
            reports.append(report._replace(missing=tuple(report.missing)))
        verdicts = tuple([(str(verdict), int(count)) for verdict, count in piece.verdicts])
        likes = b64decode(piece.likes)
        return piece._replace(reports=tuple(reports), verdicts=verdicts, likes=likes)


class Tally:
    """Counts the matches of a piece as they are verified, and keeps the reports to be told."""

    def __init__(self, told: str, *, first: bool = False) -> None:
        self.told = told
        self.first = first
        self.lines = self.matches = self.hands = self.stones = self.partial = self.unread = 0
        self.verdicts: dict[str, int] = {}
        self.reports: list[Report] = []
        self.likes = bytearray()

    def add(self, report: Report) -> None:
        """Count a match."""
        self.matches += 1
        self.hands += report.hands
        self.stones += report.stones
        if report.readable:
            self.verdicts[report.verdict] = self.verdicts.get(report.verdict, 0) + 1
            self.partial += report.ok and not report.complete
        else:
            self.unread += 1
        # The first match of a file may turn out to be its only one, and is then told in full.
        only = self.told == FAULTS and self.first and self.matches == 1
        if self.told == ALL or only or (not report.ok and self._wants_faults()):
            self.reports.append(report)

    def _wants_faults(self) -> bool:
        return self.told != FIRST or len(self.reports) < MOST_TOLD

    def like(self, text: bytes, offset: int) -> None:
        """Remember a line by its digest: where the same stands twice, it is said."""
        digest = hashlib.blake2b(text.strip(), digest_size=8).digest()
        self.likes += digest + offset.to_bytes(8, "little")

    def piece(self, file: str, begin: int = 0, end: int = 0, size: int = 0) -> Piece:
        """The counts as a piece."""
        return Piece(
            file,
            begin,
            end,
            size,
            lines=self.lines,
            matches=self.matches,
            hands=self.hands,
            stones=self.stones,
            partial=self.partial,
            unread=self.unread,
            verdicts=tuple(sorted(self.verdicts.items())),
            reports=tuple(self.reports),
            likes=bytes(self.likes),
        )
