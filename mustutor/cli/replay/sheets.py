"""`replay import` and `replay export`: records as score sheets, pages and links, and back."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from mustutor.base.errors import EmbeddedRecordError, ReplayError, Unreadable
from mustutor.base.json_text import canonical
from mustutor.base.language import Language, mark
from mustutor.cli.common_options import Status, UsageError
from mustutor.cli.console import Console
from mustutor.cli.output_files import STDOUT, encode_for_output
from mustutor.cli.replay.records import FileArgument, Match, located, match_of, matches
from mustutor.replay.files import in_page, is_page, packed_in, read, unpack
from mustutor.replay.format import Replay
from mustutor.replay.reader import SHEET, STDIN, loads, whole
from mustutor.replay.sheet.reader import looks_like_sheet, read_sheets
from mustutor.replay.sheet.writer import written

IMPORT = "mustutor replay import"
EXPORT = "mustutor replay export"
LINES = ".jsonl"
PAGES = (".html", ".htm")
LINK = ""
"""A link is no file, and has no name."""
READ = "<stdin>"

PICTURES = ("--svg", "--png")
BELONGS = {
    "--bare": ("--text",),
    "--entire": ("--link",),
    "--page": ("--link", "--iframe"),
    "--at": (*PICTURES, "--iframe"),
    "--hand": (*PICTURES, "--gif"),
    "--match": ("--html", *PICTURES, "--gif", "--link", "--iframe"),
}
"""The forms that heed an option of `replay export`."""

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


def import_sheets(
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
    packed = bool(carried) and path != STDIN
    if packed and not looks_like_sheet(carried):
        try:
            loads(carried)
        except ReplayError as problem:
            raise _changed(problem, path, console.language) from None
        _write_carried(console, carried, output, force=force)
        return Status.DONE
    shown = READ if path == STDIN else path
    sheets = read_sheets(carried, file=shown) if carried else read(path, sheet=True)
    found = [Match(path, one.number, one.replay, one.problem) for one in sheets]
    for match in found:
        if packed and match.problem is not None:
            raise _changed(match.problem, path, console.language)
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
        return LINK, unpack(packed)[1]
    path = located(file)
    if path == STDIN:
        text = whole(path)
        if is_page(text):
            return READ, in_page(text, file=READ)
        packed = packed_in(text.decode(errors="replace").strip())
        return (LINK, unpack(packed)[1]) if packed else (path, text)
    if not path.endswith(PAGES):
        return path, b""
    return path, in_page(whole(path), file=path)


def _changed(problem: Unreadable, path: str, language: Language) -> EmbeddedRecordError:
    """What unpacks, and is no record: letters of it were changed, for we pack none but records."""
    problem.file = ""  # its place is one of a text nobody has seen
    changed = mark("What it carries was changed on its way: {problem}")
    return EmbeddedRecordError(
        changed if path else mark("This link was changed on its way: {problem}"),
        file=path,
        problem=problem.said(language),
    )


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
        bool, typer.Option("--svg", help=mark("Draw one moment of a match, or a hand on a sheet."))
    ] = False,
    png: Annotated[
        bool, typer.Option("--png", help=mark("The same as a picture of dots (extra picture)."))
    ] = False,
    gif: Annotated[
        bool,
        typer.Option("--gif", help=mark("Draw a hand that plays by itself (extra picture).")),
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
    hand: Annotated[
        int,
        typer.Option(
            "--hand", min=0, help=mark("Which hand of a match to draw; 0: one moment alone.")
        ),
    ] = 0,
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
    from mustutor.cli.replay import show

    console: Console = context.obj
    forms = {
        "--text": text,
        "--html": html,
        "--svg": svg,
        "--png": png,
        "--gif": gif,
        "--link": link,
        "--iframe": iframe,
    }
    if sum(forms.values()) != 1:
        raise UsageError(
            "Say in which form to write it, with one of these: {forms}.",
            command=EXPORT,
            forms=", ".join(forms),
        )
    form = next(name for name, wanted in forms.items() if wanted)
    given = {"--bare": bare, "--entire": entire, "--page": address, "--at": place, "--hand": hand}
    _refuse_idle(form, {**given, "--match": number > 1})
    if place and hand:
        raise UsageError("--at is one moment and --hand a whole hand: say one.", command=EXPORT)
    if text:
        return _export_sheets(console, file, output, bare=bare, force=force)
    match = match_of(file, number, EXPORT)
    if png or gif:
        return _export_dots(console, match, place, hand, output, png=png, force=force)
    if html:
        written = show.page_of(console, match)
    elif svg:
        written = show.picture_of(console, match, place, hand, EXPORT)
    elif link:
        written = show.link_of(match, address, EXPORT, entire=entire)
    else:
        written = show.iframe_of(match, address, place, EXPORT)
    to_stdout = output == STDOUT
    written = encode_for_output(console, written, to_stdout=to_stdout)
    if to_stdout:
        _put(console, written)
    else:
        _write(console, written.removesuffix("\n") + "\n", output, EXPORT, force=force)
    return Status.DONE


def _refuse_idle(form: str, given: Mapping[str, object]) -> None:
    """Refuse an option that the form does not heed, rather than leave somebody in the belief."""
    for option, value in given.items():
        if value and form not in BELONGS[option]:
            raise UsageError(
                "{option} changes nothing of {form}: it goes with {forms}.",
                command=EXPORT,
                option=option,
                form=form,
                forms=", ".join(BELONGS[option]),
            )


def _export_dots(
    console: Console,
    match: Match,
    place: str,
    hand: int,
    output: str,
    *,
    png: bool,
    force: bool,
) -> Status:
    """Write a PNG or a GIF; into a file alone, for no terminal can show one."""
    from mustutor.cli.output_files import refuse_over, write_bytes
    from mustutor.cli.replay import show
    from mustutor.present.picture import to_png

    if output == STDOUT:
        raise UsageError("A picture of dots goes into a file: name it with -o.", command=EXPORT)
    target = Path(output)
    refuse_over(target, EXPORT, force=force)
    if png:
        drawn = to_png(show.picture_of(console, match, place, hand, EXPORT))
    else:
        drawn = show.moving_picture_of(console, match, hand, EXPORT)
    write_bytes(drawn, target, EXPORT, force=force)
    console.say("{file} is written.", file=output)
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
        raise UsageError(
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
    from mustutor.replay.sheet.lines import SheetStyle

    pen = SheetStyle(ascii=console.fitted(text) != text)
    if pen.ascii or not text.replace("\n", "").isprintable():
        text = "".join(f"{pen.json(replay.as_json())}\n" for replay in replays)
    _put(console, text)


def _put(console: Console, text: str) -> None:
    console.write(text.removesuffix("\n"))


def _write(console: Console, text: str, output: str, command: str, *, force: bool) -> None:
    """Write a file, whole or not at all, and say what to do with it."""
    from mustutor.cli.output_files import refuse_over, write

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
