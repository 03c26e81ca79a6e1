"""Sitting down, a hand about to be dealt, and the next one, in games of players alone.

`EachAlone` answers `seats`, `start`, `next_manos` and `next_hand` of a game's `Rules`; the game
says how many play, and how a hand begins. Knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from mustutor.base.errors import Fault, IllegalCall, no_such_seat
from mustutor.base.language import mark
from mustutor.games.irregularities import irregularity
from mustutor.games.protocols import IllegalPlay, RecordContext, Rules, RulingOption
from mustutor.model.calls import Call
from mustutor.model.cards import Card
from mustutor.model.position import Deal, Position, Pots, Table
from mustutor.model.variant import Variant

Seats = tuple[str, ...]
Stones = tuple[int, ...]
LETTERS = "ABCDEFGH"


def seats_from(seats: Seats, first: str) -> Seats:
    """The seats in the order of turns, from one of them on.

    >>> seats_from(("A", "B", "C"), "B")
    ('B', 'C', 'A')
    """
    place = seats.index(first)
    return seats[place:] + seats[:place]


def undealt_hand(
    table: Table, mano: str, stones: Stones, lance: str, state: object, *, stock: int
) -> Position:
    """A hand about to be dealt, mano to speak first; `stock` cards will be left to draw."""
    order, count = seats_from(table.seats, mano), len(table.seats)
    deal = Deal((None,) * count, ((),) * count, stock)
    return Position(order, "", state, lance, stones, (), 0, (), table, order, deal)


def in_its_ways(
    kind: str, call: Call, rule: str, position: Position, told: RecordContext, **ways: Position
) -> IllegalPlay:
    """An irregularity in those ways of its row that the rulebook and the moment leave open.

    `ways` are the positions they lead to; one that leads back counts the call as not made.
    """
    row = irregularity(position.variant.game, kind).under(position.variant)
    open_ = [way for way in row.ways if way in ways and not told.has_passed(row.when.get(way, ""))]
    options = [
        RulingOption(way, ways[way], None if ways[way] is position else position, rule)
        for way in open_ or ways
    ]
    option = "" if len(options) == 1 else f"irregular.{kind}"
    return IllegalPlay(kind, row.price, call.seat, rule, tuple(options), option)


def noted_in_hand(
    start: Position, _last: Position, end: Position, told: RecordContext
) -> IllegalPlay:
    """What is noted of a whole hand, in the ways in which it is played on or dealt again."""
    return _noted(end, start, told)


def noted_of_call(position: Position, call: Call, told: RecordContext, rules: Rules) -> IllegalPlay:
    """What is noted of a legal call, in the ways in which it is played on or dealt again."""
    told = told._replace(seat=told.seat or call.seat)
    found = _noted(rules.play(position, call), position, told)
    options = [way._replace(before=position) for way in found.ruling_options]
    return found._replace(ruling_options=tuple(options))


def _noted(after: Position, begun: Position, told: RecordContext) -> IllegalPlay:
    """What a record notes, as its row has it; the table is asked where a legal card is noted."""
    named = irregularity(after.variant.game, told.noted)
    row = named.under(after.variant)
    ways = dict.fromkeys(("stands", "put_right", "ask"), after)
    nothing = begun.state._replace(over=())
    ways["dealt_again"] = begun._replace(lance="end", queue=(), state=nothing)
    open_ = [way for way in row.ways if way in ways and row.group != "play"] or ["ask"]
    rule, option = named.article(after.variant), f"irregular.{row.id}" if open_[1:] else ""
    options = tuple([RulingOption(way, ways[way]) for way in open_])
    return IllegalPlay(told.noted, row.price, told.seat, rule, options, option)


def not_in_turn(position: Position, call: Call, rule: str) -> Fault | None:
    """Say that another plays now, by an article; None if it is the seat's turn."""
    if call.seat == position.speaker:
        return None
    known = {"seat": call.seat, "speaker": position.speaker or "-"}
    return Fault(rule, mark("It is not {seat} who plays now, but {speaker}."), known)


def not_held(seat: str, card: Card, rule: str) -> Fault:
    """Say that a seat does not have a card, by an article."""
    return Fault(rule, mark("{seat} does not have {card}."), {"seat": seat, "card": card})


class EachAlone(NamedTuple):
    """Sitting down and dealing again in a game in which everybody plays alone.

    From `fewest` to `most` play, else `refused` is raised; `begin` makes the hand about to be dealt
    from the table, mano, the stones in front of each, and the pots that nobody has won. `leads` is
    the article on who begins, `over` may say better
    why no hand follows. `chips` are those of each at first;
    `by_hand` says that each hand is a game.
    """

    fewest: int
    most: int
    refused: Fault
    leads: str
    begin: Callable[[Table, str, Stones, Pots], Position]
    over: Callable[[Position], Fault] | None = None
    chips: Callable[[Variant], int] = lambda _: 0
    by_hand: bool = False

    def seats(self, _: Variant, count: int) -> Seats:
        """The first `count` seats, or the fewest; never more than the most."""
        return tuple(LETTERS[: min(count or self.fewest, self.most)])

    def start(
        self,
        variant: Variant,
        seats: Seats,
        mano: str,
        stones: Mapping[str, int],
        games: Mapping[str, int],
    ) -> Position:
        """Sit down to a match; raises IllegalCall where these seats cannot play."""
        if not self.fewest <= len(seats) <= self.most or any(len(seat) > 1 for seat in seats):
            raise IllegalCall(self.refused)
        chips = self.chips(variant)
        front = tuple([stones.get(seat, chips) for seat in seats])
        won = tuple([games.get(seat, 0) for seat in seats])
        return self._hand(Table(variant, seats, seats, (chips,) * len(seats), won), mano, front, ())

    def next_hand(
        self, position: Position, mano: str, stones: Mapping[str, int] | None
    ) -> Position:
        """Deal again; raises IllegalCall where the match is over."""
        if not mano:
            over = Fault(self.leads, mark("The match is over: no other hand follows."), {})
            raise IllegalCall(self.over(position) if self.over else over)
        table = position.table
        front = position.stones if stones is None else tuple([stones[s] for s in table.seats])
        table = table.for_next_hand(table.games, ended=self.by_hand, void=False)
        return self._hand(table, mano, front, position.pots)

    def next_manos(self, position: Position) -> Seats:
        """The next player, until the match is won."""
        return () if position.winner else position.order[1:2]

    def _hand(self, table: Table, mano: str, stones: Stones, pots: Pots) -> Position:
        if mano not in table.seats:
            raise IllegalCall(no_such_seat(mano, table.seats, self.leads))
        return self.begin(table, mano, stones, pots)
