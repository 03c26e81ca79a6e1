"""A page in a real browser: read as it was written, nothing refused, nothing blank, one sheet.

Where no Chromium is found these are skipped.
"""

from __future__ import annotations

import base64
import re
import struct
import zlib
from collections import Counter

import pytest

from mustutor.base.language import open_language
from mustutor.games.explain import Explanation, Line, Passage
from mustutor.present.html import to_html
from tests.explain.reading import Reading, page
from tests.pages.browser import Browser
from tests.site.chromium import FOUND, NAMES, chromium

A4 = (595, 842)  # points
SOFT = (0x4D, 0x46, 0x3B)

pytestmark = pytest.mark.skipif(
    FOUND is None, reason=f"no browser: none of {', '.join(NAMES)} is installed"
)


@pytest.fixture(scope="module")
def browser():
    with chromium() as one:
        yield Browser(one)


@pytest.fixture
def browse(browser, tmp_path):
    """Open a page in the browser, in a window of a size."""

    def run(written: str, at: str = "", *, width: int = 800, height: int = 600) -> Browser:
        file = tmp_path / "page.html"
        file.write_text(written, "utf-8")
        browser.open(file, at, width=width, height=height)
        return browser

    return run


def printed(browser: Browser) -> bytes:
    """What a printer gets of the page that is open."""
    return base64.b64decode(browser("Page.printToPDF", preferCSSPageSize=True)["data"])


def sheets(sheet: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", sheet))


@pytest.mark.parametrize(("name", "code"), [("madrid_refused_raise", "es"), ("punto", "en")])
def test_the_browser_reads_what_was_written(browse, name, code):
    # Whatever a browser has to mend, it moves, closes or drops: here it must find nothing to do.
    written = page(name, code)
    dumped = browse(written).read("new XMLSerializer().serializeToString(document.doctype)")
    dumped += browse(written).read("document.documentElement.outerHTML")
    assert Reading(dumped).events == Reading(written).events


def test_the_browser_finds_nothing_to_refuse(browse):
    written = page("madrid_refused_raise")
    assert browse(written).said == []
    # And it would have said so: the same page with a style or a script of somebody else's.
    for stranger in ('<p style="color: red">x</p>', "<script>document.title = 'x'</script>"):
        browser = browse(written.replace("</main>", f"{stranger}</main>"))
        assert browser.read("document.title") != "x"
        assert "Content Security Policy" in " ".join(browser.said)


def test_a_page_is_drawn_by_day_and_by_night(browse):
    grounds = []
    for scheme in ("light", "dark"):
        browser = browse(page("madrid_refused_raise"), width=520, height=760)
        wanted = [{"name": "prefers-color-scheme", "value": scheme}]
        browser("Emulation.setEmulatedMedia", features=wanted)
        try:
            colours = _colours(browser)
        finally:
            browser("Emulation.setEmulatedMedia", features=[])
        # Letters, rules, and cards in the colours of four suits.
        assert len(colours) > 200
        [(ground, dots)] = colours.most_common(1)
        assert dots < 0.95 * colours.total()
        grounds.append(sum(ground))
    day, night = grounds
    assert day > 3 * 200
    assert night < 3 * 60


def test_a_link_opens_its_article(browse):
    lines = (Line("So it is.", ("MUS-BET-4", "MUS-BET-8")),)
    written = to_html([Explanation("", (Passage("", lines),))], open_language("en"))
    closed, opened = (_colours(browse(written, at, width=500))[SOFT] for at in ("", "#MUS-BET-4"))
    # How the rulebook reads an article is in softer ink, as is the foot of the page.
    assert opened > 3 * closed > 0


# One of each size of letters, and those with the most to say.
@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("worked_example_1", "en"),
        ("ends_in_mid_settlement", "es"),
        ("madrid_refused_raise", "es"),
        ("corrido_full_round_moves_mano", "es"),
        ("mus_twice", "en"),
        ("stock_runs_out", "es"),
    ],
)
def test_one_hand_is_printed_on_one_sheet(browse, name, code):
    # The articles stand open on it; where they have no room there, on one sheet more.
    written = page(name, code)
    aside = not re.search(r'<body class="(ample|roomy)">', written)
    assert sheets(printed(browse(written))) in ((1, 2) if aside else (1,))
    alone = printed(
        browse(re.sub(r'<section class="book">.*</section>', "", written, flags=re.DOTALL))
    )
    assert sheets(alone) == 1
    [box] = set(re.findall(rb"/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]", alone))
    assert tuple(round(float(side)) for side in box) == A4


def test_a_match_of_many_hands_takes_more_sheets(browse):
    assert sheets(printed(browse(page("match_to_three_games")))) > 3


def _colours(browser: Browser) -> Counter[tuple[int, ...]]:
    """How many dots of each colour are seen: PNG, eight bits a channel, not interlaced."""
    content = base64.b64decode(browser("Page.captureScreenshot")["data"])
    assert content.startswith(b"\x89PNG\r\n\x1a\n")
    place, packed = 8, b""
    width = height = channels = 0
    while place < len(content):
        (length,) = struct.unpack(">I", content[place : place + 4])
        kind, body = content[place + 4 : place + 8], content[place + 8 : place + 8 + length]
        if kind == b"IHDR":
            width, height, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", body)
            assert (depth, interlaced) == (8, 0)
            channels = {2: 3, 6: 4}[colour]
        elif kind == b"IDAT":
            packed += body
        place += 12 + length
    raw, wide = zlib.decompress(packed), width * channels
    above, counted = bytearray(wide), Counter[tuple[int, ...]]()
    for row in range(height):
        start = row * (wide + 1)
        above = _unfiltered(
            raw[start], bytearray(raw[start + 1 : start + 1 + wide]), above, channels
        )
        counted.update(zip(*(above[channel::channels] for channel in range(3)), strict=True))
    return counted


def _unfiltered(kind: int, row: bytearray, above: bytearray, step: int) -> bytearray:
    """Undo what PNG does to a row: each dot is written as it differs from those beside it."""
    for place, value in enumerate(row):
        left = row[place - step] if place >= step else 0
        corner = above[place - step] if place >= step else 0
        up = above[place]
        if kind == 4:
            guess = left + up - corner
            near = min((abs(guess - left), 0), (abs(guess - up), 1), (abs(guess - corner), 2))[1]
            add = (left, up, corner)[near]
        else:
            add = (0, left, up, (left + up) // 2)[kind]
        row[place] = (value + add) & 255
    return row
