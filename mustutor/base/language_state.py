"""How far each language is, told by its catalogue beside the others.

To tell it all catalogues are opened, which takes some hundredths of a second: only who lists the
languages or chooses among them asks here. What a language reads when it lacks something is told
by `mustutor.base.language.reading_order`, from its own catalogue alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from mustutor.base.language import FALLBACK, Language, available, open_language, reading_order


class LanguageState(NamedTuple):
    """How far a language is: its own name, the share that is said in it, from 0 to 1.

    One that is `beta` states that it is under way; what it lacks is said in the next of `order`.
    """

    code: str
    name: str
    share: float
    beta: bool
    order: tuple[str, ...]


@cache
def state_of(code: str) -> LanguageState:
    """How far a language is, and in which others is said what it lacks.

    >>> state_of("en").order, state_of("es").beta
    (('en',), False)
    """
    language, order = open_language(code), reading_order(code)
    name = language.term("what this language calls itself", "English")
    if code == FALLBACK:
        return LanguageState(code, name, 1.0, False, order)
    known = [len(_sentences(open_language(other))) for other in available()[1:]]
    share = len(_sentences(language)) / max(known)
    beta = language.catalogue.info().get("x-state") == "beta"
    return LanguageState(code, name, share, beta, order)


def whole_languages() -> tuple[str, ...]:
    """The languages that do not state that they are under way.

    >>> whole_languages()[:2]
    ('en', 'es')
    """
    return tuple([code for code in available() if not state_of(code).beta])


def _sentences(language: Language) -> set[object]:
    """What it says, each once: a plural has as many keys as the language has forms of it."""
    keys: Mapping[object, str] = getattr(language.catalogue, "_catalog", {})
    return {key[0] if isinstance(key, tuple) else key for key in keys}
