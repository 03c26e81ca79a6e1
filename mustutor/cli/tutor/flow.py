"""What follows a walk: how it went, and the ways from there; the recommended one is one key away.

A lesson, its drill, the next lesson: all on one screen, or line by line. Nothing is decided here
about what is worth doing next (`mustutor.tutor.advice`): here it becomes words, and walks.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from time import monotonic
from typing import TYPE_CHECKING

from mustutor.cli.console import Console
from mustutor.cli.habits import DEFAULT_VARIANT
from mustutor.cli.tutor.outcome import outcome_said
from mustutor.games.telling import Explanation, Line, Passage
from mustutor.tutor.fork import Fork, Turning
from mustutor.tutor.log import PLACEMENT
from mustutor.tutor.progressstore import ProgressStore
from mustutor.tutor.resume import resumed, taken_as_read
from mustutor.tutor.walk import LimitedSource, Walk, happenings

if TYPE_CHECKING:
    from mustutor.cli.tutor.report import Standing
    from mustutor.tutor.advice import NextStep

LARGEST_SEED = 1_000_000


class Flow:
    """Leads from one walk to the next, and keeps what happens on the way."""

    def __init__(
        self, console: Console, store: ProgressStore, clock: Callable[[], float] = monotonic
    ) -> None:
        self.console = console
        self.store = store
        self.tongue = console.language
        self._clock = clock
        self._begun = clock()

    # --- what is kept --------------------------------------------------------------------

    def begins(self, walk: Walk) -> None:
        """Keep that a walk begins, or is gone on with."""
        self._begun = self._clock()
        if not is_placement(walk):
            read = taken_as_read(walk, self.store.progress)
            self.store.keep([*read, *happenings(None, walk)])

    def keep(self, before: Walk, after: Walk) -> None:
        """Keep what happened from one walk to the next."""
        from mustutor.tutor.placement import marks

        if before.source.name != after.source.name:
            self.begins(after)
        elif is_placement(after):
            self.store.keep(marks(before, after))
        else:
            self.store.keep(happenings(before, after))

    # --- the forks -----------------------------------------------------------------------

    def onward(self, walk: Walk) -> Fork:
        """What may follow a walk at its end; where none has begun, what may come first."""
        if not walk.source.name:
            return self._home()
        if is_placement(walk):
            return self._placed(walk)
        say = self.tongue.say
        lines = [Line(sentence, indent=0) for sentence in self._told(walk)]
        ways = self._steps(walk.source.name)
        if walk.left:
            back = self.tongue.count(
                "Back to the {number} step you left out",
                "Back to the {number} steps you left out",
                walk.left,
            )
            ways.insert(0, Turning(back, walk.to_left))
        page = Explanation("", (Passage("", tuple(lines)),))
        title = walk.source.title
        return Fork(say("{title}: the end", title=title), page, (*ways, *self._always()))

    def _told(self, walk: Walk) -> Iterator[str]:
        """How a walk went, and what it took."""
        yield from outcome_said(walk, self.tongue)
        if walk.left:
            yield self.tongue.count(
                "{number} of {all} steps was neither read nor answered.",
                "{number} of {all} steps were neither read nor answered.",
                walk.left,
                all=walk.source.count,
            )
        minutes = max(round((self._clock() - self._begun) / 60), 1)
        yield self.tongue.count("It took {number} minute.", "It took {number} minutes.", minutes)
        yield self._done()

    def _done(self) -> str:
        from mustutor.tutor.course import course_order, lessons_done
        from mustutor.ui.pieces import bar

        done, whole = len(lessons_done(self.store.progress)), len(course_order())
        said = self.tongue.say("Lessons done: {done} of {all}.", done=done, all=whole)
        if self.console.plain:
            return said
        return f"{bar(done / whole, ascii=self.console.draws_ascii)} {said}"

    def _home(self) -> Fork:
        say = self.tongue.say
        told = say(
            "Mus and three games more: taught, settled and verified, with a reason for every stone."
        )
        lines = (Line(told, indent=0), Line(self._done(), indent=0))
        ways = self._steps()
        else_ = Turning(say("What else mustutor does"), self._commands)
        page = Explanation("", (Passage("", lines),))
        return Fork("mustutor", page, (*ways, *self._always(), else_))

    def _always(self) -> tuple[Turning, ...]:
        """The ways there are from anywhere."""
        say = self.tongue.say
        return (
            Turning(say("All lessons"), self._lessons),
            Turning(say("All drills"), self._drills),
            Turning(say("How far you are"), self._map),
        )

    def _steps(self, after: str = "") -> list[Turning]:
        """What may come next, the recommended step first."""
        from mustutor.tutor.advice import next_steps

        return [self._way(step) for step in next_steps(self.store.progress, _now(), after=after)]

    def _way(self, step: NextStep) -> Turning:
        from mustutor.cli.tutor.report import step_said

        return Turning(step_said(step, self.tongue), lambda: self._walk(step))

    def _lessons(self) -> Fork:
        """Every lesson of the course, with how it stands."""
        from mustutor.cli.tutor.report import titled

        told = self._standing()
        ways = [
            Turning(
                titled(each, self.tongue),
                lambda each=each: self.lesson(each.id),  # type: ignore[misc]
            )
            for each in told.lessons
        ]
        ids = [each.id for each in told.lessons]
        usual = ids.index(told.next.name) if told.next.name in ids else 0
        return Fork(self.tongue.say("All lessons"), Explanation("", ()), tuple(ways), usual)

    def _drills(self) -> Fork:
        """Every skill there is to practise."""
        from mustutor.tutor.advice import PRACTICE
        from mustutor.tutor.drills import SKILLS

        say = self.tongue.say
        ways = [
            Turning(say(skill.title), lambda name=name: self.drill(name, PRACTICE))  # type: ignore[misc]
            for name, skill in SKILLS.items()
        ]
        return Fork(say("All drills"), Explanation("", ()), tuple(ways))

    def _map(self) -> Fork:
        """How far somebody is, and the recommended step."""
        from mustutor.cli.tutor.report import map_of

        told = self._standing()
        bars, plainly = not self.console.plain, self.console.draws_ascii
        page = map_of(told, self.tongue, bars=bars, ascii=plainly)
        return Fork(self.tongue.say("How far you are"), page, (self._way(told.next),))

    def _standing(self) -> Standing:
        from mustutor.cli.tutor.report import report

        return report(self.store.progress, self.store.path, _now(), self.tongue)

    def _commands(self) -> Fork:
        """What is typed for all that is no lesson."""
        from mustutor.cli.greeting import other_commands

        lines = [Line(words, said=typed) for typed, words in other_commands(self.tongue)]
        page = Explanation("", (Passage("", tuple(lines)),))
        return Fork(self.tongue.say("What else mustutor does"), page, tuple(self._steps()[:1]))

    # --- the placement test --------------------------------------------------------------

    def _placed(self, walk: Walk) -> Fork:
        """What a part of the test showed, and whether another follows."""
        from mustutor.tutor.course import lesson_title
        from mustutor.tutor.placement import known_by, passed

        say = self.tongue.say
        known = known_by(walk)
        lines = [Line(sentence, indent=0) for sentence in outcome_said(walk, self.tongue)]
        if known:
            lines.append(Line(say("Marked as known, and not asked of you again:"), indent=0))
            lines += [Line(lesson_title(lesson, self.tongue.code), indent=1) for lesson in known]
            undo = say("mustutor progress reset placement takes the marks away again.")
            lines.append(Line(undo, indent=0))
        else:
            lines.append(Line(say("Nothing is marked as known."), indent=0))
        ways = self._steps(walk.source.name)
        following = self.next_part(walk)
        if following is not None and passed(walk):
            ways.insert(0, Turning(following.source.title, lambda: following))
        page = Explanation("", (Passage("", tuple(lines)),))
        return Fork(walk.source.title, page, (*ways, *self._always()))

    def next_part(self, walk: Walk) -> Walk | None:
        """The questions of the part after one, if there are any."""
        from mustutor.tutor.placement import Placement, askable_parts

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
            case _:
                return self.placement()

    def lesson(self, name: str) -> Walk:
        """A lesson, from where it was left."""
        from mustutor.tutor.lesson.file import find
        from mustutor.tutor.lesson.source import LessonSource

        return resumed(Walk(LessonSource(find(name), self.tongue)), self.store.progress)

    def drill(self, skill: str, number: int) -> Walk:
        """So many questions of a skill, fresh ones."""
        from mustutor.tutor.drills import SKILLS, drill_source, usual_rules

        rules = usual_rules(SKILLS[skill], DEFAULT_VARIANT)
        seed = secrets.randbelow(LARGEST_SEED)
        return Walk(LimitedSource(drill_source(skill, seed, rules, self.tongue), number))

    def review(self) -> Walk:
        """What is due."""
        from mustutor.tutor.lesson.file import lesson_ids
        from mustutor.tutor.review import ReviewQuestions, review_of
        from mustutor.tutor.schedule import askable, cards, due
        from mustutor.variant import load_variant

        progress, rules = self.store.progress, load_variant(DEFAULT_VARIANT)
        waiting = due(askable(cards(progress, _now()), progress, lesson_ids()), _now())
        seed = secrets.randbelow(LARGEST_SEED)
        posed = ReviewQuestions(progress, rules, self.tongue, seed=seed)
        return Walk(review_of(waiting, posed, self.tongue))

    def placement(self, part: int = 0) -> Walk:
        """The questions about a part of the course, by its number from 0."""
        from mustutor.tutor.placement import askable_parts, placement_of

        seed = secrets.randbelow(LARGEST_SEED)
        return Walk(placement_of(askable_parts()[part], self.tongue, seed))


def is_placement(walk: Walk) -> bool:
    """Whether a walk asks what somebody knows already."""
    return walk.source.name.startswith(f"{PLACEMENT}:")


def _now() -> datetime:
    return datetime.now(UTC)
