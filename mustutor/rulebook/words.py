"""The words of whoever searches: bare, without those that say nothing, each with what it means.

Questions come in any language and any form of a word. A word is cut to its stem, by endings that
Spanish, English, French and Basque share more than not, and stems of words that mean the same are
one (``alike`` in the files of the rulebook). No stemmer that is somebody else's does it for four
languages at once without being told which, and one at a time would cost more than the search.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from mustutor.register import cached
from mustutor.rulebook.book import entries

_ENDINGS = (
    *("amiento", "imiento", "aciones", "acion", "iendo", "ieron", "arlas", "arlos"),
    *("ando", "aron", "arse", "erse", "irse", "ados", "adas", "idos", "idas", "ings", "aran"),
    *("aba", "ado", "ada", "ido", "ida", "ing", "ers", "ais", "ais"),
    *("ar", "er", "ir", "as", "es", "os", "an", "en", "ed", "a", "e", "o", "s"),
)
"""What is taken off a word, the longest first."""
_LEAST, _LEAST_BEFORE_S = 4, 3


_NOT = frozenset(("no", "not", "non", "ez"))
_DENIED = {"=accept": "=refuse"}


def folded(text: str) -> str:
    """Bare words, small and without accents: ``¡Órdago, ENC-BET-11!`` is ``ordago enc bet 11``.

    >>> folded("¿Señas? clin d'œil")
    'senas clin d œil'
    """
    letters = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return " ".join(re.findall(r"[^\W_]+", bare))


@lru_cache(maxsize=16384)
def stem(word: str) -> str:
    """What stays of a folded word whatever its ending is.

    >>> stem("cortar"), stem("corte"), stem("descartes"), stem("reyes"), stem("betting")
    ('cort', 'cort', 'descart', 'rey', 'bet')
    """
    for ending in _ENDINGS:
        least = _LEAST_BEFORE_S if ending[-1] in "sg" and len(ending) < 4 else _LEAST
        if word.endswith(ending) and len(word) - len(ending) >= least and not word.endswith("ss"):
            word = word[: -len(ending)]
            # What was doubled before an ending: betting, cutting.
            doubled = ending in ("ing", "ed", "er") and word[-2:] == word[-1:] * 2
            return word[:-1] if doubled else word
    return word


def meaning(word: str) -> str:
    """What a folded word is looked up by: what it means with others, or its stem.

    >>> meaning("apuesta") == meaning("bid")
    True
    """
    alike = _alike()
    return alike.get(word) or alike.get(stem(word)) or stem(word)


def meanings(text: str) -> Iterator[tuple[str, str]]:
    """The telling words of a folded text, each with what it means.

    Who does not accept refuses.

    >>> [means for _, means in meanings("reenvite no querido")]
    ['=raise', '=refuse']
    """
    before = ""
    for word in text.split():
        means = "" if word in passing() else meaning(word)
        if means:
            yield word, _DENIED.get(means, means) if before in _NOT else means
        before = word


def plain(text: str) -> str:
    """What is asked, folded, without what only begins a question.

    >>> plain("¿Qué pasa si hay empate?"), plain("¿Qué pasa?")
    ('hay empate', 'que pasa')
    """
    whole = folded(text)
    for opening in _openings():
        if whole.startswith(f"{opening} "):
            return whole[len(opening) + 1 :]
    return whole


def bare(text: str) -> str:
    """A folded text without the words that say nothing.

    >>> bare("que es la grande")
    'grande'
    """
    return " ".join([word for word in text.split() if word not in passing()])


@cached
def passing() -> frozenset[str]:
    """The words that say nothing of what is looked for."""
    said = [folded(word) for _, words in entries("passing") for word in words]
    return frozenset([word for word in said if " " not in word])


@cached
def _openings() -> tuple[str, ...]:
    said = {folded(word) for _, words in entries("passing") for word in words}
    return tuple(sorted([words for words in said if " " in words], key=len, reverse=True))


@cached
def _alike() -> dict[str, str]:
    """What words mean, by the word and, where no other claims it, by its stem."""
    said = [(name, folded(word)) for name, words in entries("alike") for word in words]
    stems = {stem(word): f"={name}" for name, word in reversed(said)}
    return stems | {word: f"={name}" for name, word in said}
