"""The readings of betting that a rulebook may choose, each in a hand where they part."""

from __future__ import annotations

import pytest

from mustutor import games
from mustutor.base.errors import VariantError
from mustutor.games.mus_family.calls import read_call
from mustutor.model.calls import Call

from .table import (
    TRIOS,
    fault,
    ledger,
    opened,
    play,
    quiet,
    refused,
    serve,
    sit,
    spoken_in_turn,
    variant,
    verbs,
    whole_round,
)

THREES = {"players.mode": "trios", "players.count": 6}
SIX = "RRC7 RRC7 CCS7 SSS7 AA45 AA45"


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("bet.min_open", 0),
        ("bet.min_raise", 0),
        ("bet.reenvido", "triple"),
        ("bet.todas", "yes"),
        ("bet.team_response", "anybody"),
        ("deje.opening", {"grande": 2}),
        ("deje.timing", "never"),
        ("mus.min_discard", 2),
        ("score.target", 7),
        ("perete.points", 2),
        ("mus.corrido", "sometimes"),
        ("exposed_card.action", "shoot"),
    ],
)
def test_an_option_out_of_its_bounds_is_refused(option, value):
    with pytest.raises(VariantError):
        variant({option: value})


# --- who answers: A-08 -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reading", "said", "goes_on"),
    [
        # In turn: the first to refuse leaves it to his partner, one quiero is enough.
        ("sequential", "B1 no quiero", True),
        ("sequential", "B1 no quiero, B2 no quiero", False),
        ("sequential", "B1 quiero", False),
        # The first word binds the side.
        ("first_binds", "B1 no quiero", False),
        ("first_binds", "B1 quiero", False),
        # The captain, the first of his side from mano, alone speaks for it.
        ("captain", "B1 no quiero", False),
        ("captain", "B1 quiero", False),
    ],
)
def test_option_bet_team_response(reading, said, goes_on):
    position = play(sit(rules={"bet.team_response": reading}), f"A1 envido 2, {said}")
    assert (position.lance == "grande") is goes_on
    if goes_on:
        assert position.queue == ("B2",)
    if not goes_on:
        at_once = ["grande deje A 1 at once"] if "no" in said else []
        assert ledger(position) == at_once


@pytest.mark.parametrize(
    ("reading", "asked"),
    [("sequential", ("B2", "B1")), ("first_binds", ("B2",)), ("captain", ("B1",))],
)
def test_option_bet_team_response_of_a_bet_made_by_manos_partner(reading, asked):
    # After A2 it is B2's turn; but from mano B1 comes before him.
    position = sit(rules={"bet.team_response": reading})
    assert play(position, "A1 paso, B1 paso, A2 envido 2").queue == asked


@pytest.mark.parametrize(
    ("reading", "asked"),
    [("sequential", ("B1", "B2", "B3")), ("first_binds", ("B1",)), ("captain", ("B1",))],
)
def test_option_bet_team_response_of_trios(reading, asked):
    position = sit(SIX, rules={**THREES, "bet.team_response": reading}, seats=TRIOS)
    assert play(position, "A1 envido 2").queue == asked


# --- whose cards count: A-10 -------------------------------------------------------------


@pytest.mark.parametrize(
    ("counts", "winner"),
    [
        # B2 accepts after B1, who holds the four kings, has refused.
        (True, "B"),
        (False, "A"),
    ],
)
def test_option_bet_refuser_hand_counts(counts, winner):
    position = sit("CC65 RRRR 7654 7654", rules={"bet.refuser_hand_counts": counts})
    position = play(position, "A1 envido 4, B1 no quiero, B2 quiero")
    assert ledger(quiet(position), "grande") == [f"grande envite {winner} 4"]


def test_option_bet_refuser_hand_counts_false_not_of_who_comes_back_and_accepts():
    # Where refusing does not eliminate, B1 refuses two stones and accepts eight himself.
    rules = {"bet.refuser_hand_counts": False, "bet.refusal_eliminates": False}
    position = play(sit("CC65 RRRR 7654 7654", rules=rules), "A1 envido 2, B1 no quiero")
    position = play(position, "B2 subo a 4, A1 subo a 8, B1 quiero")
    assert ledger(quiet(position), "grande") == ["grande envite B 8"]


# --- who speaks, A-42 --------------------------------------------------------


@pytest.mark.parametrize(
    ("only", "speakers"), [(True, ["A1", "B1", "B2"]), (False, ["A1", "B1", "A2", "B2"])]
)
def test_option_bet_only_holders_speak(only, speakers):
    position = quiet(sit(rules={"bet.only_holders_speak": only}), until="pares")
    position = play(position, "A1 tengo, B1 tengo, A2 no tengo, B2 tengo")
    assert spoken_in_turn(position, "paso") == speakers


def test_option_bet_only_holders_speak_false_who_has_none_may_bet_for_his_partner():
    position = quiet(sit(rules={"bet.only_holders_speak": False}), until="pares")
    position = play(position, "A1 tengo, B1 tengo, A2 no tengo, B2 tengo, A1 paso, B1 paso")
    position = play(position, "A2 envido 3, B2 quiero")
    # His own hand has no pares and is not paid: A1's par of kings wins, and par is 1.
    assert ledger(quiet(position), "pares") == ["pares envite A 3", "pares par A 1"]


@pytest.mark.parametrize("call", ["B1 envido 2", "A2 envido 5", "B2 ordago"])
def test_option_bet_out_of_turn(call):
    strict = sit()
    assert refused(strict, call) == "MUS-BET-3"
    position = sit(rules={"bet.out_of_turn": True})
    position = play(position, call)
    assert position.state.auction.bettor == call[:2]
    assert {seat[0] for seat in position.queue} == {"B" if call[0] == "A" else "A"}


@pytest.mark.parametrize("call", ["B1 paso", "B2 quiero", "B2 subo a 4"])
def test_option_bet_out_of_turn_is_for_the_first_bet_alone(call):
    assert fault(sit(rules={"bet.out_of_turn": True}), call)
    betting = play(sit(rules={"bet.out_of_turn": True}), "A1 envido 2")
    assert fault(betting, "B2 subo a 4")


def test_option_bet_out_of_turn_not_for_who_has_no_pares():
    position = quiet(sit(rules={"bet.out_of_turn": True}), until="pares")
    position = play(position, "A1 tengo, B1 tengo, A2 no tengo, B2 tengo")
    assert fault(position, "A2 envido 2")
    assert play(position, "B2 envido 2").queue == ("A1",)


# --- a call above the limit: A-14 --------------------------------------------------------

LIMITED = {"bet.overlimit": {"above": 40, "counts_as": 2}}


@pytest.mark.parametrize(
    ("calls", "stake"),
    [
        ("A1 envido 40", 40),
        ("A1 envido 41", 2),
        ("A1 envido 500", 2),
        ("A1 envido 40, B1 subo a 80", 80),  # the total may exceed, each step was of forty
        ("A1 envido 40, B1 subo a 81", 42),  # 41 more is two more
        ("A1 envido 5, B1 50 mas", 7),
        ("A1 envido 40, B1 subo a 80, A2 subo a 120", 120),
        ("A1 envido 41, B1 subo a 4", 4),
    ],
)
def test_option_bet_overlimit_is_of_each_call_and_not_of_the_total(calls, stake):
    auction = play(sit(rules=LIMITED), calls).state.auction
    assert (auction.stake, auction.ordago) == (stake, False)


def test_option_bet_overlimit_none_a_bet_of_41_is_41():
    assert play(sit(), "A1 envido 41").state.auction.stake == 41


def test_option_bet_overlimit_of_a_round_heard_before_under_another_limit():
    limits = {50: "none", 2: {"above": 40, "counts_as": 2}, 3: {"above": 40, "counts_as": 3}}
    for stake, limit in [*limits.items(), *limits.items()]:
        position = sit(rules={"bet.overlimit": limit})
        after = whole_round(position, "A1 envido 50, B1 no quiero, B2 quiero")
        assert after.state.closed[-1].auction.stake == stake


def test_option_bet_overlimit_another_limit():
    position = sit(rules={"bet.overlimit": {"above": 10, "counts_as": 5}})
    assert play(position, "A1 envido 11").state.auction.stake == 5
    assert play(position, "A1 envido 10").state.auction.stake == 10


# --- todas: A-15 -------------------------------------------------------------------------

TODAS = Call("A1", "mas", word="todas")


@pytest.mark.parametrize("target", [25, 40])
def test_option_bet_todas_bet_target_is_a_bet_of_the_target(target):
    position = sit(rules={"bet.todas": "bet_target", "score.target": target})
    auction = games.apply(position, TODAS).state.auction
    assert (auction.stake, auction.ordago) == (target, False)
    position = games.apply(play(position, "A1 envido 2"), TODAS._replace(seat="B1"))
    assert position.state.auction.stake == target


def test_option_bet_todas_ordago():
    auction = games.apply(sit(rules={"bet.todas": "ordago"}), TODAS).state.auction
    assert auction.ordago


def test_option_bet_todas_forbidden():
    assert games.why_not(sit(rules={"bet.todas": "forbidden"}), TODAS) is not None


@pytest.mark.parametrize("words", ["todas", "¡Todas!"])
def test_option_bet_todas_is_read_as_it_is_said(words):
    assert read_call(f"A1 {words}") == TODAS


# --- the postre with the least hand: A-16 ------------------------------------------------


@pytest.mark.parametrize(
    ("lance", "told"),
    [
        # B2 is postre: a par of aces; 33 at juego.
        ("pares", "RRC7 7654 7654 AA45"),
        ("juego", "RRC7 7654 6654 RC76"),
    ],
)
def test_option_accept_minimum_hand_postre(lance, told):
    for may in ("allowed", "forbidden"):
        position = opened(sit(told, rules={"accept.minimum_hand_postre": may}), lance)
        position = play(position, "A1 envido 2")
        assert position.speaker == "B2"
        assert ("quiero" in verbs(position)) is (may == "allowed")
        if may == "forbidden":
            assert fault(position, "B2 quiero")
            assert play(position, "B2 no quiero").lance != lance
            assert play(position, "B2 subo a 4").speaker == "A1"


@pytest.mark.parametrize(
    ("lance", "told", "mano"),
    [
        ("pares", "RRC7 7654 7654 AA45", "B2"),  # he is mano
        ("pares", "RRC7 7654 7654 4455", "A1"),  # duples
        ("pares", "RRC7 7654 7654 AAA5", "A1"),  # medias of aces
        ("pares", "RRC7 7654 7654 4456", "A1"),  # a par, but of fours
        ("juego", "RRC7 7654 6654 RC77", "A1"),  # 34
        ("grande", "RRC7 7654 7654 AA45", "A1"),
        ("grande", "RRC7 7654 7654 RR76", "A1"),  # the least juego, at another lance
    ],
)
def test_option_accept_minimum_hand_postre_forbids_nothing_else(lance, told, mano):
    rules = {"accept.minimum_hand_postre": "forbidden"}
    position = opened(sit(told, mano=mano, rules=rules), lance)
    while position.speaker[0] != "A":
        position = play(position, f"{position.speaker} paso")
    position = play(position, f"{position.speaker} envido 2")
    while position.speaker != "B2":
        position = play(position, f"{position.speaker} no quiero")
    assert "quiero" in verbs(position)


def test_option_accept_minimum_hand_postre_of_a_round_heard_before_with_other_hands():
    rules = {"accept.minimum_hand_postre": "forbidden"}
    for told in (4 * ("RRC7 7654 7654 AA45", "RRC7 7654 7654 4455"))[1:]:
        position = opened(sit(told, rules=rules), "pares")
        after = whole_round(position, "A1 envido 2, B2 quiero")
        assert (after is None) is told.endswith("AA45")


def test_option_accept_minimum_hand_postre_of_a_whole_round_with_its_declarations():
    rules = {"accept.minimum_hand_postre": "forbidden"}
    said = "A1 tengo, B1 no tengo, A2 no tengo, B2 tengo, A1 envido 2, B2 quiero"
    for told in ("RRC7 7654 7654 AA45", "RRC7 7654 7654 4455"):
        position = quiet(sit(told, rules=rules), "pares")
        assert (whole_round(position, said) is None) is told.endswith("AA45")


# --- perete: A-48 ------------------------------------------------------------------------

PERETE = "RRC7 7654 RCC7 AA45"


def test_MUS_NAME_4_perete_declared_openly_before_play_is_a_stone():
    position = sit(PERETE, rules={"perete.points": 1})
    position = play(position, "B1 perete")
    assert (position.lance, position.speaker, position.ledger) == ("grande", "A1", ())
    end = quiet(position)
    assert ledger(end, "grande") == ["grande perete B 1", "grande paso A 1"]


def test_MUS_NAME_4_who_does_not_declare_it_gets_nothing():
    assert ledger(quiet(sit(PERETE, rules={"perete.points": 1})), "grande") == ["grande paso A 1"]


@pytest.mark.parametrize("seat", ["A1", "A2", "B2"])
def test_MUS_NAME_4_a_perete_that_is_none_is_refused(seat):
    assert refused(sit(PERETE, rules={"perete.points": 1}), f"{seat} perete") == "MUS-NAME-4"


def test_MUS_NAME_4_once_and_only_before_grande():
    position = play(sit(PERETE, rules={"perete.points": 1}), "B1 perete")
    assert fault(position, "B1 perete")
    assert fault(play(sit(PERETE, rules={"perete.points": 1}), "A1 paso"), "B1 perete")
    assert fault(quiet(sit(PERETE, rules={"perete.points": 1}), "chica"), "B1 perete")


def test_MUS_NAME_4_two_who_hold_a_perete_declare_it_one_after_the_other():
    position = sit("RRC7 7654 7654 RRSS", rules={"perete.points": 1})
    end = quiet(play(position, "B1 perete, A2 perete"))
    assert ledger(end, "grande perete") == ["grande perete B 1", "grande perete A 1"]


def test_option_perete_when_before_mus_is_before_anybody_throws_cards():
    rules = {"perete.points": 1, "perete.when": "before_mus"}
    position = sit("RRC7 7654 RRSS 7C54", rules=rules, talk=True)
    assert play(position, "B1 perete").lance == "mus"
    position = play(position, "A1 mus, B1 mus, A2 mus, B2 mus")
    position = play(position, "A1 descarto 7, B1 descarto 7, A2 descarto S, B2 descarto C")
    later = serve(position, "A1:3 B1:7 A2:C B2:S")
    assert later.lance == "mus"
    assert refused(later, "B1 perete") == "MUS-NAME-4"


def test_option_perete_points_none():
    assert refused(sit(PERETE), "B1 perete") == "MUS-NAME-4"


@pytest.mark.parametrize(
    ("when", "in_mus", "before_grande"),
    [("before_mus", True, False), ("before_grande", False, True)],
)
def test_option_perete_when(when, in_mus, before_grande):
    rules = {"perete.points": 1, "perete.when": when}
    talking = sit(PERETE, rules=rules, talk=True)
    for position, may in ((talking, in_mus), (play(talking, "A1 corto"), before_grande)):
        found = games.why_not(position, Call("B1", "perete"))
        assert (found is None) is may
    declared = play(talking if in_mus else play(talking, "A1 corto"), "B1 perete")
    end = quiet(play(declared, "A1 corto") if in_mus else declared)
    assert "grande perete B 1" in ledger(end)
