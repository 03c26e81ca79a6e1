"""The `review` command: what is due, how long it takes, and the questions themselves."""

from __future__ import annotations

import secrets
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from mustutor.cli.console import Console
from mustutor.cli.habits import (
    DEFAULT_VARIANT,
    AnswersOption,
    JsonOption,
    Misuse,
    Status,
    VariantOption,
    nearest,
)
from mustutor.language import mark

if TYPE_CHECKING:
    from mustutor.tutor.progress import Progress
    from mustutor.tutor.schedule import Day, ReviewCard

COMMAND = "mustutor review"
FORECAST = 7
LARGEST_SEED = 2**31


def review(
    context: typer.Context,
    skill: Annotated[
        str,
        typer.Option(
            "--skill",
            metavar="NAME",
            show_default=False,
            help=mark("All there is to review of this skill, whether due or not."),
        ),
    ] = "",
    failed: Annotated[
        bool, typer.Option("--failed", help=mark("All your own mistakes, whether due or not."))
    ] = False,
    list_: Annotated[
        bool,
        typer.Option(
            "--list", help=mark("Ask nothing: say what is due, today and in the days to come.")
        ),
    ] = False,
    variant: VariantOption = DEFAULT_VARIANT,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed",
            min=0,
            show_default=False,
            help=mark("Use this seed to make the fresh questions."),
        ),
    ] = None,
    answers: AnswersOption = None,
    json: JsonOption = False,
) -> Status:
    """Ask what is due again; without a terminal, say how much it is."""
    from mustutor.cli.habits import variant_named
    from mustutor.tutor.progressstore import open_store

    console: Console = context.obj
    rules = variant_named(variant, COMMAND)
    now = datetime.now(UTC)
    if list_ or json or not (console.asks or answers):
        from mustutor.tutor.progressfile import read_progress

        progress = read_progress()
        chosen = _chosen(progress, now, skill, failed=failed)
        _list(console, progress, chosen, now, json=json)
        return Status.DONE

    from mustutor.cli.tutor.walk import run
    from mustutor.tutor.review import ReviewQuestions, review_of
    from mustutor.tutor.schedule import due
    from mustutor.tutor.walk import Walk

    store = open_store()
    chosen = _chosen(store.progress, now, skill, failed=failed)
    wanted = chosen if skill or failed else due(chosen, now)
    posed = ReviewQuestions(
        store.progress,
        rules,
        console.language,
        seed=secrets.randbelow(LARGEST_SEED) if seed is None else seed,
    )
    source = review_of(wanted, posed, console.language)
    if not source.stops:
        if store.problem is not None:
            raise store.problem
        _list(console, store.progress, chosen, now, json=False)
        return Status.DONE
    return run(console, Walk(source), store, answers=answers, command=COMMAND)


def _chosen(
    progress: Progress, now: datetime, skill: str, *, failed: bool
) -> tuple[ReviewCard, ...]:
    """The cards the command line asks about: all, those of a skill, or mistakes alone."""
    from mustutor.tutor.lesson.file import lesson_ids
    from mustutor.tutor.schedule import askable, cards

    everything = askable(cards(progress, now), progress, lesson_ids())
    if skill and skill not in progress.skills:
        raise Misuse(
            "You have not practised {skill} yet.",
            command=COMMAND,
            skill=skill,
            hint=nearest(skill, progress.skills),
        )
    return tuple(
        [
            card
            for card in everything
            if skill in ("", card.skill) and (not failed or card.kind == "mistake")
        ]
    )


def _list(
    console: Console,
    progress: Progress,
    cards: tuple[ReviewCard, ...],
    now: datetime,
    *,
    json: bool,
) -> None:
    """Say what is due, how long it takes, and what the days to come bring."""
    from mustutor.cli.tutor.report import due_said, percent, skill_title
    from mustutor.tutor.log import time_written
    from mustutor.tutor.schedule import due, forecast, minutes

    waiting = due(cards, now)
    time = minutes(len(waiting), progress.seconds)
    days = forecast(cards, now, FORECAST)
    if json:
        listed = [
            {
                "kind": card.kind,
                "name": card.name,
                "skill": card.skill,
                "due": time_written(card.due),
                "mastery": percent(card.mastery),
            }
            for card in cards
        ]
        console.document(
            {
                "due": len(waiting),
                "minutes": time,
                "cards": listed,
                "forecast": [{"day": str(day.day), "cards": day.cards} for day in days],
            }
        )
        return
    say = console.language.say
    console.paragraph(due_said(console.language, len(waiting), time))
    if waiting:
        rows = [
            (skill_title(card.skill, console.language), _kind(console, card)) for card in waiting
        ]
        console.rows(rows)
        console.write()
    if not cards:
        console.say("What you practise in lessons and drills comes back here when it is time.")
        return
    console.heading(say("The days to come"))
    first, *others = days
    console.rows(_rows(console, [first._replace(cards=first.cards - len(waiting)), *others]))


def _kind(console: Console, card: ReviewCard) -> str:
    say = console.language.say
    if card.kind == "skill":
        return say("a fresh question")
    if card.kind == "skipped":
        return say("a question you skipped")
    return say("the question you got wrong: {question}", question=card.name)


def _rows(console: Console, days: list[Day]) -> list[tuple[str, str]]:
    today = days[0].day
    return [
        (
            _named(console, day.day, today),
            console.language.count("{number} question", "{number} questions", day.cards),
        )
        for day in days
    ]


def _named(console: Console, day: date, today: date) -> str:
    match (day - today).days:
        case 0:
            return console.language.say("later today")
        case 1:
            return console.language.say("tomorrow")
        case _:
            return day.isoformat()
