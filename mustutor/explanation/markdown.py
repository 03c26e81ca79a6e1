"""An explanation as Markdown: a list under each heading, articles in italics at the end."""

from __future__ import annotations

import re

from mustutor.explanation.text import PIECES
from mustutor.games.telling import STONES, Explanation, Line, ScoreTable
from mustutor.language import printable


def to_markdown(explanation: Explanation) -> str:
    """Write an explanation as Markdown.

    >>> from mustutor.games.telling import Passage
    >>> page = Explanation("Encaje", (Passage("Grande", (Line("D folds.", ("ENC-BET-4",)),)),))
    >>> print(to_markdown(page))
    # Encaje
    <BLANKLINE>
    ## Grande
    <BLANKLINE>
    - D folds. *ENC-BET-4*
    <BLANKLINE>
    """
    blocks = [f"# {_escaped(explanation.title)}"] if explanation.title else []
    for passage in explanation.passages:
        if passage.heading:
            blocks.append(f"## {_escaped(passage.heading)}")
        if passage.table is not None:
            blocks.append(_table(passage.table))
        blocks.append("\n".join([_item(line) for line in passage.lines]))
    return "\n\n".join(blocks) + "\n"


def _table(table: ScoreTable) -> str:
    """A table in the way most renderers know."""
    head, *rows = [f"| {' | '.join(map(_escaped, row))} |" for row in (table.head, *table.rows)]
    return "\n".join([head, "|" + " --- |" * len(table.head), *rows])


def _item(line: Line) -> str:
    pieces = []
    if line.seat:
        pieces.append(f"**{_escaped(line.seat)}**")
    if line.said:
        pieces.append(f"`{printable(line.said).replace('`', chr(39))}`")
    if line.text:
        text = line.text.replace(PIECES, ", ") if line.kind in STONES else line.text
        pieces.append(_escaped(text))
    if line.rules:
        pieces.append(f"*{', '.join(map(_escaped, line.rules))}*")
    item = " ".join(pieces)
    # The last piece is text: what begins an item could begin a list, a rule or code of its own.
    return "  " * max(line.indent - 1, 0) + "- " + _BEGINS.sub(r"\1\\\2", item.lstrip())


_BEGINS = re.compile(r"^(\d*)([-+=.)])")
_MEANS_SOMETHING = re.compile(r"([\\`*_<>\[\]#|&~$!])")
_ADDRESS = re.compile(r"(?i)\b(www)\.|(?<=[a-z])(:)(?=//)|(?<=\w)(@)(?=\w)")


def _escaped(text: str) -> str:
    """Text that stays text: no emphasis, no link, no address, no HTML, no formula."""
    shown = _MEANS_SOMETHING.sub(r"\\\1", printable(text, 20_000))
    return _ADDRESS.sub(_kept_apart, shown)


def _kept_apart(found: re.Match[str]) -> str:
    return f"{found[1]}\\." if found[1] else f"\\{found[0]}"
