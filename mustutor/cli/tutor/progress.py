"""How far somebody is: lessons, skills as bars and numbers, what there is to see again.

The `progress` commands show it; export, import, reset and mend what it is made of.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from mustutor.base.errors import ProgressError, Unreadable
from mustutor.base.language import Language, mark, printable
from mustutor.cli.common_options import STDIN, STDOUT, Status, UsageError, nearest
from mustutor.cli.console import Console, write
from mustutor.cli.parameters import FORCE, JSON, argument, flag
from mustutor.games.explain import Explanation, Line, Passage
from mustutor.present.screen.rows import bar
from mustutor.tutor.course import (
    NextStep,
    course_order,
    lesson_minutes,
    lesson_title,
    next_steps,
    parts,
    skipped_of,
)
from mustutor.tutor.drills import SKILLS
from mustutor.tutor.ladder import step_named
from mustutor.tutor.lesson.files import lesson_ids
from mustutor.tutor.progress import (
    LESSON,
    OWN_CALLS,
    PLACEMENT,
    PUZZLE_SKILL,
    Progress,
    SkillTally,
    time_written,
)
from mustutor.tutor.progress_file import (
    LARGEST,
    ProgressStore,
    contents_of,
    contents_read,
    progress_path,
    read_progress,
    replace,
    write_failure,
    written,
)
from mustutor.tutor.review import ReviewCard, askable, cards, due, minutes

if TYPE_CHECKING:
    from mustutor.tutor.doctor import Diagnosis
    from mustutor.tutor.progress import Progress


def show(console: Console, json: bool = JSON) -> None:
    """Show the lessons done, the skills as bars and numbers, and what is due."""
    path = progress_path()
    told = report(read_progress(path), path, datetime.now(UTC), console.language)
    if json:
        console.document(told.as_json())
    else:
        page(console, told)


def export(
    console: Console,
    target: str = argument(
        "FILE", "Where to write it; without it, or with -, the output.", STDOUT, quiet=True
    ),
    force: bool = FORCE,
) -> None:
    """Write the record of progress to a file or to the output."""
    contents = contents_of(progress_path())
    if target == STDOUT:
        console.write(written(contents).rstrip("\n"))
        return
    path = Path(target)
    if path.exists() and not force:
        raise UsageError(
            "{target} is there already: --force writes over it, mustutor progress import {target} "
            "adds it to yours.",
            target=target,
        )
    try:
        replace(path, written(contents))
    except OSError as problem:
        raise write_failure(path, problem) from None
    console.count_noun("{file} is written, with {number} event.", len(contents.events), file=target)
    console.say("On the other computer: mustutor progress import {file}", file=target)


def take(
    console: Console, source: str = argument("FILE", "A file of progress; - for the input.")
) -> Status:
    """Add the events of another file; those known already change nothing."""
    try:
        if source == STDIN:
            data = sys.stdin.buffer.read(LARGEST + 1) if sys.stdin is not None else b""
            other = contents_read(data, file="<stdin>")
        elif Path(source).exists():
            other = contents_of(Path(source))
        else:
            raise Unreadable(mark("There is no such file."), file=source)
    except ProgressError as problem:
        advice = mark("Type mustutor progress doctor {file} to see what can be done.")
        told = "" if source == STDIN else console.language.say(advice, file=source)
        console.problem(problem.said(console.language), told)
        return Status.UNREADABLE
    store = ProgressStore()
    number = store.merge(other.events)
    if not number:
        console.say("Nothing in it is new.")
        return Status.DONE
    console.count(
        "{number} event was new, and has been added to yours.",
        "{number} events were new, and have been added to yours.",
        number,
    )
    return Status.DONE


def reset(
    console: Console,
    name: str = argument("LESSON|SKILL|placement", "What to begin again.", ""),
    everything: bool = flag("--all", "Begin everything again."),
    yes: bool = flag("--yes", "Do not ask whether you are sure."),
) -> Status:
    """Let what was done of a lesson or a skill no longer count."""
    if bool(name) == everything:
        raise UsageError("Name one lesson or skill to begin again, or type --all.")
    store = ProgressStore()
    if store.problem is not None:
        raise store.problem
    about = "all" if everything else _about(name, store.progress)
    if not yes and not _confirmed(console, name):
        console.say("Nothing has been changed.")
        return Status.DONE
    store.reset(about)
    if everything:
        console.say("Everything begins again.")
    else:
        console.say("{name} begins again.", name=name)
    return Status.DONE


def _about(name: str, progress: Progress) -> str:
    """The lesson, skill or placement a name means; raises UsageError for none or several."""
    known = {
        **({PLACEMENT: PLACEMENT} if progress.known else {}),
        **{walk: walk for walk in progress.walks if walk.startswith("lesson:")},
        **{f"skill:{skill}": f"skill:{skill}" for skill in progress.skills},
    }
    named = [about for about in known if name in (about, about.partition(":")[2])]
    if len(named) > 1:
        raise UsageError(
            "{name} is both a lesson and a skill: type {choices}.",
            name=name,
            choices=" / ".join(named),
        )
    if not named:
        raise UsageError(
            "There is nothing about {name} in your progress.",
            name=name,
            hint=nearest(name, [about.partition(":")[2] for about in known]),
        )
    return named[0]


def _confirmed(console: Console, name: str) -> bool:
    """Ask whether somebody means it; where nobody can be asked, --yes must have said so."""
    say = console.language.say
    if not console.asks:
        raise UsageError("What you begin again no longer counts: type --yes if you are sure.")
    what = say("Begin {name} again?", name=name) if name else say("Begin everything again?")
    yes = say("yes")
    console.write(what)
    try:
        answer = input(say("Type {yes} to do it, or Enter to leave it as it is: ", yes=yes))
    except EOFError:
        return False
    return answer.strip().casefold() in {"y", "yes", yes.casefold(), yes.casefold()[:1]}


def doctor(
    console: Console,
    file: str = argument("FILE", "Which file; without a name, your own progress.", ""),
    mend: bool = flag(
        "--repair", "Save what can be read; the old file is moved aside, never lost."
    ),
    json: bool = JSON,
) -> Status:
    """Look the file of progress over, and repair it if asked to; 1 where something is wrong."""
    from mustutor.tutor.doctor import diagnose, repair

    path, now = Path(file) if file else progress_path(), datetime.now(UTC)
    if mend:
        found, aside = repair(path, now)
    else:
        found, aside = diagnose(path, now), None
    if json:
        console.document(_as_json(found, aside, console.language))
    else:
        _tell(console, found, aside, mended=mend, named=file)
    sound = found.state in ("absent", "sound") and not found.ahead
    return Status.DONE if sound or mend else Status.WRONG


def _tell(
    console: Console, found: Diagnosis, aside: Path | None, *, mended: bool, named: str = ""
) -> None:
    """Say how a file is, what was done, and what to do; `named` is what the reader calls it."""
    say, count = console.say, console.count
    file = str(found.path)
    if found.state == "absent":
        say("{file}: there is none yet. The first answer you give begins it.", file=file)
    elif found.state == "sound":
        count(
            "{file}: it is sound, and holds {number} event.",
            "{file}: it is sound, and holds {number} events.",
            len(found.events),
            file=file,
        )
    elif found.problem is not None:
        console.paragraph(found.problem.said(console.language))
    if found.state == "damaged":
        count(
            "{number} event can still be read.",
            "{number} events can still be read.",
            len(found.events),
        )
    if found.ahead:
        count(
            "{number} event lies in the future: a clock was wrong. A repair gives it the "
            "present date.",
            "{number} events lie in the future: a clock was wrong. A repair gives them the "
            "present date.",
            found.ahead,
        )
    if found.leftovers:
        count(
            "A draft by a program that was stopped lies beside it: {number}.",
            "Drafts by programs that were stopped lie beside it: {number}.",
            len(found.leftovers),
        )
    if found.unplaced:
        count(
            "{number} event is only in a draft; a repair takes it in.",
            "{number} events are only in drafts; a repair takes them in.",
            len(found.unplaced),
        )
    if aside is not None:
        say("It is repaired. The old file is {aside}.", aside=str(aside))
    elif mended and found.may_be_repaired:
        say("It is repaired.")
    elif mended:
        say("There is nothing left to repair.")
    elif found.may_be_repaired:
        command = " ".join(filter(None, ("mustutor progress doctor", named, "--repair")))
        say("Type {command} to save what can be read.", command=command)
    for rescued in found.rescued:
        say(
            "An earlier answer that could not be kept is in {file}: type mustutor progress "
            "import {file}, then delete that file.",
            file=str(rescued),
        )


def _as_json(found: Diagnosis, aside: Path | None, language: Language) -> dict[str, object]:
    """The same for a program."""
    written: dict[str, object] = {
        "file": str(found.path),
        "state": found.state,
        "events": len(found.events),
        "ahead": found.ahead,
        "unplaced": len(found.unplaced),
        "leftovers": [str(path) for path in found.leftovers],
        "rescued": [str(path) for path in found.rescued],
    }
    if (problem := found.problem) is not None:
        place = {"line": problem.line, "column": problem.column}
        written["problem"] = {**place, "message": problem.said(language)}
    if aside is not None:
        written["aside"] = str(aside)
    return written


# --- how far somebody is ----------------------------------------------------------------


class LessonStanding(NamedTuple):
    """A lesson: when it was finished, where to go on with it, and what else is known of it.

    `part` is the title of its part of the course, `skipped` counts questions nobody answered
    yet, `known` says that a placement test showed it, `minutes` how long it takes about.
    """

    id: str
    title: str
    finished: datetime | None
    place: str
    part: str = ""
    skipped: int = 0
    known: bool = False
    minutes: int = 0

    @property
    def is_done(self) -> bool:
        """Whether nothing of it is left to do."""
        return self.known or (self.finished is not None and not self.skipped)


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
    skipped: int
    due: int
    minutes: int
    next: NextStep

    def as_json(self) -> dict[str, object]:
        """The report for a program; probabilities are percentages, times are in UTC."""
        return {
            "file": str(self.path),
            "lessons": [
                {
                    "id": lesson.id,
                    "finished": lesson.finished is not None,
                    "done": lesson.is_done,
                    "skipped": lesson.skipped,
                    "known": lesson.known,
                    "minutes": lesson.minutes,
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
            "skipped": self.skipped,
            "due": self.due,
            "minutes": self.minutes,
            "next": {"kind": self.next.kind, "name": self.next.name, "minutes": self.next.minutes},
        }


def report(progress: Progress, path: Path, now: datetime, language: Language) -> Standing:
    """Put together what is shown of somebody's progress."""
    everything = cards(progress, now)
    order = course_order()
    lessons = [
        LessonStanding(
            lesson,
            lesson_title(lesson, language.code),
            progress.finished_at.get(f"{LESSON}{lesson}"),
            progress.place(f"{LESSON}{lesson}"),
            part.heading(language),
            skipped_of(lesson, progress),
            f"{LESSON}{lesson}" in progress.known,
            lesson_minutes(lesson),
        )
        for part in parts()
        for lesson in part.lessons
        if lesson in order
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
        len(progress.skipped),
        len(waiting),
        minutes(len(waiting), progress.seconds),
        next_steps(progress, now)[0],
    )


def skill_title(skill: str, language: Language) -> str:
    """Name a skill: as its drill does, or as the lesson it belongs to."""
    if skill in SKILLS:
        return language.say(SKILLS[skill].title)
    if skill == OWN_CALLS:
        return language.say("Calls of your own")
    if skill.startswith(PUZZLE_SKILL):
        from mustutor.tutor.puzzle import themes

        theme = themes().get(skill.removeprefix(PUZZLE_SKILL))
        return language.say("Puzzles: {theme}", theme=language.say(theme.title)) if theme else skill
    lesson = skill.removeprefix("lesson.")
    return lesson_title(lesson, language.code) if lesson in lesson_ids() else printable(skill)


def page(console: Console, told: Standing) -> None:
    """Write how far somebody is."""
    bars, plainly = not console.plain, console.draws_ascii
    write(console, map_of(told, console.language, bars=bars, ascii=plainly))


def map_of(told: Standing, language: Language, *, bars: bool, ascii: bool) -> Explanation:
    """How far somebody is, as a page: the lessons by part, the skills, and what is next."""
    say = language.say

    def drawn(part: float) -> str:
        return f"{bar(part, ascii=ascii)} " if bars else ""

    done = sum(lesson.is_done for lesson in told.lessons)
    whole = say("Done: {done} of {all}.", done=done, all=len(told.lessons))
    way = drawn(done / len(told.lessons))
    passages = [Passage(say("Lessons"), (Line(f"{way}{whole}", indent=0),))]
    for part in dict.fromkeys(lesson.part for lesson in told.lessons):
        lessons = [lesson for lesson in told.lessons if lesson.part == part]
        passages.append(Passage(part, tuple(_of_part(lessons, drawn, language))))
    passages.append(Passage(say("Skills"), tuple(_of_skills(told, drawn, language))))
    passages.append(Passage(say("What is next"), tuple(_next(told, language))))
    return Explanation("", tuple(passages))


def _of_part(
    lessons: list[LessonStanding], drawn: Callable[[float], str], language: Language
) -> Iterator[Line]:
    done = sum(lesson.is_done for lesson in lessons)
    left = sum(lesson.minutes for lesson in lessons if not lesson.is_done)
    said = mark("{done} of {all}, {minutes} min to go") if left else mark("{done} of {all}")
    said = language.say(said, done=done, all=len(lessons), minutes=left)
    yield Line(f"{drawn(done / len(lessons))}{said}", indent=0)
    for lesson in lessons:
        sign = "[x]" if lesson.is_done else "[-]" if lesson.finished or lesson.place else "[ ]"
        yield Line(lesson_title_and_state(lesson, language), seat=sign)


def _of_skills(told: Standing, drawn: Callable[[float], str], language: Language) -> Iterator[Line]:
    if not told.skills:
        yield Line(
            language.say("You have not practised any yet: mustutor learn begins the course.")
        )
        return
    for skill in told.skills:
        words = language.say(
            "{skill}: {percent} %, {right} of {asked} right at once",
            skill=skill.title,
            percent=percent(skill.card.mastery),
            right=skill.tally.right,
            asked=skill.tally.asked,
        )
        yield Line(words, seat=drawn(skill.card.mastery).rstrip())
    yield Line(language.say("The number says how likely you are to know it still in a week."))


def _next(told: Standing, language: Language) -> Iterator[Line]:
    if told.mistakes:
        text = language.count(
            "{number} question that you once answered wrongly is still to be learned.",
            "{number} questions that you once answered wrongly are still to be learned.",
            len(told.mistakes),
        )
        yield Line(text)
    if told.skipped:
        text = language.count(
            "{number} question you skipped waits to be answered.",
            "{number} questions you skipped wait to be answered.",
            told.skipped,
        )
        yield Line(text)
    yield Line(due_said(language, told.due, told.minutes))
    yield Line(step_said(told.next, language), said=step_typed(told.next))


def step_typed(step: NextStep) -> str:
    """What is typed for a step."""
    if step.kind == "puzzle":
        return f"mustutor puzzle {step.name or '--daily'}"
    if step.kind == "play":
        return f"mustutor play --step {step.name}"
    if step.kind in ("lesson", "drill"):
        return f"mustutor {'learn' if step.kind == 'lesson' else 'drill'} {step.name}"
    return "mustutor review" if step.kind == "review" else "mustutor learn --placement"


STEPS = {
    ("lesson", "open"): mark("Go on with the lesson: {title} ({minutes} min)"),
    ("lesson", "first"): mark("Begin the course: {title} ({minutes} min)"),
    ("lesson", ""): mark("The next lesson: {title} ({minutes} min)"),
    ("drill", "again"): mark("Once more: {title} ({minutes} min)"),
    ("drill", "weak"): mark("A weak skill: {title} ({minutes} min)"),
    ("drill", ""): mark("Practise it: {title} ({minutes} min)"),
    ("puzzle", ""): mark("{title} ({minutes} min)"),
    ("play", "again"): mark("Play it again, to win: {title} ({minutes} min)"),
    ("play", "won"): mark("Play it once more: {title} ({minutes} min)"),
    ("play", ""): mark("Sit down to play: {title} ({minutes} min)"),
}
"""What a step is, by its kind and why it comes next."""


def step_said(step: NextStep, language: Language) -> str:
    """Say what a step is, and about how long it takes."""
    if step.kind == "review":
        return language.count(
            "Review {number} question that is due ({minutes} min)",
            "Review {number} questions that are due ({minutes} min)",
            step.number,
            minutes=step.minutes,
        )
    if step.kind == "puzzle" and not step.name:
        return language.say("The puzzle of the day ({minutes} min)", minutes=step.minutes)
    if step.kind not in ("lesson", "drill", "play", "puzzle"):
        return language.say("Find out what you know already, and skip that")
    title = _step_title(step, language)
    sentence = STEPS.get((step.kind, step.why)) or STEPS[step.kind, ""]
    return language.say(sentence, title=title, minutes=step.minutes)


def _step_title(step: NextStep, language: Language) -> str:
    if step.kind == "lesson":
        return lesson_title(step.name, language.code)
    table = step_named(step.name) if step.kind == "play" else None
    skill = PUZZLE_SKILL + step.name if step.kind == "puzzle" else step.name
    return language.say(table.title) if table else skill_title(skill, language)


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


def lesson_title_and_state(lesson: LessonStanding, language: Language) -> str:
    """A lesson by its title, and whether it is read, done, begun or known."""
    if lesson.skipped and lesson.finished:
        state = language.count_noun("read, {number} question skipped", lesson.skipped)
    elif lesson.finished is not None:
        state = language.say("done, and begun again" if lesson.place else "done")
    elif lesson.known:
        state = language.say("known, by the placement test")
    else:
        state = language.say(
            "begun, {minutes} min" if lesson.place else "{minutes} min", minutes=lesson.minutes
        )
    return language.say("{title} ({state})", title=lesson.title, state=state)
