"""What axe-core finds amiss for whoever does not see, hear or point: on every page, nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pages.browser import Browser
from tests.pages.test_stepping import page
from tests.site.chromium import FOUND, NAMES, chromium
from tests.site.conftest import package

FAULTS = """
axe.run(document, {resultTypes: ['violations']}).then((told) =>
  told.violations.map((fault) => `${fault.impact}: ${fault.id}: ${fault.nodes[0].html}`))
"""

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(
        FOUND is None, reason=f"no browser: none of {', '.join(NAMES)} is installed"
    ),
]

LIGHT, DARK = "light", "dark"


@pytest.fixture(scope="module")
def browser():
    with chromium() as one:
        yield Browser(one)


@pytest.fixture(scope="module")
def axe() -> str:
    """The program that finds faults; skipped where nobody has it."""
    return (package("axe-core") / "axe.min.js").read_text("utf-8")


def faults(
    browser: Browser, axe: str, file: Path, at: str = "", *, width: int, colours: str
) -> list[str]:
    """What is amiss on a page, in a window so wide."""
    wanted = [{"name": "prefers-color-scheme", "value": colours}]
    browser("Emulation.setEmulatedMedia", features=wanted)
    browser.open(file, at, width=width)
    browser.read(f"{axe}; 0")
    return list(browser.read(FAULTS))


@pytest.mark.parametrize(
    ("name", "code", "at", "seat"),
    [
        ("madrid_refused_raise", "es", "#1.pares.6", "B1"),
        ("six_players_in_trios", "en", "#1.showdown", ""),
        ("five_card_deal", "es", "#1.descarte.3", "A"),
        ("enfle_last_card_in_mid_trick", "es", "#1.play.5", "A"),
        ("mau_mau_spade_starter_and_a_kept_card", "en", "#1.play.12", ""),
    ],
)
def test_the_page_that_plays_a_record_has_no_fault(browser, axe, tmp_path, name, code, at, seat):
    file = tmp_path / "page.html"
    file.write_text(page(name, code), "utf-8")
    for width, colours in ((1280, LIGHT), (320, DARK)):
        assert faults(browser, axe, file, at, width=width, colours=colours) == []
        browser.read(
            f"(() => {{ const v = document.getElementById('view'); v.value = '{seat}';"
            " v.dispatchEvent(new Event('change')); })()"
        )
        assert browser.read(FAULTS) == []


@pytest.mark.parametrize(
    "words",
    [
        "settle madrid_refused_raise --html",
        "settle punto --html",
        "replay analyse madrid_refused_raise --playouts 8 --html",
        "drill mau.draw --seed 7 --number 3 --html",
    ],
)
def test_nor_has_any_other_page(browser, axe, mustutor, tmp_path, words):
    file = tmp_path / "page.html"
    assert mustutor(*words.split(), str(file), "--lang", "es").status == 0
    for width, colours in ((1280, DARK), (320, LIGHT)):
        assert faults(browser, axe, file, width=width, colours=colours) == []
    browser.read("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    assert browser.read(FAULTS) == []
