"""The lines of a sheet: checked, without comments, joined after a comma at the end.

`SheetLine` keeps the places of its parts, so that errors can point at them. Words are bare if they
read back the same, else quoted as JSON text.

House rules named on a sheet are a variant file beside it: ``variant forgot`` means ``forgot.yaml``
in the folder of the sheet, if mustutor has no variant of that name. As sheets may come from
strangers, only a plain name is accepted, never a path. The record then embeds the rules.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from mustutor.base.errors import ReplayError, VariantError
from mustutor.base.json_text import canonical, parsed
from mustutor.base.language import UNBROKEN, escaped, mark, unseen
from mustutor.base.register import rounds_called
from mustutor.model.variant import Variant, load_variant
from mustutor.model.variant_file import variant_ids

WIDTH = 96
"""The columns after which a list goes on in the next line."""

INDENT = "  "

NONE = "none"
"""What is written where a record states that there is nothing."""

LONGEST_LINE = 30_000
"""Characters of a line that holds no JSON object: the longest note, all in escapes, has room."""

JSON_WORDS = frozenset(("extra", "claim", "note", "player", "ledger"))
"""The words whose lines may hold a JSON object, as long as there is room for in a sheet."""

LIST_WORDS = frozenset(
    (
        *("seats", "players", "start", "games", "draw", "shuffled"),
        *("draws", "after", "checks", "times", "stock", "restock", "held"),
    )
)
"""The words whose lines are lists, as those of the rounds of every game are.

One that ends with a comma goes on in the next line.
"""

_LINE_END = re.compile(r"\r\n|\n|\r")
_PIECE = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s,]+|,')
OPENING = ('"', "{", "[", ":")
QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
_FIRST_WORD = re.compile(r"\s*([^\s:]*)(\s*:|(?=\s|$)|)")


class Piece(NamedTuple):
    """Part of a line's text, and its start in the line."""

    text: str
    at: int


class SheetLine(NamedTuple):
    """A logical line of a sheet; `origins` tell where each physical line of it began.

    An origin is the place in `text`, the line of the file, and the column, the last two from 1.
    """

    text: str
    file: str
    origins: tuple[tuple[int, int, int], ...]

    def spot(self, at: int = 0) -> tuple[int, int]:
        """The line and column, from 1, of an index in the text."""
        index = bisect_right(self.origins, at, key=lambda origin: origin[0]) - 1
        start, line, column = self.origins[max(index, 0)]
        return line, column + at - start

    def refuse(self, sentence: str, at: int = 0, *, hint: str = "", **evidence: Any) -> NoReturn:
        """Raise ReplayError at a place of the line."""
        self.refuse_at(*self.spot(at), sentence, hint=hint, **evidence)

    def refuse_at(
        self, line: int, column: int, sentence: str, *, hint: str = "", **evidence: Any
    ) -> NoReturn:
        """Raise ReplayError at another place of the file."""
        raise ReplayError(
            sentence, file=self.file, line=line, column=column, hint=hint, **evidence
        ) from None

    def word(self) -> tuple[Piece, Piece]:
        """The first word, without the colon after it, and the rest of the line.

        >>> SheetLine("  mus: A mus", "", ((0, 1, 1),)).word()
        (Piece(text='mus', at=2), Piece(text='A mus', at=7))
        """
        found = _FIRST_WORD.match(self.text)
        assert found is not None
        return Piece(found.group(1), found.start(1)), self.rest(found.end())

    def within(self, piece: Piece, end: int) -> Piece:
        """The piece without its first `start` characters, and without spaces around it."""
        left = piece.text[end:]
        return Piece(left.strip(), piece.at + end + len(left) - len(left.lstrip()))

    def rest(self, at: int) -> Piece:
        """The text of the line from an index on."""
        text = self.text[at:]
        left = text.lstrip()
        return Piece(left.rstrip(), at + len(text) - len(left))


def pieces(piece: Piece) -> list[Piece]:
    """Split at spaces and commas, which are dropped; quoted text stays whole.

    >>> [one.text for one in pieces(Piece('A 5, B "x y"', 0))]
    ['A', '5', 'B', '"x y"']
    """
    return [
        Piece(found.group(), piece.at + found.start())
        for found in _PIECE.finditer(piece.text)
        if found.group() != ","
    ]


def items(line: SheetLine, piece: Piece) -> list[Piece]:
    """Split at commas outside quotes; refuses an empty item.

    >>> line = SheetLine('A paso, "x,y"', "", ((0, 1, 1),))
    >>> [one.text for one in items(line, Piece(line.text, 0))]
    ['A paso', '"x,y"']
    """
    if not piece.text:
        return []
    text, start = piece.text, 0
    found: list[Piece] = []
    for end in (*find_unquoted(text, ","), len(text)):
        one = text[start:end]
        if not one.strip():
            line.refuse(mark("Nothing stands beside this comma."), piece.at + max(start - 1, 0))
        found.append(Piece(one.strip(), piece.at + start + len(one) - len(one.lstrip())))
        start = end + 1
    return found


def find_unquoted(text: str, sign: str) -> Iterator[int]:
    """The indices of a sign outside quotes; an unclosed quote hides nothing."""
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


def listed(head: str, things: list[str], between: str) -> Iterator[str]:
    """Write a list on as many lines as it needs: checks anew, others after a comma."""
    if not things:
        yield head.rstrip() if head.endswith(": ") else head + NONE
        return
    line = head + things[0]
    for thing in things[1:]:
        if len(line) + len(between) + len(thing) > WIDTH:
            yield line + between.rstrip()
            line = (head if between == " " else INDENT * 2) + thing
        else:
            line += between + thing
    yield line


def lines_of(text: str, file: str, first: int = 1) -> Iterator[SheetLine]:
    """The lines of a sheet that have content; `first` is the number of the first of them."""
    joined: SheetLine | None = None
    for number, raw in enumerate(_LINE_END.split(text), first):
        line = SheetLine(raw, file, ((0, number, 1),))
        _check(line)
        said = raw[: _comment(raw)].rstrip()
        if not said.strip():
            continue
        if joined is None:
            line = line._replace(text=said)
        else:
            origin = (len(joined.text) + 1, number, 1)
            line = SheetLine(f"{joined.text} {said}", file, (*joined.origins, origin))
        if said.endswith(",") and _is_list(line):
            joined = line
            continue
        joined = None
        yield line
    if joined is not None:
        sentence = mark("The list ends with a comma: something is missing after it.")
        joined.refuse(sentence, len(joined.text) - 1)


def _is_list(line: SheetLine) -> bool:
    word, _ = line.word()
    name = word.text.casefold()
    return name in LIST_WORDS or name in rounds_called()


def _comment(raw: str) -> int:
    """The start of a line's comment: a `#` after a space, outside quotes."""
    found = (at for at in find_unquoted(raw, "#") if at == 0 or raw[at - 1].isspace())
    return next(found, len(raw))


def _may_be_long(line: SheetLine) -> bool:
    word, rest = line._replace(text=line.text[:LONGEST_LINE]).word()
    return word.text.casefold() in JSON_WORDS and "{" in rest.text


def _check(line: SheetLine) -> None:
    """Refuse invisible characters, which make a line look other than it is."""
    raw = line.text
    if len(raw) > LONGEST_LINE and not _may_be_long(line):
        sentence = mark("This line has {length} characters; a line has at most {most}.")
        line.refuse(sentence, LONGEST_LINE, length=len(raw), most=LONGEST_LINE)
    if raw.isascii() and raw.isprintable():
        return
    for at, sign in enumerate(raw):
        if unseen(sign) and sign != "\t":
            sentence = mark(
                "Here is a character that cannot be seen: in quotes, write it as {escape}."
            )
            line.refuse(sentence, at, escape=escaped(sign))


# --- what stands in quotes ------------------------------------------------------------------


class SheetStyle:
    """The way a sheet is written: with all letters, or in ASCII alone."""

    def __init__(self, *, ascii: bool = False) -> None:  # noqa: A002 - as the option is typed
        self.ascii = ascii

    def text(self, text: str, *, without: str = "") -> str:
        """Write words to the end of a line, in quotes if they hold one of the signs `without`.

        >>> (
        ...     SheetStyle().text("Ane: 31"),
        ...     SheetStyle().text("a # b"),
        ...     SheetStyle(ascii=True).text("Beñat"),
        ... )
        ('Ane: 31', '"a # b"', '"Be\\\\u00f1at"')
        """
        return text if self.is_bare(text, without=without) else self.json(text)

    def named(self, name: object) -> str:
        """Write a name to the end of a line: as words, or the object that a record has of it."""
        return self.text(name) if isinstance(name, str) else self.json(name)

    def word(self, text: str, known: bool) -> str:
        """Write one word: bare if it is a `known` one, else in quotes."""
        return text if known else self.json(text)

    def json(self, thing: Any) -> str:
        """Write canonical JSON, with escapes for invisible characters."""
        return "".join(map(self._sign, canonical(thing)))

    def is_bare(self, text: str, *, without: str = "") -> bool:
        """Whether words can be written without quotes: they read back the same."""
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
        if not self.ascii and (sign in UNBROKEN or unicodedata.category(sign)[0] not in "CZ"):
            return sign
        return escaped(sign)


def words_of(line: SheetLine, piece: Piece) -> str:
    """Read words that go to the end of a line, bare or in quotes."""
    if piece.text.startswith('"'):
        return text_of(line, piece)
    return " ".join(piece.text.split())


def text_of(line: SheetLine, piece: Piece) -> str:
    """Read one text in quotes."""
    text = json_of(line, piece)
    if not isinstance(text, str):
        line.refuse(mark("This should be a text in quotes."), piece.at)
    return text


def object_of(line: SheetLine, piece: Piece) -> dict[str, Any]:
    """Read one JSON object."""
    thing = json_of(line, piece) if piece.text.startswith("{") else None
    if not isinstance(thing, dict):
        line.refuse(mark('This should be a JSON object, as in {{"x-table": 3}}.'), piece.at)
    return thing


def json_of(line: SheetLine, piece: Piece) -> Any:
    """Read the JSON on a line; an error in it is reported at its place on the sheet."""
    if piece.text.startswith('"') and not QUOTED.fullmatch(piece.text):
        line.refuse(
            mark("These quotes do not hold all of it: put the whole in quotes, or none of it."),
            piece.at,
        )
    try:
        return parsed(piece.text)
    except ReplayError as problem:
        at = piece.at + max(problem.column - 1, 0)
        line.refuse(problem.sentence, at, hint=problem.hint, **problem.evidence)


STDIN = "<stdin>"
"""What a sheet without a file is called."""

ENDINGS = (".yaml", ".yml")

_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}(?:\.ya?ml)?")


def house_rules_file(line: SheetLine, named: Piece) -> Variant | None:
    """The variant file of the house rules a sheet names; errors are reported on the sheet."""
    try:
        return house_rules(named.text, "" if line.file == STDIN else line.file)
    except VariantError as problem:
        if not problem.file:
            line.refuse(problem.sentence, named.at, **problem.evidence)
        raise ReplayError(
            problem.sentence,
            file=problem.file,
            line=problem.line,
            column=problem.column,
            hint=problem.hint,
            **problem.evidence,
        ) from None


def house_rules(named: str, sheet: str) -> Variant | None:
    """The house rules in the file beside a sheet; None for a packaged variant, or no file.

    `sheet` is the file of the sheet, empty if it has none. Raises VariantError if the name is a
    path, or if the variant file is invalid.
    """
    if named in variant_ids():
        return None
    if not _PLAIN.fullmatch(named):
        if re.search(r"[/\\]", named) or named.endswith(ENDINGS):
            raise VariantError(
                mark("A file of rules lies beside the sheet, and is named without its folder.")
            )
        return None
    folder = Path(sheet).parent
    plain = named.endswith(ENDINGS)
    for path in [folder / named] if plain else [folder / f"{named}{end}" for end in ENDINGS]:
        if sheet and path.is_file():
            if path.resolve().parent != folder.resolve():
                sentence = mark(
                    "{name} leads to another folder, and the rules must lie beside the sheet."
                )
                raise VariantError(sentence, name=path.name)
            return load_variant(path)
    if plain:
        raise VariantError(mark("There is no file {name} beside the sheet."), name=named)
    return None
