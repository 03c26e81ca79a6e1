"""Every lesson and drill through the screen: all can be read at any size, and be played."""

from __future__ import annotations

from itertools import cycle

import pytest

from mustutor.base.language import open_language
from mustutor.present.screen.desk import open_desk
from mustutor.present.screen.layout import picture
from mustutor.present.screen.rows import ScreenPen, plain, wide
from mustutor.tutor.drills import SKILLS, drill_source, usual_rules
from mustutor.tutor.lesson.files import find, lesson_ids
from mustutor.tutor.lesson.source import LessonSource
from mustutor.tutor.walk import Walk
from tests.long import sampled

from .terminal import ENTER, RIGHT, pressed

lessons = pytest.mark.parametrize("lesson", lesson_ids())


def walk_of(lesson: str, code: str) -> Walk:
    return Walk(LessonSource(find(lesson), open_language(code)))


# Every lesson every day, in one language and the other by turns.
TURNS = zip(lesson_ids(), cycle([("en", "es"), ("es", "en")]), strict=False)


@sampled("lesson, code", [(lesson, code) for lesson, codes in TURNS for code in codes], 2)
def test_all_that_a_lesson_tells_and_asks_can_be_read(lesson, code):
    walk = walk_of(lesson, code)
    can_be_read(walk, walk.source.count, code)


def can_be_read(walk: Walk, count: int, code: str) -> None:
    pen = ScreenPen(open_language(code))
    for index in range(count):
        here = walk.to_index(index)
        stop = here.stop
        told = [line.text for line in stop.scene.page.lines]
        told += [stop.question.prompt] if stop.question else []
        for columns, rows in ((80, 24), (40, 12)):
            high = " ".join(plain(picture(open_desk(here, pen), columns, 500).rows).split())
            for text in told:
                assert " ".join(text.split()) in high, stop.place
            desk = open_desk(here, pen)
            last = picture(desk._replace(scroll=10_000), columns, rows)
            assert last.top == last.most
            for seen in (picture(desk, columns, rows), last):
                assert all(wide(row) <= columns for row in (*seen.rows, seen.bar))


@lessons
def test_a_lesson_is_played_to_its_end(lesson):
    walk = walk_of(lesson, "en")
    keys = []
    for index in range(walk.source.count):
        question = walk.source.stop(index).question
        keys += [question.answer, ENTER, RIGHT] if question else [RIGHT]
    played = pressed(walk, *keys)
    assert played.walk.is_last
    assert {asking.outcome for asking in played.walk.asked.values()} <= {"right"}
    asked = sum(walk.source.stop(index).question is not None for index in range(walk.source.count))
    assert len(played.walk.asked) == asked


@pytest.mark.parametrize("skill", SKILLS)
def test_a_drill_can_be_read_and_played(skill):
    variant = usual_rules(SKILLS[skill], "encaje")
    walk = Walk(drill_source(skill, 7, variant, open_language("es")))
    can_be_read(walk, 3, "es")
    answers = [walk.source.stop(index).question.answer for index in range(3)]
    played = pressed(walk, *[key for answer in answers for key in (answer, ENTER, RIGHT)])
    assert [asking.outcome for asking in played.walk.asked.values()] == ["right"] * 3
    assert played.walk.at == 3
