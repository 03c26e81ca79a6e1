"""Mus: in pairs, in two trios, or each for himself, to a target of stones.

`legality` says who may speak and what, `flow` what a call does, what closes a lance and who is
mano next, `settlement` who scores what, in the order of collection.
"""

from __future__ import annotations

from mustutor.base.register import lazy_parts

ARTICLES = ("MUS",)
TRAITS = ("lances", "target")

# Each part is loaded when somebody asks for it: a variant need not wait for the engine.
__getattr__ = lazy_parts(
    BOT="mustutor.games.mus_family.bot",
    DRILLS="mustutor.games.mus.drills",
    GAME="mustutor.games.mus.flow",
    GRAMMAR="mustutor.games.mus_family.calls",
    OPTIONS="mustutor.games.mus.options",
    PHASES="mustutor.games.mus_family.hands",
    TELLER="mustutor.games.mus.teller",
)
