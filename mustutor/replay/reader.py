"""Read records: bounded, lax in spelling, never in rules; every refusal has its place.

`loads` reads one match, `read` a file of one match (``.json``), of one a line (``.jsonl``), or
one still being taken down (``.part.jsonl``). Numbers with a point, NaN and nulls, a name twice
in an object, deep nesting and files without end are refused before anything is made of them.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator
from json.decoder import scanstring  # type: ignore[attr-defined]
from pathlib import Path
from typing import IO, Any, NamedTuple, NoReturn

from mustutor.errors import ReplayError
from mustutor.language import mark
from mustutor.replay.decoder import Refused, decode
from mustutor.replay.format import FORMAT, Json, Replay

LARGEST_MATCH = 32 * 1024 * 1024
DEEPEST = 64
STDIN = "-"

_SPACE = re.compile(r"[ \t\n\r]*")
_DECODER = json.JSONDecoder()


class _Wrong(ValueError):
    """Something JSON allows and the format does not."""

    def __init__(self, sentence: str, **evidence: object) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.evidence = evidence


class Located(NamedTuple):
    """A match read from a file: its number from 1, and the replay or what is wrong with it."""

    number: int
    replay: Replay | None
    problem: ReplayError | None = None


def loads(text: str | bytes, *, file: str = "", line: int = 0) -> Replay:
    """Read one match from JSON text; raises ReplayError with the place of what is wrong.

    `line` is the line of `file` the text stands on, where a file holds a match a line.
    """
    text = _decoded(text, file)
    document = _parsed(text, file, line)
    try:
        return decode(document)
    except Refused as refused:
        _explain(document, text, refused, file, line)


def load(file: IO[str] | IO[bytes]) -> Replay:
    """Read one match from an open file."""
    return loads(file.read(LARGEST_MATCH + 1), file=str(getattr(file, "name", "")))


def load_replay(text_or_path: str | os.PathLike[str]) -> Replay:
    """Read one match from a path, or from JSON text (which begins with a brace)."""
    if isinstance(text_or_path, str) and text_or_path.lstrip()[:1] == "{":
        return loads(text_or_path)
    matches = read(os.fspath(text_or_path))
    first = next(matches, None)
    if first is None:
        raise ReplayError(mark("There is no match in it."), file=os.fspath(text_or_path))
    if first.replay is None:
        raise first.problem or ReplayError(mark("There is no match in it."))
    return first.replay


def read(path: str) -> Iterator[Located]:
    """Read the matches of a file one by one; ``-`` is standard input.

    A line of a ``.jsonl`` file that cannot be read does not hide the others: its problem comes
    in its place. Raises ReplayError where the file itself cannot be read.
    """
    if path.endswith(".part.jsonl"):
        from mustutor.replay.live import close_up

        yield Located(1, close_up(_whole(path), file=path))
        return
    shown = "<stdin>" if path == STDIN else path
    if path == STDIN or not path.endswith(".jsonl"):
        text = _whole(path)
        if path != STDIN or not _is_lines(text):
            yield Located(1, loads(text, file=shown))
            return
        lines: Iterator[bytes] = iter(text.splitlines(keepends=True))
    else:
        lines = _lines(path)
    number = 0
    for place, line in enumerate(lines, 1):
        if not line.strip():
            continue
        number += 1
        try:
            yield Located(number, loads(line, file=shown, line=place))
        except ReplayError as problem:
            yield Located(number, None, problem)


def _whole(path: str) -> bytes:
    try:
        if path == STDIN:
            data = sys.stdin.buffer.read(LARGEST_MATCH + 1)
        else:
            with _opened(path) as file:
                data = file.read(LARGEST_MATCH + 1)
    except OSError as problem:
        raise ReplayError(_system(problem), file=path) from None
    shown = "<stdin>" if path == STDIN else path
    if len(data) > LARGEST_MATCH:
        raise ReplayError(
            mark("It is larger than {most} MiB: split it into one match a line (.jsonl)."),
            file=shown,
            most=LARGEST_MATCH // 2**20,
        )
    if not data.strip():
        raise ReplayError(mark("It is empty: a record is a JSON document."), file=shown)
    return data


def _opened(path: str) -> IO[bytes]:
    if Path(path).is_dir():
        raise ReplayError(mark("It is a folder: name a file in it."), file=path)
    return open(path, "rb")


def _system(problem: OSError) -> str:
    if isinstance(problem, FileNotFoundError):
        return mark("There is no such file.")
    if isinstance(problem, PermissionError):
        return mark("It may not be read: its permissions forbid it.")
    return mark("It cannot be read.")


def _lines(path: str) -> Iterator[bytes]:
    try:
        with _opened(path) as file:
            while line := file.readline(LARGEST_MATCH + 1):
                if len(line) > LARGEST_MATCH:
                    raise ReplayError(
                        mark("A line of it is longer than {most} MiB."),
                        file=path,
                        most=LARGEST_MATCH // 2**20,
                    )
                yield line
    except OSError as problem:
        raise ReplayError(_system(problem), file=path) from None


def _is_lines(text: bytes) -> bool:
    """Whether standard input holds a match a line: its first line is a document by itself."""
    first, _, rest = text.lstrip().partition(b"\n")
    if not rest.strip():
        return False
    try:
        json.loads(first)
    except (ValueError, RecursionError):
        return False
    return True


def _decoded(text: str | bytes, file: str) -> str:
    if isinstance(text, str):
        return text
    if b"\0" in text[:4096]:
        raise ReplayError(mark("It is not text: a record is a JSON document."), file=file)
    try:
        return text.decode("utf-8")
    except UnicodeDecodeError as problem:
        line = text.count(b"\n", 0, problem.start) + 1
        raise ReplayError(
            mark("It is not UTF-8 text: byte {byte} cannot be read."),
            file=file,
            line=line,
            column=problem.start - text.rfind(b"\n", 0, problem.start),
            byte=f"0x{text[problem.start]:02x}",
        ) from None


# --- JSON --------------------------------------------------------------------------------


def _pairs(pairs: list[tuple[str, Any]]) -> Json:
    thing = dict(pairs)
    if len(thing) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise _Wrong(mark("The field {name} is written twice in one object."), name=twice)
    return thing


def _float(text: str) -> NoReturn:
    raise _Wrong(mark("{number} is not a whole number; stones are counted."), number=text)


def _constant(text: str) -> NoReturn:
    raise _Wrong(mark("{name} is not a number a record may hold."), name=text)


_STRICT = json.JSONDecoder(
    object_pairs_hook=_pairs, parse_float=_float, parse_constant=_constant
)


def _parsed(text: str, file: str, line: int) -> object:
    if len(text) > LARGEST_MATCH:
        raise ReplayError(
            mark("It is larger than {most} MiB: split it into one match a line (.jsonl)."),
            file=file,
            most=LARGEST_MATCH // 2**20,
        )
    if not text.strip():
        raise ReplayError(mark("It is empty: a record is a JSON document."), file=file, line=line)
    if text.startswith("\ufeff"):
        raise ReplayError(
            mark("It begins with a byte order mark: save it as plain UTF-8."), file=file
        )
    try:
        return _STRICT.decode(text)
    except json.JSONDecodeError as problem:
        cut = problem.pos >= len(text.rstrip())
        raise ReplayError(
            mark("The JSON breaks off here: the file seems cut short.")
            if cut
            else mark("It is not JSON: {problem}."),
            file=file,
            line=problem.lineno if line <= 1 else line,
            column=problem.colno,
            problem=problem.msg,
        ) from None
    except _Wrong as problem:
        raise ReplayError(
            problem.sentence, file=file, line=max(line, 1), column=1, **problem.evidence
        ) from None
    except RecursionError:
        raise ReplayError(
            mark("It nests brackets far deeper than any record."),
            file=file,
            line=max(line, 1),
            column=1,
        ) from None
    except ValueError:
        raise ReplayError(
            mark("It holds a number far larger than any count of stones."),
            file=file,
            line=max(line, 1),
            column=1,
        ) from None


def _explain(
    document: object, text: str, refused: Refused, file: str, line: int
) -> NoReturn:
    """Say what the decoder refused, with the place in the file and a did-you-mean."""
    from mustutor.schema import refusals, spoken

    path = refused.path
    if isinstance(document, dict) and "format" in document and path == ("format",):
        _wrong_format(document["format"], text, file, line)
    told = refusals(document, "replay")
    near = [refusal for refusal in told if refusal.path[: len(path)] == path] or told
    row, column = locate(text, near[0].path if near else path)
    if line > 1:
        row = line
    if near:
        raise ReplayError(
            near[0].sentence,
            file=file,
            line=row,
            column=column,
            hint=near[0].hint,
            **near[0].evidence,
        ) from None
    raise ReplayError(
        mark("{place} is not what a record holds there."),
        file=file,
        line=row,
        column=column,
        place=spoken(path),
    ) from None


def _wrong_format(found: object, text: str, file: str, line: int) -> NoReturn:
    row, column = locate(text, ("format",))
    raise ReplayError(
        mark("The format is {found!r}; this program reads {ours!r}."),
        file=file,
        line=line if line > 1 else row,
        column=column,
        found=found,
        ours=FORMAT,
    ) from None


def locate(text: str, path: tuple[str | int, ...]) -> tuple[int, int]:
    """Find the line and column, from 1, of the value at a path of a JSON text.

    >>> locate('{"a": [1,\\n 2]}', ("a", 1))
    (2, 2)
    """
    at = _space(text, 0)
    for step in path:
        found = _step(text, at, step)
        if found is None:
            break
        at = found
    return text.count("\n", 0, at) + 1, at - (text.rfind("\n", 0, at) + 1) + 1


def _space(text: str, at: int) -> int:
    matched = _SPACE.match(text, at)
    return matched.end() if matched else at


def _step(text: str, at: int, step: str | int) -> int | None:
    """The place of one member of the object or list that begins at a place."""
    opening = text[at : at + 1]
    if opening not in ("{", "["):
        return None
    at = _space(text, at + 1)
    place = 0
    while at < len(text) and text[at] not in "}]":
        start = at
        if opening == "{":
            name, at = scanstring(text, at + 1)
            at = _space(text, _space(text, at) + 1)
            if name == step:
                return at
        elif place == step:
            return start
        _, at = _DECODER.raw_decode(text, at)
        at = _space(text, at)
        if text[at : at + 1] == ",":
            at = _space(text, at + 1)
        place += 1
    return None
