"""An explanation as plain text: aligned where there is room, stacked where there is none."""

from __future__ import annotations

import re
import textwrap
import unicodedata
from collections.abc import Callable, Sequence

from mustutor.games.telling import STONES, Explanation, Line, Passage
from mustutor.language import printable

Paint = Callable[[str, str], str]
"""Colours a piece: what it is (title, heading, seat, said, rule or text), and its text."""

WIDTH = 90
NARROW = 64
LEAST_TEXT = 28
INDENT = 2
PIECES = "   "

# Signs that decomposition does not bring to ASCII by itself.
PLAIN_SIGNS = str.maketrans(
    {"·": "-", "–": "-", "—": "-", "…": "...", "¿": "", "¡": "", "«": '"', "»": '"'}
    | {"“": '"', "”": '"', "‘": "'", "’": "'"}
)


def no_paint(what: str, text: str) -> str:  # noqa: ARG001 - the signature of every painter
    """Leave text as it is."""
    return text


def to_text(
    explanation: Explanation,
    width: int = WIDTH,
    *,
    ascii: bool = False,  # noqa: A002 - the option of the command line
    paint: Paint = no_paint,
) -> str:
    """Write an explanation for a page of `width` columns; 40 are enough.

    Every line is printable, nothing is drawn, and articles stand at the end of what they
    rest on. `ascii` keeps to the signs of ASCII.
    """
    blocks = [_passage(passage, width, ascii, paint) for passage in explanation.passages]
    if explanation.title:
        title = _wrapped(_clean(explanation.title, ascii), width)
        # What stands under no heading belongs to the title.
        first = blocks.pop(0) if blocks and not explanation.passages[0].heading else []
        blocks.insert(0, [*(paint("title", line) for line in title), *first])
    return "\n\n".join(["\n".join(block) for block in blocks]) + "\n"


def _clean(text: str, plain: bool) -> str:
    # Titles and labels may come from a record, and a record from anybody.
    text = printable(text, 20_000)
    if not plain or text.isascii():
        return text
    decomposed = unicodedata.normalize("NFKD", text.translate(PLAIN_SIGNS))
    return decomposed.encode("ascii", "ignore").decode("ascii")


def _passage(passage: Passage, width: int, plain: bool, paint: Paint) -> list[str]:
    written = []
    if passage.heading:
        written.append(paint("heading", _clean(passage.heading.upper(), plain)))
    columns = {line.indent: _columns(passage.lines, line.indent) for line in passage.lines}
    for place, line in enumerate(passage.lines):
        if place and line.indent == 1 and _ends_a_part(passage.lines[place - 1]):
            written.append("")
        written += _line(line, columns[line.indent], width, plain, paint)
    return written


def _ends_a_part(line: Line) -> bool:
    """Whether a blank line may follow: after the stones of each, or after details."""
    return line.kind in STONES or line.indent == 2


def _columns(lines: Sequence[Line], indent: int) -> tuple[int, int]:
    """How wide the columns of seats and of what they say are, at one level of a passage."""
    level = [line for line in lines if line.indent == indent]
    seats = max((len(line.seat) for line in level), default=0)
    said = max((len(line.said) for line in level if line.text), default=0)
    return seats, said


def _line(line: Line, columns: tuple[int, int], width: int, plain: bool, paint: Paint) -> list[str]:
    seat, said, text = (_clean(part, plain) for part in (line.seat, line.said, line.text))
    rules = articles(line.rules)
    indent = INDENT * line.indent
    head = " " * indent
    painted = head
    if seat:
        head += f"{seat:{columns[0]}}  "
        painted += paint("seat", f"{seat:{columns[0]}}") + "  "
    if said:
        wide = f"{said:{columns[1]}}" if text else said
        head += wide
        painted += paint("said", wide)
    stacked = said and (width < NARROW or width - len(head) < LEAST_TEXT)
    if not text:
        return [painted.rstrip()]
    if stacked and seat:
        top = " " * indent + paint("seat", seat) + "  " + paint("said", said)
        return [top, *_body("", indent + 3, text, rules, width, paint)]
    if stacked:
        return [painted.rstrip(), *_body("", indent + 2, text, rules, width, paint)]
    if said:
        head, painted = head + "   ", painted + "   "
    return _body(painted, len(head), text, rules, width, paint)


def _body(painted: str, hang: int, text: str, rules: str, width: int, paint: Paint) -> list[str]:
    """The text after its columns, and its articles at the right edge of its last line."""
    start = painted or " " * hang
    room = max(width - hang, 10)
    pieces = _wrapped(text, room)
    written = [start + paint("text", pieces[0])]
    written += [" " * hang + paint("text", piece) for piece in pieces[1:]]
    if not rules:
        return written
    used = hang + len(pieces[-1])
    if width >= NARROW and used + 2 + len(rules) <= width:
        written[-1] += " " * (width - used - len(rules)) + paint("rule", rules)
    elif width < NARROW and used + 1 + len(rules) <= width:
        written[-1] += " " + paint("rule", rules)
    elif width >= NARROW:
        written.append(" " * (width - len(rules)) + paint("rule", rules))
    else:
        written.append(" " * hang + paint("rule", rules))
    return written


def _wrapped(text: str, room: int) -> list[str]:
    """Break text at spaces; a text made of pieces breaks between its pieces only."""
    if PIECES not in text:
        return textwrap.wrap(text, room, break_long_words=False, break_on_hyphens=False) or [""]
    lines = [""]
    for piece in text.split(PIECES):
        longer = f"{lines[-1]}{PIECES}{piece}" if lines[-1] else piece
        if len(longer) <= room or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(piece)
    return lines


def articles(rules: Sequence[str]) -> str:
    """Write article ids; those that share their beginning say it once.

    >>> articles(("ENC-SET-8", "ENC-SET-9", "MUS-CMP-T1"))
    'ENC-SET-8, 9, MUS-CMP-T1'
    """
    written: list[str] = []
    before = ""
    for rule in rules:
        stem, _, number = rule.rpartition("-")
        short = stem == before and re.fullmatch(r"\d+", number)
        written.append(number if short else rule)
        before = stem
    return ", ".join(written)
