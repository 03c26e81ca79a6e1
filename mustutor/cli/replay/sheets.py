"""`replay import` and `replay export`: records as score sheets, pages and links, and back."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from mustutor.canonical import canonical
from mustutor.cli.console import Console
from mustutor.cli.habits import Misuse, Status
from mustutor.cli.replay.records import FileArgument, Match, located, match_of, matches
from mustutor.files import read
from mustutor.language import mark
from mustutor.replay import Replay, loads
from mustutor.replay.carried import in_page, is_page, packed_in, unpack
from mustutor.replay.reader import SHEET, STDIN, whole
from mustutor.sheet import looks_like_sheet, read_sheets, written

IMPORT = "mustutor replay import"
EXPORT = "mustutor replay export"
STDOUT = "-"
LINES = ".jsonl"
PAGES = (".html", ".htm")
LINK = "#"
READ = "<stdin>"

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
        str,
        typer.Argument(
            metavar="FILE",
            help=mark("A score sheet, a page or a link with a match in it; - for standard input."),
        ),
    ],
    output: OutputOption = STDOUT,
    force: ForceOption = False,
) -> Status:
    """Write the matches of a sheet as canonical JSON, one a line; all of them or none.

    What a page or a link carries as JSON is written as it is, byte for byte.
    """
    console: Console = context.obj
    path, carried = _carried(file)
    if carried and path != STDIN and not looks_like_sheet(carried):
        loads(carried, file=path)  # refused where it is no record
        _write_carried(console, carried, output, force=force)
        return Status.DONE
    shown = READ if path == STDIN else path
    sheets = read_sheets(carried, file=shown) if carried else read(path, sheet=True)
    found = [Match(path, one.number, one.replay, one.problem) for one in sheets]
    if _report(console, found):
        return Status.UNREADABLE
    replays = [match.replay for match in found if match.replay is not None]
    text = records_text(replays, output, IMPORT)
    if output == STDOUT:
        put_records(console, replays, text)
    else:
        _write(console, text, output, IMPORT, force=force)
    return Status.DONE


def _carried(file: str) -> tuple[str, bytes]:
    """Where a match stands, and its text: what a link or a page carries, or standard input."""
    packed = "" if os.path.lexists(file) else packed_in(file)
    if packed:
        return LINK, unpack(packed, file=LINK)[1]
    path = located(file)
    if path == STDIN:
        text = whole(path)
        if is_page(text):
            return READ, in_page(text, file=READ)
        packed = packed_in(text.decode(errors="replace").strip())
        return (LINK, unpack(packed, file=LINK)[1]) if packed else (path, text)
    if not path.endswith(PAGES):
        return path, b""
    return path, in_page(whole(path), file=path)


def _write_carried(console: Console, carried: bytes, output: str, *, force: bool) -> None:
    """Write a record as it was carried; to stdout only what a terminal shows and does not obey."""
    text = carried.decode()
    if output != STDOUT:
        _write(console, text, output, IMPORT, force=force)
    elif console.fitted(text) == text and text.replace("\n", "").isprintable():
        _put(console, text)
    else:
        put_records(console, [loads(carried)], text)


def export(
    context: typer.Context,
    file: FileArgument,
    text: Annotated[
        bool, typer.Option("--text", help=mark("Write a score sheet, a plain text for people."))
    ] = False,
    html: Annotated[
        bool, typer.Option("--html", help=mark("Write a page that plays a match step by step."))
    ] = False,
    svg: Annotated[
        bool, typer.Option("--svg", help=mark("Draw a picture of one moment of a match."))
    ] = False,
    link: Annotated[
        bool, typer.Option("--link", help=mark("Write a match as a link, to send it."))
    ] = False,
    iframe: Annotated[
        bool, typer.Option("--iframe", help=mark("Write what shows a match in a page of a site."))
    ] = False,
    bare: Annotated[
        bool,
        typer.Option(
            "--bare", help=mark("Leave out checks, ledgers and seals, as a person would write.")
        ),
    ] = False,
    entire: Annotated[
        bool, typer.Option("--entire", help=mark("Put all of a record into its link."))
    ] = False,
    place: Annotated[
        str,
        typer.Option(
            "--at",
            metavar="PLACE",
            show_default=False,
            help=mark("Which moment, as 1.grande.3; without it the last one."),
        ),
    ] = "",
    address: Annotated[
        str,
        typer.Option(
            "--page",
            metavar="ADDRESS",
            show_default=False,
            help=mark("Where a page written with --html stands: it opens links."),
        ),
    ] = "",
    number: Annotated[
        int, typer.Option("--match", min=1, help=mark("Which match, in a file of several."))
    ] = 1,
    output: OutputOption = STDOUT,
    force: ForceOption = False,
) -> Status:
    """Write the matches of a file as a score sheet, or one as a page, a picture or a link.

    `replay import` gives the same record back of all but a picture.
    """
    from mustutor.cli.replay import pages

    console: Console = context.obj
    forms = {"--text": text, "--html": html, "--svg": svg, "--link": link, "--iframe": iframe}
    if sum(forms.values()) != 1:
        raise Misuse(
            "Say in which form to write it, with one of these: {forms}.",
            command=EXPORT,
            forms=", ".join(forms),
        )
    if text:
        return _export_sheets(console, file, output, bare=bare, force=force)
    match = match_of(file, number, EXPORT)
    if html:
        written = pages.page_of(console, match)
    elif svg:
        written = pages.picture_of(console, match, place, EXPORT)
    elif link:
        written = pages.link_of(match, address, EXPORT, entire=entire)
    else:
        written = pages.iframe_of(match, address, place, EXPORT)
    to_stdout = output == STDOUT
    written = pages.fitting(console, written, to_stdout=to_stdout)
    if to_stdout:
        _put(console, written)
    else:
        _write(console, written.removesuffix("\n") + "\n", output, EXPORT, force=force)
    return Status.DONE


def _export_sheets(console: Console, file: str, output: str, *, bare: bool, force: bool) -> Status:
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
