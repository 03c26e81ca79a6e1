"""The command `lesson new`: a lesson of one's own, checked before it is written."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from mustutor.cli.console import Console
from mustutor.cli.habits import Misuse
from mustutor.cli.lesson.lessondraft import drafts
from mustutor.cli.newfile import refuse_over, write_folder
from mustutor.language import mark
from mustutor.tutor.lesson.check import check

COMMAND = "mustutor lesson new"
_ID = re.compile(r"[a-z][a-z0-9_]{0,63}")


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
            help=mark("Where to put its folder: here, unless given."),
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
            "{place} cannot be {found}: use small letters a to z, digits and _, a letter first.",
            command=COMMAND,
            place="id",
            found=lesson_id or '""',
        )
    target = Path(output) / lesson_id
    refuse_over(target, COMMAND, force=force)
    folder = str(target) if target.parent != Path() else f"./{target}"
    texts = drafts(lesson_id, title, console.language, folder=folder)
    write_folder(texts, target, partial(_checked, name=lesson_id), COMMAND, force=force)
    console.say("{folder} is written: a small lesson that can stand as it is.", folder=folder)
    console.rows(
        [
            (f"mustutor learn {folder}", console.language.say("take it")),
            (f"mustutor lesson check {folder}", console.language.say("check what you change")),
        ]
    )


def _checked(draft: Path, name: str) -> None:
    """Raise what is wrong with it as wrong usage: only the id and the title can be."""
    found = check(draft, name=name)
    for problem in found.problems:
        if not problem.warning:
            raise Misuse.of(problem.error, COMMAND)
