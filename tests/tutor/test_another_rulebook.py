"""A question under another rulebook: answered and explained there, and nothing of it is kept."""

from __future__ import annotations

import pytest

from mustutor import classify, load_variant
from mustutor.present.screen.desk import act, open_desk, story
from mustutor.present.screen.lines import run_lines
from mustutor.present.screen.rows import ScreenPen
from mustutor.tutor.drills import SKILLS, drill_source, drill_stop, usual_rules
from mustutor.tutor.lesson.files import find
from mustutor.tutor.lesson.source import LessonSource
from mustutor.tutor.question_text import answer_under
from mustutor.tutor.walk import Walk
from tests.tutor.drilled import EN
from tests.tutor.test_course import Desk

FOUR_KINGS = load_variant("guipuzcoa_4")


def asked(skill, number=1):
    variant = usual_rules(SKILLS[skill], "fournier")
    return drill_stop(skill, seed=3, number=number, variant=variant, language=EN)


def text_under(question, variant):
    return [line.text for line in answer_under(question, load_variant(variant), EN).lines]


def test_the_answer_is_what_the_other_rulebook_says_of_the_same_cards():
    """With four kings the threes are threes: counted by the public function."""
    others = 0
    for number in range(1, 9):
        stop = asked("pares.class", number)
        ((_, hand),) = stop.scene.loose.hands
        there = stop.question.under(FOUR_KINGS)
        assert there.answer == (classify(list(hand), FOUR_KINGS).pares or "none")
        assert there.prompt == stop.question.prompt
        others += there.answer != stop.question.answer
    assert others


def test_calls_are_counted_by_the_other_rulebook_in_the_sides_of_the_question():
    """Catalonia pays no deje at pares and juego: a side gets no more there than here."""
    for number in range(1, 5):
        question = asked("count.hand", number).question
        there = question.under(load_variant("alava_vizcaya"))
        sides = [part.partition("=")[0] for part in question.answer.split()]
        assert [part.partition("=")[0] for part in there.answer.split()] == sides


@pytest.mark.parametrize(
    ("skill", "variant", "why"),
    [
        ("ties.mano", "enfle", "does not belong to Enflé"),
        ("cards.kings", "la_rioja", "cannot be had there"),
        ("mau.points", "mau_mau", "cannot be had there"),
        ("count.first", "encaje", "does not belong to Encaje"),
    ],
)
def test_what_makes_no_sense_there_says_why(skill, variant, why):
    questions = [asked(skill, number).question for number in range(1, 13)]
    told = [text_under(question, variant) for question in questions]
    refused = [lines for lines in told if "makes no sense" in lines[0]]
    assert refused
    assert all(why in lines[1] for lines in refused)


def test_every_question_of_the_lessons_can_be_seen_under_another_rulebook_or_says_why():
    for lesson in ("deck", "pares", "deje", "counting", "encaje_end"):
        source = LessonSource(find(lesson), EN)
        for index in range(source.count):
            question = source.stop(index).question
            if question is not None:
                lines = text_under(question, "guipuzcoa_4")
                nonsense = lines[0].startswith("The question makes no sense under ")
                assert nonsense or lines[0].startswith("Under ")
                assert len(lines) > 1 or not nonsense


def test_in_lines_it_is_told_after_the_answer_and_counts_for_nothing():
    variant = load_variant("fournier")
    walk = Walk(drill_source("pares.class", 3, variant, EN))
    right = walk.stop.question.answer
    desk = Desk("en", ["v guipuzcoa_4", right, "v guipuzcoa_4", "v nowhere", "q"])
    end = run_lines(walk, desk.front)
    assert desk.text.count("Another rulebook comes with the answer.") == 1
    assert desk.text.count("Under Mus of Guipúzcoa, four kings the answer is") == 1
    assert "Name one of these rulebooks" in desk.text
    assert (end.at, end.asking.tries) == (0, (right,))


def test_on_the_screen_it_lies_over_the_question_that_was_answered():
    walk = Walk(drill_source("pares.class", 3, load_variant("fournier"), EN))
    right = walk.stop.question.answer
    desk = act(open_desk(walk, ScreenPen(EN)), "variant")
    assert desk.message == "Another rulebook comes with the answer."
    there = act(act(act(desk, "answer", right), "variant"), "answer", "guipuzcoa_4")
    assert there.over
    assert story(there).lines[0].text.startswith("Under Mus of Guipúzcoa, four kings the answer is")
    assert there.walk.asking.tries == (right,)
    back = act(there, "line")
    assert (back.over, back.told) == ("", None)
    assert story(back).lines[0].text != story(there).lines[0].text
