"""Lines that stand twice: found exactly in archives of half a million matches, by sample in larger.

Of all the digests the smallest are kept, with the first place and how often each was seen. Which
those are does not depend on the order they come in, so what was found apart can be put together.
"""

from __future__ import annotations

import struct
from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator
from typing import Any

from mustutor.errors import ReplayError
from mustutor.language import mark
from mustutor.tuples import NamedTuple

MOST = 512 * 1024
SLACK = MOST // 4
"""So many more may come in before the largest are let go."""

_WRITTEN = struct.Struct("<QQII")
_OFFSETS = 48
"""A place is one number: which file, and in so many bits the byte in it."""


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
        number = self._number(file)
        for digest, offset in digests:
            if digest <= self._largest:
                self._seen(digest, number << _OFFSETS | offset, 1)
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

    def _number(self, file: str) -> int:
        number = self._numbers.setdefault(file, len(self._names))
        if number == len(self._names):
            self._names.append(file)
        return number

    def _packed(self, file: str, offset: int) -> int:
        return self._number(file) << _OFFSETS | offset

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
        """The first of the lines that stand several times, by the places of their first."""
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
