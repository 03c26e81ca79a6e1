"""How the players of the house play Enflé, at each level, and what a puzzle imagines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from mustutor.games.drill import puzzle_theme
from mustutor.games.enfle.rules import EnfleState
from mustutor.games.seat_view import SeatView
from mustutor.games.shedding_family.cards import CARD, PLAY, card_speaker, strength
from mustutor.model.cards import Card
from mustutor.model.position import Position, Step

LONG, LACKED = 3, 5
"""So much likelier a longer suit is led (a power of its cards), and one the next player lacks."""


def _in_tricks(view: SeatView, cards: Sequence[Card], random: Random) -> str:
    """Lead the suit of which the others have fewest; follow with the highest, to lead again."""
    own = Counter(card[1] for card in view.hand)
    gone = Counter(card[1] for call in view.calls for card in CARD.findall(call))
    leads = len(cards) == len(view.hand)
    if not leads:
        return f"{PLAY} {max(cards, key=strength)}"
    fullest = max(own[card.suit] + gone[card.suit] for card in cards)
    leading = [card for card in cards if own[card.suit] + gone[card.suit] == fullest]
    return f"{PLAY} {min(leading, key=lambda card: (strength(card), random.random()))}"


def _by_lot(view: SeatView, cards: Sequence[Card], random: Random) -> str:
    """Follow with the lowest; lead at random, preferring a long suit or one the next lacks.

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
    return f"{PLAY} {min(cards, key=strength)}"


BOT = card_speaker(club=_in_tricks, master=_by_lot)


# --- puzzles --------------------------------------------------------------------------------

FEW = 3
"""Cards with which somebody is nearly out."""


def _few_left(position: Position, _: Sequence[Step]) -> bool:
    """Whether the speaker and somebody else have few cards left."""
    left = dict(zip(position.table.seats, position.state.left, strict=True))
    least = min([left[seat] for seat in position.queue[1:]], default=FEW)
    return left[position.speaker] <= FEW + 1 and least < FEW


PUZZLES = (puzzle_theme("enfle", _few_left),)
"""The theme of the puzzles of Enflé."""
