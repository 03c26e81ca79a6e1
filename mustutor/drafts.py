"""Drafts: what is written beside a file until it is whole, and then takes its place.

What is done here is never interrupted: Ctrl-C waits until a draft that was just made is known to
whoever made it, and until one that is cleared away is gone (`mustutor.__main__`). Therefore these
are functions, called before a `try` and in its `finally`, and no context manager.
"""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
from os import PathLike


def draft_file(
    folder: str | PathLike[str] | None, prefix: str = ".", suffix: str = ""
) -> tuple[int, str]:
    """Make an empty file that only its owner may read; gives its handle, and its name.

    Raises OSError where nothing can be written.
    """
    import tempfile

    return tempfile.mkstemp(dir=folder, prefix=prefix, suffix=suffix)


def draft_folder(folder: str | PathLike[str], prefix: str = ".") -> str:
    """Make an empty folder that only its owner may enter; gives its name. Raises OSError."""
    import tempfile

    return tempfile.mkdtemp(dir=folder, prefix=prefix)


def take_place(draft: str | PathLike[str], target: str | PathLike[str]) -> None:
    """Put a draft in the place of an ordinary file, or where nothing is.

    Never in that of a device or a pipe: whoever may write everywhere would take it from all
    others. Raises OSError.
    """
    known = os.path.isfile(target) or os.path.isdir(target)  # noqa: PTH112, PTH113
    if os.path.exists(target) and not known:  # noqa: PTH110
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM), os.fspath(target))
    os.replace(draft, target)  # noqa: PTH105


def clear_away(draft: str | PathLike[str]) -> None:
    """Remove a file or a folder with all it holds; what is gone already is no error."""
    if os.path.isdir(draft):  # noqa: PTH112 - a Path is more that could be interrupted
        shutil.rmtree(draft, ignore_errors=True)
        return
    with contextlib.suppress(OSError):
        os.unlink(draft)  # noqa: PTH108 - as above
