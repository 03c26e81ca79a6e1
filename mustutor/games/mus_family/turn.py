"""Whose turn it is not, and declarations that cannot stand: the reasons every game shares."""

from __future__ import annotations

from collections.abc import Mapping

from mustutor.calls import DECK, Call
from mustutor.errors import Fault, no_such_seat
from mustutor.games import Cited
from mustutor.games.mus_family import discards as mustalk
from mustutor.games.mus_family.talk import corrido
from mustutor.language import mark
from mustutor.position import Position


def stranger(position: Position, seat: str, cited: Cited) -> Fault | None:
    """Say that there is no such seat, or that nobody has anything to say now."""
    known = {"seat": seat}
    if seat not in position.table.seats:
        return no_such_seat(seat, position.table.seats, cited.seats)
    if position.lance in ("end", "showdown"):
        return Fault(
            cited.lances, mark("All lances are played: {seat} has nothing more to say."), known
        )
    if position.speaker == DECK:
        return Fault(
            "MUS-DISC-4", mark("{seat} cannot speak until the discards are served."), known
        )
    return None


def not_the_speaker(position: Position, seat: str, rule: str) -> Fault:
    """Say who speaks now, where nothing more telling is to be said."""
    known = {"seat": seat, "speaker": position.speaker}
    return Fault(rule, mark("{speaker} speaks now, not {seat}."), known)


def not_while_betting(position: Position, call: Call, rule: str) -> Fault:
    """Say that a call is none of the betting that is under way."""
    return Fault(
        rule,
        mark("{lance} is being bet: {seat} cannot say {call!r} now."),
        {"seat": call.seat, "lance": position.lance, "call": str(call).partition(" ")[2]},
    )


def why_not_before(
    position: Position, call: Call, articles: Mapping[str, str], *, freely: bool = False
) -> Fault | None:
    """Say why the speaker may not say this while no lance is bet: mus, discards, declarations."""
    lance = position.lance
    if lance == "mus":
        cuts_corrido = call.verb == "corto" and corrido(position)
        return mustalk.why_not_talk(position, call, corrido=cuts_corrido)
    if lance == "descarte":
        return mustalk.why_not_discard(position, call)
    return why_not_declared(position, call, articles, freely=freely)


def why_not_declared(
    position: Position, call: Call, articles: Mapping[str, str], *, freely: bool = False
) -> Fault | None:
    """Say why the speaker may not declare this, or nothing; `articles` are by lance.

    `freely` says that a declaration need not be true when it is made (declare.mode).
    """
    seat, lance = call.seat, position.lance
    if call.verb not in ("tengo", "no tengo"):
        return Fault(
            articles[lance],
            mark("Before {lance} is bet {seat} says whether he has it: tengo or no tengo."),
            {"seat": seat, "lance": lance},
        )
    hand = position.hand_of(seat)
    if freely or mustalk.declares_truly(position.state.ranking, lance, hand, call):
        return None
    if call.verb == "tengo":
        sentence = mark("{seat} says he has {lance}, but his cards are {hand}.")
    else:
        sentence = mark("{seat} says he has no {lance}, but his cards are {hand}.")
    evidence = {"seat": seat, "lance": lance, "hand": " ".join(hand or ())}
    return Fault(articles[lance], sentence, evidence)
