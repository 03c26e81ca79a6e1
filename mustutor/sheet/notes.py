"""What stands beside the play on a sheet: notes, and what people claim."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from mustutor.errors import NotationError
from mustutor.language import mark
from mustutor.ledger import OUT
from mustutor.referee.wording import EXAMPLE, GAME, MATCH, ClaimTable, read_claim
from mustutor.register import phases
from mustutor.replay.place import read_place
from mustutor.sheet.line import Pen, Piece, SheetLine, object_of, pieces, text_of, words_of
from mustutor.sheet.stones import written_stones

GLYPHS = ("!", "?", "!!", "??", "bluff", "signal", "corrected")
NO_LANGUAGE = "und"
"""The language of words beside which none is written: not determined."""

LANGUAGE = re.compile(r"[a-z]{2}")

_SIDE = re.compile(r"[A-H]")


def place_of(line: SheetLine, piece: Piece, hand: int) -> str:
    """Read a place of the match: whole as ``2.chica.3``, or within the hand as ``chica.3``."""
    text = piece.text
    if text.startswith('"'):
        return text_of(line, piece)
    text = text.casefold()
    if _is_whole(text):
        return text
    within = read_place(f"1.{text}")
    if text != "hand" and (within is None or within.round not in phases()):
        line.refuse(
            mark("{word!r} is not a place: a place is written as in {example}."),
            piece.at,
            word=piece.text,
            example="1.grande.3",
        )
    if not hand:
        line.refuse(
            mark("No hand has begun here: write the hand before it, as in {example}."),
            piece.at,
            example="hand 1 mano A1",
        )
    return str(hand) if text == "hand" else f"{hand}.{text}"


def note_of(line: SheetLine, rest: Piece, hand: int) -> tuple[str, dict[str, Any]]:
    """Read a note: its place, and the note, whose words may follow in the next lines."""
    if not rest.text:
        line.refuse(mark("A note says what it is about, as in {example}."), rest.at, example=NOTED)
    first = pieces(rest)[0]
    place = place_of(line, first, hand)
    rest = line.rest(first.at + len(first.text))
    if rest.text.startswith("{"):
        return place, object_of(line, rest)
    note: dict[str, Any] = {"text": {}}
    glyph = rest.text.split(None, 1)[0] if rest.text else ""
    if glyph in GLYPHS:
        note["glyph"] = glyph
        rest = line.rest(rest.at + len(glyph))
    if rest.text.casefold().startswith("by "):
        note["by"], rest = _named(line, line.rest(rest.at + len("by ")))
    if rest.text:
        note["text"][NO_LANGUAGE] = words_of(line, rest)
    return place, note


NOTED = "note grande.3 ! by Ane: he has nothing"


def _named(line: SheetLine, rest: Piece) -> tuple[str, Piece]:
    """Read a name, to the colon or to the end of the line, and what follows it."""
    if rest.text.startswith('"'):
        quoted = pieces(rest)[0]
        after = line.rest(quoted.at + len(quoted.text))
        name = text_of(line, quoted)
        return name, line.rest(after.at + 1) if after.text.startswith(":") else after
    name, colon, _ = rest.text.partition(":")
    after = line.rest(rest.at + len(name) + len(colon))
    return " ".join(name.split()), after


def written_note(place: str, note: dict[str, Any], pen: Pen) -> list[str]:
    """Write a note: its lines, the words in each language on one of their own."""
    shown = pen.word(place, _is_whole(place))
    texts, by = note.get("text", {}), note.get("by")
    alone = list(texts) == [NO_LANGUAGE]
    if set(note) - {"text", "by", "glyph"} or not (alone or _has_codes(texts)):
        return [f"note {shown} {pen.json(note)}"]
    words = ["note", shown]
    if "glyph" in note:
        words.append(note["glyph"])
    if by is not None:
        words.append("by " + pen.text(by, without=":,") + (":" if alone else ""))
    if alone:
        text = texts[NO_LANGUAGE]
        begins = text.split(" ", 1)[0]
        odd = begins in GLYPHS or begins.casefold() == "by"
        words.append(pen.json(text) if odd else pen.text(text))
    return [" ".join(words), *written_texts({} if alone else texts, pen)]


def _has_codes(texts: dict[str, str]) -> bool:
    return all(LANGUAGE.fullmatch(code) for code in texts)


def written_texts(texts: dict[str, str], pen: Pen) -> list[str]:
    """Write words in several languages, a line each."""
    return [f"  {code}: {pen.text(texts[code])}" for code in sorted(texts)]


def claim_of(line: SheetLine, rest: Piece, table: ClaimTable) -> dict[str, Any]:
    """Read a claim: ``Braulio: B 4 pares``, whose words may follow in the next lines."""
    if rest.text.startswith("{"):
        return object_of(line, rest)
    by: str | None = None
    told = rest
    if rest.text.startswith('"') or ":" in rest.text:
        by, told = _named(line, rest)
        if not by and not rest.text.startswith('"'):
            line.refuse(mark("A claim is written as in {example}."), rest.at, example=EXAMPLE)
    try:
        return read_claim(told.text, table, by)
    except NotationError as problem:
        at = told.at + max(problem.column - 1, 0)
        line.refuse(problem.sentence, at, hint=problem.hint, **problem.evidence)


def _is_whole(text: str) -> bool:
    """Whether a text is a place of a match as records write it, or the match itself."""
    return text in (MATCH, GAME) or read_place(text) is not None


def written_claim(claim: dict[str, Any], seats: Sequence[str], pen: Pen) -> list[str]:
    """Write a claim: its lines, the words in each language on one of their own.

    One about nothing, or for nobody of this table, is written as the object it is.
    """
    left = dict(claim)
    by, about, to, stones, after, texts = (
        left.pop(name, None) for name in ("by", "about", "to", "stones", "after", "text")
    )
    assert isinstance(about, str)
    assert isinstance(by, str)
    told = {*(after or ()), *([to] if to is not None else [])}
    strange = (
        not about
        or by != " ".join(by.split())
        or told - {*(seat[0] for seat in seats), *seats, OUT}
    )
    if left or strange or (texts is not None and not (texts and _has_codes(texts))):
        return [f"claim {pen.json(claim)}"]
    words = [f"claim {pen.text(by, without=':,')}:"]
    if to is not None:
        words.append(pen.word(to, to == OUT or _SIDE.fullmatch(to) is not None))
    if stones is not None:
        words.append(str(stones))
    words.append("in " + pen.word(about, _is_whole(about)))
    if after is not None:
        words.append(f"after {written_stones(after)}")
    return [" ".join(words), *written_texts(texts or {}, pen)]
