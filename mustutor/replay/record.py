"""Take down what was played: from the steps of a hand to the record of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mustutor import games
from mustutor.calls import DECK, write_call
from mustutor.position import Position, Step
from mustutor.replay.format import Hand, Json, Replay, Round
from mustutor.replay.seal import with_seals
from mustutor.variant import Variant


def recorded_hand(
    steps: Sequence[Step], end: Position, *, mano: str, deal: Json | None = None
) -> Hand:
    """Record a hand: its calls with their checks, its ledger, and the stones once it is over.

    `steps` are as `games.hear` makes them, `end` is the position when the hand is settled.

    `deal` says where the cards came from; those the deck dealt are added to it.
    """
    rounds: list[Round] = []
    written: Json = {"source": "composed", **(deal or {})}
    calls: list[str] = []
    checks: list[str] = []
    lance, over = "", False
    for step in steps:
        if step.call.seat == DECK:
            hands = {seat: list(cards) for seat, cards in step.call.hands}
            if step.call.verb == "reparte":
                written["cards"] = hands
            else:
                rounds.append(Round(lance, tuple(calls), hands, tuple(checks)))
                calls, checks, lance = [], [], ""
            continue
        if step.before.lance != lance or over:
            if calls:
                rounds.append(Round(lance, tuple(calls), None, tuple(checks)))
            calls, checks, lance = [], [], step.before.lance
        calls.append(write_call(step.call))
        checks.append(step.after.check())
        over = games.ends_round(step)
    if calls:
        rounds.append(Round(lance, tuple(calls), None, tuple(checks)))
    if steps:
        written |= games.game_of(end.variant.game).of_stock(steps[0].before, end)
    return Hand(
        mano,
        tuple(rounds),
        written,
        tuple([entry.as_json() for entry in end.ledger]),
        end.in_front() if end.lance == "end" else None,
    )


def recorded_match(
    variant: Variant,
    first: Position,
    hands: Sequence[Hand],
    *,
    about: Mapping[str, object] | None = None,
) -> Replay:
    """Record a match from its first position and its hands, and seal it."""
    replay = Replay(
        variant={"id": variant.id, "digest": variant.digest},
        seats=first.table.seats,
        hands=tuple(hands),
        start=first.brought(),
        about=dict(about or {}),
    )
    return with_seals(replay)
