"""An explanation as a page for any browser: one file, without a script and without a network.

What a record says comes in as text and stays text: nothing of it becomes markup, a style or a
link, and signs that nobody sees are spelt out. The policy in the page's head forbids the
browser everything but the one style sheet of ours, named by its hash.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby, pairwise
from math import ceil

from mustutor.explanation import book, french
from mustutor.explanation import deck as spanish
from mustutor.explanation.deck import Spelt, beside_drawn_cards
from mustutor.explanation.stylesheet import STYLE
from mustutor.explanation.text import PIECES
from mustutor.games.telling import STONES, Explanation, Line, Passage, ScoreTable
from mustutor.language import Language, printable
from mustutor.rulebook import Article, articles, spoken

LONGEST_TEXT = 20_000
A_WORD = 24  # characters, from which on what begins a line may be broken
A_NAME = 60  # characters, up to which several people stand side by side
POLICY = "default-src 'none'; style-src 'sha256-{hash}'; base-uri 'none'; form-action 'none'"
GENERATOR = '<meta name="generator" content="mustutor">'
"""By this line a page of ours is known, so that a new one may take its place."""

FREE_WORDS = frozenset(("note", "claim"))
"""Kinds of lines whose words are somebody's own, in whatever direction they are written."""

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
    tongue: Language,
    *,
    title: str = "",
    deck: str = "spanish",
) -> str:
    """Write explanations as one page; `title` stands over it, or else the first title there is.

    `deck` names the deck of the game (`Teller.deck`); cards of one that is not drawn stand in
    letters.

    >>> from mustutor.language import language
    >>> page = Explanation("Encaje", (Passage("Grande", (Line("D folds.", ("ENC-BET-4",)),)),))
    >>> '<a href="#ENC-BET-4">ENC-BET-4</a>' in to_html([page], language("en"))
    True
    """
    title = title or next((page.title for page in explanations if page.title), "mustutor")
    return "\n".join([*_Writer(tongue, deck).page(title, explanations), ""])


def safe(text: str) -> str:
    """Make any text safe to stand between tags or in an attribute, and show what hides in it.

    >>> safe("<b>&\\x1b")
    '&lt;b&gt;&amp;\\\\x1b'
    """
    return escape(printable(text, LONGEST_TEXT))


def framed(page: str) -> str:
    """A page within another, as a notebook shows it: neither's style reaches the other."""
    return f'<iframe srcdoc="{escape(page)}" style="width:100%;height:30em;border:0"></iframe>'


def style_hash() -> str:
    """The hash of the style sheet, as a content security policy names it."""
    return base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()


DECKS = {"spanish": spanish, "french": french}
"""The decks that are drawn, by the names tellers give them."""


class _Writer:
    """Writes a page, and keeps which cards it has met on the way."""

    def __init__(self, tongue: Language, deck: str) -> None:
        self.tongue = tongue
        self.deck = DECKS.get(deck, spanish)
        self.drawn = deck in DECKS
        self.cards: dict[Spelt, None] = {}

    def page(self, title: str, explanations: Sequence[Explanation]) -> Iterator[str]:
        """The whole page; the body first, for only then is it known which cards it needs."""
        titled = [page.title for page in explanations if page.title and page.title != title]
        many = len(titled) > 1
        body = list(self.body(title, explanations, many=many))
        named = book.named(explanations)
        size = "" if many else letters(explanations, named, self.tongue)
        yield f'<!DOCTYPE html>\n<html lang="{safe(self.tongue.code)}" dir="ltr">\n<head>'
        yield '<meta charset="utf-8">'
        policy = POLICY.format(hash=style_hash())
        yield f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
        yield '<meta name="color-scheme" content="light dark">'
        yield '<meta name="referrer" content="no-referrer">'
        yield GENERATOR
        yield f"<title>{safe(title)}</title>"
        yield f"<style>{STYLE}</style>\n</head>\n<body{_class(size)}>"
        drawn = "".join(self.deck.symbols(self.cards)) if self.drawn else ""
        yield f'<svg class="deck" aria-hidden="true" focusable="false">{drawn}</svg>'
        own = "".join(self.deck.SUITS) if self.drawn else ""
        suits = "".join(f'<svg><use href="#suit-{suit}"></use></svg>' for suit in own)
        yield f'<header>\n<p class="suits" aria-hidden="true">{suits}</p>'
        yield f"<h1><bdi>{safe(title)}</bdi></h1>\n</header>"
        yield from ["<main>", *body, *self.book(named), "</main>"]
        yield "<footer>\n<p>mustutor</p>\n</footer>\n</body>\n</html>"

    def contents(self, titled: Sequence[str]) -> Iterator[str]:
        """Links to the parts of a long page."""
        yield f'<nav aria-label="{safe(self.tongue.say("Contents"))}">\n<ol>'
        for number, title in enumerate(titled, 1):
            yield f'<li><a href="#part-{number}"><bdi>{safe(title)}</bdi></a></li>'
        yield "</ol>\n</nav>"

    def body(self, title: str, explanations: Sequence[Explanation], *, many: bool) -> Iterator[str]:
        """Every explanation; one without a title, or with the page's own, stands right under it."""
        number = 0
        titled = [page for page in explanations if page.title and page.title != title]
        for page in explanations:
            if not page.title or page.title == title:
                for passage in page.passages:
                    yield from self.passage(passage, 2)
                continue
            if many and not number:
                yield from self.contents([page.title for page in titled])
            number += 1
            target = f' id="part-{number}"' if many else ""
            yield f"<article{target}>\n<h2><bdi>{safe(page.title)}</bdi></h2>"
            yield from self.passages(page.passages)
            yield "</article>"

    def passages(self, passages: Sequence[Passage]) -> Iterator[str]:
        """The passages of a hand: short ones beside each other, those that go deep across."""
        for short, found in groupby(passages, lambda each: bool(each.heading) and not _deep(each)):
            if short:
                yield '<div class="lances">'
            for passage in found:
                yield from self.passage(passage, 3)
            if short:
                yield "</div>"

    def passage(self, passage: Passage, level: int) -> Iterator[str]:
        """Lines under their heading: tables of who says or lays down what, and sentences."""
        if not passage.lines and not passage.heading:
            return
        yield f"<section{_class(_kind(passage, level))}>"
        if passage.heading:
            yield f"<h{level}>{safe(passage.heading)}</h{level}>"
            level += 1
        if passage.table is not None:
            yield from self.score(passage.table)
        leads = {
            place
            for place, (line, after) in enumerate(pairwise(passage.lines))
            if line.text and not _is_row(line) and line.kind not in STONES
            if line.indent == 1 and after.indent > 1
        }
        places = range(len(passage.lines))
        for block, found in groupby(
            places, lambda place: (_is_row(passage.lines[place]), place in leads)
        ):
            lines = [passage.lines[place] for place in found]
            if block[0]:
                yield from self.table(lines)
            elif block[1]:
                for line in lines:
                    yield f'<h{level} class="lead">{self.sentence(line)}</h{level}>'
            else:
                yield from map(self.paragraph, lines)
        yield "</section>"

    def table(self, lines: Sequence[Line]) -> Iterator[str]:
        """Lines that begin with a column: who, and his call, his cards or what is said of him."""
        names = not any(line.said or line.rules or len(line.text) > A_NAME for line in lines)
        hands = all(not line.text and self.spells_cards(line.said) for line in lines)
        deeper = "inner" if lines[0].indent > 2 else ""
        yield f"<table{_class('beside' if names or hands else deeper)}>"
        yield "<tbody>"
        for line in lines:
            first, said = (line.seat, line.said) if line.seat else (line.said, "")
            long = _class("long" if len(first) > A_WORD else "")
            row = f'<tr><th scope="row"{long}><bdi>{safe(first)}</bdi></th><td><div class="row">'
            if said:
                row += self.said(said)
            if line.text or line.rules:
                row += f" <span{_attributes('why', line)}>{self.sentence(line)}</span>"
            yield f"{row}</div></td></tr>"
        yield "</tbody>\n</table>"

    def score(self, table: ScoreTable) -> Iterator[str]:
        """A table of many columns: its heads, and a row with what each of them holds."""
        first = len(table.head) - table.sums
        marks = [' class="sum"' if place >= first else "" for place in range(len(table.head))]
        heads = "".join(
            f'<th scope="col"{mark}>{safe(head)}</th>'
            for head, mark in zip(table.head, marks, strict=True)
        )
        yield f'<div class="wide-table"><table class="score">\n<thead><tr>{heads}</tr></thead>'
        yield "<tbody>"
        for name, *cells in table.rows:
            row = "".join(
                f"<td{mark}><bdi>{safe(cell)}</bdi></td>"
                for cell, mark in zip(cells, marks[1:], strict=True)
            )
            yield f'<tr><th scope="row">{safe(name)}</th>{row}</tr>'
        yield "</tbody>\n</table></div>"

    def said(self, said: str) -> str:
        """A call in the language of the game, with the cards in it drawn."""
        words = said.split(" ")
        cards = [self.deck.spelt(word) for word in words]
        if not self.spells_cards(said):
            return f'<span class="said" lang="es"><bdi>{safe(said)}</bdi></span>'
        pieces = []
        for drawn, found in groupby(zip(words, cards, strict=True), lambda pair: bool(pair[1])):
            pairs = list(found)
            if drawn:
                shown = "".join(self.card(word, card) for word, card in pairs if card)
                pieces.append(f'<span class="cards">{shown}</span>')
            else:
                text = " ".join(word for word, _ in pairs)
                pieces.append(f"<span>{safe(text)}</span>")
        return f'<span class="said hand">{" ".join(pieces)}</span>'

    def spells_cards(self, said: str) -> bool:
        """Whether cards are among the words: one letter by itself may be anybody's word."""
        cards = [card for word in said.split(" ") if (card := self.deck.spelt(word)) is not None]
        return self.drawn and (len(cards) > 1 or any(card.suit for card in cards))

    def card(self, written: str, card: Spelt) -> str:
        """A card drawn, named for whoever hears the page, and in letters for whoever copies it."""
        self.cards[card] = None
        name = safe(self.deck.name_of(card, self.tongue))
        return (
            f'<svg class="card" role="img" aria-label="{name}"><use href="#{card.id}"></use></svg>'
            f'<span class="spelt" aria-hidden="true">{safe(written)} </span>'
        )

    def paragraph(self, line: Line) -> str:
        """A line that stands by itself."""
        if line.kind not in STONES:
            level = f"level-{min(max(line.indent, 0), 4)}"
            return f"<p{_attributes(level, line)}>{self.sentence(line)}</p>"
        pieces = "".join(f"<li>{safe(piece)}</li>" for piece in line.text.split(PIECES) if piece)
        name = f"<strong>{safe(line.said)}</strong>" if line.said else ""
        return f'<div class="stones">{name}<ul>{pieces}</ul></div>'

    def sentence(self, line: Line) -> str:
        """The words of a line, and links to the articles that say so."""
        text = safe(beside_drawn_cards(line, self.tongue) if self.drawn else line.text)
        linked = " ".join([self.rule(rule) for rule in line.rules])
        if not linked:
            return text
        return f'{text} <span class="rules">{linked}</span>'

    def rule(self, rule: str) -> str:
        """The id of an article; a link where the rulebook has it."""
        if rule not in articles():
            return safe(rule)
        return f'<a href="#{rule}">{rule}</a>'

    def book(self, named: Sequence[Article]) -> Iterator[str]:
        """The articles that were named, to open where wanted; a link opens its own."""
        if not named:
            return
        code = self.tongue.code
        yield f'<section class="book">\n<h2>{safe(self.tongue.say("Articles"))}</h2>'
        for article in named:
            yield f'<details id="{article.id}"><summary><b>{article.id}</b> '
            yield f"{_ticked(spoken(article.title, code))}</summary>"
            yield f"<p>{_ticked(spoken(article.text, code))}</p>"
            reading = spoken(article.reading, code)
            if reading:
                yield f'<p class="reading">{_ticked(reading)}</p>'
            yield "</details>"
        yield "</section>"


def _class(name: str) -> str:
    return f' class="{name}"' if name else ""


def _deep(passage: Passage) -> bool:
    return any(line.indent > 1 for line in passage.lines)


def _kind(passage: Passage, level: int) -> str:
    """What a passage is to the style sheet: a verdict, wide, plain, or one among others."""
    if passage.table is not None:
        return "report"
    if any(MARKS.get(line.kind) for line in passage.lines):
        return "wide verdict"
    if _deep(passage):
        return "wide"
    return "plain" if level > 2 and not passage.heading else ""


def _is_row(line: Line) -> bool:
    return bool(line.seat or line.said) and line.kind not in STONES


def _attributes(place: str, line: Line) -> str:
    """What the style sheet knows of a line, and the direction of words that are somebody's own."""
    marked = MARKS.get(line.kind, "")
    quoted = "quote" if line.kind == "claim" and line.indent > 1 else ""
    names = " ".join(filter(None, (place, marked, quoted)))
    return f' class="{names}"' + (' dir="auto"' if line.kind in FREE_WORDS else "")


def _ticked(text: str) -> str:
    """Words of the rulebook, with what it sets between ticks as code."""
    pieces = safe(text).split("`")
    return "".join(
        f"<code>{piece}</code>" if place % 2 else piece for place, piece in enumerate(pieces)
    )


# --- paper -------------------------------------------------------------------------------

# How much of a sheet a page takes, to choose what is printed on it and how small: an estimate in
# lines of print, for the style sheet sets two columns on A4. Too careful rather than too bold:
# one hand is to stay on one sheet.

ROOM = {"ample": 120, "roomy": 162, "": 158, "dense": 245}
"""Lines of the usual print that a sheet holds in letters of each size."""

ACROSS = 84
"""Letters in such a line."""


def letters(explanations: Sequence[Explanation], book: Sequence[Article], tongue: Language) -> str:
    """How large a sheet is set so that it holds all, by the name the style sheet has for it.

    In `ample` and `roomy` letters the articles stand below, on the same sheet; in the usual ones,
    which have no name, in `dense` and in `tiny` ones on a sheet of their own.
    """
    told = sum(_lines_of(page) for page in explanations)
    code = tongue.code
    in_full = told + sum(
        0.9 * _across(" ".join([a.id, spoken(a.title, code), spoken(a.text, code)]), 4)
        for a in book
    )
    taken = {"ample": in_full, "roomy": in_full, "": told, "dense": told}
    return next((size for size, lines in taken.items() if lines <= ROOM[size]), "tiny")


def _lines_of(page: Explanation) -> float:
    headings = sum(2 for passage in page.passages if passage.heading)
    return 2 * bool(page.title) + headings + sum(map(_height, page.lines))


def _height(line: Line) -> float:
    """The lines of print a line takes; cards are as high as three, and two hands stand abreast."""
    if line.kind == "dealt":
        return 1.8
    if any(deck.spelt(word) for word in line.said.split(" ") for deck in DECKS.values()):
        return 3 + max(_across(line.text, 50 + len(line.seat)) - 2, 0)
    return 1.1 * _across(line.text, 8 + len(line.seat or line.said) + 2 * len(line.said))


def _across(text: str, beside: int) -> int:
    return max(ceil((len(text) + 12) / max(ACROSS - beside, 20)), 1)
