"""Summaries of archives: as a table to read, and added up from their shares (`replay merge`)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mustutor.cli.console import Console
from mustutor.cli.habits import JsonOption, Status
from mustutor.cli.settle.verdicts import VERDICTS
from mustutor.errors import ReplayError
from mustutor.language import mark

if TYPE_CHECKING:
    from mustutor.archive.summary import Finding, Summary

LARGEST_SUMMARY = 64 * 1024 * 1024
MOST_SHOWN = 5

SummaryOption = Annotated[
    str,
    typer.Option(
        "--summary",
        metavar="FILE",
        show_default=False,
        help=mark("Write the summary to this file, as JSON that replay merge adds up."),
    ),
]


def merge(
    context: typer.Context,
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE", help=mark("Summaries that replay verify has written.")),
    ],
    json: JsonOption = False,
    to: SummaryOption = "",
) -> Status:
    """Add summaries up; the status is that of the whole, and 3 where a share is missing."""
    from mustutor.archive.summary import Summary

    console: Console = context.obj
    summary = Summary()
    for file in files:
        read = _read(file)
        try:
            summary += read
        except ReplayError as problem:
            problem.file = file
            raise
    if to:
        keep(summary, to, "mustutor replay merge")
    if json:
        console.write(summary.dumps().rstrip("\n"))
    else:
        for fault in summary.faults:
            write_fault(console, fault)
        table(console, summary)
    return Status.UNREADABLE if _missing(console, summary) else status_of(summary)


def _read(file: str) -> Summary:
    from mustutor.archive.summary import Summary

    with Path(file).open("rb") as opened:
        text = opened.read(LARGEST_SUMMARY + 1)
    if len(text) > LARGEST_SUMMARY:
        most = LARGEST_SUMMARY // 2**20
        too_large = mark("It is larger than {most} MiB: no summary is.")
        raise ReplayError(too_large, file=file, most=most)
    try:
        return Summary.loads(text)
    except ReplayError as problem:
        problem.file = file
        raise


def _missing(console: Console, summary: Summary) -> bool:
    """Say on stderr which shares are not there; without them nobody knows of their matches."""
    for share in summary.shares:
        if share.missing:
            console.problem(
                console.language.say(
                    "Of the {of} shares of an archive some are not here: {numbers}.",
                    of=share.of,
                    numbers=console.language.listed([str(number) for number in share.missing]),
                )
            )
    return not summary.whole


def status_of(summary: Summary) -> Status:
    """The exit status a summary amounts to."""
    if summary.unread:
        return Status.UNREADABLE
    return Status.WRONG if summary.wrong else Status.DONE


def keep(summary: Summary, file: str, command: str) -> None:
    """Write a summary to a file, whole or not at all."""
    from mustutor.cli.newfile import write

    write(summary.dumps(), Path(file), lambda _: None, command, force=True)


def table(console: Console, summary: Summary) -> None:
    """Write how many matches fared how, and the first lines that stand several times."""
    say = console.language.say
    counts = [(say("matches"), summary.matches), (say("agree"), summary.verdicts.get("ok", 0))]
    if summary.partial:
        counts.append((say("of those, not judged in full"), summary.partial))
    counts += [
        (say(words), summary.verdicts[verdict])
        for verdict, words in VERDICTS.items()
        if verdict in summary.verdicts and verdict != "unreadable"
    ]
    if "unreadable" in summary.verdicts:
        counts.append((say("with a call nobody can read"), summary.verdicts["unreadable"]))
    if summary.unread:
        counts.append((say("cannot be read"), summary.unread))
    counts += [(say("hands"), summary.hands), (say("stones moved"), summary.stones)]
    if summary.again:
        counts.append((say("say again what another says"), summary.again))
    left = max(len(words) for words, _ in counts)
    right = max(len(str(count)) for _, count in counts)
    for words, count in counts:
        console.write(f"  {words:{left}}  {count:>{right}}")
    repeated = summary.twice
    for twice in repeated[:MOST_SHOWN]:
        said = say(
            "{file}: what stands at byte {offset} stands in the archive {times} times.",
            file=twice.file,
            offset=twice.offset,
            times=twice.times,
        )
        console.paragraph(said, indent=2, hang=2)
    if len(repeated) > MOST_SHOWN:
        console.say("More of what stands several times is told by --summary.")
    if summary.likes.sampled:
        console.say("There are too many matches to look for repetitions among all of them.")


def write_fault(console: Console, fault: Finding) -> None:
    """Write a fault of a summary in a line or two."""
    say = console.language.say
    known = {"file": fault.file, "match": fault.match, "place": fault.place}
    if fault.place:
        verdict = say(VERDICTS.get(fault.verdict, fault.verdict))
        heading = say("{file}: match {match}: {verdict} at {place}", verdict=verdict, **known)
    else:
        heading = say("{file}: match {match}: cannot be read", **known)
    console.heading(heading)
    if fault.line:
        stands = say("On line {line}, byte {offset}.", line=fault.line, offset=fault.offset)
        console.paragraph(stands, indent=2, hang=2)
    console.paragraph(say("{problem}", problem=fault.message), indent=2, hang=2)
