"""A sheet's record while it grows line by line, and the lines of the draw and the deal.

`Draft` keeps the JSON so far and where on the sheet each part was written, for error messages. The
functions before it read and write the draw for seats, the shuffle, the cut and the stock.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from mustutor.base.json_text import Json
from mustutor.base.language import mark
from mustutor.model.cards import Deck
from mustutor.model.variant import Variant
from mustutor.model.variant_file import variant_ids
from mustutor.replay.claim_text import ClaimTable
from mustutor.replay.format import FORMAT
from mustutor.replay.names import Names
from mustutor.replay.sheet.calls import (
    SheetCall,
    SheetGrammar,
    begins_with_seat,
    cards_of,
    seat_of,
    sheet_grammar,
    written_cards,
)
from mustutor.replay.sheet.lines import NONE, Piece, SheetLine, SheetStyle, items, listed, pieces
from mustutor.replay.sheet.notes import number_of


def _read_draw(draft: Draft, line: SheetLine, rest: Piece, _word: Piece) -> None:
    """Read ``draw A1 Ro, B1 3c``: the card each player drew for the seats."""
    for item in items(line, rest):
        seat, *told = pieces(item)
        cards = cards_of(line, told[0], draft.language.deck) if told else []
        if len(told) != 1:
            line.refuse(mark("This should be one card, as in {example}."), seat.at, example="A1 Ro")
        draft.put(("draw", seat_of(line, seat)), cards[0], line, seat.at)


def _read_shuffled(draft: Draft, line: SheetLine, rest: Piece, word: Piece) -> None:
    """Read ``shuffled A2 B2``: who shuffled, in this order."""
    seats = [seat_of(line, piece) for piece in pieces(rest) if piece.text.casefold() != NONE]
    draft.put((*draft.hand(line, word.at), "deal", "shuffled"), seats, line, word.at)


def _read_cut(draft: Draft, line: SheetLine, rest: Piece, word: Piece) -> None:
    """Read ``cut A2 12``: who cut, and how many cards they lifted; ``cut none``: nobody."""
    found = pieces(rest)
    path: Path = (*draft.hand(line, word.at), "deal", "cut")
    if [piece.text.casefold() for piece in found] == [NONE]:
        draft.put(path, NONE, line, word.at)
        return
    if len(found) not in (1, 2):
        line.refuse(
            mark("This should say who cut, and how many cards, as in {example}."),
            rest.at,
            example="cut A2 12",
        )
    cut: dict[str, object] = {"by": seat_of(line, found[0])}
    if found[1:]:
        cut["cards"] = number_of(line, found[1])
    draft.put(path, cut, line, word.at)


def _read_starter(draft: Draft, line: SheetLine, rest: Piece, word: Piece) -> None:
    """Read ``starter Ts``: the card turned up beside the stock."""
    cards = cards_of(line, rest, draft.language.deck)
    if len(cards) != 1:
        line.refuse(
            mark("This should be one card, as in {example}."), rest.at, example="starter Ts"
        )
    draft.put((*draft.hand(line, word.at), "deal", "starter"), cards[0], line, word.at)


def _read_stock(draft: Draft, line: SheetLine, rest: Piece, word: Piece) -> None:
    """Read ``stock 2h, 9d``: the stock in drawing order, or one stock after a ``restock``."""
    none = rest.text.casefold() == NONE
    cards = [] if none else cards_of(line, rest, draft.language.deck)
    hand = draft.hand(line, word.at)
    if word.text.casefold() == "stock":
        draft.put((*hand, "deal", "stock"), cards, line, word.at)
    else:
        draft.add((*hand, "deal", "restocks"), cards, line, word.at)


def _read_held(draft: Draft, line: SheetLine, rest: Piece, word: Piece) -> None:
    """Read ``held A 3c 4c``: a hand after unseen discards, or the cards left at the end."""
    seats_with_cards(draft, line, rest, (*draft.hand(line, word.at), "deal", "held"))


def seats_with_cards(draft: Draft, line: SheetLine, rest: Piece, path: Path) -> None:
    """Read cards for each seat, ``A1 Re 5e, B1 7o``, and put them at a path of the record."""
    for item in items(line, rest):
        seat, told = begins_with_seat(line, item, draft.names)
        if not seat:
            word, *_ = pieces(item)
            told = line.within(item, len(word.text))
            seat = seat_of(line, word._replace(text=word.text.removesuffix(":")))
        cards = cards_of(line, told, draft.language.deck)
        draft.put((*path, seat), cards, line, item.at)


DEALING: dict[str, Callable[[Draft, SheetLine, Piece, Piece], None]] = {
    "draw": _read_draw,
    "shuffled": _read_shuffled,
    "cut": _read_cut,
    "starter": _read_starter,
    **dict.fromkeys(("stock", "restock"), _read_stock),
    "held": _read_held,
}
"""The words of these lines."""


def written_dealing(deal: Json, pen: SheetStyle, deck: Deck) -> Iterator[str]:
    """Write who shuffled and cut, and the stock; removes them from the deal given."""
    if "shuffled" in deal:
        yield " ".join(["shuffled", *(deal.pop("shuffled") or [NONE])])
    cut = deal.get("cut", {})
    if cut == NONE:
        yield f"cut {deal.pop('cut')}"
    elif cut and set(cut) <= {"by", "cards"}:
        del deal["cut"]
        yield " ".join(["cut", *[str(cut[part]) for part in ("by", "cards") if part in cut]])
    if "starter" in deal:
        yield f"starter {written_cards([deal.pop('starter')], pen, deck)}"
    piles = [("stock", deal.pop("stock"))] if "stock" in deal else []
    # An empty restock has no line of its own, and is written as JSON.
    piles += [("restock", pile) for pile in deal.pop("restocks")] if deal.get("restocks") else []
    for word, pile in piles:
        yield from listed(f"{word} ", [written_cards([card], pen, deck) for card in pile], ", ")
    if (held := deal.get("held")) and all(held.values()):
        del deal["held"]
        yield from listed("held ", written_hands(held, pen, deck), ", ")


def written_hands(hands: Json, pen: SheetStyle, deck: Deck) -> list[str]:
    """Write the cards of each seat, joined to a list."""
    return [f"{seat} {written_cards(cards, pen, deck)}" for seat, cards in hands.items()]


Path = tuple[str | int, ...]
Place = tuple[int, int, int]
"""Where a call stands: its hand, its round, and the call, counted from 0."""

MOST_NUMBERED = 10_000
"""The number of a first hand is below this."""

VERBATIM = '"'
"""The seat of a call in quotes."""


class Draft:
    """The record a sheet grows into, as JSON.

    `places` maps each part to its line and column. `first` is the number of the first hand, as a
    sheet may begin with the third. `house` are the rules to play by if those it names are not
    packaged. `open` are the calls without a seat, `leaning` the first call relative to the stake
    before it (`5 mas`).
    """

    def __init__(self, rules: Variant | None = None) -> None:
        self.match: Json = {"format": FORMAT, "hands": []}
        self.places: dict[Path, tuple[int, int]] = {}
        self.open: dict[Place, SheetCall] = {}
        self.leaning: SheetCall | None = None
        self.words: tuple[Json, Path] | None = None
        self.house = rules
        self.first = 1
        self._grammar: SheetGrammar | None = None
        self._names: Names | None = None

    @property
    def number(self) -> int:
        """The number of hands begun."""
        return len(self.match["hands"])

    @property
    def language(self) -> SheetGrammar:
        """The grammar of the match; known from the first hand on."""
        if self._grammar is None:
            self._grammar = sheet_grammar(self._variant)
        return self._grammar

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
            line.refuse(
                mark("Hands are counted one after the other: this is hand {expected}."),
                number.at,
                expected=self.first + self.number,
            )

    def check_start(self, line: SheetLine) -> None:
        """Require the stones before a later first hand; those of the rules are for hand 1 only."""
        if self.first > 1 and "start" not in self.match:
            line.refuse_at(
                *self.spot(("hands", 0)),
                mark(
                    "This sheet begins with hand {first}: write the stones before it, "
                    "as in {example}."
                ),
                first=self.first,
                example="start A 20, B 18",
            )

    def recorded(self, place: str, line: SheetLine, at: int) -> str:
        """A place of the sheet as a place of the record, where the first hand has number 1."""
        number, dot, rest = place.partition(".")
        if self.first == 1 or not (number.isdecimal() and number.isascii()):
            return place
        if len(number) > len(str(MOST_NUMBERED)) or int(number) < self.first:
            line.refuse(
                mark("This sheet begins with hand {first}: there is no hand {hand}."),
                at,
                first=self.first,
                hand=number,
            )
        return f"{int(number) - self.first + 1}{dot}{rest}"

    @property
    def claim_table(self) -> ClaimTable:
        """The table at which a claim written now is read."""
        rounds, hand = self.language.phases.paid, self.sheet_number
        usual = str(hand) if hand else "match"
        return ClaimTable(self.names, rounds, hand, usual, self.language.loses)

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
            line.refuse(
                mark("No hand has begun here: write the hand before it, as in {example}."),
                at,
                example="hand 1 mano A1",
            )
        return ("hands", self.number - 1)

    def round(self, line: SheetLine, at: int) -> Path:
        """The path of the round in progress; refused before the first of a hand."""
        hand = self.hand(line, at)
        rounds = self.owner(hand)["rounds"]
        if not rounds:
            line.refuse(
                mark("No lance has begun here: write its calls before it, as in {example}."),
                at,
                example="grande: A1 envido 2",
            )
        return (*hand, "rounds", len(rounds) - 1)

    def speak(self, said: list[SheetCall], lance: str, line: SheetLine, at: int) -> None:
        """Begin a round with its calls; calls without a seat are noted as open."""
        hand = self.hand(line, at)
        path = self.add((*hand, "rounds"), {"lance": lance, "calls": []}, line, at)
        for index, spoken in enumerate(said):
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
