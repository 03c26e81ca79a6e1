"""Explanations of Mus: sides, answers, dejes, the count, and what is no longer counted."""

from __future__ import annotations

import json
from functools import cache
from random import Random
from typing import NamedTuple

import pytest
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from mustutor import games
from mustutor.base.errors import Fault
from mustutor.base.language import open_language
from mustutor.games.mus import tell_play
from mustutor.games.mus_family.calls import read_call
from mustutor.games.mus_family.dealing import pack as pack_of
from mustutor.games.mus_family.dealing import seats as seats_of
from mustutor.games.mus_family.hands import ranking_of
from mustutor.games.mus_family.tell_hands import describe_hand, explain_comparison
from mustutor.games.tell_hand import explain_fault, explain_hand
from mustutor.model.calls import deal_call, serve_call
from mustutor.model.cards import fresh_pack, read_hand
from mustutor.model.position import OpenPayment, Position, Step
from mustutor.model.variant import load_variant
from mustutor.present.text import to_markdown, to_text
from mustutor.present.verdict import Claimed, explain_claim
from mustutor.replay.simulate import AtRandom, play_hand

from .table import changed

ENGLISH, SPANISH = open_language("en"), open_language("es")
PAIRS = ("A1", "B1", "A2", "B2")
TRIOS = ("A1", "B1", "A2", "B2", "A3", "B3")


class Played(NamedTuple):
    """A hand as it is handed to `explain_hand`."""

    steps: list[Step]
    end: Position
    waiting: tuple[OpenPayment, ...]


def hands(cards):
    return {seat: read_hand(hand) for seat, hand in cards.items()}


def play(variant, cards, calls, *, seats=PAIRS, stones=None, lance="grande", served_with=None):
    """Play a hand; mano sits first, and `lance` is where the record takes it up."""
    position = games.start(variant, seats=seats, mano=seats[0], stones=stones)
    steps = []

    def hear(call):
        nonlocal position
        after = games.hear(position, call)
        steps.append(Step(position, call, after))
        position = after

    if cards:
        hear(deal_call(hands(cards)))
    if lance != "mus":
        position = games.skip_to(position, lance)
    for call in filter(None, map(str.strip, calls.replace("\n", ",").split(","))):
        if position.speaker == "baraja":
            hear(serve_call(hands(served_with)))
        hear(read_call(call))
    return Played(steps, *games.settle(position))


def passes(*seats):
    return ", ".join(f"{seat} paso" for seat in seats)


@cache
def hand(name):
    match name:
        case "whole_hand":
            return play(
                load_variant("fournier"),
                {
                    "A1": "Ro Rc 7e 4b",
                    "B1": "Co Sc 5e 5b",
                    "A2": "So 7o 6e Ao",
                    "B2": "3o 3c 6c 2e",
                },
                """A1 mus, B1 mus, A2 mus, B2 mus
                B1 descarto 5e 5b, A2 descarto 6e 7o, B2 descarto 6c, A1 descarto 7e 4b
                B1 mus, A2 corto
                A1 sena duples, A2 paso, B2 paso, A1 envido 2, B1 quiero
                A2 paso, B2 sena tres_reyes, B2 paso, A1 paso, B1 paso
                A2 tengo, B2 tengo, A1 tengo, B1 no tengo
                A2 paso, B2 envido 2, A1 subo a 5, B2 quiero
                A2 tengo, B2 no tengo, A1 no tengo, B1 tengo
                A2 ordago, B1 no quiero""",
                lance="mus",
                served_with={"B1": "Re 7b", "A2": "Sb Ce", "B2": "6o", "A1": "4e 4c"},
            )
        case "ordago_accepted":
            return play(
                load_variant("fournier"),
                {
                    "A1": "Ao 4c 6e 7b",
                    "B1": "Ro Rc 3e 7c",
                    "A2": "Ae Ac 5o Sc",
                    "B2": "Co Ce 6b 4b",
                },
                """A1 paso, B1 envido 2, A2 subo a 5, B2 quiero
                A1 envido 2, B1 no quiero, B2 ordago, A1 no quiero, A2 quiero""",
                stones={"A": 12, "B": 36},
            )
        case "raise_refused_by_better_cards":
            return play(
                load_variant("madrid"),
                {
                    "A1": "So Sc 5e 4b",
                    "B1": "Ro Rc 7e 7b",
                    "A2": "Co 7o 6e 5o",
                    "B2": "Ce Cb 6c 4o",
                },
                f"""{passes(*PAIRS)}
                {passes(*PAIRS)}
                A1 tengo, B1 tengo, A2 no tengo, B2 tengo
                A1 envido 2, B1 subo a 4, A1 subo a 10, B1 no quiero, B2 no quiero
                A1 no tengo, B1 tengo, A2 no tengo, B2 no tengo""",
                stones={"A": 9, "B": 10},
            )
        case "won_by_a_deje":
            return play(
                load_variant("fournier"),
                {
                    "A1": "So 7c 5e 4b",
                    "B1": "Ro Rc 3e 7b",
                    "A2": "Co 6o 6e 5o",
                    "B2": "Ce Cb 6c 4o",
                },
                """A1 paso, B1 envido 2, A2 quiero
                A1 envido 4, B1 no quiero, B2 no quiero""",
                stones={"A": 39, "B": 38},
            )
        case "won_in_the_middle_of_pares":
            return play(
                load_variant("fournier"),
                {
                    "A1": "So Sc 7e 4b",
                    "B1": "Ro Rc Ce Cb",
                    "A2": "Co 7o 6e 5o",
                    "B2": "3e Re 7b 4o",
                },
                f"""{passes(*PAIRS)}
                {passes(*PAIRS)}
                A1 tengo, B1 tengo, A2 no tengo, B2 tengo
                A1 paso, B1 envido 2, A1 quiero
                A1 tengo, B1 tengo, A2 no tengo, B2 tengo
                A1 envido 2, B1 quiero""",
                stones={"A": 34, "B": 34},
            )
        case "trios":
            return play(
                changed("fournier", {"players.mode": "trios", "players.count": 6}),
                {
                    "A1": "Ro 7c 5e 4b",
                    "B1": "Co Cc 6e 5b",
                    "A2": "Rc Re 6o 4o",
                    "B2": "So Sc Se Ao",
                    "A3": "7o 7e 4c 4e",
                    "B3": "Rb 7b 6c 5o",
                },
                f"""A1 envido 2, B1 no quiero, B2 no quiero, B3 quiero
                {passes(*TRIOS)}
                A1 no tengo, B1 tengo, A2 tengo, B2 tengo, A3 tengo, B3 no tengo
                B1 paso, A2 paso, B2 envido 2, A3 quiero
                A1 no tengo, B1 tengo, A2 no tengo, B2 tengo, A3 no tengo, B3 no tengo""",
                seats=TRIOS,
                stones={"A": 30, "B": 12},
            )
        case "three_alone":
            return play(
                changed(
                    "wikipedia_en",
                    {
                        "players.mode": "individual",
                        "players.count": 3,
                        "individual.stake": "per_acceptor",
                        "bet.refuser_hand_counts": False,
                    },
                ),
                {"A": "Ro 7c 6e 4b", "B": "Co Cc 5e 5b", "C": "Rc Re 6o 4o"},
                """A envido 2, B quiero, C no quiero
                A paso, B envido 2, C quiero, A quiero
                A no tengo, B tengo, C tengo
                B envido 2, C subo a 4, B quiero
                A no tengo, B no tengo, C no tengo
                A paso, B paso, C paso""",
                seats=("A", "B", "C"),
                stones={"A": 4, "B": 22, "C": 11},
            )
        case "asturias":
            return play(
                load_variant("asturias"),
                {
                    "A1": "Ro Rc Re 4b",
                    "B1": "Co Cc 5e 5b",
                    "A2": "7o 7c 7e So",
                    "B2": "Sc Sb 6e Ab",
                },
                """A1 corto
                A1 envido 41, B1 quiero
                A1 paso, B1 paso, A2 paso, B2 envido 2, A1 no quiero, A2 no quiero
                A1 tengo, B1 tengo, A2 tengo, B2 tengo
                A1 envido 2, B1 dice que_digo, B1 quiero
                A1 tengo, B1 no tengo, A2 tengo, B2 no tengo""",
                lance="mus",
                stones={"A": 33, "B": 20},
            )
    raise KeyError(name)


SIGNED = (
    "whole_hand",
    "ordago_accepted",
    "raise_refused_by_better_cards",
    "won_by_a_deje",
    "won_in_the_middle_of_pares",
    "trios",
    "three_alone",
    "asturias",
)


def told(played, language=ENGLISH):
    return explain_hand(*played, language)


def texts(explanation):
    return [line.text for line in explanation.lines]


def lines_of(explanation, kind):
    return [line for line in explanation.lines if line.kind == kind]


def line_of(explanation, kind):
    return lines_of(explanation, kind)[0]


# --- goldens: every line of them was read before it was signed -----------------------------


class Page(SingleFileSnapshotExtension):
    """A golden as the page a reader sees."""

    file_extension = "txt"
    _write_mode = WriteMode.TEXT


@pytest.mark.parametrize("code", ["en", "es"])
@pytest.mark.parametrize("name", SIGNED)
def test_a_hand_of_mus_reads_as_signed(name, code, snapshot):
    page = to_text(told(hand(name), open_language(code)))
    assert page == snapshot(extension_class=Page)


# --- sides, score, amarrakos ---------------------------------------------------------------


def test_MUS_PLAY_1_the_first_line_says_who_plays_with_whom():
    line = line_of(told(hand("whole_hand")), "partners")
    assert line.text == "A1 and A2 play for A, B1 and B2 for B."
    assert line.evidence["partners"] == ("A1", "A2")


def test_MUS_STN_2_five_stones_are_an_amarrako():
    first = line_of(told(hand("ordago_accepted")), "score")
    assert "A 12 (2 amarrakos and 2)   B 36 (7 amarrakos and 1)   target 40" in first.text
    last = lines_of(told(hand("trios")), "score")[-1]
    assert "A 38 (7 amarrakos and 3)" in last.text


def test_MUS_STN_6_a_side_within_five_stones_says_adentro():
    line = line_of(told(hand("trios")), "adentro")
    assert (line.text, line.rules) == ("A is adentro (inside): 38 of 40.", ("MUS-STN-6",))


def test_MUS_MATCH_2_games_make_a_vaca_where_the_match_has_them():
    page = told(hand("three_alone"))
    won = line_of(page, "games_won_of_a_vaca")
    assert (won.evidence["side"], won.evidence["games"], won.evidence["most"]) == ("B", 1, 3)
    variant = changed("fournier", {"match.games": 1, "match.vacas": 2})
    played = play(variant, {}, "A1 envido 2, B1 no quiero, B2 no quiero", stones={"A": 39})
    assert line_of(told(played), "wins_a_vaca").text.endswith("a vaca: 1 of 2.")
    played = play(
        changed("fournier", {"match.games": 1}),
        {},
        "A1 envido 2, B1 no quiero, B2 no quiero",
        stones={"A": 39},
    )
    assert (
        line_of(told(played), "wins_the_match").text == "A has won 1 game, and with it the match."
    )


# --- mus, mus corrido, mus visto -----------------------------------------------------------


def test_MUS_FIRST_3_and_4_mano_moves_on_and_whoever_cuts_is_mano():
    page = told(hand("whole_hand"))
    assert line_of(page, "corrido_in_the_game").rules == ("MUS-FIRST-1",)
    assert line_of(page, "mano_moves_on").evidence == {"mano": "B1"}
    assert line_of(page, "cuts_and_is_mano").evidence == {"mano": "A2"}


def test_REG_CAN_6_the_limit_on_cutting_is_told():
    played = play(load_variant("cantabria"), {}, "A1 corto", lance="mus")
    assert line_of(told(played), "corrido_cut_with_pares_and_juego").rules == ("REG-CAN-6",)


@pytest.mark.parametrize(
    ("variant", "kind", "rule"),
    [
        ("fournier", "exposed_so_mus", "MUS-VISTO-1"),
        ("aragon", "exposed_so_mano_chooses", "REG-ARA-6"),
        ("cantabria", "exposed_so_mano_chooses", "REG-CAN-3"),
        ("asturias", "exposed_so_dealt_again", "REG-AST-2"),
        ("madrid", "exposed_so_dealt_again", "REG-MAD-7"),
    ],
)
def test_a_card_seen_in_the_deal_is_told_as_the_rulebook_has_it(variant, kind, rule):
    played = play(load_variant(variant), {}, "B2 descubre Ro", lance="mus")
    assert line_of(told(played), kind).rules == (rule,)


@pytest.mark.parametrize(
    ("variant", "rule"),
    [("aragon", "REG-ARA-6"), ("cantabria", "REG-CAN-3"), ("house", "MUS-VISTO-1")],
)
def test_the_choice_of_mano_is_told_with_the_article_of_the_table(variant, rule):
    own = changed("fournier", {"exposed_card.action": "mano_chooses"})
    rules = own if variant == "house" else load_variant(variant)
    page = told(play(rules, {}, "B2 descubre Ro, A1 mus", lance="mus"))
    assert line_of(page, "exposed_so_mano_chooses").rules == (rule,)
    assert line_of(page, "mano_says_mus_for_all").rules == (rule,)


@pytest.mark.parametrize(
    ("variant", "rule"),
    [("asturias", "REG-AST-2"), ("madrid", "REG-MAD-7"), ("house", "MUS-VISTO-1")],
)
def test_a_new_deal_is_told_with_the_article_of_the_table(variant, rule):
    own = changed("fournier", {"exposed_card.action": "redeal"})
    rules = own if variant == "house" else load_variant(variant)
    page = told(play(rules, {}, "B2 descubre Ro", lance="mus"))
    assert line_of(page, "exposed_so_dealt_again").rules == (rule,)
    assert line_of(page, "void_deal").rules == (rule,)


def test_REG_MAD_7_a_deal_given_up_scores_nothing_and_mano_stays():
    page = told(play(load_variant("madrid"), {}, "B2 descubre Ro", lance="mus"))
    assert page.lines[-1].text == "Nothing is scored, and A1 is mano in the new deal."
    assert page.movements == ()


def test_MUS_VISTO_2_who_is_served_keeps_all_four():
    played = play(
        load_variant("fournier"), {}, "B2 descubre Ro, A1 servido", lance="mus", stones={"A": 1}
    )
    assert line_of(told(played), "served_with_these").rules == ("MUS-VISTO-2",)


# --- betting -------------------------------------------------------------------------------


def test_MUS_BET_4_the_answer_belongs_to_the_opponents_in_turn():
    line = line_of(told(hand("trios")), "side_answers")
    assert (line.rules, line.evidence["seats"]) == (("MUS-BET-4",), ("B1", "B2", "B3"))


def test_MUS_BET_8_who_refuses_is_out_and_the_partner_may_still_answer():
    line = line_of(told(hand("ordago_accepted")), "partner_may_answer")
    assert (line.seat, line.said, line.evidence["seats"]) == ("B1", "no quiero", ("B2",))
    again = line_of(told(hand("ordago_accepted")), "accepts_after_a_refusal")
    assert (again.seat, again.evidence["seats"]) == ("A2", ("A1",))


def test_MUS_BET_5_one_quiero_is_enough():
    line = line_of(told(hand("whole_hand")), "one_quiero_is_enough")
    assert line.text == "One quiero is enough: B2 need not answer, and is bound by it."


@pytest.mark.parametrize(
    ("said", "stake", "rule"), [("y yo", 4, "MUS-BET-11"), ("reenvido", 10, "MUS-BET-12")]
)
def test_calls_that_lean_on_the_stake_are_told_with_the_stake_they_make(said, stake, rule):
    opening = 2 if stake == 4 else 5
    played = play(load_variant("fournier"), {}, f"A1 envido {opening}, B1 {said}")
    line = line_of(told(played), "more_means")
    assert (line.said, line.rules) == (f"subo a {stake}", (rule,))
    assert line.text == f"'{said}' over {opening} makes {stake}."


def test_REG_AST_7_and_9_a_call_above_forty_counts_for_two():
    opening = line_of(told(hand("asturias")), "counts_for_less")
    assert (opening.said, opening.evidence["stake"]) == ("envido 41", 2)
    played = play(load_variant("asturias"), {}, "A1 envido 5, B1 subo a 50")
    raised = line_of(told(played), "counts_for_less")
    assert raised.rules == ("REG-AST-9",)
    assert raised.text.endswith("counts as 2: the stake is 7.")


def test_MUS_BET_17_a_stake_above_the_target_decides_only_in_its_turn():
    page = told(play(load_variant("fournier"), {}, "A1 envido 60, B1 quiero"))
    assert line_of(page, "more_than_the_target").rules == ("MUS-BET-17",)


def test_MUS_DECL_3_and_7_one_side_alone_nobody_and_punto():
    page = told(hand("trios"))
    alone = line_of(page, "only_one_side_has")
    assert (alone.rules, alone.evidence["seats"]) == (("MUS-DECL-6",), ("B1", "B2"))
    assert line_of(told(hand("three_alone")), "nobody_has_juego_but_punto").rules == ("MUS-DECL-7",)


def test_MUS_DECL_3_and_6_pares_are_several_and_a_juego_is_one():
    dealt_cards = {
        "A1": "Ro Rc Sc Ae",
        "B1": "7o 6c 5e 4b",
        "A2": "7c 6e 5b 4o",
        "B2": "7e 6b 5o 4c",
    }
    declared = "A1 tengo, B1 no tengo, A2 no tengo, B2 no tengo"
    calls = f"{passes(*PAIRS)}, {passes(*PAIRS)}, {declared}, {declared}"
    page = told(play(load_variant("fournier"), dealt_cards, calls), SPANISH)
    assert line_of(page, "alone_with_pares").text == "Pares: solo los lleva A."
    assert line_of(page, "alone_with_juego").text == "Juego: solo lo lleva A."


def test_MUS_NAME_4_a_perete_is_told_and_counted():
    variant = changed("fournier", {"perete.points": 1})
    dealt_cards = {
        "A1": "4o 5o 6o 7o",
        "B1": "Ro Rc 4c 5c",
        "A2": "Co Cc 4e 5e",
        "B2": "So Sc 6e 7e",
    }
    calls = f"A1 perete, {passes(*PAIRS)}, {passes(*PAIRS)}"
    page = told(play(variant, dealt_cards, calls))
    assert line_of(page, "perete").said == "perete"
    first = next(line for line in page.lines if line.kind.startswith("scores"))
    assert first.text == "A scores 1 stone for the perete of A1. A 1, B 0."


# --- dejes ---------------------------------------------------------------------------------


def test_MUS_DEJE_1_a_refused_bet_brings_one_stone_at_once():
    page = told(hand("asturias"))
    assert line_of(page, "bet_refused").text == "Nobody accepts: B scores 1 stone, the deje."
    assert line_of(page, "taken_at_once").rules == ("MUS-DEJE-2",)
    assert line_of(page, "nothing_more").rules == ("MUS-DEJE-4",)


def test_REG_MAD_4_a_refused_raise_in_pares_brings_a_stone_more():
    line = line_of(told(hand("raise_refused_by_better_cards")), "raise_refused_with_extra")
    assert line.rules == ("MUS-DEJE-3", "REG-MAD-4")
    assert (line.evidence["stones"], line.evidence["rest"], line.evidence["extra"]) == (5, 4, 1)


def test_REG_CAT_4_no_deje_in_pares():
    cards = {"A1": "Ro Rc 4e 5b", "B1": "Co Cc 6e 7b", "A2": "So 7o 6o 5o", "B2": "Se 7c 6c 4o"}
    calls = f"""{passes(*PAIRS)}, {passes(*PAIRS)}
        A1 tengo, B1 tengo, A2 no tengo, B2 no tengo, A1 envido 2, B1 no quiero"""
    page = told(play(load_variant("catalunya"), cards, calls))
    assert line_of(page, "no_deje").rules == ("REG-CAT-4",)


def test_MUS_DEJE_5_and_7_worse_cards_are_paid_and_the_refused_better_ones_are_not():
    lines = told(hand("raise_refused_by_better_cards")).lines
    paid = next(
        line for line in lines if line.rules == ("MUS-DEJE-5",) and "score" in line.evidence
    )
    assert paid.text == "A scores 1 stone for the par of A1. A 16, B 11."
    better = next(line for line in lines if line.kind == "best_hand_refused")
    assert (better.evidence["seat"], better.rules) == ("B1", ("MUS-DEJE-7",))


def test_MUS_END_2_a_deje_that_reaches_the_target_ends_everything():
    page = told(hand("won_by_a_deje"))
    assert line_of(page, "wins_by_the_deje").evidence["has"] == 40
    late = line_of(page, "too_late_at_a_lance")
    assert (late.evidence["side"], late.evidence["stones"]) == ("B", 2)
    assert line_of(page, "too_late_for_the_game").evidence["has"] == 40
    assert line_of(page, "not_played").evidence["lances"] == ("pares", "juego")


# --- the count -----------------------------------------------------------------------------


def test_MUS_CMP_T2_the_partner_wins_where_the_one_who_bet_would_have_lost():
    line = line_of(told(hand("trios")), "partner_wins")
    assert (line.evidence["seat"], line.evidence["partner"]) == ("A1", "A2")


def test_MUS_CMP_T2_a_refusers_cards_win_when_the_partner_accepts():
    cards = {"A1": "Ro 7c 5e 4b", "B1": "Rc Re Co 4c", "A2": "Sc 6o 6e 5o", "B2": "Ce Cb 6c 4o"}
    played = play(load_variant("fournier"), cards, "A1 envido 2, B1 no quiero, B2 quiero")
    line = line_of(told(played), "refuser_wins")
    assert (line.evidence["partner"], line.evidence["seat"]) == ("B1", "B2")


def test_MUS_CMP_T1_the_tie_that_decides_is_between_the_sides():
    cards = {"A1": "Ro Rc 5e 4b", "B1": "Re Rb 5o 4c", "A2": "Sc 6o 6e 5c", "B2": "Ce Cb 6c 4o"}
    played = play(load_variant("navarra"), cards, "A1 envido 2, B1 quiero")
    line = line_of(told(played), "equal_hands")
    assert (line.evidence["first"], line.evidence["second"]) == ("A1", "B1")


def test_MUS_CNT_2_the_count_stops_and_the_rest_is_named():
    page = told(hand("won_in_the_middle_of_pares"))
    kinds = [line.kind for line in page.lines]
    assert kinds.index("reaches_the_target") < kinds.index("no_longer_counted")
    late = [
        line
        for line in page.lines
        if line.kind.startswith("too_late_") and line.evidence.get("lance")
    ]
    assert [
        (line.evidence["lance"], line.evidence["side"], line.evidence["stones"]) for line in late
    ] == [
        ("pares", "B", 1),
        ("juego", "A", 2),
        ("juego", "A", 3),
    ]


def test_MUS_ORD_2_an_accepted_ordago_leaves_the_earlier_stakes_uncounted():
    page = told(hand("ordago_accepted"))
    assert line_of(page, "no_longer_counted").rules == ("MUS-ORD-2",)
    assert line_of(page, "too_late_at_a_lance").evidence["lance"] == "grande"
    assert line_of(page, "wins_by_the_ordago").evidence["seat"] == "A2"
    assert page.movements[-1]["wins_game"] is True


def test_an_ordago_that_waits_its_turn_may_come_too_late():
    variant = changed("fournier", {"ordago.settle": "count_prior_first"})
    steps = hand("ordago_accepted").steps
    cards = {seat: " ".join(cards) for seat, cards in steps[0].call.hands}
    calls = ", ".join(str(step.call) for step in steps[1:])
    page = told(play(variant, cards, calls, stones={"A": 12, "B": 36}))
    assert line_of(page, "reaches_the_target").evidence["side"] == "B"
    assert line_of(page, "too_late_for_the_ordago").evidence["side"] == "A"


def test_MUS_REAL_1_la_real_is_paid_by_its_name():
    lines = told(hand("asturias")).lines
    assert any(line.text == "3 stones to A for la Real of A2." for line in lines)


def test_the_count_waits_for_cards_nobody_has_told():
    cards = {"A1": "Ro Rc 5e 4b", "B1": "Re Rb 5o 4c"}
    page = told(play(load_variant("fournier"), cards, "A1 envido 2, B1 quiero"))
    assert line_of(page, "count_waits").text == (
        "The count waits at grande for the cards of A2 and B2."
    )


def test_individual_stake_is_taken_from_each_who_accepted():
    line = line_of(told(hand("three_alone")), "best_scores_from_each")
    assert (line.evidence["stones"], line.evidence["stake"]) == (4, 2)


# --- the referee ---------------------------------------------------------------------------


def test_MUS_SIG_1_a_true_signal_is_told_with_its_meaning():
    line = line_of(told(hand("whole_hand")), "signal_with_gesture_allowed")
    assert (line.seat, line.said) == ("A1", "signal for duples")
    assert line.as_json()["said"] == "sena duples", "a program reads what a record writes"
    assert "raise the eyebrows" in line.text
    spanish = line_of(told(hand("whole_hand"), SPANISH), "signal_with_gesture_allowed")
    assert spanish.said == "seña de duples"
    assert "alzar las cejas" in spanish.text


def test_MUS_SIG_2_a_false_signal_is_an_offence():
    offence = line_of(told(hand("whole_hand")), "offence")
    assert (offence.rules, offence.evidence["offence"]) == (("MUS-SIG-2",), "false_signal")


def test_REG_AST_5_a_forbidden_question_annuls_the_hand_and_gives_the_deje_back():
    page = told(hand("asturias"))
    assert line_of(page, "offence").evidence["penalty"] == "annul_hand"
    back = line_of(page, "gives_the_deje_back")
    assert (back.evidence["side"], back.evidence["stones"], back.rules) == ("B", 1, ("REG-AST-5",))
    assert json.dumps(page.as_json())


# --- refusals, comparisons, hands, claims --------------------------------------------------


def refused(position, text, language=ENGLISH):
    fault = games.why_not(position, read_call(text))
    return explain_fault(position, fault, games.options(position), language)


def test_MUS_BET_4_a_partner_who_answers_his_own_side_is_told_who_may():
    position = play(load_variant("fournier"), {}, "A1 envido 2").steps[-1].after
    page = refused(position, "A2 quiero")
    assert page.lines[0].rules == ("MUS-BET-4",)
    offered = {line.said: line for line in page.lines if line.kind == "option"}
    assert offered["subo a 4"].text == "4 or more: at least 2 above 2."
    assert "most" not in offered["subo a 4"].evidence
    assert offered["órdago"].rules == ("MUS-ORD-1",)


def test_MUS_ORD_1_nothing_is_above_an_ordago():
    position = play(load_variant("fournier"), {}, "A1 ordago").steps[-1].after
    page = refused(position, "B1 subo a 90", SPANISH)
    assert "No se puede subir: por encima del órdago no hay nada." in texts(page)


def test_where_a_rule_forbids_every_raise_that_rule_is_told_and_no_maximum(monkeypatch):
    forbidden = Fault("MUS-BET-11", "Nobody raises here.", {})
    rounds = tell_play.ROUNDS._replace(why_refused=lambda *_: forbidden)
    monkeypatch.setattr(tell_play, "ROUNDS", rounds)
    position = play(load_variant("fournier"), {}, "A1 envido 2").steps[-1].after
    answers = [option for option in games.options(position) if not option.most]
    told = [(line.text, line.rules) for line in tell_play.withheld(position, answers, ENGLISH)]
    assert told == [("Nobody raises here.", ("MUS-BET-11",))]


def test_a_maximum_of_the_table_bounds_bet_and_raise():
    variant = changed("fournier", {"bet.max": 10})
    position = play(variant, {}, "A1 envido 10").steps[-1].after
    assert texts(refused(position, "B1 subo a 12"))[-1] == (
        "No raise is possible: 10 is staked, and this table allows at most 10."
    )


@pytest.mark.parametrize(
    ("variant", "cards", "brackets"),
    [
        ("fournier", "3o 2c 7e C", "three is a king, a two is an ace"),
        ("navarra", "3o 2c 7e C", ""),
        ("la_rioja", "3o 4c 7e C", ""),
    ],
)
def test_MUS_RANK_4_brackets_stand_only_where_cards_play_as_others(variant, cards, brackets):
    page = describe_hand(read_hand(cards), load_variant(variant), ENGLISH)
    told_so = lines_of(page, "brackets")
    assert bool(told_so) == bool(brackets)
    assert all(brackets in line.text for line in told_so)


def test_REG_RIO_6_fours_that_are_aces_are_shown_as_aces():
    variant = changed("la_rioja", {"deck.kings": 8, "deck.fours_as_aces": True})
    page = describe_hand(read_hand("3o 4c 7e Ao"), variant, SPANISH)
    assert "3o(R)" in page.title
    assert "4c(A)" in page.title
    line = line_of(page, "brackets")
    assert line.rules == ("MUS-RANK-3", "REG-RIO-6")
    assert line.text.endswith("el tres es rey y el cuatro es as.")


def test_MUS_REAL_1_la_real_beats_another_31_in_a_comparison():
    ranking = ranking_of(load_variant("cantabria").rules)
    hands_compared = [read_hand("Ro Rc Re Ao"), read_hand("7o 7c 7e Sb")]
    page = explain_comparison("juego", ["A", "B"], hands_compared, ranking, ENGLISH)
    assert texts(page)[0] == "B has the best juego."
    assert line_of(page, "real_decides").rules == ("MUS-REAL-1",)


def test_a_claim_on_a_count_of_mus_shows_where_it_parts():
    end = hand("whole_hand").end
    pares = [entry for entry in end.ledger if entry.lance == "pares"]
    page = explain_claim(Claimed("A1", "A", 8), pares, end, ENGLISH)
    assert texts(page) == [
        "A1 claims 8 for A; worked out again, A gets 9.",
        "The two counts differ here:",
        "A scores 3 stones at pares.",
    ]


# --- every hand there is -------------------------------------------------------------------

ODD = (
    {},
    {"players.mode": "trios", "players.count": 6},
    {"players.mode": "individual", "players.count": 5, "individual.stake": "per_acceptor"},
    {"deje.timing": "end_first", "score.target": 25},
    {"ordago.settle": "count_prior_first"},
    {"deje.raise_refused": "one"},
    {"bet.only_holders_speak": False, "bet.refusal_eliminates": False},
    {"bet.team_response": "captain", "bet.refuser_hand_counts": False},
    {"values.paso_bonus_pares_juego": 1, "match.vacas": 2},
    {"declare.mode": "manual", "bet.out_of_turn": True},
    {"deck.kings": 4, "mus.corrido": "every_hand"},
)
PRESETS = ("fournier", "madrid", "asturias", "catalunya", "la_rioja", "wikipedia_en")


@cache
def simulated():
    """A few hands of every preset and of every odd rulebook, from one seed."""
    random = Random("explained")
    variants = [load_variant(name) for name in PRESETS]
    variants += [changed("fournier", odd) for odd in ODD]
    played = []
    for number, variant in enumerate(variants * 3):
        seats = seats_of(variant, int(variant.rules["players.count"]))
        target = int(variant.rules["score.target"])
        stones = {seat[0]: random.randrange(target) for seat in seats}
        start = games.start(variant, seats=seats, mano=seats[0], stones=stones)
        pack = fresh_pack(pack_of(variant), "explained", str(number))
        played.append(Played(*play_hand(start, pack, AtRandom(random)), ()))
    return played


def test_every_movement_of_stones_is_told_once_with_its_article():
    for played in simulated():
        page = told(played)
        cited = {rule for line in page.lines for rule in line.rules}
        assert {entry.rule for entry in played.end.ledger} <= cited
        assert len(page.movements) == len(played.end.ledger)
        counted = [
            line
            for line in page.lines
            if line.kind != "score"
            and ("score" in line.evidence or line.kind.startswith("bet_ref"))
        ]
        at_once = [line for line in page.lines if line.kind.startswith("raise_refused")]
        assert len(counted) + len(at_once) == len(played.end.ledger)


def test_the_running_score_ends_at_the_score_of_the_ledger():
    for played in simulated():
        page = told(played)
        running = [line.evidence["score"] for line in page.lines if "score" in line.evidence]
        assert running[-1] == played.end.in_front()
        if played.end.winner:
            assert sum(
                line.kind.startswith(("games_won", "wins_a", "wins_the")) for line in page.lines
            )


@pytest.mark.parametrize("language", [ENGLISH, SPANISH], ids=["en", "es"])
def test_forty_columns_are_enough_for_mus_too(language):
    for played in simulated():
        page = told(played, language)
        for width in (40, 90):
            lines = to_text(page, width).splitlines()
            assert max(map(len, lines)) <= width
            assert all(line.isprintable() and line == line.rstrip() for line in lines)
        assert to_text(page, ascii=True).isascii()
        assert to_markdown(page).startswith("# Mus")


def test_no_sentence_of_mus_stays_english_in_spanish():
    same = {"call", "hand", "dealt", "score", "lance_counted"}
    for played in [*simulated(), *map(hand, SIGNED)]:
        for english, spanish in zip(told(played).lines, told(played, SPANISH).lines, strict=True):
            assert (english.rules, english.evidence) == (spanish.rules, spanish.evidence)
            assert english.kind in same or english.text != spanish.text, english.text


def test_hands_are_described_in_every_rulebook():
    for name in PRESETS:
        variant = load_variant(name)
        for cards in ("7o 7c 7e So", "Ro Rc Ao Ac", "4o 5c 6e 7b", "3o Ro Co 5c"):
            for language in (ENGLISH, SPANISH):
                page = describe_hand(read_hand(cards), variant, language)
                assert {"grande", "chica", "pares", "juego"} <= {line.kind for line in page.lines}
