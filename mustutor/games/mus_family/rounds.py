"""What is known of the talk of a round without its numbers and without names.

Players are places from mano: 0 the first, -1 nobody. So the same moment is met again at every
table, whoever sits there, and told by the names of who does where somebody asks for it.

The talk of a round as a machine of states without numbers and without names.

Who speaks next, who is still in, whose bet stands: that does not hang on how high the bet is, nor
on how many stones lie where, nor on who sits there. So a state of the talk without its numbers,
the players counted from mano, is met again and again, in every hand, and what a call makes of it
is known. Nothing of this is written here: where a call is heard at a state for the first time, the
rules hear it (`games.step_of`), and what they make of it is kept (`moments.Turn`). What hangs on
numbers (the bounds of a stake, the stones that move when a round is over) the rules of the game
are asked each time (`Rules`), and what hangs on cards (cards thrown, a fault) as well.
`hearing` goes through the states.

A hand heard at once: round by round through the states of the `machine`.

It only ever accepts. Where a call is refused, or a check differs, it gives nothing, and whoever
asked hears the round word by word, from the rules. While the talk goes on only what changes is
kept: the position is made where somebody asks for it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache, reduce
from hashlib import sha256
from itertools import count
from typing import Any, NamedTuple

from mustutor.base.errors import Fault, NotationError
from mustutor.games import game_of, step_of
from mustutor.games.mus_family.betting import (
    Auction,
    Bounds,
    Lances,
    Outcome,
    corrido,
    joined,
    on_the_table,
    summary,
)
from mustutor.games.mus_family.hands import DECLARED, DECLARED_IN_ORDER, TALKED
from mustutor.model.calls import Call
from mustutor.model.position import (
    CHECK_DIGITS,
    NOBODY,
    Entries,
    Position,
    Pots,
    Table,
    balanced,
    line_tail,
    stones_by_side,
)
from mustutor.model.variant import Variant

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
"""Longer talk in one round leans on pieces (`mustutor.model.position`): it is not heard here."""


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


REFUSED, ASK = -1, -2
"""A call is refused; or the rules have to be asked."""
_UNTOLD = (None,) * len(DECLARED_IN_ORDER)

_After = tuple[
    tuple[Moment | None, str, Floor],
    tuple[Outcome, ...],
    str,
    Entries,
    tuple[tuple[int, ...], Pots, int],
    Hashable,
]
"""The moment that follows, its lance, who speaks; lances closed, ledger, stones, who has any."""


def heard_hand(rules: tuple[Any, Any, Any], position: Position) -> HeardHand:
    """Begin to hear a hand under the rules of its game: what `Rules` wants, in its order."""
    return HeardHand(
        _machine(rules, position.variant, position.order, position.table.sides), position
    )


class HeardHand:
    """A hand that is heard at once: how it stands, and what is known of the moment it is at."""

    __slots__ = (
        "_ahead",
        "_begun",
        "_behind",
        "_closed",
        "_exchanged",
        "_floor",
        "_from",
        "_front",
        "_has",
        "_here",
        "_ledger",
        "_machine",
        "_moment",
        "_moved",
        "_numbers",
        "_said",
        "_shut",
        "_standing",
        "_table",
        "lance",
    )

    def __init__(self, machine: Machine, position: Position) -> None:
        self._machine = machine
        self.at(position)

    def at(self, position: Position) -> None:
        """Go on from a position."""
        self.lance, self._from = position.lance, position
        self._here: Position | None = position
        self._floor: Floor | None = None
        self._moment: Moment | None = None
        machine, order = self._machine, position.order
        self._standing = machine.facts(position) if position.queue else None
        if self._standing is None:
            return
        self._moment = machine.moment(position, self._standing)
        state: Lances = position.state
        self._table = machine.named(order)
        self._said, self._numbers = str(position.said), numbers_of(state.auction)
        self._moved, self._ledger = position[4:7], position.ledger
        self._closed, self._shut = state.closed, state.shut
        self._ahead, self._behind = position.line_around_talk()
        self._front = self._behind.split(" ", 2)[1]
        self._begun, _, self._exchanged = self._ahead.rpartition(self.lance)
        self._has: dict[str, tuple[bool | None, ...]] = {}

    @property
    def position(self) -> Position:
        """How the hand stands."""
        if self._here is None:
            begun, floor = self._from, self._floor
            if floor is None:
                assert self._moment is not None
                floor = self._moment.floor.renamed(self._table.names)
            queue, auction, holders = floor
            if auction is not None and self._numbers[0]:
                auction = with_numbers(auction, self._numbers)
            ranking, _, _, _, _, peretes, claimed = begun.state
            fields = (ranking, auction, holders, self._closed, self._shut, peretes, claimed)
            now = (queue, self._said, _made(Lances, fields), self.lance, *self._moved, self._ledger)
            self._here = _made(Position, now + begun[8:])
        return self._here

    def hear(self, calls: tuple[str, ...], checks: Sequence[str] | None) -> bool:
        """Hear the calls of a round; false where one is refused, or its check is another."""
        lance, most, heard = self.lance, len(calls), 0
        while True:
            more = ASK if self._moment is None else self._talk(calls, checks, heard)
            if more == ASK:
                more = self._words(calls, checks, heard)
            heard = more
            if not 0 <= heard < most or self.lance != lance:
                return heard == most

    def _words(self, calls: tuple[str, ...], checks: Sequence[str] | None, heard: int) -> int:
        """Hear calls as the rules do, one and so long as they are asked; how many, or -1."""
        machine, position = self._machine, self.position
        game, around = machine.game, None
        for index in range(heard, len(calls)):
            try:
                made = step_of(game, position, game.words.grammar.read(calls[index]))
            except NotationError:
                return -1
            if isinstance(made, Fault):
                return -1
            before, position = position, made.after
            if checks:
                if around is None or not position.is_talk_after(before):
                    around = position.line_around_talk()
                if position.check_with_talk(*around) != checks[index]:
                    return -1
            heard = index + 1
            if position.lance != self.lance or machine.facts(position) is not None:
                break
        self.at(position)
        return heard

    def _talk(self, calls: tuple[str, ...], checks: Sequence[str] | None, heard: int) -> int:
        """Hear the rest of a round by the states of the talk: how many calls, REFUSED, or ASK."""
        moment, machine = self._moment, self._machine
        assert moment is not None
        if heard:
            calls, checks = calls[heard:], checks[heard:] if checks else checks
        has = self._has_declared() if moment.held else ()
        begun_so = _begun_so(moment.number, has) if has else moment.number
        key = "\n".join((begun_so, *calls))
        known = self._table.heard.get(key) if not self._said else None
        after: _After | Position | None = None
        if known is not None and known.calls == len(calls):
            for seat, number, stake in known.staked:
                if not self._allows(seat, number, stake):
                    return REFUSED
            after = self._after(known.ends, known.numbers)
        if known is None or after is None:
            begun = moment, self._said, self._numbers
            walked = self._walked(calls, has)
            self._stop(*begun)
            if isinstance(walked, int):
                return walked
            known, after = walked
            if not isinstance(after, Position) and not self._said and key.count("\n") == len(calls):
                machine.remember(self._table, key, known)
        ahead, behind = self._ahead, self._behind
        last = self._gone_on(after)
        if checks:
            if known.lines:
                heard_so = known.lines.replace("\n", f"{behind}\n{ahead}")
                last = f"{ahead}{heard_so}{behind}\n{last}"
            digests = map(sha256, last.encode().split(b"\n"))
            if tuple([one.hexdigest()[:CHECK_DIGITS] for one in digests]) != tuple(checks):
                return REFUSED
        return heard + len(calls)

    def _gone_on(self, after: _After | Position) -> str:
        """Go on to what follows a round; the line of the position there."""
        if isinstance(after, Position):
            self.at(after)
            return after.line()
        now, self._closed, self._shut, self._ledger, moved, self._standing = after
        self._moment, self.lance, self._floor = now
        self._said, self._numbers, self._here = "", NONE, None
        if moved is not self._moved:
            self._moved, self._front = moved, stones_by_side(self._from.table.sides, moved[0])
        self._ahead = f"{self._begun}{self.lance}{self._exchanged}"
        self._behind = line_tail(self._front, self._shut, moved[2])
        speaker = self._floor.queue[0] if self._floor.queue else NOBODY
        return f"{self._ahead}{speaker} {NOBODY} {NOBODY}{self._behind}"

    def _walked(
        self, calls: Sequence[str], has: tuple[bool | None, ...]
    ) -> tuple[WholeRound, _After | Position] | int:
        """Go through the states of the talk to the end of a round, and learn those not known.

        REFUSED where the rules refuse a call, ASK where they have to be asked each time. Where
        that is only about what follows the round, they are, and the position there is given.
        """
        moment, machine = self._moment, self._machine
        assert moment is not None
        said, numbers, names = self._said, self._numbers, self._table.names
        now = NOBODY
        if numbers[0]:
            now = on_the_table(numbers[0], names[moment.bettor], moment.ordago)
        lines: list[str] = []
        staked: list[tuple[str, int, int]] = []
        for index, text in enumerate(calls):
            seat, _, words = text.partition(" ")
            if seat != names[moment.speaker]:
                return ASK
            turns = moment.held[has[moment.speaker]] if moment.held else moment.turns
            turn = turns.get(words, ASKED)
            if turn is ASKED:
                self._stop(moment, said, numbers)
                learnt = self._learnt(turns, text)
                if learnt is None:
                    return REFUSED
                if learnt is ASKED:
                    return ASK
                turn = learnt
            added, stake, after, ends, number = turn
            if number:
                if not self._allows(seat, number, numbers[0]):
                    return REFUSED
                staked.append((seat, number, numbers[0]))
            if after is None:
                assert ends is not None
                if index + 1 < len(calls):
                    return ASK
                left: _After | Position | None = self._after(ends, numbers)
                if left is None:
                    self._stop(moment, said, numbers)
                    left = machine.ended(ends, self.position, machine.game.words.grammar.read(text))
                if left is None:
                    return REFUSED
                told = len(calls), "\n".join(lines), tuple(staked), ends, numbers
                return _made(WholeRound, told), left
            moment = after
            if added is not None:
                said = f"{said}{seat}{added}"
            if stake:
                numbers = stake, numbers[0], numbers[2] or stake
                now = on_the_table(stake, names[moment.bettor], moment.ordago)
            lines.append(f"{names[moment.speaker]} {said or NOBODY} {now}")
        return ASK

    def _stop(self, moment: Moment, said: str, numbers: Numbers) -> None:
        """The talk has come so far: somebody may ask for the position."""
        self._moment, self._here, self._floor = moment, None, None
        self._said, self._numbers = said, numbers

    def _allows(self, seat: str, number: int, stake: int) -> bool:
        """Whether a seat may stake so many stones."""
        table = self._from.table
        own = self._moved[0][table.sides.index(table.side_of(seat))]
        return self._machine.limits(own, stake).allow(number)

    def _learnt(self, turns: Turns, text: str) -> Turn | None:
        """What a call makes of the moment that was stopped at; None where the rules refuse it."""
        if len(self._said) > LONGEST_TALK:
            return ASKED
        machine = self._machine
        try:
            call = machine.game.words.grammar.read(text)
        except NotationError:
            return None
        words, number = text.partition(" ")[2], call.stones
        key: object = (call.verb,) if number else words
        turn = turns.get(key) or machine.learnt(turns, key, self.position, call)
        if turn is None or turn is ASKED or not number:
            return turn
        turn = turn.said(number)
        if len(turns) < MOST_NUMBERS:
            turns[words] = turn
        return turn

    def _after(self, ends: dict[str, Closure | None], numbers: Numbers) -> _After | None:
        """What a round that is over so leaves, if it is known what follows it."""
        closure = ends.get(self.lance)
        if closure is None:
            return None
        machine = self._machine
        before, shut, ledger, standing = self._closed, self._shut, self._ledger, self._standing
        moved = self._moved
        if closure.outcome is not None:
            outcome, short = self._table.outcome(closure, numbers)
            before, shut = (*before, outcome), joined(shut, short)
            table = self._from.table
            if entries := machine.rules.paid(table, moved[0], outcome):
                ledger += entries
                moved = balanced(table.sides, *moved, entries)
                standing = machine.standing(self._from, moved[0], moved[1])
        following = closure.follows.get(standing)
        if following is None:
            return None
        now, closed, short = self._table.follow(following)
        if closed:
            before, shut = before + closed, joined(shut, short)
        return now, before, shut, ledger, moved, standing

    def _has_declared(self) -> tuple[bool | None, ...]:
        """Who has what is declared, from mano; None for a hand nobody has told."""
        if not self._has:
            position = self._from
            has = position.state.ranking.declares
            seats, hands = position.table.seats, position.deal.hands
            told = [hands[seats.index(seat)] for seat in position.order]
            each = zip(*[_UNTOLD if hand is None else has(hand) for hand in told], strict=True)
            self._has = dict(zip(DECLARED_IN_ORDER, each, strict=True))
        return self._has[self.lance]


@lru_cache(maxsize=4096)
def _begun_so(moment: str, has: tuple[bool | None, ...]) -> str:
    """A moment, and who has what is declared, in one word."""
    return f"{moment} {has}"


@lru_cache(maxsize=1024)
def _machine(
    rules: tuple[Any, Any, Any], variant: Variant, order: Order, sides: tuple[str, ...]
) -> Machine:
    """The machine of a table: it hangs on who shares stones with whom, seen from mano."""
    firsts = [seat if seat in sides else seat[0] for seat in order]
    return machine_of(variant, tuple([firsts.index(side) for side in firsts]), Rules(*rules))
