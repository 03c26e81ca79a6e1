"""What is known of the talk of a round without its numbers and without names.

Players are places from mano: 0 the first, -1 nobody. So the same moment is met again at every
table, whoever sits there, and told by the names of who does where somebody asks for it.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache, reduce
from typing import Any

from mustutor.games.mus_family.state import Auction, Outcome, joined, summary
from mustutor.tuples import NamedTuple

_made = tuple.__new__

Order = tuple[str, ...]
"""The players from mano; where names are looked up by place, nobody's name is the last."""
Numbers = tuple[int, int, int]
"""The stake on the table, the one before it, and the first."""
NONE = (0, 0, 0)
Turns = dict[object, "Turn"]
"""What calls make of a moment, by their words; by the verb alone where a number belongs to it."""
MOST_OUTCOMES = 1_000
"""So many ends of rounds are kept of a table; with more, it begins anew."""
MOST_NUMBERS = 100
"""So many turns are known by their words, number and all; of others the verb is."""


class Moment:
    """A state of the talk without numbers: who speaks, and what his words make of it.

    Players are places from mano, and every number of the betting is 0. While something is
    declared, what a call makes hangs on who has it: `held` are the turns of who has it, of who
    has not, and of a hand nobody told. No other moment of the machine has its `number`.
    """

    __slots__ = ("bettor", "floor", "held", "number", "ordago", "speaker", "turns")

    def __init__(self, number: str, floor: Floor, *, declares: bool) -> None:
        self.number = number
        queue, auction, _ = self.floor = floor
        self.speaker: int = queue[0] if queue else -1
        self.bettor: int = auction.bettor if auction is not None else -1
        self.ordago = auction is not None and auction.ordago
        self.turns: Turns = {}
        self.held: dict[object, Turns] = {True: {}, False: {}, None: {}} if declares else {}


class Floor(NamedTuple):
    """Who has still to speak, the betting, and who has what was declared; by names or places."""

    queue: Any
    auction: Any
    holders: Any

    def renamed(self, to: Any) -> Floor:
        """The same of other names: `to` has for each, and for nobody, the one it is to bear."""
        queue, auction, holders = self
        if auction is not None:
            auction = bet_renamed(auction, to)
        return Floor(
            tuple([to[one] for one in queue]), auction, tuple([to[one] for one in holders])
        )


class Turn(NamedTuple):
    """What a call makes of a moment: what is added to the talk, and the moment after it.

    `added` follows the name of who spoke; None where nothing is said of it. `stake` is the stake it
    makes: 0 where it makes none, -1 where it is the number said. Where the round is over, `ends`
    tells how, by its lance. `number` is the number in the words it is known by, if there is one.
    """

    added: str | None
    stake: int
    after: Moment | None
    ends: dict[str, Closure | None] | None = None
    number: int = 0

    def said(self, number: int) -> Turn:
        """The same, when this number is said."""
        added, stake, after, ends, _ = self
        if stake < 0:
            added, stake = f"{added}{number}", number
        return Turn(added, stake, after, ends, number)


ASKED = Turn(None, 0, None)
"""The rules are asked each time."""


class Closure:
    """How a round ends: the outcome, without its numbers, where there was a stake; what follows.

    `follows` is by what the talk hangs on once the stones have moved.
    """

    __slots__ = ("follows", "outcome")

    def __init__(self, outcome: Outcome | None) -> None:
        self.outcome = outcome
        self.follows: dict[Hashable, Following | None] = {}


class WholeRound(NamedTuple):
    """A round that was heard whole, as it will be heard again with other stones: so many `calls`.

    `lines` are who speaks, the talk and the stake after each call but the last, as they stand in
    the position line; `staked` who said which number, over which stake: its bounds hang on the
    stones. `ends` tells how the round is over, with these `numbers`. Thousands are kept, and where
    each lies in many pieces it takes longer to fetch them than to hear the round again.
    """

    calls: int
    lines: str
    staked: tuple[tuple[str, int, int], ...]
    ends: dict[str, Closure | None]
    numbers: Numbers


class Following:
    """What follows a round: the next, who speaks in it; and the outcomes that were no betting."""

    __slots__ = ("closed", "floor", "lance", "moment")

    def __init__(self, lance: str, floor: Floor, closed: tuple[Outcome, ...]) -> None:
        self.lance, self.floor, self.closed = lance, floor, closed
        self.moment: Moment | None = None


Next = tuple[tuple[Moment | None, str, Floor], tuple[Outcome, ...], str]
"""The moment that follows, its lance, who speaks; lances closed on the way, the same in short."""


class Named:
    """What is known by the names of those at a table, from mano: rounds heard, ends, what follows.

    The last of the `names` is nobody's.
    """

    __slots__ = ("_follows", "_outcomes", "heard", "names")

    def __init__(self, order: Order) -> None:
        self.names = (*order, "")
        self.heard: dict[str, WholeRound] = {}
        self._outcomes: dict[tuple[Closure, Numbers], tuple[Outcome, str]] = {}
        self._follows: dict[Following, Next] = {}

    def outcome(self, closure: Closure, numbers: Numbers) -> tuple[Outcome, str]:
        """How a round has ended, with its numbers; the same in short."""
        found = self._outcomes.get((closure, numbers))
        if found is None:
            assert closure.outcome is not None
            lance, kind, seats, bare = outcome_renamed(closure.outcome, self.names)
            outcome = _made(Outcome, (lance, kind, seats, with_numbers(bare, numbers)))
            if len(self._outcomes) >= MOST_OUTCOMES:
                self._outcomes.clear()
            found = self._outcomes[closure, numbers] = outcome, summary(outcome)
        return found

    def follow(self, following: Following) -> Next:
        """The moment, its lance and who speaks, and the outcomes; these in short as well."""
        found = self._follows.get(following)
        if found is None:
            closed = tuple([outcome_renamed(one, self.names) for one in following.closed])
            short = reduce(joined, map(summary, closed), "")
            now = following.moment, following.lance, following.floor.renamed(self.names)
            found = self._follows[following] = now, closed, short
        return found


def numbers_of(auction: Auction | None) -> Numbers:
    """The numbers of the betting; where nothing is bet, none."""
    return (auction.stake, auction.previous, auction.opened) if auction is not None else NONE


def with_numbers(auction: Auction, numbers: Numbers) -> Auction:
    """The betting with these numbers."""
    speakers, _, bettor, _, maker, seen, gone, ordago, _, opener = auction
    stake, previous, opened = numbers
    fields = (speakers, stake, bettor, previous, maker, seen, gone, ordago, opened, opener)
    return _made(Auction, fields)


def bet_renamed(auction: Auction, to: Any) -> Auction:
    """The betting of other names, or of places."""
    speakers, stake, bettor, previous, maker, seen, gone, ordago, opened, opener = auction
    speakers, seen, gone = (tuple([to[one] for one in some]) for some in (speakers, seen, gone))
    names = (to[bettor], previous, to[maker], seen, gone, ordago, opened, to[opener])
    return _made(Auction, (speakers, stake, *names))


def outcome_renamed(outcome: Outcome, to: Any) -> Outcome:
    """How a lance ended, of other names."""
    lance, kind, seats, auction = outcome
    return Outcome(lance, kind, tuple([to[one] for one in seats]), bet_renamed(auction, to))


@lru_cache(maxsize=1024)
def places_of(order: Order) -> dict[str, int]:
    """The place of each player from mano; that of nobody is the last of all names."""
    return {seat: place for place, seat in enumerate(order)} | {"": -1}
