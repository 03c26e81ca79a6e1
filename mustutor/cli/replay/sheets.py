"""`replay import` and `replay export`: from score sheets to records, and back without loss."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from mustutor.canonical import canonical
from mustutor.cli.console import Console
from mustutor.cli.habits import Misuse, Status
from mustutor.cli.replay.records import FileArgument, Match, located, matches
from mustutor.files import read
from mustutor.language import mark
from mustutor.replay import Replay
from mustutor.replay.reader import SHEET

IMPORT = "mustutor replay import"
EXPORT = "mustutor replay export"
STDOUT = "-"
LINES = ".jsonl"

OutputOption = Annotated[
    str,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        show_default=False,
        help=mark("Where to write it; without it, or with -, the output."),
    ),
]
ForceOption = Annotated[
    bool, typer.Option("--force", help=mark("Write over a file that is there already."))
]


def take(
    context: typer.Context,
    file: Annotated[
        str, typer.Argument(metavar="FILE", help=mark("A score sheet; - for standard input."))
    ],
    output: OutputOption = STDOUT,
    force: ForceOption = False,
) -> Status:
    """Write the matches of a sheet as canonical JSON, one a line; all of them or none."""
    console: Console = context.obj
    path = located(file)
    found = [Match(path, one.number, one.replay, one.problem) for one in read(path, sheet=True)]
    if _report(console, found):
        return Status.UNREADABLE
    replays = [match.replay for match in found if match.replay is not None]
    text = records_text(replays, output, IMPORT)
    if output == STDOUT:
        put_records(console, replays, text)
    else:
        _write(console, text, output, IMPORT, force=force)
    return Status.DONE


def export(
    context: typer.Context,
    file: FileArgument,
    text: Annotated[
        bool, typer.Option("--text", help=mark("Write a score sheet, a plain text for people."))
    ] = False,
    bare: Annotated[
        bool,
        typer.Option(
            "--bare", help=mark("Leave out checks, ledgers and seals, as a person would write.")
        ),
    ] = False,
    output: OutputOption = STDOUT,
    force: ForceOption = False,
) -> Status:
    """Write the matches of a file as a score sheet; `replay import` gives the same record back."""
    from mustutor.sheet import written

    console: Console = context.obj
    if not text:
        raise Misuse("Say in which form to write it: --text writes a score sheet.", command=EXPORT)
    found = list(matches(file))
    if _report(console, found):
        return Status.UNREADABLE
    replays = [match.replay for match in found if match.replay is not None]
    sheet = "\n".join(written(replay, bare=bare) for replay in replays)
    if output != STDOUT:
        _write(console, sheet, output, EXPORT, force=force)
    elif console.fitted(sheet) == sheet:
        _put(console, sheet)
    else:
        _put(console, "\n".join(written(replay, bare=bare, ascii=True) for replay in replays))
    return Status.DONE


def _report(console: Console, found: list[Match]) -> bool:
    """Say what is wrong with the matches that cannot be read; whether there are any."""
    for match in found:
        if match.problem is not None:
            console.problem(match.problem.said(console.language))
    return any(match.problem is not None for match in found)


def records_text(replays: list[Replay], output: str, command: str) -> str:
    """Records in canonical JSON, one a line; a file of several must be named for it."""
    if len(replays) > 1 and output != STDOUT and not output.endswith(LINES):
        raise Misuse(
            "There are {number} matches here, to be written one a line: give the file a name "
            "that ends in {ending}.",
            command=command,
            number=len(replays),
            ending=LINES,
        )
    # Not `dumps`: a call that is sealed, or stands in quotes, stays as it was spelled.
    return "".join(f"{canonical(replay.as_json())}\n" for replay in replays)


def put_records(console: Console, replays: list[Replay], text: str) -> None:
    """Write records to stdout; what a terminal might obey is escaped, and means the same.

    Into a pipe too: at its other end there may be a terminal.
    """
    from mustutor.sheet.line import Pen

    pen = Pen(ascii=console.fitted(text) != text)
    if pen.ascii or not text.replace("\n", "").isprintable():
        text = "".join(f"{pen.json(replay.as_json())}\n" for replay in replays)
    _put(console, text)


def _put(console: Console, text: str) -> None:
    console.write(text.removesuffix("\n"))


def _write(console: Console, text: str, output: str, command: str, *, force: bool) -> None:
    """Write a file, whole or not at all, and say what to do with it."""
    from mustutor.cli.newfile import refuse_over, write

    target = Path(output)
    refuse_over(target, command, force=force)
    write(text, target, _unchecked, command, force=force)
    if output.endswith(SHEET) or command == IMPORT:
        console.say("{file} is written; mustutor settle {file} reads it.", file=output)
    else:
        console.say("{file} is written.", file=output)


def _unchecked(draft: Path) -> Path:
    """A record was read before it is written: there is nothing left to check."""
    return draft
