"""The pages in a real browser, without a network: the same words, kept for later, nothing refused.

Where there is no Chromium, or no Pyodide, these are skipped; `.ci/run` brings Pyodide by npm.
"""

from __future__ import annotations

import functools
import json
import threading
import time
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from mustutor.cli.site.running import answered
from mustutor.language import available
from tests.site.chromium import FOUND, NAMES, Chromium, Page, chromium
from tests.site.lines import EVERY, QUARREL, RECORDS

pytestmark = [
    pytest.mark.long,  # Python is loaded, three times
    pytest.mark.skipif(FOUND is None, reason=f"no browser: none of {', '.join(NAMES)} is here"),
]

LONGEST = 120
"""Seconds a page may take on a machine that does much else."""
STATE = "document.getElementById('state').textContent"
# Every kind of question, and some records of each game.
COMPARED = [pair for pair in EVERY if pair[0] not in RECORDS[1::7] + RECORDS[2::7] + RECORDS[3::7]]
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
    """The English page, ready."""
    opened = browser.open(f"{server.address}en.html")
    until(opened, f"{STATE}.startsWith('Ready')")
    return opened


def until(page: Page, code: str) -> None:
    """Wait until something is so in a page; fail with what it says where it never is."""
    end = time.monotonic() + LONGEST
    while not page.now(code):
        assert time.monotonic() < end, (code, page.ask(STATE), page.complaints())
        time.sleep(0.1)


def turn(page: Page, name: str) -> None:
    """Go to a part of the page by its link, as somebody does."""
    page.ask(f"document.querySelector('nav a[href=\"#{name}\"]').click()")
    until(page, f"!document.getElementById('{name}').hidden")


def send(page: Page, name: str, form: str = "form") -> None:
    """Send a form, and wait until it is answered."""
    page.ask(f"document.querySelector('#{name} {form}').requestSubmit()")
    until(page, "waiting.size === 0")


def test_every_command_line_says_the_same_bytes_as_at_a_terminal(page):
    other = {}
    for line, typed in COMPARED:
        told = {"line": line, "typed": typed, "columns": 80, "language": "en"}
        ours = json.loads(answered(json.dumps(told)))
        theirs = page.ask(f"ask({json.dumps(told)})")
        found = {name: theirs[name] for name in ours}
        if found != ours:
            other[line] = (found, ours)
    assert other == {}


def test_a_browser_refuses_nothing_and_a_stranger_runs_nothing(page):
    title = page.ask("document.title")
    turn(page, "settle")
    sheet = json.dumps(
        {
            "format": "mustutor-replay-1",
            "variant": {"id": "encaje"},
            "seats": ["A", "B"],
            "players": {"A": HOSTILE},
            "title": HOSTILE,
            "hands": [],
        }
    )
    for pasted in (sheet, HOSTILE, ""):
        page.ask(f"document.querySelector('#settle textarea').value = {json.dumps(pasted)}")
        send(page, "settle")
        assert page.ask("document.title") == title
    assert page.ask("document.querySelector('#settle iframe').srcdoc").startswith("<!DOCTYPE html>")
    assert page.ask("document.querySelectorAll('img, main script').length") == 0
    assert page.complaints() == []


def test_a_match_is_played_back_in_its_frame(page):
    turn(page, "play")
    page.ask("document.querySelector('#play select').value = 'punto'")
    send(page, "play")
    told = {"line": "replay export punto --html", "language": "en", "columns": 80}
    out = json.loads(answered(json.dumps(told)))["out"]
    assert page.ask("document.querySelector('#play iframe').srcdoc") == out
    page.ask("document.querySelector('#settle iframe').removeAttribute('srcdoc')")
    until(page, "document.querySelector('#play iframe').srcdoc !== ''")
    [frame] = page.browser.frames()
    until(frame, "document.querySelector('[role=status]').textContent !== ''")  # its script runs
    assert page.complaints() == frame.complaints() == []


def test_a_quarrel_is_judged_question_by_question_and_a_step_back_is_one(page):
    turn(page, "judge")
    send(page, "judge")
    for place, line in enumerate(QUARREL):
        assert page.ask("!document.querySelector('#judge .talk').hidden"), place
        if place == 3:
            page.ask("document.querySelector('#judge .talk').elements.back.click()")
            until(page, "waiting.size === 0")
            page.ask("document.querySelector('#judge .talk').elements.answer.value = 'grande'")
            send(page, "judge", ".talk")
        field = "document.querySelector('#judge .talk').elements.answer"
        page.ask(f"{field}.value = {json.dumps(line)}")
        send(page, "judge", ".talk")
    assert page.ask("document.querySelector('#judge .talk').hidden")
    told = {"words": ["judge"], "typed": "".join(f"{line}\n" for line in QUARREL), "columns": 100}
    said = json.loads(answered(json.dumps(told | {"language": "en"})))["out"].strip("\n")
    assert page.ask("document.querySelector('#judge pre').textContent") == said
    assert page.complaints() == []


def test_a_long_command_can_be_stopped_and_the_next_one_is_answered(page):
    page.ask("void ask({line: 'replay simulate --matches 100000 --seed 1'})")
    until(page, "!document.getElementById('stop').hidden")
    page.ask("document.getElementById('stop').click()")
    until(page, "waiting.size === 0")
    assert page.ask("ask({line: 'hand RRCA'}).then(answer => answer.status)") == 0


def test_later_starts_begin_with_what_python_was_and_say_the_same(server, browser, page):
    until(page, "document.documentElement.dataset.remembers === 'true'")
    opened = browser.open(f"{server.address}es.html")
    until(opened, f"{STATE}.startsWith('Listo')")
    assert opened.ask("document.documentElement.dataset.remembered") == "true"
    for line, typed in COMPARED[::5]:
        told = {"line": line, "typed": typed, "columns": 80, "language": "es"}
        ours = json.loads(answered(json.dumps(told)))
        theirs = opened.ask(f"ask({json.dumps(told)})")
        assert {name: theirs[name] for name in ours} == ours, line
    opened.ask("worker.terminate()")


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
    opened.ask("worker.terminate()")


def test_no_part_is_wider_than_a_small_screen_in_either_language(server, browser, page):
    del page  # by now all is kept, so that this starts at once
    for code in available():
        opened = browser.open(f"{server.address}{code}.html", 320, 640)
        until(opened, "typeof turn === 'function'")
        names = opened.ask("parts.map(part => part.id)")
        for name in names:
            turn(opened, name)
            assert opened.ask("document.documentElement.scrollWidth") <= 320, (code, name)
        assert opened.complaints() == []
        opened.ask("worker.terminate()")


def test_once_kept_it_opens_and_answers_with_the_server_gone(server, browser, page):
    until(page, "document.getElementById('kept').textContent !== ''")
    assert "without a network" in page.ask("document.getElementById('kept').textContent")
    server.stop()
    opened = browser.open(server.address)  # the first page leads to the one in our language
    until(opened, f"location.pathname !== '/' && {STATE}.startsWith('Ready')")
    assert opened.ask("ask({line: 'hand RRCA'}).then(answer => answer.out)").startswith("R R C A")
