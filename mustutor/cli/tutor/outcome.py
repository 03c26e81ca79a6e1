"""How a walk went, in words: right at once, with help or not at all, and what was skipped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from mustutor.language import Language
from mustutor.tutor.question import Asking
from mustutor.tutor.walk import Walk


def outcome_said(walk: Walk, tongue: Language) -> list[str]:
    """Say how many questions ended in each way, and how many were skipped."""
    outcomes = tally(walk.asked)
    asked, said = sum(outcomes.values()), []
    if asked:
        text = tongue.count(
            "{number} question: {right} right at once, {hinted} with a hint, {wrong} after a "
            "mistake, {shown} shown.",
            "{number} questions: {right} right at once, {hinted} with a hint, {wrong} after a "
            "mistake, {shown} shown.",
            asked,
            **{name: outcomes[name] for name in ("right", "hinted", "wrong", "shown")},
        )
        said.append(text)
    skipped = sum(asking.skipped for asking in walk.asked.values())
    if skipped:
        text = tongue.count(
            "{number} question was skipped, and comes back in review.",
            "{number} questions were skipped, and come back in review.",
            skipped,
        )
        said.append(text)
    return said


def tally(asked: Mapping[str, Asking]) -> Counter[str]:
    """How many questions ended in each way."""
    return Counter(asking.outcome for asking in asked.values() if asking.closed)
