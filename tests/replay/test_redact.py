"""Redacted copies: every check and seal of the record, and no byte the view may not see."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from mustutor.base.errors import ReplayError
from mustutor.base.json_text import canonical
from mustutor.model.variant import load_variant, resolve_embedded
from mustutor.referee import verify
from mustutor.referee.trust.redaction import redacted
from mustutor.replay import Replay, loads
from mustutor.replay.files import read
from mustutor.replay.seals import commitment, with_seals
from mustutor.replay.simulate import match

REPLAYS = Path(__file__).resolve().parents[2] / "replays"
RECORDS = sorted(REPLAYS.glob("*.json"))
# A card as it is printed, suit and all, that is no part of a word or of a digest.
CARD = re.compile(r"(?<![0-9A-Za-z])[A2-7SCR][oceb](?![0-9A-Za-z])")


def text_of(replay: Replay) -> str:
    """The bytes of a copy, as it would be handed on."""
    return canonical(replay.as_json())


def copied(replay: Replay, view: str) -> Replay:
    """The copy as whoever got it reads it."""
    return loads(text_of(redacted(replay, view)))


def checks_and_seals(document: dict[str, Any]) -> list[Any]:
    return [
        document.get("seal"),
        *[
            (hand.get("seal"), [round_.get("checks") for round_ in hand["rounds"]])
            for hand in document["hands"]
        ],
    ]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_copy_of_any_record_keeps_checks_and_seals_and_verifies(path):
    replay = loads(path.read_text("utf-8"))
    for view in ("table", *replay.seats):
        copy = copied(replay, view)
        assert checks_and_seals(copy.as_json()) == checks_and_seals(replay.as_json())
        verdict = verify(copy)
        assert verdict.verdict == "ok", (view, verdict.failure)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_copy_of_a_copy_for_the_same_view_is_the_same(path):
    replay = loads(path.read_text("utf-8"))
    for view in ("table", replay.seats[0]):
        once = redacted(replay, view)
        assert text_of(redacted(once, view)) == text_of(once)


# --- what each may see, worked out here from the hand as it was played --------------------


def thrown_by(hand: dict[str, Any], seat: str) -> list[str]:
    return [
        card
        for round_ in hand["rounds"]
        for call in round_["calls"]
        if call.split()[:2] == [seat, "descarto"]
        for card in call.split()[2:]
    ]


def ever_held(hand: dict[str, Any], seat: str) -> set[str]:
    dealt = set(hand["deal"]["cards"][seat])
    return dealt.union(*[round_.get("draws", {}).get(seat, ()) for round_ in hand["rounds"]])


def visible(hand: dict[str, Any], view: str, *, shown: bool) -> set[str]:
    """The cards a view may be told: its own, and those laid down where all showed.

    Of a seat that threw none these are all it was dealt; of any other what its last exchange
    brought, which is held to the end.
    """
    seen: set[str] = set()
    for seat, dealt in hand["deal"]["cards"].items():
        if seat == view:
            seen |= ever_held(hand, seat)
        elif shown and not thrown_by(hand, seat):
            seen |= set(dealt)
        elif shown:
            drawn = [r["draws"][seat] for r in hand["rounds"] if seat in r.get("draws", {})]
            seen |= set(drawn[-1] if drawn else ())
    return seen


def shown_in(replay: Replay) -> list[bool]:
    """Of each hand whether all laid down their cards: nobody does where a deje decides a game."""
    return [
        played.last is not None and played.last.lance == "showdown"
        for played in verify(replay).hands
    ]


def test_matches_go_on_after_a_game_that_only_hidden_cards_decide():
    # A game won by cards the copy does not hold is known by the stones, by an órdago (which
    # moves none) by the ledger; and one that its cards do tell is not counted twice.
    for seed in (1, 4):
        replay = match(load_variant("madrid"), seats=4, hands=6, seed=f"scan {seed}")
        games = [played.start.table.games for played in verify(replay).hands]
        assert games[-1] != (0, 0)
        copy = copied(replay, "table")
        assert [played.start.table.games for played in verify(copy).hands] == games


@pytest.mark.parametrize("name", ["fournier", "madrid", "encaje", "encaje_five_card", "la_rioja"])
@pytest.mark.parametrize("seed", range(6))
def test_no_byte_of_a_copy_tells_a_card_a_salt_or_a_seed_the_view_may_not_know(name, seed):
    played = match(load_variant(name), seats=4, hands=6, seed=f"scan {seed}")
    replay = with_salts(played)
    document = replay.as_json()
    shown = shown_in(replay)
    for view in ("table", replay.seats[1]):
        text = text_of(redacted(replay, view))
        copy = json.loads(text)
        for number, hand in enumerate(copy["hands"]):
            whole = document["hands"][number]
            told = set(CARD.findall(canonical(hand)))
            assert told <= visible(whole, view, shown=shown[number])
            assert whole["deal"]["shuffle"]["seed"] not in text
            for seat, salt in whole["deal"]["salts"].items():
                untouched = shown[number] and not thrown_by(whole, seat)
                assert (salt in text) == (seat == view or untouched)
        verdict = verify(loads(text))
        assert (verdict.verdict, verdict.complete) == ("ok", False)
        assert {gap.what for gap in verdict.missing} >= {"seed"}


def with_salts(replay: Replay) -> Replay:
    """The record with commitments, sealed as whoever made it would have done."""
    document = replay.as_json()
    for number, hand in enumerate(document["hands"]):
        salts = {
            seat: f"{number:02d}{place:030d}" for place, seat in enumerate(hand["deal"]["cards"])
        }
        hand["deal"]["salts"] = salts
        hand["deal"]["commit"] = {
            seat: commitment(salt, hand["deal"]["cards"][seat]) for seat, salt in salts.items()
        }
    return with_seals(loads(json.dumps(document)))


def test_the_scan_sees_what_it_looks_for():
    hidden = 0
    for seed in range(6):
        replay = match(load_variant("fournier"), seats=4, hands=6, seed=f"scan {seed}")
        for hand in with_salts(replay).as_json()["hands"]:
            everything = set().union(*[ever_held(hand, seat) for seat in hand["deal"]["cards"]])
            assert set(CARD.findall(canonical(hand))) == everything
            hidden += len(everything - visible(hand, "table", shown=True))
    assert hidden > 20


# --- the showdown ------------------------------------------------------------------------


def record(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((REPLAYS / f"{name}.json").read_text("utf-8"))
    return found


def cards_in(name: str, view: str) -> list[dict[str, list[str]]]:
    copy = copied(loads(json.dumps(record(name))), view).as_json()
    return [hand.get("deal", {}).get("cards", {}) for hand in copy["hands"]]


def test_MUS_CNT_3_cards_laid_down_at_the_end_are_everybodys():
    whole = record("unbet")["hands"][0]["deal"]["cards"]
    assert cards_in("unbet", "table") == [whole]


def test_a_game_decided_before_the_showdown_shows_nothing():
    # A deje gives the winners their last stone: nobody lays a card down.
    assert cards_in("target_reached_by_a_deje", "table")[-1] == {}
    own = record("target_reached_by_a_deje")["hands"][-1]["deal"]["cards"]["A1"]
    assert cards_in("target_reached_by_a_deje", "A1")[-1] == {"A1": own}


def test_a_record_that_breaks_off_shows_nothing():
    found = record("seen_by_one")
    del found["seal"], found["claims"]
    hand = found["hands"][0]
    for name in ("seal", "ledger", "after"):
        del hand[name]
    del hand["rounds"][-1]
    copy = copied(loads(json.dumps(found)), "table").as_json()
    assert "cards" not in copy["hands"][0]["deal"]
    copy = copied(loads(json.dumps(found)), "C").as_json()
    assert list(copy["hands"][0]["deal"]["cards"]) == ["C"]


def test_a_call_nobody_remembers_leaves_the_end_untold():
    assert cards_in("forgotten_call", "table") == [{}]


def test_what_was_thrown_is_never_shown_and_what_the_last_exchange_brought_is():
    copy = copied(loads(json.dumps(record("mus_twice"))), "B").as_json()["hands"][0]
    first, second = [round_ for round_ in copy["rounds"] if round_["lance"] == "descarte"]
    assert list(copy["deal"]["cards"]) == ["B"]
    assert first["calls"] == [
        "A descarto ? ? ?",
        "B descarto 6o 6c",
        "C descarto ? ?",
        "D descarto ? ? ? ?",
        "E descarto ? ?",
    ]
    # Of the first exchange only B's own cards: the others may have thrown theirs again.
    assert first["draws"] == {"B": ["Ao", "5b"]}
    whole = record("mus_twice")["hands"][0]["rounds"]
    assert second["draws"] == [r for r in whole if r["lance"] == "descarte"][1]["draws"]


def test_ENC_SET_10_where_only_contributors_show_the_others_keep_their_cards():
    found = record("seen_by_one")
    variant = load_variant("encaje")
    rules = {name: list(v) if isinstance(v, tuple) else v for name, v in variant.rules.items()}
    rules["show.scope"] = "contributors"
    found["variant"] = {
        "id": "our_table",
        "rules": rules,
        "digest": resolve_embedded(rules, "our_table").digest,
    }
    del found["claims"], found["seal"]
    hand = found["hands"][0]
    for round_ in hand["rounds"]:
        del round_["checks"]
    for name in ("seal", "ledger", "after"):
        del hand[name]
    copy = copied(loads(json.dumps(found)), "table").as_json()
    # Pots of grande A D, of chica C E, of pares B D, of juego A D: everybody is in one.
    assert set(copy["hands"][0]["deal"]["cards"]) == set("ABCDE")
    chica = next(round_ for round_ in hand["rounds"] if round_["lance"] == "chica")
    chica["calls"] = ["A paso", "B paso", "C envido 3", *[f"{s} no quiero" for s in "DEAB"]]
    # Nobody saw Carmen in chica, which pays nothing later; Edurne was in no other pot.
    copy = copied(loads(json.dumps(found)), "table").as_json()
    assert set(copy["hands"][0]["deal"]["cards"]) == set("ABD")


# --- the rest of the file ----------------------------------------------------------------


def test_notes_words_of_claims_and_fields_of_others_stay_behind():
    found = record("punto")
    found["notes"] = {"1.mus.1": [{"text": {"en": "SECRET"}, "by": "SECRET"}]}
    found["claims"] = [
        {"by": "A", "about": "match", "after": {"A": 4}, "text": {"en": "SECRET"}, "x-a": "SECRET"}
    ]
    found["signatures"] = [
        {"by": "A", "algorithm": "ed25519", "key": "0" * 64, "signature": "SECRET"},
        {"by": "A", "algorithm": "other", "words": "SECRET"},
    ]
    found["x-a"] = "SECRET"
    found["variant"]["x-a"] = "SECRET"
    hand = found["hands"][0]
    hand["x-a"] = hand["deal"]["x-a"] = hand["rounds"][0]["x-a"] = "SECRET"
    hand["ledger"][0]["x-a"] = {"deep": ["SECRET"]}
    copy = redacted(loads(json.dumps(found)), "table")
    assert "SECRET" not in text_of(copy)
    assert "x-a" not in text_of(copy)
    assert copy.claims == ({"by": "A", "about": "match", "after": {"A": 4}},)
    assert verify(loads(text_of(copy))).verdict == "ok"


TELLING = {
    "who claims": {"by": "A had Ro Rc", "about": "match", "after": {"A": 4}},
    "about": {"by": "A", "about": "B threw 4o 5o", "after": {"A": 4}},
    "a round that is none": {"by": "A", "about": "1.ro_rc", "to": "A"},
    "for whom": {"by": "A", "about": "match", "to": "pot:A held Sb", "stones": 1},
}


@pytest.mark.parametrize("claim", TELLING.values(), ids=TELLING)
def test_no_part_of_a_claim_smuggles_words_out_unless_they_are_asked_for(claim):
    found = record("punto")
    found["claims"] = [claim]
    copy = redacted(loads(json.dumps(found)), "table")
    words = [text for text in text_of(copy).split('"') if "had" in text or "ro_rc" in text]
    assert not words
    assert "Sb" not in json.dumps(copy.claims)
    assert "threw" not in text_of(copy)
    assert redacted(loads(json.dumps(found)), "table", words=True).claims == (claim,)


def test_a_signature_stays_where_the_header_names_who_signs():
    found = record("punto")
    key = "0" * 64
    ours = {"algorithm": "ed25519", "key": key, "signature": "0" * 128}
    found["signatures"] = [ours | {"by": by} for by in ("A had Ro Rc", "A", key)]
    copy = redacted(loads(json.dumps(found)), "table")
    assert [one["by"] for one in copy.signatures or ()] == ["A", key]


def test_the_words_the_table_added_to_a_seed_stay_and_the_seed_does_not():
    found = match(load_variant("encaje"), seats=3, hands=1, seed="words").as_json()
    shuffle = found["hands"][0]["deal"]["shuffle"]
    shuffle["table_seed"] = "red wine"
    copy = redacted(loads(json.dumps(found)), "table").as_json()
    told = copy["hands"][0]["deal"]["shuffle"]
    assert told == {name: shuffle[name] for name in ("algorithm", "commit", "nonce", "table_seed")}


def test_a_discard_is_hidden_however_it_is_spelled():
    found = record("mus_twice")
    del found["seal"]
    hand = found["hands"][0]
    hand.pop("seal")
    hand["rounds"][1]["calls"][0] = "A I throw siete de oros, 5c, cuatro de espadas"
    replay = with_seals(loads(json.dumps(found)))
    copy = copied(replay, "table")
    assert copy.hands[0].rounds[1].calls[0] == "A descarto ? ? ?"
    assert verify(copy).verdict == "ok"


def test_a_discard_that_cannot_be_read_is_not_handed_on():
    found = record("mus_twice")
    found["hands"][0]["rounds"][1]["calls"][0] = "A descrto 7o 5c 4e"
    with pytest.raises(ReplayError, match="not something a player says"):
        redacted(loads(json.dumps(found)), "table")


@pytest.mark.parametrize("view", ["F", "full", "", "a", "A1"])
def test_there_is_no_other_view(view):
    with pytest.raises(ReplayError, match="one of the seats A B C"):
        redacted(loads(json.dumps(record("punto"))), view)


def test_a_record_that_is_wrong_stays_wrong_and_shows_nothing_from_there_on():
    [found] = [loads((REPLAYS / "faulty" / "raise_by_one.json").read_text("utf-8"))]
    copy = copied(found, "table")
    verdict, ours = verify(copy), verify(found)
    assert (verdict.verdict, verdict.failure.place) == (ours.verdict, ours.failure.place)
    assert copy.hands[0].cards == {}


def test_a_hand_that_goes_on_after_its_end_shows_nothing():
    found = record("unbet")
    rounds = found["hands"][0]["rounds"]
    rounds.append({"lance": "grande", "calls": ["A paso"]})
    replay = loads(json.dumps(found))
    assert verify(replay).verdict == "illegal"
    assert copied(replay, "table").hands[0].cards == {}


def test_a_copy_that_would_not_verify_is_refused_and_says_why():
    # Without cards nobody can make the declarations this record leaves out.
    found = record("mus_twice")
    for name in ("seal", "claims", "notes"):
        found.pop(name, None)
    hand = found["hands"][0]
    for name in ("seal", "ledger", "after"):
        del hand[name]
    for round_ in hand["rounds"]:
        del round_["checks"]
        if round_["lance"] == "pares":
            assert round_["calls"][4] == "E tengo"
            del round_["calls"][:5]
    replay = loads(json.dumps(found))
    assert verify(replay).ok
    with pytest.raises(ReplayError, match="without the cards the copy would not verify"):
        redacted(replay, "table")


def test_a_file_of_many_matches_is_copied_match_by_match():
    for located in read(str(REPLAYS / "all_in_by_lance.jsonl")):
        assert located.replay is not None
        assert verify(copied(located.replay, "table")).verdict == "ok"
