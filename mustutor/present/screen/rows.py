"""Rows of styled pieces, of which screens are made, measured in terminal columns.

The sixteen named colours suit a terminal's own background, dark or light. Other colours are used
only for the faces of cards, which have their own background. Colours only repeat what the words
say.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from mustutor.base.language import Language, printable, to_ascii
from mustutor.games.explain import Explanation
from mustutor.present.text import Paint, no_paint, to_text, wrap_text

Piece = tuple[str, str]
"""A style by its name in the theme, or nothing, and a text without line ends."""
Row = tuple[Piece, ...]
Rows = list[Row]


class Signs(NamedTuple):
    """The signs for: right, wrong, best hand, speaker, amarrako, stone."""

    right: str
    wrong: str
    best: str
    speaks: str
    heap: str
    stone: str


SIGNS, ASCII_SIGNS = Signs("✓", "✗", "★", "▸", "●", "•"), Signs("+", "x", "*", ">", "O", "o")
LONGEST_TEXT = 20_000
NARROWEST_PAGE = 12
# Marks around styled pieces; `printable` has removed such characters from the text.
_OPEN, _NAMED, _CLOSE = "\x02", "\x03", "\x04"


class ScreenPen:
    """The language a screen is written in, and whether in ASCII alone.

    `faces` says that cards are filled, on terminals with enough colours.
    """

    def __init__(
        self,
        language: Language,
        *,
        ascii: bool = False,  # noqa: A002 - the option of the command line
        faces: bool = False,
    ) -> None:
        self.language = language
        self.ascii = ascii
        self.faces = faces and not ascii
        self.more = "~" if ascii else "…"
        self.signs = ASCII_SIGNS if ascii else SIGNS

    def clean(self, text: str) -> str:
        """Make any text safe to show, with signs this screen has."""
        shown = printable(text, LONGEST_TEXT)
        return to_ascii(shown) if self.ascii and not shown.isascii() else shown

    def say(self, sentence: str, /, **evidence: object) -> str:
        """Say a sentence in the reader's language, with signs this screen has."""
        return self.clean(self.language.say(sentence, **evidence))


def depth_of(*, color: bool, faces: bool) -> str:
    """The bits of colour a screen uses: for none, named colours, or also those of faces.

    >>> depth_of(color=True, faces=True), depth_of(color=True, faces=False)
    ('DEPTH_8_BIT', 'DEPTH_4_BIT')
    """
    if not color:
        return "DEPTH_1_BIT"
    return "DEPTH_8_BIT" if faces else "DEPTH_4_BIT"


@lru_cache(maxsize=4096)
def columns(text: str) -> int:
    """The number of columns a text takes: some characters take two, others none.

    >>> columns("envido"), columns("手"), columns("é")
    (6, 2, 1)
    """
    if text.isascii():
        return len(text)
    from prompt_toolkit.utils import get_cwidth

    return get_cwidth(text)


def wide(row: Row) -> int:
    """The number of columns a row takes."""
    return sum(columns(text) for _, text in row)


def plain(rows: Iterable[Row]) -> str:
    """The text of rows without styles, one line each, without trailing spaces."""
    return "\n".join("".join(text for _, text in row).rstrip() for row in rows)


def cut_row(row: Row, width: int, more: str = "") -> Row:
    """Cut a row to a width; `more` is appended if something is missing."""
    if wide(row) <= width:
        return row
    left = width - columns(more)
    kept: list[Piece] = []
    for style, text in row:
        taken = _begin(text, left)
        kept.append((style, taken))
        left -= columns(taken)
        if taken != text:
            break
    return (*kept, ("", more)) if width >= columns(more) else ()


def _begin(text: str, width: int) -> str:
    """The longest beginning of a text that fits."""
    if columns(text) <= width:
        return text
    end = taken = 0
    for sign in text:
        taken += columns(sign)
        if taken > width:
            break
        end += 1
    return text[:end]


def shortened(text: str, width: int, pen: ScreenPen) -> str:
    """A text cut to a width; a sign at its end shows that something is missing.

    >>> from mustutor.base.language import open_language
    >>> shortened("Etxeberria", 6, ScreenPen(open_language("en")))
    'Etxeb…'
    """
    return "".join(piece for _, piece in cut_row((("", text),), width, pen.more))


def fit(row: Row, width: int, align: str = "left", more: str = "") -> Row:
    """A row of exactly a width: cut, or padded at the right, the left or around."""
    kept = cut_row(row, width, more)
    spare = width - wide(kept)
    before = {"left": 0, "right": spare, "middle": spare // 2}[align]
    return (("", " " * before), *kept, ("", " " * (spare - before)))


def apart(left: Row, right: Row, width: int, more: str = "") -> Row:
    """Two rows at the edges of a width; the left one is cut if needed."""
    right = cut_row(right, width, more)
    room = width - wide(right)
    if room and right:
        return (*fit(left, room - 1, more=more), ("", " "), *right)
    return (*fit(left, room, more=more), *right)


def beside(*blocks: Sequence[Row]) -> Rows:
    """Blocks of rows side by side; each block's rows have equal width."""
    height = max(len(block) for block in blocks)
    widths = [wide(block[0]) if block else 0 for block in blocks]
    return [
        tuple(
            piece
            for block, width in zip(blocks, widths, strict=True)
            for piece in (block[line] if line < len(block) else (("", " " * width),))
        )
        for line in range(height)
    ]


WAY = 10
FULL, EMPTY = "█", "░"


def bar(part: float, *, ascii: bool = False) -> str:  # noqa: A002 - as a pen has it
    """A bar for a fraction from 0 to 1.

    >>> bar(0.3), bar(1, ascii=True)
    ('███░░░░░░░', '##########')
    """
    full, empty = ("#", "-") if ascii else (FULL, EMPTY)
    filled = round(WAY * part)
    return full * filled + empty * (WAY - filled)


def folded_rows(rows: Iterable[Row], width: int) -> Rows:
    """Break rows that are wider than the page, at any character."""
    broken: Rows = []
    for row in rows:
        rest = row
        while wide(rest) > width > 0:
            first = cut_row(rest, width)
            taken = sum(len(text) for _, text in first)
            if not taken:
                break
            broken.append(first)
            rest = _after(rest, taken)
        broken.append(cut_row(rest, width))
    return broken


def _after(row: Row, taken: int) -> Row:
    rest: list[Piece] = []
    for style, text in row:
        if taken >= len(text):
            taken -= len(text)
        else:
            rest.append((style, text[taken:]))
            taken = 0
    return tuple(rest)


def page_rows(page: Explanation, width: int, pen: ScreenPen) -> Rows:
    """Lay an explanation out as rows, in the words and order of its text."""
    if not page.title and not page.passages:
        return []
    text = to_text(page, max(width, NARROWEST_PAGE), ascii=pen.ascii, paint=_marked)
    return folded_rows([_unmarked(line) for line in text.rstrip("\n").split("\n")], width)


def wrapped_rows(style: str, text: str, width: int, pen: ScreenPen, *, hang: int = 0) -> Rows:
    """Break a text at its spaces into rows of one style; `hang` indents all but the first."""
    lines = wrap_text(
        pen.clean(text), max(width, 1), subsequent_indent=" " * (hang if width > 2 * hang else 0)
    )
    return folded_rows([((style, line),) for line in lines], width)


def _marked(what: str, text: str) -> str:
    return f"{_OPEN}{what}{_NAMED}{text}{_CLOSE}"


def _unmarked(line: str) -> Row:
    pieces: list[Piece] = []
    bare, *painted = line.split(_OPEN)
    pieces.append(("", bare))
    for part in painted:
        style, _, rest = part.partition(_NAMED)
        text, _, after = rest.partition(_CLOSE)
        pieces += [(style, text), ("", after)]
    return tuple([piece for piece in pieces if piece[1]])


STYLES = {
    "title": "bold",
    "heading": "bold ansicyan",
    "seat": "bold",
    "speaker": "bold reverse",
    "best": "bold ansigreen",
    "deciding": "bold reverse ansigreen",
    "overtaken": "dim",
    "stones": "ansiyellow",
    "mano": "bold",
    "said": "ansiyellow",
    "rule": "ansicyan",
    "good": "bold ansigreen",
    "bad": "bold ansired",
    "card": "bold",
    "suit-o": "ansiyellow",
    "suit-c": "ansired",
    "suit-e": "ansicyan",
    "suit-b": "ansigreen",
    "french-c": "ansigreen",
    "french-d": "ansibrightblue",
    "french-h": "ansired",
    "french-s": "",
    "face": "bg:#ffffd7 #262626",
    "suit-o-face": "#af5f00",
    "suit-c-face": "#af0000",
    "suit-e-face": "#00005f",
    "suit-b-face": "#005f00",
    "french-c-face": "#005f00",
    "french-d-face": "#005faf",
    "french-h-face": "#af0000",
    "french-s-face": "#121212",
    "face-back": "bg:#005f87 #87afd7",
    "prompt": "bold",
    "choice": "bold",
    "key": "bold",
    "message": "bold",
    "title-bar": "reverse",
    "bar": "reverse",
    "bar-key": "reverse bold",
}
"""How a screen draws things, by their names."""

_SGR = {"bold": "1", "ansicyan": "36", "ansiyellow": "33", "ansigreen": "32", "ansired": "31"}
CODES = {
    name: ";".join([_SGR[part] for part in STYLES[name].split()])
    for name in ("title", "heading", "seat", "said", "rule", "good", "bad")
}
"""The same of what stands on a page, as codes of a terminal."""


def painter(*, color: bool) -> Paint:
    """The painter of a page: with colours, or without.

    >>> painter(color=True)("seat", "A"), painter(color=False)("seat", "A")
    ('\\x1b[1mA\\x1b[0m', 'A')
    """
    return _painted if color else no_paint


def _painted(what: str, text: str) -> str:
    code = CODES.get(what)
    return f"\x1b[{code}m{text}\x1b[0m" if code and text.strip() else text
