"""Seals, commitments and the shuffle, worked out here a second time from the format's words."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from mustutor.model.cards import RANKS, SUITS, Card, Pack, deck, shuffled
from mustutor.model.variant import load_variant
from mustutor.referee import verify
from mustutor.replay import Replay, loads
from mustutor.replay.seals import commitment, with_seals
from mustutor.replay.simulate import match

REPLAYS = Path(__file__).resolve().parents[2] / "replays"
SEALED = sorted(REPLAYS.glob("*.json"))


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def canonical(thing: object) -> str:
    return json.dumps(thing, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def without_cards(hand: dict) -> dict:
    """The hand without cards, salts and the secret seed, by the words of the format."""
    hand = json.loads(json.dumps(hand))
    hand.pop("seal", None)
    for name in ("cards", "salts", "stock", "restocks"):
        hand.get("deal", {}).pop(name, None)
    hand.get("deal", {}).get("shuffle", {}).pop("seed", None)
    for round_ in hand["rounds"]:
        round_.pop("draws", None)
        if round_["lance"] == "descarte":
            for place, call in enumerate(round_["calls"]):
                seat, verb, *cards = call.split()
                if verb == "descarto":  # a signal made meanwhile is no card
                    round_["calls"][place] = f"{seat} {verb} {len(cards)}"
    return hand


@pytest.mark.parametrize("path", SEALED, ids=lambda path: path.stem)
def test_seals_are_chained_digests_of_the_hands_and_of_the_rest(path):
    document = json.loads(path.read_text("utf-8"))
    seal = ""
    for hand in document["hands"]:
        seal = "2:" + sha256(seal + canonical(without_cards(hand)))
        assert hand["seal"] == seal
    outside = {"hands", "claims", "notes", "signatures", "seal"}
    rest = {name: thing for name, thing in document.items() if name not in outside}
    assert document["seal"] == "2:" + sha256(seal + canonical(rest))


def redacted(replay: Replay) -> Replay:
    """The copy the table may see: no cards, no draws, no faces of discards, no salts, no seeds."""
    document = replay.as_json()
    for hand in document["hands"]:
        deal = hand.get("deal", {})
        for name in ("cards", "salts"):
            deal.pop(name, None)
        deal.get("shuffle", {}).pop("seed", None)
        for round_ in hand["rounds"]:
            round_.pop("draws", None)
            if round_["lance"] == "descarte":
                round_["calls"] = [
                    " ".join([*call.split()[:2], *["?"] * len(call.split()[2:])])
                    if call.split()[1] == "descarto"
                    else call  # a signal made meanwhile is no card
                    for call in round_["calls"]
                ]
    return loads(json.dumps(document))


@pytest.mark.parametrize("path", SEALED, ids=lambda path: path.stem)
def test_a_redacted_copy_keeps_its_checks_and_its_seals(path):
    copy = redacted(loads(path.read_text("utf-8")))._replace(claims=None)
    verdict = verify(copy)
    assert verdict.verdict == "ok", verdict.failure
    assert not verdict.complete


def one_game(replay: Replay) -> Replay:
    """The hands of the first game: what follows a game decided at a showdown needs its cards."""
    for number, played in enumerate(verify(replay).hands, 1):
        if played.end.loser:
            return with_seals(replay._replace(hands=replay.hands[:number]))
    return replay


@pytest.mark.parametrize("name", ["encaje", "encaje_five_card"])
@pytest.mark.parametrize("seed", range(20))
def test_a_redacted_copy_of_any_game_verifies(name, seed):
    replay = match(load_variant(name), seats=3 + seed % 3, hands=8, seed=f"redacted {seed}")
    verdict = verify(redacted(one_game(replay)))
    assert verdict.verdict == "ok", verdict.failure


def test_a_redacted_copy_goes_on_after_a_game_has_ended():
    replay = match(load_variant("encaje"), seats=3, hands=8, seed="27")
    assert verify(redacted(replay)).verdict == "ok"


EDITS = {
    "mano": lambda hand: hand["deal"].update(source="composed"),
    "times": lambda hand: hand["rounds"][0].update(at_ms=[5]),
    "commitment": lambda hand: hand["deal"].update(commit={"A": "0" * 64}),
    "rule": lambda hand: hand["ledger"][0].pop("rule"),
    "ledger": lambda hand: hand.pop("ledger"),
    "after": lambda hand: hand.pop("after"),
    "checks": lambda hand: hand["rounds"][1].pop("checks"),
}


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS)
def test_whatever_else_of_a_hand_is_edited_its_seal_tells(edit):
    document = json.loads((REPLAYS / "seen_by_one.json").read_text("utf-8"))
    edit(document["hands"][0])
    verdict = verify(loads(json.dumps(document)))
    assert (verdict.verdict, verdict.failure.place) == ("altered", "1")


def test_the_hand_that_was_edited_is_named_and_the_chain_holds_the_order():
    text = (REPLAYS / "punto.json").read_text("utf-8")
    for number in range(4):
        document = json.loads(text)
        document["hands"][number]["deal"]["source"] = "composed"
        verdict = verify(loads(json.dumps(document)))
        assert (verdict.verdict, verdict.failure.place) == ("altered", str(number + 1))


OUTSIDE = {
    "event": lambda document: document.update(event="another"),
    "date": lambda document: document.pop("date"),
    "players": lambda document: document["players"].update(A="Eve"),
    "view": lambda document: document.update(view="full"),
    "games": lambda document: document.update(games={"A": 1}),
    "a hand less": lambda document: document["hands"].pop(),
}


@pytest.mark.parametrize("edit", OUTSIDE.values(), ids=OUTSIDE)
def test_whatever_is_edited_outside_the_hands_the_seal_of_the_file_tells(edit):
    document = json.loads((REPLAYS / "punto.json").read_text("utf-8"))
    edit(document)
    verdict = verify(loads(json.dumps(document)))
    assert (verdict.verdict, verdict.failure.place) == ("altered", "match")


def test_claims_notes_signatures_and_fields_of_others_stand_outside_every_seal():
    document = json.loads((REPLAYS / "punto.json").read_text("utf-8"))
    document["notes"] = {"1.mus.1": [{"text": {"en": "a new one"}}]}
    document["claims"] = [{"by": "A", "about": "match", "after": {"A": 4}}]
    document["signatures"] = [{"by": "A"}]
    document["x-others"] = 1
    document["hands"][0]["x-others"] = 2
    document["hands"][0]["deal"]["x-others"] = 3
    document["hands"][0]["rounds"][0]["x-others"] = 4
    document["hands"][0]["ledger"][0]["x-others"] = 5
    document["variant"]["x-others"] = 6
    assert verify(loads(json.dumps(document))).ok


def test_seals_after_hands_that_could_not_be_played_are_looked_at_too():
    # Nobody knows the stones after the first hand, so the second is not played; its seal is read.
    document = json.loads((REPLAYS / "punto.json").read_text("utf-8"))
    document["hands"] = document["hands"][:2]
    first = document["hands"][0]
    del first["after"], first["ledger"], first["deal"]["cards"]
    replay = with_seals(loads(json.dumps(document)))._replace(claims=None, notes=None)
    verdict = verify(replay)
    assert (verdict.verdict, verdict.complete, len(verdict.hands)) == ("ok", False, 1)
    second = replay.hands[1]
    edited = second._replace(deal={**(second.deal or {}), "source": "composed"})
    verdict = verify(replay._replace(hands=(replay.hands[0], edited)))
    assert (verdict.verdict, verdict.failure.place) == ("altered", "2")


# --- the shuffle -------------------------------------------------------------------------


def stream(version: int, seed: str, table_seed: str, nonce: str, turn: int) -> str:
    """What is digested, by the words of the format."""
    if version == 1:
        return ":".join([seed, table_seed, nonce, str(turn)])
    quoted = [json.dumps(text, ensure_ascii=False) for text in (nonce, seed, table_seed)]
    return '{{"k":{},"nonce":{},"seed":{},"table_seed":{}}}'.format(turn, *quoted)


def fisher_yates(text: str) -> list[str]:
    """The shuffle by the words of the format."""
    pack = [rank + suit for suit in "oceb" for rank in "A234567SCR"]
    number = int.from_bytes(hashlib.sha512(text.encode()).digest(), "big")
    for last in reversed(range(1, 40)):
        number, place = number // (last + 1), number % (last + 1)
        pack[last], pack[place] = pack[place], pack[last]
    return pack


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize("turn", [0, 1])
@pytest.mark.parametrize(
    ("seed", "table_seed", "nonce"), [("", "", ""), ("a", "b", "c"), ("ñ" * 99, '"', "1.2")]
)
def test_the_shuffle_is_as_the_format_says(version, seed, table_seed, nonce, turn):
    algorithm = f"sha512-fisher-yates/{version}"
    pack = shuffled(deck(), Pack((), seed, table_seed, nonce, turn, algorithm))
    assert list(pack) == fisher_yates(stream(version, seed, table_seed, nonce, turn))
    assert sorted(pack) == sorted(rank + suit for rank in RANKS for suit in SUITS)


def test_the_shuffle_of_a_seed_is_the_same_for_ever():
    old = Pack((), "mus", algorithm="sha512-fisher-yates/1")
    assert " ".join(shuffled(deck(), old)[:8]) == "Ac 2c 3o 6c 7e Ro 5c Sc"


def test_words_and_nonce_cannot_lend_each_other_a_letter():
    one, other = Pack((), "a", "red:1", "2"), Pack((), "a", "red", "1:2")
    assert shuffled(deck(), one) != shuffled(deck(), other)
    old = "sha512-fisher-yates/1"
    one, other = one._replace(algorithm=old), other._replace(algorithm=old)
    assert shuffled(deck(), one) == shuffled(deck(), other)


def test_MUS_DEAL_3_cards_are_dealt_one_at_a_time_from_mano():
    cards = tuple(Card(text) for text in ("Ro", "Rc", "Re", "Rb", "Ao", "Ac", "2o"))
    hands, left = Pack(cards, seed="").deal(["B", "C", "A"], 2)
    assert hands == {"B": ("Ro", "Rb"), "C": ("Rc", "Ao"), "A": ("Re", "Ac")}
    assert left.cards == ("2o",)


def test_the_seed_of_a_record_deals_its_cards():
    document = json.loads((REPLAYS / "whole_game.json").read_text("utf-8"))
    seats = document["seats"]
    for hand in document["hands"]:
        told = hand["deal"]["shuffle"]
        assert sha256(told["seed"]) == told["commit"]
        pack = fisher_yates(stream(1, told["seed"], "", told["nonce"], 0))
        place = seats.index(hand["mano"])
        order = [s for s in seats[place:] + seats[:place] if s in hand["deal"]["cards"]]
        for turn, seat in enumerate(order):
            assert hand["deal"]["cards"][seat] == pack[turn :: len(order)][:4]


def test_a_commitment_is_a_digest_of_salt_and_cards():
    assert commitment("ab" * 16, ["Ro", "3c"]) == sha256("ab" * 16 + ":Ro 3c")
    document = json.loads((REPLAYS / "three_players.json").read_text("utf-8"))
    for hand in document["hands"]:
        deal = hand["deal"]
        for seat, cards in deal["cards"].items():
            assert len(deal["salts"][seat]) * 4 >= 128
            assert deal["commit"][seat] == sha256(deal["salts"][seat] + ":" + " ".join(cards))
