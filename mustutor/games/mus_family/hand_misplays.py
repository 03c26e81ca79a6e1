"""What goes wrong in a hand as a whole: in shuffling and cutting, or by a note on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from mustutor.games import game_of
from mustutor.games.irregularities import irregularity
from mustutor.games.mus_family import dealing
from mustutor.games.mus_family.conduct import with_cost
from mustutor.games.mus_family.discards import whole_deck
from mustutor.games.mus_family.misplays import (
    ABOUT_CALLS,
    ANNULLING,
    FALSELY,
    OF_CARDS,
    Fined,
    in_its_ways,
    void,
    with_penalty,
)
from mustutor.games.protocols import (
    Conduct,
    IllegalPlay,
    RecordContext,
    RulingOption,
    Statement,
    TableIrregularity,
)
from mustutor.model.calls import Call
from mustutor.model.ledger import Ruling
from mustutor.model.position import Position

IN_CALLS = ABOUT_CALLS - {"words"}
"""The groups of what goes wrong in one call; signals and talk go on all through a hand."""
SAID_FALSELY = {kind: verb for verb, kind in FALSELY.items()}
OF_A_HAND = frozenset((*ANNULLING, "stands", "put_right", "dealt_again", "ask"))
"""The ways in which what is noted of a whole hand may be taken."""


def of_dealing(
    start: Position, end: Position, deal: Mapping[str, Any]
) -> Iterator[TableIrregularity]:
    """The irregularities in the deal of a hand, with the possible rulings."""
    for statement, kind, seat, ruling in _wrong_in(start, deal):
        row = irregularity(start.variant.game, kind)
        rule, uncut = statement.fault.rule, kind == "no_cut"
        visto = uncut and start.variant.rules["deal.no_cut"] == "mus_visto"
        stands = RulingOption("mus_visto" if visto else "stands", end, rule=rule if uncut else "")
        again = RulingOption("dealt_again", void(start))
        ways = (stands,) if uncut or ruling is not None else (stands, again)
        option = "deal.no_cut" if uncut else f"irregular.{kind}"
        illegal_play = IllegalPlay(kind, row.price, seat, rule, ways, option, ruling)
        yield TableIrregularity(statement.what, illegal_play, statement.fault)


def with_stated_deal(fined: Fined, position: Position, deal: Mapping[str, Any]) -> Position:
    """The start of a hand with its recorded deal, and the immediate cost of irregularities."""
    start, position = position, dealing.with_stated_cut(position, deal)
    for _, _, _, ruling in _wrong_in(start, deal):
        if ruling is not None and not (position.winner or position.loser):
            position = with_penalty(position, ruling, fined)
    return position


def _wrong_in(
    start: Position, deal: Mapping[str, Any]
) -> Iterator[tuple[Statement, str, str, Ruling | None]]:
    """What was wrong in a deal: the statement, its kind and author, and what the table charges."""
    for statement in dealing.of_deal(start, deal):
        kind, seat = _kind(start, deal, statement.what)
        if kind == "no_cut" or (kind and statement.holds is False):
            price = irregularity(start.variant.game, kind).price
            ruling = Ruling(Call(seat, ""), start.lance, False, statement.fault.rule, price)
            ruling = with_cost(start.variant.rules, ruling)
            yield statement, kind, seat, ruling if ruling.penalty != "none" else None


def _kind(start: Position, deal: Mapping[str, Any], what: str) -> tuple[str, str]:
    """The kind of irregularity of the shuffle or the cut, and its author; empty if none."""
    dealer, cutter = start.order[-1], start.order[-2]
    if what == "deal.shuffled":
        return "wrong_shuffle", dealer
    cut = deal["cut"]
    if cut == "none":
        return "no_cut", dealer
    if cut["by"] != cutter:
        return "wrong_cut", cut["by"] if cut["by"] in start.order else dealer
    if cut.get("cards", 0) > len(whole_deck(start.variant)):
        return "", ""
    return "wrong_cut", cutter


def of_noted(
    fined: Fined, start: Position, last: Position, end: Position, told: RecordContext
) -> IllegalPlay | None:
    """The incident that a record notes of a whole hand, from its beginning to its count.

    Where another should have been mano, what was said stands, and ties may go by the right one.
    """
    settle, right = game_of(end.variant.game).rules.settle, last
    if told.noted == "wrong_mano" and told.seat in last.order:
        place = last.order.index(told.seat)
        order = last.order[place:] + last.order[:place]
        closed = [
            outcome._replace(seats=tuple([seat for seat in order if seat in outcome.seats]))
            for outcome in last.state.closed
        ]
        right = last._replace(order=order, state=last.state._replace(closed=tuple(closed)))
    row = irregularity(end.variant.game, told.noted).under(end.variant)
    called = row.group in IN_CALLS and told.noted not in (*OF_CARDS, "wrong_mano")
    in_lance = row.group == "declarations" and told.round
    ways = [RulingOption("stands", last), RulingOption("put_right", right)]
    if row.all_ways == ("ask",) or not {*row.ways} <= OF_A_HAND or (called and not in_lance):
        # It is about a call, and the note does not say which.
        ways = [RulingOption("ask", last)]
    found = IllegalPlay(told.noted, "", told.seat, "", tuple(ways))
    call = Call(told.seat, SAID_FALSELY.get(told.noted, ""))
    taken = in_its_ways(found, fined, last, call, told)

    def to_end(option: RulingOption) -> RulingOption:
        if option.name == "dealt_again":
            return option._replace(after=void(start))
        if option.after is last:
            return option._replace(after=end)
        after, waiting = settle(option.after)
        return option._replace(after=after, open=waiting)

    return taken._replace(ruling_options=tuple(map(to_end, taken.ruling_options)))


CONDUCT = Conduct(
    judge_deal=dealing.of_deal,
    deal_irregularities=of_dealing,
    judge_seat_draw=dealing.of_draw,
    without_effect=frozenset(("mus_visto", "not_said")),
)
"""What both games make of deals and draws."""
