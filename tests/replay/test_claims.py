"""Claims that name who took something, and no number, against the recomputation."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from mustutor.base.language import open_language
from mustutor.present.verdict import deciding_lines
from mustutor.referee import settle
from mustutor.replay import loads
from mustutor.replay.sheet.reader import read_sheets

ENGLISH = open_language("en")

REPLAYS = Path(__file__).resolve().parents[2] / "replays"


def judged(name: str, *claims: dict[str, Any]) -> list[bool | None]:
    """What becomes of claims about a packaged record."""
    document = json.loads((REPLAYS / f"{name}.json").read_text("utf-8"))
    document["claims"] = [{"by": "A", **claim} for claim in claims]
    return [judgement.holds for judgement in settle(loads(json.dumps(document))).judgements]


def test_who_takes_a_pot_may_be_claimed_without_saying_how_many_stones():
    found = judged(
        "worked_example_1_b_better",
        {"about": "1.grande", "to": "E"},
        {"about": "1.grande", "to": "B"},
    )
    assert found == [True, False]


def test_ENC_SET_7_what_left_the_game_is_reasoned_apart_from_what_was_given():
    # B raises the two of A to six, nobody follows: two to A at once, three for duples go out.
    (sheet,) = read_sheets(
        b"variant encaje\nseats A B\nhand 1 mano A\n  A Ro Rc 7o 4o\n  B Co Cc So Sc\n"
        b"  pares: A tengo, B tengo, A 2, B 6, A no quiero\n"
    )
    assert sheet.replay is not None
    (hand,) = settle(sheet.replay).hands
    for to, cited in (("A", "ENC-SET-6"), ("out", "ENC-SET-7")):
        lines = deciding_lines(hand.end, hand.open, "B", "pares", ENGLISH, to=to)
        rules = {rule for line in lines for rule in line.rules}
        assert rules & {"ENC-SET-6", "ENC-SET-7"} == {cited}


def test_who_lost_the_game_did_not_take_what_left_it():
    # C loses the game in the middle of the count; the stone of grande went out of it.
    document = json.loads((REPLAYS / "ends_in_mid_settlement.json").read_text("utf-8"))
    settled = settle(loads(json.dumps(document)))
    entries = settled.hands[-1].end.ledger
    assert {entry.dst for entry in entries if entry.lance == "grande"} == {"out"}
    claims = [{"about": about, "to": settled.loser} for about in ("1", "1.grande")]
    assert judged("ends_in_mid_settlement", *claims) == [True, None]
