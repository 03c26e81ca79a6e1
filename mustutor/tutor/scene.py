"""What there is to see at one moment of a lesson, of a drill or of a record played back."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from mustutor.games.mus_family.ranking import Ranking
from mustutor.games.telling import Explanation
from mustutor.position import Hand, Position

NOTHING_TOLD = Explanation("", ())


class Loose(NamedTuple):
    """Hands laid on the table outside any deal: whose (or nothing), and their cards."""

    ranking: Ranking
    hands: tuple[tuple[str, Hand], ...]


class Scene(NamedTuple):
    """One moment as a value; the screen draws it and the linear front end writes it out.

    `page` is what is told here. `position` is the table, with the cards of `face_up` seats to
    be seen and `words` what each seat said last, by seat; `loose` are hands outside any deal.
    `explained` tells the whole story so far when somebody asks for it; `articles` are those
    to read beside it, where the page names none.
    """

    title: str
    page: Explanation = NOTHING_TOLD
    position: Position | None = None
    face_up: frozenset[str] = frozenset()
    words: tuple[tuple[str, str], ...] = ()
    loose: Loose | None = None
    explained: Callable[[], Explanation] | None = None
    articles: tuple[str, ...] = ()

    @property
    def laid(self) -> Position | None:
        """The position as it is laid out.

        Where the page lists what was said after it, nobody speaks there and nothing is bet.
        """
        listed = any(line.kind == "calls" for line in self.page.lines)
        if self.position is None or not listed or self.words:
            return self.position
        return self.position._replace(queue=(), state=self.position.state.quiet())

    @property
    def rules(self) -> tuple[str, ...]:
        """The articles this moment rests on, each once, in reading order."""
        told = [rule for line in self.page.lines for rule in line.rules]
        return tuple(dict.fromkeys([*told, *self.articles]))
