"""Files of matches: read by kind; what cannot be read is reported with its place.

A file holds one match (``.json``), one a line (``.jsonl``), one still being taken down
(``.part.jsonl``), or a score sheet (``.mus``); a page that plays a match carries it.

Pages and links carry a record packed, so that it comes out as the same bytes. The first letter
names the form: ``j`` a record as JSON, ``s`` a score sheet. The rest is the text through zlib, in
URL-safe base64 without padding, which a browser can unpack by itself. Zlib's checksum finds
letters that were changed on the way; without it one damaged link in eight would decode to another
hand. Other packers give other letters for the same text, so compare the text.
"""

from __future__ import annotations

import os
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path, PurePath
from typing import Any

from mustutor.base.errors import EmbeddedRecordError, ReplayError, Unreadable, expect
from mustutor.base.files import data
from mustutor.base.json_text import ReadOnlyMap, dumps, small
from mustutor.base.language import mark
from mustutor.model.variant import Variant
from mustutor.replay.format import Replay
from mustutor.replay.reader import (
    EMPTY,
    LARGEST_MATCH,
    LIVE,
    SHEET,
    STDIN,
    Located,
    is_lines,
    lines_of,
    loads,
    whole,
)

_NO_RECORD = mark("A record is a path, a name, JSON text or a map, not {kind}.")
KINDS = (".json", SHEET)
"""The kinds of files that come along, the first before the second."""
RECORDS = (*KINDS, ".jsonl")
FOLDERS: tuple[list[str], ...] = ([], ["quarrels"], ["faulty"])
"""Where they lie: those to look at first, then disputes, then records with a fault."""


def load_replay(given: str | os.PathLike[str] | Mapping[str, Any]) -> Replay:
    """Read one match from a path, the name of a packaged record, JSON text, or a mapping.

    Text that begins with a brace is JSON. Raises ReplayError if the match, or the first of several,
    cannot be read.

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
    try:
        return dumps(dict(document))
    except TypeError as problem:
        sentence = mark("This cannot be written as JSON: {problem}")
        raise ReplayError(sentence, problem=str(problem)) from None


def packaged_file(name: str) -> Path | None:
    """The file of a packaged record; None if there is none of that name.

    It is called by its name, or by its path in the source tree, which an installed mustutor has
    elsewhere: ``raise_out_of_turn``, ``replays/quarrels/raise_out_of_turn.mus``.
    """
    *folders, last = PurePath(name).parts or ("",)
    stem, dot, kind = last.partition(".")
    if not stem.replace("_", "").isalnum():  # else it could leave the folder
        return None
    replays = data("replays")
    if dot:
        inside = folders in [["replays", *folder] for folder in FOLDERS] and f".{kind}" in RECORDS
        beside = [replays.joinpath(*folders[1:], last)] if inside else []
    else:
        named = [replays.joinpath(*folder, stem) for folder in FOLDERS if not folders]
        beside = [path.with_suffix(ending) for path in named for ending in KINDS]
    return next((path for path in beside if os.path.isfile(path)), None)  # noqa: PTH113


@cache
def packaged() -> Mapping[str, Path]:
    """The packaged records by name, score sheets included, each with its file."""
    beside = [path for kind in reversed(KINDS) for path in data("replays").glob(f"*{kind}")]
    found = {path.stem: path for path in beside}
    return ReadOnlyMap(sorted(found.items()))


def read(path: str, *, sheet: bool = False, rules: Variant | None = None) -> Iterator[Located]:
    """Yield the matches of a file one by one; ``-`` is standard input.

    With `sheet` it is a score sheet under any name; `rules` are for a sheet that names unknown
    ones. An unreadable line of a ``.jsonl`` file does not hide the others: its error comes in its
    place. Raises ReplayError if the file itself cannot be read.
    """
    if path.endswith(LIVE) and not sheet:
        from mustutor.replay.live_file import read_live_record

        yield Located(1, read_live_record(whole(path), file=path))
        return
    if path == STDIN and not sheet:
        yield from matches_in(whole(path), file="<stdin>", rules=rules)
        return
    if path.endswith(".jsonl") and not sheet:
        yield from _each_line(lines_of(path), path)
        return
    text = whole(path)
    text = in_page(text, file=path) if is_page(text) and not sheet else text
    if sheet or path.endswith(SHEET):
        from mustutor.replay.sheet.reader import read_sheets

        yield from read_sheets(text, file="<stdin>" if path == STDIN else path, rules=rules)
    else:
        yield Located(1, loads(text, file=path))


def matches_in(text: bytes, *, file: str = "", rules: Variant | None = None) -> Iterator[Located]:
    """Yield the matches of a text without a name: a record, several, a sheet, a page, a link.

    Raises as `read` does; `file` is for error messages.
    """
    from mustutor.replay.sheet.reader import looks_like_sheet, read_sheets

    if packed := packed_in(text[: 2 * MOST_IN_LINK].decode(errors="replace").strip()):
        text = unpack(packed)[1]
    text = in_page(text, file=file) if is_page(text) else text
    if text.lstrip()[:1] not in b"{[" and looks_like_sheet(text):
        yield from read_sheets(text, file=file, rules=rules)
    elif is_lines(text):
        yield from _each_line(text.splitlines(keepends=True), file)
    else:
        yield Located(1, loads(text, file=file))


def _each_line(lines: Iterable[bytes], file: str) -> Iterator[Located]:
    number = 0
    for place, line in enumerate(lines, 1):
        if not line.strip():
            continue
        number += 1
        try:
            yield Located(number, loads(line, file=file, line=place))
        except ReplayError as problem:
            yield Located(number, None, problem)
    if not number:
        raise ReplayError(EMPTY, file=file)


JSON, SCORE_SHEET = "j", "s"
FORMS = (JSON, SCORE_SHEET)
MOMENTS = "p"
"""A score sheet with all that a page without the engine plays of it, as a JSON document."""
MOST_IN_LINK = 64 * 1024
"""Bytes that a link may hold when it is unpacked."""

TYPE = "application/x-mustutor"
"""The type of the element of a page that carries its record."""

_LINK = re.compile(r"(?:[^#\s]*#)?([jsp])([A-Za-z0-9_-]{8,})")
_IN_PAGE = re.compile(
    rb'<script type="application/x-mustutor" id="record"[^<>]*>([js])([\w-]+)</script>'
)
_PAGE = re.compile(rb"\s*<!doctype html", re.IGNORECASE)
_BROKEN = mark("What it carries is broken: not all of it has arrived, or something was changed.")
_BROKEN_LINK = mark("This link is broken: not all of it has arrived, or something was changed.")


def pack(text: bytes, form: str = JSON) -> str:
    """Pack a text for a page or a link.

    >>> unpack(pack(b"Madrid", "s"))
    ('s', b'Madrid')
    """
    from base64 import urlsafe_b64encode  # Imported here, as most records are not in links.

    return form + urlsafe_b64encode(zlib.compress(text, 9)).decode().rstrip("=")


def unpack(packed: str, *, most: int = MOST_IN_LINK, file: str = "") -> tuple[str, bytes]:
    """Unpack to the form letter and the text. Raises EmbeddedRecordError for damaged input.

    `file` is its file for error messages; empty for a link.
    """
    from base64 import b64decode

    form, letters = packed[:1], packed[1:]
    broken = _BROKEN if file else _BROKEN_LINK
    try:
        data = b64decode(letters + "=" * (-len(letters) % 4), altchars=b"-_", validate=True)
        unpacker = zlib.decompressobj()
        text = unpacker.decompress(data, most + 1)
        if form == MOMENTS:
            form, text = SCORE_SHEET, str(small(text)["sheet"]).encode()
    except (ValueError, zlib.error, Unreadable, TypeError, KeyError):
        raise EmbeddedRecordError(broken, file=file) from None
    if len(text) > most:
        sentence = mark("It unpacks to more than {most} KiB: that is no hand.")
        raise EmbeddedRecordError(sentence, file=file, most=most // 1024)
    if form not in FORMS or not unpacker.eof or unpacker.unused_data:
        raise EmbeddedRecordError(broken, file=file)
    return form, text


def packed_in(link: str) -> str:
    """The packed letters of a link, or of those letters alone; empty if it is neither.

    >>> packed_in("https://example.org/hand.html#sC3RKzMksyUzOBwA")
    'sC3RKzMksyUzOBwA'
    """
    found = _LINK.fullmatch(link)
    return found[1] + found[2] if found else ""


def is_page(text: bytes) -> bool:
    """Whether a text is an HTML page rather than a record."""
    return _PAGE.match(text) is not None


def in_page(page: bytes, *, file: str = "") -> bytes:
    """The record in a mustutor page, byte for byte; raises EmbeddedRecordError if it has none."""
    found = _IN_PAGE.search(page)
    if found is None:
        sentence = mark(
            "This page carries no record: mustutor replay export --html writes one that does."
        )
        raise EmbeddedRecordError(sentence, file=file)
    packed = (found[1] + found[2]).decode()
    return unpack(packed, most=LARGEST_MATCH, file=file)[1]
