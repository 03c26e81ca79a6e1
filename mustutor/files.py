"""Read the matches of a file, whatever its kind, and say at its place what cannot be read.

A file holds one match (``.json``), one a line (``.jsonl``), one still being taken down
(``.part.jsonl``), or a score sheet (``.mus``); a page that plays a match carries it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path, PurePath
from typing import Any

from mustutor.errors import ReplayError, expect
from mustutor.language import mark
from mustutor.replay.carried import in_page, is_page
from mustutor.replay.format import Replay
from mustutor.replay.reader import (
    EMPTY,
    LIVE,
    SHEET,
    STDIN,
    Located,
    is_lines,
    lines_of,
    loads,
    whole,
)
from mustutor.resources import data
from mustutor.tuples import ReadOnlyMap
from mustutor.variant import Variant

_NO_RECORD = mark("A record is a path, a name, JSON text or a map, not {kind}.")
KINDS = (".json", SHEET)
"""The kinds of files that come along, the first before the second."""
RECORDS = (*KINDS, ".jsonl")
FOLDERS: tuple[list[str], ...] = ([], ["quarrels"], ["faulty"])
"""Where they lie: those to look at first, then disputes, then records with a fault."""


def load_replay(given: str | os.PathLike[str] | Mapping[str, Any]) -> Replay:
    """Read one match: from a path, the name of a record that comes along, JSON text, or a mapping.

    Text that begins with a brace is JSON. Raises ReplayError where it cannot be read, of several
    matches in a file where the first cannot.

    >>> load_replay("punto")
    <Replay encaje A B C, hands: 4>
    """
    if isinstance(given, Mapping):
        return loads(_as_text(given))
    if isinstance(given, str) and given.lstrip()[:1] == "{":
        return loads(given)
    expect(given, (str, os.PathLike), _NO_RECORD)
    text_or_path = os.fspath(given)
    expect(text_or_path, str, _NO_RECORD)
    if not os.path.exists(text_or_path):  # noqa: PTH110 - of a name no system takes, it is False
        text_or_path = str(packaged_file(text_or_path) or text_or_path)
    matches = read(text_or_path)
    first = next(matches, None)
    if first is None:
        raise ReplayError(mark("There is no match in it."), file=text_or_path)
    if first.replay is None:
        raise first.problem or ReplayError(mark("There is no match in it."))
    return first.replay


def _as_text(document: Mapping[str, Any]) -> bytes:
    from mustutor.quickjson import dumps  # Here, as a sheet is read without.

    try:
        return dumps(dict(document))
    except TypeError as problem:
        raise ReplayError(
            mark("This cannot be written as JSON: {problem}"), problem=str(problem)
        ) from None


def packaged_file(name: str) -> Path | None:
    """The file of a record that comes with mustutor; none where there is none such.

    It is called by its name, or by its path in the source tree, which an installed mustutor has
    elsewhere: ``raise_out_of_turn``, ``replays/quarrels/raise_out_of_turn.mus``.
    """
    *folders, last = PurePath(name).parts or ("",)
    stem, dot, kind = last.partition(".")
    if not stem.replace("_", "").isalnum():  # else it may lead elsewhere
        return None
    replays = data("replays")
    if dot:
        inside = folders in [["replays", *folder] for folder in FOLDERS] and f".{kind}" in RECORDS
        beside = [replays.joinpath(*folders[1:], last)] if inside else []
    else:
        named = [replays.joinpath(*folder, stem) for folder in FOLDERS if not folders]
        beside = [path.with_suffix(ending) for path in named for ending in KINDS]
    return next((path for path in beside if path.is_file()), None)


@cache
def packaged() -> Mapping[str, Path]:
    """The records that come with mustutor by name, score sheets among them, each with its file."""
    beside = [path for kind in reversed(KINDS) for path in data("replays").glob(f"*{kind}")]
    found = {path.stem: path for path in beside}
    return ReadOnlyMap(sorted(found.items()))


def read(path: str, *, sheet: bool = False, rules: Variant | None = None) -> Iterator[Located]:
    """Read the matches of a file one by one; ``-`` is standard input.

    With `sheet` it is a score sheet, whatever its name; `rules` are those of a sheet that names
    some nobody here knows. A line of a ``.jsonl`` file that cannot
    be read does not hide the others: its problem comes in its place. Raises ReplayError where
    the file itself cannot be read.
    """
    if path.endswith(LIVE) and not sheet:
        from mustutor.recorder.live import close_up

        yield Located(1, close_up(whole(path), file=path))
        return
    shown = "<stdin>" if path == STDIN else path
    if sheet or path == STDIN or not path.endswith(".jsonl"):
        text = whole(path)
        if is_page(text) and not sheet:
            text = in_page(text, file=shown)
        unnamed = path == STDIN and text.lstrip()[:1] not in b"{["
        if sheet or unnamed or path.endswith(SHEET):
            from mustutor.sheet.reader import looks_like_sheet, read_sheets

            if sheet or path.endswith(SHEET) or looks_like_sheet(text):
                yield from read_sheets(text, file=shown, rules=rules)
                return
        if path != STDIN or not is_lines(text):
            yield Located(1, loads(text, file=shown))
            return
        lines: Iterator[bytes] = iter(text.splitlines(keepends=True))
    else:
        lines = lines_of(path)
    number = 0
    for place, line in enumerate(lines, 1):
        if not line.strip():
            continue
        number += 1
        try:
            yield Located(number, loads(line, file=shown, line=place))
        except ReplayError as problem:
            yield Located(number, None, problem)
    if not number:
        raise ReplayError(EMPTY, file=shown)
