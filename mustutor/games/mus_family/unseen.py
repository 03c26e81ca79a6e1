"""Unseen hands: the hands a seat may hold, every deal that fits, and unrecorded lances.

`worlds` settles every deal that fits the known cards and calls. The unseen cards are grouped by the
ranks that play alike, each kind of hand with the number of ways to deal it; a deal with the same
order and value of hands as an earlier one is not settled again. The work is bounded: beyond the
bound only some deals are tried, and the result says so.

A lance that was not recorded may have brought stones, and so ended the game before a recorded one
is counted (`skipped_lances`, `unfinished_lances`). If the cards show that nobody could bet in it,
it ended nothing.
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, product
from math import comb, prod
from typing import NamedTuple, TypeVar

from mustutor.base.register import traits
from mustutor.games import settle, why_not
from mustutor.games.mus_family.calls import SAYS_WHAT_IT_HOLDS
from mustutor.games.mus_family.conduct_judge import declared_falsely
from mustutor.games.mus_family.discards import whole_deck
from mustutor.games.mus_family.hands import CARDS_IN_HAND, DECLARED, LANCES, TALKED, lances_played
from mustutor.games.protocols import PossibleDeal, PossibleDeals
from mustutor.model.calls import DECK, HIDDEN, Call
from mustutor.model.cards import Card
from mustutor.model.position import Hand, Position, Step


class HandGroup(NamedTuple):
    """A kind of hand: one such hand, and the number of unseen cards of each group it takes.

    `single` says that only this very hand counts, with its suits.
    """

    hand: Hand
    counts: tuple[int, ...]
    single: bool = False


class UnseenCards(NamedTuple):
    """The unseen cards, in groups of cards that play alike.

    `groups` are the cards of each group; `seats` those with unknown hands, from mano, and `kept`
    the known part of each: cards kept at a discard whose replacements are unknown. `suited` says
    that suits matter, so that hands cannot be counted by groups.
    """

    groups: tuple[Hand, ...]
    seats: tuple[str, ...]
    kept: tuple[Hand, ...]
    suited: bool

    @property
    def sizes(self) -> tuple[int, ...]:
        """The size of each group."""
        return tuple(map(len, self.groups))


def unseen_of(position: Position, steps: Sequence[Step]) -> UnseenCards:
    """The cards that may still be anywhere, at the end of a hand with these steps."""
    rules = position.variant.rules
    seats = tuple([seat for seat in position.order if position.hand_of(seat) is None])
    kept = tuple([_kept_cards(seat, steps) for seat in seats])
    deal = position.deal
    gone = [*deal.earlier_discards, *(card for thrown in deal.current_discards for card in thrown)]
    gone += [card for hand in deal.hands if hand is not None for card in hand]
    gone += [card for cards in kept for card in cards]
    left = sorted(whole_deck(position.variant))  # the order of a set varies by process
    for card in gone:
        if card == HIDDEN:
            continue
        # A card of unknown suit is any card of its rank.
        same = [other for other in left if other == card or (not card.suit and other[0] == card)]
        if not same and not card.suit:
            plays_as = position.state.ranking.effective
            same = [other for other in left if plays_as(other) == plays_as(card)]
        if same:
            left.remove(same[-1])
    real = bool(rules["real.enabled"])
    groups: dict[str, list[Card]] = {}
    for card in left:
        rank = card.rank if real else position.state.ranking.effective(card)
        groups.setdefault(rank, []).append(card)
    suited = real and (rules["real.figure_suit"] == "coins" or rules["real.sevens"] != "any")
    return UnseenCards(tuple(map(tuple, groups.values())), seats, kept, suited)


def _kept_cards(seat: str, steps: Sequence[Step]) -> Hand:
    """The cards a seat kept at the last discard, if the new ones are unknown."""
    for step in reversed(steps):
        if step.call.seat == DECK and step.call.verb == "sirve":
            return step.before.hand_of(seat) or ()
    return ()


def possible_hands(
    unseen: UnseenCards, seat: str, position: Position, steps: Sequence[Step]
) -> list[HandGroup]:
    """Every kind of hand a seat may hold, given the cards and its own calls."""
    kept = unseen.kept[unseen.seats.index(seat)]
    # In a pot the cards of whoever lied are compared all the same: there they are taken as told.
    pots = "own_stones" in traits(position.variant.game)
    said = [
        (step, pots or seat not in declared_falsely(position, step.before.lance))
        for step in _calls_about_hand(seat, steps)
    ]
    no_juego = any(outcome.lance == "punto" for outcome in position.state.closed)
    ranking = position.state.ranking
    found = []
    for counts in _counts(unseen.sizes, CARDS_IN_HAND - len(kept)):
        hands = _hands(unseen, counts, kept, position)
        for hand in hands:
            if no_juego and ranking.has("juego", hand):
                continue
            if all(_may_say(step.before, step.call, hand) is true for step, true in said):
                found.append(HandGroup(hand, counts, single=len(hands) > 1))
    return found


@lru_cache(maxsize=64)
def _counts(sizes: tuple[int, ...], number: int) -> tuple[tuple[int, ...], ...]:
    """Every way to take `number` cards from groups of these sizes."""
    found = []
    for taken in combinations_with_replacement(range(len(sizes)), number):
        counted = Counter(taken)
        if all(count <= sizes[group] for group, count in counted.items()):
            found.append(tuple([counted[group] for group in range(len(sizes))]))
    return tuple(found)


def _hands(
    unseen: UnseenCards, counts: tuple[int, ...], kept: Hand, position: Position
) -> list[Hand]:
    """One hand of a kind; all of them if La Real depends on their suits."""
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


def _calls_about_hand(seat: str, steps: Sequence[Step]) -> list[Step]:
    """The calls of a seat about its final hand: those after the last discard."""
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
    """Count the ways to take these numbers of cards from groups; 0 if there are too few.

    >>> count_draws((8, 4), (2, 2))
    168
    """
    ways = 1
    for size, count in zip(sizes, counts, strict=True):
        if count:
            ways *= comb(size, count)
    return ways


MOST_ORDERS = 40_000
"""The most orders of hands that are listed."""
MOST_SETTLED = 4_000
"""The most deals that are settled one by one."""


def worlds(
    position: Position,
    steps: Sequence[Step],
    seats: tuple[str, ...],
    lance: str,
    most: tuple[int, int],
) -> PossibleDeals:
    """Settle every deal that fits a hand, or some if there are too many."""
    if position.rulings:
        from mustutor.games.mus_family.conduct_judge import with_count_rulings

        position = with_count_rulings(position)
    return _DealSearch(position, seats, steps, lance, most=most).settled()


class _DealSearch:
    """The deals that fit, and their settlements by the order and value of hands."""

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
        for hands, ways in self._deals(0, self.unseen.sizes):
            key = self._key(hands)
            if key not in self.known:
                if len(self.known) >= MOST_SETTLED:
                    whole = False
                    continue
                self.known[key] = settle(self._position_of(hands))[0]
            dealt = zip(self.lists, hands, strict=True)
            shown = tuple([every[index].hand for every, index in dealt])
            worlds.append(PossibleDeal(shown, ways, self.known[key]))
        counted = whole and (not self.unseen.suited or len(self.seats) == 1)
        beyond = None
        if self.wanted is not None:
            unmet = [hands for key, hands in self.wanted.items() if key not in self.known]
            beyond = tuple([settle(self._with_unseen(hands))[0] for hands in unmet])
        return PossibleDeals(self.seats, tuple(worlds), whole, counted, beyond)

    def _sketch(self) -> None:
        """List every order in which the unseen hands can compare in one lance.

        Between two known hands of one value, as many places as there are unseen
        hands allow every order. `wanted` are the orders found so, including some that earlier
        calls or a lack of cards rule out: if they add no new result, nothing was missed.
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
        """Keep some kinds of hands of each seat, spread from the best of the lance to the worst."""
        most = max(int(tried ** (1 / len(self.seats))), 2)
        place = self.position.state.ranking.place
        for index, every in enumerate(self.lists):
            ordered = sorted(every, key=lambda holding: place(lance, holding.hand))
            self.lists[index] = _spread(ordered, most)

    def _deals(self, number: int, sizes: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], int]]:
        """Deal to the seats from an index on; yields kinds by index, with the number of ways."""
        last = number == len(self.seats) - 1
        for index, holding in enumerate(self.lists[number]):
            ways = _ways(sizes, holding)
            if not ways:
                continue
            if last:
                yield (index,), ways
                continue
            left = tuple([size - count for size, count in zip(sizes, holding.counts, strict=True)])
            for hands, others in self._deals(number + 1, left):
                yield (index, *hands), ways * others

    def _row(self, hand: Hand) -> tuple[tuple[int, int], ...]:
        """The place and the value of a hand in each closed lance."""
        ranking = self.position.state.ranking
        return tuple(
            [
                (ranking.place(outcome.lance, hand), ranking.value(outcome.lance, hand))
                for outcome in self.position.state.closed
            ]
        )

    def _key(self, hands: tuple[int, ...]) -> Hashable:
        """The key of a settlement: the order of hands in each lance, and their values."""
        if self.position.rulings:
            return hands  # a referee looks at the cards themselves
        return _order([every[index] for every, index in zip(self.standings, hands, strict=True)])

    def _standing(self, row: tuple[tuple[int, int], ...]) -> Standing:
        """How a hand compares to the known ones, with its places."""
        cells = [
            (place > 0, worth, place in marks, bisect(marks, place))
            for (place, worth), marks in zip(row, self.marks, strict=True)
        ]
        return self.cells.setdefault(tuple(cells), len(self.cells)), tuple(
            [place for place, _ in row]
        )

    def _position_of(self, hands: tuple[int, ...]) -> Position:
        dealt = zip(self.lists, hands, strict=True)
        return self._with_unseen(tuple([every[index].hand for every, index in dealt]))

    def _with_unseen(self, hands: tuple[Hand, ...]) -> Position:
        return with_hands(self.position, dict(zip(self.seats, hands, strict=True)))


Standing = tuple[int, tuple[int, ...]]
"""How a hand stands to the known ones, by number, and its place in each lance."""


def _order(standings: Sequence[Standing]) -> Hashable:
    """The order of hands in each lance, and their values, as a key."""
    among = [
        tuple([(mine > other) - (mine < other) for mine, other in zip(one, two, strict=True)])
        for (_, one), (_, two) in combinations(standings, 2)
    ]
    return (*[number for number, _ in standings], *among)


Thing = TypeVar("Thing")


def _spread(things: list[Thing], most: int) -> list[Thing]:
    """`most` of the things, evenly spread from the first to the last.

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
    """The lances the record skips before this moment in which stones may have moved."""
    skipped = [lance for lance in position.skipped if lance in LANCES]
    if "juego" in skipped and (position.lance == "punto" or "punto" in position.state.over):
        skipped.remove("juego")  # nobody had it, as there is punto
    return tuple(skipped)


def unfinished_lances(position: Position) -> tuple[str, ...]:
    """The lances not over where the record stops; punto alone only if it was begun."""
    lance, played = position.lance, lances_played(position.variant)
    if lance in ("showdown", "end"):
        return position.unplayed
    if lance in played:
        return played[played.index(lance) :]
    if lance == "punto":
        return ("punto",)
    return played if lance in TALKED and not position.state.closed else ()


def with_possible_lances(position: Position) -> Position:
    """The position with the lances that may have followed where the record stops."""
    unplayed = unfinished_lances(position)
    return position._replace(unplayed=unplayed) if unplayed else position


def may_be_bet(position: Position, lance: str, players: Sequence[str]) -> bool:
    """Whether these players can have bet in an unrecorded lance."""
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
    """The lances with punto instead of juego if nobody has it, or with both if unknown."""
    hands = [position.hand_of(seat) for seat in position.order]
    known = [hand for hand in hands if hand is not None]
    has_juego = any(position.state.ranking.has("juego", hand) for hand in known)
    if "juego" not in lances or has_juego or {"juego", "punto"} & set(position.state.over):
        return tuple(lances)
    either = ("punto",) if len(known) == len(hands) else ("juego", "punto")
    at = lances.index("juego")
    return (*lances[:at], *either, *[one for one in lances[at + 1 :] if one != "punto"])
