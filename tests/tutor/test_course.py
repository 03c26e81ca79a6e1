"""Every lesson of the course, in every language: read whole, solved, got wrong, given up."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from mustutor.base.language import open_language
from mustutor.base.language_state import whole_languages
from mustutor.games.explain import Explanation
from mustutor.games.mus.rules_of_thumb import advice
from mustutor.games.seat_view import view
from mustutor.present.screen.lines import Front, run_lines, write_transcript
from mustutor.present.text import to_text
from mustutor.tutor.course import (
    course_order,
    lesson_title,
    next_lesson,
    parts,
    puzzle_theme,
    spine,
)
from mustutor.tutor.drills import SKILLS, drill_source, usual_rules
from mustutor.tutor.lesson.files import course_data, find, lesson_ids
from mustutor.tutor.lesson.source import LessonSource
from mustutor.tutor.lesson.tables import deal
from mustutor.tutor.puzzle import themes
from mustutor.tutor.question_text import table_in_words
from mustutor.tutor.walk import LimitedSource, Walk, walk_events
from tests.long import few, sampled

LESSONS = pytest.mark.parametrize("lesson", lesson_ids())
LANGUAGES = pytest.mark.parametrize("code", whole_languages())
WIDTH = 80


class Transcript(SingleFileSnapshotExtension):
    """A transcript of its own file, to be read as a learner reads it."""

    file_extension = "txt"
    _write_mode = WriteMode.TEXT


class Desk:
    """A learner who types what he was given, and keeps what he is shown."""

    def __init__(self, code, typed=()) -> None:
        self.written = []
        self.happened = []
        self.typed = list(typed)
        self.front = Front(
            show=lambda page: self.written.append(laid_out(page)),
            write=self.written.append,
            ask=self.ask,
            keep=lambda before, after: self.happened.extend(walk_events(before, after)),
            language=open_language(code),
        )

    def ask(self, prompt):
        if not self.typed:
            raise EOFError
        self.written.append(f"{prompt}{self.typed[0]}")
        return self.typed.pop(0)

    @property
    def text(self):
        return "\n".join(self.written)


def laid_out(page: Explanation) -> str:
    return to_text(page, WIDTH).rstrip("\n")


def walk_of(lesson, code):
    return Walk(LessonSource(find(lesson), open_language(code)))


def stops_of(walk):
    return [walk.source.stop(index) for index in range(walk.source.count)]


@LANGUAGES
@LESSONS
def test_a_lesson_reads_as_signed(lesson, code, snapshot):
    desk = Desk(code)
    write_transcript(walk_of(lesson, code), desk.front)
    read = snapshot(name=f"{lesson}.{code}").use_extension(Transcript)
    assert desk.text + "\n" == read


VERDICT = re.compile(r"(\w+) (?:has|tiene) (?:the best|el mejor|la mejor|los mejores) \w+\.")


def twice_in_a_row(walk, code):
    """The sentences that are said twice, one just after the other, and answers given as reasons.

    What a hand or a call stands before is about that one alone, and is another sentence.
    """
    pages = []
    front = Desk(code).front._replace(show=pages.append, write=lambda _: None)
    write_transcript(walk, front)
    said = [
        (line.seat, line.said, sentence.strip())
        for page in pages
        for line in page.lines
        for sentence in re.findall(r"[^.!?]*\w[.!?]+(?!\S)", line.text)
    ]
    again = [one for one, then in pairwise(said) if one == then]
    asked = [stop.question for stop in stops_of(walk) if stop.question is not None]
    for question in [each for each in asked if each.kind == "seat"]:
        verdicts = [VERDICT.fullmatch(line.text) for line in question.why("") if not line.said]
        again += [found[0] for found in verdicts if found and question.is_right(found[1])]
    return again


@LANGUAGES
@LESSONS
def test_no_sentence_of_a_lesson_is_said_twice_in_a_row(lesson, code):
    assert twice_in_a_row(walk_of(lesson, code), code) == []


@LANGUAGES
@sampled("skill", SKILLS, every=3)
def test_no_sentence_of_a_drill_is_said_twice_in_a_row(skill, code):
    source = drill_source(skill, 1, usual_rules(SKILLS[skill], "fournier"), open_language(code))
    walk = Walk(LimitedSource(source, few(30, 8)))
    assert twice_in_a_row(walk, code) == []


@LANGUAGES
@LESSONS
def test_a_lesson_answered_right_is_solved_from_end_to_end(lesson, code):
    walk = walk_of(lesson, code)
    typed = []
    for stop in stops_of(walk):
        if stop.question is not None:
            typed.append(stop.question.answer)
        typed.append("")
    desk = Desk(code, typed)
    end = run_lines(walk, desk.front)
    assert end.is_last
    asked = [stop for stop in stops_of(walk) if stop.question is not None]
    assert len(asked) >= 3, "a lesson asks"
    assert {stop.place for stop in asked} == set(end.asked)
    assert all(asking.outcome == "right" for asking in end.asked.values())
    assert [event.kind for event in desk.happened].count("finished") == 1


@LANGUAGES
@LESSONS
def test_whoever_knows_nothing_is_helped_to_the_end(lesson, code):
    walk = walk_of(lesson, code)
    for stop in stops_of(walk):
        if stop.question is not None:
            desk = Desk(code, ["", *["?"] * 6, "answer"])
            end = run_lines(walk.to(stop.place), desk.front)
            asking = end.asked[stop.place]
            assert asking.outcome == "shown"
            assert asking.hints == len(stop.question.hints) >= 2
            for hint in stop.question.hints:
                assert " ".join(hint.split()[:4]) in " ".join(desk.text.split())


@LANGUAGES
@LESSONS
def test_every_named_slip_is_wrong_and_told_by_name(lesson, code):
    walk = walk_of(lesson, code)
    for stop in stops_of(walk):
        for slip, known in (stop.question.misconceptions if stop.question else {}).items():
            assert not stop.question.is_right(slip)
            desk = Desk(code, [slip])
            end = run_lines(walk.to(stop.place), desk.front)
            assert end.asked[stop.place].tries == (slip,)
            assert " ".join(known.text.split()) in " ".join(desk.text.split())


@LESSONS
def test_the_languages_ask_the_same_and_answer_the_same(lesson):
    asked = {
        code: [
            (stop.place, stop.question and (stop.question.kind, stop.question.answer))
            for stop in stops_of(walk_of(lesson, code))
        ]
        for code in whole_languages()
    }
    assert len({tuple(stops) for stops in asked.values()}) == 1


@LESSONS
def test_whose_turn_it_is_is_not_told_where_it_is_asked(lesson):
    file = find(lesson)
    walk = walk_of(lesson, "en")
    for step in file.draft["steps"]:
        if step["do"] == "ask" and step["compute"]["find"] == "speaker":
            there = walk.to(step["id"])
            table = table_in_words(there.stop.scene, open_language("en"))
            assert table, "the table is laid out all the same"
            assert not [line for line in table if line.kind == "speaker"]


@LESSONS
def test_what_threes_and_twos_play_as_is_told_once_a_lesson(lesson):
    stops = stops_of(walk_of(lesson, "en"))
    reasons = [stop.question.why("") for stop in stops if stop.question is not None]
    told = [line for lines in reasons for line in lines]
    told += [line for stop in stops for line in stop.scene.page.lines]
    assert sum(line.kind == "brackets" for line in told) <= 1


@LANGUAGES
@LESSONS
def test_no_name_of_programs_reaches_a_learner(lesson, code):
    desk = Desk(code)
    write_transcript(walk_of(lesson, code), desk.front)
    assert not re.findall(r"[a-z]+_[a-z_]+", desk.text)


def test_a_table_just_written_is_not_written_again():
    # The count: the table of "whoever wins pares" is that of the question which follows it.
    desk = Desk("en", ["g values", ""])
    run_lines(walk_of("ordago", "en"), desk.front)
    mano = "A1  Ro Co Cc 4o   mano"
    after = desk.text.partition("Whoever wins pares takes the stake")[2]
    assert after.count(mano) == 1
    assert "How many stones does B take for pares?" in after


def test_a_question_gone_back_to_shows_how_it_was_answered():
    desk = Desk("en", ["40", "", "b"])
    run_lines(walk_of("deck", "en"), desk.front)
    assert desk.text.count("40: right.") == 2


def test_a_question_skipped_at_the_end_is_left():
    source = LimitedSource(LessonSource(find("deck"), open_language("en")), 1)
    desk = Desk("en", ["skip", "never asked"])
    run_lines(Walk(source), desk.front)
    assert desk.typed == ["never asked"]


@LESSONS
def test_a_question_can_be_asked_again_by_its_id(lesson):
    for stop in stops_of(walk_of(lesson, "en")):
        if stop.question is not None and stop.question.id.startswith("lesson:"):
            _, _, name = stop.question.id.partition(":")
            asked, step = name.split("/")
            source = LessonSource(find(asked), open_language("en"))
            again = source.stop(source.find(step)).question
            assert again.answer == stop.question.answer


def test_the_course_holds_every_lesson_once_and_what_is_needed_before_it():
    order = [lesson for part in parts() for lesson in part.lessons]
    assert sorted(order) == list(lesson_ids())
    assert len(order) == len(set(order)) >= 24
    branches = [part for part in parts() if part.after]
    assert tuple(order[: len(spine())]) == spine()
    assert {part.after for part in branches} <= set(spine())
    for part in branches:
        for needed in [name for each in part.lessons for name in requirements(each)]:
            assert needed not in spine() or spine().index(needed) <= spine().index(part.after)
    for at, lesson in enumerate(order):
        for needed in find(lesson).draft.get("requires", ()):
            assert order.index(needed) < at


def requirements(lesson):
    return find(lesson).draft.get("requires", ())


SPINE = (
    *("first_hand", "grande", "chica", "pares", "juego", "mus", "to_throw", "to_cut", "envido"),
    *("to_accept", "to_bet", "ordago", "the_score", "two_against_two"),
)
DECISIONS = ("advised", "best_call", "legal", "allowed")
"""What somebody says, throws or answers, and whether they may: anything but reading the cards."""


def test_the_spine_is_fourteen_lessons_of_an_evening_each():
    assert spine() == SPINE
    assert all(5 <= find(lesson).draft["minutes"] <= 20 for lesson in SPINE)
    for lesson, before in zip(SPINE[1:], SPINE, strict=False):
        assert set(requirements(lesson)) <= set(SPINE)
        assert before in requirements(lesson)


@pytest.mark.parametrize("lesson", SPINE)
def test_a_third_of_the_questions_of_the_spine_are_decisions(lesson):
    steps = find(lesson).draft["steps"]
    asked = [step["compute"]["find"] for step in steps if step["do"] == "ask"]
    assert 3 * sum(find in DECISIONS for find in asked) >= len(asked)
    assert "advised" in asked, "somebody has to say what they would say"


def test_a_question_that_moved_stands_where_it_moved_to():
    for before, after in course_data()["moved"].items():
        old, step = before.split("/")
        assert not any(one["id"] == step for one in find_or_none(old)), before
        lesson, now = after.split("/")
        (there,) = [one for one in find(lesson).draft["steps"] if one["id"] == now]
        assert there["do"] == "ask"


def find_or_none(lesson):
    return find(lesson).draft["steps"] if lesson in lesson_ids() else ()


def test_every_theme_of_puzzles_goes_with_a_lesson_that_teaches_what_it_asks():
    """None before the last lance: a puzzle is a moment of a whole hand."""
    found = {lesson: puzzle_theme(lesson) for lesson in course_order()}
    assert {theme for theme in found.values() if theme} == set(themes())
    assert not any(found[lesson] for lesson in SPINE[: SPINE.index("juego")])
    assert all(found[lesson] for lesson in SPINE[SPINE.index("to_throw") :])
    assert found["to_cut"] == "cut"


def test_cards_thrown_face_down_are_not_shown_beside_the_seat_that_threw_them():
    """MUS-DISC-2: a table with one seat's cards to be seen tells how many the others threw."""
    words = dict(walk_of("mus", "en").to("most").stop.scene.words)
    assert words["A1"] == "descarto ? ?"


PLAYING = (
    *("to_throw", "to_cut", "to_accept", "to_bet", "last_to_speak", "deje_price", "the_score"),
    "two_against_two",
)


@pytest.mark.parametrize("lesson", PLAYING)
def test_a_lesson_on_playing_asks_mostly_what_somebody_would_say(lesson):
    """Half of its questions at the least are decisions, as the rules of thumb have them."""
    steps = find(lesson).draft["steps"]
    asked = [step["compute"]["find"] for step in steps if step["do"] == "ask"]
    assert len(asked) >= 7
    assert 2 * asked.count("advised") >= len(asked)
    assert steps[-1]["do"] == "say", "it ends by its rule"


RULED = ("to_accept", "to_bet", "last_to_speak", "the_score", "two_against_two")


@pytest.mark.parametrize("lesson", RULED)
def test_those_who_are_said_to_keep_to_the_rules_do_what_the_rules_advise(lesson):
    """Their walks show four who play as the lesson says; a rule that changes changes them too."""
    played, seen = deal(find(lesson), "walk", ()).played, ()
    for step in played.steps:
        if step.call.seat in step.before.order:
            hand = view(step.before, step.call.seat, seen)
            assert f"{step.call.seat} {advice(hand).words}" == str(step.call)
        seen = (*seen, step)


def test_what_is_next_goes_on_and_never_back():
    order = course_order()
    assert next_lesson("") == order[0]
    assert next_lesson(order[3]) == order[4]
    assert next_lesson(order[3], done={order[4]}) == order[5]
    assert next_lesson(order[3], done=set(order[1:])) == ""
    assert next_lesson(order[-1], done=spine()) == ""
    assert next_lesson(order[-1], done={order[0]}) == order[1], "a branch leads back to the spine"
    assert lesson_title(order[0], "es") != lesson_title(order[0], "en")
