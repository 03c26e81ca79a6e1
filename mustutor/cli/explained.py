"""Explanations on the console: laid out for its width, in its colours."""

from __future__ import annotations

from mustutor.cli.console import Console
from mustutor.explanation.text import WIDTH, to_text
from mustutor.games.telling import Explanation, Line, Passage
from mustutor.ui.pieces import painter


def text_of(console: Console, explanation: Explanation) -> str:
    """Lay an explanation out, without the line end."""
    width = min(console.width, WIDTH)
    paint = painter(color=console.color)
    return to_text(explanation, width, ascii=console.ascii, paint=paint).strip("\n")


def write(console: Console, explanation: Explanation) -> None:
    """Write an explanation."""
    console.write(text_of(console, explanation))


def write_lines(console: Console, *lines: Line) -> None:
    """Write lines that stand under no heading."""
    write(console, Explanation("", (Passage("", lines),)))
