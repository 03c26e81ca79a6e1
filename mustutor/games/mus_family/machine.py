"""The talk of a round heard at once: a machine of states without numbers.

Who speaks next, who is still in, whose bet stands: that does not hang on how high the bet is, nor
on how many stones lie where. So a state of the talk without its numbers is met again and again,
in every hand, and what a call makes of it is known. Nothing of this is written here: where a call
is heard at a state for the first time, the rules hear it (`games.step_of`), and what they make
of it is kept as a `Turn`. What hangs on numbers or on cards (stones that move, cards thrown, a
fault) the rules are asked each time; the bounds of a stake are the game's as well.

It only ever accepts. Where a call is refused, or a check differs, it gives nothing, and whoever
asked hears the round word by word, from the rules.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache

from mustutor.calls import Call
from mustutor.errors import Fault, NotationError
from mustutor.games import game_of, step_of
from mustutor.games.mus_family.auction import Bounds
from mustutor.games.mus_family.lances import DECLARED
from mustutor.games.mus_family.state import (
    Auction,
    Lances,
    Outcome,
    joined,
    on_the_table,
)
from mustutor.games.mus_family.talk import corrido
from mustutor.position import CHECK_DIGITS, NOBODY, Position, check_of
from mustutor.tuples import NamedTuple
from mustutor.variant import Variant

NUMBERLESS = frozenset(
    ("paso", "no quiero", "quiero", "envido", "subo", "ordago", "mus", "corto", "tengo", "no tengo")
)
"""What may be said and heard without a look at the cards, or at any number but its own."""
MOST_MOMENTS = 20_000
"""So many states are remembered of a table; with more, it begins anew."""

MOST_TURNS = 200
LONGEST_TALK = 200
"""Longer talk in one round leans on pieces (`mustutor.history`): it is not heard here."""

_made = tuple.__new__
_sha256 = hashlib.sha256

Numbers = tuple[int, int, int]
"""The stake on the table, the one before it, and the first."""
Facts = Callable[[Position], Hashable]
Limits = Callable[[Variant, int, int], Bounds]


class Closing(NamedTuple):
    """What a call that ends a round leaves behind, where no stones move."""

    lance: str
    queue: tuple[str, ...]
    auction: Auction | None
    holders: tuple[str, ...]
    closed: tuple[Outcome, ...]
    shut: str


class Moment:
    """A state of the talk without numbers: who speaks, and what his words make of it.

    `auction` is the betting with every number 0; `turns` are by the words that were said, or by
    seat and verb where a number belongs to them. None there says: the rules are asked each time.
    """

    __slots__ = ("auction", "bettor", "holders", "ordago", "queue", "speaker", "turns")

    def __init__(
        self, queue: tuple[str, ...], auction: Auction | None, holders: tuple[str, ...]
    ) -> None:
        self.queue, self.holders = queue, holders
        self.speaker = queue[0] if queue else NOBODY
        self.auction = auction
        self.bettor = auction.bettor if auction is not None else ""
        self.ordago = auction is not None and auction.ordago
        self.turns: dict[object, Turn | None] = {}


class Turn(NamedTuple):
    """What a call makes of a moment: what is added to the talk, and the moment after it.

    `stake` is the stake it makes: 0 where it makes none, -1 where it is the number said. With a
    `closing` the round is over.
    """

    said: str
    stake: int
    after: Moment | None
    closing: Closing | None = None


UNHEARD = Turn("", 0, None)
"""What is known of a call that was never heard at a moment."""


class Machine:
    """The states of the talk at one table, under one rulebook; made while it is heard."""

    def __init__(self, variant: Variant, facts: Facts, limits: Limits) -> None:
        self.game = game_of(variant.game)
        self.variant, self.facts, self.limits = variant, facts, limits
        self.moments: dict[Hashable, Moment] = {}
        self.bounds: dict[tuple[int, int], Bounds] = {}

    def hear(
        self, position: Position, calls: Sequence[str], checks: Sequence[str] | None
    ) -> Position | None:
        """The position after the calls of a round; None where one is refused, or its check is."""
        lance, heard = position.lance, 0
        while heard < len(calls):
            if position.lance != lance:
                return None
            facts = _facts(position, self.facts)
            if facts is None:
                after, more = self._at_the_table(position, calls, checks, heard), 1
            else:
                after, more = self._talk(position, facts, calls, checks, heard)
            if after is None:
                return None
            position, heard = after, heard + more
        return position

    def _at_the_table(
        self, position: Position, calls: Sequence[str], checks: Sequence[str] | None, index: int
    ) -> Position | None:
        """The position after one call, as the rules hear it."""
        try:
            call = self.game.grammar.read(calls[index])
        except NotationError:
            return None
        made = step_of(self.game, position, call)
        if isinstance(made, Fault) or (checks and made.after.check() != checks[index]):
            return None
        return made.after

    def _talk(
        self,
        position: Position,
        facts: Hashable,
        calls: Sequence[str],
        checks: Sequence[str] | None,
        heard: int,
    ) -> tuple[Position | None, int]:
        """The position after the calls that need no look at the rules, and how many they are."""
        moment = self._moment(position, facts)
        numbers = _numbers(position.state.auction)
        said, now = str(position.said), position.state.now or NOBODY
        ahead, behind = position.around()
        read, number = self.game.grammar.read, 0
        for index in range(heard, len(calls)):
            text = calls[index]
            turn = moment.turns.get(text, UNHEARD)
            if turn is UNHEARD:
                try:
                    call = read(text)
                except NotationError:
                    return None, 0
                number = call.stones
                turn = moment.turns.get((call.seat, call.verb) if number else text, UNHEARD)
                if turn is UNHEARD:
                    turn = self._learnt(moment, _at(position, moment, said, numbers), call, text)
                elif turn is not None and not self._allows(position, call, numbers[0]):
                    return None, 0
            if turn is None:
                here = _at(position, moment, said, numbers)
                return self._at_the_table(here, calls, checks, index), index - heard + 1
            added, stake, after, closing = turn
            if closing is not None:
                check = checks[index] if checks else ""
                return self._closed(position, closing, check), index - heard + 1
            assert after is not None
            moment = after
            said += added
            if stake:
                if stake < 0:
                    said, stake = f"{said}{number}", number
                numbers = stake, numbers[0], numbers[2] or stake
                now = on_the_table(stake, moment.bettor, moment.ordago)
            if len(said) > LONGEST_TALK:
                return None, 0
            if checks:
                line = f"{ahead}{moment.speaker} {said} {now}{behind}"
                if _sha256(line.encode()).hexdigest()[:CHECK_DIGITS] != checks[index]:
                    return None, 0
        return _at(position, moment, said, numbers), len(calls) - heard

    def _closed(self, position: Position, closing: Closing, check: str) -> Position | None:
        """The position when a round is over in which no stones moved."""
        lance, queue, auction, holders, closed, shut = closing
        ranking, _, _, before, past, peretes, claimed = position.state
        if closed:
            before, past = before + closed, joined(past, shut)
        state = _made(Lances, (ranking, auction, holders, before, past, peretes, claimed))
        after: Position = _made(Position, (queue, "", state, lance) + position[4:])
        return after if not check or check_of(after.line()) == check else None

    def _allows(self, position: Position, call: Call, stake: int) -> bool:
        """Whether a stake lies within the bounds the rules set it."""
        table = position.table
        own = position.stones[table.sides.index(table.side_of(call.seat))]
        bounds = self.bounds.get((own, stake))
        if bounds is None:
            bounds = self.bounds[own, stake] = self.limits(self.variant, own, stake)
        return bounds.allow(call.stones)

    # --- what the rules make of it -----------------------------------------------------------

    def _moment(self, position: Position, facts: Hashable) -> Moment:
        state: Lances = position.state
        auction = state.auction
        bare = None
        if auction is not None:
            bare = auction._replace(stake=0, previous=0, opened=0) if auction.stake else auction
        shape = (bare, bool(auction and auction.stake), bool(auction and auction.previous))
        key = (position.lance, position.order, position.queue, shape, state.holders, facts)
        moment = self.moments.get(key)
        if moment is None:
            if len(self.moments) > MOST_MOMENTS:
                self.moments.clear()
            moment = self.moments[key] = Moment(position.queue, bare, state.holders)
        return moment

    def _learnt(self, moment: Moment, here: Position, call: Call, text: str) -> Turn | None:
        """What a call makes of a moment, by the rules; None where that is not for every number."""
        if call.verb not in NUMBERLESS or call.word or len(moment.turns) > MOST_TURNS:
            return None
        made = step_of(self.game, here, call)
        if isinstance(made, Fault):
            return None
        turn = self._turn(here, call, made.after)
        moment.turns[(call.seat, call.verb) if call.stones else text] = turn
        return turn

    def _turn(self, here: Position, call: Call, after: Position) -> Turn | None:
        (ranking, _, _, closed, shut, *others) = here.state
        (ranking_after, auction, holders, closed_after, shut_after, *others_after) = after.state
        moved = after[4:] != here[4:] or ranking is not ranking_after or others != others_after
        if moved or closed_after[: len(closed)] != closed:
            return None
        if after.lance != here.lance:
            new = closed_after[len(closed) :]
            numbers = [_numbers(each) for each in (auction, *[one.auction for one in new])]
            if after.said or any(map(any, numbers)):
                return None
            shut = shut_after[len(shut) :].removeprefix("+")
            queue = after.queue
            return Turn("", 0, None, Closing(after.lance, queue, auction, holders, new, shut))
        facts = _facts(after, self.facts)
        before, said = str(here.said), str(after.said)
        if facts is None or closed_after != closed or not said.startswith(before):
            return None
        added = said[len(before) :]
        stake, _, opened = _numbers(here.state.auction)
        now = _numbers(auction)
        moment = self._moment(after, facts)
        if now == _numbers(here.state.auction):
            return None if call.stones else Turn(added, 0, moment)
        if now != (now[0], stake, opened or now[0]):
            return None
        if not call.stones:
            return Turn(added, now[0], moment)
        if now[0] != call.stones or not added.endswith(str(call.stones)):
            return None
        return Turn(added.removesuffix(str(call.stones)), -1, moment)


def _numbers(auction: Auction | None) -> Numbers:
    return (auction.stake, auction.previous, auction.opened) if auction is not None else (0, 0, 0)


def _facts(position: Position, of_game: Facts) -> Hashable:
    """What else the talk hangs on, but for numbers; None where it hangs on more than can be told.

    While pares and juego are declared: who has them.
    """
    deal, lance = position.deal, position.lance
    strange = position.rulings or position.skipped or position.loser or position.winner
    if strange or deal.exposed or deal.uncut or lance == "descarte":
        return None
    if len(position.said) > LONGEST_TALK:
        return None
    if lance == "mus" and corrido(position):
        return None
    facts = of_game(position)
    state: Lances = position.state
    if facts is None or lance not in DECLARED or state.auction is not None:
        return facts
    has = state.ranking.has
    return facts, tuple([hand and has(lance, hand) for hand in deal.hands])


def _at(position: Position, moment: Moment, said: str, numbers: Numbers) -> Position:
    """The position at a moment of the round that is talked, with its numbers."""
    auction = moment.auction
    if auction is not None and numbers[0]:
        speakers, _, bettor, _, maker, seen, gone, ordago, _, opener = auction
        stake, previous, opened = numbers
        auction = _made(
            Auction,
            (speakers, stake, bettor, previous, maker, seen, gone, ordago, opened, opener),
        )
    state = position.state
    state = _made(Lances, (state[0], auction, moment.holders) + state[3:])
    told: Position = _made(Position, (moment.queue, said, state) + position[3:])
    return told


@lru_cache(maxsize=64)
def _machine(variant: Variant, seats: tuple[str, ...], facts: Facts, limits: Limits) -> Machine:
    del seats  # each table has states of its own
    return Machine(variant, facts, limits)


def at_once(
    facts: Facts,
    limits: Limits,
    position: Position,
    calls: Sequence[str],
    checks: Sequence[str] | None,
) -> Position | None:
    """The position after the calls of a round, each legal and its check as it should be, or None.

    `facts` are what the talk hangs on in a game beside what was said, and `limits` the bounds of
    a stake, by what its maker has in front and by the stake on the table.
    """
    table = position.table
    return _machine(table.variant, table.seats, facts, limits).hear(position, calls, checks)
