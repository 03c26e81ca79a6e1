"""What the engine finds out about a question: the answer, and how it comes to it.

`cards` asks about hands alone, `table` about a moment of play, `referee` about signals and words,
`count` about the stones of a whole hand. Nothing here knows a rule; each finding asks the engine
and keeps its reasons.
"""

from __future__ import annotations

from collections.abc import Callable

from mustutor.games.telling import Line
from mustutor.language import Language
from mustutor.tuples import NamedTuple

YES = "yes"
NO = "no"
NONE = "none"
"""The answers that are no seat, number or card: the same words in every language."""

Reasons = Callable[[Language, str], tuple[Line, ...]]
"""Tells why in a language; given a wrong answer, it may tell where to look (a line ``parting``)."""


class Finding(NamedTuple):
    """What the engine answers, in the canonical form of `mustutor.tutor.question`, and why."""

    value: str
    why: Reasons


def yes_or_no(fact: object) -> str:
    """Write whether something is so.

    >>> yes_or_no(True)
    'yes'
    """
    return YES if fact else NO
