"""What a sheet tells, as it grows line by line: the match, its hands, and where each was told."""

from __future__ import annotations

from typing import Any

from mustutor.language import mark
from mustutor.referee.wording import ClaimTable
from mustutor.replay.format import FORMAT, Json
from mustutor.replay.names import Names
from mustutor.sheet.calls import Spoken, Tongue, tongue_of
from mustutor.sheet.line import Piece, SheetLine
from mustutor.variant import Variant, variant_ids

Path = tuple[str | int, ...]
Place = tuple[int, int, int]
"""Where a call stands: its hand, its round, and the call, counted from 0."""

MOST_NUMBERED = 10_000
"""The number of a first hand is below this."""

VERBATIM = '"'
"""What stands as the seat of a call in quotes."""


class Draft:
    """The record a sheet grows into, as the JSON it will be.

    `places` tell for each part of it the line and column it was told at. `first` is the number of
    the first hand: a sheet may begin with the third. `house` are the rules to
    play by where those it names are not ours. `open` are the calls without a seat, `leaning` the
    first call that leans on what was said before it (`5 mas`).
    """

    def __init__(self, rules: Variant | None = None) -> None:
        self.match: Json = {"format": FORMAT, "hands": []}
        self.places: dict[Path, tuple[int, int]] = {}
        self.open: dict[Place, Spoken] = {}
        self.leaning: Spoken | None = None
        self.words: tuple[Json, Path] | None = None
        self.house = rules
        self.first = 1
        self._tongue: Tongue | None = None
        self._names: Names | None = None

    @property
    def number(self) -> int:
        """How many hands have begun."""
        return len(self.match["hands"])

    @property
    def tongue(self) -> Tongue:
        """How the players of the match speak; known from the first hand on."""
        if self._tongue is None:
            self._tongue = tongue_of(self._variant)
        return self._tongue

    @property
    def _variant(self) -> Json:
        """The rules as the record names them; those of the house with what they say."""
        stated: Json = self.match.get("variant", {})
        if self.house is None or "rules" in stated or stated.get("id") in variant_ids():
            return stated
        return {"digest": self.house.digest, "rules": self.house.as_json(), **stated}

    def carry_rules(self) -> None:
        """Rules of the house go with the record: nobody else has their file."""
        if isinstance(self.match.get("variant"), dict):
            self.match["variant"] = self._variant

    @property
    def names(self) -> Names:
        """The players told so far, who may be called by their names as by their seats."""
        if self._names is None:
            seats, players = self.match.get("seats", ()), self.match.get("players")
            self._names = Names(seats, players if isinstance(players, dict) else None)
        return self._names

    @property
    def told_number(self) -> int:
        """The number of the hand under way, as the sheet counts; 0 before the first."""
        return self.number and self.number + self.first - 1

    def count_hand(self, number: Piece, line: SheetLine) -> None:
        """Take the number a hand is told with: any for the first, the next for each after it."""
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
        """Ask for the stones before a later hand: those of the rules are of the first one."""
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
        """A place of the sheet as the record has it, whose first hand is the first."""
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
        """The table as a claim made now speaks of it."""
        rounds, hand = self.tongue.phases.paid, self.told_number
        usual = str(hand) if hand else "match"
        return ClaimTable(self.names, rounds, hand, usual, self.tongue.loses)

    def put(self, path: Path, value: Any, line: SheetLine, at: int) -> None:
        """Tell one thing, at its path; told twice it is refused."""
        owner = self.owner(path[:-1])
        name = path[-1]
        if not isinstance(owner, dict) or name in owner:
            line.refuse(mark("{what} is written twice."), at, what=name)
        owner[name] = value
        self.places[path] = line.spot(at)
        if path[0] in ("seats", "players"):
            self._names = None

    def add(self, path: Path, value: Any, line: SheetLine, at: int) -> Path:
        """Tell one thing more of a list; gives the path it stands at."""
        owner = self.owner(path[:-1])
        things = owner.setdefault(path[-1], []) if isinstance(owner, dict) else None
        if not isinstance(things, list):
            line.refuse(mark("{what} is written twice."), at, what=path[-1])
        self.places.setdefault(path, line.spot(at))
        self.places[*path, len(things)] = line.spot(at)
        things.append(value)
        return (*path, len(things) - 1)

    def owner(self, path: Path) -> Any:
        """The object or list at a path; objects on the way are made where they are missing.

        Nothing where something else stands on the way.
        """
        here: Any = self.match
        for step in path:
            if isinstance(step, int):
                here = here[step]
            else:
                here = here.setdefault(step, {}) if isinstance(here, dict) else None
        return here

    def hand(self, line: SheetLine, at: int) -> Path:
        """The path of the hand under way; before the first there is none."""
        if not self.number:
            line.refuse(
                mark("No hand has begun here: write the hand before it, as in {example}."),
                at,
                example="hand 1 mano A1",
            )
        return ("hands", self.number - 1)

    def round(self, line: SheetLine, at: int) -> Path:
        """The path of the round under way; before the first of a hand there is none."""
        hand = self.hand(line, at)
        rounds = self.owner(hand)["rounds"]
        if not rounds:
            line.refuse(
                mark("No lance has begun here: write its calls before it, as in {example}."),
                at,
                example="grande: A1 envido 2",
            )
        return (*hand, "rounds", len(rounds) - 1)

    def speak(self, said: list[Spoken], lance: str, line: SheetLine, at: int) -> None:
        """Begin a round with its calls; those without a seat stay open."""
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
        """The line and column a part was told at, or what it belongs to."""
        while path and path not in self.places:
            path = path[:-1]
        return self.places.get(path, (1, 1))
