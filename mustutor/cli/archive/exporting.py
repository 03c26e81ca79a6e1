"""`archive export` and `archive query`: an archive as tables, and questions to them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from mustutor.cli.console import Console
from mustutor.cli.habits import JsonOption, Misuse, nearest
from mustutor.cli.replay.records import located
from mustutor.language import mark, printable

if TYPE_CHECKING:
    from mustutor.archive.tables import QueryResult, Recipe

EXPORT = "mustutor archive export"
QUERY = "mustutor archive query"
MOST_JOBS = 256
GAP = "  "


def export(
    context: typer.Context,
    paths: Annotated[
        list[str],
        typer.Argument(metavar="PATH", help=mark("Records, and folders of records.")),
    ],
    parquet: Annotated[
        str,
        typer.Option(
            "--parquet",
            metavar="FOLDER",
            show_default=False,
            help=mark("Write the tables into this folder, which must not be there yet."),
        ),
    ],
    jobs: Annotated[
        int,
        typer.Option(
            min=1, max=MOST_JOBS, help=mark("Work in so many processes; the output is the same.")
        ),
    ] = 1,
) -> None:
    """Write an archive as tables; what is wrong with a match is in them, and no reason to stop."""
    from mustutor.archive.tables import export_archive

    console: Console = context.obj
    if not parquet:
        raise Misuse("{command} needs {word}.", command=EXPORT, word="--parquet")
    # What is misspelled is told before the work, not found in a table after it.
    found = {path: located(path) for path in paths}
    exported = export_archive(paths, parquet, jobs=jobs, find=found.__getitem__)
    tongue = console.language
    console.paragraph(
        tongue.count(
            "{folder} is written: {number} match; hands: {hands}, calls: {calls}.",
            "{folder} is written: {number} matches; hands: {hands}, calls: {calls}.",
            exported.matches,
            folder=parquet,
            hands=exported.rows["hands"],
            calls=exported.rows["calls"],
        )
    )
    if exported.unreadable:
        console.paragraph(
            tongue.count(
                "{number} of them could not be read: the table of faults says why.",
                "{number} of them could not be read: the table of faults says why.",
                exported.unreadable,
            )
        )
    console.say(
        "Ask it: {command} {recipe} {folder}", command=QUERY, recipe="faults", folder=parquet
    )


def query(
    context: typer.Context,
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME", show_default=False, help=mark("Which question: --list names them.")
        ),
    ] = "",
    folder: Annotated[
        str,
        typer.Argument(
            metavar="FOLDER",
            show_default=False,
            help=mark("The folder that archive export has written."),
        ),
    ] = "",
    listing: Annotated[
        bool, typer.Option("--list", help=mark("List the questions there are."))
    ] = False,
    sql: Annotated[
        bool, typer.Option("--sql", help=mark("Write the query itself, to be changed at will."))
    ] = False,
    json: JsonOption = False,
) -> None:
    """Ask the tables of an archive one of the questions that come with mustutor."""
    from mustutor.archive.tables import ask

    console: Console = context.obj
    if listing:
        _list(console, json=json)
        return
    recipe = _chosen(name)
    if sql:
        console.write(f"{recipe.sql.strip()};")
        return
    if not folder:
        raise Misuse("{command} needs {word}.", command=QUERY, word="FOLDER")
    answer = ask(recipe, folder)
    if json:
        console.document(answer.as_json(recipe.name))
        return
    console.heading(console.language.say(recipe.question))
    if answer.rows:
        _table(console, answer)
    else:
        console.say("Nothing in this archive answers it.")


def _list(console: Console, *, json: bool) -> None:
    from mustutor.archive.tables import RECIPES

    say = console.language.say
    if json:
        told = [{"query": each.name, "question": say(each.question)} for each in RECIPES]
        console.document(told)
        return
    console.rows([(recipe.name, say(recipe.question)) for recipe in RECIPES])


def _chosen(name: str) -> Recipe:
    from mustutor.archive.tables import RECIPES, recipe_named

    if not name:
        raise Misuse("{command} needs {word}.", command=QUERY, word="NAME")
    recipe = recipe_named(name)
    if recipe is None:
        raise Misuse(
            "There is no question {name}; --list names those there are.",
            command=QUERY,
            name=name,
            hint=nearest(name, [recipe.name for recipe in RECIPES]),
        )
    return recipe


def _table(console: Console, answer: QueryResult) -> None:
    """Write rows below each other; one by one, where they are wider than the reader's page."""
    rows = [[_cell(thing) for thing in row] for row in answer.rows]
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


def _cell(thing: Any) -> str:
    return "-" if thing is None else printable(str(thing))
