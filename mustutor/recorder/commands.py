"""The words that do something while a match is taken down."""

from __future__ import annotations

import unicodedata
from functools import cache

from mustutor.language import Language

COMMANDS = (
    *("cards", "mano", "next", "lance", "stones", "claim", "note", "players", "undo"),
    *(
        "cuenta",
        "shuffled",
        "cut",
        "draw",
        "starter",
        "correct",
        "show",
        "score",
        "options",
        "help",
        "match",
        "close",
        "quit",
    ),
)


def folded(text: str) -> str:
    """Words in small letters without accents.

    >>> folded("Corrección"), folded(" SÍ ")
    ('correccion', 'si')
    """
    letters = unicodedata.normalize("NFKD", text.strip().casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


@cache
def words_of(tongue: Language) -> dict[str, str]:
    """The commands by their words, in English and in the reader's language."""
    said = own_words(tongue)
    return {command: command for command in COMMANDS} | {
        folded(word): command for command, word in said.items()
    }


@cache
def own_words(tongue: Language) -> dict[str, str]:
    """Each command in the reader's language."""
    return {
        "cards": tongue.term("recording", "cards"),
        "mano": tongue.term("recording", "mano"),
        "next": tongue.term("recording", "next"),
        "lance": tongue.term("recording", "lance"),
        "stones": tongue.term("recording", "stones"),
        "claim": tongue.term("recording", "claim"),
        "note": tongue.term("recording", "note"),
        "players": tongue.term("recording", "players"),
        "undo": tongue.term("recording", "undo"),
        "cuenta": tongue.term("recording", "cuenta"),
        "shuffled": tongue.term("recording", "shuffled"),
        "cut": tongue.term("recording", "cut"),
        "draw": tongue.term("recording", "draw"),
        "starter": tongue.term("recording", "starter"),
        "correct": tongue.term("recording", "correct"),
        "show": tongue.term("recording", "show"),
        "score": tongue.term("recording", "score"),
        "options": tongue.term("recording", "options"),
        "help": tongue.term("recording", "help"),
        "match": tongue.term("recording", "match"),
        "close": tongue.term("recording", "close"),
        "quit": tongue.term("recording", "quit"),
    }


def yes(tongue: Language) -> frozenset[str]:
    """The words that mean yes."""
    return frozenset(("y", "yes", folded(tongue.term("recording", "yes"))))


def no(tongue: Language) -> frozenset[str]:
    """The words that mean no."""
    return frozenset(("n", "no", folded(tongue.term("recording", "no"))))
