"""The answers an open question would take as they stand: at a terminal they are read and typed.

A page around a command (`mustutor.cli.site`) shows them to be touched. A command that asks says
them with each question, so that what stands here belongs to the one asked last.
"""

from __future__ import annotations

from collections.abc import Iterable

from mustutor.tuples import NamedTuple


class Offers(NamedTuple):
    """Answers, each with the words it is shown in; `parts` says that several make one answer."""

    answers: tuple[tuple[str, str], ...] = ()
    parts: bool = False


_last = [Offers()]


def offer(answers: Iterable[tuple[str, str]], *, parts: bool = False) -> None:
    """Say what may be answered to the question that is now asked.

    >>> offer([("1", "see it")])
    >>> offered().answers
    (('1', 'see it'),)
    """
    _last[0] = Offers(tuple(answers), parts)


def offered() -> Offers:
    """What was offered last, which by that is taken away."""
    last, _last[0] = _last[0], Offers()
    return last
