"""How much is due for review, in a sentence."""

from __future__ import annotations

from mustutor.language import Language


def due_said(language: Language, number: int, time: int) -> str:
    """Say how many questions are due, and how long they take."""
    if not number:
        return language.say("Nothing is due for review.")
    return language.count(
        "{number} question is due for review: about {minutes} min.",
        "{number} questions are due for review: about {minutes} min.",
        number,
        minutes=time,
    )
