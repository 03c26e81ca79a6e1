"""The calls of a round on a sheet: in canonical or lax spelling, or in short signs.

A call in quotes is taken over unread, so a record with an unreadable call survives.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Sequence
from typing import NamedTuple

from mustutor import games
from mustutor.base import register
from mustutor.base.errors import NotationError
from mustutor.base.json_text import Json
from mustutor.base.language import mark
from mustutor.model.calls import Call, Grammar, write_call
from mustutor.model.cards import Deck
from mustutor.replay.format import COUNT, game_named
from mustutor.replay.names import BET, RAISE, Names, expand_short_signs
from mustutor.replay.sheet.lines import (
    Piece,
    SheetLine,
    SheetStyle,
    find_unquoted,
    items,
    pieces,
    text_of,
)

THROWN = "descarto"
STAKED = frozenset((BET, RAISE, "mas", "ordago"))

_SEATED = re.compile(r"([A-Ha-h][1-9]?)(?:\s+|$)")
_SEAT = re.compile(r"[A-H][1-9]?")
_CLAIMED = re.compile(r"(?:cobra\s+)?([A-Za-z]+)")
_CLAIM = re.compile(r"[A-H][1-9]? cobra [a-z]+")


class SheetCall(NamedTuple):
    """A call on a sheet: its words, its seat if written (else empty), and its place."""

    words: str
    seat: str
    verb: str
    line: SheetLine
    at: int
    call: Call | None = None
    leans: bool = False


class SheetGrammar(NamedTuple):
    """The grammar of a match's sheet: the game's calls, its deck, the rounds of a hand.

    `loses` says that a game is decided by its loser.
    """

    grammar: Grammar
    deck: Deck
    phases: register.Phases
    loses: bool = False


def sheet_grammar(variant: Json) -> SheetGrammar:
    """The sheet grammar for the rules a record names; for unknown rules that of the first game.

    >>> "grande" in sheet_grammar({"id": "madrid"}).phases.names
    True
    """
    game = game_named(variant) or register.games()[0]
    played = games.game_of(game)
    loses = "own_stones" in register.traits(game)
    return SheetGrammar(played.words.grammar, played.chance.deck, played.rules.phases, loses)


def is_seat(word: str) -> bool:
    """Whether a word names a seat, in capitals.

    >>> is_seat("A1"), is_seat("a1"), is_seat("grande")
    (True, False, False)
    """
    return _SEAT.fullmatch(word) is not None


def seat_of(line: SheetLine, piece: Piece, names: Names | None = None) -> str:
    """Read a seat or the name of a player; anything else is refused."""
    seat = piece.text.upper()
    if not is_seat(seat) and names is not None:
        seat = _seat_by_name(line, piece, names)[0]
    if not is_seat(seat):
        line.refuse(
            mark("{word!r} is not a seat: a seat is a letter from A to H, or one and a digit."),
            piece.at,
            word=piece.text,
        )
    return seat


def begins_with_seat(line: SheetLine, piece: Piece, names: Names) -> tuple[str, Piece]:
    """The seat or name some words begin with (empty if none), and the words after it."""
    found = _SEATED.match(piece.text)
    seat, end = ("", 0) if found is None else (found.group(1).upper(), found.end())
    if seat not in names.seats:
        # What looks like a seat of another table may be a player's name.
        called, after = _seat_by_name(line, piece, names)
        seat, end = (called, after) if called else (seat, end)
    return seat, line.within(piece, end)


def _seat_by_name(line: SheetLine, piece: Piece, names: Names) -> tuple[str, int]:
    try:
        return names.begins(piece.text)
    except NotationError as problem:
        line.refuse(problem.sentence, piece.at, **problem.evidence)


def calls_of(
    line: SheetLine, rest: Piece, lance: str, language: SheetGrammar, names: Names
) -> list[SheetCall]:
    """Read the calls of a round, in order; a call may lack its seat."""
    said: list[SheetCall] = []
    staked = False
    for item in items(line, rest):
        if item.text.startswith('"'):
            # Perhaps unreadable, so it does not count as a bet.
            said.append(SheetCall(text_of(line, item), '"', "", line, item.at))
            continue
        if lance == COUNT:
            said.append(_claim_call(line, item, language, names))
            continue
        said.append(_call(line, item, _Round(lance, language, names, staked)))
        staked = staked or said[-1].verb in STAKED
    lean = iter(language.grammar.lean([spoken.call for spoken in said if spoken.call]))
    return [spoken._replace(leans=next(lean)) if spoken.call else spoken for spoken in said]


def _claim_call(line: SheetLine, item: Piece, language: SheetGrammar, names: Names) -> SheetCall:
    """Read a claim at the count, as in ``A1 cobra pares``; the verb is optional."""
    seat, told = begins_with_seat(line, item, names)
    found = _CLAIMED.fullmatch(told.text)
    if not seat or found is None or found[1].casefold() not in language.phases.names:
        line.refuse(
            mark("This should say who claims the stones of which lance, as in {example}."),
            item.at,
            example="A1 cobra pares",
        )
    return SheetCall(f"cobra {found[1].casefold()}", seat, "", line, item.at)


class _Round(NamedTuple):
    """A round while it is read: its name, its grammar, and whether there is a bet."""

    name: str
    language: SheetGrammar
    names: Names
    staked: bool


def _call(line: SheetLine, item: Piece, round_: _Round) -> SheetCall:
    seat, words = "", item.text
    if _SEATED.match(words) or not _is_call(words, round_):
        # A player whose name is also a call's word can only be named by seat.
        seat, told = begins_with_seat(line, item, round_.names)
        words = told.text
    if not words:
        line.refuse(mark("{seat} says nothing here."), item.at, seat=seat)
    read = round_.language.grammar.read
    spelled = _expand(words, round_)
    try:
        call = read(f"{seat or 'A'} {spelled}")
    except NotationError as problem:
        if (thrown := _discard_of_cards(seat, words, round_)) is not None:
            return SheetCall(thrown, seat, THROWN, line, item.at, read(f"A {thrown}"))
        hint = problem.hint if seat else problem.hint.partition(" ")[2]
        line.refuse(problem.sentence, item.at, hint=hint, **problem.evidence)
    # A call whose canonical spelling loses its context, as a bare yes does, keeps its words.
    again = round_.language.grammar.lean([call]) != round_.language.grammar.lean([read(str(call))])
    said = spelled if again else str(call).partition(" ")[2]
    return SheetCall(said, seat, call.verb, line, item.at, call)


def _is_call(words: str, round_: _Round) -> bool:
    try:
        round_.language.grammar.read(f"A {_expand(words, round_)}")
    except NotationError:
        return False
    return True


def _expand(words: str, round_: _Round) -> str:
    """Expand short signs the game has calls for; other words are returned unchanged."""
    talked = round_.name in round_.language.phases.talked
    return expand_short_signs(words, round_.language.grammar, None if talked else round_.staked)


def _discard_of_cards(seat: str, words: str, round_: _Round) -> str | None:
    """Read cards alone as the discard of these cards; None outside rounds with discards."""
    if (
        round_.name not in round_.language.phases.served
        or THROWN not in round_.language.grammar.verbs
    ):
        return None
    try:
        call = round_.language.grammar.read(f"{seat or 'A'} {THROWN} {words}")
    except NotationError:
        return None
    return write_call(call).partition(" ")[2]


def cards_of(line: SheetLine, rest: Piece, deck: Deck) -> list[str]:
    """Read cards separated by spaces or commas; a card in quotes is taken over unread."""
    cards: list[str] = []
    listed = next(find_unquoted(rest.text, ","), None) is not None
    found = items(line, rest) if listed else pieces(rest)
    for piece in found:
        if piece.text.startswith('"'):
            cards.append(text_of(line, piece))
            continue
        try:
            cards.append(str(deck.read(piece.text)))
        except NotationError as problem:
            line.refuse(problem.sentence, piece.at, hint=problem.hint, **problem.evidence)
    return cards


def written_calls(texts: Sequence[str], pen: SheetStyle, grammar: Grammar) -> list[str]:
    """Write the calls of a round: bare in canonical spelling, any other text in quotes.

    A call that would read back as another one, as its stake is relative, is quoted too.

    >>> spoken = sheet_grammar({"id": "fournier"}).grammar
    >>> written_calls(("A paso", "B I pass", "A envido 2", "B paso"), SheetStyle(), spoken)
    ['A paso', '"B I pass"', 'A envido 2', '"B paso"']
    """
    read: dict[int, Call] = {}
    for index, text in enumerate(texts):
        with contextlib.suppress(NotationError):
            read[index] = grammar.read(text)
    lean = dict(zip(read, grammar.lean(list(read.values())), strict=True))
    plain = {index for index, text in enumerate(texts) if _CLAIM.fullmatch(text)}
    plain |= {
        index
        for index, call in read.items()
        if not lean[index] and is_seat(call.seat) and write_call(call) == texts[index]
    }
    return [pen.word(text, index in plain) for index, text in enumerate(texts)]


def written_cards(cards: Sequence[str], pen: SheetStyle, deck: Deck) -> str:
    """Write cards: bare in canonical spelling, any other text in quotes."""
    return " ".join(pen.word(card, deck.canonical([card]) is not None) for card in cards)
