"""Encaje, put together: what the protocol asks of a game, and where each answer stands."""

from __future__ import annotations

from mustutor.games import Game
from mustutor.games.encaje import flow, legality, rotation, settlement

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
)
