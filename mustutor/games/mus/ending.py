"""The end of a game of Mus: who has won it, and whether for certain where lances are missing.

The stones that are counted are the fewest a side can have: what is not in the record only adds to
them. So a side that comes to the target has won, unless somebody had won before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mustutor.games.mus import penalties
from mustutor.games.mus_family.lances import LANCES
from mustutor.games.mus_family.state import moved, over
from mustutor.games.mus_family.unrecorded import left_out, may_be_bet, or_punto
from mustutor.ledger import BANK, Entry, Ruling
from mustutor.position import Position, WouldEnd, balance
from mustutor.variant import Variant


def decided(position: Position) -> Position:
    """Look for the end of the game at the table: a side that has reached the target (MUS-END-2).

    Where a lance before this one is not recorded, and was perhaps bet on, its deje may have ended
    the game before.
    """
    first = tuple([lance for lance in left_out(position) if _may_be_bet(position, lance)])
    ended = _at_the_target(position)
    if not (first and ended.winner):
        return ended
    lance = ended.ledger[-1].lance
    return over(position, would_end=WouldEnd(ended.winner, lance, first))


def _at_the_target(position: Position) -> Position:
    target = position.variant.number("score.target")
    for side, stones in zip(position.table.sides, position.stones, strict=True):
        if stones >= target:
            given = penalties.forfeit(position, "at_once") if position.rulings else None
            if given is None:
                return won(position, side)
            return won(moved(position, (given,), "end"), given.dst)
    return position


def up_to_the_target(rules: Variant, entry: Entry, has: Mapping[str, int]) -> Entry:
    """The movement without what would pass the target (score.past_target, MUS-TABLE-3).

    `has` is what each side has before it. What is left out stands in the entry as `beyond`.
    """
    if rules.rules["score.past_target"] == "counted":
        return entry
    beyond = has[entry.dst] + entry.stones - rules.number("score.target")
    return entry._replace(stones=entry.stones - beyond, beyond=beyond) if beyond > 0 else entry


def fined(position: Position, when: str = "at_once", *, latest: Sequence[Ruling] = ()) -> Position:
    """The position when the stones an offence costs were paid; all but the `latest` may be paid."""
    owed = penalties.fines(position, when, latest=latest)
    if not owed:
        return position
    has, target = position.in_front(), position.variant.number("score.target")
    fines: list[Entry] = []
    for due in owed:
        entry = up_to_the_target(position.variant, due, has)
        fines.append(entry)
        has[entry.dst] += entry.stones
        if has[entry.dst] >= target:
            break
    stones, pots, out = balance(position, tuple(fines))
    ledger = (*position.ledger, *fines)
    return decided(position._replace(stones=stones, pots=pots, out=out, ledger=ledger))


def won(position: Position, side: str) -> Position:
    """The game is won: a game more, and a vaca more where it was the last of one."""
    table = position.table
    place = table.sides.index(side)
    games = _one_more(table.games, place)
    vacas = table.vacas
    if games[place] >= table.variant.number("match.games"):
        vacas = _one_more(vacas, place)
    table = table._replace(games=games, vacas=vacas)
    return over(position, table=table, winner=side)


def taken_up(position: Position, stones: tuple[int, ...], winner: str = "") -> Position:
    """The end of a hand with these stones collected; a side at the target has won the game.

    `winner` is who is told to have won it by an órdago, which stones do not tell.
    """
    if position.winner:
        return position._replace(stones=stones)  # what is known of the cards was enough
    stated = over(position, stones=stones)
    return won(stated, winner) if winner in position.table.sides else _at_the_target(stated)


def _one_more(counts: tuple[int, ...], place: int) -> tuple[int, ...]:
    return (*counts[:place], counts[place] + 1, *counts[place + 1 :])


def may_end_before(position: Position, entries: Sequence[Entry]) -> tuple[str, ...] | None:
    """The lances nobody wrote down that may have ended the game before the last of these entries.

    None where the game is won by it for certain. A lance comes first where it is collected
    earlier, where its deje or its órdago may have ended the game at once, and where its deje may
    have brought the other side so far that an earlier item was enough for it.
    """
    last = entries[-1]
    skipped = left_out(position)
    first = [lance for lance in position.unplayed if _may_be_bet(position, lance)]
    others = any(entry.dst not in (last.dst, BANK) for entry in entries[:-1])
    if others or position.variant.rules["deje.timing"] == "end_first":
        before = skipped
    else:
        at = LANCES.index(last.lance) if last.item not in ("perete", "penalty") else 0
        before = tuple(
            [one for one in skipped if LANCES.index(one) < at or _may_be_bet(position, one)]
        )
    if not (first or before) and not (others and position.table.before == "unknown"):
        return None
    return or_punto(position, [lance for lance in LANCES if lance in (*before, *first)])


def _may_be_bet(position: Position, lance: str) -> bool:
    return may_be_bet(position, lance, position.order)
