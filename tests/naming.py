"""A test is named after the rules it holds: reading those names, without running anything."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

BORNE = r"(ENC|MUS|REG)_([A-Z]+)_(?=[A-Z]{0,2}\d)(.*?)(?=_(?:ENC|MUS|REG)_[A-Z]+_|$)"
NAMED = r"(?m)^ *def (test_\w+)\("


def every_test(paths: Iterable[Path]) -> Iterator[ast.FunctionDef]:
    """Every test function in these files."""
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield node


def ids(name: str) -> Iterator[str]:
    """The rules a test's name bears: ``P1_to_P4`` are four, ``VALUE_1_and_2`` two."""
    for game, chapter, tail in re.findall(BORNE, name):
        first = re.match(r"([A-Z]{0,2})(\d+)(?:_to_\1(\d+))?((?:_and_[A-Z]{0,2}\d+)*)", tail)
        assert first is not None
        kind, low, high, more = first.groups()
        for number in range(int(low), int(high or low) + 1):
            yield f"{game}-{chapter}-{kind}{number}"
        further = re.findall(r"_and_([A-Z]{1,2}\d+)", tail[first.end() :])
        for number in [*re.findall(r"_and_([A-Z]{0,2}\d+)", more), *further]:
            yield f"{game}-{chapter}-{number}"


def borne(paths: Iterable[Path]) -> set[str]:
    """The rules that the tests of these files bear; their names are looked for, not their trees."""
    texts = (path.read_text("utf-8") for path in paths)
    return {rule for text in texts for name in re.findall(NAMED, text) for rule in ids(name)}


def asserts(test: ast.FunctionDef, helpers: Iterable[str] = ("fault", "refused")) -> bool:
    """Whether a test asserts something, itself or by a helper that does."""
    names = set(helpers)
    return any(
        isinstance(node, ast.Assert)
        or (isinstance(node, ast.Attribute) and node.attr == "raises")
        or (isinstance(node, ast.Name) and (node.id in names or node.id.startswith("assert_")))
        for node in ast.walk(test)
    )
