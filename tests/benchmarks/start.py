"""How long the pocket takes to start from memory on a slow phone, and then to count odds.

    MUSTUTOR_PYODIDE=node_modules/pyodide python tests/benchmarks/start.py [FOLDER]

DevTools slow down the thread of a page (`Emulation.setCPUThrottlingRate`), and no worker; Python
runs in one. So beside what a clock says here stands the processor time of the page and of its
worker, one of which waits for the other: a phone four times slower takes four times that, whatever
else this machine does meanwhile. Other threads, which compile, work beside them. A FOLDER that
`mustutor site` has written is measured as it is; without one the pages are written first.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.site.chromium import Chromium, Page, chromium  # noqa: E402

TIMES, SLOWER = 7, 4
LONGEST = 180
ODDS = "ask({line: 'odds RRCA', columns: 80}).then(answer => answer.status)"
WORKER, PAGE = "DedicatedWorker", "chromium"
"""What Chromium calls its threads; a page's own has the name of the program."""


def spent() -> Counter[str]:
    """Milliseconds of processor time of each thread in our renderers, by name."""
    found: Counter[str] = Counter()
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if os.getpgid(int(process.name)) != os.getpgrp():
                continue
            if b"--type=renderer" not in (process / "cmdline").read_bytes():
                continue
            for thread in process.glob("task/*"):
                name = (thread / "comm").read_text().strip().rstrip("0123456789/")
                found[name] += int((thread / "schedstat").read_text().split()[0]) // 1_000_000
        except OSError:  # it has ended meanwhile
            continue
    return found


def until(page: Page, code: str) -> None:
    """Wait until something is so in a page."""
    end = time.monotonic() + LONGEST
    while not page.now(code):
        assert time.monotonic() < end, (code, page.complaints())
        time.sleep(0.02)


def start(browser: Chromium, address: str) -> dict[str, int]:
    """One start from memory, and the odds of a hand: milliseconds of each."""
    before = spent()
    page = browser.open(f"{address}en.html#hand")
    until(page, "isReady")
    ready = spent()
    assert page.ask("document.documentElement.dataset.remembered") == "true"
    began = time.monotonic()
    assert page.ask(ODDS) == 0
    clock = round(1000 * (time.monotonic() - began))
    after = spent()
    told = {
        "start: clock": int(page.ask("document.documentElement.dataset.milliseconds")),
        "start: worker's processor": (ready - before)[WORKER],
        "start: page's and worker's": (ready - before)[WORKER] + (ready - before)[PAGE],
        "start: other threads'": (ready - before).total() - (ready - before)[WORKER],
        "odds: clock": clock,
        "odds: worker's processor": (after - ready)[WORKER],
    }
    page.tell("Page.close")
    time.sleep(0.5)
    return told


def main() -> None:
    """Write the pages, open them once, and then as often as it is measured."""
    from mustutor.cli.main import main as mustutor
    from tests.site.conftest import package
    from tests.site.test_browser import Server

    with tempfile.TemporaryDirectory() as name, chromium() as browser:
        folder = Path(*sys.argv[1:2] or [name])
        if not sys.argv[1:]:
            assert mustutor(["site", name, "--pocket", "--pyodide", str(package("pyodide"))]) == 0
        server = Server(folder)
        page = browser.open(f"{server.address}en.html#hand")
        until(page, "document.documentElement.dataset.remembers === 'true'")
        page.tell("Page.close")
        server.stop()  # from here on all comes from the device
        time.sleep(1)
        measured = [start(browser, server.address) for _ in range(TIMES)]
    for what in measured[0]:
        times = sorted(one[what] for one in measured)
        middle = statistics.median(times)
        slow = f"  x{SLOWER}: {SLOWER * middle / 1000:.1f} s" if "clock" not in what else ""
        print(f"{what:32} {times[0]:5} {middle:7.0f} {times[-1]:6} ms{slow}")


if __name__ == "__main__":
    main()
