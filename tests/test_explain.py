"""Explanations: what they tell a learner, in which words, and that nothing is left untold."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from mustutor import games
from mustutor.base.errors import Fault
from mustutor.base.language import open_language
from mustutor.games.encaje import teller
from mustutor.games.explain import Explanation, Line, Passage
from mustutor.games.mus_family.calls import read_call
from mustutor.games.mus_family.hands import ranking_of
from mustutor.games.mus_family.tell_hands import describe_hand, explain_comparison
from mustutor.games.rulebook import articles
from mustutor.games.tell_hand import explain_fault, explain_hand
from mustutor.model.calls import deal_call
from mustutor.model.cards import read_hand
from mustutor.model.position import OpenPayment, Position, Step
from mustutor.model.variant import load_variant
from mustutor.present.text import to_markdown, to_text
from mustutor.present.verdict import Claimed, explain_claim
from mustutor.replay import loads
from mustutor.replay.playback import play_back

ROOT = Path(__file__).resolve().parents[1]
TOLD_IN = ("present", "games")
CONFORMANCE = ROOT / "tests" / "conformance" / "encaje.jsonl"
ENGLISH, SPANISH = open_language("en"), open_language("es")


class Played(NamedTuple):
    """A hand as it is handed to `explain_hand`."""

    steps: list[Step]
    end: Position
    waiting: tuple[OpenPayment, ...]


def play(stones, cards, calls, *, variant="encaje", lance=""):
    position = games.start(
        load_variant(variant), seats=tuple(stones), mano=next(iter(stones)), stones=stones
    )
    steps = []

    def hear(call):
        nonlocal position
        after = games.hear(position, call)
        steps.append(Step(position, call, after))
        position = after

    if cards:
        hear(deal_call({seat: read_hand(hand) for seat, hand in cards.items()}))
    if lance:
        position = games.skip_to(position, lance)
    for call in calls.split(","):
        hear(read_call(call.strip()))
    return Played(steps, *games.settle(position))


EXAMPLE = (
    "A paso, B paso, C envido 2, D no quiero, E quiero, A quiero, B subo a 5, C quiero,"
    "E subo a 8, A no quiero, B subo a 12, C no quiero, E quiero"
)
STONES = {"A": 5, "B": 18, "C": 16, "D": 9, "E": 10}
CARDS = {"A": "Ro Rc Re Rb", "B": "3o 3c 3e 7b", "E": "3b Co Cc 7o"}


@cache
def hand(name):
    match name:
        case "worked_example_1":
            return play(STONES, CARDS, EXAMPLE, lance="grande")
        case "pares_with_a_value":
            return play(
                {"A": 12, "B": 9, "C": 15, "D": 8},
                {"A": "Ro Rc Co 4b", "B": "Ce Cb 5o 5c", "C": "Re 3o So 7b", "D": "Ao 2c 6e 4o"},
                "A mus, B mus, C corto, A paso, B paso, C paso, D paso,"
                "A paso, B paso, C envido 2, D no quiero, A no quiero, B no quiero,"
                "A tengo, B tengo, C tengo, D tengo,"
                "A paso, B envido 3, C quiero, D no quiero, A subo a 6, B quiero, C quiero,"
                "A tengo, B no tengo, C tengo, D no tengo, A paso, C paso",
            )
        case "juego_raise_refused":
            return play(
                {"A": 20, "B": 20, "C": 20, "D": 20},
                {"A": "Ro Rc Se 6b", "B": "Ce Cb Rb 2o", "C": "7o 7b 7c Sc", "D": "4o 5c 6e Ac"},
                "A corto, A paso, B paso, C paso, D paso,"
                "A paso, B paso, C paso, D envido 4, A no quiero, B no quiero, C no quiero,"
                "A tengo, B tengo, C tengo, D no tengo, A paso, B paso, C paso,"
                "A tengo, B tengo, C tengo, D no tengo,"
                "A paso, B envido 2, C quiero, A subo a 6, B no quiero, C no quiero",
            )
        case "all_in_and_silent":
            return play(
                {"A": 4, "B": 3, "C": 6},
                {"A": "Ro Rc Ae 6b", "B": "Ce Cb 7e 7o", "C": "5o 4b 6c Sc"},
                "A corto, A envido 4, B quiero, C no quiero, C no tengo, C no tengo",
            )
        case "over_in_mid_settlement":
            return play(
                {"A": 1, "B": 5, "C": 1},
                {"A": "Ro Rc 4e 6b", "B": "Ce Cb 7e Sc", "C": "Ao 4c 5c 5b"},
                "A corto, A paso, B paso, C paso, A paso, B paso, C paso,"
                "A tengo, B tengo, C tengo, A paso, B paso, C paso,"
                "A no tengo, B tengo, C no tengo",
            )
    raise KeyError(name)


def told(played, language=ENGLISH):
    return explain_hand(*played, language)


def texts(explanation):
    return [line.text for line in explanation.lines]


def line_of(explanation, kind):
    return next(line for line in explanation.lines if line.kind == kind)


# --- goldens: every line of them was read before it was signed -----------------------------


class Page(SingleFileSnapshotExtension):
    """A golden as the page a reader sees."""

    file_extension = "txt"
    _write_mode = WriteMode.TEXT


SIGNED = (
    "worked_example_1",
    "pares_with_a_value",
    "juego_raise_refused",
    "all_in_and_silent",
    "over_in_mid_settlement",
)


@pytest.mark.parametrize("code", ["en", "es"])
@pytest.mark.parametrize("name", SIGNED)
def test_a_hand_reads_as_signed(name, code, snapshot):
    page = to_text(told(hand(name), open_language(code)))
    assert page == snapshot(extension_class=Page)


# --- what a learner asks, call by call -----------------------------------------------------


def test_ENC_BET_4_the_first_fold_is_said_to_be_for_good_and_only_the_first():
    lines = told(hand("juego_raise_refused")).lines
    folds = [line for line in lines if line.said == "no quiero"]
    assert [line.rules for line in folds][:3] == [("ENC-BET-4",), (), ()]


@pytest.mark.parametrize(
    ("seat", "said", "rules"),
    [
        ("D", "no quiero", ("ENC-BET-4",)),
        ("A", "quiero", ("ENC-BET-12",)),
        ("B", "subo a 5", ("ENC-BET-6", "ENC-BET-7")),
        ("C", "quiero", ("ENC-BET-13",)),
        ("A", "no quiero", ("ENC-BET-14",)),
        ("B", "subo a 12", ()),
        ("C", "no quiero", ()),
    ],
)
def test_worked_example_1_remarks_where_a_learner_learns_something(seat, said, rules):
    lines = told(hand("worked_example_1")).lines
    assert next(line.rules for line in lines if (line.seat, line.said) == (seat, said)) == rules


def test_ENC_BET_6_the_bounds_of_the_first_raise_come_from_the_table_and_the_stones():
    known = line_of(told(hand("worked_example_1")), "bounds_of_a_raise").evidence
    assert (known["least"], known["had"]) == (4, 18)


def test_ENC_BET_8_E_sees_12_with_10():
    line = line_of(told(hand("worked_example_1")), "sees_with_less")
    assert (line.seat, line.said, line.rules) == ("E", "quiero", ("ENC-BET-8",))
    assert (line.evidence["stake"], line.evidence["had"]) == (12, 10)


def test_ENC_BET_10_a_player_with_every_stone_in_a_pot_is_said_to_be_silent():
    played = play(
        {"A": 2, "B": 9, "C": 9},
        {},
        "A corto, A envido 2, B quiero, C quiero, B paso, C paso, B tengo, C no tengo",
    )
    page = told(played)
    assert line_of(page, "silent_with_all_in_a_pot").rules == ("ENC-BET-10",)
    assert line_of(page, "does_not_declare").rules == ("ENC-PAR-2",)
    assert sum(line.kind == "does_not_declare" for line in page.lines) == 1


def test_ENC_SET_6_who_saw_the_earlier_stake_gets_nothing():
    lines = told(hand("juego_raise_refused")).lines
    refused = next(line for line in lines if line.kind == "nobody_sees_the_raise")
    assert "A gives 2 stones at once to B" in refused.text
    unpaid = next(line for line in lines if line.kind == "seers_get_nothing")
    assert unpaid.evidence["seats"] == ("C",)


def test_ENC_SET_9_one_stone_is_said_in_the_singular():
    played = play({"A": 1, "B": 9}, {}, "A corto, A paso, B envido 4, A quiero")
    assert "the one stone" in line_of(told(played), "puts_in_all").text
    assert "la única piedra" in line_of(told(played, SPANISH), "puts_in_all").text


def test_MUS_DISC_4_served_cards_are_shown_with_the_hand_they_make():
    position = games.start(load_variant("encaje"), seats=("A", "B"), mano="A")
    steps = []
    calls = ["A mus", "B mus", "A descarto 4e 5b", "B descarto 7o"]
    deal = deal_call({"A": read_hand("Ro Rc 4e 5b"), "B": read_hand("Ce Cb 7e 7o")})
    draw = deal_call({"A": read_hand("3o Ab"), "B": read_hand("Ce")})._replace(verb="sirve")
    draw = draw._replace(hands=(("A", read_hand("3o Ab")), ("B", read_hand("Co"))))
    for call in [deal, *map(read_call, calls), draw]:
        after = games.hear(position, call)
        steps.append(Step(position, call, after))
        position = after
    served = [line for line in told(Played(steps, position, ())).lines if line.kind == "served"]
    assert [line.said for line in served] == ["+ 3o(R) Ab", "+ Co"]
    assert served[0].text == "A now holds Ro Rc 3o(R) Ab."


# --- the showdown --------------------------------------------------------------------------


def test_ENC_SET_11_worked_example_1_gives_the_pot_of_22_to_E():
    line = line_of(told(hand("worked_example_1")), "takes_the_pot")
    assert line.text == "E has the worst hand and takes the pot: 22 stones. E has 22 now."


def test_MUS_CMP_G1_the_second_card_decides_the_worked_example():
    page = told(hand("worked_example_1"))
    assert line_of(page, "card_decides").text == "The second card decides: knight is below king."
    compared = page.movements[-1]["because"]
    assert compared["seats"] == ["B", "E"]
    assert compared["separations"][0]["position"] == 2


def test_ENC_BET_4_A_holds_the_best_grande_and_it_counts_for_nothing():
    line = line_of(told(hand("worked_example_1")), "best_hand_folded")
    assert line.text.startswith("A holds Ro Rc Re Rb, the best grande at the table")
    assert line.rules == ("ENC-BET-4",)


def test_a_better_hand_is_not_called_the_best_while_cards_are_unknown():
    cards = CARDS | {"A": "Ro Rc Re 6b"}
    cards["B"] = "3o 3c 7c 7b"
    page = told(play(STONES, cards, EXAMPLE, lance="grande"))
    assert line_of(page, "better_hand_folded").evidence["seat"] == "A"


def test_MUS_CMP_T1_equal_hands_are_told_apart_by_mano():
    line = line_of(told(hand("pares_with_a_value")), "equal_pares")
    assert (line.seat, line.rules) == ("C", ("MUS-CMP-T1",))
    assert "A speaks before C" in line.text


def test_ENC_SET_12_the_best_gives_his_value_to_the_taker_of_the_pot():
    line = line_of(told(hand("pares_with_a_value")), "gives_value")
    assert line.text.startswith("B is best and gives C 3 stones, the value of duples.")


def test_ENC_SET_12_a_debt_above_the_stones_left_is_capped_and_forgiven():
    played = play(
        {"A": 4, "B": 9, "C": 10},
        {"A": "Ro Rc 4e 4b", "B": "Ce Cb 7e Sc", "C": "Ao 4c 5c 6b"},
        "A corto, A paso, B paso, C paso, A paso, B paso, C paso,"
        "A tengo, B tengo, C no tengo, A paso, B envido 2, A quiero,"
        "A no tengo, B tengo, C no tengo",
    )
    line = line_of(told(played), "gives_all_he_has_to")
    assert line.text.startswith("A owes B 3, the value of duples, but has 1:")


def test_ENC_PAR_2_a_silent_player_with_the_best_pares_gets_nothing_for_them():
    lines = told(hand("all_in_and_silent")).lines
    silent = [line for line in lines if line.kind == "best_hand_silent"]
    assert [(line.evidence["seat"], line.evidence["lance"]) for line in silent] == [
        ("A", "chica"),
        ("B", "pares"),
        ("B", "juego"),
        ("A", "punto"),
    ]


def test_ENC_END_3_claims_after_the_end_are_said_to_be_void():
    lines = told(hand("over_in_mid_settlement")).lines
    void = [line.evidence for line in lines if line.kind == "void"]
    assert [(known["seat"], known["lance"], known["due"]) for known in void] == [
        ("A", "pares", 1),
        ("B", "juego", 2),
    ]
    assert next(line.evidence["seat"] for line in lines if line.kind == "loses") == "B"


def test_a_pot_waits_for_the_hands_nobody_has_told():
    page = told(play(STONES, {}, EXAMPLE, lance="grande"))
    assert "The grande pot, of 22, waits for the cards of B and E." in texts(page)
    cards = {"B": CARDS["B"]}
    page = told(play(STONES, cards, EXAMPLE, lance="grande"), SPANISH)
    assert "El pozo de la grande, de 22, espera las cartas de E." in texts(page)


def test_lances_that_are_not_recorded_are_named():
    page = told(play(STONES, CARDS, EXAMPLE, lance="grande"))
    assert "Not in the record: chica, pares and juego." in texts(page)


# --- every hand there is -------------------------------------------------------------------


@cache
def recorded():
    """A hand from each tenth match of the conformance cases, and every hand of some of them."""
    hands = []
    for record in CONFORMANCE.read_text("utf-8").splitlines()[::4]:
        replay = loads(record)
        variant = load_variant(str(replay.variant["id"]))
        hands += [
            Played(list(played.steps), played.end, played.open)
            for played in play_back(replay, variant, checks=False)
        ]
    return hands


def test_every_movement_of_stones_is_told_with_its_article():
    for played in recorded():
        page = told(played)
        cited = {rule for line in page.lines for rule in line.rules}
        assert {entry.rule for entry in played.end.ledger} <= cited
        assert len(page.movements) == len(played.end.ledger)


def test_the_stones_told_at_the_end_are_those_of_the_ledger():
    for played in recorded():
        last = [line for line in told(played).lines if line.kind == "in_front"][-1]
        assert last.evidence["in_front"] == played.end.in_front()


@pytest.mark.parametrize("language", [ENGLISH, SPANISH], ids=["en", "es"])
def test_forty_columns_are_enough_and_everything_is_printable(language):
    for played in recorded():
        page = told(played, language)
        for width in (40, 90):
            lines = to_text(page, width).splitlines()
            assert max(map(len, lines)) <= width
            assert all(line.isprintable() and line == line.rstrip() for line in lines)
        assert to_text(page, ascii=True).isascii()


def test_no_sentence_stays_english_in_spanish():
    same = {"call", "hand", "dealt", "in_front"}
    for played in recorded()[:60]:
        for english, spanish in zip(told(played).lines, told(played, SPANISH).lines, strict=True):
            assert english.rules == spanish.rules
            assert english.kind in same or english.text != spanish.text, english.text


def test_JSON_says_the_same_in_every_language_but_for_the_text():
    def neutral(thing):
        if isinstance(thing, dict):
            said = {"text", "title", "heading"} | (
                {"said"} if thing.get("kind") == "in_front" else set()
            )
            return {key: neutral(value) for key, value in thing.items() if key not in said}
        return [neutral(value) for value in thing] if isinstance(thing, list) else thing

    for name in SIGNED:
        english = json.loads(json.dumps(told(hand(name)).as_json()))
        spanish = json.loads(json.dumps(told(hand(name), SPANISH).as_json()))
        assert neutral(english) == neutral(spanish)


# --- refusals, comparisons, hands, claims --------------------------------------------------


def refused(position, text, language=ENGLISH):
    fault = games.why_not(position, read_call(text))
    return explain_fault(position, fault, games.options(position), language)


def test_ENC_BET_6_a_refused_raise_tells_the_bounds_and_where_they_come_from():
    position = hand("worked_example_1").steps[8].before
    page = refused(position, "C subo a 6")
    assert page.lines[0].rules == ("ENC-BET-6",)
    line = next(line for line in page.lines if line.said == "subo a 7")
    assert line.text == "From 7, 2 more than 5, to 16: C has 16 in front."
    assert line.rules == ("ENC-BET-6", "ENC-BET-7")


def test_where_a_rule_forbids_every_raise_that_rule_is_told_and_no_maximum(monkeypatch):
    forbidden = Fault("ENC-BET-6", "Nobody raises here.", {})
    rounds = teller.ROUNDS._replace(why_refused=lambda *_: forbidden)
    monkeypatch.setattr(teller, "ROUNDS", rounds)
    position = hand("worked_example_1").steps[8].before
    answers = [option for option in games.options(position) if not option.most]
    told = [(line.text, line.rules) for line in teller.tell_withheld(position, answers, ENGLISH)]
    assert told == [("Nobody raises here.", ("ENC-BET-6",))]


def test_ENC_BET_7_who_cannot_raise_is_told_why_and_may_see_with_what_is_left():
    position = hand("worked_example_1").steps[-1].before
    page = refused(position, "E subo a 16")
    assert [line.said for line in page.lines if line.kind == "option"] == ["no quiero", "quiero"]
    assert "No raise is possible: it would have to reach 14, and E has 10 in front." in texts(page)
    assert "With all the stones in front of E: 10." in texts(page)


def test_ENC_BET_1_who_has_one_stone_is_told_why_no_bet_is_legal():
    position = games.start(
        load_variant("encaje"), seats=("A", "B"), mano="A", stones={"A": 1, "B": 9}
    )
    position = games.skip_to(position, "grande")
    assert "No bet is possible: the least is 2, and A has 1 in front." in texts(
        refused(position, "A envido 2")
    )


RANKING = ranking_of(load_variant("encaje").rules)


def compared(lance, *hands):
    labels = [str(place) for place in range(1, len(hands) + 1)]
    return explain_comparison(lance, labels, [read_hand(hand) for hand in hands], RANKING, ENGLISH)


@pytest.mark.parametrize(
    ("lance", "hands", "kind", "rule"),
    [
        ("grande", ("R R C 7", "R C C 7"), "card_decides", "MUS-CMP-G1"),
        ("chica", ("A A 5 C", "A A 5 R"), "low_card_decides", "MUS-CMP-C1"),
        ("pares", ("5 5 4 4", "R R R A"), "class_decides", "MUS-CMP-P5"),
        ("pares", ("R R 4 A", "7 7 R A"), "rank_decides", "MUS-CMP-P5"),
        ("pares", ("R R 4 A", "R R C 7"), "equal_pares", "MUS-CMP-T1"),
        ("juego", ("R R R 2", "R R 7 5"), "juego_decides", "MUS-CMP-J2"),
        ("punto", ("R R 7 A", "R R 6 A"), "punto_decides", "MUS-CMP-PT1"),
        ("grande", ("R 3 C 7", "3 R C 7"), "equal_hands", "MUS-CMP-T1"),
    ],
)
def test_a_comparison_says_what_decides(lance, hands, kind, rule):
    line = line_of(compared(lance, *hands), kind)
    assert (line.seat, line.rules) == ("2", (rule,))


def test_MUS_CMP_J2_why_32_beats_40():
    line = line_of(compared("juego", "R R R R", "R R 7 5"), "juego_decides")
    assert line.text == "40 is below 32: the order of juego is 31, 32, 40, 37, 36, 35, 34, 33."


def test_MUS_CMP_C1_chica_is_laid_out_from_the_lowest_card():
    assert compared("chica", "R 5 A A", "6 5 A A").lines[1].said == "A A 5 6"


def test_MUS_RANK_3_a_three_that_plays_as_king_is_shown_as_one():
    page = compared("grande", "3o 2c 7e C", "R R C 7")
    assert [line.said for line in page.lines[1:3]] == ["R R C 7", "3o(R) C 7e 2c(A)"]
    assert line_of(page, "brackets").rules == ("MUS-RANK-3",)


def test_a_lance_nobody_has_has_no_best_hand():
    assert texts(compared("pares", "R C 7 5", "R C 7 4"))[0] == "Nobody has pares."


def test_a_hand_is_described_lance_by_lance():
    page = describe_hand(read_hand("R 3 R 2"), load_variant("encaje"), ENGLISH)
    kinds = [line.kind for line in page.lines]
    assert kinds == ["grande", "chica", "pares", "juego", "name", "brackets", "places"]
    assert line_of(page, "pares").text == "Medias of kings: worth 2 stones. Place 37 of 52."
    assert line_of(page, "juego").evidence == {"points": 31, "value": 3, "place": 1}
    assert line_of(page, "name").evidence == {"name": "solomillo"}


def test_a_claim_shows_the_first_line_where_it_and_the_ledger_part():
    end = hand("pares_with_a_value").end
    pares = [entry for entry in end.ledger if entry.lance == "pares"]
    page = explain_claim(Claimed("C", "C", 18), pares, end, ENGLISH)
    assert texts(page) == [
        "C claims 18 for C; worked out again, C gets 21.",
        "The two counts differ here:",
        "B gives C 3 stones at pares.",
    ]
    assert page.lines[-1].rules == ("ENC-SET-12",)
    page = explain_claim(Claimed("C", "C", 21), pares, end, SPANISH)
    assert texts(page) == ["C reclama 21 para C, y tiene razón."]


def test_a_claim_of_the_stones_left_names_the_first_player_who_differs():
    end = hand("pares_with_a_value").end
    after = {"A": 5, "B": 1}
    page = explain_claim(Claimed("B", after=after), end.ledger, end, ENGLISH)
    assert texts(page)[0] == "B claims that B has 1; worked out again, B has 0."


# --- the pages -----------------------------------------------------------------------------


def test_articles_stand_at_the_right_edge_or_after_the_text_where_it_is_narrow():
    page = Explanation("", (Passage("", (Line("D is out.", ("ENC-BET-4",)),)),))
    assert to_text(page, 70) == "  D is out." + " " * 50 + "ENC-BET-4\n"
    assert to_text(page, 40) == "  D is out. ENC-BET-4\n"


def test_what_comes_from_a_stranger_cannot_steer_the_terminal():
    page = Explanation("\x1b[2J\u202e", (Passage("", (Line("a\x07b"),)),))
    assert to_text(page).replace("\n", "").isprintable()
    assert "\x1b" not in to_markdown(page)


def test_paint_changes_no_column():
    def paint(what, text):
        return f"<{what}>{text}</{what}>"

    page = told(hand("worked_example_1"))
    assert re.sub(r"</?\w+>", "", to_text(page, paint=paint)) == to_text(page)


def test_markdown_keeps_every_sentence_and_every_article_whole():
    page = told(hand("worked_example_1"))
    written = to_markdown(page)
    assert written.startswith("# Encaje")
    assert "## Grande" in written
    assert "- **D** `no quiero` D is out of grande for good. *ENC-BET-4*" in written
    assert "*ENC-BET-6, ENC-BET-7*" in written


# --- the house -----------------------------------------------------------------------------


def test_every_article_an_explanation_cites_is_in_the_rulebook():
    cited = {
        node.value
        for room in TOLD_IN
        for path in (ROOT / "mustutor" / room).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        if re.fullmatch(r"(ENC|MUS|REG)-[A-Z]+-[A-Z]*\d+", node.value)
    }
    assert len(cited) > 50
    assert cited <= set(articles())


def test_explaining_is_not_needed_to_verify():
    program = (
        "import sys, mustutor.games.encaje, mustutor.referee.verify, mustutor.referee.settle;"
        "assert not [name for name in sys.modules if name.startswith('mustutor.present')]"
    )
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=True)


def test_sentences_do_not_talk_down_or_guess_who_sits_there():
    unwanted = re.compile(
        r"\b(just|simply|obviously|easy|easily|he|she|his|her|him|you)\b", re.IGNORECASE
    )
    for name in SIGNED:
        for text in texts(told(hand(name))):
            assert not unwanted.search(text), text
