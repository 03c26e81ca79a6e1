"""The betting of a hand as a tree: what was said leads to a branch, which is heard once and kept.

Nothing said in a lance hangs on the cards but the declarations, so one tree does for every way
the hidden cards may lie. What each call makes of a moment, the rules are asked (`games.step`).

The hands the others may hold, by what one seat knows: cards, declarations, and calls heard.

Each way they may lie has a weight: how likely whoever holds these cards would have said what they
said. What nobody showed that seat is never looked at.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isqrt
from random import Random
from typing import NamedTuple

from mustutor import games
from mustutor.analysis.coach.playing_habits import PARTS, BettingModel, Mix
from mustutor.base.errors import IllegalCall
from mustutor.games.mus_family.bot_lances import TableTalk, cards_to_keep, should_cut, table_talk
from mustutor.games.mus_family.hands import CARDS_IN_HAND, LANCES, Ranking, ranking_under
from mustutor.games.seat_view import view
from mustutor.model.calls import DECK, Call
from mustutor.model.cards import Card, deck
from mustutor.model.position import Hand, Position, Step
from mustutor.model.variant import Variant

TURNS = 3
"""So many turns of a seat in a lance have lots of their own; later ones share the last."""
MOST_MIXES = 20_000
"""So many mixes are remembered; with more, they are found anew."""


class TalkBranch:
    """A moment of the betting, without any card; `after` are those that calls have led to.

    `mixes` are what is said there, by the step of the hand.
    """

    __slots__ = ("after", "lance", "mixes", "position", "seat")

    def __init__(self, position: Position) -> None:
        self.position = position
        self.lance, self.seat = position.lance, position.speaker
        self.after: dict[Call, TalkBranch] = {}
        self.mixes: dict[int, Mix] = {}

    def then(self, call: Call) -> TalkBranch:
        """The branch a call leads to."""
        found = self.after.get(call)
        if found is None:
            made = games.step(self.position, call)
            if not isinstance(made, Step):
                raise IllegalCall(made)
            found = self.after[call] = TalkBranch(made.after)
        return found

    @property
    def declares(self) -> bool:
        """Whether who speaks says to have the lance or not."""
        return self.position.state.auction is None


class DrawnLots(NamedTuple):
    """What chance decides in a hand that is played on: a lot for each turn of a seat in a lance.

    The same lots serve every call that is tried, so that what differs is the call.
    """

    drawn: Sequence[float]
    seats: Mapping[str, int]

    def of(self, lance: str, seat: str, turn: int) -> float:
        """The lot for a turn of a seat in a lance."""
        place = LANCES.index(lance) * len(self.seats) + self.seats[seat]
        return self.drawn[place * TURNS + min(turn, TURNS - 1)]


def without_cards(position: Position) -> Position:
    """The moment with no hand told, and without signals and words that cost nothing."""
    deal = position.deal
    bare = position.with_deal(deal.with_known_hands((None,) * len(deal.hands), kept=deal.kept))
    if bare.rulings and not any(ruling.offence for ruling in bare.rulings):
        bare = bare._replace(rulings=())
    return bare


def with_cards(position: Position, hands: Mapping[str, Hand]) -> Position:
    """The moment with these hands."""
    told = tuple([hands.get(seat) for seat in position.table.seats])
    return position.with_deal(position.deal.with_known_hands(told, kept=position.deal.kept))


class TalkTrees:
    """Every tree of one hand, and how strong hands are under its rulebook."""

    def __init__(self, variant: Variant, habits: BettingModel) -> None:
        self.variant, self.habits = variant, habits
        self.ranking: Ranking = ranking_under(variant)
        self._roots: dict[object, TalkBranch] = {}
        self._mixes: dict[object, Mix] = {}

    def forget(self) -> None:
        """Begin another hand: its trees are others."""
        self._roots.clear()
        if len(self._mixes) > MOST_MIXES:
            self._mixes.clear()

    def root(self, position: Position) -> TalkBranch:
        """The branch of a moment: the same whenever the same was said, whoever holds what."""
        bare = without_cards(position)
        state = bare.state
        key = (bare.lance, bare.queue, bare.stones, state.closed, state.holders, str(bare.said))
        found = self._roots.get(key)
        if found is None:
            found = self._roots[key] = TalkBranch(bare)
        return found

    def mix(self, branch: TalkBranch, hand: Hand) -> Mix:
        """What is said at a branch with such a hand; the same wherever the betting is the same."""
        step = self.habits.step(branch.lance, hand)
        found = branch.mixes.get(step)
        if found is None:
            position, state = branch.position, branch.position.state
            key = (branch.lance, position.queue, state.auction, state.holders)
            known = (*key, position.order, position.stones, step)
            found = self._mixes.get(known)
            if found is None:
                found = self._mixes[known] = self.habits.mix(position, hand)
            branch.mixes[step] = found
        return found

    def played(
        self, branch: TalkBranch, hands: Mapping[str, Hand], lots: DrawnLots, *, whole: bool
    ) -> TalkBranch:
        """Play on, with these hands, to the end of the lance or of the hand as a whole."""
        lance, turns = branch.lance, dict.fromkeys(lots.seats, 0)
        here = branch.lance
        while branch.seat and (whole or branch.lance == lance):
            if branch.lance != here:
                here, turns = branch.lance, dict.fromkeys(lots.seats, 0)
            seat = branch.seat
            if branch.declares:
                has = self.ranking.has(here, hands[seat])
                branch = branch.then(Call(seat, "tengo" if has else "no tengo"))
            else:
                call = self.mix(branch, hands[seat]).drawn(lots.of(here, seat, turns[seat]))
                turns[seat] += 1
                branch = branch.then(call)
        return branch


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

    def likely(self, hand: Hand, grove: TalkTrees) -> int:
        """How likely whoever holds such a hand says it, in thousandths."""
        if self.branch is None:
            usual = should_cut(hand, grove.ranking) == (self.verb == "corto")
            return AS_USUAL if usual else AGAINST
        return WHIM // 4 + (PARTS - WHIM) * grove.mix(self.branch, hand).likely(self.verb) // PARTS


class ImaginedDeal(NamedTuple):
    """One way the cards may lie: every hand, what is left of the deck, and its weight."""

    hands: Mapping[str, Hand]
    left: tuple[Card, ...]
    weight: int


def picked(cards: Sequence[Card], number: int, random: Random) -> list[Card]:
    """So many of some cards at random, by the one generator that is the same for ever.

    >>> from mustutor.model.cards import deck
    >>> picked(deck(), 3, Random(1)) == picked(deck(), 3, Random(1))
    True
    """
    left = list(cards)
    for place in range(number):
        other = place + int(random.random() * (len(left) - place))
        left[place], left[other] = left[other], left[place]
    return left[:number]


def heard_in(step: Step, grove: TalkTrees) -> Heard | None:
    """What a call tells of the hand of who made it; nothing where it follows from the rules."""
    position, call = step.before, step.call
    if position.lance == "mus" and call.verb in ("mus", "corto"):
        return Heard(call.seat, call.verb, None)
    if position.lance not in LANCES or position.state.auction is None:
        return None
    return Heard(call.seat, call.verb, grove.root(position))


def heard_before(steps: Sequence[Step], grove: TalkTrees) -> list[Heard]:
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
    grove: TalkTrees,
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
    weights = tempered_weights([deal.weight for deal in deals])
    return [deal._replace(weight=weight) for deal, weight in zip(deals, weights, strict=True)]


def tempered_weights(weights: Sequence[int]) -> list[int]:
    """Weights to a million, brought nearer to each other until enough of them count.

    Where a few deals of those imagined explain all that was heard, they would decide alone.

    >>> tempered_weights([3, 1, 1, 1]), tempered_weights([10**9, 1, 1, 1])
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
        grove: TalkTrees,
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
                keep = cards_to_keep(hand, ranking, 1)
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
        for seat, thrown in zip(position.table.seats, deal.current_discards, strict=True)
    }
