"""`replay import` and `replay export`: records as score sheets, pages and links, and back."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from mustutor.base.errors import EmbeddedRecordError, ReplayError, Unreadable
from mustutor.base.json_text import canonical
from mustutor.base.language import Language, mark
from mustutor.cli.common_options import STDOUT, Status, UsageError
from mustutor.cli.console import Console
from mustutor.cli.output_files import WRITTEN, deliver, encode_for_output, refuse_over, save
from mustutor.cli.parameters import FORCE, OUTPUT, RECORD, argument, flag, option
from mustutor.cli.replay import show
from mustutor.cli.replay.records import Match, is_unreadable, located, match_of, matches
from mustutor.replay.files import in_page, is_page, packed_in, read, unpack
from mustutor.replay.format import Replay
from mustutor.replay.reader import SHEET, STDIN, loads, whole
from mustutor.replay.sheet.reader import looks_like_sheet, read_sheets
from mustutor.replay.sheet.writer import written

LINES = ".jsonl"
PAGES = (".html", ".htm")
LINK = ""
"""A link is no file, and has no name."""
READ = "<stdin>"

READS = mark("{file} is written; mustutor settle {file} reads it.")
FORMS = ("--text", "--html", "--svg", "--png", "--gif", "--link", "--iframe")
PICTURES = ("--svg", "--png")
BELONGS = {
    "--bare": ("--text",),
    "--entire": ("--link",),
    "--moments": ("--link",),
    "--page": ("--link", "--iframe"),
    "--at": (*PICTURES, "--iframe"),
    "--hand": (*PICTURES, "--gif"),
    "--match": ("--html", *PICTURES, "--gif", "--link", "--iframe"),
}
"""The forms that heed an option of `replay export`."""


def import_sheets(
    console: Console,
    file: str = argument(
        "FILE", "A score sheet, a page or a link with a match in it; - for standard input."
    ),
    output: str = OUTPUT,
    force: bool = FORCE,
) -> Status:
    """Write the matches of a sheet as canonical JSON, one a line; all of them or none.

    What a page or a link carries as JSON is written as it is, byte for byte.
    """
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
    if sum(is_unreadable(console, match) for match in found):  # each is told
        return Status.UNREADABLE
    deliver_records(console, [match.replay for match in found], output, READS, force=force)
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
    sentence = mark("This link was changed on its way: {problem}")
    return EmbeddedRecordError(
        changed if path else sentence, file=path, problem=problem.said(language)
    )


def _write_carried(console: Console, carried: bytes, output: str, *, force: bool) -> None:
    """Write a record as it was carried; to stdout only what a terminal shows and does not obey."""
    text = carried.decode()
    plain = console.fitted(text) == text and text.replace("\n", "").isprintable()
    if output != STDOUT or plain:
        deliver(console, text, output, READS, force=force)
    else:
        put_records(console, [loads(carried)], text)


def export(
    console: Console,
    file: str = RECORD,
    text: bool = flag("--text", "Write a score sheet, a plain text for people."),
    html: bool = flag("--html", "Write a page that plays a match step by step."),
    svg: bool = flag("--svg", "Draw one moment of a match, or a hand on a sheet."),
    png: bool = flag("--png", "The same as a picture of dots (extra picture)."),
    gif: bool = flag("--gif", "Draw a hand that plays by itself (extra picture)."),
    link: bool = flag("--link", "Write a match as a link, to send it."),
    iframe: bool = flag("--iframe", "Write what shows a match in a page of a site."),
    bare: bool = flag("--bare", "Leave out checks, ledgers and seals, as a person would write."),
    entire: bool = flag("--entire", "Put all of a record into its link."),
    moments: bool = flag(
        "--moments", "Put every moment into its link: a page written with --html then plays it."
    ),
    place: str = option("--at PLACE", "Which moment, as 1.grande.3; without it the last one."),
    hand: int = option(
        "--hand", "Which hand of a match to draw; 0: only the moment of --at.", 0, least=0
    ),
    address: str = option(
        "--page ADDRESS", "Where a page written with --html stands: it opens links."
    ),
    number: int = option("--match", "Which match, in a file of several.", 1, least=1),
    output: str = OUTPUT,
    force: bool = FORCE,
) -> Status:
    """Write the matches of a file as a score sheet, or one as a page, a picture or a link.

    `replay import` gives the same record back of all but a picture.
    """
    forms = dict(zip(FORMS, (text, html, svg, png, gif, link, iframe), strict=True))
    if sum(forms.values()) != 1:
        raise UsageError(
            "Say in which form to write it, with one of these: {forms}.", forms=", ".join(forms)
        )
    form = next(name for name, wanted in forms.items() if wanted)
    given = {"--bare": bare, "--entire": entire, "--moments": moments, "--page": address}
    _refuse_idle(form, {**given, "--at": place, "--hand": hand, "--match": number > 1})
    if entire and moments:
        raise UsageError("--entire and --moments each fill the link: give one of them.")
    if place and hand:
        raise UsageError("--at is one moment and --hand a whole hand: say one.")
    if text:
        return _export_sheets(console, file, output, bare=bare, force=force)
    match = match_of(file, number)
    if png or gif:
        return _export_dots(console, match, place, hand, output, png=png, force=force)
    if html:
        written = show.page_of(console, match)
    elif svg:
        written = show.picture_of(console, match, place, hand)
    elif link:
        page = address or console.usual.of("page")
        written = show.link_of(match, page, console.language, entire=entire, moments=moments)
    else:
        written = show.iframe_of(
            match, address or console.usual.of("page"), place, console.language
        )
    written = encode_for_output(console, written, to_stdout=output == STDOUT)
    said = READS if output.endswith(SHEET) else WRITTEN
    deliver(console, written.removesuffix("\n") + "\n", output, said, force=force)
    return Status.DONE


def _refuse_idle(form: str, given: Mapping[str, object]) -> None:
    """Refuse an option that the form does not heed, rather than leave somebody in the belief."""
    for name, value in given.items():
        if value and form not in BELONGS[name]:
            raise UsageError(
                "{option} changes nothing of {form}: it goes with {forms}.",
                option=name,
                form=form,
                forms=", ".join(BELONGS[name]),
            )


def _export_dots(
    console: Console, match: Match, place: str, hand: int, output: str, *, png: bool, force: bool
) -> Status:
    """Write a PNG or a GIF; into a file alone, for no terminal can show one."""
    from mustutor.present.picture import to_png

    if output == STDOUT:
        raise UsageError("A picture of dots goes into a file: name it with -o.")
    refuse_over(Path(output), force=force)
    if png:
        drawn = to_png(show.picture_of(console, match, place, hand))
    else:
        drawn = show.moving_picture_of(console, match, hand)
    save(console, drawn, output, force=force)
    return Status.DONE


def _export_sheets(console: Console, file: str, output: str, *, bare: bool, force: bool) -> Status:
    found = list(matches(file))
    if sum(is_unreadable(console, match) for match in found):  # each is told
        return Status.UNREADABLE
    replays = [match.replay for match in found]
    sheet = "\n".join(written(replay, bare=bare) for replay in replays)
    if output == STDOUT and console.fitted(sheet) != sheet:
        sheet = "\n".join(written(replay, bare=bare, ascii=True) for replay in replays)
    said = READS if output.endswith(SHEET) else WRITTEN
    deliver(console, sheet, output, said, force=force)
    return Status.DONE


def records_text(replays: list[Replay], output: str) -> str:
    """Records in canonical JSON, one a line; a file of several must be named for it."""
    if len(replays) > 1 and output != STDOUT and not output.endswith(LINES):
        raise UsageError(
            "There are {number} matches here, to be written one a line: give the file a name "
            "that ends in {ending}.",
            number=len(replays),
            ending=LINES,
        )
    # Not `dumps`: a call that is sealed, or stands in quotes, stays as it was spelled.
    return "".join(f"{canonical(replay.as_json())}\n" for replay in replays)


def deliver_records(
    console: Console,
    replays: list[Replay],
    output: str,
    said: str = WRITTEN,
    *,
    force: bool,
    for_owner: bool = False,
) -> None:
    """Write records to the output, or to the file that is named in its place."""
    text = records_text(replays, output)
    if output == STDOUT:
        put_records(console, replays, text)
    else:
        save(console, text, output, said, force=force, for_owner=for_owner)


def put_records(console: Console, replays: list[Replay], text: str) -> None:
    """Write records to stdout; what a terminal might obey is escaped, and means the same.

    Into a pipe too: at its other end there may be a terminal.
    """
    from mustutor.replay.sheet.lines import SheetStyle

    pen = SheetStyle(ascii=console.fitted(text) != text)
    if pen.ascii or not text.replace("\n", "").isprintable():
        text = "".join(f"{pen.json(replay.as_json())}\n" for replay in replays)
    console.write(text.removesuffix("\n"))
