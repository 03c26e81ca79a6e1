"""Lessons: read from their files, computed by the engine, walked stop by stop.

Open `source` first, then `files`. The `check` modules find everything wrong with a lesson.
"""

from __future__ import annotations

from mustutor.base.errors import LessonError
from mustutor.base.language import Language, mark
from mustutor.games.question import Question
from mustutor.tutor.lesson.files import LessonFile, find, lesson_ids

__all__ = ["LessonFile", "find", "lesson_ids", "lesson_question"]


def lesson_question(lesson_id: str, step: str, language: Language) -> Question:
    """A question of a shipped lesson, by its name; raises LessonError if it no longer exists."""
    from mustutor.tutor.lesson.source import Wording, question

    file = find(lesson_id)
    for index, known in enumerate(file.draft["steps"]):
        if known["id"] == step and known["do"] == "ask":
            return question(file, index, Wording(file, language))
    raise LessonError(
        mark("The lesson {lesson} has no question {step}."), lesson=lesson_id, step=step
    )
