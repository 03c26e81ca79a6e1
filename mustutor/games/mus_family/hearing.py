"""A hand heard at once: round by round through the states of the `machine`.

It only ever accepts. Where a call is refused, or a check differs, it gives nothing, and whoever
asked hears the round word by word, from the rules. While the talk goes on only what changes is
kept: the position is made where somebody asks for it.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import lru_cache
from typing import Any

from mustutor import hashing
from mustutor.errors import Fault, NotationError
from mustutor.games import step_of
from mustutor.games.mus_family.lances import DECLARED_IN_ORDER
from mustutor.games.mus_family.machine import LONGEST_TALK, Machine, Rules, machine_of
from mustutor.games.mus_family.moments import (
    ASKED,
    MOST_NUMBERS,
    NONE,
    Closure,
    Floor,
    Moment,
    Numbers,
    Order,
    Turn,
    Turns,
    WholeRound,
    numbers_of,
    with_numbers,
)
from mustutor.games.mus_family.state import Lances, Outcome, joined, on_the_table
from mustutor.position import (
    CHECK_DIGITS,
    NOBODY,
    Entries,
    Position,
    Pots,
    after_the_talk,
    balanced,
    in_front,
)
from mustutor.variant import Variant

_made = tuple.__new__
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
        self._ahead, self._behind = position.around()
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
                made = step_of(game, position, game.grammar.read(calls[index]))
            except NotationError:
                return -1
            if isinstance(made, Fault):
                return -1
            before, position = position, made.after
            if checks:
                if around is None or not position.is_talk_after(before):
                    around = position.around()
                if position.check_between(*around) != checks[index]:
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
            digests = map(hashing.sha256, last.encode().split(b"\n"))
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
            self._moved, self._front = moved, in_front(self._from.table.sides, moved[0])
        self._ahead = f"{self._begun}{self.lance}{self._exchanged}"
        self._behind = after_the_talk(self._front, self._shut, moved[2])
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
                    left = machine.ended(ends, self.position, machine.game.grammar.read(text))
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
            call = machine.game.grammar.read(text)
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
