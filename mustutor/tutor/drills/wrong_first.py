"""Wrong rules about who is first to the target: other orders of the count."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mustutor import games
from mustutor.language import mark
from mustutor.ledger import Entry
from mustutor.tutor.drills.drill import WrongRule
from mustutor.tutor.drills.wrong_stones import Counted, gains

NEVER = 1_000_000
"""A target nobody reaches."""


def whole_ledger(counted: Counted) -> tuple[Entry, ...]:
    """What the hand would bring if no target were ever reached, in the order of the count."""
    if counted.whole:
        return counted.whole
    last = counted.played.steps[-1].after
    variant = last.table.variant
    endless = variant._replace(rules={**variant.rules, "score.target": NEVER})
    return games.settle(last._replace(table=last.table._replace(variant=endless)))[0].ledger


def reached(counted: Counted, entries: Sequence[Entry]) -> str:
    """Which side reaches the target first if the movements are counted in this order."""
    target = counted.played.end.variant.number("score.target")
    return reached_from(counted.played.start.in_front(), target, entries)


def reached_from(stones: dict[str, int], target: int, entries: Sequence[Entry]) -> str:
    """Which side reaches a target first, from these stones on, which are counted up."""
    for entry in entries:
        if entry.src in stones:
            stones[entry.src] -= entry.stones
        if entry.dst in stones:
            stones[entry.dst] += entry.stones
            if stones[entry.dst] >= target:
                return entry.dst
    return ""


def _in_order(*lances: str) -> Callable[[Counted], str]:
    """Who counts the lances in another order, and dejes among them."""

    def answer(counted: Counted) -> str:
        ledger = whole_ledger(counted)
        return reached(counted, sorted(ledger, key=lambda entry: lances.index(entry.lance)))

    return answer


def _pares_first(counted: Counted) -> str:
    ledger = whole_ledger(counted)
    order = ("pares", "juego", "punto", "grande", "chica")
    later = [entry for entry in ledger if entry.item != "deje"]
    dejes = [entry for entry in ledger if entry.item == "deje"]
    return reached(counted, [*dejes, *sorted(later, key=lambda e: order.index(e.lance))])


def _bigger_total(counted: Counted) -> str:
    stones = counted.played.start.in_front()
    for side, brought in gains(whole_ledger(counted)).items():
        stones[side] = stones.get(side, 0) + brought
    best = max(stones.values())
    leading = [side for side, held in stones.items() if held == best]
    return leading[0] if len(leading) == 1 else ""


def _mano_first(counted: Counted) -> str:
    """Mano's side counts all it has before the others count anything."""
    ledger = whole_ledger(counted)
    end = counted.played.end
    mano = end.table.side_of(end.mano)
    return reached(counted, sorted(ledger, key=lambda entry: entry.dst != mano))


def _better_before(counted: Counted) -> str:
    """Who was nearer to the target before the hand wins."""
    stones = counted.played.start.in_front()
    best = max(stones.values())
    leading = [side for side, held in stones.items() if held == best]
    return leading[0] if len(leading) == 1 else ""


FIRST = (
    WrongRule(
        "bigger_total_wins",
        mark(
            "In your answer the bigger total at the end wins. The count stops at the stone that "
            "reaches the target: what would come later is never counted."
        ),
        _bigger_total,
    ),
    WrongRule(
        "pares_before_grande",
        mark(
            "In your answer pares are counted before grande. The order is grande, chica, pares, "
            "and juego or punto."
        ),
        _pares_first,
    ),
    WrongRule(
        "dejes_in_their_lance",
        mark(
            "In your answer a deje is counted with its lance. Dejes come before everything that is "
            "counted at the end of the hand."
        ),
        _in_order("grande", "chica", "pares", "juego", "punto"),
    ),
    WrongRule(
        "last_lance_first",
        mark(
            "In your answer the count begins at the last lance. It begins at grande and follows "
            "the order of play."
        ),
        _in_order("punto", "juego", "pares", "chica", "grande"),
    ),
    WrongRule(
        "mano_counts_first",
        mark(
            "In your answer mano's side counts all it has first. The lances are counted one by "
            "one, whoever won them."
        ),
        _mano_first,
    ),
    WrongRule(
        "nearer_before_the_hand",
        mark(
            "In your answer the side that was nearer to the target wins. Being nearer helps, but "
            "the stones of this hand decide, in their order."
        ),
        _better_before,
    ),
)
