"""A table of Encaje for tests: sit down, speak as players do, and read what moved.

Stones are written ``"A5 B18"``; hands ``"A:RRC7 B:7654"`` (ranks alone, where suits do not matter)
or ``"A:Ro,Rc,7e,4b"``; calls as in records, several in one text with commas between them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest

from mustutor import games
from mustutor.calls import dealt, read_call, served
from mustutor.cards import RANKS, Card, read_card
from mustutor.errors import Fault, IllegalCall
from mustutor.position import Position
from mustutor.variant import Variant, load_variant, resolve_embedded

Rules = Mapping[str, Any]


def variant(changes: Rules | None = None, base: str = "encaje") -> Variant:
    """Give the rules of a packaged variant with some options answered otherwise."""
    return resolve_embedded({**load_variant(base).as_json(), **(changes or {})}, base)


def cards(text: str) -> tuple[Card, ...]:
    """Read cards written closely: ``RRC7`` or ``Ro,Rc,7e``."""
    if set(text) <= set(RANKS):
        return tuple(map(read_card, text))
    return tuple(map(read_card, text.split(",")))


def hands(text: str) -> dict[str, tuple[Card, ...]]:
    """Read hands by seat."""
    return {seat: cards(told) for seat, _, told in (word.partition(":") for word in text.split())}


def sit(
    stones: str,
    told: str = "",
    *,
    mano: str = "A",
    rules: Rules | Variant | None = None,
    lost: Mapping[str, int] | None = None,
    talk: bool = False,
) -> Position:
    """Sit down, deal, and (unless mus is to be talked) let mano cut, so that grande opens."""
    in_front = {seat: int(count) for seat, count in re.findall(r"([A-H])(\d+)", stones)}
    position = games.start(
        rules if isinstance(rules, Variant) else variant(rules),
        seats=tuple(in_front),
        mano=mano,
        stones=in_front,
        games=lost,
    )
    if told:
        position = games.apply(position, dealt(hands(told)))
    return position if talk or position.lance != "mus" else play(position, f"{mano} corto")


def again(position: Position, told: str) -> Position:
    """Deal the next hand; mano cuts, so that grande opens."""
    position = games.apply(games.next_hand(position), dealt(hands(told)))
    return play(position, f"{position.mano} corto")


def play(position: Position, *calls: str) -> Position:
    """Play calls, one after the other."""
    for text in calls:
        for call in text.split(", "):
            position = games.apply(position, read_call(call))
    return position


def serve(position: Position, told: str) -> Position:
    """Let the deck serve these cards."""
    return games.apply(position, served(hands(told)))


def quiet(position: Position, until: str = "end") -> Position:
    """Let everyone declare what he has and pass, up to a lance (or to the end of the hand)."""
    while position.lance not in (until, "end", "showdown"):
        may = [option.verb for option in games.options(position)]
        verb = "paso" if "paso" in may else may[0]
        position = play(position, f"{position.speaker} {verb}")
    assert position.lance == until
    return position


def settled(position: Position) -> Position:
    """Settle the lances that are closed, whatever is left to play."""
    after, waiting = games.settle(position)
    assert waiting == ()
    return after


def stones(position: Position) -> str:
    """Write the stones in front of each seat as `sit` reads them."""
    return " ".join(f"{seat}{count}" for seat, count in position.in_front().items())


def ledger(position: Position, beginning: str = "") -> list[str]:
    """Write the movements of the hand, or those that begin so: ``grande at_once``."""
    written = [
        f"{entry.lance} {entry.when} {entry.item} {entry.src} > {entry.dst} {entry.stones}"
        for entry in position.ledger
    ]
    return [line for line in written if line.startswith(beginning)]


def cited(position: Position, beginning: str = "") -> list[str]:
    """Name the articles of those movements."""
    return [
        entry.rule
        for entry in position.ledger
        if f"{entry.lance} {entry.when} {entry.item}".startswith(beginning)
    ]


def spoken_in_turn(position: Position, verb: str) -> str:
    """Let everyone say the same while the lance lasts: who spoke, in order."""
    lance, speakers = position.lance, ""
    while position.lance == lance and position.speaker:
        speakers += position.speaker
        position = play(position, f"{position.speaker} {verb}")
    return speakers


def fault(position: Position, text: str) -> Fault:
    """Give the fault with which a call is refused; playing it is refused for the same."""
    call = read_call(text)
    found = games.why_not(position, call)
    assert found is not None, f"{text} is legal at: {position.line()}"
    with pytest.raises(IllegalCall) as refusal:
        games.apply(position, call)
    assert refusal.value.fault == found
    return found


def refused(position: Position, text: str) -> str:
    """Name the article that forbids a call."""
    return fault(position, text).rule
