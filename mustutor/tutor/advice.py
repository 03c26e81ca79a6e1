"""Advice: what a learner may do next, the recommended step first.

After a lesson its skill is practised, then comes the next lesson; a review waits for whoever has
something due, and a skill that would not be known in a week is offered. Nothing is ever forced.
"""

from __future__ import annotations

from datetime import datetime

from mustutor.tuples import NamedTuple
from mustutor.tutor.course import current_lesson, lessons_through, next_lesson
from mustutor.tutor.drills import SKILLS
from mustutor.tutor.lesson.file import find, lesson_ids
from mustutor.tutor.progress import LESSON, Progress
from mustutor.tutor.schedule import ReviewCard, askable, cards, due, minutes

PRACTICE = 6
"""So many questions practise a skill after its lesson."""
DRILL = "drill:"
WEAK = 0.7
"""A skill is weak when it is less likely than this to be known in a week."""


class NextStep(NamedTuple):
    """Something to do: a ``lesson``, a ``drill``, a ``review`` or the ``placement`` test.

    `name` is the lesson's or the skill's id, `number` counts questions, `minutes` is about how
    long it takes; `why` says ``first`` of a lesson before all others, ``open`` of one left
    open, ``weak`` of a skill, ``again`` of the one just practised.
    """

    kind: str
    name: str = ""
    number: int = 0
    minutes: int = 0
    why: str = ""


def next_steps(progress: Progress, now: datetime, *, after: str = "") -> tuple[NextStep, ...]:
    """What to do next, the recommended step first; `after` is the walk that is just over.

    >>> steps = next_steps(Progress(), datetime(2026, 1, 1))
    >>> [step.kind for step in steps]
    ['lesson', 'placement']
    """
    known = askable(cards(progress, now), progress, lesson_ids())
    found = [*_practice(after, progress), *_course(after, progress), *_again(after, progress)]
    waiting = due(known, now)
    if waiting and after != "review":
        time = minutes(len(waiting), progress.seconds)
        found.append(NextStep("review", number=len(waiting), minutes=time))
    found += [step for step in _weak(known, progress) if step.name not in {s.name for s in found}]
    if not (progress.walks or after):
        found.append(NextStep("placement"))
    return tuple(found or _drill(next(iter(SKILLS)), progress))


def lesson_minutes(lesson: str) -> int:
    """About how long a lesson takes, as its author says."""
    return int(find(lesson).draft["minutes"])


def practised_by(lesson: str) -> str:
    """The skill a lesson is practised by, or nothing."""
    if lesson not in lesson_ids():
        return ""
    skills: list[str] = find(lesson).draft.get("skills", [])
    return next((skill for skill in skills if skill in SKILLS), "")


def _practice(after: str, progress: Progress) -> list[NextStep]:
    skill = practised_by(after.removeprefix(LESSON)) if after.startswith(LESSON) else ""
    return _drill(skill, progress) if skill else []


def _again(after: str, progress: Progress) -> list[NextStep]:
    skill = after.removeprefix(DRILL) if after.startswith(DRILL) else ""
    return _drill(skill, progress, "again") if skill in SKILLS else []


def _drill(skill: str, progress: Progress, why: str = "") -> list[NextStep]:
    return [NextStep("drill", skill, PRACTICE, minutes(PRACTICE, progress.seconds), why)]


def _course(after: str, progress: Progress) -> list[NextStep]:
    through = lessons_through(progress)
    lesson = current_lesson(progress)
    if lesson and f"{LESSON}{lesson}" == after:
        lesson = next_lesson(lesson, through)  # it was just left, and may be left for good
    lesson = lesson or next_lesson("", through)
    if not lesson or f"{LESSON}{lesson}" == after:
        return []
    why = "open" if progress.place(f"{LESSON}{lesson}") else "" if progress.walks else "first"
    return [NextStep("lesson", lesson, minutes=lesson_minutes(lesson), why=why)]


def _weak(known: tuple[ReviewCard, ...], progress: Progress) -> list[NextStep]:
    """The drill of the weakest skill, where one is weak."""
    skills = [card for card in known if card.kind == "skill" and card.name in SKILLS]
    weakest = min(skills, key=lambda card: card.mastery, default=None)
    if weakest is None or weakest.mastery >= WEAK:
        return []
    return _drill(weakest.name, progress, "weak")
