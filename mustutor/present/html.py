"""HTML pages: the frame of every page, and explanations as one file without scripts.

`to_html` writes a page of explanations by a `PageWriter`; `PageFrame` is the frame of all pages.
Texts of a record are only ever text: they never become markup, styles or links, and invisible
characters are shown as escapes. The content security policy in the head forbids the browser
everything but the style sheets and scripts in the page, each named by its hash, and what the page
says it needs besides.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from math import ceil
from types import MappingProxyType
from typing import NamedTuple
from urllib.parse import urljoin

from mustutor.base.language import Language
from mustutor.games import rulebook
from mustutor.games.explain import BETWEEN, STONES, Explanation, Line, Passage, ScoreTable
from mustutor.games.rulebook import Article, articles, in_language
from mustutor.present.card_art import DECKS, SPANISH, Spelt, beside_drawn_cards
from mustutor.present.markup import (
    STYLE,
    Child,
    Markup,
    block,
    constant,
    element,
    joined,
    script,
    sheet,
    style_sheet,
)

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


class PageLinks(NamedTuple):
    """A page's place among other pages, for readers, search engines and previews in a chat.

    `description` says in a sentence what is on the page. `ways` lead from it to pages above and
    beside it, each an address and its words; `others` are the same page in other languages, each a
    code, an address and its words; `picture` is the address of its preview picture, `address` its
    own, `player` that of a page that plays any match, `sheet` that of the style sheet they share,
    `icon` that of their sign. Without a place among others a page has a description alone.
    """

    description: str = ""
    ways: tuple[tuple[str, str], ...] = ()
    others: tuple[tuple[str, str, str], ...] = ()
    picture: str = ""
    address: str = ""
    player: str = ""
    sheet: str = ""
    icon: str = ""

    def head(self, title: str, code: str) -> Iterator[Markup]:
        """What the head says of a page in a language; chats read Open Graph for their previews."""
        told = {
            "og:title": title,
            "og:description": self.description,
            "og:image": self.picture,
            "og:url": self.address,
        }
        if self.description:
            yield element("meta", name="description", content=self.description)
        # A page by itself has no picture, and what chats read else is its title and description.
        for name, content in told.items() if self.picture else ():
            if content:
                yield element("meta", property=name, content=content)
        if self.icon:
            yield element("link", rel="icon", href=self.icon, type="image/svg+xml")
        every = [(other, address) for other, address, _ in self.others]
        if self.address:
            # Search engines want each language named by its whole address, this one among them.
            yield element("link", rel="canonical", href=self.address)
            every = [(other, urljoin(self.address, path)) for other, path in every]
            every.append((code, self.address))
        for other, address in every:
            yield element("link", rel="alternate", hreflang=other, href=address)

    def bar(self, label: str) -> Markup | None:
        """The links above the page; None if nothing is beside it."""
        if not self.ways and not self.others:
            return None
        ways = [element("a", words, href=address) for address, words in self.ways]
        others = [
            element("a", words, href=address, hreflang=code, lang=code)
            for code, address, words in self.others
        ]
        items = [element("li", link) for link in (*ways, *others)]
        return block("nav", block("ul", items), class_="ways", aria_label=label)


BESIDE = style_sheet("site")
"""What pages have besides that stand among others."""
SITE_SHEET = STYLE + BESIDE
"""What they may share."""
ALONE = PageLinks()
"""A page that is kept or sent by itself."""


class PageFrame(NamedTuple):
    """The head of a page: its language, title, style sheets, scripts, size of print.

    `sources` are further directives of its policy, for a page that loads files of its own; `head`
    is further content of the head; `links` is its place among other pages.
    """

    language: Language
    title: str
    styles: tuple[str, ...] = (STYLE,)
    scripts: tuple[str, ...] = ()
    size: str = ""
    sources: Mapping[str, str] = MappingProxyType({})
    head: tuple[Markup, ...] = ()
    links: PageLinks = ALONE

    @property
    def sheets(self) -> tuple[str, ...]:
        """The style sheets in the page, with that of the links; without what it shares."""
        whole = (*self.styles, BESIDE) if self.links.ways else self.styles
        return tuple([one for one in whole if one not in (STYLE, BESIDE)]) if self.shares else whole

    @property
    def shares(self) -> bool:
        """Whether it has the style sheet of the pages beside it; a player has its own."""
        return bool(self.links.sheet) and STYLE in self.styles

    @property
    def policy(self) -> str:
        """The content security policy of the page."""
        shared = {"style-src": "'self'"} if self.shares else {}
        shared |= {"img-src": "'self'"} if self.links.icon else {}
        hashed = {"style-src": self.sheets, "script-src": self.scripts}
        directives = {
            name: " ".join([*map(hashed_source, hashed.get(name, ())), usual]).strip()
            for name, usual in {**CLOSED, **shared, **self.sources}.items()
        }
        return "; ".join([f"{name} {value}" for name, value in directives.items() if value])

    def page(self, *body: Child) -> Markup:
        """The whole page around a `body`."""
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
            self.links.head(self.title, self.language.code),
            element("title", self.title),
            element("link", rel="stylesheet", href=self.links.sheet) if self.shares else None,
            map(sheet, self.sheets),
        )
        bar = self.links.bar(self.language.say("Pages beside this one"))
        whole = block("body", bar, *body, map(script, self.scripts), class_=self.size or None)
        html = block("html", head, whole, lang=self.language.code, dir="ltr")
        return joined(constant("<!DOCTYPE html>\n"), html, constant("\n"))

    def around(
        self,
        deck: str,
        cards: Iterable[Spelt],
        *main: Child,
        names: bool = False,
        data: Iterable[Markup] = (),
    ) -> Markup:
        """The page with what all have: drawings, header, `main` and footer; `data` comes last.

        With `names` the drawings of cards say what they are.
        """
        drawn = drawings(deck, cards, self.language if names else None)
        return self.page(drawn, header(self.title, deck), block("main", *main), footer(), data)


def header(title: str, deck: str) -> Markup:
    """The header: the suits of the deck, and the title."""
    own = DECKS[deck].suits if deck in DECKS else ()
    suits = [element("svg", element("use", href=f"#suit-{suit}")) for suit in own]
    return block(
        "header",
        element("p", suits, class_="suits", aria_hidden="true"),
        element("h1", element("bdi", title)),
    )


def drawings(deck: str, cards: Iterable[Spelt], language: Language | None = None) -> Markup:
    """The drawings a page uses: the suits and these cards, with names in `language` if given."""
    drawn = DECKS[deck].symbols(cards, language) if deck in DECKS else ()
    return element("svg", drawn, class_="deck", aria_hidden="true", focusable="false")


def footer() -> Markup:
    """The footer."""
    return block("footer", element("p", "mustutor"))


def framed(page: str) -> Markup:
    """A page inside another, as in a notebook, so that their styles do not mix."""
    style = constant("width:100%;height:30em;border:0")
    return element("iframe", srcdoc=constant(page), style=style)


def hashed_source(code: str) -> str:
    """The hash of a style sheet or script, for a content security policy."""
    digest = base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()
    return f"'sha256-{digest}'"


A_WORD = 24  # characters, from which on the first column may be broken
A_NAME = 60  # characters, up to which names are side by side

GAME = "es"
"""The language of the calls."""

FREE_WORDS = frozenset(("note", "claim"))
"""Kinds of lines in people's own words, which may be written in either direction."""

MARKS = {
    "claim_holds": "holds",
    "claim_fails": "fails",
    "claim_open": "open",
    "claims_decided": "decided",
    "decided": "decided",
    "refused": "fails",
}
"""What the style sheet makes of a verdict; the words say it too."""


def to_html(
    explanations: Sequence[Explanation],
    language: Language,
    *,
    title: str = "",
    deck: str = "spanish",
) -> str:
    """Write explanations as one page, under `title` or else the first title there is.

    `deck` is the name of the game's deck (`Teller.deck`); cards of a deck without drawings are in
    letters.

    >>> from mustutor.base.language import open_language
    >>> page = Explanation("Encaje", (Passage("Grande", (Line("D folds.", ("ENC-BET-4",)),)),))
    >>> '<a href="#ENC-BET-4">ENC-BET-4</a>' in to_html([page], open_language("en"))
    True
    """
    title = title or next((page.title for page in explanations if page.title), "mustutor")
    return PageWriter(language, deck).page(title, explanations)


class PageWriter:
    """Writes explanations as markup, and collects the cards they need.

    With `letters` each card is in letters as well, for copying the page as text.
    """

    def __init__(self, language: Language, deck: str, *, letters: bool = True) -> None:
        self.language = language
        self.letters = letters
        self.name = deck
        self.deck = DECKS.get(deck, SPANISH)
        self.drawn = deck in DECKS
        self.cards: dict[Spelt, None] = {}

    def page(
        self, title: str, explanations: Sequence[Explanation], links: PageLinks = ALONE
    ) -> Markup:
        """The whole page."""
        titled = [page.title for page in explanations if page.title and page.title != title]
        many = len(titled) > 1
        body = list(self.body(title, explanations, many=many))
        named = rulebook.cited_articles(explanations)
        size = "" if many else letters(explanations, named, self.language)
        frame = PageFrame(self.language, title, size=size, links=links)
        return frame.around(self.name, self.cards, body, self.book(named))

    def contents(self, titled: Sequence[str]) -> Markup:
        """Links to the parts of a long page."""
        items = [
            element("li", element("a", element("bdi", title), href=f"#part-{number}"))
            for number, title in enumerate(titled, 1)
        ]
        return block("nav", block("ol", items), aria_label=self.language.say("Contents"))

    def body(
        self, title: str, explanations: Sequence[Explanation], *, many: bool
    ) -> Iterator[Markup]:
        """Every explanation; one without a title, or with the page's, has no part of its own."""
        number = 0
        titled = [page for page in explanations if page.title and page.title != title]
        for page in explanations:
            if not page.title or page.title == title:
                for passage in page.passages:
                    yield from self.passage(passage, 2)
                continue
            if many and not number:
                yield self.contents([page.title for page in titled])
            number += 1
            heading = element("h2", element("bdi", page.title))
            target = f"part-{number}" if many else None
            yield block("article", heading, self.passages(page.passages), id=target)

    def passages(self, passages: Sequence[Passage]) -> Iterator[Markup]:
        """Passages of a hand: short ones side by side, nested ones across the page."""
        for short, found in groupby(passages, lambda each: bool(each.heading) and not _deep(each)):
            sections = [section for passage in found for section in self.passage(passage, 3)]
            yield from [block("div", sections, class_="lances")] if short else sections

    def passage(self, passage: Passage, level: int, *, spoken: bool = False) -> Iterator[Markup]:
        """A passage with its heading: rows as tables, other lines as paragraphs.

        `spoken` as in `line_blocks`.
        """
        if not passage.lines and not passage.heading:
            return
        kind = _kind(passage, level)
        held: list[Markup] = []
        if passage.heading:
            held.append(element(f"h{level}", passage.heading))
            level += 1
        if passage.table is not None:
            held.append(self.score(passage.table, passage.heading))
        blocks = self.line_blocks(passage.lines, level, spoken=spoken)
        yield block("section", held, blocks, class_=kind or None)

    def bare_passage(self, passage: Passage) -> Iterator[Markup]:
        """A passage without a section around it: its heading and its lines."""
        if passage.heading:
            yield element("h3", passage.heading)
        yield from self.line_blocks(passage.lines, 4)

    def line_blocks(
        self, every: Sequence[Line], level: int, *, spoken: bool = False
    ) -> Iterator[Markup]:
        """Lines as markup: consecutive rows as a table, others as paragraphs or headings.

        With `spoken`, each row is a sentence instead.
        """
        leads = {
            place
            for place, (line, after) in enumerate(pairwise(every))
            if line.text and not _is_row(line) and line.kind not in STONES
            if line.indent == 1 and after.indent > 1
        }
        places = range(len(every))
        for each, found in groupby(places, lambda place: (_is_row(every[place]), place in leads)):
            lines = [every[place] for place in found]
            if each[0] and spoken:
                yield from map(self.call, lines)
            elif each[0]:
                yield self.table(lines)
            elif each[1]:
                for line in lines:
                    yield element(f"h{level}", self.sentence(line), class_="lead")
            else:
                yield from map(self.paragraph, lines)

    def table(self, lines: Sequence[Line]) -> Markup:
        """A table of two columns: a name, and a call, cards or a text."""
        names = not any(line.said or line.rules or len(line.text) > A_NAME for line in lines)
        hands = all(not line.text and self.spells_cards(line.said) for line in lines)
        deeper = "inner" if lines[0].indent > 2 else None
        kind = "beside" if names or hands else deeper
        return block("table", block("tbody", map(self.row, lines)), class_=kind)

    def row(self, line: Line) -> Markup:
        """A row of such a table."""
        first, call = (line.seat, line.said) if line.seat else (line.said, "")
        long = "long" if len(first) > A_WORD else None
        held: list[Markup | str] = [self.call_words(call)] if call else []
        if line.text or line.rules:
            held += [" ", element("span", self.sentence(line), **_attributes("why", line))]
        return element(
            "tr",
            element("th", element("bdi", first), scope="row", class_=long),
            element("td", element("div", held, class_="row")),
        )

    def call(self, line: Line) -> Markup:
        """A row as a sentence."""
        first, call = (line.seat, line.said) if line.seat else (line.said, "")
        pieces = [element("bdi", first), self.call_words(call) if call else None]
        sentence = self.sentence(line) if line.text or line.rules else None
        held = [piece for piece in (*pieces, sentence) if piece]
        place = f"level-{min(line.indent, 4)}" if line.indent > 2 else ""
        attributes = _attributes(place, line)
        return element("p", joined(*held, between=" "), **attributes)

    def score(self, table: ScoreTable, label: str) -> Markup:
        """A table of many columns, with its headings.

        If it is wider than the window it can be scrolled by keys, and has its `label`.
        """
        first = len(table.head) - table.sums
        marks = ["sum" if place >= first else None for place in range(len(table.head))]
        heads = [
            element("th", head, scope="col", class_=mark)
            for head, mark in zip(table.head, marks, strict=True)
        ]
        rows = [
            element(
                "tr",
                element("th", name, scope="row"),
                [
                    element("td", element("bdi", cell), class_=mark)
                    for cell, mark in zip(cells, marks[1:], strict=True)
                ],
            )
            for name, *cells in table.rows
        ]
        head = element("thead", element("tr", heads))
        whole = block("table", head, block("tbody", rows), class_="score")
        moved = {"role": "region", "aria_label": label} if label else {}
        return element("div", whole, class_="wide-table", tabindex=0, **moved)

    def call_words(self, call: str) -> Markup:
        """A call in the game's language, with the cards in it drawn."""
        words = call.split(" ")
        cards = [self.deck.spelt(word) for word in words]
        if not self.spells_cards(call):
            foreign = None if self.language.code == GAME else GAME
            return element("bdi", call, class_="said", lang=foreign)
        pieces = []
        for drawn, found in groupby(zip(words, cards, strict=True), lambda pair: bool(pair[1])):
            pairs = list(found)
            if drawn:
                pieces.append(self.drawn_cards([(word, card) for word, card in pairs if card]))
            else:
                text = " ".join(word for word, _ in pairs)
                pieces.append(element("span", text) if self.letters else joined(text))
        return element("span", joined(*pieces, between=" "), class_="said hand")

    def spells_cards(self, call: str) -> bool:
        """Whether a text has cards in it; a single letter without a suit may be another word."""
        cards = [card for word in call.split(" ") if (card := self.deck.spelt(word)) is not None]
        return self.drawn and (len(cards) > 1 or any(card.suit for card in cards))

    def drawn_cards(self, cards: Sequence[tuple[str, Spelt]]) -> Markup:
        """Drawn cards, with names for screen readers, and letters for copying the page as text."""
        self.cards |= dict.fromkeys([card for _, card in cards])
        names = [self.deck.name_of(card, self.language) for _, card in cards]
        uses = [element("use", href=f"#{card.id}") for _, card in cards]
        if not self.letters:
            drawn = [element("svg", use) for use in uses]
            return element("span", drawn, class_="cards", role="img", aria_label=", ".join(names))
        shown = [
            joined(
                element("svg", use, role="img", aria_label=name),
                element("span", written, " ", class_="spelt", aria_hidden="true"),
            )
            for (written, _), use, name in zip(cards, uses, names, strict=True)
        ]
        return element("span", shown, class_="cards")

    def paragraph(self, line: Line) -> Markup:
        """A paragraph, or a list of stones."""
        if line.kind not in STONES:
            level = f"level-{min(max(line.indent, 0), 4)}"
            return element("p", self.sentence(line), **_attributes(level, line))
        pieces = [element("li", piece) for piece in line.text.split(BETWEEN) if piece]
        name = element("strong", line.said) if line.said else None
        return element("div", name, element("ul", pieces), class_="stones")

    def sentence(self, line: Line) -> Markup:
        """The text of a line, with links to its articles."""
        text = beside_drawn_cards(line, self.language) if self.drawn else line.text
        if not line.rules:
            return joined(text)
        linked = joined(*map(self.rule, line.rules), between=" ")
        return joined(text, " ", element("span", linked, class_="rules"))

    def rule(self, rule: str) -> Markup:
        """The id of an article; a link if the rulebook has it."""
        if rule not in articles():
            return joined(rule)
        return element("a", rule, href=f"#{rule}")

    def book(self, named: Sequence[Article]) -> Markup | None:
        """The cited articles, each to be opened by itself; None if there are none."""
        if not named:
            return None
        heading = element("h2", self.language.say("Articles"))
        return block("section", heading, map(self.article, named), class_="book")

    def article(self, article: Article) -> Markup:
        """An article, closed except for its title."""
        code = self.language.code
        title, reading = in_language(article.title, code), in_language(article.reading, code)
        return block(
            "details",
            element("summary", element("b", article.id), " ", ticked(title)),
            element("p", ticked(in_language(article.text, code))),
            element("p", ticked(reading), class_="reading") if reading else None,
            id=article.id,
        )


def _deep(passage: Passage) -> bool:
    return any(line.indent > 1 for line in passage.lines)


def _kind(passage: Passage, level: int) -> str:
    """The class of a passage: a verdict, wide, plain, or none."""
    if passage.table is not None:
        return "report"
    if any(MARKS.get(line.kind) for line in passage.lines):
        return "wide verdict"
    if _deep(passage):
        return "wide"
    return "plain" if level > 2 and not passage.heading else ""


def _is_row(line: Line) -> bool:
    return bool(line.seat or line.said) and line.kind not in STONES


def _attributes(place: str, line: Line) -> dict[str, str | None]:
    """The classes of a line, and an automatic direction for people's own words."""
    marked = MARKS.get(line.kind, "")
    quoted = "quote" if line.kind == "claim" and line.indent > 1 else ""
    names = " ".join(filter(None, (place, marked, quoted)))
    return {"class_": names or None, "dir": "auto" if line.kind in FREE_WORDS else None}


def ticked(text: str) -> Markup:
    """A text of the rulebook, with words between backticks as code."""
    pieces = enumerate(text.split("`"))
    return joined([element("code", piece) if place % 2 else piece for place, piece in pieces])


# --- paper -------------------------------------------------------------------------------

# How much of a sheet a page takes, to choose what is printed on it and how small: an estimate in
# lines of print, for the style sheet sets two columns on A4. Too careful rather than too bold:
# one hand is to stay on one sheet.

ROOM = {"ample": 120, "roomy": 162, "": 158, "dense": 245}
"""Lines of the usual print that a sheet holds in letters of each size."""

ACROSS = 84
"""Letters in such a line."""


def letters(
    explanations: Sequence[Explanation], book: Sequence[Article], language: Language
) -> str:
    """The class for the size of print at which a page fits on a sheet.

    For the classes `ample` and `roomy` the articles follow on the same sheet; for the usual size
    (empty), `dense` and `tiny` they are on a sheet of their own.
    """
    height = sum(_lines_of(page) for page in explanations)
    code = language.code
    in_full = height + sum(
        0.9 * _across(" ".join([a.id, in_language(a.title, code), in_language(a.text, code)]), 4)
        for a in book
    )
    taken = {"ample": in_full, "roomy": in_full, "": height, "dense": height}
    return next((size for size, lines in taken.items() if lines <= ROOM[size]), "tiny")


def _lines_of(page: Explanation) -> float:
    headings = sum(2 for passage in page.passages if passage.heading)
    return 2 * bool(page.title) + headings + sum(map(_height, page.lines))


def _height(line: Line) -> float:
    """The height of a line in print lines; cards are as high as three, two hands side by side."""
    if line.kind == "dealt":
        return 1.8
    if any(deck.spelt(word) for word in line.said.split(" ") for deck in DECKS.values()):
        return 3 + max(_across(line.text, 50 + len(line.seat)) - 2, 0)
    return 1.1 * _across(line.text, 8 + len(line.seat or line.said) + 2 * len(line.said))


def _across(text: str, beside: int) -> int:
    return max(ceil((len(text) + 12) / max(ACROSS - beside, 20)), 1)
