"""Which articles of the rulebook the lessons teach, chapter by chapter, and which none does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from mustutor import compiled
from mustutor.resources import data
from mustutor.rulebook import articles
from mustutor.tutor.lesson.file import COURSE_FILE, lesson_ids


class Chapter(NamedTuple):
    """A chapter of the rulebook, such as ``MUS-DEJE``: its articles, and the lessons on each."""

    name: str
    taught: Mapping[str, tuple[str, ...]]

    @property
    def untaught(self) -> tuple[str, ...]:
        """The articles that no lesson teaches, in the order of the book."""
        return tuple([rule for rule, lessons in self.taught.items() if not lessons])


def chapters() -> tuple[Chapter, ...]:
    """Every chapter of the rulebook, in the order of the book.

    >>> chapters()[0].name
    'ENC-GEN'
    """
    lessons: dict[str, tuple[str, ...]] = {}
    for name in lesson_ids():
        course = compiled.shipped(data("lessons") / name / COURSE_FILE)
        for rule in course.get("rules", ()):
            lessons[rule] = (*lessons.get(rule, ()), name)
    found: dict[str, dict[str, tuple[str, ...]]] = {}
    for rule in articles():
        found.setdefault(rule.rpartition("-")[0], {})[rule] = lessons.get(rule, ())
    return tuple([Chapter(name, taught) for name, taught in found.items()])
