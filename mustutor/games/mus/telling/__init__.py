"""How a hand of Mus is told: who answers for a side, dejes, and the count to the target."""

from __future__ import annotations

from mustutor.games.mus.telling import betting, ending, lances, options, sentences, verdicts
from mustutor.games.telling import Teller

TELLER = Teller(
    beginning=ending.beginning,
    stones=ending.score,
    opening=lances.opening,
    remarks=betting.remarks,
    declared=lances.declared,
    closing=lances.closing,
    settled=ending.settled,
    offered=options.offered,
    withheld=options.withheld,
    books=(sentences.said, verdicts.said),
)
