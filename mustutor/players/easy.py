"""A beginner: knows the rules, looks at the own cards alone, and hardly ever bluffs."""

from __future__ import annotations

from random import Random

from mustutor import games
from mustutor.games.mus_family.lances import LANCES
from mustutor.games.mus_family.ranking import classify
from mustutor.register import traits
from mustutor.seatview import SeatView

TRUSTS = 0.65
"""How good a hand must be among all there are for a bet, as the share it beats."""
ANSWERS = 0.5
RAISES = 0.93
DARES = 0.97
MOODS = 0.12
"""How far the judgement of a hand may be off, to either side."""


class Beginner:
    """Bets what looks good, sees what looks fair, cuts with juego, and keeps kings and pairs."""

    name = "easy"

    def __init__(self, *, seed: int) -> None:
        self._random = Random(seed)

    def speak(self, view: SeatView) -> str:
        """Say a call by the look of the own cards."""
        may = {option.verb: option for option in view.options}
        if "lances" in traits(view.variant.game):
            if view.lance in LANCES and {"paso", "envido", "quiero"} & may.keys():
                return self._bet(view)
            if "mus" in may:
                return self._mus(view, list(may))
            if "descarto" in may:
                return self._throw(view)
        return self._usual(view)

    def _bet(self, view: SeatView) -> str:
        may = {option.verb: option for option in view.options}
        trust = quality(view) + self._random.uniform(-MOODS, MOODS)
        if trust > DARES and "ordago" in may and self._random.random() < 0.1:
            return "ordago"
        if "quiero" in may:
            if trust > RAISES and "subo" in may and self._random.random() < 0.4:
                return f"subo a {may['subo'].least}"
            return "quiero" if trust > ANSWERS else "no quiero"
        if trust > TRUSTS and "envido" in may:
            return f"envido {may['envido'].least}"
        return "paso" if "paso" in may else self._usual(view)

    def _mus(self, view: SeatView, verbs: list[str]) -> str:
        hand = classify(view.hand, view.variant)
        good = hand.juego or hand.pares in ("medias", "duples")
        others = [verb for verb in verbs if verb != "mus"]
        return others[0] if good and others else "mus"

    def _throw(self, view: SeatView) -> str:
        deck = games.game_of(view.variant.game).deck
        ranks = [deck.read(card).rank for card in view.hand]
        loose = [
            card
            for card, rank in zip(view.hand, ranks, strict=True)
            if rank not in "R3" and ranks.count(rank) == 1
        ]
        thrown = loose or [self._random.choice(view.hand)]
        words = f"descarto {' '.join(thrown)}"
        return words if view.why_not(words) is None else self._usual(view)

    def _usual(self, view: SeatView) -> str:
        """One of the calls that may be said, those that are usual more often."""
        game = games.game_of(view.variant.game)
        options = [option for option in view.options if option.verb not in game.raising]
        options = options or list(view.options)
        chances = [game.chances.get(option.verb, 1) for option in options]
        option = self._random.choices(options, chances)[0]
        return game.grammar.written(game.at_random(view.position, option, self._random))


def quality(view: SeatView) -> float:
    """How good the own hand is in the lance that is played: the share of hands it beats.

    A hand that has none of what the lance is about beats nobody.

    >>> from mustutor import Player, load_variant, start, view
    >>> table = start(load_variant("fournier"), seats=("A1", "B1", "A2", "B2"), mano="A1")
    >>> hand = Player(table).deal({"A1": "Ro Rc Re 3b".split()}).hear("A1 corto")
    >>> quality(view(hand.position, "A1", hand.steps))
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
