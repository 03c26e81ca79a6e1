"""The lines of a sheet: checked, without their comments, joined where a comma ends them.

What stands on a line knows its place, so that whatever is wrong with it can be pointed at.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from typing import Any, NamedTuple, NoReturn

from mustutor.errors import ReplayError
from mustutor.language import mark

LONGEST_LINE = 30_000
"""Characters of a line that holds no JSON object: the longest note, all in escapes, has room."""

JSON_WORDS = frozenset(("extra", "claim", "note", "player", "ledger"))
"""The words whose lines may hold a JSON object, as long as there is room for in a sheet."""

LIST_WORDS = frozenset(
    ("mus", "descarte", "grande", "chica", "pares", "juego", "punto")
    + ("seats", "players", "start", "games", "draws", "after", "checks", "times")
)
"""The words whose lines are lists: one that ends with a comma goes on in the next line."""

_LINE_END = re.compile(r"\r\n|\n|\r")
_PIECE = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s,]+|,')
QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
_FIRST_WORD = re.compile(r"\s*([^\s:]*)(\s*:|(?=\s|$)|)")


class Piece(NamedTuple):
    """Some words of a line, and where in the line they begin."""

    text: str
    at: int


class Line(NamedTuple):
    """What a line says; `origins` tell where each of the lines it was joined from began.

    An origin is the place in `text`, the line of the file, and the column, the last two from 1.
    """

    text: str
    file: str
    origins: tuple[tuple[int, int, int], ...]

    def spot(self, at: int = 0) -> tuple[int, int]:
        """The line and column, from 1, of a place in the text."""
        index = bisect_right(self.origins, at, key=lambda origin: origin[0]) - 1
        start, line, column = self.origins[max(index, 0)]
        return line, column + at - start

    def refuse(self, sentence: str, at: int = 0, *, hint: str = "", **evidence: Any) -> NoReturn:
        """Raise ReplayError at a place of the line."""
        line, column = self.spot(at)
        raise ReplayError(
            sentence, file=self.file, line=line, column=column, hint=hint, **evidence
        ) from None

    def word(self) -> tuple[Piece, Piece]:
        """The first word, without the colon after it, and the rest of the line.

        >>> Line("  mus: A mus", "", ((0, 1, 1),)).word()
        (Piece(text='mus', at=2), Piece(text='A mus', at=7))
        """
        found = _FIRST_WORD.match(self.text)
        assert found is not None
        return Piece(found.group(1), found.start(1)), self.rest(found.end())

    def rest(self, at: int) -> Piece:
        """What stands on the line from a place on."""
        text = self.text[at:]
        left = text.lstrip()
        return Piece(left.rstrip(), at + len(text) - len(left))


def pieces(piece: Piece) -> list[Piece]:
    """Cut at spaces and commas, which are left out; what stands in quotes stays whole.

    >>> [one.text for one in pieces(Piece('A 5, B "x y"', 0))]
    ['A', '5', 'B', '"x y"']
    """
    return [
        Piece(found.group(), piece.at + found.start())
        for found in _PIECE.finditer(piece.text)
        if found.group() != ","
    ]


def items(line: Line, piece: Piece) -> list[Piece]:
    """Cut at commas that stand in no quotes; nothing between two commas is refused.

    >>> line = Line('A paso, "x,y"', "", ((0, 1, 1),))
    >>> [one.text for one in items(line, Piece(line.text, 0))]
    ['A paso', '"x,y"']
    """
    if not piece.text:
        return []
    text, start = piece.text, 0
    found: list[Piece] = []
    for end in (*outside(text, ","), len(text)):
        one = text[start:end]
        if not one.strip():
            line.refuse(mark("Nothing stands beside this comma."), piece.at + max(start - 1, 0))
        found.append(Piece(one.strip(), piece.at + start + len(one) - len(one.lstrip())))
        start = end + 1
    return found


def outside(text: str, sign: str) -> Iterator[int]:
    """Where a sign stands outside of quotes; a quote nobody closed hides nothing."""
    at = text.find(sign)
    quote = text.find('"') if at >= 0 else -1
    while at >= 0:
        if 0 <= quote < at:
            closed = QUOTED.match(text, quote)
            quote = text.find('"', closed.end()) if closed else -1
            if closed and closed.end() > at:
                at = text.find(sign, closed.end())
            continue
        yield at
        at = text.find(sign, at + 1)


def lines_of(text: str, file: str, first: int = 1) -> Iterator[Line]:
    """The lines of a sheet that say something; `first` is the number of the first of them."""
    joined: Line | None = None
    for number, raw in enumerate(_LINE_END.split(text), first):
        line = Line(raw, file, ((0, number, 1),))
        _check(line)
        said = raw[: _comment(raw)].rstrip()
        if not said.strip():
            continue
        if joined is None:
            line = line._replace(text=said)
        else:
            origin = (len(joined.text) + 1, number, 1)
            line = Line(f"{joined.text} {said}", file, (*joined.origins, origin))
        if said.endswith(",") and _is_list(line):
            joined = line
            continue
        joined = None
        yield line
    if joined is not None:
        joined.refuse(
            mark("The list ends with a comma: something is missing after it."),
            len(joined.text) - 1,
        )


def _is_list(line: Line) -> bool:
    word, _ = line.word()
    return word.text.casefold() in LIST_WORDS


def _comment(raw: str) -> int:
    """Where the comment of a line begins: at a `#` after a space, outside of quotes."""
    found = (at for at in outside(raw, "#") if at == 0 or raw[at - 1].isspace())
    return next(found, len(raw))


def _may_be_long(line: Line) -> bool:
    word, rest = line._replace(text=line.text[:LONGEST_LINE]).word()
    return word.text.casefold() in JSON_WORDS and "{" in rest.text


def _check(line: Line) -> None:
    """Refuse what nobody can see: signs that would show a line other than it is."""
    raw = line.text
    if len(raw) > LONGEST_LINE and not _may_be_long(line):
        line.refuse(
            mark("This line has {length} characters; a line has at most {most}."),
            LONGEST_LINE,
            length=len(raw),
            most=LONGEST_LINE,
        )
    if raw.isascii() and raw.isprintable():
        return
    for at, sign in enumerate(raw):
        if unseen(sign) and sign != "\t":
            escape = "".join(f"\\u{unit:04x}" for unit in units(sign))
            line.refuse(
                mark("A sign stands here that cannot be seen: in quotes, write it as {escape}."),
                at,
                escape=escape,
            )


def unseen(sign: str) -> bool:
    """Whether a sign is a control, a mark of direction, or another that nobody can see."""
    return unicodedata.category(sign) in {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}


def units(sign: str) -> tuple[int, ...]:
    """The numbers by which JSON escapes a sign: one, or two.

    >>> units("é"), [hex(unit) for unit in units("😀")]
    ((233,), ['0xd83d', '0xde00'])
    """
    code = ord(sign)
    if code < 0x10000:
        return (code,)
    return (0xD800 + (code - 0x10000 >> 10), 0xDC00 + (code - 0x10000 & 0x3FF))
