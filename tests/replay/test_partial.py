"""Records with gaps: verification says what it could not judge, settlement what it would need."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mustutor.referee import Verdict, settle, verify
from mustutor.replay import loads

REPLAYS = Path(__file__).resolve().parents[2] / "replays"
LANCES = ["mus", "grande", "chica", "pares", "juego"]


def bare(name: str) -> dict[str, Any]:
    """The calls and cards of a record alone: what people can write down at a table."""
    document = json.loads((REPLAYS / f"{name}.json").read_text("utf-8"))
    for field in ("seal", "claims", "notes"):
        document.pop(field, None)
    for hand in document["hands"]:
        for field in ("seal", "ledger", "after"):
            hand.pop(field, None)
        for round_ in hand["rounds"]:
            round_.pop("checks", None)
    return document


def verified(document: dict[str, Any]) -> Verdict:
    verdict = verify(loads(json.dumps(document)))
    assert verdict.ok, verdict.failure
    return verdict


def settled(document: dict[str, Any]) -> list[dict[str, Any]]:
    return settle(loads(json.dumps(document))).as_json()["hands"]


def gaps(verdict: Verdict) -> set[tuple[str, str]]:
    return {(gap.place, gap.what) for gap in verdict.missing}


def test_calls_and_cards_are_enough():
    verdict = verified(bare("seen_by_one"))
    assert verdict.complete
    assert verdict.after == {"A": 13, "B": 25, "C": 17, "D": 22, "E": 23}


def test_a_record_may_begin_at_grande():
    document = bare("seen_by_one")
    del document["hands"][0]["rounds"][0]
    verdict = verified(document)
    assert gaps(verdict) == {("1.mus", "lance")}
    assert not verdict.complete
    [hand] = settled(document)
    assert hand["after"] == {"A": 13, "B": 25, "C": 17, "D": 22, "E": 23}


@pytest.mark.parametrize("end", range(1, 5))
def test_a_record_may_stop_early(end):
    document = bare("seen_by_one")
    del document["hands"][0]["rounds"][end:]
    verdict = verified(document)
    assert not verdict.complete
    assert (f"1.{LANCES[end]}", "lance") in gaps(verdict)


@pytest.mark.parametrize("end", range(1, 25))
def test_a_record_may_stop_in_the_middle_of_a_lance(end):
    document = bare("seen_by_one")
    left = end
    for round_ in document["hands"][0]["rounds"]:
        round_["calls"] = round_["calls"][:left]
        left -= len(round_["calls"])
    document["hands"][0]["rounds"] = [
        round_ for round_ in document["hands"][0]["rounds"] if round_["calls"]
    ]
    verdict = verified(document)
    assert not verdict.complete
    assert len([step for step in verdict.hands[0].steps if step.call.seat != "baraja"]) == end


@pytest.mark.parametrize(
    ("lance", "ledger"),
    [
        ("grande", ["stake A 2", "stake D 2", "pot D 4"]),
        ("chica", ["stake C 3", "stake E 3", "pot E 6"]),
        ("pares", ["stake B 4", "stake D 4", "pot B 8", "value B 1"]),
        ("juego", ["stake A 2", "stake D 2", "pot D 4", "value D 3"]),
    ],
)
def test_a_record_may_hold_one_lance_only(lance, ledger):
    document = bare("seen_by_one")
    rounds = document["hands"][0]["rounds"]
    document["hands"][0]["rounds"] = [one for one in rounds if one["lance"] == lance]
    verdict = verified(document)
    assert not verdict.complete
    missing = {place for place, what in gaps(verdict) if what == "lance"}
    assert missing >= {f"1.{other}" for other in ("mus", "grande", "chica") if other != lance}
    [hand] = settled(document)
    told = [
        f"{m['item']} {m['from'] if m['item'] == 'stake' else m['to']} {m['stones']}"
        for m in hand["ledger"]
        if m["lance"] == lance
    ]
    assert told == ledger


def test_a_punto_alone_is_enough_where_no_hand_has_juego():
    document = bare("nobody_has_pares_or_juego")
    [punto] = [one for one in document["hands"][0]["rounds"] if one["lance"] == "punto"]
    document["hands"][0]["rounds"] = [punto]
    verified(document)
    del document["hands"][0]["deal"]
    verified(document)


def test_ENC_JUE_4_a_punto_alone_is_refused_where_a_known_hand_has_juego():
    document = bare("seen_by_one")
    calls = ["A paso", "B paso", "C paso", "D paso", "E paso"]
    document["hands"][0]["rounds"] = [{"lance": "punto", "calls": calls}]
    verdict = verify(loads(json.dumps(document)))
    assert verdict.failure is not None
    assert (verdict.verdict, verdict.failure.place) == ("illegal", "1.punto.1")
    assert verdict.failure.fault.rule == "ENC-JUE-4"


# --- declarations ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["seen_by_one", "lone_holders", "nobody_has_pares_or_juego", "all_in_is_silent"]
)
@pytest.mark.parametrize("lances", [{"pares"}, {"juego"}, {"pares", "juego"}])
def test_with_all_cards_known_the_declarations_may_be_left_out(name, lances):
    whole = bare(name)
    document = bare(name)
    for round_ in document["hands"][0]["rounds"]:
        if round_["lance"] in lances:
            round_["calls"] = [call for call in round_["calls"] if "tengo" not in call]
    verdict = verified(document)
    assert verdict.complete
    assert settled(document) == settled(whole)
    # The same where a lance nobody bet in is left out altogether, and another follows.
    *rounds, last = document["hands"][0]["rounds"]
    rounds = [round_ for round_ in rounds if round_["calls"]]
    document["hands"][0]["rounds"] = [*rounds, last]
    assert settled(document) == settled(whole)


def test_declarations_are_all_left_out_or_none():
    for left in range(1, 5):
        document = bare("seen_by_one")
        pares = document["hands"][0]["rounds"][3]
        pares["calls"] = pares["calls"][left:]
        verdict = verify(loads(json.dumps(document)))
        assert verdict.failure is not None
        assert (verdict.verdict, verdict.failure.place) == ("illegal", "1.pares.1")


def test_without_the_cards_the_declarations_cannot_be_made():
    document = bare("seen_by_one")
    pares = document["hands"][0]["rounds"][3]
    pares["calls"] = pares["calls"][5:]
    del document["hands"][0]["deal"]["cards"]["C"]
    verdict = verify(loads(json.dumps(document)))
    assert verdict.failure is not None
    assert (verdict.verdict, verdict.failure.place) == ("illegal", "1.pares.1")


# --- cards nobody saw --------------------------------------------------------------------


def test_without_any_cards_the_pots_wait():
    document = bare("seen_by_one")
    del document["hands"][0]["deal"]
    verdict = verified(document)
    assert gaps(verdict) == {("1", "cards")}
    [hand] = settled(document)
    assert [(waiting["lance"], waiting["between"]) for waiting in hand["open"]] == [
        *(("grande", ["A", "D"]), ("chica", ["C", "E"])),
        *(("pares", ["B", "D"]), ("pares", ["B", "D"])),
        *(("juego", ["A", "D"]), ("juego", ["A", "D"])),
    ]
    assert [waiting["stones"] for waiting in hand["open"]] == [4, 6, 8, 1, 4, 2]


def test_only_the_cards_that_are_compared_are_needed():
    document = bare("worked_example_1_b_better")
    cards = document["hands"][0]["deal"]["cards"]
    document["hands"][0]["deal"]["cards"] = {seat: cards[seat] for seat in "BE"}
    [hand] = settled(document)
    assert hand["after"] == {"A": 5, "B": 6, "C": 16, "D": 9, "E": 22}
    assert hand["open"] == []
    del document["hands"][0]["deal"]["cards"]["E"]
    [hand] = settled(document)
    assert hand["open"] == [{"lance": "grande", "between": ["B", "E"], "stones": 22}]


def test_what_comes_before_the_first_unknown_comparison_is_settled():
    document = bare("seen_by_one")
    del document["hands"][0]["deal"]["cards"]["B"]
    [hand] = settled(document)
    showdown = [(m["lance"], m["item"]) for m in hand["ledger"] if m["when"] == "showdown"]
    assert showdown == [("grande", "pot"), ("chica", "pot")]
    assert [waiting["lance"] for waiting in hand["open"]] == ["pares", "pares", "juego", "juego"]


def test_discards_nobody_saw():
    document = bare("mus_twice")
    whole = settled(document)
    for round_ in document["hands"][0]["rounds"]:
        if round_["lance"] == "descarte":
            round_["calls"][3] = " ".join(
                [*round_["calls"][3].split()[:2], *["?"] * (len(round_["calls"][3].split()) - 2)]
            )
    verdict = verified(document)
    assert [gap.seats for gap in verdict.missing] == [("D",)]
    [hand] = settled(document)
    # Who takes the pot of grande does not hang on David's cards.
    assert hand["ledger"][: len(hand["ledger"])] == whole[0]["ledger"][: len(hand["ledger"])]
    assert hand["open"]


# --- a call nobody remembers -------------------------------------------------------------


def test_after_a_forgotten_call_only_what_no_word_allows_is_held_against_anybody():
    document = bare("seen_by_one")
    chica = document["hands"][0]["rounds"][2]
    chica["calls"][2] = "C ?"
    verdict = verified(document)
    assert gaps(verdict) == {("1.chica.3", "call")}
    assert not verdict.complete
    for later, found in ((["A mus"], "illegal"), (["A paso", "Z whatever"], "unreadable")):
        chica["calls"][3:] = later
        assert verify(loads(json.dumps(document))).verdict == found


def test_a_forgotten_call_after_which_stands_a_check_was_not_forgotten():
    document = json.loads((REPLAYS / "seen_by_one.json").read_text("utf-8"))
    document["hands"][0]["rounds"][2]["calls"][2] = "C ?"
    verdict = verify(loads(json.dumps(document)))
    assert verdict.failure is not None
    assert (verdict.verdict, verdict.failure.place) == ("diverges", "1.chica.3")


# --- from one hand to the next -----------------------------------------------------------


def test_stones_told_after_a_hand_carry_on_to_the_next():
    document = json.loads((REPLAYS / "punto.json").read_text("utf-8"))
    first = document["hands"][0]
    del first["deal"], document["seal"]
    for hand in document["hands"]:
        del hand["seal"]
    verdict = verified(document)
    assert len(verdict.hands) == 4
    assert not verdict.complete
    assert verdict.after == {"A": 4, "B": 13, "C": 14}
    assert [played.complete for played in verdict.hands] == [False, True, True, True]


def test_without_the_stones_after_it_a_hand_with_gaps_ends_the_verification():
    document = bare("punto")
    del document["hands"][1]["deal"]
    verdict = verified(document)
    assert len(verdict.hands) == 2
    assert ("3", "stones") in gaps(verdict)


def test_stones_told_are_held_against_the_movements_told():
    document = json.loads((REPLAYS / "punto.json").read_text("utf-8"))
    first = document["hands"][0]
    del first["deal"], document["seal"]
    for hand in document["hands"]:
        del hand["seal"]
    first["after"]["A"] += 1
    verdict = verify(loads(json.dumps(document)))
    assert verdict.failure is not None
    assert (verdict.verdict, verdict.failure.place) == ("unsettled", "1.after")


def test_a_record_without_a_hand_is_a_record():
    document = bare("unbet")
    document["hands"] = []
    verdict = verified(document)
    assert verdict.hands == ()
    assert verdict.after == {}
    settlement = settle(loads(json.dumps(document)))
    assert (settlement.after, settlement.loser, settlement.over) == ({}, "", False)


def test_a_hand_without_a_round_is_a_hand_nobody_wrote_down():
    document = bare("unbet")
    document["hands"] = [{"mano": "A", "rounds": []}]
    verdict = verified(document)
    lances = {(f"1.{lance}", "lance") for lance in ("mus", "grande", "chica", "pares", "juego")}
    assert gaps(verdict) == {*lances, ("1", "cards")}
