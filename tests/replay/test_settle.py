"""Settling a record: what is paid, what waits for cards, and what the claims are worth."""

from __future__ import annotations

from pathlib import Path

import pytest

from mustutor.model.variant import load_variant, resolve_embedded
from mustutor.referee import Settlement, settle
from mustutor.replay import Replay, loads

REPLAYS = Path(__file__).resolve().parents[2] / "replays"


def record(name: str) -> Replay:
    return loads((REPLAYS / f"{name}.json").read_text("utf-8"))


def settled(name: str) -> Settlement:
    return settle(record(name))


def stones(*held: int) -> dict[str, int]:
    return dict(zip("ABCDE", held, strict=False))


def movements(name: str) -> list[str]:
    return [
        f"{entry.lance} {entry.item} {entry.src} > {entry.dst} {entry.stones}"
        for played in settled(name).hands
        for entry in played.end.ledger
    ]


def test_ENC_EX_1_the_pot_of_22_waits_for_B_and_E():
    replay = record("worked_example_1")
    assert replay.start == stones(5, 18, 16, 9, 10)
    assert not replay.hands[0].cards
    document = settle(replay).as_json()
    [hand] = document["hands"]
    assert hand["open"] == [{"lance": "grande", "between": ["B", "E"], "stones": 22}]
    assert not hand["complete"]
    # B has put in his 12, E his 10.
    assert hand["after"] == stones(5, 6, 16, 9, 0)
    assert document["over"] is False


@pytest.mark.parametrize(
    ("name", "taker", "after"),
    [
        ("worked_example_1_b_better", "E", stones(5, 6, 16, 9, 22)),
        ("worked_example_1_e_better", "B", stones(5, 28, 16, 9, 0)),
    ],
)
def test_ENC_SET_11_the_worse_of_B_and_E_takes_the_pot(name, taker, after):
    assert movements(name) == [
        "grande stake B > pot:grande 12",
        "grande stake E > pot:grande 10",
        f"grande pot pot:grande > {taker} 22",
    ]
    assert settled(name).after == after


def test_ENC_EX_4_E_gives_5_to_B_at_once():
    assert movements("worked_example_2") == ["grande unanswered_raise E > B 5"]
    assert settled("worked_example_2").after == stones(5, 23, 16, 9, 5)


def test_the_worked_example_comes_out_the_other_way_with_four_kings():
    replay = record("worked_example_1_b_better")
    ours = load_variant("encaje")
    four = resolve_embedded({**ours.rules, "deck.kings": 4}, "encaje")
    # B's three, three, three are no kings now, and E's two knights are the better grande.
    assert settle(replay, variant=four).after == stones(5, 28, 16, 9, 0)


def test_ENC_SET_1_and_2_nobody_bet():
    assert movements("unbet") == [
        "grande value B > out 1",
        "chica value E > out 1",
        "pares value B > out 1",
        "juego value D > out 3",
    ]


def test_ENC_SET_4_and_5_bets_nobody_sees():
    assert movements("unanswered_bets") == [
        "grande unanswered_bet A > out 1",
        "chica unanswered_bet E > out 1",
        "pares unanswered_bet D > out 1",
        "juego unanswered_bet A > out 1",
        "pares value D > out 1",  # a pair
        "juego value A > out 3",  # 31
    ]


def test_ENC_SET_6_and_7_raises_nobody_sees():
    assert movements("unanswered_raises") == [
        "grande unanswered_raise C > A 2",
        "chica unanswered_raise E > B 3",
        "pares unanswered_raise A > C 4",
        "juego unanswered_raise B > D 5",
        "pares value A > out 3",  # duples
        "juego value B > out 3",  # 31
    ]


def test_ENC_SET_12_the_best_gives_its_value_to_whoever_takes_the_pot():
    assert movements("seen_by_several")[-6:] == [
        "grande pot pot:grande > E 8",
        "chica pot pot:chica > C 9",
        "pares pot pot:pares > D 18",
        "pares value E > D 3",
        "juego pot pot:juego > B 15",
        "juego value C > B 3",
    ]


def test_ENC_PAR_2_a_player_who_is_all_in_is_never_asked():
    replay = record("all_in_is_silent")
    assert sorted(replay.hands[0].cards["E"]) == ["Ab", "Rc", "Re", "Ro"]
    declared = [
        call
        for round_ in replay.hands[0].rounds
        if round_.lance in {"pares", "juego"}
        for call in round_.calls
    ]
    assert not any(call.startswith("E") for call in declared)
    assert settled("all_in_is_silent").after["E"] == 0


def test_ENC_END_3_the_game_ends_in_the_middle_of_the_settlement():
    settlement = settled("ends_in_mid_settlement")
    assert movements("ends_in_mid_settlement") == [
        "grande value A > out 1",
        "chica value B > out 1",
    ]
    assert settlement.loser == "C"
    assert settlement.as_json()["games"] == stones(0, 0, 1)


def test_the_value_paid_is_never_more_than_there_is():
    assert "pares value B > out 2" in movements("capped_value")
    entry = next(e for e in settled("capped_value").hands[0].end.ledger if e.lance == "pares")
    assert entry.because.due == 3


def test_ENC_SET_10_of_equal_hands_the_one_nearer_to_mano_counts_as_better():
    replay = record("mano_breaks_the_tie")
    cards = replay.hands[0].cards
    assert [card[0] for card in cards["A"]] == [card[0] for card in cards["C"]]
    assert "grande pot pot:grande > C 6" in movements("mano_breaks_the_tie")
    assert "juego value A > C 2" in movements("mano_breaks_the_tie")


def test_games_lost_before_are_carried_on():
    document = settled("three_players").as_json()
    assert document["games"] == stones(2, 4, 1)


def test_every_hand_of_a_punto_match_is_settled_from_the_one_before():
    afters = [hand["after"] for hand in settled("punto").as_json()["hands"]]
    assert afters == [stones(12, 14, 14), stones(11, 9, 16), stones(8, 16, 10), stones(4, 13, 14)]


# --- claims ------------------------------------------------------------------------------


def claimed(name: str, **claim: object) -> dict[str, object]:
    replay = record(name)._replace(claims=({"by": "A", **claim},))
    [judged] = settle(replay).as_json()["claims"]
    return judged


def test_claims_of_two_sides_may_both_hold():
    judged = settled("mano_breaks_the_tie").as_json()["claims"]
    assert [claim["holds"] for claim in judged] == [True, True]


def test_a_claim_is_compared_with_the_recomputation_not_with_the_other_claim():
    judged = settle(record("faulty/false_claim")).as_json()["claims"]
    assert [(claim["by"], claim["holds"]) for claim in judged] == [
        ("Amaia", True),
        ("Carmen", False),
    ]
    assert judged[1]["computed"] == {"to": "A", "stones": 0}


@pytest.mark.parametrize(
    ("claim", "holds"),
    [
        ({"about": "1.juego", "to": "D", "stones": 7}, True),  # pot of 4, and 3 for 31
        ({"about": "1.juego", "to": "D", "stones": 4}, False),
        ({"about": "1", "to": "D", "stones": 11}, True),
        ({"about": "match", "to": "D", "stones": 11}, True),
        ({"about": "1", "after": {"D": 22}}, True),
        ({"about": "1", "after": {"A": 13, "D": 21}}, False),
    ],
)
def test_a_claim_may_be_about_a_lance_a_hand_or_the_match(claim, holds):
    assert claimed("seen_by_one", **claim)["holds"] is holds


def test_a_claim_that_waits_for_cards_is_not_judged():
    judged = claimed("worked_example_1", about="1.grande", to="E", stones=22)
    assert "holds" not in judged


def test_a_claim_about_the_loser_is_judged_once_there_is_one():
    assert claimed("whole_game", about="match", to="C")["holds"] is True
    assert claimed("whole_game", about="match", to="E")["holds"] is False
    assert "holds" not in claimed("unbet", about="match", to="E")


def test_what_is_refused_stops_the_settlement_with_its_place():
    settlement = settle(record("faulty/raise_by_one"))
    assert settlement.failure is not None
    assert settlement.failure.place == "1.grande.2"
    assert not settlement.holds


# --- the referee -------------------------------------------------------------------------


def test_the_settlement_tells_what_the_referee_ruled():
    assert settled("cantabria_signal_while_dealing").as_json()["conduct"] == [
        {
            "place": "1.descarte.5",
            "call": "A1 sena dos_reyes",
            "allowed": False,
            "rule": "REG-CAN-7",
            "offence": "forbidden_signal",
            "penalty": "none",
        },
        {
            "place": "1.grande.1",
            "call": "A1 sena dos_reyes",
            "allowed": True,
            "rule": "MUS-SIG-F1",
        },
        {
            "place": "1.juego.5",
            "call": "A1 sena treinta_y_una",
            "allowed": True,
            "rule": "MUS-SIG-F7",
        },
    ]


def test_a_record_without_a_word_has_nothing_for_the_referee():
    for name in ("ordago_accepted", "whole_game", "worked_example_1"):
        assert settled(name).conduct == ()
        assert "conduct" not in settled(name).as_json()


def test_the_same_record_is_judged_by_the_rules_it_is_settled_under():
    replay = record("cantabria_signal_while_dealing")
    rulings = settle(replay, variant=load_variant("asturias")).conduct
    # While the discards are served nobody knows what four cards A1 has.
    assert [ruled.ruling.allowed for ruled in rulings] == [None, True, True]
    rulings = settle(replay, variant=load_variant("la_rioja")).conduct
    assert {ruled.ruling.rule for ruled in rulings} == {"REG-RIO-4"}
    assert not any(ruled.ruling.allowed for ruled in rulings)


def test_a_signal_nobody_can_judge_says_so_by_silence():
    replay = record("asturias_mano_31_orders_a_pass")
    [hand] = replay.hands
    deal = {name: thing for name, thing in (hand.deal or {}).items() if name != "cards"}
    unseen = replay._replace(hands=(hand._replace(deal=deal),))
    [told] = settle(unseen).as_json()["conduct"]
    assert told == {"place": "1.juego.5", "call": "A2 dice pasa", "rule": "REG-AST-20"}
