"""Sealing anew gives what the recorder gave, and never to a record that is wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mustutor.base.json_text import canonical
from mustutor.referee import verify
from mustutor.referee.trust.sealing import Unverified, resealed, stripped
from mustutor.replay import loads
from mustutor.replay.seals import commitment, with_seals

REPLAYS = Path(__file__).resolve().parents[2] / "replays"
FAULTY = sorted((REPLAYS / "faulty").glob("*.json"))
# Nobody remembers a call of it: it was left without checks and seals.
SEALED = [path for path in sorted(REPLAYS.glob("*.json")) if path.stem != "forgotten_call"]


def record(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((REPLAYS / f"{name}.json").read_text("utf-8"))
    return found


@pytest.mark.parametrize("path", SEALED, ids=lambda path: path.stem)
def test_a_packaged_record_sealed_anew_is_the_same_byte_for_byte(path):
    text = path.read_text("utf-8")
    assert canonical(resealed(loads(text)).as_json()) + "\n" == text


@pytest.mark.parametrize("path", SEALED, ids=lambda path: path.stem)
def test_what_is_stripped_can_be_computed_again(path):
    text = path.read_text("utf-8")
    bare = stripped(loads(text))
    document = bare.as_json()
    assert "seal" not in document
    for hand in document["hands"]:
        assert "seal" not in hand
        assert all("checks" not in round_ for round_ in hand["rounds"])
    verdict = verify(bare)
    assert verdict.verdict == "ok"
    for played in verdict.hands:
        # Stones stay only where nothing would give them back.
        assert played.hand.ledger is None or not played.settled
    assert canonical(resealed(bare).as_json()) + "\n" == text


@pytest.mark.parametrize("path", FAULTY, ids=lambda path: path.stem)
def test_a_record_that_is_wrong_is_not_sealed_and_the_reason_is_its_verdict(path):
    replay = loads(path.read_text("utf-8"))
    verdict = verify(replay)
    assert not verdict.ok
    with pytest.raises(Unverified) as caught:
        resealed(replay)
    assert caught.value.failure == verdict.failure
    assert verdict.failure.fault.said() in str(caught.value)


def test_stripping_keeps_the_stones_of_a_hand_nobody_could_settle():
    document = stripped(loads(json.dumps(record("seen_by_one_without_cards")))).as_json()
    assert document["hands"][0]["after"] == {"A": 13, "B": 25, "C": 17, "D": 22, "E": 23}
    assert len(document["hands"][0]["ledger"]) == 14
    document = stripped(loads(json.dumps(record("seen_by_one")))).as_json()
    assert not {"after", "ledger"} & set(document["hands"][0])


def test_stripping_keeps_what_no_engine_can_play():
    found = record("faulty/raise_by_one")
    document = stripped(loads(json.dumps(found))).as_json()
    assert document["hands"][0]["rounds"][1]["calls"] == found["hands"][0]["rounds"][1]["calls"]
    assert "seal" not in document
    found["variant"]["id"] = "nobody_knows"
    assert "seal" not in stripped(loads(json.dumps(found))).as_json()


def test_stones_counted_wrong_are_taken_off_and_counted_again():
    found = record("faulty/stones_miscounted")
    again = resealed(stripped(loads(json.dumps(found))))
    assert verify(again).complete
    assert found["hands"][0]["after"]["D"] == 23
    assert again.hands[0].after["D"] == 22


def test_calls_that_lean_on_the_stake_are_spelled_out_before_they_are_sealed():
    found = json.loads(canonical(stripped(loads(json.dumps(record("seen_by_one")))).as_json()))
    pares = found["hands"][0]["rounds"][3]["calls"]
    assert pares[6:8] == ["B envido 2", "D subo a 4"]
    pares[6:8] = ["B I bet", "D 2 más"]
    again = canonical(resealed(loads(json.dumps(found))).as_json()) + "\n"
    assert again == (REPLAYS / "seen_by_one.json").read_text("utf-8")


def test_after_a_call_nobody_remembers_there_are_no_checks():
    replay = resealed(loads(json.dumps(record("forgotten_call"))))
    verdict = verify(replay)
    assert (verdict.verdict, verdict.seals, verdict.complete) == ("ok", "hold", False)
    told = [(len(r.calls), len(r.checks or ())) for r in replay.hands[0].rounds]
    place = verdict.missing[0].place.split(".")
    lances = [round_.lance for round_ in replay.hands[0].rounds]
    there = lances.index(place[1])
    assert told[there][1] == int(place[2]) - 1
    assert all(calls == checks for calls, checks in told[:there])
    assert all(checks == 0 for _, checks in told[there + 1 :])


def test_commitments_hold_every_card_that_is_told_and_only_salts_differ_from_time_to_time():
    replay = loads(json.dumps(record("unbet")))
    one, other = (resealed(replay, commit=True).as_json() for _ in range(2))
    for sealed in (one, other):
        deal = sealed["hands"][0]["deal"]
        assert set(deal["commit"]) == set(deal["salts"]) == set(deal["cards"])
        for seat, salt in deal["salts"].items():
            assert len(salt) >= 32  # 128 bits in hexadecimal
            assert commitment(salt, deal["cards"][seat]) == deal["commit"][seat]
        assert verify(loads(json.dumps(sealed))).complete
    assert one["hands"][0]["deal"]["salts"] != other["hands"][0]["deal"]["salts"]
    # From now on another card is found out, though no seal covers it.
    cards = one["hands"][0]["deal"]["cards"]
    cards["A"], cards["B"] = cards["B"], cards["A"]
    verdict = verify(loads(json.dumps(one)))
    assert (verdict.verdict, verdict.seals) == ("misdealt", "hold")


def test_a_commitment_that_is_there_is_kept():
    once = resealed(loads(json.dumps(record("unbet"))), commit=True)
    assert resealed(once, commit=True) == once


# --- the three signals -------------------------------------------------------------------


def signals(found: dict[str, Any]) -> tuple[str, str, str]:
    verdict = verify(loads(json.dumps(found)))
    place = verdict.failure.place if verdict.failure else ""
    return verdict.verdict, place, verdict.seals


def test_good_checks_and_a_good_seal_are_in_order():
    assert signals(record("punto")) == ("ok", "", "hold")


def test_bad_checks_and_a_good_seal_say_that_the_engines_differ():
    # As another engine would have written it: other checks, sealed with them.
    found = record("punto")
    found["hands"][1]["rounds"][1]["checks"][2] = "0123456789ab"
    sealed = with_seals(loads(json.dumps(found))).as_json()
    lance = found["hands"][1]["rounds"][1]["lance"]
    assert signals(sealed) == ("diverges", f"2.{lance}.3", "hold")


def test_good_checks_and_a_bad_seal_say_that_the_wrapper_was_edited():
    found = record("punto")
    found["place"] = "elsewhere"
    assert signals(found) == ("altered", "match", "match")
    found = record("punto")
    found["hands"][2]["deal"]["source"] = "composed"
    assert signals(found) == ("altered", "3", "3")


def test_both_bad_from_one_place_say_that_a_call_was_edited_there():
    found = record("seen_by_one")
    chica = found["hands"][0]["rounds"][2]
    assert chica["calls"][2] == "C envido 3"
    chica["calls"][2] = "C envido 4"
    assert signals(found) == ("diverges", "1.chica.3", "1")


def test_without_a_seal_nothing_is_said_of_one():
    found = record("seen_by_one")
    del found["seal"], found["hands"][0]["seal"]
    assert signals(found) == ("ok", "", "")
    found["hands"][0]["rounds"][2]["calls"][2] = "C envido 4"
    assert signals(found) == ("diverges", "1.chica.3", "")
