"""Leading a learner through a walk: on the screen, line by line, or from a script.

What follows a walk (`Flow`): how it went, in words, and the ways from there; the recommended one is
one key away. What is worth doing next is decided in `mustutor.tutor.course`.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from mustutor.base.language import Language, mark, printable
from mustutor.base.register import title
from mustutor.cli.command_table import other_commands
from mustutor.cli.common_options import DEFAULT_VARIANT, SitDown, Status, UsageError
from mustutor.cli.console import Console, script_lines, shown, write
from mustutor.cli.tutor.progress import (
    lesson_title_and_state,
    map_of,
    report,
    skill_title,
    step_said,
)
from mustutor.games.explain import Explanation, Line, Passage
from mustutor.games.question import Asking
from mustutor.model.variant import load_variant
from mustutor.present.screen.desk import nothing_follows
from mustutor.present.screen.lines import Front, run_lines, write_transcript
from mustutor.present.screen.rows import bar
from mustutor.tutor.course import (
    PRACTICE,
    Placement,
    askable_parts,
    course_order,
    is_passed,
    known_by,
    known_lesson_events,
    lesson_title,
    lessons_done,
    missing_read_marks,
    next_steps,
    placement_of,
    resume_walk,
    todays_steps,
    wins_said,
)
from mustutor.tutor.drills import SKILLS, drill_source, level_reached, usual_rules
from mustutor.tutor.ladder import LADDER
from mustutor.tutor.lesson.files import find, lesson_ids
from mustutor.tutor.lesson.source import LessonSource
from mustutor.tutor.progress import PLACEMENT, REVIEW
from mustutor.tutor.progress_file import ProgressStore
from mustutor.tutor.review import ReviewQuestions, askable, cards, due, review_of, review_of_stops
from mustutor.tutor.walk import Fork, ForkChoice, LimitedSource, Walk, walk_events

if TYPE_CHECKING:
    from mustutor.cli.tutor.progress import Standing
    from mustutor.tutor.course import NextStep
    from mustutor.tutor.progress import Progress


def outcome_said(walk: Walk, language: Language) -> list[str]:
    """Say how many questions ended in each way, and how many were skipped."""
    outcomes = tally(walk.asked)
    asked, said = sum(outcomes.values()), []
    if asked:
        text = language.count_noun(
            "{number} question: {right} right at once, {hinted} with a hint, {wrong} after a "
            "mistake, {shown} shown.",
            asked,
            **{name: outcomes[name] for name in ("right", "hinted", "wrong", "shown")},
        )
        said.append(text)
    skipped = sum(asking.skipped for asking in walk.asked.values())
    if skipped:
        text = language.count(
            "{number} question was skipped, and comes back in review.",
            "{number} questions were skipped, and come back in review.",
            skipped,
        )
        said.append(text)
    if (most := most_made(walk.asked)) is not None:
        idea, times = most
        said.append(
            language.say("The mistake made most, {times} times: {idea}", times=times, idea=idea)
        )
    kind, _, lesson = walk.source.name.partition(":")
    if kind == "lesson" and walk.is_done and (wins := wins_said(lesson, language)):
        said.append(wins)
    return said


MOST_LEARNED = 3


def since_said(progress: Progress, now: datetime, language: Language) -> list[str]:
    """Say since what earlier day somebody comes, and what they can do now that they could not."""
    began, said = (progress.began or now).astimezone().date(), []
    if began < now.astimezone().date():
        date = began.isoformat()
        said.append(language.say("You have been coming since {date}.", date=date))
    if progress.learned:
        skills = " · ".join([skill_title(one, language) for one in progress.learned[:MOST_LEARNED]])
        said.append(language.say("What once went wrong goes right now: {skills}.", skills=skills))
    won = [step for step in LADDER if progress.tables.get(step.id)]
    if won:
        title = language.say(won[-1].title)
        said.append(language.say("You have won a game at “{title}”.", title=title))
    return [" ".join(said)] if said else []


def most_made(asked: Mapping[str, Asking]) -> tuple[str, int] | None:
    """The mistake made most, as it was told, and how often; None if none was made twice."""
    ideas = [
        asking.question.misconceptions[answer]
        for asking in asked.values()
        for answer in asking.tries
        if answer in asking.question.misconceptions
    ]
    made = Counter(idea.name for idea in ideas)
    if not made or made.most_common(1)[0][1] == 1:
        return None
    name, times = made.most_common(1)[0]
    return next(idea.text for idea in reversed(ideas) if idea.name == name), times


def tally(asked: Mapping[str, Asking]) -> Counter[str]:
    """How many questions ended in each way."""
    return Counter(asking.outcome for asking in asked.values() if asking.closed)


def games_said(games: Sequence[str], language: Language) -> str:
    """Over the skills of one game, or of two."""
    first, *others = map(title, games)
    told = mark("In {game} and in {other}") if others else mark("In {game}")
    return language.say(told, game=first, other=", ".join(others))


LARGEST_SEED = 1_000_000


def _to_table() -> Walk:
    raise SitDown("")


class Flow:
    """Leads from one walk to the next, and keeps what happens on the way.

    A learner who came from a table is led `back` to it, which says so. `more` are the ways of the
    first page besides those of the course; what is typed for them, unless given.
    """

    def __init__(
        self,
        console: Console,
        store: ProgressStore,
        clock: Callable[[], float] = monotonic,
        *,
        back: str = "",
        more: Callable[[], tuple[ForkChoice, ...]] | None = None,
    ) -> None:
        self.console = console
        self.back = back
        self._more = more
        self.store = store
        self.language = console.language
        self._clock = clock
        self._begun = clock()
        self._asked_again = ""  # the walk whose questions are asked once more

    # --- what is kept --------------------------------------------------------------------

    def begins(self, walk: Walk) -> None:
        """Keep that a walk begins, or is gone on with."""
        self._begun = self._clock()
        if walk.source.name != REVIEW:
            self._asked_again = ""
        if not is_placement(walk):
            read = missing_read_marks(walk, self.store.progress)
            self.store.keep([*read, *walk_events(None, walk)])

    def keep(self, before: Walk, after: Walk) -> None:
        """Keep what happened from one walk to the next."""
        if before.source.name != after.source.name:
            self.begins(after)
        elif is_placement(after):
            self.store.keep(known_lesson_events(before, after))
        else:
            self.store.keep(walk_events(before, after))

    # --- the forks -----------------------------------------------------------------------

    def onward(self, walk: Walk) -> Fork:
        """What may follow a walk at its end; where none has begun, what may come first."""
        if not walk.source.name:
            return self._home()
        if is_placement(walk):
            return self._placed(walk)
        say = self.language.say
        lines = [Line(sentence, indent=0) for sentence in self._told(walk)]
        again = [*self._again(walk)]
        if walk.left:
            back = self.language.count_noun("Back to the {number} step you left out", walk.left)
            again.insert(0, ForkChoice(back, walk.to_left))
        page = Explanation("", (Passage("", tuple(lines)),))
        title = say("{title}: the end", title=walk.source.title)
        if self.back:
            return Fork(title, page, (ForkChoice(say(self.back), _to_table), *again))
        ways = [*again, *self._steps(self._asked_again or walk.source.name)]
        return Fork(title, page, (*ways, self._today(), *self._always()))

    def _again(self, walk: Walk) -> Iterator[ForkChoice]:
        """The way to what was answered wrong or shown, if there is any."""
        missed = [
            place for place, asked in walk.asked.items() if asked.outcome in ("wrong", "shown")
        ]
        if not missed:
            return
        words = self.language.count(
            "Once more the question that was wrong",
            "Once more the {number} questions that were wrong",
            len(missed),
        )
        yield ForkChoice(words, lambda: self._missed(walk, missed))

    def _missed(self, walk: Walk, places: Sequence[str]) -> Walk:
        found = [walk.source.find(place) for place in places]
        stops = [walk.source.stop(index) for index in found if index is not None]
        self._asked_again = self._asked_again or walk.source.name
        return Walk(review_of_stops(stops, self.language))

    def _told(self, walk: Walk) -> Iterator[str]:
        """How a walk went, and what it took."""
        yield from outcome_said(walk, self.language)
        if walk.left:
            yield self.language.count(
                "{number} of {all} steps was neither read nor answered.",
                "{number} of {all} steps were neither read nor answered.",
                walk.left,
                all=walk.source.count,
            )
        minutes = max(round((self._clock() - self._begun) / 60), 1)
        yield self.language.count_noun("It took {number} minute.", minutes)
        yield self._done()

    def _done(self) -> str:
        done, whole = len(lessons_done(self.store.progress)), len(course_order())
        said = self.language.say("Lessons done: {done} of {all}.", done=done, all=whole)
        if self.console.plain:
            return said
        return f"{bar(done / whole, ascii=self.console.draws_ascii)} {said}"

    def _home(self) -> Fork:
        """Today: since when the learner comes, what has been learned, and a day's work."""
        say, progress = self.language.say, self.store.progress
        now = _now()
        told = since_said(progress, now, self.language) or [
            say(
                "Mus and three games more: taught, settled and verified, with a reason for every "
                "stone."
            )
        ]
        lines = [Line(sentence, indent=0) for sentence in (*told, self._done())]
        ways = map(self._way, todays_steps(progress, now))
        typed = ForkChoice(say("What else mustutor does"), self._commands)
        more = (typed,) if self._more is None else self._more()
        page = Explanation("", (Passage("", tuple(lines)),))
        return Fork("mustutor", page, (*ways, *self._always(), *more))

    def _today(self) -> ForkChoice:
        """The way back to what the day began with."""
        return ForkChoice(self.language.say("Back to today"), self._home)

    def _always(self) -> tuple[ForkChoice, ...]:
        """The ways there are from anywhere."""
        say = self.language.say
        return (
            ForkChoice(say("All lessons"), self._lessons),
            ForkChoice(say("All drills"), self._drills),
            ForkChoice(say("How far you are"), self._map),
        )

    def _steps(self, after: str = "") -> list[ForkChoice]:
        """What may come next, the recommended step first."""
        return [self._way(step) for step in next_steps(self.store.progress, _now(), after=after)]

    def _way(self, step: NextStep) -> ForkChoice:
        return ForkChoice(step_said(step, self.language), lambda: self._walk(step))

    def _lessons(self) -> Fork:
        """Every lesson of the course, with how it stands."""
        told = self._standing()
        ways = [
            ForkChoice(
                lesson_title_and_state(each, self.language),
                lambda each=each: self.lesson(each.id),  # type: ignore[misc]
                each.part,
            )
            for each in told.lessons
        ]
        ids = [each.id for each in told.lessons]
        steps = next_steps(self.store.progress, _now())
        lesson = next((step.name for step in steps if step.kind == "lesson"), "")
        usual = ids.index(lesson) if lesson in ids else 0
        return Fork(self.language.say("All lessons"), Explanation("", ()), tuple(ways), usual)

    def _drills(self) -> Fork:
        """Every skill there is to practise."""
        say = self.language.say
        ways = [
            ForkChoice(
                say(skill.title),
                lambda name=name: self.drill(name, PRACTICE),  # type: ignore[misc]
                games_said(skill.games, self.language),
            )
            for name, skill in SKILLS.items()
        ]
        return Fork(say("All drills"), Explanation("", ()), tuple(ways))

    def _map(self) -> Fork:
        """How far somebody is, and the recommended step."""
        told = self._standing()
        bars, plainly = not self.console.plain, self.console.draws_ascii
        page = map_of(told, self.language, bars=bars, ascii=plainly)
        return Fork(self.language.say("How far you are"), page, (self._way(told.next),))

    def _standing(self) -> Standing:
        return report(self.store.progress, self.store.path, _now(), self.language)

    def _commands(self) -> Fork:
        """What is typed for all that is no lesson."""
        lines = [Line(words, said=typed) for typed, words in other_commands(self.language)]
        page = Explanation("", (Passage("", tuple(lines)),))
        return Fork(self.language.say("What else mustutor does"), page, tuple(self._steps()[:1]))

    # --- the placement test --------------------------------------------------------------

    def _placed(self, walk: Walk) -> Fork:
        """What a part of the test showed, and whether another follows."""
        say = self.language.say
        known = known_by(walk)
        lines = [Line(sentence, indent=0) for sentence in outcome_said(walk, self.language)]
        if known:
            lines.append(Line(say("Marked as known, and not asked of you again:"), indent=0))
            lines += [Line(lesson_title(lesson, self.language.code), indent=1) for lesson in known]
            undo = say("mustutor progress reset placement takes the marks away again.")
            lines.append(Line(undo, indent=0))
        else:
            lines.append(Line(say("Nothing is marked as known."), indent=0))
        ways = self._steps(walk.source.name)
        following = self.next_part(walk)
        if following is not None and is_passed(walk):
            ways.insert(0, ForkChoice(following.source.title, lambda: following))
        page = Explanation("", (Passage("", tuple(lines)),))
        return Fork(walk.source.title, page, (*ways, self._today(), *self._always()))

    def next_part(self, walk: Walk) -> Walk | None:
        """The questions of the part after one, if there are any."""
        assert isinstance(walk.source, Placement)
        order = askable_parts()
        at = order.index(walk.source.part) + 1
        return self.placement(at) if at < len(order) else None

    # --- the walks -----------------------------------------------------------------------

    def _walk(self, step: NextStep) -> Walk:
        match step.kind:
            case "lesson":
                return self.lesson(step.name)
            case "drill":
                return self.drill(step.name, step.number)
            case "review":
                return self.review()
            case "puzzle":
                return self.puzzle(step.name, step.number or 1)
            case "play":
                raise SitDown(step.name)
            case _:
                return self.placement()

    def lesson(self, name: str) -> Walk:
        """A lesson, from where it was left."""
        return resume_walk(Walk(LessonSource(find(name), self.language)), self.store.progress)

    def drill(self, skill: str, number: int) -> Walk:
        """A walk of `number` fresh questions of a skill."""
        rules = usual_rules(SKILLS[skill], DEFAULT_VARIANT)
        seed = secrets.randbelow(LARGEST_SEED)
        begins = level_reached(skill, self.store.progress)
        source = drill_source(skill, seed, rules, self.language, begins=begins)
        return Walk(LimitedSource(source, number))

    def review(self) -> Walk:
        """What is due."""
        self._asked_again = ""
        progress, rules = self.store.progress, load_variant(DEFAULT_VARIANT)
        waiting = due(askable(cards(progress, _now()), progress, lesson_ids()), _now())
        seed = secrets.randbelow(LARGEST_SEED)
        posed = ReviewQuestions(progress, rules, self.language, seed=seed)
        return Walk(review_of(waiting, posed, self.language))

    def puzzle(self, theme: str = "", number: int = 1) -> Walk:
        """Puzzles of a theme; the puzzle of the day, unless there is one."""
        from mustutor.tutor.puzzle import all_puzzles, of_the_day, puzzles
        from mustutor.tutor.puzzle_walk import PuzzleSource

        told = puzzles(theme) if theme else all_puzzles()
        found = of_the_day(told, _now().astimezone().date())
        return Walk(PuzzleSource(found[:number], self.language))

    def placement(self, part: int = 0) -> Walk:
        """The questions about a part of the course, by its number from 0."""
        seed = secrets.randbelow(LARGEST_SEED)
        return Walk(placement_of(askable_parts()[part], self.language, seed))


def is_placement(walk: Walk) -> bool:
    """Whether a walk asks what somebody knows already."""
    return walk.source.name.startswith(f"{PLACEMENT}:")


def _now() -> datetime:
    return datetime.now(UTC)


LARGEST_SCRIPT = 1024 * 1024
MOST_SHOWN = 1_000


def run_walk(
    console: Console,
    walk: Walk,
    store: ProgressStore,
    *,
    answers: Path | None = None,
    transcript: bool = False,
    count: int | None = None,
    back: str = "",
) -> Walk:
    """Lead a learner through a walk, saving each step; after `count` stops it ends.

    Where somebody sits at a terminal they may go on with the next; the walk they left comes back.

    A transcript writes all of it and asks nothing. `answers` is a script: what would be typed,
    a line each; there and from a pipe the status says whether all was answered right.
    """
    if count is not None:
        walk = replace(walk, source=LimitedSource(walk.source, count))
    if transcript:
        return write_transcript(walk, _front(console, None, iter(())), most=MOST_SHOWN)
    if answers is None and console.no_input:
        raise UsageError("Nobody can be asked: give --answers FILE, or --transcript.")
    if store.problem is not None:
        advice = console.language.say(
            "mustutor progress doctor says what to do; here you can go on."
        )
        console.problem(store.problem.said(console.language), advice)
    flow = Flow(console, store, back=back)
    flow.begins(walk)
    return _led(console, walk, flow, answers)


def _led(console: Console, walk: Walk, flow: Flow, answers: Path | None) -> Walk:
    with _closing(console, flow.store):
        if console.interactive and answers is None:
            seen = shown(console, walk, keep=flow.keep, onward=flow.onward)
            end = run_lines(walk, _front(console, flow, None)) if seen is None else seen
        else:
            typed = _typed(answers)
            front = _front(console, flow, typed)
            if typed is not None and not is_placement(walk):
                front = front._replace(onward=nothing_follows)  # a script is for one walk
            end = run_lines(walk, front)
    return end


def tell_outcome(console: Console, walk: Walk) -> Status:
    """Say how the questions went; WRONG where one was missed, skipped or shown."""
    said = outcome_said(walk, console.language)
    if said:
        console.write()
    for sentence in said:
        console.paragraph(sentence)
    outcomes = tally(walk.asked)
    skipped = any(asking.skipped for asking in walk.asked.values())
    left_wrong = any(asking.tries and not asking.closed for asking in walk.asked.values())
    missed = skipped or outcomes["wrong"] or outcomes["shown"] or left_wrong
    return Status.WRONG if missed and not console.interactive else Status.DONE


def _front(console: Console, flow: Flow | None, typed: Iterator[str] | None) -> Front:
    def ask(prompt: str) -> str:
        if typed is None:
            try:
                return input(console.fitted(prompt))
            except (EOFError, KeyboardInterrupt):
                console.write()  # Ctrl-D and Ctrl-C leave the cursor behind the prompt
                raise
        text = next(typed, None)
        if text is None:
            raise EOFError
        console.write(f"{prompt}{printable(text)}")
        return text

    def keep(before: Walk, after: Walk) -> None:
        if flow is not None:
            flow.keep(before, after)

    def written(text: str) -> None:
        for line in text.split("\n"):
            console.paragraph(line)

    def show(page: Explanation) -> None:
        write(console, page)

    return Front(
        show=show,
        write=written,
        ask=ask,
        keep=keep,
        language=console.language,
        onward=nothing_follows if flow is None else flow.onward,
    )


def _typed(answers: Path | None) -> Iterator[str] | None:
    """What a script would type; nothing where somebody types at a terminal."""
    import sys

    if answers is None or str(answers) == "-":
        if answers is None and sys.stdin is not None and sys.stdin.isatty():
            return None
        return (line.rstrip("\r\n") for line in sys.stdin or ())
    return script_lines(answers, LARGEST_SCRIPT)


@contextmanager
def _closing(console: Console, store: ProgressStore) -> Iterator[None]:
    """Report what could not be saved, however the walk ends."""
    try:
        yield
    finally:
        problem = store.close()
        if problem is not None:
            console.problem(problem.said(console.language))
