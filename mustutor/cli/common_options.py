"""What all commands have in common: options, exit statuses, and how wrong usage is told.

The common options (`--lang`, `--plain` …) may stand anywhere on the command line, before the
command or after it, so they are taken out of it before Typer reads the rest. Then even a mistake
in the rest is told in the language that was asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple

from mustutor.base.errors import (
    MustutorError,
    NotationError,
    Unreadable,
    VariantError,
    language_given,
)
from mustutor.base.language import available, chosen, mark
from mustutor.cli.console import COLORS, NARROWEST, Console

if TYPE_CHECKING:
    from mustutor.model.variant import Variant


WIDEST = 99_999
"""Columns; nobody has more."""
SCHEMA = mark("Type mustutor schema replay to see what a record holds.")
DEFAULT_VARIANT = "fournier"
STDOUT = STDIN = "-"


class Status(IntEnum):
    """The exit status of a command, for the caller."""

    DONE = 0  # done, or everything agrees
    WRONG = 1  # the record, claim, variant or lesson is wrong
    MISUSED = 2  # wrong usage
    UNREADABLE = 3  # input that cannot be read
    INTERRUPTED = 130


class UsageError(Unreadable):
    """A command line that asks for what is not there.

    `command` is the one that has the help; without it, the one that was typed.
    """

    @classmethod
    def of(cls, problem: MustutorError) -> UsageError:
        """Turn a problem with something on a command line into one of wrong usage."""
        hint = problem.hint if isinstance(problem, Unreadable) else ""
        return cls(problem.sentence, hint=hint, **problem.evidence)


class SitDown(Exception):
    """Raised where a learner chooses a table: it ends the screen, as play needs the terminal.

    Without a step it is the table they came from.
    """

    def __init__(self, step: str) -> None:
        super().__init__(step)
        self.step = step


@contextmanager
def refused_as_usage(*kinds: type[MustutorError]) -> Iterator[None]:
    """Let errors of these kinds be wrong usage, for what they refuse was typed.

    One that knows its file stays what it is: then the file is wrong.
    """
    try:
        yield
    except kinds as problem:
        if getattr(problem, "file", ""):
            raise
        raise UsageError.of(problem) from None


class CommonOption(NamedTuple):
    """An option every command heeds; one with a `value` takes one."""

    option: str
    value: str
    sentence: str


HABITS = (
    CommonOption(
        "--lang",
        "CODE",
        mark("Speak this language (otherwise that of MUSTUTOR_LANG, or of the system)."),
    ),
    CommonOption(
        "--color", "WHEN", mark("Use colour: auto, always or never (NO_COLOR is respected).")
    ),
    CommonOption("--ascii", "", mark("Draw with plain ASCII characters only.")),
    CommonOption("--plain", "", mark("Write line after line, with nothing redrawn and no colour.")),
    CommonOption("--no-input", "", mark("Never ask anything, never wait for a key.")),
    CommonOption(
        "--width", "COLUMNS", mark("Break lines at this width (otherwise at the terminal's).")
    ),
)


def split_common_options(arguments: Iterable[str]) -> tuple[dict[str, str], list[str]]:
    """Part the common options from the rest of a command line; the last of each counts.

    >>> split_common_options(["hand", "--lang", "es", "R", "--plain"])
    ({'--lang': 'es', '--plain': ''}, ['hand', 'R'])
    """
    valued = {habit.option: bool(habit.value) for habit in HABITS}
    asked: dict[str, str] = {}
    rest: list[str] = []
    words = iter(arguments)
    for word in words:
        option, equals, value = word.partition("=")
        if word == "--":
            rest += [word, *words]
        elif valued.get(option):
            asked[option] = value if equals else next(words, "")
        elif word in valued:
            asked[word] = ""
        else:
            rest.append(word)
    return asked, rest


def refuse_unwritable(arguments: Iterable[str]) -> None:
    """Refuse what no system can have passed on: a program called us with it, and not a shell."""
    for word in arguments:
        if "\0" in word or not _is_encoded(word, "surrogateescape"):
            raise UsageError(
                "The command line holds a character that nobody can type: {word}.", word=word
            )


def refuse_bytes(word: str, value: object) -> None:
    """Refuse text that is none: bytes that are no UTF-8 may stand in the name of a file alone."""
    for text in value if isinstance(value, (list, tuple)) else (value,):
        if isinstance(text, str) and not _is_encoded(text):
            raise UsageError("{word} takes text in UTF-8, not {value}.", word=word, value=text)


def _is_encoded(text: str, errors: str = "strict") -> bool:
    try:
        text.encode("utf-8", errors)
    except UnicodeEncodeError:
        return False
    return True


def console_for(asked: dict[str, str]) -> Console:
    """Make the console the common options ask for, or say which of them cannot be had."""
    code = asked.get("--lang")
    with refused_as_usage(NotationError):
        language = language_given(chosen() if code is None else supported_language(code) or code)
    color = asked.get("--color", "auto")
    if color not in COLORS:
        raise UsageError("--color takes auto, always or never, not {value}.", value=color or '""')
    width = asked.get("--width", str(NARROWEST))
    figures = width.isascii() and width.isdecimal() and len(width) <= len(str(WIDEST))
    if not figures or int(width) < NARROWEST:
        raise UsageError(
            "--width takes a number of columns, {least} or more, not {value}.",
            least=NARROWEST,
            value=width or '""',
        )
    return Console(
        language,
        color=color,
        width=int(width) if "--width" in asked else 0,
        ascii="--ascii" in asked,
        plain="--plain" in asked,
        no_input="--no-input" in asked,
    )


def supported_language(code: str | None) -> str | None:
    """Find the language meant by a code such as ``es`` or ``es_ES``, if mustutor speaks it."""
    short = (code or "").replace("-", "_").split("_")[0].lower()
    return short if short in available() else None


def nearest(word: str, known: Iterable[str]) -> str:
    """Find what was probably meant, or nothing.

    >>> nearest("setle", ["settle", "hand"])
    'settle'
    """
    return next(iter(get_close_matches(word, list(known), 1)), "")


def variant_named(name: str) -> Variant:
    """Load the variant a command line names; an id nobody knows is wrong usage."""
    from mustutor.model.variant import load_variant

    with refused_as_usage(VariantError):
        return load_variant(name)


def explained_by_schema(file: str, line: int) -> bool:
    """Whether the schema can say more of unreadable input: JSON with a known place in it.

    A file that is missing or too large has no such place; a score sheet is no JSON.

    >>> [explained_by_schema(*each) for each in (("a.json", 3), ("a.json", 0), ("a.mus", 3))]
    [True, False, False]
    """
    return bool(line) and not file.endswith(".mus")
