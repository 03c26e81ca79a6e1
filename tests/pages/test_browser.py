"""The page that plays a record, in a real browser: keys, mouse, finger, paper, a link."""

from __future__ import annotations

import base64
import re
import statistics
import zlib
from itertools import product

import pytest

from mustutor.base.files import data
from mustutor.base.language import open_language
from mustutor.present.replay_page import playback_of
from tests.long import sampled
from tests.pages.browser import Browser
from tests.pages.test_stepping import HOSTILE, _strange, moments, page, settlement
from tests.site.chromium import FOUND, NAMES, chromium

pytestmark = pytest.mark.skipif(
    FOUND is None, reason=f"no browser: none of {', '.join(NAMES)} is installed"
)
RECORD = "three_players"
STATUS = "document.getElementById('status').textContent"


@pytest.fixture(scope="module")
def browser():
    with chromium() as one:
        yield Browser(one)


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """A page of a packaged record as a file, by the record's name."""

    def write(name: str, code: str = "en"):
        file = tmp_path_factory.mktemp("page") / "page.html"
        file.write_text(page(name, code), "utf-8")
        return file

    return write


def place(browser: Browser) -> str:
    return str(browser.read("location.hash.slice(1)"))


def test_every_moment_is_drawn_and_nothing_is_refused(browser, written):
    file = written(RECORD)
    browser.open(file)
    for at, frame in enumerate(moments(RECORD)):
        if at:
            browser.press("ArrowRight")
            assert place(browser) == frame["p"]
        shown = browser.read(
            "[...document.querySelectorAll('.seat')].map((seat) => [...seat.querySelectorAll("
            "'.cards use')].map((use) => use.getAttribute('href').slice(6)).join(' '))"
        )
        assert shown == frame["h"]
        told = browser.read(
            "[...document.querySelectorAll('.step')].filter((s) => s.offsetParent).length"
        )
        hand = frame["p"].partition(".")[0]
        parts = [one["p"].partition(".")[0] for one in moments(RECORD)[: at + 1]]
        assert told == parts.count(hand)
    assert browser.read("document.querySelector('#next').disabled")
    assert browser.said == []


def test_keys_buttons_slider_and_finger_go_where_they_say(browser, written):
    places = [frame["p"] for frame in moments(RECORD)]
    browser.open(written(RECORD))
    rounds = [
        p
        for at, p in enumerate(places)
        if at and p.split(".")[1:2] != places[at - 1].split(".")[1:2]
    ]
    for key, then in [
        ("ArrowRight", places[1]),
        ("n", places[2]),
        ("ArrowLeft", places[1]),
        ("p", places[0]),
        (".", rounds[0]),
        (".", rounds[1]),
        (",", rounds[0]),
        ("+", "2"),
        ("-", "1"),
        ("End", places[-1]),
        ("Home", "1"),
    ]:
        browser.press(key)
        assert place(browser) == then, key
    browser.click("#next")
    assert place(browser) == places[1]
    browser.click("#hand-next")
    assert place(browser) == "2"
    browser.click("#back")
    assert place(browser) == places[places.index("2") - 1]
    browser.read("document.getElementById('at').focus()")
    browser.press("ArrowRight")
    browser("Emulation.setTouchEmulationEnabled", enabled=True)
    browser.press("Home")
    browser.read("document.activeElement.blur()")
    browser.press("Home")
    browser.swipe("#felt", -120)
    browser.wait(f"location.hash === '#{places[1]}'")
    browser("Emulation.setTouchEmulationEnabled", enabled=False)


def test_the_address_leads_to_its_place_and_back(browser, written):
    file = written("madrid_refused_raise")
    browser.open(file, "#1.pares.6")
    assert browser.read("document.getElementById('heading').textContent") == "Pares"
    assert (
        browser.read("scrollY + document.getElementById('player').getBoundingClientRect().y") >= 0
    )
    browser.read("location.hash = '#1.chica'")
    browser.wait("document.getElementById('heading').textContent === 'Chica'")
    # An article is no place: it opens, and the table stays.
    browser.read("location.hash = '#MUS-DEJE-1'")
    browser.wait("document.querySelector('details:target') !== null")
    assert browser.read("document.getElementById('heading').textContent") == "Chica"


@pytest.mark.parametrize("typed", ["#%", "#%E0%A4%A", "#1.pares%"])
def test_an_address_that_is_no_escape_breaks_nothing(browser, written, typed):
    browser.open(written("madrid_refused_raise"), typed)
    assert not browser.said
    assert not browser.read("document.getElementById('player').hidden")
    browser.read("location.hash = '#1.chica'")
    browser.wait("document.getElementById('heading').textContent === 'Chica'")
    browser.read(f"location.hash = '{typed}'")
    browser.press("ArrowRight")
    browser.wait("location.hash.startsWith('#1.chica.')")
    assert not browser.said


def test_who_looks_from_a_seat_sees_and_hears_no_more_than_it_does(browser, written):
    browser.open(written("madrid_refused_raise"), "#1.juego.6")
    browser.read(
        "(() => { const v = document.getElementById('view'); v.value = 'B1';"
        " v.dispatchEvent(new Event('change')); })()"
    )
    seen = browser.read(
        "[...document.querySelectorAll('.seat')].map((seat) => [...seat.querySelectorAll("
        "'.cards use')].map((use) => use.getAttribute('href').slice(6)).join(''))"
    )
    assert [bool(cards) for cards in seen] == [False, True, False, False]
    assert not browser.read("[...document.querySelectorAll('.step')].some((s) => s.offsetParent)")
    assert "your turn" in browser.read(STATUS)
    browser.click("#reveal")
    assert browser.read("[...document.querySelectorAll('.step')].some((s) => s.offsetParent)")
    browser.press("ArrowRight")
    assert not browser.read("[...document.querySelectorAll('.step')].some((s) => s.offsetParent)")
    browser.press("End")
    assert browser.read("document.querySelectorAll('.seat use[href=\"#card-\"]').length") == 0


def test_by_itself_it_is_silent_and_stops_at_a_key(browser, written):
    browser.open(written("madrid_refused_raise"))
    live = "document.getElementById('status').getAttribute('aria-live')"
    assert browser.read(live) == "polite"
    browser.press(" ")
    assert browser.read(live) == "off"
    browser.wait("location.hash === '#1.mus.1'")
    browser.press("ArrowRight")
    assert (browser.read(live), place(browser)) == ("polite", "1.grande.1")
    assert "Almudena (A1): paso" in browser.read(STATUS)


@pytest.mark.parametrize(
    ("width", "name"), [(320, "five_card_deal"), (320, "six_players_in_trios"), (1280, "punto")]
)
def test_nothing_stands_out_of_a_window(browser, written, width, name):
    browser.open(written(name, "es"), "#1.grande.1", width=width)
    assert browser.read("document.documentElement.scrollWidth") == width
    # What is pressed with a finger is large enough for one.
    small = browser.read(
        "[...document.querySelectorAll('button, select')].filter((b) => b.offsetParent)"
        ".filter((b) => b.getBoundingClientRect().height < 44).map((b) => b.id)"
    )
    assert small == []
    seats = browser.read(
        "(() => { const f = document.getElementById('felt').getBoundingClientRect();"
        " return [...document.querySelectorAll('.seat, .seat .card')].filter((s) => { const b ="
        " s.getBoundingClientRect();"
        " return b.left < f.left || b.right > f.right + 1; }).length; })()"
    )
    assert seats == 0


def test_on_a_wall_it_is_read_from_afar(browser, written):
    size = "parseFloat(getComputedStyle(document.body).fontSize)"
    file = written("six_players_in_trios", "es")
    browser.open(file, "#1.pares.4", width=1280)
    near = browser.read(size)
    browser.open(file, "#1.pares.4", width=2560, height=1440)
    assert browser.read(size) > 1.3 * near
    assert browser.read("document.documentElement.scrollWidth") == 2560
    assert browser.read("document.getElementById('felt').getBoundingClientRect().width") > 1280


@pytest.mark.parametrize("name", ["mau_mau_spade_starter_and_a_kept_card", "five_card_deal"])
def test_what_is_drawn_has_a_name_and_what_is_listed_a_list(browser, written, name):
    browser.open(written(name, "es"), "#1")
    for view in ("", "A"):
        browser.read(
            f"(() => {{ const v = document.getElementById('view'); v.value = '{view}';"
            " v.dispatchEvent(new Event('change')); })()"
        )
        orphans = (
            "[...document.querySelectorAll('li')].filter((l) => l.parentElement.role"
            " || !['UL', 'OL'].includes(l.parentElement.tagName)).length"
        )
        unnamed = (
            "[...document.querySelectorAll('[role=img], [role=region], [role=group]')]"
            ".filter((e) => !e.getAttribute('aria-label')).length"
        )
        inner = "document.querySelectorAll('[role=img] li, button:not(:has(span))').length"
        assert [browser.read(each) for each in (orphans, unnamed)] == [0, 0]
        assert browser.read(inner) == browser.read(
            "document.querySelectorAll('#save, #share, #reveal').length"
        )
    # One place that speaks up, and it is the only one.
    live = "document.querySelectorAll('[aria-live], [role=status], [role=alert]').length"
    assert browser.read(live) == 1


def test_the_coach_leads_to_the_place_at_the_table(browser, mustutor, tmp_path):
    file = tmp_path / "coach.html"
    asked = ("replay", "analyse", "madrid_refused_raise", "--playouts", "8", "--html", str(file))
    assert mustutor(*asked).status == 0
    browser.open(file, width=320)
    assert browser.read("document.documentElement.scrollWidth") == 320
    wanted = browser.read("document.querySelector('.coach ol a').hash")
    browser.click(".coach ol a")
    # The place is in the address at once, and at the table when the page has heard of it.
    shown = "document.getElementById('at').getAttribute('aria-valuetext')"
    browser.wait(f"{shown}.startsWith('{wanted[1:]},') && location.hash === '{wanted}'")
    browser.press("ArrowRight")
    browser.click(".coach ol a")
    browser.wait(f"location.hash === '{wanted}'")
    assert browser.said == []


def test_without_a_script_it_is_the_record_to_read(browser, written):
    browser("Emulation.setScriptExecutionDisabled", value=True)
    try:
        browser.open(written("madrid_refused_raise"))
        assert browser.read("document.getElementById('player').offsetParent === null")
        steps = browser.read(
            "[...document.querySelectorAll('.step')].filter((s) => s.offsetParent).length"
        )
        assert steps == len(moments("madrid_refused_raise"))
    finally:
        browser("Emulation.setScriptExecutionDisabled", value=False)


def test_all_of_the_record_is_printed_wherever_it_stands(browser, written):
    browser.open(written(RECORD), "#1.grande.1")
    browser("Emulation.setEmulatedMedia", media="print")
    hidden = browser.read(
        "[...document.querySelectorAll('.step')].filter((s) => !s.offsetParent).length"
    )
    player = browser.read("document.getElementById('player').offsetParent === null")
    browser("Emulation.setEmulatedMedia", media="")
    assert (hidden, player) == (0, True)
    sheets = base64.b64decode(browser("Page.printToPDF", preferCSSPageSize=True)["data"])
    assert 1 <= len(re.findall(rb"/Type\s*/Page\b", sheets)) <= 4


def sheets_printed(browser: Browser) -> list[int]:
    """How many times each sheet of the page shows letters, when it is printed."""
    printed = base64.b64decode(browser("Page.printToPDF", preferCSSPageSize=True)["data"])
    objects = dict(re.findall(rb"(\d+) 0 obj\s(.*?)endobj", printed, re.DOTALL))
    sheets = [each for each in objects.values() if re.search(rb"/Type\s*/Page\b", each)]
    drawn = [objects[re.search(rb"/Contents (\d+) 0 R", each)[1]] for each in sheets]
    streams = [each.partition(b"stream")[2].strip(b"\r\n") for each in drawn]
    return [zlib.decompressobj().decompress(each).count(b"Tj") for each in streams]


PRINTED = (
    *product(["match_to_three_games"], ["replay export", "settle"]),
    *product(["mau_mau_spade_starter_and_a_kept_card", "punto"], ["settle", "replay export"]),
)


@sampled("name, command", PRINTED, 2)
def test_no_sheet_is_left_empty_before_what_is_long(browser, mustutor, tmp_path, name, command):
    target = tmp_path / "page.html"
    output = ("--html",) if command == "settle" else ("--html", "-o")
    mustutor(*command.split(), name, *output, str(target))
    browser.open(target)
    first, *others = sheets_printed(browser)
    assert first > 0.4 * statistics.median(others or [first])


# In the ink of each suit over the page, and of what lies under it: how light they are.
LIGHTS = """
[...document.querySelectorAll('.suits svg')].map((svg) => {
  const light = (colour) => {
    const [r, g, b] = colour.match(/[\\d.]+/g).map((part) => part / 255)
      .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element) => getComputedStyle(element).backgroundColor;
  let under = svg;
  while (behind(under) === 'rgba(0, 0, 0, 0)') under = under.parentElement;
  const drawn = document.querySelector(svg.querySelector('use').getAttribute('href'));
  const inks = [...drawn.querySelectorAll('[fill], [stroke]')].map((part) => getComputedStyle(part))
    .flatMap((style) => [style.fill, style.stroke]).filter((ink) => ink.startsWith('rgb('));
  const ground = light(behind(under));
  return Math.max(...inks.map(light).map(
    (ink) => (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05)));
})
"""


@pytest.mark.parametrize("colours", ["light", "dark"])
@pytest.mark.parametrize("name", ["madrid_refused_raise", "mau_mau_spade_starter_and_a_kept_card"])
def test_every_suit_is_seen_by_day_and_by_night(browser, written, name, colours):
    wanted = [{"name": "prefers-color-scheme", "value": colours}]
    browser("Emulation.setEmulatedMedia", features=wanted)
    try:
        browser.open(written(name))
        contrasts = browser.read(LIGHTS)
    finally:
        browser("Emulation.setEmulatedMedia", features=[])
    assert len(contrasts) == 4
    assert min(contrasts) >= 3, contrasts


def test_a_hand_in_a_link_is_shown_as_it_was_written(browser, written, mustutor):
    link = mustutor("replay", "export", "unbet", "--link").out.strip()
    sheet = mustutor("replay", "export", "unbet", "--text", "--bare").out
    browser.open(written("madrid_refused_raise"), link)
    browser.wait("!document.getElementById('linked').hidden")
    assert (
        browser.read("document.getElementById('linked-text').textContent").strip() == sheet.strip()
    )
    browser.open(written("madrid_refused_raise"), link[:-30])
    browser.wait("!document.getElementById('linked').hidden")
    assert "broken" in browser.read("document.getElementById('linked-text').textContent")
    assert browser.said == []


def test_a_page_by_itself_plays_the_moments_of_another_record_in_a_link(browser, written, mustutor):
    """The page has another match, of other seats and cards, and no engine: the link has it all."""
    link = mustutor("replay", "export", "five_card_deal", "--link", "--moments").out.strip()
    asked = settlement("five_card_deal").replay
    browser.open(written("madrid_refused_raise"), link)
    browser.wait("document.querySelectorAll('#seats .seat').length > 0")
    names = "[...document.querySelectorAll('#view option')].slice(1).map((one) => one.value)"
    assert browser.read(names) == list(asked.seats)
    assert browser.read("document.querySelector('.story').checkVisibility()") is False
    browser.press("End")
    told = playback_of(settlement("five_card_deal"), open_language("en"))
    assert browser.read("+document.getElementById('at').value") == len(told.tables) - 1
    shown = browser.read("document.getElementById('heading').textContent")
    assert shown == told.tables[-1].heading
    # Each card of the last moment lies there, as a picture or in letters.
    laid = sum(len(seat.cards) for seat in told.tables[-1].seats)
    assert browser.read("document.querySelectorAll('#seats .card').length") == laid
    assert browser.read("location.hash") == link  # it can be sent on
    browser.open(written("madrid_refused_raise"), link[:-30])
    browser.wait("!document.getElementById('linked').hidden")
    assert "broken" in browser.read("document.getElementById('linked').innerText")
    assert browser.read("document.querySelector('.story').checkVisibility()")
    assert browser.said == []


def test_the_browser_finds_the_same_bytes_in_a_page(browser, mustutor, tmp_path):
    file = tmp_path / "page.html"
    assert mustutor("replay", "export", "punto", "--html", "-o", str(file)).status == 0
    browser.open(file)
    carried = browser.read(
        "(async () => { const t = document.getElementById('record').textContent.slice(1);"
        " const b = Uint8Array.from(atob(t.replaceAll('-', '+').replaceAll('_', '/')), (c) =>"
        " c.charCodeAt(0)); const s = new Blob([b]).stream().pipeThrough("
        "new DecompressionStream('deflate')); return await new Response(s).text(); })()"
    )
    assert carried == (data("replays") / "punto.json").read_text("utf-8")


@sampled("word", HOSTILE, 5)
def test_words_of_strangers_do_nothing(word, browser, tmp_path):
    file = tmp_path / "page.html"
    file.write_text(_strange(word), "utf-8")
    browser.open(file)
    for key in ("ArrowRight", "End", "Home"):
        browser.press(key)
    assert browser.said == []
    assert (
        browser.read("document.querySelectorAll('iframe, img, a[href^=\"javascript\"]').length")
        == 0
    )
    assert browser.read("document.scripts.length") == 4
