"""Encaje (Mus francés): 3 or 5 players, no partners, no winner, one loser.

The rules live here and in the options of the variant: `legality` says who may speak and what,
`flow` what a call does and what closes a lance, `settlement` who pays whom, `rotation` who is
mano next.
"""

from __future__ import annotations

from mustutor.games import Game
from mustutor.games.encaje import flow, legality, rotation, settlement

ARTICLES = ("ENC", "MUS")
TRAITS = ("lances", "own_stones")
GAME = Game(
    start=flow.start,
    options=legality.options,
    heard=legality.heard,
    why_not=legality.why_not,
    play=flow.play,
    skip_to=flow.skip_to,
    settle=settlement.settle,
    next_manos=rotation.next_manos,
    next_hand=flow.next_hand,
    cited=legality.CITED,
    taken_up=settlement.taken_up,
    bearing=legality.bearing,
    held=legality.held,
    means=legality.means,
    room=legality.room,
)


def __getattr__(name: str) -> object:
    # What the game says about itself is loaded when somebody asks for it.
    if name != "TELLER":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from mustutor.games.encaje.telling import ENCAJE

    return ENCAJE
