"""Matches at the table, the coach, the training of bots, environments for learning.

Open `match` first, then `coach/decision`. Knows no page, screen or command: it returns values
and `Explanation`s, which `present` and `cli` show.
"""
