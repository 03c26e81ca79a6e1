"""Words on a sheet: bare where that can be read again, else quoted as JSON text."""

from __future__ import annotations

import unicodedata
from typing import Any

from mustutor.errors import ReplayError
from mustutor.language import mark
from mustutor.replay.jsontext import parsed
from mustutor.replay.seal import canonical
from mustutor.sheet.line import QUOTED, Line, Piece, units

OPENING = ('"', "{", "[", ":")


class Pen:
    """How a sheet is written: in every letter, or with the signs of ASCII alone."""

    def __init__(self, *, ascii: bool = False) -> None:  # noqa: A002 - as the option is typed
        self.ascii = ascii

    def text(self, text: str, *, without: str = "") -> str:
        """Write words to the end of a line: bare, unless they hold one of the signs `without`.

        >>> Pen().text("Ane: 31"), Pen().text("a # b"), Pen(ascii=True).text("Beñat")
        ('Ane: 31', '"a # b"', '"Be\\\\u00f1at"')
        """
        return text if self.is_bare(text, without=without) else self.json(text)

    def word(self, text: str, known: bool) -> str:
        """Write one word: bare where it is one of those known there, else in quotes."""
        return text if known else self.json(text)

    def json(self, thing: Any) -> str:
        """Write JSON in its canonical form, with escapes for what cannot be seen."""
        return "".join(map(self._sign, canonical(thing)))

    def is_bare(self, text: str, *, without: str = "") -> bool:
        """Whether words can stand without quotes: read again they are the same."""
        return (
            bool(text)
            and "#" not in text
            and not text.startswith(OPENING)
            and text == " ".join(text.split())
            and not any(sign in text for sign in without)
            and text == "".join(map(self._sign, text))
        )

    def _sign(self, sign: str) -> str:
        if sign == " " or (sign.isascii() and sign.isprintable()):
            return sign
        if not self.ascii and unicodedata.category(sign)[0] not in "CZ":
            return sign
        return "".join(f"\\u{unit:04x}" for unit in units(sign))


def words_of(line: Line, piece: Piece) -> str:
    """Read words that go to the end of a line, bare or in quotes."""
    if piece.text.startswith('"'):
        return text_of(line, piece)
    return " ".join(piece.text.split())


def text_of(line: Line, piece: Piece) -> str:
    """Read one text in quotes."""
    text = json_of(line, piece)
    if not isinstance(text, str):
        line.refuse(mark("A text in quotes is meant here."), piece.at)
    return text


def object_of(line: Line, piece: Piece) -> dict[str, Any]:
    """Read one JSON object."""
    thing = json_of(line, piece) if piece.text.startswith("{") else None
    if not isinstance(thing, dict):
        line.refuse(mark('A JSON object is meant here, as in {{"x-table": 3}}.'), piece.at)
    return thing


def json_of(line: Line, piece: Piece) -> Any:
    """Read the JSON that stands on a line; what is wrong with it is told at its place."""
    if piece.text.startswith('"') and not QUOTED.fullmatch(piece.text):
        line.refuse(
            mark("These quotes do not hold all of it: quote the whole, or nothing."), piece.at
        )
    try:
        return parsed(piece.text)
    except ReplayError as problem:
        at = piece.at + max(problem.column - 1, 0)
        line.refuse(problem.sentence, at, hint=problem.hint, **problem.evidence)
