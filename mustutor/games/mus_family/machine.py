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
    summary,
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

SEEN = ("seen", "ordago")
"""How a round ends in which the last stake stands, and its stones move later."""

_made = tuple.__new__
_sha256 = hashlib.sha256

Numbers = tuple[int, int, int]
"""The stake on the table, the one before it, and the first."""
NONE = (0, 0, 0)
Facts = Callable[[Position], Hashable]
Limits = Callable[[Variant, int, int], Bounds]


class Closing(NamedTuple):
    """What a call that ends a round leaves behind, where no stones move.

    `afters` are the moments that follow, by what the next round hangs on beside what is here. Where
    the round was `staked`, the numbers of its betting belong into the first of those `closed`.
    """

    lance: str
    queue: tuple[str, ...]
    auction: Auction | None
    holders: tuple[str, ...]
    closed: tuple[Outcome, ...]
    shut: str
    afters: dict[Hashable, Moment | None]
    staked: bool


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


UNHEARD, ONCE = Turn("", 0, None), Turn("once", 0, None)
"""What is known of a call that was never heard at a moment, and of one that was heard once."""


class Machine:
    """The states of the talk at one table, under one rulebook; made while it is heard."""

    def __init__(self, variant: Variant, facts: Facts, limits: Limits) -> None:
        self.game = game_of(variant.game)
        self.variant, self.facts, self.limits = variant, facts, limits
        self.moments: dict[Hashable, Moment] = {}
        self.begins: dict[Hashable, Moment] = {}
        self.bounds: dict[tuple[int, int], Bounds] = {}

    def allows(self, position: Position, call: Call, stake: int) -> bool:
        """Whether a stake lies within the bounds the rules set it."""
        table = position.table
        own = position.stones[table.sides.index(table.side_of(call.seat))]
        bounds = self.bounds.get((own, stake))
        if bounds is None:
            bounds = self.bounds[own, stake] = self.limits(self.variant, own, stake)
        return bounds.allow(call.stones)

    def moment(self, position: Position) -> Moment | None:
        """The moment a position is at; None where the rules have to be asked about each call."""
        facts = _facts(position, self.facts)
        if facts is None or position.said:
            return None if facts is None else self._moment(position, facts)
        # Where nothing was said yet, nobody has bet: it is enough who may.
        auction = position.state.auction
        speakers = auction.speakers if auction is not None else None
        key = (position.lance, position.order, position.queue, speakers, facts)
        moment = self.begins.get(key)
        if moment is None:
            moment = self.begins[key] = self._moment(position, facts)
        return moment

    def learnt(self, moment: Moment, here: Position, call: Call, text: str) -> Turn | None:
        """What a call makes of a moment, by the rules; None where that is not for every number."""
        if call.verb not in NUMBERLESS or call.word or len(moment.turns) > MOST_TURNS:
            return None
        key = (call.seat, call.verb) if call.stones else text
        if key not in moment.turns:
            # What is heard once may never be heard again: it is not worth the trouble yet.
            moment.turns[key] = ONCE
            return None
        made = step_of(self.game, here, call)
        if isinstance(made, Fault):
            return None
        turn = moment.turns[key] = self._turn(here, call, made.after)
        return turn

    def _moment(self, position: Position, facts: Hashable) -> Moment:
        state: Lances = position.state
        auction = state.auction
        bare = auction
        if auction is not None and auction.stake:
            bare = _with(auction, NONE)
        shape = (bare, bool(auction and auction.stake), bool(auction and auction.previous))
        key = (position.lance, position.order, position.queue, shape, state.holders, facts)
        moment = self.moments.get(key)
        if moment is None:
            if len(self.moments) > MOST_MOMENTS:
                self.moments.clear()
                self.begins.clear()
            moment = self.moments[key] = Moment(position.queue, bare, state.holders)
        return moment

    def _turn(self, here: Position, call: Call, after: Position) -> Turn | None:
        (ranking, _, _, closed, shut, *kept) = here.state
        (ranking_after, auction, holders, closed_after, shut_after, *kept_after) = after.state
        moved = after[4:] != here[4:] or ranking is not ranking_after or kept != kept_after
        if moved or closed_after[: len(closed)] != closed:
            return None
        if after.lance != here.lance:
            new = closed_after[len(closed) :]
            staked = bool(new) and new[0].auction.stake > 0
            if staked and (new[0].kind not in SEEN or _other_numbers(here, new[0], call)):
                return None
            others = [one.auction for one in new[staked:]]
            if after.said or any(any(_numbers(each)) for each in (auction, *others)):
                return None
            if staked:
                new = (new[0]._replace(auction=_with(new[0].auction, NONE)), *new[1:])
            shut = shut_after[len(shut) :].removeprefix("+")
            left = (after.lance, after.queue, auction, holders, new, shut)
            return Turn("", 0, None, Closing(*left, {}, staked))
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


class HeardHand:
    """A hand that is heard at once: how it stands, and what is known of the moment it is at."""

    __slots__ = ("_around", "_machine", "_moment", "position")

    def __init__(self, machine: Machine, position: Position) -> None:
        self._machine = machine
        self.at(position)

    def at(self, position: Position, around: tuple[str, str] | None = None) -> None:
        """Go on from a position; what stands around its talk in the line may be known."""
        self.position, self._around = position, around or position.around()
        self._moment = self._machine.moment(position) if position.queue else None

    def hear(self, calls: Sequence[str], checks: Sequence[str] | None) -> bool:
        """Hear the calls of a round; false where one is refused, or its check is another."""
        if self._moment is None:
            return self._word_by_word(calls, checks)
        return self._talk(self._moment, calls, checks)

    def _word_by_word(self, calls: Sequence[str], checks: Sequence[str] | None) -> bool:
        """Hear the calls of a round, or those left of it, as the rules do."""
        game, position, around = self._machine.game, self.position, self._around
        read, lance = game.grammar.read, position.lance
        for index, text in enumerate(calls):
            if position.lance != lance:
                return False
            try:
                made = step_of(game, position, read(text))
            except NotationError:
                return False
            if isinstance(made, Fault):
                return False
            before, position = position, made.after
            if not position.is_talk_after(before):
                around = position.around()
            if checks and position.check_between(*around) != checks[index]:
                return False
        self.at(position, around)
        return True

    def _talk(self, moment: Moment, calls: Sequence[str], checks: Sequence[str] | None) -> bool:
        """Hear the calls of a round, so long as what they make is known; then word by word."""
        position, machine = self.position, self._machine
        numbers = _numbers(position.state.auction)
        said, now = str(position.said), position.state.now if numbers[0] else NOBODY
        ahead, behind = self._around
        read, number, check = machine.game.grammar.read, 0, ""
        for index, text in enumerate(calls):
            turn = moment.turns.get(text, UNHEARD)
            if turn is UNHEARD:
                try:
                    call = read(text)
                except NotationError:
                    return False
                number = call.stones
                turn = moment.turns.get((call.seat, call.verb) if number else text, UNHEARD)
                if turn is UNHEARD or turn is ONCE:
                    turn = machine.learnt(moment, _at(position, moment, said, numbers), call, text)
                elif turn is not None and not machine.allows(position, call, numbers[0]):
                    return False
            elif turn is ONCE:
                here = _at(position, moment, said, numbers)
                turn = machine.learnt(moment, here, read(text), text)
            if turn is None:
                self.position = _at(position, moment, said, numbers)
                return self._word_by_word(calls[index:], checks[index:] if checks else None)
            added, stake, after, closing = turn
            if checks:
                check = checks[index]
            if closing is not None:
                return self._close(closing, numbers, check) and index + 1 == len(calls)
            assert after is not None
            moment = after
            said += added
            if stake:
                if stake < 0:
                    said, stake = f"{said}{number}", number
                numbers = stake, numbers[0], numbers[2] or stake
                now = on_the_table(stake, moment.bettor, moment.ordago)
            if len(said) > LONGEST_TALK:
                return False
            if check:
                line = f"{ahead}{moment.speaker} {said} {now}{behind}"
                if _sha256(line.encode()).hexdigest()[:CHECK_DIGITS] != check:
                    return False
        self.at(_at(position, moment, said, numbers), self._around)
        return True

    def _close(self, closing: Closing, numbers: Numbers, check: str) -> bool:
        """The round is over, and no stones moved."""
        lance, queue, auction, holders, closed, shut, afters, staked = closing
        if staked:
            of, kind, seats, bare = closed[0]
            closed = (_made(Outcome, (of, kind, seats, _with(bare, numbers))), *closed[1:])
            shut = "+".join(map(summary, closed))
        position = self.position
        ranking, _, _, before, past, peretes, claimed = position.state
        if closed:
            before, past = before + closed, joined(past, shut)
        state = _made(Lances, (ranking, auction, holders, before, past, peretes, claimed))
        position = self.position = _made(Position, (queue, "", state, lance) + position[4:])
        has = _has(position) if lance in DECLARED else ()
        if has not in afters:
            afters[has] = self._machine.moment(position) if queue else None
        self._moment = afters[has]
        ahead, behind = self._around = position.around()
        speaker = queue[0] if queue else NOBODY
        line = f"{ahead}{speaker} {NOBODY} {NOBODY}{behind}"
        return not check or check_of(line) == check


def _numbers(auction: Auction | None) -> Numbers:
    return (auction.stake, auction.previous, auction.opened) if auction is not None else NONE


def _with(auction: Auction, numbers: Numbers) -> Auction:
    """The betting with these numbers."""
    speakers, _, bettor, _, maker, seen, gone, ordago, _, opener = auction
    stake, previous, opened = numbers
    fields = (speakers, stake, bettor, previous, maker, seen, gone, ordago, opened, opener)
    return _made(Auction, fields)


def _other_numbers(here: Position, outcome: Outcome, call: Call) -> bool:
    """Whether a round closed with other numbers than those that stood before its last call."""
    return bool(call.stones) or _numbers(outcome.auction) != _numbers(here.state.auction)


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
    if facts is None or lance not in DECLARED or position.state.auction is not None:
        return facts
    return facts, _has(position)


def _has(position: Position) -> tuple[object, ...]:
    """Who has what is declared; None for a hand nobody has told."""
    lance, place = position.lance, position.state.ranking.place
    return tuple([hand and place(lance, hand) > 0 for hand in position.deal.hands])


def _at(position: Position, moment: Moment, said: str, numbers: Numbers) -> Position:
    """The position at a moment of the round that is talked, with its numbers."""
    auction = moment.auction
    if auction is not None and numbers[0]:
        auction = _with(auction, numbers)
    state = position.state
    state = _made(Lances, (state[0], auction, moment.holders) + state[3:])
    told: Position = _made(Position, (moment.queue, said, state) + position[3:])
    return told


@lru_cache(maxsize=64)
def _machine(variant: Variant, seats: tuple[str, ...], facts: Facts, limits: Limits) -> Machine:
    del seats  # each table has states of its own
    return Machine(variant, facts, limits)


def hearing(facts: Facts, limits: Limits, position: Position) -> HeardHand:
    """Hear a hand at once, from this position.

    `facts` are what the talk hangs on in a game beside what was said, and `limits` the bounds of
    a stake, by what its maker has in front and by the stake on the table.
    """
    table = position.table
    return HeardHand(_machine(table.variant, table.seats, facts, limits), position)
