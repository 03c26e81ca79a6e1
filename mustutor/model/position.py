"""Positions: everything true at a moment of a hand, as a value, and its public line.

Start at `Position`; `Table`, `Deal` and `State` are its parts. Every call makes a new position, so
what only grows (steps, talk, rulings) is stored as linked pieces that share their beginning
(`LinkedTuple`, `LinkedTalk`): ten thousand calls cost ten times what a thousand do.

The position line is the FEN of Mus: one printable ASCII line of public facts. Checks in
records are digests of it, and error messages, lessons and golden tests show it::

    encaje 1 A grande C A-B-C2D/E+A+ 2:C A5,B18,C16,D9,E10 - 0

variant, hand, mano, lance (and how often cards were exchanged), who speaks, what was said in
this lance, what is between the players (here stake and who made it), stones in front of each,
what is closed, stones out of the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar, overload

from mustutor.model.calls import Call
from mustutor.model.cards import Card
from mustutor.model.ledger import BANK, OUT, POT, Entry, Ruling
from mustutor.model.variant import Variant

if TYPE_CHECKING:
    from hashlib import _Hash

PIECE = 256
"""The length up to which talk is a plain string; longer talk is linked pieces of about this."""

Thing = TypeVar("Thing")
Thing_co = TypeVar("Thing_co", covariant=True)


class LinkedTuple(Sequence[Thing_co]):
    """A tuple that shares its prefix with the sequence it extends; equal to the plain tuple.

    >>> one = appended((), "a", "b")
    >>> two, three = appended(one, "c"), appended(one, "d")
    >>> tuple(one), tuple(two), tuple(three)
    (('a', 'b'), ('a', 'b', 'c'), ('a', 'b', 'd'))
    >>> two[-1], two[1:], two == ("a", "b", "c"), first_differences(two, three)
    ('c', ('b', 'c'), True, [('c', 'd')])
    """

    __slots__ = ("_length", "before", "last")

    def __init__(self, before: Sequence[Thing_co], last: Thing_co) -> None:
        self.before, self.last, self._length = before, last, len(before) + 1

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Thing_co]:
        return iter(self[0:])

    @overload
    def __getitem__(self, index: int) -> Thing_co: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Thing_co, ...]: ...
    def __getitem__(self, index: int | slice) -> Thing_co | tuple[Thing_co, ...]:
        """One item, or a slice as a plain tuple; a slice reads nothing before its start."""
        if index == -1:
            return self.last
        begin, end, step = (index if isinstance(index, slice) else slice(0, None)).indices(
            len(self)
        )
        if step != 1 or not isinstance(index, slice):
            return tuple(self)[index]
        here: Sequence[Thing_co] = prefix(self, end)
        found = []
        while isinstance(here, LinkedTuple) and len(here) > begin:
            found.append(here.last)
            here = here.before
        found.reverse()
        return (*here[begin:], *found) if len(here) > begin else tuple(found)

    def __reversed__(self) -> Iterator[Thing_co]:
        here: Sequence[Thing_co] = self
        while isinstance(here, LinkedTuple):
            yield here.last
            here = here.before
        yield from reversed(here)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, LinkedTuple | tuple):
            return NotImplemented
        return len(self) == len(other) and not first_differences(self, other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))

    def __reduce__(self) -> tuple[Any, ...]:
        return (tuple, (tuple(self),))


def appended(things: Sequence[Thing], *more: Thing) -> Sequence[Thing]:
    """The sequence with items added at its end."""
    for thing in more:
        things = LinkedTuple(things, thing)
    return things


def prefix(things: Sequence[Thing], length: int) -> Sequence[Thing]:
    """The first `length` items of a sequence; a linked tuple returns the piece it extends."""
    while isinstance(things, LinkedTuple) and len(things) > length:
        things = things.before
    return things[:length] if len(things) > length else things


def first_differences(one: Sequence[Thing], other: Sequence[Thing]) -> list[tuple[Thing, Thing]]:
    """The pairs of items that differ at the same index, as far as both sequences go.

    A prefix that both share is skipped.
    """
    length = min(len(one), len(other))
    one, other = prefix(one, length), prefix(other, length)
    pairs: list[tuple[Thing, Thing]] = []
    while one is not other and isinstance(one, LinkedTuple) and isinstance(other, LinkedTuple):
        pairs.append((one[-1], other[-1]))
        one, other = prefix(one, len(one) - 1), prefix(other, len(other) - 1)
    if one is not other:
        pairs += reversed(list(zip(one, other, strict=True)))
    return [(mine, theirs) for mine, theirs in reversed(pairs) if mine != theirs]


class LinkedTalk:
    """Text too long to copy at every call: it extends an earlier text by a new piece.

    >>> talk = "A2"
    >>> for stake in range(3, 400):
    ...     talk = with_words(talk, f"B{stake}")
    >>> len(talk), str(talk)[:9], str(talk)[-4:]
    (1486, 'A2B3B4B5B', 'B399')
    """

    __slots__ = ("_length", "before", "hashes", "text")

    def __init__(self, before: Said, text: str) -> None:
        self.before, self.text = before, text
        self._length = len(before) + len(text)
        # Digest states of lines up to the end of this talk, by the text before the talk.
        self.hashes: dict[str, _Hash] = {}

    def __len__(self) -> int:
        return self._length

    def __str__(self) -> str:
        pieces: list[str] = []
        here: Said = self
        while isinstance(here, LinkedTalk):
            pieces.append(here.text)
            here = here.before
        return "".join((here, *reversed(pieces)))

    def __contains__(self, words: str) -> bool:
        return words in str(self)

    def __eq__(self, other: object) -> bool:
        return str(self) == str(other) if isinstance(other, LinkedTalk | str) else NotImplemented

    def __hash__(self) -> int:
        return hash(str(self))

    def __repr__(self) -> str:
        return repr(str(self))

    def and_more(self, words: str) -> LinkedTalk:
        """The talk with words added at its end."""
        if len(self.text) < PIECE:
            return LinkedTalk(self.before, self.text + words)
        return LinkedTalk(self, words)

    def hashed_after(self, begun: str) -> _Hash:
        """The SHA-256 state of a line that starts with `begun` and continues with this talk.

        Earlier pieces are hashed once; all talk that extends them shares the result.
        """
        pieces, here = [self], self.before
        while isinstance(here, LinkedTalk) and begun not in here.hashes:
            pieces.append(here)
            here = here.before
        if isinstance(here, LinkedTalk):
            hashed = here.hashes[begun]
        else:
            hashed = sha256((begun + here).encode("ascii"))
        for piece in reversed(pieces):
            hashed = hashed.copy()
            hashed.update(piece.text.encode("ascii"))
            if piece is not self:
                piece.hashes[begun] = hashed
        return hashed


Said = str | LinkedTalk


def with_words(said: Said, words: str) -> Said:
    """The talk of a round with words added at its end."""
    if isinstance(said, LinkedTalk):
        return said.and_more(words)
    return said + words if len(said) < PIECE else LinkedTalk(said, words)


CHECK_DIGITS = 12
NO_MAXIMUM = 999_999
"""The maximum of an option that no rule bounds."""
_made = tuple.__new__
NOBODY = "-"
_POT = len(POT)

Hand = tuple[Card, ...]
Entries = tuple[Entry, ...]
Pots = tuple[tuple[str, int], ...]


def side_of(seat: str) -> str:
    """The side a seat plays for: its letter, ``B`` for ``B2``."""
    return seat[:1]


def sides_of(seats: Iterable[str]) -> tuple[str, ...]:
    """The sides of some seats, in the order of the seats.

    >>> sides_of(("A1", "B1", "A2", "B2"))
    ('A', 'B')
    """
    return tuple(dict.fromkeys(map(side_of, seats)))


class Table(NamedTuple):
    """What is constant during a hand: rules, seats, and the state of the match.

    `seats` are in speaking order around the table, `sides` those who share stones, in the order of
    their first seats (the seats, if everybody plays alone). `game` and `hand` count from 1, `hand`
    over the whole match and `hand_of_game` within its game. `games` are those each side has lost
    (Encaje) or won (Mus), `vacas` the vacas it has won, `purse` the stones it begins a game with.
    `before` says how the stones before this hand are known: ``counted``, ``stated`` by the record
    after an incomplete hand, or ``unknown``.
    """

    variant: Variant
    seats: tuple[str, ...]
    sides: tuple[str, ...]
    purse: tuple[int, ...]
    games: tuple[int, ...]
    vacas: tuple[int, ...] = ()
    game: int = 1
    hand: int = 1
    hand_of_game: int = 1
    before: str = "counted"

    def side_of(self, seat: str) -> str:
        """The side of a seat: its letter where it has partners, else the seat itself."""
        return seat if seat in self.sides else side_of(seat)

    def for_next_hand(self, games: tuple[int, ...], *, ended: bool, void: bool) -> Table:
        """The table for the next hand: of a new game if this one has ended.

        A void hand does not count within its game.
        """
        variant, seats, sides, purse, _, vacas, game, hand, of_game, _ = self
        counts = game + ended, hand + 1, 1 if ended else of_game + (not void), "counted"
        return _made(Table, (variant, seats, sides, purse, games, vacas, *counts))


class Option(NamedTuple):
    """A call a seat may make now; `least` and `most` bound the stake or the number of cards."""

    seat: str
    verb: str
    least: int = 0
    most: int = 0


class OpenPayment(NamedTuple):
    """A payment that waits for unknown cards: the lance, the two parties, the stones.

    If the stones depend on the missing cards, `stones` is the least possible number.
    """

    lance: str
    parties: tuple[str, ...]
    stones: int


class ConditionalEnd(NamedTuple):
    """A game end that depends on unrecorded rounds: for which side, and at which round.

    `first` are the unrecorded rounds in which the game may have ended earlier.
    """

    side: str
    lance: str
    first: tuple[str, ...]


class Deal(NamedTuple):
    """The cards of a hand, as far as they are known.

    `hands` and `current_discards` follow the seats; None is an unknown hand. `earlier_discards` are
    those of earlier exchanges, `stock` the number of cards still to be served, `pile` the cards of
    a stock made of discards, and `discards` the number of exchanges. `told` says that the deck has
    dealt, `kept` that the hands are those kept after unrecorded discards. `exposed` is the card the
    dealer let everybody see, `bet_next` that the talk of mus ends after this discard, `uncut` that
    the deck was dealt without a cut, `void` that a referee orders a new deal.
    """

    hands: tuple[Hand | None, ...]
    current_discards: tuple[Hand, ...]
    stock: int
    earlier_discards: Hand = ()
    pile: Hand | None = None
    discards: int = 0
    told: bool = False
    kept: bool = False
    exposed: Card | None = None
    bet_next: bool = False
    uncut: bool = False
    void: bool = False

    def with_known_hands(self, hands: tuple[Hand | None, ...], *, kept: bool) -> Deal:
        """The deal with these hands as dealt."""
        return _made(Deal, (hands,) + self[1:6] + (True, kept) + self[8:])

    def thrown_so(self, hands: tuple[Hand | None, ...], thrown: tuple[Hand, ...]) -> Deal:
        """The deal with other cards held and discarded."""
        return _made(Deal, (hands, thrown) + self[2:])


class State(Protocol):
    """The game's own part of a position; the position line shows its public part.

    It may have `quiet()`, the state when nobody is to speak any more, where that is another one;
    and `starter`, the card that was turned up when the hand was dealt.
    """

    @property
    def now(self) -> str:
        """The state of play between the players as one printable word: a stake, a trick, a card."""
        ...

    @property
    def past(self) -> str:
        """What has been closed in this hand as one printable word; empty before that."""
        ...

    @property
    def over(self) -> tuple[str, ...]:
        """The rounds that are closed: what they paid at once is known."""
        ...


class Position(NamedTuple):
    """A moment of the game. Every verb of mustutor takes one and returns the next.

    `queue` holds who is still to speak, next first; `said` is the talk of the round in short signs,
    empty at its start, also for a second round of the same name; `lance` is the current round (see
    the phases of the game), ``showdown`` (no more calls, cards are awaited) or ``end``. `state`
    belongs to the game, and no other code reads it. `stones` follow the sides; `pots` are kept by
    round until the showdown, `out` counts stones that left the game. `order` are the players of
    this hand from mano. `skipped` are rounds the record left out. `loser` or `winner` is the side a
    game was just decided for; `rulings` are those of the referee on signals and talk. `unplayed`
    are the rounds that may have followed where the record stops, and `would_end` the end of the
    game that depends on what it leaves out; both are known when the hand is settled.

    The fields that change at every call come first.
    """

    queue: tuple[str, ...]
    said: Said
    state: Any
    lance: str
    stones: tuple[int, ...]
    pots: Pots
    out: int
    ledger: tuple[Entry, ...]
    table: Table
    order: tuple[str, ...]
    deal: Deal
    skipped: tuple[str, ...] = ()
    loser: str = ""
    winner: str = ""
    rulings: Sequence[Ruling] = ()
    unplayed: tuple[str, ...] = ()
    would_end: ConditionalEnd | None = None

    # These frequent changes use `tuple.__new__`: `_replace` takes four times
    # as long, and these are made at every call of every game. A test holds them to it.

    def with_talk(self, queue: tuple[str, ...], said: Said, state: object) -> Position:
        """The position with another queue of speakers, other talk and another state."""
        return _made(Position, (queue, said, state) + self[3:])

    def with_deal(self, deal: Deal) -> Position:
        """The position with another deal."""
        return _made(Position, self[:10] + (deal,) + self[11:])

    def opened(
        self, lance: str, queue: tuple[str, ...], state: object, *, said: str = ""
    ) -> Position:
        """The position at the start of a round."""
        return _made(Position, (queue, said, state, lance) + self[4:])

    def closing(self, lance: str, entries: Entries, state: object) -> Position:
        """The position after a round or hand has ended and these entries were paid."""
        stones, pots, out, ledger = self[4:8]
        if entries:
            stones, pots, out = balance(self, entries)
            ledger += entries
        return _made(Position, ((), "", state, lance, stones, pots, out, ledger) + self[8:])

    def with_count(
        self, entries: Entries, stones: tuple[int, ...], pots: Pots, out: int, state: object
    ) -> Position:
        """The position after the showdown, with these final stones, pots and discarded stones."""
        ledger = self.ledger + entries
        return _made(Position, ((), "", state, "end", stones, pots, out, ledger) + self[8:])

    def quiet(self) -> Position:
        """The position in which nobody is to speak any more."""
        quiet = getattr(self.state, "quiet", None)
        return self._replace(queue=(), state=quiet() if quiet else self.state)

    def with_dealt_hands(self, call: Call) -> Position:
        """The position with the hands that a call of the deck deals."""
        dealt, seats = dict(call.hands), self.table.seats
        hands = [dealt.get(seat, hand) for seat, hand in zip(seats, self.deal.hands, strict=True)]
        return self.with_deal(self.deal.with_known_hands(tuple(hands), kept=False))

    def with_hand(self, seat: str, hand: Hand | None) -> Position:
        """The position with another hand of a seat."""
        place, hands = self.table.seats.index(seat), self.deal.hands
        hands = (*hands[:place], hand, *hands[place + 1 :])
        return self.with_deal(self.deal._replace(hands=hands))

    def without_cards(self, seat: str, cards: Hand) -> Position:
        """The position after a seat has played cards; an unknown hand stays unknown."""
        hand = self.hand_of(seat)
        left = None if hand is None else tuple([card for card in hand if card not in cards])
        return self.with_hand(seat, left)

    def won_by(self, side: str) -> Position:
        """The position in which a side has won the game; it counts among those it has won."""
        table = self.table
        games = [won + (one == side) for one, won in zip(table.sides, table.games, strict=True)]
        return self._replace(winner=side, table=table._replace(games=tuple(games)))

    def __repr__(self) -> str:
        return f"<{self.line()}>"

    @property
    def variant(self) -> Variant:
        """The rules in force."""
        return self.table.variant

    @property
    def mano(self) -> str:
        """The seat that speaks first in every lance of this hand."""
        return self.order[0]

    @property
    def speaker(self) -> str:
        """The seat that speaks now; empty when nobody is to speak."""
        return self.queue[0] if self.queue else ""

    def stones_of(self, seat: str) -> int:
        """The stones of a seat, or of its side where partners share them."""
        return self.stones[self.table.sides.index(self.table.side_of(seat))]

    def hand_of(self, seat: str) -> Hand | None:
        """The cards of a seat; None if they are unknown."""
        return self.deal.hands[self.table.seats.index(seat)]

    def in_front(self) -> dict[str, int]:
        """The stones of each side."""
        return dict(zip(self.table.sides, self.stones, strict=True))

    def starting_stones(self) -> dict[str, int]:
        """The stones of each side at the start of this hand."""
        stones = self.in_front()
        for entry in self.ledger:
            if entry.src in stones:
                stones[entry.src] += entry.stones
            if entry.dst in stones:
                stones[entry.dst] -= entry.stones
        return stones

    def accounts(self) -> dict[str, int]:
        """Every account that holds stones: sides, pots, and the stones out of the game."""
        return {**self.in_front(), **{POT + lance: pot for lance, pot in self.pots}, OUT: self.out}

    def line(self) -> str:
        """The position as one printable line of public facts."""
        return self.line_with_talk(*self.line_around_talk())

    def line_with_talk(self, before: str, after: str) -> str:
        """The position line around the given parts; see `line_around_talk`."""
        speaker = self.queue[0] if self.queue else NOBODY
        return f"{before}{speaker} {self.said or NOBODY} {self.state.now or NOBODY}{after}"

    def line_around_talk(self) -> tuple[str, str]:
        """The position line without the talk. Constant during a round, so it can be cached."""
        deal, table = self.deal, self.table
        lance = f"{self.lance}/{deal.discards}" if deal.discards else self.lance
        if deal.exposed and "*" not in self.said:
            lance = f"{lance}*{deal.exposed.lower()}"
        elif deal.uncut:
            lance = f"{lance}*0"
        ahead = f"{table.variant.id} {table.hand} {self.order[0]} {lance} "
        front = _fronts(table.sides) % self.stones
        return ahead, f" {front} {self.state.past or NOBODY} {self.out}"

    def is_talk_after(self, before: Position) -> bool:
        """Whether everything but the talk in the line is as it was before a call."""
        same = self.lance == before.lance and self.ledger is before.ledger
        # The first field of a deal is cards, which are not in the line.
        return same and self.deal[5:] == before.deal[5:] and self.state.past == before.state.past

    def check(self) -> str:
        """The check of the position, as records keep it: the first digits of the line's digest."""
        return self.check_with_talk(*self.line_around_talk())

    def check_with_talk(self, before: str, after: str) -> str:
        """The check of the line, given the parts around its talk."""
        if not isinstance(self.said, LinkedTalk):
            return check_of(self.line_with_talk(before, after))
        speaker = self.queue[0] if self.queue else NOBODY
        hashed = self.said.hashed_after(f"{before}{speaker} ").copy()
        hashed.update(f" {self.state.now or NOBODY}{after}".encode("ascii"))
        return hashed.hexdigest()[:CHECK_DIGITS]


def check_of(line: str) -> str:
    """The check of a position line: the first digits of its digest."""
    return sha256(line.encode("ascii")).hexdigest()[:CHECK_DIGITS]


def checks_of(around: tuple[str, str], lines: str, last: str) -> tuple[str, ...]:
    """The checks of a round: of `lines` that stand between the same, and of the last line."""
    if lines:
        ahead, behind = around
        between = lines.replace("\n", f"{behind}\n{ahead}")
        last = f"{ahead}{between}{behind}\n{last}"
    digests = map(sha256, last.encode("ascii").split(b"\n"))
    return tuple([one.hexdigest()[:CHECK_DIGITS] for one in digests])


class Step(NamedTuple):
    """One call of a game, with the positions before and after it."""

    before: Position
    call: Call
    after: Position


@lru_cache(maxsize=256)
def _fronts(seats: tuple[str, ...]) -> str:
    """The stones in front of each seat, as the position line has them, but for the numbers.

    >>> _fronts(("A", "B")) % (5, 18)
    'A5,B18'
    """
    return ",".join([f"{seat}%d" for seat in seats])


def balance(position: Position, entries: Entries) -> tuple[tuple[int, ...], Pots, int]:
    """The stones of the sides, in the pots and out of the game after these entries.

    The bank, the saucer of Mus, is unlimited and not counted.
    """
    sides, out = position.table.sides, position.out
    stones, pots = list(position.stones), dict(position.pots)
    for _, _, _, src, dst, count, _, _, _ in entries:
        if src in sides:
            stones[sides.index(src)] -= count
        elif src == OUT:
            out -= count
        elif src != BANK:
            pots[src[_POT:]] -= count
        if dst in sides:
            stones[sides.index(dst)] += count
        elif dst == OUT:
            out += count
        elif dst != BANK:
            pot = dst[_POT:]
            pots[pot] = pots.get(pot, 0) + count
    if 0 in pots.values():
        pots = {pot: left for pot, left in pots.items() if left}
    return tuple(stones), tuple(pots.items()) if pots else (), out
