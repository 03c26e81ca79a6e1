"""A question being asked: what was tried, which hints were given, and how it ended."""

from __future__ import annotations

from typing import NamedTuple

from mustutor.tutor.question import Question

OUTCOMES = ("right", "hinted", "wrong", "shown")
"""How a question may end, the best first: at once, after a hint, after a slip, not at all."""


class Asking(NamedTuple):
    """The state of one question; a try can be looked past, but never unmade.

    `tries` are canonical answers, the last one last; `hints` counts those given; `shown` says
    that the answer was revealed, `closed` that nothing more is asked.
    """

    question: Question
    tries: tuple[str, ...] = ()
    hints: int = 0
    shown: bool = False
    closed: bool = False

    @property
    def last(self) -> str:
        """The last answer given, or nothing."""
        return self.tries[-1] if self.tries else ""

    @property
    def solved(self) -> bool:
        """Whether the learner found the answer; one that was revealed is never solved."""
        return self.closed and not self.shown

    @property
    def outcome(self) -> str:
        """How it ended: ``right hinted wrong shown``, or nothing while it is open."""
        if not self.closed:
            return ""
        if self.shown:
            return "shown"
        if any(not self.question.is_right(answer) for answer in self.tries):
            return "wrong"
        return "hinted" if self.hints else "right"

    def answered(self, answer: str) -> Asking:
        """Give a canonical answer; a right one closes the question."""
        if self.closed:
            return self
        right = self.question.is_right(answer)
        return self._replace(tries=(*self.tries, answer), closed=right)

    def hinted(self) -> Asking:
        """Give the next hint; when there is none left, nothing changes."""
        if self.closed or self.hints == len(self.question.hints):
            return self
        return self._replace(hints=self.hints + 1)

    def revealed(self) -> Asking:
        """Show the answer: the question is closed, and was not solved."""
        return self if self.closed else self._replace(shown=True, closed=True)

    def reopened(self) -> Asking:
        """Ask again; what was tried, hinted and shown stays on record."""
        return self._replace(closed=False)
