"""Open files named by users, make drafts and put them in place, find packaged data.

What users name is read up to a bound the caller gives, and as UTF-8, with the place of a byte that
is not. A pipe that lies in a folder is refused: nobody may ever write to it.

A draft is written beside a file until it is whole, and then takes its place. What is done here is
never interrupted: Ctrl-C waits until the caller knows of a draft that was just made, and until one
that is removed is gone (`mustutor.__main__`). Therefore these are functions, called before a `try`
and in its `finally`, and no context manager.

Packaged data is inside the wheel, or beside the package in a checkout.
"""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import stat
from functools import cache
from os import PathLike, fspath
from pathlib import Path
from typing import IO

from mustutor.base.errors import Unreadable
from mustutor.base.language import mark

SHELLS_OWN = ("/dev/", "/proc/")
"""Where the pipes stand that a shell makes for a command: somebody writes to those."""
_PIPE = mark("It is a pipe: name an ordinary file.")


def open_input(
    path: str | PathLike[str], error: type[Unreadable] = Unreadable, pipe: str = _PIPE
) -> IO[bytes]:
    """Open a file to be read; raises `error` for a folder, and for a pipe in a folder.

    Opening such a pipe would wait until somebody writes to it; `pipe` says what to do
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


def read_at_most(
    path: str | PathLike[str], largest: int, error: type[Unreadable] = Unreadable
) -> bytes:
    """Read at most `largest` + 1 bytes; one too many means that the file is too large.

    Raises as `open_input` does.
    """
    with open_input(path, error) as file:
        return file.read(largest + 1)


def decoded(
    data: bytes, error: type[Unreadable] = Unreadable, *, file: str = "", line: int = 0
) -> str:
    """Decode a file; raises `error` with the line and column of a byte that is not UTF-8.

    `line` is the line of `file` the bytes stand on, where a file holds a document a line.

    >>> decoded("él".encode("latin-1"), file="x.json")
    Traceback (most recent call last):
    mustutor.base.errors.Unreadable: x.json:1:1: It is not UTF-8 text: byte 0xe9 cannot be read.
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


def temporary_file(
    folder: str | PathLike[str] | None, prefix: str = ".", suffix: str = ""
) -> tuple[int, str]:
    """Make an empty file that only its owner may read; gives its handle, and its name.

    Raises OSError where nothing can be written.
    """
    import tempfile

    return tempfile.mkstemp(dir=folder, prefix=prefix, suffix=suffix)


def temporary_folder(folder: str | PathLike[str], prefix: str = ".") -> str:
    """Make an empty folder that only its owner may enter; gives its name. Raises OSError."""
    import tempfile

    return tempfile.mkdtemp(dir=folder, prefix=prefix)


def replace_file(draft: str | PathLike[str], target: str | PathLike[str]) -> None:
    """Put a draft in the place of an ordinary file, or where nothing is.

    Never in that of a device or a pipe: a user who may write everywhere would take it from all
    others. Raises OSError.
    """
    known = os.path.isfile(target) or os.path.isdir(target)  # noqa: PTH112, PTH113
    if os.path.exists(target) and not known:  # noqa: PTH110
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM), os.fspath(target))
    os.replace(draft, target)  # noqa: PTH105


def remove_if_exists(draft: str | PathLike[str]) -> None:
    """Remove a file or a folder with all it holds; what is gone already is no error."""
    if os.path.isdir(draft):  # noqa: PTH112 - a Path is more that could be interrupted
        shutil.rmtree(draft, ignore_errors=True)
        return
    with contextlib.suppress(OSError):
        os.unlink(draft)  # noqa: PTH108 - as above


KINDS = ("variants", "lessons", "replays", "schemas")


@cache
def data(kind: str) -> Path:
    """Find the folder of ``variants``, ``lessons``, ``replays`` or ``schemas``.

    >>> data("schemas").is_dir()
    True
    """
    if kind not in KINDS:
        raise ValueError(f"no such kind of data: {kind}")
    package = Path(__file__).resolve().parents[1]
    packaged = package / "data" / kind
    if packaged.is_dir():
        return packaged
    beside = package.parent / kind
    # The guard keeps a broken wheel from reading a stranger's site-packages/variants.
    if (package.parent / "pyproject.toml").is_file() and beside.is_dir():
        return beside
    raise FileNotFoundError(f"no {kind} shipped with this installation of mustutor")
