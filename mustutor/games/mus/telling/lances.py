"""How a lance of Mus opens and how it ends: who bets, what is accepted, what a refusal costs."""

from __future__ import annotations

from collections.abc import Iterator

from mustutor.games.mus.sides import side_of
from mustutor.games.mus_family.state import Outcome
from mustutor.games.telling import AlreadySaid, Fact
from mustutor.ledger import Entry
from mustutor.position import Position

DECLARED = {"pares": "MUS-DECL-2", "juego": "MUS-DECL-5"}
ALONE = {"pares": "MUS-DECL-3", "juego": "MUS-DECL-6"}
UNBET = {"grande": "MUS-PAY-1", "chica": "MUS-PAY-2", "punto": "MUS-PAY-6"}


def opening(_position: Position, _memory: AlreadySaid) -> Iterator[Fact]:
    """Nothing: everybody may speak in every lance of Mus."""
    return iter(())


def declared(before: Position, after: Position) -> Iterator[Fact]:
    """Who will bet now that players of more than one side have declared pares, or juego."""
    if (
        before.state.auction is not None
        or after.state.auction is None
        or before.lance != after.lance
    ):
        return
    if before.lance not in DECLARED:
        return
    evidence = {"seats": after.state.holders, "lance": after.lance}
    rules = (DECLARED[after.lance],)
    if after.state.auction.speakers == after.state.holders:
        yield Fact("both_sides_have", rules, evidence=evidence)
    else:
        yield Fact("everybody_bets", rules, evidence=evidence)


def closing(outcome: Outcome, _: Position, after: Position, memory: AlreadySaid) -> Iterator[Fact]:
    """How a lance ended, and the deje taken at once; `after` is the position it left."""
    lance, auction = outcome.lance, outcome.auction
    evidence: dict[str, object] = {"lance": lance, "seats": outcome.seats, "stake": auction.stake}
    match outcome.kind:
        case "unbet":
            yield _unbet(lance, evidence, after)
        case "lone":
            evidence["side"] = side_of(outcome.seats[0])
            yield Fact("only_one_side_has", (ALONE[lance],), evidence=evidence)
        case "nobody":
            if lance == "pares":
                yield Fact("nobody_has_pares", ("MUS-DECL-4",), evidence=evidence)
            else:
                yield Fact("nobody_has_juego_but_punto", ("MUS-DECL-7",), evidence=evidence)
        case "unanswered_bet" | "unanswered_raise":
            evidence |= {
                "seat": auction.bettor,
                "side": side_of(auction.bettor),
                "previous": auction.previous,
            }
            yield from _refused(outcome, evidence, after, memory)
        case "seen":
            yield from _accepted(evidence, after, memory)
        case "ordago":
            evidence["seat"] = auction.bettor
            kind = "ordago_accepted"
            if after.variant.word("ordago.settle") != "immediate":
                kind = "ordago_accepted_to_be_counted"
            yield Fact(kind, ("MUS-ORD-1",), evidence=evidence)


def _unbet(lance: str, evidence: dict[str, object], after: Position) -> Fact:
    if lance in DECLARED:
        alone = len(after.table.sides) == len(after.table.seats)
        kind = "best_scores_its_value" if alone else "best_side_scores_its_values"
        return Fact(kind, ("MUS-PAY-3",), evidence=evidence)
    due = after.variant.stones("values.lances")[lance]
    return Fact("best_scores_at_the_count", (UNBET[lance],), evidence={**evidence, "due": due})


def _accepted(evidence: dict[str, object], after: Position, memory: AlreadySaid) -> Iterator[Fact]:
    rules = after.variant
    if rules.word("players.mode") != "individual":
        yield Fact("stake_is_on", ("MUS-BET-15",), evidence=evidence)
    elif rules.word("individual.stake") == "once":
        yield Fact("stake_is_on_between", ("MUS-BET-15",), evidence=evidence)
    else:
        yield Fact("stake_is_on_from_each", ("MUS-BET-15",), evidence=evidence)
    target = rules.number("score.target")
    stake = evidence["stake"]
    assert isinstance(stake, int)
    if stake >= target and memory.is_new("more_than_the_target"):
        yield Fact("more_than_the_target", ("MUS-BET-17",), evidence={**evidence, "target": target})


# --- a refusal ---------------------------------------------------------------------------


def _refused(
    outcome: Outcome, evidence: dict[str, object], after: Position, memory: AlreadySaid
) -> Iterator[Fact]:
    """What a refusal brings the side that bet: now, and at the count."""
    lance = outcome.lance
    taken = [entry for entry in after.ledger if entry.lance == lance and entry.item == "deje"]
    now = _deje(outcome, evidence, after, taken)
    yield now
    forfeit = [entry for entry in after.ledger if entry.item == "penalty"]
    if forfeit:
        given = {"side": forfeit[-1].dst}
        yield Fact("wins_by_the_offence", (forfeit[-1].rule,), evidence=given)
        return
    if after.winner:
        score = after.stones_of(after.winner)
        target = after.variant.number("score.target")
        won = {"side": after.winner, "has": score, "target": target}
        yield Fact("wins_by_the_deje", ("MUS-END-2", "MUS-DEJE-2"), evidence=won)
        return
    if taken and memory.is_new("taken_at_once"):
        yield Fact("taken_at_once", ("MUS-DEJE-2",), evidence=evidence)
    if lance in DECLARED:
        if outcome.seats:
            yield Fact("own_values_to_come", ("MUS-DEJE-5",), evidence=evidence)
    elif lance == "punto":
        yield Fact("punto_to_come", ("MUS-DEJE-6",), evidence=evidence)
    elif memory.is_new("nothing_more"):
        yield Fact("nothing_more", ("MUS-DEJE-4",), evidence=evidence)


def _deje(
    outcome: Outcome, evidence: dict[str, object], after: Position, taken: list[Entry]
) -> Fact:
    rules = after.variant
    raised = outcome.kind == "unanswered_raise"
    if not taken:
        if rules.word("deje.timing") == "end_first":
            return Fact("deje_at_the_count", ("MUS-DEJE-2",), evidence=evidence)
        return Fact("no_deje", ("REG-CAT-4",), evidence=evidence)
    evidence = {**evidence, "stones": taken[-1].stones, "ordago": outcome.auction.ordago}
    if not raised:
        return Fact("bet_refused", ("MUS-DEJE-1",), evidence=evidence)
    extra = rules.stones("deje.raise_extra")[outcome.lance]
    if extra:
        rest = taken[-1].stones - extra
        evidence |= {"extra": extra, "rest": rest}
        return Fact("raise_refused_with_extra", ("MUS-DEJE-3", "REG-MAD-4"), evidence=evidence)
    if rules.word("deje.raise_refused") == "previous_stake":
        return Fact("raise_refused", ("MUS-DEJE-3",), evidence=evidence)
    return Fact("raise_refused_for_one", ("MUS-DEJE-3",), evidence=evidence)
