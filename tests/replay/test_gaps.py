"""Verification never stops reading: what follows a gap is judged as far as it can be."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mustutor.model.variant import load_variant
from mustutor.referee import Verdict, verify
from mustutor.replay import loads
from mustutor.replay.simulate import match
from tests.long import few, whole

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


# --- a hand that begins nobody knows with how many stones ------------------------------------


def movement(**more: Any) -> dict[str, Any]:
    told = {"lance": "grande", "when": "showdown", "item": "envite", "from": "bank", "to": "A"}
    return {**told, "stones": 2, **more}


def put(ledger: list[dict[str, Any]]) -> Callable[[dict[str, Any]], object]:
    return lambda hand: hand.update(ledger=ledger)


STRANGE = {
    "a payment of no name": ("fournier", put([movement(item="gift")]), "unsettled"),
    "a payment of no name in Encaje": (
        "encaje",
        put([movement(item="gift", to="out", **{"from": "A"})]),
        "unsettled",
    ),
    "a pot of no round": (
        "encaje",
        put([movement(item="stake", to="pot:perro", **{"from": "A"})]),
        "unsettled",
    ),
    "a pot that pays more than was put in": (
        "encaje",
        put(
            [
                movement(item="stake", when="at_once", to="pot:grande", **{"from": "A"}),
                movement(item="pot", stones=3, **{"from": "pot:grande"}),
            ]
        ),
        "unsettled",
    ),
    "fewer stones than were got in the hand": (
        "encaje",
        lambda hand: hand["after"].update(dict.fromkeys(hand["after"], 0)),
        "unsettled",
    ),
    "stones that are not what was played for": (
        "fournier",
        lambda hand: hand["ledger"][0].update(stones=hand["ledger"][0]["stones"] + 1),
        "unsettled",
    ),
    "somebody speaks before his turn": (
        "encaje",
        lambda hand: hand["rounds"][1]["calls"].pop(0),
        "illegal",
    ),
    "more than all the stones there are": (
        "encaje",
        lambda hand: first_bet(hand, "envido 500"),
        "illegal",
    ),
    "a side that is none has stones": (
        "fournier",
        lambda hand: hand["after"].update({"C": 1}),
        "illegal",
    ),
}


def first_bet(hand: dict[str, Any], words: str) -> None:
    for round_ in hand["rounds"]:
        for place, call in enumerate(round_["calls"]):
            if "envido" in call:
                round_["calls"][place] = f"{call.split()[0]} {words}"
                return
    raise AssertionError(hand)


@pytest.mark.parametrize(("variant", "change", "verdict"), STRANGE.values(), ids=STRANGE)
def test_what_is_wrong_whatever_the_stones_were_is_wrong(variant, change, verdict):
    found = hands_without_stones(variant)
    assert verdict_on(found).ok
    change(found["hands"][1])
    failed = verdict_on(found)
    assert (failed.verdict, failed.failure.place.partition(".")[0]) == (verdict, "2")


@pytest.mark.parametrize("variant", ["fournier", "encaje"])
def test_what_a_gapped_hand_tells_of_payments_is_read_too(variant):
    # A hand of which grande alone was taken down: what it says of the others is not ours to know.
    found = match(load_variant(variant), seats=4, hands=1, seed="gaps").as_json()
    found = json.loads(json.dumps(found))
    del found["seal"]
    [hand] = found["hands"]
    side = next(iter(hand["after"]))
    while hand["rounds"][-1]["lance"] != "grande":
        hand["rounds"].pop()
    for name in ("seal", "after"):
        del hand[name]
    hand["ledger"] = [told for told in hand["ledger"] if told["lance"] == "grande"]
    assert verdict_on(found).ok
    hand["ledger"].append(movement(lance="pares", item="gift", to=side, **{"from": side}))
    assert told(verdict_on(found)) == ("unsettled", f"1.ledger.{len(hand['ledger'])}")


def test_a_hand_after_stones_that_are_stated_again_is_judged_whole():
    found = match(load_variant("fournier"), seats=4, hands=4, seed="again").as_json()
    found = json.loads(json.dumps(found))
    first, second, third, fourth = found["hands"]
    for name in ("ledger", "after", "deal"):
        del first[name]
    for hand in found["hands"]:
        hand.pop("seal")
    del found["seal"], second["deal"]["shuffle"]
    verdict = verdict_on(found)
    # The second hand begins with stones nobody knows, and says with how many it ends.
    assert (verdict.verdict, verdict.complete) == ("ok", False)
    gaps = [(gap.place, gap.what) for gap in verdict.missing]
    assert ("2", "stones_before") in gaps
    assert not [place for place, _ in gaps if place.startswith(("3", "4"))]
    third["ledger"][-1]["stones"] += 1
    assert told(verdict_on(found)) == ("unsettled", f"3.ledger.{len(third['ledger'])}")
    third["ledger"][-1]["stones"] -= 1
    fourth["rounds"][-1]["calls"].append("A1 paso")
    assert verdict_on(found).failure.place.startswith("4.")


@whole
@pytest.mark.parametrize("variant", ["fournier", "encaje", "encaje_five_card", "madrid"])
def test_no_good_hand_is_refused_for_stones_nobody_knows(variant):
    rules = load_variant(variant)
    for seed in range(few(40, 4)):
        found = match(rules, seats=rules.number("players.count"), hands=20, seed=f"{seed}")
        document = json.loads(json.dumps(found.as_json()))
        for hand in document["hands"]:
            for name in ("seal", "after"):
                hand.pop(name, None)
            del hand["deal"]["shuffle"]
            for round_ in hand["rounds"]:
                round_.pop("checks", None)
        del document["seal"], document["hands"][0]["ledger"], document["hands"][0]["deal"]
        verdict = verdict_on(document)
        # Whoever has no stones left is silent: that is no turn left out.
        assert verdict.ok, (seed, verdict.failure)
        gaps = {(gap.place, gap.what) for gap in verdict.missing}
        begun = gaps & {("2", "stones"), ("2", "stones_before")}
        # An órdago decides the game, and the next begins with nothing: so much is known.
        assert begun or verdict.hands[0].decided or len(document["hands"]) == 1


def won_by_an_ordago() -> tuple[dict[str, Any], int]:
    """A match with a hand won by an órdago, and one that follows it: which it is, from 0."""
    for seed in range(100):
        found = match(load_variant("fournier"), seats=4, hands=8, seed=f"all {seed}").as_json()
        document: dict[str, Any] = json.loads(json.dumps(found))
        for at, hand in enumerate(document["hands"][:-1]):
            if hand["ledger"][-1].get("wins_game") and sum(hand["after"].values()):
                return document, at
    raise AssertionError


def test_a_game_may_have_been_won_by_a_word_nobody_remembers():
    document, at = won_by_an_ordago()
    del document["seal"]
    for hand in document["hands"]:
        for name in ("seal", "ledger"):
            del hand[name]
    torn, follows = document["hands"][at : at + 2]
    calls = torn["rounds"][-1]["calls"]
    calls[-1] = f"{calls[-1].split()[0]} ?"
    for round_ in torn["rounds"]:
        del round_["checks"]
    # The stones stated are those of before: the next game begins with none all the same.
    verdict = verdict_on(document)
    assert (verdict.verdict, verdict.complete) == ("ok", False), verdict.failure
    # What every beginning refuses is refused.
    follows["rounds"][0]["checks"][0] = "0" * 12
    place = follows["rounds"][0]["lance"]
    assert told(verdict_on(document)) == ("diverges", f"{at + 2}.{place}.1")
