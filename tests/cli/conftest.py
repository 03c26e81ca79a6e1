"""What the tests of the commands share: the records that come with mustutor, and changed copies."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mustutor.base.files import data

STATED = {"match": ("seal", "claims"), "hand": ("seal", "ledger", "after"), "round": ("checks",)}


@pytest.fixture
def record() -> Callable[[str], Any]:
    """Read a packaged record as plain JSON, to be changed at will."""

    def read(name: str = "worked_example_1_b_better") -> Any:
        return json.loads((data("replays") / f"{name}.json").read_text("utf-8"))

    return read


@pytest.fixture
def bare(record) -> Callable[[str], Any]:
    """A packaged record with the calls and cards only: nothing stated that could disagree."""

    def read(name: str = "worked_example_1_b_better") -> Any:
        match = record(name)
        for field in STATED["match"]:
            match.pop(field, None)
        for hand in match["hands"]:
            for field in STATED["hand"]:
                hand.pop(field, None)
            for round_ in hand["rounds"]:
                round_.pop("checks", None)
        return match

    return read


@pytest.fixture
def kept(tmp_path) -> Callable[..., str]:
    """Write a record (or any text or bytes) to a file, and give its path."""

    def write(thing: Any, name: str = "record.json") -> str:
        path: Path = tmp_path / name
        if not isinstance(thing, (str, bytes)):
            thing = json.dumps(thing, indent=1)
        path.write_bytes(thing.encode() if isinstance(thing, str) else thing)
        return str(path)

    return write


@pytest.fixture
def fed(monkeypatch) -> Callable[[str], None]:
    """Put text on standard input."""

    def feed(text: str) -> None:
        stream = io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8")
        monkeypatch.setattr(sys, "stdin", stream)

    return feed
