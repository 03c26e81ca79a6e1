"""Findings about a moment of play: who speaks, what is legal or allowed, within which bounds."""

from __future__ import annotations

from collections.abc import Sequence

from mustutor import games
from mustutor.calls import Call, write_call
from mustutor.errors import Fault
from mustutor.explanation.fault import legal_lines
from mustutor.games.mus_family import conduct
from mustutor.games.teller import teller_of
from mustutor.games.telling import Line
from mustutor.language import Language
from mustutor.position import Option, Position, Step
from mustutor.rulebook import article, spoken
from mustutor.tutor.findings import NONE, Finding, Reasons, yes_or_no


def speaker(position: Position) -> Finding:
    """Who speaks now; ``none`` when nobody has to.

    What may be said there is no reason for it: whoever asks has to give one.
    """
    return Finding(position.speaker or NONE, _unsaid)


def legal(position: Position, call: Call) -> Finding:
    """Whether the rules let a call be made here."""
    fault = games.why_not(position, call)
    return Finding(yes_or_no(fault is None), _judged(position, fault, call.verb))


def refused_by(position: Position, call: Call) -> Finding:
    """The article that refuses a call here; ``none`` where it is legal."""
    fault = games.why_not(position, call)
    return Finding(fault.rule if fault else NONE, _judged(position, fault, call.verb))


def bound(position: Position, verb: str, *, least: bool) -> Finding:
    """The least or the most stake (or number of cards) a verb may name; ``none`` if it may not."""
    found = next((option for option in games.options(position) if option.verb == verb), None)
    if found is None:
        return Finding(NONE, _allowed(position))
    return Finding(str(found.least if least else found.most), _allowed(position, verb))


def verbs(position: Position) -> Finding:
    """Everything the speaker may say, verb by verb."""
    said = dict.fromkeys(option.verb for option in _of_speaker(position))
    return Finding(" ".join(said), _allowed(position))


def last_said(steps: Sequence[Step], lance: str, seat: str) -> Finding:
    """What a seat said last in a lance; ``none`` where it said nothing there."""
    calls = [
        write_call(step.call).partition(" ")[2]
        for step in steps
        if step.before.lance == lance and step.call.seat == seat
    ]

    def why(tongue: Language, answer: str) -> tuple[Line, ...]:  # noqa: ARG001
        return tuple(Line("", (), "said", seat=seat, said=words) for words in calls)

    return Finding(calls[-1] if calls else NONE, why)


def _of_speaker(position: Position) -> tuple[Option, ...]:
    return tuple([option for option in games.options(position) if option.seat == position.speaker])


def _unsaid(tongue: Language, answer: str) -> tuple[Line, ...]:  # noqa: ARG001
    return ()


def _allowed(position: Position, verb: str = "") -> Reasons:
    """What may be said here, or within which bounds a verb may be."""

    def why(tongue: Language, answer: str) -> tuple[Line, ...]:  # noqa: ARG001
        options = games.options(position)
        meant = [option for option in options if not verb or option.verb == verb]
        found = legal_lines(position, meant, tongue)
        # A verb has its bounds: who speaks, and what is not to be had, is no part of these.
        return tuple([line for line in found if not verb or (line.kind == "option" and line.text)])

    return why


def _judged(position: Position, fault: Fault | None, verb: str) -> Reasons:
    if fault is None:
        return _allowed(position, verb)

    def why(tongue: Language, answer: str) -> tuple[Line, ...]:  # noqa: ARG001
        return (Line(fault.said(tongue), (fault.rule,), "refused", indent=0),)

    return why


def allowed(position: Position, call: Call) -> Finding:
    """Whether a signal or something said is allowed where it is made; ``none`` if nobody can tell.

    It is made all the same, unlike a call that is refused: the referee judges it afterwards.
    """
    ruling = conduct.judge(position, call)

    def why(tongue: Language, answer: str) -> tuple[Line, ...]:  # noqa: ARG001
        said = spoken(article(ruling.rule).title, tongue.code)
        if ruling.offence:
            said = teller_of(position.variant).ruling(ruling, tongue)[0]
        return (Line(said, (ruling.rule,), "ruling"),)

    return Finding(NONE if ruling.allowed is None else yes_or_no(ruling.allowed), why)
