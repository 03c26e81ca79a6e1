"""Mus and Encaje: rules as data, every stone explained, every record verified.

The names below are all a program needs; each is loaded when it is first asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mustutor.ranking import classify, compare
    from mustutor.replay import load_replay
    from mustutor.replay.settle import settle
    from mustutor.replay.verify import verify
    from mustutor.variant import load_variant

__version__ = "0.1.0"

__all__ = [
    "__version__",
    "classify",
    "compare",
    "load_replay",
    "load_variant",
    "settle",
    "verify",
]

_HOMES = {
    "load_variant": "mustutor.variant",
    "classify": "mustutor.ranking",
    "compare": "mustutor.ranking",
    "load_replay": "mustutor.replay",
    "settle": "mustutor.replay",
    "verify": "mustutor.replay",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
