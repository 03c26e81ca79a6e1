"""Cards dealt and served by the shuffle of the format, worked out here from its words."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from mustutor.model.variant import load_variant
from mustutor.referee import verify
from mustutor.replay import loads
from mustutor.replay.simulate import match

REPLAYS = Path(__file__).resolve().parents[2] / "replays"
DECK = [rank + suit for suit in "oceb" for rank in "A234567SCR"]
SEED, NONCE = "marble", "1.1"


def shuffle(cards: list[str], turn: int) -> list[str]:
    """Shuffle by the words of the format; `turn` is its k."""
    number = int(hashlib.sha512(f"{SEED}::{NONCE}:{turn}".encode()).hexdigest(), 16)
    pack = list(cards)
    for last in range(len(pack) - 1, 0, -1):
        number, place = divmod(number, last + 1)
        pack[last], pack[place] = pack[place], pack[last]
    return pack


def dealt(seats: str) -> tuple[dict[str, list[str]], list[str]]:
    """Four cards each, one at a time from mano, and what is left of the deck."""
    pack = shuffle(DECK, 0)
    count = len(seats)
    hands = {seat: pack[place : 4 * count : count] for place, seat in enumerate(seats)}
    return hands, pack[4 * count :]


def record(rounds: list[dict[str, Any]], hands: dict[str, list[str]]) -> dict[str, Any]:
    return {
        "format": "mus-replay/1",
        "variant": {"id": "encaje"},
        "seats": list(hands),
        "hands": [
            {
                "mano": "A",
                "deal": {
                    "source": "shuffled",
                    "cards": hands,
                    "shuffle": {
                        "algorithm": "sha512-fisher-yates/1",
                        "commit": hashlib.sha256(SEED.encode()).hexdigest(),
                        "seed": SEED,
                        "nonce": NONCE,
                    },
                },
                "rounds": rounds,
            }
        ],
    }


def exchanged() -> dict[str, Any]:
    """Six players throw all their cards: the stock of 16 is short of the last two hands."""
    hands, stock = dealt("ABCDEF")
    discards = [f"{seat} descarto {' '.join(cards)}" for seat, cards in hands.items()]
    heap = [card for cards in hands.values() for card in cards]
    again = shuffle(sorted(heap, key=DECK.index), 1)
    served = stock + again
    draws = {seat: served[4 * place : 4 * place + 4] for place, seat in enumerate("ABCDEF")}
    talk = {"lance": "mus", "calls": [f"{seat} mus" for seat in "ABCDEF"]}
    return record([talk, {"lance": "descarte", "calls": discards, "draws": draws}], hands)


def verdict_on(found: dict[str, Any]) -> tuple[str, str, str]:
    verdict = verify(loads(json.dumps(found)))
    if verdict.failure is None:
        return verdict.verdict, "", ""
    return verdict.verdict, verdict.failure.place, verdict.failure.fault.said()


def draws_of(found: dict[str, Any]) -> dict[str, list[str]]:
    draws: dict[str, list[str]] = found["hands"][0]["rounds"][1]["draws"]
    return draws


def test_what_the_stock_serves_and_then_the_shuffled_discards_is_ok():
    assert verdict_on(exchanged())[0] == "ok"


@pytest.mark.parametrize(("one", "other"), [("A", "B"), ("B", "D"), ("E", "F")])
def test_cards_served_out_of_the_order_of_the_stock_are_misdealt(one, other):
    found = exchanged()
    draws = draws_of(found)
    draws[one], draws[other] = draws[other], draws[one]
    verdict, place, said = verdict_on(found)
    assert (verdict, place) == ("misdealt", "1.descarte")
    assert f"to {one}" in said


def test_a_card_left_in_the_stock_is_not_the_one_that_was_served():
    found = exchanged()
    rounds = found["hands"][0]["rounds"]
    hands, stock = found["hands"][0]["deal"]["cards"], dealt("ABCDEF")[1]
    rounds[1]["calls"] = [f"{seat} descarto {hands[seat][0]}" for seat in "ABCDEF"]
    rounds[1]["draws"] = {seat: [stock[place]] for place, seat in enumerate("ABCDEF")}
    assert verdict_on(found)[0] == "ok"
    draws_of(found)["C"] = [stock[10]]
    assert verdict_on(found)[:2] == ("misdealt", "1.descarte")


def test_cards_served_unseen_still_leave_the_stock():
    found = exchanged()
    del draws_of(found)["A"], draws_of(found)["E"]
    assert verdict_on(found)[0] == "ok"
    draws_of(found)["B"][0] = dealt("ABCDEF")[1][0]
    assert verdict_on(found)[:2] == ("misdealt", "1.descarte")


def test_what_is_served_from_discards_nobody_told_is_left_unjudged():
    found = exchanged()
    rounds = found["hands"][0]["rounds"]
    rounds[1]["calls"][1] = "B descarto ? ? ? ?"
    draws = draws_of(found)
    draws["E"], draws["F"] = draws["F"], draws["E"]
    assert verdict_on(found)[0] == "ok"
    draws["C"], draws["D"] = draws["D"], draws["C"]
    assert verdict_on(found)[:2] == ("misdealt", "1.descarte")


def test_cards_are_the_same_in_any_order_and_spelling():
    found = exchanged()
    cards = found["hands"][0]["deal"]["cards"]
    numbers = {"A": "1", "S": "10", "C": "11", "R": "12"}
    cards["A"] = [numbers.get(card[0], card[0]) + card[1] for card in reversed(cards["A"])]
    cards["B"] = [card[0] for card in cards["B"]]
    rounds = found["hands"][0]["rounds"]
    rounds[1]["calls"][1] = f"B descarto {' '.join(cards['B'])}"
    rounds[1]["draws"]["C"].reverse()
    assert verdict_on(found)[0] == "ok"


def test_of_five_cards_dealt_a_record_may_tell_the_four_that_were_kept():
    found = match(load_variant("encaje_five_card"), seats=5, hands=1, seed="kept").as_json()
    found.pop("seal")
    hand = json.loads(json.dumps(found))["hands"][0]
    first, *rounds = hand["rounds"]
    assert first["lance"] == "descarte"
    for call in first["calls"]:
        seat, _, thrown = call.split()
        hand["deal"]["cards"][seat].remove(thrown)
    hand = {"mano": hand["mano"], "deal": hand["deal"], "rounds": rounds}
    for round_ in rounds:
        round_.pop("checks")
    assert verdict_on({**found, "hands": [hand]})[0] == "ok"
    hand["deal"]["shuffle"].pop("commit")
    hand["deal"]["shuffle"]["seed"] = "another"
    assert verdict_on({**found, "hands": [hand]})[:2] == ("misdealt", "1")


@pytest.mark.parametrize(
    ("deal", "missing"),
    [
        ({"shuffle": {"algorithm": "fisher-yates/9", "seed": "a"}}, ("shuffle", ())),
        ({"shuffle": {"algorithm": "sha512-fisher-yates/1", "commit": "0" * 64}}, ("seed", ())),
        ({"commit": {"A": "0" * 64, "B": "0" * 64}, "salts": {}}, ("salts", ("A", "B"))),
    ],
)
def test_what_of_a_deal_cannot_be_judged_is_told(deal, missing):
    document = json.loads((REPLAYS / "unbet.json").read_text("utf-8"))
    document.pop("seal")
    [hand] = document["hands"]
    hand.pop("seal")
    hand["deal"] |= deal
    verdict = verify(loads(json.dumps(document)))
    assert (verdict.verdict, verdict.complete) == ("ok", False)
    assert [(gap.what, gap.seats) for gap in verdict.missing] == [missing]
