"""Take down what was played: from the steps of a hand to the record of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice

from mustutor import games
from mustutor.calls import DECK, write_call
from mustutor.games import Game
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
    game = games.game_of(end.variant.game)
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
        calls.append(write_call(step.call, game.grammar))
        checks.append(step.after.check())
        over = games.ends_round(step)
    if calls:
        rounds.append(Round(lance, tuple(calls), None, tuple(checks)))
    if steps:
        written |= game.of_stock(steps[0].before, end)
    if game.draws and "stock" not in written:
        rounds = _with_draws(rounds, steps, game)
    return Hand(mano, tuple(rounds), written, *stated(end))


def stated(end: Position) -> tuple[tuple[Json, ...], dict[str, int] | None]:
    """What a record states of a hand that has come to this: its ledger, and the stones after it."""
    ledger = tuple([entry.as_json() for entry in end.ledger])
    return ledger, end.in_front() if end.lance == "end" else None


def _with_draws(rounds: Sequence[Round], steps: Sequence[Step], game: Game) -> list[Round]:
    """The rounds with the cards each seat drew in them, up to the first that nobody told."""
    calls = iter([step for step in steps if step.call.seat != DECK])
    drawn: list[Round] = []
    for round_ in rounds:
        told: dict[str, list[str]] = {}
        unknown: set[str] = set()
        for step in islice(calls, len(round_.calls)):
            seat, verb = step.call.seat, step.call.verb
            cards = game.drew(step) if verb in game.draws else ()
            if verb in game.draws and not cards:
                unknown.add(seat)
            if seat not in unknown and cards:
                told.setdefault(seat, []).extend(cards)
        drawn.append(round_._replace(draws=told) if told else round_)
    return drawn


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
