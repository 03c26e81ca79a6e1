"""The commands `learn` (a lesson, from where it was left), `drill`, `puzzle`, and `review`."""

from __future__ import annotations

import secrets
from datetime import UTC, date, datetime
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from mustutor.base.errors import LessonError
from mustutor.base.language import Language, mark, unwrapped
from mustutor.cli.common_options import (
    DEFAULT_VARIANT,
    Status,
    UsageError,
    nearest,
    refused_as_usage,
    variant_named,
)
from mustutor.cli.console import Console, wrapped
from mustutor.cli.output_files import refuse_over_others, write_page
from mustutor.cli.parameters import ANSWERS, JSON, TRANSCRIPT, VARIANT, argument, flag, option
from mustutor.cli.tutor.progress import due_said, percent, skill_title
from mustutor.cli.tutor.walk import Flow, games_said, run_walk, tell_outcome
from mustutor.games.teller import teller_of
from mustutor.tutor.course import (
    course_order,
    current_lesson,
    lesson_title,
    lessons_through,
    next_lesson,
    next_play_step,
    resume_walk,
)
from mustutor.tutor.drills import (
    SKILLS,
    drill_source,
    level_reached,
    skill_named,
    usual_rules,
)
from mustutor.tutor.lesson.files import LessonFile, find, lesson_ids
from mustutor.tutor.lesson.source import LessonSource
from mustutor.tutor.progress import time_written
from mustutor.tutor.progress_file import ProgressStore, read_progress
from mustutor.tutor.review import ReviewQuestions, askable, cards, due, forecast, minutes, review_of
from mustutor.tutor.walk import Walk, nowhere

if TYPE_CHECKING:
    from mustutor.games.drill import Skill
    from mustutor.tutor.progress import Progress
    from mustutor.tutor.review import ReviewCard
    from mustutor.tutor.walk import StopSource


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
        walk = Flow(console, store).placement()
        if not console.interactive:
            console.heading(walk.source.title)
        run_walk(console, walk, store, answers=answers)
        return Status.DONE
    progress = store.progress
    # Where all that follows is done: what was left out, and else the course from its beginning.
    usual = current_lesson(progress) or next_lesson("", lessons_through(progress))
    file = _found(lesson or usual or course_order()[0])
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


def _what_is_next(console: Console, walk: Walk, store: ProgressStore) -> None:
    """End with what is next: the rest of this lesson, or the next one of the course."""
    here = walk.source.name.removeprefix(LESSON)
    if here not in course_order():
        return
    if not store.progress.finished(LESSON + here) or store.progress.place(LESSON + here):
        console.say("mustutor learn {lesson} goes on from here.", lesson=here)
        return
    table = next_play_step(store.progress)
    if table is not None and table.lesson == here:
        name = console.language.say(table.title)
        console.say("Next: {title} (mustutor play --step {step}).", title=name, step=table.id)
    following = next_lesson(here, lessons_through(store.progress))
    if following:
        title = lesson_title(following, console.language.code)
        console.say("Next: {title} (mustutor learn {lesson}).", title=title, lesson=following)
    else:
        console.say("That was the last lesson: mustutor drill keeps your hand in.")


# --- drills and review ------------------------------------------------------------------


COMMAND = "mustutor drill"
NUMBER = 10
"""So many questions are asked of a script or written out, where nobody says how many."""
MOST = 1_000
MOST_ON_PAGE = 100
MOST_FROM = 1_000_000
STOP_AFTER = option(
    "--number", "Stop after so many; else, at a terminal, when you leave.", None, least=1, most=MOST
)
LARGEST_DRAWN = 1_000_000
"""A seed that is drawn is short enough to be told across a table."""


def drill(
    console: Console,
    skill: str = argument(
        "[SKILL]", "What to practise; without a name, the skills are listed.", ""
    ),
    seed: int | None = option(
        "--seed",
        "The same seed asks the same questions; without one, it is drawn.",
        None,
        least=0,
        most=2**63 - 1,
    ),
    number: int | None = STOP_AFTER,
    first: int = option(
        "--from N", "Begin at the question of this number.", 1, least=1, most=MOST_FROM, quiet=True
    ),
    level: int | None = option(
        "--level",
        "How hard, from 1 to 5; otherwise it follows your answers, and with --seed it rises.",
        None,
        least=1,
        most=5,
    ),
    variant: str | None = option("--variant ID|FILE", "The rules to play by.", None),
    answers: Path | None = ANSWERS,
    transcript: bool = TRANSCRIPT,
    html: str = option(
        "--html FILE", "Write the questions as a page, to answer or to print; - is the output."
    ),
    listing: bool = flag("--list", "List the skills that can be practised."),
    json: bool = JSON,
) -> Status:
    """Practise a skill on hands that cannot be answered right by a wrong idea."""
    if not skill or listing:
        _list(console, json=json)
        return Status.DONE
    with refused_as_usage(LessonError):
        found = skill_named(skill)
        usual = console.usual.of("variant") or DEFAULT_VARIANT
        rules = variant_named(variant) if variant else usual_rules(found, usual)
        chosen = secrets.randbelow(LARGEST_DRAWN) if seed is None else seed
        store, fixed = ProgressStore(), (seed, level, json or html or transcript or None)
        follows = first == 1 and fixed == (None, None, None)
        begins = level_reached(skill, store.progress) if follows else None
        source = drill_source(skill, chosen, rules, console.language, level, begins=begins)
        if json:
            _questions(console, source, first, number or NUMBER)
            return Status.DONE
        again = _again(skill, chosen, variant or rules.id, level, first)
        if html:
            if transcript or answers:
                raise UsageError("--html cannot be joined with --transcript or --answers.")
            refuse_over_others(html)
            from mustutor.present.study_pages import to_drill_page

            if (number or NUMBER) > MOST_ON_PAGE:
                raise UsageError("One page holds at most {most} questions.", most=MOST_ON_PAGE)
            found_stops = map(source.stop, range(first - 1, first - 1 + (number or NUMBER)))
            asked = [stop for stop in found_stops if stop is not None]
            deck = teller_of(rules).deck
            page = to_drill_page(source.title, asked, console.language, again=again, deck=deck)
            write_page(console, page, html)
            return Status.DONE
        if transcript or not console.interactive:
            console.heading(source.title)
            number = number or NUMBER
        walk = Walk(source).to_index(first - 1)
        last = None if number is None else walk.at + number
        end = run_walk(console, walk, store, answers=answers, transcript=transcript, count=last)
        status = Status.DONE if transcript else tell_outcome(console, end)
        console.write()
        if begins is None:
            console.say("The same questions again: {command}", command=again)
        else:
            reached = level_reached(skill, store.progress)
            console.say("Next time it begins at level {level} of 5.", level=reached)
        return status


def _again(skill: str, seed: int, variant: str, level: int | None, first: int) -> str:
    """What is typed to be asked the same questions."""
    typed = f"{COMMAND} {skill} --seed {seed} --variant {variant}"
    typed += f" --from {first}" if first > 1 else ""
    return typed if level is None else f"{typed} --level {level}"


def _list(console: Console, *, json: bool) -> None:
    say = console.language.say
    if json:
        for skill in SKILLS.values():
            console.document(
                {
                    "id": skill.id,
                    "title": say(skill.title),
                    "sentence": say(skill.sentence),
                    "games": list(skill.games),
                    "rules": list(skill.rules),
                    "wrong_rules": [wrong.name for wrong in skill.wrong_rules],
                }
            )
        return
    groups: dict[tuple[str, ...], list[Skill]] = {}
    for skill in SKILLS.values():
        groups.setdefault(skill.games, []).append(skill)
    for games, skills in groups.items():
        console.heading(games_said(games, console.language))
        console.rows([(skill.id, say(skill.sentence)) for skill in skills])
    console.write()
    console.rows([("mustutor drill juego.order", say("practise one of them"))])


def _questions(console: Console, source: StopSource, first: int, number: int) -> None:
    """Write questions as JSON Lines, with their answers."""
    for index in range(first - 1, first - 1 + number):
        stop = source.stop(index)
        assert stop is not None, "a drill has no end"
        question = stop.question
        assert question is not None, "a drill asks at every stop"
        document: dict[str, object] = {
            "id": question.id,
            "skill": question.skill,
            "kind": question.kind,
            "prompt": question.prompt,
        }
        if question.choices:
            document["choices"] = [choice.value for choice in question.choices]
        if stop.scene.loose is not None:
            document["hands"] = {seat: list(hand) for seat, hand in stop.scene.loose.hands}
        if stop.scene.position is not None:
            shown = stop.scene.position
            document["position"] = shown.line()
            if stop.scene.face_up:
                seen = [seat for seat in shown.order if seat in stop.scene.face_up]
                document["hands"] = {seat: list(shown.hand_of(seat) or ()) for seat in seen}
            document["told"] = [line.text for line in stop.scene.page.lines]
        console.document(
            {
                **document,
                "answer": question.answer,
                "hints": list(question.hints),
                "misconceptions": {
                    wrong: idea.name for wrong, idea in question.misconceptions.items()
                },
            }
        )


# --- puzzles ------------------------------------------------------------------------------


def puzzle(
    console: Console,
    theme: str = argument("[THEME]", "What the puzzles are about; all of it, unless given.", ""),
    seed: int | None = option(
        "--seed",
        "The same seed asks the same puzzles; without one, they are as hard as you are good.",
        None,
        least=0,
        most=2**63 - 1,
    ),
    number: int | None = STOP_AFTER,
    daily: bool = flag("--daily", "The puzzle of the day, the same for everybody."),
    variant: str = option("--variant ID|FILE", "Only puzzles of these rules."),
    answers: Path | None = ANSWERS,
    transcript: bool = TRANSCRIPT,
    html: str = option(
        "--html FILE", "Write the puzzles as a page, to answer or to print; - is the output."
    ),
    json: bool = JSON,
) -> Status:
    """Ask what to say at a table under way, and play out what a wrong call leads to."""
    from mustutor.tutor.puzzle import all_puzzles, drawn_by, of_the_day, puzzles
    from mustutor.tutor.puzzle_walk import PuzzleSource, because, fitting

    with refused_as_usage(LessonError):
        found = list(puzzles(theme) if theme else all_puzzles())
    if variant:
        rules = variant_named(variant)
        found = [one for one in found if one.variant.digest == rules.digest]
    if not found:
        raise UsageError("There is no puzzle of this theme under these rules.")
    if daily and seed is not None:
        raise UsageError("--daily and --seed each choose the puzzles: give one of them.")
    store, most = ProgressStore(), min(number or (1 if daily else len(found)), len(found))
    if json:
        most = min(number or most, len(found))
    elif not daily and number is None and (transcript or html or not console.interactive):
        most = min(NUMBER, most)
    if seed is None and not (daily or json or transcript or html):
        chosen = fitting(found, lambda: store.progress, Random(secrets.token_hex(8)))
        source = PuzzleSource((), console.language, chosen, most)
    else:
        if daily:
            found = of_the_day(found, date.today())  # noqa: DTZ011 - the day where the learner is
        elif seed is not None:
            found = drawn_by(found, seed)
        source = PuzzleSource(found[:most], console.language)
    if json:
        for one in source.puzzles:
            reasons = list(because(one, console.language))
            console.document({**one.document(), "because": reasons})
        return Status.DONE
    if html:
        if transcript or answers:
            raise UsageError("--html cannot be joined with --transcript or --answers.")
        refuse_over_others(html)
        from mustutor.present.study_pages import to_drill_page

        # A page has the pictures of one deck: that of its first puzzle.
        deck = teller_of(found[0].variant).deck
        alike = [one for one in found if teller_of(one.variant).deck == deck]
        source = PuzzleSource(alike[: min(most, MOST_ON_PAGE)], console.language)
        asked = [stop for stop in map(source.stop, range(source.count)) if stop is not None]
        write_page(console, to_drill_page(source.title, asked, console.language, deck=deck), html)
        return Status.DONE
    if transcript or not console.interactive:
        console.heading(source.title)
    end = run_walk(console, Walk(source), store, answers=answers, transcript=transcript)
    if transcript:
        return Status.DONE
    status = tell_outcome(console, end)
    now = store.progress.rating
    console.say(
        "Your rating at puzzles: {rating} ± {deviation}.",
        rating=str(round(now.rating)),
        deviation=str(round(now.deviation)),
    )
    return status


FORECAST = 7
LARGEST_SEED = 2**31


def review(
    console: Console,
    skill: str = option(
        "--skill NAME", "All there is to review of this skill, whether due or not."
    ),
    failed: bool = flag("--failed", "All your own mistakes, whether due or not."),
    list_: bool = flag("--list", "Ask nothing: say what is due, today and in the days to come."),
    variant: str = VARIANT,
    seed: int | None = option(
        "--seed", "Use this seed to make the fresh questions.", None, least=0
    ),
    answers: Path | None = ANSWERS,
    json: bool = JSON,
) -> Status:
    """Ask what is due again; without a terminal, say how much it is."""
    rules = variant_named(variant)
    now = datetime.now(UTC)
    if list_ or json or not (console.asks or answers):
        progress = read_progress()
        chosen = _chosen(progress, now, skill, failed=failed)
        posed = ReviewQuestions(progress, rules, console.language, seed=0)
        _list_due(console, progress, chosen, posed, now, json)
        return Status.DONE

    store = ProgressStore()
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
        _list_due(console, store.progress, chosen, posed, now, False)
        return Status.DONE
    return tell_outcome(console, run_walk(console, Walk(source), store, answers=answers))


def _chosen(
    progress: Progress, now: datetime, skill: str, *, failed: bool
) -> tuple[ReviewCard, ...]:
    """The cards the command line asks about: all, those of a skill, or mistakes alone."""
    everything = askable(cards(progress, now), progress, lesson_ids())
    if skill and skill not in progress.skills:
        raise UsageError(
            "You have not practised {skill} yet.", skill=skill, hint=nearest(skill, progress.skills)
        )
    wanted = [card for card in everything if skill in ("", card.skill)]
    return tuple([card for card in wanted if not failed or card.kind == "mistake"])


def _list_due(
    console: Console,
    progress: Progress,
    cards: tuple[ReviewCard, ...],
    posed: ReviewQuestions,
    now: datetime,
    json: bool,
) -> None:
    """Say what is due, how long it takes, and what the days to come bring."""
    waiting = due(cards, now)
    time = minutes(len(waiting), progress.seconds)
    days = list(forecast(cards, now, FORECAST))
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
        language = console.language
        console.rows(
            (skill_title(card.skill, language), _kind(card, posed, language)) for card in waiting
        )
        console.write()
    if not cards:
        console.say("What you practise in lessons and drills comes back here when it is time.")
        return
    console.heading(say("The days to come"))
    days = [days[0]._replace(cards=days[0].cards - len(waiting)), *days[1:]]
    console.rows(
        (
            _named(console, each.day, days[0].day),
            console.language.count_noun("{number} question", each.cards),
        )
        for each in days
    )


KINDS = {
    "skill": mark("a fresh question"),
    "skipped": mark("a question you skipped: {question}"),
    "mistake": mark("the question you got wrong: {question}"),
}


def _kind(card: ReviewCard, posed: ReviewQuestions, language: Language) -> str:
    """What a card asks, in words; what is not asked any more is no more than a question."""
    stop = None if card.kind == "skill" else posed.stop(card)
    asked = stop.question.prompt if stop is not None and stop.question is not None else "?"
    return language.say(KINDS[card.kind], question=unwrapped(asked))


def _named(console: Console, day: date, today: date) -> str:
    later = (day - today).days
    if later > 1:
        return day.isoformat()
    return console.language.say("tomorrow") if later else console.language.say("later today")
