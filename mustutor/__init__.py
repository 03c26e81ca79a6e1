"""Mus and Encaje: rules as data, every stone explained, every record verified.

The names below are all a program needs; each is loaded when it is first asked for.
"""

from __future__ import annotations

# Not that of `typing`: the program is to be ready for an interruption before it imports anything.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from mustutor.files import load_replay
    from mustutor.games.mus_family.ranking import classify, compare
    from mustutor.referee.settle import settle
    from mustutor.referee.verify import verify
    from mustutor.replay.player import Player
    from mustutor.variant import load_variant

__version__ = "0.1.0"

__all__ = [
    "Player",
    "__version__",
    "classify",
    "compare",
    "load_replay",
    "load_variant",
    "settle",
    "verify",
]

_HOMES = {
    "Player": "mustutor.replay.player",
    "load_variant": "mustutor.variant",
    "classify": "mustutor.games.mus_family.ranking",
    "compare": "mustutor.games.mus_family.ranking",
    "load_replay": "mustutor.files",
    "settle": "mustutor.referee",
    "verify": "mustutor.referee",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
