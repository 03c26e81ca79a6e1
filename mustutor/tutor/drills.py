"""Drills without end: one a skill, seeded, on deals that cannot be answered right by luck.

Every question is drawn against a popular wrong rule: a learner who plays by it gives another
answer than the engine, and hears the name of the mistake. The same skill, seed, number, rulebook
and level give the same question on every machine. The questions are a source of stops for a walk.

Questions grow harder by `level`, from 1 to 5; what a level adds is said by each module of drills.
Without a level a drill begins at 1 and rises by one every three questions, or climbs and falls with
the answers. Which skills there are, each game says in its `DRILLS`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from mustutor.base.errors import LessonError
from mustutor.base.language import Language, open_language
from mustutor.base.register import cached_until_registered, game_part, games
from mustutor.games import drill
from mustutor.games.drill import LARGEST_NUMBER, LEVELS, Skill, climbed, edition, stop
from mustutor.games.question import Asking, Stop
from mustutor.model.variant import Variant, load_variant
from mustutor.model.variant_file import variant_ids
from mustutor.tutor.progress import Progress
from mustutor.tutor.walk import StopSource

KEPT = 64
"""The number of questions kept ready: those around the current one."""

_NUMBER = re.compile(r"[1-9][0-9]{0,6}")


@dataclass(frozen=True, slots=True)
class DrillSource(StopSource):
    """The questions of a skill, one after the other, from number 1 on; no end.

    The same seed gives the same questions; `level` is None where they grow harder by themselves.
    `levels` are those of the first questions where the answers decide: the last goes on.
    """

    skill: Skill
    seed: int
    variant: Variant
    language: str
    level: int | None = None
    levels: tuple[int, ...] = ()

    @property
    def name(self) -> str:
        """What this is, in the record of progress: ``drill:SKILL``."""
        return f"drill:{self.skill.id}"

    @property
    def title(self) -> str:
        """What this is, for the reader."""
        return open_language(self.language).say(self.skill.title)

    @property
    def count(self) -> int | None:
        """No end."""
        return None

    def stop(self, index: int) -> Stop | None:
        """The stop at an index from 0, which has the number after it."""
        return _stop(self, index) if 0 <= index < LARGEST_NUMBER else None

    def find(self, place: str) -> int | None:
        """The index of a question, by its number from 1."""
        return int(place) - 1 if _NUMBER.fullmatch(place) else None

    def under(self, variant: Variant) -> StopSource | None:
        """The same skill and seed under another rulebook, where that makes sense."""
        return replace(self, variant=variant) if self.skill.suits(variant) else None

    def after(self, asked: Mapping[str, Asking]) -> StopSource:
        """The same, with the levels of its questions after these answers."""
        if not self.levels:
            return self
        last = max([int(place) for place in asked], default=0)
        known = (asked.get(str(number)) for number in range(1, last + 1))
        outcomes = ["" if asking is None else asking.outcome for asking in known]
        return replace(self, levels=climbed(self.levels, outcomes))


@lru_cache(KEPT)
def _stop(source: DrillSource, index: int) -> Stop:
    return stop(
        source.skill,
        seed=source.seed,
        number=index + 1,
        variant=source.variant,
        language=open_language(source.language),
        level=source.levels[min(index, len(source.levels) - 1)] if source.levels else source.level,
    )


class _Skills(Mapping[str, Skill]):
    """The skills that the registered games offer as their `DRILLS`, whenever it is looked into."""

    def __getitem__(self, name: str) -> Skill:
        return _offered()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(_offered())

    def __len__(self) -> int:
        return len(_offered())


@cached_until_registered
def _offered() -> Mapping[str, Skill]:
    return {skill.id: skill for game in games() for skill in game_part(game, "DRILLS", ())}


SKILLS: Final[Mapping[str, Skill]] = _Skills()
"""Every skill by its id, in the order of learning."""


def skill_named(name: str) -> Skill:
    """Find a skill by its id; raises LessonError with a did-you-mean where there is none.

    >>> skill_named("juego.order").games
    ('mus', 'encaje')
    """
    if name not in SKILLS:
        raise drill.unknown(name, SKILLS)
    return SKILLS[name]


def usual_rules(skill: Skill, usual: str) -> Variant:
    """The default rulebook for drilling a skill: the `usual` one, or its game's own.

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


def drill_stop_named(name: str, language: Language) -> Stop | None:
    """The stop of a question by its id, ``drill:SKILL/VARIANT/SEED/NUMBER``, for a review.

    None where the id is of no drill or of an edition before, or its rulebook is none of the
    packaged ones.
    """
    head, _, rest = name.partition(":")
    named, *parts = rest.split("/")
    skill = next((skill.id for skill in SKILLS.values() if edition(skill) == named), "")
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
    skill: str,
    seed: int,
    variant: Variant,
    language: Language,
    level: int | None = None,
    *,
    begins: int | None = None,
) -> StopSource:
    """A drill as a source of stops without end, named ``drill:SKILL``.

    From the level it `begins` at, if there is one, it climbs and falls with the answers. Raises
    what `drill_stop` raises.
    """
    found = skill_named(skill)
    drill.refuse(found, variant)
    levels = () if begins is None else (begins,)
    return DrillSource(found, seed, variant, language.code, level, levels)


def level_reached(skill: str, progress: Progress) -> int:
    """The level at which a drill goes on: where the answers to its questions have led."""
    asked = [answer for answer in progress.answers if answer.skill == skill]
    drilled = [answer.outcome for answer in asked if answer.question.startswith("drill:")]
    return climbed(LEVELS[:1], drilled)[-1]
