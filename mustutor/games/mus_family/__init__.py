"""What Mus and Encaje share: lances, hands, betting, talk, discards, conduct, bots, odds.

Open `hands` first, then `betting` and `rounds`. Knows neither of the two games: who scores what,
and the other differences, are in their folders.
"""
