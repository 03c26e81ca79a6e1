"""Stones that are not counted: after the game is decided, unclaimed, or forgotten.

If stones must be claimed (score.claim), a record has the claims in a round ``cuenta``, as in ``A1
cobra pares``: the claimant takes all that is due to their side in that lance. Without such a round,
everything was claimed.

The right to forgotten stones ends with the next cut (MUS-CNT-7). If stones must be claimed, they
are lost, and the table may set a price for forgetting; if every stone counts, they are counted
anyway.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from mustutor.base.errors import Fault
from mustutor.base.language import mark
from mustutor.games.mus import penalties, settlement
from mustutor.games.mus.settlement import LATE, UNCLAIMED, collected, fined, items_of
from mustutor.games.mus_family import hand_misplays
from mustutor.games.mus_family.conduct import with_cost
from mustutor.games.protocols import IllegalPlay, RulingOption, Statement, TableIrregularity
from mustutor.model.calls import Call
from mustutor.model.ledger import Ruling
from mustutor.model.position import Entries, OpenPayment, Position, side_of

CLAIMED = re.compile(r"([A-H][1-9]?) cobra ([a-z]+)")


def with_recorded_deal(
    position: Position, deal: Mapping[str, Any], claimed: Sequence[str] | None = None
) -> Position:
    """The start of a hand with the recorded deal and the claims made in it."""
    position = hand_misplays.with_stated_deal(settlement.fined, position, deal)
    if claimed is None or position.variant.word("score.claim") == "auto":
        return position
    return position._replace(state=position.state._replace(claimed=claims_of(claimed)))


def claims_of(claimed: Sequence[str]) -> frozenset[tuple[str, str]]:
    """The sides that claimed, each with its lance."""
    found = [CLAIMED.fullmatch(text) for text in claimed]
    return frozenset([(side_of(one[1]), one[2]) for one in found if one is not None])


def uncounted_after_end(position: Position) -> Entries:
    """What would still be counted if the game were not decided before, as far as known.

    `position` is the one after the last call of the hand.
    """
    rules = position.variant.rules
    won, closed = bool(position.winner), position.state.closed
    if closed and closed[-1].kind == "ordago" and rules["ordago.settle"] == "immediate":
        won, closed = True, closed[:-1]
    state = position.state._replace(closed=closed)
    position = position._replace(state=state, lance="showdown", winner="")
    return _told_of_count(position, LATE, decided=won)


def _told_of_count(position: Position, which: str, *, decided: bool = False) -> Entries:
    """The movements that are `which` in a count; none where an offence has lost the game."""
    position, counted, refunds, fines, given = penalties.before_count(position)
    if given is not None:
        return ()
    steps, stones = items_of(counted), position.in_front()
    found = collected(position, stones, steps, refunds, fines, decided=decided)
    return tuple([entry for entry, how in found if how == which])


def unclaimed(position: Position) -> Entries:
    """The movements nobody claimed before the next cut, in order of the count (MUS-CNT-7).

    `position` is the one after the last call of the hand. What comes after the game is decided is
    not forgotten, as it could no longer be claimed.
    """
    if position.state.claimed is None or position.winner:
        return ()
    return _told_of_count(position, UNCLAIMED)


def position_before_count(end: Position) -> Position:
    """The position of a counted hand as it was before the count."""
    counted = [entry for entry in end.ledger if entry.when == "showdown"]
    stones = end.in_front()
    for entry in counted:
        for side, sign in ((entry.src, 1), (entry.dst, -1)):
            if side in stones:
                stones[side] += sign * entry.stones
    at_once = tuple([entry for entry in end.ledger if entry.when != "showdown"])
    front = tuple(stones.values())
    # The price of forgotten stones is paid after the count.
    rulings = tuple([one for one in end.rulings if one.offence != "forgotten_stones"])
    return end._replace(lance="showdown", stones=front, ledger=at_once, winner="", rulings=rulings)


def of_count(
    last: Position, end: Position, waiting: Sequence[OpenPayment], claimed: Sequence[str]
) -> Iterator[Statement]:
    """Judge the claims of a count one by one, and name what nobody claimed (MUS-CNT-7)."""
    left_out = uncounted_after_end(last) if end.winner else ()
    for number, text in enumerate(claimed, 1):
        found = CLAIMED.fullmatch(text)
        if found is None:
            continue
        seat, lance = found[1], found[2]
        due = [e for e in end.ledger if (e.dst, e.lance) == (side_of(seat), lance)]
        late = [e for e in left_out if (e.dst, e.lance) == (side_of(seat), lance)]
        stones = str(sum(entry.stones for entry in due))
        known = {"seat": seat, "side": side_of(seat), "lance": lance, "stones": stones}
        holds: bool | None = True
        waits = False
        if due:
            sentence = mark("{seat} claims what {side} has won at {lance}: {stones}.")
        elif late:
            holds = None
            sentence = mark("{seat} claims {lance}, but the game was already decided.")
        elif end.lance != "end" or any(open_.lance == lance for open_ in waiting):
            holds, waits = None, True
            sentence = mark("{seat} claims {lance}: what {side} has won there is not known.")
        else:
            holds = False
            sentence = mark("{seat} claims {lance}, where nothing is due to {side}.")
        fault = Fault("MUS-CNT-5", sentence, known)
        yield Statement(f"cuenta.{number}", holds, fault, open=waits)
    yield from _unclaimed_statements(last)


def of_after(end: Position, after: Mapping[str, int]) -> Iterator[Statement]:
    """Judge a recorded score that lacks stones, now that the deck was cut."""
    if end.state.claimed is not None:
        for statement in _unclaimed_statements(position_before_count(end)):
            yield statement._replace(what="after")
        return
    for side, due in end.in_front().items():
        if after.get(side, due) < due:
            sentence = mark(
                "The record gives {side} {has}, but {side} had {due}. Forgotten stones may be "
                "claimed until the next cut, when the right to them ends; a club may count them "
                "all the same (score.claim)."
            )
            known = {"side": side, "has": str(after[side]), "due": str(due)}
            yield Statement("after", None, Fault("MUS-CNT-7", sentence, known))


def claimed_by(end: Position, after: Mapping[str, int]) -> list[str] | None:
    """The claims that the recorded stones after a hand imply, if all must be claimed.

    The missing stones must be those of the fewest lances that can have been forgotten; None if
    nothing is missing, or if several sets of lances are possible. If forgetting has a
    price in stones, the others may have taken it.
    """
    rules: Mapping[str, Any] = end.variant.rules
    if rules["score.claim"] == "auto":
        return None
    cost, front = rules["penalty"].get("forgotten_stones"), end.in_front()
    for side in front if isinstance(cost, dict) else ():
        price = int(cost["stones"])
        before = {other: has - price * (other != side) for other, has in after.items()}
        if [other for other in front if before.get(other, front[other]) != front[other]] == [side]:
            return _claimed_by(end, before)
    return _claimed_by(end, after)


def _claimed_by(
    end: Position, after: Mapping[str, int], *, first: bool = False
) -> list[str] | None:
    """The claims behind these stones; with `first`, the first of several sets of lances."""
    if end.lance != "end" or end.winner:
        return None
    paid: dict[tuple[str, str], int] = {}
    for entry in end.ledger:
        if entry.when == "showdown":
            paid[entry.dst, entry.lance] = paid.get((entry.dst, entry.lance), 0) + entry.stones
    missing = {side: due - after.get(side, due) for side, due in end.in_front().items()}
    if not any(missing.values()):
        return None
    for side, stones in missing.items():
        own = [item for item in paid if item[0] == side]
        sets = [lances for size in range(len(own) + 1) for lances in combinations(own, size)]
        found = [lances for lances in sets if sum(map(paid.__getitem__, lances)) == stones]
        fewest = [lances for lances in found if len(lances) == len(found[0])]
        if not fewest or (len(fewest) > 1 and not first):
            return None
        for item in fewest[0]:
            del paid[item]
    seats = {side_of(seat): seat for seat in end.order}
    return [f"{seats[side]} cobra {lance}" for side, lance in paid]


def _unclaimed_statements(last: Position) -> Iterator[Statement]:
    """Statements on what nobody claimed, movement by movement."""
    for entry in unclaimed(last):
        sentence = mark(
            "Nobody claimed the {stones} of {side} at {lance} before the next cut: they are lost."
        )
        known = {"side": entry.dst, "lance": entry.lance, "stones": str(entry.stones)}
        yield Statement("cuenta", None, Fault("MUS-CNT-7", sentence, known))


OFFENCE, RULE = "forgotten_stones", "MUS-CNT-7"


def settle(position: Position) -> tuple[Position, tuple[OpenPayment, ...]]:
    """Count a hand, and then charge the price of forgotten stones (penalty)."""
    counted, waiting = settlement.settle(position)
    if position.lance == "end" or position.state.claimed is None or position.winner:
        return counted, waiting
    if counted.lance != "end" or counted.unplayed or counted.winner:
        return counted, waiting
    for ruling in _forgetting_rulings(counted):
        if ruling.penalty in ("none", "warn"):
            counted = counted._replace(rulings=(*counted.rulings, ruling))
        elif ruling.penalty == "stones":
            counted = fined(counted._replace(rulings=(*counted.rulings, ruling)), "showdown")
        else:
            # The penalty annuls a lance, the hand or the game: count again without it.
            position = position._replace(rulings=(*position.rulings, ruling))
            counted, waiting = settlement.settle(position)
        if counted.winner:
            break
    return counted, waiting


def _forgetting_rulings(end: Position) -> list[Ruling]:
    """The rulings on sides that forgot stones, each in the first lance it forgot."""
    found: list[Ruling] = []
    rules: Mapping[str, Any] = end.variant.rules
    if rules["penalty"].get(OFFENCE, "none") == "none":
        return found
    for side, lost in _by_side(unclaimed(position_before_count(end))).items():
        seat = next(seat for seat in end.order if side_of(seat) == side)
        ruling = Ruling(Call(seat, ""), lost[0].lance, False, RULE, OFFENCE)
        found.append(with_cost(rules, ruling))
    return found


def of_forgetting(
    end: Position, claimed: Sequence[str] | None, after: Mapping[str, int] | None
) -> Iterator[TableIrregularity]:
    """The irregularity of each side that forgot stones until the next cut.

    `claimed` are the claims at the count, if recorded, `after` the stones recorded after the hand,
    if the next deck was cut.
    """
    if end.winner:
        return
    stands = end.state.claimed is not None
    what, last = "after", end
    if claimed is not None:
        what, last = "cuenta", position_before_count(end)
        if not stands:
            if after is None:
                return
            last = last._replace(state=last.state._replace(claimed=claims_of(claimed)))
    elif stands:
        last = position_before_count(end)
    if claimed is not None or stands:
        lost = _by_side(unclaimed(last))
        missing = {side: sum(entry.stones for entry in ones) for side, ones in lost.items()}
    else:
        missing = {side: due - (after or {}).get(side, due) for side, due in end.in_front().items()}
    ways, front = [RulingOption("not_said", end, rule=RULE)], end.in_front()
    if end.variant.word("score.claim") == "auto":
        # Counting every stone is a convenience: the article takes what was not claimed in time.
        taken_by = {side: min(due, (after or {}).get(side, due)) for side, due in front.items()}
        before, implied = position_before_count(end), _claimed_by(end, taken_by, first=True)
        counted = settle(before._replace(state=before.state._replace(claimed=None)))[0]
        if not stands and (claimed is not None or implied is not None):
            taken = claims_of(claimed if claimed is not None else implied or ())
            before = before._replace(state=before.state._replace(claimed=taken))
            ways = [RulingOption("not_said", settle(before)[0], rule=RULE)]
        counts = RulingOption("put_right", counted)
        ways = [*ways, counts] if stands or ways[0].after is not end else [counts]
    for side, stones in missing.items():
        if stones > 0:
            yield _breach(end, what, side, stones, tuple(ways))
        elif stones < 0 and after is not None:
            yield _overcounted(end, side)


def _overcounted(end: Position, side: str) -> TableIrregularity:
    """The irregularity of a side that wrote down more than it won: that goes back at any time."""
    seat = next(seat for seat in end.order if side_of(seat) == side)
    fault = Fault(RULE, mark("The cut takes what is forgotten, and gives nothing."), {})
    back = (RulingOption("put_right", end),)
    return TableIrregularity("after", IllegalPlay("overcounted", "", seat, RULE, back), fault)


def _breach(
    end: Position, what: str, side: str, stones: int, ways: tuple[RulingOption, ...]
) -> TableIrregularity:
    seat = next(seat for seat in end.order if side_of(seat) == side)
    sentence = mark("Side {side} did not claim {stones} of its stones before the next cut.")
    fault = Fault(RULE, sentence, {"side": side, "stones": str(stones)})
    priced = (one for one in end.rulings if one.offence == OFFENCE)
    ruling = next((one for one in priced if side_of(one.call.seat) == side), None)
    by_article = len(ways) > 1
    play = IllegalPlay(OFFENCE, OFFENCE, seat, RULE, ways, "score.claim", ruling, by_article)
    return TableIrregularity(what, play, fault)


def _by_side(entries: Entries) -> dict[str, Entries]:
    found: dict[str, Entries] = {}
    for entry in entries:
        found[entry.dst] = (*found.get(entry.dst, ()), entry)
    return found
