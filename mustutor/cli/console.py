"""The console: the one printer of the commands, and everything known about who reads.

Results go to stdout, messages to stderr. Colour only ever repeats what the words say. Long text
goes through the reader's pager, at a terminal only: what goes to a file or a pipe, what is asked
for as JSON, with --plain or with --no-input never meets one; nor does what fits on the screen.
A walk is shown on the whole screen, or goes by a script of what would be typed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import textwrap
import unicodedata
from collections.abc import Container, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from mustutor.base.errors import Unreadable
from mustutor.base.files import read_at_most
from mustutor.base.language import UNBROKEN, Language, escaped, mark, to_ascii
from mustutor.cli.settings import Settings

if TYPE_CHECKING:
    from mustutor.games.explain import Explanation, Line
    from mustutor.present.screen.desk import Onward
    from mustutor.present.screen.screen import Keep
    from mustutor.tutor.walk import Walk

NO_SCREEN = mark(
    "This terminal cannot redraw its screen, so everything comes line after line (with winpty, "
    "or in another terminal, you would see the table)."
)
COMMENT = "#"
IN_PAGE = "MUSTUTOR_IN_PAGE"
"""The variable by which a page says that a form stands where somebody else has a terminal."""


def keep_nothing(before: Walk, after: Walk) -> None:
    """Keep nothing of a step: a record that is watched leaves no trace."""


def shown(
    console: Console, walk: Walk, keep: Keep = keep_nothing, onward: Onward | None = None
) -> Walk | None:
    """Show a walk on the whole screen, and give it back where the reader left it.

    Whoever calls has asked `console.interactive` before. None says that this terminal cannot
    be drawn on: the reader is told so, and the lines are to follow.
    """
    from mustutor.present.screen.desk import nothing_follows
    from mustutor.present.screen.screen import NoScreenError, run_screen

    console.flush()
    try:
        return run_screen(
            walk,
            language=console.language,
            color=bool(console.color),
            faces=console.faces,
            ascii=console.draws_ascii,
            keep=keep,
            onward=onward or nothing_follows,
        )
    except NoScreenError:
        console.warn(NO_SCREEN)
        return None


def script_lines(file: Path, largest: int) -> Iterator[str]:
    """Read what would be typed from a file; what begins with ``#`` is a comment.

    Raises Unreadable where the file cannot be read, or holds more than `largest` bytes.
    """
    try:
        data = read_at_most(file, largest)
    except (OSError, ValueError) as problem:
        why = getattr(problem, "strerror", None) or str(problem)
        raise Unreadable("{problem}", problem=why, file=str(file)) from None
    if len(data) > largest:
        sentence = mark("This is more than anybody types: at most {most} KiB are read.")
        raise Unreadable(sentence, file=str(file), most=largest // 1024)
    lines = data.decode("utf-8-sig", errors="replace").splitlines()
    return iter([line for line in lines if not line.startswith(COMMENT)])


USUAL = "less"
NO_PAGER = frozenset(("", "cat"))
LESS = "FRX"
"""Leave at once where one screen is enough, keep the colours, leave the text on the screen."""


@contextmanager
def paged(console: Console, *, wanted: bool = True) -> Iterator[None]:
    """Gather the output of a command, and page it if it is longer than the screen.

    More than a pager is worth waiting for is written as it comes. Whatever ends the command, what
    was written is shown.
    """
    command = pager() if wanted and console.interactive else []
    if not command:
        yield
        return
    console.kept = []
    try:
        yield
    finally:
        text = "".join([f"{piece}\n" for piece in console.kept or ()])
        console.kept = None
        if text.count("\n") < shutil.get_terminal_size().lines or not _shown(command, text):
            sys.stdout.write(text)


def pager() -> list[str]:
    """The command of the reader's pager; none where there is none to be had, or it is `cat`."""
    import shlex

    try:
        command = shlex.split(os.environ.get("PAGER", USUAL))
    except ValueError:
        return []
    if not command or command[0] in NO_PAGER or shutil.which(command[0]) is None:
        return []
    return command


def _shown(command: list[str], text: str) -> bool:
    """Whether the pager has taken the text; one that cannot be started has not."""
    sys.stdout.flush()
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    try:
        running = subprocess.Popen(  # noqa: S603 - the reader's own pager
            command, stdin=subprocess.PIPE, env={"LESS": LESS, **os.environ}
        )
    except OSError:
        return False
    assert running.stdin is not None
    try:
        with running.stdin as taking:
            taking.write(text.encode(encoding, "replace"))
    except OSError:
        pass  # left before the end
    while True:
        try:
            running.wait()
        except KeyboardInterrupt:
            continue  # it is the pager's
        return True


def text_of(console: Console, explanation: Explanation) -> str:
    """Lay an explanation out, without the line end."""
    from mustutor.present.screen.rows import painter
    from mustutor.present.text import WIDTH, to_text

    width = min(console.width, WIDTH)
    paint = painter(color=console.color)
    return to_text(explanation, width, ascii=console.ascii, paint=paint).strip("\n")


def write(console: Console, explanation: Explanation) -> None:
    """Write an explanation."""
    console.write(text_of(console, explanation))


def write_lines(console: Console, *lines: Line) -> None:
    """Write lines that stand under no heading."""
    from mustutor.games.explain import Explanation, Passage

    write(console, Explanation("", (Passage("", lines),)))


NARROWEST = 20
MOST_KEPT = 10_000
"""So many pieces of text are kept for a pager; what is longer is written as it comes."""
COLORS = ("auto", "always", "never")
MANY_COLORS = ("truecolor", "24bit")
TWO_COLUMNS = 60  # below this a row is stacked: what it explains on one line, the words under it


class OutputClosed(Exception):
    """The reader of the output has closed it (`mustutor … | head`): nobody is left to tell."""


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
        self.typed: Container[str] = ()
        self.kept: list[str] | None = None
        self.ascii = ascii
        self.plain = plain
        self.no_input = no_input
        self.in_page = environment.get(IN_PAGE, "") == "1"
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

    def count(self, one: str, many: str, number: int, /, **evidence: object) -> None:
        """Say a sentence about a number of things to stdout, as a paragraph."""
        self.paragraph(self.language.count(one, many, number, **evidence))

    def count_noun(self, one: str, number: int, /, **evidence: object) -> None:
        """Say a sentence to stdout in which the noun after ``{number}`` takes an s for several."""
        self.paragraph(self.language.count_noun(one, number, **evidence))

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

    def warn(self, sentence: str, /, **evidence: object) -> None:
        """Say a sentence to stderr in the reader's language, after what was written before it."""
        self.flush()
        self.problem(self.language.say(sentence, **evidence))

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
            return to_ascii(text)
        try:
            text.encode(encoding)
        except UnicodeEncodeError:
            return to_ascii(text)
        return text


def _escaped(text: str) -> str:
    """Write signs of JSON text that cannot be seen as escapes: it means the same."""
    spaces = f" {UNBROKEN}"
    return "".join(
        sign if sign in spaces or unicodedata.category(sign)[0] not in "CZ" else escaped(sign)
        for sign in text
    )


def screenfuls(text: str, rows: int) -> list[str]:
    """Cut a text into pieces of at most `rows` lines, at least one each.

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
        raise OutputClosed from broken
    except OSError:
        if stream is not sys.stderr:
            raise
        # Nobody can be told; but what happened is still in the exit status.
        discard_output(stream)


def discard_output(stream: TextIO) -> None:
    """Send what is still unwritten nowhere, so that Python does not complain of it at the end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
