"""How much of a sheet of paper a page takes, to choose what is printed on it and how small.

An estimate in lines of print: the style sheet sets two columns on A4. Too careful rather than
too bold: one hand is to stay on one sheet.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from mustutor.explain.deck_svg import spelt
from mustutor.games.telling import Explanation, Line
from mustutor.language import Language
from mustutor.rulebook import Article, spoken

ROOM = {"ample": 120, "roomy": 162, "": 158, "dense": 245}
"""Lines of the usual print that a sheet holds in letters of each size."""

ACROSS = 84
"""Letters in such a line."""


def letters(explanations: Sequence[Explanation], book: Sequence[Article], tongue: Language) -> str:
    """How large a sheet is set so that it holds all, by the name the style sheet has for it.

    In `ample` and `roomy` letters the articles stand in full; in the usual ones, which have no
    name, in `dense` and in `tiny` ones by their titles alone.
    """
    told = sum(_lines_of(page) for page in explanations)
    code = tongue.code
    in_full = told + sum(
        0.9 * _across(" ".join([a.id, spoken(a.title, code), spoken(a.text, code)]), 4)
        for a in book
    )
    by_title = told + 0.45 * len(book) + 2
    taken = {"ample": in_full, "roomy": in_full, "": by_title, "dense": by_title}
    return next((size for size, lines in taken.items() if lines <= ROOM[size]), "tiny")


def _lines_of(page: Explanation) -> float:
    headings = sum(2 for passage in page.passages if passage.heading)
    return 2 * bool(page.title) + headings + sum(map(_height, page.lines))


def _height(line: Line) -> float:
    """The lines of print a line takes; cards are as high as three, and two hands stand abreast."""
    if line.kind == "dealt":
        return 1.8
    if any(spelt(word) for word in line.said.split(" ")):
        return 3 + max(_across(line.text, 50) - 2, 0)
    return 1.1 * _across(line.text, 8 + len(line.seat or line.said) + 2 * len(line.said))


def _across(text: str, beside: int) -> int:
    return max(ceil((len(text) + 12) / max(ACROSS - beside, 20)), 1)
