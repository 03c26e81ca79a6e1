"""The report of what no lesson teaches: every article of the rulebook, each once."""

from __future__ import annotations

from mustutor.games.rulebook import articles
from mustutor.tutor.course import chapters
from mustutor.tutor.lesson.files import find, lesson_ids


def test_every_article_is_in_the_chapter_it_is_named_after_once():
    listed = [(rule, chapter.name) for chapter in chapters() for rule in chapter.taught]
    assert sorted(rule for rule, _ in listed) == sorted(articles())
    assert all(rule.startswith(f"{chapter}-") for rule, chapter in listed)


def test_MUS_REAL_la_real_is_taught_by_one_lesson():
    (chapter,) = [chapter for chapter in chapters() if chapter.name == "MUS-REAL"]
    assert {lesson for by in chapter.taught.values() for lesson in by} == {"named_hands"}


def test_an_article_is_taught_by_the_lessons_that_name_it_and_by_no_other():
    for chapter in chapters():
        for rule, lessons in chapter.taught.items():
            for name in lesson_ids():
                assert (rule in find(name).draft.get("rules", ())) == (name in lessons), rule
        assert set(chapter.untaught) == {rule for rule, by in chapter.taught.items() if not by}
