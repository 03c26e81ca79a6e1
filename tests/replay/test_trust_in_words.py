"""The words of trust say no more than what is proved: records of attackers, and what is told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mustutor.archive.report import reported
from mustutor.base.json_text import canonical
from mustutor.base.language import open_language
from mustutor.model.variant import load_variant
from mustutor.referee import verify
from mustutor.referee.trust.commitment import deal_secret, new_secret
from mustutor.referee.trust.sealing import trust_in_words
from mustutor.referee.trust.signature import signed
from mustutor.replay import Replay, loads
from mustutor.replay.seals import commitment, seal_of_hand, seal_of_match, with_seals

CASES = Path(__file__).with_name("trust")
REPLAYS = Path(__file__).resolve().parents[2] / "replays"
SEATS = ("A1", "B1", "A2", "B2")


def case(name: str) -> Replay:
    return loads((CASES / f"{name}.json").read_text("utf-8"))


def told(replay: Replay, code: str = "en") -> str:
    return "\n".join(trust_in_words(replay, verify(replay), open_language(code)))


def changed(replay: Replay, change: Any) -> Replay:
    document = json.loads(canonical(replay.as_json()))
    change(document)
    return loads(json.dumps(document))


def test_of_a_record_sealed_in_part_nobody_says_that_the_seals_hold():
    words = told(case("partly_sealed_edited"))
    assert "The seals hold" not in words
    assert "Not everything is sealed" in words
    assert "hands 2 to 21 and the file" in words


def test_all_the_seals_hold_only_where_every_hand_and_the_match_are_sealed():
    whole = with_seals(loads((REPLAYS / "punto.json").read_text("utf-8")))
    assert "sealed" not in told(whole)
    for change, left_out in (
        (lambda found: found.pop("seal"), "the file"),
        (lambda found: found["hands"][-1].pop("seal"), "hand 4"),
    ):
        assert f"changed what is not: {left_out}." in told(changed(whole, change))


def test_a_served_card_under_a_signature_is_told_to_be_covered_by_nothing():
    words = told(case("draws_ok"))
    assert "No commitment covers the cards served in hand 1" in words


def test_a_discard_under_seal_signature_and_seed_is_told_to_be_covered_by_number_alone():
    words = told(case("discard_ok"))
    assert "Nothing covers which cards were thrown in hands 4 to 7, but only how many." in words
    assert "cards served" not in words  # they follow from the seed


def test_one_signature_for_every_record_is_refused():
    pytest.importorskip("cryptography")
    verdict = verify(case("universal_signature"))
    assert verdict.failure is not None
    assert (verdict.verdict, verdict.failure.place) == ("altered", "signatures.1")


def test_rules_under_a_name_like_a_presets_are_told_with_what_they_change():
    words = told(case("house"))
    assert "It carries its own rules, named fournier_" in words
    assert "differ from our fournier in 1 option: deje.opening" in words
    assert "pays nothing" in words
    assert "pays nothing" not in told(loads((REPLAYS / "punto.json").read_text("utf-8")))


def test_words_and_nonce_of_a_deal_are_in_the_verdict():
    dealt = deal_secret(new_secret(load_variant("madrid"), SEATS, "B1", "3.1"), "red\u202ewine")
    words = told(dealt)
    assert r"the words “red\u202ewine” of the table and the nonce “3.1”" in words
    assert "first version" not in words
    assert "so the dealer chose the seed" not in words


def test_without_words_of_the_table_whoever_dealt_chose_the_seed():
    assert "so the dealer chose the seed" in told(case("nonce"))


def test_a_shuffle_of_the_first_version_is_told_with_what_it_does_not_bind():
    def older(found: dict[str, Any]) -> None:
        shuffle = found["hands"][0]["deal"]["shuffle"]
        shuffle |= {"algorithm": "sha512-fisher-yates/1", "table_seed": "red:1"}

    words = told(changed(case("nonce"), older))
    assert "its commitment binds only the seed" in words


def test_seals_of_the_older_kind_are_told_not_to_cover_the_words_of_the_table():
    dealt = deal_secret(new_secret(load_variant("madrid"), SEATS, "B1"), "red wine")
    assert "older kind" not in told(with_seals(dealt))
    bare = changed(
        with_seals(dealt),
        lambda found: found["hands"][0].update(seal=found["hands"][0]["seal"][2:]),
    )
    assert "Seals of the older kind do not cover the words of the table: hand 1." in told(bare)


def test_the_commitment_is_in_the_verdict_for_those_who_were_told_it_before_they_spoke():
    dealt = deal_secret(new_secret(load_variant("madrid"), SEATS, "B1"), "red wine")
    [hand] = dealt.hands
    assert f"The commitment to its seed is {hand.deal['shuffle']['commit']}:" in told(dealt)


def test_a_seed_nobody_committed_to_could_be_chosen_after_the_words():
    dealt = deal_secret(new_secret(load_variant("madrid"), SEATS, "B1"), "red wine")
    bare = changed(dealt, lambda found: found["hands"][0]["deal"]["shuffle"].pop("commit"))
    assert verify(bare).ok
    assert "Nothing commits to the seed of hand 1" in told(bare)
    assert "Nothing commits" not in told(dealt)


def test_empty_words_are_no_words_of_the_table():
    dealt = deal_secret(new_secret(load_variant("madrid"), SEATS, "B1"), "")
    assert "so the dealer chose the seed" in told(dealt)


def test_hands_nobody_committed_to_are_named_beside_one_that_is():
    def commit_once(found: dict[str, Any]) -> None:
        cards = found["hands"][0]["deal"]["cards"]
        salt = "0" * 32
        found["hands"][0]["deal"] |= {
            "salts": dict.fromkeys(cards, salt),
            "commit": {seat: commitment(salt, held) for seat, held in cards.items()},
        }

    words = told(changed(loads((REPLAYS / "punto.json").read_text("utf-8")), commit_once))
    assert "No commitment covers the cards dealt in hands 2 to 4" in words


def test_a_shuffle_this_program_does_not_know_covers_no_card():
    def other(found: dict[str, Any]) -> None:
        found["hands"][0]["deal"]["shuffle"]["algorithm"] = "dice/1"
        del found["hands"][0]["deal"]["commit"]

    dealt = deal_secret(new_secret(load_variant("madrid"), SEATS, "B1"), "red wine")
    assert "No commitment covers the cards dealt in hand 1" in told(changed(dealt, other))


def test_hands_before_one_without_a_seal_are_under_no_signature():
    pytest.importorskip("cryptography")

    def cut(found: dict[str, Any]) -> None:
        del found["hands"][1]["seal"]

    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    key = Ed25519PrivateKey.from_private_bytes(bytes(32))
    punto = loads((REPLAYS / "punto.json").read_text("utf-8"))
    bare = changed(punto, cut)
    # The third seal begins anew where the second is missing; so does what is signed.
    seals, before = [], ""
    for hand in bare.hands:
        before = "" if hand.seal is None else seal_of_hand(hand, before)
        seals.append(before or None)
    hands = tuple([hand._replace(seal=seal) for hand, seal in zip(bare.hands, seals, strict=True)])
    sealed = bare._replace(hands=hands, seal=seal_of_match(bare, before))
    record = signed(sealed, key, "Amaia")
    assert verify(record).ok
    assert "Nor does a signature cover hand 1:" in told(record)
    times = list(range(len(record.hands[0].rounds[0].calls)))
    other = changed(record, lambda found: found["hands"][0]["rounds"][0].update(at_ms=times))
    seal = seal_of_hand(other.hands[0], "")
    hands = (other.hands[0]._replace(seal=seal), *other.hands[1:])
    assert verify(other._replace(hands=hands)).verdict == "ok"  # as the sentence says
    assert "Nor does a signature" not in told(signed(with_seals(punto), key, "Amaia"))


def test_of_very_many_deals_the_first_are_in_words_and_all_of_them_for_programs():
    dealt = deal_secret(new_secret(load_variant("madrid"), SEATS, "B1"), "red wine")
    many = dealt._replace(hands=dealt.hands * 14)
    words = told(many)
    assert words.count("the words “red wine” of the table") == 12
    assert "2 more hands were dealt in this way; --json gives their words." in words
    assert len(reported(many, verify(many), "", open_language("en")).deals) == 14
