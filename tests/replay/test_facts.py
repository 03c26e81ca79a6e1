"""What a record states beside the calls: kept to the byte, shown, and judged or named."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mustutor.archive.report import gaps
from mustutor.base.language import open_language
from mustutor.referee import verify
from mustutor.referee.trust.redaction import redacted
from mustutor.replay import dumps, loads
from mustutor.replay.seals import with_seals
from mustutor.replay.sheet.reader import read_sheets
from mustutor.replay.sheet.writer import written

ROOT = Path(__file__).resolve().parents[2]
HELD = {"A1": ["Ro", "Rc", "3c", "4e"], "B2": ["5o", "6o", "7o", "4o"]}


def stated() -> dict[str, Any]:
    """A record with every such fact."""
    document = json.loads((ROOT / "replays" / "madrid_refused_raise.json").read_text("utf-8"))
    document["draw"] = {"A1": "Ro", "B1": "4c", "A2": "7e", "B2": "Ab"}
    deal = document["hands"][0].setdefault("deal", {})
    deal |= {"held": HELD, "shuffled": ["A2", "B2"], "cut": {"by": "A2", "cards": 12}}
    calls = ["A1 cobra grande", "B2 cobra pares"]
    document["hands"][0]["rounds"].append({"lance": "cuenta", "calls": calls})
    sealed = with_seals(loads(json.dumps(document)))
    return json.loads(json.dumps(sealed.as_json()))


RECORD = stated()


def read(document: dict[str, Any]) -> Any:
    return loads(json.dumps(document))


def test_what_was_stated_is_written_back_to_the_byte():
    text = dumps(read(RECORD))
    assert json.loads(text) == RECORD
    assert dumps(loads(text)) == text


def test_it_verifies_and_what_nobody_judges_is_named():
    verdict = verify(read(RECORD))
    assert verdict.ok, verdict.failure
    assert not verdict.complete
    assert verdict.seals == "hold"
    assert list(gaps(verdict.missing, open_language("en"))) == [
        "Hand 1: deal.held is stated, and not judged.",
    ]


def test_nobody_may_have_cut():
    document = json.loads(json.dumps(RECORD))
    document["hands"][0]["deal"]["cut"] = "none"
    assert verify(with_seals(read(document))).ok


@pytest.mark.parametrize(
    ("path", "garbage", "verdict", "place"),
    [
        (("draw",), {"C": "Ro"}, "illegal", "draw"),
        (("draw",), {"A1": "xx"}, "unreadable", "draw"),
        (("hands", 0, "deal", "held"), {"C": ["Ro"]}, "illegal", "1"),
        (("hands", 0, "deal", "held"), {"A1": ["xx"]}, "unreadable", "1"),
        (("hands", 0, "deal", "shuffled"), ["A1", "C"], "illegal", "1"),
        (("hands", 0, "deal", "cut"), {"by": "C"}, "illegal", "1"),
        (("hands", 0, "rounds", -1, "calls"), ["A1 cobra"], "unreadable", "1.cuenta.1"),
        (("hands", 0, "rounds", -1, "calls"), ["A1 cobra todo"], "unreadable", "1.cuenta.1"),
        (("hands", 0, "rounds", -1, "calls"), ["C cobra pares"], "illegal", "1.cuenta.1"),
    ],
)
def test_garbage_is_never_ok(path, garbage, verdict, place):
    document = json.loads(json.dumps(RECORD))
    owner = document
    for step in path[:-1]:
        owner = owner[step]
    owner[path[-1]] = garbage
    found = verify(with_seals(read(document)))
    assert (found.verdict, found.failure.place) == (verdict, place)


def test_a_count_in_the_middle_of_a_hand_is_no_round_of_the_game():
    document = json.loads(json.dumps(RECORD))
    rounds = document["hands"][0]["rounds"]
    rounds.insert(1, rounds.pop())
    assert verify(with_seals(read(document))).verdict == "illegal"


def test_a_seal_covers_what_is_public_and_not_the_hands_held():
    full = read(RECORD)
    document = json.loads(json.dumps(RECORD))
    del document["hands"][0]["deal"]["held"]
    assert with_seals(read(document)).seal == full.seal
    for part, change in (("cut", "none"), ("shuffled", ["B2"])):
        document["hands"][0]["deal"][part] = change
        assert verify(read(document)).seals == "1"
        document["hands"][0]["deal"][part] = RECORD["hands"][0]["deal"][part]
    document["hands"][0]["rounds"][-1]["calls"].pop()
    assert verify(read(document)).verdict == "altered"


@pytest.mark.parametrize("view", ["table", "B2"])
def test_a_copy_for_others_holds_the_hands_laid_down_and_not_those_they_were_dealt(view):
    copy = redacted(read(RECORD), view).as_json()
    deal = copy["hands"][0]["deal"]
    assert deal["held"] == HELD
    assert deal.get("cards", {}).keys() == {view} - {"table"}
    assert deal["cut"] == {"by": "A2", "cards": 12}
    assert copy["hands"][0]["rounds"][-1]["lance"] == "cuenta"
    assert copy["draw"] == RECORD["draw"]
    assert verify(read(copy)).seals == "hold"


@pytest.mark.parametrize("view", ["table", "B2"])
def test_a_copy_of_a_hand_that_broke_off_holds_no_hand_but_its_own(view):
    document = json.loads(json.dumps(RECORD))
    hand = document["hands"][0]
    hand["rounds"] = hand["rounds"][:2]
    for field in ("ledger", "after"):
        hand.pop(field, None)
    document.pop("claims", None)
    deal = redacted(with_seals(read(document)), view).as_json()["hands"][0]["deal"]
    assert deal.get("held", {}) == ({} if view == "table" else {"B2": HELD["B2"]})


def test_the_score_sheet_keeps_it():
    (found,) = read_sheets(written(read(RECORD)).encode())
    assert found.replay is not None
    assert found.replay.as_json() == RECORD


def test_it_is_shown(mustutor, tmp_path):
    path = tmp_path / "stated.json"
    path.write_text(dumps(read(RECORD)), "utf-8")
    shown = mustutor("replay", "show", str(path)).out
    for words in (
        "The draw for seats: A1 Ro, A2 7e, B1 4c, B2 Ab",
        "Shuffled by Aitana (A2), Benita (B2).",
        "Cut by Aitana (A2): 12",
        "Kept after the discards",
        "Almudena (A1) cobra grande",
    ):
        assert words in shown
    told = mustutor("replay", "verify", str(path))
    assert "deal.held is stated, and not judged." in told.out
