"""The console: the one printer of the commands, and everything known about who reads.

Results go to stdout, messages to stderr. Colour only ever repeats what the words say.
"""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
import unicodedata
from collections.abc import Iterable, Mapping
from typing import TextIO

from mustutor.cli.settings import Settings
from mustutor.language import Language, escaped, in_ascii

NARROWEST = 20
MOST_KEPT = 10_000
"""So many pieces of text are kept for a pager; what is longer is written as it comes."""
COLORS = ("auto", "always", "never")
MANY_COLORS = ("truecolor", "24bit")
TWO_COLUMNS = 60  # below this a row is stacked: what it explains on one line, the words under it


class ReaderGone(Exception):
    """Whoever read the output has closed it (`mustutor … | head`): there is nobody to tell."""


class Console:
    """Where a command writes, in which language, how wide and how plain.

    `width` counts columns, `height` rows; `interactive` says whether somebody sits at a terminal
    and may be asked on a screen, `asks` whether at least line by line, as on a terminal that cannot
    redraw; `faces` whether there are colours enough for the faces of cards. `kept` is text on its
    way to a pager, None while there is none.
    """

    def __init__(
        self,
        language: Language,
        *,
        color: str = "auto",
        width: int = 0,
        ascii: bool = False,
        plain: bool = False,
        no_input: bool = False,
        environment: Mapping[str, str] = os.environ,
    ) -> None:
        self.language = language
        self.usual = Settings()
        self.kept: list[str] | None = None
        self.ascii = ascii
        self.plain = plain
        self.no_input = no_input
        terminal = _is_terminal(sys.stdout) and environment.get("TERM") != "dumb"
        size = shutil.get_terminal_size((80, 24))
        self.width, self.height = max(width or size.columns, NARROWEST), size.lines
        self.asks = _is_terminal(sys.stdout) and _is_terminal(sys.stdin) and not no_input
        self.interactive = terminal and _is_terminal(sys.stdin) and not plain and not no_input
        if color == "auto":
            forced = environment.get("FORCE_COLOR", "") not in {"", "0"}
            self.color = (terminal or forced) and not plain and not environment.get("NO_COLOR")
        else:
            self.color = color == "always"
        self.faces = bool(self.color) and _has_many_colors(environment)

    def write(self, text: str = "") -> None:
        """Write lines to stdout as they are, or keep them for a pager."""
        if self.kept is None:
            _put(sys.stdout, self.fitted(text))
            return
        self.kept.append(self.fitted(text))
        if len(self.kept) > MOST_KEPT:  # too much to wait for
            kept, self.kept = self.kept, None
            _put(sys.stdout, "\n".join(kept))

    def paragraph(self, text: str, *, indent: int = 0, hang: int = 0) -> None:
        """Write running text to stdout, broken at the reader's width."""
        self.write(wrapped(text, self.width, indent=indent, hang=hang))

    def say(self, sentence: str, /, **evidence: object) -> None:
        """Say a sentence to stdout in the reader's language, as a paragraph."""
        self.paragraph(self.language.say(sentence, **evidence))

    def heading(self, text: str) -> None:
        """Write a line that names what follows."""
        self.write(self.strong(text))

    def rows(self, rows: Iterable[tuple[str, str]]) -> None:
        """Write things and their explanations: in two columns, or stacked where it is narrow."""
        self.write(columns(rows, self.width))

    def document(self, data: object) -> None:
        """Write one JSON document on one line of stdout; the same in every language.

        What a terminal might obey, or might turn the other way round, is written as JSON escapes.
        """
        import json

        text = json.dumps(data, ensure_ascii=self.ascii, allow_nan=False)
        _put(sys.stdout, text if text.isascii() and text.isprintable() else _escaped(text))

    def problem(self, text: str, advice: str = "") -> None:
        """Write to stderr what is wrong, on one line, and below it what to do."""
        _put(sys.stderr, self.fitted(f"{text}\n{advice}" if advice else text, sys.stderr))

    def flush(self) -> None:
        """Let what was written arrive: a full disk, or a reader gone, shows now and not at exit."""
        if sys.stdout is not None:
            sys.stdout.flush()

    @property
    def draws_ascii(self) -> bool:
        """Whether bars and frames are to be drawn with the signs of ASCII alone."""
        return self.ascii or self.fitted("┌█░") != "┌█░"

    def strong(self, text: str) -> str:
        """Make text bold where colour is on; it must say as much without."""
        return f"\x1b[1m{text}\x1b[0m" if self.color else text

    def fitted(self, text: str, stream: object = None) -> str:
        """Bring text to signs the stream can show."""
        if text.isascii():
            return text
        encoding = getattr(stream or sys.stdout, "encoding", None) or "utf-8"
        if self.ascii:
            return in_ascii(text)
        try:
            text.encode(encoding)
        except UnicodeEncodeError:
            return in_ascii(text)
        return text


def _escaped(text: str) -> str:
    """Write signs of JSON text that cannot be seen as escapes: it means the same."""
    return "".join(
        sign if sign == " " or unicodedata.category(sign)[0] not in "CZ" else escaped(sign)
        for sign in text
    )


def screenfuls(text: str, rows: int) -> list[str]:
    """Cut a text into pieces of at most so many rows, at least one each.

    >>> screenfuls("a\\nb\\nc", 2)
    ['a\\nb', 'c']
    """
    lines, rows = text.split("\n"), max(rows, 1)
    return ["\n".join(lines[at : at + rows]) for at in range(0, len(lines), rows)]


def wrapped(text: str, width: int, *, indent: int = 0, hang: int = 0) -> str:
    """Break running text at a width; `hang` more columns from its second line on.

    >>> print(wrapped("B takes the pot: 22 stones.", 20, indent=2, hang=2))
      B takes the pot:
        22 stones.
    """
    first = " " * indent
    return textwrap.fill(
        text,
        width,
        initial_indent=first,
        subsequent_indent=first + " " * hang,
        break_long_words=False,
        break_on_hyphens=False,
    )


def columns(rows: Iterable[tuple[str, str]], width: int) -> str:
    """Set things beside their explanations, or above them where there is no room.

    >>> print(columns([("A", "mano"), ("B", "second")], 80))
      A  mano
      B  second
    """
    table = list(rows)
    left = max((len(thing) for thing, _ in table), default=0) + 2
    if width < TWO_COLUMNS or left > width // 2:
        return "\n".join(f"  {thing}\n{wrapped(words, width, indent=4)}" for thing, words in table)
    return "\n".join(
        f"  {thing:{left}}{wrapped(words, width, indent=left + 2).lstrip()}".rstrip()
        for thing, words in table
    )


def _has_many_colors(environment: Mapping[str, str]) -> bool:
    """Whether a terminal says that it has more colours than sixteen."""
    term = environment.get("TERM", "")
    told = environment.get("COLORTERM", "") in MANY_COLORS or "WT_SESSION" in environment
    return told or term.endswith(("256color", "-direct", "kitty", "ghostty"))


def _is_terminal(stream: object) -> bool:
    return bool(getattr(stream, "isatty", bool)())


def _put(stream: TextIO | None, text: str) -> None:
    if stream is None:  # closed; and `print` would choose another
        return
    try:
        print(text, file=stream)
    except BrokenPipeError as broken:
        raise ReaderGone from broken
    except OSError:
        if stream is not sys.stderr:
            raise
        # Nobody can be told; but what happened is still in the exit status.
        abandon(stream)


def abandon(stream: TextIO) -> None:
    """Send what is still unwritten nowhere, so that Python does not complain of it at the end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
