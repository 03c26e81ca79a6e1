"""Somebody at a page in a real browser, who reads it, presses keys, clicks, moves a finger."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

from tests.site.chromium import Chromium

PATIENCE = 30.0
HERE = ("file:", "about:", "blob:")


class Browser:
    """A browser with one page, opened afresh for every test."""

    def __init__(self, chromium: Chromium) -> None:
        self.chromium = chromium
        self.page = chromium.open("about:blank")

    def __call__(self, method: str, **given: Any) -> dict[str, Any]:
        """Tell the browser something about its page."""
        return self.page.tell(method, **given)

    @property
    def said(self) -> list[str]:
        """What the browser complained of: errors, refusals, requests that leave the page."""
        asked = [
            told["params"]["request"]["url"]
            for told in self.chromium.events
            if told["method"] == "Network.requestWillBeSent"
        ]
        left = [f"asks for {address}" for address in asked if not address.startswith(HERE)]
        return self.page.complaints() + left

    def open(self, file: Path, at: str = "", *, width: int = 1280, height: int = 900) -> None:
        """Open a page afresh, in a window of a size, and wait until it is there."""
        self("Page.navigate", url="about:blank")
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        self("Emulation.setDeviceMetricsOverride", **size)
        self.chromium.events.clear()
        self("Page.navigate", url=f"{file.as_uri()}{at}")
        self.wait("document.readyState === 'complete' && location.protocol === 'file:'")

    def read(self, expression: str) -> Any:
        """What an expression is in the page."""
        return self.page.ask(expression)

    def wait(self, expression: str) -> None:
        """Wait until an expression is true in the page."""
        until = time.monotonic() + PATIENCE
        while not self.read(expression):
            assert time.monotonic() < until, f"never true: {expression}"
            time.sleep(0.02)

    def press(self, key: str) -> None:
        """Press a key and let it go."""
        text = {"text": key} if len(key) == 1 else {}
        for kind in ("keyDown", "keyUp"):
            self(
                "Input.dispatchKeyEvent", type=kind, key=key, **(text if kind == "keyDown" else {})
            )

    def click(self, selector: str) -> None:
        """Click into the middle of an element, where a hand would."""
        box = self.read(
            f"(() => {{ const e = document.querySelector({json.dumps(selector)});"
            " e.scrollIntoView({block: 'center'}); const b = e.getBoundingClientRect();"
            " return [b.x + b.width / 2, b.y + b.height / 2]; })()"
        )
        at = {"x": box[0], "y": box[1], "button": "left", "clickCount": 1}
        for kind in ("mousePressed", "mouseReleased"):
            self("Input.dispatchMouseEvent", type=kind, **at)

    def swipe(self, selector: str, far: int) -> None:
        """Move a finger across an element: to the left where `far` is less than nothing."""
        x, y = self.read(
            f"(() => {{ const b = document.querySelector({json.dumps(selector)})"
            ".getBoundingClientRect(); return [b.x + b.width / 2, b.y + 20]; })()"
        )
        self("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        for part in (1, 2, 3):
            moved = [{"x": x + far * part / 3, "y": y}]
            self("Input.dispatchTouchEvent", type="touchMove", touchPoints=moved)
        self("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
