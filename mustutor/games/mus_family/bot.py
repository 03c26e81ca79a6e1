"""How the players of the house play Mus and Encaje, at each level.

What may be said, the view of the seat tells them.
"""

from __future__ import annotations

from random import Random

from mustutor import games
from mustutor.games.bot import Speaker, random_words
from mustutor.games.mus_family.bot_lances import CLUB, MASTER, LancePlayer, signals_seen
from mustutor.games.mus_family.bot_trained import Shown, TablePlayer, plays, shown_by
from mustutor.games.mus_family.hands import LANCES, classify
from mustutor.games.seat_view import SeatView

TRUSTS = 0.65
"""How good a hand must be among all there are for a bet, as the share it beats."""
ANSWERS = 0.5
RAISES = 0.93
DARES = 0.97
MOODS = 0.12
"""How far the judgement of a hand may be off, to either side."""


class _Beginner:
    """Bets what looks good, sees what looks fair, cuts with juego, and keeps kings and pairs."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def speak(self, view: SeatView) -> str:
        """Say a call by the look of the own cards."""
        may = {option.verb: option for option in view.options}
        if view.lance in LANCES and {"paso", "envido", "quiero"} & may.keys():
            return self._bet(view)
        if "mus" in may:
            return self._mus(view, list(may))
        if "descarto" in may:
            return self._throw(view)
        return random_words(view, self._random)

    def _bet(self, view: SeatView) -> str:
        may = {option.verb: option for option in view.options}
        trust = hand_strength(view) + self._random.uniform(-MOODS, MOODS)
        if trust > DARES and "ordago" in may and self._random.random() < 0.1:
            return "ordago"
        if "quiero" in may:
            if trust > RAISES and "subo" in may and self._random.random() < 0.4:
                return f"subo a {may['subo'].least}"
            return "quiero" if trust > ANSWERS else "no quiero"
        if trust > TRUSTS and "envido" in may:
            return f"envido {may['envido'].least}"
        return "paso" if "paso" in may else random_words(view, self._random)

    def _mus(self, view: SeatView, verbs: list[str]) -> str:
        hand = classify(view.hand, view.variant)
        good = hand.juego or hand.pares in ("medias", "duples")
        others = [verb for verb in verbs if verb != "mus"]
        return others[0] if good and others else "mus"

    def _throw(self, view: SeatView) -> str:
        deck = games.game_of(view.variant.game).chance.deck
        ranks = [deck.read(card).rank for card in view.hand]
        loose = [
            card
            for card, rank in zip(view.hand, ranks, strict=True)
            if rank not in "R3" and ranks.count(rank) == 1
        ]
        thrown = loose or [self._random.choice(view.hand)]
        words = f"descarto {' '.join(thrown)}"
        return words if view.why_not(words) is None else random_words(view, self._random)


def hand_strength(view: SeatView) -> float:
    """How good the own hand is in the lance that is played: the share of hands it beats.

    A hand that has none of what the lance is about beats nobody.

    >>> from mustutor.games.player import Player
    >>> from mustutor.model.variant import load_variant
    >>> from mustutor.games import start
    >>> from mustutor.games.seat_view import view
    >>> table = start(load_variant("fournier"), seats=("A1", "B1", "A2", "B2"), mano="A1")
    >>> hand = Player(table).deal({"A1": "Ro Rc Re 3b".split()}).hear("A1 corto")
    >>> hand_strength(view(hand.position, "A1", hand.steps))
    1.0
    """
    hand = classify(view.hand, view.variant)
    place, of = {
        "grande": (hand.grande_place, hand.grande_of),
        "chica": (hand.chica_place, hand.chica_of),
        "pares": (hand.pares_place, hand.pares_of),
        "juego": (hand.juego_place, hand.juego_of),
        "punto": (hand.punto_place, hand.punto_of),
    }[view.lance]
    return 1 - (place - 1) / of if place else 0.0


def lance_speaker(level: str, random: Random) -> Speaker:
    """The part `BOT` of Mus and Encaje: who plays at each level.

    A beginner looks at the own cards. At the club one imagines the hands of the others, listens to
    what they say, and bluffs. A master plays mixed strategies that were computed beforehand, where
    there are tables (`trained`) for it, and elsewhere as at the club, with more care.
    """
    if level == "easy":
        return _Beginner(random).speak
    if level == "club":
        return LancePlayer(CLUB, random).speak
    tables, lances = TablePlayer(random), LancePlayer(MASTER, random)

    def speak(view: SeatView) -> str:
        if plays(view.position):
            call = tables.call(view.position, view.seat, _shown(view))
            words = games.game_of(view.variant.game).words.grammar.written(call)
            if view.why_not(words) is None:
                return words
        return lances.speak(view)

    return speak


BOT = lance_speaker


def _shown(view: SeatView) -> Shown:
    """What the partners have signalled of their hands."""
    table = view.position.table
    own = table.side_of(view.seat)
    told = [
        names
        for seat, names in signals_seen(view).items()
        if seat != view.seat and table.side_of(seat) == own
    ]
    return shown_by(told[0], view.variant, len(table.seats)) if told else {}
