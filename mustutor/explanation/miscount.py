"""Where a record states other stones than its hand comes to: the lances that differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mustutor.explanation.brief import collected
from mustutor.explanation.text import articles
from mustutor.explanation.verdict import SettledHand
from mustutor.games.teller import teller_of
from mustutor.language import Language
from mustutor.ledger import Entry

MOST_SIDES = 5
MOST_MOVEMENTS = 12
"""So many movements of a lance are told; the others are counted."""


def after_lines(
    hand: SettledHand, stated: Mapping[str, int], tongue: Language, *, ledger_adds_up: bool
) -> Iterator[str]:
    """For each side written with other stones: what moves, lance by lance, and what may explain it.

    `ledger_adds_up` says that the record's own ledger comes to what we have.
    """
    ours, begun = hand.end.in_front(), hand.start.in_front()
    wrong = [side for side, stones in ours.items() if stated.get(side, 0) != stones]
    for side in wrong[:MOST_SIDES]:
        known: dict[str, object] = {"side": side, "begun": begun.get(side, 0), "has": ours[side]}
        moved = [
            tongue.say("{text} ({rules})", text=line.text, rules=articles(line.rules))
            for line in collected([hand], [side], tongue)
        ]
        yield tongue.say("{side} begins with {begun} and ends with {has}.", **known)
        yield from moved or [tongue.say("{side}: nothing moves in this hand.", **known)]
        yield from _explained(hand, side, stated.get(side, 0) - ours[side], tongue)
    if wrong and ledger_adds_up:
        yield tongue.say(
            "The entries of the record come to the same as ours: only the sum is wrong."
        )


def _explained(hand: SettledHand, side: str, more: int, tongue: Language) -> Iterator[str]:
    """The one movement, or the one lance, that would make the difference if it were not there."""
    teller = teller_of(hand.end.variant)
    mine = [entry for entry in hand.end.ledger if side in (entry.src, entry.dst)]
    single = [entry for entry in mine if _net([entry], side) in (more, -more)]
    for entry in single:
        moved = teller.moved(entry.as_json(), tongue)
        known = {**teller.names(entry.lance, tongue), "movement": moved, "rule": entry.rule}
        if _net([entry], side) == more:
            yield tongue.say(
                "That would be right if {movement} {at_lance} were counted twice ({rule}).", **known
            )
        else:
            yield tongue.say("That would be right without {movement} {at_lance} ({rule}).", **known)
    if single:
        return
    for lance in dict.fromkeys([entry.lance for entry in mine]):
        if _net([entry for entry in mine if entry.lance == lance], side) == -more:
            lances = teller.names(lance, tongue)
            yield tongue.say("That would be right if nothing moved {at_lance}.", **lances)


def ledger_lines(
    hand: SettledHand, stated: Sequence[Mapping[str, Any]], tongue: Language
) -> Iterator[str]:
    """Each lance in which the record moves other stones than we do: what it has, what we have."""
    teller = teller_of(hand.end.variant)
    ours = [entry.as_json() for entry in hand.end.ledger]
    told: list[str] = []
    differing = 0
    for lance in dict.fromkeys([movement["lance"] for movement in (*ours, *stated)]):
        here, there = (
            Counter(teller.moved(each, tongue) for each in ledger if each["lance"] == lance)
            for ledger in (stated, ours)
        )
        recorded, computed = list((here - there).elements()), list((there - here).elements())
        differing += max(len(recorded), len(computed))
        if recorded or computed:
            text = tongue.say(
                "{heading}: the record has {recorded}; we have {computed}.",
                heading=teller.heading(lance, tongue),
                recorded=_several(recorded, tongue),
                computed=_several(computed, tongue),
            )
            told.append(text)
    if differing > 1:  # a single one is named already
        yield from told


def _several(movements: Sequence[str], tongue: Language) -> str:
    """Movements in a row; of many the first, and how many more there are."""
    if not movements:
        return tongue.say("nothing")
    told = ", ".join(movements[:MOST_MOVEMENTS])
    more = len(movements) - MOST_MOVEMENTS
    return tongue.say("{things} and {number} more", things=told, number=more) if more > 0 else told


def _net(entries: Sequence[Entry], side: str) -> int:
    return sum(e.stones if e.dst == side else -e.stones for e in entries)
