"""How the tables of the house's strongest player are made: a program, and what it leans on.

    python -m mustutor.analysis.training 8 --deals 400000 --iterations 100
    python -m mustutor.analysis.training 8 --mode individual_2 --exploitability

It needs numpy (the extra `train`), and nothing else of mustutor loads it. Deals are taken as they
are when the mus is over (`deals`); each lance, for each set of seats that may bet on it, is a game
of its own over the buckets of their hands (`payoffs`, on the `tree` of `mustutor.games.bot`),
solved by regret matching (`regret`), first in stones; from hands played so against itself
(`selfplay`) the chance of winning is counted back, and the lances are solved again at many scores,
in that chance (`worth`). The same seed makes the same tables.

What is rarer than `--least` is left out of the tables: that wins more against players who bet on
what they hold, and gives more away to whoever knows the tables. `--exploitability` tells how much,
on other deals: what the best answer of one seat gains over the strategy trained, and over the one
that is shipped.
"""
