"""Which card to play where hands are played out, and what is said with it.

The rules say what may be played (`SeatView.why_not`); here is only which of it to choose.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random

from mustutor.base.register import traits
from mustutor.games.enfle.rules import EnfleState
from mustutor.games.mau_mau.table import JACK, OWED, MauMauState, points
from mustutor.games.seat_view import SeatView
from mustutor.games.shedding_family.cards import CALLING, FRENCH, ONE_CARD, PLAY
from mustutor.model.cards import Card

CARD = re.compile("[2-9TJQKA][cdhs]")
NEXT_TO_LAST = 2
LONG, LACKED = 3, 5
"""So much likelier a longer suit is led (a power of its cards), and one the next player lacks."""
TURN = 3.0
"""What a turn of the other is worth that passes without a card played, in pairs of cards of a
suit that one can go on with."""
HARDLY_ANY = 4
"""Where fewer cards are left to draw, one plays anything: draws are then what was just played, and
two who always played their best card went round for ever, one hand in two hundred."""

Choice = Callable[[SeatView, Sequence[Card], Random], str]


def card_to_play(view: SeatView, random: Random, *, best: bool = False) -> str:
    """The card a player plays, with what belongs to it; where none may be, what may be said.

    As the `best` of the house plays, or else as one does at the club.
    """
    if all(option.verb != PLAY for option in view.options):
        return view.options[0].verb
    has = traits(view.variant.game)
    ways = next(choose[best] for trait, choose in _BY_TRAIT.items() if trait in has)
    hand = FRENCH.read_all(view.hand)
    may = [card for card in hand if view.why_not(f"{PLAY} {card}") is None]
    return ways(view, may, random)


def _in_tricks(view: SeatView, cards: Sequence[Card], random: Random) -> str:
    """Lead the suit of which the others have fewest; follow with the highest, to lead again."""
    own = Counter(card[1] for card in view.hand)
    gone = Counter(card[1] for call in view.calls for card in CARD.findall(call))
    leads = len(cards) == len(view.hand)
    if not leads:
        return f"{PLAY} {max(cards, key=_height)}"
    fullest = max(own[card.suit] + gone[card.suit] for card in cards)
    leading = [card for card in cards if own[card.suit] + gone[card.suit] == fullest]
    return f"{PLAY} {min(leading, key=lambda card: (_height(card), random.random()))}"


def _on_the_upcard(view: SeatView, cards: Sequence[Card], random: Random) -> str:
    """Keep jacks for need, and play what would count most, in the suit one has most of."""
    cards = _anything(view, cards, random)
    own = Counter(card[1] for card in view.hand)
    card = max(
        cards,
        key=lambda card: (card.rank != JACK, points(card), own[card.suit], random.random()),
    )
    wanted = ""
    if card.rank == JACK:
        left = Counter(other[1] for other in view.hand if other[0] != JACK)
        wanted = max((suit for suit in FRENCH.suits if suit != card.suit), key=left.__getitem__)
    return _played(view, card, wanted)


def _anything(view: SeatView, cards: Sequence[Card], random: Random) -> Sequence[Card]:
    """The cards to choose from: one by lot where hardly any is left to draw."""
    left = view.position.deal.stock + len(view.position.deal.earlier_discards)
    return [random.choice(cards)] if left < HARDLY_ANY else cards


def _played(view: SeatView, card: Card, wanted: str) -> str:
    """The words a card is played with."""
    called = f" {CALLING} {wanted}" if card.rank == JACK and len(view.hand) > 1 else ""
    one = f" {ONE_CARD}" if len(view.hand) == NEXT_TO_LAST else ""
    return f"{PLAY} {card}{called}{one}"


def _by_lot(view: SeatView, cards: Sequence[Card], random: Random) -> str:
    """Follow with the lowest; lead by lot, and rather a long suit, or one the next player lacks.

    Where everybody always leads what the others lack, cards go in a circle and nobody is rid of
    any. Whoever keeps some of every suit can follow, and lets the others take up.
    """
    state: EnfleState = view.position.state
    if not state.trick:
        after = view.seats.index(view.position.queue[1])
        lacked = state.lacks[after] - {card.suit for card in state.taken[after]}
        own = Counter(card.suit for card in cards)
        often = [held**LONG * (LACKED if suit in lacked else 1) for suit, held in own.items()]
        (led,) = random.choices(list(own), often)
        cards = [card for card in cards if card.suit == led]
    return f"{PLAY} {min(cards, key=_height)}"


def _against_the_other(view: SeatView, cards: Sequence[Card], random: Random) -> str:
    """Play what the other can hardly answer, who draws then; keep two jacks to go out with."""
    if len(view.hand) == NEXT_TO_LAST and all(card[0] == JACK for card in view.hand):
        first = cards[0]
        return " ".join((PLAY, first, *(card for card in view.hand if card != first)))
    cards = _anything(view, cards, random)
    own = Counter(card[1] for card in view.hand)
    unanswered = _unanswered(view)

    def worth(card: Card, suit: str) -> tuple[bool, float, float]:
        passes = 1.0 if card.rank in OWED else unanswered[suit]
        left = own[suit] - (suit == card.suit)
        return card.rank != JACK, TURN * passes + left / 2, random.random()

    ways = [
        (card, suit)
        for card in cards
        for suit in FRENCH.suits
        if (suit == card.suit) != (card.rank == JACK)
    ]
    return _played(view, *max(ways, key=lambda way: worth(*way)))


def _unanswered(view: SeatView) -> Mapping[str, float]:
    """How likely the other has nothing of each suit, by the cards that have been seen."""
    state: MauMauState = view.position.state
    fallen = [card for call in view.calls for card in CARD.findall(call)]
    if state.starter is not None:
        fallen.insert(0, state.starter)
    lying = fallen[
        -len(view.position.deal.earlier_discards) - 1 :
    ]  # the others are in the stock again
    seen = {*lying, *view.hand}
    count = Counter(card[1] for card in seen)
    unseen = len(FRENCH.cards()) - len(seen)
    other = state.left[1 - view.seats.index(view.seat)]
    each = len(FRENCH.ranks)
    return {suit: (1 - (each - count[suit]) / unseen) ** other for suit in FRENCH.suits}


_BY_TRAIT: dict[str, tuple[Choice, Choice]] = {
    "tricks_taken_up": (_in_tricks, _by_lot),
    "upcard_matched": (_on_the_upcard, _against_the_other),
}


def _height(card: Card) -> int:
    return FRENCH.ranks.index(card.rank)
