"""How a lance opens and how it ends: who is silent, and what happens at once."""

from __future__ import annotations

from collections.abc import Iterator

from mustutor.games.mus_family.lances import DECLARED
from mustutor.games.mus_family.state import Outcome
from mustutor.games.telling import AlreadySaid, Fact
from mustutor.ledger import POT
from mustutor.position import Position

VALUED = ("pares", "juego", "punto")


def opening(position: Position, memory: AlreadySaid) -> Iterator[Fact]:
    """Who cannot speak in a lance that begins, and why; once a hand for each way of it."""
    seats = tuple([seat for seat in position.order if not position.stones_of(seat)])
    if not seats:
        return
    evidence = {"seats": seats, "lance": position.lance}
    if position.lance in DECLARED and position.state.auction is None:
        if memory.is_new("does_not_declare"):
            yield Fact("does_not_declare", ("ENC-PAR-2",), evidence=evidence)
        return
    staked = {entry.src for entry in position.ledger if entry.dst.startswith(POT)}
    if not memory.is_new("silent"):
        return
    if staked.issuperset(seats):
        yield Fact("silent_with_all_in_a_pot", ("ENC-BET-10",), evidence=evidence)
    else:
        yield Fact("silent_without_stones", ("ENC-BET-9",), evidence=evidence)


def declared(before: Position, after: Position) -> Iterator[Fact]:
    """Who will bet now that several players have declared pares, or juego."""
    if (
        before.state.auction is not None
        or after.state.auction is None
        or before.lance != after.lance
    ):
        return
    if before.lance not in DECLARED:
        return
    speakers = after.state.auction.speakers
    silent = [seat for seat in after.order if after.stones_of(seat) and seat not in speakers]
    rule = "ENC-PAR-5" if after.lance == "pares" else "ENC-JUE-2"
    kind = "holders_bet" if silent else "all_speakers_bet"
    yield Fact(kind, (rule,), evidence={"seats": speakers, "lance": after.lance})


def closing(
    outcome: Outcome, before: Position, after: Position, memory: AlreadySaid
) -> Iterator[Fact]:
    """How a lance ended, and what moves at once.

    `before` is the position of its last call, `after` the one that call made, with the
    showdown still to come.
    """
    lance = outcome.lance
    evidence: dict[str, object] = {"lance": lance, "seats": outcome.seats}
    match outcome.kind:
        case "unbet":
            kind, rule = (
                ("all_pass_value", "ENC-SET-2") if lance in VALUED else ("all_pass", "ENC-SET-1")
            )
            yield Fact(kind, ("ENC-TURN-3", rule), evidence=evidence)
        case "lone":
            yield _lone(outcome, evidence)
        case "void":
            rule = "ENC-JUE-4" if lance == "punto" else "ENC-SET-1"
            yield Fact("alone_for_nothing", (rule,), evidence=evidence)
        case "nobody":
            yield _nobody(lance, evidence, stones=any(after.stones))
        case "unanswered_bet":
            evidence["seat"] = outcome.auction.bettor
            yield Fact("nobody_sees_the_bet", ("ENC-SET-4",), evidence=evidence)
            if lance in VALUED:
                yield Fact("value_to_come", ("ENC-SET-5",), evidence=evidence)
        case "unanswered_raise":
            yield from _refused_raise(outcome, evidence, memory)
        case "seen":
            yield from _pot(outcome, before, evidence)


def _lone(outcome: Outcome, evidence: dict[str, object]) -> Fact:
    evidence["seat"] = outcome.seats[0]
    match outcome.lance:
        case "pares":
            return Fact("only_one_has_pares", ("ENC-PAR-4",), evidence=evidence)
        case "juego":
            return Fact("only_one_has_juego", ("ENC-JUE-3",), evidence=evidence)
        case "punto":
            return Fact("only_one_with_stones", ("ENC-JUE-4",), evidence=evidence)
        case _:
            return Fact("only_one_with_stones", ("ENC-SET-1",), evidence=evidence)


def _nobody(lance: str, evidence: dict[str, object], *, stones: bool) -> Fact:
    if stones and lance == "pares":
        return Fact("nobody_has_pares", ("ENC-PAR-3",), evidence=evidence)
    if stones and lance == "juego":
        return Fact("nobody_has_juego", ("ENC-JUE-4",), evidence=evidence)
    rule = "ENC-PAR-2" if lance in DECLARED else "ENC-BET-9"
    return Fact("nobody_has_stones", (rule,), evidence=evidence)


def _refused_raise(
    outcome: Outcome, evidence: dict[str, object], memory: AlreadySaid
) -> Iterator[Fact]:
    auction = outcome.auction
    evidence |= {
        "seat": auction.bettor,
        "stake": auction.stake,
        "previous": auction.previous,
        "maker": auction.previous_bettor,
    }
    yield Fact("nobody_sees_the_raise", ("ENC-SET-6",), evidence=evidence)
    unpaid = tuple(
        [seat for seat in auction.folded if memory.stayed.get(seat) == ("quiero", auction.previous)]
    )
    if unpaid:
        yield Fact("seers_get_nothing", ("ENC-SET-6",), evidence={**evidence, "seats": unpaid})
    if outcome.lance in VALUED:
        yield Fact("value_to_come", ("ENC-SET-7",), evidence=evidence)


def _pot(outcome: Outcome, before: Position, evidence: dict[str, object]) -> Iterator[Fact]:
    """Who puts what into the pot, those with the whole stake first."""
    stake = outcome.auction.stake
    had = {seat: before.stones_of(seat) for seat in outcome.seats}
    full = tuple([seat for seat in outcome.seats if had[seat] >= stake])
    yield Fact("pot_is_made", ("ENC-SET-8",), evidence={**evidence, "seats": full, "stake": stake})
    emptied = tuple([seat for seat in full if had[seat] == stake])
    if emptied:
        yield Fact("nothing_left", ("ENC-BET-10",), evidence={**evidence, "seats": emptied})
    for seat in outcome.seats:
        if had[seat] < stake:
            yield Fact(
                "puts_in_all",
                ("ENC-SET-9",),
                evidence={**evidence, "seat": seat, "had": had[seat], "stake": stake},
            )
