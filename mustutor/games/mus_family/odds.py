"""Exact odds: how often a hand wins each lance, over every deal that fits what is known."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from mustutor.base.errors import NotationError, expect, seats_given
from mustutor.base.language import mark
from mustutor.base.register import traits
from mustutor.games import game_of
from mustutor.games.mus_family.hands import CARDS_IN_HAND, LANCES, NO_LANCES, NOT_FOUR, NOT_IN_DECK
from mustutor.games.mus_family.odds_count import SAID, Kinds, KnownHand, LanceDeals, kinds_of
from mustutor.model.cards import Card, read_hand
from mustutor.model.variant import Variant, load_variant

FEWEST_SEATS, MOST_SEATS = 2, 6

_FIVE = mark(
    "{variant} deals {cards} cards, and what each throws is their choice: no odds can be counted."
)
_SEATS = mark("Odds are for {fewest} to {most} seats, not {number}.")
_NO_SEAT = mark("{seat} is no seat: write a letter for the side and a number, as in A1 B1 A2 B2.")
_SEAT_TWICE = mark("The seat {seat} is named twice.")
_NOT_AT_TABLE = mark("There is no seat {seat} at this table: its seats are {seats}.")
_OWN_AGAIN = mark("The cards of {seat} are those of the hand itself: leave them out of the others.")
_TOO_MANY = mark("{seat} has four cards, and {number} are told.")
_TWICE = mark("{card} is named twice, and the deck has it once.")
_NO_MORE = mark("{number} cards {rank} are named, and the deck has {most}.")
_SUIT = mark("La Real depends on suits here: tell the suit of {card}.")
_NO_MAP = mark("What is known and said is a map from seats, as in {{'B1': 'RRRA'}}, not {kind}.")
_NO_WORD = mark("{word} is nothing a seat declares: a seat declares {words}.")
_BOTH = mark("{seat} cannot have declared both {word} and {other}.")
_NOT_TRUE = mark("{seat} cannot have declared {word} with the cards told.")
TOO_FEW = mark("Too few cards are left to deal: {left}, and {wanted} are wanted.")


class LanceOdds(NamedTuple):
    """A lance in numbers of deals: how often it is played, and how often it is won."""

    wins: int
    played: int


class Odds(NamedTuple):
    """The odds of a hand in each lance, in whole numbers of deals.

    `seats` are in speaking order, mano first; `cards` are the hand of `seat`, `known` the known
    cards of others, `out` cards in nobody's hand. `deals` is the number of equally likely deals of
    the unknown cards that fit the declarations. For each of `lances` it counts the deals in which
    the lance is paid, and those in which the side of `seat` has the best hand, with equal hands won
    by the seat that speaks first.
    """

    variant: str
    seats: tuple[str, ...]
    seat: str
    cards: tuple[Card, ...]
    known: Mapping[str, tuple[Card, ...]]
    out: tuple[Card, ...]
    deals: int
    lances: Mapping[str, LanceOdds]

    def __repr__(self) -> str:
        return f"<Odds {self.variant} {self.seat} {' '.join(self.cards)}, deals: {self.deals}>"

    def document(self) -> dict[str, Any]:
        """The odds as JSON."""
        return {
            **self._asdict(),
            "seats": list(self.seats),
            "cards": list(self.cards),
            "known": {seat: list(hand) for seat, hand in self.known.items()},
            "out": list(self.out),
            "lances": {lance: dict(each._asdict()) for lance, each in self.lances.items()},
        }


def odds(
    cards: str | Iterable[str],
    variant: Variant | str,
    *,
    seat: str = "",
    seats: Sequence[str] = (),
    known: Mapping[str, str | Iterable[str]] | None = None,
    out: str | Iterable[str] = (),
    said: Mapping[str, str | Iterable[str]] | None = None,
) -> Odds:
    """Count how often a hand wins each lance, over every deal of the unknown cards.

    `seats` are those of the table, mano first (by default the variant's), partners with the same
    letter; `seat` is the owner of the hand (by default mano). `known` are cards of others, all four
    or some; `out` cards in nobody's hand; `said` what seats declared: ``pares``, ``no_pares``,
    ``juego``, ``no_juego``. Discards and bets are not interpreted. Raises `NotationError` for
    impossible input.

    >>> from mustutor.model.variant import load_variant
    >>> against_one = odds("R R R A", load_variant("fournier"), seats=("A", "B"))
    >>> against_one.deals, against_one.lances["juego"]
    (58905, LanceOdds(wins=58905, played=58905))
    """
    variant = load_variant(variant)
    refuse_variant(variant)
    table = seats_given(seats, seat) or game_of(variant.game).rules.seats(variant, 0)
    _refuse_seats(table)
    own = seat or table[0]
    for told in (known, said):
        expect(told, (Mapping, type(None)), _NO_MAP)
    hand = read_hand(cards)
    if len(hand) != CARDS_IN_HAND:
        raise NotationError(NOT_FOUR, number=len(hand))
    others = {other: read_hand(held) for other, held in (known or {}).items()}
    gone = read_hand(out)
    declared = {
        who: frozenset(words.split() if isinstance(words, str) else seats_given(words))
        for who, words in (said or {}).items()
    }
    for named in (own, *others, *declared):
        if named not in table:
            raise NotationError(_NOT_AT_TABLE, seat=named, seats=" ".join(table))
    if own in others:
        raise NotationError(_OWN_AGAIN, seat=own)
    kinds = kinds_of(variant)
    held = {own: hand, **others}
    left = remaining_cards(kinds, held, gone)
    return Odds(
        variant.id,
        table,
        own,
        hand,
        others,
        gone,
        *_count_deals(kinds, table, own, held, declared, left),
    )


def deals_unbeaten(
    cards: Sequence[Card], variant: Variant, lance: str, rivals: int, *, mano: bool
) -> LanceOdds:
    """Count the deals in which none of `rivals` hands beats a hand at grande or chica.

    Who is not `mano` speaks after all of them, and loses to an equal hand.

    >>> from mustutor.model.variant import load_variant
    >>> fournier = load_variant("fournier")
    >>> deals_unbeaten(read_hand("R R C A"), fournier, "grande", 1, mano=True)
    LanceOdds(wins=57345, played=58905)
    >>> odds("R R C A", fournier, seats=("A", "B")).lances["grande"]
    LanceOdds(wins=57345, played=58905)
    """
    kinds = kinds_of(variant)
    dealt = LanceDeals(kinds, lance, remaining_cards(kinds, {"": cards}, ()))
    hands, ours = [KnownHand(tuple(cards))], [True]
    hands[mano:mano] = [KnownHand()] * rivals
    ours[mano:mano] = [False] * rivals
    return LanceOdds(dealt.wins(hands, ours), dealt.deals(hands))


def refuse_variant(variant: Variant) -> None:
    """Refuse rules under which hands cannot be counted: without lances, or with five cards."""
    if "lances" not in traits(variant.game):
        raise NotationError(NO_LANCES, game=variant.game)
    dealt = variant.number("deal.cards")
    if dealt != CARDS_IN_HAND:
        raise NotationError(_FIVE, variant=variant.id, cards=dealt)


def _refuse_seats(table: tuple[str, ...]) -> None:
    if not FEWEST_SEATS <= len(table) <= MOST_SEATS:
        raise NotationError(_SEATS, fewest=FEWEST_SEATS, most=MOST_SEATS, number=len(table))
    for seat in table:
        if not re.fullmatch("[A-Z][1-9]?", seat):
            raise NotationError(_NO_SEAT, seat=seat)
        if table.count(seat) > 1:
            raise NotationError(_SEAT_TWICE, seat=seat)


def remaining_cards(
    kinds: Kinds, held: Mapping[str, Sequence[Card]], out: Sequence[Card]
) -> tuple[int, ...]:
    """The number of cards left in each group; raises NotationError for an impossible deal."""
    for seat, hand in held.items():
        if len(hand) > CARDS_IN_HAND:
            raise NotationError(_TOO_MANY, seat=seat, number=len(hand))
    told = [*(card for hand in held.values() for card in hand), *out]
    deck = Counter(card.rank for group in kinds.groups for card in group)
    for card in told:
        if not deck[card.rank]:
            raise NotationError(NOT_IN_DECK, card=str(card))
        if card not in kinds.group_of:
            raise NotationError(_SUIT, card=str(card))
        if card.suit and told.count(card) > 1:
            raise NotationError(_TWICE, card=str(card))
    for rank, number in Counter(card.rank for card in told).items():
        if number > deck[rank]:
            raise NotationError(_NO_MORE, rank=rank, number=number, most=deck[rank])
    return kinds.left(told)


def _count_deals(
    kinds: Kinds,
    table: tuple[str, ...],
    own: str,
    held: Mapping[str, tuple[Card, ...]],
    said: Mapping[str, frozenset[str]],
    left: tuple[int, ...],
) -> tuple[int, dict[str, LanceOdds]]:
    """Count all deals and, for each lance, those in which it is played and won by a side."""
    for seat, words in said.items():
        _refuse_words(kinds, seat, words, held.get(seat, ()))
    hands = [KnownHand(held.get(seat, ()), said.get(seat, frozenset())) for seat in table]
    wanted = sum([CARDS_IN_HAND - len(hand.cards) for hand in hands])
    if wanted > sum(left):
        raise NotationError(TOO_FEW, left=sum(left), wanted=wanted)
    dealt = {lance: LanceDeals(kinds, lance, left) for lance in LANCES}
    ours = [seat[0] == own[0] for seat in table]
    return dealt["grande"].deals(hands), {
        lance: LanceOdds(each.wins(hands, ours), each.played(hands))
        for lance, each in dealt.items()
    }


def _refuse_words(kinds: Kinds, seat: str, words: frozenset[str], cards: Sequence[Card]) -> None:
    for word in sorted(words):
        if word not in SAID:
            raise NotationError(_NO_WORD, word=word, words=", ".join(SAID))
        if f"no_{word}" in words:
            raise NotationError(_BOTH, seat=seat, word=word, other=f"no_{word}")
        if len(cards) == CARDS_IN_HAND and not SAID[word](kinds.ranking.classify(cards)):
            raise NotationError(_NOT_TRUE, seat=seat, word=word)
