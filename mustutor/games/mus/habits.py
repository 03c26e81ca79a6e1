"""Habits of a player of Mus that a lesson has a rule against; `LEVEL+HABIT` is who has one.

Start at `HABITS`. A habit decides some calls; all others the player makes who has it. At the steps
of play the opponents are named for it (`mustutor.tutor.ladder`).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from mustutor.base.language import mark
from mustutor.games.bot import PlayerHabit
from mustutor.games.mus_family.bot_lances import within
from mustutor.games.mus_family.hands import ranking_under
from mustutor.games.seat_view import SeatView
from mustutor.model.cards import read_hand

BLIND_BET = 5


def _accepts_all(view: SeatView) -> str:
    """Accept any bet, and an órdago."""
    return "quiero" if "quiero" in _may(view) else ""


def _accepts_nothing(view: SeatView) -> str:
    """Let every bet go."""
    return "no quiero" if "no quiero" in _may(view) else ""


def _bets_blind(view: SeatView) -> str:
    """Bet five on anything."""
    option = {option.verb: option for option in view.options}.get("envido")
    return "" if option is None else f"envido {within(BLIND_BET, option)}"


def _never_bets(view: SeatView) -> str:
    """Wait for the others to bet."""
    return "paso" if "paso" in _may(view) else ""


def _cuts_with_anything(view: SeatView) -> str:
    """Never say mus."""
    return "corto" if "corto" in _may(view) else ""


def _throws_one(view: SeatView) -> str:
    """Throw the lowest card alone."""
    if "descarto" not in _may(view):
        return ""
    return f"descarto {ranking_under(view.variant).sorted('chica', read_hand(view.hand))[0]}"


def _may(view: SeatView) -> frozenset[str]:
    return frozenset(option.verb for option in view.options)


HABITS: Mapping[str, PlayerHabit] = MappingProxyType(
    {
        "accepts_all": PlayerHabit(mark("the one who accepts everything"), "to_bet", _accepts_all),
        "accepts_nothing": PlayerHabit(
            mark("the one who lets every bet go"), "to_bet", _accepts_nothing
        ),
        "bets_blind": PlayerHabit(
            mark("the one who bets five on anything"), "to_accept", _bets_blind
        ),
        "never_bets": PlayerHabit(mark("the one who never bets first"), "to_bet", _never_bets),
        "cuts_with_anything": PlayerHabit(
            mark("the one who cuts with anything"), "to_cut", _cuts_with_anything
        ),
        "throws_one": PlayerHabit(
            mark("the one who throws a single card"), "to_throw", _throws_one
        ),
    }
)
"""The habits by their names in programs; each lesson states a rule that wins against it."""
