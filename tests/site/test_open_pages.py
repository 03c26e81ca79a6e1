"""The open pages: what a browser shows of mustutor without Python and without a network."""

from __future__ import annotations

import json
import posixpath
import re
from datetime import date
from html.parser import HTMLParser

import pytest

from mustutor.base.language import available, open_language
from mustutor.cli.site import open_pages
from mustutor.cli.site.open_pages import OpenSite
from mustutor.games.rulebook import articles
from mustutor.model.variant_file import variant_ids
from mustutor.replay.files import packaged
from mustutor.tutor.lesson.files import lesson_ids
from mustutor.tutor.puzzle import all_puzzles, of_the_day

ENGLISH, SPANISH = open_language("en"), open_language("es")
FRONT_PAGE_KILOBYTES = 20


class Page(HTMLParser):
    """What a page links to, what may be linked to in it, and what its head says."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.hrefs: list[str] = []
        self.ids: set[str] = set()
        self.meta: dict[str, str] = {}
        self.scripts = 0
        self.title = ""
        self._in_title = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.hrefs += [given[name] for name in ("href", "src") if given.get(name)]
        self.ids |= {given["id"]} if "id" in given else set()
        if tag == "meta":
            self.meta[given.get("name", given.get("property", ""))] = given.get("content", "")
        self.scripts += tag == "script" and given.get("type", "text/javascript").endswith("script")
        self._in_title = tag == "title" and not self.title

    def handle_data(self, data: str) -> None:
        if self._in_title:
            self.title += data
            self._in_title = False


@pytest.fixture(scope="module")
def english() -> dict[str, str]:
    files = OpenSite(ENGLISH, (SPANISH,)).files()
    return {path: data.decode() for path, data in files}


def of_a_page(files: dict[str, str]) -> dict[str, Page]:
    return {path: Page(text) for path, text in files.items() if path.endswith(".html")}


def test_everything_that_comes_along_has_its_page(english: dict[str, str]) -> None:
    assert {f"en/lessons/{name}.html" for name in lesson_ids()} <= english.keys()
    assert {f"en/rulebooks/{name}.html" for name in variant_ids()} <= english.keys()
    assert {f"en/records/{name}.html" for name in packaged()} <= english.keys()
    assert {f"en/puzzles/{one.id}.html" for one in all_puzzles()} <= english.keys()
    whole = "".join(text for path, text in english.items() if path.startswith("en/articles/"))
    assert [id_ for id_ in articles() if f'id="{id_}"' not in whole] == []


def test_every_link_leads_somewhere(english: dict[str, str]) -> None:
    pages = of_a_page(english)
    beside = {"en.html", open_pages.PREVIEW, open_pages.SHEET, "icon.svg"}
    lost = []
    for path, page in pages.items():
        for href in page.hrefs:
            where, _, anchor = href.partition("#")
            if where.startswith("https://"):
                continue
            target = posixpath.normpath(posixpath.join(posixpath.dirname(path), where or "."))
            target = path if not where else target
            if target.startswith("es/"):  # the same page in Spanish, which has the same files
                target = f"en/{target.removeprefix('es/')}"
            known = target in english or target in beside
            if not known or (anchor and target in pages and anchor not in pages[target].ids):
                lost.append((path, href))
    assert lost == []


def test_each_page_says_what_it_is_and_leads_to_its_other_language(
    english: dict[str, str],
) -> None:
    pages = of_a_page(english)
    assert [path for path, page in pages.items() if not page.meta.get("description")] == []
    assert all(page.meta["og:description"] == page.meta["description"] for page in pages.values())
    titles = [page.title for page in pages.values()]
    assert len({*titles}) > 0.95 * len(titles)
    for path, page in pages.items():
        other = posixpath.relpath(f"es/{path.removeprefix('en/')}", posixpath.dirname(path))
        assert f"./{other}" in page.hrefs, path


def test_only_what_plays_a_record_has_a_script(english: dict[str, str]) -> None:
    with_scripts = {path for path, page in of_a_page(english).items() if page.scripts}
    records = {f"en/records/{name}.html" for name in packaged()}
    assert with_scripts == {*records, "en/puzzles/today.html"}


def test_the_puzzle_of_the_day_is_that_of_the_command(english: dict[str, str]) -> None:
    names = json.loads(re.findall(r"const names = (\[.*\]);", english["en/puzzles/today.html"])[0])
    assert sorted(names) == sorted(one.id for one in all_puzzles())
    for day in (date(1970, 1, 1), date(2026, 12, 31), date(2027, 1, 1)):
        # Days since 1 January 1970, as a browser counts them.
        number = (day - date(1970, 1, 1)).days
        assert names[number % len(names)] == of_the_day(all_puzzles(), day)[0].id


def test_a_puzzle_asks_and_keeps_its_answer_closed(english: dict[str, str]) -> None:
    """By hand from its file: deje.1 is answered by no quiero, and quiero loses 10.25 stones."""
    asked, _, told = english["en/puzzles/deje.1.html"].partition("<details")
    assert "You are B2. What do you say?" in asked
    assert "10.25" not in asked
    assert "The answer is no quiero." in told
    assert "quiero loses 10.25 ± 0.74 stones against no quiero." in told
    assert "<details open" not in english["en/puzzles/deje.1.html"]


def test_the_front_page_is_light_and_its_hand_plays_without_a_script(
    english: dict[str, str],
) -> None:
    assert len(english["en/index.html"].encode()) < FRONT_PAGE_KILOBYTES * 1024
    moving = english["en/hand.svg"]
    assert "<script" not in moving
    assert "<style" not in moving
    shown = re.findall(r'values="([a-z;]+)" keyTimes="([0-9.;]+)"', moving)
    assert len(shown) > 10
    # One moment after the other: each begins where the one before it ends, and none is lost.
    ends = "0"
    for values, times in shown:
        states, begins = values.split(";"), times.split(";")
        assert begins[states.index("visible")] == ends
        ends = begins[-1] if states[-1] == "hidden" else "1"
    assert ends == "1"


def test_a_rulebook_cites_the_articles_it_is_taken_from(english: dict[str, str]) -> None:
    madrid = english["en/rulebooks/madrid.html"]
    assert "REG-MAD-4" in madrid
    assert "REG-AST" not in madrid
    assert "ENC-" not in madrid


def test_with_an_address_search_engines_are_told_every_page() -> None:
    links = OpenSite(ENGLISH, (SPANISH,), "https://example.org/mus/").links(
        "lessons/grande.html", "Told."
    )
    assert links.address == "https://example.org/mus/en/lessons/grande.html"
    assert links.picture == "https://example.org/mus/preview.png"
    head = "".join(links.head("Grande", "en"))
    assert 'hreflang="es" href="https://example.org/mus/es/lessons/grande.html"' in head
    assert 'hreflang="en" href="https://example.org/mus/en/lessons/grande.html"' in head
    told = open_pages.sitemap("https://example.org/mus/", ["en/index.html"])
    assert "<loc>https://example.org/mus/en/index.html</loc>" in told


@pytest.mark.long
@pytest.mark.parametrize("code", [code for code in available() if code != "en"])
def test_every_language_has_the_same_pages(code: str, english: dict[str, str]) -> None:
    files = dict(OpenSite(open_language(code)).files())
    assert {path.partition("/")[2] for path in files} == {
        path.partition("/")[2] for path in english
    }
