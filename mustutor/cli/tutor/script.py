"""A script of answers: what would be typed, a line each."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from mustutor.errors import Unreadable
from mustutor.language import mark

COMMENT = "#"


def script_lines(file: Path, largest: int) -> Iterator[str]:
    """Read what would be typed from a file; what begins with ``#`` is a comment.

    Raises Unreadable where the file cannot be read, or holds more than `largest` bytes.
    """
    try:
        with file.open("rb") as stream:
            data = stream.read(largest + 1)
    except OSError as problem:
        raise Unreadable(
            "{problem}", problem=problem.strerror or str(problem), file=str(file)
        ) from None
    if len(data) > largest:
        raise Unreadable(
            mark("This is more than anybody types: {most} KiB at most."),
            file=str(file),
            most=largest // 1024,
        )
    lines = data.decode("utf-8-sig", errors="replace").splitlines()
    return iter([line for line in lines if not line.startswith(COMMENT)])
