"""Encaje (Mus francés): 3 or 5 players, no partners, no winner, one loser.

The rules live here and in the options of the variant: `flow` says who may speak and what
closes a lance, `settlement` who pays whom, `rotation` who is mano next.
"""

from __future__ import annotations

from mustutor.games import Game
from mustutor.games.encaje import flow, rotation, settlement

ENCAJE = Game(
    start=flow.start,
    options=flow.options,
    heard=flow.heard,
    why_not=flow.why_not,
    play=flow.play,
    skip_to=flow.skip_to,
    settle=settlement.settle,
    next_manos=rotation.next_manos,
    next_hand=flow.next_hand,
)
