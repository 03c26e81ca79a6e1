"""What there is to learn from a bet of Encaje and from its answers."""

from __future__ import annotations

from collections.abc import Iterator

from mustutor.calls import Call
from mustutor.games.telling import AlreadySaid, Fact
from mustutor.position import Position, Step


def remarks(step: Step, call: Call, memory: AlreadySaid) -> Iterator[Fact]:
    """Everything a learner could ask about a call of the betting, the most telling first."""
    before = step.before
    if before.state.auction is None:
        return
    known = {
        "seat": call.seat,
        "lance": before.lance,
        "stake": before.state.auction.stake,
        "had": before.stones_of(call.seat),
    }
    match call.verb:
        case "envido":
            yield from _opening(before, call, known)
        case "subo":
            yield from _raising(before, call, memory, known)
        case "quiero":
            yield from _seeing(call, memory, known)
        case "no quiero":
            yield from _folding(call, memory, known)


def _opening(before: Position, call: Call, known: dict[str, object]) -> Iterator[Fact]:
    least = before.variant.number("bet.min_open")
    known = {**known, "least": least}
    if call.stones < least:
        yield Fact("bets_the_last_stone", ("ENC-BET-1",), evidence=known)
    elif call.stones == known["had"]:
        yield Fact("bets_to_the_limit", ("ENC-BET-3",), evidence=known)


def _raising(
    before: Position, call: Call, memory: AlreadySaid, known: dict[str, object]
) -> Iterator[Fact]:
    step = before.variant.number("bet.min_raise")
    assert before.state.auction is not None
    least = before.state.auction.stake + step
    yield Fact(
        "bounds_of_a_raise",
        ("ENC-BET-6", "ENC-BET-7"),
        evidence={**known, "step": step, "least": least},
    )
    if call.stones == known["had"]:
        yield Fact("raises_to_the_limit", ("ENC-BET-7",), evidence=known)
    if call.seat in memory.stayed:
        yield _stayed("answers_with_a_raise", "ENC-BET-13", call, memory, known)
    yield from _coming_in(call, memory, known)


def _seeing(call: Call, memory: AlreadySaid, known: dict[str, object]) -> Iterator[Fact]:
    had, stake = known["had"], known["stake"]
    assert isinstance(had, int)
    assert isinstance(stake, int)
    if had < stake:
        yield Fact("sees_with_less", ("ENC-BET-8",), evidence=known)
    if call.seat in memory.stayed:
        yield _stayed("answers_again", "ENC-BET-13", call, memory, known)
    yield from _coming_in(call, memory, known)


def _folding(call: Call, memory: AlreadySaid, known: dict[str, object]) -> Iterator[Fact]:
    if call.seat in memory.stayed:
        yield _stayed("folds_for_nothing", "ENC-BET-14", call, memory, known)
    yield Fact("folds", ("ENC-BET-4",), evidence=known)


def _coming_in(call: Call, memory: AlreadySaid, known: dict[str, object]) -> Iterator[Fact]:
    if call.seat in memory.passed:
        yield Fact("comes_in_after_a_pass", ("ENC-BET-12",), evidence=known)


def _stayed(
    kind: str, rule: str, call: Call, memory: AlreadySaid, known: dict[str, object]
) -> Fact:
    """A remark about somebody who had bet, raised or seen earlier in this lance."""
    verb, stones = memory.stayed[call.seat]
    return Fact(kind, (rule,), evidence={**known, "verb": verb, "earlier": stones})
