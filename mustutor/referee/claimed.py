"""Claims, notes and stones as somebody types them beside the calls."""

from __future__ import annotations

import re

from mustutor.errors import NotationError
from mustutor.games.mus_family.lances import LANCES
from mustutor.language import mark
from mustutor.replay.format import Json
from mustutor.replay.place import read_place

GLYPHS = ("!!", "??", "!", "?", "bluff", "signal")
MOST = 1_000_000
LONGEST_NAME = 200
LONGEST_NOTE = 2_000


def pairs_read(text: str) -> dict[str, int]:
    """Read stones by side.

    >>> pairs_read("A 5, b 12")
    {'A': 5, 'B': 12}
    """
    words = re.findall(r"[^\s,=]+", text)
    pairs = list(zip(words[::2], words[1::2], strict=False))
    if not words or len(words) % 2 or not all(_is_count(number) for _, number in pairs):
        raise NotationError(mark("Type each side and its stones: A 5 B 12."))
    return {side.upper(): int(number) for side, number in pairs}


def claim_read(text: str, sides: tuple[str, ...], hand: int) -> Json:
    """Read what somebody claims about a lance, a hand, or the match; this hand unless told.

    >>> claim_read("Bea: B 4 pares", ("A", "B"), 2)
    {'by': 'Bea', 'about': '2.pares', 'to': 'B', 'stones': 4}
    >>> claim_read("B 12", ("A", "B"), 2)
    {'by': 'B', 'about': '2', 'to': 'B', 'stones': 12}
    """
    by, colon, rest = text.partition(":")
    words = (rest if colon else text).split()
    if not colon:
        by = words[0] if words else ""
        by, words = (by.upper(), words[1:]) if by.upper()[:1] in sides else ("", words)
    claim: Json = {"by": by.strip()[:LONGEST_NAME], "about": str(hand)}
    to = by.strip()[:1].upper() if by.strip().upper() in sides or not colon else ""
    for word in words:
        if _is_count(word) and "stones" not in claim:
            claim["stones"] = int(word)
        elif word.upper() in sides:
            to = word.upper()
        elif word.lower() in LANCES:
            claim["about"] = f"{hand}.{word.lower()}"
        elif word.lower() == "match" or _is_place(word.lower()):
            claim["about"] = word.lower()
        else:
            _unclear(sides)
    if not claim["by"] or not to:
        _unclear(sides)
    stones = claim.pop("stones", None)
    claim["to"] = to
    return claim if stones is None else {**claim, "stones": stones}


def note_read(text: str, usual: str, code: str) -> tuple[str, Json]:
    """Read a note: its place unless it is the usual one, its glyph if any, its words.

    >>> note_read("1.grande.3 ! well played", "1.chica.1", "en")
    ('1.grande.3', {'glyph': '!', 'text': {'en': 'well played'}})
    """
    place, words = usual, text.strip()
    first, _, rest = words.partition(" ")
    if "." in first and _is_place(first.lower()):
        place, words = first.lower(), rest.strip()
    note: Json = {}
    first, _, rest = words.partition(" ")
    if first in GLYPHS:
        note["glyph"], words = first, rest.strip()
    if not words and not note:
        raise NotationError(mark("Type note, a place if it is not the last call, and the words."))
    note["text"] = {code: words[:LONGEST_NOTE]}
    return place, note


def _is_place(word: str) -> bool:
    place = read_place(word)
    return place is not None and place.hand > 0 and str(place) == word


def _is_count(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) < 8 and int(word) <= MOST


def _unclear(sides: tuple[str, ...]) -> None:
    raise NotationError(
        mark("Type who claims, and what: claim {side} 4 pares, or claim Bea: {side} 4 pares."),
        side=sides[0],
    )
