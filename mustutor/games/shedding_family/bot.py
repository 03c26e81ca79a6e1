"""Which card to play where hands are played out: what the players of both games share.

The rules say what may be played (`SeatView.why_not`); a game says only which of it to choose.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

from mustutor.games.bot import Speaker, random_speaker
from mustutor.games.seat_view import SeatView
from mustutor.games.shedding_family.cards import FRENCH, PLAY
from mustutor.model.cards import Card

CARD = re.compile("[2-9TJQKA][cdhs]")

Choice = Callable[[SeatView, Sequence[Card], Random], str]
"""The words of the card that is played, of those a seat may play."""


def card_speaker(club: Choice, master: Choice) -> Callable[[str, Random], Speaker]:
    """The part `BOT` of a game, by how cards are chosen at the club, and by a master.

    A beginner plays any card that may be played.
    """

    def speaker(level: str, random: Random) -> Speaker:
        if level == "easy":
            return random_speaker(level, random)
        choose = master if level == "master" else club

        def speak(view: SeatView) -> str:
            if all(option.verb != PLAY for option in view.options):
                return view.options[0].verb
            hand = FRENCH.read_all(view.hand)
            may = [card for card in hand if view.why_not(f"{PLAY} {card}") is None]
            return choose(view, may, random)

        return speak

    return speaker
