"""How a hand of Encaje is told: bets and pots, the showdown, and who is left with stones."""

from __future__ import annotations

from mustutor.games.encaje.telling import betting, ending, lances, options, sentences, verdicts
from mustutor.games.telling import Teller

TELLER = Teller(
    beginning=ending.beginning,
    stones=ending.in_front,
    opening=lances.opening,
    remarks=betting.remarks,
    declared=lances.declared,
    closing=lances.closing,
    settled=ending.settled,
    offered=options.offered,
    withheld=options.withheld,
    books=(sentences.said, verdicts.said),
)
