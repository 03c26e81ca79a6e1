"""Drills without end: one a skill, seeded, on deals that cannot be answered right by luck.

Every question is drawn against a popular wrong rule: whoever plays by it gives another answer
than the engine, and is told so by name. The same skill, seed, number, rulebook and level give
the same question on every machine.

Questions grow harder by `level`, from 1 to 5. What a level adds is said by each family:
`hands` and `onehand` (cards alone), `moments` (what may be said), `offers`, `throws` and `keeping`
(odds), `stones` (Mus), `pots` (Encaje), `tricks` (Enflé), `upcard` (Mau-Mau). Without a level a
drill begins at 1 and rises by one every three questions.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from mustutor.errors import LessonError
from mustutor.language import Language
from mustutor.tutor.drills import drill
from mustutor.tutor.drills.drill import (
    LEVELS,
    Posed,
    Skill,
    WrongRule,
    by_id,
    edition,
)
from mustutor.tutor.drills.hands import HANDS_SKILLS
from mustutor.tutor.drills.keeping import KEEPING_SKILLS
from mustutor.tutor.drills.moments import MOMENT_SKILLS
from mustutor.tutor.drills.offers import OFFER_SKILLS
from mustutor.tutor.drills.onehand import ONE_HAND_SKILLS
from mustutor.tutor.drills.pots import POTS_SKILLS
from mustutor.tutor.drills.source import source_of
from mustutor.tutor.drills.stones import STONES_SKILLS
from mustutor.tutor.drills.throws import THROWING_SKILLS
from mustutor.tutor.drills.tricks import TRICKS_SKILLS
from mustutor.tutor.drills.upcard import UPCARD_SKILLS
from mustutor.tutor.question import Question
from mustutor.tutor.walk import Stop, StopSource
from mustutor.variant import Variant, load_variant, variant_ids

__all__ = [
    "LEVELS",
    "SKILLS",
    "Posed",
    "Skill",
    "WrongRule",
    "drill_question",
    "drill_source",
    "drill_stop",
    "drill_stop_named",
    "edition",
    "skill_named",
    "usual_rules",
]

SKILLS: Final[Mapping[str, Skill]] = by_id(
    *ONE_HAND_SKILLS,
    *HANDS_SKILLS,
    *MOMENT_SKILLS,
    *OFFER_SKILLS,
    *THROWING_SKILLS,
    *KEEPING_SKILLS,
    *STONES_SKILLS,
    *POTS_SKILLS,
    *TRICKS_SKILLS,
    *UPCARD_SKILLS,
)
"""Every skill by its id, in the order of learning."""
_EDITIONS: Final = {edition(skill): skill.id for skill in SKILLS.values()}


def skill_named(name: str) -> Skill:
    """Find a skill by its id; raises LessonError with a did-you-mean where there is none.

    >>> skill_named("juego.order").games
    ('mus', 'encaje')
    """
    if name not in SKILLS:
        raise drill.unknown(name, iter(SKILLS))
    return SKILLS[name]


def usual_rules(skill: Skill, usual: str) -> Variant:
    """The rulebook a skill is drilled under where nobody names one: the usual, or its game's own.

    >>> usual_rules(skill_named("juego.order"), "fournier").id
    'fournier'
    >>> usual_rules(skill_named("encaje.pots"), "fournier").id
    'encaje'
    """
    known = (usual, *[game for game in skill.games if game in variant_ids()], *variant_ids())
    return next(rules for rules in map(load_variant, known) if skill.suits(rules))


def drill_stop(
    skill: str,
    *,
    seed: int,
    number: int,
    variant: Variant,
    language: Language,
    level: int | None = None,
) -> Stop:
    """A question of a drill with what there is to see; `number` counts from 1.

    Raises LessonError for a skill nobody knows, and for one that makes no sense under the
    rulebook.
    """
    return drill.stop(
        skill_named(skill),
        seed=seed,
        number=number,
        variant=variant,
        language=language,
        level=level,
    )


def drill_question(
    skill: str,
    *,
    seed: int,
    number: int,
    variant: Variant,
    language: Language,
    level: int | None = None,
) -> Question:
    """A question of a drill; the same arguments give the same one, everywhere and for ever.

    Raises what `drill_stop` raises.
    """
    question = drill_stop(
        skill, seed=seed, number=number, variant=variant, language=language, level=level
    ).question
    assert question is not None, "a drill asks at every stop"
    return question


def drill_stop_named(name: str, language: Language) -> Stop | None:
    """The stop of a question by its id, ``drill:SKILL/VARIANT/SEED/NUMBER``, for a review.

    None where the id is of no drill or of an edition before, or its rulebook is none of the
    packaged ones.
    """
    head, _, rest = name.partition(":")
    named, *parts = rest.split("/")
    skill = _EDITIONS.get(named, "")
    if head != "drill" or not skill or not 3 <= len(parts) <= 4:
        return None
    variant, *numbers = parts
    if variant not in variant_ids():
        return None
    if not all(part.isascii() and part.isdigit() and len(part) < 20 for part in numbers):
        return None
    seed, number, *level = map(int, numbers)
    within = 1 <= number <= drill.LARGEST_NUMBER and (not level or level[0] in LEVELS)
    if not within or seed > drill.LARGEST_SEED:
        return None
    try:
        return drill_stop(
            skill,
            seed=seed,
            number=number,
            variant=load_variant(variant),
            language=language,
            level=level[0] if level else None,
        )
    except LessonError:
        return None


def drill_source(
    skill: str, seed: int, variant: Variant, language: Language, level: int | None = None
) -> StopSource:
    """A drill as a source of stops without end, named ``drill:SKILL``.

    Raises what `drill_stop` raises.
    """
    found = skill_named(skill)
    drill.refuse(found, variant)
    return source_of(found, seed, variant, language, level)
