"""A page in a real browser: read as it was written, nothing refused, nothing blank, one sheet.

Where no Chromium is found these are skipped. It is driven by its command line alone.
"""

from __future__ import annotations

import re
import shutil
import struct
import subprocess
import zlib
from collections import Counter
from pathlib import Path

import pytest

from mustutor.base.language import open_language
from mustutor.games.explain import Explanation, Line, Passage
from mustutor.present.html import to_html
from tests.explain.reading import Reading, page

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FOUND = next(filter(None, map(shutil.which, NAMES)), None)
QUIET = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    *("--hide-scrollbars", "--host-resolver-rules=MAP * ~NOTFOUND"),
)
A4 = (595, 842)  # points
SOFT = (0x4D, 0x46, 0x3B)
DARK = "--blink-settings=preferredColorScheme=0"

pytestmark = pytest.mark.skipif(
    FOUND is None, reason=f"no browser: none of {', '.join(NAMES)} is installed"
)


@pytest.fixture
def browse(tmp_path):
    """Open a page in a browser without a past, and give what it wrote to its two outputs."""

    def run(written: str, *options: str, at: str = "") -> subprocess.CompletedProcess[str]:
        file = tmp_path / "page.html"
        file.write_text(written, "utf-8")
        profile = tmp_path / "profile"
        try:
            return subprocess.run(
                [
                    str(FOUND),
                    *QUIET,
                    f"--user-data-dir={profile}",
                    *options,
                    f"{file.as_uri()}{at}",
                ],
                capture_output=True,
                check=True,
                encoding="utf-8",
                timeout=120,
            )
        finally:
            shutil.rmtree(profile, ignore_errors=True)

    return run


@pytest.mark.parametrize(("name", "code"), [("madrid_refused_raise", "es"), ("punto", "en")])
def test_the_browser_reads_what_was_written(browse, name, code):
    # Whatever a browser has to mend, it moves, closes or drops: here it must find nothing to do.
    written = page(name, code)
    dumped = browse(written, "--dump-dom").stdout
    assert Reading(dumped).events == Reading(written).events


def test_the_browser_finds_nothing_to_refuse(browse):
    written = page("madrid_refused_raise")
    loud = ("--enable-logging=stderr", "--v=0", "--dump-dom")
    assert "CONSOLE" not in browse(written, *loud).stderr
    # And it would have said so: the same page with a style or a script of somebody else's.
    for stranger in ('<p style="color: red">x</p>', "<script>document.title = 'x'</script>"):
        refused = browse(written.replace("</main>", f"{stranger}</main>"), *loud)
        assert "CONSOLE" in refused.stderr
        assert "Content Security Policy" in refused.stderr
        assert "<title>x</title>" not in refused.stdout


def test_a_page_is_drawn_by_day_and_by_night(browse, tmp_path):
    grounds = []
    for options in ((), (DARK,)):
        picture = tmp_path / "picture.png"
        browse(
            page("madrid_refused_raise"),
            "--window-size=520,760",
            f"--screenshot={picture}",
            *options,
        )
        colours = _colours(picture)
        # Letters, rules, and cards in the colours of four suits.
        assert len(colours) > 200
        [(ground, dots)] = colours.most_common(1)
        assert dots < 0.95 * colours.total()
        grounds.append(sum(ground))
    day, night = grounds
    assert day > 3 * 200
    assert night < 3 * 60


def test_a_link_opens_its_article(browse, tmp_path):
    lines = (Line("So it is.", ("MUS-BET-4", "MUS-BET-8")),)
    written = to_html([Explanation("", (Passage("", lines),))], open_language("en"))
    softly = []
    for at in ("", "#MUS-BET-4"):
        picture = tmp_path / "picture.png"
        browse(written, "--window-size=500,600", f"--screenshot={picture}", at=at)
        softly.append(_colours(picture)[SOFT])
    closed, opened = softly
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
def test_one_hand_is_printed_on_one_sheet(browse, tmp_path, name, code):
    # The articles stand open on it; where they have no room there, on one sheet more.
    sheet = tmp_path / "sheet.pdf"
    written = page(name, code)
    browse(written, "--no-pdf-header-footer", f"--print-to-pdf={sheet}")
    printed = sheet.read_bytes()
    aside = not re.search(r'<body class="(ample|roomy)">', written)
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) in ((1, 2) if aside else (1,))
    alone = re.sub(r'<section class="book">.*</section>', "", written, flags=re.DOTALL)
    browse(alone, "--no-pdf-header-footer", f"--print-to-pdf={sheet}")
    printed = sheet.read_bytes()
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1
    [box] = set(re.findall(rb"/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]", printed))
    assert tuple(round(float(side)) for side in box) == A4


def test_a_match_of_many_hands_takes_more_sheets(browse, tmp_path):
    sheet = tmp_path / "sheet.pdf"
    browse(page("match_to_three_games"), "--no-pdf-header-footer", f"--print-to-pdf={sheet}")
    assert len(re.findall(rb"/Type\s*/Page\b", sheet.read_bytes())) > 3


def _colours(picture: Path) -> Counter[tuple[int, ...]]:
    """How many dots of each colour a picture has: PNG, eight bits a channel, not interlaced."""
    content = picture.read_bytes()
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
