"""A hand heard at once: round by round through the states of the `machine`.

It only ever accepts. Where a call is refused, or a check differs, it gives nothing, and whoever
asked hears the round word by word, from the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from mustutor import hashing
from mustutor.errors import Fault, NotationError
from mustutor.games import step_of
from mustutor.games.mus_family.machine import LONGEST_TALK, Rules, machine_of
from mustutor.games.mus_family.moments import (
    ASKED,
    Closure,
    Moment,
    Numbers,
    Order,
    numbers_of,
    with_numbers,
)
from mustutor.games.mus_family.state import Lances, joined, on_the_table, summary
from mustutor.position import CHECK_DIGITS, NOBODY, Position, balanced, check_of, in_front

_made = tuple.__new__


class HeardHand:
    """A hand that is heard at once: how it stands, and what is known of the moment it is at."""

    __slots__ = (
        "_around",
        "_front",
        "_has",
        "_machine",
        "_moment",
        "_names",
        "_standing",
        "position",
    )

    def __init__(self, rules: Rules, position: Position) -> None:
        sides = _sides(position.order, position.table.sides)
        self._machine = machine_of(position.variant, sides, rules)
        self.at(position)

    def at(self, position: Position, around: tuple[str, str] | None = None) -> None:
        """Go on from a position; what stands around its talk in the line may be known."""
        self._names = (*position.order, "")
        self._front = in_front(position.table.sides, position.stones)
        self.position, self._around = position, around or position.around(self._front)
        self._standing = self._machine.standing(position, position.stones)
        self._moment = self._machine.moment(position) if position.queue else None
        if self._moment is not None and self._moment.held:
            self._has = _has(position)

    def hear(self, calls: Sequence[str], checks: Sequence[str] | None) -> bool:
        """Hear the calls of a round; false where one is refused, or its check is another."""
        heard, lance = 0, self.position.lance
        while 0 <= heard < len(calls) and self.position.lance == lance:
            moment = self._moment
            if moment is None:
                heard = self._word(calls, checks, heard)
            else:
                heard = self._talk(moment, calls, checks, heard)
        return heard == len(calls)

    def _word(self, calls: Sequence[str], checks: Sequence[str] | None, index: int) -> int:
        """Hear one call as the rules do; how many calls are heard then, or -1."""
        game, position = self._machine.game, self.position
        try:
            made = step_of(game, position, game.grammar.read(calls[index]))
        except NotationError:
            return -1
        if isinstance(made, Fault):
            return -1
        same = made.after.is_talk_after(position)
        self.at(made.after, self._around if same else None)
        if checks and made.after.check_between(*self._around) != checks[index]:
            return -1
        return index + 1

    def _talk(
        self, moment: Moment, calls: Sequence[str], checks: Sequence[str] | None, heard: int
    ) -> int:
        """Hear the calls of a round, so long as what they make is known, and then one more."""
        position, machine, names = self.position, self._machine, self._names
        numbers = numbers_of(position.state.auction)
        said, now = str(position.said), position.state.now if numbers[0] else NOBODY
        ahead, behind = self._around
        read = machine.game.grammar.read
        for index in range(heard, len(calls)):
            text = calls[index]
            seat, _, words = text.partition(" ")
            if seat != names[moment.speaker]:
                break
            turns = moment.held[self._has[moment.speaker]] if moment.held else moment.turns
            turn, number = turns.get(words), 0
            if turn is None:
                try:
                    call = read(text)
                except NotationError:
                    return -1
                number = call.stones
                key: object = (call.verb,) if number else words
                turn = turns.get(key)
                if turn is None:
                    here = _at(position, moment, names, said, numbers)
                    turn = machine.learnt(turns, key, here, call)
                    if turn is None:
                        return -1
                elif turn is not ASKED and not machine.allows(position, call, numbers[0]):
                    return -1
            if turn is ASKED:
                break
            added, stake, after, ends = turn
            if ends is not None:
                if not self._close(ends, numbers):
                    here = _at(position, moment, names, said, numbers)
                    if not machine.ended(ends, here, read(text)):
                        return -1
                    if not self._close(ends, numbers):
                        break
                return index + 1 if not checks or self._check() == checks[index] else -1
            assert after is not None
            moment = after
            if added is not None:
                said = f"{said}{seat}{added}"
            if stake:
                if stake < 0:
                    said, stake = f"{said}{number}", number
                numbers = stake, numbers[0], numbers[2] or stake
                now = on_the_table(stake, names[moment.bettor], moment.ordago)
            if len(said) > LONGEST_TALK:
                return -1
            if checks:
                line = f"{ahead}{names[moment.speaker]} {said or NOBODY} {now}{behind}"
                if hashing.sha256(line.encode()).hexdigest()[:CHECK_DIGITS] != checks[index]:
                    return -1
        else:
            self.at(_at(position, moment, names, said, numbers), self._around)
            return len(calls)
        self.position = _at(position, moment, names, said, numbers)
        return self._word(calls, checks, index)

    def _check(self) -> str:
        """The check where nobody has said anything yet."""
        before, after = self._around
        return check_of(f"{before}{self.position.speaker or NOBODY} {NOBODY} {NOBODY}{after}")

    def _close(self, ends: dict[str, Closure | None], numbers: Numbers) -> bool:
        """The round is over, if it is known what follows it."""
        position, machine, names = self.position, self._machine, self._names
        closure = ends.get(position.lance)
        if closure is None:
            return False
        _, _, state, _, stones, pots, out, ledger, table, *_ = position
        ranking, _, _, before, shut, peretes, claimed = state
        front, standing = self._front, self._standing
        if closure.outcome is not None:
            outcome = closure.of(names, numbers)
            before, shut = (*before, outcome), joined(shut, summary(outcome))
            if entries := machine.rules.paid(table, stones, outcome):
                ledger += entries
                stones, pots, out = balanced(table.sides, stones, pots, out, entries)
                front, standing = in_front(table.sides, stones), machine.standing(position, stones)
        following = closure.follows.get(standing)
        if following is None:
            return False
        self._front, self._standing = front, standing
        (queue, auction, holders), closed = following.of(names)
        for one in closed:
            before, shut = (*before, one), joined(shut, summary(one))
        state = _made(Lances, (ranking, auction, holders, before, shut, peretes, claimed))
        now = (queue, "", state, following.lance, stones, pots, out, ledger)
        position = self.position = _made(Position, now + position[8:])
        self._around, self._moment = position.around(front), following.moment
        if self._moment is not None and self._moment.held:
            self._has = _has(position)
        return True


@lru_cache(maxsize=1024)
def _sides(order: Order, sides: tuple[str, ...]) -> tuple[int, ...]:
    """Who shares stones with whom: for each player the first of his side."""
    firsts = [seat if seat in sides else seat[0] for seat in order]
    return tuple([firsts.index(side) for side in firsts])


def _has(position: Position) -> tuple[object, ...]:
    """Who has what is declared, from mano; None for a hand nobody has told."""
    lance, place = position.lance, position.state.ranking.place
    hands = map(position.hand_of, position.order)
    return tuple([None if hand is None else place(lance, hand) > 0 for hand in hands])


def _at(position: Position, moment: Moment, names: Order, said: str, numbers: Numbers) -> Position:
    """The position at a moment of the round that is talked, with its numbers."""
    queue, auction, holders = moment.of(names)
    if auction is not None and numbers[0]:
        auction = with_numbers(auction, numbers)
    state = position.state
    state = _made(Lances, (state[0], auction, holders) + state[3:])
    told: Position = _made(Position, (queue, said, state) + position[3:])
    return told
