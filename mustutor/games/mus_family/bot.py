"""How the players of the house play Mus and Encaje, at each level.

What may be said, the view of the seat tells them.
"""

from __future__ import annotations

from random import Random

from mustutor import games
from mustutor.games.bot import Speaker, random_words
from mustutor.games.mus_family.bot_lances import (
    CLUB,
    MASTER,
    LancePlayer,
    signals_seen,
    silence_tells,
    strength,
    within,
)
from mustutor.games.mus_family.bot_trained import Shown, TablePlayer, plays, shown_by
from mustutor.games.mus_family.hands import DECLARED, LANCES, classify
from mustutor.games.seat_view import SeatView
from mustutor.model.cards import read_hand

BETS = ((0.72, 5), (0.4, 2))
"""How good a hand must be for a bet, as the share of hands it beats, and the bet."""
SEES = ((9, 0.52), (24, 0.57))
"""How good a hand must be to see a stake up to this."""
DARES, RAISES = 0.85, 0.95
"""How good a hand must be to see any more or an órdago, and to raise."""
WORTH = 0.2
"""How much less is enough at pares and juego."""
MOODS = 0.05
"""How far the judgement of a hand may be off, to either side."""


class _Beginner:
    """Bets what looks good, sees what looks fair, and cuts with juego.

    It keeps kings, aces and pairs. Its errors are those of beginners: it sees too much, as if there
    were one rival; its bets tell what it holds; it listens to nobody, never bluffs, and forgets
    seat and score.
    """

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
        trust = strength(view, view.lance, read_hand(view.hand)) + self._random.uniform(
            -MOODS, MOODS
        )
        auction = view.position.state.auction
        if "paso" in may:
            stake = next((stake for least, stake in BETS if trust > least), 0)
            if stake and "envido" in may:
                return f"envido {within(stake, may['envido'])}"
            return "paso"
        if "quiero" not in may:
            return random_words(view, self._random)
        if trust > RAISES and not auction.previous and "subo" in may:
            return f"subo a {within(2 * auction.stake, may['subo'])}"
        least = next((least for most, least in SEES if auction.stake <= most), None)
        if least is None:
            return "quiero" if trust > DARES else "no quiero"
        if view.lance in DECLARED:  # whoever refuses pays the hands as well
            least -= WORTH
        return "quiero" if trust > least else "no quiero"

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
            if rank not in "R3A2" and ranks.count(rank) == 1
        ]
        thrown = loose or [self._random.choice(view.hand)]
        words = f"descarto {' '.join(thrown)}"
        return words if view.why_not(words) is None else random_words(view, self._random)


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
    signers: set[str] = set()

    def speak(view: SeatView) -> str:
        if plays(view.position):
            call = tables.call(view.position, view.seat, _shown(view, signers))
            words = games.game_of(view.variant.game).words.grammar.written(call)
            if view.why_not(words) is None:
                return words
        return lances.speak(view)

    return speak


BOT = lance_speaker


def _shown(view: SeatView, signers: set[str]) -> Shown:
    """What the partner has signalled of its hand; `signers` are those who signal at this table."""
    table, signs = view.position.table, signals_seen(view)
    own = table.side_of(view.seat)
    partners = [one for one in table.seats if one != view.seat and table.side_of(one) == own]
    signers.update(signs)
    if len(partners) != 1 or partners[0] not in signers:
        return {}
    silent = silence_tells(view, partners[0])
    return shown_by(signs.get(partners[0], ()), view.variant, silent=silent)
