"""The verbs of the game: start, options, why_not, apply, settle, next_hand.

Every game answers the same protocol and is registered here by name; the caller never asks
which game it is. Record, verify, play back, explain, teach and simulate are folds over these.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import NamedTuple

from mustutor.calls import Call
from mustutor.errors import Fault, IllegalCall, VariantError
from mustutor.language import mark
from mustutor.position import Open, Option, Position
from mustutor.variant import Variant


class Game(NamedTuple):
    """What a game must answer; nothing else of mustutor knows one game from another."""

    start: Callable[[Variant, tuple[str, ...], str, Mapping[str, int], Mapping[str, int]], Position]
    options: Callable[[Position], tuple[Option, ...]]
    heard: Callable[[Position, Call], Call]
    why_not: Callable[[Position, Call], Fault | None]
    play: Callable[[Position, Call], Position]
    skip_to: Callable[[Position, str], Position | None]
    settle: Callable[[Position], tuple[Position, tuple[Open, ...]]]
    next_manos: Callable[[Position], tuple[str, ...]]
    next_hand: Callable[[Position, str, Mapping[str, int] | None], Position]
    taken_up: Callable[[Position, tuple[int, ...]], Position]


@cache
def game_of(name: str) -> Game:
    """Find a game by the name its variants carry."""
    if name == "encaje":
        from mustutor.games.encaje import ENCAJE

        return ENCAJE
    raise VariantError(mark("mustutor does not play {game!r} yet: it plays encaje."), game=name)


def start(
    variant: Variant,
    *,
    seats: tuple[str, ...],
    mano: str,
    stones: Mapping[str, int] | None = None,
    games: Mapping[str, int] | None = None,
) -> Position:
    """Sit down to a match: the first hand, before the cards are known.

    `seats` are in speaking order. `stones` are those in front of each (the variant's where
    left out), `games` the games each has lost already. Raises IllegalCall where the rules do
    not allow such a table.
    """
    if len(set(seats)) < len(seats):
        raise IllegalCall(
            Fault(
                "ENC-GEN-1",
                mark("Two players cannot share a seat: {seats}."),
                {"seats": " ".join(seats)},
            )
        )
    return game_of(variant.game).start(variant, seats, mano, stones or {}, games or {})


def options(position: Position) -> tuple[Option, ...]:
    """Who may speak now, and what, with the bounds of each stake."""
    return game_of(position.table.variant.game).options(position)


def heard(position: Position, call: Call) -> Call:
    """Spell out a call that leans on the stake on the table: `5 mas` becomes `subo a 10`."""
    if call.verb != "mas":
        return call
    return game_of(position.table.variant.game).heard(position, call)


def why_not(position: Position, call: Call) -> Fault | None:
    """Say why the rules refuse this call here, with the article; nothing when it is legal."""
    call = heard(position, call)
    return game_of(position.table.variant.game).why_not(position, call)


def apply(position: Position, call: Call) -> Position:
    """Play a call: the position after it, with the entries it caused in the ledger.

    Raises IllegalCall, carrying the fault, where the rules refuse it.
    """
    game = game_of(position.table.variant.game)
    call = heard(position, call)
    fault = game.why_not(position, call)
    if fault is not None:
        raise IllegalCall(fault)
    return game.play(position, call)


def skip_to(position: Position, lance: str) -> Position | None:
    """Go on at a later lance where the ones between were not recorded; None if that cannot be."""
    return game_of(position.table.variant.game).skip_to(position, lance)


def settle(position: Position) -> tuple[Position, tuple[Open, ...]]:
    """Settle the lances that are closed, and tell what waits for cards nobody has told."""
    return game_of(position.table.variant.game).settle(position)


def taken_up(position: Position, stones: tuple[int, ...]) -> Position:
    """Take up a match after a hand that could not be told whole, with the stones stated after it.

    The stones say whether the game was decided by then.
    """
    return game_of(position.table.variant.game).taken_up(position, stones)


def next_manos(position: Position) -> tuple[str, ...]:
    """Who may be mano of the next hand: one seat, or several where it is drawn; none at the end."""
    return game_of(position.table.variant.game).next_manos(position)


def next_hand(
    position: Position, *, mano: str = "", stones: Mapping[str, int] | None = None
) -> Position:
    """Deal again: the next hand of the match, with the same stones unless others are given.

    Raises IllegalCall where the match is over, or the hand before is not settled.
    """
    if position.pots:
        raise IllegalCall(
            Fault("ENC-SET-8", mark("The pots of this hand are not settled: no hand follows."), {})
        )
    chosen = mano or next(iter(next_manos(position)), "")
    return game_of(position.table.variant.game).next_hand(position, chosen, stones)
