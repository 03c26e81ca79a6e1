"""The articles that explanations name, gathered to stand in full at their end."""

from __future__ import annotations

from collections.abc import Iterable

from mustutor.games.telling import Explanation, Line, Passage
from mustutor.language import Language
from mustutor.rulebook import Article, articles, spoken


def named(explanations: Iterable[Explanation]) -> tuple[Article, ...]:
    """The articles at the ends of lines, each once, in the order of their ids.

    What the rulebook does not have is left out: another rulebook may have named it.

    >>> page = Explanation("", (Passage("", (Line("", ("MUS-BET-13", "MUS-BET-4")),)),))
    >>> [article.id for article in named([page])]
    ['MUS-BET-4', 'MUS-BET-13']
    """
    ids = {rule for page in explanations for line in page.lines for rule in line.rules}
    return tuple([articles()[id_] for id_ in sorted(ids & articles().keys(), key=_in_order)])


def book(explanations: Iterable[Explanation], tongue: Language) -> Explanation:
    """The articles that explanations name, as one more explanation; without lines if none."""
    code = tongue.code
    lines = [
        Line(
            tongue.say(
                "{title}. {text}",
                title=spoken(article.title, code),
                text=spoken(article.text, code),
            ),
            kind="article",
            seat=article.id,
        )
        for article in named(explanations)
    ]
    passages = (Passage(tongue.say("Articles"), tuple(lines)),) if lines else ()
    return Explanation("", passages)


def _in_order(id_: str) -> list[tuple[int, str]]:
    """Numbers by their size, so that the thirteenth article of a chapter follows the fourth."""
    return [(int(part), "") if part.isdecimal() else (0, part) for part in id_.split("-")]
