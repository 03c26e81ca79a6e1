"""The calls of a lance on a sheet: in the one spelling, in lax ones, and in a few short signs.

A call in quotes stands in the record as it is, whatever it says; so a record with a call nobody
can read survives.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from mustutor.calls import grammar_of, write_call
from mustutor.cards import read_card
from mustutor.errors import NotationError
from mustutor.games.mus_family.lances import TALKED
from mustutor.language import mark
from mustutor.sheet.line import Pen, Piece, SheetLine, items, outside, pieces, text_of

SIGNS = {"-": "paso", "=": "quiero", "x": "no quiero", "!": "ordago"}
"""What people write for a call at the table; a number is the stake it comes to."""

DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"
"""What keyboards and word processors make of a hyphen."""

STAKED = frozenset(("envido", "subo", "mas", "ordago"))

_SEATED = re.compile(r"([A-Ha-h][1-9]?)(?:\s+|$)")
_SEAT = re.compile(r"[A-H][1-9]?")
_NUMBER = re.compile(r"[0-9]{1,7}")


class Spoken(NamedTuple):
    """A call as a sheet has it: its words, who says it where that is written, and its place."""

    words: str
    seat: str
    verb: str
    line: SheetLine
    at: int


def is_seat(word: str) -> bool:
    """Whether a word names a seat, in capitals.

    >>> is_seat("A1"), is_seat("a1"), is_seat("grande")
    (True, False, False)
    """
    return _SEAT.fullmatch(word) is not None


def seat_of(line: SheetLine, piece: Piece) -> str:
    """Read a seat; anything else is refused."""
    seat = piece.text.upper()
    if not is_seat(seat):
        line.refuse(
            mark("{word!r} is not a seat: a seat is a letter from A to H, or one and a digit."),
            piece.at,
            word=piece.text,
        )
    return seat


def calls_of(line: SheetLine, rest: Piece, lance: str) -> list[Spoken]:
    """Read the calls of a round, in their order; a seat left out is left open."""
    said: list[Spoken] = []
    for item in items(line, rest):
        if item.text.startswith('"'):
            said.append(Spoken(text_of(line, item), '"', "", line, item.at))
        else:
            said.append(_call(line, item, lance, said))
    return said


def _call(line: SheetLine, item: Piece, lance: str, before: Sequence[Spoken]) -> Spoken:
    found = _SEATED.match(item.text)
    seat, words = ("", item.text) if found is None else (found.group(1).upper(), "")
    if found is not None:
        words = item.text[found.end() :]
    if not words:
        line.refuse(mark("{seat} says nothing here."), item.at, seat=seat)
    told = _spelled(words, lance, before)
    try:
        call = grammar_of(lance).read(f"{seat or 'A'} {told}")
    except NotationError as problem:
        thrown = _thrown(seat, words) if lance == "descarte" else ""
        if thrown:
            return Spoken(thrown, seat, "descarto", line, item.at)
        hint = problem.hint if seat else problem.hint.partition(" ")[2]
        line.refuse(problem.sentence, item.at, hint=hint, **problem.evidence)
    return Spoken(write_call(call).partition(" ")[2], seat, call.verb, line, item.at)


def _spelled(words: str, lance: str, before: Sequence[Spoken]) -> str:
    """Short signs in full; other words stay as they are."""
    sign = "-" if words in DASHES else words.casefold()
    if sign in SIGNS:
        return SIGNS[sign]
    if lance not in TALKED and _NUMBER.fullmatch(words):
        # A quoted call says nothing here: it may be one that nobody can read.
        staked = any(spoken.verb in STAKED for spoken in before)
        return f"subo a {words}" if staked else f"envido {words}"
    return words


def _thrown(seat: str, words: str) -> str:
    """Cards alone, among discards: they are thrown."""
    try:
        call = grammar_of("descarte").read(f"{seat or 'A'} descarto {words}")
    except NotationError:
        return ""
    return write_call(call).partition(" ")[2]


def cards_of(line: SheetLine, rest: Piece) -> list[str]:
    """Read cards with spaces or commas between them; one in quotes stays as it is."""
    cards: list[str] = []
    listed = next(outside(rest.text, ","), None) is not None
    found = items(line, rest) if listed else pieces(rest)
    for piece in found:
        if piece.text.startswith('"'):
            cards.append(text_of(line, piece))
            continue
        try:
            cards.append(str(read_card(piece.text)))
        except NotationError as problem:
            line.refuse(problem.sentence, piece.at, hint=problem.hint, **problem.evidence)
    return cards


def written_call(text: str, lance: str, pen: Pen) -> str:
    """Write a call of a record: bare in its one spelling, any other in quotes.

    >>> [written_call(text, "grande", Pen()) for text in ("A paso", "A I pass")]
    ['A paso', '"A I pass"']
    """
    try:
        call = grammar_of(lance).read(text)
    except NotationError:
        return pen.json(text)
    plain = call.verb != "mas" and is_seat(call.seat) and write_call(call) == text
    return pen.word(text, plain)


def written_cards(cards: Sequence[str], pen: Pen) -> str:
    """Write cards: bare in their one spelling, any other in quotes."""
    return " ".join(pen.word(card, _is_plain(card)) for card in cards)


def _is_plain(card: str) -> bool:
    try:
        return str(read_card(card)) == card
    except NotationError:
        return False
