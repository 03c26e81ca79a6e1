"""When to see something again: the cards of FSRS, made anew from the answers every time.

There is a card for each skill practised, one for each of one's own mistakes, and one for each
question that was skipped, which is due at once and until it is answered or shown. The grades
come from what was done, never from what anybody thinks of it: wrong or shown is *again*, right
after a hint is *hard*, right is *good*. Nothing is ever *easy*: how fast somebody answers says
little about what he will know next month.

The scheduler is as FSRS has it, but for two things: no chance (the same answers give the same
days on every machine), and no interval longer than a year.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import date, datetime, timedelta, tzinfo
from typing import TYPE_CHECKING

from mustutor.tuples import NamedTuple
from mustutor.tutor.log import BELIEVABLE
from mustutor.tutor.progress import GradedAnswer, Progress

if TYPE_CHECKING:
    from fsrs import Scheduler

RETENTION = 0.9
"""A card is due when it would be known with this probability."""

LONGEST_INTERVAL = 365
AHEAD = timedelta(days=7)
"""How far ahead mastery looks: everybody knows just now what he has just been told."""

_GRADES = {"wrong": 1, "shown": 1, "hinted": 2, "right": 3}


class ReviewCard(NamedTuple):
    """Something to see again: a ``skill``, a ``mistake`` or a ``skipped`` question.

    `known` is the probability to know it now, `mastery` to know it a week from now, both from
    0 to 1; `answers` counts those it rests on.
    """

    kind: str
    name: str
    skill: str
    due: datetime
    known: float
    mastery: float
    answers: int


class Day(NamedTuple):
    """A day of the forecast: so many cards become due on it."""

    day: date
    cards: int


def cards(progress: Progress, now: datetime) -> tuple[ReviewCard, ...]:
    """Everything to see again some time, what is due first first; `now` is aware and in UTC.

    Answers from more than a day ahead come from a clock that was wrong. Nobody knows when they
    were given: they count as older than all others, move no card that has others, and what has
    only such answers is due at once.
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
    """The cards there is a question for: of a drill, of a record, or of the `lessons` there are."""

    def known(question: str) -> bool:
        kind, _, name = question.partition("/")[0].partition(":")
        return kind in ("drill", "record") or (kind == "lesson" and name in lessons)

    def has_question(card: ReviewCard) -> bool:
        return (
            known(card.name)
            if card.kind != "skill"
            else any(map(known, progress.questions(card.name)))
        )

    return tuple([card for card in all_cards if has_question(card)])


def due(all_cards: Iterable[ReviewCard], now: datetime) -> tuple[ReviewCard, ...]:
    """The cards that are due."""
    return tuple([card for card in all_cards if card.due <= now])


def forecast(
    all_cards: Iterable[ReviewCard], now: datetime, days: int, zone: tzinfo | None = None
) -> tuple[Day, ...]:
    """How many cards become due on each of the days to come, by the calendar of a time zone.

    The first day is today, with all that is due already. Without a zone it is the computer's.
    """
    today = now.astimezone(zone).date()
    counts = [0] * days
    for card in all_cards:
        ahead = max((card.due.astimezone(zone).date() - today).days, 0)
        if ahead < days:
            counts[ahead] += 1
    return tuple([Day(today + timedelta(days=n), count) for n, count in enumerate(counts)])


def minutes(number: int, seconds: int) -> int:
    """How many minutes so many questions take, counted up to whole ones.

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

    # A name of its own keeps FSRS from making one of the clock, and waiting for the next.
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
