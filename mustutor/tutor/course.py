"""The course: the lessons in their order, in parts, which one comes next, and what they teach."""

from __future__ import annotations

from collections.abc import Container, Mapping
from functools import cache
from typing import TYPE_CHECKING

from mustutor import compiled
from mustutor.language import FALLBACK
from mustutor.resources import data
from mustutor.rulebook import articles
from mustutor.tuples import NamedTuple
from mustutor.tutor.lesson.file import COURSE_FILE, find, lesson_ids

if TYPE_CHECKING:
    from mustutor.tutor.progress import Progress


class Part(NamedTuple):
    """A part of the course: its id, its title by language, and its lessons in order."""

    id: str
    title: Mapping[str, str]
    lessons: tuple[str, ...]


@cache
def parts() -> tuple[Part, ...]:
    """The parts of the course, in order."""
    written = compiled.shipped(data("lessons") / "course.yaml")
    return tuple(
        [Part(part["id"], part["title"], tuple(part["lessons"])) for part in written["parts"]]
    )


def course_order() -> tuple[str, ...]:
    """The ids of the lessons in the order of the course."""
    return tuple([lesson for part in parts() for lesson in part.lessons if lesson in lesson_ids()])


def lesson_title(lesson: str, code: str) -> str:
    """The title of a lesson in a language, or in English where it has none there."""
    texts = find(lesson).texts
    words = texts.get(code) or texts[FALLBACK]
    title: str = words["title"]
    return title


def lessons_done(progress: Progress) -> frozenset[str]:
    """The lessons of the course that a learner has been through, and skipped nothing of."""
    return frozenset(name for name in lessons_through(progress) if not skipped_of(name, progress))


def lessons_through(progress: Progress) -> frozenset[str]:
    """The lessons a learner has been through, whatever they skipped, or is known to need not."""
    walks = {*progress.finished_at, *progress.known}
    return frozenset(name for name in course_order() if f"lesson:{name}" in walks)


def skipped_of(lesson: str, progress: Progress) -> int:
    """How many questions of a lesson were skipped, and wait to be answered in it or in review."""
    return len(progress.skipped_on(f"lesson:{lesson}"))


def current_lesson(progress: Progress) -> str:
    """The lesson of the course to go on with: the one left open, or the first not done after it.

    Nothing where all after it are done. A lesson of one's own is no part of the course, and its
    folder may be anywhere.
    """
    last, done = progress.lesson, lessons_through(progress)
    return last if last in course_order() and last not in done else next_lesson(last, done)


def next_lesson(after: str, done: Container[str] = ()) -> str:
    """The first lesson after one that is not done yet, going on and never back; or nothing.

    Where `after` is nothing, the first of the course that is not done.
    """
    order = course_order()
    start = order.index(after) + 1 if after in order else 0
    return next((lesson for lesson in order[start:] if lesson not in done), "")


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
