"""An archive as tables: matches as flat rows, written as Parquet, and questions to ask them."""

from __future__ import annotations

from mustutor.replay.tables.asking import Answer, ask
from mustutor.replay.tables.export import Exported, export_archive
from mustutor.replay.tables.recipes import RECIPES, Recipe, recipe_named
from mustutor.replay.tables.rows import Place, rows_of

__all__ = [
    "RECIPES",
    "Answer",
    "Exported",
    "Place",
    "Recipe",
    "ask",
    "export_archive",
    "recipe_named",
    "rows_of",
]
