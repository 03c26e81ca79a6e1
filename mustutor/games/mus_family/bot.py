"""A beginner: knows the rules, looks at the own cards alone, and hardly ever bluffs.

Who plays at the club: imagines the hands of the others, listens to what they say, and bluffs.

Where cards are played out, they keep count of what has gone. Which game it is they see by what
it has; what may be said, the view tells them.

The strongest player of the house: plays mixed strategies that were made beforehand.

At Mus it plays the trained tables (`trained`) where there are some, by the score, with what its
partner signals; elsewhere the other players' ways, with more care. What may be said, the view
tells it.
"""

from __future__ import annotations

from random import Random

from mustutor import games
from mustutor.base.register import traits
from mustutor.games.mus_family.bot_lances import CLUB, MASTER, LancePlayer, made
from mustutor.games.mus_family.bot_trained import Shown, TablePlayer, plays, shown_by
from mustutor.games.mus_family.hands import LANCES, classify
from mustutor.games.seat_view import SeatView
from mustutor.games.shedding_family.bot import card_to_play

TRUSTS = 0.65
"""How good a hand must be among all there are for a bet, as the share it beats."""
ANSWERS = 0.5
RAISES = 0.93
DARES = 0.97
MOODS = 0.12
"""How far the judgement of a hand may be off, to either side."""


class BeginnerBot:
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
        trust = hand_strength(view) + self._random.uniform(-MOODS, MOODS)
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
        deck = games.game_of(view.variant.game).chance.deck
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
        options = [
            option for option in view.options if option.verb not in game.chance.unbounded_verbs
        ]
        options = options or list(view.options)
        chances = [game.chance.verb_weights.get(option.verb, 1) for option in options]
        option = self._random.choices(options, chances)[0]
        return game.words.grammar.written(
            game.chance.random_call_for(view.position, option, self._random)
        )


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


class ClubBot:
    """Sits at the club every evening, whatever is played."""

    name = "club"

    def __init__(self, *, seed: int) -> None:
        self._random = Random(f"club:{seed}")
        self._of_lances = LancePlayer(CLUB, self._random)

    def speak(self, view: SeatView) -> str:
        """Say a call by the odds of the hand and by what was heard."""
        if "lances" in traits(view.variant.game):
            return self._of_lances.speak(view)
        return card_to_play(view, self._random)


class MasterBot:
    """Plays for the coffee, and does not pay it."""

    name = "master"

    def __init__(self, *, seed: int) -> None:
        self._random = Random(f"master:{seed}")
        self._of_tables = TablePlayer(self._random)
        self._of_lances = LancePlayer(MASTER, self._random)

    def speak(self, view: SeatView) -> str:
        """Say a call."""
        if plays(view.position):
            call = self._of_tables.call(view.position, view.seat, _shown(view))
            words = games.game_of(view.variant.game).words.grammar.written(call)
            if view.why_not(words) is None:
                return words
        if "lances" in traits(view.variant.game):
            return self._of_lances.speak(view)
        return card_to_play(view, self._random, best=True)


def _shown(view: SeatView) -> Shown:
    """What the partners have signalled of their hands."""
    table = view.position.table
    own = table.side_of(view.seat)
    told = [
        names
        for seat, names in made(view).items()
        if seat != view.seat and table.side_of(seat) == own
    ]
    return shown_by(told[0], view.variant, len(table.seats)) if told else {}
