"""Mus: in pairs, in two trios, or each for himself, to a target of stones.

`legality` says who may speak and what, `flow` what a call does and what closes a lance,
`settlement` who scores what, in the order of collection, `rotation` who is mano next.
"""

from __future__ import annotations

from mustutor.games import Game
from mustutor.games.mus import flow, legality, rotation, settlement

ARTICLES = ("MUS",)
TRAITS = ("lances", "target")
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
    taken_up=settlement.taken_up,
    bearing=legality.bearing,
    held=legality.held,
    means=legality.means,
    room=legality.room,
    cited=legality.CITED,
)


def __getattr__(name: str) -> object:
    # What the game says about itself is loaded when somebody asks for it.
    if name != "TELLER":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from mustutor.games.mus.telling import MUS

    return MUS
