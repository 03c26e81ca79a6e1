"""A settlement as something to keep: one HTML page for a file of matches, or Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated

from mustutor.cli.console import Console
from mustutor.cli.habits import Misuse
from mustutor.cli.htmlfile import html_option, refuse_over_others, write_page
from mustutor.games.teller import teller_of
from mustutor.games.telling import Explanation
from mustutor.language import Language, mark
from mustutor.referee import Settlement
from mustutor.report import opening
from mustutor.variant import Variant

COMMAND = "mustutor settle"
MOST_MATCHES = 100

HtmlOption = Annotated[
    str,
    html_option(mark("Write one HTML page, to keep, send or print; - is the output.")),
]


class PageFile:
    """A page being gathered, match by match, to be written whole at the end or not at all."""

    def __init__(self, target: str) -> None:
        """Take a file for a page; one that holds something else is left alone.

        Raises Misuse for that: only a page of ours gives way to a new one.
        """
        self.target = target
        self.matches: list[tuple[str, tuple[Explanation, ...]]] = []
        self.decks: set[str] = set()
        refuse_over_others(target, COMMAND)

    def add(
        self,
        file: str,
        settlement: Settlement,
        pages: Iterable[Explanation],
        tongue: Language,
        *others: Variant,
    ) -> None:
        """Add a match, settled by `others` too; raises Misuse for more than one page can hold."""
        if len(self.matches) == MOST_MATCHES:
            raise Misuse(
                "One page holds at most {most} matches, and {record} has more of them.",
                command=COMMAND,
                most=MOST_MATCHES,
                record=file,
            )
        self.decks |= {teller_of(rules).deck for rules in (settlement.variant, *others)}
        told = (opening(settlement, tongue, *others), *pages)
        self.matches.append((file, told))

    def write(self, console: Console) -> None:
        """Write the page where it was asked for; nothing where no match could be read."""
        if not self.matches:
            return
        write_page(console, self._page(console.language), self.target, COMMAND)

    def _page(self, tongue: Language) -> str:
        from mustutor.explanation.html import to_html

        file, explanations = self.matches[0]
        # Cards are drawn where all matches are played with the same ones.
        deck = "".join(self.decks) if len(self.decks) == 1 else ""
        if len(self.matches) > 1:
            title = tongue.say(
                "{number} matches of {file}", number=len(self.matches), file=Path(file).name
            )
            numbered = enumerate(self.matches, 1)
            return to_html(
                [each for number, match in numbered for each in _headed(number, match[1], tongue)],
                tongue,
                title=title,
                deck=deck,
            )
        return to_html(explanations, tongue, deck=deck)


def refuse_company(html: str, *others: object) -> None:
    """Say that a page is not written together with another way of telling."""
    if html and any(others):
        raise Misuse("--html cannot be joined with --json or --markdown.", command=COMMAND)


def _headed(
    number: int, explanations: Iterable[Explanation], tongue: Language
) -> Iterator[Explanation]:
    """A match of several with a title: its own, or else its number."""
    first, *others = explanations
    title = tongue.say("Match {number}", number=number)
    if first.title:
        title = tongue.say("Match {number}: {title}", number=number, title=first.title)
    yield first._replace(title=title)
    yield from others
