"""The talk of a round as a machine of states without numbers and without names.

Who speaks next, who is still in, whose bet stands: that does not hang on how high the bet is, nor
on how many stones lie where, nor on who sits there. So a state of the talk without its numbers,
the players counted from mano, is met again and again, in every hand, and what a call makes of it
is known. Nothing of this is written here: where a call is heard at a state for the first time, the
rules hear it (`games.step_of`), and what they make of it is kept (`moments.Turn`). What hangs on
numbers (the bounds of a stake, the stones that move when a round is over) the rules of the game
are asked each time (`Rules`), and what hangs on cards (cards thrown, a fault) as well.
`hearing` goes through the states.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache
from itertools import count

from mustutor.calls import Call
from mustutor.errors import Fault
from mustutor.games import game_of, step_of
from mustutor.games.mus_family.auction import Bounds
from mustutor.games.mus_family.discards import corrido
from mustutor.games.mus_family.lances import DECLARED, TALKED
from mustutor.games.mus_family.moments import (
    ASKED,
    NONE,
    Closure,
    Floor,
    Following,
    Moment,
    Named,
    Order,
    Turn,
    Turns,
    WholeRound,
    numbers_of,
    outcome_renamed,
    places_of,
    with_numbers,
)
from mustutor.games.mus_family.state import Lances, Outcome, joined, summary
from mustutor.position import Entries, Position, Pots, Table, balanced
from mustutor.tuples import NamedTuple
from mustutor.variant import Variant

NUMBERLESS = frozenset(
    ("paso", "no quiero", "quiero", "envido", "subo", "ordago", "mus", "corto", "tengo", "no tengo")
)
"""What may be said and heard without a look at the cards, or at any number but its own."""
MOST_MOMENTS = 10_000
"""So many states are remembered of a table; with more, it begins anew."""
MOST_TABLES = 100
"""So many are known by the names of who sits there."""
MOST_HEARD = 8_000
"""So many whole rounds are remembered of all tables, a kilobyte each; with more, it begins anew."""
MOST_TURNS = 200
LONGEST_TALK = 200
"""Longer talk in one round leans on pieces (`mustutor.history`): it is not heard here."""


class Rules(NamedTuple):
    """What a game is asked each time the talk comes to it.

    `beside` is what the talk hangs on beside what was said, by the stones of each side and what
    lies in pots: None where that is more than can be told. `limits` are the bounds of a stake, by
    what its maker has and by the stake on the table; `paid` what moves at once when a round has
    ended so.
    """

    beside: Callable[[Table, Order, tuple[int, ...], Pots], Hashable]
    limits: Callable[[Variant, int, int], Bounds]
    paid: Callable[[Table, tuple[int, ...], Outcome], Entries]


class Machine:
    """The states of the talk at tables of one kind, under one rulebook; made while it is heard."""

    def __init__(self, variant: Variant, rules: Rules) -> None:
        self.game = game_of(variant.game)
        self.variant, self.rules = variant, rules
        self.moments: dict[Hashable, Moment] = {}
        self.begins: dict[Hashable, Moment] = {}
        self.bounds: dict[tuple[int, int], Bounds] = {}
        self.numbers = count()
        self.tables: dict[Order, Named] = {}
        self.heard = 0

    def named(self, order: Order) -> Named:
        """What is known by the names of these players, from mano."""
        found = self.tables.get(order)
        if found is None:
            if len(self.tables) >= MOST_TABLES:
                self.tables.clear()
            found = self.tables[order] = Named(order)
        return found

    def remember(self, table: Named, key: str, round_: WholeRound) -> None:
        """Keep a round that was heard: by the moment it began at, who has what, and its words."""
        self.heard += 1
        if self.heard > MOST_HEARD:
            self.tables.clear()
            self.heard = 0
        table.heard[key] = round_

    def limits(self, own: int, stake: int) -> Bounds:
        """The bounds of a stake for who has so much, over the one there is."""
        bounds = self.bounds.get((own, stake))
        if bounds is None:
            if len(self.bounds) > MOST_MOMENTS:
                self.bounds.clear()
            bounds = self.bounds[own, stake] = self.rules.limits(self.variant, own, stake)
        return bounds

    def moment(self, position: Position, facts: Hashable) -> Moment:
        """The moment a position is at, with what else the talk hangs on (`facts`)."""
        if position.said:
            return self._moment(position, facts)
        # Where nothing was said yet, nobody has bet: it is enough who may.
        auction = position.state.auction
        speakers = auction.speakers if auction is not None else None
        key = (position.lance, position.order, position.queue, speakers, facts)
        moment = self.begins.get(key)
        if moment is None:
            if len(self.begins) > MOST_MOMENTS:
                self.begins.clear()
            moment = self.begins[key] = self._moment(position, facts)
        return moment

    def learnt(self, turns: Turns, key: object, here: Position, call: Call) -> Turn | None:
        """What a call makes of a moment, by the rules; None where they refuse it."""
        if call.verb not in NUMBERLESS or call.word or len(turns) > MOST_TURNS:
            return ASKED
        made = step_of(self.game, here, call)
        if isinstance(made, Fault):
            return None
        turn = turns[key] = self._turn(here, call, made.after)
        return turn

    def ended(self, ends: dict[str, Closure | None], here: Position, call: Call) -> Position | None:
        """Learn from the rules how a round ends in its lance: what they make of it.

        None where they refuse the call.
        """
        made = step_of(self.game, here, call)
        if isinstance(made, Fault):
            return None
        closure, following = self._ended(here, call, made.after)
        if closure is None and made.after.lance == "end":
            return made.after  # The game is over with it: with other stones it may go on.
        known = ends.setdefault(here.lance, closure)
        if known is None or closure is None or known.outcome != closure.outcome:
            ends[here.lance] = None
        else:
            known.follows[self.standing(here, *made.after[4:6])] = following
        return made.after

    def facts(self, position: Position) -> Hashable:
        """What else the talk hangs on, but for numbers; None where the rules have to be asked."""
        deal, lance = position.deal, position.lance
        if lance == "descarte" or len(position.said) > LONGEST_TALK:
            return None
        if position.rulings or position.loser or position.winner or deal.exposed or deal.uncut:
            return None
        if not TALKED.issuperset(position.skipped):
            return None
        if lance == "mus" and corrido(position):
            return None
        return self.standing(position, position.stones, position.pots)

    def _moment(self, position: Position, facts: Hashable) -> Moment:
        state: Lances = position.state
        auction, lance = state.auction, position.lance
        declared = lance in DECLARED
        # The betting does not hang on which lance it is, but on whether it was declared.
        shape: Hashable = (lance, None)
        if auction is not None:
            shape = (declared, auction.stake > 0, auction.previous > 0)
            auction = with_numbers(auction, NONE)
        floor = Floor(position.queue, auction, state.holders).renamed(places_of(position.order))
        key = (shape, len(position.order), floor, facts)
        moment = self.moments.get(key)
        if moment is None:
            if len(self.moments) > MOST_MOMENTS:
                self.moments.clear()
                self.begins.clear()
            moment = self.moments[key] = Moment(
                str(next(self.numbers)), floor, declares=declared and auction is None
            )
        return moment

    def _turn(self, here: Position, call: Call, after: Position) -> Turn:
        if after.lance != here.lance:
            closure, following = self._ended(here, call, after)
            if closure is not None:
                closure.follows[self.standing(here, *after[4:6])] = following
            over = closure is None and after.lance == "end"
            return Turn(None, 0, None, {} if over else {here.lance: closure})
        facts = self.facts(after)
        before, said = str(here.said), str(after.said)
        if facts is None or not _talk_alone(here, after) or not said.startswith(before):
            return ASKED
        added: str | None = said[len(before) :] or None
        if added is not None:
            if not added.startswith(call.seat):
                return ASKED
            added = added[len(call.seat) :]
        (stake, _, opened), now = numbers_of(here.state.auction), numbers_of(after.state.auction)
        moment = self._moment(after, facts)
        if now == numbers_of(here.state.auction):
            return ASKED if call.stones else Turn(added, 0, moment)
        if now != (now[0], stake, opened or now[0]):
            return ASKED
        if not call.stones:
            return Turn(added, now[0], moment)
        if now[0] != call.stones or added != str(call.stones):
            return ASKED
        return Turn("", -1, moment)

    def standing(self, here: Position, stones: tuple[int, ...], pots: Pots) -> Hashable:
        """What the talk hangs on beside what was said, with so many stones."""
        return self.rules.beside(here.table, here.order, stones, pots)

    def _ended(
        self, here: Position, call: Call, after: Position
    ) -> tuple[Closure | None, Following | None]:
        """How a round has ended, and what follows; None where it is not so for every number."""
        closed, shut = here.state.closed, here.state.shut
        _, auction, holders, closed_after, shut_after, *_ = after.state
        new: tuple[Outcome, ...] = closed_after[len(closed) :]
        entries = after.ledger[len(here.ledger) :]
        moved = here.stones, here.pots, here.out
        outcome = new[0] if new and new[0].auction.stake else None
        for each in new:
            shut = joined(shut, summary(each))
        if after[8:] != here[8:] or closed_after[: len(closed)] != closed or shut != shut_after:
            return None, None
        if not _kept(here, after) or after.said or any(numbers_of(auction)):
            return None, None
        if outcome is not None:
            if call.stones or numbers_of(outcome.auction) != numbers_of(here.state.auction):
                return None, None
            if entries != self.rules.paid(here.table, here.stones, outcome):
                return None, None
            new = new[1:]
        elif entries:
            return None, None
        if entries:
            moved = balanced(here.table.sides, *moved, entries)
        if after[4:7] != moved or any(each.auction.stake for each in new):
            return None, None
        places = places_of(here.order)
        if outcome is not None:
            bare = with_numbers(outcome.auction, NONE)
            outcome = outcome_renamed(outcome._replace(auction=bare), places)
        closure = Closure(outcome)
        if self.standing(here, *after[4:6]) is None:
            return closure, None
        floor = Floor(after.queue, auction, holders).renamed(places)
        others = tuple([outcome_renamed(one, places) for one in new])
        following = Following(after.lance, floor, others)
        facts = self.facts(after) if after.queue else None
        following.moment = self.moment(after, facts) if facts is not None else None
        return closure, following


def _talk_alone(here: Position, after: Position) -> bool:
    """Whether nothing but the talk has changed."""
    return after[4:] == here[4:] and _kept(here, after) and after.state[3:] == here.state[3:]


def _kept(here: Position, after: Position) -> bool:
    """Whether what the state has beside the talk is what it was."""
    return here.state.ranking is after.state.ranking and after.state[5:] == here.state[5:]


@lru_cache(maxsize=64)
def machine_of(variant: Variant, sides: tuple[int, ...], rules: Rules) -> Machine:
    """The machine of the tables at which sides sit so, under one rulebook."""
    del sides  # each kind of table has states of its own
    return Machine(variant, rules)
