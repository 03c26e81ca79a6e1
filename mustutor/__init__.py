"""Mus and Encaje: rules as data, every stone explained, every record verified.

The names below are all a program needs; each is loaded when it is first asked for.
"""

# Not that of `typing`, nor `__future__`, which is a module like any other: the program is to be
# ready for an interruption before it imports anything.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from mustutor.base import __version__
    from mustutor.base.errors import (
        IllegalCall,
        MustutorError,
        NotationError,
        ReplayError,
        Unreadable,
        VariantError,
        WrongKind,
    )
    from mustutor.games import apply, next_hand, options, read_call, start, why_not
    from mustutor.games import settle as settle_hand
    from mustutor.games.bot import bot
    from mustutor.games.mus_family.hands import classify, compare
    from mustutor.games.mus_family.odds import odds
    from mustutor.games.player import Player
    from mustutor.games.seat_view import view
    from mustutor.model.calls import Call
    from mustutor.model.variant import load_variant
    from mustutor.present.settlement import explain
    from mustutor.referee.settle import settle
    from mustutor.referee.verify import verify
    from mustutor.replay.files import load_replay
    from mustutor.replay.reader import loads
    from mustutor.replay.simulate import match as simulate
    from mustutor.replay.writer import dumps
    from mustutor.table import sit

__all__ = [
    "Call",
    "IllegalCall",
    "MustutorError",
    "NotationError",
    "Player",
    "ReplayError",
    "Unreadable",
    "VariantError",
    "WrongKind",
    "__version__",
    "apply",
    "bot",
    "classify",
    "compare",
    "dumps",
    "explain",
    "load_replay",
    "load_variant",
    "loads",
    "next_hand",
    "odds",
    "options",
    "read_call",
    "settle",
    "settle_hand",
    "simulate",
    "sit",
    "start",
    "verify",
    "view",
    "why_not",
]

_HOMES = {
    **dict.fromkeys(("IllegalCall", "MustutorError", "NotationError"), "base.errors"),
    **dict.fromkeys(("ReplayError", "Unreadable", "VariantError", "WrongKind"), "base.errors"),
    **dict.fromkeys(("apply", "next_hand", "options", "read_call", "start", "why_not"), "games"),
    **dict.fromkeys(("classify", "compare"), "games.mus_family.hands"),
    **dict.fromkeys(("settle", "verify"), "referee"),
    "Call": "model.calls",
    "Player": "games.player",
    "__version__": "base",
    "bot": "games.bot",
    "dumps": "replay.writer",
    "explain": "present.settlement",
    "load_replay": "replay.files",
    "load_variant": "model.variant",
    "loads": "replay.reader",
    "odds": "games.mus_family.odds",
    "settle_hand": "games:settle",
    "simulate": "replay.simulate:match",
    "sit": "table",
    "view": "games.seat_view",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    home, _, there = _HOMES[name].partition(":")
    return getattr(import_module(f"{__name__}.{home}"), there or name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
