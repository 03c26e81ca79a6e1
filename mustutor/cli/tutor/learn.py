"""The `learn` command: a lesson, from where it was left, and what comes after it."""

from __future__ import annotations

from pathlib import Path

from mustutor.base.errors import LessonError
from mustutor.cli.common_options import Status, UsageError, refused_as_usage
from mustutor.cli.console import Console, wrapped
from mustutor.cli.parameters import ANSWERS, TRANSCRIPT, argument, flag, option
from mustutor.cli.tutor.walk import Flow, run_walk, tell_outcome
from mustutor.tutor.course import (
    course_order,
    current_lesson,
    lesson_title,
    lessons_through,
    next_lesson,
    resume_walk,
)
from mustutor.tutor.lesson.files import LessonFile, find
from mustutor.tutor.lesson.source import LessonSource
from mustutor.tutor.progress_file import ProgressStore
from mustutor.tutor.walk import Walk, nowhere

LESSON = "lesson:"


def learn(
    console: Console,
    lesson: str = argument(
        "[LESSON]",
        "Which lesson, by its name or its number in the course, or a folder with one; "
        "where you were, unless given.",
        "",
    ),
    first: str = option("--from STEP|N", "Begin at this step, by its name or its number."),
    restart: bool = flag("--restart", "Begin again, not where you left it."),
    placement: bool = flag(
        "--placement", "Find out what you know already, part by part, and skip it."
    ),
    answers: Path | None = ANSWERS,
    transcript: bool = TRANSCRIPT,
) -> Status:
    """Take a lesson; every answer is kept at once, so that it goes on where it was left."""
    store = ProgressStore()
    if placement:
        if lesson or first or restart or transcript:
            raise UsageError("--placement asks about the whole course: give it alone.")
        return _place(console, store, answers)
    file = _found(lesson or _current(store))
    walk = Walk(LessonSource(file, console.language))
    if not transcript and not restart:
        walk = resume_walk(walk, store.progress)
    if first:
        there = walk.to(first) or _numbered(walk, first)
        if there is None:
            steps = [step["id"] for step in file.draft["steps"]]
            raise UsageError(
                "This lesson has no step {step}: it has {steps}.",
                step=first,
                steps=", ".join(steps),
            )
        walk = there
    if transcript:
        # A transcript holds the answers anyway: what the lesson is about may be told before it.
        words = file.words(console.language.code)
        console.heading(wrapped(words["title"], console.width))
        console.paragraph(words["summary"])
        console.write()
    elif not console.interactive:
        console.heading(wrapped(walk.stop.scene.title, console.width))
        if walk.at:
            console.say("Going on at {at} of {count}.", at=walk.at + 1, count=walk.source.count)
        console.write()
    try:
        end = run_walk(console, walk, store, answers=answers, transcript=transcript)
    except KeyboardInterrupt:
        _what_is_next(console, walk, store)  # nothing of it is lost
        raise
    if transcript:
        return Status.DONE
    status = tell_outcome(console, end)
    _what_is_next(console, end, store)
    return status


def home(console: Console) -> None:
    """Ask what to do next, the recommended step first, and lead through it."""
    end = run_walk(console, nowhere(), ProgressStore())
    tell_outcome(console, end)
    if end.source.name:
        console.say("mustutor goes on from here.")


def _numbered(walk: Walk, number: str) -> Walk | None:
    """Go to a step by its number from 1; None where it is no number of a step."""
    known = number.isascii() and number.isdigit() and len(number) < 5
    at = int(number) if known else 0
    return walk.to_index(at - 1) if 1 <= at <= (walk.source.count or 0) else None


def _found(name: str) -> LessonFile:
    """A lesson by its name, its folder, or its number in the course."""
    if name.isascii() and name.isdigit() and not Path(name).exists():
        order = course_order()
        if len(name) > 4 or not 1 <= int(name) <= len(order):
            raise UsageError(
                "The course has no lesson {number}: it has lessons 1 to {most}.",
                number=name,
                most=len(order),
            )
        name = order[int(name) - 1]
    with refused_as_usage(LessonError):
        return find(name)


def _current(store: ProgressStore) -> str:
    """The lesson to go on with: the one left open, else the first after it that is not done."""
    progress = store.progress
    # All that follows is done: what was left out, and else the course from its beginning.
    left_out = next_lesson("", lessons_through(progress))
    return current_lesson(progress) or left_out or course_order()[0]


def _place(console: Console, store: ProgressStore, answers: Path | None) -> Status:
    """Ask about the parts of the course, one after the other as long as they go well."""
    walk = Flow(console, store).placement()
    if not console.interactive:
        console.heading(walk.source.title)
    run_walk(console, walk, store, answers=answers)
    return Status.DONE


def _what_is_next(console: Console, walk: Walk, store: ProgressStore) -> None:
    """End with what is next: the rest of this lesson, or the next one of the course."""
    here = walk.source.name.removeprefix(LESSON)
    if here not in course_order():
        return
    if not store.progress.finished(LESSON + here) or store.progress.place(LESSON + here):
        console.say("mustutor learn {lesson} goes on from here.", lesson=here)
        return
    following = next_lesson(here, lessons_through(store.progress))
    if following:
        title = lesson_title(following, console.language.code)
        console.say("Next: {title} (mustutor learn {lesson}).", title=title, lesson=following)
    else:
        console.say("That was the last lesson: mustutor drill keeps your hand in.")
