"""Every verdict with its place: the first fault, what it shows, and the good prefix before it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mustutor.model.variant import load_variant, resolve_embedded
from mustutor.referee import Verdict, verify
from mustutor.replay import loads
from mustutor.replay.seals import with_seals

REPLAYS = Path(__file__).resolve().parents[2] / "replays"


def document(name: str, *, sealed: bool = False) -> dict[str, Any]:
    """A record as JSON, without seals, claims and notes unless they are asked for."""
    found = json.loads((REPLAYS / f"{name}.json").read_text("utf-8"))
    if not sealed:
        for hand in found["hands"]:
            hand.pop("seal", None)
        for field in ("seal", "claims", "notes"):
            found.pop(field, None)
    return found


def verdict_on(found: dict[str, Any]) -> Verdict:
    return verify(loads(json.dumps(found)))


def failed(found: dict[str, Any]) -> tuple[str, str, str]:
    """The verdict, its place, and what is said of it."""
    verdict = verdict_on(found)
    assert verdict.failure is not None
    assert not verdict.ok
    assert not verdict.complete
    return verdict.verdict, verdict.failure.place, verdict.failure.fault.said()


def round_of(found: dict[str, Any], lance: str) -> dict[str, Any]:
    return next(round_ for round_ in found["hands"][0]["rounds"] if round_["lance"] == lance)


# --- ok ----------------------------------------------------------------------------------


def test_ok_has_no_failure_and_the_stones_after_it():
    verdict = verdict_on(document("unbet", sealed=True))
    assert (verdict.verdict, verdict.ok, verdict.complete) == ("ok", True, True)
    assert verdict.failure is None
    assert verdict.missing == ()
    assert verdict.after == {"A": 20, "B": 18, "C": 20, "D": 17, "E": 19}


def test_ok_says_what_is_missing():
    verdict = verdict_on(document("worked_example_1", sealed=True))
    assert (verdict.verdict, verdict.complete) == ("ok", False)
    missing = {(gap.place, gap.what, gap.seats) for gap in verdict.missing}
    assert ("1.mus", "lance", ()) in missing
    assert ("1.chica", "lance", ()) in missing
    assert ("1", "cards", tuple("ABCDE")) in missing
    [hand] = verdict.hands
    assert [(waiting.lance, waiting.parties, waiting.stones) for waiting in hand.open] == [
        ("grande", ("B", "E"), 22)
    ]


# --- unreadable --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "hint"),
    [("B embido 4", "B envido 4"), ("B pso", "B paso"), ("B quero", "B quiero"), ("B qwxyz", "")],
)
def test_unreadable_shows_the_text_and_the_nearest_call(call, hint):
    found = document("unbet")
    round_of(found, "grande")["calls"][1] = call
    verdict = verdict_on(found)
    assert verdict.failure is not None
    assert (verdict.verdict, verdict.failure.place) == ("unreadable", "1.grande.2")
    assert verdict.failure.text == call
    said = verdict.failure.fault.said()
    assert call.partition(" ")[2] in said
    assert said.count("did you mean") == bool(hint)
    assert hint in said


# --- illegal -----------------------------------------------------------------------------


def test_illegal_shows_the_article_the_bound_the_position_and_the_good_prefix():
    found = document("seen_by_one")
    pares = round_of(found, "pares")
    assert pares["calls"][7] == "D subo a 4"
    pares["calls"][7] = "D subo a 3"
    verdict = verdict_on(found)
    failure = verdict.failure
    assert failure is not None
    assert (verdict.verdict, failure.place, failure.text) == ("illegal", "1.pares.8", "D subo a 3")
    assert failure.fault.rule == "ENC-BET-6"
    assert "4" in failure.fault.said()
    assert failure.position is not None
    assert failure.position.speaker == "D"
    assert "pares D" in failure.position.line()
    # All up to the call before is there: the pots of grande and chica among it.
    [hand] = verdict.hands
    assert str(hand.steps[-1].call) == "B envido 2"
    at_once = [entry.lance for entry in hand.end.ledger if entry.when == "at_once"]
    assert at_once == ["grande"] * 2 + ["chica"] * 2
    # What is closed is settled: both pots are taken, and nobody has more or fewer stones for it.
    assert not hand.end.pots
    assert sum(hand.end.stones) + hand.end.out == sum(hand.start.stones) + hand.start.out


def test_a_round_that_cannot_come_here():
    found = document("unbet")
    rounds = found["hands"][0]["rounds"]
    rounds[1], rounds[2] = rounds[2], rounds[1]
    assert failed(found)[:2] == ("diverges", "1.chica.1")  # Its check knows of a grande before.
    for round_ in rounds:
        del round_["checks"]
    assert failed(found)[:2] == ("illegal", "1.grande.1")
    found = document("unbet")
    rounds = found["hands"][0]["rounds"]
    rounds.append(rounds[1])
    assert failed(found)[:2] == ("illegal", "1.grande2.1")


def test_a_hand_that_breaks_off_in_a_lance_whose_end_it_tells():
    found = document("worked_example_2")
    grande = round_of(found, "grande")
    del grande["calls"][-1], grande["checks"][-1]
    assert failed(found)[:2] == ("illegal", "1.grande.12")
    del found["hands"][0]["after"]
    assert failed(found)[:2] == ("illegal", "1.grande.12")
    del found["hands"][0]["ledger"]
    assert verdict_on(found).verdict == "ok"


def test_the_wrong_player_is_mano_of_the_next_hand():
    found = document("punto")
    found["hands"][1]["mano"] = "C"
    verdict, place, said = failed(found)
    assert (verdict, place) == ("illegal", "2")
    assert "B" in said


def test_no_hand_follows_a_session_that_is_over():
    found = document("ends_in_mid_settlement")
    found["games"] = {"C": 4}  # His fifth lost game ends the session.
    assert verdict_on(found).verdict == "ok"
    found["hands"].append({"mano": "B", "rounds": []})
    assert failed(found)[:2] == ("illegal", "2")


def test_a_player_who_has_dropped_out_is_dealt_no_cards():
    found = document("whole_game")
    hand = found["hands"][-1]
    del hand["deal"]["shuffle"]
    hand["deal"]["cards"]["A"] = ["Ro", "Rc", "Re", "Rb"]
    assert failed(found)[:2] == ("misdealt", "7")


# --- diverges ----------------------------------------------------------------------------


def test_diverges_shows_our_position_line_and_both_checks():
    found = document("seen_by_one")
    chica = round_of(found, "chica")
    chica["calls"][2] = "C envido 4"
    recorded = chica["checks"][2]
    verdict = verdict_on(found)
    failure = verdict.failure
    assert failure is not None
    assert (verdict.verdict, failure.place) == ("diverges", "1.chica.3")
    assert failure.position is not None
    line = failure.position.line()
    ours = hashlib.sha256(line.encode("ascii")).hexdigest()[:12]
    said = failure.fault.said()
    assert recorded in said
    assert ours in said
    assert line in said
    assert "4:C" in line


@pytest.mark.parametrize("name", ["unbet", "seen_by_several", "ends_in_mid_settlement"])
def test_the_last_check_of_a_hand_is_of_the_position_before_the_cards_are_shown(name):
    found = document(name)
    last = found["hands"][0]["rounds"][-1]
    last["checks"][-1] = "0" * 12
    verdict = verdict_on(found)
    assert verdict.failure is not None
    assert verdict.failure.position is not None
    line = verdict.failure.position.line()
    assert " showdown " in line
    assert hashlib.sha256(line.encode("ascii")).hexdigest()[:12] in verdict.failure.fault.said()


def test_every_wrong_check_is_found_where_it_stands():
    text = json.dumps(document("mus_twice"))
    found = json.loads(text)
    for number, round_ in enumerate(found["hands"][0]["rounds"]):
        for place in range(len(round_["calls"])):
            damaged = json.loads(text)
            checks = damaged["hands"][0]["rounds"][number]["checks"]
            checks[place] = checks[place][::-1]
            name = round_["lance"] + {2: "2", 3: "2", 4: "3"}.get(number, "")
            expected = ("diverges", f"1.{name}.{place + 1}")
            assert failed(damaged)[:2] == expected


def test_a_check_too_few_and_a_check_too_many():
    found = document("unbet")
    round_of(found, "grande")["checks"].pop()
    assert failed(found)[:2] == ("diverges", "1.grande.5")
    found = document("unbet")
    checks = round_of(found, "grande")["checks"]
    checks.append(checks[-1])
    assert failed(found)[:2] == ("diverges", "1.grande.6")
    found = document("unbet")
    mus = round_of(found, "mus")
    mus["calls"], mus["checks"] = [], []
    assert failed(found)[:2] == ("diverges", "1.mus.1")


# --- unsettled ---------------------------------------------------------------------------


IN_WORDS = {
    "at_once": "at once",
    "showdown": "at the showdown",
    "unanswered_bet": "bet refused",
    "unanswered_raise": "raise refused",
    "value": "value of the hand",
    "out": "out of the game",
    **{f"pot:{lance}": "the pot" for lance in ("grande", "chica", "pares", "juego", "punto")},
}


def test_unsettled_item_by_item_shows_both_sides_and_the_article():
    ledger = document("seen_by_one")["hands"][0]["ledger"]
    other: dict[str, Callable[[Any], object]] = {
        "lance": lambda lance: "juego" if lance != "juego" else "grande",
        "when": lambda when: "showdown" if when == "at_once" else "at_once",
        "item": lambda item: "value" if item != "value" else "pot",
        "from": lambda account: "B" if account != "B" else "A",
        "to": lambda account: "B" if account != "B" else "A",
        "stones": lambda stones: stones + 1,
        "rule": lambda _: "ENC-SET-1",
    }
    for place, movement in enumerate(ledger, 1):
        for field, change in other.items():
            found = document("seen_by_one")
            told = found["hands"][0]["ledger"][place - 1]
            told[field] = change(told[field])
            verdict, where, said = failed(found)
            assert (verdict, where) == ("unsettled", f"1.ledger.{place}")
            recorded, _, computed = said.partition("; ours has ")
            for movement_said, stated in ((recorded, told), (computed, movement)):
                for name, thing in stated.items():
                    assert IN_WORDS.get(thing, str(thing)) in movement_said, name
            assert " > " not in said
            assert "_" not in said


def test_a_movement_left_out_added_or_moved():
    size = len(document("seen_by_one")["hands"][0]["ledger"])
    for place in range(size):
        found = document("seen_by_one")
        del found["hands"][0]["ledger"][place]
        assert failed(found)[:2] == ("unsettled", f"1.ledger.{place + 1}")
        found = document("seen_by_one")
        ledger = found["hands"][0]["ledger"]
        ledger.insert(place, ledger[place])
        assert failed(found)[:2] == ("unsettled", f"1.ledger.{place + 2}")
        if place:
            found = document("seen_by_one")
            ledger = found["hands"][0]["ledger"]
            ledger[place - 1], ledger[place] = ledger[place], ledger[place - 1]
            assert failed(found)[:2] == ("unsettled", f"1.ledger.{place}")


def test_a_rule_may_be_left_out_of_a_movement():
    found = document("seen_by_one")
    for movement in found["hands"][0]["ledger"]:
        del movement["rule"]
    assert verdict_on(found).ok


@pytest.mark.parametrize("side", "ABCDE")
def test_the_stones_after_the_hand(side):
    found = document("seen_by_one")
    found["hands"][0]["after"][side] += 1
    verdict, place, said = failed(found)
    assert (verdict, place) == ("unsettled", "1.after")
    assert side in said
    assert str(found["hands"][0]["after"][side]) in said
    assert str(found["hands"][0]["after"][side] - 1) in said


def test_stones_of_nobody_after_the_hand():
    found = document("seen_by_one")
    found["hands"][0]["after"]["H"] = 1
    assert failed(found)[:2] == ("unsettled", "1.after")


def test_a_later_hand_is_named():
    found = document("punto")
    found["hands"][2]["after"]["A"] += 1
    assert failed(found)[:2] == ("unsettled", "3.after")
    found = document("punto")
    found["hands"][3]["ledger"][1]["stones"] += 1
    assert failed(found)[:2] == ("unsettled", "4.ledger.2")


def test_a_false_claim_is_unsettled_at_the_claim():
    found = document("seen_by_one")
    found["claims"] = [
        {"by": "A", "about": "1.juego", "to": "D", "stones": 7},
        {"by": "B", "about": "1.pares", "to": "B", "stones": 8},  # and one more for the pair
    ]
    verdict, place, said = failed(found)
    assert (verdict, place) == ("unsettled", "claims.2")
    assert "9" in said


# --- misdealt ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        (["Ro", "4e", "5e", "6e"], "Ro"),  # A has it
        (["4e", "4e", "5e", "6e"], "4e"),
        (["4e", "5e", "6e"], "3"),
        (["4e", "5e", "6e", "7e", "Ce"], "5"),
        (["4e", "5e", "6e", "9e"], "9e"),
        ([], "0"),
    ],
)
def test_misdealt_shows_seat_and_card(cards, said):
    found = document("unbet")
    found["hands"][0]["deal"]["cards"]["E"] = cards
    verdict = verdict_on(found)
    assert verdict.failure is not None
    assert (verdict.verdict, verdict.failure.place) == ("misdealt", "1")
    assert said in verdict.failure.fault.said()
    assert "E" in verdict.failure.fault.said() + verdict.failure.text


def test_a_card_the_variant_has_taken_out_of_the_deck_is_misdealt():
    rules = {**load_variant("encaje").rules, "deck.removed_ranks": [2]}
    rules["deck.fours_as_aces"] = True
    found = document("unbet")
    found["variant"] = {"id": "short", "rules": json.loads(json.dumps(rules))}
    assert failed(found)[:2] == ("misdealt", "1")  # C has the two of espadas


def served(found: dict[str, Any], which: int = 0) -> dict[str, Any]:
    rounds = [round_ for round_ in found["hands"][0]["rounds"] if round_["lance"] == "descarte"]
    return rounds[which]


SERVED: dict[str, Callable[[dict[str, Any]], object]] = {
    "a card somebody holds": lambda draws: draws.update(B=["Ro", "5b"]),
    "the same card twice": lambda draws: draws.update(B=["Ao", "Ao"]),
    "one too few": lambda draws: draws.update(B=["Ao"]),
    "one too many": lambda draws: draws.update(B=["Ao", "5b", "Rb"]),
    "a card just thrown": lambda draws: draws.update(B=["Ao", "7o"]),
    "a card of no deck": lambda draws: draws.update(B=["Ao", "8o"]),
    "a player who is not there": lambda draws: draws.update(H=["Rb"]),
}


@pytest.mark.parametrize("change", SERVED.values(), ids=SERVED)
def test_cards_served_that_cannot_have_been(change):
    found = document("mus_twice")
    change(served(found)["draws"])
    assert failed(found)[:2] == ("misdealt", "1.descarte")


def test_cards_served_where_nobody_waits_for_any():
    found = document("five_card_deal")
    served(found)["draws"] = {"A": ["Rb"]}
    assert failed(found)[:2] == ("misdealt", "1.descarte")


def test_MUS_DISC_6_the_lone_player_is_not_served_what_he_threw():
    found = document("stock_runs_out")
    second = served(found, 1)
    last = second["calls"][-1]
    second["draws"][last[0]][-1] = last.split()[2]
    verdict, place, said = failed(found)
    assert (verdict, place) == ("misdealt", "1.descarte2")
    assert last.split()[2] in said


@pytest.mark.parametrize("seat", "ABC")
def test_cards_that_are_not_the_committed_ones(seat):
    found = document("three_players")
    for hand in found["hands"]:
        del hand["deal"]["shuffle"]
    deal = found["hands"][1]["deal"]
    deal["cards"][seat] = deal["cards"][seat][::-1]  # Even their order is committed to.
    verdict, place, said = failed(found)
    assert (verdict, place) == ("misdealt", "2")
    assert f"The cards of {seat}" in said


def test_a_commitment_without_its_salt_is_left_unjudged():
    found = document("three_players")
    for hand in found["hands"]:
        del hand["deal"]["salts"]
        hand["deal"]["commit"] = dict.fromkeys("ABC", "0" * 64)
    assert verdict_on(found).ok


def test_cards_that_are_not_those_of_the_shuffle():
    for change in ("seed", "nonce", "table_seed"):
        found = document("whole_game")
        found["hands"][2]["deal"]["shuffle"].pop("commit")
        found["hands"][2]["deal"]["shuffle"][change] = "another"
        assert failed(found)[:2] == ("misdealt", "3")
    found = document("whole_game")
    found["hands"][2]["deal"]["shuffle"]["commit"] = "0" * 64
    verdict, place, said = failed(found)
    assert (verdict, place) == ("misdealt", "3")
    assert "seed" in said


def test_a_shuffle_nobody_here_knows_is_left_unjudged():
    found = document("whole_game")
    for hand in found["hands"]:
        hand["deal"]["shuffle"] = {"algorithm": "by hand/1", "seed": "seven riffles"}
    assert verdict_on(found).ok


# --- altered -----------------------------------------------------------------------------


def test_altered_says_which_hand_and_only_where_all_checks_agree():
    found = document("punto", sealed=True)
    found["hands"][1]["deal"]["source"] = "composed"
    assert failed(found)[:2] == ("altered", "2")
    # A call edited there as well: the rules speak first.
    found["hands"][3]["rounds"][1]["calls"][0] = "A paso"
    assert failed(found)[:2] == ("diverges", "4.grande.1")


def test_good_checks_and_a_bad_seal_and_the_other_way_round():
    found = document("seen_by_one", sealed=True)
    found["hands"][0]["rounds"][2]["calls"][2] = "C envido 4"
    # Sealed again by somebody who cannot make the checks: the seal is good, the checks are not.
    again = with_seals(loads(json.dumps(found)))
    verdict = verify(again)
    assert (verdict.verdict, verdict.failure.place) == ("diverges", "1.chica.3")


# --- other rules -------------------------------------------------------------------------


def embedded(**changes: object) -> dict[str, Any]:
    ours = load_variant("encaje")
    rules = json.loads(json.dumps({**ours.rules, **changes}))
    return {"id": "encaje", "rules": rules, "digest": resolve_embedded(rules, "encaje").digest}


def test_our_own_rules_may_be_told_by_id_digest_or_in_full():
    ours = load_variant("encaje")
    for variant in (
        {"id": "encaje"},
        {"id": "encaje", "digest": ours.digest},
        {"id": "encaje", "rules": json.loads(json.dumps(dict(ours.rules)))},
        embedded(),
        {**embedded(), "id": "a_table_of_ours"},
    ):
        found = document("unbet")
        found["variant"] = variant
        verdict = verdict_on(found)
        # The id is on the position line: under another name the checks are others.
        assert verdict.verdict == ("ok" if variant["id"] == "encaje" else "diverges")


def test_a_digest_that_is_not_ours_stops_the_verification():
    found = document("unbet")
    found["variant"]["digest"] = "0" * 64
    verdict = verdict_on(found)
    assert verdict.failure is not None
    assert (verdict.verdict, verdict.failure.place) == ("other_rules", "variant")
    assert verdict.hands == ()
    assert load_variant("encaje").digest[:12] in verdict.failure.fault.said()
    assert "000000000000" in verdict.failure.fault.said()


def test_with_its_rules_embedded_a_record_goes_on_under_them():
    found = document("worked_example_1_b_better")
    found["variant"] = embedded(**{"deck.kings": 4})
    verdict = verdict_on(found)
    # With four kings the pot is B's: the ledger is wrong under the record's own rules.
    assert verdict.verdict == "unsettled"
    assert verdict.after["B"] == 28
    hand = found["hands"][0]
    hand["ledger"][-1]["to"] = "B"
    hand["after"].update(B=28, E=0)
    verdict = verdict_on(found)
    assert verdict.verdict == "other_rules"
    assert verdict.after["B"] == 28


def test_a_digest_that_is_not_of_the_embedded_rules():
    found = document("unbet")
    found["variant"] = {**embedded(**{"encaje.session_losses": 7}), "digest": "0" * 64}
    verdict, place, said = failed(found)
    assert (verdict, place) == ("other_rules", "variant")
    assert "embeds" in said


def test_a_variant_given_by_the_caller_is_the_one_in_force():
    replay = loads(json.dumps(document("worked_example_1_b_better")))
    four = resolve_embedded(embedded(**{"deck.kings": 4})["rules"], "encaje")
    verdict = verify(replay, variant=four)
    assert (verdict.verdict, verdict.failure.place) == ("unsettled", "1.ledger.3")


# --- in which order ----------------------------------------------------------------------


def test_the_order_of_the_verdicts():
    """One fault after the other is put right; the one that counts is always the first left."""
    found = document("three_players", sealed=True)
    good = json.loads(json.dumps(found))
    found["claims"] = [{"by": "A", "about": "1", "to": "A", "stones": 999}]
    hand = found["hands"][0]
    hand["deal"]["commit"]["A"] = "0" * 64
    hand["rounds"][1]["calls"][0] = "B hola"
    hand["rounds"][1]["checks"][0] = "0" * 12
    hand["ledger"][0]["stones"] += 1
    hand["after"]["A"] += 1
    assert failed(found)[:2] == ("misdealt", "1")
    hand["deal"]["commit"] = good["hands"][0]["deal"]["commit"]
    assert failed(found)[:2] == ("unreadable", "1.grande.1")
    hand["rounds"][1]["calls"][0] = "B subo a 5"
    assert failed(found)[:2] == ("illegal", "1.grande.1")
    hand["rounds"][1]["calls"][0] = good["hands"][0]["rounds"][1]["calls"][0]
    assert failed(found)[:2] == ("diverges", "1.grande.1")
    hand["rounds"][1]["checks"][0] = good["hands"][0]["rounds"][1]["checks"][0]
    assert failed(found)[:2] == ("unsettled", "1.ledger.1")
    hand["ledger"] = good["hands"][0]["ledger"]
    assert failed(found)[:2] == ("unsettled", "1.after")
    hand["after"] = good["hands"][0]["after"]
    found["date"] = "1976-11-20"
    assert failed(found)[:2] == ("altered", "match")
    found["date"] = good["date"]
    assert failed(found)[:2] == ("unsettled", "claims.1")
    del found["claims"]
    assert verdict_on(found).ok
