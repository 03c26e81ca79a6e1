"""What may be typed into the line, and how it is completed as far as it is certain."""

from __future__ import annotations

from collections.abc import Sequence

from mustutor.calls import grammar_of
from mustutor.tutor.question import folded
from mustutor.ui.desk import Desk
from mustutor.variant import variant_ids

MOST_PLACES = 5_000
MOST_SHOWN = 12
WORD_BY_WORD = ("cards", "order")


def completed(desk: Desk, typed: str) -> tuple[str, tuple[str, ...]]:
    """Complete what is typed; beside it, what may follow where that is not certain."""
    before, begun = "", typed
    asking = desk.walk.asking
    if desk.line == "answer" and asking is not None and asking.question.kind in WORD_BY_WORD:
        head, space, begun = typed.rpartition(" ")
        before = head + space
    fitting = [word for word in candidates(desk) if folded(word).startswith(folded(begun))]
    if not fitting:
        return typed, ()
    common = _common(fitting)
    text = common if len(common) >= len(begun) else begun
    return before + text, tuple(fitting[:MOST_SHOWN]) if len(fitting) > 1 else ()


def _common(words: Sequence[str]) -> str:
    """The longest beginning that words share.

    >>> _common(["quiero", "quieto"]), _common(["paso", "quiero"])
    ('quie', '')
    """
    first, last = min(words), max(words)  # whatever these two share, those between share
    same = (at for at, sign in enumerate(first) if last[at : at + 1] != sign)
    return first[: next(same, len(first))]


def candidates(desk: Desk) -> tuple[str, ...]:
    """What may be typed into the line as it stands."""
    walk = desk.walk
    if desk.line == "variant":
        return variant_ids()
    if desk.line == "go":
        count = min(walk.source.count or 0, MOST_PLACES)
        stops = [walk.source.stop(index) for index in range(count)]
        return tuple(dict.fromkeys(each.place for each in stops if each is not None))
    asking = walk.asking
    if desk.line != "answer" or asking is None:
        return ()
    if asking.question.kind == "call":
        # What players say, legal here or not: which of it is, and for how many, is the question.
        return grammar_of("grande").bare
    return tuple([choice.label for choice in asking.question.choices])
