"""An archive as tables: matches as flat rows, written as Parquet, and questions to ask them."""

from __future__ import annotations

from mustutor.archive.tables.export import Exported, export_archive
from mustutor.archive.tables.parquet import QueryResult, ask
from mustutor.archive.tables.recipes import RECIPES, Recipe, recipe_named
from mustutor.archive.tables.rows import MatchPlace, rows_of

__all__ = [
    "RECIPES",
    "Exported",
    "MatchPlace",
    "QueryResult",
    "Recipe",
    "ask",
    "export_archive",
    "recipe_named",
    "rows_of",
]
