"""Verification never stops reading: what follows a gap is judged as far as it can be."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mustutor.referee import Verdict, verify
from mustutor.replay import loads
from mustutor.simulate import match
from mustutor.variant import load_variant

CASES = Path(__file__).with_name("trust")


def verdict_on(found: dict[str, Any]) -> Verdict:
    return verify(loads(json.dumps(found)))


def told(verdict: Verdict) -> tuple[str, str]:
    return verdict.verdict, verdict.failure.place if verdict.failure is not None else ""


def case(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((CASES / f"{name}.json").read_text("utf-8"))
    return found


@pytest.fixture
def gap() -> dict[str, Any]:
    """A hand whose last call of juego nobody remembers; all cards are told."""
    found = case("forged_ledger_gap")
    hand = found["hands"][0]
    del hand["ledger"], hand["after"]
    return found


def test_a_ledger_that_no_word_at_the_gap_leads_to_is_unsettled():
    assert told(verdict_on(case("forged_ledger_gap"))) == ("unsettled", "1.ledger.1")


def test_garbage_after_a_gap_is_never_ok():
    assert told(verdict_on(case("garbage_after_gap"))) == ("unreadable", "2.grande.3")


def test_a_record_of_no_hands_is_complete_of_nothing():
    verdict = verdict_on(case("nohands"))
    assert (verdict.verdict, verdict.complete) == ("ok", False)
    assert [gap.what for gap in verdict.missing] == ["hands"]


def test_what_stays_possible_after_a_gap_is_ok_and_not_complete(gap):
    assert told(verdict_on(gap)) == ("ok", "")
    # B's grande, pares and juego, and A's or B's last stone: only these can be stated.
    assert not verdict_on(gap).complete


def test_the_stones_that_one_of_the_words_leads_to_are_ok(gap):
    # B1 spoke, nobody knows what: a paso, or a bet that A1 did not want.
    calls = gap["hands"][0]["rounds"][-1]["calls"]
    calls[-2:] = ["B1 ?", "A1 paso"]
    document = json.loads(json.dumps(gap))
    document["hands"][0]["rounds"][-1]["calls"][-2] = "B1 paso"
    gap["hands"][0]["after"] = verdict_on(document).after
    assert told(verdict_on(gap)) == ("ok", "")
    side, stones = next(iter(gap["hands"][0]["after"].items()))
    gap["hands"][0]["after"][side] = stones + 7
    assert told(verdict_on(gap)) == ("unsettled", "1.after")


AFTERWARDS = {
    "no call at all": ("B1 sings", "unreadable"),
    "a seat that is none": ("C paso", "illegal"),
    "whatever was said, it is not his turn": ("B2 quiero", "illegal"),
    "a stake nobody can have raised to": ("B1 subo a 3", "illegal"),
}


@pytest.mark.parametrize(("call", "verdict"), AFTERWARDS.values(), ids=AFTERWARDS)
def test_what_no_word_at_the_gap_allows_is_a_fault(gap, call, verdict):
    gap["hands"][0]["rounds"][-1]["calls"].append(call)
    assert told(verdict_on(gap)) == (verdict, "1.juego.7")


def hands_without_stones(variant: str) -> dict[str, Any]:
    """Two hands of which the first ends nobody knows how."""
    found = match(load_variant(variant), seats=4, hands=2, seed="gaps").as_json()
    first = found["hands"][0]
    del first["ledger"], first["after"], first["deal"]
    for name in ("seal", "claims", "notes"):
        found.pop(name, None)
    for hand in found["hands"]:
        hand.pop("seal", None)
        hand["deal"] = {"cards": hand["deal"]["cards"]} if "deal" in hand else {}
        hand["deal"]["source"] = "physical"
        for round_ in hand["rounds"]:
            round_.pop("checks", None)
    return found


@pytest.mark.parametrize("variant", ["fournier", "encaje", "cantabria", "madrid"])
def test_a_good_hand_after_one_that_nobody_can_settle_stays_good(variant):
    verdict = verdict_on(hands_without_stones(variant))
    assert told(verdict) == ("ok", "")
    assert not verdict.complete


CHANGES = {
    "a card twice": lambda hand: next(iter(hand["deal"]["cards"].values())).__setitem__(
        0, next(iter(hand["deal"]["cards"].values()))[1]
    ),
    "no call": lambda hand: hand["rounds"][0]["calls"].insert(0, "A1 sings"),
    "a pot that is no account": lambda hand: hand.update(
        ledger=[
            {
                "lance": "grande",
                "when": "at_once",
                "item": "paso",
                "from": "bank",
                "to": "Q",
                "stones": 1,
            }
        ]
    ),
}


@pytest.mark.parametrize("variant", ["fournier", "encaje"])
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_wrong_hand_after_one_that_nobody_can_settle_is_wrong(variant, change):
    found = hands_without_stones(variant)
    change(found["hands"][1])
    assert verdict_on(found).verdict in ("misdealt", "unreadable", "unsettled")
