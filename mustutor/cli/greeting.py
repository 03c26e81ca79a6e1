"""The greeting: what `mustutor` alone says, in a few lines, of what to do next."""

from __future__ import annotations

from datetime import UTC, datetime

from mustutor.cli.console import Console
from mustutor.errors import MustutorError, ProgressError
from mustutor.language import Language
from mustutor.tutor.progressfile import progress_path

Rows = list[tuple[str, str]]


def greet(console: Console) -> None:
    """Say in a few lines what to do next: the course, the review, a dispute, a hand."""
    say = console.language.say
    file = say("FILE")
    console.say("Mus and Encaje: taught, settled and verified, with a reason for every stone.")
    console.write()
    path = progress_path()
    problem: ProgressError | None = None
    learning: Rows = []
    if path.exists():
        try:
            learning = _going_on(console.language, datetime.now(UTC))
        except ProgressError as found:
            problem = found
    console.rows(
        [
            *(learning or _beginning(console.language)),
            (f"mustutor settle {file}", say("settle a dispute: a record recomputed, stone by stone")),
            (f"mustutor replay play {file}", say("play back a hand, call by call")),
            ("mustutor rule", say("learn the rules, article by article")),
            ("mustutor tour", say("see it all: one hand played, settled, explained, verified")),
            ("mustutor --help", say("every command")),
        ]
    )
    if problem is not None:
        console.flush()
        console.problem(
            problem.said(console.language),
            say("Type mustutor progress doctor to see what can be done."),
        )


def _beginning(language: Language) -> Rows:
    from mustutor.tutor.course import lesson_title, next_lesson

    first = next_lesson("")
    title = lesson_title(first, language.code)
    return [("mustutor learn", language.say("begin the course: {lesson}", lesson=title))]


def _going_on(language: Language, now: datetime) -> Rows:
    """What to go on with; raises ProgressError where the record cannot be read."""
    from mustutor.tutor.course import lesson_title, next_lesson
    from mustutor.tutor.lesson.file import lesson_ids
    from mustutor.tutor.progress import LESSON
    from mustutor.tutor.progressfile import read_progress
    from mustutor.tutor.schedule import askable, cards, due, minutes

    progress = read_progress()
    rows: Rows = []
