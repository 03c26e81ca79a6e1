"""A record carried in a page or in a link: packed so that it comes out as the same bytes.

The first letter says the form: ``j`` a record as JSON, ``s`` a score sheet. The rest is the text
through zlib, in base64 as links write it (``-`` and ``_``, no ``=`` at the end); a browser unpacks
it with what it has. The sum at its end finds out letters that were changed on the way: of such
links one in eight would be another hand else. Other packers give other letters for the same text:
what is compared is the text.
"""

from __future__ import annotations

import re
import zlib

from mustutor.errors import CarriedError
from mustutor.language import mark
from mustutor.replay.reader import LARGEST_MATCH

JSON, SCORE_SHEET = "j", "s"
FORMS = (JSON, SCORE_SHEET)
MOST_IN_LINK = 64 * 1024
"""Bytes that a link may hold when it is unpacked."""

TYPE = "application/x-mustutor"
"""The type of the element of a page that carries its record."""

_LINK = re.compile(r"(?:[^#\s]*#)?([js])([A-Za-z0-9_-]{8,})")
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
    from base64 import urlsafe_b64encode  # Here, as most records are read from no link.

    return form + urlsafe_b64encode(zlib.compress(text, 9)).decode().rstrip("=")


def unpack(packed: str, *, most: int = MOST_IN_LINK, file: str = "") -> tuple[str, bytes]:
    """Unpack what was packed: its form and its text; raises CarriedError for what is broken.

    It stands in a `file`, or is a link.
    """
    from base64 import b64decode

    form, letters = packed[:1], packed[1:]
    broken = _BROKEN if file else _BROKEN_LINK
    try:
        data = b64decode(letters + "=" * (-len(letters) % 4), altchars=b"-_", validate=True)
        unpacker = zlib.decompressobj()
        text = unpacker.decompress(data, most + 1)
    except (ValueError, zlib.error):
        raise CarriedError(broken, file=file) from None
    if len(text) > most:
        raise CarriedError(
            mark("It unpacks to more than {most} KiB: that is no hand."),
            file=file,
            most=most // 1024,
        )
    if form not in FORMS or not unpacker.eof or unpacker.unused_data:
        raise CarriedError(broken, file=file)
    return form, text


def packed_in(link: str) -> str:
    """What a link carries after its ``#``, or those letters alone; nothing where it is no link.

    >>> packed_in("https://example.org/hand.html#sC3RKzMksyUzOBwA")
    'sC3RKzMksyUzOBwA'
    """
    found = _LINK.fullmatch(link)
    return found[1] + found[2] if found else ""


def is_page(text: bytes) -> bool:
    """Whether a text is a page for a browser, and no record by itself."""
    return _PAGE.match(text) is not None


def in_page(page: bytes, *, file: str = "") -> bytes:
    """The record a page of ours carries, byte for byte; raises CarriedError where there is none."""
    found = _IN_PAGE.search(page)
    if found is None:
        raise CarriedError(
            mark(
                "This page carries no record: mustutor replay export --html writes one that does."
            ),
            file=file,
        )
    packed = (found[1] + found[2]).decode()
    return unpack(packed, most=LARGEST_MATCH, file=file)[1]
