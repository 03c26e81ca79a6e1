"""Players of Mus and Encaje: what to throw, when to cut, bet, see, fold and raise.

How strong a hand is they ask `imagine`; what it costs to refuse they have `heard`. What they may
say is what the view offers them.
"""

from __future__ import annotations

from random import Random

from mustutor.cards import Card, read_hand
from mustutor.games.mus_family.lances import DECLARED
from mustutor.games.mus_family.ranking import ranking_under
from mustutor.players.heard import TableTalk, table_talk
from mustutor.players.imagine import chance_of, cuts, kept, strength, thrown
from mustutor.players.score import winning
from mustutor.position import Option
from mustutor.register import traits
from mustutor.seatview import SeatView
from mustutor.tuples import NamedTuple

BET, HIGH_BET = 2, 5
MOST_RAISES = 3
"""Nobody raises more often than this in a lance."""
VALUE = 2
"""About what pares and juego are worth to whoever wins them."""


class Temper(NamedTuple):
    """How somebody plays.

    So many `deals` are imagined at each decision. In a game to a target one bets from `bet` on and
    high from `high`; where everybody has stones of their own the three numbers of `alone` say from
    which strength one bets, sees and raises. `bluff` is how often one bets on a weak hand.
    """

    deals: int
    bet: float
    high: float
    bluff: float
    alone: tuple[float, float, float]


CLUB = Temper(60, 0.6, 0.8, 0.08, (0.6, 0.6, 0.9))
MASTER = Temper(60, 0.6, 0.8, 0.08, (0.75, 0.85, 0.97))


class LancePlayer:
    """A player of any game of lances, by temper."""

    def __init__(self, temper: Temper, random: Random) -> None:
        self.temper, self.random = temper, random

    def speak(self, view: SeatView) -> str:
        """Say a call, without the seat."""
        may = {option.verb: option for option in view.options}
        hand = read_hand(view.hand)
        if "descarto" in may:
            return self._throw(hand, may, view)
        if "corto" in may or "mus" in may:
            return self._cut_or_not(hand, may, view)
        if "tengo" in may or "no tengo" in may:
            has = view.lance in DECLARED and ranking_under(view.variant).has(view.lance, hand)
            return _first(("tengo" if has else "no tengo", *may), may)
        if "perete" in may:
            return "perete"
        talk = table_talk(view)
        if "own_stones" in traits(view.variant.game):
            return self._bet_alone(hand, may, view, talk)
        chance = self.chance(view, talk)
        if talk.stake or talk.all_in:
            return self.answer(chance, may, view, talk)
        return self._open(chance, may, view)

    def chance(self, view: SeatView, talk: TableTalk) -> float:
        """How likely one's side holds the best hand of the lance."""
        return chance_of(view, talk, self.random, self.temper.deals)

    # --- mus ---------------------------------------------------------------------------------

    def _cut_or_not(self, hand: tuple[Card, ...], may: dict[str, Option], view: SeatView) -> str:
        """Cut with a hand that no throw would better."""
        good = cuts(hand, ranking_under(view.variant))
        return _first(("corto", "mus") if good else ("mus", "corto"), may)

    def _throw(self, hand: tuple[Card, ...], may: dict[str, Option], view: SeatView) -> str:
        option = may["descarto"]
        ranking = ranking_under(view.variant)
        least = 0 if "servido" in may else option.least
        cards = thrown(hand, kept(hand, ranking, least), ranking, least, option.most)
        return " ".join(("descarto", *cards)) if cards else "servido"

    # --- to a target -------------------------------------------------------------------------

    def _open(self, chance: float, may: dict[str, Option], view: SeatView) -> str:
        temper, random = self.temper, self.random
        if "envido" not in may:
            return _first(("paso",), may)
        stake = 0
        if chance > temper.high:
            stake = HIGH_BET if random.random() < 0.7 else BET
        elif chance > temper.bet or random.random() < temper.bluff:
            stake = BET
        if stake and chance > temper.high and "ordago" in may and _behind(view):
            return "ordago"
        return f"envido {_within(stake, may['envido'])}" if stake else _first(("paso",), may)

    def answer(self, chance: float, may: dict[str, Option], view: SeatView, talk: TableTalk) -> str:
        """See where that loses less than refusing; raise on a hand that is nearly certain."""
        if talk.all_in:
            worth = _refusing(view, talk)
            return _first(("quiero", "no quiero") if chance > worth else ("no quiero",), may)
        value = VALUE if view.lance in DECLARED else 0
        worth = (talk.stake - talk.refusal) / (2 * (talk.stake + value))
        raises = chance > self.temper.high and talk.raises < MOST_RAISES
        if raises and "subo" in may and self.random.random() < 0.7:
            return f"subo a {_within(talk.stake + BET, may['subo'])}"
        return _first(("quiero", "no quiero") if chance > worth else ("no quiero",), may)

    # --- with stones of one's own ------------------------------------------------------------

    def _bet_alone(
        self, hand: tuple[Card, ...], may: dict[str, Option], view: SeatView, talk: TableTalk
    ) -> str:
        """Bet, see and raise from a strength on: the worst hand that saw takes the stones."""
        bet, see, raised = self.temper.alone
        strong = strength(view, view.lance, hand)
        if not talk.stake:
            bets = strong > bet and "envido" in may
            return f"envido {may['envido'].least}" if bets else _first(("paso",), may)
        if strong > raised and "subo" in may and talk.raises < MOST_RAISES:
            return f"subo a {may['subo'].least}"
        return _first(("quiero", "no quiero") if strong > see else ("no quiero",), may)


def _refusing(view: SeatView, talk: TableTalk) -> float:
    """The chance of winning the game for whoever refuses what is on the table."""
    own = view.position.table.side_of(view.seat)
    bettor = view.position.table.side_of(talk.bettor)
    stones = {**view.stones, bettor: view.stones[bettor] + talk.refusal}
    return winning(view.variant, stones, own)


def _behind(view: SeatView) -> bool:
    """Whether the game is as good as lost."""
    side = view.position.table.side_of(view.seat)
    return winning(view.variant, view.stones, side) < 0.2


def _within(stake: int, option: Option) -> int:
    return min(max(stake, option.least), option.most)


def _first(words: tuple[str, ...], may: dict[str, Option]) -> str:
    """The first of these words that may be said; where none may, whatever may."""
    said = next((word for word in words if word in may), "") or next(iter(may))
    option = may[said]
    if said == "envido":
        return f"envido {option.least}"
    return f"subo a {option.least}" if said == "subo" else said
