"""A Chromium without a past and without a network, driven through a pipe: no library is needed.

`Chromium.open` opens a page, `Page.ask` runs JavaScript in it and waits for what it promises.
Everything the browser asks of the network is refused by name, but what comes from localhost.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FOUND = next(filter(None, map(shutil.which, NAMES)), None)
QUIET = (
    *("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    *("--hide-scrollbars", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost"),
    "--remote-debugging-pipe",
)
HEARING, SAYING = 3, 4
"""The handles at which Chromium hears and says, by its own rule."""


class RefusedByChromium(AssertionError):
    """The browser could not do what it was told."""


class Chromium:
    """A browser under way: what it is told goes in at one pipe, and what it says comes out."""

    def __init__(self, told: int, said: int) -> None:
        self.told, self.said = told, said
        self.number = 0
        self.waiting = b""
        self.events: list[dict[str, Any]] = []

    def tell(self, method: str, session: str = "", **parameters: Any) -> dict[str, Any]:
        """Tell it something and wait until it answers; what happens meanwhile is kept."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        message |= {"sessionId": session} if session else {}
        os.write(self.told, json.dumps(message).encode() + b"\0")
        while True:
            heard = self._heard()
            if heard.get("id") == self.number:
                if "error" in heard:
                    raise RefusedByChromium(heard["error"])
                return dict(heard["result"])
            self.events.append(heard)

    def _heard(self) -> dict[str, Any]:
        while b"\0" not in self.waiting:
            read = os.read(self.said, 1 << 16)
            assert read, "the browser has gone"
            self.waiting += read
        message, self.waiting = self.waiting.split(b"\0", 1)
        return dict(json.loads(message))

    def open(self, address: str, width: int = 1280, height: int = 900) -> Page:
        """Open a page in a window of this size."""
        target = self.tell("Target.createTarget", url="about:blank")["targetId"]
        session = self.tell("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = Page(self, session)
        for domain in ("Page", "Runtime", "Network", "Log"):
            page.tell(f"{domain}.enable")
        page.size(width, height)
        page.tell("Page.navigate", url=address)
        while not page.complete():
            time.sleep(0.02)
        return page

    def frames(self) -> list[Page]:
        """What stands in frames that are closed off from their page, our frames alone."""
        found = self.tell("Target.getTargets")["targetInfos"]
        ours = [one for one in found if one["type"] == "iframe" and one["url"] == "about:srcdoc"]
        attached = [
            self.tell("Target.attachToTarget", targetId=one["targetId"], flatten=True)
            for one in ours
        ]
        return [Page(self, one["sessionId"]) for one in attached]


class Page:
    """A page in a browser."""

    def __init__(self, browser: Chromium, session: str) -> None:
        self.browser, self.session = browser, session

    def tell(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Tell the browser something about this page."""
        return self.browser.tell(method, self.session, **parameters)

    def ask(self, code: str) -> Any:
        """What JavaScript in the page gives, or promises."""
        return self._given(code, waits=True)

    def now(self, code: str) -> Any:
        """What JavaScript in the page gives at this moment."""
        return self._given(code, waits=False)

    def _given(self, code: str, *, waits: bool) -> Any:
        given = self.tell(
            "Runtime.evaluate", expression=code, awaitPromise=waits, returnByValue=True
        )
        assert "exceptionDetails" not in given, given["exceptionDetails"]
        return given["result"].get("value")

    def size(self, width: int, height: int) -> None:
        """Give its window another size."""
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.tell("Emulation.setDeviceMetricsOverride", **size)

    def theme(self, theme: str) -> None:
        """Show it as whoever prefers light or dark sees it."""
        feature = {"name": "prefers-color-scheme", "value": theme}
        self.tell("Emulation.setEmulatedMedia", features=[feature])

    def complete(self) -> bool:
        """Is all of it there? A page that leads to another one is gone while it is waited for."""
        try:
            return bool(self.now("document.readyState") == "complete")
        except RefusedByChromium:
            return False

    def picture(self, file: Path) -> None:
        """Keep what the page looks like, as a PNG."""
        data = self.tell("Page.captureScreenshot", captureBeyondViewport=True)["data"]
        file.write_bytes(base64.b64decode(data))

    def complaints(self) -> list[str]:
        """What the browser refused, or a script fell over, so far."""
        logged = [event["params"] for event in self.browser.events if "params" in event]
        entries = [told["entry"]["text"] for told in logged if "entry" in told]
        thrown = [str(told["exceptionDetails"]) for told in logged if "exceptionDetails" in told]
        return entries + thrown


@contextmanager
def chromium() -> Iterator[Chromium]:
    """A browser with a profile of its own, which goes with it."""
    with tempfile.TemporaryDirectory(prefix="chromium-", ignore_cleanup_errors=True) as profile:
        hears, told = os.pipe()
        said, says = os.pipe()

        def handed() -> None:
            # Both are moved out of the way first: either may have the number of the other.
            ends = os.dup(hears), os.dup(says)
            os.dup2(ends[0], HEARING)
            os.dup2(ends[1], SAYING)

        running = subprocess.Popen(
            [str(FOUND), *QUIET, f"--user-data-dir={profile}"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=handed,  # noqa: PLW1509 - nothing else of it runs in threads
            pass_fds=(HEARING, SAYING),
        )
        os.close(hears)
        os.close(says)
        browser = Chromium(told, said)
        try:
            yield browser
        finally:
            browser.tell("Browser.close")
            running.wait(timeout=60)
            os.close(told)
            os.close(said)
