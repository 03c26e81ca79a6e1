"""The values of a game: cards, calls, ledger entries, variants, positions, the shuffle.

Open `position` first, then `variant`. Knows no rules: `games` decides what a call does.
"""
