"""Stones forgotten until the next cut: what becomes of them, and what the table makes them cost.

The right to them ends there (MUS-CNT-7). Where stones have to be claimed (score.claim) they are
lost; where every stone counts they are counted all the same, and nothing was forgotten that could
have a price.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mustutor.calls import Call
from mustutor.errors import Fault
from mustutor.games import Breach, Misstep, Recourse
from mustutor.games.mus import settlement, uncounted
from mustutor.games.mus.ending import fined
from mustutor.games.mus.sides import side_of
from mustutor.games.mus_family.conduct.case import priced
from mustutor.games.mus_family.misdeals import STANDS, WITHDRAWN
from mustutor.language import mark
from mustutor.ledger import Ruling
from mustutor.position import Entries, Open, Position

OFFENCE, RULE = "forgotten_stones", "MUS-CNT-7"


def settle(position: Position) -> tuple[Position, tuple[Open, ...]]:
    """Count a hand, and then what it costs to have forgotten stones (penalty)."""
    counted, waiting = settlement.settle(position)
    if position.lance == "end" or position.state.claimed is None or position.winner:
        return counted, waiting
    if counted.lance != "end" or counted.unplayed or counted.winner:
        return counted, waiting
    for ruling in _rulings(counted):
        if ruling.penalty in ("none", "warn"):
            counted = counted._replace(rulings=(*counted.rulings, ruling))
        elif ruling.penalty == "stones":
            counted = fined(counted._replace(rulings=(*counted.rulings, ruling)), "showdown")
        else:
            # A lance, the hand or the game: it is counted once more without it.
            position = position._replace(rulings=(*position.rulings, ruling))
            counted, waiting = settlement.settle(position)
        if counted.winner:
            break
    return counted, waiting


def _rulings(end: Position) -> list[Ruling]:
    """What each side that forgot stones has to pay for it, by the first lance it forgot."""
    found: list[Ruling] = []
    rules: Mapping[str, Any] = end.variant.rules
    if rules["penalty"].get(OFFENCE, "none") == "none":
        return found
    for side, lost in _by_side(uncounted.forgotten(uncounted.before_the_count(end))).items():
        seat = next(seat for seat in end.order if side_of(seat) == side)
        ruling = Ruling(Call(seat, ""), lost[0].lance, False, RULE, OFFENCE)
        found.append(priced(rules, ruling))
    return found


def of_forgetting(
    end: Position, claimed: Sequence[str] | None, after: Mapping[str, int] | None
) -> Iterator[Breach]:
    """The sides that forgot stones until the next cut, and what becomes of these.

    `claimed` are the claims at the count, where those are written down, `after` the stones stated
    after the hand, where the next deck was cut.
    """
    if end.winner:
        return
    stands = end.state.claimed is not None
    if claimed is not None:
        what, last = "cuenta", uncounted.before_the_count(end)
        if not stands:
            if after is None:
                return
            last = last._replace(state=last.state._replace(claimed=uncounted.claims_of(claimed)))
        lost = _by_side(uncounted.forgotten(last))
        missing = {side: sum(entry.stones for entry in ones) for side, ones in lost.items()}
    elif stands:
        what = "after"
        lost = _by_side(uncounted.forgotten(uncounted.before_the_count(end)))
        missing = {side: sum(entry.stones for entry in ones) for side, ones in lost.items()}
    else:
        what = "after"
        front = end.in_front()
        missing = {side: due - (after or {}).get(side, due) for side, due in front.items()}
    for side, stones in missing.items():
        if stones > 0:
            yield _breach(end, what, side, stones, stands=stands)


def _breach(end: Position, what: str, side: str, stones: int, *, stands: bool) -> Breach:
    seat = next(seat for seat in end.order if side_of(seat) == side)
    sentence = mark("Side {side} did not claim {stones} of its stones before the next cut.")
    fault = Fault(RULE, sentence, {"side": side, "stones": str(stones)})
    priced_so = [
        ruling
        for ruling in end.rulings
        if ruling.offence == OFFENCE and side_of(ruling.call.seat) == side
    ]
    way = Recourse(STANDS if stands else WITHDRAWN, end, rule=RULE if stands else "")
    ruling = priced_so[0] if priced_so else None
    misstep = Misstep(OFFENCE, OFFENCE, seat, RULE, (way,), "score.claim", ruling)
    return Breach(what, misstep, fault)


def _by_side(entries: Entries) -> dict[str, Entries]:
    found: dict[str, Entries] = {}
    for entry in entries:
        found[entry.dst] = (*found.get(entry.dst, ()), entry)
    return found
