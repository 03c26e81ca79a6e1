"""What there is to learn from a bet of Mus: who answers it, and what an answer binds."""

from __future__ import annotations

from collections.abc import Iterator

from mustutor.calls import Call
from mustutor.games.mus.legality import counted
from mustutor.games.mus.sides import side_of
from mustutor.games.mus_family.state import Auction
from mustutor.games.telling import AlreadySaid, Fact
from mustutor.position import Position, Step


def remarks(step: Step, call: Call, memory: AlreadySaid) -> Iterator[Fact]:
    """Everything a learner could ask about a call of the betting, the most telling first."""
    before = step.before
    if call.verb == "perete":
        due = before.variant.rules["perete.points"]
        declared = {"seat": call.seat, "side": side_of(call.seat), "due": due}
        yield Fact("perete", ("MUS-NAME-4",), evidence=declared)
        return
    auction = before.state.auction
    if auction is None:
        return
    known: dict[str, object] = {
        "seat": call.seat,
        "side": side_of(call.seat),
        "lance": before.lance,
        "stake": auction.stake,
    }
    match call.verb:
        case "envido" | "subo":
            yield from _staking(step, call, known)
        case "ordago":
            evidence = {**known, "seats": step.after.queue}
            yield Fact("ordago", ("MUS-ORD-1",), evidence=evidence)
        case "quiero":
            yield from _accepting(before, auction, call, memory, known)
        case "no quiero":
            yield from _refusing(step, call, known)


def _staking(step: Step, call: Call, known: dict[str, object]) -> Iterator[Fact]:
    """A bet or a raise: what it counts for, and who answers it."""
    before, after = step.before, step.after
    stake = counted(before, call).stones
    had = before.state.auction.stake if before.state.auction is not None else 0
    answer = {**known, "stake": stake, "before": had, "more": stake - had, "seats": after.queue}
    if stake != call.stones:
        rule = "REG-AST-9" if had else "REG-AST-7"
        limit = before.variant.rules["bet.overlimit"]
        above = limit["above"] if isinstance(limit, dict) else 0
        yield Fact("counts_for_less", (rule,), evidence={**answer, "above": above})
    if step.call.verb == "mas":
        rule = "MUS-BET-12" if step.call.word == "reenvido" else "MUS-BET-11"
        yield Fact(
            "more_means", (rule,), evidence={**answer, "words": str(step.call).partition(" ")[2]}
        )
    if call.seat != before.speaker:
        evidence = {**known, "speaker": before.speaker}
        yield Fact("bets_out_of_turn", ("MUS-BET-3",), evidence=evidence)
    if _is_shared(before):
        response = str(before.variant.rules["bet.team_response"])
        kind = "side_answers" if response == "sequential" else "one_answers_for_the_side"
    else:
        kind = "others_answer"
    yield Fact(kind, ("MUS-BET-4",), evidence=answer)
    if had:
        yield Fact("new_stake", ("MUS-BET-3",), evidence=answer)


def _accepting(
    before: Position, auction: Auction, call: Call, memory: AlreadySaid, known: dict[str, object]
) -> Iterator[Fact]:
    partners = _partners(auction.folded, call.seat)
    waiting = _partners(before.queue[1:], call.seat)
    if partners:
        both = bool(before.variant.rules["bet.refuser_hand_counts"])
        kind = "accepts_after_a_refusal" if both else "accepts_alone_after_a_refusal"
        yield Fact(kind, ("MUS-BET-5", "MUS-BET-8"), evidence={**known, "seats": partners})
    elif waiting:
        yield Fact("one_quiero_is_enough", ("MUS-BET-5",), evidence={**known, "seats": waiting})
    if call.seat in memory.passed:
        yield Fact("comes_in_after_a_pass", ("MUS-BET-7",), evidence=known)


def _refusing(step: Step, call: Call, known: dict[str, object]) -> Iterator[Fact]:
    before, after = step.before, step.after
    waiting = _partners(before.queue[1:], call.seat)
    eliminated = bool(before.variant.rules["bet.refusal_eliminates"])
    if waiting and eliminated:
        rules = ("MUS-BET-8", "MUS-BET-4")
        yield Fact("partner_may_answer", rules, evidence={**known, "seats": waiting})
    elif waiting:
        yield Fact("partner_answers_next", ("MUS-BET-4",), evidence={**known, "seats": waiting})
    if after.lance != before.lance or after.state.auction is None:
        return
    yield Fact("folds" if eliminated else "refuses_for_now", ("MUS-BET-8",), evidence=known)


def _partners(seats: tuple[str, ...], seat: str) -> tuple[str, ...]:
    return tuple([other for other in seats if other != seat and side_of(other) == side_of(seat)])


def _is_shared(position: Position) -> bool:
    """Whether players share their stones with partners."""
    return len(position.table.sides) < len(position.table.seats)
