"""A table of Encaje for tests: sit down with stones, ``"A5 B18"``, and read what moved."""

from __future__ import annotations

import re
from collections.abc import Mapping

from mustutor import games
from mustutor.model.calls import deal_call
from mustutor.model.position import Position
from mustutor.model.variant import Variant
from tests.table import (
    Rules,
    beyond,
    cards,
    changed,
    cited,
    fault,
    hands,
    legal,
    perft,
    play,
    quiet,
    refused,
    serve,
    settled,
    stones,
    whole_round,
)
from tests.table import spoken_in_turn as spoken

__all__ = [
    "again",
    "beyond",
    "cards",
    "cited",
    "fault",
    "hands",
    "ledger",
    "legal",
    "perft",
    "play",
    "quiet",
    "refused",
    "serve",
    "settled",
    "sit",
    "spoken_in_turn",
    "stones",
    "variant",
    "whole_round",
]


def variant(changes: Rules | None = None, base: str = "encaje") -> Variant:
    """Give the rules of a packaged variant with some options answered otherwise."""
    return changed(base, changes)


def sit(
    in_front: str,
    told: str = "",
    *,
    mano: str = "A",
    rules: Rules | Variant | None = None,
    lost: Mapping[str, int] | None = None,
    talk: bool = False,
) -> Position:
    """Sit down, deal, and (unless mus is to be talked) let mano cut, so that grande opens."""
    held = {seat: int(count) for seat, count in re.findall(r"([A-H])(\d+)", in_front)}
    position = games.start(
        rules if isinstance(rules, Variant) else variant(rules),
        seats=tuple(held),
        mano=mano,
        stones=held,
        games=lost,
    )
    if told:
        position = games.apply(position, deal_call(hands(told)))
    return position if talk or position.lance != "mus" else play(position, f"{mano} corto")


def again(position: Position, told: str) -> Position:
    """Deal the next hand; mano cuts, so that grande opens."""
    position = games.apply(games.next_hand(position), deal_call(hands(told)))
    return play(position, f"{position.mano} corto")


def ledger(position: Position, beginning: str = "") -> list[str]:
    """Write the movements of the hand, or those that begin so: ``grande at_once``."""
    written = [
        f"{entry.lance} {entry.when} {entry.item} {entry.src} > {entry.dst} {entry.stones}"
        for entry in position.ledger
    ]
    return [line for line in written if line.startswith(beginning)]


def spoken_in_turn(position: Position, verb: str) -> str:
    """Let everyone say the same while the lance lasts: who spoke, in order."""
    return "".join(spoken(position, verb))
