"""The record a sheet grows into line by line, and the calls of its rounds.

Calls are in canonical or lax spelling, or in short signs; one in quotes is taken over unread, so a
record with an unreadable call survives. `Draft` keeps the JSON so far and where on the sheet each
part was written, for error messages.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from mustutor import games
from mustutor.base import register
from mustutor.base.errors import NotationError
from mustutor.base.json_text import Json
from mustutor.base.language import mark
from mustutor.model.calls import Call, Grammar, write_call
from mustutor.model.cards import Deck
from mustutor.model.variant import Variant
from mustutor.model.variant_file import variant_ids
from mustutor.replay.claim_text import ClaimTable
from mustutor.replay.format import COUNT, FORMAT, game_named
from mustutor.replay.names import (
    BET,
    FIRST_HAND,
    MOST_NUMBERED,
    RAISE,
    Names,
    expand_short_signs,
)
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


class SheetGame(NamedTuple):
    """What a sheet knows of its game: how calls are read, its deck, the rounds of a hand.

    `loses` says that a game is decided by its loser.
    """

    grammar: Grammar
    deck: Deck
    phases: register.Phases
    loses: bool = False
    name: str = ""


def sheet_game(variant: Json) -> SheetGame:
    """The game of the rules a record names; for unknown rules the first game.

    >>> "grande" in sheet_game({"id": "madrid"}).phases.names
    True
    """
    name = game_named(variant) or register.games()[0]
    game, loses = games.game_of(name), "own_stones" in register.traits(name)
    return SheetGame(game.words.grammar, game.chance.deck, game.rules.phases, loses, name)


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
        sentence = mark(
            "{word!r} is not a seat: a seat is a letter from A to H, or one and a digit."
        )
        line.refuse(sentence, piece.at, word=piece.text)
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


def seat_first(line: SheetLine, item: Piece, names: Names) -> tuple[str, Piece]:
    """The seat or the player that words begin with, and the words after; refused if none."""
    seat, told = begins_with_seat(line, item, names)
    if not seat:
        first, *_ = pieces(item) or [item]
        told = line.within(item, len(first.text))
        seat = seat_of(line, first._replace(text=first.text.removesuffix(":")), names)
    return seat, line.within(told, 1) if told.text.startswith(":") else told


def _seat_by_name(line: SheetLine, piece: Piece, names: Names) -> tuple[str, int]:
    try:
        return names.begins(piece.text)
    except NotationError as problem:
        line.refuse(problem.sentence, piece.at, **problem.evidence)


def calls_of(
    line: SheetLine,
    rest: Piece,
    lance: str,
    game: SheetGame,
    names: Names,
    before: Sequence[SheetCall] = (),
) -> list[SheetCall]:
    """Read the calls of a round, in order; a call may lack its seat.

    `before` are those of the round on lines above; the calls given are those of this line.
    """
    said = list(before)
    staked = any(spoken.verb in STAKED for spoken in said)
    for item in items(line, rest):
        if item.text.startswith('"'):
            # Perhaps unreadable, so it does not count as a bet.
            said.append(SheetCall(text_of(line, item), '"', "", line, item.at))
            continue
        if lance == COUNT:
            said.append(_claim_call(line, item, game, names))
            continue
        said.append(_call(line, item, _Round(lance, game, names, staked)))
        staked = staked or said[-1].verb in STAKED
    lean = iter(game.grammar.lean([spoken.call for spoken in said if spoken.call]))
    told = [spoken._replace(leans=next(lean)) if spoken.call else spoken for spoken in said]
    return told[len(before) :]


def _claim_call(line: SheetLine, item: Piece, game: SheetGame, names: Names) -> SheetCall:
    """Read a claim at the count, as in ``A1 cobra pares``; the verb is optional."""
    seat, told = begins_with_seat(line, item, names)
    found = _CLAIMED.fullmatch(told.text)
    if not seat or found is None or found[1].casefold() not in game.phases.names:
        sentence = mark("This should say who claims the stones of which lance, as in {example}.")
        line.refuse(sentence, item.at, example="A1 cobra pares")
    return SheetCall(f"cobra {found[1].casefold()}", seat, "", line, item.at)


class _Round(NamedTuple):
    """A round while it is read: its name, its game, and whether there is a bet."""

    name: str
    game: SheetGame
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
    read = round_.game.grammar.read
    spelled = _expand(words, round_)
    try:
        call = read(f"{seat or 'A'} {spelled}")
    except NotationError as problem:
        if (thrown := _discard_of_cards(seat, words, round_)) is not None:
            return SheetCall(thrown, seat, THROWN, line, item.at, read(f"A {thrown}"))
        hint = problem.hint if seat else problem.hint.partition(" ")[2]
        line.refuse(problem.sentence, item.at, hint=hint, **problem.evidence)
    # A call whose canonical spelling loses its context, as a bare yes does, keeps its words.
    again = round_.game.grammar.lean([call]) != round_.game.grammar.lean([read(str(call))])
    said = spelled if again else str(call).partition(" ")[2]
    return SheetCall(said, seat, call.verb, line, item.at, call)


def _is_call(words: str, round_: _Round) -> bool:
    try:
        round_.game.grammar.read(f"A {_expand(words, round_)}")
    except NotationError:
        return False
    return True


def _expand(words: str, round_: _Round) -> str:
    """Expand short signs the game has calls for; other words are returned unchanged."""
    talked = round_.name in round_.game.phases.talked
    return expand_short_signs(words, round_.game.grammar, None if talked else round_.staked)


def _discard_of_cards(seat: str, words: str, round_: _Round) -> str | None:
    """Read cards alone as the discard of these cards; None outside rounds with discards."""
    game = round_.game
    if round_.name not in game.phases.served or THROWN not in game.grammar.verbs:
        return None
    try:
        call = round_.game.grammar.read(f"{seat or 'A'} {THROWN} {words}")
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

    >>> spoken = sheet_game({"id": "fournier"}).grammar
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


Path = tuple[str | int, ...]
Place = tuple[int, int, int]
"""Where a call stands: its hand, its round, and the call, counted from 0."""

VERBATIM = '"'
"""The seat of a call in quotes."""


class Draft:
    """The record a sheet grows into, as JSON.

    `places` maps each part to its line and column. `first` is the number of the first hand, as a
    sheet may begin with the third. `house` are the rules to play by if those it names are not
    packaged. `open` are the calls without a seat, `leaning` the first call relative to the stake
    before it (`5 mas`), `spoken` the calls of the round in progress.
    `shown` tells that hands were shown after discards.
    """

    def __init__(self, rules: Variant | None = None) -> None:
        self.match: Json = {"format": FORMAT, "hands": []}
        self.places: dict[Path, tuple[int, int]] = {}
        self.open: dict[Place, SheetCall] = {}
        self.leaning: SheetCall | None = None
        self.words: tuple[Json, Path] | None = None
        self.house = rules
        self.first = 1
        self.shown = False
        self.spoken: list[SheetCall] = []
        self._game: SheetGame | None = None
        self._names: Names | None = None

    @property
    def lance(self) -> str:
        """The round in progress; empty before the first of a hand."""
        rounds = self.match["hands"][-1]["rounds"] if self.number else []
        return str(rounds[-1]["lance"]) if rounds else ""

    @property
    def number(self) -> int:
        """The number of hands begun."""
        return len(self.match["hands"])

    @property
    def game(self) -> SheetGame:
        """The game of the match; known from the first hand on."""
        if self._game is None:
            self._game = sheet_game(self._variant)
        return self._game

    @property
    def _variant(self) -> Json:
        """The rules as the record names them; house rules with their content."""
        stated: Json = self.match.get("variant", {})
        if self.house is None or "rules" in stated or stated.get("id") in variant_ids():
            return stated
        return {"digest": self.house.digest, "rules": self.house.as_json(), **stated}

    def carry_rules(self) -> None:
        """Embed house rules in the record, as nobody else has their file."""
        if isinstance(self.match.get("variant"), dict):
            self.match["variant"] = self._variant

    @property
    def names(self) -> Names:
        """The players named so far, by seat and by name."""
        if self._names is None:
            seats, players = self.match.get("seats", ()), self.match.get("players")
            self._names = Names(seats, players if isinstance(players, dict) else None)
        return self._names

    @property
    def sheet_number(self) -> int:
        """The number of the hand in progress, as the sheet counts; 0 before the first."""
        return self.number and self.number + self.first - 1

    def count_hand(self, number: Piece, line: SheetLine) -> None:
        """Check a hand's number: any for the first, one more for each after it."""
        told = number.text.rstrip(":")
        if not self.number and told.isascii() and 0 < int(told[:6]) < MOST_NUMBERED:
            self.first = int(told[:6])
        if told != str(self.first + self.number):
            sentence = mark("Hands are counted one after the other: this is hand {expected}.")
            line.refuse(sentence, number.at, expected=self.first + self.number)

    def check_start(self, line: SheetLine) -> None:
        """Require the stones before a later first hand; those of the rules are for hand 1 only."""
        if self.first > 1:
            self.match[FIRST_HAND] = self.first
        if self.first > 1 and "start" not in self.match:
            sentence = mark(
                "This sheet begins with hand {first}: write the stones before it, as in {example}."
            )
            line.refuse_at(
                *self.spot(("hands", 0)), sentence, first=self.first, example="start A 20, B 18"
            )

    def recorded(self, place: str, line: SheetLine, at: int) -> str:
        """A place of the sheet as a place of the record, where the first hand has number 1."""
        number, dot, rest = place.partition(".")
        if self.first == 1 or not (number.isdecimal() and number.isascii()):
            return place
        if len(number) > len(str(MOST_NUMBERED)) or int(number) < self.first:
            sentence = mark("This sheet begins with hand {first}: there is no hand {hand}.")
            line.refuse(sentence, at, first=self.first, hand=number)
        return f"{int(number) - self.first + 1}{dot}{rest}"

    @property
    def claim_table(self) -> ClaimTable:
        """The table at which a claim written now is read."""
        rounds, hand = self.game.phases.paid, self.sheet_number
        usual = str(hand) if hand else "match"
        return ClaimTable(self.names, rounds, hand, usual, self.game.loses)

    def put(self, path: Path, value: Any, line: SheetLine, at: int) -> None:
        """Set a value at its path; a second value is refused."""
        owner = self.owner(path[:-1])
        name = path[-1]
        if not isinstance(owner, dict) or name in owner:
            line.refuse(mark("{what} is written twice."), at, what=name)
        owner[name] = value
        self.places[path] = line.spot(at)
        if path[0] in ("seats", "players"):
            self._names = None

    def add(self, path: Path, value: Any, line: SheetLine, at: int) -> Path:
        """Append to the list at a path; returns the path of the new item."""
        owner = self.owner(path[:-1])
        things = owner.setdefault(path[-1], []) if isinstance(owner, dict) else None
        if not isinstance(things, list):
            line.refuse(mark("{what} is written twice."), at, what=path[-1])
        self.places.setdefault(path, line.spot(at))
        self.places[*path, len(things)] = line.spot(at)
        things.append(value)
        return (*path, len(things) - 1)

    def owner(self, path: Path) -> Any:
        """The object or list at a path; missing objects on the way are created.

        None if a value on the way is neither.
        """
        here: Any = self.match
        for step in path:
            if isinstance(step, int):
                here = here[step]
            else:
                here = here.setdefault(step, {}) if isinstance(here, dict) else None
        return here

    def hand(self, line: SheetLine, at: int) -> Path:
        """The path of the hand in progress; refused before the first."""
        if not self.number:
            sentence = mark("No hand has begun here: write the hand before it, as in {example}.")
            line.refuse(sentence, at, example="hand 1 mano A1")
        return ("hands", self.number - 1)

    def part(self, name: str, line: SheetLine, at: int) -> Path:
        """The path of a part in progress: ``match``, ``variant``, ``hand``, ``deal``, ``round``."""
        if name == "round":
            return self.round(line, at)
        if name in ("hand", "deal"):
            return (*self.hand(line, at), *(("deal",) if name == "deal" else ()))
        return () if name == "match" else (name,)

    def round(self, line: SheetLine, at: int) -> Path:
        """The path of the round in progress; refused before the first of a hand."""
        hand = self.hand(line, at)
        rounds = self.owner(hand)["rounds"]
        if not rounds:
            sentence = mark("No lance has begun here: write its calls before it, as in {example}.")
            line.refuse(sentence, at, example="grande: A1 envido 2")
        return (*hand, "rounds", len(rounds) - 1)

    def speak(self, said: list[SheetCall], lance: str, line: SheetLine, at: int) -> None:
        """Begin a round with its calls."""
        hand = self.hand(line, at)
        self.add((*hand, "rounds"), {"lance": lance, "calls": []}, line, at)
        self.spoken = []
        self.go_on(said, line, at)

    def go_on(self, said: list[SheetCall], line: SheetLine, at: int) -> None:
        """Add calls to the round in progress; those without a seat are noted as open."""
        path, begun = self.round(line, at), len(self.spoken)
        self.spoken += said
        for index, spoken in enumerate(said, begun):
            text = f"{spoken.seat} {spoken.words}"
            if spoken.seat == VERBATIM:
                text = spoken.words
            elif not spoken.seat:
                self.open[self.number - 1, int(path[-1]), index] = spoken
                text = ""
            if spoken.leans and self.leaning is None:
                self.leaning = spoken
            self.add((*path, "calls"), text, spoken.line, spoken.at)

    def spot(self, path: Path) -> tuple[int, int]:
        """The line and column of a part, or of the nearest part that contains it."""
        while path and path not in self.places:
            path = path[:-1]
        return self.places.get(path, (1, 1))
