"""How the bots play Mau-Mau at each level, and what may be said with a card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import permutations
from random import Random

from mustutor.games.actions import CardActions
from mustutor.games.mau_mau.table import JACK, OWED, MauMauState, points
from mustutor.games.seat_view import SeatView
from mustutor.games.shedding_family.cards import CALLING, CARD, FRENCH, ONE_CARD, PLAY, card_speaker
from mustutor.model.calls import Call
from mustutor.model.cards import Card

NEXT_TO_LAST = 2
TURN = 3.0
"""What a turn of the other is worth that passes without a card played, in pairs of cards of a
suit that one can go on with."""
HARDLY_ANY = 4
"""Where fewer cards are left to draw, one plays anything: draws are then what was just played, and
two who always played their best card went round for ever, one hand in two hundred."""


def _on_the_upcard(view: SeatView, cards: Sequence[Card], random: Random) -> str:
    """Keep jacks for need, and play what would count most, in the suit one has most of."""
    cards = _anything(view, cards, random)
    own = Counter(card[1] for card in view.hand)
    card = max(
        cards, key=lambda card: (card.rank != JACK, points(card), own[card.suit], random.random())
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


BOT = card_speaker(club=_on_the_upcard, master=_against_the_other)


def _ways(cards: Sequence[Card]) -> list[tuple[tuple[Card, ...], str]]:
    """Every way to play: a card; a jack or two, and the suit that the last asks for."""
    jacks = [card for card in cards if card.rank == JACK]
    ways: list[tuple[tuple[Card, ...], str]] = [((card,), "") for card in cards]
    for played in [*permutations(jacks, 1), *permutations(jacks, 2)]:
        ways += [(played, f"{CALLING} {suit}") for suit in FRENCH.suits if played[-1].suit != suit]
        ways += [(played, "")] if len(played) > 1 else []
    return ways


def _with_one_card(call: Call, hand: Sequence[Card]) -> Call:
    """The call with what nobody would choose to forget: that one card is left."""
    if len(hand) - len(call.cards) != 1:
        return call
    return call._replace(word=" ".join(filter(None, (call.word, ONE_CARD))))


ACTIONS = CardActions(_ways, _with_one_card)
