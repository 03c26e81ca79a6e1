"""The state of a hand of Mus or Encaje: the betting of a lance, and how each lance ended."""

from __future__ import annotations

from mustutor.games.mus_family.lances import DECLARED
from mustutor.games.mus_family.ranking import Ranking
from mustutor.history import Said
from mustutor.position import Entries, Position
from mustutor.tuples import NamedTuple

UNANSWERED = ("unanswered_bet", "unanswered_raise")
"""The ways a lance ends where nobody saw the first bet, or a raise."""

# As positions, states are made at every call of every game: straight to tuple.
_made = tuple.__new__


class Auction(NamedTuple):
    """The betting of one lance.

    `speakers` may still win the lance, from mano; `stake` is 0 until somebody bets;
    `previous` is the stake before the last raise and `previous_bettor` who made it;
    `seen` are those who saw the stake on the table, `folded` those who gave the lance up, and
    `ordago` says that the stake is the whole game. `opened` and `opener` are the first bet and who
    made it.
    """

    speakers: tuple[str, ...]
    stake: int = 0
    bettor: str = ""
    previous: int = 0
    previous_bettor: str = ""
    seen: tuple[str, ...] = ()
    folded: tuple[str, ...] = ()
    ordago: bool = False
    opened: int = 0
    opener: str = ""


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


class Lances(NamedTuple):
    """What of a moment of Mus or Encaje is theirs alone.

    `auction` is the betting of the lance, None while mus is talked or pares and juego are
    declared; `holders` are those who declared that they have it. `closed` says how the lances
    before ended, `shut` the same in short for the position line. `peretes` are those who declared
    a perete. `ranking` compares hands. `claimed` are the sides and lances of which stones were
    claimed, None where all are taken as claimed.
    """

    ranking: Ranking
    auction: Auction | None = None
    holders: tuple[str, ...] = ()
    closed: tuple[Outcome, ...] = ()
    shut: str = ""
    peretes: tuple[str, ...] = ()
    claimed: frozenset[tuple[str, str]] | None = None

    @property
    def now(self) -> str:
        """The stake on the table and who made it; nothing before a bet."""
        auction = self.auction
        if auction is None or not auction.stake:
            return ""
        return on_the_table(auction.stake, auction.bettor, auction.ordago)

    @property
    def past(self) -> str:
        """The lances that are closed, in short."""
        return self.shut

    @property
    def over(self) -> tuple[str, ...]:
        """The lances that are closed."""
        return tuple([outcome.lance for outcome in self.closed])

    def quiet(self) -> Lances:
        """The state when nothing is bet or declared any more."""
        return _made(Lances, (self[0], None, ()) + self[3:])


def turned(
    position: Position, queue: tuple[str, ...], auction: Auction | None, said: Said
) -> Position:
    """The position when only who speaks, the betting and what was said have changed."""
    state: Lances = position.state
    if auction is not state.auction:
        state = _made(Lances, (state[0], auction) + state[2:])
    return _made(Position, (queue, said, state) + position[3:])


def opened(
    position: Position,
    lance: str,
    queue: tuple[str, ...],
    auction: Auction | None = None,
    *,
    said: str = "",
    holders: tuple[str, ...] = (),
) -> Position:
    """The position when a lance begins, or its declarations go on."""
    state = position.state
    state = _made(Lances, (state[0], auction, holders) + state[3:])
    return _made(Position, (queue, said, state, lance) + position[4:])


def on_the_table(stake: int, bettor: str, ordago: bool) -> str:
    """A stake and who made it, as the position line has them.

    >>> on_the_table(5, "B", False)
    '5:B'
    """
    return f"{'ordago' if ordago else stake}:{bettor}"


def joined(shut: str, short: str) -> str:
    """The lances that are closed, in short, with one more."""
    return f"{shut}+{short}" if shut else short


def staked(auction: Auction) -> str:
    """The stake on the table, as the position line has it: a number, or ``ordago``."""
    return "ordago" if auction.ordago else str(auction.stake)


def holding(position: Position, seat: str) -> tuple[str, ...]:
    """Who has declared to have it, now that this seat does too: from mano, in whatever order."""
    holders: tuple[str, ...] = (*position.state.holders, seat)
    if len(holders) == 1:
        return holders
    return tuple([each for each in position.order if each in holders])


def declared_by_several(before: Position, after: Position) -> bool:
    """Whether the declarations are over with this step, and the lance is bet from here on."""
    asked = before.lance in DECLARED and before.state.auction is None
    return asked and after.lance == before.lance and after.state.auction is not None


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


def lance_closed(position: Position, outcome: Outcome, entries: Entries = ()) -> Position:
    """Close a lance: its outcome is kept for the showdown, and what moves at once moves."""
    ranking, _, _, closed, shut, peretes, claimed = position.state
    shut = joined(shut, summary(outcome))
    state = _made(Lances, (ranking, None, (), (*closed, outcome), shut, peretes, claimed))
    return position.closing(position.lance, entries, state)


def only(position: Position, *lances: str) -> Position:
    """The position as if no other lances had closed than these."""
    closed = tuple([outcome for outcome in position.state.closed if outcome.lance in lances])
    return position._replace(state=position.state._replace(closed=closed))


def moved(position: Position, entries: Entries, lance: str) -> Position:
    """Move stones at the showdown: the ledger grows, and the accounts follow it."""
    return position.closing(lance, entries, position.state.quiet())


def over(position: Position, **decided: object) -> Position:
    """The position when nobody speaks any more: the hand has ended, and so it was decided."""
    state = position.state.quiet()
    return position._replace(**{"lance": "end", "queue": (), "state": state, **decided})
