"""Where the packaged data lives: inside the wheel, or beside the package in a checkout."""

from __future__ import annotations

from functools import cache
from pathlib import Path

KINDS = ("variants", "lessons", "replays", "schemas")


@cache
def data(kind: str) -> Path:
    """Find the folder of ``variants``, ``lessons``, ``replays`` or ``schemas``.

    >>> data("schemas").is_dir()
    True
    """
    if kind not in KINDS:
        raise ValueError(f"no such kind of data: {kind}")
    package = Path(__file__).resolve().parent
    packaged = package / "data" / kind
    if packaged.is_dir():
        return packaged
    beside = package.parent / kind
    # The guard keeps a broken wheel from reading a stranger's site-packages/variants.
    if (package.parent / "pyproject.toml").is_file() and beside.is_dir():
        return beside
    raise FileNotFoundError(f"no {kind} shipped with this installation of mustutor")
