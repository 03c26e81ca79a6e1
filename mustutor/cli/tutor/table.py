"""From a table to the course and back: a lesson opened there, and what follows a match.

After a match the coach looks at what was said at the keyboard, and asks it again as puzzles.
"""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple

from mustutor.analysis.coach.match import analyses, refuse_game
from mustutor.analysis.coach.report import cost_text, costliest_calls
from mustutor.base.errors import NotationError, ProgressError
from mustutor.base.language import Language, mark
from mustutor.base.register import traits
from mustutor.cli.common_options import SitDown
from mustutor.cli.console import Console, write_lines
from mustutor.cli.tutor.walk import Flow, run_walk
from mustutor.games.bot import level_title
from mustutor.games.explain import Line
from mustutor.referee.recorder.recorder import Recorder
from mustutor.replay.format import Replay, rules_of
from mustutor.replay.names import by_name
from mustutor.tutor.course import lesson_title, next_play_step
from mustutor.tutor.ladder import first_not_won, step_of
from mustutor.tutor.progress import LOST, MATCH, OWN_CALLS, PLAY, WON
from mustutor.tutor.progress_file import ProgressStore
from mustutor.tutor.puzzle import Puzzle
from mustutor.tutor.rating import HOUSE, fitting_level
from mustutor.tutor.record_walk import NAME, keep_own, own_puzzle, own_stop
from mustutor.tutor.review import Review, review_numbered
from mustutor.tutor.walk import Walk, WalkEvent

MOST_MOMENTS = 2


def lesson_from_table(console: Console, name: str) -> None:
    """Open a lesson, from where it was left, for somebody who sits at a table meanwhile."""
    store = ProgressStore()
    walk = Flow(console, store).lesson(name)
    if not console.interactive:
        console.heading(walk.source.title)
    _led_back(console, walk, store, mark("Back to the table"))


def _led_back(console: Console, walk: Walk, store: ProgressStore, back: str) -> None:
    with suppress(SitDown):  # back at once
        run_walk(console, walk, store, back=back)


def look_back(console: Console, replay: Replay, people: tuple[str, ...]) -> None:
    """Show the calls of people that the coach is surest about, and ask them again as puzzles.

    They are kept, and come back in the review as any mistake does.
    """
    language = by_name(console.language, replay)
    with suppress(NotationError, KeyboardInterrupt, EOFError):
        refuse_game(rules_of(replay)[0])
        console.say("The coach looks at what you said; Ctrl-C stops it.")
        console.flush()
        moments = coach_moments(replay, people, language)
        if not moments.puzzles:
            console.say(NO_MISTAKE)
            return
        write_lines(console, *moments.lines)
        store = ProgressStore()
        try:
            moments.keep(store)
        except ProgressError as problem:
            console.problem(problem.said(language))
        question = language.say("Enter asks you what is better, q leaves it for the review: ")
        if not input(console.fitted(question)).strip():
            _led_back(console, moments.walk(language), store, mark("That is all"))


NO_MISTAKE = mark("It is sure of no mistake of yours.")


class CoachMoments(NamedTuple):
    """What the coach is surest about in a match: what each call cost, and its puzzles."""

    lines: tuple[Line, ...]
    puzzles: tuple[Puzzle, ...]

    def keep(self, store: ProgressStore) -> None:
        """Keep them as mistakes, so that the review asks them. Raises ProgressError."""
        made = WalkEvent("closed", NAME, "", skill=OWN_CALLS, outcome="wrong")
        events = [
            made._replace(question=one.name, answer=one.wrong[0].call) for one in self.puzzles
        ]
        try:
            keep_own(self.puzzles)
        finally:
            store.keep(events)

    def walk(self, language: Language) -> Walk:
        """The walk that asks them again."""
        stops = review_numbered([own_stop(puzzle, language) for puzzle in self.puzzles])
        return Walk(Review(stops, language.code, NAME))


def coach_moments(replay: Replay, people: tuple[str, ...], language: Language) -> CoachMoments:
    """The calls of people that cost most, no more than two."""
    marked = costliest_calls(analyses(replay, rules_of(replay)[0], seats=people))
    found = [(one, puzzle) for one in marked if (puzzle := own_puzzle(one, replay))][:MOST_MOMENTS]
    told = [
        Line(cost_text(one.judged, one.mark, language), said=str(one.place)) for one, _ in found
    ]
    return CoachMoments(tuple(told), tuple([puzzle for _, puzzle in found]))


def step_result(recorder: Recorder, people: tuple[str, ...]) -> WalkEvent | None:
    """What is kept of a match at a step of the course; None of another, or of one unfinished."""
    step, end = step_of(recorder.variant), recorder.hands[-1].settled[0]
    if step is None or not people or not end.winner:
        return None
    won = end.winner in {end.table.side_of(seat) for seat in people}
    return WalkEvent("played", PLAY + step.id, "", outcome=WON if won else LOST)


def rated_result(recorder: Recorder, people: tuple[str, ...], kinds: set[str]) -> WalkEvent | None:
    """What is kept of a match against players of these levels; None where it does not count.

    It counts where somebody played alone to a target against one level, and not at a step's table.
    """
    rules, end = recorder.variant, recorder.hands[-1].settled[0]
    known = len(kinds) == 1 and kinds <= HOUSE.keys() and "target" in traits(rules.game)
    if not known or step_of(rules) is not None or len(people) != 1 or not end.winner:
        return None
    outcome = WON if end.winner == end.table.side_of(people[0]) else LOST
    return WalkEvent("played", MATCH + min(kinds), "", outcome=outcome)


def climbed(console: Console, recorder: Recorder, people: tuple[str, ...]) -> None:
    """Keep that a step of the course was played, and say what follows."""
    step, language = step_of(recorder.variant), console.language
    result = step_result(recorder, people)
    if step is None or result is None:
        return
    store = ProgressStore()
    store.keep([result])
    progress, problem = store.progress, store.close()
    if problem is not None:
        console.problem(problem.said(language))
    after = first_not_won(progress.tables)
    if result.outcome == LOST:
        console.say(
            "Play it again with mustutor play --step {step}; mustutor learn {lesson} is its "
            "lesson.",
            step=step.id,
            lesson=step.lesson,
        )
    elif after is None:
        console.say("You have won at every step: mustutor play goes on from here.")
    elif after == next_play_step(progress):
        title = language.say(after.title)
        console.say("Next: {title} (mustutor play --step {step}).", title=title, step=after.id)
    else:
        title = lesson_title(after.lesson, language.code)
        console.say("Next: {title} (mustutor learn {lesson}).", title=title, lesson=after.lesson)


def rated(console: Console, recorder: Recorder, people: tuple[str, ...], kinds: set[str]) -> None:
    """Keep the result of a match that counts, and say the rating after it."""
    result = rated_result(recorder, people, kinds)
    if result is None:
        return
    store = ProgressStore()
    store.keep([result])
    now, problem = store.progress.rating, store.close()
    if problem is not None:
        console.problem(problem.said(console.language))
    console.say(
        "Your rating is {rating} now, give or take {error}; next time you play against: {level}.",
        rating=round(now.rating),
        error=round(2 * now.deviation),
        level=level_title(fitting_level(now), console.language),
    )
