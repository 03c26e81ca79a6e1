"""Stones that must be claimed before the next cut (score.claim: manual; MUS-CNT-5, MUS-CNT-7)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mustutor.base.language import open_language
from mustutor.model.variant import Variant
from mustutor.referee import settle, verify
from mustutor.replay import dumps, loads
from mustutor.replay.sheet.reader import read_sheets
from mustutor.replay.sheet.writer import written
from tests.mus.table import variant

# B1 has the best grande and the duples, B2 the best chica, B1 the best punto: 1, 1, 3 and 1.
HANDS = {
    "A1": ["Ro", "7c", "6e", "4o"],
    "B1": ["Rc", "Re", "5o", "5c"],
    "A2": ["Co", "Sc", "6o", "4c"],
    "B2": ["7o", "6c", "5e", "4e"],
}
PASSES = ["A1 paso", "B1 paso", "A2 paso", "B2 paso"]
NOBODY = ["A1 no tengo", "B1 no tengo", "A2 no tengo", "B2 no tengo"]
MANUAL = variant({"score.claim": "manual"})


def hand(*claims: str, counted: bool = True, grande: list[str] | None = None) -> dict[str, Any]:
    rounds = [
        {"lance": "mus", "calls": ["A1 corto"]},
        {"lance": "grande", "calls": grande or PASSES},
        {"lance": "chica", "calls": PASSES},
        {"lance": "pares", "calls": ["A1 no tengo", "B1 tengo", "A2 no tengo", "B2 no tengo"]},
        {"lance": "juego", "calls": NOBODY},
        {"lance": "punto", "calls": PASSES},
    ]
    count = [{"lance": "cuenta", "calls": list(claims)}] if counted else []
    return {
        "mano": "A1",
        "deal": {"source": "physical", "cards": dict(HANDS)},
        "rounds": [*rounds, *count],
    }


def match(*hands: dict[str, Any], start: tuple[int, int] = (20, 20), **more: Any) -> Any:
    document = {
        "format": "mus-replay/1",
        "variant": {"id": "fournier"},
        "seats": list(HANDS),
        "start": dict(zip("AB", start, strict=True)),
        "hands": list(hands),
        **more,
    }
    return loads(json.dumps(document))


def after(replay: Any, rules: Variant = MANUAL) -> dict[str, int]:
    return settle(replay, variant=rules).hands[0].end.in_front()


ALL = ("B1 cobra grande", "B2 cobra chica", "B1 cobra pares", "B2 cobra punto")


@pytest.mark.parametrize(
    ("claims", "stones"),
    [(ALL, 26), (ALL[:2], 22), (ALL[2:], 24), (ALL[3:], 21), ((), 20), (("A1 cobra pares",), 20)],
)
def test_MUS_CNT_7_what_nobody_claims_before_the_next_cut_is_lost(claims, stones):
    assert after(match(hand(*claims))) == {"A": 20, "B": stones}


def test_MUS_CNT_7_where_no_count_is_written_all_is_taken_as_claimed():
    assert after(match(hand(counted=False))) == {"A": 20, "B": 26}


@pytest.mark.parametrize("claims", [ALL, ALL[:1], ()])
def test_option_score_claim_auto_counts_every_stone_claimed_or_not(claims):
    assert after(match(hand(*claims)), variant()) == {"A": 20, "B": 26}


def test_MUS_CNT_7_the_next_hand_begins_with_what_was_claimed():
    second = {"mano": "B1", "rounds": []}
    hands = settle(match(hand(*ALL[:2]), second), variant=MANUAL).hands
    assert hands[1].start.in_front() == {"A": 20, "B": 22}


def test_MUS_DEJE_2_the_stone_of_a_refusal_is_taken_at_once_and_need_not_be_claimed():
    refused = ["A1 envido 2", "B1 no quiero", "B2 no quiero"]
    assert after(match(hand(grande=refused))) == {"A": 21, "B": 20}


def test_MUS_ORD_1_an_accepted_ordago_need_not_be_claimed():
    ordago = hand(grande=["A1 ordago", "B1 quiero"])
    ordago["rounds"] = [*ordago["rounds"][:2], ordago["rounds"][-1]]
    assert settle(match(ordago), variant=MANUAL).winner == "B"


def test_MUS_CNT_2_only_claimed_stones_reach_the_target_and_in_the_order_of_the_count():
    both = match(hand(*ALL), start=(20, 38))
    assert settle(both, variant=MANUAL).winner == "B"
    assert after(both) == {"A": 20, "B": 40}
    without = match(hand("B1 cobra pares"), start=(20, 38))
    assert settle(without, variant=MANUAL).winner == "B"
    assert after(match(hand("B1 cobra grande"), start=(20, 38))) == {"A": 20, "B": 39}
    assert settle(match(hand("B1 cobra grande"), start=(20, 38)), variant=MANUAL).winner == ""


def test_MUS_CNT_7_what_came_after_the_game_was_decided_was_not_forgotten():
    told = settle(match(hand("B1 cobra pares"), start=(20, 38)), variant=MANUAL).as_json()["stated"]
    assert [one["text"] for one in told if one["rule"] == "MUS-CNT-7"] == [
        "Nobody claimed the 1 of B at grande before the next cut: they are lost.",
        "Nobody claimed the 1 of B at chica before the next cut: they are lost.",
    ]


def test_MUS_CNT_7_nothing_was_forgotten_where_a_fine_had_ended_the_game():
    # A1 lies about pares: the five stones it costs are taken first, and bring B to the target.
    prices = {**MANUAL.rules["penalty"], "false_declaration": {"stones": 5}}
    rules = variant({"score.claim": "manual", "declare.mode": "manual", "penalty": prices})
    lied = hand()
    lied["rounds"][3]["calls"] = [
        "A1 tengo",
        "B1 tengo",
        "A2 no tengo",
        "B2 no tengo",
        "A1 paso",
        "B1 paso",
    ]
    told = settle(match(lied, start=(38, 36)), variant=rules)
    assert told.winner == "B"
    assert "stated" not in told.as_json()


def test_MUS_CNT_7_with_deje_at_the_end_those_stones_are_claimed_too():
    rules = variant({"score.claim": "manual", "deje.timing": "end_first"})
    refused = ["A1 envido 2", "B1 no quiero", "B2 no quiero"]
    assert after(match(hand(grande=refused)), rules) == {"A": 20, "B": 20}
    assert after(match(hand("A2 cobra grande", grande=refused)), rules) == {"A": 21, "B": 20}


def test_the_ledger_and_the_stones_after_are_compared_with_what_was_claimed():
    claimed = hand(*ALL[:2])
    assert verify(match({**claimed, "after": {"A": 20, "B": 22}}), variant=MANUAL).ok
    wrong = verify(match({**claimed, "after": {"A": 20, "B": 26}}), variant=MANUAL)
    assert (wrong.verdict, wrong.failure.place) == ("unsettled", "1.after")
    verdict = verify(match(hand(*ALL)), variant=MANUAL)
    assert verdict.ok
    assert verdict.complete


@pytest.mark.parametrize("rules", [MANUAL, variant()])
def test_MUS_CNT_5_who_claims_where_nothing_is_due_to_him_is_refused(rules):
    failure = verify(match(hand(*ALL, "A2 cobra grande")), variant=rules).failure
    assert failure is not None
    assert (failure.verdict, failure.place) == ("illegal", "1.cuenta.5")
    assert failure.fault.rule == "MUS-CNT-5"


def test_a_claim_that_hangs_on_cards_nobody_showed_is_left_open():
    unseen = hand("B1 cobra grande")
    del unseen["deal"]["cards"]["B2"]
    verdict = verify(match(unseen), variant=MANUAL)
    assert verdict.ok
    assert "cuenta" in [gap.what for gap in verdict.missing]


def test_what_may_still_come_of_hidden_cards_counts_what_was_claimed():
    unseen = hand("B1 cobra grande")
    del unseen["deal"]["cards"]["B2"]
    claim = {"by": "Bea", "about": "1.pares", "to": "B", "stones": 3}
    (judged,) = settle(match(unseen, claims=[claim]), variant=MANUAL).judgements
    assert judged.holds is False


CLAIMS = [
    {"by": "Bea", "about": "1.pares", "to": "B", "stones": 3},
    {"by": "Ane", "about": "1", "after": {"A": 20, "B": 23}},
]


def test_a_lost_stone_is_told_with_its_reason_and_its_article(mustutor, tmp_path):
    path = tmp_path / "forgotten.json"
    path.write_text(dumps(match(hand(*ALL[:2], ALL[3]), claims=CLAIMS)), "utf-8")
    rules = tmp_path / "ours.yaml"
    drafted = mustutor("variant", "new", "ours", "-o", "-", "--set", "score.claim=manual").out
    rules.write_text(drafted, "utf-8")
    told = mustutor("settle", str(path), "--variant", str(rules))
    assert told.status == 1
    words = " ".join(told.out.split())
    assert "Nobody claimed it before the next cut, and so it is lost: MUS-CNT-7" in words
    assert "3 stones to B for the duples of B1." in words
    assert "Bea claims 3 for B; worked out again, B gets 0." in words
    assert "Ane is right about what every player has." in words
    why = ("settle", str(path), "--variant", str(rules), "--why-not", "B1", "pares")
    words = " ".join(mustutor(*why).out.split())
    assert "B scores nothing at pares." in words
    assert "3 stones were due at pares, and nobody claimed them before the next cut." in words
    assert "MUS-CNT-7" in words
    assert "se pierde" in mustutor("settle", str(path), "--variant", str(rules), "--lang", "es").out


def test_MUS_CNT_7_the_stones_written_after_a_hand_tell_what_was_forgotten_at_the_next_cut():
    # B has 26 and is written with 23: of the lances of B only pares brings the 3 that lack.
    second = {"mano": "B1", "rounds": []}
    replay = match(hand(counted=False) | {"after": {"A": 20, "B": 23}}, second, claims=CLAIMS)
    settlement = settle(replay, variant=MANUAL)
    assert [judged.holds for judged in settlement.judgements] == [False, True]
    assert settlement.hands[1].start.in_front() == {"A": 20, "B": 23}
    (told,) = settlement.as_json()["stated"]
    assert (told["place"], told["rule"]) == ("1.after", "MUS-CNT-7")
    assert verify(replay._replace(claims=None), variant=MANUAL).ok


@pytest.mark.parametrize("written_with", [25, 27, 19])
def test_MUS_CNT_7_what_may_have_been_one_lance_or_another_was_all_claimed(written_with):
    # One stone lacks, and may be of grande, chica or punto; or more is written than there was.
    second = {"mano": "B1", "rounds": []}
    replay = match(hand(counted=False) | {"after": {"A": 20, "B": written_with}}, second)
    assert after(replay) == {"A": 20, "B": 26}
    assert verify(replay, variant=MANUAL).verdict == "unsettled"


def test_MUS_CNT_7_before_the_next_cut_nothing_is_lost_yet():
    replay = match(hand(counted=False) | {"after": {"A": 20, "B": 23}})
    assert after(replay) == {"A": 20, "B": 26}
    assert verify(replay, variant=MANUAL).verdict == "unsettled"


def test_MUS_CNT_7_stones_forgotten_until_the_cut_are_lost_and_the_option_is_named():
    second = {"mano": "B1", "rounds": []}
    replay = match(hand(counted=False) | {"after": {"A": 20, "B": 23}}, second, claims=CLAIMS)
    settlement = settle(replay, variant=variant())
    assert [judged.holds for judged in settlement.judgements] == [False, True]
    (told, *_) = settlement.as_json()["stated"]
    assert told["rule"] == "MUS-CNT-7"
    assert "before the next cut: they are lost" in told["text"]


def test_the_count_stands_on_a_sheet():
    lines = "  cuenta: B1 cobra grande, B2 cobra chica"
    replay = match(hand(*ALL[:2]))
    assert lines in written(replay).splitlines()
    (found,) = read_sheets(written(replay).encode())
    assert found.replay is not None
    assert found.replay.as_json() == replay.as_json()
    short = written(replay).replace("B1 cobra grande, B2 cobra chica", "b1 Grande, B2 chica")
    (found,) = read_sheets(short.encode())
    assert found.replay is not None
    assert found.replay.as_json() == replay.as_json()


@pytest.mark.parametrize("claim", ["grande", "B1", "B1 cobra", "B1 cobra todo", "cobra grande"])
def test_a_count_that_cannot_be_read_is_told_with_its_place(claim):
    sheet = written(match(hand("B1 cobra grande"))).replace("B1 cobra grande", claim)
    (found,) = read_sheets(sheet.encode())
    assert found.problem is not None
    assert "A1 cobra pares" in found.problem.said(open_language("en"))


def test_every_shipped_rulebook_counts_by_itself():
    root = Path(__file__).resolve().parents[2] / "variants"
    assert not [path for path in root.glob("*.yaml") if "score.claim" in path.read_text("utf-8")]
