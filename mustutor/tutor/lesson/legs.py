"""Stretches of a deal, from one stop of a lesson to the next: what is told and laid out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from mustutor.calls import DECK
from mustutor.explain import explain_hand
from mustutor.explain.hand import explain_by_step
from mustutor.games.telling import Explanation, Passage
from mustutor.language import Language
from mustutor.position import Position, Step
from mustutor.tutor.dealt import COUNT, END, START, Dealt, words_said
from mustutor.tutor.scene import Scene


class Leg(NamedTuple):
    """From one moment of a deal to another, both told; `opens` says that it is the first leg."""

    first: int
    last: int
    opens: bool


def legs(dealt: Dealt, begin: str, end: str, stops: Iterable[str]) -> Iterator[Leg]:
    """Cut a deal at the places a lesson stops at, each the last of its leg.

    Without stops, every call is a leg of its own. A deal that ends sooner is cut there.
    """
    first = dealt.find(begin) or 0
    final = dealt.find(end)
    final = len(dealt.moments) - 1 if final is None else final
    wanted = {dealt.find(place) for place in stops}
    ends = [at for at in range(first, final + 1) if not wanted or at in wanted or at == final]
    start = first
    for at in ends:
        yield Leg(start, at, start == first)
        start = at + 1


def told(dealt: Dealt, leg: Leg, tongue: Language) -> Iterator[Passage]:
    """What the engine tells of a leg; what goes on under the same heading stands together."""
    played = dealt.played
    pages = explain_by_step(played.steps, played.end, played.open, tongue)
    waiting: Passage | None = None
    for at in range(leg.first, leg.last + 1):
        for piece in _pieces(dealt, at):
            for passage in pages[piece].passages:
                if waiting is not None and not passage.heading:
                    waiting = waiting._replace(lines=(*waiting.lines, *passage.lines))
                    continue
                if waiting is not None:
                    yield waiting
                waiting = passage
    if waiting is not None:
        yield waiting


def laid(
    scene: Scene,
    dealt: Dealt,
    position: Position,
    taken: tuple[Step, ...],
    seats: Iterable[str] | None,
    tongue: Language,
) -> Scene:
    """Lay a position of a deal on the table of a scene; `seats` are those with open cards."""

    def whole() -> Explanation:
        played = dealt.played
        return explain_hand(played.steps, played.end, played.open, tongue)

    return scene._replace(
        position=position,
        face_up=frozenset(position.order if seats is None else seats),
        words=words_said(position, taken),
        explained=whole,
    )


def _pieces(dealt: Dealt, at: int) -> Iterable[int]:
    """Which pieces of `explain_by_step` tell a moment: its call, and what the deck does there."""
    steps = dealt.played.steps
    place = dealt.moments[at].place
    if place == START:
        return range(2 if steps and steps[0].call.verb == "reparte" else 1)
    if place == COUNT:
        return ()
    if place == END:
        return (len(steps) + 1,)
    call = sum(1 for moment in dealt.moments[:at] if moment.call is not None)
    spoken = [index for index, step in enumerate(steps) if step.call.seat != DECK]
    after = spoken[call + 1] if call + 1 < len(spoken) else len(steps)
    return range(spoken[call] + 1, after + 1)
