"""How a name is written in a sentence that asks for a case of it, as ``{seat:ergative}``.

A catalogue names the case, and the rules of its language make it: what a word ends in when it is
read aloud. ``Ane`` is *Anek* in Basque, ``Jon`` is *Jonek*, ``A1`` is *A1ek*: one reads *bat*.
French says *d'Ane* and *de Bea*. A language without rules here leaves the name as it is.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from types import MappingProxyType

VOWELS = frozenset("aeiouæœø")

# What stands behind a vowel, and behind a consonant.
BASQUE: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "ergative": ("k", "ek"),
        "dative": ("ri", "i"),
        "genitive": ("ren", "en"),
        "comitative": ("rekin", "ekin"),
        "benefactive": ("rentzat", "entzat"),
        "partitive": ("rik", "ik"),
        "definite": ("a", "a"),
    }
)
ENDS_IN_A_CONSONANT = frozenset((1, 5, 10, 15))
"""Numbers below twenty whose Basque words do: *bat*, *bost*, *hamar* and *hamabost*."""
ELIDED: Mapping[str, str] = MappingProxyType({"de": "d'", "que": "qu'"})
SPOKEN_APART = frozenset(("huit", "onze"))
"""Numbers that begin with a vowel and take no elided word before them: de huit."""


def with_ending(code: str, case: str, word: str) -> str:
    """A name in a case of a language.

    >>> [with_ending("eu", "ergative", name) for name in ("Ane", "Jon", "Iker", "A1")]
    ['Anek', 'Jonek', 'Ikerrek', 'A1ek']
    >>> [with_ending("eu", "genitive", name) for name in ("A", "Sarah", "Kepa 11", "Ane B.")]
    ['A-ren', 'Sarahren', 'Kepa 11ren', 'Ane B.ren']
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
    spoken = re.sub(r"[\W_]+$", "", name)  # an ending goes behind the dot of an abbreviation too
    last = _plain(spoken[-1:])
    consonant = _ends_in_a_consonant(spoken)
    ending = BASQUE[case][consonant]
    if case == "definite" and last == "a":
        ending = ""
    elif consonant and last == "r" and spoken == name and spoken[-2:-1] != "r":
        ending = f"r{ending}"
    elif spoken == name and re.search(r"(?:^|[\W_])[^\W\d_]$", name):
        ending = f"-{ending}"  # a letter by itself is a sign: A-k, B-ren
    return f"{name}{ending}{bracket}{seat}"


def _ends_in_a_consonant(spoken: str) -> bool:
    """Whether a name does when a Basque reads it, its last figures as a number."""
    word = re.split(r"[\W_]", spoken)[-1]
    if figures := re.search(r"[0-9]+$", word):
        number = int(figures[0][-4:])
        if number and number % 100 == 0:
            return number % 1000 != 0  # ehun, but mila
        return number % 100 % 20 in ENDS_IN_A_CONSONANT  # it is counted by twenties
    letters = [_plain(letter) for letter in word]
    if len(word) == 1 or (word.isupper() and VOWELS.isdisjoint(letters)):
        return False  # letters are read by their names, and all of those end in a vowel
    if letters[-1:] == ["h"]:  # silent behind a vowel: Sarah, but Judith
        return letters[-2] not in VOWELS
    return not letters or letters[-1] not in (*VOWELS, "y", "w")


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
