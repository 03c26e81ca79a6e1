"""The placement test: a few questions for each part of the course, and what they show as known.

A question of the drill of each lesson, none of which a popular mistake answers right. A lesson is
known when its question was right at once; one that has no drill, when all of its part were. After
a part that went badly no other is asked: the course begins there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from mustutor.language import Language, language
from mustutor.rulebook import spoken
from mustutor.tutor.advice import practised_by
from mustutor.tutor.course import Part, course_order, parts
from mustutor.tutor.drills import SKILLS, drill_stop, usual_rules
from mustutor.tutor.log import PLACEMENT
from mustutor.tutor.question import Asking
from mustutor.tutor.review import Review, review_numbered
from mustutor.tutor.walk import Happening, Walk

MOST = 6
"""So many questions a part at the most."""
LEVEL = 3
USUAL = "fournier"


@dataclass(frozen=True)
class Placement(Review):
    """The questions of one part of the course, each with the lesson it stands for."""

    part: Part
    lessons: tuple[str, ...]

    @property
    def title(self) -> str:
        """What this is, for the reader."""
        tongue = language(self.tongue)
        name = spoken(self.part.title, tongue.code)
        return tongue.say("What you know already: {part}", part=name)


def placement_of(part: Part, tongue: Language, seed: int) -> Placement:
    """The questions of a part of the course; the same seed asks the same ones."""
    asked = _asked(part)
    stops = [
        drill_stop(
            skill,
            seed=seed,
            number=1,
            level=LEVEL,
            variant=usual_rules(SKILLS[skill], USUAL),
            language=tongue,
        )
        for skill in asked.values()
    ]
    name = f"{PLACEMENT}:{part.id}"
    return Placement(review_numbered(stops), tongue.code, name, part, tuple(asked))


def askable_parts() -> tuple[Part, ...]:
    """The parts of the course that can be asked about, in order."""
    return tuple([part for part in parts() if _asked(part)])


def _asked(part: Part) -> Mapping[str, str]:
    """The lessons of a part that are asked about, each with the skill: none twice."""
    found: dict[str, str] = {}
    for lesson in part.lessons:
        skill = practised_by(lesson)
        if skill and skill not in found.values() and len(found) < MOST:
            found[lesson] = skill
    return found


def known_by(walk: Walk) -> tuple[str, ...]:
    """The lessons that the answers of a test show as known, in the order of the course."""
    source = walk.source
    assert isinstance(source, Placement)
    right = {
        lesson
        for number, lesson in enumerate(source.lessons, 1)
        if walk.asked.get(str(number), _OPEN).outcome == "right"
    }
    if len(right) == len(source.lessons):
        right |= set(source.part.lessons)
    return tuple([lesson for lesson in course_order() if lesson in right])


_OPEN = Asking(None)  # type: ignore[arg-type]  # a question never met


def passed(walk: Walk) -> bool:
    """Whether so much was right that the next part is worth asking about."""
    source = walk.source
    assert isinstance(source, Placement)
    outcomes = [asking.outcome for asking in walk.asked.values()]
    return 2 * outcomes.count("right") > len(source.lessons)


def marks(before: Walk, after: Walk) -> list[Happening]:
    """What is kept of a test when it is over: the lessons known, and nothing of its questions."""
    if after.is_done and not (before.source is after.source and before.is_done):
        return [Happening("known", f"lesson:{lesson}", "") for lesson in known_by(after)]
    return []
