"""The files of a lesson: found, read and checked by schema; and the problems found in them.

A lesson is a folder: ``lesson.yaml`` for its course, the same in every language, and a file of
words for each language (``en.yaml``, ``es.yaml`` …). Shipped lessons are read from their compiled
form (`mustutor.base.shipped`); others from their YAML, with the place of every value.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar

from mustutor.base import schema, shipped
from mustutor.base.errors import Fault, LessonError, MustutorError
from mustutor.base.files import data
from mustutor.base.language import mark, reading_order
from mustutor.base.schema import closest_match

if TYPE_CHECKING:
    from mustutor.base.yaml_text import Document

Thing = TypeVar("Thing")

MOST_PROBLEMS = 500
"""The most problems of a lesson that are listed: an author mends some, and asks again."""


class Problem(NamedTuple):
    """A problem of a lesson; a warning need not be mended."""

    error: LessonError
    warning: bool = False


class Problems:
    """The problems found in a lesson: each once, with its place in the files."""

    def __init__(self, file: LessonFile) -> None:
        self.file = file
        self._found: dict[object, Problem] = {}

    @property
    def shipped(self) -> bool:
        """Whether the lesson is one of mustutor's own, which must meet more demands."""
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
        """Add a problem that must be mended; a suggestion is looked for `among` these.

        `code` is the language of the words concerned; `key` says that it is about a key.
        """
        meant = str(evidence.get("found", ""))
        hint = closest_match(meant, among) if meant else ""
        error = self.file.refusal(path, sentence, code=code, key=key, hint=hint, **evidence)
        self.add(error, warning=only_worth_a_look)

    def warning(self, path: Steps, sentence: str, **known: Any) -> None:
        """Add a warning, as `fault` adds a problem."""
        self.fault(path, sentence, only_worth_a_look=True, **known)

    def attempt(self, path: Steps, ask: Callable[[], Thing], *, key: bool = False) -> Thing | None:
        """The result of `ask`; None, with the problem added, if it raises an error of ours."""
        try:
            return ask()
        except MustutorError as problem:
            placed = problem if isinstance(problem, LessonError) and problem.file else None
            self.add(placed or self.file.placed(problem, path, key=key))
        return None

    def add(self, error: LessonError, *, warning: bool = False) -> None:
        """Add a problem that has its place."""
        same = (error.file, error.line, error.column, error.sentence, str(error.evidence))
        if len(self._found) < MOST_PROBLEMS:
            self._found.setdefault(same, Problem(error, warning))


Steps: TypeAlias = tuple[str | int, ...]
Step: TypeAlias = Mapping[str, Any]
Words: TypeAlias = Mapping[str, Any]

COURSE_FILE = "lesson.yaml"
_LANGUAGE = re.compile(r"[a-z]{2,3}")
MOST_LANGUAGES = 40


class LessonFile(NamedTuple):
    """The contents of a lesson's files: its course, and its words by language.

    `documents` are the parsed files by name without ``.yaml``, if they were kept.
    """

    folder: Path
    draft: Mapping[str, Any]
    texts: Mapping[str, Words]
    documents: Mapping[str, Document] = {}

    def words(self, code: str) -> Words:
        """The words in a language; in English, or the first there is, if it has none."""
        found = next((each for each in reading_order(code) if each in self.texts), "")
        return self.texts[found] if found else next(iter(self.texts.values()))

    def refusal(
        self,
        path: Steps,
        sentence: str,
        /,
        *,
        code: str = "",
        key: bool = False,
        hint: str = "",
        **evidence: Any,
    ) -> LessonError:
        """An error at a place of the course, or of the words of a language.

        `hint` is what was probably meant. For a compiled lesson the YAML is read to find the place.
        """
        error = LessonError(sentence, hint=hint)
        error.evidence = evidence  # which may have any name
        return self._placed(error, path, code, key=key)

    def placed(
        self, problem: MustutorError | Fault, path: Steps, *, key: bool = False
    ) -> LessonError:
        """Add a place in the course to an error from below."""
        error = LessonError(problem.sentence, hint=getattr(problem, "hint", ""))
        error.evidence = dict(problem.evidence)
        return self._placed(error, path, "", key=key)

    def _placed(self, error: LessonError, path: Steps, code: str, *, key: bool) -> LessonError:
        from mustutor.base import yaml_text

        file = self.folder / (f"{code}.yaml" if code else COURSE_FILE)
        document = self.documents.get(file.stem) or yaml_text.read(file, LessonError)
        while key and path and path not in document.keys:
            path = path[:-1]
        place = document.place(path, key=key)
        error.file, error.line, error.column = str(file), place.line, place.column
        return error


class FoundLesson(NamedTuple):
    """The contents of a folder: a lesson, if there is one, and the problems of its files.

    Without a course, or without words, there is no lesson. It is not `readable` if a file is no
    YAML at all.
    """

    file: LessonFile | None
    problems: tuple[LessonError, ...]
    readable: bool


@cache
def lesson_ids() -> tuple[str, ...]:
    """The ids of the shipped lessons, sorted.

    >>> "deck" in lesson_ids()
    True
    """
    return tuple(sorted(path.parent.name for path in data("lessons").glob(f"*/{COURSE_FILE}")))


@cache
def course_data() -> Mapping[str, Any]:
    """The course as written in ``lessons/course.yaml``."""
    written: Mapping[str, Any] = shipped.load_packaged_yaml(data("lessons") / "course.yaml")
    return written


def moved_to(place: str) -> str:
    """The step of a lesson where a question stands today that once stood in another one.

    >>> moved_to("deck/disguise"), moved_to("deck/size")
    ('grande/disguise', 'deck/size')
    """
    moved: Mapping[str, str] = course_data().get("moved", {})
    lesson, _, step = place.partition("/")
    whole = f"{moved[lesson]}/{step}" if lesson in moved else place
    return moved.get(place, whole)


def find(name: str) -> LessonFile:
    """Read a lesson by its id, or by the path of its folder or of its ``lesson.yaml``.

    Raises LessonError, with the closest id, if there is neither.
    """
    return load_packaged_lesson(name) if name in lesson_ids() else read(folder_of(name))


def folder_of(name: str) -> Path:
    """The folder of a lesson, by its id or by a path to it or to its ``lesson.yaml``.

    Raises LessonError, with the closest id, if there is neither.
    """
    if name in lesson_ids():
        return data("lessons") / name
    path = Path(name)
    if path.name == COURSE_FILE and path.is_file():
        return path.parent
    if (path / COURSE_FILE).is_file():
        return path
    if path.exists():
        sentence = mark("This is not a lesson: a lesson is a folder with a {part} in it.")
        raise LessonError(sentence, file=name, part=COURSE_FILE)
    sentence = mark("There is no lesson {lesson}: mustutor lesson list names them.")
    raise LessonError(sentence, lesson=name, hint=schema.closest_match(name, lesson_ids()))


@cache
def load_packaged_lesson(lesson: str) -> LessonFile:
    """Read a shipped lesson from its compiled form, or from YAML if that was edited since."""
    folder = data("lessons") / lesson
    texts = {path.stem: shipped.load_packaged_yaml(path) for path in _word_files(folder)}
    return LessonFile(folder, shipped.load_packaged_yaml(folder / COURSE_FILE), texts)


def read(folder: Path) -> LessonFile:
    """Read a lesson; raises LessonError at the first place that does not fit."""
    found = read_with_problems(folder)
    if found.file is None or found.problems:
        raise found.problems[0]
    return found.file


def read_with_problems(folder: Path) -> FoundLesson:
    """Read as much of a lesson as fits its schemas, and add problems for the rest."""
    from mustutor.base import yaml_text

    documents: dict[str, Document] = {}
    problems: list[LessonError] = []
    readable = True
    for path, name in (
        (folder / COURSE_FILE, "lesson"),
        *((path, "lesson-text") for path in _word_files(folder)),
    ):
        try:
            document = yaml_text.read(path, LessonError)
        except LessonError as problem:
            problems.append(problem)
            readable = False
            continue
        fits = schema.check_of(name)(document.data)
        refusals = [] if fits else schema.refusals(document.data, name)
        problems += [refused(refusal, document) for refusal in refusals]
        if not refusals:
            documents[path.stem] = document
    if not problems and len(documents) == 1:
        sentence = mark("There are no words: write a file for each language, such as en.yaml.")
        problems.append(LessonError(sentence, file=str(folder)))
    if len(documents) < 2 or "lesson" not in documents:
        return FoundLesson(None, tuple(problems), readable)
    texts = {code: document.data for code, document in documents.items() if code != "lesson"}
    file = LessonFile(folder, documents["lesson"].data, texts, documents)
    return FoundLesson(file, tuple(problems), readable)


def refused(refusal: schema.Refusal, document: Document) -> LessonError:
    """The error for a value that does not fit a schema, with its place."""
    place = document.place(refusal.path, key=refusal.at_key)
    return LessonError(
        refusal.sentence,
        file=document.file,
        line=place.line,
        column=place.column,
        hint=refusal.hint,
        **refusal.evidence,
    )


def _word_files(folder: Path) -> list[Path]:
    found = [path for path in folder.glob("*.yaml") if _LANGUAGE.fullmatch(path.stem)]
    return sorted(found)[:MOST_LANGUAGES]
