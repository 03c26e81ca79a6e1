"""The `lesson` commands: the lessons there are, whether they stand, and one of one's own."""

from __future__ import annotations

import re
from collections.abc import Container
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from mustutor.cli import completion
from mustutor.cli.console import Console
from mustutor.cli.habits import JsonOption, Misuse, Status
from mustutor.cli.lesson.draft import drafts
from mustutor.cli.newfile import refuse_over, write_folder
from mustutor.errors import LessonError
from mustutor.language import mark, printable
from mustutor.rulebook import articles, spoken
from mustutor.tutor.course import chapters as chapters_taught
from mustutor.tutor.course import course_order, lesson_title, lessons_done, parts
from mustutor.tutor.lesson.check import Checked
from mustutor.tutor.lesson.check import check as checked
from mustutor.tutor.lesson.file import find, folder_of, lesson_ids
from mustutor.tutor.progressstore import open_store

NEW = "mustutor lesson new"
_ID = re.compile(r"[a-z][a-z0-9_]{0,63}")


def listing(
    context: typer.Context,
    untaught: Annotated[
        bool,
        typer.Option("--untaught", help=mark("List the articles that no lesson teaches instead.")),
    ] = False,
    json: JsonOption = False,
) -> None:
    """List the lessons in the order of the course, part by part."""
    console: Console = context.obj
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
    done = lessons_done(open_store().progress)
    for part in parts():
        names = [name for name in part.lessons if name in order]
        _part(console, spoken(part.title, code), names, done)
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
    console.heading(printable(title))
    order = course_order()
    numbered = [f"{order.index(name) + 1:2}  {name}" if name in order else name for name in names]
    told = [_in_a_line(console, name, done=name in done) for name in names]
    console.rows(zip(numbered, told, strict=True))


def _in_a_line(console: Console, name: str, *, done: bool) -> str:
    """A lesson's title, how hard and how long it is, and whether the learner has done it."""
    draft = find(name).draft
    known = {"title": lesson_title(name, console.language.code), "level": draft["level"]}
    if done:
        return console.language.count(
            "{title} (level {level}, {number} minute; done)",
            "{title} (level {level}, {number} minutes; done)",
            draft["minutes"],
            **known,
        )
    return console.language.count(
        "{title} (level {level}, {number} minute)",
        "{title} (level {level}, {number} minutes)",
        draft["minutes"],
        **known,
    )


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
        console.rows((rule, spoken(articles()[rule].title, code)) for rule in chapter.untaught)
        console.write()
    whole = sum(len(chapter.taught) for chapter in chapters)
    if not any(chapter.untaught for chapter in chapters):
        console.say("Every one of the {articles} articles is taught by a lesson.", articles=whole)
        return
    console.paragraph(
        console.language.count(
            "No lesson teaches {number} article, of {articles}.",
            "No lesson teaches {number} articles, of {articles}.",
            sum(len(chapter.untaught) for chapter in chapters),
            articles=whole,
        )
    )


def check(
    context: typer.Context,
    lessons: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="ID|FOLDER|FILE...",
            autocompletion=completion.lessons,
            show_default=False,
            help=mark(
                "Lessons: ids, folders, or their lesson.yaml; all that come with "
                "mustutor if you name none."
            ),
        ),
    ] = None,
    json: JsonOption = False,
) -> Status:
    """Check lessons: 0 when all can stand, 1 when one is wrong, 3 when one cannot be read."""
    console: Console = context.obj
    status = Status.DONE
    for name in lessons or lesson_ids():
        found = _checked(name)
        if json:
            console.document(_as_json(found, console))
        else:
            _tell(found, console)
        own = Status.DONE if found.stands else Status.WRONG
        status = max(status, own if found.readable else Status.UNREADABLE)
    return status


def _checked(name: str) -> Checked:
    try:
        folder = folder_of(name)
    except LessonError as problem:
        if problem.file:
            raise
        raise Misuse.of(problem, "mustutor lesson check") from None
    return checked(folder)


def _as_json(found: Checked, console: Console) -> dict[str, object]:
    return {
        "lesson": found.folder.resolve().name,
        "verdict": "ok" if found.stands else "wrong" if found.readable else "unreadable",
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
    if found.stands:
        console.say("{lesson} is in order.", lesson=lesson)
        return
    console.paragraph(
        console.language.count(
            "{lesson} is not in order: {number} problem.",
            "{lesson} is not in order: {number} problems.",
            faults,
            lesson=lesson,
        )
    )


def new(
    context: typer.Context,
    lesson_id: Annotated[
        str, typer.Argument(metavar="ID", help=mark("Its id: small letters, digits and _."))
    ],
    title: Annotated[
        str, typer.Option(metavar="TEXT", show_default=False, help=mark("What it is called."))
    ] = "",
    output: Annotated[
        str,
        typer.Option(
            "-o",
            "--output",
            metavar="FOLDER",
            show_default=False,
            help=mark("Where to put its folder; here, unless you say otherwise."),
        ),
    ] = "",
    force: Annotated[
        bool, typer.Option("--force", help=mark("Write over a lesson that is there already."))
    ] = False,
) -> None:
    """Write a small lesson that can stand as it is, with comments on how to make it another."""
    console: Console = context.obj
    if not _ID.fullmatch(lesson_id):
        raise Misuse(
            "{place} cannot be {found}: use small letters a to z, digits and _, beginning with "
            "a letter.",
            command=NEW,
            place="id",
            found=lesson_id or '""',
        )
    target = Path(output) / lesson_id
    refuse_over(target, NEW, force=force)
    folder = str(target) if target.parent != Path() else f"./{target}"
    texts = drafts(lesson_id, title, console.language, folder=folder)
    write_folder(texts, target, partial(_must_stand, name=lesson_id), NEW, force=force)
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
            raise Misuse.of(problem.error, NEW)
