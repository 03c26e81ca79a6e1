"""Reading records: lax in spelling, strict in rules; every refusal has its place.

Numbers with a point, NaN and nulls, a name twice in an object, deep nesting and endless files
are refused before decoding. `mustutor.replay.files` reads files of every kind.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from typing import IO, NamedTuple, NoReturn

from mustutor.base import files
from mustutor.base.errors import ReplayError, expect
from mustutor.base.json_text import locate, parsed, refuse_null
from mustutor.base.language import mark
from mustutor.base.schema import refusals
from mustutor.replay.format import FORMAT, Refused, Replay, decode, is_newer

LARGEST_MATCH = 32 * 1024 * 1024
STDIN = "-"
SHEET = ".mus"
LIVE = ".part.jsonl"
"""How the name of a score sheet ends."""

_NO_TEXT = mark("A record is read from JSON text, not from {kind}.")
EMPTY = mark("It is empty: a record is a JSON document.")
TOO_LARGE = mark("It is larger than {most} MiB: split it into one match a line (.jsonl).")


class Located(NamedTuple):
    """A match read from a file: its number from 1, and the replay or the error in its place."""

    number: int
    replay: Replay | None
    problem: ReplayError | None = None


def loads(text: str | bytes, *, file: str = "", line: int = 0) -> Replay:
    """Read one match from JSON text; raises ReplayError with the place of the error.

    `line` is the line of `file` the text stands on, where a file holds a match a line.

    >>> import mustutor
    >>> record = mustutor.load_replay("punto")
    >>> loads(mustutor.dumps(record)) == record
    True
    """
    expect(text, (str, bytes), _NO_TEXT)
    text = _decoded(text, file, line)
    document = _document(text, file, line)
    try:
        replay = decode(document)
    except Refused:
        explain(document, file, lambda path, *, at_key: _spot(text, path, line, at_key=at_key))
    refuse_null(document, text, file=file, line=line)
    return replay


def load(file: IO[str] | IO[bytes]) -> Replay:
    """Read one match from an open file."""
    return loads(file.read(LARGEST_MATCH + 1), file=str(getattr(file, "name", "")))


def whole(path: str) -> bytes:
    """Read a whole file, or standard input; raises ReplayError if it cannot be read."""
    try:
        if path == STDIN:
            # A program started without a standard input has none at all.
            data = sys.stdin.buffer.read(LARGEST_MATCH + 1) if sys.stdin is not None else b""
        else:
            with opened(path) as file:
                data = file.read(LARGEST_MATCH + 1)
    except (OSError, ValueError) as problem:
        raise ReplayError(_system(problem), file=path) from None
    shown = "<stdin>" if path == STDIN else path
    if len(data) > LARGEST_MATCH:
        raise ReplayError(TOO_LARGE, file=shown, most=LARGEST_MATCH // 2**20)
    if not data.strip():
        raise ReplayError(EMPTY, file=shown)
    return data


def opened(path: str) -> IO[bytes]:
    """Open a file of records; raises ReplayError for a folder, and for a pipe in a folder."""
    pipe = mark("It is a pipe: read it as standard input, named -.")
    return files.open_input(path, ReplayError, pipe)


def _system(problem: OSError | ValueError) -> str:
    if isinstance(problem, FileNotFoundError):
        return mark("There is no such file.")
    if isinstance(problem, PermissionError):
        return mark("It may not be read: its permissions forbid it.")
    return mark("It cannot be read.")


def lines_of(path: str) -> Iterator[bytes]:
    """Yield the lines of a file, none longer than a match may be."""
    try:
        with opened(path) as file:
            while line := file.readline(LARGEST_MATCH + 1):
                if len(line) > LARGEST_MATCH:
                    sentence = mark("A line of it is longer than {most} MiB.")
                    raise ReplayError(sentence, file=path, most=LARGEST_MATCH // 2**20)
                yield line
    except (OSError, ValueError) as problem:
        raise ReplayError(_system(problem), file=path) from None


def is_lines(text: bytes) -> bool:
    """Whether standard input is JSON Lines: its first line is a complete document."""
    first, _, rest = text.lstrip().partition(b"\n")
    if not rest.strip():
        return False
    try:
        json.loads(first)
    except (ValueError, RecursionError):
        return False
    return True


def _decoded(text: str | bytes, file: str, line: int) -> str:
    if isinstance(text, str):
        return text
    if b"\0" in text[:4096]:
        sentence = mark("It is not text: a record is a JSON document.")
        raise ReplayError(sentence, file=file, line=line, column=1)
    return files.decoded(text, ReplayError, file=file, line=line)


def _document(text: str, file: str, line: int) -> object:
    if len(text) > LARGEST_MATCH:
        raise ReplayError(TOO_LARGE, file=file, most=LARGEST_MATCH // 2**20)
    if not text.strip():
        raise ReplayError(EMPTY, file=file, line=line)
    if text.startswith("\ufeff"):
        sentence = mark("It begins with a byte order mark: save it as plain UTF-8.")
        raise ReplayError(sentence, file=file, line=max(line, 1), column=1)
    return parsed(text, file=file, line=line)


# --- what the decoder refused ------------------------------------------------------------


def explain(document: object, file: str, place: Callable[..., tuple[int, int]]) -> NoReturn:
    """Raise what the decoder refused, with its place and a suggestion.

    `place` finds the line and column of the value, or of the field's name, at a path.
    """
    if isinstance(document, dict) and document.get("format", FORMAT) != FORMAT:
        line, column = place(("format",), at_key=False)
        raise ReplayError(
            mark("The format is {found!r}, newer than this program: it reads {ours!r}. Update it.")
            if is_newer(document["format"])
            else mark("The format is {found!r}; this program reads {ours!r}."),
            file=file,
            line=line,
            column=column,
            found=document["format"],
            ours=FORMAT,
        ) from None
    for refusal in refusals(document, "replay"):
        line, column = place(refusal.path, at_key=refusal.at_key)
        raise ReplayError(
            refusal.sentence,
            file=file,
            line=line,
            column=column,
            hint=refusal.hint,
            **refusal.evidence,
        ) from None
    raise ReplayError(mark("It is not a record in this format."), file=file) from None


def _spot(text: str, path: tuple[str | int, ...], line: int, *, at_key: bool) -> tuple[int, int]:
    row, column = locate(text, path, at_key=at_key)
    return (line if line > 1 else row), column
