"""How the tests read a page of HTML: strictly, by the parser of the standard library.

What a browser would mend in silence (a tag left open, an attribute said twice) fails here.
"""

from __future__ import annotations

from functools import cache
from html.parser import HTMLParser
from typing import NamedTuple

from mustutor.base.language import open_language
from mustutor.cli.replay.records import Match, matches, settled
from mustutor.games.explain import Explanation
from mustutor.present.html import to_html
from mustutor.present.settlement import opening, pages
from mustutor.replay import Replay

VOID = {"meta", "br", "hr", "img", "input", "link", "base", "source", "area", "col", "embed"}
IN_LINE = {"span", "bdi", "strong", "b", "code", "a"}


class Element(NamedTuple):
    """A tag with its attributes, and the tags it stands in."""

    tag: str
    attributes: dict[str, str]
    within: tuple[str, ...]


class Reading(HTMLParser):
    """A page read to its end: its elements, its words, its style sheet."""

    def __init__(self, text: str) -> None:
        """Read a page; an assertion fails where it is not well formed."""
        super().__init__(convert_charrefs=True)
        self.elements: list[Element] = []
        self.events: list[tuple[str, ...]] = []
        self.declarations: list[str] = []
        self.pieces: list[str] = []
        self.style = ""
        self.title = ""
        self.open: list[str] = []
        self.feed(text)
        self.close()
        assert not self.open, f"left open: {self.open}"

    def handle_decl(self, decl: str) -> None:
        self.declarations.append(decl)

    def handle_comment(self, data: str) -> None:
        raise AssertionError(f"a comment: {data}")

    def handle_pi(self, data: str) -> None:
        raise AssertionError(f"an instruction: {data}")

    def unknown_decl(self, data: str) -> None:
        raise AssertionError(f"a declaration: {data}")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), f"{tag} says an attribute twice"
        known = {name: value or "" for name, value in attrs}
        self.elements.append(Element(tag, known, tuple(self.open)))
        self.events.append((tag, *(f"{name}={value}" for name, value in sorted(known.items()))))
        if tag not in VOID:
            self.open.append(tag)
        self.pieces += [" "] * (tag not in IN_LINE)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        raise AssertionError(f"<{tag}/> is not HTML: {attrs}")

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag, f"</{tag}> closes another"
        self.events.append((f"/{tag}",))
        self.pieces += [" "] * (tag not in IN_LINE)

    def handle_data(self, data: str) -> None:
        inside = self.open[-1] if self.open else ""
        if data.strip():
            self.events.append(("text", data.strip()))
        if inside == "style":
            self.style += data
        elif inside == "title" and "svg" not in self.open:
            self.title += data
        else:
            self.pieces.append(data)

    @property
    def words(self) -> str:
        """All words of the page, with single spaces."""
        return " ".join("".join(self.pieces).split())

    def all(self, tag: str) -> list[Element]:
        """Every element of one kind."""
        return [element for element in self.elements if element.tag == tag]

    def values(self, attribute: str) -> list[str]:
        """Everything an attribute says anywhere on the page."""
        return [e.attributes[attribute] for e in self.elements if attribute in e.attributes]


@cache
def explanations(name: str, code: str) -> list[Explanation]:
    """All explanations of a record that comes with mustutor, as its page has them."""
    return told(next(matches(name)), code)


def told(match: Match, code: str) -> list[Explanation]:
    """All explanations of a match."""
    language = open_language(code)
    settlement = settled(match, None, language)
    return [opening(settlement, language), *pages(settlement, language)]


@cache
def page(name: str, code: str = "en") -> str:
    """The page of a record that comes with mustutor."""
    return to_html(explanations(name, code), open_language(code))


@cache
def reading(name: str, code: str = "en") -> Reading:
    """That page, read."""
    return Reading(page(name, code))


def page_of(replay: Replay, code: str = "en") -> str:
    """The page of a record that was made for a test."""
    return to_html(told(Match("record.json", 1, replay), code), open_language(code))
