"""How a name is written in a sentence that asks for a case of it, as ``{seat:ergative}``.

A catalogue names the case, and the rules of its language make it: what a word ends in when it is
read aloud. ``Ane`` is *Anek* in Basque, ``Jon`` is *Jonek*, ``A1`` is *A1ek*: one reads *bat*.
French says *d'Ane* and *de Bea*. A language without rules here leaves the name as it is.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from types import MappingProxyType

VOWELS = frozenset("aeiou")

# What stands behind a vowel, and behind a consonant.
BASQUE: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "ergative": ("k", "ek"),
        "dative": ("ri", "i"),
        "genitive": ("ren", "en"),
        "comitative": ("rekin", "ekin"),
        "benefactive": ("rentzat", "entzat"),
        "partitive": ("rik", "ik"),
    }
)
ENDS_IN_A_CONSONANT = frozenset("15")
"""Figures whose Basque words do: *bat* and *bost*; so does *hamar*, ten."""
ELIDED: Mapping[str, str] = MappingProxyType({"de": "d'", "que": "qu'"})
SPOKEN_APART = frozenset(("huit", "onze"))
"""Numbers that begin with a vowel and take no elided word before them: de huit."""


def with_ending(code: str, case: str, word: str) -> str:
    """A name in a case of a language.

    >>> [with_ending("eu", "ergative", name) for name in ("Ane", "Jon", "Iker", "A1")]
    ['Anek', 'Jonek', 'Ikerrek', 'A1ek']
    >>> with_ending("fr", "de", "Ane"), with_ending("fr", "de", "Bea")
    ("d'Ane", 'de Bea')
    """
    rule = RULES.get(code)
    return rule(case, word) if rule is not None and word else word


def _plain(letter: str) -> str:
    """A letter without its accent, small."""
    return unicodedata.normalize("NFKD", letter.casefold())[:1]


def _basque(case: str, word: str) -> str:
    name, bracket, seat = word.rpartition(" (") if word.endswith(")") else (word, "", "")
    if case not in BASQUE or not name:
        return word
    after_vowel, after_consonant = BASQUE[case]
    last = _plain(name[-1:])
    if last.isdigit():
        consonant = last in ENDS_IN_A_CONSONANT or name.endswith("10")
    elif len(name) == 1:  # a letter is read by its name, and all of those end in a vowel
        consonant = False
    else:
        consonant = last not in VOWELS
    doubled = "r" if consonant and last == "r" and name[-2:-1] != "r" else ""
    return f"{name}{doubled}{after_consonant if consonant else after_vowel}{bracket}{seat}"


def _french(case: str, word: str) -> str:
    if case not in ELIDED:
        return word
    # A seat is a sign, not a word: de A1, que B.
    is_sign = len(word) == 1 or word[1:2].isdigit()
    first, second = _plain(word[:1]), _plain(word[1:2])
    begins_with_vowel = first in (*VOWELS, "h") or (first == "y" and second not in VOWELS)
    elided = begins_with_vowel and not is_sign and word not in SPOKEN_APART
    return f"{ELIDED[case]}{word}" if elided else f"{case} {word}"


RULES: Mapping[str, Callable[[str, str], str]] = MappingProxyType({"eu": _basque, "fr": _french})
