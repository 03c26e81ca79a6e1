"""The questions of a drill as a source of stops: one after the other, without end."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from mustutor.language import Language, language
from mustutor.tutor.drills.drill import LARGEST_NUMBER, Skill, stop
from mustutor.tutor.walk import Stop, StopSource
from mustutor.variant import Variant

KEPT = 64
"""So many questions are kept ready: those around the one that is asked."""

_NUMBER = re.compile(r"[1-9][0-9]{0,6}")


@dataclass(frozen=True, slots=True)
class DrillSource:
    """The questions of a skill, one after the other, from number 1 on; no end.

    The same seed gives the same questions; `level` is None where they grow harder by themselves.
    """

    skill: Skill
    seed: int
    variant: Variant
    tongue: str
    level: int | None = None

    @property
    def name(self) -> str:
        """What this is, in the record of progress: ``drill:SKILL``."""
        return f"drill:{self.skill.id}"

    @property
    def title(self) -> str:
        """What this is, for the reader."""
        return language(self.tongue).say(self.skill.title)

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

    def search(self, words: str, after: int) -> int | None:  # noqa: ARG002
        """Nothing: what has not been asked yet cannot be looked through."""
        return None

    def under(self, variant: Variant) -> StopSource | None:
        """The same skill and seed under another rulebook, where that makes sense."""
        return replace(self, variant=variant) if self.skill.suits(variant) else None


@lru_cache(KEPT)
def _stop(source: DrillSource, index: int) -> Stop:
    return stop(
        source.skill,
        seed=source.seed,
        number=index + 1,
        variant=source.variant,
        language=language(source.tongue),
        level=source.level,
    )


def source_of(
    skill: Skill, seed: int, variant: Variant, tongue: Language, level: int | None
) -> DrillSource:
    """Open the drill of a skill."""
    return DrillSource(skill, seed, variant, tongue.code, level)
