"""What no browser has, taken away: ``import`` of it fails from here on, as it does there."""

from __future__ import annotations

import sys

LACKING = ("orjson", "cryptography", "duckdb", "prompt_toolkit", "rpds", "multiprocessing")
"""Compiled, or of no use without a terminal and processes."""
LATE = ("platformdirs", "filelock", "fsrs", "jsonschema", "ruamel", "ruamel.yaml")
"""Brought along, but by nobody who asks for hands, a verdict, a rule or a question."""


def take_away(names: tuple[str, ...] = LACKING) -> None:
    """Let nobody import these any more."""
    for name in names:
        sys.modules[name] = None  # type: ignore[assignment]
