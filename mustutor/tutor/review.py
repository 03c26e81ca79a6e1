"""Review: when to see something again (FSRS), and the questions that are due.

There is a card for each skill practised, one for each of one's own mistakes, and one for each
skipped question, which is due at once until it is answered or shown. Grades follow from what was
done: wrong or shown is *again*, right after a hint is *hard*, right is *good*. Nothing is ever
*easy*: speed says little about what a learner will know next month. The scheduler is FSRS without
randomness (the same answers give the same days on every machine) and with intervals of a year at
most.

For a skill, the question is a fresh one of its drill; for a mistake, the same question again. What
can no longer be asked (a lesson or drill that is gone) is left out.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo
from typing import TYPE_CHECKING, NamedTuple

from mustutor.base.errors import LessonError
from mustutor.base.language import Language
from mustutor.base.language import open_language as language_of
from mustutor.games.drill import Skill, edition
from mustutor.games.question import Stop
from mustutor.model.variant import Variant, load_variant
from mustutor.model.variant_file import variant_ids
from mustutor.tutor.drills import SKILLS, drill_stop, drill_stop_named, level_reached
from mustutor.tutor.lesson.files import find, lesson_ids
from mustutor.tutor.lesson.source import LessonSource
from mustutor.tutor.progress import (
    BELIEVABLE,
    LESSON,
    OWN,
    PUZZLE,
    RECORD,
    REVIEW,
    GradedAnswer,
    Progress,
)
from mustutor.tutor.walk import StopSource

if TYPE_CHECKING:
    from fsrs import Scheduler

RETENTION = 0.9
"""A card is due when it would be known with this probability."""

LONGEST_INTERVAL = 365
MOST_DUE = 20
"""The most questions of one review, however many are due: the rest comes the next time."""

AHEAD = timedelta(days=7)
"""How far ahead mastery looks: everybody knows just now what he has just been told."""

_GRADES = {"wrong": 1, "shown": 1, "hinted": 2, "right": 3}


class ReviewCard(NamedTuple):
    """Something to see again: a ``skill``, a ``mistake`` or a ``skipped`` question.

    `known` is the probability of knowing it now, `mastery` of knowing it a week from now, both from
    0 to 1; `answers` is the number of answers behind them.
    """

    kind: str
    name: str
    skill: str
    due: datetime
    known: float
    mastery: float
    answers: int


class Day(NamedTuple):
    """A day of the forecast, with the number of cards that become due."""

    day: date
    cards: int


def cards(progress: Progress, now: datetime) -> tuple[ReviewCard, ...]:
    """All cards, the first due first; `now` is aware and in UTC.

    Answers dated more than a day ahead come from a wrong clock. Their time is unknown: they count
    as older than all others, they do not change cards that have other answers, and cards with only
    such answers are due at once.
    """
    ahead = tuple([event for event in progress.events if event.at > now + BELIEVABLE])
    if ahead:
        progress = Progress((*ahead, *(e for e in progress.events if e.at <= now + BELIEVABLE)))
    by_skill: dict[str, list[GradedAnswer]] = {}
    for answer in progress.answers:
        if answer.skill:
            by_skill.setdefault(answer.skill, []).append(answer)
    piles = [("skill", skill, answers) for skill, answers in by_skill.items()]
    piles += [("mistake", name, list(answers)) for name, answers in progress.mistakes.items()]
    skipped = [
        ReviewCard("skipped", name, event.skill, min(event.at, now), 0, 0, 0)
        for name, event in progress.skipped.items()
    ]
    if not piles:
        return _in_order(skipped)  # without importing FSRS
    scheduler = _scheduler()
    made = [
        _card(scheduler, kind, name, credible, now)
        if (credible := [answer for answer in answers if answer.at <= now + BELIEVABLE])
        else ReviewCard(kind, name, answers[-1].skill, now, 0, 0, len(answers))
        for kind, name, answers in piles
    ]
    return _in_order([*skipped, *made])


def _in_order(made: Iterable[ReviewCard]) -> tuple[ReviewCard, ...]:
    return tuple(sorted(made, key=lambda card: (card.due, card.kind, card.name)))


def askable(
    all_cards: Iterable[ReviewCard], progress: Progress, lessons: Collection[str]
) -> tuple[ReviewCard, ...]:
    """The cards with a question: a drill's, a record's, a puzzle, or one of the `lessons`."""

    def known(question: str) -> bool:
        kind, _, name = question.partition("/")[0].partition(":")
        return kind in ("drill", "record", "puzzle") or (kind == "lesson" and name in lessons)

    def has_question(card: ReviewCard) -> bool:
        return (
            known(card.name)
            if card.kind != "skill"
            else any(map(known, progress.questions(card.name)))
        )

    return tuple([card for card in all_cards if has_question(card)])


def due(all_cards: Iterable[ReviewCard], now: datetime) -> tuple[ReviewCard, ...]:
    """The cards that are due, the first due first: those of one review."""
    return tuple([card for card in all_cards if card.due <= now][:MOST_DUE])


def forecast(
    all_cards: Iterable[ReviewCard], now: datetime, days: int, zone: tzinfo | None = None
) -> tuple[Day, ...]:
    """The number of cards due on each of the next days, by the calendar of a time zone.

    The first day is today, with everything already due. Without a zone it is the computer's.
    """
    today = now.astimezone(zone).date()
    counts = [0] * days
    for card in all_cards:
        ahead = max((card.due.astimezone(zone).date() - today).days, 0)
        if ahead < days:
            counts[ahead] += 1
    return tuple([Day(today + timedelta(days=n), count) for n, count in enumerate(counts)])


def minutes(number: int, seconds: int) -> int:
    """The minutes for a number of questions, rounded up.

    >>> minutes(0, 20), minutes(1, 20), minutes(7, 20)
    (0, 1, 3)
    """
    return -(-number * seconds // 60)


def _scheduler() -> Scheduler:
    from fsrs import Scheduler

    return Scheduler(
        enable_fuzzing=False, desired_retention=RETENTION, maximum_interval=LONGEST_INTERVAL
    )


def _card(
    scheduler: Scheduler, kind: str, name: str, answers: list[GradedAnswer], now: datetime
) -> ReviewCard:
    from fsrs import Card as FsrsCard
    from fsrs import Rating

    # With an id given, FSRS does not derive one from the clock and wait for the next.
    card = FsrsCard(card_id=0, due=answers[0].at)
    for answer in answers:
        card, _ = scheduler.review_card(card, Rating(_GRADES[answer.outcome]), answer.at)
    return ReviewCard(
        kind,
        name,
        answers[-1].skill,
        card.due,
        known=scheduler.get_card_retrievability(card, now),
        mastery=scheduler.get_card_retrievability(card, now + AHEAD),
        answers=len(answers),
    )


class ReviewQuestions:
    """Makes questions for cards, in a language; `seed` decides the fresh ones.

    `variant` is the rulebook to practise by, if the skill has questions under it.
    """

    def __init__(
        self, progress: Progress, variant: Variant, language: Language, *, seed: int
    ) -> None:
        self._progress = progress
        self._variant = variant
        self._language = language
        self._seed = seed

    def stop(self, card: ReviewCard) -> Stop | None:
        """The question of a card with its scene; None if it cannot be asked."""
        try:
            if card.kind == "skill":
                return self._fresh(card.skill) if card.skill in SKILLS else self._old(card.skill)
            return self._same(card.name)
        except LessonError:
            return None

    def _same(self, question: str) -> Stop | None:
        """A question that was asked before."""
        if question.startswith("drill:"):
            return drill_stop_named(question, self._language)
        if question.startswith((RECORD, PUZZLE + OWN)):
            from mustutor.tutor.record_walk import mistake_named

            return mistake_named(question, self._language)
        if question.startswith(PUZZLE):
            from mustutor.tutor.puzzle_walk import puzzle_stop_named

            return puzzle_stop_named(question, self._language)
        lesson, _, step = question.removeprefix(LESSON).partition("/")
        if lesson not in lesson_ids():
            return None
        source = LessonSource(find(lesson), self._language)
        index = source.find(step)
        return None if index is None else source.stop(index)

    def _fresh(self, skill: str) -> Stop | None:
        """A new question of the skill's drill."""
        variant = self._variant_for(SKILLS[skill])
        if variant is None:
            return None
        tally = self._progress.skills.get(skill)
        # What was right before is not asked again: its number is not used again.
        number = 1 + (tally.right if tally else 0)
        return drill_stop(
            skill,
            seed=self._seed,
            number=number,
            variant=variant,
            language=self._language,
            level=level_reached(skill, self._progress),
        )

    def _variant_for(self, skill: Skill) -> Variant | None:
        """The rulebook requested, else the last practised under, else the first that suits."""
        if skill.suits(self._variant):
            return self._variant
        asked = (answer.question for answer in reversed(self._progress.answers))
        head = f"drill:{edition(skill)}/"
        practised = (name.split("/")[1] for name in asked if name.startswith(head))
        known = variant_ids()
        for name in (*(name for name in practised if name in known), *known):
            variant = load_variant(name)
            if skill.suits(variant):
                return variant
        return None

    def _old(self, skill: str) -> Stop | None:
        """For a skill without a drill: the question asked longest ago."""
        for question in self._progress.questions(skill):
            stop = self._same(question)
            if stop is not None:
                return stop
        return None


@dataclass(frozen=True)
class Review(StopSource):
    """The due questions as a source of stops; places are numbers from 1."""

    stops: Sequence[Stop]
    language: str
    named: str

    @property
    def name(self) -> str:
        """The name in a progress file."""
        return self.named

    @property
    def title(self) -> str:
        """What this is, for the reader."""
        return language_of(self.language).say("Review")

    @property
    def count(self) -> int | None:
        """The number of questions."""
        return len(self.stops)

    def stop(self, index: int) -> Stop | None:
        """The stop at an index from 0, or None past the end."""
        return self.stops[index] if 0 <= index < len(self.stops) else None

    def find(self, place: str) -> int | None:
        """The index of a stop, by its number from 1 or by its question's name."""
        for index, stop in enumerate(self.stops):
            if place == stop.place or (stop.question and place == stop.question.id):
                return index
        return None


@dataclass(frozen=True, slots=True)
class GrowingReview(Review):
    """Questions as a source of stops while they are still being found.

    `coming` is where the others come from; empty when all were found.
    """

    stops: list[Stop]
    coming: list[Iterator[Stop]]

    @property
    def count(self) -> int | None:
        """The number of questions; None while it is not known."""
        return None if self.coming else len(self.stops)

    def stop(self, index: int) -> Stop | None:
        """The stop at an index from 0, or None past the end."""
        while self.coming and index >= len(self.stops):
            found = next(self.coming[0], None)
            if found is None:
                self.coming.pop(0)
            else:
                self.stops.append(found._replace(place=str(len(self.stops) + 1)))
        return Review.stop(self, index)


def review_of(cards: Iterable[ReviewCard], posed: ReviewQuestions, language: Language) -> Review:
    """A review of cards, mixed, without those that cannot be asked."""
    return review_of_stops(map(posed.stop, cards), language)


def review_of_stops(stops: Iterable[Stop | None], language: Language) -> Review:
    """A review of questions: each of them once, and one skill seldom twice in a row."""
    found = {stop.question.id: stop for stop in stops if stop is not None and stop.question}
    return Review(review_numbered(_mixed(found.values())), language.code, REVIEW)


def _mixed(stops: Iterable[Stop]) -> Iterator[Stop]:
    """The stops, those of the skill with the most left first, but seldom two of one skill."""
    by_skill: dict[str, deque[Stop]] = {}
    for stop in stops:
        by_skill.setdefault(stop.question.skill if stop.question else "", deque()).append(stop)
    last = ""
    while by_skill:
        others = [skill for skill in by_skill if skill != last] or [last]
        last = max(others, key=lambda skill: len(by_skill[skill]))
        yield by_skill[last].popleft()
        if not by_skill[last]:
            del by_skill[last]


def review_numbered(stops: Iterable[Stop | None]) -> tuple[Stop, ...]:
    """The stops that have a question, numbered from 1."""
    asking = [stop for stop in stops if stop is not None and stop.question is not None]
    return tuple([stop._replace(place=str(number)) for number, stop in enumerate(asking, 1)])
