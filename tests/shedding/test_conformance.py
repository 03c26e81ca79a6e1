"""The conformance cases of both games, worked out apart from this engine."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mustutor.referee import settle, verify
from mustutor.replay import dumps, loads
from tests.long import few, sampled

FOLDER = Path(__file__).resolve().parents[1] / "conformance"
GAMES = ("enfle", "mau_mau")
LINES = {game: (FOLDER / f"{game}.jsonl").read_text("utf-8").splitlines() for game in GAMES}
CASES = {game: [json.loads(line) for line in lines] for game, lines in LINES.items()}
MOVEMENT = ("lance", "when", "item", "from", "to", "stones")

EVERY = [(game, number) for game in GAMES for number in range(len(CASES[game]))]
every_case = pytest.mark.parametrize(("game", "number"), EVERY)


def test_all_the_cases_are_here():
    hands = {game: sum(len(case["hands"]) for case in found) for game, found in CASES.items()}
    assert hands == {"enfle": 159, "mau_mau": 393}


@every_case
def test_it_verifies_whole_and_settles_to_the_same_ledger(game, number):
    record = loads(LINES[game][number])
    verdict = verify(record)
    assert (verdict.verdict, verdict.complete) == ("ok", True)
    settled, document = settle(record).as_json(), CASES[game][number]
    for computed, expected in zip(settled["hands"], document["hands"], strict=True):
        movements = [{name: entry[name] for name in MOVEMENT} for entry in computed["ledger"]]
        assert movements == expected["ledger"]
        assert computed["after"] == expected["after"]
        assert computed["complete"]
    expect = document["x-expect"]
    assert settled.get("games") == expect.get("games", settled.get("games"))
    if game == "mau_mau":
        assert settled.get("winner") == expect.get("winner")


@sampled("game, number", EVERY, every=10)
def test_it_settles_the_same_from_its_calls_and_cards_alone(game, number):
    document = json.loads(LINES[game][number])
    expected = [hand["ledger"] for hand in document["hands"]]
    for hand in document["hands"]:
        del hand["ledger"], hand["after"]
    settled = settle(loads(json.dumps(document))).as_json()
    for computed, ledger in zip(settled["hands"], expected, strict=True):
        assert [{name: entry[name] for name in MOVEMENT} for entry in computed["ledger"]] == ledger


@pytest.mark.parametrize("game", GAMES)
def test_it_is_written_again_as_it_was_read(game):
    for line, case in list(zip(LINES[game], CASES[game], strict=True))[:: few(1, 8)]:
        written = dumps(loads(line))
        assert json.loads(written) == case
        assert dumps(loads(written)) == written


@sampled("game, number", EVERY, every=20)
def test_a_movement_changed_by_one_is_found_item_by_item(game, number):
    document = json.loads(LINES[game][number])
    for count, hand in enumerate(document["hands"], 1):
        for place, movement in enumerate(hand["ledger"], 1):
            movement["stones"] += 1
            verdict = verify(loads(json.dumps(document)))
            movement["stones"] -= 1
            assert verdict.verdict == "unsettled"
            assert verdict.failure.place == f"{count}.ledger.{place}"
