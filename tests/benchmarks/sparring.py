"""Players to measure with: habits that walk over a weak player.

The product knows none of them. A habit is put on any player (`Habit`): it decides some calls of the
betting, and the player all others. `GALLERY` are habits that a player who knows sizes and bluffs
must beat, `SILLY` those that anybody must beat who plays sensibly.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from mustutor import games
from mustutor.games.bot import Bot
from mustutor.games.mus_family.bot_lances import within
from mustutor.games.mus_family.bot_tables import win_chance_at
from mustutor.games.mus_family.hands import LANCES
from mustutor.games.seat_view import SeatView
from mustutor.model.position import Option, Position


def win_chance(end: Position, seat: str) -> float:
    """The chance, from 0 to 1, that a seat's side wins the game, when a hand of it is over."""
    side = end.table.side_of(seat)
    if end.winner:
        return float(end.winner == side)
    manos = games.next_manos(end)
    return win_chance_at(end.variant, end.in_front(), side, manos[0] if len(manos) == 1 else "")


May = Mapping[str, Option]
Does = Callable[[SeatView, May, "Habit"], str]
"""A call of the betting by habit; empty where the player underneath decides."""


class Habit:
    """A player with a habit; `odds` is the chance to hold the best hand, by a view."""

    def __init__(
        self, does: Does, player: Bot, odds: Callable[[SeatView], float], seed: str
    ) -> None:
        self.name, self._does, self.player = player.name, does, player
        self.odds, self.random = odds, Random(f"habit {seed}")

    def speak(self, view: SeatView) -> str:
        may = {option.verb: option for option in view.options}
        said = ""
        if view.lance in LANCES and {"paso", "quiero", "no quiero"} & may.keys():
            said = self._does(view, may, self)
        if said and view.why_not(said) is None:
            return said
        return self.player.speak(view)


def staked(may: May, stake: int) -> str:
    """A bet or raise of a stake, as near as is allowed; empty where there is none."""
    for verb in ("envido", "subo"):
        if verb in may and may[verb].least <= may[verb].most:
            return f"{verb}{' a' if verb == 'subo' else ''} {within(stake, may[verb])}"
    return ""


def bets(stake: int, above: float) -> Does:
    def does(view: SeatView, may: May, habit: Habit) -> str:
        fits = any(may[verb].least <= stake for verb in ("envido", "subo") if verb in may)
        return staked(may, stake) if fits and habit.odds(view) > above else ""

    return does


def opens(stake: int) -> Does:
    return lambda _view, may, _habit: staked(may, stake) if "envido" in may else ""


def raises(stake: int) -> Does:
    return lambda _view, may, _habit: staked(may, stake) if "subo" in may else ""


def dares(when: Callable[[SeatView, Habit], bool]) -> Does:
    def does(view: SeatView, may: May, habit: Habit) -> str:
        if not when(view, habit):
            return ""
        return "ordago" if "ordago" in may else "quiero" if "quiero" in may else ""

    return does


def behind(view: SeatView, _: Habit) -> bool:
    own = view.position.table.side_of(view.seat)
    return view.stones[own] < max(view.stones.values())


def never_folds(view: SeatView, may: May, habit: Habit) -> str:
    said = habit.player.speak(view)
    return "quiero" if said == "no quiero" and "quiero" in may else said


def never_accepts(_view: SeatView, may: May, _: Habit) -> str:
    return "no quiero" if "no quiero" in may else ""


def bets_blind_and_runs(view: SeatView, may: May, habit: Habit) -> str:
    return never_accepts(view, may, habit) or staked(may, 5)


def sees_whatever(_view: SeatView, may: May, _: Habit) -> str:
    return "quiero" if "quiero" in may else ""


def never_opens(_view: SeatView, may: May, _: Habit) -> str:
    return "paso" if "paso" in may else ""


def passes(view: SeatView, may: May, habit: Habit) -> str:
    return never_opens(view, may, habit) or never_accepts(view, may, habit)


GALLERY: dict[str, Does] = {
    **{
        f"bets {stake} above {above}": bets(stake, above)
        for stake in (12, 20, 38)
        for above in (0.7, 0.8, 0.9)
    },
    "never opens": never_opens,
    "never folds": never_folds,
    "raises the least": raises(0),
    "envido 5 always": opens(5),
    "raises 38": raises(38),
    "ordago always": dares(lambda *_: True),
    "ordago half the time": dares(lambda _, habit: habit.random.random() < 0.5),
    "ordago when behind": dares(behind),
    "bets 2 always": opens(2),
}

SILLY: dict[str, Does] = {
    "bets 5 blind": opens(5),
    "bets 5 blind, never accepts": bets_blind_and_runs,
    "never accepts": never_accepts,
    "always accepts": sees_whatever,
    "always passes": passes,
    "ordago always": dares(lambda *_: True),
}
