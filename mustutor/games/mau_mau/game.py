"""Mau-Mau, put together: what the protocol asks of a game, and what chance plays."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from mustutor.calls import Call
from mustutor.games import Cited, Game
from mustutor.games.mau_mau import PHASES, settlement, table, turns
from mustutor.games.mau_mau.state import GRAMMAR, JACK
from mustutor.games.shedding_family.calls import CALLING, DRAW, ONE_CARD, PASS, PLAY, play_as_meant
from mustutor.games.shedding_family.cards import FRENCH
from mustutor.position import Option, Position

if TYPE_CHECKING:
    from random import Random


def at_random(position: Position, option: Option, random: Random) -> Call:
    """One of the calls an option allows."""
    seat = option.seat
    if option.verb != PLAY:
        return Call(seat, option.verb)
    cards = turns.playable(position, seat)
    if not cards:  # nobody told the hand
        all_ = [Call(seat, PLAY, cards=(card,)) for card in FRENCH.cards()]
        return next(call for call in all_ if turns.why_not(position, call) is None)
    card = cards[int(random.random() * len(cards))]
    played = [card]
    place = position.table.seats.index(seat)
    jacks = [c for c in table.held(position, place) if c.rank == JACK and c != card]
    if card.rank == JACK and jacks and random.random() < 0.5:
        played.append(jacks[0])
    words = []
    left = position.state.left[place] - len(played)
    if card.rank == JACK and left and random.random() < 0.8:
        others = [suit for suit in FRENCH.suits if suit != played[-1].suit]
        words.append(f"{CALLING} {others[int(random.random() * len(others))]}")
    if left == 1 and random.random() < 0.9:
        words.append(ONE_CARD)
    return Call(seat, PLAY, cards=tuple(played), word=" ".join(words))


GAME = Game(
    grammar=GRAMMAR,
    deck=FRENCH,
    phases=PHASES,
    cited=Cited("MAU-1", "MAU-8", dealt="MAU-6", served="MAU-9", mano="MAU-5"),
    start=table.start,
    options=turns.options,
    why_not=turns.why_not,
    meant=lambda position, seat, words: play_as_meant(words, turns.playable(position, seat)),
    play=turns.play,
    settle=settlement.settle,
    next_manos=table.next_manos,
    next_hand=table.next_hand,
    taken_up=table.taken_up,
    told=table.told,
    pack=table.pack,
    deal=table.deal,
    stocked=table.stocked,
    of_stock=table.of_stock,
    drawn=table.drawn,
    draws=frozenset((DRAW,)),
    drew=table.drew,
    unseen=table.unseen,
    shows=table.shows,
    seats=table.seats,
    at_random=at_random,
    chances=MappingProxyType({PLAY: 300, DRAW: 1, PASS: 1}),
    first_mano=lambda seats, lot: seats[int(lot * len(seats))],
    below_zero=True,
)
