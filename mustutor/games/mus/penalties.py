"""Penalties: what offences cost in stones, lances, hands and games.

An annulled lance counts nothing for the side of the offender: its cards are out of the
comparison, and the opponents are paid as if they alone had played it. Stones are paid at once, or
at the count if only the cards prove the offence; each other side takes them. The juego of a mano
who ordered their partner to pass goes further: no stake and no deje stands, and the opponents score
the value of their juego (REG-AST-21). An annulled hand is all its lances annulled, perete too. A
deje taken earlier is given back at the count. An offence in the talk before grande is in no
lance, and only a penalty of the hand or the game affects it.

A false declaration costs nothing by itself, but the hand does not count in the lance: true holders
of pares or juego are paid as if the false one had been silent, the value as if they had no
opponents, and a stake won by them stands, for nobody is to gain by another's lie (A-53). If nobody
has it, nothing is paid, and an órdago on it is void.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from typing import NamedTuple

from mustutor.games.mus_family.betting import Auction, Outcome
from mustutor.games.mus_family.conduct_judge import (
    declared_falsely,
    false_declarations,
    rejudged_at_count,
)
from mustutor.games.mus_family.hands import DECLARED, LANCES, VALUED
from mustutor.model.ledger import BANK, Entry, Ruling
from mustutor.model.position import Entries, Position, side_of

ANNULLED = "annulled"
"""The kind of a lance that is paid to the opponents of an offender, for what they hold."""


class Annulments(NamedTuple):
    """Sides that count nothing, by lance; and lances without stake and deje."""

    sides: dict[str, dict[str, Ruling]]
    bare: dict[str, Ruling]

    def at(self, lance: str, side: str) -> Ruling | None:
        """The ruling that annuls a side's lance; None if it counts."""
        return self.sides.get(lance, {}).get(side)


def with_final_rulings(position: Position) -> Position:
    """The position with all its rulings, including those only the end of the hand allows.

    If players declare pares and juego themselves, false declarations are among them.
    """
    if position.rulings:
        position = rejudged_at_count(position)
    if position.variant.rules["declare.mode"] != "manual":
        return position
    found = [ruling for ruling in false_declarations(position) if ruling not in position.rulings]
    return position._replace(rulings=(*position.rulings, *found)) if found else position


def annulments_of(position: Position) -> Annulments:
    """The lances annulled by the rulings of a hand."""
    sides: dict[str, dict[str, Ruling]] = {}
    bare: dict[str, Ruling] = {}
    for ruling in position.rulings:
        side = side_of(ruling.call.seat)
        if ruling.penalty == "annul_hand":
            for lance in LANCES:
                sides.setdefault(lance, {}).setdefault(side, ruling)
        elif ruling.penalty == "annul_lance":
            sides.setdefault(ruling.lance, {}).setdefault(side, ruling)
            if ruling.offence == "mano_31_pass_order":
                bare[ruling.lance] = ruling
    return Annulments(sides, bare)


def forfeited_game(position: Position, when: str = "showdown") -> Entry | None:
    """The entry that gives the game to the others if a side lost it by an offence (REG-ALV-5).

    The first such offence decides. If more than two play, each alone, the game goes to the other
    with most stones, the nearest to mano among equals.
    """
    for ruling in position.rulings:
        if ruling.penalty == "lose_game":
            loser = side_of(ruling.call.seat)
            others = [side for side in map(side_of, position.order) if side != loser]
            winner = max(others, key=position.stones_of)
            return _penalty(ruling, BANK, winner, 0, when)
    return None


def fines(position: Position, when: str, *, latest: Sequence[Ruling] = ()) -> Entries:
    """The unpaid stones that offences cost, as entries: each other side takes them.

    If `latest` rulings are given, only these are unpaid.
    """
    found: list[Entry] = []
    costly = [ruling for ruling in latest or position.rulings if ruling.penalty == "stones"]
    if not costly:
        return ()
    for side in position.table.sides:
        took = () if latest else position.ledger
        paid = [e.because for e in took if e.item == "penalty" and e.dst == side]
        for ruling in costly:
            if side_of(ruling.call.seat) == side:
                continue
            if ruling in paid:
                paid.remove(ruling)
            else:
                found.append(_penalty(ruling, BANK, side, ruling.stones, when))
    return tuple(found)


def refunded_dejes(position: Position) -> Entries:
    """The entries that return dejes of this hand annulled by an offence.

    They were taken when the bet was refused, before the offender's cards were known.
    """
    annulled = annulments_of(position)
    back = []
    for entry in position.ledger:
        ruling = annulled.at(entry.lance, entry.dst) or annulled.bare.get(entry.lance)
        if entry.item == "deje" and ruling is not None:
            back.append(_penalty(ruling, entry.dst, BANK, entry.stones, lance=entry.lance))
    return tuple(back)


def before_count(position: Position) -> tuple[Position, Position, Entries, Entries, Entry | None]:
    """What offences make of a hand before its count.

    The position with its final rulings, the one whose lances are counted, the dejes given back, the
    fines, and the entry that gives the game to the others if an offence lost it.
    """
    if not position.rulings and position.table.variant.rules["declare.mode"] != "manual":
        return position, position, (), (), None
    position = with_final_rulings(position)
    owed = refunded_dejes(position), fines(position, "showdown")
    return position, without_annulled(position), *owed, forfeited_game(position)


def without_annulled(position: Position) -> Position:
    """The position for the count: without annulled lances, and without false holders."""
    annulled = annulments_of(position)
    closed = [_outcome_to_count(position, outcome, annulled) for outcome in position.state.closed]
    peretes = [s for s in position.state.peretes if annulled.at("grande", side_of(s)) is None]
    left = tuple([outcome for outcome in closed if outcome is not None])
    return position._replace(state=position.state._replace(closed=left, peretes=tuple(peretes)))


def _outcome_to_count(position: Position, outcome: Outcome, annulled: Annulments) -> Outcome | None:
    lance, auction, kind = outcome.lance, outcome.auction, outcome.kind
    sides = annulled.sides.get(lance, {})
    if lance in annulled.bare:
        everybody = {*outcome.seats, *auction.speakers, *auction.folded}
        seats = tuple([s for s in position.order if s in everybody and side_of(s) not in sides])
        seats = _true_holders(position, lance, seats)
        return Outcome(lance, ANNULLED, seats, Auction(seats)) if seats else None
    if kind.startswith("unanswered") and side_of(auction.bettor) in sides:
        if stays_given_up(outcome, sides[side_of(auction.bettor)]):
            return None
        # The bet was forbidden: nobody gave up anything by refusing it (MUS-DECL-3).
        seats = (*outcome.seats, *auction.speakers, *auction.folded)
        others = tuple([s for s in position.order if s in seats and side_of(s) not in sides])
        others = _true_holders(position, lance, others)
        return Outcome(lance, "lone", others, Auction(others)) if others else None
    seats = tuple([seat for seat in outcome.seats if side_of(seat) not in sides])
    if position.variant.rules["declare.mode"] == "manual" or declared_falsely(position, lance):
        seats = _true_holders(position, lance, seats)
    if kind.startswith("unanswered"):
        # A true holder who refused the bet has given the lance up (MUS-DEJE-7).
        return outcome._replace(seats=seats)
    if not seats:
        return None
    if kind == "unbet" and lance in DECLARED and len(set(map(side_of, seats))) == 1:
        kind = "lone"
    return outcome._replace(kind=kind, seats=seats)


def stays_given_up(outcome: Outcome, ruling: Ruling) -> bool:
    """Whether the others get nothing of a lance that an offence annulled: they refused its bet.

    A bet on a false declaration was forbidden, and mano's juego is paid for all the same.
    """
    paid = ("false_declaration", "mano_31_pass_order")
    bet = outcome.kind.startswith("unanswered") and ruling.offence not in paid
    return bet and side_of(outcome.auction.bettor) == side_of(ruling.call.seat)


def _true_holders(position: Position, lance: str, seats: tuple[str, ...]) -> tuple[str, ...]:
    """The seats whose cards have the lance, or are unknown and by no ruling declared falsely."""
    if lance not in VALUED:
        return seats
    ranking = position.state.ranking
    hands, false = (
        {seat: position.hand_of(seat) for seat in seats},
        declared_falsely(position, lance),
    )
    true = [
        s not in false if (hand := hands[s]) is None else ranking.has(lance, hand) for s in seats
    ]
    return tuple(compress(seats, true))


def _penalty(
    ruling: Ruling, src: str, dst: str, stones: int, when: str = "showdown", lance: str = ""
) -> Entry:
    lance = lance or ruling.lance
    return Entry(lance, when, "penalty", src, dst, stones, ruling.rule, ruling)
