"""The summary of an archive: counts, first faults, repeated lines. Summaries add up.

However an archive was cut, and in whatever order its parts are put together, the summary of the
whole is the same, to the byte.

Repeated lines are found exactly in archives of half a million matches, by sample in larger ones:
of all the digests the smallest are kept, with the first place and how often each was seen. Which
those are does not depend on the order they come in, so what was found apart can be put together.
"""

from __future__ import annotations

import json
import struct
from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any, NamedTuple

from mustutor.archive.report import Report
from mustutor.archive.work import MOST_TOLD, ShardResult
from mustutor.base import schema
from mustutor.base.errors import ArchiveError, ReplayError
from mustutor.base.json_text import small
from mustutor.base.language import mark

MOST = 512 * 1024
SLACK = MOST // 4
"""Digests beyond `MOST` that may come in before the largest are dropped."""

_WRITTEN = struct.Struct("<QQII")
_OFFSETS = 48
"""A place is one number: the file, and in these low bits the byte in it."""


class Duplicate(NamedTuple):
    """A line that stands in the archive several times: the place of the first, and how many."""

    file: str
    offset: int
    times: int


class Duplicates:
    """The digests of lines seen, and those seen more than once."""

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self.sampled = False
        self._first: dict[int, int] = {}
        self._times: dict[int, int] = {}
        self._names: list[str] = []
        self._numbers: dict[str, int] = {}
        self._largest = 1 << 64  # of those worth keeping

    def add(self, file: str, digests: Iterable[tuple[int, int]]) -> None:
        """Take the digests of a file's lines, each with the byte the line begins at."""
        begin = self._packed(file, 0)
        for digest, offset in digests:
            if digest <= self._largest:
                self._seen(digest, begin | offset, 1)
        if len(self._first) > self.most + SLACK:
            self._let_go()

    def merged(self, other: Duplicates) -> Duplicates:
        """What both have seen, as if one had seen it all."""
        both = Duplicates(min(self.most, other.most))
        both.sampled = self.sampled or other.sampled
        for each in (self, other):
            for digest, place, times in each.entries():
                both._seen(digest, both._packed(*each.place(place)), times)
        both._let_go()
        return both

    def _seen(self, digest: int, place: int, times: int) -> None:
        before = self._first.get(digest)
        if before is None:
            self._first[digest] = place
            if times > 1:
                self._times[digest] = times
            return
        self._times[digest] = self._times.get(digest, 1) + times
        if self.place(place) < self.place(before):
            self._first[digest] = place

    def _let_go(self) -> None:
        if len(self._first) <= self.most:
            return
        self.sampled = True
        kept = sorted(self._first)
        self._largest = kept[self.most - 1]
        for digest in kept[self.most :]:
            del self._first[digest]
            self._times.pop(digest, None)

    def _packed(self, file: str, offset: int) -> int:
        number = self._numbers.setdefault(file, len(self._names))
        self._names += [file] if number == len(self._names) else []
        return number << _OFFSETS | offset

    def place(self, packed: int) -> tuple[str, int]:
        """The file and the byte of a place."""
        return self._names[packed >> _OFFSETS], packed & ((1 << _OFFSETS) - 1)

    def entries(self) -> Iterator[tuple[int, int, int]]:
        """Each digest, its first place, and how many times it was seen."""
        for digest, place in self._first.items():
            yield digest, place, self._times.get(digest, 1)

    @property
    def again(self) -> int:
        """How many lines say again what another says."""
        self._let_go()
        return sum(self._times.values()) - len(self._times)

    def first(self, most: int) -> list[Duplicate]:
        """The first repeated lines, in the order of the places where they are first."""
        self._let_go()
        twice = [
            Duplicate(*self.place(self._first[digest]), n) for digest, n in self._times.items()
        ]
        return sorted(twice)[:most]

    def as_json(self) -> dict[str, Any]:
        """What was seen, the same however it was come by."""
        self._let_go()
        files = sorted({self.place(place)[0] for place in self._first.values()})
        numbers = {file: number for number, file in enumerate(files)}
        written = bytearray()
        for digest, packed, times in sorted(self.entries()):
            file, offset = self.place(packed)
            written += _WRITTEN.pack(digest, offset, numbers[file], times)
        lines = b64encode(written).decode()
        return {"most": self.most, "sampled": self.sampled, "files": files, "lines": lines}

    @classmethod
    def of(cls, written: dict[str, Any]) -> Duplicates:
        """What was written; raises ReplayError where it cannot have been."""
        likes = cls(written["most"])
        try:
            lines = b64decode(written["lines"], validate=True)
            for digest, offset, number, times in _WRITTEN.iter_unpack(lines):
                if offset >> _OFFSETS or not times:
                    raise ValueError(offset)  # noqa: TRY301
                likes._seen(digest, likes._packed(written["files"][number], offset), times)
        except (ValueError, IndexError, struct.error):
            raise ReplayError(mark("It is damaged: its lines cannot be read.")) from None
        likes.sampled = written["sampled"]
        return likes


FORMAT = "mus-summary/1"
LARGEST = 64 * 1024 * 1024
"""Bytes of a summary."""

COUNTS = ("matches", "hands", "stones", "partial", "unread")
"""What is counted besides verdicts."""

_TWICE = mark("Share {number} of {of} of the same archive is given twice.")
_CUT = mark("The same archive is given both in {one} shares and in {other}.")
_OVERLAP = mark("Bytes {begin} to {end} of {record} are counted twice.")
_NOT_OURS = mark("It is not a summary: its format is not {ours!r}.")


class ArchiveFault(NamedTuple):
    """A match that is wrong or cannot be read: where it is, and why.

    `line` counts from 1, and is 0 where a file is one match; `offset` is the byte the line
    begins at.
    """

    file: str
    offset: int
    line: int
    column: int
    match: int
    verdict: str
    place: str
    code: str
    message: str

    @classmethod
    def of(cls, report: Report) -> ArchiveFault:
        """The fault a report tells."""
        fields = {field: getattr(report, field) for field in cls._fields if field != "line"}
        return cls(line=report.row, **fields)


class Span(NamedTuple):
    """A range of a file that is not all of it: what of its lines and matches has been counted."""

    file: str
    begin: int
    end: int
    size: int
    lines: int
    matches: int


class Share(NamedTuple):
    """Which shares of an archive a summary is of, and of how many."""

    archive: str
    of: int
    numbers: tuple[int, ...]

    @property
    def missing(self) -> tuple[int, ...]:
        """The shares that are still to come."""
        here = set(self.numbers)
        return tuple([number for number in range(1, self.of + 1) if number not in here])


class Summary:
    """What was found in an archive, or in a share of one.

    `verdicts` counts the matches that could be read, `unread` the others; `partial` those that
    agree though not everything could be judged; `stones` all that moved in the hands played back.
    """

    def __init__(self, archive: str = "", number: int = 1, of: int = 1) -> None:
        self.shares: tuple[Share, ...] = (Share(archive, of, (number,)),) if archive else ()
        self.matches = self.hands = self.stones = self.partial = self.unread = 0
        self.verdicts: dict[str, int] = {}
        self.faults: list[ArchiveFault] = []
        self.likes = Duplicates()
        self.spans: list[Span] = []

    @property
    def wrong(self) -> int:
        """How many matches could be read and do not agree with the rules."""
        return sum(count for verdict, count in self.verdicts.items() if verdict != "ok")

    @property
    def again(self) -> int:
        """How many lines say again what another says."""
        return self.likes.again

    @property
    def twice(self) -> list[Duplicate]:
        """The first repeated lines."""
        return self.likes.first(MOST_TOLD)

    @property
    def whole(self) -> bool:
        """Whether every share of the archive is here."""
        return not any(share.missing for share in self.shares)

    def add(self, piece: ShardResult) -> None:
        """Count a piece that stands at its place; pieces of a file come in their order."""
        self._count(piece)
        faults = [ArchiveFault.of(report) for report in piece.reports if not report.ok]
        if faults:
            self.faults = sorted([*self.faults, *faults])[:MOST_TOLD]
        self.likes.add(piece.file, piece.digests())
        if piece.size:
            span = Span(piece.file, piece.begin, piece.end, piece.size, piece.lines, piece.matches)
            before = self.spans.pop() if self.spans and _meet(self.spans[-1], span) else None
            self._keep(_joined(before, span) if before else span)

    def __add__(self, other: Summary) -> Summary:
        """Add two summaries, in either order; raises ArchiveError where both count the same."""
        both = Summary()
        both.shares = _shared((*self.shares, *other.shares))
        for each in (self, other):
            both._count(each)
        faults = [*self.faults, *other.faults]
        spans = sorted([*self.spans, *other.spans])
        for one, next_one in pairwise(spans):
            if one.file == next_one.file and next_one.begin < one.end:
                begin, end = next_one.begin, min(one.end, next_one.end)
                raise ArchiveError(_OVERLAP, record=one.file, begin=begin, end=end)
        for span in spans:
            before = both.spans[-1] if both.spans else None
            if before and _meet(before, span):
                both.spans[-1] = _joined(before, span)
                faults = [_moved(fault, before, span) for fault in faults]
            else:
                both.spans.append(span)
        both.spans = [span for span in both.spans if span.begin or span.end < span.size]
        both.faults = sorted(faults)[:MOST_TOLD]
        both.likes = self.likes.merged(other.likes)
        return both

    def _count(self, found: ShardResult | Summary) -> None:
        for name in COUNTS:
            setattr(self, name, getattr(self, name) + getattr(found, name))
        for verdict, count in dict(found.verdicts).items():
            self.verdicts[verdict] = self.verdicts.get(verdict, 0) + count

    def _keep(self, span: Span) -> None:
        if span.begin or span.end < span.size:
            self.spans.append(span)

    def as_json(self) -> dict[str, Any]:
        """The summary as a file holds it: all that is needed to add another to it."""
        return {
            "format": FORMAT,
            "shares": [{**share._asdict(), "numbers": [*share.numbers]} for share in self.shares],
            **{name: getattr(self, name) for name in COUNTS},
            "verdicts": dict(sorted(self.verdicts.items())),
            "faults": [fault._asdict() for fault in self.faults],
            "again": self.again,
            "twice": [twice._asdict() for twice in self.twice],
            "spans": [span._asdict() for span in self.spans],
            "likes": self.likes.as_json(),
        }

    def dumps(self) -> str:
        """The summary as text."""
        return json.dumps(self.as_json(), indent=1) + "\n"

    @classmethod
    def of(cls, written: Any) -> Summary:
        """The summary a file holds; raises ArchiveError where it holds none."""
        if not isinstance(written, dict) or written.get("format") != FORMAT:
            raise ArchiveError(_NOT_OURS, ours=FORMAT)
        if not schema.check_of("summary")(written):
            refusal = schema.refusals(written, "summary")[0]
            raise ArchiveError(refusal.sentence, hint=refusal.hint, **refusal.evidence)
        summary = cls()
        summary.shares = _shared(
            Share(share["archive"], share["of"], tuple(share["numbers"]))
            for share in written["shares"]
        )
        for name in COUNTS:
            setattr(summary, name, written[name])
        summary.verdicts = dict(written["verdicts"])
        summary.faults = sorted(ArchiveFault(**fault) for fault in written["faults"])[:MOST_TOLD]
        summary.spans = sorted(Span(**span) for span in written["spans"])
        summary.likes = Duplicates.of(written["likes"])
        return summary

    @classmethod
    def loads(cls, text: str | bytes, *, file: str = "") -> Summary:
        """Read a summary from text; raises ArchiveError where it is none."""
        data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
        return cls.of(small(data, ArchiveError, file=file, largest=LARGEST))


def _meet(before: Span, span: Span) -> bool:
    return before.file == span.file and before.end == span.begin


def _joined(before: Span, span: Span) -> Span:
    lines, matches = before.lines + span.lines, before.matches + span.matches
    return before._replace(end=span.end, size=span.size, lines=lines, matches=matches)


def _moved(fault: ArchiveFault, before: Span, span: Span) -> ArchiveFault:
    """A fault of a span that now counts on from the one before it."""
    inside = fault.file == span.file and span.begin <= fault.offset < span.end
    if not inside or not fault.line:
        return fault
    return fault._replace(line=fault.line + before.lines, match=fault.match + before.matches)


def _shared(shares: Iterable[Share]) -> tuple[Share, ...]:
    """Put the shares of each archive together; raises ArchiveError where one is there twice."""
    together: dict[str, Share] = {}
    for share in shares:
        before = together.setdefault(share.archive, share)
        if before is share:
            continue
        both = {*before.numbers} & {*share.numbers} if before.of == share.of else set()
        if both or 1 in (before.of, share.of):
            raise ArchiveError(_TWICE, number=min(both, default=1), of=share.of)
        if before.of != share.of:
            raise ArchiveError(_CUT, one=before.of, other=share.of)
        numbers = tuple(sorted({*before.numbers, *share.numbers}))
        together[share.archive] = Share(share.archive, share.of, numbers)
    return tuple(
        Share(share.archive, 1, (1,)) if not share.missing else share
        for _, share in sorted(together.items())
    )
