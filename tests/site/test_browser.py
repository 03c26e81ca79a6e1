"""The pages in a real browser, without a network: the same words, kept for later, nothing refused.

Where there is no Chromium, or no Pyodide, these are skipped; `.ci/run` brings Pyodide by npm.
"""

from __future__ import annotations

import functools
import json
import re
import shutil
import threading
import time
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from mustutor.base.language import available
from mustutor.base.language_state import whole_languages
from mustutor.cli.main import main
from mustutor.cli.site.pocket import PYODIDE
from mustutor.cli.site.running import answered
from mustutor.replay.files import matches_in, packaged
from tests.site.chromium import FOUND, NAMES, Chromium, Page, chromium
from tests.site.goldens import goldens
from tests.site.lines import CONFORMANCE, ELSEWHERE, EVERY, EXAMPLE, QUARREL, REST, SHEETS

pytestmark = [
    pytest.mark.long,  # Python is loaded, three times
    pytest.mark.skipif(FOUND is None, reason=f"no browser: none of {', '.join(NAMES)} is here"),
]

LONGEST = 120
"""Seconds a page may take on a machine that does much else."""
STATE = "(document.getElementById('state')?.textContent ?? '')"
COMPARED = (*EVERY, *REST, *SHEETS, *CONFORMANCE)
FOLDER = re.compile(r"/\w+/tmp\w{8}")
"""The folder of a command, which is another one each time."""
HOSTILE = '"]<img src=x onerror="document.title=1"><script>document.title=2</script>'


class Quiet(SimpleHTTPRequestHandler):
    """A server of files that writes no log."""

    def log_message(self, *_: object) -> None:
        """Write nothing."""


class Server:
    """The pages served from here, until it is stopped."""

    def __init__(self, folder: Path) -> None:
        handler = functools.partial(Quiet, directory=str(folder))
        self.server = ThreadingHTTPServer(("localhost", 0), handler)
        self.address = f"http://localhost:{self.server.server_port}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        """Let nobody reach it any more."""
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture(scope="module")
def server(running_pages) -> Iterator[Server]:
    serving = Server(running_pages)
    yield serving
    serving.stop()


@pytest.fixture(scope="module")
def browser() -> Iterator[Chromium]:
    with chromium() as running:
        yield running


@pytest.fixture(scope="module")
def page(server, browser) -> Page:
    """The English page, ready; at a form, so that it does not hold what the device keeps."""
    opened = browser.open(f"{server.address}en.html#hand")
    until(opened, f"{STATE}.startsWith('Ready')")
    return opened


def until(page: Page, code: str) -> None:
    """Wait until something is so in a page; fail with what it says where it never is."""
    end = time.monotonic() + LONGEST
    while not page.now(code):
        assert time.monotonic() < end, (code, page.ask(STATE), page.complaints())
        time.sleep(0.02)


def turn(page: Page, name: str) -> None:
    """Go to a part of the page by its link, as somebody does."""
    page.ask(f"document.querySelector('nav a[href=\"#{name}\"]').click()")
    if page.now(f"parts.slice(1).some((part) => part.id === '{name}')"):
        until(page, f"!document.getElementById('{name}').hidden")
    else:  # at the desk
        current = f"document.querySelector('nav [aria-current]').hash === '#{name}'"
        until(page, f"{current} && {IDLE} && waiting.size === 0")


def send(page: Page, name: str, form: str = "form") -> None:
    """Send a form, and wait until it is answered."""
    page.ask(f"document.querySelector('#{name} {form}').requestSubmit()")
    busy = f"document.getElementById('{name}').getAttribute('aria-busy')"
    until(page, f"waiting.size === 0 && {busy} !== 'true'")


def same(page: Page, told: dict[str, object], expected: str = "") -> bool:
    """Whether a page answers what this Python answers, or writes what is expected.

    Both are at it together: the page is asked first, and heard last.
    """
    page.now(f"void (heard = ask({json.dumps(told)}))")
    ours = {} if expected else json.loads(answered(json.dumps(told)))
    theirs = page.ask("heard")
    if expected:
        return str(theirs["out"]).endswith(expected)
    return all(_unnamed(theirs[name]) == _unnamed(found) for name, found in ours.items())


def _unnamed(found: object) -> object:
    return FOLDER.sub("FOLDER", found) if isinstance(found, str) else found


def test_every_command_line_says_the_same_bytes_as_at_a_terminal(page):
    page.now("var heard")
    told = {"columns": 80, "language": "en", "page": ""}
    other = [
        (line, typed)
        for line, typed in COMPARED
        if not same(page, told | {"line": line, "typed": typed})
    ]
    assert other == []


def test_every_signed_file_that_a_command_writes_is_written_by_a_browser(page):
    page.now("var heard")
    other = [
        golden.words
        for golden in goldens()
        if not same(page, {"words": golden.words, "typed": golden.typed, "page": ""}, golden.text)
    ]
    assert other == []


def test_what_a_browser_cannot_do_is_told_in_a_line_that_says_what_to_do(page):
    for command in ELSEWHERE.keys() - {"site"}:
        line = f"{command} {ELSEWHERE[command][0]}"
        ran = page.ask(f"ask({json.dumps({'line': line, 'language': 'en'})})")
        assert (ran["status"], ran["out"]) == (3, ""), ran
        assert re.search("installed|pip install", ran["err"]), ran
        assert ran["err"].count("\n") == 1, ran


def test_a_browser_refuses_nothing_and_a_stranger_runs_nothing(server, browser, page):
    del page  # by now all is kept, so that this starts at once
    refused = len(browser.events)
    page = browser.open(f"{server.address}en.html")
    until(page, IDLE)
    title = page.ask("document.title")
    turn(page, "records")
    record = json.loads(packaged()["madrid_refused_raise"].read_bytes())
    del record["seal"], record["notes"]
    for hand in record["hands"]:
        del hand["seal"]
    claim = {"by": HOSTILE, "about": "1.pares", "to": "B", "stones": 9}
    names = {"event": HOSTILE, "place": HOSTILE, "players": {"A1": HOSTILE}, "claims": [claim]}
    sheet = json.dumps(record | names)
    for pasted in (HOSTILE, "", "x" * 5_000_000, "[" * 500_000, sheet):
        page.ask(f"document.querySelector('#desk textarea').value = {json.dumps(pasted)}")
        page.ask("document.querySelector('#desk form').requestSubmit()")
        until(page, IDLE)
        assert page.ask("document.title") == title
        assert there(page, ".verdict") == (pasted == sheet)
        wrong = page.ask("document.querySelector('#desk .problem')?.textContent ?? ''")
        assert (wrong == "") == (pasted == sheet)
        assert len(wrong) < 200
    assert page.ask("document.querySelectorAll('img, main script').length") == 0
    press(page, "[data-act=play]")
    press(page, "[data-act=forward]")
    assert page.ask("document.title") == title
    press(page, "[data-act=verdict]")
    press(page, "[data-act=back]")
    browser.events = browser.events[refused:]
    assert page.complaints() == []
    page.tell("Page.close")


def shown(page: Page, name: str) -> str:
    """What stands where a part of the page answers."""
    return str(page.ask(f"document.querySelector('#{name} pre').textContent"))


def touch(page: Page, selector: str) -> None:
    """Touch something with a finger, where it is now on the screen."""
    place = f"document.querySelector({json.dumps(selector)})"
    page.ask(f"{place}.scrollIntoView({{block: 'center', behavior: 'instant'}})")
    drawn = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
    box = "(({x, y, width, height}) => [x + width / 2, y + height / 2])"
    x, y = page.ask(f"{drawn}.then(() => {box}({place}.getBoundingClientRect()))")
    page.tell("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
    page.tell("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])


def test_five_touches_of_one_thumb_tell_what_a_hand_is_worth(server, browser, page):
    del page  # by now all is kept, so that this starts at once
    opened = browser.open(f"{server.address}es.html#hand", 320, 640)
    until(opened, f"{STATE}.startsWith('Listo')")
    opened.tell("Emulation.setTouchEmulationEnabled", enabled=True)
    for card in "RR7A":
        touch(opened, f"#hand .pad [value='{card}']")
    until(opened, "document.querySelector('#hand input').value === 'R R 7 A'")  # not the example
    touch(opened, "#hand [type=submit]")
    until(opened, "document.querySelector('#hand pre').textContent !== ''")
    assert shown(opened, "hand").startswith("R R 7 A")
    bottom = "document.querySelector('#hand .answer').getBoundingClientRect().bottom"
    until(opened, f"{bottom} <= innerHeight + 1")  # it has come into sight
    for key, value in (("", "R R 7"), ("C", "R R 7 C"), ("S", "S"), ("", "")):
        touch(opened, f"#hand .pad [value='{key}']")
        until(opened, f"document.querySelector('#hand input').value === {json.dumps(value)}")
    turn(opened, "compare")
    for card in "RR7ASSS":
        touch(opened, f"#compare .pad [value='{card}']")
    typed = "document.querySelector('#compare textarea').value"
    until(opened, f"{typed} === 'R R 7 A\\nS S S'")
    turn(opened, "judge")
    for answer in ("aragon", "A1", "grande", "", "A1 envido 2", "B1 quiero"):
        typed = f"[data-typed='{answer}']" if answer else ":not([data-typed])"
        key = f"button[data-act=answer]{typed}"
        before = opened.now("document.querySelector('#desk .question').textContent")
        touch(opened, f"#desk {key}")
        asked = "document.querySelector('#desk .question')?.textContent"
        until(opened, f"{IDLE} && {asked} !== {json.dumps(before)}")
    for card in "RR7A":
        touch(opened, f"#desk [data-add='{card}']")
    until(opened, "document.querySelector('#desk [name=typed]').value === 'R R 7 A'")
    touch(opened, "#desk [data-add='']")
    until(opened, "document.querySelector('#desk [name=typed]').value === 'R R 7'")
    opened.tell("Page.close")


def test_the_rules_chosen_once_are_those_of_every_question_and_of_the_next_time(
    server, browser, page
):
    chosen = "JSON.stringify(rulebooks.map(list => list.value))"
    assert page.ask(chosen) == '["","",""]'
    page.ask("rulebooks[1].value = 'madrid'; rulebooks[1].dispatchEvent(new Event('change'))")
    opened = browser.open(f"{server.address}es.html")
    for one in (page, opened):
        assert one.ask(chosen) == '["madrid","madrid","madrid"]'
    page.ask("localStorage.clear(); share('')")
    opened.tell("Page.close")


def strike(page: Page, key: str) -> None:
    """Strike a key, wherever somebody is in the page."""
    for kind in ("keyDown", "keyUp"):
        told = {"key": key, "code": key, "text": "\r" if key == "Enter" else ""}
        codes = {"Enter": 13, "Tab": 9}
        page.tell("Input.dispatchKeyEvent", type=kind, windowsVirtualKeyCode=codes[key], **told)


def test_with_keys_alone_a_hand_is_asked_and_an_article_is_opened(page):
    turn(page, "hand")
    strike(page, "Tab")  # from the heading, which a link has led to
    page.tell("Input.insertText", text="7o 7e 7b So")
    strike(page, "Enter")
    until(page, "document.querySelector('#hand pre a') !== null")
    assert shown(page, "hand").startswith("So 7o 7e 7b")
    article = page.ask("document.querySelector('#hand pre a').textContent")
    page.ask("document.querySelector('#hand pre a').focus()")
    strike(page, "Enter")
    until(page, f"document.querySelector('#rule pre').textContent.startsWith('{article}')")
    assert page.ask("location.hash") == f"#rule/{article}"


QUESTION = "document.querySelector('#desk .question')?.textContent ?? ''"


def quarrel_begun(server: Server, browser: Chromium) -> Page:
    """A page at the first question of a quarrel, whatever was asked there before."""
    page = browser.open(f"{server.address}en.html#judge")
    until(page, IDLE)
    if there(page, "[data-act=again]"):
        press(page, "[data-act=again]")
    return page


def answer(page: Page, line: str) -> None:
    """Type an answer and send it by keys alone: the field is where somebody is already."""
    before = page.now(QUESTION)
    until(page, "document.activeElement?.name === 'typed'")
    page.tell("Input.insertText", text=line)
    if page.now("document.activeElement.tagName === 'TEXTAREA'"):  # there Enter is a new line
        strike(page, "Tab")
    strike(page, "Enter")
    until(page, f"{IDLE} && ({QUESTION}) !== {json.dumps(before)}")


def test_with_keys_alone_a_quarrel_is_judged_closed_and_opened_again(server, browser):
    refused = len(browser.events)
    page = quarrel_begun(server, browser)
    page.ask("document.querySelector('#desk [name=typed]').focus()")
    for place, line in enumerate(QUARREL):
        if place == 3:
            press(page, "[data-act=back]")
            page.ask("document.querySelector('#desk [name=typed]').focus()")
            answer(page, "grande")
        answer(page, line)
    told = "document.querySelector('#desk .verdict').textContent"
    verdict = page.ask(told)
    assert "A1 is right" in verdict
    assert page.ask("document.activeElement.className") == "told"  # it is read aloud from its top
    page.tell("Page.navigate", url="about:blank")
    until(page, "location.href === 'about:blank'")
    page.tell("Page.navigate", url=f"{server.address}en.html#judge")
    until(page, f"document.readyState === 'complete' && {THERE} && {IDLE}")
    assert page.ask(told) == verdict
    turn(page, "records")
    press(page, "[data-act=record]")
    assert page.ask(told) == verdict
    browser.events = browser.events[refused:]
    assert page.complaints() == []
    page.tell("Page.close")


HELD = (
    "var handed = [], names = [];"
    "URL.createObjectURL = (blob) => (handed.push(blob.text()), '#');"
    "HTMLAnchorElement.prototype.click = function () {"
    "  this.download ? names.push(this.download) : HTMLElement.prototype.click.call(this); }"
)
"""In a page: what is handed out is not saved, but held."""
SAVED = "Promise.all(handed.splice(0)).then((all) => all.map((text) => [names.shift(), text]))"


def test_a_record_is_saved_and_what_is_kept_goes_out_and_comes_in(server, browser):
    page = browser.open(f"{server.address}en.html#records")
    until(page, IDLE)
    page.ask(HELD)
    page.ask(f"document.querySelector('#desk textarea').value = {json.dumps(EXAMPLE)}")
    page.ask("document.querySelector('#desk form').requestSubmit()")
    until(page, f"{IDLE} && !!document.querySelector('#desk .verdict')")
    for kind in ("json", "mus", "html"):
        press(page, f"[data-act=save][data-typed={kind}]")
    for name, text in page.ask(SAVED):
        opened = [one.replay for one in matches_in(text.encode())]
        assert name.startswith("mustutor.")
        assert len(opened) == 1, name
    turn(page, "settings")
    press(page, "[data-act=export]")
    [[name, text]] = page.ask(SAVED)
    assert name == "mustutor-progress.json"
    assert len(json.loads(text)["records"]) >= 1
    page.ask(
        f"var given = new DataTransfer(); given.items.add(new File([{json.dumps(text)}], 'x'));"
        "var field = document.querySelector('#desk [type=file]'); field.files = given.files;"
        "field.dispatchEvent(new Event('change', {bubbles: true}))"
    )
    until(page, f"{IDLE} && document.getElementById('desk').innerText.includes('Taken in')")
    page.tell("Page.close")


def test_a_command_that_writes_a_file_offers_it(server, browser):
    page = browser.open(f"{server.address}en.html#line")
    until(page, f"{STATE}.startsWith('Ready')")
    page.ask(HELD)
    page.ask("document.querySelector('#line input').value = 'replay seal punto -o sealed.json'")
    send(page, "line")
    assert page.ask("document.querySelector('#line .files a').download") == "sealed.json"
    [[_, text]] = page.ask(SAVED)
    assert json.loads(text)["format"]
    page.ask("document.querySelector('#line input').value = 'config set names A1=Ane'")
    send(page, "line")
    turn(page, "settings")
    assert page.ask("document.querySelector('#desk [name=typed]').value") == "A1=Ane"
    page.tell("Page.close")


def test_a_long_command_can_be_stopped_and_the_next_one_is_answered(page):
    page.ask("void ask({line: 'replay simulate --matches 100000 --seed 1'})")
    until(page, "!document.getElementById('stop').hidden")
    page.ask("document.getElementById('stop').click()")
    until(page, "waiting.size === 0")
    assert page.ask("ask({line: 'hand RRCA'}).then(answer => answer.status)") == 0


def test_a_slow_answer_at_the_desk_can_be_stopped_and_the_quarrel_goes_on(server, browser):
    page = quarrel_begun(server, browser)
    key = "document.querySelector('#desk [data-act=answer][data-typed=madrid]')"
    page.now(f"var key = {key}; for (const _ of [1, 2, 3]) key.click()")
    until(page, IDLE)
    asked = page.now(QUESTION)
    assert "Who is mano" in asked  # touched three times, it answered once
    page.now("void ask({line: 'replay simulate --matches 100000 --seed 1'})")
    page.now("document.querySelector('#desk [data-act=answer][data-typed=A2]').click()")
    until(page, "!document.getElementById('stop').hidden")
    page.ask("document.getElementById('stop').click()")
    until(page, f"{IDLE} && ({QUESTION}) === {json.dumps(asked)}")
    press(page, "[data-act=answer][data-typed=A2]")
    assert "Which lance" in page.now(QUESTION)
    press(page, "[data-act=again]")
    page.tell("Page.close")


def test_later_starts_begin_with_what_python_was_and_say_the_same(server, browser, page):
    until(page, "document.documentElement.dataset.remembers === 'true'")
    opened = browser.open(f"{server.address}es.html")
    until(opened, f"{STATE}.startsWith('Listo')")
    assert opened.ask("document.documentElement.dataset.remembered") == "true"
    for line, typed in EVERY[::5]:
        told = {"line": line, "typed": typed, "columns": 80, "language": "es"}
        ours = json.loads(answered(json.dumps(told)))
        theirs = opened.ask(f"ask({json.dumps(told)})")
        assert {name: theirs[name] for name in ours} == ours, line
    opened.tell("Page.close")


def test_what_is_drawn_by_lot_is_another_thing_after_each_start_from_memory(
    running_pages, page, browser
):
    del browser
    until(page, "document.documentElement.dataset.remembers === 'true'")
    starts = (running_pages / "worker.js").read_text("utf-8").partition("if (KEEPS)")[0]
    drawn = "remember().then(({python}) => tell({lot: python.runPython('random.random()')}));\n"
    (running_pages / "lots.js").write_text(starts + drawn, "utf-8")
    lot = "new Promise(done => { const worker = new Worker('./lots.js', {type: 'module'});"
    lot += "worker.onmessage = ({data}) => data.lot && (worker.terminate(), done(data.lot)); })"
    assert len({page.ask(lot) for _ in range(2)}) == 2


def test_a_memory_that_is_broken_is_given_up_for_a_plain_start(server, browser, page):
    until(page, "document.documentElement.dataset.remembers === 'true'")
    page.ask(
        "caches.keys().then(names => names.find(name => name.startsWith('mustutor-python')))"
        ".then(name => caches.open(name)).then(cache => cache.put('./python', new Response('x')))"
    )
    opened = browser.open(f"{server.address}en.html")
    until(opened, f"{STATE}.startsWith('Ready')")
    assert opened.ask("document.documentElement.dataset.remembered") == "false"
    assert opened.ask("ask({line: 'hand RRCA'}).then(answer => answer.status)") == 0
    opened.tell("Page.close")


def test_a_system_may_keep_the_page_as_a_program(page):
    manifest = page.tell("Page.getAppManifest")
    assert (manifest["errors"], json.loads(manifest["data"])["display"]) == ([], "standalone")
    until(page, "document.getElementById('kept').textContent !== ''")
    problems = page.tell("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [problem["errorId"] for problem in problems] == []


def test_pages_without_python_say_what_brings_it(browser, tmp_path):
    assert main(["site", str(tmp_path / "pages")]) == 0
    serving = Server(tmp_path / "pages")
    opened = browser.open(f"{serving.address}es.html")
    until(opened, f"{STATE}.includes('npm install pyodide@{PYODIDE}')")
    serving.stop()


def test_an_address_that_is_no_escape_shows_the_first_part(browser, tmp_path):
    assert main(["site", str(tmp_path / "pages")]) == 0
    serving = Server(tmp_path / "pages")
    opened = browser.open(f"{serving.address}es.html#%")
    until(opened, f"{STATE}.includes('npm install pyodide@{PYODIDE}')")
    shown = "[...document.querySelectorAll('main > section[id]')].map((part) => !part.hidden)"
    first, *others = opened.ask(shown)
    assert first
    assert not any(others)
    serving.stop()


FAULTS = (
    "axe.run({iframes: false}).then(({violations}) => violations"
    ".map(({id, nodes}) => [id, ...nodes.map(node => node.html)]))"
)
SEEN = (
    ("learn", ("[data-act=way]",)),
    (
        "judge",
        (
            "[data-act=answer][data-typed=fournier]",
            *(f"[data-act=answer][data-typed={one}]" for one in ("A1", "grande")),
            "[data-act=answer]:not([data-typed])",
            *("[data-typed='A1 envido 2']", "[data-typed='B1 quiero']"),
            "[data-act=back]",
            "[data-act=again]",
        ),
    ),
    ("records", ("[data-typed=punto]", "[data-act=play]", "[data-act=forward]")),
    ("settings", ()),
)
"""The parts of the desk, and what is touched there one after the other."""


def test_axe_finds_no_fault_of_accessibility_by_day_nor_by_night(server, browser, page, axe):
    del page
    for code, theme in zip(whole_languages(), ("light", "dark"), strict=True):
        opened = browser.open(f"{server.address}{code}.html", 320, 640)
        opened.theme(theme)
        until(opened, "isReady")
        opened.ask(
            "parts.forEach(part => part.hidden = false);"
            "document.querySelector('#hand form').requestSubmit();"
            "document.querySelector('#rule input').value = 'no such thing';"
            "document.querySelector('#rule form').requestSubmit()"
        )
        until(opened, "waiting.size === 0")
        opened.now(f"{axe}; 1")
        assert opened.ask(FAULTS) == [], (code, theme)
        until(opened, IDLE)
        for address, touched in SEEN:
            opened.ask(f"location.hash = '#{address}'")
            until(opened, f"{IDLE} && part() === '{address}'")
            for one in ("", *touched):
                if one:
                    press(opened, one)
                opened.ask(
                    "document.querySelectorAll('#desk details').forEach(one => one.open = true)"
                )
                assert opened.ask(FAULTS) == [], (code, theme, address, one)
                assert opened.ask("document.documentElement.scrollWidth") <= 320, (
                    code,
                    address,
                    one,
                )
        opened.tell("Page.close")


def test_no_part_is_wider_than_a_small_screen_in_either_language(server, browser, page):
    del page  # by now all is kept, so that this starts at once
    for code in available():
        opened = browser.open(f"{server.address}{code}.html", 320, 640)
        until(opened, "typeof turn === 'function'")
        names = opened.ask("links.map(link => link.hash.slice(1))")
        for name in names:
            turn(opened, name)
            assert opened.ask("document.documentElement.scrollWidth") <= 320, (code, name)
        assert opened.complaints() == []
        opened.tell("Page.close")


THERE = "!!document.getElementById('desk')"
IDLE = (
    "document.getElementById('desk')?.getAttribute('aria-busy') === 'false'"
    " && document.getElementById('desk').childElementCount > 0"
)


def press(page: Page, selector: str) -> None:
    """Touch a button of the desk, and wait for what is then seen."""
    page.now(f"document.querySelector({json.dumps(f'#desk {selector}')}).click()")
    until(page, IDLE)


def there(page: Page, selector: str) -> bool:
    return bool(page.now(f"!!document.querySelector({json.dumps(f'#desk {selector}')})"))


def say_something(page: Page) -> None:
    """Say the first thing that may be said, or throw the first card."""
    if there(page, ".throw"):
        page.now("document.querySelector('#desk .throw [data-lay]').click()")
        page.now("document.querySelector('#desk .throw').requestSubmit()")
        until(page, IDLE)
    else:
        press(page, ".buttons [data-act=say]")


def test_a_link_is_opened_and_played_and_a_damaged_one_says_so(server, browser, mustutor):
    link = mustutor("replay", "export", "ordago_accepted", "--link").out.strip()
    opened = browser.open(f"{server.address}en.html{link}")
    until(opened, f"{IDLE} && !!document.querySelector('#desk .verdict')")
    press(opened, "[data-act=play]")
    assert "Amaia" in opened.ask("document.querySelector('#desk .felt').innerText")
    opened.tell("Page.close")
    broken = browser.open(f"{server.address}en.html{link[:-30]}")
    until(broken, "!!document.querySelector('#desk .problem')")
    assert "broken" in broken.ask("document.querySelector('#desk .problem').textContent")
    broken.tell("Page.close")


def test_the_first_lesson_is_taken_to_its_end_by_a_finger(server, browser):
    refused = len(browser.events)
    page = browser.open(f"{server.address}en.html#learn/lesson/first_hand", 390, 844)
    until(page, IDLE)
    for _ in range(60):
        if there(page, ".ways-on button"):
            break
        if there(page, "[data-act=reveal]"):
            press(page, "[data-act=reveal]")
        else:
            press(page, "[data-act=forward]")
    assert there(page, ".ways-on button")
    browser.events = browser.events[refused:]
    assert page.complaints() == []
    page.tell("Page.close")


@pytest.fixture
def alone(running_pages) -> Iterator[Page]:
    """A page in a browser of its own, where nobody else holds what the device keeps.

    It keeps nothing yet, so it has a server of its own: the other may have been stopped by now.
    """
    serving = Server(running_pages)
    with chromium() as browser:
        page = browser.open(f"{serving.address}en.html#learn/play/grande_alone", 390, 844)
        until(page, IDLE)
        yield page
    serving.stop()


def test_a_match_is_played_and_goes_on_where_it_was_when_the_page_is_opened_again(alone):
    page, address = alone, alone.ask("location.origin")
    for _ in range(3):
        say_something(page) if not there(page, "[data-act=next]") else press(
            page, "[data-act=next]"
        )
    before = page.ask("document.querySelector('#desk .felt').innerText")
    page.tell("Page.navigate", url="about:blank")
    until(page, "location.href === 'about:blank'")
    page.tell("Page.navigate", url=f"{address}/en.html#learn")
    until(
        page, f"document.readyState === 'complete' && !!document.getElementById('desk') && {IDLE}"
    )
    assert page.ask("document.querySelector('#desk .felt').innerText") == before
    told = "document.getElementById('desk').innerText"
    for _ in range(400):
        if re.search(r"wins? in [0-9]+ hand", page.ask(told)):
            break
        if there(page, "[data-act=next]"):
            press(page, "[data-act=next]")
        else:
            say_something(page)
    assert re.search(r"wins? in [0-9]+ hand", page.ask(told))
    press(page, "[data-act=next]")
    assert there(page, ".ways-on button")


def test_a_second_tab_says_that_it_keeps_nothing(server, browser):
    first = browser.open(f"{server.address}en.html#learn")
    until(first, IDLE)
    second = browser.open(f"{server.address}en.html#learn")
    until(second, IDLE)
    until(second, "document.getElementById('kept').textContent.includes('lost')")
    for page in (first, second):
        page.tell("Page.close")


def test_a_double_tap_answers_once(server, browser):
    page = browser.open(f"{server.address}es.html#learn/lesson/first_hand")
    until(page, IDLE)
    where = "document.querySelector('#desk .where').textContent"
    before = page.ask(where)
    page.now(
        "for (const _ of [1, 2, 3]) document.querySelector('#desk [data-act=forward]').click()"
    )
    until(page, IDLE)
    assert [before.split()[-3], page.ask(where).split()[-3]] == ["1", "2"]


def test_without_room_on_the_device_it_answers_and_says_that_it_keeps_nothing(server):
    with chromium() as browser:
        blank = browser.open("about:blank")
        origin = server.address.rstrip("/")
        blank.tell("Storage.overrideQuotaForOrigin", origin=origin, quotaSize=1_000_000)
        page = browser.open(f"{server.address}en.html#hand")
        until(page, f"{STATE}.startsWith('Ready')")
        until(page, "document.getElementById('kept').textContent.includes('with a network only')")
        assert page.ask("ask({line: 'hand RRCA'}).then(answer => answer.status)") == 0


def test_an_open_page_goes_on_while_newer_ones_are_laid_in_and_the_next_is_new(
    running_pages, tmp_path
):
    folder = tmp_path / "pages"
    shutil.copytree(running_pages, folder)
    serving = Server(folder)
    with chromium() as browser:
        first = browser.open(f"{serving.address}en.html#hand")
        until(first, "document.documentElement.dataset.remembers === 'true'")
        first.tell("Page.close")
        old = browser.open(f"{serving.address}en.html#hand")
        until(old, f"{STATE}.startsWith('Ready')")
        keeper = folder / "service-worker.js"
        keeper.write_text(re.sub(r'(CACHE = "mustutor-)', r"\1new-", keeper.read_text()))
        page = folder / "en.html"
        page.write_text(page.read_text("utf-8").replace("<title>", "<title>New: "), "utf-8")
        old.ask("navigator.serviceWorker.getRegistration().then(found => found.update())")
        until(old, "isOld")
        assert old.ask("ask({line: 'hand RRCA'}).then(answer => answer.status)") == 0
        assert not old.ask("document.title").startswith("New")
        opened = browser.open(f"{serving.address}en.html#hand")
        assert opened.ask("document.title").startswith("New")
        # What was stopped starts again, and then all of it is new.
        old.now("stop.click(); void ask({line: 'hand RRCA'})")
        until(old, "document.title.startsWith('New')")
        until(old, f"{STATE}.startsWith('Ready')")
        # Of the pages that were there before nothing takes room any more.
        assert len(old.ask("caches.keys()")) == 2
    serving.stop()


def test_once_kept_it_opens_and_answers_with_the_server_gone(running_pages):
    serving = Server(running_pages)
    with chromium() as browser:
        page = browser.open(f"{serving.address}en.html#hand")
        until(page, "document.getElementById('kept').textContent !== ''")
        assert "without a network" in page.ask("document.getElementById('kept').textContent")
        serving.stop()
        opened = browser.open(serving.address)  # it leads to the one in our language
        ready = "document.getElementById('state')?.textContent.startsWith('Ready')"
        until(
            opened, f"location.pathname !== '/' && {ready}"
        )  # between two pages there is no state
        told = opened.ask("ask({line: 'hand RRCA'}).then(answer => answer.out)")
        assert told.startswith("R R C A")
