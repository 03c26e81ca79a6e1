"""A short form of the standing liar: each so-many-th lie, and the page that lists what passes.

The long form is a program: ``python -m tests.attacks.lies``.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from tests.attacks.lies import OUTSIDE, SEALED_ANEW, changes, lie_of, main, tried
from tests.attacks.records import Json
from tests.long import few, whole

PAGE = Path(__file__).resolve().parents[2] / "replays" / "TRUST.md"
CLASSES = {*OUTSIDE, SEALED_ANEW, "order of cards", "another spelling"}

pytest.importorskip("cryptography")


def listed() -> list[str]:
    """The lies that the page says nobody is told of."""
    part = PAGE.read_text("utf-8").partition("## What nobody is told")[2].partition("\n## ")[0]
    _, *classes = re.findall(r"^\| ([a-z ]+) \|", part, re.MULTILINE)
    return classes


def test_every_lie_nobody_is_told_of_has_its_line_on_the_page():
    assert sorted(listed()) == sorted(CLASSES)
    assert len(set(listed())) == len(listed())


@whole
def test_every_lie_is_unreadable_caught_warned_of_or_on_the_page():
    found: Counter[str] = Counter()
    for subject, means, lie, outcome, kind in tried(few(97, 211)):
        found[outcome] += 1
        if outcome in ("less", "passed"):
            place = ".".join(map(str, lie.place))
            assert kind in listed(), f"{subject}, {means}: {lie.what} at {place}"
    assert found["caught"] > sum(found.values()) / 3
    assert min(found[outcome] for outcome in ("unreadable", "warned", "passed")) > 0


def test_a_lie_is_one_change_and_every_place_has_one():
    document: Json = {"a": [1, "x"], "b": {"c": True}}
    found = list(changes(document))
    assert {change.place for change in found} == {
        ("a",),
        ("a", 0),
        ("a", 1),
        ("b",),
        ("b", "c"),
    }
    made = [lie_of(change, json.dumps(document)).document for change in found]
    assert document not in made
    assert {"a": [1, "x"]} in made
    assert {"a": [1, "x"], "b": {"c": False}} in made


def test_the_program_prints_its_table_and_names_no_hole(capsys):
    assert main(["3001"]) == 0
    told = capsys.readouterr().out
    assert "record, and what the liar does" in told
    assert "nobody is told of" in told
