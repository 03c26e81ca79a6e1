"""Mus and Encaje: rules as data, every stone explained, every record verified.

The names below are all a program needs; each is loaded when it is first asked for.
"""

# Not that of `typing`, nor `__future__`, which is a module like any other: the program is to be
# ready for an interruption before it imports anything.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from mustutor.games import apply, next_hand, options, start, why_not
    from mustutor.games import settle as settle_hand
    from mustutor.games.mus_family.hands import classify, compare
    from mustutor.games.mus_family.odds import odds
    from mustutor.games.player import Player
    from mustutor.games.seat_view import view
    from mustutor.model.variant import load_variant
    from mustutor.present.settlement import explain
    from mustutor.referee.settle import settle
    from mustutor.referee.verify import verify
    from mustutor.replay.files import load_replay

__version__ = "0.1.0"

__all__ = [
    "Player",
    "__version__",
    "apply",
    "classify",
    "compare",
    "explain",
    "load_replay",
    "load_variant",
    "next_hand",
    "odds",
    "options",
    "settle",
    "settle_hand",
    "start",
    "verify",
    "view",
    "why_not",
]

_HOMES = {
    "Player": "mustutor.games.player",
    "apply": "mustutor.games",
    "explain": "mustutor.present.settlement",
    "next_hand": "mustutor.games",
    "options": "mustutor.games",
    "settle_hand": "mustutor.games:settle",
    "start": "mustutor.games",
    "view": "mustutor.games.seat_view",
    "why_not": "mustutor.games",
    "load_variant": "mustutor.model.variant",
    "classify": "mustutor.games.mus_family.hands",
    "compare": "mustutor.games.mus_family.hands",
    "load_replay": "mustutor.replay.files",
    "odds": "mustutor.games.mus_family.odds",
    "settle": "mustutor.referee",
    "verify": "mustutor.referee",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    home, _, there = _HOMES[name].partition(":")
    return getattr(import_module(home), there or name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
