"""A hand heard at once: round by round through the states of the `machine`.

It only ever accepts. Where a call is refused, or a check differs, it gives nothing, and whoever
asked hears the round word by word, from the rules. While the talk goes on only what changes is
kept: the position is made where somebody asks for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from mustutor import hashing
from mustutor.errors import Fault, NotationError
from mustutor.games import step_of
from mustutor.games.mus_family.lances import DECLARED_IN_ORDER
from mustutor.games.mus_family.machine import LONGEST_TALK, Rules, machine_of
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
    numbers_of,
    with_numbers,
)
from mustutor.games.mus_family.state import Lances, joined, on_the_table, summary
from mustutor.position import (
    CHECK_DIGITS,
    NOBODY,
    Position,
    after_the_talk,
    balanced,
    check_of,
    in_front,
)

_made = tuple.__new__
_UNTOLD = (None,) * len(DECLARED_IN_ORDER)


class HeardHand:
    """A hand that is heard at once: how it stands, and what is known of the moment it is at."""

    __slots__ = (
        "_begun",
        "_behind",
        "_closed",
        "_exchanged",
        "_floor",
        "_from",
        "_has",
        "_here",
        "_ledger",
        "_machine",
        "_moment",
        "_moved",
        "_names",
        "_numbers",
        "_said",
        "_shut",
        "_standing",
        "lance",
    )

    def __init__(self, rules: Rules, position: Position) -> None:
        sides = _sides(position.order, position.table.sides)
        self._machine = machine_of(position.variant, sides, rules)
        self.at(position)

    def at(self, position: Position) -> None:
        """Go on from a position."""
        self.lance, self._from = position.lance, position
        self._here: Position | None = position
        known = self._machine.moment(position) if position.queue else None
        self._floor = Floor(position.queue, position.state.auction, position.state.holders)
        if known is None:
            self._moment: Moment | None = None
            return
        state: Lances = position.state
        self._names = (*position.order, "")
        self._moment = known
        self._said, self._numbers = str(position.said), numbers_of(state.auction)
        self._moved, self._ledger = position[4:7], position.ledger
        self._closed, self._shut = state.closed, state.shut
        self._standing = self._machine.standing(position, position.stones)
        ahead, self._behind = position.around()
        self._begun, _, self._exchanged = ahead.rpartition(self.lance)
        self._has: dict[str, tuple[bool | None, ...]] = {}

    @property
    def position(self) -> Position:
        """How the hand stands."""
        if self._here is None:
            begun = self._from
            queue, auction, holders = self._floor
            if self._moment is not None:
                queue, auction, holders = self._moment.of(self._names)
            if auction is not None and self._numbers[0]:
                auction = with_numbers(auction, self._numbers)
            ranking, _, _, _, _, peretes, claimed = begun.state
            fields = (ranking, auction, holders, self._closed, self._shut, peretes, claimed)
            now = (queue, self._said, _made(Lances, fields), self.lance, *self._moved, self._ledger)
            self._here = _made(Position, now + begun[8:])
        return self._here

    def hear(self, calls: Sequence[str], checks: Sequence[str] | None) -> bool:
        """Hear the calls of a round; false where one is refused, or its check is another."""
        lance, most, heard = self.lance, len(calls), 0
        while True:
            hear = self._words if self._moment is None else self._talk
            heard = hear(calls, checks, heard)
            if not 0 <= heard < most or self.lance != lance:
                return heard == most

    def _words(self, calls: Sequence[str], checks: Sequence[str] | None, heard: int) -> int:
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
            if position.lance != self.lance or machine.moment(position) is not None:
                break
        self.at(position)
        return heard

    def _talk(self, calls: Sequence[str], checks: Sequence[str] | None, heard: int) -> int:
        """Hear the calls of a round, so long as what they make is known, and then one more."""
        moment = self._moment
        assert moment is not None
        said, numbers, names = self._said, self._numbers, self._names
        ahead, behind = f"{self._begun}{self.lance}{self._exchanged}", self._behind
        now = NOBODY
        if numbers[0]:
            now = on_the_table(numbers[0], names[moment.bettor], moment.ordago)
        has = self._has_declared() if moment.held else ()
        speaker, sha256 = names[moment.speaker], hashing.sha256
        for index in range(heard, len(calls)):
            seat, _, words = calls[index].partition(" ")
            turns = moment.held[has[moment.speaker]] if moment.held else moment.turns
            turn = turns.get(words, ASKED)
            if turn is ASKED or seat != speaker:
                self._stop(moment, said, numbers)
                learnt = self._learnt(turns, calls[index]) if seat == speaker else ASKED
                if learnt is None:
                    return -1
                if learnt is ASKED:
                    return self._words(calls, checks, index)
                turn = learnt
            added, stake, after, ends, number = turn
            if number and not self._allows(seat, number, numbers[0]):
                return -1
            if after is None:
                assert ends is not None
                if not self._close(ends, numbers):
                    self._stop(moment, said, numbers)
                    ended = self._machine.game.grammar.read(calls[index])
                    if not self._machine.ended(ends, self.position, ended):
                        return -1
                    if not self._close(ends, numbers):
                        return self._words(calls, checks, index)
                if checks:
                    ahead = f"{self._begun}{self.lance}{self._exchanged}"
                    speaker = self._floor.queue[0] if self._floor.queue else NOBODY
                    line = f"{ahead}{speaker} {NOBODY} {NOBODY}{self._behind}"
                    if check_of(line) != checks[index]:
                        return -1
                return index + 1
            moment, speaker = after, names[after.speaker]
            if added is not None:
                said = f"{said}{seat}{added}"
            if stake:
                numbers = stake, numbers[0], numbers[2] or stake
                now = on_the_table(stake, names[moment.bettor], moment.ordago)
            if checks:
                line = f"{ahead}{speaker} {said or NOBODY} {now}{behind}"
                if sha256(line.encode()).hexdigest()[:CHECK_DIGITS] != checks[index]:
                    return -1
        self._stop(moment, said, numbers)
        return len(calls) if len(said) <= LONGEST_TALK else -1

    def _stop(self, moment: Moment, said: str, numbers: Numbers) -> None:
        """The talk has come so far: somebody may ask for the position."""
        self._moment, self._here = moment, None
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

    def _close(self, ends: dict[str, Closure | None], numbers: Numbers) -> bool:
        """The round is over, if it is known what follows it."""
        machine, begun = self._machine, self._from
        closure = ends.get(self.lance)
        if closure is None:
            return False
        before, shut, ledger, standing = self._closed, self._shut, self._ledger, self._standing
        moved = self._moved
        if closure.outcome is not None:
            table = begun.table
            outcome = closure.of(self._names, numbers)
            before, shut = (*before, outcome), joined(shut, summary(outcome))
            if entries := machine.rules.paid(table, moved[0], outcome):
                ledger += entries
                moved = balanced(table.sides, *moved, entries)
                standing = machine.standing(begun, moved[0])
        following = closure.follows.get(standing)
        if following is None:
            return False
        self._floor, closed, short = following.of(self._names)
        if closed:
            before, shut = before + closed, joined(shut, short)
        self._moment, self.lance, self._here = following.moment, following.lance, None
        self._said, self._numbers = "", NONE
        self._closed, self._shut, self._ledger = before, shut, ledger
        self._moved, self._standing = moved, standing
        self._behind = after_the_talk(in_front(begun.table.sides, moved[0]), shut, moved[2])
        return True

    def _has_declared(self) -> tuple[bool | None, ...]:
        """Who has what is declared, from mano; None for a hand nobody has told."""
        if not self._has:
            position = self._from
            has = position.state.ranking.declares
            hands = dict(zip(position.table.seats, position.deal.hands, strict=True))
            told = [hands[seat] for seat in position.order]
            each = [_UNTOLD if hand is None else has(hand) for hand in told]
            self._has = dict(zip(DECLARED_IN_ORDER, zip(*each, strict=True), strict=True))
        return self._has[self.lance]


@lru_cache(maxsize=1024)
def _sides(order: Order, sides: tuple[str, ...]) -> tuple[int, ...]:
    """Who shares stones with whom: for each player the first of his side."""
    firsts = [seat if seat in sides else seat[0] for seat in order]
    return tuple([firsts.index(side) for side in firsts])
