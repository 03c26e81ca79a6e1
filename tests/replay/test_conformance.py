"""The conformance cases: 120 matches of Encaje, 240 games of Mus by eight rulebooks.

They were worked out independently of this engine; `x-expect` says who wins or loses.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from mustutor.model.cards import read_card
from mustutor.referee import settle, verify
from mustutor.replay import dumps, loads
from tests.mus.table import changed

FOLDER = Path(__file__).resolve().parents[1] / "conformance"
GAMES = ("encaje", "mus")
LINES = {game: (FOLDER / f"{game}.jsonl").read_text("utf-8").splitlines() for game in GAMES}
CASES = {game: [json.loads(line) for line in lines] for game, lines in LINES.items()}
MOVEMENT = ("lance", "when", "item", "from", "to", "stones")
ENDING = {"encaje": "loser", "mus": "winner"}
RULEBOOKS_OF_MUS = {
    "cantabria": 34,
    "catalunya": 23,
    "fournier": 28,
    "fournier_30": 26,
    "galicia": 40,
    "guipuzcoa_4": 33,
    "la_rioja": 27,
    "navarra": 29,
}


every_case = pytest.mark.parametrize(
    ("game", "number"),
    [
        pytest.param(game, number, id=f"{game}-{number + 1}")
        for game, found in CASES.items()
        for number in range(len(found))
    ],
)


def test_all_the_cases_are_here():
    assert {game: len(found) for game, found in CASES.items()} == {"encaje": 120, "mus": 240}
    hands = {game: sum(len(case["hands"]) for case in found) for game, found in CASES.items()}
    assert hands == {"encaje": 577, "mus": 442}
    assert Counter(case["variant"]["id"] for case in CASES["mus"]) == RULEBOOKS_OF_MUS


@every_case
def test_it_verifies_whole(game, number):
    verdict = verify(loads(LINES[game][number]))
    assert verdict.verdict == "ok", verdict.failure
    assert len(verdict.hands) == len(CASES[game][number]["hands"])
    if game == "encaje":
        assert verdict.complete, verdict.missing
    # Of Mus half begin at grande: only the talk before it can be missing.
    assert {gap.what for gap in verdict.missing} <= {"lance"}
    assert {gap.place.partition(".")[2] for gap in verdict.missing} <= {"mus"}


def recomputed(game, number, text="", **more):
    """Settle a record, and hold every movement against what it states."""
    settlement = settle(loads(text or LINES[game][number]), **more)
    assert settlement.failure is None
    settled, document = settlement.as_json(), CASES[game][number]
    assert len(settled["hands"]) == len(document["hands"])
    for computed, expected in zip(settled["hands"], document["hands"], strict=True):
        movements = []
        for entry in computed["ledger"]:
            movement = {name: entry[name] for name in MOVEMENT}
            movements.append({**movement, "wins_game": True} if "wins_game" in entry else movement)
        assert movements == expected["ledger"]
        assert computed["after"] == expected["after"]
        assert computed["complete"]
        assert computed["open"] == []
    ending = ENDING[game]
    assert settled.get(ending) == document["x-expect"].get(ending)
    assert settled["over"] is (ending in document["x-expect"])


@every_case
def test_it_settles_to_the_same_ledger_movement_by_movement_and_the_same_ending(game, number):
    recomputed(game, number)


@every_case
def test_it_settles_the_same_from_its_calls_and_cards_alone(game, number):
    document = json.loads(LINES[game][number])
    for hand in document["hands"]:
        del hand["ledger"], hand["after"]
    recomputed(game, number, json.dumps(document))


@pytest.mark.parametrize("game", GAMES)
def test_it_is_written_again_as_it_was_read_but_for_the_spaces(game):
    for line, case in zip(LINES[game], CASES[game], strict=True):
        written = dumps(loads(line))
        assert json.loads(written) == case
        assert dumps(loads(written)) == written


@pytest.mark.parametrize(("game", "every", "least"), [("encaje", 10, 300), ("mus", 20, 50)])
def test_a_movement_changed_by_one_stone_is_found_item_by_item(game, every, least):
    tried = 0
    for case in CASES[game][::every]:
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
    assert tried > least


# --- who may cut in Cantabria ------------------------------------------------------------


def has_pares_and_juego(cards):
    """Four cards by eight kings, told by hand: two alike, and thirty-one or more."""
    ranks = [{"3": "R", "2": "A"}.get(read_card(card).rank, read_card(card).rank) for card in cards]
    points = sum(10 if rank in "RCS" else 1 if rank == "A" else int(rank) for rank in ranks)
    return len(set(ranks)) < 4 and points >= 31


# From the first hand on, mus corrido is played; in all of them mano cuts, and may.
CORRIDO = [
    number
    for number, case in enumerate(CASES["mus"])
    if case["variant"]["id"] == "cantabria" and not any(case["start"].values())
]
corrido_cases = pytest.mark.parametrize("number", CORRIDO, ids=lambda number: f"{number + 1}")


@corrido_cases
def test_REG_CAN_6_a_cut_without_pares_and_juego_is_refused_where_it_is_said(number):
    hand = CASES["mus"][number]["hands"][0]
    cards, mano = hand["deal"]["cards"], hand["mano"]
    assert hand["rounds"][0] == {"lance": "mus", "calls": [f"{mano} corto"]}
    assert has_pares_and_juego(cards[mano])
    anybody = changed("cantabria", {"mus.corrido_cut": "any"})
    exchanged = [seat for seat in cards if not has_pares_and_juego(cards[seat])]
    assert exchanged
    for seat in exchanged:
        document = json.loads(LINES["mus"][number])
        dealt = {**cards, mano: cards[seat], seat: cards[mano]}
        dealt = {"source": "composed", "cards": dealt}
        document["hands"] = [{"mano": mano, "deal": dealt, "rounds": hand["rounds"][:1]}]
        record = loads(json.dumps(document))
        verdict = verify(record)
        assert verdict.verdict == "illegal"
        assert verdict.failure is not None
        assert verdict.failure.place == "1.mus.1"
        assert "only with pares and juego" in verdict.failure.fault.sentence
        assert verify(record, variant=anybody).ok


@corrido_cases
def test_option_mus_corrido_cut_any_they_agree_movement_by_movement(number):
    anybody = changed("cantabria", {"mus.corrido_cut": "any"})
    assert verify(loads(LINES["mus"][number]), variant=anybody).ok
    recomputed("mus", number, variant=anybody)
