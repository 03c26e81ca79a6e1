"""What stands beside the play on a sheet: notes, and what people claim."""

from __future__ import annotations

import re
from typing import Any

from mustutor.language import mark
from mustutor.register import games, part, phases
from mustutor.replay.place import read_place
from mustutor.sheet.line import Pen, Piece, SheetLine, object_of, pieces, text_of, words_of
from mustutor.sheet.stones import number_of, stones_of, written_stones

GLYPHS = ("!", "?", "!!", "??", "bluff", "signal", "corrected")
NO_LANGUAGE = "und"
"""The language of words beside which none is written: not determined."""

LANGUAGE = re.compile(r"[a-z]{2}")

_WORD = re.compile(r"[A-Za-z0-9]+")
_CLAIM_WORDS = frozenset(("in", "after", "hand", "match"))


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


def claim_of(line: SheetLine, rest: Piece, hand: int) -> dict[str, Any]:
    """Read a claim: ``Braulio: B 4 pares``, whose words may follow in the next lines."""
    if rest.text.startswith("{"):
        return object_of(line, rest)
    by, told = _named(line, rest)
    if not told.text or not (by or rest.text.startswith('"')):
        line.refuse(
            mark("A claim is written as in {example}."), rest.at, example="claim Ane: A 4 pares"
        )
    claim: dict[str, Any] = {"by": by}
    found = pieces(told)
    while found:
        piece = found.pop(0)
        word = piece.text.casefold()
        if piece.text.startswith('"') and "to" not in claim:
            claim["to"] = text_of(line, piece)
        elif word == "after":
            claim["after"] = stones_of(line, line.rest(piece.at + len(piece.text)))
            break
        elif found and (word == "in" or (word == "hand" and found[0].text.isdigit())):
            piece = found.pop(0)
            _put(line, piece, claim, "about", place_of(line, piece, hand))
        elif _is_place(word):
            _put(line, piece, claim, "about", place_of(line, piece, hand))
        elif "to" in claim:
            _put(line, piece, claim, "stones", number_of(line, piece))
        else:
            claim["to"] = piece.text
    return {"about": str(hand) if hand else "match", **claim}


def _put(line: SheetLine, piece: Piece, claim: dict[str, Any], name: str, value: object) -> None:
    if name in claim:
        line.refuse(mark("{what} is written twice."), piece.at, what=name)
    claim[name] = value


def _is_place(word: str) -> bool:
    if word in ("match", "hand") or "." in word:
        return True
    of_games = [part(game, "PHASES") for game in games()]
    return any(word in known.names and word not in known.talked for known in of_games)


def _is_whole(text: str) -> bool:
    """Whether a text is a place of a match as records write it, or the match itself."""
    return text == "match" or read_place(text) is not None


def written_claim(claim: dict[str, Any], pen: Pen) -> list[str]:
    """Write a claim: its lines, the words in each language on one of their own."""
    left = dict(claim)
    by, about, to, stones, after, texts = (
        left.pop(name, None) for name in ("by", "about", "to", "stones", "after", "text")
    )
    assert isinstance(about, str)
    assert isinstance(by, str)
    if left or (texts is not None and not (texts and _has_codes(texts))):
        return [f"claim {pen.json(claim)}"]
    words = [f"claim {pen.text(by, without=':,')}:"]
    if to is not None:
        plain = _WORD.fullmatch(to) and to.casefold() not in (*_CLAIM_WORDS, *phases())
        words.append(pen.word(to, bool(plain)))
    if stones is not None:
        words.append(str(stones))
    words.append("in " + pen.word(about, _is_whole(about)))
    if after is not None:
        words.append(f"after {written_stones(after)}")
    return [" ".join(words), *written_texts(texts or {}, pen)]
