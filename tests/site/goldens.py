"""The signed files that commands write: each with its command line, for whoever says it anew."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

TESTS = Path(__file__).resolve().parents[1]
LESSONS = TESTS / "tutor" / "__snapshots__" / "test_course"
SHOWN = TESTS / "cli" / "__snapshots__"
QUARREL = ("", "", "grande", "", "A1 envido 4, B1 quiero", "R R 7 4", "sota seis cinco cuatro")
QUARREL += ("S C 5 4", "", "Begoña", "B 4", "", "")
"""What is answered in the quarrel that was signed."""

NOT_OF_COMMANDS = {
    "__snapshots__/test_explain": "hands without a record, told by the function; no command line",
    "mus/__snapshots__/test_explain_mus": "hands without a record, told by the function as well",
    "mus/goldens": "position lines of the engine, which no command writes",
    "ui/__snapshots__/test_pictures": "whole screens of a terminal, which a browser has not",
}
"""Where other signed files lie, and why no command line says them."""


class Golden(NamedTuple):
    """A signed text and the file it stands in: the words that write it, what is typed at them."""

    file: Path
    words: tuple[str, ...]
    typed: str
    text: str


def goldens() -> Iterator[Golden]:
    """All that commands write and somebody has read and signed."""
    for file in sorted(LESSONS.glob("*.txt")):
        lesson, code = file.stem.partition("[")[2].rstrip("]").rsplit("-", 1)
        words = ("learn", lesson, "--transcript", "--lang", code, "--width", "80")
        yield Golden(file, words, "", file.read_text("utf-8"))
    for file in sorted((SHOWN / "test_puzzles").glob("*.txt")):
        code = file.stem.partition("[")[2].rstrip("]")
        words = ("puzzle", "--seed", "3", "--number", "5", "--transcript", "--lang", code)
        yield Golden(file, (*words, "--width", "80"), "", file.read_text("utf-8"))
    for name, text in _parts(SHOWN / "test_tour.ambr"):
        code, width, game = name.split("-")
        yield Golden(
            SHOWN / "test_tour.ambr", ("tour", game, "--lang", code, "--width", width), "", text
        )
    for name, text in _parts(SHOWN / "test_judge.ambr"):
        width, code = name.split("-")
        typed = "".join(f"{line}\n" for line in QUARREL)
        yield Golden(
            SHOWN / "test_judge.ambr", ("judge", "--lang", code, "--width", width), typed, text
        )


def _parts(file: Path) -> Iterator[tuple[str, str]]:
    """The texts of a file that holds several, by what they were made with."""
    for found in re.finditer(
        r"^# name: \w+\[(.+)\]\n  '''\n((?:  .*\n)*?)  '''$", file.read_text("utf-8"), re.MULTILINE
    ):
        lines = [line.removeprefix("  ") for line in found[2].splitlines()]
        yield found[1], "\n".join(lines)
