"""What can still come of a hand that is half remembered: every deal that fits, settled.

The engine settles each deal; what only repeats the order and the worth of hands that was
settled before is not settled again. The work is bounded: where it would be too much some deals
are tried, and the result says so.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Hashable, Iterator, Sequence
from itertools import product
from math import prod
from typing import NamedTuple, TypeVar

from mustutor import games
from mustutor.position import Hand, Open, Position, Step, balance
from mustutor.referee.unseen import SAYS_WHAT_IT_HOLDS as SAID
from mustutor.referee.unseen import Holding, holdings, unseen_of, ways_of, with_hands
from mustutor.replay.playback import Played

MOST_DEALS = 150_000
"""More kinds of deals than these are not all tried."""
MOST_TRIED = 20_000
"""Where not all are tried, so many kinds of deals are."""
MOST_UNCOUNTED = 900
"""So many where nobody wants them counted."""
MOST_ORDERS = 40_000
"""More orders of hands than these are not laid out."""
MOST_SPENT = 40_000
"""After so many settlements of one match only a few deals are tried for each question."""
FEWEST = 64
MOST_SETTLED = 4_000
"""More deals than these are not settled one by one."""


class World(NamedTuple):
    """One way things may have been: a hand of its kind for each seat, and how it then ends.

    `ways` counts the deals of these kinds.
    """

    hands: tuple[Hand, ...]
    ways: int
    end: Position


class Worlds(NamedTuple):
    """Every way things may have been, as far as a question asks.

    `seats` are those whose hands it hangs on. `whole` says that nothing was left untried, and
    `counted` that the ways are the numbers of deals. Where not all was tried, `beyond` are ends
    that were met by no deal tried: what brings none other than those met was left out for
    nothing. It is None where even that is not known.
    """

    seats: tuple[str, ...]
    worlds: tuple[World, ...]
    whole: bool
    counted: bool
    beyond: tuple[Position, ...] | None = None


class Deals:
    """Every deal that fits a hand that was played back; what was worked out once is kept."""

    def __init__(self) -> None:
        self._told: dict[Hashable, Worlds] = {}
        self._kept: list[Played] = []
        self._spent = 0

    def of(self, played: Played, lance: str, *, count: bool = True) -> Worlds:
        """Settle a hand in every way its unseen cards allow.

        `lance` limits the question to one lance; without it the whole hand is asked for.
        Without `count` the deals need not be counted, and fewer are tried.
        """
        known: Hashable = (id(played), lance, count)
        if known not in self._told:
            self._kept.append(played)  # so that no other hand takes its place in memory
            self._told[known] = self._worlds(played, lance, count=count)
        return self._told[known]

    def _worlds(self, played: Played, lance: str, *, count: bool) -> Worlds:
        position = before_the_showdown(played)
        alone = False
        if lance:
            position, alone = games.game_of(position.variant.game).narrowed(position, lance)
        settled, waiting = games.settle(position)
        needed = _needed(waiting, lance)
        seats = tuple(
            [
                seat
                for seat in position.order
                if position.hand_of(seat) is None and any(seat in open_.between for open_ in needed)
            ]
        )
        if not seats:
            return Worlds((), (World((), 1, settled),), whole=True, counted=False)
        words = tuple([str(step.call) for step in played.steps if step.call.verb in SAID])
        # A lance that stands alone ends alike, however another one was bet.
        known = (position.table.hand, position.state.closed, position.deal, words, lance, count)
        if not alone or known not in self._told:
            most = (MOST_DEALS, MOST_TRIED) if count else (MOST_UNCOUNTED, MOST_UNCOUNTED)
            if self._spent > MOST_SPENT:
                most = (FEWEST, FEWEST)
            dealt = _Dealt(position, seats, played.steps, lance, most=most)
            found = dealt.settled()
            self._spent += len(dealt.known) + len(found.beyond or ())
            if not alone:
                return found
            self._told[known] = found
        return self._told[known]


def _needed(waiting: Sequence[Open], lance: str) -> Sequence[Open]:
    """The payments a question waits for: those of the lance, and all that come before them."""
    if not lance:
        return waiting
    places = [place for place, open_ in enumerate(waiting) if open_.lance == lance]
    return waiting[: places[-1] + 1] if places else ()


def before_the_showdown(played: Played) -> Position:
    """The position when all was said, and before any card was shown."""
    end, start = played.end, played.start
    if not played.open:
        return end
    taken = tuple([e for e in end.ledger if e.when == "at_once" and e.item != "ordago"])
    empty = end._replace(stones=start.stones, pots=start.pots, out=start.out, ledger=())
    stones, pots, out = balance(empty, taken)
    state = end.state.quiet()
    return end._replace(
        lance="showdown", stones=stones, pots=pots, out=out, ledger=taken, queue=(), state=state
    )


class _Dealt:
    """The deals that fit, and their settlements, by what they hang on."""

    def __init__(
        self,
        position: Position,
        seats: tuple[str, ...],
        steps: Sequence[Step],
        lance: str,
        *,
        most: tuple[int, int],
    ) -> None:
        self.position = position
        self.seats = seats
        self.unseen = unseen_of(position, steps)
        self.lists = [holdings(self.unseen, seat, position, steps) for seat in seats]
        shown = [self._row(hand) for hand in position.deal.hands if hand is not None]
        self.fixed = [
            [row[number] for row in shown] for number in range(len(position.state.closed))
        ]
        self.whole = prod(map(len, self.lists)) <= most[0]
        self.wanted: dict[Hashable, tuple[Hand, ...]] | None = None
        if not self.whole:
            if len(position.state.closed) == 1 and not position.rulings:
                self._sketch()
            self._thin(lance or "grande", most[1])
        self.rows = [[self._row(holding.hand) for holding in list_] for list_ in self.lists]
        self.known: dict[Hashable, Position] = {}

    def settled(self) -> Worlds:
        """Settle every deal."""
        worlds = []
        whole = self.whole
        for hands, ways in self._dealt(0, self.unseen.sizes):
            key = self._key(hands)
            if key not in self.known:
                if len(self.known) >= MOST_SETTLED:
                    whole = False
                    continue
                self.known[key] = games.settle(self._shown(hands))[0]
            dealt = zip(self.lists, hands, strict=True)
            shown = tuple([every[index].hand for every, index in dealt])
            worlds.append(World(shown, ways, self.known[key]))
        counted = whole and (not self.unseen.suited or len(self.seats) == 1)
        beyond = None
        if self.wanted is not None:
            unmet = [hands for key, hands in self.wanted.items() if key not in self.known]
            beyond = tuple([games.settle(self._told(hands))[0] for hands in unmet])
        return Worlds(self.seats, tuple(worlds), whole, counted, beyond)

    def _sketch(self) -> None:
        """Lay out every order in which the unseen hands can stand to each other in one lance.

        Between two hands that are known, and of one worth, as many places as there are unseen
        hands allow every order. `wanted` are the orders that come up so, even some that what
        was said, or too few cards, forbid: where they bring nothing new, nothing was left out.
        """
        most = len(self.seats)
        marks = sorted({place for place, _ in self.fixed[0]})
        cells: dict[Hashable, dict[int, Hand]] = {}
        owned: list[dict[Hashable, None]] = []
        for every in self.lists:
            own: dict[Hashable, None] = {}
            for holding in every:
                place, worth = self._row(holding.hand)[0]
                cell = (worth, place in marks, bisect(marks, place))
                own[cell] = None
                cells.setdefault(cell, {})[place] = holding.hand
            owned.append(own)
        chosen = {cell: _spread(list(hands.values()), most) for cell, hands in cells.items()}
        choices = [[hand for cell in own for hand in chosen[cell]] for own in owned]
        if prod(map(len, choices)) <= MOST_ORDERS:
            self.wanted = {}
            for hands in product(*choices):
                self.wanted.setdefault(self._order([self._row(hand) for hand in hands]), hands)

    def _thin(self, lance: str, tried: int) -> None:
        """Keep some kinds of hands of each seat, from the best of the lance to the worst."""
        most = max(int(tried ** (1 / len(self.seats))), 2)
        place = self.position.state.ranking.place
        for index, every in enumerate(self.lists):
            ordered = sorted(every, key=lambda holding: place(lance, holding.hand))
            self.lists[index] = _spread(ordered, most)

    def _dealt(self, number: int, sizes: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], int]]:
        """Deal to the seats from one on; the kinds by number, and in how many ways."""
        last = number == len(self.seats) - 1
        for index, holding in enumerate(self.lists[number]):
            ways = _ways(sizes, holding)
            if not ways:
                continue
            if last:
                yield (index,), ways
                continue
            left = tuple([size - count for size, count in zip(sizes, holding.counts, strict=True)])
            for hands, others in self._dealt(number + 1, left):
                yield (index, *hands), ways * others

    def _row(self, hand: Hand) -> tuple[tuple[int, int], ...]:
        """The place and the worth of a hand in each closed lance."""
        ranking = self.position.state.ranking
        return tuple(
            [
                (ranking.place(outcome.lance, hand), ranking.value(outcome.lance, hand))
                for outcome in self.position.state.closed
            ]
        )

    def _key(self, hands: tuple[int, ...]) -> Hashable:
        """What a settlement hangs on: in each lance who is better than whom, and the worths."""
        if self.position.rulings:
            return hands  # a referee looks at the cards themselves
        return self._order([rows[index] for rows, index in zip(self.rows, hands, strict=True)])

    def _order(self, rows: Sequence[tuple[tuple[int, int], ...]]) -> Hashable:
        """Who is better than whom in each lance, from the places and worths of the unseen."""
        key: list[Hashable] = []
        for number, fixed in enumerate(self.fixed):
            pairs = [row[number] for row in rows] + fixed
            order = sorted({place for place, _ in pairs if place})
            key.append(
                tuple([(order.index(place) if place else -1, worth) for place, worth in pairs])
            )
        return tuple(key)

    def _shown(self, hands: tuple[int, ...]) -> Position:
        dealt = zip(self.lists, hands, strict=True)
        return self._told(tuple([every[index].hand for every, index in dealt]))

    def _told(self, hands: tuple[Hand, ...]) -> Position:
        return with_hands(self.position, dict(zip(self.seats, hands, strict=True)))


Thing = TypeVar("Thing")


def _spread(things: list[Thing], most: int) -> list[Thing]:
    """So many of the things, from the first to the last.

    >>> _spread([1, 2, 3, 4, 5, 6, 7], 3)
    [1, 4, 7]
    """
    last = len(things) - 1
    if last < most:
        return things
    return [things[round(step * last / (most - 1))] for step in range(most)]


def _ways(sizes: tuple[int, ...], holding: Holding) -> int:
    ways = ways_of(sizes, holding.counts)
    return min(ways, 1) if holding.single else ways
