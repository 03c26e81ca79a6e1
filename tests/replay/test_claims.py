"""Claims that name who took something, and no number, against the recomputation."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from mustutor.referee import settle
from mustutor.replay import loads

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


def test_who_lost_the_game_did_not_take_what_left_it():
    # C loses the game in the middle of the count; the stone of grande went out of it.
    document = json.loads((REPLAYS / "ends_in_mid_settlement.json").read_text("utf-8"))
    settled = settle(loads(json.dumps(document)))
    entries = settled.hands[-1].end.ledger
    assert {entry.dst for entry in entries if entry.lance == "grande"} == {"out"}
    claims = [{"about": about, "to": settled.loser} for about in ("1", "1.grande")]
    assert judged("ends_in_mid_settlement", *claims) == [True, None]
