"""A table of Mus for tests: four hands in speaking order, ``"RRC7 7654 RC44 AA45"``, and calls.

Seats are A1 B1 A2 B2, mano is A1, and the rules are Fournier's with mus talked as in the later
hands of a game, unless a test says otherwise. Movements are written ``"grande envite A 3"``, those
taken while the lance is played with ``at once`` behind them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from mustutor import games
from mustutor.model.calls import DECK, deal_call
from mustutor.model.position import Position
from mustutor.model.variant import Variant, load_variant
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
    spoken_in_turn,
    stones,
    verbs,
    whole_round,
)

__all__ = [
    "ALL_PLAY",
    "DULL",
    "PAIRS",
    "TRIOS",
    "again",
    "beyond",
    "cards",
    "changed",
    "cited",
    "closes",
    "dealt_to",
    "fault",
    "hands",
    "ledger",
    "legal",
    "opened",
    "perft",
    "play",
    "quiet",
    "refused",
    "score",
    "serve",
    "settled",
    "sit",
    "spoken_in_turn",
    "stones",
    "variant",
    "verbs",
    "whole_round",
]

PAIRS = ("A1", "B1", "A2", "B2")
TRIOS = ("A1", "B1", "A2", "B2", "A3", "B3")

DULL = "RRC7 RCC7 7654 AA45"
"""A1 has the best grande, a par of kings and 37; B1 a par of knights and 37; B2 the best chica and
a par of aces; A2 nothing at all. Left unbet: grande A 1, chica B 1, pares A 1, juego A 2."""

ALL_PLAY = "RRC7 RRC7 CCS7 SSS7"
"""Everybody has pares and 37: all four may speak in every lance."""


def variant(changes: Rules | None = None, base: str = "fournier") -> Variant:
    """Give Fournier's rules, or another rulebook's, with some options answered otherwise."""
    return changed(base, {"mus.corrido": "never", **(changes or {})})


def dealt_to(seats: Sequence[str], told: str) -> dict[str, tuple[object, ...]]:
    """Give each seat its hand."""
    return {seat: cards(hand) for seat, hand in zip(seats, told.split(), strict=True)}


def sit(
    told: str = DULL,
    in_front: str = "A0 B0",
    *,
    mano: str = "A1",
    rules: Rules | Variant | str | None = None,
    seats: Sequence[str] = PAIRS,
    won: Mapping[str, int] | None = None,
    talk: bool = False,
) -> Position:
    """Sit down, deal, and (unless mus is to be talked) let mano cut, so that grande opens.

    `rules` are options answered otherwise, or the id of a rulebook, then played as it is.
    """
    if isinstance(rules, str):
        rules = load_variant(rules)
    position = games.start(
        rules if isinstance(rules, Variant) else variant(rules),
        seats=tuple(seats),
        mano=mano,
        stones={side: int(count) for side, count in re.findall(r"([A-H])(\d+)", in_front)},
        games=won,
    )
    if told:
        position = games.apply(position, deal_call(dealt_to(seats, told)))  # type: ignore[arg-type]
    return position if talk or position.lance != "mus" else play(position, f"{mano} corto")


def again(position: Position, told: str = DULL, *, talk: bool = False) -> Position:
    """Deal the next hand, in the order of the seats; mano cuts, so that grande opens."""
    position = games.next_hand(position)
    position = games.apply(position, deal_call(dealt_to(position.table.seats, told)))  # type: ignore[arg-type]
    return position if talk else play(position, f"{position.mano} corto")


def opened(position: Position, lance: str) -> Position:
    """Let everyone pass and declare up to a lance, until its betting is open."""
    position = quiet(position, until=lance)
    while "envido" not in verbs(position):
        position = play(position, f"{position.speaker} {verbs(position)[0]}")
    return position


def closes(position: Position, bet: str, answer: str = "no quiero") -> Position:
    """Let a seat open, and every opponent asked say the same until the lance is over."""
    position = play(position, bet)
    lance = position.lance
    while position.lance == lance and position.speaker not in ("", DECK):
        position = play(position, f"{position.speaker} {answer}")
    return position


def ledger(position: Position, beginning: str = "") -> list[str]:
    """Write the movements of the hand, or those that begin so: ``pares``."""
    written = []
    for entry in position.ledger:
        assert entry.src == "bank"
        when = " at once" if entry.when == "at_once" else ""
        written.append(f"{entry.lance} {entry.item} {entry.dst} {entry.stones}{when}")
    return [line for line in written if line.startswith(beginning)]


def score(position: Position) -> str:
    """The stones of both sides when the hand is counted as far as it has been played."""
    return stones(settled(position))
