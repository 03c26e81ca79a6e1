"""What is wrong with a lesson, problem by problem, each at its place."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

from mustutor.errors import LessonError, MustutorError
from mustutor.resources import data
from mustutor.schema import closest
from mustutor.tuples import NamedTuple
from mustutor.tutor.lesson.file import COURSE_FILE, LessonFile, Steps

Thing = TypeVar("Thing")

MOST_PROBLEMS = 500
"""So many problems of one lesson are told: an author mends some, and asks again."""


class Problem(NamedTuple):
    """Something wrong with a lesson; a warning is only worth a look."""

    error: LessonError
    warning: bool = False


class Problems:
    """The problems of a lesson as they are found: each once, with its place in the files."""

    def __init__(self, file: LessonFile) -> None:
        self.file = file
        self._found: dict[object, Problem] = {}

    @property
    def shipped(self) -> bool:
        """Whether it is a lesson of mustutor's own, of which more is asked."""
        return self.file.folder.resolve().parent == data("lessons").resolve()

    @property
    def found(self) -> tuple[Problem, ...]:
        """All problems: of the folder, of the course, then of each language, line by line."""

        def order(problem: Problem) -> tuple[bool, bool, str, int, int]:
            error = problem.error
            is_words = Path(error.file).name != COURSE_FILE
            is_inside = Path(error.file) != self.file.folder
            return is_inside, is_words, error.file, error.line, error.column

        return tuple(sorted(self._found.values(), key=order))

    def fault(
        self,
        path: Steps,
        sentence: str,
        *,
        code: str = "",
        key: bool = False,
        among: Iterable[str] = (),
        only_worth_a_look: bool = False,
        **evidence: Any,
    ) -> None:
        """Note what must be mended; what was probably meant is looked for `among` these.

        `code` is the language whose words it is about, `key` says that it is about a name.
        """
        meant = str(evidence.get("found", ""))
        hint = closest(meant, among) if meant else ""
        error = self.file.refusal(path, sentence, code=code, key=key, hint=hint, **evidence)
        self.add(error, warning=only_worth_a_look)

    def warning(self, path: Steps, sentence: str, **known: Any) -> None:
        """Note what is worth a look, as `fault` does."""
        self.fault(path, sentence, only_worth_a_look=True, **known)

    def tried(self, path: Steps, ask: Callable[[], Thing], *, code: str = "") -> Thing | None:
        """Do what may find a problem; None, with the problem noted, where it does."""
        try:
            return ask()
        except LessonError as problem:
            self.add(problem if problem.file else self.file.placed(problem, path, code=code))
        except MustutorError as problem:
            self.add(self.file.placed(problem, path, code=code))
        return None

    def add(self, error: LessonError, *, warning: bool = False) -> None:
        """Note a problem that knows its place."""
        same = (error.file, error.line, error.column, error.sentence, str(error.evidence))
        if len(self._found) < MOST_PROBLEMS:
            self._found.setdefault(same, Problem(error, warning))
