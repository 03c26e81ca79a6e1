"""The greeting: what `mustutor` alone says, in a few lines, of what to do next."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from mustutor.base.errors import ProgressError
from mustutor.base.language import Language
from mustutor.cli.console import Console
from mustutor.tutor.progress_file import progress_path, read_progress

if TYPE_CHECKING:
    from mustutor.tutor.progress import Progress

Rows = list[tuple[str, str]]


def other_commands(language: Language) -> Rows:
    """What is typed for all that is no lesson: a match, a dispute, a hand, the rules."""
    say = language.say
    file = say("FILE")
    return [
        ("mustutor play", say("sit down to a match with players of the house")),
        (f"mustutor settle {file}", say("settle a dispute: a record recomputed, stone by stone")),
        (f"mustutor replay play {file}", say("play back a hand, call by call")),
        ("mustutor rule", say("learn the rules, article by article")),
        ("mustutor tour", say("see it all: one hand played, settled, explained, verified")),
        ("mustutor --help", say("every command")),
    ]


def greet(console: Console) -> None:
    """Say in a few lines what to do next: the course, the review, a dispute, a hand."""
    console.say(
        "Mus and three games more: taught, settled and verified, with a reason for every stone."
    )
    console.write()
    path = progress_path()
    problem: ProgressError | None = None
    learning: Rows = []
    if path.exists():
        try:
            learning = _going_on(console.language, datetime.now(UTC))
        except ProgressError as found:
            problem = found
    console.rows([*(learning or _beginning(console.language)), *other_commands(console.language)])
    if problem is not None:
        console.flush()
        advice = console.language.say("Type mustutor progress doctor to see what can be done.")
        console.problem(problem.said(console.language), advice)


def _beginning(language: Language) -> Rows:
    from mustutor.tutor.course import lesson_title, next_lesson

    title = lesson_title(next_lesson(""), language.code)
    return [("mustutor learn", language.say("begin the course: {lesson}", lesson=title))]


def _going_on(language: Language, now: datetime) -> Rows:
    """What to go on with; raises ProgressError where the record cannot be read."""
    progress = read_progress()
    if not progress.walks:
        return []

    # Loaded for those who have begun: a first start stays quick.
    from mustutor.tutor.lesson.files import lesson_ids
    from mustutor.tutor.review import askable, cards, due, minutes

    rows = [_course(progress, language)] if progress.lesson else _beginning(language)
    waiting = due(askable(cards(progress, now), progress, lesson_ids()), now)
    if waiting:
        time = minutes(len(waiting), progress.seconds)
        said = language.count(
            "see again {number} question that is due: about {minutes} min",
            "see again {number} questions that are due: about {minutes} min",
            len(waiting),
            minutes=time,
        )
        rows.append(("mustutor review", said))
    return rows


def _course(progress: Progress, language: Language) -> tuple[str, str]:
    """The lesson left open, else the first one after it that is not done; never just the first."""
    from mustutor.tutor.course import current_lesson, lesson_title, lessons_through, next_lesson

    current = current_lesson(progress)
    if current:
        title = lesson_title(current, language.code)
        if current == progress.lesson:
            said = language.say("go on where you were: {lesson}", lesson=title)
        else:
            said = language.say("go on with the course: {lesson}", lesson=title)
        return "mustutor learn", said
    left = next_lesson("", lessons_through(progress))
    if left:
        title = lesson_title(left, language.code)
        return f"mustutor learn {left}", language.say(
            "take up a lesson you skipped: {lesson}", lesson=title
        )
    return "mustutor drill", language.say("the course is done: practise, to keep your hand in")
