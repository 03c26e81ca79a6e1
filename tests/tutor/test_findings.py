"""Findings are the engine's answers, whichever way one asks it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mustutor import classify, compare, games, load_replay, load_variant, settle
from mustutor.base.files import data
from mustutor.base.language import open_language
from mustutor.base.register import traits
from mustutor.games import question
from mustutor.games.mus_family import findings, findings_count
from mustutor.games.mus_family.calls import read_call
from mustutor.model.cards import deck
from mustutor.model.variant_file import variant_ids
from mustutor.tutor.lesson.tables import deal_of

EN = open_language("en")
FOUR_HANDS = st.permutations(deck()).map(
    lambda pack: {seat: tuple(pack[4 * n : 4 * n + 4]) for n, seat in enumerate("ABCD")}
)


def record(name):
    return load_replay(data("replays") / f"{name}.json")


@pytest.fixture
def madrid():
    return deal_of(record("madrid_refused_raise"), load_variant("madrid"))


@settings(max_examples=40)
@given(FOUR_HANDS, st.sampled_from(["fournier", "navarra", "asturias", "encaje"]))
def test_the_cards_are_judged_as_the_public_functions_judge_them(hands, name):
    variant = load_variant(name)
    for lance in ("grande", "chica", "pares", "juego", "punto"):
        compared = compare(lance, list(hands.values()), variant)
        found = findings.winner(variant, lance, hands)
        seats = list(hands)
        best = "none" if compared.winner is None else seats[compared.winner]
        assert found.value == best
        order = " ".join(seats[index] for index in compared.order)
        assert findings.order(variant, lance, hands).value == order
        assert found.why(EN, "")
    for hand in hands.values():
        row = classify(hand, variant)
        assert findings.points(variant, hand).value == str(row.points)
        assert findings.pares(variant, hand).value == (row.pares or "none")
        assert findings.has(variant, "juego", hand).value == ("yes" if row.juego else "no")


@pytest.mark.parametrize(("rank", "many"), [("R", "8"), ("A", "8"), ("3", "0"), ("7", "4")])
def test_MUS_RANK_3_there_are_eight_kings_and_eight_aces(rank, many):
    assert findings.how_many(load_variant("fournier"), rank).value == many


def test_with_four_kings_a_three_is_a_three():
    assert findings.plays_as(load_variant("navarra"), deck()[2]).value == "3"
    assert findings.how_many(load_variant("navarra"), "R").value == "4"
    assert findings.how_many(load_variant("la_rioja")).value == "36"


def test_options_are_told_one_by_one():
    fournier = load_variant("fournier")
    assert findings.option(fournier, "score.target").value == "40"
    assert findings.option(fournier, "ordago.enabled").value == "yes"
    assert findings.option(fournier, "deje.opening.grande").value == "1"
    with pytest.raises(LookupError):
        findings.option(fournier, "score.goal")


def test_the_talk_is_judged_as_the_engine_judges_it(madrid):
    position = madrid.at("pares.6").position
    assert question.speaker(position).value == "B1"
    assert question.bound(position, "subo", least=True).value == "4"
    assert question.bound(position, "envido", least=True).value == "none"
    legal = read_call("B1 subo a 5")
    assert question.legal(position, legal).value == "yes"
    out_of_turn = read_call("A2 quiero")
    fault = games.why_not(position, out_of_turn)
    assert question.legal(position, out_of_turn).value == "no"
    assert question.refused_by(position, out_of_turn).value == fault.rule
    assert question.legal(position, out_of_turn).why(EN, "")[0].rules == (fault.rule,)


def test_the_stones_are_those_of_the_settlement(madrid):
    settled = settle(record("madrid_refused_raise"))
    assert findings_count.settlement(madrid.played).value == "A=19 B=14"
    assert findings_count.after(madrid.played, "B").value == str(settled.after["B"])
    end = madrid.played.end
    # By hand: the deje of grande 1, and of juego 4, then 2 for a juego nobody saw.
    assert findings_count.stones(end, findings_count.Movements(dst="A")).value == "7"
    assert (
        findings_count.stones(
            end, findings_count.Movements(dst="A", lance="juego", at="at_once")
        ).value
        == "4"
    )
    assert findings_count.taker(end, "chica").value == "B"
    assert findings_count.decided_side(end).value == "none"
    assert findings_count.last_counted(end).value == "juego"


def test_who_wins_is_told_with_what_each_has_after_every_movement(madrid):
    moves = [
        line.said
        for line in findings_count.decided_side(madrid.played.end).why(EN, "")
        if line.kind == "movement"
    ]
    # By hand, from 12 and 9: the dejes of grande, pares and juego; then chica, pares and juego.
    assert moves == [
        "A=13 B=9",
        "A=13 B=12",
        "A=17 B=12",
        "A=17 B=13",
        "A=17 B=14",
        "A=19 B=14",
    ]


def test_a_side_that_gets_nothing_is_told_who_does(madrid):
    finding = findings_count.stones(
        madrid.played.end, findings_count.Movements(lance="chica", dst="A")
    )
    assert finding.value == "0"
    told = finding.why(EN, "")
    assert [line.rules for line in told if line.kind == "movement"] == [("MUS-PAY-2",)]
    assert "B scores 1 stone at chica: lance without a bet." in told[-1].text
    (look,) = finding.why(EN, "1")  # a wrong answer is told where to look, and no more
    assert look.text == "Look again at who is paid, and what for."


def test_REG_ALV_5_a_game_lost_by_what_was_said_is_told_as_that():
    dealt = deal_of(record("alava_vizcaya_broken_word"), load_variant("alava_vizcaya"))
    assert findings_count.decided_side(dealt.played.end).value == "B"
    told = findings_count.decided_side(dealt.played.end).why(EN, "")
    assert told[-1].text == "Because of what was said, the game goes to B."
    assert told[-1].rules == ("REG-ALV-5",)
    assert not any("0 stones" in line.text for line in told)


def test_a_wrong_sum_is_told_the_lance_to_look_at_and_never_the_sum(madrid):
    whole = findings_count.after(madrid.played, "B").why(EN, "")
    assert [line.seat for line in whole if line.kind == "movement"] == ["12", "13", "14"]
    # 9, then 3 for the deje makes 12; the stone of chica is the first that goes past it.
    (short,) = findings_count.after(madrid.played, "B").why(EN, "12")
    assert (short.kind, short.text) == ("parting", "The count goes past 12 at chica.")
    (too_much,) = findings_count.after(madrid.played, "B").why(EN, "20")
    assert (too_much.kind, too_much.text) == ("parting", "The count never comes to 20.")


@pytest.mark.parametrize(
    "name",
    [
        "worked_example_1_b_better",
        "target_reached_in_the_middle_of_pares",
        "ends_in_mid_settlement",
        "match_to_three_games",
    ],
)
def test_the_last_line_of_every_sum_is_the_answer(name):
    replay = record(name)
    variant = load_variant(replay.variant["id"])
    for number in range(1, min(len(replay.hands), 4) + 1):
        dealt = deal_of(replay, variant, number)
        for side, held in dealt.played.end.in_front().items():
            finding = findings_count.after(dealt.played, side)
            assert finding.value == str(held)
            sums = [line.seat for line in finding.why(EN, "") if line.kind == "movement"]
            assert not sums or sums[-1] == str(held)


def test_the_best_call_is_the_one_that_leaves_most():
    dealt = deal_of(record("madrid_refused_raise"), load_variant("madrid"))
    position = dealt.at("juego.7").position  # B1 has 31, A2 37, and A2 has raised to 8
    found = findings_count.best_call(position, [("no quiero", ()), ("quiero", ())])
    assert found.value == "quiero"
    told = [(line.said, line.text) for line in found.why(EN, "")]
    assert told[0] == ("no quiero", "B ends with 14 stones.")
    assert told[1][0] == "quiero"


def test_every_place_of_a_deal_is_reached_by_its_steps():
    for name in ("worked_example_1", "visto_dealt_again", "corrido_full_round_moves_mano"):
        replay = record(name)
        dealt = deal_of(replay, load_variant(replay.variant["id"]))
        places = [moment.place for moment in dealt.moments]
        assert places[0] == "start"
        assert len(set(places)) == len(places)
        for moment in dealt.moments:
            steps = dealt.steps_until(moment.place)
            if moment.call is not None:
                reached, taken = dealt.after(moment.place)
                assert taken[: len(steps)] == steps
                assert taken[-1].call == moment.call or moment.call.verb == "mas"
                assert reached == taken[-1].after


def test_every_rulebook_answers_every_option():
    for name in variant_ids():
        variant = load_variant(name)
        if "lances" not in traits(variant.game):
            continue
        assert all(
            findings.option(variant, option).value or variant.rules[option] in ((), "")
            for option in variant.rules
            if not isinstance(variant.rules[option], dict)
        )


def test_ENC_EX_1_the_pot_lies_between_B_and_E_for_A_has_folded():
    dealt = deal_of(record("worked_example_1"), load_variant("encaje"))
    end, steps = dealt.played.end, dealt.played.steps
    assert findings_count.contributors(end, "grande").value == "B E"
    assert findings_count.contributors(end, "chica").value == "none"
    said = {seat: question.last_said(steps, "grande", seat).value for seat in "ABCDE"}
    assert said == {
        "A": "no quiero",
        "B": "subo a 12",
        "C": "no quiero",
        "D": "no quiero",
        "E": "quiero",
    }
    assert question.last_said(steps, "chica", "A").value == "none"
    lines = question.last_said(steps, "grande", "A").why(EN, "")
    assert [line.said for line in lines] == ["paso", "quiero", "no quiero"]


def test_ENC_SET_1_the_best_of_an_unbet_lance_gives_and_nobody_takes():
    end = deal_of(record("unbet"), load_variant("encaje")).played.end
    given = {
        lance: findings_count.giver(end, findings_count.Movements(lance=lance, dst="out")).value
        for lance in ("grande", "chica", "pares", "juego", "punto")
    }
    assert given == {"grande": "B", "chica": "E", "pares": "B", "juego": "D", "punto": "none"}
