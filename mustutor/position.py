"""Everything true at a moment of the game, as a value, and the line that says it in public.

The position line is the FEN of Mus: one printable ASCII line of public facts. Checks in
records are digests of it, and error messages, lessons and golden tests show it::

    encaje 1 A grande C A-B-C2D/E+A+ 2:C A5,B18,C16,D9,E10 - 0

variant, hand, mano, lance (and how often cards were exchanged), who speaks, what was said in
this lance, what is between the players (here stake and who made it), stones in front of each,
what is closed, stones out of the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Protocol

from mustutor import hashing
from mustutor.calls import Call
from mustutor.cards import Card
from mustutor.history import Said, Talk
from mustutor.ledger import BANK, OUT, POT, Entry, Ruling
from mustutor.tuples import NamedTuple
from mustutor.variant import Variant

CHECK_DIGITS = 12
NO_MAXIMUM = 999_999
"""The most of an option that no rule bounds."""
_made = tuple.__new__
NOBODY = "-"
_POT = len(POT)

Hand = tuple[Card, ...]
Entries = tuple[Entry, ...]
Pots = tuple[tuple[str, int], ...]


class Table(NamedTuple):
    """What does not change while a hand is played: rules, seats, and where the match stands.

    `seats` are in speaking order around the table, `sides` those who share stones, in the order
    of their first seats (where everybody plays for himself, the seats). `game` and `hand` count
    from 1, `hand` over the whole match and `hand_of_game` within its game. `games` are those
    each side has lost (Encaje) or won (Mus), `vacas` the vacas it has won, `purse` the stones it
    begins a game with. `before` says how the stones before this hand are known: ``counted``,
    ``stated`` by the record after a hand that is not whole, or ``unknown``.
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
        """The side a seat plays for: its letter where it has partners, else the seat itself."""
        return seat if seat in self.sides else seat[0]

    def dealt_again(self, games: tuple[int, ...], *, ended: bool, void: bool) -> Table:
        """The table at the next hand: of a new game where this one has ended.

        A void hand does not count within its game.
        """
        variant, seats, sides, purse, _, vacas, game, hand, of_game, _ = self
        counts = game + ended, hand + 1, 1 if ended else of_game + (not void), "counted"
        return _made(Table, (variant, seats, sides, purse, games, vacas, *counts))


class Option(NamedTuple):
    """Something a seat may say now; `least` and `most` bound the stake, or the cards thrown."""

    seat: str
    verb: str
    least: int = 0
    most: int = 0


class Open(NamedTuple):
    """A payment that waits for cards nobody has told: the lance, between whom, how many stones.

    Where the stones depend on the missing cards, `stones` is the least they can be.
    """

    lance: str
    between: tuple[str, ...]
    stones: int


class WouldEnd(NamedTuple):
    """The end of a game by rounds that stand alone: for which side, and at which round.

    `first` are the rounds nobody wrote down in which the game may have ended before.
    """

    side: str
    lance: str
    first: tuple[str, ...]


class Deal(NamedTuple):
    """The cards of a hand, so far as they are known.

    `hands` and `thrown` (this discard's cards) follow the seats; None is a hand nobody has
    told us. `heap` are earlier discards, `stock` the number of cards still to be served,
    `pile` what the stock is made of once discards were shuffled back into it, and `discards`
    how many times cards were exchanged. `told` says that the deck has dealt, `kept` that the
    hands are those the players kept, their discards being unrecorded. `exposed` is the card the
    dealer let everybody see, `bet_next` that no more mus is talked after this discard, `uncut`
    that the deck was dealt without having been cut, `void` that a referee has it dealt again.
    """

    hands: tuple[Hand | None, ...]
    thrown: tuple[Hand, ...]
    stock: int
    heap: Hand = ()
    pile: Hand | None = None
    discards: int = 0
    told: bool = False
    kept: bool = False
    exposed: Card | None = None
    bet_next: bool = False
    uncut: bool = False
    void: bool = False

    def told_so(self, hands: tuple[Hand | None, ...], *, kept: bool) -> Deal:
        """The deal when the deck has dealt these hands."""
        return _made(Deal, (hands,) + self[1:6] + (True, kept) + self[8:])

    def thrown_so(self, hands: tuple[Hand | None, ...], thrown: tuple[Hand, ...]) -> Deal:
        """The deal when only what is held and what was thrown have changed."""
        return _made(Deal, (hands, thrown) + self[2:])


class State(Protocol):
    """What of a moment belongs to the game alone; the line tells of it what is public."""

    @property
    def now(self) -> str:
        """What lies between the players now, in one printable word: a stake, a trick, a card."""
        ...

    @property
    def past(self) -> str:
        """What has been closed in this hand, in one printable word; nothing before that."""
        ...

    @property
    def over(self) -> tuple[str, ...]:
        """The rounds that are closed: what they brought at once is known."""
        ...

    def quiet(self) -> State:
        """The state when nobody has anything to say any more."""
        ...


class Position(NamedTuple):
    """A moment of the game. Every verb of mustutor takes one and gives the next.

    `queue` holds who has still to speak, next first; `said` is the talk of the round in short,
    and nothing where a round begins, be it one more of the same name;
    `lance` is the round that is played (see the phases of the game), ``showdown`` (all is said,
    cards are wanted) or ``end``. `state` belongs to the game and nobody else reads it. `stones`
    follow the sides; `pots` are kept by round until the showdown, `out` counts what has left the
    game. `order` are the players of this hand from mano. `skipped` are the rounds a record left
    out. `loser` or `winner` is the side that a game has just been decided for; `rulings` are what
    the referee said of signals and talk. `unplayed` are the rounds that may have followed where
    the record stops, and `would_end` the end of the game that hangs on what it leaves out; both
    are known when the hand is settled. What changes at every call comes first.
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
    would_end: WouldEnd | None = None

    # The changes a hand is made of go straight to tuple: `_replace` takes four times
    # as long, and these are made at every call of every game. A test holds them to it.

    def turned(self, queue: tuple[str, ...], said: Said, state: object) -> Position:
        """The position when only who speaks, what was said and what the game makes of it change."""
        return _made(Position, (queue, said, state) + self[3:])

    def dealt(self, deal: Deal) -> Position:
        """The position when only the cards have changed."""
        return _made(Position, self[:10] + (deal,) + self[11:])

    def opened(
        self, lance: str, queue: tuple[str, ...], state: object, *, said: str = ""
    ) -> Position:
        """The position when a round begins."""
        return _made(Position, (queue, said, state, lance) + self[4:])

    def closing(self, lance: str, entries: Entries, state: object) -> Position:
        """The position when a round or the hand is over, and these stones have moved."""
        stones, pots, out, ledger = self[4:8]
        if entries:
            stones, pots, out = balance(self, entries)
            ledger += entries
        return _made(Position, ((), "", state, lance, stones, pots, out, ledger) + self[8:])

    def counted(
        self,
        entries: Entries,
        stones: tuple[int, ...],
        pots: Pots,
        out: int,
        state: object,
    ) -> Position:
        """The position when the cards are shown and all is counted: so the stones stand now."""
        ledger = self.ledger + entries
        return _made(Position, ((), "", state, "end", stones, pots, out, ledger) + self[8:])

    def __repr__(self) -> str:
        return f"<{self.line()}>"

    @property
    def variant(self) -> Variant:
        """The rules in force."""
        return self.table.variant

    @property
    def mano(self) -> str:
        """Who speaks first in every lance of this hand."""
        return self.order[0]

    @property
    def speaker(self) -> str:
        """Who speaks now, or nothing when nobody has to."""
        return self.queue[0] if self.queue else ""

    def stones_of(self, seat: str) -> int:
        """The stones of a seat, or of its side where partners share them."""
        return self.stones[self.table.sides.index(self.table.side_of(seat))]

    def hand_of(self, seat: str) -> Hand | None:
        """The cards of a seat, or None where nobody has told us."""
        return self.deal.hands[self.table.seats.index(seat)]

    def in_front(self) -> dict[str, int]:
        """The stones of each side."""
        return dict(zip(self.table.sides, self.stones, strict=True))

    def brought(self) -> dict[str, int]:
        """The stones each side brought to this hand, before anything was paid in it."""
        stones = self.in_front()
        for entry in self.ledger:
            if entry.src in stones:
                stones[entry.src] += entry.stones
            if entry.dst in stones:
                stones[entry.dst] -= entry.stones
        return stones

    def accounts(self) -> dict[str, int]:
        """Every account that holds stones: the sides, the pots, and what is out of the game."""
        return {**self.in_front(), **{POT + lance: pot for lance, pot in self.pots}, OUT: self.out}

    def line(self) -> str:
        """The position as one printable line of public facts."""
        return self.between(*self.around())

    def between(self, before: str, after: str) -> str:
        """The line, its talk put between what stands around it."""
        speaker = self.queue[0] if self.queue else NOBODY
        return f"{before}{speaker} {self.said or NOBODY} {self.state.now or NOBODY}{after}"

    def around(self) -> tuple[str, str]:
        """What stands before and after the talk in the line: it stays while a round is talked."""
        deal, table = self.deal, self.table
        lance = f"{self.lance}/{deal.discards}" if deal.discards else self.lance
        if deal.exposed and "*" not in self.said:
            lance = f"{lance}*{deal.exposed.lower()}"
        elif deal.uncut:
            lance = f"{lance}*0"
        ahead = f"{table.variant.id} {table.hand} {self.order[0]} {lance} "
        front = in_front(table.sides, self.stones)
        return ahead, after_the_talk(front, self.state.past, self.out)

    def is_talk_after(self, before: Position) -> bool:
        """Whether all that stands around the talk in the line is as it was before a call."""
        same = self.lance == before.lance and self.ledger is before.ledger
        # The cards come first in a deal, and no line tells of them.
        return same and self.deal[5:] == before.deal[5:] and self.state.past == before.state.past

    def check(self) -> str:
        """The first digits of the digest of the position line, as records keep them."""
        return self.check_between(*self.around())

    def check_between(self, before: str, after: str) -> str:
        """The check, the talk put between what stands around it."""
        if not isinstance(self.said, Talk):
            return check_of(self.between(before, after))
        speaker = self.queue[0] if self.queue else NOBODY
        hashed = self.said.hashed_after(f"{before}{speaker} ").copy()
        hashed.update(f" {self.state.now or NOBODY}{after}".encode("ascii"))
        return hashed.hexdigest()[:CHECK_DIGITS]


def after_the_talk(front: str, past: str, out: int) -> str:
    """What stands after the talk in the line: stones, what is closed, stones out of the game."""
    return f" {front} {past or NOBODY} {out}"


def check_of(line: str) -> str:
    """The first digits of the digest of a position line."""
    return hashing.sha256(line.encode("ascii")).hexdigest()[:CHECK_DIGITS]


class Hearing(Protocol):
    """A hand that is heard round by round: accepted, or not, and then the rules are asked why.

    `at` goes on from a position. After a round that was not accepted it is of no use.
    """

    lance: str

    @property
    def position(self) -> Position:
        """How the hand stands."""
        ...

    def at(self, position: Position) -> None:
        """Go on from a position."""
        ...

    def hear(self, calls: tuple[str, ...], checks: Sequence[str] | None) -> bool:
        """Hear the calls of a round; false where one is refused, or its check is another."""
        ...


class Step(NamedTuple):
    """One call of a game: the position it was heard at, and the one it made."""

    before: Position
    call: Call
    after: Position


def in_front(seats: tuple[str, ...], stones: tuple[int, ...]) -> str:
    """The stones in front of each seat, as the position line has them.

    >>> in_front(("A", "B"), (5, 18))
    'A5,B18'
    """
    return _fronts(seats) % stones


@lru_cache(maxsize=256)
def _fronts(seats: tuple[str, ...]) -> str:
    return ",".join([f"{seat}%d" for seat in seats])


def balance(position: Position, entries: Entries) -> tuple[tuple[int, ...], Pots, int]:
    """The stones of the sides, in the pots and out of the game after these entries."""
    return balanced(position.table.sides, *position[4:7], entries)


def balanced(
    sides: tuple[str, ...], before: tuple[int, ...], pots_before: Pots, out: int, entries: Entries
) -> tuple[tuple[int, ...], Pots, int]:
    """The stones of the sides, in the pots and out of the game when entries move them.

    The bank, the saucer of Mus, has no bottom and is not counted.
    """
    stones, pots = list(before), dict(pots_before)
    for _, _, _, src, dst, count, _, _, _ in entries:
        if src in sides:
            stones[sides.index(src)] -= count
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
