"""The records of Mus in replays/: what each comes to, worked out by hand from the rules."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mustutor.model.variant import load_variant
from mustutor.referee import Settlement, settle, verify
from mustutor.replay import loads

from .table import changed

REPLAYS = Path(__file__).resolve().parents[2] / "replays"

# The stones of each side at the end, and who has won the game, as counted on paper.
WORKED_OUT = {
    "madrid_refused_raise": ("A19 B14", ""),
    "catalunya_no_deje_in_pares_or_juego": ("A26 B26", ""),
    "asturias_41_counts_as_2": ("A13 B21", ""),
    "asturias_real_beats_manos_31": ("A32 B22", ""),
    "catalunya_real_with_a_king_or_a_three": ("A31 B37", ""),
    "corrido_whoever_cuts_is_mano": ("A14 B2", ""),
    "corrido_full_round_moves_mano": ("A1 B11", ""),
    "cantabria_corrido_cut_with_pares_and_juego": ("A2 B5", ""),
    "visto_everybody_discards": ("A11 B12", ""),
    "visto_if_mano_wants": ("A12 B33", ""),
    "visto_dealt_again": ("A1 B10", ""),
    "la_rioja_36_cards_to_25": ("A25 B20", "A"),
    "guipuzcoa_four_kings": ("A18 B11", ""),
    "navarra_four_kings": ("A23 B28", ""),
    "galicia_postre_sees_with_two_aces": ("A23 B15", ""),
    "aragon_todas_is_no_ordago": ("A5 B40", "B"),
    "target_reached_by_a_deje": ("A40 B38", "A"),
    "target_reached_by_grande": ("A40 B39", "A"),
    "target_reached_in_the_middle_of_pares": ("A41 B38", "A"),
    "ordago_accepted": ("A12 B36", "A"),
    "ordago_refused": ("A32 B35", ""),
    "refusers_cards_win": ("A13 B16", ""),
    "six_players_in_trios": ("A16 B12", ""),
    "individual_for_three": ("A18 B20 C25", ""),
    "perete_of_a_house_rule": ("A9 B10", ""),
    "aragon_false_signal": ("A18 B18", ""),
    "asturias_question_with_medias": ("A20 B26", ""),
    "asturias_mano_31_orders_a_pass": ("A9 B18", ""),
    "alava_vizcaya_broken_word": ("A31 B23", "B"),
    "cantabria_signal_while_dealing": ("A19 B4", ""),
    "false_tengo_found_at_the_showdown": ("A26 B39", ""),
    "dispute_before_all_cards_are_shown": ("A22 B19", ""),
    "match_to_three_games": ("A6 B38", "A"),
}

# What the last hand (or, where a number is given, that one) pays, by the rules of the table.
PAID = {
    # A refused raise: the stake before it and a stone more (REG-MAD-4).
    ("madrid_refused_raise", 1): [
        *("grande deje A 1", "pares deje B 3", "juego deje A 4"),
        *("chica paso B 1", "pares par B 1", "juego juego A 2"),
    ],
    # No deje at pares and juego; the hands are paid all the same (REG-CAT-4).
    ("catalunya_no_deje_in_pares_or_juego", 1): [
        *("grande deje B 1", "chica deje B 1"),
        *("pares medias B 2", "juego juego31 A 3", "juego juego31 A 3"),
    ],
    # 41 is 2, and 45 on top of 5 is 2 more (REG-AST-7, REG-AST-9).
    ("asturias_41_counts_as_2", 1): [
        *("chica deje A 1", "grande envite A 2"),
        *("pares envite B 7", "pares medias B 2", "juego juego B 2"),
    ],
    # La Real beats the 31 of mano, and is paid 3 (MUS-REAL-1).
    ("asturias_real_beats_manos_31", 1): [
        *("grande deje B 1", "chica paso A 1", "pares medias B 2", "pares par B 1"),
        *("juego envite A 10", "juego juego31 A 3"),
    ],
    ("catalunya_real_with_a_king_or_a_three", 1): [
        *("grande paso B 1", "chica paso A 1", "pares medias B 2", "pares par B 1"),
        *("juego envite B 8", "juego juego31 B 3"),
    ],
    ("catalunya_real_with_a_king_or_a_three", 2): [
        *("juego deje A 10", "grande paso B 1", "chica paso B 1"),
        *("pares medias A 2", "juego juego31 A 3"),
    ],
    # The two that are tied go to who has cut and is mano (MUS-FIRST-4).
    ("corrido_whoever_cuts_is_mano", 1): [
        *("grande paso A 1", "chica paso A 1", "juego envite A 5", "juego juego31 A 3"),
    ],
    # The 31 of mano's partner is not paid by the envite, but it is paid.
    ("visto_if_mano_wants", 1): [
        *("grande paso B 1", "chica paso A 1", "pares envite B 2", "pares par B 1"),
        *("juego envite B 5", "juego juego31 B 3", "juego juego B 2"),
    ],
    ("visto_if_mano_wants", 2): [
        *("chica deje B 1", "grande paso B 1", "pares duples B 3", "punto punto A 1"),
    ],
    ("visto_dealt_again", 1): [],
    # 17, 18, 20, 23 and 25: the two 31s that come after are not counted (MUS-CNT-2).
    ("la_rioja_36_cards_to_25", 1): [
        *("chica deje A 1", "grande envite A 2", "pares duples A 3", "pares medias A 2"),
    ],
    # A stone for the refusal, and one for the punto (MUS-DEJE-6).
    ("navarra_four_kings", 1): [
        *("punto deje A 1", "grande paso A 1", "chica envite B 2"),
        *("pares par B 1", "punto punto A 1"),
    ],
    ("aragon_todas_is_no_ordago", 1): ["chica deje B 1"],
    ("target_reached_by_a_deje", 1): ["grande deje A 1"],
    ("target_reached_by_grande", 1): ["grande envite A 2"],
    ("target_reached_in_the_middle_of_pares", 1): [
        *("grande paso B 1", "chica paso A 1", "pares duples A 3"),
    ],
    ("ordago_accepted", 1): ["grande deje B 1", "chica ordago A 0"],
    # Refused as an opening 1, as a raise what stood before it (MUS-DEJE-3).
    ("ordago_refused", 1): [
        *("grande deje A 1", "chica deje A 5", "pares deje B 3"),
        *("pares par B 1", "pares par B 1", "juego juego A 2", "juego juego A 2"),
    ],
    # B1 refused and B2 saw: B1's three kings win for both (MUS-CMP-T2).
    ("refusers_cards_win", 1): [
        *("pares deje B 2", "grande envite B 5", "chica paso A 1"),
        *("pares medias B 2", "juego juego A 2"),
    ],
    ("six_players_in_trios", 1): [
        *("juego deje A 1", "grande envite A 2", "chica paso B 1"),
        *("pares envite B 2", "pares par B 1", "juego juego31 A 3"),
    ],
    # Nobody has a partner: the winner is paid for his own pares alone.
    ("individual_for_three", 1): [
        *("chica deje C 1", "juego deje A 1", "grande envite A 2"),
        *("pares envite C 6", "pares duples C 3", "juego juego31 A 3"),
    ],
    ("perete_of_a_house_rule", 1): [
        *("grande deje B 1", "chica deje B 1", "juego deje A 2", "grande perete A 1"),
        *("pares par B 1", "pares par B 1", "juego juego31 A 3"),
    ],
    # A false signal is forbidden in Aragon, and nothing is taken for it (REG-ARA-5).
    ("aragon_false_signal", 1): [
        *("grande deje A 1", "chica deje A 1"),
        *("pares envite A 2", "pares par A 1", "pares par A 1", "juego juego31 B 3"),
    ],
    # The hand of A is annulled: its kings win no stake, and B2's aces are alone (REG-AST-5).
    ("asturias_question_with_medias", 1): [
        *("juego deje B 1", "grande envite B 2", "chica paso B 1"),
        *("pares envite B 2", "pares par B 1", "juego juego B 2"),
    ],
    # The stake of 5 is void, and so is the 31; B2's 37 is paid (REG-AST-21).
    ("asturias_mano_31_orders_a_pass", 1): [
        *("grande paso B 1", "chica envite B 2", "pares par B 1", "juego juego B 2"),
    ],
    # A stone for the refusal at chica, and then the game (REG-ALV-5).
    ("alava_vizcaya_broken_word", 1): ["chica deje B 1", "pares penalty B 0"],
    ("cantabria_signal_while_dealing", 1): [
        *("grande envite A 2", "chica paso B 1", "pares par A 1", "pares par A 1"),
        *("juego envite A 5", "juego juego31 A 3", "juego juego A 2"),
    ],
    # A1 has no juego: the stake goes to B1, who has (MUS-DECL-8).
    ("false_tengo_found_at_the_showdown", 1): [
        *("grande deje B 1", "chica deje A 1"),
        *("pares par B 1", "juego envite B 5", "juego juego B 2"),
    ],
    # What needs the cards nobody has shown is not counted.
    ("dispute_before_all_cards_are_shown", 1): ["grande deje B 1", "juego deje A 1"],
    ("match_to_three_games", 7): ["grande paso B 1", "chica paso A 1"],
    ("match_to_three_games", 12): ["chica deje B 1"],
    ("match_to_three_games", 21): ["grande deje A 1", "pares deje A 1", "juego ordago A 0"],
}

# What the referee says of signals, words and false declarations, by the articles.
RULED = {
    "aragon_false_signal": [
        ("1.pares.2", "A1 sena duples", False, "REG-ARA-5", "none"),
        ("1.pares.5", "A2 dice tengo_duples", True, "REG-ARA-4", ""),
    ],
    "asturias_question_with_medias": [
        ("1.mus.1", "A1 dice que_digo", False, "REG-AST-5", "annul_hand"),
        ("1.pares.6", "B1 dice que_llevas_a_pares", False, "REG-AST-10", "none"),
    ],
    "asturias_mano_31_orders_a_pass": [
        ("1.juego.5", "A2 dice pasa", False, "REG-AST-20", "annul_lance"),
    ],
    "alava_vizcaya_broken_word": [
        ("1.pares.6", "A2 dice yo_no_quiero", False, "REG-ALV-5", "lose_game"),
    ],
    "cantabria_signal_while_dealing": [
        ("1.descarte.5", "A1 sena dos_reyes", False, "REG-CAN-7", "none"),
        ("1.grande.1", "A1 sena dos_reyes", True, "MUS-SIG-F1", ""),
        ("1.juego.5", "A1 sena treinta_y_una", True, "MUS-SIG-F7", ""),
    ],
    "false_tengo_found_at_the_showdown": [
        ("1.juego.4", "A1 tengo", False, "MUS-DECL-8", "annul_lance"),
    ],
}

FAULTY = {
    "answered_with_a_bet": ("illegal", "1.chica.3", "MUS-BET-3"),
    "answered_by_the_bettors_side": ("illegal", "1.grande.2", "MUS-BET-4"),
    "seen_twice": ("illegal", "1.grande.3", "MUS-LANCE-1"),
    "raise_after_an_ordago": ("illegal", "1.chica.4", "MUS-ORD-1"),
    "pares_after_an_ordago_that_was_seen": ("illegal", "1.pares.1", "MUS-LANCE-1"),
    "discard_of_a_card_not_held": ("illegal", "1.descarte.3", "MUS-DISC-3"),
    "perete_that_is_none": ("illegal", "1.grande.1", "MUS-NAME-4"),
    "cantabria_cut_without_pares": ("illegal", "1.mus.2", "REG-CAN-6"),
    "wrong_mano": ("illegal", "2", "MUS-DLR-3"),
    "two_served_for_three_thrown": ("misdealt", "1.descarte", "MUS-DISC-4"),
    "served_what_was_thrown": ("misdealt", "1.descarte", "MUS-DISC-5"),
    "two_in_a_deck_without_twos": ("misdealt", "1", "MUS-DECK-1"),
    "madrid_without_the_extra_stone": ("unsettled", "1.ledger.2", "MUS-DEJE-3"),
    "counted_past_the_target": ("unsettled", "1.ledger.4", ""),
    "claim_of_medias_over_duples": ("unsettled", "claims.2", ""),
}

good = pytest.mark.parametrize("name", WORKED_OUT)
faulty = pytest.mark.parametrize("name", FAULTY)


def text(name: str) -> str:
    return (REPLAYS / f"{name}.json").read_text("utf-8")


def settled(name: str) -> Settlement:
    return settle(loads(text(name)))


def stones(after: dict[str, int]) -> str:
    return " ".join(f"{side}{count}" for side, count in after.items())


def test_every_record_of_mus_is_worked_out_here():
    names = set()
    for path in REPLAYS.glob("*.json"):
        rules = verify(loads(path.read_text("utf-8"))).variant
        if rules is not None and rules.game == "mus":
            names.add(path.stem)
    assert names == set(WORKED_OUT)
    assert len(names) >= 15


@good
def test_it_verifies_and_comes_to_what_was_worked_out(name):
    verdict = verify(loads(text(name)))
    assert verdict.verdict == "ok", verdict.failure
    assert verdict.complete is (not name.startswith("dispute"))
    after, winner = WORKED_OUT[name]
    assert stones(verdict.after) == after
    assert settled(name).winner == winner


@pytest.mark.parametrize(("name", "number"), PAID)
def test_every_stone_of_the_hand_is_as_worked_out(name, number):
    ledger = settled(name).hands[number - 1].end.ledger
    written = [f"{entry.lance} {entry.item} {entry.dst} {entry.stones}" for entry in ledger]
    assert written == PAID[name, number]
    assert all(entry.src == "bank" for entry in ledger)


@good
def test_the_referee_says_of_it_what_the_articles_say(name):
    rulings = [(r.place, r.call, r.ruling) for r in settled(name).conduct]
    assert [(*told, r.allowed, r.rule, r.penalty) for *told, r in rulings] == RULED.get(name, [])


@pytest.mark.parametrize("name", RULED)
def test_a_record_with_a_ruling_says_in_both_languages_what_happened(name):
    notes = json.loads(text(name))["notes"]
    assert any(place in notes for place, *_ in RULED[name])
    for note in [note for notes_there in notes.values() for note in notes_there]:
        assert set(note["text"]) == {"en", "es"}


@faulty
def test_a_faulty_record_is_found_out_at_its_place_with_its_article(name):
    verdict = verify(loads(text(f"faulty/{name}")))
    failure = verdict.failure
    assert failure is not None
    assert (verdict.verdict, failure.place, failure.fault.rule) == FAULTY[name]
    assert not verdict.complete


@faulty
def test_a_faulty_record_tells_in_both_languages_what_is_wrong_with_it(name):
    [(place, [note])] = json.loads(text(f"faulty/{name}"))["notes"].items()
    assert set(note["text"]) == {"en", "es"}
    _, fault, _ = FAULTY[name]
    assert place.split(".")[0] == fault.split(".")[0] or fault.startswith("claims")


# What the same cards and calls come to where no offence costs anything.
WITHOUT = {
    # Grande 2, and pares worth 2 + 2 + 1 to A; 1 at chica and juego 3 to B.
    "asturias_question_with_medias": ("A27 B21", ""),
    # The 31 of mano takes 5, and is paid 3 and 2.
    "asturias_mano_31_orders_a_pass": ("A19 B16", ""),
    # Grande 1 (two kings each, C C against C 5), pares 2 and 3 and 1; the stake of juego is enough.
    "alava_vizcaya_broken_word": ("A40 B23", "A"),
}


@pytest.mark.parametrize("name", WITHOUT)
def test_without_the_penalty_it_would_have_gone_the_other_way(name):
    record = loads(text(name))
    rules = load_variant(record.variant["id"])
    lenient = changed(rules.id, {"penalty": dict.fromkeys(rules.rules["penalty"], "none")})
    free = settle(record, variant=lenient)
    after, winner = WITHOUT[name]
    assert (stones(free.after), free.winner) == (after, winner)


# --- what single records show ------------------------------------------------------------


def manos(name: str) -> list[str]:
    return [played.end.mano for played in settled(name).hands]


def test_who_cuts_a_mus_corrido_is_mano_and_a_full_round_moves_it():
    assert manos("corrido_whoever_cuts_is_mano") == ["A2", "B2"]
    assert manos("corrido_full_round_moves_mano") == ["B2"]
    assert manos("cantabria_corrido_cut_with_pares_and_juego") == ["A2"]


def test_a_void_deal_leaves_mano_and_the_first_hand_of_the_game_where_they_were():
    void, played = settled("visto_dealt_again").hands
    assert (void.start.mano, played.start.mano) == ("A1", "A1")
    assert (void.end.ledger, void.end.state.closed) == ((), ())
    assert played.end.table.hand_of_game == 1
    assert played.end.mano == "B1"


def test_the_match_is_three_games_to_one_and_the_last_is_an_ordago():
    settlement = settled("match_to_three_games")
    winners = [played.end.winner for played in settlement.hands if played.end.winner]
    assert winners == ["A", "B", "A", "A"]
    assert settlement.as_json()["games"] == {"A": 3, "B": 1}
    last = settlement.hands[-1].end
    assert last.state.closed[-1].kind == "ordago"
    # 31 against 31: A2 comes before B2 in this hand.
    assert last.order.index("A2") < last.order.index("B2")


def test_rules_of_ones_own_travel_with_the_record():
    own = ("six_players_in_trios", "individual_for_three", "perete_of_a_house_rule")
    for name in (*own, "false_tengo_found_at_the_showdown"):
        variant = json.loads(text(name))["variant"]
        assert len(variant["rules"]) == 86
        assert verify(loads(text(name))).variant.digest == variant["digest"]


def test_a_dispute_is_judged_as_far_as_its_cards_go():
    # Only four kings beat the duples of A1, and they are juego, which B2 declared he has not.
    judgements = settled("dispute_before_all_cards_are_shown").judgements
    assert [(j.claim["about"], j.holds) for j in judgements] == [
        ("1.grande", True),
        ("1.pares", True),
        ("1.pares", False),
    ]
    document = json.loads(text("dispute_before_all_cards_are_shown"))
    document["hands"][0]["deal"]["cards"]["B2"] = ["7c", "7e", "6e", "5e"]
    known = settle(loads(json.dumps(document)))
    assert [j.holds for j in known.judgements] == [True, True, False]


def test_the_other_side_claims_too_and_may_be_right():
    held = [j.holds for j in settled("asturias_real_beats_manos_31").judgements]
    assert held == [True, True]
    for name in RULED:
        assert [j.holds for j in settled(name).judgements] == [True]
    for name in ("ordago_accepted", "target_reached_by_grande", "madrid_refused_raise"):
        assert [j.holds for j in settled(name).judgements] == [True]
