"""Pares and juego declared falsely: found when the cards are known, and what becomes of it.

The reading (A-53): a hand that has not what it declared does not count in the lance. Who truly has
it is paid as if the false one had been silent, and a stake that he won stands; if nobody has it
nothing is paid. What the offence itself costs, `penalty.false_declaration` says.
"""

from __future__ import annotations

import json

import pytest

from mustutor import games
from mustutor.base.language import open_language
from mustutor.model.variant import load_variant
from mustutor.referee.settle import report
from mustutor.replay import loads
from mustutor.replay.playback import play_back

from .table import ALL_PLAY, DULL, PAIRS, closes, play, quiet, refused, sit, stones, variant

PASSES = "A1 paso, B1 paso, A2 paso, B2 paso"
# A1 a par of kings and 37; B1 and the others neither pares nor juego.
ONE = "RRC7 S654 7654 C654"
NOBODY = "RC54 S654 7654 C654"
NONE = "A1 no tengo, B1 no tengo, A2 no tengo, B2 no tengo"


def manual(cost="none", **changes):
    prices = {**load_variant("fournier").rules["penalty"], "false_declaration": cost}
    return variant({"declare.mode": "manual", "penalty": prices, **changes})


def at_pares(told, rules=None):
    return play(sit(told, rules=rules or manual()), PASSES, PASSES)


def paid(position, lance):
    return [
        f"{entry.item} {entry.src} > {entry.dst} {entry.stones}"
        for entry in position.ledger
        if entry.lance == lance
    ]


def falsely(position):
    """Who declared falsely, what, and at what cost."""
    return [
        (ruling.call.seat, ruling.call.verb, ruling.lance, ruling.rule, ruling.penalty)
        for ruling in position.rulings
        if ruling.offence == "false_declaration"
    ]


def test_MUS_DECL_8_where_the_engine_declares_a_false_word_is_refused():
    position = play(sit(ONE), PASSES, PASSES)
    assert refused(position, "A1 no tengo") == "MUS-DECL-1"
    assert refused(play(position, "A1 tengo"), "B1 tengo") == "MUS-DECL-1"


def test_MUS_DECL_8_true_declarations_are_no_offence():
    position = play(at_pares(DULL), "A1 tengo, B1 tengo, A2 no tengo, B2 tengo")
    position = play(position, "A1 paso, B1 paso, B2 paso")
    position = play(position, "A1 tengo, B1 tengo, A2 no tengo, B2 no tengo, A1 paso, B1 paso")
    assert position.rulings == ()
    assert stones(position) == "A4 B1"


@pytest.mark.parametrize("response", ["sequential", "first_binds", "captain"])
def test_MUS_DECL_8_true_holders_who_refused_or_were_not_asked_are_no_offenders(response):
    rules = manual("lose_game", **{"bet.team_response": response})
    position = play(at_pares(ALL_PLAY, rules), "A1 tengo, B1 tengo, A2 tengo, B2 tengo")
    over = quiet(closes(position, "A1 envido 2"), "juego")
    over = play(over, "A1 tengo, B1 tengo, A2 tengo, B2 tengo, A1 paso, B1 paso, A2 paso, B2 paso")
    assert falsely(over) == []
    assert paid(over, "pares")[:1] == ["deje bank > A 1"]


def test_MUS_DECL_8_who_truly_has_pares_is_paid_as_if_alone():
    position = play(at_pares(ONE), "A1 tengo, B1 tengo, A2 no tengo, B2 no tengo")
    over = play(position, "A1 paso, B1 paso", NONE.replace("A1 no", "A1"))
    assert paid(over, "pares") == ["par bank > A 1"]
    assert [e.rule for e in over.ledger if e.lance == "pares"] == ["MUS-DECL-3"]
    assert falsely(over) == [("B1", "tengo", "pares", "MUS-DECL-8", "none")]


def test_MUS_DECL_8_a_stake_won_by_who_has_it_stands():
    position = play(at_pares(ONE), "A1 tengo, B1 tengo, A2 no tengo, B2 no tengo")
    over = quiet(play(position, "A1 paso, B1 envido 5, A1 quiero"))
    assert paid(over, "pares") == ["envite bank > A 5", "par bank > A 1"]


def test_MUS_DECL_8_a_refused_bet_of_a_false_holder_brings_the_deje_and_no_value():
    position = play(at_pares(ONE), "A1 tengo, B1 tengo, A2 no tengo, B2 no tengo")
    over = quiet(play(position, "A1 paso, B1 envido 2, A1 no quiero"))
    assert paid(over, "pares") == ["deje bank > B 1"]


@pytest.mark.parametrize(
    "bets",
    ["A1 paso, B1 paso", "A1 envido 2, B1 quiero", "A1 ordago, B1 quiero"],
)
def test_MUS_DECL_8_nobody_really_has_pares(bets):
    position = play(at_pares(NOBODY), "A1 tengo, B1 tengo, A2 no tengo, B2 no tengo", bets)
    if position.lance == "juego":
        position = play(position, NONE, "A1 paso, B1 paso, A2 paso, B2 paso")
    assert paid(position, "pares") == []
    assert position.winner == ""
    assert [seat for seat, *_ in falsely(position)] == ["A1", "B1"]


def test_MUS_DECL_8_alone_and_false():
    position = play(at_pares(NOBODY), "A1 tengo, B1 no tengo, A2 no tengo, B2 no tengo")
    over = play(position, NONE, "A1 paso, B1 paso, A2 paso, B2 paso")
    assert paid(over, "pares") == []
    assert [seat for seat, *_ in falsely(over)] == ["A1"]


def test_MUS_DECL_8_a_false_partner_adds_nothing_and_a_true_one_counts():
    position = play(at_pares("RRC7 S654 7654 AA45"), "A1 tengo, B1 tengo, A2 tengo, B2 tengo")
    over = quiet(play(position, "A1 paso, B1 paso, A2 paso, B2 paso"))
    assert paid(over, "pares") == ["par bank > A 1"]
    position = play(at_pares("S654 RRC7 7654 AA45"), "A1 tengo, B1 tengo, A2 no tengo, B2 tengo")
    over = quiet(play(position, "A1 envido 2, B1 quiero"))
    assert paid(over, "pares") == ["envite bank > B 2", "par bank > B 1", "par bank > B 1"]


def test_MUS_DECL_8_pares_denied_do_not_count_and_are_found():
    position = play(at_pares(ONE), NONE)
    over = play(position, "A1 tengo, B1 no tengo, A2 no tengo, B2 no tengo")
    assert paid(over, "pares") == []
    assert falsely(over) == [("A1", "no tengo", "pares", "MUS-DECL-8", "none")]


def test_MUS_DECL_8_a_false_juego():
    position = play(at_pares(ONE), "A1 tengo, B1 no tengo, A2 no tengo, B2 no tengo")
    position = play(position, "A1 tengo, B1 tengo, A2 no tengo, B2 no tengo")
    over = play(position, "A1 envido 3, B1 quiero")
    assert paid(over, "juego") == ["envite bank > A 3", "juego bank > A 2"]
    assert [lance for _, _, lance, *_ in falsely(over)] == ["juego"]


def test_MUS_DECL_8_a_denied_juego_has_no_punto_either():
    position = play(at_pares(ONE), "A1 tengo, B1 no tengo, A2 no tengo, B2 no tengo", NONE)
    assert position.lance == "punto"
    over = play(position, PASSES)
    assert paid(over, "punto") == ["punto bank > B 1"]
    position = play(at_pares(ONE), "A1 tengo, B1 no tengo, A2 no tengo, B2 no tengo", NONE)
    over = play(position, "A1 envido 2, B1 no quiero, B2 no quiero")
    # His partner holds a punto, and it is paid even if it is the worst (MUS-DEJE-6).
    assert paid(over, "punto") == ["deje bank > A 1", "punto bank > A 1"]


def test_option_penalty_false_declaration_annul_lance():
    rules = manual("annul_lance")
    position = play(
        at_pares("RRC7 S654 7654 AA45", rules), "A1 tengo, B1 tengo, A2 no tengo, B2 tengo"
    )
    over = quiet(play(position, "A1 paso, B1 envido 2, A1 no quiero"))
    # B1's deje is given back, and B2's true aces are lost with his partner's false pares. Nobody
    # gave up anything by refusing a forbidden bet: A1 is paid the par of kings.
    assert paid(over, "pares") == ["deje bank > B 1", "penalty B > bank 1", "par bank > A 1"]
    assert ("B1", "tengo", "pares", "MUS-DECL-8", "annul_lance") in falsely(over)


def test_option_penalty_false_declaration_annul_hand():
    told = "RRC7 S654 7654 AA45"
    rules = manual("annul_hand")
    position = play(at_pares(told, rules), "A1 tengo, B1 tengo, A2 no tengo, B2 tengo")
    position = play(position, "A1 paso, B1 paso, B2 paso")
    over = play(position, "A1 tengo, B1 no tengo, A2 no tengo, B2 no tengo")
    assert [f"{e.lance} {e.dst} {e.stones}" for e in over.ledger] == [
        "grande A 1",
        "chica A 1",
        "pares A 1",
        "juego A 2",
    ]


def test_option_penalty_false_declaration_lose_game():
    position = play(
        at_pares(ONE, manual("lose_game")), "A1 tengo, B1 tengo, A2 no tengo, B2 no tengo"
    )
    over = play(position, "A1 paso, B1 paso", "A1 tengo, B1 no tengo, A2 no tengo, B2 no tengo")
    assert over.winner == "A"
    assert paid(over, "pares") == ["penalty bank > A 0"]


def test_REG_CLM_1_declarations_are_the_one_thing_that_may_not_lie():
    rules = variant({"declare.mode": "manual"}, "castilla_la_mancha")
    position = play(at_pares(ONE, rules), "A1 tengo, B1 tengo, A2 no tengo, B2 no tengo")
    over = play(position, "A1 paso, B1 paso", NONE.replace("A1 no", "A1"))
    assert falsely(over) == [("B1", "tengo", "pares", "REG-CLM-1", "none")]


def test_MUS_DECL_8_where_more_than_the_holders_speak():
    rules = manual(**{"bet.only_holders_speak": False})
    position = play(at_pares(ONE, rules), "A1 tengo, B1 tengo, A2 no tengo, B2 no tengo")
    over = quiet(play(position, PASSES))
    assert [seat for seat, *_ in falsely(over)][:1] == ["B1"]
    assert paid(over, "pares") == ["par bank > A 1"]


def test_MUS_DECL_8_unknown_cards_are_not_judged():
    position = sit("", rules=manual(), talk=True)
    position = play(position, "A1 corto", PASSES, PASSES)
    position = play(position, "A1 tengo, B1 tengo, A2 no tengo, B2 no tengo, A1 paso, B1 paso")
    position = play(position, "A1 tengo, B1 no tengo, A2 no tengo, B2 no tengo")
    after, waiting = games.settle(position)
    assert after.rulings == ()
    assert waiting
    # Told now, the cards show it, and the count goes through.
    told = position._replace(deal=sit(ONE, rules=manual()).deal)
    over, waiting = games.settle(told)
    assert waiting == ()
    assert [seat for seat, *_ in falsely(over)] == ["B1"]


@pytest.mark.parametrize("told", [ONE, NOBODY])
def test_MUS_DECL_8_cards_told_after_the_play_never_break_the_count(told):
    """Where the engine declares, unseen cards may still turn out not to be what was declared."""
    position = play(sit("", rules={}, talk=True), "A1 corto", PASSES, PASSES)
    position = play(position, "A1 tengo, B1 tengo, A2 no tengo, B2 no tengo, A1 paso, B1 paso")
    position = play(position, "A1 tengo, B1 tengo, A2 no tengo, B2 no tengo, A1 paso, B1 paso")
    over, waiting = games.settle(position._replace(deal=sit(told).deal))
    assert waiting == ()
    assert over.lance == "end"
    expected = ["par bank > A 1"] if told == ONE else []
    assert paid(over, "pares") == expected


def test_the_report_tells_a_false_declaration_at_its_place():
    cards = {seat: list(hand) for seat, hand in zip(PAIRS, ONE.split(), strict=True)}
    rounds = [
        {"lance": "grande", "calls": PASSES.split(", ")},
        {"lance": "chica", "calls": PASSES.split(", ")},
        {
            "lance": "pares",
            "calls": ["A1 tengo", "B1 dice tengo_par", "B1 tengo", "A2 no tengo", "B2 no tengo"]
            + ["A1 paso", "B1 paso"],
        },
        {"lance": "juego", "calls": ["A1 tengo", *NONE.split(", ")[1:]]},
    ]
    text = json.dumps(
        {
            "format": "mus-replay/1",
            "variant": {"id": "fournier"},
            "seats": list(PAIRS),
            "hands": [
                {"mano": "A1", "deal": {"source": "composed", "cards": cards}} | {"rounds": rounds}
            ],
        }
    )
    told = report(play_back(loads(text), manual("warn"), checks=False))
    assert [(ruled.place, ruled.call, ruled.ruling.offence) for ruled in told] == [
        ("1.pares.2", "B1 dice tengo_par", "forbidden_talk"),
        ("1.pares.3", "B1 tengo", "false_declaration"),
    ]
    assert told[1].said(open_language("en")) == ("B1 declares pares falsely.", "B1 is warned.")
    assert told[1].as_json()["penalty"] == "warn"
