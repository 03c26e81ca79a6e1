"""The short notation of calls, the same wherever people write: sheet, recorder and judge.

``-`` is a paso, ``=`` quiero, ``x`` no quiero, ``!`` an órdago, ``?`` a call nobody remembers; a
number alone is the stake it comes to: an envido, or once there is one a raise to it.
"""

from __future__ import annotations

import re

from mustutor import games
from mustutor.calls import Grammar
from mustutor.position import Position

SIGNS = {"-": "paso", "=": "quiero", "x": "no quiero", "!": "ordago"}
"""What people write for a call at the table."""

DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"
"""What keyboards and word processors make of a hyphen."""

BET, RAISE = "envido", "subo"

_NUMBER = re.compile(r"[0-9]{1,7}")


def in_full(words: str, grammar: Grammar, staked: bool | None) -> str:
    """Short signs in full, where the game has what they stand for; other words as they are.

    `staked` tells whether a stake is on the table; None where no stake can be.

    >>> from mustutor.games.mus_family.calls import GRAMMAR
    >>> [in_full(words, GRAMMAR, False) for words in ("-", "X", "5", "paso")]
    ['paso', 'no quiero', 'envido 5', 'paso']
    >>> in_full("5", GRAMMAR, True), in_full("5", GRAMMAR, None)
    ('subo a 5', '5')
    """
    sign = "-" if words in DASHES else words.casefold()
    if SIGNS.get(sign) in grammar.verbs:
        return SIGNS[sign]
    if staked is not None and grammar.verbs >= {BET, RAISE} and _NUMBER.fullmatch(words):
        return f"{RAISE} a {words}" if staked else f"{BET} {words}"
    return words


def in_full_at(words: str, position: Position | None) -> str:
    """Short signs in full as they are meant by whoever speaks at a position."""
    if position is None:
        return words
    game = games.game_of(position.variant.game)
    if position.lance not in game.phases.paid:
        return in_full(words, game.grammar, staked=None)
    verbs = {option.verb for option in games.options(position)}
    staked = True if "no quiero" in verbs else False if verbs & {BET, "paso"} else None
    return in_full(words, game.grammar, staked)
