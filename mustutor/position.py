"""Everything true at a moment of the game, as a value, and the line that says it in public.

The position line is the FEN of Mus: one printable ASCII line of public facts. Checks in
records are digests of it, and error messages, lessons and golden tests show it::

    encaje 1 A grande C A-B-C2D/E+A+ 2:C A5,B18,C16,D9,E10 - 0

variant, hand, mano, lance (and how often cards were exchanged), who speaks, what was said in
this lance, stake and who made it, stones in front of each, lances closed, stones out of the game.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import NamedTuple

from mustutor.calls import Call
from mustutor.cards import Card
from mustutor.games.mus_family.ranking import Ranking
from mustutor.ledger import BANK, OUT, POT, Entry, Ruling
from mustutor.variant import Variant

CHECK_DIGITS = 12
NOBODY = "-"

Hand = tuple[Card, ...]
Entries = tuple[Entry, ...]


class Table(NamedTuple):
    """What does not change while a hand is played: rules, seats, and where the match stands.

    `seats` are in speaking order around the table, `sides` those who share stones, in the order
    of their first seats (where everybody plays for himself, the seats). `game` and `hand` count
    from 1, `hand` over the whole match and `hand_of_game` within its game. `games` are those
    each side has lost (Encaje) or won (Mus), `vacas` the vacas it has won, `purse` the stones it
    begins a game with.
    """

    variant: Variant
    ranking: Ranking
    seats: tuple[str, ...]
    sides: tuple[str, ...]
    purse: tuple[int, ...]
    games: tuple[int, ...]
    vacas: tuple[int, ...] = ()
    game: int = 1
    hand: int = 1
    hand_of_game: int = 1

    def side_of(self, seat: str) -> str:
        """The side a seat plays for: its letter where it has partners, else the seat itself."""
        return seat if seat in self.sides else seat[0]

    def dealt_again(self, games: tuple[int, ...], *, ended: bool, void: bool) -> Table:
        """The table at the next hand: of a new game where this one has ended.

        A void hand does not count within its game.
        """
        variant, ranking, seats, sides, purse, _, vacas, game, hand, hand_of_game = self
        of_game = 1 if ended else hand_of_game + (not void)
        return Table(
            *(variant, ranking, seats, sides, purse, games, vacas),
            game=game + ended,
            hand=hand + 1,
            hand_of_game=of_game,
        )


class Auction(NamedTuple):
    """The betting of one lance.

    `speakers` may still win the lance, from mano; `stake` is 0 until somebody bets;
    `previous` is the stake before the last raise and `previous_bettor` who made it;
    `seen` are those who saw the stake on the table, `folded` those who gave the lance up, and
    `ordago` says that the stake is the whole game.
    """

    speakers: tuple[str, ...]
    stake: int = 0
    bettor: str = ""
    previous: int = 0
    previous_bettor: str = ""
    seen: tuple[str, ...] = ()
    folded: tuple[str, ...] = ()
    ordago: bool = False


class Outcome(NamedTuple):
    """How a lance ended: who can still be paid for it, and by which road.

    `kind` is ``unbet`` (all passed), ``lone`` (one player or side only, no betting), ``void``,
    ``nobody``, ``unanswered_bet``, ``unanswered_raise``, ``seen`` or ``ordago``. `seats` are
    those whose hands count, from mano.
    """

    lance: str
    kind: str
    seats: tuple[str, ...]
    auction: Auction


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


class Deal(NamedTuple):
    """The cards of a hand, so far as they are known.

    `hands` and `thrown` (this discard's cards) follow the seats; None is a hand nobody has
    told us. `heap` are earlier discards, `stock` the number of cards still to be served,
    `pile` what the stock is made of once discards were shuffled back into it, and `discards`
    how many times cards were exchanged. `told` says that the deck has dealt, `kept` that the
    hands are those the players kept, their discards being unrecorded. `exposed` is the card the
    dealer let everybody see, `bet_next` that no more mus is talked after this discard.
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

    def told_so(self, hands: tuple[Hand | None, ...], *, kept: bool) -> Deal:
        """The deal when the deck has dealt these hands."""
        return tuple.__new__(Deal, (hands, *self[1:6], True, kept, *self[8:]))

    def thrown_so(self, hands: tuple[Hand | None, ...], thrown: tuple[Hand, ...]) -> Deal:
        """The deal when only what is held and what was thrown have changed."""
        return tuple.__new__(Deal, (hands, thrown, *self[2:]))


class Position(NamedTuple):
    """A moment of the game. Every verb of mustutor takes one and gives the next.

    `order` are the players of this hand from mano; `lance` is ``mus``, ``descarte``, a lance,
    ``showdown`` (all is said, cards are wanted) or ``end``. `queue` holds who has still to
    speak, next first; `auction` is None while pares or juego are declared. `stones` follow
    the sides; `pots` are kept by lance until the showdown. `shut` says in short
    how the closed lances ended, for the position line. `loser` (Encaje) or `winner` (Mus) is the
    side that a game has just been decided for; `rulings` are what the referee said of signals and
    talk, `peretes` who declared one. What changes at every call comes first.
    """

    queue: tuple[str, ...]
    auction: Auction | None
    said: str
    lance: str
    holders: tuple[str, ...]
    stones: tuple[int, ...]
    pots: tuple[tuple[str, int], ...]
    out: int
    ledger: tuple[Entry, ...]
    closed: tuple[Outcome, ...]
    shut: str
    table: Table
    order: tuple[str, ...]
    deal: Deal
    skipped: tuple[str, ...] = ()
    loser: str = ""
    winner: str = ""
    rulings: tuple[Ruling, ...] = ()
    peretes: tuple[str, ...] = ()

    # The changes a hand is made of go straight to tuple: `_replace` takes four times
    # as long, and these are made at every call of every game.

    def turned(self, queue: tuple[str, ...], auction: Auction | None, said: str) -> Position:
        """The position when only who speaks, the betting and what was said have changed."""
        return tuple.__new__(Position, (queue, auction, said, *self[3:]))

    def dealt(self, deal: Deal) -> Position:
        """The position when only the cards have changed."""
        return tuple.__new__(Position, (*self[:13], deal, *self[14:]))

    def opened(
        self,
        lance: str,
        queue: tuple[str, ...],
        auction: Auction | None = None,
        *,
        said: str = "",
        holders: tuple[str, ...] = (),
    ) -> Position:
        """The position when a lance begins, or its declarations go on."""
        return tuple.__new__(Position, (queue, auction, said, lance, holders, *self[5:]))

    def closing(
        self, lance: str, entries: Entries, closed: tuple[Outcome, ...], shut: str
    ) -> Position:
        """The position when a lance or the hand is over, and these stones have moved."""
        stones, pots, out, ledger = self[5:9]
        if entries:
            stones, pots, out = balance(self, entries)
            ledger += entries
        return tuple.__new__(
            Position,
            ((), None, "", lance, (), stones, pots, out, ledger, closed, shut, *self[11:]),
        )

    def counted(
        self, entries: Entries, stones: tuple[int, ...], pots: tuple[tuple[str, int], ...], out: int
    ) -> Position:
        """The position when the cards are shown and all is counted: so the stones stand now."""
        return tuple.__new__(
            Position,
            ((), None, "", "end", (), stones, pots, out, self.ledger + entries, *self[9:]),
        )

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

    def accounts(self) -> dict[str, int]:
        """Every account that holds stones: the sides, the pots, and what is out of the game."""
        pots = {POT + lance: stones for lance, stones in self.pots}
        return {**self.in_front(), **pots, OUT: self.out}

    def line(self) -> str:
        """The position as one printable line of public facts."""
        return self.between(*self.around())

    def between(self, before: str, after: str) -> str:
        """The line, its talk put between what stands around it."""
        speaker = self.queue[0] if self.queue else NOBODY
        return f"{before}{speaker} {self.said or NOBODY} {stake_told(self.auction)}{after}"

    def around(self) -> tuple[str, str]:
        """What stands before and after the talk in the line: it stays while a lance is talked."""
        deal, table = self.deal, self.table
        lance = f"{self.lance}/{deal.discards}" if deal.discards else self.lance
        if deal.exposed and "*" not in self.said:
            lance = f"{lance}*{deal.exposed.lower()}"
        return (
            f"{table.variant.id} {table.hand} {self.order[0]} {lance} ",
            f" {in_front(table.sides, self.stones)} {self.shut or NOBODY} {self.out}",
        )

    def check(self) -> str:
        """The first digits of the digest of the position line, as records keep them."""
        return check_of(self.line())


def check_of(line: str) -> str:
    """The first digits of the digest of a position line."""
    return hashlib.sha256(line.encode("ascii")).hexdigest()[:CHECK_DIGITS]


class Step(NamedTuple):
    """One call of a game: the position it was heard at, and the one it made."""

    before: Position
    call: Call
    after: Position


def staked(auction: Auction) -> str:
    """The stake on the table, as the position line has it: a number, or ``ordago``."""
    return "ordago" if auction.ordago else str(auction.stake)


def stake_told(auction: Auction | None) -> str:
    """The stake on the table and who made it, as the position line has them.

    >>> stake_told(Auction(("A", "B"), 2, "B")), stake_told(None)
    ('2:B', '-')
    """
    return f"{staked(auction)}:{auction.bettor}" if auction and auction.stake else NOBODY


def summary(outcome: Outcome) -> str:
    """A closed lance in a few letters: ``grande12B>BE`` is 12 by B, seen; B and E have it.

    >>> summary(Outcome("chica", "unbet", ("A", "B"), Auction(("A", "B"))))
    'chica-AB'
    """
    auction = outcome.auction
    seats = "".join(outcome.seats)
    match outcome.kind:
        case "seen" | "ordago":
            # Who accepted without a hand that counts is told too: it may cost stones.
            others = "".join([seat for seat in auction.seen if seat not in outcome.seats])
            return f"{outcome.lance}{staked(auction)}{auction.bettor}{others}>{seats}"
        case "unanswered_raise":
            maker = f"{auction.previous}{auction.previous_bettor}"
            return f"{outcome.lance}{staked(auction)}{seats}/{maker}"
        case "unanswered_bet":
            return f"{outcome.lance}{staked(auction)}{seats}/"
        case "unbet":
            return f"{outcome.lance}-{seats}"
        case _:
            return f"{outcome.lance}={seats}"


@lru_cache(maxsize=4096)
def in_front(seats: tuple[str, ...], stones: tuple[int, ...]) -> str:
    """The stones in front of each seat, as the position line has them.

    >>> in_front(("A", "B"), (5, 18))
    'A5,B18'
    """
    return ",".join([f"{seat}{held}" for seat, held in zip(seats, stones, strict=True)])


def lance_closed(position: Position, outcome: Outcome, entries: Entries = ()) -> Position:
    """Close a lance: its outcome is kept for the showdown, and what moves at once moves."""
    short = summary(outcome)
    shut = f"{position.shut}+{short}" if position.shut else short
    return position.closing(position.lance, entries, (*position.closed, outcome), shut)


def moved(position: Position, entries: Entries, lance: str) -> Position:
    """Move stones at the showdown: the ledger grows, and the accounts follow it."""
    return position.closing(lance, entries, position.closed, position.shut)


def balance(
    position: Position, entries: Entries
) -> tuple[tuple[int, ...], tuple[tuple[str, int], ...], int]:
    """The stones of the sides, in the pots and out of the game after these entries.

    The bank, the saucer of Mus, has no bottom and is not counted.
    """
    seats = position.table.sides
    stones = list(position.stones)
    pots = dict(position.pots)
    out = position.out
    for _, _, _, src, dst, count, _, _ in entries:
        if src in seats:
            stones[seats.index(src)] -= count
        elif src != BANK:
            pots[src[len(POT) :]] -= count
        if dst in seats:
            stones[seats.index(dst)] += count
        elif dst == OUT:
            out += count
        else:
            lance = dst[len(POT) :]
            pots[lance] = pots.get(lance, 0) + count
    held = tuple([pot for pot in pots.items() if pot[1]]) if pots else ()
    return tuple(stones), held, out
