"""Playing by the trained tables: a call for a position, drawn at random by frequency.

`TablePlayer.call` needs no view: it takes a position, reads the cards of one seat in it and nobody
else's, and answers in microseconds, so that hands can be played out by the thousand::

    player = TablePlayer(Random(1))
    while position.speaker and position.lance != "showdown":
        position = games.apply(position, player.call(position, position.speaker))

(The caller plays the deck's calls, `reparte` and `sirve`.) It has a call if `plays(position)` is
true; else it raises LookupError.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from mustutor import games
from mustutor.games.mus_family.betting import Auction
from mustutor.games.mus_family.bot_lances import (
    TELLING,
    VALUE,
    cards_to_discard,
    cards_to_keep,
    known_by,
    should_cut,
    shown_of,
    within,
)
from mustutor.games.mus_family.bot_tables import (
    ACTIONS,
    ALL_IN,
    DOWN,
    GO,
    ORDAGO,
    RUNGS,
    BettingTalk,
    interpolated_scores,
    rungs_of,
    tables_for,
)
from mustutor.games.mus_family.hands import DECLARED
from mustutor.games.mus_family.signals import signals_of
from mustutor.model.calls import Call
from mustutor.model.position import Option, Position
from mustutor.model.variant import Variant

Shown = Mapping[str, int]
"""What a partner has shown: by lance which of `TELLING`, counted from 1, or 0 for none of them."""


def plays(position: Position) -> bool:
    """Whether there are tables for this table's players and rulebook.

    >>> from mustutor.model.variant import load_variant
    >>> seats = ("A1", "B1", "A2", "B2")
    >>> plays(games.start(load_variant("fournier"), seats=seats, mano="A1"))
    True
    >>> plays(games.start(load_variant("encaje"), seats=("A", "B", "C"), mano="A"))
    False
    """
    return tables_for(position.variant, len(position.table.seats)) is not None


class TablePlayer:
    """A player by the tables; the same random numbers give the same calls."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def call(self, position: Position, seat: str, shown: Shown | None = None) -> Call:
        """The call of a seat at a position where it speaks and its cards are known."""
        may = {option.verb: option for option in games.options(position)}
        hand = position.hand_of(seat)
        assert hand is not None, "whoever plays knows their own cards"
        ranking = position.state.ranking
        auction: Auction | None = position.state.auction
        if auction is not None:
            return self._bet(position, auction, seat, may, shown or {})
        if "descarto" in may:
            option = may["descarto"]
            least = 0 if "servido" in may else option.least
            cards = cards_to_discard(
                hand, cards_to_keep(hand, ranking, least), ranking, least, option.most
            )
            return Call(seat, "descarto", cards=cards) if cards else Call(seat, "servido")
        if "mus" in may or "corto" in may:
            verb = "corto" if should_cut(hand, ranking) else "mus"
            return Call(seat, verb if verb in may else next(iter(may)))
        if "perete" in may:
            return Call(seat, "perete")
        if position.lance in DECLARED:
            verb = "tengo" if ranking.has(position.lance, hand) else "no tengo"
            return Call(seat, verb if verb in may else next(iter(may)))
        return Call(seat, next(iter(may)))

    def row(self, position: Position, seat: str, shown: Shown | None = None) -> tuple[float, ...]:
        """The frequency of each action in the betting: pass or refuse, go, go higher, órdago.

        Raises LookupError if there is no table for it, or if the seat does not have the lance.
        """
        auction: Auction | None = position.state.auction
        tables = tables_for(position.variant, len(position.order))
        if auction is None or tables is None:
            raise LookupError(position.line())
        lance, order = position.lance, position.order
        holders = position.state.holders if lance in DECLARED else order
        able = tuple([number for number, each in enumerate(order) if each in holders])
        table = tables.lance(lance, able)
        hand = position.hand_of(seat)
        place = position.state.ranking.place(lance, hand) if hand is not None else 0
        if table is None or not place or seat not in holders:
            raise LookupError(position.line())
        numbers = {each: number for number, each in enumerate([order[one] for one in able])}
        bucket = tables.bucket(lance, place)
        own, other = _needs(position, order[able[0]])
        talks = talks_of(position, auction, numbers, max(own, other))
        if min(own, other) > tables.needs[-2]:  # far from the end nobody gambles for being behind
            own = other = tables.needs[-1]
        scores = interpolated_scores(tables.needs, own, other)
        beside = (shown or {}).get(lance)
        rows = [(chance, table.row(scores, talk, bucket, beside)) for talk, chance in talks]
        return tuple([sum([chance * row[each] for chance, row in rows]) for each in range(ACTIONS)])

    def _bet(
        self,
        position: Position,
        auction: Auction,
        seat: str,
        may: Mapping[str, Option],
        shown: Shown,
    ) -> Call:
        try:
            row = self.row(position, seat, shown)
        except LookupError:
            if not plays(position):
                raise
            row = (1.0,) + (0.0,) * (ACTIONS - 1)  # at some tables one without the lance may speak
        if _lost_by_refusing(position, auction):
            row = (0.0, row[DOWN] + row[GO], *row[GO + 1 :])
        lot = self._random.random()
        action = 0
        while action < ACTIONS - 1 and lot >= row[action]:
            lot -= row[action]
            action += 1
        return call_of(seat, action, auction, may)


def shown_by(names: tuple[str, ...], variant: Variant, *, silent: bool = False) -> Shown:
    """What a partner's signals say of each lance; nothing of one they do not tell about.

    `silent` says that the partner would have signalled whatever else it holds.
    """
    follows, listed = known_by(names, variant), signals_of(variant.rules)
    shown = {lance: shown_of(lance, follows) for lance in TELLING}
    return {
        lance: number
        for lance, number in shown.items()
        if number or (silent and listed.keys() >= {*TELLING[lance]})
    }


def talks_of(
    position: Position, auction: Auction, numbers: Mapping[str, int], left: int
) -> tuple[tuple[BettingTalk, float], ...]:
    """The betting as the tables index it, with chances: players by number, stakes by rung."""
    queue = tuple([numbers[each] for each in position.queue if each in numbers])
    if not auction.stake:
        return ((BettingTalk(queue), 1.0),)
    folded = tuple(sorted([numbers[each] for each in auction.folded if each in numbers]))
    stakes = [auction.opened]
    if auction.previous and auction.previous != auction.opened:
        stakes.append(auction.previous)
    if auction.previous:
        stakes.append(auction.stake)
    chains = rung_chain(stakes, holds_of(position.lance), left)
    return tuple(
        [
            (
                BettingTalk(
                    queue,
                    chain[-1],
                    chain[-2] if auction.previous else 0,
                    numbers.get(auction.bettor, -1),
                    folded,
                    numbers.get(auction.previous_bettor, -1),
                    chain[0],
                    numbers.get(auction.opener, -1),
                    tuple([numbers[each] for each in auction.seen if each in numbers]),
                ),
                chance,
            )
            for chain, chance in chains
        ]
    )


def holds_of(lance: str) -> int:
    """About how many stones a lance holds before a bet."""
    return VALUE if lance in DECLARED else 1


def rung_chain(
    stakes: Sequence[int], holds: int, left: int
) -> tuple[tuple[tuple[int, ...], float], ...]:
    """The rungs that a bet and its raises count as, each above the one before, with chances.

    >>> rung_chain((2, 4), 1, 40), rung_chain((5, 1000), 1, 40)
    ((((2, 5), 1.0),), (((5, 99), 1.0),))
    """
    chains: dict[tuple[int, ...], float] = {(): 1.0}
    for stake in stakes:
        longer: dict[tuple[int, ...], float] = {}
        for chain, chance in chains.items():
            for rung, share in rungs_of(stake, holds, left):
                above = rung
                if chain and rung <= chain[-1]:
                    above = next((higher for higher in RUNGS if higher > chain[-1]), ORDAGO)
                key = (*chain, above)
                longer[key] = longer.get(key, 0.0) + chance * share
        chains = longer
    return tuple(chains.items())


def call_of(seat: str, action: int, auction: Auction, may: Mapping[str, Option]) -> Call:
    """The legal call for an action."""
    if action == ALL_IN and "ordago" in may:
        return Call(seat, "ordago")
    verb = "subo" if auction.stake else "envido"
    if action > GO or (action == GO and not auction.stake):
        if verb in may:
            return Call(seat, verb, within(RUNGS[min(action, ALL_IN - 1) - GO], may[verb]))
        action = GO
    verb = ("no quiero" if action == DOWN else "quiero") if auction.stake else "paso"
    return Call(seat, verb if verb in may else next(iter(may)))


def _lost_by_refusing(position: Position, auction: Auction) -> bool:
    """Whether the last to answer loses the game by refusing."""
    variant = position.variant
    rules = variant.rules
    if (
        len(position.queue) > 1
        or not auction.stake
        or auction.seen
        or rules["deje.timing"] != "immediate"
    ):
        return False
    deje = auction.previous or variant.stones("deje.opening")[position.lance]
    if auction.previous and rules["deje.raise_refused"] != "previous_stake":
        deje = 1
    return position.stones_of(auction.bettor) + deje >= variant.number("score.target")


def _needs(position: Position, first: str) -> tuple[int, int]:
    """The stones that a seat's side still needs, and the closest of the others."""
    target, side = position.variant.number("score.target"), position.table.side_of(first)
    stones = position.in_front()
    own = stones.pop(side)
    return max(target - own, 1), max(target - max(stones.values()), 1)
