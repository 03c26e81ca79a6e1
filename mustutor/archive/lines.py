"""The lines of a file, one at a time: where each begins, and never more than one of them held.

A range of bytes owns the lines that begin in it, so that ranges side by side own every line
once, wherever they are cut.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO, NamedTuple

from mustutor.replay.reader import LARGEST_MATCH

PIECE = 1024 * 1024
"""What is skipped is read in pieces of so many bytes."""


class Line(NamedTuple):
    """A line: the byte it begins at, and its text; none where it is too long to be held."""

    offset: int
    text: bytes | None

    @property
    def blank(self) -> bool:
        """Whether nothing stands on it."""
        return self.text is not None and not self.text.strip()


def lines(file: IO[bytes], begin: int, end: int, *, longest: int = LARGEST_MATCH) -> Iterator[Line]:
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
            yield Line(offset, text)
        else:
            whole = text.endswith(b"\n")
            del text
            yield Line(offset, None)
            at = at if whole else _after_line(file, at, end)


def _after_line(file: IO[bytes], at: int, end: int) -> int:
    """Where the line after the one under way begins, or a place from `end` on."""
    while at < end:
        piece = file.readline(PIECE)
        if not piece:
            return end
        at += len(piece)
        if piece.endswith(b"\n"):
            break
    return at
