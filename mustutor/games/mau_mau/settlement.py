"""What a hand of Mau-Mau comes to: the cards left, doubled or quadrupled, and the penalties."""

from __future__ import annotations

from collections.abc import Iterator

from mustutor.cards import Card
from mustutor.games.mau_mau import ROUND
from mustutor.games.mau_mau.state import Left, Pile, Reneged, points
from mustutor.games.mau_mau.table import held
from mustutor.games.shedding_family.cards import FRENCH
from mustutor.ledger import BANK, Entry
from mustutor.position import Hand, Open, Position

PENALTY = 50
"""What drawing though able to play costs, once a turn (MAU-11)."""

SPADES = "s"


def settle(position: Position) -> tuple[Position, tuple[Open, ...]]:
    """Score the cards the other was left with (MAU-4, MAU-19), and charge what is to be charged.

    Where those cards or the starter are not known it waits for them; where nobody can tell
    whether somebody was able to play when he drew, it waits for that hand.
    """
    if position.lance != "showdown":
        return position, ()
    state: Pile = position.state
    winner = state.shed
    loser = position.table.seats[1 - position.table.seats.index(winner)]
    cards = _cards_left(position, loser)
    if cards is None or state.starter is None:
        return position, (Open(ROUND, (loser,), _at_least(position, loser)),)
    scored = tuple(_scored(position, winner, loser, cards))
    done = state._replace(over=(ROUND,))
    waiting = tuple([Open(ROUND, (s,), 0) for s in position.order if s in state.unproved])
    if waiting:
        return position.closing("showdown", scored, done), waiting
    return _won(position.closing("end", (*scored, *_charged(state)), done)), ()


def _cards_left(position: Position, seat: str) -> Hand | None:
    """The hand of whoever was not first; None where it is not all known."""
    place = position.table.seats.index(seat)
    cards = held(position, place)
    laid: Hand | None = position.state.laid[place]
    return cards if len(cards) == position.state.left[place] else laid


def _scored(position: Position, winner: str, loser: str, cards: Hand) -> Iterator[Entry]:
    state: Pile = position.state
    worth = tuple([points(card) for card in cards])
    because = Left(loser, cards, worth, state.starter, state.jacks)
    total = sum(worth)
    scored = Entry(ROUND, "showdown", "cards", BANK, winner, total, "MAU-19", because)
    yield scored
    spade = state.starter is not None and state.starter.suit == SPADES
    both = position.variant.word("mau_mau.multipliers") == "product"
    if spade and (both or not state.jacks):
        yield scored._replace(item="double", rule="MAU-20")
        total *= 2
    if state.jacks:
        yield scored._replace(item="quadruple", rule="MAU-21", stones=3 * total)


def _charged(state: Pile) -> Iterator[Entry]:
    for seat in state.reneged:
        because = Reneged(seat)
        yield Entry(ROUND, "showdown", "penalty", seat, BANK, PENALTY, "MAU-11", because)


def _won(end: Position) -> Position:
    """The match is won by whoever has reached the target (MAU-3)."""
    target = end.variant.number("mau_mau.target")
    winner = next((seat for seat in end.table.seats if end.stones_of(seat) >= target), "")
    if not winner:
        return end
    table = end.table
    won = tuple([n + (s == winner) for s, n in zip(table.seats, table.games, strict=True)])
    return end._replace(winner=winner, table=table._replace(games=won))


def _at_least(position: Position, seat: str) -> int:
    """The fewest points the hand nobody has told can be worth."""
    place = position.table.seats.index(seat)
    known = held(position, place)
    out = {*position.deal.heap, *known, *held(position, 1 - place), position.state.upcard}
    rest: list[Card] = [card for card in FRENCH.cards() if card not in out]
    unknown = position.state.left[place] - len(known)
    least = sorted(map(points, rest))[:unknown]
    return sum(map(points, known)) + sum(least)
