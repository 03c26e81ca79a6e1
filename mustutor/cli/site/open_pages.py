"""The open pages: what can be read without Python, a folder for each language.

A front page with a hand that plays by itself, every rulebook and what sets it apart, every article,
every lesson and puzzle with its answers closed, and every record that comes along with its player.
They say nothing of their own: lessons, rulebooks and records come from where the commands have
them. No page has a script but a record's player, and the one that leads to the puzzle of the day.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from datetime import date
from functools import cache
from itertools import groupby
from typing import NamedTuple

from mustutor.base.language import Language, mark
from mustutor.cli.common_options import DEFAULT_VARIANT
from mustutor.cli.site.pocket import HERE_IN, WHAT, asset
from mustutor.cli.tutor.walk import games_said
from mustutor.games.explain import Explanation, Line, Passage
from mustutor.games.rulebook import Article, Source, articles, in_language, sources
from mustutor.games.teller import teller_of
from mustutor.model.options import options_of
from mustutor.model.variant import Variant, difference, load_variant
from mustutor.model.variant_file import variant_ids
from mustutor.present.html import PageFrame, PageLinks, PageWriter, ticked
from mustutor.present.markup import Child, Markup, block, constant, element, joined
from mustutor.present.picture import to_moving_svg, to_svg
from mustutor.present.replay_page import playback_of, to_stepping_page
from mustutor.present.study_pages import to_drill_page
from mustutor.referee.settle import Settlement, settle
from mustutor.replay.files import load_replay, packaged
from mustutor.replay.names import in_one_line, rulebook_named
from mustutor.replay.writer import dumps
from mustutor.tutor.course import parts
from mustutor.tutor.lesson.files import find
from mustutor.tutor.lesson.source import LessonSource
from mustutor.tutor.puzzle import all_puzzles, of_the_day, puzzles, themes
from mustutor.tutor.puzzle_walk import puzzle_stop

SHOWN = "match_to_three_games"
"""The record whose first hand moves on the front page."""
DECK = "spanish"
FRONT, TODAY = "index.html", "today.html"
OF_TODAY = mark("The puzzle of the day")
FIRST_DAY = date(1970, 1, 1)
"""The day from which browsers count."""
PREVIEW, SHEET = "preview.png", "site.css"
INSTALL = (
    "python3 -m venv .venv",
    ".venv/bin/pip install mustutor",
    ".venv/bin/mustutor tour",
)


class Shelf(NamedTuple):
    """A kind of page: its folder, its title, and its sentence on the front page."""

    folder: str
    title: str
    about: str


LESSONS = Shelf(
    "lessons", mark("Lessons"), mark("From a first hand to what to say: each asks, and tells why.")
)
RULEBOOKS = Shelf(
    "rulebooks", mark("Rulebooks"), mark("How each town and each game plays, and why.")
)
ARTICLES = Shelf(
    "articles", mark("Articles"), mark("Every rule in a few sentences, with its source.")
)
RECORDS = Shelf(
    "records", mark("Records"), mark("Hands and quarrels, call by call, with every reason.")
)
PUZZLES = Shelf(
    "puzzles", mark("Puzzles"), mark("A table under way: what do you say, and what does it cost?")
)
SHELVES = (LESSONS, PUZZLES, RULEBOOKS, ARTICLES, RECORDS)


class OpenPage(NamedTuple):
    """A page of a shelf: its file's name, the part it is listed in, title, what it is about."""

    name: str
    part: str
    title: str
    about: str
    markup: str


class OpenSite(NamedTuple):
    """The open pages in one language.

    `others` are the languages they stand in as well; `address` is where the folder will stand, for
    previews and search engines, and empty where nobody said.
    """

    language: Language
    others: tuple[Language, ...] = ()
    address: str = ""

    def files(self) -> Iterator[tuple[str, bytes]]:
        """Every page: its path in the folder of all languages, and its bytes."""
        shown = playback_of(settled(SHOWN), self.language)
        first = [table for table in shown.tables if table.place.partition(".")[0] == "1"]
        moving = to_moving_svg(first, shown, self.language)
        written = {
            "hand.svg": moving,
            "still.svg": to_svg(first[-1], shown, self.language),
            FRONT: self._front(),
            f"{PUZZLES.folder}/{TODAY}": self._today(),
        }
        for shelf, pages in (
            (LESSONS, self._lessons()),
            (PUZZLES, self._puzzles()),
            (RULEBOOKS, self._rulebooks()),
            (ARTICLES, self._articles()),
            (RECORDS, self._records()),
        ):
            listed = list(pages)
            written |= {f"{shelf.folder}/{page.name}.html": page.markup for page in listed}
            written[f"{shelf.folder}/{FRONT}"] = self._list(shelf, listed)
        for path, text in written.items():
            yield f"{self.language.code}/{path}", text.encode()

    def links(self, path: str, description: str) -> PageLinks:
        """The place of a page among the others, by its path below the folder of its language."""
        say, code = self.language.say, self.language.code
        up = "./" + "../" * path.count("/")
        ways = [(f"{up}{FRONT}", "mustutor")]
        ways += [(f"{up}{shelf.folder}/{FRONT}", say(shelf.title)) for shelf in SHELVES]
        ways.append((f"{up}../{code}.html", say("Play and judge")))
        others = [
            (other.code, f"{up}../{other.code}/{path}", other.say(HERE_IN)) for other in self.others
        ]
        home = self.address.rstrip("/") if self.address else ""
        return PageLinks(
            description,
            tuple(ways),
            tuple(others),
            f"{home}/{PREVIEW}" if home else f"{up}../{PREVIEW}",
            f"{home}/{code}/{path}" if home else "",
            f"{up}../{code}.html",
            f"{up}../{SHEET}",
            f"{up}../icon.svg",
        )

    # --- the pages ---------------------------------------------------------------------------

    def _front(self) -> Markup:
        say = self.language.say
        still = element(
            "source", srcset=constant("./still.svg"), media="(prefers-reduced-motion: reduce)"
        )
        moving = element(
            "img", src="./hand.svg", alt=say("A hand that plays by itself"), width=1200, height=800
        )
        shelves = [
            element(
                "li",
                _way(element("b", say(shelf.title)), f"{shelf.folder}/{FRONT}"),
                " ",
                say(shelf.about),
            )
            for shelf in SHELVES
        ]
        return self._page(
            "mustutor",
            FRONT,
            say(WHAT),
            block(
                "section",
                element("p", say(WHAT), class_="lead"),
                element("picture", still, moving),
                element("p", _way(say(OF_TODAY), f"{PUZZLES.folder}/{TODAY}"), class_="lead"),
            ),
            block("section", element("h2", say("What is here")), block("ul", shelves)),
            block(
                "section",
                element("h2", say("On your own computer")),
                element("pre", joined(*INSTALL, between=constant("\n"))),
            ),
        )

    def _list(self, shelf: Shelf, pages: Iterable[OpenPage]) -> Markup:
        """All pages of a shelf, part by part."""
        sections = [
            block(
                "section",
                element("h2", part) if part else None,
                block("ul", map(_listed, inside), class_="shelf"),
            )
            for part, inside in groupby(pages, lambda page: page.part)
        ]
        say = self.language.say
        return self._page(say(shelf.title), f"{shelf.folder}/{FRONT}", say(shelf.about), sections)

    def _page(
        self,
        title: str,
        path: str,
        description: str,
        *body: Child,
        scripts: tuple[str, ...] = (),
    ) -> Markup:
        links = self.links(path, description)
        frame = PageFrame(self.language, title, scripts=scripts, links=links)
        return frame.around(DECK, (), *body)

    def _lessons(self) -> Iterator[OpenPage]:
        code = self.language.code
        for part in parts():
            for name in part.lessons:
                file = find(name)
                words = file.words(code)
                source = LessonSource(file, self.language)
                found = [source.stop(at) for at in range(source.count)]
                page = to_drill_page(
                    words["title"],
                    [stop for stop in found if stop is not None],
                    self.language,
                    steps=f"./../../{code}.html#learn/lesson/{name}",
                    links=self.links(f"lessons/{name}.html", words["summary"]),
                )
                heading = in_language(part.title, code)
                yield OpenPage(name, heading, words["title"], words["summary"], page)

    def _puzzles(self) -> Iterator[OpenPage]:
        code = self.language.code
        for theme in themes().values():
            for one in puzzles(theme.id):
                title, stop = in_language(one.title, code), puzzle_stop(one, self.language)
                assert stop.question is not None  # it is what a puzzle is
                told = f"{title}. {stop.question.prompt}"
                links = self.links(f"{PUZZLES.folder}/{one.id}.html", told)
                deck = teller_of(one.variant).deck
                page = to_drill_page(title, [stop], self.language, deck=deck, links=links)
                usual = one.variant.id == DEFAULT_VARIANT
                rules = "" if usual else in_language(one.variant.name, code)
                yield OpenPage(one.id, self.language.say(theme.title), title, rules, page)

    def _today(self) -> Markup:
        """The page that leads to the puzzle of the day, by a script: the pages know no day."""
        say = self.language.say
        ids = [one.id for one in of_the_day(all_puzzles(), FIRST_DAY)]
        unknown = say("Which day it is only a script can tell; all puzzles are here:")
        return self._page(
            say(OF_TODAY),
            f"{PUZZLES.folder}/{TODAY}",
            say(PUZZLES.about),
            block("section", element("p", unknown, " ", _way(say(PUZZLES.title), FRONT))),
            scripts=(asset("today.js").replace("NAMES", json.dumps(ids)),),
        )

    def _rulebooks(self) -> Iterator[OpenPage]:
        code = self.language.code
        books = [load_variant(name) for name in variant_ids()]
        for rules in sorted(books, key=lambda rules: rules.game != books[0].game):
            title, about = in_language(rules.name, code), in_language(rules.summary, code)
            told = Explanation(title, tuple(self._told(rules)))
            links = self.links(f"rulebooks/{rules.id}.html", about)
            writer = PageWriter(self.language, teller_of(rules).deck)
            yield OpenPage(
                rules.id,
                games_said((rules.game,), self.language),
                title,
                about,
                writer.page(title, [told], links),
            )

    def _told(self, rules: Variant) -> Iterator[Passage]:
        """What a rulebook is about, what sets it apart, and why; each with its articles."""
        say, code = self.language.say, self.language.code
        yield Passage("", (Line(in_language(rules.summary, code)),))
        if rules.extends:
            base = load_variant(rules.extends)
            changed = tuple(
                [
                    Line(
                        change.said(self.language),
                        _changing(change.option, rules),
                    )
                    for change in difference(base, rules)
                ]
            )
            named = in_language(base.name, code)
            yield Passage(say("What sets it apart from {rules}", rules=named), changed)
        else:
            own = options_of(rules.game).own
            decided = [Line(say(row.decides), _changing(name, rules)) for name, row in own.items()]
            yield Passage(say("What a table decides"), tuple(decided))
        if rules.notes:
            notes = [Line(in_language(note.text, code)) for note in rules.notes]
            yield Passage(say("Why"), tuple(notes))

    def _articles(self) -> Iterator[OpenPage]:
        code = self.language.code
        for chapter, inside in groupby(articles().values(), lambda each: _chapter(each.id)):
            every = list(inside)
            title = in_language(every[0].title, code)
            about = " · ".join(in_language(each.title, code) for each in every[1:5])
            name = chapter.lower()
            yield OpenPage(
                name,
                "",
                f"{chapter}: {title}",
                about,
                self._page(
                    f"{chapter}: {title}",
                    f"articles/{name}.html",
                    in_language(every[0].text, code),
                    [self._article(each) for each in every],
                ),
            )

    def _article(self, article: Article) -> Markup:
        """An article open, with its source and links to what it names."""
        say, code = self.language.say, self.language.code
        reading = in_language(article.reading, code)
        told = [
            say("{title}, {who}, line {line}", title=book.name, who=book.who, line=", ".join(lines))
            for book, lines in _places(article)
        ]
        beside = [
            element("a", id_, " ", in_language(articles()[id_].title, code), href=_address(id_))
            for id_ in article.see
        ]
        return block(
            "section",
            element("h2", article.id, " ", in_language(article.title, code)),
            element("p", ticked(in_language(article.text, code))),
            element("p", ticked(reading), class_="reading") if reading else None,
            block("ul", [element("li", link) for link in beside]) if beside else None,
            [element("p", element("small", source)) for source in told],
            id=article.id,
        )

    def _records(self) -> Iterator[OpenPage]:
        code = self.language.code
        every = [(name, settled(name)) for name in packaged()]
        for name, one in sorted(every, key=lambda pair: pair[1].variant.id):
            title = in_one_line(one.replay.about.get("event", name), code)
            rules = rulebook_named(one.variant, self.language)
            links = self.links(f"records/{name}.html", "")
            record = dumps(one.replay).encode()
            page = to_stepping_page(one, self.language, record, name=name, links=links)
            yield OpenPage(name, rules, title, "", page)


@cache
def settled(name: str) -> Settlement:
    """A record that comes along, settled."""
    return settle(load_replay(name))


def _changing(option: str, rules: Variant) -> tuple[str, ...]:
    """The articles that an option changes, of those this rulebook is taken from."""
    own = {source for note in rules.notes for source in note.sources}
    found = [each for each in articles().values() if option in each.options]
    return tuple([each.id for each in found if not own.isdisjoint(each.source)])


def _places(article: Article) -> Iterator[tuple[Source, list[str]]]:
    """The sources of an article, each with its lines."""
    named = [place.partition(":L") for place in article.source]
    for name, places in groupby(named, lambda place: place[0]):
        yield sources()[name], [line for _, _, line in places]


def _listed(page: OpenPage) -> Markup:
    return element("li", _way(page.title, f"{page.name}.html"), " ", page.about)


def _way(words: Child, path: str) -> Markup:
    return element("a", words, href=f"./{path}")


def _chapter(article: str) -> str:
    """The chapter of an article: ``MUS-DEJE`` of ``MUS-DEJE-3``, ``ENF`` of ``ENF-2``."""
    return article.rpartition("-")[0]


def _address(article: str) -> str:
    return f"./{_chapter(article).lower()}.html#{article}"


def sitemap(address: str, paths: Iterable[str]) -> str:
    """The addresses of all pages, for search engines."""
    home = address.rstrip("/")
    found = [element("url", element("loc", f"{home}/{path}")) for path in paths]
    space = "http://www.sitemaps.org/schemas/sitemap/0.9"
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{block("urlset", found, xmlns=space)}\n'
