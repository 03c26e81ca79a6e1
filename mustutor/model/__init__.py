"""The values of the game: cards, calls, ledger, rule variants, positions, the shuffle.

Open `position` first, then `variant`. Knows no rule: what a call does is asked of `games`.
"""
