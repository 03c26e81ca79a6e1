"""Names of players in place of seats, and the short notation of calls.

A name is read without regard to capitals, accents and spaces; the first word of a longer name is
enough if no other player's name begins with it. A seat always wins: a player called `A1` cannot be
called by name, nor can two players of the same name.

Short notation, the same on sheets, in the recorder and in disputes: ``-`` is a paso, ``=`` quiero,
``x`` no quiero, ``!`` an órdago, ``?`` a forgotten call; a number alone is the resulting stake: an
envido, or a raise to it once there is a bet.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from mustutor import games
from mustutor.base.errors import NotationError
from mustutor.base.language import Language, mark, printable
from mustutor.model.calls import Grammar
from mustutor.model.position import Position
from mustutor.replay.format import Replay

LONGEST = 200

_LIKE_A_SEAT = re.compile("[a-h][1-9]?")
_WORD = re.compile(r"\S+")


def plain_name(name: str) -> str:
    """A name in lower case, without accents and surrounding spaces.

    >>> plain_name(" Beñat  ETXEBERRÍA "), plain_name("Ane:")
    ('benat etxeberria', 'ane')
    """
    letters = unicodedata.normalize("NFKD", name.casefold())
    bare = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return " ".join(bare.split()).rstrip(":,;=").rstrip()


def names_of(player: object) -> Iterable[str]:
    """The names of a player in a record: a text, or an object with a name in it."""
    if isinstance(player, Mapping):
        player = player.get("name", "")
    if isinstance(player, Mapping):
        return [name for name in player.values() if isinstance(name, str)]
    return [player] if isinstance(player, str) else []


LONGEST_LABEL = 10


def by_name(language: Language, replay: Replay) -> Language:
    """The language with the names of a record's players, if it has any.

    >>> from mustutor.replay.reader import loads
    >>> from mustutor.base.language import open_language
    >>> record = loads('{"format": "mus-replay/1", "variant": {"id": "encaje"}, "hands": [], '
    ...     '"seats": ["A", "B"], "players": {"A": "Ane Miren Etxeberria"}}')
    >>> by_name(open_language("en"), record).say("{seat} passes.", seat="A")
    'Ane (A) passes.'
    """
    called = labels(replay.about.get("players", {}), replay.seats)
    return language.with_player_names(called) if called else language


def labels(players: Mapping[str, object], seats: Sequence[str]) -> dict[str, str]:
    """The label of each player for a reader: ``Ane (A1)``.

    Short enough for forty columns, and safe to print; a player named like a seat is labelled by the
    seat alone.
    """
    called = {}
    for seat in seats:
        name = next((" ".join(name.split()) for name in names_of(players.get(seat))), "")
        if len(name) > LONGEST_LABEL:
            name = name.partition(" ")[0]
        if len(name) > LONGEST_LABEL:
            name = f"{name[: LONGEST_LABEL - 1]}…"
        if name and plain_name(name) not in {one.casefold() for one in seats}:
            called[seat] = f"{printable(name)} ({seat})"
    return called


def seat_alone(label: str) -> str:
    """The seat alone, of a label that may have a name.

    >>> seat_alone("Ane (A1)"), seat_alone("A1")
    ('A1', 'A1')
    """
    return label.rpartition("(")[2].removesuffix(")")


class Names:
    """The names of a table, each with its seat.

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
        alone = {word: seats for word, seats in first.items() if len(seats) == 1}
        # A name that looks like a seat or side is not usable.
        self._called = {
            name: called
            for name, called in {**alone, **whole}.items()
            if not _LIKE_A_SEAT.fullmatch(name)
        }
        self._longest = max((name.count(" ") + 1 for name in self._called), default=1)

    def seat(self, text: str) -> str:
        """The seat that a seat or a name refers to; empty if nobody here has it.

        Raises NotationError if several players have it.
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
        """The seat whose name a text begins with, and the end of that name; the longest name wins.

        Raises NotationError if several players have that name.
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


SIGNS = {"-": "paso", "=": "quiero", "x": "no quiero", "!": "ordago"}
"""What people write for a call at the table."""

DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"
"""What keyboards and word processors make of a hyphen."""

BET, RAISE = "envido", "subo"

_NUMBER = re.compile(r"[0-9]{1,7}")


def expand_short_signs(words: str, grammar: Grammar, staked: bool | None) -> str:
    """Expand short signs the game has calls for; other words are returned unchanged.

    `staked` says whether there is a bet; None in rounds without bets.

    >>> from mustutor.games.mus_family.calls import GRAMMAR
    >>> [expand_short_signs(words, GRAMMAR, False) for words in ("-", "X", "5", "paso")]
    ['paso', 'no quiero', 'envido 5', 'paso']
    >>> expand_short_signs("5", GRAMMAR, True), expand_short_signs("5", GRAMMAR, None)
    ('subo a 5', '5')
    """
    sign = "-" if words in DASHES else words.casefold()
    if SIGNS.get(sign) in grammar.verbs:
        return SIGNS[sign]
    if staked is not None and grammar.verbs >= {BET, RAISE} and _NUMBER.fullmatch(words):
        return f"{RAISE} a {words}" if staked else f"{BET} {words}"
    return words


def in_full_at(words: str, position: Position | None) -> str:
    """Expand short signs as the speaker at a position means them."""
    if position is None:
        return words
    game = games.game_of(position.variant.game)
    if position.lance not in game.rules.phases.paid:
        return expand_short_signs(words, game.words.grammar, staked=None)
    verbs = {option.verb for option in games.options(position)}
    staked = True if "no quiero" in verbs else False if verbs & {BET, "paso"} else None
    return expand_short_signs(words, game.words.grammar, staked)
