"""Archives: as tables and questions to them (`archive`), and summed up (`replay merge`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mustutor.archive.parquet import RECIPES, QueryResult, Recipe, ask, export_archive, recipe_named
from mustutor.archive.summary import LARGEST, Summary
from mustutor.base.errors import ReplayError
from mustutor.base.files import read_at_most
from mustutor.base.language import mark, printable
from mustutor.cli.common_options import Status, UsageError, nearest
from mustutor.cli.console import Console
from mustutor.cli.parameters import JOBS, JSON, argument, flag, option
from mustutor.cli.replay.records import located
from mustutor.cli.replay.verdicts import SUMMARY, VERDICTS, WRITTEN, Pace, keep, table

if TYPE_CHECKING:
    from mustutor.archive.summary import ArchiveFault

QUERY = "mustutor archive query"
GAP = "  "


def export(
    console: Console,
    paths: list[str] = argument("PATH", "Records, and folders of records."),
    parquet: str = option(
        "--parquet FOLDER",
        "Write the tables into this folder, which must not be there yet.",
        ...,
        quiet=True,
    ),
    jobs: int = JOBS,
) -> None:
    """Write an archive as tables; what is wrong with a match is in them, and no reason to stop."""
    if not parquet:
        raise UsageError("{command} needs {word}.", word="--parquet")
    # What is misspelled is told before the work, not found in a table after it.
    found = {path: located(path) for path in paths}
    pace = Pace(console, 0, work=WRITTEN)
    try:
        exported = export_archive(
            paths, parquet, jobs=jobs, find=found.__getitem__, seen=lambda hands: pace.add(1, hands)
        )
    finally:
        pace.clear()
    console.count(
        "{folder} is written: {number} match; hands: {hands}, calls: {calls}.",
        "{folder} is written: {number} matches; hands: {hands}, calls: {calls}.",
        exported.matches,
        folder=parquet,
        hands=exported.rows["hands"],
        calls=exported.rows["calls"],
    )
    if exported.unreadable:
        console.count(
            "{number} of them could not be read: the table of faults says why.",
            "{number} of them could not be read: the table of faults says why.",
            exported.unreadable,
        )
    console.say(
        "To ask it a question: {command} {recipe} {folder}",
        command=QUERY,
        recipe="faults",
        folder=parquet,
    )


def query(
    console: Console,
    name: str = argument("NAME", "Which question to ask; --list names them.", ""),
    folder: str = argument("FOLDER", "The folder that archive export has written.", ""),
    listing: bool = flag("--list", "List the questions that can be asked."),
    sql: bool = flag("--sql", "Write the query itself, for you to change as you like."),
    json: bool = JSON,
) -> None:
    """Ask the tables of an archive one of the questions that come with mustutor."""
    say = console.language.say
    if listing and json:
        told = [{"query": each.name, "question": say(each.question)} for each in RECIPES]
        console.document(told)
    elif listing:
        console.rows([(recipe.name, say(recipe.question)) for recipe in RECIPES])
    if listing:
        return
    recipe = _recipe(name)
    if sql:
        console.write(f"{recipe.sql.strip()};")
        return
    if not folder:
        raise UsageError("{command} needs {word}.", word="FOLDER")
    answer = ask(recipe, folder)
    if json:
        console.document(answer.as_json(recipe.name))
        return
    console.heading(console.language.say(recipe.question))
    if answer.rows:
        _write_rows(console, answer)
    else:
        console.say("Nothing in this archive answers it.")


def _recipe(name: str) -> Recipe:
    if not name:
        raise UsageError("{command} needs {word}.", word="NAME")
    recipe = recipe_named(name)
    if recipe is None:
        raise UsageError(
            "There is no question {name}; --list names those that there are.",
            name=name,
            hint=nearest(name, [recipe.name for recipe in RECIPES]),
        )
    return recipe


def _write_rows(console: Console, answer: QueryResult) -> None:
    """Write rows below each other; one by one, where they are wider than the reader's page."""
    rows = [["-" if x is None else printable(str(x)) for x in row] for row in answer.rows]
    widths = [max(map(len, column)) for column in zip(answer.columns, *rows, strict=True)]
    if sum(widths) + len(GAP) * len(widths) > console.width:
        for row in rows:
            console.write()
            console.rows(zip(answer.columns, row, strict=True))
        return
    figures = [
        all(isinstance(thing, int | float | None) for thing in column)
        for column in zip(*answer.rows, strict=True)
    ]
    for row in (list(answer.columns), *rows):
        cells = [
            cell.rjust(width) if figure else cell.ljust(width)
            for cell, width, figure in zip(row, widths, figures, strict=True)
        ]
        console.write((GAP + GAP.join(cells)).rstrip())


# --- summaries ----------------------------------------------------------------------------


def merge(
    console: Console,
    files: list[str] = argument("FILE", "Summaries that replay verify has written."),
    json: bool = JSON,
    to: str = SUMMARY,
) -> Status:
    """Add summaries up; the status is that of the whole, and 3 where a share is missing."""
    summary = Summary()
    for file in files:
        try:
            summary += Summary.loads(read_at_most(file, LARGEST, ReplayError), file=file)
        except ReplayError as problem:
            problem.file = file
            raise
    if to:
        keep(summary, to)
    if json:
        console.write(summary.dumps().rstrip("\n"))
    else:
        for fault in summary.faults:
            write_fault(console, fault)
        table(console, summary)
    # Without a share nobody knows of its matches.
    for share in summary.shares:
        if share.missing:
            console.warn(
                "Some of the {of} shares of an archive are not here: {numbers}.",
                of=share.of,
                numbers=console.language.join_list(list(map(str, share.missing))),
            )
    if summary.unread or not summary.whole:
        return Status.UNREADABLE
    return Status.WRONG if summary.wrong else Status.DONE


def write_fault(console: Console, fault: ArchiveFault) -> None:
    """Write a fault of a summary in a line or two."""
    say = console.language.say
    sentence = mark("{file}: match {match}: {verdict} at {place}")
    if not fault.place:
        sentence = mark("{file}: match {match}: cannot be read")
    known = {**fault._asdict(), "verdict": say(VERDICTS.get(fault.verdict, fault.verdict))}
    console.heading(say(sentence, **known))
    if fault.line:
        stands = say("On line {line}, byte {offset}.", line=fault.line, offset=fault.offset)
        console.paragraph(stands, indent=2, hang=2)
    console.paragraph(say("{problem}", problem=fault.message), indent=2, hang=2)
