"""What signals and talk are at the table, where a record writes them by a name of its own."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from mustutor.cards import ranks
from mustutor.games.mus_family.conduct.words import phrase
from mustutor.games.mus_family.signals import list_names, signal_list
from mustutor.language import Language, mark

# What is no phrase but a kind of talk, in whatever words.
_TOLD: Mapping[str, str] = MappingProxyType(
    {
        "pregunta": mark("a question to the partner"),
        "condicion": mark("with such cards, accept"),
        "jugada_anterior": mark("talk about an earlier lance"),
        "jugada_posterior": mark("talk about a later lance"),
        "ganados_o_perdidos": mark("are those stakes won or lost?"),
        "contrarios": mark("talk about what the others said"),
    }
)


WITH_ACCENT = {"ordago": "órdago"}
"""Calls that records write without their accent."""


def aloud(said: str, tongue: Language) -> str:
    """Say a call as it is heard or seen at the table; most are written as they are said.

    >>> from mustutor.language import language
    >>> aloud("dice llego_a_mi", language("en")), aloud("sena tres_reyes", language("en"))
    ('llegó a mí', 'signal for three kings')
    >>> aloud("dice canta Ro Rc", language("es")), aloud("subo a 5", language("es"))
    ('rey, rey', 'subo a 5')
    """
    verb, _, rest = said.partition(" ")
    word, *cards = rest.split() or [""]
    if verb == "sena":
        return tongue.say("signal for {meaning}", meaning=_meaning(word, tongue))
    if verb != "dice":
        return WITH_ACCENT.get(said, said)
    named = ", ".join(ranks(tongue)[card[0]] for card in cards)
    if word == "canta" and named:
        return named
    words = tongue.say(_TOLD[word]) if word in _TOLD else phrase(word)
    return " ".join(filter(None, (words, named)))


def _meaning(word: str, tongue: Language) -> str:
    for name in list_names():
        found = signal_list(name).get(word)
        if found is not None:
            meaning = dict(found.meaning)
            return meaning.get(tongue.code, meaning["en"])
    return word.replace("_", " ")
