"""The talk of mus played on: who cuts, what is thrown, and the cards served from what is left."""

from __future__ import annotations

from collections.abc import Sequence

from mustutor import games
from mustutor.calls import DECK, Call, served
from mustutor.cards import Card, deck
from mustutor.games.mus_family.lances import TALKED
from mustutor.games.mus_family.ranking import Ranking
from mustutor.players.imagine import cuts, kept, thrown
from mustutor.position import Option, Position

KING, KING_AND_ACE, FIGURES = "R", "RA", "RCS"
MOST_EXCHANGES = 1
"""After so many exchanges somebody cuts, where the talk is played on."""


def usual_throw(ranking: Ranking, hand: Sequence[Card], may: dict[str, Option]) -> Call:
    """What is mostly thrown: all but kings and what is paired.

    >>> from mustutor import load_variant
    >>> from mustutor.cards import read_hand
    >>> from mustutor.games.mus_family.ranking import ranking_of
    >>> fournier = ranking_of(load_variant("fournier").rules)
    >>> may = {"descarto": Option("A1", "descarto", 1, 4)}
    >>> str(usual_throw(fournier, read_hand("Ro 3c 7e 4b"), may))
    'A1 descarto 7e 4b'
    """
    option = may["descarto"]
    least = 0 if "servido" in may else option.least
    cards = thrown(hand, kept(hand, ranking, least), ranking, least, option.most)
    return Call(option.seat, "descarto", cards=cards) if cards else Call(option.seat, "servido")


def throws(ranking: Ranking, hand: Sequence[Card], may: dict[str, Option]) -> list[Call]:
    """The throws worth trying: what is mostly thrown, all but kings, all but pairs, and so on."""
    usual, option = usual_throw(ranking, hand, may), may["descarto"]
    rank = [ranking.effective(card) for card in hand]
    keeps = (
        [one == KING for one in rank],
        [rank.count(one) > 1 for one in rank],
        [one in KING_AND_ACE for one in rank],
        [one in FIGURES for one in rank],
    )
    found = [usual]
    for keep in keeps:
        cards = tuple([card for card, stays in zip(hand, keep, strict=True) if not stays])
        call = Call(option.seat, "descarto", cards=cards) if cards else None
        if call is None and "servido" in may:
            call = Call(option.seat, "servido")
        fits = call is not None and (not cards or option.least <= len(cards) <= option.most)
        if call is not None and fits and not any(same_throw(call, other) for other in found):
            found.append(call)
    return found


def same_throw(one: Call, other: Call) -> bool:
    """Whether two calls throw the same cards."""
    return one.verb == other.verb and sorted(one.cards) == sorted(other.cards)


def talked(position: Position, left: Sequence[Card], ranking: Ranking) -> Position:
    """The moment when the lances begin, played on from the talk; `left` are served in order."""
    game = games.game_of(position.variant.game)
    stock, begun = list(left), position.deal.discards
    while position.lance in TALKED and position.queue:
        seat = position.speaker
        if seat == DECK:
            position = game.play(position, _served(position, stock))
            continue
        may = {option.verb: option for option in game.options(position)}
        hand = position.hand_of(seat)
        assert hand is not None, "who plays on knows every hand"
        if "descarto" in may:
            position = game.play(position, usual_throw(ranking, hand, may))
        else:
            enough = position.deal.discards - begun >= MOST_EXCHANGES
            cut = "corto" in may and (enough or cuts(hand, ranking))
            position = game.play(position, Call(seat, "corto" if cut else "mus"))
    return position


def _served(position: Position, stock: list[Card]) -> Call:
    """As many cards for each as were thrown; what is taken is no longer in the stock.

    Where it runs out, what nobody holds comes back, in the order of the deck.
    """
    deal, hands = position.deal, {}
    if len(stock) < sum(map(len, deal.thrown)):
        gone = {card for hand in deal.hands for card in hand or ()}.union(stock)
        every = deck(position.variant.several("deck.removed_ranks"))
        stock += [card for card in every if card not in gone]
    for seat, aside in zip(position.table.seats, deal.thrown, strict=True):
        if aside:
            hands[seat] = tuple(stock[: len(aside)])
            del stock[: len(aside)]
    return served(hands)
