"""Training of the strongest bot's tables: a program that nothing else in mustutor imports.

    python -m mustutor.analysis.training 8 --deals 400000 --iterations 100
    python -m mustutor.analysis.training 8 --mode individual_2 --iterations 160 --buckets 12

It needs numpy (the extra `train`). Open `__main__` first. `self_play` deals hands as they are when
the mus is over; each lance, for each set of seats that may bet on it, is a game of its own over
buckets of hands, which `solver` solves by regret matching, first in stones. From hands that the
result plays against itself the chances of winning are computed, and the lances are solved again at
many scores in those chances. The same seed makes the same tables.

Actions rarer than `--least` are left out of the tables: that wins more against players who bet on
what they hold, and loses more to somebody who knows the tables: how much, with any stake,
``tests/benchmarks/best_response.py`` measures.
"""
