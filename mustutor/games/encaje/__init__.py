"""Encaje (Mus francés): 3 or 5 players, no partners, no winner, one loser.

The rules live here and in the options of the variant: `legality` says who may speak and what,
`flow` what a call does, what closes a lance and who is mano next, `settlement` who pays whom.
"""

from __future__ import annotations

from mustutor.register import lazily

ARTICLES = ("ENC", "MUS")
TRAITS = ("lances", "own_stones")

# Each part is loaded when somebody asks for it: a variant need not wait for the engine.
__getattr__ = lazily(
    GAME="mustutor.games.encaje.game",
    GRAMMAR="mustutor.games.mus_family.calls",
    OPTIONS="mustutor.games.encaje.options",
    PHASES="mustutor.games.mus_family.lances",
    TELLER="mustutor.games.encaje.telling",
)
