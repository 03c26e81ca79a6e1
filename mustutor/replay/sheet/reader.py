"""Reading score sheets: lax in spelling, strict in rules; refusals have line and column."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from difflib import get_close_matches
from typing import Any

from mustutor.base.errors import ReplayError
from mustutor.base.files import decoded
from mustutor.base.json_text import Json
from mustutor.base.language import mark
from mustutor.base.register import phases, rounds_called
from mustutor.games.irregularities import irregularities
from mustutor.model.variant import Variant
from mustutor.replay.format import Refused, Replay, decode
from mustutor.replay.reader import Located, explain
from mustutor.replay.sheet.calls import (
    Draft,
    Path,
    begins_with_seat,
    calls_of,
    cards_of,
    is_seat,
    seat_first,
    seat_of,
)
from mustutor.replay.sheet.lines import (
    NONE,
    Piece,
    SheetLine,
    house_rules_file,
    items,
    lines_of,
    object_of,
    pieces,
    text_of,
    words_of,
)
from mustutor.replay.sheet.notes import (
    LANGUAGE,
    claim_of,
    movement_of,
    note_of,
    number_of,
    stones_of,
)
from mustutor.replay.sheet.speaker import seated, with_kept_hands
from mustutor.replay.writer import with_calls_in_full

NAME = "mus-sheet"
VERSION = "1"
SOURCES = ("physical", "composed", "shuffled")
PARTS = ("match", "variant", "hand", "deal", "round")

_BEGINS = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:#|(?:mus-sheet|variant|seats|event|hand)[\s:])")
_LINE_END = re.compile(r"(?<=\n)|(?<=\r)(?!\n)")

Line = Callable[[Draft, SheetLine, Piece, Piece], None]
"""What reads a line: into a draft, the line, its text after the first word, and that word."""


def looks_like_sheet(data: bytes) -> bool:
    """Whether a text without a file name is a sheet rather than JSON.

    >>> looks_like_sheet(b"# our table"), looks_like_sheet(b'{"format": 1}')
    (True, False)
    """
    return _BEGINS.match(data) is not None


def read_sheets(data: bytes, *, file: str = "", rules: Variant | None = None) -> Iterator[Located]:
    """Yield the matches of a sheet one by one; an error in one does not hide the others.

    `rules` are for a sheet that names unknown ones. Raises ReplayError if it is no text.
    """
    text = decoded(data, ReplayError, file=file).removeprefix("\ufeff")
    if text.lstrip().startswith("{"):
        sentence = mark("This is JSON, not a sheet: it can be read as it is.")
        raise ReplayError(sentence, file=file, line=1, column=1)
    for number, (first, part) in enumerate(_matches(text), 1):
        try:
            yield Located(number, _read(part, file, first, rules))
        except ReplayError as problem:
            yield Located(number, None, problem)


def _matches(text: str) -> Iterator[tuple[int, str]]:
    """The matches of a sheet, each with the number of its first line.

    Each but the first begins with the name of the notation.
    """
    begun: list[str] = []
    first, said = 1, False
    for number, line in enumerate(_LINE_END.split(text), 1):
        heads = line.lstrip()[: len(NAME)].casefold() == NAME
        if heads and said:
            yield first, "".join(begun)
            begun, first, said = [], number, False
        begun.append(line)
        said = said or (line.strip() != "" and not line.lstrip().startswith("#"))
    yield first, "".join(begun)


def _read(text: str, file: str, first: int, rules: Variant | None) -> Replay:
    draft = Draft(rules)
    last: SheetLine | None = None
    for line in lines_of(text, file, first):
        last = line
        _take(draft, line)
    if last is None:
        sentence = mark("The sheet is empty: it begins with {example}.")
        raise ReplayError(sentence, file=file, line=first, column=1, example="variant fournier")
    for name, example in (("variant", "variant fournier"), ("seats", "seats A1 B1 A2 B2")):
        if name not in draft.match:
            sentence = mark("The sheet does not say its {what}: write it first, as in {example}.")
            last.refuse(sentence, what=name, example=example)
    draft.check_start(last)
    draft.carry_rules()
    try:
        replay = decode(draft.match)
    except Refused:
        explain(draft.match, file, lambda path, **_: draft.spot(path))
    if draft.open:
        replay = seated(replay, draft)
    if draft.leaning is not None:
        try:
            replay = with_calls_in_full(replay)
        except ReplayError as problem:
            draft.leaning.line.refuse(problem.sentence, draft.leaning.at, **problem.evidence)
    return with_kept_hands(replay) if draft.shown else replay


def _take(draft: Draft, line: SheetLine) -> None:
    word, rest = line.word()
    name = word.text.casefold()
    colon = line.text[word.at + len(word.text) :].lstrip().startswith(":")
    in_language = colon and LANGUAGE.fullmatch(name) is not None
    words, draft.words = draft.words, None
    round_, names = rounds_called().get(name, ""), draft.names
    if name in phases():
        draft.speak(calls_of(line, rest, name, draft.game, names), name, line, word.at)
    elif name == NAME:
        _version(line, rest)
    elif name in WORDS:
        WORDS[name](draft, line, rest, word)
    elif is_seat(word.text.upper()):
        _said_by(draft, line, rest, word)
    elif in_language and words is not None:
        _language_text(draft, line, rest, words, name)
    elif draft.number and begins_with_seat(line, line.rest(0), names)[0]:
        seat, told = seat_first(line, line.rest(0), names)
        _said_by(draft, line, told, Piece(seat, word.at))
    elif round_ in draft.game.phases.names:
        draft.speak(calls_of(line, rest, round_, draft.game, names), round_, line, word.at)
    elif draft.lance and _are_calls(draft, line, line.rest(0)):
        _go_on(draft, line, line.rest(0))
    elif in_language:
        line.refuse(mark("Words in a language follow a note or a claim."), word.at)
    else:
        near = get_close_matches(name, [NAME, *WORDS, *phases()], n=1)
        sentence = mark("No line of a sheet begins with {word!r}.")
        line.refuse(sentence, word.at, hint=next(iter(near), ""), word=word.text)


def _language_text(
    draft: Draft, line: SheetLine, rest: Piece, words: tuple[Json, Path], code: str
) -> None:
    """Read the text of a note or a claim in one language."""
    owner, path = draft.words = words
    texts = owner.setdefault("text", {})
    if not isinstance(texts, dict) or code in texts:
        line.refuse(mark("{what} is written twice."), line.word()[0].at, what=code)
    texts[code] = words_of(line, rest)
    draft.places[*path, "text", code] = line.spot(rest.at)


# --- the match ---------------------------------------------------------------------------


def _version(line: SheetLine, rest: Piece) -> None:
    if rest.text and rest.text != VERSION:
        sentence = mark("This sheet is of version {found}; this program reads version {ours}.")
        line.refuse(sentence, rest.at, found=rest.text, ours=VERSION)


def _variant(draft: Draft, line: SheetLine, rest: Piece, word: Piece) -> None:
    found = pieces(rest)
    if not found:
        sentence = mark("This should be the name of the rules, as in {example}.")
        line.refuse(sentence, rest.at, example="variant fournier")
    quoted = found[0].text.startswith('"')
    named = text_of(line, found[0]) if quoted else found[0].text
    draft.owner(("variant",))
    draft.places["variant",] = line.spot(word.at)
    draft.put(("variant", "id"), named, line, found[0].at)
    if not quoted:
        draft.house = house_rules_file(line, found[0]) or draft.house
    for piece in found[1:]:
        draft.put(("variant", "digest"), piece.text, line, piece.at)


def _players(draft: Draft, line: SheetLine, rest: Piece, word: Piece) -> None:
    """Read players separated by commas; with `player`, one of any name."""
    alone = word.text.casefold() == "player"
    for item in [rest] if alone else items(line, rest):
        seat, *_ = pieces(item) or [item]
        end = seat.at - item.at + len(seat.text)
        name = item.text[end:].removeprefix(":") if not seat.text.endswith(":") else item.text[end:]
        told = Piece(name.strip(), item.at + end + len(name) - len(name.lstrip()))
        seat = seat._replace(text=seat.text.removesuffix(":"))
        draft.put(("players", seat_of(line, seat)), _name(draft, line, told), line, seat.at)


def _note(draft: Draft, line: SheetLine, rest: Piece, word: Piece) -> None:
    known = irregularities(draft.game.name)
    place, note = note_of(line, rest, draft.sheet_number, draft.names, known)
    place = draft.recorded(place, line, rest.at)
    path = draft.add(("notes", place), note, line, word.at)
    draft.words = note, path


def _claim(draft: Draft, line: SheetLine, rest: Piece, word: Piece) -> None:
    claim = claim_of(line, rest, draft.claim_table)
    if not rest.text.startswith("{"):
        claim["about"] = draft.recorded(claim["about"], line, rest.at)
    path = draft.add(("claims",), claim, line, word.at)
    draft.words = claim, path


def _extra(draft: Draft, line: SheetLine, rest: Piece, word: Piece) -> None:
    """Read fields that have no line of their own, as JSON."""
    part = next(iter(pieces(rest)), rest)
    name = part.text.casefold()
    if name not in PARTS:
        sentence = mark("This should say what it belongs to: {parts}.")
        line.refuse(sentence, part.at, parts=", ".join(PARTS))
    path = draft.part(name, line, word.at)
    told = line.rest(part.at + len(part.text))
    things = object_of(line, told)
    draft.owner(path)
    for field, thing in things.items():
        draft.put((*path, field), thing, line, told.at)


# --- a hand ------------------------------------------------------------------------------


def _hand(draft: Draft, line: SheetLine, rest: Piece, word: Piece) -> None:
    """Read ``hand 1 mano A1 physical``: its number, its mano, the source of its cards."""
    found = pieces(rest)
    if found and found[0].text.rstrip(":").isdigit():
        draft.count_hand(found.pop(0), line)
    words = [piece.text.casefold().rstrip(":") for piece in found]
    if words[:1] != ["mano"] or len(found) < len(("mano", "seat")):
        line.refuse(
            mark("This should say who is mano, as in {example}."),
            found[0].at if found and words[0] != "mano" else len(line.text),
            example="hand 1 mano A1",
        )
    hand = draft.add(("hands",), {"rounds": []}, line, word.at)
    told = line.rest(found[1].at)
    mano, after = seat_first(line, told, draft.names)
    draft.put((*hand, "mano"), mano, line, found[1].at)
    left = pieces(after)
    for piece, source in zip(left, words[len(words) - len(left) :], strict=True):
        if source not in SOURCES:
            sentence = mark("This should say where the cards came from: {sources}.")
            line.refuse(sentence, piece.at, sources=", ".join(SOURCES))
        draft.put((*hand, "deal", "source"), source, line, piece.at)


def _said_by(draft: Draft, line: SheetLine, rest: Piece, word: Piece) -> None:
    """Read a line that begins with a player: cards, or what they say in the round above."""
    cards, served = pieces(rest), draft.lance in draft.game.phases.served
    thrown = served and word.text.upper() in [spoken.seat for spoken in draft.spoken]
    shown = draft.game.deck.canonical(piece.text for piece in cards) is not None
    if served:
        shown = shown and thrown
    elif len(cards) == 1:
        shown = False  # a number is a stake
    if draft.lance and not shown and _are_calls(draft, line, line.rest(0)):
        _go_on(draft, line, line.rest(0))
    else:
        _cards(draft, line, rest, word)


def _are_calls(draft: Draft, line: SheetLine, told: Piece) -> bool:
    try:
        return bool(calls_of(line, told, draft.lance, draft.game, draft.names, draft.spoken))
    except ReplayError:
        return False


def _go_on(draft: Draft, line: SheetLine, told: Piece) -> None:
    said = calls_of(line, told, draft.lance, draft.game, draft.names, draft.spoken)
    draft.go_on(said, line, told.at)


def _cards(draft: Draft, line: SheetLine, rest: Piece, word: Piece) -> None:
    hand = draft.hand(line, word.at)
    phases = draft.game.phases
    thrown = any(told["lance"] in phases.served for told in draft.owner(hand)["rounds"])
    if thrown and draft.lance not in phases.paid:
        sentence = mark(
            "Cards that are dealt are written before the discards; those served, after {word}."
        )
        line.refuse(sentence, word.at, word="draws")
    # What is shown at the end is what was kept: nobody saw what was thrown.
    draft.shown = draft.shown or thrown
    path: Path = (*hand, "deal", "held" if thrown else "cards", word.text.upper())
    draft.put(path, cards_of(line, rest, draft.game.deck), line, word.at)


def _checks(draft: Draft, line: SheetLine, rest: Piece, word: Piece) -> None:
    """Read the checks of a round's calls, or the times of the calls."""
    timed = word.text.casefold() == "times"
    path = (*draft.round(line, word.at), "at_ms" if timed else "checks")
    found = pieces(rest)
    if [piece.text for piece in found] == [NONE]:
        draft.put(path, [], line, word.at)
    for piece in found if draft.owner(path[:-1]).get(path[-1]) != [] else ():
        draft.add(path, _time(line, piece) if timed else piece.text, line, piece.at)


def _time(line: SheetLine, piece: Piece) -> int:
    plain = piece.text.isascii() and piece.text.isdigit() and len(piece.text) <= LONGEST_TIME
    return int(piece.text) if plain else number_of(line, piece)


LONGEST_TIME = 16
"""Digits of a time: the schema knows the latest there is."""


def _ledger(draft: Draft, line: SheetLine, rest: Piece, word: Piece) -> None:
    hand = draft.hand(line, word.at)
    if rest.text.casefold() == NONE:
        draft.put((*hand, "ledger"), [], line, word.at)
    else:
        draft.add((*hand, "ledger"), movement_of(line, rest), line, rest.at)


def _seal(draft: Draft, line: SheetLine, rest: Piece, word: Piece) -> None:
    """Read the seal of a hand; before the first hand, that of the match."""
    path: Path = ("hands", draft.number - 1) if draft.number else ()
    draft.put((*path, "seal"), rest.text, line, word.at)


def _draw(draft: Draft, line: SheetLine, rest: Piece, _word: Piece) -> None:
    """Read ``draw A1 Ro, B1 3c``: the card each player drew for the seats."""
    for item in items(line, rest):
        seat, told = seat_first(line, item, draft.names)
        cards = cards_of(line, told, draft.game.deck) if told.text else []
        if len(cards) != 1:
            line.refuse(_ONE_CARD, item.at, example="A1 Ro")
        draft.put(("draw", seat), cards[0], line, item.at)


def _restock(draft: Draft, line: SheetLine, rest: Piece, word: Piece) -> None:
    """Read ``restock 2h, 9d``: one stock made of the discards."""
    path = (*draft.part("deal", line, word.at), "restocks")
    draft.add(path, _pile(draft, line, rest), line, word.at)


def _by_seat(part: str) -> Line:
    """A line of cards for each seat, ``held A1 Re 5e, B1 7o``, in a part of the record."""

    def take(draft: Draft, line: SheetLine, rest: Piece, word: Piece) -> None:
        path = (*draft.part(part, line, word.at), word.text.casefold())
        for item in items(line, rest):
            seat, told = seat_first(line, item, draft.names)
            cards = cards_of(line, told, draft.game.deck)
            draft.put((*path, seat), cards, line, item.at)

    return take


# --- one field a line ---------------------------------------------------------------------


def _field(part: str, read: Callable[[Draft, SheetLine, Piece], Any]) -> Line:
    """A line that states the field named by its word, in a part of the record."""

    def take(draft: Draft, line: SheetLine, rest: Piece, word: Piece) -> None:
        path = (*draft.part(part, line, word.at), word.text.casefold())
        draft.put(path, read(draft, line, rest), line, word.at)

    return take


def _words(_: Draft, line: SheetLine, rest: Piece) -> str:
    return words_of(line, rest)


def _name(_: Draft, line: SheetLine, rest: Piece) -> Json | str:
    return object_of(line, rest) if rest.text.startswith("{") else words_of(line, rest)


def _stones(draft: Draft, line: SheetLine, rest: Piece) -> dict[str, int]:
    return stones_of(line, rest, draft.names)


def _seats(_: Draft, line: SheetLine, rest: Piece) -> list[str]:
    return [seat_of(line, piece) for piece in pieces(rest)]


def _shufflers(draft: Draft, line: SheetLine, rest: Piece) -> list[str]:
    seats: list[str] = []
    while rest.text and rest.text.casefold() != NONE:
        seat, rest = seat_first(line, rest, draft.names)
        rest = line.within(rest, 1) if rest.text.startswith(",") else rest
        seats.append(seat)
    return seats


def _cut(draft: Draft, line: SheetLine, rest: Piece) -> Json | str:
    """Who cut, and how many cards they lifted: ``A2 12``; ``none``: nobody."""
    found = pieces(rest)
    if [piece.text.casefold() for piece in found] == [NONE]:
        return NONE
    seat, left = seat_first(line, rest, draft.names) if found else ("", rest)
    if not seat or len(pieces(left)) > 1:
        sentence = mark("This should say who cut, and how many cards, as in {example}.")
        line.refuse(sentence, rest.at, example="cut A2 12")
    return {"by": seat} | ({"cards": number_of(line, left)} if left.text else {})


def _starter(draft: Draft, line: SheetLine, rest: Piece) -> str:
    cards = cards_of(line, rest, draft.game.deck)
    if len(cards) != 1:
        line.refuse(_ONE_CARD, rest.at, example="starter Ts")
    return cards[0]


def _pile(draft: Draft, line: SheetLine, rest: Piece) -> list[str]:
    return [] if rest.text.casefold() == NONE else cards_of(line, rest, draft.game.deck)


_ONE_CARD = mark("This should be one card, as in {example}.")

WORDS: dict[str, Line] = {
    "variant": _variant,
    "seats": _field("match", _seats),
    **dict.fromkeys(("players", "player"), _players),
    "event": _field("match", _name),
    **dict.fromkeys(("place", "date", "recorder", "view"), _field("match", _words)),
    **dict.fromkeys(("start", "games"), _field("match", _stones)),
    "note": _note,
    "claim": _claim,
    "extra": _extra,
    "draw": _draw,
    "shuffled": _field("deal", _shufflers),
    "cut": _field("deal", _cut),
    "starter": _field("deal", _starter),
    "stock": _field("deal", _pile),
    "restock": _restock,
    "held": _by_seat("deal"),
    "hand": _hand,
    "draws": _by_seat("round"),
    **dict.fromkeys(("checks", "times"), _checks),
    "ledger": _ledger,
    "after": _field("hand", _stones),
    "seal": _seal,
}
"""Every word a line may begin with, beside the lances, seats and languages."""
