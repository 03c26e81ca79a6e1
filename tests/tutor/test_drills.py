"""Every drill asks what a wrong idea gets wrong, the same way on every machine."""

from __future__ import annotations

import gc
import hashlib
import itertools
import json
import os
import subprocess
import sys

import pytest

from mustutor import load_variant
from mustutor.base.errors import AnswerError, LessonError
from mustutor.base.language import open_language
from mustutor.games import game_of
from mustutor.games.drill import draw, edition, level_of
from mustutor.games.question import read_answer
from mustutor.games.rulebook import articles
from mustutor.tutor.drills import (
    SKILLS,
    drill_source,
    drill_stop,
    drill_stop_named,
    skill_named,
    usual_rules,
)
from mustutor.tutor.question_text import table_in_words
from mustutor.tutor.walk import Walk
from tests.long import some, whole
from tests.tutor.drilled import EN, tables, turns

by_skill = pytest.mark.parametrize("skill", SKILLS)


def usual(skill):
    return usual_rules(SKILLS[skill], "fournier")


def asked_anew(skill, number, variant=None, **chosen):
    given = {"seed": 11, "language": EN, **chosen}
    return drill_stop(skill, number=number, variant=variant or usual(skill), **given)


STOPS = {}


def asked(skill, number, variant=None, **chosen):
    """A question; many a test looks at the same one, which is dealt once for them all."""
    key = (skill, number, (variant or usual(skill)).id, *sorted(chosen.items()))
    if key not in STOPS:
        STOPS[key] = asked_anew(skill, number, variant, **chosen)
    return STOPS[key]


def plain(stop):
    """What a question is in no language: what it shows, asks, and how it is answered."""
    question, scene = stop.question, stop.scene
    told = {
        "id": question.id,
        "kind": question.kind,
        "answer": question.answer,
        "choices": [choice.value for choice in question.choices],
        "wrong": {answer: idea.name for answer, idea in question.misconceptions.items()},
        "hands": [[seat, list(hand)] for seat, hand in scene.loose.hands] if scene.loose else [],
    }
    if scene.position is not None:
        position = scene.position
        told["position"] = position.line()
        told["cards"] = {seat: list(position.hand_of(seat) or ()) for seat in position.order}
        told["said"] = [line.text for line in scene.page.lines]
    return told


# --- discriminating deals ----------------------------------------------------------------


# A wrong rule has one seed and level every day, and under the rulebooks together all of them.
@whole
@by_skill
def test_every_question_tells_its_wrong_rule_from_the_right_one(skill):
    """The rule aimed at gives another answer, under every rulebook and at every level."""
    for turn, variant in enumerate(tables(skill)):
        for seed, level in some(((1, None), (2, 1), (3, 5))[turn % 3 :], 3):
            names = {wrong.name for wrong in SKILLS[skill].against(variant) if wrong.levels}
            for number in range(1, 2 * len(names) + 1):
                found = draw(SKILLS[skill], seed=seed, number=number, variant=variant, level=level)
                assert found.target.name in names
                assert found.target.answer(found.case) not in ("", found.answer)


@by_skill
def test_a_wrong_answer_is_told_by_the_name_of_its_idea(skill):
    for variant in tables(skill):
        for wrong, number in turns(skill, variant, seed=11):
            stop = asked(skill, number, variant)
            question = stop.question
            named = {idea.name: answer for answer, idea in question.misconceptions.items()}
            assert wrong.name in named
            assert not question.is_right(named[wrong.name])
            assert question.misconceptions[named[wrong.name]].text == wrong.idea


@by_skill
def test_whatever_a_wrong_rule_says_can_be_answered_and_is_wrong(skill):
    for variant in tables(skill)[:2]:
        for _, number in turns(skill, variant, seed=11):
            question = asked(skill, number, variant).question
            assert read_answer(question, question.answer) == question.answer
            for answer in question.misconceptions:
                assert read_answer(question, answer) == answer
                assert not question.is_right(answer)


@by_skill
def test_choices_are_distinct_and_one_of_them_is_right(skill):
    for number in range(1, 9):
        question = asked(skill, number).question
        values = [choice.value for choice in question.choices]
        labels = [choice.label for choice in question.choices]
        assert len(set(values)) == len(values)
        assert len(set(labels)) == len(labels)
        if question.kind in ("choose", "seat"):
            assert values.count(question.answer) == 1


@by_skill
def test_no_card_is_dealt_twice_and_all_are_of_the_deck(skill):
    for variant in tables(skill):
        removed = variant.rules.get("deck.removed_ranks", ())
        inside = game_of(variant.game).chance.deck.cards(removed)
        for number in (1, 4, 13):
            scene = asked(skill, number, variant).scene
            if scene.loose is not None:
                cards = [card for _, hand in scene.loose.hands for card in hand]
            else:
                hands = [scene.position.hand_of(seat) for seat in scene.position.order]
                cards = [card for hand in hands for card in hand]
            assert len(cards) >= 4
            assert len(set(cards)) == len(cards)
            assert set(cards) <= set(inside)


# --- the same everywhere -----------------------------------------------------------------


@by_skill
def test_the_same_seed_and_number_ask_the_same_question(skill):
    first = plain(asked(skill, 2))
    assert plain(asked_anew(skill, 2)) == first
    others = [plain(asked(skill, 2, seed=seed)) for seed in (12, 13, 14)]
    assert any({**other, "id": first["id"]} != first for other in others)


@whole
def test_a_question_does_not_depend_on_how_python_hashes():
    """Another process with other hashes asks the same; only text and order may decide."""
    here = [plain(asked(skill, 3)) for skill in SKILLS]
    program = (
        "import json; from tests.tutor.test_drills import *;"
        "print(json.dumps([plain(asked(skill, 3)) for skill in SKILLS]))"
    )
    for seed in some(("77", "1"), 2):
        run = subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        )
        assert json.loads(run.stdout) == json.loads(json.dumps(here))


def test_a_question_that_is_answered_leaves_nothing_to_be_collected():
    """Else the learner waits for it, every few hundred questions, a tenth of a second."""
    for _ in range(2):
        gc.collect()
        gc.freeze()  # what is there by now need not be looked at again
        for skill in ("juego.order", "odds.stones", "count.hand", "enfle.play"):
            asked_anew(skill, 2)
    assert gc.collect() == 0


PINNED = {
    "cards.kings.3": "8f953c757643",
    "pares.class.3": "b30d8d47a6be",
    "grande.order.2": "9f55577ca786",
    "chica.order.2": "732ab01c8ec7",
    "pares.winner.3": "091a278a4bca",
    "juego.order.3": "be8aa5dce6d4",
    "punto.order.3": "48deba781286",
    "ties.mano.3": "d375ef6da0c2",
    "bets.legal.3": "92f1d37fe40e",
    "bets.bounds.2": "a93a2f937de2",
    "odds.accept.2": "b65611d5ae41",
    "odds.throw.2": "e104da80417a",
    "odds.stones.2": "281703bfd533",
    "deje.stones.3": "75f9764d0b0c",
    "count.lance.3": "74e478ddff02",
    "count.hand.2": "9c6133d99630",
    "count.first.3": "e0743eee42b2",
    "encaje.refused.3": "fdd4675c3038",
    "encaje.pots.2": "1e0e86c40e51",
    "encaje.hand.2": "68028b509e5b",
    "encaje.end.3": "46a84a445db2",
    "enfle.play.3": "9aee8b8e8095",
    "enfle.lead.3": "0d43c9886521",
    "enfle.taken.2": "e19f3d71fb9f",
    "enfle.pot.2": "86ec66ecb2c6",
    "mau.play.2": "c46e3ecbeef6",
    "mau.draw.3": "f56ae7cd6241",
    "mau.turn.2": "677cf25e96f2",
    "mau.points.2": "717c050fe014",
}
"""The first question of each drill with seed 1, as it was when the drill was published."""


@by_skill
def test_published_questions_stay_what_they_are(skill):
    """A seed a teacher shared asks the same for ever; mend a drill only by a new edition."""
    told = plain(asked(skill, 1, seed=1))
    named = edition(SKILLS[skill])
    assert told["id"] == f"drill:{named}/{usual(skill).id}/1/1"
    assert _digest(told) == PINNED.get(named)


def test_a_question_of_an_edition_before_is_asked_no_more():
    """What somebody answered then is not taken for what is asked now under that name."""
    for skill in SKILLS.values():
        first = drill_stop_named(f"drill:{skill.id}/{usual(skill.id).id}/1/1", EN)
        assert (first is None) is (skill.edition > 1)


def _digest(told):
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:12]


def _aimed_at(stop):
    return next(iter(stop.question.misconceptions.values())).name


# --- levels ------------------------------------------------------------------------------


def test_questions_grow_harder_by_themselves():
    assert [level_of(number) for number in (1, 3, 4, 7, 10, 13, 1000)] == [1, 1, 2, 3, 4, 5, 5]
    # The levels of a drill are those one may choose: only the name of the question differs.
    ninth = [plain(asked("grande.order", 9)), plain(asked("grande.order", 9, level=3))]
    assert ninth[1].pop("id") == ninth[0].pop("id") + "/3"
    assert ninth[0] == ninth[1]


@pytest.mark.parametrize(
    "skill", ["grande.order", "chica.order", "pares.winner", "juego.order", "punto.order"]
)
def test_higher_levels_compare_more_hands(skill):
    counted = {}
    for level in range(1, 6):
        shown = {wrong.name for wrong in SKILLS[skill].wrong_rules if level in wrong.levels}
        stops = [asked(skill, number, level=level) for number in range(1, 5)]
        # A rule that a level cannot show is asked about at another one.
        stops = [stop for stop in stops if _aimed_at(stop) in shown]
        counted[level] = max(len(stop.scene.loose.hands) for stop in stops)
        kinds = {stop.question.kind for stop in stops if len(stop.scene.loose.hands) > 2}
        assert kinds <= ({"seat"} if level < 3 else {"order"})
    assert counted == {1: 2, 2: 3, 3: 3, 4: 4, 5: 5}


def test_kings_and_aces_mix_threes_and_twos_at_the_higher_levels():
    for level, least in ((4, 1), (5, 2)):
        for seed in range(1, 8):
            hand = asked("cards.kings", 1, seed=seed, level=level).scene.loose.hands[0][1]
            assert sum(card.rank in "32" for card in hand) >= least


@pytest.mark.parametrize("skill", ["count.hand", "encaje.hand"])
def test_higher_levels_bet_on_more_lances(skill):
    """At level 1 one lance of the four is bet on at most, at level 4 all may be."""
    bets = {}
    for level in (1, 4):
        pages = [asked(skill, 1, seed=seed, level=level).scene.page for seed in range(1, 7)]
        bets[level] = [sum("envido" in line.text for line in page.lines) for page in pages]
    assert max(bets[1]) <= 1
    assert max(bets[4]) >= 3


# --- hints and reasons -------------------------------------------------------------------


@by_skill
def test_hints_are_graded_and_no_early_one_is_the_answer(skill):
    for number in range(1, 7):
        question = asked(skill, number).question
        assert 2 <= len(question.hints) <= 3
        assert all(hint and hint.strip() == hint for hint in question.hints)
        assert question.answer not in question.hints[:-1]
        if question.kind in ("settle", "order"):
            assert not any(question.answer in hint for hint in question.hints[:-1])


def test_where_la_real_is_played_the_hints_know_it():
    shown = False
    for number in range(1, 13):
        stop = asked("juego.order", number, seed=4, variant=load_variant("asturias"))
        assert stop.question.hints[1].startswith("La Real beats every other juego.")
        for seat, hand in stop.scene.loose.hands:
            ranks = sorted(card.rank for card in hand)
            if ranks == ["7", "7", "7", "S"]:  # in Asturias the figure is a jack
                assert f"{seat}: La Real" in stop.question.hints[2]
                shown = True
    assert shown
    fournier = asked("juego.order", 1, seed=4)
    assert "La Real" not in "".join(fournier.question.hints)


@by_skill
def test_a_wrong_idea_is_told_as_the_learners_and_never_as_the_rule(skill):
    for wrong in SKILLS[skill].wrong_rules:
        assert wrong.idea.startswith("In your answer "), wrong.name


AT_TURN = ("enfle.play", "mau.play", "mau.draw")


@by_skill
def test_nobody_speaks_where_the_whole_hand_is_told(skill):
    scene = asked(skill, 1).scene
    lines = table_in_words(scene, EN)
    speaks = [line for line in lines if line.kind == "speaker"]
    # Only the drills on what the next player may do stop in the middle of it.
    assert bool(speaks) is (skill.startswith("bets.") or skill in AT_TURN)


@by_skill
def test_reasons_cite_articles_there_are(skill):
    known = articles()
    assert set(SKILLS[skill].rules) <= set(known)
    for number in range(1, 7):
        question = asked(skill, number).question
        lines = question.why("")
        assert lines
        assert {rule for line in lines for rule in line.rules} <= set(known)


def test_the_reason_of_an_order_tells_it_from_first_to_last():
    question = asked("grande.order", 13, seed=4).question
    assert question.kind == "order"
    told = [line.seat for line in question.why("") if line.seat]
    assert told == question.answer.split()


@by_skill
def test_every_drill_speaks_spanish(skill):
    english = asked(skill, 1).question
    spanish = asked(skill, 1, language=open_language("es")).question
    assert spanish.answer == english.answer
    assert spanish.prompt != english.prompt
    assert not set(spanish.hints[:2]) & set(english.hints[:2])
    texts = {idea.text for idea in spanish.misconceptions.values()}
    assert not texts & {wrong.idea for wrong in SKILLS[skill].wrong_rules}


@by_skill
def test_what_is_told_of_a_question_is_not_the_next_one(skill):
    """Each is about another case, so that the reasons of one do not answer the one after it."""
    cases = [{**plain(asked(skill, number)), "id": ""} for number in range(1, 7)]
    assert all(one != after for one, after in itertools.pairwise(cases))


# --- the source --------------------------------------------------------------------------


def test_a_drill_has_no_end_and_can_be_gone_about_in():
    source = drill_source("juego.order", 7, load_variant("fournier"), EN)
    assert source.name == "drill:juego.order"
    assert source.count is None
    assert source.stop(-1) is None
    walk = Walk(source)
    assert walk.stop.question.id == "drill:juego.order.3/fournier/7/1"
    assert walk.forward().stop.question.id == "drill:juego.order.3/fournier/7/2"
    assert walk.to("12").stop.place == "12"
    assert walk.to("nowhere") is None
    assert walk.to("0") is None
    assert not walk.to_index(5_000).is_last
    assert walk.search("anything") is None
    under = walk.forward().under(load_variant("madrid"))
    assert under.stop.question.id == "drill:juego.order.3/madrid/7/2"
    assert (
        Walk(drill_source("count.hand", 7, load_variant("fournier"), EN)).under(
            load_variant("encaje")
        )
        is None
    )


def test_a_walk_through_a_drill_by_its_answers():
    walk = Walk(drill_source("pares.class", 3, load_variant("fournier"), EN))
    for _ in range(5):
        question = walk.stop.question
        wrong = next(iter(question.misconceptions))
        walk = walk.answer(wrong).answer(question.answer)
        assert walk.asking.outcome == "wrong"
        walk = walk.forward()
    with pytest.raises(AnswerError):
        walk.answer("what is this")


def test_a_question_is_found_again_by_its_name():
    for skill in SKILLS:
        stop = asked(skill, 5)
        again = drill_stop_named(stop.question.id, EN)
        assert plain(again) == plain(stop)
    chosen = asked("juego.order", 5, level=5)
    assert plain(drill_stop_named(chosen.question.id, EN)) == plain(chosen)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "drill:",
        "drill:juego.order",
        "drill:juego.order.3/fournier/7",
        "drill:juego.order.3/fournier/7/0",
        "drill:juego.order.3/fournier/-7/1",
        "drill:juego.order.3/fournier/7/1/9",
        "drill:juego.order.3/fournier/7/1/1/1",
        "drill:juego.order.3/nowhere/7/1",
        "drill:nothing/fournier/7/1",
        "drill:count.hand/encaje/7/1",
        "drill:juego.order.3/fournier/" + "9" * 400 + "/1",
        "drill:juego.order.3/../fournier/7/1",
        "lesson:grande/who",
    ],
)
def test_names_of_no_question_are_none(name):
    assert drill_stop_named(name, EN) is None


def test_a_skill_nobody_knows_and_one_of_another_game_are_refused():
    with pytest.raises(LessonError, match=r"juego\.orden.*did you mean juego\.order"):
        skill_named("juego.orden")
    with pytest.raises(LessonError, match=r"encaje\.end does not belong to Mus"):
        drill_source("encaje.end", 1, load_variant("fournier"), EN)
    with pytest.raises(LessonError, match=r"count\.first does not belong to Encaje"):
        drill_stop("count.first", seed=1, number=1, variant=load_variant("encaje"), language=EN)
