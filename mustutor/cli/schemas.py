"""The `schema` command: what a variant, a record or a rulebook may hold, for machines."""

from __future__ import annotations

from typing import Annotated

import typer

from mustutor import schema as schemas
from mustutor.cli.console import Console
from mustutor.cli.habits import Misuse, nearest
from mustutor.language import mark


def schema(
    context: typer.Context,
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME",
            show_default=False,
            help=mark("Which schema; none: the names there are."),
        ),
    ] = "",
) -> None:
    """Write a JSON Schema as it is shipped, or name those there are."""
    console: Console = context.obj
    known = schemas.names()
    if not name:
        for each in known:
            console.write(each)
        return
    if name not in known:
        raise Misuse(
            "There is no schema {name}: there are {names}.",
            command="mustutor schema",
            name=name,
            names=console.language.listed(known),
            hint=nearest(name, known),
        )
    console.write(schemas.text(name).rstrip("\n"))
