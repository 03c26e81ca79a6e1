"""However much is unknown or claimed, the work is bounded, and what is left out is named.

Counted in calls, never in time.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from mustutor.base.language import open_language
from mustutor.model.variant import load_variant
from mustutor.present.text import to_text
from mustutor.present.verdict import verdict_page
from mustutor.referee import possible, settle
from mustutor.replay import dumps, loads
from mustutor.replay.simulate import match
from tests.work import grows_with, work_of


def whole(hands: int, variant: str = "encaje") -> dict[str, Any]:
    """A match of which everything is known."""
    played = match(load_variant(variant), seats=4, hands=hands, seed="bounds", number=1)
    return json.loads(dumps(played))


def half_seen(hands: int, shown: int = 1, variant: str = "encaje") -> dict[str, Any]:
    """A match of which the cards of some seats were seen; no check tells of the others."""
    record = whole(hands, variant)
    for hand in record["hands"]:
        cards = hand["deal"]["cards"]
        hand["deal"] = {"cards": {seat: cards[seat] for seat in list(cards)[:shown]}}
        for name in ("seal", "ledger"):
            hand.pop(name, None)
        hand["rounds"] = [
            {"lance": round_["lance"], "calls": round_["calls"]} for round_ in hand["rounds"]
        ]
    record.pop("seal", None)
    return record


def settled(record: dict[str, Any]) -> Any:
    return settle(loads(json.dumps(record)))


@pytest.fixture
def few(monkeypatch):
    """Less is enough to see that there is a bound."""
    monkeypatch.setattr(possible, "MOST_WORK", 12_000)


@pytest.mark.usefixtures("few")
def test_one_bound_holds_for_all_hands_and_lances_of_a_match():
    spent = {}
    for hands in (4, 8, 16):
        settlement = settled(half_seen(hands))
        spent[hands] = work_of(lambda match=settlement: match.undecided)
    # What is over the bound by then is one question, or some bookkeeping, and never as much again.
    assert spent[16] < 1.2 * spent[8] < 1.5 * spent[4]


@pytest.mark.usefixtures("few")
def test_claims_on_what_is_unknown_draw_on_the_same_bound():
    record = half_seen(12)
    places = [f"{hand}.{lance}" for hand in range(1, 13) for lance in ("grande", "chica")]
    claims = [{"by": "x", "about": place, "to": "A", "stones": 3} for place in places]
    once = work_of(lambda: settled({**record, "claims": claims * 10}).as_json())
    twice = work_of(lambda: settled({**record, "claims": claims * 20}).as_json())
    assert twice < 1.2 * once
    judgements = settled({**record, "claims": claims * 10}).judgements
    left = [judgement for judgement in judgements if judgement.why == "not_tried"]
    assert left
    assert all(judgement.holds is None and judgement.possible is None for judgement in left)
    page = to_text(verdict_page(settled({**record, "claims": claims * 10}), open_language("en")))
    assert "Too much of the match is unknown to work this out." in page


def test_whatever_waits_is_looked_into_or_named():
    settlement = settled(half_seen(8))
    looked = {(each.hand, each.lance) for each in settlement.undecided}
    left = {(each.hand, each.lance) for each in settlement.left_out}
    waits = {(played.number, open_.lance) for played in settlement.hands for open_ in played.open}
    assert left
    assert not looked & left
    assert looked | left == waits
    document = settlement.as_json()["not_tried"]
    assert [(each["hand"], each["lance"]) for each in document] == [
        (each.hand, each.lance) for each in settlement.left_out
    ]
    page = to_text(verdict_page(settlement, open_language("en"))).replace("\n", " ")
    assert "Not worked out, because too much is unknown: " in page
    assert "hand 8" in page


def test_where_everything_could_be_looked_into_nothing_is_said_to_be_left_out():
    settlement = settled(half_seen(1, shown=3))
    assert all(each.possible.exhaustive for each in settlement.undecided)
    assert settlement.left_out == ()
    assert "not_tried" not in settlement.as_json()
    assert "worked out" not in to_text(verdict_page(settlement, open_language("en")))


def test_a_forgotten_call_asks_nothing_of_the_hands_before_it():
    def looked_into(hands: int) -> int:
        record = half_seen(hands, 4, "wikipedia_en")
        last = record["hands"][-1]["rounds"]
        grande = next(round_ for round_ in last if round_["lance"] == "grande")
        seat = grande["calls"][-1].split()[0]
        grande["calls"][-1] = f"{seat} ?"
        settlement = settled(record)
        assert settlement.hands[-1].forgotten
        work = work_of(lambda: settlement.deductions.settled_anyway(settlement.hands[-1]))
        assert settlement.deductions.settled_anyway(settlement.hands[-1]).steps
        return work / len(list(settlement.hands[-1].hand.places(1)))

    assert looked_into(20) < 4 * looked_into(2)


def test_the_movements_behind_a_claim_on_a_long_match_are_told_from_the_end():
    record = whole(60)
    for to, stones in (("A", 9_999), ("A", 0), ("Z", 1)):
        claim = {"by": "x", "about": "match", "to": to, "stones": stones, "after": {"A": 9_999}}
        page = to_text(verdict_page(settled({**record, "claims": [claim]}), open_language("en")))
        assert len(page.splitlines()) < 40, page
        assert "last" in page


def test_what_a_match_came_to_is_worked_out_once_for_however_many_claims():
    record = whole(60)
    claims = [{"by": "x", "about": "match", "to": "A", "stones": number} for number in range(400)]
    one = loads(json.dumps({**record, "claims": claims[:1]}))
    many = loads(json.dumps({**record, "claims": claims}))
    more = work_of(lambda: settle(many)) - work_of(lambda: settle(one))
    # The movements of sixty hands are several hundred: none of them is looked at for each claim.
    assert more / 399 < 60
    assert sum(judgement.holds for judgement in settle(many).judgements) == 1


def test_claims_on_hands_and_lances_are_judged_in_a_work_linear_in_them():
    record = whole(20)

    def judged(number: int) -> None:
        lances = ("grande", "chica", "pares", "juego")
        claims = [
            {
                "by": "x",
                "about": f"{place % 20 + 1}.{lances[place % 4]}",
                "to": "A",
                "stones": place,
            }
            for place in range(number)
        ]
        settlement = settle(loads(json.dumps({**record, "claims": claims})))
        verdict_page(settlement, open_language("en"))

    assert grows_with(judged, 200) < 2.2


SAID_ELSEWHERE = """
import sys
from mustutor.replay.files import load_replay
from mustutor.referee import settle
print(settle(load_replay(sys.argv[1])).as_json())
"""


def test_what_may_have_been_is_told_alike_in_every_process(tmp_path):
    # Which hands are tried, where not all can be, hangs on nothing but the record.
    record = tmp_path / "half_seen.json"
    record.write_text(json.dumps(half_seen(2)), encoding="utf-8")
    said = {
        subprocess.run(
            [sys.executable, "-c", SAID_ELSEWHERE, str(record)],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("0", "1")
    }
    assert len(said) == 1
    assert "hands" in said.pop()
