"""`replay verify`: the lances behind wrong stones, and every hand judged for itself."""

from __future__ import annotations

import json

import pytest

from mustutor.base.files import data

FAULTY = data("replays") / "faulty"


def told(mustutor, *arguments):
    shown = mustutor("replay", "verify", *arguments)
    return shown.status, " ".join(shown.out.split())


def test_wrong_stones_show_the_lances_that_make_the_difference(mustutor):
    # D has 22 by its calls; 23 is written, as if the 1 that D gave B at pares had not moved.
    status, text = told(mustutor, str(FAULTY / "stones_miscounted.json"))
    assert status == 1
    assert "D begins with 20 and ends with 22." in text
    assert "-4 at pares (stake)" in text
    assert "That would be right without 1 from D to B (value of the hand) at pares" in text
    assert "The entries of the record come to the same as ours: only the sum is wrong." in text


def test_a_ledger_that_differs_in_several_movements_shows_them_by_lance(mustutor, bare, kept):
    match = bare("target_reached_in_the_middle_of_pares")
    verified = json.loads(mustutor("settle", kept(match), "--json").out)
    ledger = verified["hands"][0]["ledger"]
    changed = [dict(entry) for entry in ledger]
    for entry in changed[-2:]:
        entry["stones"] += 1
    match["hands"][0]["ledger"] = changed
    _, text = told(mustutor, kept(match))
    for entry in ledger[-2:]:
        assert f"{entry['lance'].capitalize()}: the record has " in text


def test_the_verdict_alone_of_a_fault(mustutor):
    shown = mustutor("replay", "verify", "--brief", str(FAULTY / "raise_by_one.json"))
    assert " ".join(shown.out.split()).endswith(
        "illegal at 1.grande.2 The record has: B subo a 3 B raises 2 to 3, but a raise must "
        "reach at least 4. (ENC-BET-6)"
    )


def test_each_hand_of_a_good_match_is_good(mustutor):
    shown = mustutor("replay", "verify", "--each-hand", "match_to_three_games")
    assert shown.status == 0
    assert shown.out.splitlines()[:2] == ["hand 1: ok.", "hand 2: ok."]
    assert "0 of 21 hands wrong." in " ".join(shown.out.split())


def test_two_faults_in_two_hands_are_both_found(mustutor, record, kept):
    # Hand 3 says a call nobody may say there, hand 9 states a movement of other stones.
    match = record("match_to_three_games")
    for hand in match["hands"]:
        hand.pop("seal", None)
    match.pop("seal", None)
    match["hands"][2]["rounds"][0]["calls"][0] = "A1 quiero"
    match["hands"][8]["ledger"][0]["stones"] += 1
    shown = mustutor("replay", "verify", "--each-hand", "--json", kept(match))
    found = [json.loads(line) for line in shown.out.splitlines()]
    assert shown.status == 1
    assert [one["hand"] for one in found] == list(range(1, 22))
    wrong = {one["hand"]: one for one in found if one["verdict"] != "ok"}
    assert list(wrong) == [3, 9]
    assert wrong[3]["verdict"] == "illegal"
    assert wrong[9]["place"] == "9.ledger.1"
    assert found[3]["from_stated"] is True


def test_a_hand_after_stones_nobody_stated_is_told_as_not_judged(mustutor, record, kept):
    match = record("match_to_three_games")
    for hand in match["hands"]:
        hand.pop("seal", None)
    match.pop("seal", None)
    broken = match["hands"][2]
    broken["rounds"][0]["calls"][0] = "A1 quiero"
    broken.pop("after")
    found = [
        json.loads(line)
        for line in mustutor(
            "replay", "verify", "--each-hand", "--json", kept(match)
        ).out.splitlines()
    ]
    assert found[3]["verdict"] == "unjudged"
    assert found[3]["complete"] is False
    assert [one["verdict"] for one in found[4:]] == ["ok"] * (len(found) - 4)


@pytest.mark.parametrize("other", [("--jobs", "2"), ("--shard", "1/2")])
def test_each_hand_goes_with_no_option_of_archives(mustutor, other):
    shown = mustutor("replay", "verify", "--each-hand", "match_to_three_games", *other)
    assert shown.status == 2
    assert "--each-hand" in shown.err


@pytest.mark.parametrize("code", ["en", "es"])
def test_every_faulty_record_is_judged_hand_by_hand(mustutor, code):
    files = sorted(str(path) for path in FAULTY.iterdir() if path.suffix == ".json")
    for file in files:
        shown = mustutor("replay", "verify", "--each-hand", file, "--lang", code)
        assert shown.status in (0, 1, 3)
        assert shown.out or shown.err
