"""The hands nobody showed: which cards are left for them, and what was said that they must fit.

Suits mean nothing in Mus but for some forms of La Real, so what somebody may hold is listed by
the ranks that play alike, each kind of hand with the number of ways to deal it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, product
from math import comb
from typing import NamedTuple

from mustutor import games
from mustutor.calls import DECK, HIDDEN, Call
from mustutor.cards import Card
from mustutor.games.mus_family.classes import CARDS_IN_HAND
from mustutor.games.mus_family.discards import whole_deck
from mustutor.position import Hand, Position, Step

SAYS_WHAT_IT_HOLDS = frozenset(("tengo", "no tengo", "perete", "corto"))
"""Calls that only some hands may make, under some rulebook."""


class Holding(NamedTuple):
    """A kind of hand: one such hand, and how many unseen cards of each group it takes.

    `single` says that only this very hand is meant, suits and all.
    """

    hand: Hand
    counts: tuple[int, ...]
    single: bool = False


class Unseen(NamedTuple):
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


def unseen_of(position: Position, steps: Sequence[Step]) -> Unseen:
    """Find which cards may still be anywhere, at the end of a hand and its steps."""
    rules = position.variant.rules
    seats = tuple([seat for seat in position.order if position.hand_of(seat) is None])
    kept = tuple([_kept(seat, steps) for seat in seats])
    deal = position.deal
    gone = [*deal.heap, *(card for thrown in deal.thrown for card in thrown)]
    gone += [card for hand in deal.hands if hand is not None for card in hand]
    gone += [card for cards in kept for card in cards]
    left = list(whole_deck(position.variant))
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
    return Unseen(tuple(map(tuple, groups.values())), seats, kept, suited)


def _kept(seat: str, steps: Sequence[Step]) -> Hand:
    """The cards a seat kept at the last discard, where the new ones are not known."""
    for step in reversed(steps):
        if step.call.seat == DECK and step.call.verb == "sirve":
            return step.before.hand_of(seat) or ()
    return ()


def holdings(unseen: Unseen, seat: str, position: Position, steps: Sequence[Step]) -> list[Holding]:
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
                found.append(Holding(hand, counts, single=len(hands) > 1))
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


def _hands(unseen: Unseen, counts: tuple[int, ...], kept: Hand, position: Position) -> list[Hand]:
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
    return games.why_not(with_hands(before, {call.seat: hand}), call) is None


def with_hands(position: Position, hands: dict[str, Hand]) -> Position:
    """The position with these hands known."""
    seats = position.table.seats
    told = tuple(
        [hands.get(seat, hand) for seat, hand in zip(seats, position.deal.hands, strict=True)]
    )
    return position._replace(deal=position.deal._replace(hands=told))


def ways_of(sizes: Sequence[int], counts: Sequence[int]) -> int:
    """Count the ways to take so many cards of each group; 0 where there are not so many.

    >>> ways_of((8, 4), (2, 2))
    168
    """
    ways = 1
    for size, count in zip(sizes, counts, strict=True):
        if count:
            ways *= comb(size, count)
    return ways
