"""Which card to play where hands are played out, and what is said with it.

The rules say what may be played (`SeatView.why_not`); here is only which of it to choose.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

from mustutor.cards import Card
from mustutor.games.mau_mau.state import JACK, points
from mustutor.games.shedding_family.calls import CALLING, ONE_CARD, PLAY
from mustutor.games.shedding_family.cards import FRENCH
from mustutor.register import traits
from mustutor.seatview import SeatView

CARD = re.compile("[2-9TJQKA][cdhs]")
NEXT_TO_LAST = 2

Choice = Callable[[SeatView, Sequence[Card], Random], str]


def card_to_play(view: SeatView, random: Random) -> str:
    """The card a player plays, with what belongs to it; where none may be, what may be said."""
    if all(option.verb != PLAY for option in view.options):
        return view.options[0].verb
    has = traits(view.variant.game)
    ways = next(choose for trait, choose in _BY_TRAIT.items() if trait in has)
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
    own = Counter(card[1] for card in view.hand)
    card = max(
        cards,
        key=lambda card: (card.rank != JACK, points(card), own[card.suit], random.random()),
    )
    called = ""
    if card.rank == JACK and len(view.hand) > 1:
        left = Counter(other[1] for other in view.hand if other[0] != JACK)
        wanted = max((suit for suit in FRENCH.suits if suit != card.suit), key=left.__getitem__)
        called = f" {CALLING} {wanted}"
    one = f" {ONE_CARD}" if len(view.hand) == NEXT_TO_LAST else ""
    return f"{PLAY} {card}{called}{one}"


_BY_TRAIT: dict[str, Choice] = {
    "tricks_taken_up": _in_tricks,
    "upcard_matched": _on_the_upcard,
}


def _height(card: Card) -> int:
    return FRENCH.ranks.index(card.rank)
