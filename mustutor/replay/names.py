"""Who is meant by a name: the players of a table may be called by theirs, as seats are.

A name is read without regard to capitals, accents and spaces; the first word of a longer one will
do where nobody else's begins so. A seat is always the seat: a player called `A1` is called by no
name. Two players of one name are called by their seats.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from mustutor.errors import NotationError
from mustutor.language import mark

LONGEST = 200

_WORD = re.compile(r"\S+")


def plain_name(name: str) -> str:
    """A name without capitals, accents and the spaces around it.

    >>> plain_name(" Beñat  ETXEBERRÍA "), plain_name("Ane:")
    ('benat etxeberria', 'ane')
    """
    letters = unicodedata.normalize("NFKD", name.casefold())
    bare = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return " ".join(bare.split()).rstrip(":,;=").rstrip()


def names_of(player: object) -> Iterable[str]:
    """The names of a player as records tell them: a text, or an object with a name in it."""
    if isinstance(player, Mapping):
        player = player.get("name", "")
    if isinstance(player, Mapping):
        return [name for name in player.values() if isinstance(name, str)]
    return [player] if isinstance(player, str) else []


class Names:
    """The names of a table: which seat each of them calls.

    >>> table = Names(("A1", "B1"), {"A1": "Ane Miren", "B1": "Jon"})
    >>> table.seat("jon"), table.seat("a1"), table.begins("Ane Miren envido 2")
    ('B1', 'A1', ('A1', 9))
    """

    def __init__(self, seats: Sequence[str], players: Mapping[str, object] | None = None) -> None:
        self.seats = tuple(seats)
        self.told = bool(players)
        whole: dict[str, set[str]] = {}
        first: dict[str, set[str]] = {}
        for seat, player in (players or {}).items():
            for name in filter(None, map(plain_name, names_of(player))):
                whole.setdefault(name, set()).add(seat)
                first.setdefault(name.partition(" ")[0], set()).add(seat)
        seated = {seat.casefold() for seat in seats}
        alone = {word: seats for word, seats in first.items() if len(seats) == 1}
        self._called = {
            name: called for name, called in {**alone, **whole}.items() if name not in seated
        }
        self._longest = max((name.count(" ") + 1 for name in self._called), default=1)

    def seat(self, text: str) -> str:
        """The seat that a seat or a name calls; nothing where nobody here is called so.

        Raises NotationError where several are.
        """
        if text.strip().upper() in self.seats:
            return text.strip().upper()
        called = self._called.get(plain_name(text), set())
        if len(called) > 1:
            raise NotationError(
                mark("{name} may be any of {seats}: write the seat."),
                name=" ".join(text.split()),
                seats=" ".join(sorted(called)),
            )
        return next(iter(called), "")

    def begins(self, text: str) -> tuple[str, int]:
        """The seat whose name a text begins with, and where the name ends; the longest one.

        Raises NotationError where several players are called so.
        """
        words = list(islice(_WORD.finditer(text), self._longest))
        for word in reversed(words):
            seat = self.seat(text[: word.end()])
            if seat:
                return seat, word.end()
        return "", 0


def names_read(text: str, seats: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Read who sits where: ``A1=Ane, B1=Bea``; raises NotationError.

    >>> list(names_read("a1=Ane, B1 = Bea", ("A1", "B1")))
    [('A1', 'Ane'), ('B1', 'Bea')]
    """
    for piece in text.split(","):
        seat, equals, name = piece.partition("=")
        seat, name = seat.strip().upper(), name.strip()
        if not equals or not name or seat not in seats:
            raise NotationError(
                mark("{text!r} names nobody: write a seat, = and a name, as in {seat}=Ane."),
                text=piece.strip(),
                seat=seats[0],
            )
        yield seat, name[:LONGEST]
