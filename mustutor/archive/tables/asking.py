"""Asking the tables of an archive: a recipe, and the rows that answer it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, NamedTuple

from mustutor.archive.tables.columns import TABLES
from mustutor.archive.tables.parquet import duckdb, literal
from mustutor.archive.tables.recipes import Recipe
from mustutor.errors import Unreadable
from mustutor.language import mark
from mustutor.replay.format import Json

_NO_TABLE = mark("There is no {table} in it: mustutor archive export writes such a folder.")
_UNREAD = mark("It cannot be asked: {why}.")


class Answer(NamedTuple):
    """The rows that answer a question, and the names of their columns."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]

    def as_json(self, name: str) -> Json:
        """The answer as `archive query --json` writes it."""
        rows = [dict(zip(self.columns, row, strict=True)) for row in self.rows]
        return {"query": name, "columns": list(self.columns), "rows": rows}


def ask(recipe: Recipe, folder: str | os.PathLike[str]) -> Answer:
    """Ask the tables in a folder; raises Unreadable where they are not there, or no tables."""
    library = duckdb()
    place = Path(folder)
    for table in TABLES:
        if not (place / f"{table.name}.parquet").is_file():
            raise Unreadable(_NO_TABLE, file=str(place), table=f"{table.name}.parquet")
    try:
        with library.connect(":memory:") as connection:
            for table in TABLES:
                path = literal(place / f"{table.name}.parquet")
                connection.execute(f"CREATE VIEW {table.name} AS FROM read_parquet({path})")
            found = connection.execute(recipe.sql)
            columns = tuple([column[0] for column in found.description])
            return Answer(columns, tuple(found.fetchall()))
    except library.Error as problem:
        why = str(problem).partition("\n")[0].rstrip(".")
        raise Unreadable(_UNREAD, file=str(place), why=why) from None
