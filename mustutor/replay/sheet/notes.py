"""Notes, claims, stones and movements of stones on a sheet, each read and written."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from mustutor.base.errors import NotationError
from mustutor.base.language import mark
from mustutor.base.register import phases, round_named
from mustutor.games.failure import read_place
from mustutor.games.irregularities import KnownIrregularity
from mustutor.model.ledger import OUT
from mustutor.model.position import side_of, sides_of
from mustutor.replay.claim_text import EXAMPLE, GAME, MATCH, ClaimTable, read_claim
from mustutor.replay.names import Names
from mustutor.replay.sheet.lines import (
    NONE,
    Piece,
    SheetLine,
    SheetStyle,
    object_of,
    pieces,
    text_of,
    words_of,
)

GLYPHS = ("!", "?", "!!", "??", "bluff", "signal", "corrected")
NO_LANGUAGE = "und"
"""The language of words beside which none is written: not determined."""

LANGUAGE = re.compile(r"[a-z]{2}")

_SIDE = re.compile(r"[A-H]")


def place_of(line: SheetLine, piece: Piece, hand: int) -> str:
    """Read a place of the match: complete as ``2.chica.3``, or within the hand as ``chica.3``."""
    text = piece.text
    if text.startswith('"'):
        return text_of(line, piece)
    text = text.casefold()
    whole = read_place(text)
    if whole is not None or _is_whole(text):
        return text if whole is None else str(whole._replace(round=round_named(whole.round)))
    within = read_place(f"1.{text}")
    if within is not None:
        within = within._replace(round=round_named(within.round))
        text = str(within).partition(".")[2] or text
    if text != "hand" and (within is None or within.round not in phases()):
        sentence = mark("{word!r} is not a place: a place is written as in {example}.")
        line.refuse(sentence, piece.at, word=piece.text, example="1.grande.3")
    if not hand:
        sentence = mark("No hand has begun here: write the hand before it, as in {example}.")
        line.refuse(sentence, piece.at, example="hand 1 mano A1")
    return str(hand) if text == "hand" else f"{hand}.{text}"


def note_of(
    line: SheetLine,
    rest: Piece,
    hand: int,
    names: Names,
    known: Mapping[str, KnownIrregularity],
) -> tuple[str, dict[str, Any]]:
    """Read a note: its place, and the note; its texts may follow on the next lines.

    `known` are the irregularities that a note may name, with whom it is about.
    """
    if not rest.text:
        line.refuse(mark("A note says what it is about, as in {example}."), rest.at, example=NOTED)
    first = pieces(rest)[0]
    place = place_of(line, first, hand)
    rest = line.rest(first.at + len(first.text))
    if rest.text.startswith("{"):
        return place, object_of(line, rest)
    note: dict[str, Any] = {"text": {}}
    glyph = rest.text.split(None, 1)[0].removesuffix(":") if rest.text else ""
    if glyph in GLYPHS:
        note["glyph"] = glyph
        rest = line.rest(rest.at + len(glyph))
    elif glyph in known:
        note["irregularity"] = glyph
        at, lances = read_place(place), known[glyph].lances
        if at is not None and at.round and lances and at.round not in lances:
            sentence = mark("Nobody declares anything in {lance}: {word} is noted in {lances}.")
            told = {"lance": at.round, "word": glyph, "lances": ", ".join(lances)}
            line.refuse(sentence, first.at, **told)
        rest = line.rest(rest.at + len(glyph))
        seat, end = names.begins(rest.text.partition(":")[0])
        if seat:
            note["seat"] = seat
            rest = line.rest(rest.at + end)
        if rest.text.startswith(":"):
            rest = line.rest(rest.at + 1)
    if rest.text.casefold().startswith("by "):
        note["by"], rest = _name_and_rest(line, line.rest(rest.at + len("by ")))
    if rest.text:
        note["text"][NO_LANGUAGE] = words_of(line, rest)
    return place, note


NOTED = "note grande.3 ! by Ane: he has nothing"


def _name_and_rest(line: SheetLine, rest: Piece) -> tuple[str, Piece]:
    """Read a name, up to a colon or the end of the line, and the piece after it."""
    if rest.text.startswith('"'):
        quoted = pieces(rest)[0]
        after = line.rest(quoted.at + len(quoted.text))
        name = text_of(line, quoted)
        return name, line.rest(after.at + 1) if after.text.startswith(":") else after
    name, colon, _ = rest.text.partition(":")
    after = line.rest(rest.at + len(name) + len(colon))
    return " ".join(name.split()), after


def written_note(place: str, note: dict[str, Any], pen: SheetStyle) -> list[str]:
    """Write a note: its line, and its texts on a line for each language."""
    shown = pen.word(place, _is_whole(place))
    texts, by = note.get("text", {}), note.get("by")
    alone = list(texts) == [NO_LANGUAGE]
    if set(note) - {"text", "by", "glyph", "irregularity", "seat"} or not (
        alone or _has_codes(texts)
    ):
        return [f"note {shown} {pen.json(note)}"]
    words = ["note", shown]
    if "glyph" in note:
        words.append(note["glyph"])
    if "irregularity" in note:
        words += [note["irregularity"], *([note["seat"]] if "seat" in note else [])]
        words[-1] += ":" if by is None and alone else ""
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


def written_texts(texts: dict[str, str], pen: SheetStyle) -> list[str]:
    """Write a text in several languages, one line each."""
    return [f"  {code}: {pen.text(texts[code])}" for code in sorted(texts)]


def claim_of(line: SheetLine, rest: Piece, table: ClaimTable) -> dict[str, Any]:
    """Read a claim: ``Braulio: B 4 pares``; its texts may follow on the next lines."""
    if rest.text.startswith("{"):
        return object_of(line, rest)
    by: str | None = None
    told = rest
    if rest.text.startswith('"') or ":" in rest.text:
        by, told = _name_and_rest(line, rest)
        if not by and not rest.text.startswith('"'):
            line.refuse(mark("A claim is written as in {example}."), rest.at, example=EXAMPLE)
    try:
        return read_claim(told.text, table, by)
    except NotationError as problem:
        at = told.at + max(problem.column - 1, 0)
        line.refuse(problem.sentence, at, hint=problem.hint, **problem.evidence)


def _is_whole(text: str) -> bool:
    """Whether a text is a complete place of a match, or the match itself."""
    return text in (MATCH, GAME) or read_place(text) is not None


def written_claim(claim: dict[str, Any], seats: Sequence[str], pen: SheetStyle) -> list[str]:
    """Write a claim: its lines, and its texts on a line for each language.

    A claim about nothing, or for nobody of this table, is written as JSON.
    """
    left = dict(claim)
    by, about, to, stones, after, texts = (
        left.pop(name, None) for name in ("by", "about", "to", "stones", "after", "text")
    )
    assert isinstance(about, str)
    assert isinstance(by, str)
    told = {*(after or ()), *([to] if to is not None else [])}
    strange = not about or by != " ".join(by.split()) or told - {*sides_of(seats), *seats, OUT}
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


NEEDED = ("lance", "when", "item", "from", "to", "stones")
DECIDES = "game"
"""What stands at the end of a movement that wins the game without stones."""

_NUMBER = re.compile(r"[0-9]{1,7}")

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_:]*")
_RULE = re.compile(r"[A-Z]+(?:-[A-Z0-9]+)+")
_SEAT = re.compile(r"[A-H][1-9]?")


def number_of(line: SheetLine, piece: Piece, *, owed: bool = False) -> int:
    """Read a whole number in digits 0 to 9; with `owed` it may be negative."""
    if not _NUMBER.fullmatch(piece.text.removeprefix("-") if owed else piece.text):
        sentence = mark("This should be a number of stones, which {found!r} is not.")
        line.refuse(sentence, piece.at, found=piece.text)
    return int(piece.text)


def stones_of(line: SheetLine, rest: Piece, names: Names) -> dict[str, int]:
    """Read the stones of each side: ``A 5, B 18``; ``none``: no side.

    A player means their side.
    """
    found = pieces(rest)
    if [piece.text.casefold() for piece in found] == [NONE]:
        return {}
    stones: dict[str, int] = {}
    if not found:
        line.refuse(mark("This should give the stones of each side, as in A 5, B 18."), rest.at)
    while found:
        named = found.pop(0)
        side = _side(line, rest, named, names)
        # A name may be of several words.
        end = named.at + len(named.text)
        if not _SIDE.fullmatch(named.text.upper()):
            end = named.at + names.begins(rest.text[named.at - rest.at :])[1]
        while found and found[0].at < end:
            found.pop(0)
        if side in stones:
            line.refuse(mark("{what} is written twice."), named.at, what=side)
        if not found:
            line.refuse(mark("It is not said how many stones {side} has."), named.at, side=side)
        stones[side] = number_of(line, found.pop(0), owed=True)
    return stones


def _side(line: SheetLine, rest: Piece, named: Piece, names: Names) -> str:
    side = named.text.upper()
    if not _SIDE.fullmatch(side):
        try:
            side = side_of(names.begins(rest.text[named.at - rest.at :])[0])
        except NotationError as problem:
            line.refuse(problem.sentence, named.at, **problem.evidence)
    if not side:
        sentence = mark("{word!r} is not a side: a side is a letter from A to H.")
        line.refuse(sentence, named.at, word=named.text)
    return side


def written_stones(stones: dict[str, int]) -> str:
    """Write the stones of each side.

    >>> written_stones({"B": 18, "A": 5}), written_stones({})
    ('A 5, B 18', 'none')
    """
    return ", ".join(f"{side} {stones[side]}" for side in sorted(stones)) or NONE


def movement_of(line: SheetLine, rest: Piece) -> dict[str, Any]:
    """Read a movement of stones: ``grande at_once stake B>pot:grande 5 ENC-SET-8``."""
    if rest.text.startswith("{"):
        return object_of(line, rest)
    found = pieces(rest)
    if len(found) < len(NEEDED) - 1:
        sentence = mark("A movement is written as in {example}.")
        line.refuse(sentence, rest.at, example="grande at_once deje bank>A 1 MUS-DEJE-1")
    lance, when, item, way, stones, *others = found
    source, arrow, target = way.text.partition(">")
    if not (arrow and source and target):
        sentence = mark("This should say from whom to whom the stones go, as in {example}.")
        line.refuse(sentence, way.at, example="bank>A")
    told = (lance.text, when.text, item.text, source, target, number_of(line, stones))
    movement: dict[str, Any] = dict(zip(NEEDED, told, strict=True))
    for piece in others:
        _beside(line, piece, movement)
    return movement


def _beside(line: SheetLine, piece: Piece, movement: dict[str, Any]) -> None:
    """Read what follows the stones: the article, the seat that earns them, the winner."""
    text = piece.text
    forms = {"wins_game": text == DECIDES, "rule": _RULE.fullmatch(text)}
    forms["seat"] = _SEAT.fullmatch(text)
    name = next((name for name, fits in forms.items() if fits), "")
    if not name or name in movement:
        sentence = mark("{word!r} is neither an article, nor a seat, nor the word {game}.")
        line.refuse(sentence, piece.at, word=piece.text, game=DECIDES)
    movement[name] = text if name != "wins_game" else True


def written_movement(movement: dict[str, Any], pen: SheetStyle) -> str:
    """Write a movement in short form, or as JSON if it has fields without a place there.

    >>> written_movement({"lance": "chica", "when": "at_once", "item": "deje", "from": "bank",
    ...     "to": "A", "stones": 1, "rule": "MUS-DEJE-1"}, SheetStyle())
    'chica at_once deje bank>A 1 MUS-DEJE-1'
    """
    left = dict(movement)
    lance, when, item, source, target, stones = (left.pop(name, "") for name in NEEDED)
    words = [lance, when, item, f"{source}>{target}", str(stones)]
    plain = all(_NAME.fullmatch(word) for word in (lance, when, item, source, target))
    rule, seat, wins = left.pop("rule", None), left.pop("seat", None), left.pop("wins_game", None)
    plain = plain and (rule is None or _RULE.fullmatch(rule) is not None)
    plain = plain and (seat is None or _SEAT.fullmatch(seat) is not None)
    if left or not plain or wins is False:
        return pen.json(movement)
    words += [word for word in (rule, seat) if word is not None]
    return " ".join([*words, *([DECIDES] if wins else [])])
