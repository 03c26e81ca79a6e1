"""What may be typed into the line, and how it is completed as far as it is certain."""

from __future__ import annotations

from os.path import commonprefix

from mustutor import games
from mustutor.calls import DECK, Call, write_call
from mustutor.position import Position
from mustutor.tutor.answer import folded
from mustutor.ui.desk import Desk
from mustutor.variant import variant_ids

MOST_PLACES = 5_000
MOST_SHOWN = 12
WORD_BY_WORD = ("cards", "order")


def completed(desk: Desk, typed: str) -> tuple[str, tuple[str, ...]]:
    """Complete what is typed; beside it, what may follow where that is not certain."""
    before, begun = "", typed
    asking = desk.walk.asking
    if desk.line == "answer" and asking is not None and asking.question.kind in WORD_BY_WORD:
        head, space, begun = typed.rpartition(" ")
        before = head + space
    fitting = [word for word in candidates(desk) if folded(word).startswith(folded(begun))]
    if not fitting:
        return typed, ()
    common = commonprefix(fitting)
    text = common if len(common) >= len(begun) else begun
    return before + text, tuple(fitting[:MOST_SHOWN]) if len(fitting) > 1 else ()


def candidates(desk: Desk) -> tuple[str, ...]:
    """What may be typed into the line as it stands."""
    walk, stop = desk.walk, desk.walk.stop
    if desk.line == "variant":
        return variant_ids()
    if desk.line == "go":
        count = min(walk.source.count or 0, MOST_PLACES)
        stops = [walk.source.stop(index) for index in range(count)]
        return tuple(dict.fromkeys(each.place for each in stops if each is not None))
    asking = walk.asking
    if desk.line != "answer" or asking is None:
        return ()
    if asking.question.kind == "call":
        return legal_calls(stop.scene.position)
    return tuple([choice.label for choice in asking.question.choices])


def legal_calls(position: Position | None) -> tuple[str, ...]:
    """What the speaker may say, without the seat; a stake as the least it may be.

    Cards to throw are left to whoever throws them.
    """
    if position is None or position.speaker in ("", DECK):
        return ()
    return tuple(
        [
            write_call(Call(option.seat, option.verb, option.least)).partition(" ")[2]
            for option in games.options(position)
            if option.verb not in ("descarto", "descubre")
        ]
    )
