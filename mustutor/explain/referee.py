"""Signals and talk: each as a line, with what the referee rules on it and what it costs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mustutor.games.mus_family.signals import Signal, list_names, signal_list, signals_of
from mustutor.games.telling import Fact
from mustutor.ledger import Ruling
from mustutor.position import Position

RULED = {True: "allowed", None: "cannot_be_told", False: "offence"}


def spoken(given: Iterable[Ruling], position: Position) -> Iterator[Fact]:
    """Tell what was signalled or said, whether the rulebook allows it, and what it costs."""
    for ruling in given:
        described = _described(ruling, position)
        if described is None:
            yield from ruled([ruling])
        elif ruling.allowed:
            yield described._replace(kind=f"{described.kind}_allowed", rules=(ruling.rule,))
        else:
            yield described
            yield from (fact._replace(seat="", said="") for fact in ruled([ruling]))


def ruled(given: Iterable[Ruling]) -> Iterator[Fact]:
    """Tell rulings by themselves: on words and on declarations, and those made later."""
    for ruling in given:
        seat = ruling.call.seat
        evidence: dict[str, object] = {"seat": seat, "side": seat[0], "lance": ruling.lance}
        if ruling.offence:
            evidence |= {"offence": ruling.offence, "article": ruling.rule}
            evidence["penalty"] = ruling.penalty or "none"
        kind, said = RULED[ruling.allowed], _words(ruling)
        yield Fact(kind, (ruling.rule,), seat, said, evidence=evidence)
        if ruling.offence:
            yield Fact("penalty", (ruling.rule,), evidence=evidence)


def reconsidered(before: tuple[Ruling, ...], after: tuple[Ruling, ...]) -> Iterator[Fact]:
    """Tell the rulings that are others now, by what was said or shown since."""
    yield from ruled([new for old, new in zip(before, after, strict=False) if old != new])


def _words(ruling: Ruling) -> str:
    return str(ruling.call).partition(" ")[2]


def _described(ruling: Ruling, position: Position) -> Fact | None:
    """A signal with what it means, and how this table makes it; nothing for other words."""
    call = ruling.call
    if call.verb != "sena":
        return None
    own = signals_of(position.variant.rules).get(call.word)
    known = own or _elsewhere(call.word)
    if known is None:
        return None
    evidence = {
        "signal": call.word,
        "meaning": dict(known.meaning),
        "gesture": dict(known.gesture),
    }
    kind = "signal_with_gesture" if own else "signal_with_meaning"
    return Fact(kind, (), call.seat, _words(ruling), evidence=evidence)


def _elsewhere(word: str) -> Signal | None:
    """A signal this table does not play by, as another list has it."""
    return next((found[word] for found in map(signal_list, list_names()) if word in found), None)
