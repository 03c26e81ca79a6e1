"""Findings about conduct: whether the rulebook allows a signal or a word."""

from __future__ import annotations

from mustutor.calls import Call
from mustutor.games.mus_family import conduct
from mustutor.games.telling import Line
from mustutor.language import Language
from mustutor.position import Position
from mustutor.rulebook import article, spoken
from mustutor.tutor.findings.finding import NONE, Finding, yes_or_no


def allowed(position: Position, call: Call) -> Finding:
    """Whether a signal or something said is allowed where it is made; ``none`` if nobody can tell.

    It is made all the same, unlike a call that is refused: the referee judges it afterwards.
    """
    ruling = conduct.judge(position, call)

    def why(tongue: Language, answer: str) -> tuple[Line, ...]:  # noqa: ARG001
        title = spoken(article(ruling.rule).title, tongue.code)
        return (Line(title, (ruling.rule,), "ruling"),)

    return Finding(NONE if ruling.allowed is None else yes_or_no(ruling.allowed), why)
