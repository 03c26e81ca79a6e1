"""The fifty-two French-suited cards, and what hands of them are when they are not all known."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from mustutor.cards import Card, Deck
from mustutor.language import Language
from mustutor.position import Hand

FRENCH = Deck(
    {
        "2": "2 two deuce dos deux",
        "3": "3 three tres trois",
        "4": "4 four cuatro quatre",
        "5": "5 five cinco cinq",
        "6": "6 six seis",
        "7": "7 seven siete sept",
        "8": "8 eight ocho huit",
        "9": "9 nine nueve neuf",
        "T": "t 10 ten diez dix",
        "J": "j jack knave jota sota valet",
        "Q": "q queen reina dama dame reine",
        "K": "k king rey roi",
        "A": "a 1 ace as",
    },
    {
        "c": "c ♣ club clubs trebol treboles trefle trefles",
        "d": "d ♦ diamond diamonds diamante diamantes carreau carreaux",
        "h": "h ♥ heart hearts corazon corazones coeur coeurs cœur cœurs",
        "s": "s ♠ spade spades pica picas pique piques",
    },
)
"""All of them; the shuffle starts from 2c 3c … Ac 2d … As."""

Seats = Sequence[str]


def strength(card: Card) -> int:
    """How high a card is in its suit: the ace is highest (ENF-3).

    >>> strength(Card("Ah")) > strength(Card("Kh")) > strength(Card("2h"))
    True
    """
    return FRENCH.ranks.index(card.rank)


def without(cards: Hand, gone: Iterable[Card]) -> Hand:
    """A hand without some of its cards, in its order.

    >>> without((Card("7h"), Card("Jc")), [Card("7h")])
    ('Jc',)
    """
    left = list(cards)
    for card in gone:
        if card in left:
            left.remove(card)
    return tuple(left)


def changed(things: tuple[Hand, ...], place: int, hand: Hand) -> tuple[Hand, ...]:
    """The hands of a table when one of them is another."""
    return (*things[:place], hand, *things[place + 1 :])


def from_mano(seats: tuple[str, ...], first: str) -> tuple[str, ...]:
    """Seats in the order of turns from one of them on.

    >>> from_mano(("A", "B", "C"), "B")
    ('B', 'C', 'A')
    """
    place = seats.index(first)
    return seats[place:] + seats[:place]


@cache
def ranks(tongue: Language) -> dict[str, str]:
    """The name of each rank."""
    return {
        "2": tongue.term("french rank", "two"),
        "3": tongue.term("french rank", "three"),
        "4": tongue.term("french rank", "four"),
        "5": tongue.term("french rank", "five"),
        "6": tongue.term("french rank", "six"),
        "7": tongue.term("french rank", "seven"),
        "8": tongue.term("french rank", "eight"),
        "9": tongue.term("french rank", "nine"),
        "T": tongue.term("french rank", "ten"),
        "J": tongue.term("french rank", "jack"),
        "Q": tongue.term("french rank", "queen"),
        "K": tongue.term("french rank", "king"),
        "A": tongue.term("french rank", "ace"),
    }


@cache
def suits(tongue: Language) -> dict[str, str]:
    """The name of each suit."""
    return {
        "c": tongue.term("french suit", "clubs"),
        "d": tongue.term("french suit", "diamonds"),
        "h": tongue.term("french suit", "hearts"),
        "s": tongue.term("french suit", "spades"),
    }
