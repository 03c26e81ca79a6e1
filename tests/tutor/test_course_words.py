"""The words of the table are taught before they are shown, all through the course."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from mustutor.base.language_state import whole_languages
from mustutor.games.rulebook import terms
from mustutor.tutor.course import course_order
from mustutor.tutor.lesson.files import find
from mustutor.tutor.lesson.source import PLACEHOLDER

SIGNED = Path(__file__).parent / "__snapshots__" / "test_course"

# Each word, and the step of the course that says what it means.
TAUGHT = {
    "amarrako": "first_hand game",
    "mus": "first_hand game",
    "mano": "first_hand wish",
    "corto": "first_hand wish",
    "lance": "first_hand table",
    "grande": "first_hand table",
    "chica": "first_hand rest",
    "pares": "first_hand rest",
    "tengo": "first_hand rest",
    "paso": "first_hand game",
    "envido": "first_hand game",
    "quiero": "first_hand game",
    "no quiero": "first_hand game",
    "órdago": "first_hand summary",
    "medias": "pares kinds",
    "duples": "pares kinds",
    "punto": "juego thirty",
    "postre": "mus postre",
    "solomillo": "named_hands sirloin",
    "perete": "named_hands sirloin",
    "la real": "named_hands sevens",
    "servido": "visto served",
    "mus visto": "visto what",
    "mus corrido": "corrido deck",
    "y yo": "deje and_me",
    "reenvido": "deje double",
    "deje": "envido refused",
    "adentro": "ordago end",
    "vaca": "match vacas",
    "boquilla": "words madrid",
    "encaje": "encaje_aim best",
}
# Words that Spanish has for other things too, or that English has its own word for.
ONE_LANGUAGE = {
    "juego": ("en", "first_hand rest"),
    "stone": ("en", "first_hand game"),
    "piedra": ("es", "first_hand game"),
    "partner": ("en", "first_hand game"),
    "compañero": ("es", "first_hand game"),
    "pot": ("en", "encaje_aim burden"),
    "pozo": ("es", "encaje_aim burden"),
    "platillo": ("es", "match amarrako"),
    "saucer": ("en", "match amarrako"),
}
WORDS = [
    *((word, code, place) for word, place in TAUGHT.items() for code in whole_languages()),
    *((word, code, place) for word, (code, place) in ONE_LANGUAGE.items()),
]


@cache
def told(code: str) -> tuple[tuple[str, str], ...]:
    """The words of every step of the course, in its order, with the step they stand in."""
    return tuple(
        (f"{lesson} {step['id']}", " ".join(_texts(file.texts[code]["steps"].get(step["id"], ""))))
        for lesson in course_order()
        for file in [find(lesson)]
        for step in file.draft["steps"]
    )


def _texts(words: object) -> Iterator[str]:
    if isinstance(words, str):
        yield PLACEHOLDER.sub(" ", words)
    elif isinstance(words, dict):
        for inside in words.values():
            yield from _texts(inside)
    elif isinstance(words, list):
        for inside in words:
            yield from _texts(inside)


def _standing(word: str, text: str) -> bool:
    return re.search(rf"\b{word}s?\b", " ".join(text.split()), re.IGNORECASE) is not None


@pytest.mark.parametrize(("word", "code", "place"), WORDS)
def test_a_word_first_stands_where_it_is_taught(word, code, place):
    first = next(step for step, text in told(code) if _standing(word, text))
    assert first == place
    # What the engine says beside the words of a lesson counts as well: tables, counts, reasons.
    order = course_order()
    for lesson in order[: order.index(place.split()[0])]:
        signed = SIGNED / f"test_a_lesson_reads_as_signed[{lesson}-{code}].txt"
        assert not _standing(word, signed.read_text("utf-8")), lesson


def test_the_vocabulary_knows_these_words():
    known = {word.lower() for term in terms().values() for of in term.words.values() for word in of}
    assert not {word for word, *_ in WORDS} - known
