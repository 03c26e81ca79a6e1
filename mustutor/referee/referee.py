"""The referee's report on a record: what was signalled or said, and what became of it.

Everything is told in the order of the record, each at its place, ``1.juego.3`` as notes have it. A
declaration appears only where the cards show it to be false.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from mustutor import games
from mustutor.calls import DECK, write_call
from mustutor.games.mus_family.conduct.offences import ALLOWED, COSTS, OFFENCES, PARTICULAR, UNTOLD
from mustutor.language import Language
from mustutor.ledger import Ruling
from mustutor.replay.format import Json
from mustutor.replay.playback import Played


class Ruled(NamedTuple):
    """A ruling with its place in the record: hand, lance and call, the call counted from 1."""

    place: str
    ruling: Ruling

    @property
    def call(self) -> str:
        """What was said, as records write it."""
        return write_call(self.ruling.call)

    def as_json(self) -> Json:
        """The ruling for a program; `allowed` is left out where it cannot be told."""
        ruling = self.ruling
        written: Json = {"place": self.place, "call": self.call}
        if ruling.allowed is not None:
            written["allowed"] = ruling.allowed
        written["rule"] = ruling.rule
        if ruling.offence:
            written["offence"] = ruling.offence
            written["penalty"] = ruling.penalty
        return written

    def said(self, tongue: Language) -> tuple[str, ...]:
        """Say the ruling in whole sentences: what it is, and what it costs."""
        ruling = self.ruling
        if ruling.allowed is None:
            return (tongue.say(UNTOLD),)
        if ruling.allowed:
            return (tongue.say(ALLOWED),)
        seat = ruling.call.seat
        evidence = {"seat": seat, "side": seat[0], "lance": ruling.lance}
        own = ruling.offence in ("forbidden_talk", "forbidden_signal", "forbidden_naming")
        sentence = PARTICULAR.get(ruling.rule) if own else None
        return (
            tongue.say(sentence or OFFENCES[ruling.offence], **evidence),
            tongue.say(COSTS[ruling.penalty], **evidence),
        )


def report(hands: Iterable[Played]) -> tuple[Ruled, ...]:
    """Report on every hand played back: all that was signalled or said, and false declarations."""
    return tuple([ruled for played in hands for ruled in _of(played)])


def _of(played: Played) -> Iterator[Ruled]:
    rulings = played.end.rulings
    if not rulings:
        return
    beside = games.game_of(played.end.variant.game).grammar.beside
    spoken = iter([ruling for ruling in rulings if ruling.call.verb in beside])
    falsely = {(r.call, r.lance): r for r in rulings if r.call.verb not in beside}
    recorded = map(str, played.places)
    for step in played.steps:
        if step.call.seat == DECK:
            continue
        place = next(recorded)
        if step.call.verb in beside:
            yield Ruled(place, next(spoken))
        elif (step.call, step.before.lance) in falsely:
            yield Ruled(place, falsely.pop((step.call, step.before.lance)))
