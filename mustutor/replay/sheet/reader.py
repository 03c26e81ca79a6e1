"""Reading score sheets: lax in spelling, strict in rules; refusals have line and column."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from difflib import get_close_matches

from mustutor.base.errors import ReplayError
from mustutor.base.files import decoded
from mustutor.base.language import mark
from mustutor.base.register import phases
from mustutor.model.variant import Variant
from mustutor.replay.format import Refused, Replay, decode
from mustutor.replay.reader import Located, explain
from mustutor.replay.sheet.calls import begins_with_seat, calls_of, cards_of, is_seat, seat_of
from mustutor.replay.sheet.draft import DEALING, Draft, Path, seats_with_cards
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
from mustutor.replay.sheet.speaker import seated
from mustutor.replay.writer import with_calls_in_full

NAME = "mus-sheet"
VERSION = "1"
SOURCES = ("physical", "composed", "shuffled")
PARTS = ("match", "variant", "hand", "deal", "round")

_BEGINS = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:#|(?:mus-sheet|variant|seats|event|hand)[\s:])")
_LINE_END = re.compile(r"(?<=\n)|(?<=\r)(?!\n)")


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
        raise ReplayError(
            mark("This is JSON, not a sheet: it can be read as it is."), file=file, line=1, column=1
        )
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
        raise ReplayError(
            mark("The sheet is empty: it begins with {example}."),
            file=file,
            line=first,
            column=1,
            example="variant fournier",
        )
    for name, example in (("variant", "variant fournier"), ("seats", "seats A1 B1 A2 B2")):
        if name not in draft.match:
            last.refuse(
                mark("The sheet does not say its {what}: write it first, as in {example}."),
                what=name,
                example=example,
            )
    draft.check_start(last)
    draft.carry_rules()
    try:
        replay = decode(draft.match)
    except Refused:
        explain(draft.match, file, lambda path, **_: draft.spot(path))
    if draft.open:
        replay = seated(replay, draft)
    if draft.leaning is None:
        return replay
    try:
        return with_calls_in_full(replay)
    except ReplayError as problem:
        draft.leaning.line.refuse(problem.sentence, draft.leaning.at, **problem.evidence)


def _take(draft: Draft, line: SheetLine) -> None:
    word, rest = line.word()
    name = word.text.casefold()
    colon = line.text[word.at + len(word.text) :].lstrip().startswith(":")
    if name in phases():
        draft.speak(calls_of(line, rest, name, draft.language, draft.names), name, line, word.at)
        draft.words = None
    elif name == NAME:
        _version(line, rest)
    elif name in WORDS:
        draft.words = None
        WORDS[name](draft, line, rest, word)
    elif is_seat(word.text.upper()):
        _cards(draft, line, rest, word)
        draft.words = None
    elif colon and LANGUAGE.fullmatch(name) and draft.words is not None:
        _language_text(draft, line, rest, word)
    elif draft.number and (named := begins_with_seat(line, line.rest(0), draft.names))[0]:
        told = named[1]
        told = line.within(told, 1) if told.text.startswith(":") else told
        _cards(draft, line, told, Piece(named[0], word.at))
        draft.words = None
    elif colon and LANGUAGE.fullmatch(name):
        _language_text(draft, line, rest, word)
    else:
        near = get_close_matches(name, [NAME, *WORDS, *phases()], n=1)
        line.refuse(
            mark("No line of a sheet begins with {word!r}."),
            word.at,
            hint=next(iter(near), ""),
            word=word.text,
        )


def _language_text(draft: Draft, line: SheetLine, rest: Piece, word: Piece) -> None:
    """Read the text of a note or a claim in one language."""
    if draft.words is None:
        line.refuse(mark("Words in a language follow a note or a claim."), word.at)
    owner, path = draft.words
    texts = owner.setdefault("text", {})
    code = word.text.casefold()
    if not isinstance(texts, dict) or code in texts:
        line.refuse(mark("{what} is written twice."), word.at, what=code)
    texts[code] = words_of(line, rest)
    draft.places[*path, "text", code] = line.spot(rest.at)


# --- the match ---------------------------------------------------------------------------


def _version(line: SheetLine, rest: Piece) -> None:
    if rest.text and rest.text != VERSION:
        line.refuse(
            mark("This sheet is of version {found}; this program reads version {ours}."),
            rest.at,
            found=rest.text,
            ours=VERSION,
        )


def _variant(draft: Draft, line: SheetLine, rest: Piece, word: Piece) -> None:
    found = pieces(rest)
    if not found:
        line.refuse(
            mark("This should be the name of the rules, as in {example}."),
            rest.at,
            example="variant fournier",
        )
    quoted = found[0].text.startswith('"')
    named = text_of(line, found[0]) if quoted else found[0].text
    draft.owner(("variant",))
    draft.places["variant",] = line.spot(word.at)
    draft.put(("variant", "id"), named, line, found[0].at)
    if not quoted:
        draft.house = house_rules_file(line, found[0]) or draft.house
    for piece in found[1:]:
        draft.put(("variant", "digest"), piece.text, line, piece.at)


def _seats(draft: Draft, line: SheetLine, rest: Piece, word: Piece) -> None:
    seats = [seat_of(line, piece) for piece in pieces(rest)]
    draft.put(("seats",), seats, line, word.at)


def _players(draft: Draft, line: SheetLine, rest: Piece, word: Piece) -> None:
    """Read players separated by commas; with `player`, one of any name."""
    alone = word.text.casefold() == "player"
    for item in [rest] if alone else items(line, rest):
        seat, *_ = pieces(item) or [item]
        end = seat.at - item.at + len(seat.text)
        name = item.text[end:].removeprefix(":") if not seat.text.endswith(":") else item.text[end:]
        told = Piece(name.strip(), item.at + end + len(name) - len(name.lstrip()))
        seat = seat._replace(text=seat.text.removesuffix(":"))
        player = object_of(line, told) if told.text.startswith("{") else words_of(line, told)
        draft.put(("players", seat_of(line, seat)), player, line, seat.at)


def _text(draft: Draft, line: SheetLine, rest: Piece, word: Piece) -> None:
    draft.put((word.text.casefold(),), words_of(line, rest), line, word.at)


def _stones(draft: Draft, line: SheetLine, rest: Piece, word: Piece) -> None:
    draft.put((word.text.casefold(),), stones_of(line, rest, draft.names), line, word.at)


def _note(draft: Draft, line: SheetLine, rest: Piece, word: Piece) -> None:
    place, note = note_of(line, rest, draft.sheet_number)
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
        line.refuse(
            mark("This should say what it belongs to: {parts}."), part.at, parts=", ".join(PARTS)
        )
    path: Path = ("variant",) if name == "variant" else ()
    if name in ("hand", "deal"):
        path = draft.hand(line, word.at)
        path = (*path, "deal") if name == "deal" else path
    elif name == "round":
        path = draft.round(line, word.at)
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
        number = found.pop(0)
        draft.count_hand(number, line)
    words = [piece.text.casefold().rstrip(":") for piece in found]
    if words[:1] != ["mano"] or len(found) < len(("mano", "seat")):
        line.refuse(
            mark("This should say who is mano, as in {example}."),
            found[0].at if found and words[0] != "mano" else len(line.text),
            example="hand 1 mano A1",
        )
    hand = draft.add(("hands",), {"rounds": []}, line, word.at)
    told = line.rest(found[1].at)
    mano, after = begins_with_seat(line, told, draft.names)
    mano = mano or seat_of(line, found[1])
    draft.put((*hand, "mano"), mano, line, found[1].at)
    left = pieces(after)
    for piece, source in zip(left, words[len(words) - len(left) :], strict=True):
        if source not in SOURCES:
            line.refuse(
                mark("This should say where the cards came from: {sources}."),
                piece.at,
                sources=", ".join(SOURCES),
            )
        draft.put((*hand, "deal", "source"), source, line, piece.at)


def _cards(draft: Draft, line: SheetLine, rest: Piece, word: Piece) -> None:
    hand = draft.hand(line, word.at)
    served = draft.language.phases.served
    if any(told["lance"] in served for told in draft.owner(hand)["rounds"]):
        line.refuse(
            mark(
                "Cards that are dealt are written before the discards; those served, after {word}."
            ),
            word.at,
            word="draws",
        )
    path: Path = (*hand, "deal", "cards", word.text.upper())
    draft.put(path, cards_of(line, rest, draft.language.deck), line, word.at)


def _draws(draft: Draft, line: SheetLine, rest: Piece, word: Piece) -> None:
    seats_with_cards(draft, line, rest, (*draft.round(line, word.at), "draws"))


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
    if not (piece.text.isascii() and piece.text.isdigit() and len(piece.text) <= LONGEST_TIME):
        return number_of(line, piece)
    return int(piece.text)


LONGEST_TIME = 16
"""Digits of a time: the schema knows the latest there is."""


def _ledger(draft: Draft, line: SheetLine, rest: Piece, word: Piece) -> None:
    hand = draft.hand(line, word.at)
    if rest.text.casefold() == NONE:
        draft.put((*hand, "ledger"), [], line, word.at)
    else:
        draft.add((*hand, "ledger"), movement_of(line, rest), line, rest.at)


def _after(draft: Draft, line: SheetLine, rest: Piece, word: Piece) -> None:
    draft.put(
        (*draft.hand(line, word.at), "after"), stones_of(line, rest, draft.names), line, word.at
    )


def _seal(draft: Draft, line: SheetLine, rest: Piece, word: Piece) -> None:
    """Read the seal of a hand; before the first hand, that of the match."""
    path: Path = ("hands", draft.number - 1) if draft.number else ()
    draft.put((*path, "seal"), rest.text, line, word.at)


WORDS: dict[str, Callable[[Draft, SheetLine, Piece, Piece], None]] = {
    "variant": _variant,
    "seats": _seats,
    "players": _players,
    "player": _players,
    **dict.fromkeys(("event", "place", "date", "recorder", "view"), _text),
    **dict.fromkeys(("start", "games"), _stones),
    "note": _note,
    "claim": _claim,
    "extra": _extra,
    **DEALING,
    "hand": _hand,
    "draws": _draws,
    **dict.fromkeys(("checks", "times"), _checks),
    "ledger": _ledger,
    "after": _after,
    "seal": _seal,
}
"""Every word a line may begin with, beside the lances, seats and languages."""
