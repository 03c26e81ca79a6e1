"""A question as it is put to a learner, with all that is needed to judge an answer.

Answers are written in one canonical way, the same in every language, by `kind`:

=========  =====================================================  ==================
``choose``  the value of one of the choices                       ``duples``
``seat``    a seat or a side                                      ``B1``
``number``  a whole number                                        ``12``
``cards``   cards among those shown, in the order shown           ``Ro 3b``
``order``   seats, sides or values, the first first               ``B A C``
``call``    what the speaker says, without the seat               ``envido 2``
``settle``  what each side has afterwards, in the sides' order    ``A=19 B=14``
=========  =====================================================  ==================

The answer, the choices that are wrong and the reasons all come from the engine
(`mustutor.tutor.findings`); the words come from a lesson or from the catalogues.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from mustutor.games.telling import Line

KINDS = ("choose", "seat", "number", "cards", "order", "call", "settle")

Why = Callable[[str], tuple[Line, ...]]
"""Derives the answer; given a wrong answer, only up to the first line where it parts from it."""


def no_reason(answer: str) -> tuple[Line, ...]:  # noqa: ARG001 - the signature of every reason
    """Derive nothing."""
    return ()


class Choice(NamedTuple):
    """Something that may be answered: its value, the same in every language, and its words."""

    value: str
    label: str


class Misconception(NamedTuple):
    """A wrong idea many learners have: its name, and what to tell who holds it."""

    name: str
    text: str


class Question(NamedTuple):
    """One question; `answer` is canonical, `accepted` are others that are right as well.

    `id` names it for ever, in any language (``lesson:grande/who``,
    ``drill:juego.order/fournier/7/3``), and `skill` what it practises. `choices` are what may be
    answered, where that is a list: seats and cards are choices too. `speaker` and
    `understood` serve a ``call``: who speaks, and how the position reads the words (``y yo``
    becomes ``subo a 4``). `misconceptions` are by wrong answer; `otherwise` is told of any
    other wrong answer, before the reasons; `remark` when it is solved or shown.
    """

    id: str
    skill: str
    kind: str
    prompt: str
    answer: str
    accepted: tuple[str, ...] = ()
    choices: tuple[Choice, ...] = ()
    speaker: str = ""
    understood: Callable[[str], str] | None = None
    hints: tuple[str, ...] = ()
    misconceptions: Mapping[str, Misconception] = {}
    otherwise: str = ""
    remark: str = ""
    why: Why = no_reason

    def is_right(self, answer: str) -> bool:
        """Whether a canonical answer is right.

        >>> Question("q", "s", "number", "?", "3", accepted=("4",)).is_right("4")
        True
        """
        return answer == self.answer or answer in self.accepted
