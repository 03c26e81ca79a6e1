"""The hands the others may hold, by what one seat knows: cards, declarations, and calls heard.

Each way they may lie has a weight: how likely whoever holds these cards would have said what they
said. What nobody showed that seat is never looked at.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isqrt
from random import Random

from mustutor.calls import DECK
from mustutor.cards import Card, deck
from mustutor.coach.branch import Grove, TalkBranch
from mustutor.coach.habits import PARTS
from mustutor.games.mus_family.classes import CARDS_IN_HAND
from mustutor.games.mus_family.lances import LANCES
from mustutor.players.heard import TableTalk, table_talk
from mustutor.players.imagine import cuts, kept
from mustutor.position import Hand, Position, Step
from mustutor.seatview import view
from mustutor.tuples import NamedTuple

TRIES = 200
"""So often a hand is drawn until it fits what its seat declared; then the deal is given up."""
WHIM = 50
"""So many of a thousand calls follow no habit at all."""
DECLARED_IN_TURN = ("pares", "juego")
HEAVIEST = 1_000_000
ENOUGH = 3
"""One in so many deals should count, at the least."""
AS_USUAL, AGAINST = 900, 150
"""How often a hand is cut with, in thousandths, where that is usual, and where it is not."""


class Heard(NamedTuple):
    """A call as it speaks of the cards: who made it, and where in the betting.

    In the talk of mus there is no `branch`.
    """

    seat: str
    verb: str
    branch: TalkBranch | None

    def likely(self, hand: Hand, grove: Grove) -> int:
        """How likely whoever holds such a hand says it, in thousandths."""
        if self.branch is None:
            usual = cuts(hand, grove.ranking) == (self.verb == "corto")
            return AS_USUAL if usual else AGAINST
        return WHIM // 4 + (PARTS - WHIM) * grove.mix(self.branch, hand).likely(self.verb) // PARTS


class ImaginedDeal(NamedTuple):
    """One way the cards may lie: every hand, what is left of the deck, and its weight."""

    hands: Mapping[str, Hand]
    left: tuple[Card, ...]
    weight: int


def picked(cards: Sequence[Card], number: int, random: Random) -> list[Card]:
    """So many of some cards at random, by the one generator that is the same for ever.

    >>> from mustutor.cards import deck
    >>> picked(deck(), 3, Random(1)) == picked(deck(), 3, Random(1))
    True
    """
    left = list(cards)
    for place in range(number):
        other = place + int(random.random() * (len(left) - place))
        left[place], left[other] = left[other], left[place]
    return left[:number]


def heard_in(step: Step, grove: Grove) -> Heard | None:
    """What a call tells of the hand of who made it; nothing where it follows from the rules."""
    position, call = step.before, step.call
    if position.lance == "mus" and call.verb in ("mus", "corto"):
        return Heard(call.seat, call.verb, None)
    if position.lance not in LANCES or position.state.auction is None:
        return None
    return Heard(call.seat, call.verb, grove.root(position))


def heard_before(steps: Sequence[Step], grove: Grove) -> list[Heard]:
    """What the calls of a hand tell so far of the hands that are held now."""
    heard: list[Heard] = []
    for step in steps:
        if step.call.seat == DECK and step.call.verb == "sirve":
            heard.clear()  # what was said of other cards speaks no longer of these
        elif (told := heard_in(step, grove)) is not None:
            heard.append(told)
    return heard


def imagined(
    position: Position,
    seat: str,
    steps: Sequence[Step],
    heard: Sequence[Heard],
    grove: Grove,
    random: Random,
    number: int,
) -> list[ImaginedDeal]:
    """Imagine so many deals as a seat may, at a position these steps have led to."""
    seen = view(position, seat, steps)
    talk = table_talk(seen)
    own = position.hand_of(seat)
    assert own is not None, "whose cards nobody told is not judged"
    mine = {*own, *talk.thrown}
    unseen = [
        card for card in deck(position.variant.several("deck.removed_ranks")) if card not in mine
    ]
    seats = [other for other in position.order if other != seat]
    hidden = _Hidden(seats, _sizes(position), talk, heard, grove, random)
    tried = [hidden.deal({seat: own}, list(unseen)) for _ in range(number)]
    deals = [deal for deal in tried if deal is not None]
    weights = levelled([deal.weight for deal in deals])
    return [deal._replace(weight=weight) for deal, weight in zip(deals, weights, strict=True)]


def levelled(weights: Sequence[int]) -> list[int]:
    """Weights to a million, brought nearer to each other until enough of them count.

    Where a few deals of those imagined explain all that was heard, they would decide alone.

    >>> levelled([3, 1, 1, 1]), levelled([10**9, 1, 1, 1])
    ([1000000, 333333, 333333, 333333], [1000000, 177825, 177825, 177825])
    """
    heaviest = max(weights, default=1)
    now = [weight * HEAVIEST // heaviest or 1 for weight in weights]
    while sum(now) ** 2 * ENOUGH < len(now) * sum([weight * weight for weight in now]):
        now = [isqrt(weight * HEAVIEST) for weight in now]
    return now


class _Hidden:
    """The hands one seat does not see, as it imagines them at a decision."""

    def __init__(
        self,
        seats: Sequence[str],
        sizes: Mapping[str, int],
        talk: TableTalk,
        heard: Sequence[Heard],
        grove: Grove,
        random: Random,
    ) -> None:
        self.seats, self.sizes, self.talk = seats, sizes, talk
        self.heard = [one for one in heard if one.seat in seats]
        self.grove, self.random = grove, random

    def deal(self, hands: dict[str, Hand], left: list[Card]) -> ImaginedDeal | None:
        """One way the cards may lie; None where none was found that fits what was declared."""
        ranking = self.grove.ranking
        for seat in self.seats:
            found = self._drawn(seat, left)
            if found is None:
                return None
            for card in found:
                left.remove(card)
            size = self.sizes[seat]
            if size < len(found):  # the rest of it lies on the table, face down
                found = list(ranking.sorted("grande", found)[:size])
            more = picked(left, max(size - len(found), 0), self.random)
            for card in more:
                left.remove(card)
            found += more
            hands[seat] = tuple(found)
        rest = tuple(picked(left, len(left), self.random))
        return ImaginedDeal(hands, rest, self._weight(hands))

    def _drawn(self, seat: str, left: list[Card]) -> list[Card] | None:
        """Four of the cards left that fit what a seat declared."""
        ranking, random, has = self.grove.ranking, self.random, self.talk.has
        told = [(lance, has[lance][seat]) for lance in DECLARED_IN_TURN if seat in has[lance]]
        for _ in range(TRIES):
            hand = picked(left, CARDS_IN_HAND, random)
            if self.talk.exchanges:
                keep = kept(hand, ranking, 1)
                others = [card for card in left if card not in hand]
                hand = [*keep, *picked(others, CARDS_IN_HAND - len(keep), random)]
            if all(ranking.has(lance, hand) == holds for lance, holds in told):
                return hand
        return None

    def _weight(self, hands: Mapping[str, Hand]) -> int:
        """How likely the holders of these hands would have said what was heard of them."""
        weight = 1
        for one in self.heard:
            hand = hands[one.seat]
            if len(hand) == CARDS_IN_HAND:
                weight *= one.likely(hand, self.grove)
        return weight


def _sizes(position: Position) -> dict[str, int]:
    """How many cards each holds now."""
    dealt, deal = position.variant.number("deal.cards"), position.deal
    return {
        seat: dealt - len(thrown)
        for seat, thrown in zip(position.table.seats, deal.thrown, strict=True)
    }
