"""What a shell is told when somebody presses Tab: the names a word of the command line may be.

Each is asked for by its beginning. Nothing is read for it but the names themselves, so that the
answer comes at once; where none fits, the shell completes files.
"""

from __future__ import annotations

from collections.abc import Iterable

LANCES = ("grande", "chica", "pares", "juego", "punto")


def _beginning(incomplete: str, names: Iterable[str]) -> list[str]:
    return [name for name in names if name.startswith(incomplete)]


def lances(incomplete: str) -> list[str]:
    """The lances that begin so.

    >>> lances("p")
    ['pares', 'punto']
    """
    return _beginning(incomplete, LANCES)


def variants(incomplete: str) -> list[str]:
    """The variants whose ids begin so."""
    from mustutor.variant import variant_ids

    return _beginning(incomplete, variant_ids())


def skills(incomplete: str) -> list[str]:
    """The skills of the drills that begin so."""
    from mustutor.tutor.drills import SKILLS

    return _beginning(incomplete, SKILLS)


def lessons(incomplete: str) -> list[str]:
    """The lessons that begin so, in the order of the course."""
    from mustutor.tutor.course import course_order
    from mustutor.tutor.lesson.file import lesson_ids

    return _beginning(incomplete, dict.fromkeys((*course_order(), *lesson_ids())))


def records(incomplete: str) -> list[str]:
    """The records that come along whose names begin so."""
    from mustutor.files import packaged

    return _beginning(incomplete, packaged())


def articles(incomplete: str) -> list[str]:
    """The articles of the rulebook whose ids begin so."""
    from mustutor.rulebook import articles as all_articles

    return _beginning(incomplete, all_articles())


def settings(incomplete: str) -> list[str]:
    """The settings that begin so."""
    from mustutor.cli.settings import ENVIRONMENT

    return _beginning(incomplete, ENVIRONMENT)
