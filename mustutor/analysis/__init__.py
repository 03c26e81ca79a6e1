"""Playing and judging play: a match at the table, the coach, training of the bots, environments.

Open `match` first, then `coach/decision`. Prints nothing and draws nothing.
"""
