"""An agent of one's own: a class made with ``seed=N`` that has a name and speaks.

It is given the view of its seat and nothing else, and answers with a call as records write them,
without its seat. Seat it at the table of the house, or play it against the house in a loop:

    PYTHONPATH=examples mustutor play --variant madrid --seat B1=agent:Counter --bots easy
    PYTHONPATH=examples mustutor play --no-input --json --variant encaje --seat A=agent:Counter
    python examples/agent.py
"""

from __future__ import annotations

import sys
from random import Random
from typing import Any

from mustutor import bot, odds, sit

BETS, SEES = 0.7, 0.5
"""How often its hand must win to bet, and to see a bet, against one other hand of the pack."""


class Counter:
    """Counts every hand another may hold, bets and sees on that, and keeps kings and pairs."""

    name = "counter"

    def __init__(self, *, seed: int) -> None:
        self._random = Random(seed)

    def speak(self, view: Any) -> str:
        """Say a call."""
        may = {option.verb: option for option in view.options}
        if "descarto" in may:
            return self._throw(view)
        if len(may) == 1 and not view.options[0].least:
            return str(view.options[0].verb)  # what the cards oblige it to say
        if "mus" in may:
            return "corto" if "corto" in may and self._chance(view, "grande") > BETS else "mus"
        if "tengo" in may:  # some tables leave it to the player
            return "tengo"
        chance = self._chance(view, view.lance)
        if "quiero" in may:
            return "quiero" if chance > SEES else "no quiero"
        if "envido" in may and chance > BETS:
            return f"envido {may['envido'].least}"
        return "paso"

    def refused(self, words: str, why: str) -> None:
        """Hear what the rules refused, before being asked once more."""

    def _chance(self, view: Any, lance: str) -> float:
        """How often the hand wins a lance against one other, of all the deals there are."""
        found = odds(view.hand, view.variant, seats=("A", "B"), seat="A").lances[lance]
        return found.wins / found.played if found.played else 0.0

    def _throw(self, view: Any) -> str:
        ranks = [card[0] for card in view.hand]
        thrown = [card for card in view.hand if card[0] not in "R3" and ranks.count(card[0]) == 1]
        words = f"descarto {' '.join(thrown or [self._random.choice(view.hand)])}"
        if view.why_not(words) is None:
            return words
        return f"descarto {view.hand[-1]}"


def played(name: str = "madrid", *, hands: int = 10, seed: int = 1) -> dict[str, int]:
    """Play hands against the house's beginners; the stones each side has after them."""
    table = sit(name)
    players: dict[str, Any] = {"A1": Counter(seed=seed), "A2": Counter(seed=seed + 1)}
    players |= {seat: bot("easy", seed=seed + 2) for seat in table.seats if seat not in players}
    for _ in range(hands):
        if table.over:
            break
        table.deal(seed=seed)
        while seat := table.position.speaker:
            table.say(f"{seat} {players[seat].speak(table.view())}")
    return table.settle().after


if __name__ == "__main__":
    print(played(hands=int(sys.argv[1]) if len(sys.argv) > 1 else 10))
