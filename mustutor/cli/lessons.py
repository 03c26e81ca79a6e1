"""The `lesson` commands: list the lessons, check them, and begin one of your own.

The one to begin with (`lesson_draft/`) teaches something already, and says in comments what it is
made of.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from functools import partial
from pathlib import Path

from mustutor.base import yaml_text
from mustutor.base.errors import LessonError
from mustutor.base.language import Language, printable
from mustutor.base.language_state import whole_languages
from mustutor.cli.common_options import Status, UsageError, refused_as_usage
from mustutor.cli.console import Console, wrapped
from mustutor.cli.output_files import refuse_over, write_files
from mustutor.cli.parameters import JSON, argument, flag, option
from mustutor.cli.variants import comment, quoted
from mustutor.games.rulebook import articles, in_language
from mustutor.tutor.course import chapters as chapters_taught
from mustutor.tutor.course import (
    course_order,
    lesson_title,
    lessons_done,
    parts,
    way_said,
    wins_said,
)
from mustutor.tutor.lesson.check import Checked
from mustutor.tutor.lesson.check import check as checked
from mustutor.tutor.lesson.files import find, folder_of, lesson_ids
from mustutor.tutor.progress_file import ProgressStore

# A hand on which reading a three as a three gives the wrong answer.
DRAFT = Path(__file__).with_name("lesson_draft")


def drafts(lesson: str, title: str, language: Language, *, folder: str) -> Mapping[str, str]:
    """Write the files of a lesson, by name; `folder` is where they will stand.

    Comments are in the reader's language, the words of the lesson in every one that is whole.
    """
    title = title or lesson.replace("_", " ").capitalize()
    files = {"lesson.yaml": _course(lesson, title, language, folder)}
    for code in whole_languages():
        words = DRAFT / f"{code}.yaml"
        words = words if words.exists() else DRAFT / "en.yaml"
        files[f"{code}.yaml"] = words.read_text("utf-8").replace("TITLE", quoted(title), 1)
    return files


def _course(lesson: str, title: str, language: Language, folder: str) -> str:
    say = language.say
    head = [
        say("{title}: what it asks and shows; its words stand in the files beside.", title=title),
        say("To check it: {command}", command=f"mustutor lesson check {folder}"),
        say("To take it: {command}", command=f"mustutor learn {folder}"),
        say("All that it may contain: {command}", command="mustutor schema lesson"),
    ]
    lines = [line for text in head for line in comment(text)]
    comments = yaml_text.read(DRAFT / "comments.yaml").data
    for line in (DRAFT / "lesson.yaml").read_text("utf-8").splitlines():
        name = line.strip().strip("{}")
        if name in comments:
            told = in_language(comments[name], language.code)
            lines += comment(told, indent=len(line) - len(line.lstrip()))
        else:
            lines.append(line.format(id=lesson))
    return "\n".join(lines) + "\n"


_ID = re.compile(r"[a-z][a-z0-9_]{0,63}")


def listing(
    console: Console,
    untaught: bool = flag("--untaught", "List the articles that no lesson teaches instead."),
    json: bool = JSON,
) -> None:
    """List the lessons in the order of the course, part by part."""
    if untaught:
        _untaught(console, json=json)
        return
    code = console.language.code
    order = course_order()
    others = [name for name in lesson_ids() if name not in order]
    if json:
        for name in (*order, *others):
            draft = find(name).draft
            console.document(
                {
                    "id": name,
                    "title": lesson_title(name, code),
                    "level": draft["level"],
                    "minutes": draft["minutes"],
                    "rules": list(draft.get("rules", ())),
                }
            )
        return
    done = lessons_done(ProgressStore().progress)
    console.paragraph(way_said(console.language))
    console.write()
    for part in parts():
        names = [name for name in part.lessons if name in order]
        _part(console, part.heading(console.language), names, done)
    _part(console, console.language.say("Outside the course"), others, done)
    console.write()
    console.rows(
        [
            ("mustutor learn grande", console.language.say("take a lesson")),
            ("mustutor lesson new our_lesson", console.language.say("write one of your own")),
        ]
    )


def _part(console: Console, title: str, names: list[str], done: Container[str]) -> None:
    if not names:
        return
    console.heading(wrapped(printable(title), console.width))
    order = course_order()
    numbered = [f"{order.index(name) + 1:2}  {name}" if name in order else name for name in names]
    rows = []
    for number, name in zip(numbered, names, strict=True):
        rows.append((number, _in_a_line(console, name, done=name in done)))
        if wins := wins_said(name, console.language):
            rows.append(("", wins))
    console.rows(rows)


def _in_a_line(console: Console, name: str, *, done: bool) -> str:
    """A lesson's title, how hard and how long it is, and whether the learner has done it."""
    draft, count_noun = find(name).draft, console.language.count_noun
    known = {"title": lesson_title(name, console.language.code), "level": draft["level"]}
    if done:
        return count_noun(
            "{title} (level {level}, {number} minute; done)", draft["minutes"], **known
        )
    return count_noun("{title} (level {level}, {number} minute)", draft["minutes"], **known)


def _untaught(console: Console, *, json: bool) -> None:
    """Name the articles that no lesson teaches, chapter by chapter."""
    chapters = chapters_taught()
    if json:
        for chapter in chapters:
            console.document(
                {
                    "chapter": chapter.name,
                    "articles": len(chapter.taught),
                    "taught": len(chapter.taught) - len(chapter.untaught),
                    "untaught": list(chapter.untaught),
                }
            )
        return
    say, code = console.language.say, console.language.code
    for chapter in chapters:
        if not chapter.untaught:
            continue
        console.heading(
            say(
                "{chapter}: {taught} of {articles} are taught.",
                chapter=chapter.name,
                taught=len(chapter.taught) - len(chapter.untaught),
                articles=len(chapter.taught),
            )
        )
        console.rows((rule, in_language(articles()[rule].title, code)) for rule in chapter.untaught)
        console.write()
    whole = sum(len(chapter.taught) for chapter in chapters)
    if not any(chapter.untaught for chapter in chapters):
        console.say("Every one of the {articles} articles is taught by a lesson.", articles=whole)
        return
    console.count_noun(
        "No lesson teaches {number} article, of {articles}.",
        sum(len(chapter.untaught) for chapter in chapters),
        articles=whole,
    )


def check(
    console: Console,
    lessons: list[str] | None = argument(
        "ID|FOLDER|FILE...",
        "Lessons: ids, folders, or their lesson.yaml; all that come with "
        "mustutor if you name none.",
        None,
    ),
    json: bool = JSON,
) -> Status:
    """Check lessons: 0 when all can stand, 1 when one is wrong, 3 when one cannot be read."""
    status = Status.DONE
    for name in lessons or lesson_ids():
        with refused_as_usage(LessonError):
            folder = folder_of(name)
        found = checked(folder)
        if json:
            console.document(_as_json(found, console))
        else:
            _tell(found, console)
        own = Status.DONE if found.is_sound else Status.WRONG
        status = max(status, own if found.readable else Status.UNREADABLE)
    return status


def _as_json(found: Checked, console: Console) -> dict[str, object]:
    return {
        "lesson": found.folder.resolve().name,
        "verdict": "ok" if found.is_sound else "wrong" if found.readable else "unreadable",
        "problems": [
            {
                "file": problem.error.file,
                "line": problem.error.line,
                "column": problem.error.column,
                "kind": "warning" if problem.warning else "fault",
                "message": console.language.say(problem.error.sentence, **problem.error.evidence),
                "hint": problem.error.hint,
            }
            for problem in found.problems
        ],
    }


def _tell(found: Checked, console: Console) -> None:
    say = console.language.say
    for problem in found.problems:
        told = problem.error.said(console.language)
        console.problem(say("{problem} (worth a look)", problem=told) if problem.warning else told)
    lesson = found.folder.resolve().name
    faults = sum(not problem.warning for problem in found.problems)
    if found.is_sound:
        console.say("{lesson} is in order.", lesson=lesson)
        return
    console.count_noun("{lesson} is not in order: {number} problem.", faults, lesson=lesson)


def new(
    console: Console,
    lesson_id: str = argument("ID", "Its id: small letters, digits and _."),
    title: str = option("--title TEXT", "What it is called."),
    output: str = option(
        "-o --output FOLDER", "Where to put its folder; here, unless you say otherwise."
    ),
    force: bool = flag("--force", "Write over a lesson that is there already."),
) -> None:
    """Write a small lesson that can stand as it is, with comments on how to make it another."""
    if not _ID.fullmatch(lesson_id):
        raise UsageError(
            "{place} cannot be {found}: use small letters a to z, digits and _, beginning with "
            "a letter.",
            place="id",
            found=lesson_id or '""',
        )
    target = Path(output) / lesson_id
    refuse_over(target, force=force)
    folder = str(target) if target.parent != Path() else f"./{target}"
    texts = drafts(lesson_id, title, console.language, folder=folder)
    write_files(texts, target, partial(_must_stand, name=lesson_id), force=force)
    console.say("{folder} is written: a small lesson that is in order as it stands.", folder=folder)
    console.rows(
        [
            (f"mustutor learn {folder}", console.language.say("take it")),
            (f"mustutor lesson check {folder}", console.language.say("check what you change")),
        ]
    )


def _must_stand(draft: Path, name: str) -> None:
    """Raise what is wrong with it as wrong usage: only the id and the title can be."""
    found = checked(draft, name=name)
    for problem in found.problems:
        if not problem.warning:
            raise UsageError.of(problem.error)
