"""The conformance cases: 120 matches of Encaje, worked out independently of this engine."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mustutor.referee import settle, verify
from mustutor.replay import dumps, loads

LINES = (
    (Path(__file__).resolve().parents[1] / "conformance" / "encaje.jsonl")
    .read_text("utf-8")
    .splitlines()
)
CASES = [json.loads(line) for line in LINES]
every_case = pytest.mark.parametrize("number", range(len(LINES)), ids=lambda number: number + 1)

MOVEMENT = ("lance", "when", "item", "from", "to", "stones")


def test_all_the_cases_are_here():
    assert len(CASES) == 120
    assert sum(len(case["hands"]) for case in CASES) == 577


@every_case
def test_it_verifies_whole(number):
    verdict = verify(loads(LINES[number]))
    assert verdict.verdict == "ok", verdict.failure
    assert verdict.complete, verdict.missing
    assert len(verdict.hands) == len(CASES[number]["hands"])


@every_case
def test_it_settles_to_the_same_ledger_movement_by_movement_and_the_same_loser(number):
    document = CASES[number]
    settled = settle(loads(LINES[number])).as_json()
    assert len(settled["hands"]) == len(document["hands"])
    for computed, expected in zip(settled["hands"], document["hands"], strict=True):
        ledger = [{name: entry[name] for name in MOVEMENT} for entry in computed["ledger"]]
        assert ledger == expected["ledger"]
        assert computed["after"] == expected["after"]
        assert computed["complete"]
        assert computed["open"] == []
    assert settled.get("loser") == document["x-expect"].get("loser")
    assert settled["over"] is ("loser" in document["x-expect"])


@every_case
def test_it_settles_the_same_from_its_calls_and_cards_alone(number):
    document = json.loads(LINES[number])
    for hand in document["hands"]:
        del hand["ledger"], hand["after"]
    settled = settle(loads(json.dumps(document))).as_json()
    for computed, expected in zip(settled["hands"], CASES[number]["hands"], strict=True):
        ledger = [{name: entry[name] for name in MOVEMENT} for entry in computed["ledger"]]
        assert ledger == expected["ledger"]
        assert computed["after"] == expected["after"]


@every_case
def test_it_is_written_again_as_it_was_read_but_for_the_spaces(number):
    written = dumps(loads(LINES[number]))
    assert json.loads(written) == CASES[number]
    assert dumps(loads(written)) == written


def test_a_movement_changed_by_one_stone_is_found_item_by_item():
    tried = 0
    for case in CASES[::10]:
        document = json.loads(json.dumps(case))
        for number, hand in enumerate(document["hands"], 1):
            for place, movement in enumerate(hand["ledger"], 1):
                movement["stones"] += 1
                verdict = verify(loads(json.dumps(document)))
                assert verdict.verdict == "unsettled"
                assert verdict.failure is not None
                assert verdict.failure.place == f"{number}.ledger.{place}"
                movement["stones"] -= 1
                tried += 1
    assert tried > 300
