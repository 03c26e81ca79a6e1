"""How far somebody is: lessons, skills as bars and numbers, and what there is to see again."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from mustutor.cli.console import Console
from mustutor.language import Language, printable
from mustutor.tuples import NamedTuple
from mustutor.tutor.course import course_order, lesson_title
from mustutor.tutor.drills import SKILLS
from mustutor.tutor.lesson.file import lesson_ids
from mustutor.tutor.log import time_written
from mustutor.tutor.progress import LESSON, Progress, SkillTally
from mustutor.tutor.schedule import ReviewCard, askable, cards, due, minutes
from mustutor.ui.pieces import EMPTY, FULL
from mustutor.ui.pieces import bar as drawn_bar


class LessonStanding(NamedTuple):
    """A lesson: whether and when it was finished, and where to go on with it."""

    id: str
    title: str
    finished: datetime | None
    place: str


class SkillStanding(NamedTuple):
    """A skill: its title, its card, and how its questions ended."""

    id: str
    title: str
    card: ReviewCard
    tally: SkillTally


class Standing(NamedTuple):
    """All that is shown of somebody's progress."""

    path: Path
    lessons: tuple[LessonStanding, ...]
    skills: tuple[SkillStanding, ...]
    mistakes: tuple[ReviewCard, ...]
    due: int
    minutes: int

    def as_json(self) -> dict[str, object]:
        """The report for a program; probabilities are percentages, times are in UTC."""
        return {
            "file": str(self.path),
            "lessons": [
                {
                    "id": lesson.id,
                    "finished": lesson.finished is not None,
                    **({"at": time_written(lesson.finished)} if lesson.finished else {}),
                    **({"place": lesson.place} if lesson.place else {}),
                }
                for lesson in self.lessons
            ],
            "skills": [
                {
                    "id": skill.id,
                    "mastery": percent(skill.card.mastery),
                    "known": percent(skill.card.known),
                    "right": skill.tally.right,
                    "hinted": skill.tally.hinted,
                    "wrong": skill.tally.wrong,
                    "shown": skill.tally.shown,
                    "due": time_written(skill.card.due),
                }
                for skill in self.skills
            ],
            "mistakes": [
                {"question": card.name, "skill": card.skill, "due": time_written(card.due)}
                for card in self.mistakes
            ],
            "due": self.due,
            "minutes": self.minutes,
        }


def report(progress: Progress, path: Path, now: datetime, language: Language) -> Standing:
    """Put together what is shown of somebody's progress."""
    everything = cards(progress, now)
    lessons = [
        LessonStanding(
            lesson,
            lesson_title(lesson, language.code),
            progress.finished_at.get(f"{LESSON}{lesson}"),
            progress.place(f"{LESSON}{lesson}"),
        )
        for lesson in course_order()
    ]
    by_skill = {card.name: card for card in everything if card.kind == "skill"}
    known = {name: place for place, name in enumerate(SKILLS)}
    names = sorted(by_skill, key=lambda name: (known.get(name, len(known)), name))
    skills = [
        SkillStanding(name, skill_title(name, language), by_skill[name], progress.skills[name])
        for name in names
    ]
    waiting = due(askable(everything, progress, lesson_ids()), now)
    return Standing(
        path,
        tuple(lessons),
        tuple(skills),
        tuple([card for card in everything if card.kind == "mistake"]),
        len(waiting),
        minutes(len(waiting), progress.seconds),
    )


def skill_title(skill: str, language: Language) -> str:
    """Name a skill: as its drill does, or as the lesson it belongs to."""
    if skill in SKILLS:
        return language.say(SKILLS[skill].title)
    lesson = skill.removeprefix("lesson.")
    return lesson_title(lesson, language.code) if lesson in lesson_ids() else printable(skill)


def page(console: Console, told: Standing) -> None:
    """Write how far somebody is."""
    say, count = console.language.say, console.language.count
    done = sum(lesson.finished is not None for lesson in told.lessons)
    console.heading(say("Lessons"))
    console.paragraph(
        say("Done: {done} of {all}.", done=done, all=len(told.lessons)), indent=2, hang=2
    )
    begun = [lesson for lesson in told.lessons if lesson.finished or lesson.place]
    if begun:
        console.rows((lesson.title, _state(lesson, console.language)) for lesson in begun)
    console.write()
    console.heading(say("Skills"))
    if not told.skills:
        console.paragraph(
            say("None is practised yet: mustutor learn begins the course."), indent=2, hang=2
        )
    else:
        console.rows((skill.title, _standing(console, skill)) for skill in told.skills)
        console.paragraph(
            say("The number says how likely you would still know it in a week."), indent=2, hang=2
        )
    console.write()
    if told.mistakes:
        console.paragraph(
            count(
                "{number} question you once had wrong is still to be learned.",
                "{number} questions you once had wrong are still to be learned.",
                len(told.mistakes),
            )
        )
    console.paragraph(due_said(console.language, told.due, told.minutes))
    if told.due:
        console.rows([("mustutor review", say("begin with what is due"))])


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


def percent(probability: float) -> int:
    """A probability in hundredths.

    >>> percent(0.806)
    81
    """
    return round(100 * probability)


def bar(console: Console, probability: float) -> str:
    """Draw a probability as a bar, with signs the reader's terminal has."""
    return drawn_bar(probability, ascii=console.fitted(FULL + EMPTY) != FULL + EMPTY)


def _state(lesson: LessonStanding, language: Language) -> str:
    if lesson.finished is not None and not lesson.place:
        return language.say("done")
    if lesson.finished is not None:
        return language.say("done, and begun again")
    return language.say("begun")


def _standing(console: Console, skill: SkillStanding) -> str:
    """The bar and the number of a skill; without the bar where pictures are not wanted."""
    tally = skill.tally
    words = console.language.say(
        "{percent} %, {right} of {asked} right at once",
        percent=percent(skill.card.mastery),
        right=tally.right,
        asked=tally.asked,
    )
    return words if console.plain else f"{bar(console, skill.card.mastery)} {words}"
