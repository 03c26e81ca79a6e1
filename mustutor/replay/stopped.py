"""Why a record cannot be played on: the failures of a playback, each with its place."""

from __future__ import annotations

from typing import NamedTuple, NoReturn

from mustutor.errors import Fault, MustutorError, Unreadable
from mustutor.games import cited
from mustutor.language import mark
from mustutor.position import Position
from mustutor.replay.format import Round


class Failure(NamedTuple):
    """The first thing that is wrong: its verdict, its place, why, and the position it was at.

    `place` is ``hand.lance.call``, counted from 1. `fault` carries the article (its `rule` may
    be empty) and the sentence. `text` is the call as it stands in the record.
    """

    verdict: str
    place: str
    fault: Fault
    position: Position | None = None
    text: str = ""


class Stopped(Exception):
    """The record cannot go on: its first failure."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure)
        self.failure = failure


class Forgotten(Exception):
    """A call nobody remembers: what follows in this hand depends on it."""

    def __init__(self, place: str) -> None:
        super().__init__(place)
        self.place = place


def fault_of(problem: MustutorError) -> Fault:
    """What cannot be read, or is not known, as the fault of a record."""
    hint = problem.hint if isinstance(problem, Unreadable) else ""
    return Fault("", problem.sentence, problem.evidence, hint=hint)


def wrong_round(position: Position, round_: Round, number: int) -> NoReturn:
    """A round that cannot begin; one broken off has its fault where its next call should stand."""
    if position.lance in ("end", "showdown"):
        sentence = mark("The hand is over: {lance} cannot follow.")
    elif position.said:
        sentence = mark("{lance} cannot begin: {playing} is not over, and {speaker} speaks now.")
    else:
        sentence = mark("{lance} cannot begin here: {playing} comes first.")
    lance = position.lance if position.said else round_.lance
    place = f"{number}.{lance}.{spoken(position) + 1}"
    evidence = {"lance": round_.lance, "playing": position.lance, "speaker": position.speaker}
    raise Stopped(
        Failure(
            "illegal", place, Fault(cited(position.variant).lances, sentence, evidence), position
        )
    )


def spoken(position: Position) -> int:
    """How many calls were said in the round under way, signals and talk included."""
    said = position.said
    if position.lance == "descarte" and "*" in said:
        said = said.partition("*")[2]  # the card exposed was said in the round before
    return sum(1 for letter in said if letter.isupper()) + _beside(position)


def _beside(position: Position) -> int:
    """How many signals were made and words said beside the calls of the round under way.

    Mus may be talked several times in a hand: the talk of an earlier time was said later in it.
    """
    count, since = 0, len(position.said)
    for ruling in reversed(position.rulings):
        if ruling.lance != position.lance or ruling.since > since:
            break
        count, since = count + 1, ruling.since
    return count


def nobody_has_juego(position: Position, number: int) -> None:
    """Punto begun over declarations nobody wrote down: no known hand may have juego."""
    for seat in position.queue:
        hand = position.hand_of(seat)
        if hand is not None and position.state.ranking.has("juego", hand):
            sentence = mark("{seat} has juego with {hand}: punto is bet when nobody has.")
            fault = Fault(
                cited(position.variant).punto, sentence, {"seat": seat, "hand": " ".join(hand)}
            )
            raise Stopped(Failure("illegal", f"{number}.punto.1", fault, position))


def forgotten(
    recorded: tuple[str, ...] | None, index: int, position: Position, place: str, text: str
) -> NoReturn:
    """A call nobody remembers; one with a check after it was known to whoever wrote the check."""
    if recorded is None or index >= len(recorded):
        raise Forgotten(place)
    sentence = mark("This call is told as forgotten, and yet a check follows it.")
    raise Stopped(Failure("diverges", place, Fault("", sentence, {}), position, text))


def closed_early(position: Position, lance: str, place: str, text: str) -> NoReturn:
    """A call after the last of its lance."""
    fault = Fault(
        cited(position.variant).lances,
        mark("{lance} is over: {call!r} comes too late."),
        {"lance": lance, "call": text},
    )
    raise Stopped(Failure("illegal", place, fault, position, text))


def discard_missing(position: Position, place: str) -> NoReturn:
    """Cards served before everybody has thrown his own."""
    fault = Fault(
        "MUS-DISC-4",
        mark("Cards are served here, and {speaker} has not thrown his yet."),
        {"speaker": position.speaker},
    )
    raise Stopped(Failure("illegal", f"{place}.{spoken(position) + 1}", fault, position))


def check_differs(
    recorded: tuple[str, ...], index: int, position: Position, place: str, text: str
) -> NoReturn:
    """A legal call after which our position is not the recorder's."""
    evidence: dict[str, object] = {"ours": position.check(), "line": position.line()}
    if index < len(recorded):
        sentence = mark("The check here is {recorded}; ours is {ours}, for: {line}")
        evidence["recorded"] = recorded[index]
    else:
        sentence = mark("This call has no check though the round has checks; ours is {ours}.")
    raise Stopped(Failure("diverges", place, Fault("", sentence, evidence), position, text))


def call_taken_out(recorded: tuple[str, ...], position: Position, place: str) -> NoReturn:
    """A round with more checks than calls, or with checks and not one call."""
    sentence = (
        mark("A check stands here without a call: a call was taken out.")
        if recorded
        else mark("The round has checks and not one call: a call was taken out.")
    )
    raise Stopped(Failure("diverges", place, Fault("", sentence, {}), position))
