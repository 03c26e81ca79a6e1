"""The words a record may hold after ``dice``: the small vocabulary a referee can judge."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from mustutor.games.mus_family.classes import HandClass
from mustutor.tuples import NamedTuple

Holds = Callable[[HandClass], bool]


class Word(NamedTuple):
    """Something that can be said: its kind, the lances it is about, and when it is true.

    `kind` is ``phrase`` (of the mus talk), ``ask`` (an open question), ``question`` (about a
    lance), ``condition``, ``naming``, ``statement`` (about one's own cards), ``alone``,
    ``pass``, ``refusal``, ``promise``, ``elsewhere`` (another lance), ``stakes`` or ``others``.
    `declares` is a lance with the yes or no that a statement gives away, `announces` the call that
    a word of the mus talk says one is going to make. `aloud` is how it is said at the table, where
    that is not the word itself without its underscores.
    """

    kind: str
    about: tuple[str, ...] = ()
    holds: Holds | None = None
    declares: tuple[str, bool] | None = None
    announces: str = ""
    aloud: str = ""


def _pares(kind: str) -> Word:
    return Word("statement", ("pares",), lambda held: held.pares == kind, ("pares", True))


_JUEGO = ("juego", "punto")

WORDS: Mapping[str, Word] = MappingProxyType(
    {
        "mus": Word("phrase", announces="mus"),
        "quita": Word("phrase", announces="corto"),
        "corto": Word("phrase", announces="corto"),
        "no_hay_mus": Word("phrase", announces="corto"),
        "envida": Word("phrase"),
        "mete_ordago": Word("phrase", aloud="mete órdago"),
        "llego_a_mi": Word("phrase", aloud="llegó a mí"),
        "que_digo": Word("ask", aloud="¿qué digo?"),
        "pregunta": Word("ask"),
        "que_llevas_a_grande": Word("question", ("grande",), aloud="¿qué llevas a grande?"),
        "que_llevas_a_chica": Word("question", ("chica",), aloud="¿qué llevas a chica?"),
        "que_llevas_a_pares": Word("question", ("pares",), aloud="¿qué llevas a pares?"),
        "que_llevas_a_juego": Word("question", _JUEGO, aloud="¿qué llevas a juego?"),
        "condicion": Word("condition"),
        "canta": Word("naming"),
        "tengo_pares": Word(
            "statement", ("pares",), lambda held: bool(held.pares), ("pares", True)
        ),
        "no_tengo_pares": Word(
            "statement", ("pares",), lambda held: not held.pares, ("pares", False)
        ),
        "tengo_par": _pares("par"),
        "tengo_medias": _pares("medias"),
        "tengo_duples": _pares("duples"),
        "tengo_juego": Word("statement", _JUEGO, lambda held: held.juego, ("juego", True)),
        "no_tengo_juego": Word("statement", _JUEGO, lambda held: not held.juego, ("juego", False)),
        "tengo_31": Word("statement", _JUEGO, lambda held: held.points == 31, ("juego", True)),
        "tengo_real": Word("statement", _JUEGO, lambda held: held.real, ("juego", True)),
        "tengo_30": Word("statement", _JUEGO, lambda held: held.points == 30, ("juego", False)),
        "yo_juego_solo": Word("alone"),
        "pasa": Word("pass"),
        "yo_no_quiero": Word("refusal"),
        "a_mi_no_me_dicen": Word("refusal"),
        "yo_quiero": Word("promise"),
        "yo_paso": Word("promise"),
        "yo_envido": Word("promise"),
        "jugada_anterior": Word("elsewhere"),
        "jugada_posterior": Word("elsewhere"),
        "ganados_o_perdidos": Word("stakes"),
        "contrarios": Word("others"),
    }
)
FREE = Word("free")
"""Anything else that can be said."""


def phrase(word: str) -> str:
    """How a word is said at the table, in Spanish as mus is talked.

    >>> phrase("llego_a_mi"), phrase("yo_no_quiero")
    ('llegó a mí', 'yo no quiero')
    """
    known = WORDS.get(word)
    return (known.aloud if known else "") or word.replace("_", " ")
