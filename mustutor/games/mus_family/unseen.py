"""Hands nobody has seen: which a seat may hold, by the cards and the words that are known.

The unseen cards are sorted by the ranks that play alike, each kind of hand with the number of
ways to deal it. The engine settles each deal; what only repeats the order and the worth of hands
that was settled before is not settled again. The work is bounded: where it would be too much some
deals are tried, and the result says so.

What a record leaves out of a hand: lances skipped, and those that may have followed its end.

A lance nobody wrote down may have brought stones, and so ended the game before one that stands
in the record is counted. Where the cards say that nobody could bet in it, it has ended nothing.
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, product
from math import comb, prod
from typing import NamedTuple, TypeVar

from mustutor.games import settle, why_not
from mustutor.games.mus_family.calls import SAYS_WHAT_IT_HOLDS
from mustutor.games.mus_family.discards import whole_deck
from mustutor.games.mus_family.hands import CARDS_IN_HAND, DECLARED, LANCES, PLAYED, TALKED
from mustutor.games.protocols import PossibleDeal, PossibleDeals
from mustutor.model.calls import DECK, HIDDEN, Call
from mustutor.model.cards import Card
from mustutor.model.position import Hand, Position, Step


class HandGroup(NamedTuple):
    """A kind of hand: one such hand, and how many unseen cards of each group it takes.

    `single` says that only this very hand is meant, suits and all.
    """

    hand: Hand
    counts: tuple[int, ...]
    single: bool = False


class UnseenCards(NamedTuple):
    """The cards nobody has seen, in groups of cards that play alike.

    `groups` are the cards of each group; `seats` whose hands are not known, from mano, and
    `kept` what is known of each all the same: the cards kept at a discard whose new ones
    nobody saw. `suited` says that suits matter too, so that ways cannot be counted by groups.
    """

    groups: tuple[Hand, ...]
    seats: tuple[str, ...]
    kept: tuple[Hand, ...]
    suited: bool

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many cards each group has."""
        return tuple(map(len, self.groups))


def unseen_of(position: Position, steps: Sequence[Step]) -> UnseenCards:
    """Find which cards may still be anywhere, at the end of a hand and its steps."""
    rules = position.variant.rules
    seats = tuple([seat for seat in position.order if position.hand_of(seat) is None])
    kept = tuple([_kept(seat, steps) for seat in seats])
    deal = position.deal
    gone = [*deal.earlier_discards, *(card for thrown in deal.current_discards for card in thrown)]
    gone += [card for hand in deal.hands if hand is not None for card in hand]
    gone += [card for cards in kept for card in cards]
    left = sorted(whole_deck(position.variant))  # a set has another order in every process
    for card in gone:
        if card == HIDDEN:
            continue
        # A card whose suit was not told is some card of its rank.
        same = [other for other in left if other == card or (not card.suit and other[0] == card)]
        if same:
            left.remove(same[-1])
    real = bool(rules["real.enabled"])
    groups: dict[str, list[Card]] = {}
    for card in left:
        rank = card.rank if real else position.state.ranking.effective(card)
        groups.setdefault(rank, []).append(card)
    suited = real and (rules["real.figure_suit"] == "coins" or rules["real.sevens"] != "any")
    return UnseenCards(tuple(map(tuple, groups.values())), seats, kept, suited)


def _kept(seat: str, steps: Sequence[Step]) -> Hand:
    """The cards a seat kept at the last discard, where the new ones are not known."""
    for step in reversed(steps):
        if step.call.seat == DECK and step.call.verb == "sirve":
            return step.before.hand_of(seat) or ()
    return ()


def possible_hands(
    unseen: UnseenCards, seat: str, position: Position, steps: Sequence[Step]
) -> list[HandGroup]:
    """List every kind of hand a seat may hold, by what the cards and its own words allow."""
    kept = unseen.kept[unseen.seats.index(seat)]
    said = _words(seat, steps)
    no_juego = any(outcome.lance == "punto" for outcome in position.state.closed)
    ranking = position.state.ranking
    found = []
    for counts in _counts(unseen.sizes, CARDS_IN_HAND - len(kept)):
        hands = _hands(unseen, counts, kept, position)
        for hand in hands:
            if no_juego and ranking.has("juego", hand):
                continue
            if all(_may_say(step.before, step.call, hand) for step in said):
                found.append(HandGroup(hand, counts, single=len(hands) > 1))
    return found


@lru_cache(maxsize=64)
def _counts(sizes: tuple[int, ...], number: int) -> tuple[tuple[int, ...], ...]:
    """Every way to take so many cards of groups of these sizes."""
    found = []
    for taken in combinations_with_replacement(range(len(sizes)), number):
        counted = Counter(taken)
        if all(count <= sizes[group] for group, count in counted.items()):
            found.append(tuple([counted[group] for group in range(len(sizes))]))
    return tuple(found)


def _hands(
    unseen: UnseenCards, counts: tuple[int, ...], kept: Hand, position: Position
) -> list[Hand]:
    """One hand of a kind; all of them where La Real hangs on their suits."""
    cards = [
        card for group, count in zip(unseen.groups, counts, strict=True) for card in group[:count]
    ]
    hand = (*kept, *cards)
    if not unseen.suited or not position.state.ranking.needs_suits(
        [Card(card[0]) for card in hand]
    ):
        return [hand]
    choices = [
        list(combinations(group, count))
        for group, count in zip(unseen.groups, counts, strict=True)
        if count
    ]
    return [(*kept, *(card for part in chosen for card in part)) for chosen in product(*choices)]


def _words(seat: str, steps: Sequence[Step]) -> list[Step]:
    """What a seat said of the hand it held at the end: after the last discard."""
    said = []
    for step in reversed(steps):
        if step.before.lance == "descarte":
            break
        if step.call.seat == seat and step.call.verb in SAYS_WHAT_IT_HOLDS:
            said.append(step)
    return said


def _may_say(before: Position, call: Call, hand: Hand) -> bool:
    return why_not(with_hands(before, {call.seat: hand}), call) is None


def with_hands(position: Position, hands: dict[str, Hand]) -> Position:
    """The position with these hands known."""
    seats = position.table.seats
    told = tuple(
        [hands.get(seat, hand) for seat, hand in zip(seats, position.deal.hands, strict=True)]
    )
    return position._replace(deal=position.deal._replace(hands=told))


def count_draws(sizes: Sequence[int], counts: Sequence[int]) -> int:
    """Count the ways to take so many cards of each group; 0 where there are not so many.

    >>> count_draws((8, 4), (2, 2))
    168
    """
    ways = 1
    for size, count in zip(sizes, counts, strict=True):
        if count:
            ways *= comb(size, count)
    return ways


MOST_ORDERS = 40_000
"""More orders of hands than these are not laid out."""
MOST_SETTLED = 4_000
"""More deals than these are not settled one by one."""


def worlds(
    position: Position,
    steps: Sequence[Step],
    seats: tuple[str, ...],
    lance: str,
    most: tuple[int, int],
) -> PossibleDeals:
    """Settle every deal that fits a hand; some of them where there are too many kinds of deals."""
    if position.rulings:
        from mustutor.games.mus_family.conduct_review import with_count_rulings

        position = with_count_rulings(position)
    return _Dealt(position, seats, steps, lance, most=most).settled()


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
        self.lists = [possible_hands(self.unseen, seat, position, steps) for seat in seats]
        shown = [self._row(hand) for hand in position.deal.hands if hand is not None]
        self.fixed = [
            [row[number] for row in shown] for number in range(len(position.state.closed))
        ]
        self.marks = [sorted({place for place, _ in fixed}) for fixed in self.fixed]
        self.cells: dict[Hashable, int] = {}
        self.whole = prod(map(len, self.lists)) <= most[0]
        self.wanted: dict[Hashable, tuple[Hand, ...]] | None = None
        if not self.whole:
            if len(position.state.closed) == 1 and not position.rulings:
                self._sketch()
            self._thin(lance or "grande", most[1])
        self.rows = [[self._row(holding.hand) for holding in list_] for list_ in self.lists]
        self.standings = [[self._standing(row) for row in rows] for rows in self.rows]
        self.known: dict[Hashable, Position] = {}

    def settled(self) -> PossibleDeals:
        """Settle every deal."""
        worlds = []
        whole = self.whole
        for hands, ways in self._dealt(0, self.unseen.sizes):
            key = self._key(hands)
            if key not in self.known:
                if len(self.known) >= MOST_SETTLED:
                    whole = False
                    continue
                self.known[key] = settle(self._shown(hands))[0]
            dealt = zip(self.lists, hands, strict=True)
            shown = tuple([every[index].hand for every, index in dealt])
            worlds.append(PossibleDeal(shown, ways, self.known[key]))
        counted = whole and (not self.unseen.suited or len(self.seats) == 1)
        beyond = None
        if self.wanted is not None:
            unmet = [hands for key, hands in self.wanted.items() if key not in self.known]
            beyond = tuple([settle(self._told(hands))[0] for hands in unmet])
        return PossibleDeals(self.seats, tuple(worlds), whole, counted, beyond)

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
                self.wanted.setdefault(_order([self._standing(self._row(h)) for h in hands]), hands)

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
        return _order([every[index] for every, index in zip(self.standings, hands, strict=True)])

    def _standing(self, row: tuple[tuple[int, int], ...]) -> Standing:
        """How a hand stands to those that are known, and its places."""
        cells = [
            (place > 0, worth, place in marks, bisect(marks, place))
            for (place, worth), marks in zip(row, self.marks, strict=True)
        ]
        return self.cells.setdefault(tuple(cells), len(self.cells)), tuple(
            [place for place, _ in row]
        )

    def _shown(self, hands: tuple[int, ...]) -> Position:
        dealt = zip(self.lists, hands, strict=True)
        return self._told(tuple([every[index].hand for every, index in dealt]))

    def _told(self, hands: tuple[Hand, ...]) -> Position:
        return with_hands(self.position, dict(zip(self.seats, hands, strict=True)))


Standing = tuple[int, tuple[int, ...]]
"""How a hand stands to the known ones, by number, and its place in each lance."""


def _order(standings: Sequence[Standing]) -> Hashable:
    """Who is better than whom in each lance, and what each hand is worth."""
    among = [
        tuple([(mine > other) - (mine < other) for mine, other in zip(one, two, strict=True)])
        for (_, one), (_, two) in combinations(standings, 2)
    ]
    return (*[number for number, _ in standings], *among)


Thing = TypeVar("Thing")


def _spread(things: list[Thing], most: int) -> list[Thing]:
    """So many of the things, from the first to the last.

    >>> _spread([1, 2, 3, 4, 5, 6, 7], 3)
    [1, 4, 7]
    >>> _spread([1, 2, 3], 1)
    [1]
    """
    last = len(things) - 1
    if last < most:
        return things
    return [things[round(step * last / max(most - 1, 1))] for step in range(most)]


def _ways(sizes: tuple[int, ...], holding: HandGroup) -> int:
    ways = count_draws(sizes, holding.counts)
    return min(ways, 1) if holding.single else ways


def skipped_lances(position: Position) -> tuple[str, ...]:
    """The lances before this moment that the record skips, and in which stones may have moved."""
    skipped = [lance for lance in position.skipped if lance in LANCES]
    if "juego" in skipped and (position.lance == "punto" or "punto" in position.state.over):
        skipped.remove("juego")  # nobody had it, or there would be no punto
    return tuple(skipped)


def unfinished_lances(position: Position) -> tuple[str, ...]:
    """The lances that are not over where the record stops; punto stands for itself only there."""
    lance = position.lance
    if lance in ("showdown", "end"):
        return position.unplayed
    if lance in PLAYED:
        return PLAYED[PLAYED.index(lance) :]
    if lance == "punto":
        return ("punto",)
    return PLAYED if lance in TALKED and not position.state.closed else ()


def with_possible_lances(position: Position) -> Position:
    """The position with the lances that may have followed where the record stops."""
    unplayed = unfinished_lances(position)
    return position._replace(unplayed=unplayed) if unplayed else position


def may_be_bet(position: Position, lance: str, players: Sequence[str]) -> bool:
    """Whether a bet can have been made in a lance nobody wrote down, by those who play it."""
    sides = {position.table.side_of(seat) for seat in players}
    if lance not in DECLARED or position.variant.rules["declare.mode"] == "manual":
        return len(sides) > 1
    holding = set()
    for seat in players:
        hand = position.hand_of(seat)
        if hand is None:
            return len(sides) > 1
        if position.state.ranking.has(lance, hand):
            holding.add(position.table.side_of(seat))
    # Where nobody has juego, punto is bet in its place.
    return len(holding) > 1 or (lance == "juego" and not holding and len(sides) > 1)


def or_punto(position: Position, lances: Sequence[str]) -> tuple[str, ...]:
    """The lances with punto in the place of juego where nobody has it, beside it if it may be."""
    hands = [position.hand_of(seat) for seat in position.order]
    known = [hand for hand in hands if hand is not None]
    has_juego = any(position.state.ranking.has("juego", hand) for hand in known)
    if "juego" not in lances or has_juego or {"juego", "punto"} & set(position.state.over):
        return tuple(lances)
    either = ("punto",) if len(known) == len(hands) else ("juego", "punto")
    at = lances.index("juego")
    return (*lances[:at], *either, *[one for one in lances[at + 1 :] if one != "punto"])
