"""Hands a seat cannot see, imagined by what it knows, and the betting as a tree of calls.

`imagined` makes deals for the unseen hands from cards, declarations and calls. The weight of each
deal is how likely its holders would have made their calls. Cards no one showed the seat are
never looked at.

In the betting only the declarations depend on the cards, so one tree of `TalkBranch`es serves every
imagined deal; `games.step` makes each branch once.
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
"""Turns of a seat in a lance with a random number each; later ones share the last."""
MOST_MIXES = 20_000
"""The most mixes kept between hands."""


class TalkBranch:
    """A position of the betting without any card; `after` are its branches by call.

    `mixes` are the calls made there, by the strength class of the hand.
    """

    __slots__ = ("after", "lance", "mixes", "position", "seat")

    def __init__(self, position: Position) -> None:
        self.position = position
        self.lance, self.seat = position.lance, position.speaker
        self.after: dict[Call, TalkBranch] = {}
        self.mixes: dict[int, Mix] = {}

    def then(self, call: Call) -> TalkBranch:
        """The branch after a call."""
        found = self.after.get(call)
        if found is None:
            made = games.step(self.position, call)
            if not isinstance(made, Step):
                raise IllegalCall(made)
            found = self.after[call] = TalkBranch(made.after)
        return found

    @property
    def declares(self) -> bool:
        """Whether the speaker declares whether they have the lance."""
        return self.position.state.auction is None


class DrawnLots(NamedTuple):
    """The random numbers of a playout: one for each turn of a seat in a lance.

    The same lots serve every call that is tried, so that what differs is the call.
    """

    drawn: Sequence[float]
    seats: Mapping[str, int]

    def of(self, lance: str, seat: str, turn: int) -> float:
        """The random number for a turn of a seat in a lance."""
        place = LANCES.index(lance) * len(self.seats) + self.seats[seat]
        return self.drawn[place * TURNS + min(turn, TURNS - 1)]


def without_cards(position: Position) -> Position:
    """The position without cards, and without signals and talk that cost nothing."""
    deal = position.deal
    bare = position.with_deal(deal.with_known_hands((None,) * len(deal.hands), kept=deal.kept))
    if bare.rulings and not any(ruling.offence for ruling in bare.rulings):
        bare = bare._replace(rulings=())
    return bare


def with_cards(position: Position, hands: Mapping[str, Hand]) -> Position:
    """The position with these hands."""
    told = tuple([hands.get(seat) for seat in position.table.seats])
    return position.with_deal(position.deal.with_known_hands(told, kept=position.deal.kept))


class TalkTrees:
    """All trees of one hand, with the order of hands and the betting model."""

    def __init__(self, variant: Variant, habits: BettingModel) -> None:
        self.variant, self.habits = variant, habits
        self.ranking: Ranking = ranking_under(variant)
        self._roots: dict[object, TalkBranch] = {}
        self._mixes: dict[object, Mix] = {}

    def forget(self) -> None:
        """Drop the trees, to begin another hand."""
        self._roots.clear()
        if len(self._mixes) > MOST_MIXES:
            self._mixes.clear()

    def root(self, position: Position) -> TalkBranch:
        """The branch of a position: the same one for the same talk, for any cards."""
        bare = without_cards(position)
        state = bare.state
        key = (bare.lance, bare.queue, bare.stones, state.closed, state.holders, str(bare.said))
        found = self._roots.get(key)
        if found is None:
            found = self._roots[key] = TalkBranch(bare)
        return found

    def mix(self, branch: TalkBranch, hand: Hand) -> Mix:
        """The mix of calls at a branch with this hand; shared between equal bettings."""
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
        """Play on with these hands to the end of the lance, or of the whole hand."""
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
                call = self.mix(branch, hands[seat]).call_for(lots.of(here, seat, turns[seat]))
                turns[seat] += 1
                branch = branch.then(call)
        return branch


TRIES = 200
"""The most draws of a hand that fits its declarations; then the deal is dropped."""
WHIM = 50
"""Calls of a thousand that follow no model."""
DECLARED_IN_TURN = ("pares", "juego")
HEAVIEST = 1_000_000
ENOUGH = 3
"""At least one in this many deals should count."""
AS_USUAL, AGAINST = 900, 150
"""How often mus or a cut agrees with the usual choice, and how often not, in thousandths."""


class Heard(NamedTuple):
    """A call as evidence about cards: its seat, its verb, and where in the betting it came.

    In the talk of mus there is no `branch`.
    """

    seat: str
    verb: str
    branch: TalkBranch | None

    def likely(self, hand: Hand, grove: TalkTrees) -> int:
        """How likely the holder of this hand makes the call, in thousandths."""
        if self.branch is None:
            usual = should_cut(hand, grove.ranking) == (self.verb == "corto")
            return AS_USUAL if usual else AGAINST
        return (
            WHIM // 4
            + (PARTS - WHIM) * grove.mix(self.branch, hand).frequency_of(self.verb) // PARTS
        )


class ImaginedDeal(NamedTuple):
    """One possible deal: every hand, the rest of the deck, and its weight."""

    hands: Mapping[str, Hand]
    left: tuple[Card, ...]
    weight: int


def random_sample(cards: Sequence[Card], number: int, random: Random) -> list[Card]:
    """A random sample of cards, by a generator that stays the same in every Python version.

    >>> from mustutor.model.cards import deck
    >>> random_sample(deck(), 3, Random(1)) == random_sample(deck(), 3, Random(1))
    True
    """
    left = list(cards)
    for place in range(number):
        other = place + int(random.random() * (len(left) - place))
        left[place], left[other] = left[other], left[place]
    return left[:number]


def evidence_in(step: Step, grove: TalkTrees) -> Heard | None:
    """A call as evidence about its seat's hand; None if the call follows from the rules."""
    position, call = step.before, step.call
    if position.lance == "mus" and call.verb in ("mus", "corto"):
        return Heard(call.seat, call.verb, None)
    if position.lance not in LANCES or position.state.auction is None:
        return None
    return Heard(call.seat, call.verb, grove.root(position))


def evidence_before(steps: Sequence[Step], grove: TalkTrees) -> list[Heard]:
    """The calls of a hand so far that are evidence about the hands held now."""
    heard: list[Heard] = []
    for step in steps:
        if step.call.seat == DECK and step.call.verb == "sirve":
            heard.clear()  # earlier calls were about cards exchanged since
        elif (told := evidence_in(step, grove)) is not None:
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
    """Imagine `number` deals that fit what a seat knows at a position."""
    seen = view(position, seat, steps)
    talk = table_talk(seen)
    own = position.hand_of(seat)
    assert own is not None, "only seats with known cards are judged"
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
    """Scale weights to a million, flattened until the effective sample is large enough.

    Otherwise the few imagined deals that explain every call would decide alone.

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
        """Imagine one deal; None if no hands were found that fit the declarations."""
        ranking = self.grove.ranking
        for seat in self.seats:
            found = self._draw_hand(seat, left)
            if found is None:
                return None
            for card in found:
                left.remove(card)
            size = self.sizes[seat]
            if size < len(found):  # the discarded rest is face down on the table
                found = list(ranking.sorted("grande", found)[:size])
            more = random_sample(left, max(size - len(found), 0), self.random)
            for card in more:
                left.remove(card)
            found += more
            hands[seat] = tuple(found)
        rest = tuple(random_sample(left, len(left), self.random))
        return ImaginedDeal(hands, rest, self._weight(hands))

    def _draw_hand(self, seat: str, left: list[Card]) -> list[Card] | None:
        """Draw a hand that fits what a seat declared; None if none was found."""
        ranking, random, has = self.grove.ranking, self.random, self.talk.has
        told = [(lance, has[lance][seat]) for lance in DECLARED_IN_TURN if seat in has[lance]]
        for _ in range(TRIES):
            hand = random_sample(left, CARDS_IN_HAND, random)
            if self.talk.exchanges:
                keep = cards_to_keep(hand, ranking, 1)
                others = [card for card in left if card not in hand]
                hand = [*keep, *random_sample(others, CARDS_IN_HAND - len(keep), random)]
            if all(ranking.has(lance, hand) == holds for lance, holds in told):
                return hand
        return None

    def _weight(self, hands: Mapping[str, Hand]) -> int:
        """How likely the holders of these hands would have made their calls."""
        weight = 1
        for one in self.heard:
            hand = hands[one.seat]
            if len(hand) == CARDS_IN_HAND:
                weight *= one.likely(hand, self.grove)
        return weight


def _sizes(position: Position) -> dict[str, int]:
    """How many cards each seat holds now."""
    dealt, deal = position.variant.number("deal.cards"), position.deal
    return {
        seat: dealt - len(thrown)
        for seat, thrown in zip(position.table.seats, deal.current_discards, strict=True)
    }
