"""Enflé, put together: what the protocol asks of a game, and what chance plays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mustutor.calls import Call
from mustutor.cards import Card
from mustutor.games import Cited, Game
from mustutor.games.enfle import PHASES, table, tricks
from mustutor.games.enfle.state import GRAMMAR
from mustutor.games.shedding_family.calls import PLAY, TAKE, play_as_meant
from mustutor.games.shedding_family.cards import FRENCH
from mustutor.position import Option, Position

if TYPE_CHECKING:
    from random import Random


def at_random(position: Position, option: Option, random: Random) -> Call:
    """One of the calls an option allows."""
    if option.verb == TAKE:
        return Call(option.seat, TAKE)
    cards = tricks.playable(position, option.seat)
    if cards is None:
        cards = tuple(
            [
                c
                for c in table.pack(position)
                if tricks.why_not(position, _played(option, c)) is None
            ]
        )
    return _played(option, cards[int(random.random() * len(cards))])


def _played(option: Option, card: Card) -> Call:
    return Call(option.seat, PLAY, cards=(card,))


GAME = Game(
    grammar=GRAMMAR,
    deck=FRENCH,
    phases=PHASES,
    cited=Cited("ENF-1", "ENF-10", dealt="ENF-6", served="ENF-6", mano="ENF-7"),
    start=table.start,
    options=tricks.options,
    why_not=tricks.why_not,
    meant=lambda position, seat, words: play_as_meant(words, tricks.playable(position, seat) or ()),
    play=tricks.play,
    settle=tricks.settle,
    next_manos=table.next_manos,
    next_hand=table.next_hand,
    taken_up=table.taken_up,
    pack=table.pack,
    deal=table.deal,
    seats=table.seats,
    at_random=at_random,
    first_mano=lambda seats, lot: seats[int(lot * len(seats))],
    pots_stay=True,
)
