"""The options Mus and Encaje share: what an offence costs, what a referee can judge.

`Word` is an entry of the small vocabulary that records may use after ``dice``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

from mustutor.base.language import Language, mark
from mustutor.base.shipped import words_table
from mustutor.games.irregularities import prices
from mustutor.games.mus_family.hands import HandClass
from mustutor.games.rulebook import in_language
from mustutor.model.option_rows import option_rows
from mustutor.model.options import Each, Number, Own, RuleOption, closed
from mustutor.model.variant import Variant

_NAME = "^[a-z][a-z0-9_]{0,63}$"
GESTURES = {
    "type": "object",
    "patternProperties": {_NAME: {"type": "string", "pattern": _NAME}},
    "additionalProperties": False,
}
PHRASES = {"type": "array", "items": {"type": "string", "pattern": _NAME}, "uniqueItems": True}


CONDUCT_FIRST = (
    *("forbidden_question", "bait_as_mano_max", "mano_31_pass_order", "mano_30_pass_order"),
    *("false_declaration", "broken_word", "real_pass_order", "lie", "false_signal"),
    *("forbidden_signal", "forbidden_talk", "forbidden_naming"),
)
"""Those priced from the beginning; all others count in a digest only where they are priced."""
PRICES = prices(("mus", "encaje"))
PRICED = tuple(dict.fromkeys((*CONDUCT_FIRST, *PRICES)))
"""What may have a price, in the option `penalty`."""
MOST_STONES = 100
"""No offence costs more stones than these."""


def _offence(language: Language, offence: str) -> str:
    return in_language(PRICES[offence], language.code)


Holds = Callable[[HandClass], bool]


class Word(NamedTuple):
    """Something that can be said: its kind, its lances, and when it is true.

    `kind` is ``phrase`` (of the mus talk), ``ask`` (an open question), ``question`` (about a
    lance), ``condition``, ``naming``, ``statement`` (about one's own cards), ``alone``, ``pass``,
    ``refusal``, ``promise``, ``elsewhere`` (another lance), ``stakes`` or ``others``. `declares` is
    a lance with the yes or no that a statement gives away, `announces` the call that a word of the
    mus talk promises. `aloud` is how it is said at the table, if not as the word itself without its
    underscores.
    """

    kind: str
    about: tuple[str, ...] = ()
    holds: Holds | None = None
    declares: tuple[str, bool] | None = None
    announces: str = ""
    aloud: str = ""


def _says(about: tuple[str, ...], holds: Holds, *, yes: bool = True) -> Word:
    """A statement that one has the first of these lances, or has not."""
    return Word("statement", about, holds, (about[0], yes))


_PARES, _JUEGO = ("pares",), ("juego", "punto")

WORDS: Mapping[str, Word] = {
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
    "que_llevas_a_pares": Word("question", _PARES, aloud="¿qué llevas a pares?"),
    "que_llevas_a_juego": Word("question", _JUEGO, aloud="¿qué llevas a juego?"),
    "condicion": Word("condition"),
    "canta": Word("naming"),
    "tengo_pares": _says(_PARES, lambda held: bool(held.pares)),
    "no_tengo_pares": _says(_PARES, lambda held: not held.pares, yes=False),
    "tengo_par": _says(_PARES, lambda held: held.pares == "par"),
    "tengo_medias": _says(_PARES, lambda held: held.pares == "medias"),
    "tengo_duples": _says(_PARES, lambda held: held.pares == "duples"),
    "tengo_juego": _says(_JUEGO, lambda held: held.juego),
    "no_tengo_juego": _says(_JUEGO, lambda held: not held.juego, yes=False),
    "tengo_31": _says(_JUEGO, lambda held: held.points == 31),
    "tengo_real": _says(_JUEGO, lambda held: held.real),
    "tengo_30": _says(_JUEGO, lambda held: held.points == 30, yes=False),
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


FREE = Word("free")
"""Anything else that can be said."""


def phrase(word: str) -> str:
    """A word as it is said at the table, in Spanish.

    >>> phrase("llego_a_mi"), phrase("yo_no_quiero")
    ('llegó a mí', 'yo no quiero')
    """
    known = WORDS.get(word)
    return (known.aloud if known else "") or word.replace("_", " ")


PENALTY = RuleOption(
    "penalty",
    mark("What each offence costs."),
    dict.fromkeys(PRICED, "none"),
    Each(
        PRICED,
        {
            "none": mark("{offence} costs nothing."),
            "warn": mark("{offence} brings a warning."),
            "annul_lance": mark(
                "{offence} annuls that lance for the side of the player who did it."
            ),
            "annul_hand": mark(
                "{offence} annuls the whole hand for the side of the player who did it."
            ),
            "lose_game": mark("{offence} loses the game."),
        },
        _offence,
        "offence",
        own=Own(
            mark("{offence} costs stones, which go to the others: {stones}."),
            {**closed({"stones": Number("", 1, MOST_STONES).schema()}), "required": ["stones"]},
        ),
    ),
    younger=tuple(part for part in PRICED if part not in CONDUCT_FIRST),
)

SHARED = (
    *option_rows("mus_and_encaje", {"talk.mus_phrases": partial(Own, shape=PHRASES, named=phrase)}),
    PENALTY,
)
"""The options that Mus and Encaje share."""


def article(variant: Variant, topic: str) -> str:
    """The article for a topic: of the variant's region, of one it extends, or the usual one."""
    told: Mapping[str, str] = words_table("articles")[topic]
    return told.get(variant.id) or told.get(variant.extends) or told["usual"]
