"""The open pages as a browser shows them: each kind in each language, by day and by night.

Where there is no Chromium, or no axe-core, these are skipped; `.ci/run` brings both.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from mustutor.cli.site import pocket
from mustutor.cli.site.open_pages import SHEET, OpenSite
from mustutor.cli.site.writing import read_in
from mustutor.present.html import SITE_SHEET
from tests.site.chromium import FOUND, NAMES, Chromium, Page, chromium
from tests.site.test_browser import Server, until

pytestmark = [
    pytest.mark.long,  # a browser opens each kind of page in each language twice
    pytest.mark.skipif(FOUND is None, reason=f"no browser: none of {', '.join(NAMES)} is here"),
]

LISTS = ("lessons", "puzzles", "rulebooks", "articles", "records")
KINDS = (
    "index",
    *(f"{folder}/index" for folder in LISTS),
    *("lessons/first_hand", "lessons/mau_mau_play", "puzzles/deje.1", "puzzles/throw.1"),
    *("puzzles/enfle.1", "rulebooks/madrid", "rulebooks/mau_mau", "articles/mus-deje"),
    *("records/punto", "records/enfle_last_card_in_mid_trick"),
)
CODES = [language.code for language in read_in()]
SIZES = ((1280, "light"), (320, "dark"))
FAULTS = (
    "axe.run({resultTypes: ['violations']}).then(({violations}) => violations"
    ".map(({id, nodes}) => [id, ...nodes.map(node => node.html)]))"
)


@pytest.fixture(scope="module")
def server(tmp_path_factory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("open")
    languages = read_in()
    for language in languages:
        others = tuple([other for other in languages if other is not language])
        for path, data in OpenSite(language, others).files():
            _write(folder / path, data)
    _write(folder / SHEET, SITE_SHEET.encode())
    _write(folder / "icon.svg", pocket.icon().encode())
    serving = Server(folder)
    yield serving
    serving.stop()


def _write(file: Path, data: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data)


@pytest.fixture(scope="module")
def browser() -> Iterator[Chromium]:
    with chromium() as running:
        yield running


def opened(browser: Chromium, address: str) -> Page:
    page = browser.open(address)
    until(page, "document.readyState === 'complete' && location.protocol === 'http:'")
    return page


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("code", CODES)
def test_no_page_has_a_fault_of_accessibility_nor_is_wider_than_a_phone(
    server, browser, axe, code, kind
):
    searched = SIZES[(KINDS.index(kind) + CODES.index(code)) % 2]
    browser.events.clear()
    page = opened(browser, f"{server.address}{code}/{kind}.html")
    assert page.now("document.documentElement.lang") == code
    page.now("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    for width, theme in SIZES:
        page.size(width, 800)
        page.theme(theme)
        assert page.now("document.documentElement.scrollWidth") <= width
        if (width, theme) == searched:  # by day in one language, and by night in the next
            page.now(f"{axe}; 1")
            assert page.ask(FAULTS) == [], (width, theme)
    assert page.complaints() == []
    page.tell("Page.close")


def test_keys_go_from_the_ways_to_the_page_in_the_order_of_reading(server, browser):
    page = opened(browser, f"{server.address}en/puzzles/deje.1.html")
    seen = []
    for _ in range(20):
        for kind in ("keyDown", "keyUp"):
            page.tell("Input.dispatchKeyEvent", type=kind, key="Tab", windowsVirtualKeyCode=9)
        seen.append(page.now("document.activeElement.textContent.trim()"))
    ways = ["mustutor", "Lessons", "Puzzles", "Rulebooks", "Articles", "Records", "Play and judge"]
    assert seen[: len(ways)] == ways
    asked = ["Hint 1", "Hint 2", "Hint 3", "The answer"]
    found = seen.index("Hint 1")
    assert seen[found : found + 4] == asked
    page.tell("Page.close")


def test_the_puzzle_of_the_day_is_opened_by_its_link_and_without_a_script_all_are(server, browser):
    page = opened(browser, f"{server.address}en/puzzles/today.html")
    until(page, "!location.pathname.endsWith('/today.html')")
    until(page, "document.querySelectorAll('details.answer').length > 0")
    page.tell("Emulation.setScriptExecutionDisabled", value=True)
    page.tell("Page.navigate", url=f"{server.address}en/puzzles/today.html")
    until(page, "location.pathname.endsWith('/today.html') && document.readyState === 'complete'")
    assert page.now("document.querySelector('main a').getAttribute('href')") == "./index.html"
    page.tell("Page.close")
