"""Mus: in pairs, in two trios, or each player alone, to a target of stones.

Open `flow` first, which registers the game; `legality` says who may speak and what, `settlement`
who scores what. Knows no other game: what it shares with Encaje is in `mus_family`.
"""

from __future__ import annotations

from mustutor.base.register import lazy_parts

ARTICLES = ("MUS",)
TRAITS = ("lances", "target")

# Each part is loaded when somebody asks for it: a variant need not wait for the engine.
__getattr__ = lazy_parts(
    ADVISER="mustutor.games.mus.rules_of_thumb",
    BOT="mustutor.games.mus_family.bot",
    DRILLS="mustutor.games.mus.drills",
    GAME="mustutor.games.mus.flow",
    HABITS="mustutor.games.mus.habits",
    GRAMMAR="mustutor.games.mus_family.calls",
    OPTIONS="mustutor.games.mus.options",
    PHASES="mustutor.games.mus_family.hands",
    PUZZLES="mustutor.games.mus.drills",
    ROUNDS_CALLED="mustutor.games.mus_family.calls",
    TELLER="mustutor.games.mus.teller",
)
