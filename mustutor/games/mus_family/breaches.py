"""A deal that was not made as it should be: no cut, a cut that is none, the wrong hands.

What follows from a cut that was not offered the rulebook says (deal.no_cut), and that it counts as
played where nothing follows. What follows when too few cards were lifted, or when somebody else
cut or shuffled, no rulebook says: the deal stands, or it is dealt again, and the club decides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from mustutor.calls import Call
from mustutor.games import Breach, Misstep, Recourse
from mustutor.games.mus_family import stated
from mustutor.games.mus_family.conduct.case import priced
from mustutor.games.mus_family.misdeals import STANDS, WITHDRAWN, void
from mustutor.games.mus_family.missteps import charged
from mustutor.ledger import Ruling
from mustutor.position import Position

Fined = Callable[[Position], Position]


def of_dealing(start: Position, end: Position, deal: Mapping[str, Any]) -> Iterator[Breach]:
    """What is irregular in the deal of a hand that begins and ends so, and how it may be ruled."""
    for statement in stated.of_deal(start, deal):
        kind, seat = _kind(start, deal, statement.what)
        if not kind or (statement.holds is not False and not kind.startswith("no_cut")):
            continue
        rule = statement.fault.rule
        ruling = _ruling(start, kind, seat, rule)
        stands = Recourse(STANDS, end, rule=rule if kind.startswith("no_cut") else "")
        ways: tuple[Recourse, ...] = (stands,)
        if ruling is None and not kind.startswith("no_cut"):
            ways = (stands, Recourse(WITHDRAWN, void(start)))
        offence = _offence(kind)
        option = "deal.no_cut" if offence == "no_cut" else f"penalty.{offence}"
        misstep = Misstep(kind, offence, seat, rule, ways, option, ruling)
        yield Breach(statement.what, misstep, statement.fault)


def begun(fined: Fined, position: Position, deal: Mapping[str, Any]) -> Position:
    """The beginning of a hand once it is known how it was dealt, and what that costs at once."""
    start, position = position, stated.begun(position, deal)
    for statement in stated.of_deal(start, deal):
        kind, seat = _kind(start, deal, statement.what)
        wrong = statement.holds is False or kind.startswith("no_cut")
        ruling = _ruling(start, kind, seat, statement.fault.rule) if kind and wrong else None
        if ruling is not None and not (position.winner or position.loser):
            position = charged(position, ruling, fined)
    return position


def _kind(start: Position, deal: Mapping[str, Any], what: str) -> tuple[str, str]:
    """What may be wrong with the shuffle or the cut, and who did it; nothing where nobody can."""
    dealer, cutter = start.order[-1], start.order[-2]
    if what == "deal.shuffled":
        return "wrong_shuffle", dealer
    cut = deal["cut"]
    if cut == "none":
        visto = start.variant.rules["deal.no_cut"] == "mus_visto"
        return "no_cut_visto" if visto else "no_cut", dealer
    if cut["by"] != cutter:
        return "wrong_cutter", cut["by"] if cut["by"] in start.order else dealer
    if cut.get("cards", 0) > stated.size_of_deck(start):
        return "", ""
    return "thin_cut", cutter


def _offence(kind: str) -> str:
    if kind.startswith("no_cut"):
        return "no_cut"
    return kind if kind == "wrong_shuffle" else "wrong_cut"


def _ruling(start: Position, kind: str, seat: str, rule: str) -> Ruling | None:
    """What the table has set as the price of it; none where it costs nothing."""
    ruling = Ruling(Call(seat, ""), start.lance, False, rule, _offence(kind))
    ruling = priced(start.variant.rules, ruling)
    return ruling if ruling.penalty != "none" else None
