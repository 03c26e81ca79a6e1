"""The frame of every page of ours: its head, what it may run and load, its deck, its foot.

The policy in the head forbids the browser everything but the style sheets and scripts that stand
in the page, each named by its hash, and what a page says it needs besides.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Mapping
from types import MappingProxyType, ModuleType

from mustutor.explanation import deck as spanish
from mustutor.explanation import french
from mustutor.explanation.deck import Spelt
from mustutor.explanation.markup import (
    Child,
    Markup,
    block,
    constant,
    element,
    joined,
    script,
    sheet,
)
from mustutor.explanation.stylesheet import STYLE
from mustutor.language import Language
from mustutor.tuples import NamedTuple

GENERATOR = '<meta name="generator" content="mustutor">'
"""By this line a page of ours is known, so that a new one may take its place."""

CLOSED: Mapping[str, str] = MappingProxyType(
    {
        "default-src": "'none'",
        "style-src": "",
        "script-src": "",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
)
"""What a page may do, in the order it says so; one that needs more says what."""

DECKS: dict[str, ModuleType] = {"spanish": spanish, "french": french}
"""The decks that are drawn, by the names tellers give them."""


class PageFrame(NamedTuple):
    """What a page says in its head: its language, title, style sheets, scripts, size of print.

    `sources` are further directives of its policy, as a page needs that loads from beside itself;
    `head` what else stands there.
    """

    tongue: Language
    title: str
    styles: tuple[str, ...] = (STYLE,)
    scripts: tuple[str, ...] = ()
    size: str = ""
    sources: Mapping[str, str] = MappingProxyType({})
    head: tuple[Markup, ...] = ()

    @property
    def policy(self) -> str:
        """The content security policy of the page."""
        hashed = {"style-src": self.styles, "script-src": self.scripts}
        told = {
            name: " ".join([*map(hashed_source, hashed.get(name, ())), usual]).strip()
            for name, usual in {**CLOSED, **self.sources}.items()
        }
        return "; ".join([f"{name} {value}" for name, value in told.items() if value])

    def page(self, *body: Child) -> Markup:
        """The whole page, with the `body` given."""
        head = block(
            "head",
            element("meta", charset="utf-8"),
            element(
                "meta",
                http_equiv=constant("Content-Security-Policy"),
                content=constant(self.policy),
            ),
            element("meta", name="viewport", content="width=device-width, initial-scale=1"),
            element("meta", name="color-scheme", content="light dark"),
            element("meta", name="referrer", content="no-referrer"),
            constant(GENERATOR),
            self.head,
            element("title", self.title),
            map(sheet, self.styles),
        )
        whole = block("body", *body, map(script, self.scripts), class_=self.size or None)
        html = block("html", head, whole, lang=self.tongue.code, dir="ltr")
        return joined(constant("<!DOCTYPE html>\n"), html, constant("\n"))


def header(title: str, deck: str) -> Markup:
    """What stands over a page: the suits of the deck, and its title."""
    own = DECKS[deck].SUITS if deck in DECKS else ()
    suits = [element("svg", element("use", href=f"#suit-{suit}")) for suit in own]
    return block(
        "header",
        element("p", suits, class_="suits", aria_hidden="true"),
        element("h1", element("bdi", title)),
    )


def drawings(deck: str, cards: Iterable[Spelt], tongue: Language | None = None) -> Markup:
    """The drawings a page uses: of the suits, and of each of these cards, named in a `tongue`."""
    drawn = DECKS[deck].symbols(cards, tongue) if deck in DECKS else ()
    return element("svg", drawn, class_="deck", aria_hidden="true", focusable="false")


def footer() -> Markup:
    """What stands under a page."""
    return block("footer", element("p", "mustutor"))


def framed(page: str) -> Markup:
    """A page within another, as a notebook shows it: neither's style reaches the other."""
    style = constant("width:100%;height:30em;border:0")
    return element("iframe", srcdoc=constant(page), style=style)


def hashed_source(code: str) -> str:
    """A style sheet or a script by its hash, as a content security policy names it."""
    digest = base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()
    return f"'sha256-{digest}'"
