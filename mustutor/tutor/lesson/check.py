"""Checking a lesson: everything that is wrong with it, not only the first problem.

`check` is the entry. A lesson passes if it agrees with the engine: its tables are played by the
rules, its answers are the computed ones, and its words exist in every language. Warnings do not
fail it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from mustutor.base.errors import LessonError, MustutorError
from mustutor.base.language import available, mark, open_language
from mustutor.base.register import chapters, games
from mustutor.base.schema import closest_match
from mustutor.games.question import Stop
from mustutor.games.rulebook import articles
from mustutor.tutor.drills import SKILLS
from mustutor.tutor.lesson.check_steps import check_question, check_view
from mustutor.tutor.lesson.check_words import Unfilled, check_leaks, check_prose, check_words
from mustutor.tutor.lesson.compute import computed
from mustutor.tutor.lesson.files import (
    COURSE_FILE,
    LessonFile,
    Problem,
    Problems,
    Step,
    Steps,
    find,
    folder_of,
    lesson_ids,
    read_with_problems,
)
from mustutor.tutor.lesson.source import LessonSource
from mustutor.tutor.lesson.tables import deal, rules

LANGUAGES = ("en", "es")
"""What a shipped lesson is told in, at the least."""

SHORTEST, LONGEST = 3, 20
"""How many minutes a lesson takes."""

RESERVED = ("all", "check", "course", "drill", "list", "new", "next", "record", "review")
"""Words a learner may type where the id of a lesson stands."""


class Checked(NamedTuple):
    """The result of a check: the folder, the problems, and whether the lesson could be read."""

    folder: Path
    problems: tuple[Problem, ...]
    readable: bool = True

    @property
    def is_sound(self) -> bool:
        """Whether the lesson can be taught: it has no problems but warnings."""
        return all(problem.warning for problem in self.problems)


def check(folder: Path, *, name: str = "") -> Checked:
    """Check the lesson in a folder; `name` is the folder's future name, if it will change.

    >>> from mustutor.base.files import data
    >>> check(data("lessons") / "deck").is_sound
    True
    """
    looked = read_with_problems(folder)
    found = tuple([Problem(error) for error in looked.problems])
    if looked.file is None:
        return Checked(folder, found, looked.readable)
    problems = Problems(looked.file)
    for error in looked.problems:
        problems.add(error)
    _check_course(problems, name or folder.resolve().name)
    unread = {Path(error.file).stem for error in looked.problems}
    _check_languages(problems, unread)
    _check_steps(problems)
    check_words(problems)
    check_prose(problems)
    return Checked(folder, problems.found, looked.readable)


def _check_course(problems: Problems, folder: str) -> None:
    file = problems.file
    draft = file.draft
    name = draft["id"]
    ours = problems.shipped
    if folder != name:
        sentence = mark("The lesson is called {name} and its folder {folder}: give both one name.")
        problems.fault(("id",), sentence, name=name, folder=folder)
    if name in RESERVED:
        sentence = mark("{name} means something else to a learner: choose another id.")
        problems.fault(("id",), sentence, name=name)
    if not ours and name in lesson_ids():
        sentence = mark("{name} is a lesson of mustutor's own: choose another id.")
        problems.fault(("id",), sentence, name=name)
    if not SHORTEST <= draft["minutes"] <= LONGEST:
        note = problems.fault if ours else problems.warning
        sentence = mark("A lesson takes {least} to {most} minutes: split it, or say more.")
        note(("minutes",), sentence, least=SHORTEST, most=LONGEST)
    variant = problems.attempt(("variant",), partial(rules, file, "", ("variant",)))
    _check_rules(problems, variant.game if variant else "")
    _check_requires(problems, ours=ours)
    for at, skill in enumerate(draft.get("skills", ())):
        _check_skill(problems, skill, ("skills", at))
    _check_asked(problems)
    ids: dict[str, int] = {}
    for at, step in enumerate(draft["steps"]):
        first = ids.setdefault(step["id"], at)
        if first != at:
            problems.fault(
                ("steps", at, "id"),
                mark("There are two steps {step}: the first is on line {first}."),
                step=step["id"],
                first=file.documents["lesson"].place(("steps", first)).line,
            )


def _check_rules(problems: Problems, game: str) -> None:
    for at, rule in enumerate(problems.file.draft.get("rules", ())):
        if rule not in articles():
            sentence = mark("There is no article {found} in the rulebook.")
            problems.fault(("rules", at), sentence, found=rule, among=articles())
        elif not _is_of(rule, game):
            sentence = mark("{rule} is an article of another game: this lesson is about {game}.")
            problems.fault(("rules", at), sentence, rule=rule, game=game)


def _is_of(rule: str, game: str) -> bool:
    """Whether an article belongs to a game, or to a part of another that the game refers to."""
    prefix = rule.partition("-")[0]
    if not game or all(prefix not in chapters(other)[:1] for other in games()):
        return True
    own, *others = chapters(game) or ("",)
    if prefix == own:
        return True
    referred_to = {
        seen.rpartition("-")[0]
        for known in articles().values()
        if known.id.startswith(f"{own}-")
        for seen in known.see
    }
    return prefix in others and rule.rpartition("-")[0] in referred_to


def _check_requires(problems: Problems, *, ours: bool) -> None:
    from mustutor.tutor.course import course_order

    file = problems.file
    name = file.draft["id"]
    order = course_order() if ours else ()
    if ours and name not in order:
        sentence = mark("{name} is in no part of the course: add it to {course}.")
        problems.warning(("id",), sentence, name=name, course="lessons/course.yaml")
    for at, before in enumerate(file.draft.get("requires", ())):
        path: Steps = ("requires", at)
        beside = _beside(file)
        if before not in beside and before not in lesson_ids():
            sentence = mark("There is no lesson {found} that could be required.")
            problems.fault(path, sentence, found=before, among=(*beside, *lesson_ids()))
        elif circle := _cycle(file, before):
            sentence = mark("The lessons ask for each other in a circle: {lessons}.")
            problems.fault(path, sentence, lessons=" > ".join((name, *circle)))
        elif name in order and before in order and order.index(before) > order.index(name):
            sentence = mark(
                "{before} comes later in the course than {name}, so it cannot be required."
            )
            problems.fault(path, sentence, before=before, name=name)


def _beside(file: LessonFile) -> tuple[str, ...]:
    """The other lessons in the same folder."""
    found = file.folder.resolve().parent.glob(f"*/{COURSE_FILE}")
    return tuple(sorted(path.parent.name for path in found))


def _cycle(file: LessonFile, before: str) -> tuple[str, ...]:
    """The chain of lessons from a required one back to this one; empty if there is none."""
    name, seen = file.draft["id"], {before}
    ways: list[tuple[str, ...]] = [(before,)]
    while ways:
        way = ways.pop()
        if way[-1] == name:
            return way
        for wanted in _required_by(file, way[-1]):
            if wanted not in seen:
                seen.add(wanted)
                ways.append((*way, wanted))
    return ()


def _required_by(file: LessonFile, name: str) -> tuple[str, ...]:
    """The lessons a lesson requires; none if it cannot be read."""
    if name == file.draft["id"]:
        return ()
    beside = file.folder.resolve().parent / name
    ours = name in lesson_ids() and beside == folder_of(name).resolve()
    try:
        known = find(name if ours or not (beside / COURSE_FILE).is_file() else str(beside))
    except MustutorError:
        return ()
    return tuple(known.draft.get("requires", ()))


def _check_skill(problems: Problems, skill: str, path: Steps) -> None:
    """Warn of a lesson's own skill that is spelled almost like a drill."""
    if skill not in SKILLS and closest_match(skill, SKILLS, 0.8):
        problems.warning(path, mark("No drill practises {found}."), found=skill, among=SKILLS)


def _check_asked(problems: Problems) -> None:
    """Check that tables can be played and values computed."""
    file = problems.file
    for name in file.draft.get("tables", {}):
        problems.attempt(("tables", name), partial(deal, file, name, ("tables", name)))
        if name not in _tables(file.draft):
            sentence = mark("The table {table} is never used: take it out, or show it.")
            problems.warning(("tables", name), sentence, key=True, table=name)
    for name, compute in file.draft.get("values", {}).items():
        problems.attempt(("values", name), partial(computed, file, compute, ("values", name)))


def _tables(draft: Mapping[str, Any]) -> set[str]:
    named: set[str] = set()
    asked = [*draft.get("values", {}).values(), *draft["steps"]]
    asked += [step["compute"] for step in draft["steps"] if "compute" in step]
    for one in asked:
        named.update((one.get("table", ""), *one.get("tables", ())))
    return named


def _check_languages(problems: Problems, unread: set[str]) -> None:
    file = problems.file
    if problems.shipped:
        for code in LANGUAGES:
            if code not in file.texts and code not in unread:
                sentence = mark("The words are missing in a language: write {wanted}.")
                problems.add(LessonError(sentence, file=str(file.folder), wanted=f"{code}.yaml"))
    for code in file.texts:
        if code not in available():
            sentence = mark("mustutor does not speak {language} yet: nobody will read these words.")
            problems.warning((), sentence, code=code, language=code)


def _check_steps(problems: Problems) -> None:
    file = problems.file
    sources = []
    for code in file.texts:
        if code in available():
            source = LessonSource(file, open_language(code))
            source.wording = Unfilled(file, open_language(code))
            sources.append(source)
    for index, step in enumerate(file.draft["steps"]):
        path: Steps = ("steps", index)
        check_view(problems, step, path)
        if step["do"] == "drill":
            _check_drill(problems, step, path)
        for number, source in enumerate(sources):
            for stop in _stops(problems, source, index):
                if step["do"] == "ask" and stop.question is not None:
                    check_question(problems, index, stop.question, source.wording, first=not number)
    for number, source in enumerate(sources):
        plain = LessonSource(file, source.language)
        check_leaks(problems, plain, plain.wording.code, first=not number)


def _check_drill(problems: Problems, step: Step, path: Steps) -> None:
    if step["skill"] not in SKILLS:
        sentence = mark("No drill practises {found}.")
        problems.fault((*path, "skill"), sentence, found=step["skill"], among=SKILLS)


def _stops(problems: Problems, source: LessonSource, index: int) -> Iterator[Stop]:
    """Build every stop of a step, skipping those that cannot be built."""
    path: Steps = ("steps", index)
    step = source.file.draft["steps"][index]
    if step["do"] == "drill" and step["skill"] not in SKILLS:
        return
    builds = problems.attempt(path, lambda: list(source.of_step(index))) or ()
    for build in builds:
        stop = problems.attempt(path, build)
        if stop is not None:
            yield stop
