"""Rows to Parquet and questions to them, by DuckDB: a part a batch, then the parts in one.

The questions are SQL, in ``recipes.sql``. DuckDB is an extra (`pip install 'mustutor[archive]'`),
imported when it is needed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, Self

from mustutor.archive.rows import NUMBER, TABLES, FactTable, packaged_sql
from mustutor.base.errors import Unreadable
from mustutor.base.json_text import Json
from mustutor.base.language import mark


class Recipe(NamedTuple):
    """A query by its name: the question it answers, and the SQL."""

    name: str
    question: str
    sql: str


_QUESTIONS = {
    "faults": mark("Which mistakes are the most common?"),
    "claims": mark("Who claims wrongly?"),
    "stones": mark("How many stones does each lance move?"),
    "items": mark("For what are stones paid?"),
    "deje": mark("How often is a bet refused, and what does it bring?"),
    "pares": mark("How often do duples win, how often medias, and how often a pair?"),
    "longest": mark("Which matches were the longest?"),
    "ordagos": mark("How often is an órdago accepted?"),
    "mano": mark("What is it worth to be mano?"),
    "mus": mark("How often are cards changed before the lances?"),
    "stakes": mark("How high do the stakes go?"),
    "players": mark("Who plays most, and who wins?"),
}
_RECIPE = re.compile(r"-- (\w+)\n(.*?);\n", re.DOTALL)
RECIPES = tuple(
    Recipe(name, _QUESTIONS[name], sql) for name, sql in _RECIPE.findall(packaged_sql("recipes"))
)


def recipe_named(name: str) -> Recipe | None:
    """The recipe of a name, if there is one.

    >>> recipe_named("longest").question
    'Which matches were the longest?'
    """
    return next((recipe for recipe in RECIPES if recipe.name == name), None)


MEMORY = "128MB"
"""DuckDB holds no more than this, and writes what is over beside what it makes."""

GROUP, LONG_GROUP = 20_480, 4_096
"""Rows held before they are written: in most tables, and in those whose rows may be long."""
LONG = ("matches", "faults")

PLACES = {"matches": ("match", "number", "line")}
"""What counts on from batch to batch; the other tables have `match` alone."""

_NEEDS = mark(
    "Tables are written and read with DuckDB, which is not installed: "
    "pip install 'mustutor[archive]'."
)
_NO_TABLE = mark("There is no {table} in it: mustutor archive export writes such a folder.")
_UNREAD = mark("The query failed: {why}.")
_UNWRITTEN = mark("It cannot be written: {why}.")


def duckdb() -> ModuleType:
    """The library; raises Unreadable, which says how to install it, where there is none."""
    try:
        return import_module("duckdb")
    except ImportError:
        raise Unreadable(_NEEDS) from None


def part_of(folder: Path, table: str, number: int, kind: str) -> Path:
    """The file of a part of a table."""
    return folder / f"{table}-{number:07}.{kind}"


def literal(path: Path) -> str:
    """Quote a path for SQL, literally: not as a pattern of paths.

    >>> print(literal(Path("Ana's [1]")))
    'Ana''s [[]1]'
    """
    text = "".join(f"[{sign}]" if sign in "[*?" else sign for sign in str(path))
    return quoted(text)


def quoted(text: str) -> str:
    """Quote text for SQL."""
    return "'" + text.replace("'", "''") + "'"


@contextmanager
def written_to(folder: Path) -> Iterator[None]:
    """Raise Unreadable for an OSError: a full disk, or a folder that may not be written to."""
    try:
        yield
    except OSError as problem:
        why = problem.strerror or str(problem)
        raise Unreadable(_UNWRITTEN, file=str(folder), why=why) from None


class ParquetWriter:
    """Writes rows as Parquet, in a folder of parts."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.library = duckdb()
        self._connection: Any = None

    def __enter__(self) -> Self:
        settings = {
            "threads": 1,  # two would write the same rows in groups of other sizes
            "memory_limit": MEMORY,
            "temp_directory": str(self.folder / f"spill-{os.getpid()}"),
            "autoinstall_known_extensions": False,
            "autoload_known_extensions": False,
        }
        self._connection = self.library.connect(":memory:", config=settings)
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def part(self, table: FactTable, number: int) -> None:
        """Write a part of a table from its rows as JSON, which are then removed."""
        rows = part_of(self.folder, table.name, number, "jsonl")
        types = ", ".join(f"{column.name}: '{column.type}'" for column in table.columns)
        source = f"read_json({literal(rows)}, columns={{{types}}}, format='newline_delimited')"
        self._copy(f"FROM {source}", part_of(self.folder, table.name, number, "parquet"), table)
        rows.unlink()

    def whole(
        self, table: FactTable, parts: Sequence[tuple[int, dict[str, int]]], target: Path
    ) -> None:
        """Join the parts of a table; each has its number, and what its rows count on from."""
        if not parts:
            nothing = ", ".join(f"NULL::{column.type} AS {column.name}" for column in table.columns)
            self._copy(f"SELECT {nothing} WHERE false", target, table)
            return
        chosen = []
        for column in table.columns:
            if column.name in PLACES.get(table.name, ("match",)):
                before = ", ".join(str(counts[column.name]) for _, counts in parts)
                assert column.type == NUMBER
                chosen.append(
                    f"{column.name} + list_extract([{before}]::{NUMBER}[], file_index::INT + 1) "
                    f"AS {column.name}"
                )
            else:
                chosen.append(column.name)
        files = [part_of(self.folder, table.name, number, "parquet") for number, _ in parts]
        listed = ", ".join(literal(file) for file in files)
        self._copy(f"FROM read_parquet([{listed}]) SELECT {', '.join(chosen)}", target, table)
        for file in files:
            file.unlink()

    def _copy(self, query: str, target: Path, table: FactTable) -> None:
        group = LONG_GROUP if table.name in LONG else GROUP
        try:
            self._connection.execute(
                f"COPY ({query}) TO {quoted(str(target))} "
                f"(FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE {group})"
            )
        except self.library.Error as problem:
            why = str(problem).partition("\n")[0].rstrip(".")
            raise Unreadable(_UNWRITTEN, file=str(target.parent), why=why) from None


# --- questions ---


class QueryResult(NamedTuple):
    """The rows that answer a question, and the names of their columns."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]

    def as_json(self, name: str) -> Json:
        """The answer as `archive query --json` writes it."""
        rows = [dict(zip(self.columns, row, strict=True)) for row in self.rows]
        return {"query": name, "columns": list(self.columns), "rows": rows}


def ask(recipe: Recipe, folder: str | os.PathLike[str]) -> QueryResult:
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
            return QueryResult(columns, tuple(found.fetchall()))
    except library.Error as problem:
        why = str(problem).partition("\n")[0].rstrip(".")
        raise Unreadable(_UNREAD, file=str(place), why=why) from None
