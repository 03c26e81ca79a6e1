"""What a record leaves out of a hand: lances skipped, and those that may have followed its end.

A lance nobody wrote down may have brought stones, and so ended the game before one that stands
in the record is counted. Where the cards say that nobody could bet in it, it has ended nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from mustutor.games.mus_family.lances import DECLARED, LANCES, PLAYED, TALKED
from mustutor.position import Position


def left_out(position: Position) -> tuple[str, ...]:
    """The lances before this moment that the record skips, and in which stones may have moved."""
    skipped = [lance for lance in position.skipped if lance in LANCES]
    if "juego" in skipped and (position.lance == "punto" or "punto" in position.state.over):
        skipped.remove("juego")  # nobody had it, or there would be no punto
    return tuple(skipped)


def to_come(position: Position) -> tuple[str, ...]:
    """The lances that are not over where the record stops; punto stands for itself only there."""
    lance = position.lance
    if lance in ("showdown", "end"):
        return position.unplayed
    if lance in PLAYED:
        return PLAYED[PLAYED.index(lance) :]
    if lance == "punto":
        return ("punto",)
    return PLAYED if lance in TALKED and not position.state.closed else ()


def stops_early(position: Position) -> Position:
    """The position with the lances that may have followed where the record stops."""
    unplayed = to_come(position)
    return position._replace(unplayed=unplayed) if unplayed else position


def may_be_bet(position: Position, lance: str, players: Sequence[str]) -> bool:
    """Whether a bet can have been made in a lance nobody wrote down, by those who play it."""
    sides = {position.table.side_of(seat) for seat in players}
    if lance not in DECLARED or position.variant.rules["declare.mode"] == "manual":
        return len(sides) > 1
    holding = set()
    for seat in players:
        hand = position.hand_of(seat)
        if hand is None:
            return len(sides) > 1
        if position.state.ranking.has(lance, hand):
            holding.add(position.table.side_of(seat))
    # Where nobody has juego, punto is bet in its place.
    return len(holding) > 1 or (lance == "juego" and not holding and len(sides) > 1)


def or_punto(position: Position, lances: Sequence[str]) -> tuple[str, ...]:
    """The lances with punto in the place of juego where nobody has it, beside it if it may be."""
    hands = [position.hand_of(seat) for seat in position.order]
    known = [hand for hand in hands if hand is not None]
    has_juego = any(position.state.ranking.has("juego", hand) for hand in known)
    if "juego" not in lances or has_juego or {"juego", "punto"} & set(position.state.over):
        return tuple(lances)
    either = ("punto",) if len(known) == len(hands) else ("juego", "punto")
    at = lances.index("juego")
    return (*lances[:at], *either, *[one for one in lances[at + 1 :] if one != "punto"])
