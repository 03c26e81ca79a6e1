"""Players to measure with: the pupil of thirteen rules, and habits that walk over a weak player.

The product knows none of them. A habit is put on any player (`Habit`): it decides some calls of the
betting, and the player all others. `GALLERY` are habits that a player who knows sizes and bluffs
must beat, `SILLY` those that anybody must beat who plays sensibly.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from mustutor.games.bot import Bot
from mustutor.games.mus_family.bot_lances import within
from mustutor.games.mus_family.hands import LANCES
from mustutor.games.seat_view import SeatView
from mustutor.model.position import Option

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


# --- the pupil ----------------------------------------------------------------------------

JUEGO = (33, 34, 35, 36, 37, 40, 32, 31)
NEVER = 99.0


class Pupil:
    """Thirteen rules of thumb on the own four cards, the seat, the bet and the score.

    Each lance has a scale: kings (aces) with a half for a horse or jack (a four or five) beside
    them; pares from 1 for a low pair to 3.5 for duples with kings; juego by its order from 1 to 8;
    punto by points. As mano half a step less is enough, at juego and punto one.
    """

    name = "pupil"

    # By lance: bet 2, bet 10, see 2 or 3, see 4 to 9, see 10 and more, bet as last of the table.
    WANTED: Mapping[str, tuple[float, ...]] = {
        "grande": (2.5, 3, 2, 2.5, 3, 1.5),
        "chica": (2.5, 3, 2, 2.5, 3, 1.5),
        "pares": (1.5, 3, 1.5, 2, 3, 1),
        "juego": (7, 8, 6, 7, 8, 4),
        "punto": (28, 29, 27, 28, 29, 24),
    }
    # By lance: see an órdago, ten behind, ten ahead, say one when behind.
    ORDAGO: Mapping[str, tuple[float, ...]] = {
        "grande": (3.5, 3, 4, 3),
        "chica": (3.5, 3, 4, 3),
        "pares": (3.5, 3, 3.5, 3),
        "juego": (8, 8, 8.5, 8),
        "punto": (NEVER, NEVER, NEVER, 29),
    }

    def __init__(self, *, seed: int) -> None:
        self.seed = seed

    def speak(self, view: SeatView) -> str:
        may = {option.verb: option for option in view.options}
        ranking = view.position.state.ranking
        row = ranking.classify(view.hand)
        ranks = [ranking.effective(card) for card in view.hand]
        if "mus" in may or "corto" in may:
            good = row.points == 31 or row.pares in ("medias", "duples")
            good = good or (row.pares != "" and row.juego)
            verb = "corto" if good else "mus"
            return verb if verb in may else next(iter(may))
        if "descarto" in may:
            loose = [card for card, rank in zip(view.hand, ranks, strict=True) if rank != "R"]
            return " ".join(("descarto", *(loose or view.hand[:1])))
        if "tengo" in may or "no tengo" in may:
            said = "tengo" if ranking.has(view.lance, view.hand) else "no tengo"
            return said if said in may else next(iter(may))
        if view.lance in LANCES and {"paso", "quiero", "no quiero"} & may.keys():
            said = self._bet(view, may, self._step(view.lance, row, ranks))
            return said if view.why_not(said) is None else next(iter(may))
        return next(iter(may))

    def _step(self, lance: str, row, ranks: list[str]) -> float:
        if lance in ("grande", "chica"):
            own, beside = ("R", "CS") if lance == "grande" else ("A", "45")
            number = ranks.count(own)
            return number + 0.5 * (0 < number < 4 and any(rank in beside for rank in ranks))
        if lance == "pares":
            kings = ranks.count("R") > 1
            return {"": 0, "par": 1 + kings / 2, "medias": 2, "duples": 3 + kings / 2}[row.pares]
        if lance == "juego":
            return JUEGO.index(row.points) + 1 if row.points in JUEGO else 0
        return row.points

    def _bet(self, view: SeatView, may: May, step: float) -> str:
        position, lance = view.position, view.lance
        auction, table = position.state.auction, position.table
        own = table.side_of(view.seat)
        other = next(side for side in table.sides if side != own)
        mine, theirs = view.stones[own], view.stones[other]
        mano = view.seat == view.mano
        less = (1 if lance in ("juego", "punto") else 0.5) if mano else 0
        two, ten, see_two, see_four, see_ten, last = (wants - less for wants in self.WANTED[lance])
        sees, behind, ahead, says = self.ORDAGO[lance]
        dares = theirs >= 30 and theirs - mine >= 10 and step >= says and "ordago" in may
        rivals_after = any(table.side_of(each) != own for each in position.queue[1:])
        if not auction.stake:
            if dares:
                return "ordago"
            stake = 10 if step >= ten else 2 if step >= two else 0
            if mine == 39 or (not rivals_after and step >= last):
                stake = stake or 2
            return (staked(may, stake) if stake else "") or "paso"
        yes, no = "quiero", "no quiero"
        deje = auction.previous or 1
        if len(position.queue) == 1 and theirs + deje >= 40:
            return yes
        if auction.ordago:
            wanted = behind if theirs - mine >= 10 else ahead if mine - theirs >= 10 else sees
            if lance == "juego" and mine - theirs >= 10:
                wanted = 8 if mano else NEVER
            return yes if step >= wanted else no
        if dares:
            return "ordago"
        best = {"pares": 3.5, "juego": 8 if mano else NEVER, "punto": NEVER}.get(lance, 4)
        if step >= best and auction.stake + 5 <= 12 and "subo" in may:
            return staked(may, auction.stake + 5)
        stake = auction.stake
        return (
            yes if step >= (see_two if stake < 4 else see_four if stake < 10 else see_ten) else no
        )
