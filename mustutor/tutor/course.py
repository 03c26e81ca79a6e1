"""The course: its spine and branches, what to do next, the placement test, resuming a walk.

`next_steps` recommends: after a lesson comes a drill of its skill, then the table of a step of
play that the lesson opens (`mustutor.tutor.ladder`), then the next lesson; due
reviews and skills about to be forgotten are offered. Nothing is ever forced.

The placement test asks a question of the drill of each lesson in a part of the course. A lesson is
known if its question was right at once; a lesson without a drill, if all in its part were. After
a part that went badly no other is asked: the course begins there.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from random import Random
from typing import NamedTuple

from mustutor.base import shipped
from mustutor.base.errors import NotationError
from mustutor.base.files import data
from mustutor.base.language import FALLBACK, Language, mark, open_language, text_in
from mustutor.games import game_of, random_call_for, step
from mustutor.games.question import Asking
from mustutor.games.rulebook import articles, in_language
from mustutor.games.seat_view import SeatView
from mustutor.games.tell_hand import step_lines
from mustutor.model.position import Step
from mustutor.model.variant import load_variant
from mustutor.tutor.drills import SKILLS, drill_stop, usual_rules
from mustutor.tutor.ladder import LADDER, PlayStep, first_not_won, next_table
from mustutor.tutor.lesson.files import COURSE_FILE, course_data, find, lesson_ids
from mustutor.tutor.progress import LESSON, PLACEMENT, PUZZLES, Progress
from mustutor.tutor.puzzle import puzzles
from mustutor.tutor.review import Review, ReviewCard, askable, cards, due, minutes, review_numbered
from mustutor.tutor.walk import Walk, WalkEvent


class Part(NamedTuple):
    """A part of the course: its id, its title by language, and its lessons in order.

    `after` is the lesson of the spine from which on a branch may be taken; empty for the spine.
    """

    id: str
    title: Mapping[str, str]
    lessons: tuple[str, ...]
    after: str = ""

    def heading(self, language: Language) -> str:
        """The title, and for a branch the number of the lesson it leaves the spine at."""
        title = in_language(self.title, language.code)
        if not self.after:
            return title
        number = spine().index(self.after) + 1
        sentence = mark("{part} (a branch, from lesson {number} on)")
        return language.say(sentence, part=title, number=number)


@cache
def parts() -> tuple[Part, ...]:
    """The parts of the course, in order."""
    return tuple(
        [
            Part(part["id"], part["title"], tuple(part["lessons"]), part.get("after", ""))
            for part in course_data()["parts"]
        ]
    )


@cache
def spine() -> tuple[str, ...]:
    """The lessons that lead to a whole game, one after the other.

    >>> spine()[:2], len(spine())
    (('first_hand', 'grande'), 14)
    """
    return tuple([lesson for part in parts() if not part.after for lesson in part.lessons])


def course_order() -> tuple[str, ...]:
    """The ids of the lessons in the order of the course: the spine, then its branches."""
    return tuple([lesson for part in parts() for lesson in part.lessons if lesson in lesson_ids()])


def way_said(language: Language) -> str:
    """How the spine and its branches are to be taken, in a sentence."""
    sentence = mark(
        "The first {number} lessons are the way to a whole game, an evening each; "
        "a branch may be taken later, or never."
    )
    return language.say(sentence, number=len(spine()))


def puzzle_theme(lesson: str) -> str:
    """The theme of the puzzles that go with a lesson; empty where there is none."""
    return str(course_data().get("puzzles", {}).get(lesson, ""))


BEGINNER, PLAYER = "easy", "club"
"""Against whom a learner is told to win, on the way and at its end."""


def wins_said(lesson: str, language: Language) -> str:
    """The games that the rules stated up to a lesson win; empty for a lesson without a rule.

    The last lesson of the spine tells of all of them. The numbers are written to the data by the
    benchmark that measures them.
    """
    measured = shipped.load_packaged_yaml(data("lessons") / "wins.yaml")
    if lesson == spine()[-1]:
        last = measured[next(each for each in reversed(spine()) if each in measured)]
        easy, club = (round(last[rival]["of_1000"] / 10) for rival in (BEGINNER, PLAYER))
        sentence = mark(
            "With all the rules of the course you win {wins} of 100 games against beginners, and "
            "{others} of 100 against club players."
        )
        return language.say(sentence, wins=easy, others=club)
    won = measured.get(lesson, {}).get(BEGINNER)
    if won is None:
        return ""
    wins, error = (round(won[name] / 10) for name in ("of_1000", "error"))
    if not wins:
        return language.say(
            "With the rules so far no game is won yet: what to say to a bet is still to come."
        )
    sentence = mark(
        "With the rules so far you win {wins} of 100 games against beginners, give or take "
        "{error}: tried in {games} games."
    )
    return language.say(sentence, wins=wins, error=max(error, 1), games=won["games"])


def lesson_title(lesson: str, code: str) -> str:
    """The title of a lesson in a language, or in English if it has none there."""
    texts = find(lesson).texts
    return text_in({code: words["title"] for code, words in texts.items()}, code)


def lessons_done(progress: Progress) -> frozenset[str]:
    """The lessons of the course a learner has been through without skipping a question."""
    return frozenset(name for name in lessons_through(progress) if not skipped_of(name, progress))


def lessons_through(progress: Progress) -> frozenset[str]:
    """The lessons a learner has been through, with or without skips, or knew already."""
    walks = {*progress.finished_at, *progress.known}
    return frozenset(name for name in course_order() if f"lesson:{name}" in walks)


def skipped_of(lesson: str, progress: Progress) -> int:
    """How many questions of a lesson were skipped and are still open."""
    return len(progress.skipped_on(f"lesson:{lesson}"))


def current_lesson(progress: Progress) -> str:
    """The lesson to go on with: the one left open, or the first not done after it.

    Empty if all after it are done. A lesson of one's own is not part of the course, and its
    folder may be anywhere.
    """
    last, done = progress.lesson, lessons_through(progress)
    return last if last in course_order() and last not in done else next_lesson(last, done)


def next_lesson(after: str, done: Container[str] = ()) -> str:
    """The first lesson after `after` that is not done; empty if there is none.

    If `after` is empty, the first of the course that is not done. A branch leads back to the spine.
    """
    order = course_order()
    start = order.index(after) + 1 if after in order else 0
    back = spine() if start > len(spine()) else ()
    return next((lesson for lesson in (*back, *order[start:]) if lesson not in done), "")


MOST_LESSONS = 2


def lessons_about(seen: SeatView) -> tuple[str, ...]:
    """The lessons about a moment at a table, the one named as its lance first.

    The others teach most of the articles that are cited where something is said then, or refused.
    """
    game, position = seen.variant.game, seen.position
    options = [random_call_for(position, option, Random(0)) for option in seen.options]
    said = [made for made in (step(position, call) for call in options) if type(made) is Step]
    lines = step_lines(said, open_language(FALLBACK))
    cited = {rule for line in lines for rule in line.rules}
    for words in game_of(game).words.grammar.bare:
        with suppress(NotationError):  # a call that wants a number or cards
            fault = seen.why_not(words)
            cited.add(fault.rule if fault else "")
    taught: dict[str, int] = {}
    for lesson in course_order():
        draft = find(lesson).draft
        rules = load_variant(draft["variant"])
        if rules.game == game:
            taught[lesson] = len(cited.intersection(draft.get("rules", ())))
    found = sorted(filter(taught.get, taught), key=lambda lesson: -taught[lesson])
    here = [seen.lance] if seen.lance in taught else []
    return tuple(dict.fromkeys([*here, *found]))[:MOST_LESSONS]


class Chapter(NamedTuple):
    """A chapter of the rulebook, such as ``MUS-DEJE``: each article with its lessons."""

    name: str
    taught: Mapping[str, tuple[str, ...]]

    @property
    def untaught(self) -> tuple[str, ...]:
        """The articles that no lesson teaches, in the order of the book."""
        return tuple([rule for rule, lessons in self.taught.items() if not lessons])


def chapters() -> tuple[Chapter, ...]:
    """Every chapter of the rulebook, in the order of the book.

    >>> chapters()[0].name
    'ENC-GEN'
    """
    lessons: dict[str, tuple[str, ...]] = {}
    for name in lesson_ids():
        draft = shipped.load_packaged_yaml(data("lessons") / name / COURSE_FILE)
        for rule in draft.get("rules", ()):
            lessons[rule] = (*lessons.get(rule, ()), name)
    found: dict[str, dict[str, tuple[str, ...]]] = {}
    for rule in articles():
        found.setdefault(rule.rpartition("-")[0], {})[rule] = lessons.get(rule, ())
    return tuple([Chapter(name, taught) for name, taught in found.items()])


PRACTICE = 6
"""The number of questions that practise a skill after its lesson."""
DRILL = "drill:"
WEAK = 0.7
"""A skill is weak when it is less likely than this to be known in a week."""


class NextStep(NamedTuple):
    """Something to do: ``lesson drill play puzzle review``, or the ``placement`` test.

    `name` is the id of the lesson, skill or step of play, `number` the number of questions,
    `minutes` an estimate; `why` is ``first`` for a first lesson, ``open`` for one left open,
    ``weak`` for a weak skill, ``again`` for the skill just practised, or a table not won yet,
    ``won`` for a table that was won.
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
    tables = _tables(after, progress)
    found = [
        *_practice(after, progress),
        *[step for step in tables if not step.why],
        *_course(after, progress),
        *_again(after, progress),
        *[step for step in tables if step.why],
    ]
    waiting = due(known, now)
    if waiting and after != "review":
        time = minutes(len(waiting), progress.seconds)
        found.append(NextStep("review", number=len(waiting), minutes=time))
    found += [step for step in _weak(known, progress) if step.name not in {s.name for s in found}]
    if not (progress.walks or after):
        found.append(NextStep("placement"))
    return tuple(found or _drill(next(iter(SKILLS)), progress))


PUZZLE_MINUTES = 2
PUZZLES_AFTER = 3
"""The number of puzzles that go with a lesson after it."""


def todays_steps(progress: Progress, now: datetime) -> tuple[NextStep, ...]:
    """A day's work: what is due, what comes next, a puzzle, and always a table.

    >>> [step.kind for step in todays_steps(Progress(), datetime(2026, 1, 1))]
    ['lesson', 'placement', 'play']
    """
    steps = sorted(next_steps(progress, now), key=lambda step: step.kind != "review")
    if all(step.kind != "play" for step in steps):
        table = next_table(progress.tables)
        steps.append(NextStep("play", table.id, minutes=table.minutes))
    today = now.astimezone().date()
    puzzled = (answer for answer in progress.answers if answer.walk == PUZZLES)
    if progress.walks and all(answer.at.astimezone().date() != today for answer in puzzled):
        steps.insert(1 + (steps[0].kind == "review"), NextStep("puzzle", minutes=PUZZLE_MINUTES))
    return tuple(steps)


def lesson_minutes(lesson: str) -> int:
    """The minutes a lesson takes, by its author's estimate."""
    return int(find(lesson).draft["minutes"])


def practised_by(lesson: str) -> str:
    """The skill that practises a lesson; empty if there is none."""
    if lesson not in lesson_ids():
        return ""
    skills: list[str] = find(lesson).draft.get("skills", [])
    return next((skill for skill in skills if skill in SKILLS), "")


def _practice(after: str, progress: Progress) -> list[NextStep]:
    lesson = after.removeprefix(LESSON) if after.startswith(LESSON) else ""
    skill, theme = practised_by(lesson), puzzle_theme(lesson)
    puzzle = NextStep("puzzle", theme, PUZZLES_AFTER, PUZZLE_MINUTES * PUZZLES_AFTER)
    there = theme and puzzles(theme)
    return [*(_drill(skill, progress) if skill else []), *([puzzle] if there else [])]


def _again(after: str, progress: Progress) -> list[NextStep]:
    skill = after.removeprefix(DRILL) if after.startswith(DRILL) else ""
    return _drill(skill, progress, "again") if skill in SKILLS else []


def _drill(skill: str, progress: Progress, why: str = "") -> list[NextStep]:
    return [NextStep("drill", skill, PRACTICE, minutes(PRACTICE, progress.seconds), why)]


def next_play_step(progress: Progress) -> PlayStep | None:
    """The first step of play not won yet, if its lesson is done; None where there is none.

    >>> next_play_step(Progress()) is None
    True
    """
    step = first_not_won(progress.tables)
    return step if step is not None and step.lesson in lessons_through(progress) else None


def table_of(lesson: str) -> PlayStep | None:
    """The table that goes with a lesson of the spine: the last one that is open by then.

    None before the first, and for a branch.

    >>> table_of("pares").id
    'grande_chica'
    """
    taught = spine()[: spine().index(lesson) + 1] if lesson in spine() else ()
    return next((step for step in LADDER[::-1] if step.lesson in taught), None)


def _tables(after: str, progress: Progress) -> list[NextStep]:
    """The table to sit down at; later than the lessons where it was played before.

    After a lesson of the spine it is the one that goes with it, where all that is open was won.
    """
    there = table_of(after.removeprefix(LESSON))
    played = there if there is not None and there.id in progress.tables else None
    step = next_play_step(progress) or played
    if step is None:
        return []
    why = {None: "", False: "again", True: "won"}[progress.tables.get(step.id)]
    return [NextStep("play", step.id, minutes=step.minutes, why=why)]


def _course(after: str, progress: Progress) -> list[NextStep]:
    through = lessons_through(progress)
    lesson = current_lesson(progress)
    if lesson and f"{LESSON}{lesson}" == after:
        lesson = next_lesson(lesson, through)  # just left, so do not insist on it
    lesson = lesson or next_lesson("", through)
    if not lesson or f"{LESSON}{lesson}" == after:
        return []
    why = "open" if progress.place(f"{LESSON}{lesson}") else "" if progress.walks else "first"
    return [NextStep("lesson", lesson, minutes=lesson_minutes(lesson), why=why)]


def _weak(known: tuple[ReviewCard, ...], progress: Progress) -> list[NextStep]:
    """The drill of the weakest skill, if it is weak enough."""
    skills = [card for card in known if card.kind == "skill" and card.name in SKILLS]
    weakest = min(skills, key=lambda card: card.mastery, default=None)
    if weakest is None or weakest.mastery >= WEAK:
        return []
    return _drill(weakest.name, progress, "weak")


MOST = 6
"""The most questions for one part."""
LEVEL = 3
USUAL = "fournier"


@dataclass(frozen=True)
class Placement(Review):
    """The placement questions of one part of the course, each with the lesson it tests."""

    part: Part
    lessons: tuple[str, ...]

    @property
    def title(self) -> str:
        """What this is, for the reader."""
        language = open_language(self.language)
        name = in_language(self.part.title, language.code)
        return language.say("What you know already: {part}", part=name)


def placement_of(part: Part, language: Language, seed: int) -> Placement:
    """The questions of a part of the course; the same seed asks the same ones."""
    asked = _lesson_skills(part)
    stops = [
        drill_stop(
            skill,
            seed=seed,
            number=1,
            level=LEVEL,
            variant=usual_rules(SKILLS[skill], USUAL),
            language=language,
        )
        for skill in asked.values()
    ]
    name = f"{PLACEMENT}:{part.id}"
    return Placement(review_numbered(stops), language.code, name, part, tuple(asked))


def askable_parts() -> tuple[Part, ...]:
    """The parts of the course that have questions, in order."""
    return tuple([part for part in parts() if _lesson_skills(part)])


def _lesson_skills(part: Part) -> Mapping[str, str]:
    """The lessons of a part that have a question, each with its skill; no skill twice."""
    found: dict[str, str] = {}
    for lesson in part.lessons:
        skill = practised_by(lesson)
        if skill and skill not in found.values() and len(found) < MOST:
            found[lesson] = skill
    return found


def known_by(walk: Walk) -> tuple[str, ...]:
    """The lessons a test shows as known, in the order of the course."""
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


def is_passed(walk: Walk) -> bool:
    """Whether more than half was right, so that the next part is worth asking about."""
    source = walk.source
    assert isinstance(source, Placement)
    outcomes = [asking.outcome for asking in walk.asked.values()]
    return 2 * outcomes.count("right") > len(source.lessons)


def known_lesson_events(before: Walk, after: Walk) -> list[WalkEvent]:
    """The events to keep when a test is over: the lessons known, but none of its questions."""
    if after.is_done and not (before.source is after.source and before.is_done):
        return [WalkEvent("known", f"lesson:{lesson}", "") for lesson in known_by(after)]
    return []


def resume_walk(walk: Walk, progress: Progress) -> Walk:
    """Continue a walk where it was left, with its closed questions."""
    name = walk.source.name
    place = progress.place(name)
    if not place or progress.finished(name):
        return walk
    read = progress.read(name) or _read_before(walk, place)
    there = replace(walk, asked=dict(closed_questions(walk, progress)), read=read).to(place)
    if there is None:
        return walk
    return there.to_left() if there.is_last else there


def _read_before(walk: Walk, place: str) -> frozenset[str]:
    """The places before a place: read, as far as an older progress file can tell."""
    stops = (walk.source.stop(index) for index in range(walk.source.find(place) or 0))
    return frozenset([stop.place for stop in stops if stop is not None])


def missing_read_marks(walk: Walk, progress: Progress) -> Iterator[WalkEvent]:
    """Events for pages that were read but are not in the progress file yet."""
    name = walk.source.name
    for place in sorted(walk.read - progress.read(name)):
        yield WalkEvent("read", name, place)


def closed_questions(walk: Walk, progress: Progress) -> Iterator[tuple[str, Asking]]:
    """Questions answered in an earlier session, by stop."""
    for place, known in progress.asked(walk.source.name).items():
        index = walk.source.find(place)
        stop = None if index is None else walk.source.stop(index)
        if stop is not None and stop.place == place and stop.question is not None:
            yield place, known.asking(stop.question)
