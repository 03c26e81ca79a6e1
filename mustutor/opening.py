"""Files that somebody names by hand are opened here: nobody waits for a pipe that lies about.

Whoever reads them says how much of them is read at most, and in which words they are refused.
What is read is text: UTF-8, with the place of a byte that is not.
"""

from __future__ import annotations

import stat
from os import PathLike, fspath
from pathlib import Path
from typing import IO

from mustutor.errors import Unreadable
from mustutor.language import mark

SHELLS_OWN = ("/dev/", "/proc/")
"""Where the pipes stand that a shell makes for a command: somebody writes to those."""
_PIPE = mark("It is a pipe: name an ordinary file.")


def opened(
    path: str | PathLike[str], error: type[Unreadable] = Unreadable, pipe: str = _PIPE
) -> IO[bytes]:
    """Open a file to be read; raises `error` for a folder, and for a pipe in a folder.

    Whoever opens such a pipe would wait until somebody writes to it; `pipe` says what to do
    instead. Raises OSError and ValueError as the system does.
    """
    name = fspath(path)
    if not name:
        raise FileNotFoundError  # a Path makes of nothing the folder we are in
    mode = Path(name).stat().st_mode
    if stat.S_ISDIR(mode):
        raise error(mark("It is a folder: name a file in it."), file=name)
    if stat.S_ISFIFO(mode) and not name.startswith(SHELLS_OWN):
        raise error(pipe, file=name)
    return Path(name).open("rb")


def beginning(
    path: str | PathLike[str], largest: int, error: type[Unreadable] = Unreadable
) -> bytes:
    """The bytes of a file; of a larger one a byte more than `largest`, by which it is known.

    Raises as `opened` does.
    """
    with opened(path, error) as file:
        return file.read(largest + 1)


def decoded(
    data: bytes, error: type[Unreadable] = Unreadable, *, file: str = "", line: int = 0
) -> str:
    """The text of a file; raises `error` with the line and column of a byte that cannot be read.

    `line` is the line of `file` the bytes stand on, where a file holds a document a line.

    >>> decoded("él".encode("latin-1"), file="x.json")
    Traceback (most recent call last):
    mustutor.errors.Unreadable: x.json:1:1: It is not UTF-8 text: byte 0xe9 cannot be read.
    """
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as problem:
        row = data.count(b"\n", 0, problem.start) + 1
        raise error(
            mark("It is not UTF-8 text: byte {byte} cannot be read."),
            file=file,
            line=line if line > 1 else row,
            column=problem.start - data.rfind(b"\n", 0, problem.start),
            byte=f"0x{data[problem.start]:02x}",
        ) from None
