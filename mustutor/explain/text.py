"""An explanation as plain text: aligned where there is room, stacked where there is none."""

from __future__ import annotations

import re
import textwrap
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from mustutor.games.telling import STONES, Explanation, Line, Passage
from mustutor.language import printable

Paint = Callable[[str, str], str]
"""Colours a piece: what it is (title, heading, seat, said, rule or text), and its text."""

WIDTH = 90
NARROW = 64
LEAST_TEXT = 28
INDENT = 2
PIECES = "   "
MOST_KEPT = 8_192
LONGEST_KEPT = 400
"""So many lines are kept as they were laid out, of no more letters than these."""

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
    settings = {
        indent: _Setting(indent, *columns, width, plain)
        for indent, columns in _columns(passage.lines).items()
    }
    ended = False
    for text, rules, kind, seat, indent, said, _ in passage.lines:
        if ended and indent == 1:
            written.append("")
        laid = _laid if len(text) + len(said) + len(seat) < LONGEST_KEPT else _laid.__wrapped__
        written += laid(seat, said, text, rules, settings[indent], paint)
        # A blank line may follow the stones of each, or details.
        ended = indent == 2 or kind in STONES
    return written


class _Setting(NamedTuple):
    """Where a line stands: its level, the columns of seats and of words, and the page."""

    indent: int
    seats: int
    words: int
    width: int
    plain: bool


def _columns(lines: Sequence[Line]) -> dict[int, tuple[int, int]]:
    """How wide the columns of seats and of what they say are, at each level of a passage."""
    columns: dict[int, tuple[int, int]] = {}
    for text, _, _, seat, indent, said, _ in lines:
        seats, words = columns.get(indent, (0, 0))
        columns[indent] = max(seats, len(seat)), max(words, len(said) if text else 0)
    return columns


@lru_cache(maxsize=MOST_KEPT)
def _laid(
    seat: str, said: str, text: str, rules: tuple[str, ...], setting: _Setting, paint: Paint
) -> tuple[str, ...]:
    """Lay out a line; games repeat themselves, so that most are laid out already."""
    level, seats, words, width, plain = setting
    seat, said, text = _clean(seat, plain), _clean(said, plain), _clean(text, plain)
    indent = INDENT * level
    head = painted = " " * indent
    if seat:
        column = seat.ljust(seats)
        head += column + "  "
        painted += paint("seat", column) + "  "
    if said:
        column = said.ljust(words) if text else said
        head += column
        painted += paint("said", column)
    if not text:
        return (painted.rstrip(),)
    cited = _articles(rules)
    stacked = said and (width < NARROW or width - len(head) < LEAST_TEXT)
    if stacked and seat:
        top = " " * indent + paint("seat", seat) + "  " + paint("said", said)
        return (top, *_body("", indent + 3, text, cited, width, paint))
    if stacked:
        return (painted.rstrip(), *_body("", indent + 2, text, cited, width, paint))
    if said:
        head, painted = head + "   ", painted + "   "
    return tuple(_body(painted, len(head), text, cited, width, paint))


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
        if len(text) <= room:
            return [text.rstrip()]
        return textwrap.wrap(text, room, break_long_words=False, break_on_hyphens=False) or [""]
    lines = [""]
    for piece in text.split(PIECES):
        longer = f"{lines[-1]}{PIECES}{piece}" if lines[-1] else piece
        if len(longer) <= room or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(piece)
    return lines


def articles(rules: Iterable[str]) -> str:
    """Write article ids; those that share their beginning say it once.

    >>> articles(("ENC-SET-8", "ENC-SET-9", "MUS-CMP-T1"))
    'ENC-SET-8, 9, MUS-CMP-T1'
    """
    return _articles(tuple(rules))


@lru_cache(maxsize=1_024)
def _articles(rules: tuple[str, ...]) -> str:
    written: list[str] = []
    before = ""
    for rule in rules:
        stem, _, number = rule.rpartition("-")
        short = stem == before and re.fullmatch(r"\d+", number)
        written.append(number if short else rule)
        before = stem
    return ", ".join(written)
