"""What a value looks like in a notebook: a page of ours in a frame, in English, as its `repr` is.

Whatever a record says comes in as text and stays text, as on every page; neither the style of the
notebook nor ours reaches the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mustutor.explanation.frame import framed
from mustutor.explanation.html import to_html
from mustutor.explanation.markup import Markup
from mustutor.games.telling import Explanation, Line, Passage
from mustutor.language import language, printable

LONGEST_SHOWN = 2_000
"""So many characters of a text are shown."""
MOST_SHOWN = 100
"""So many things of one kind are shown; who wants all of them explains or writes the record."""


def shown(title: str, *pages: Explanation, deck: str = "spanish") -> Markup:
    """Show explanations in a frame, under a title.

    >>> shown("Encaje", told("", [("A", "<b>")])).count("<b>")
    0
    """
    tongue = language("en")
    return framed(to_html(pages, tongue, title=printable(title, LONGEST_SHOWN), deck=deck))


def told(heading: str, rows: Iterable[tuple[str, str]]) -> Explanation:
    """Rows of a name and words, under a heading."""
    return Explanation("", (Passage(printable(heading, LONGEST_SHOWN), tuple(_lines(rows))),))


def _lines(rows: Iterable[tuple[str, str]]) -> Iterator[Line]:
    for number, (name, words) in enumerate(rows):
        if number == MOST_SHOWN:
            yield Line("…")
            return
        yield Line("", seat=printable(name, LONGEST_SHOWN), said=printable(words, LONGEST_SHOWN))
