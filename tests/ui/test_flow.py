"""From `mustutor` alone through lessons and drills: nothing is typed but answers."""

from __future__ import annotations

import os
import re
import time
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import pytest

from mustutor.base.language import open_language
from mustutor.cli.console import Console
from mustutor.cli.tutor.progress import STEPS
from mustutor.cli.tutor.walk import Flow, SitDown, outcome_said
from mustutor.games.rulebook import in_language
from mustutor.present.screen.desk import act, open_desk
from mustutor.present.screen.layout import picture
from mustutor.present.screen.lines import Front, run_lines
from mustutor.present.screen.rows import ScreenPen, plain
from mustutor.tutor.course import (
    PRACTICE,
    askable_parts,
    course_order,
    is_passed,
    known_by,
    lessons_done,
    next_steps,
    parts,
    practised_by,
)
from mustutor.tutor.ladder import LADDER
from mustutor.tutor.progress import Progress
from mustutor.tutor.progress_file import ProgressStore, read_progress
from mustutor.tutor.walk import Walk, WalkEvent, nowhere
from tests.long import sampled

from .terminal import ENTER
from .test_terminal import on_posix, terminal

ORDER = course_order()
TO_THE_TABLE = ORDER[: ORDER.index(LADDER[0].lesson) + 1]
"""The lessons up to the one that the first table follows."""
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def flow(tmp_path):
    """What leads a learner of no progress yet, with a clock that stands still."""
    console = Console(open_language("en"), environment={})
    return Flow(console, ProgressStore(tmp_path / "progress.json"), clock=lambda: 0.0)


def walked(flow: Flow, walk: Walk, step=lambda walk: walk.answer(walk.asking.question.answer)):
    """Go through a walk to its end, every question met by the same step, and all of it kept."""
    flow.begins(walk)
    while True:
        if walk.asking is not None and not walk.asking.closed:
            after = step(walk)
            flow.keep(walk, after)
            walk = after
        after = walk.forward()
        flow.keep(walk, after)
        if walk.is_last:
            return after
        walk = after


def words(fork) -> list[str]:
    return [way.words for way in fork.ways]


def test_a_lesson_its_drill_and_the_next_lesson_follow_one_another(flow):
    lesson = "pares"  # no table is opened by it
    here = walked(flow, flow.lesson(lesson))
    drill = flow.onward(here).choice_of("").leads()
    assert drill.source.name == f"drill:{practised_by(lesson)}"
    assert drill.source.count == PRACTICE
    there = walked(flow, drill)
    assert any(told.startswith("Once more: ") for told in words(flow.onward(there)))
    following = flow.onward(there).choice_of("").leads()
    assert following.source.name == f"lesson:{ORDER[ORDER.index(lesson) + 1]}"


def test_the_end_tells_how_it_went_and_how_long_it_took(flow):
    lesson = ORDER[1]
    walk = walked(flow, flow.lesson(lesson))
    told = " ".join(line.text for line in flow.onward(walk).page.lines)
    asked = len(walk.asked)
    assert f"{asked} questions: {asked} right at once" in told
    assert "It took 1 minute." in told
    assert f"Lessons done: 1 of {len(ORDER)}." in told


def wrong_first(walk: Walk) -> Walk:
    """Answer wrong where a wrong idea is known, then right."""
    question = walk.asking.question
    for wrong in list(question.misconceptions)[:1]:
        walk = walk.answer(wrong)
    return walk.answer(question.answer)


def test_a_lesson_asks_again_at_its_end_what_was_wrong(flow):
    lesson = next(name for name in ORDER if practised_by(name))
    here = walked(flow, flow.lesson(lesson), step=wrong_first)
    missed = {each.question.id for each in here.asked.values() if each.outcome == "wrong"}
    assert missed
    again = flow.onward(here).choice_of("").leads()
    asked = [again.source.stop(at).question.id for at in range(again.source.count)]
    assert len(asked) == len(missed)
    assert set(asked) == missed
    there = walked(flow, again)
    assert not flow.store.progress.mistakes or lesson in lessons_done(flow.store.progress)
    # Nothing is wrong any more, and what follows the lesson follows now.
    following = flow.onward(there).choice_of("").leads()
    assert following.source.name == f"drill:{practised_by(lesson)}"


def test_the_end_says_which_mistake_was_made_most(flow):
    names = Counter()
    here = walked(flow, flow.lesson("pares"), step=wrong_first)
    for asking in here.asked.values():
        names.update(asking.question.misconceptions[each].name for each in asking.tries[:-1])
    (name, times), *_ = names.most_common()
    told = " ".join(line.text for line in flow.onward(here).page.lines)
    ideas = {
        idea.text
        for asking in here.asked.values()
        for idea in asking.question.misconceptions.values()
        if idea.name == name
    }
    assert times > 1
    assert any(f"The mistake made most, {times} times: {idea}" in told for idea in ideas)
    unasked = outcome_said(flow.lesson("pares"), flow.language)
    assert not any("The mistake made most" in said for said in unasked)


def test_all_lessons_has_the_parts_of_the_course(flow):
    fork = next(way for way in flow.onward(nowhere()).ways if way.words == "All lessons").leads()
    desk = open_desk(nowhere(), ScreenPen(open_language("en"))).at_forks(fork)
    shown = plain(picture(desk, 80, 200).rows)
    places = [shown.index(in_language(part.title, "en")) for part in parts()]
    assert places == sorted(places)
    headings = [passage.heading for passage in fork.page_with_choices().passages]
    assert headings == [part.heading(flow.language) for part in parts()]
    numbers = [line.seat for line in fork.page_with_choices().lines]
    assert numbers == [str(number) for number in range(1, len(ORDER) + 1)]


def test_what_was_left_out_is_offered_first_and_nothing_is_done(flow):
    walk = flow.lesson(ORDER[0])
    flow.begins(walk)
    after = walk.to_index(walk.source.count - 1)
    flow.keep(walk, after)
    fork = flow.onward(after)
    assert fork.choice_of("").leads().at == 1
    assert not lessons_done(flow.store.progress)
    assert (
        fork.choice_of("2").leads().source.name == f"lesson:{ORDER[1]}"
    )  # one may go on all the same


def test_a_question_of_a_drill_skipped_in_a_lesson_belongs_to_the_lesson(flow):
    def step(walk: Walk) -> Walk:
        is_drill = walk.asking.question.id.startswith("drill:")
        return walk if is_drill else walk.answer(walk.asking.question.answer)

    lesson = next(name for name in ORDER if practised_by(name))
    walked(flow, flow.lesson(lesson), step=step)
    assert flow.store.progress.skipped_on(f"lesson:{lesson}")
    assert lesson not in lessons_done(flow.store.progress)


def test_skipped_questions_are_not_done_and_a_review_of_them_is_offered(flow):
    walk = walked(flow, flow.lesson(ORDER[1]), step=lambda walk: walk)
    progress = flow.store.progress
    assert progress.finished(f"lesson:{ORDER[1]}")
    assert ORDER[1] not in lessons_done(progress)
    fork = flow.onward(walk)
    (review,) = [way for way in fork.ways if way.words.startswith("Review")]
    asked = review.leads()
    assert asked.source.name == "review"
    walked(flow, asked)
    assert not flow.store.progress.skipped
    assert ORDER[1] in lessons_done(flow.store.progress)


def test_a_newcomer_is_offered_the_first_lesson_and_to_be_asked_what_they_know():
    first, second = next_steps(Progress(), NOW)
    assert (first.kind, first.name, first.why) == ("lesson", ORDER[0], "first")
    assert second.kind == "placement"


def test_from_home_everything_is_a_number_away(flow):
    home = flow.onward(nowhere())
    assert flow.store.progress.events == ()  # looking leaves nothing behind
    for number, said in enumerate(words(home), 1):
        if said.startswith("Sit down to play: "):
            with pytest.raises(SitDown):
                home.choice_of(str(number)).leads()
            continue
        found = home.choice_of(str(number)).leads()
        assert isinstance(found, Walk) or found.ways
    lessons = home.choice_of(str(words(home).index("All lessons") + 1)).leads()
    assert len(lessons.ways) == len(ORDER)
    assert lessons.choice_of("3").leads().source.name == f"lesson:{ORDER[2]}"
    for nothing in ("0", "99", "x", "-1", "1 2", "9" * 400, "²"):
        assert home.choice_of(nothing) is None


@pytest.mark.parametrize("code", ["en", "es"])
@pytest.mark.parametrize(("columns", "rows"), [(40, 12), (80, 24), (130, 40)])
def test_home_and_every_fork_fit_any_screen(tmp_path, code, columns, rows):
    flow = Flow(
        Console(open_language(code), environment={}), ProgressStore(tmp_path / "progress.json")
    )
    desk = open_desk(nowhere(), ScreenPen(open_language(code)), onward=flow.onward)
    for number in ("", "4", "5", "6"):
        there = act(desk, "answer", number)
        seen = picture(there, columns, rows)
        assert all(len(line) <= columns for line in plain(seen.rows).splitlines())
    seen = plain(picture(desk, columns, 40).rows)
    assert re.search(r"^ *>1 ", seen, re.MULTILINE)


def test_the_recommended_lesson_is_seen_at_once_however_long_the_list(flow):
    for lesson in ORDER[:25]:
        flow.store.keep([WalkEvent("finished", f"lesson:{lesson}", "")])
    flow.store.keep([WalkEvent("reached", f"lesson:{ORDER[25]}", "a")])
    fork = next(way for way in flow.onward(nowhere()).ways if way.words == "All lessons").leads()
    assert fork.choice_of("").leads().source.name == f"lesson:{ORDER[25]}"
    desk = open_desk(nowhere(), ScreenPen(open_language("en"))).at_forks(fork)
    assert ">26 " in plain(picture(desk, 40, 12).rows)
    assert "> 1 " not in plain(picture(desk._replace(scroll=0), 40, 12).rows)


def test_at_a_fork_one_goes_back_and_a_wrong_number_is_told(flow):
    desk = open_desk(nowhere(), ScreenPen(open_language("en")), onward=flow.onward)
    assert act(desk, "answer", "99").message.startswith("Type a number from 1 to ")
    assert act(desk, "back").forks == desk.forks  # nothing lies behind home
    deeper = act(desk, "answer", str(words(desk.forks[-1]).index("All lessons") + 1))
    assert len(deeper.forks) == 2
    assert act(deeper, "line").forks == desk.forks
    assert act(deeper, "quit").left
    begun = act(deeper, "answer", "1")
    assert (begun.forks, begun.walk.source.name) == ((), f"lesson:{ORDER[0]}")


# --- the placement test ------------------------------------------------------------------


def test_what_the_test_shows_is_marked_told_and_can_be_taken_back(flow):
    part = flow.placement()
    right = walked(flow, part)
    known = known_by(right)
    assert set(known) == set(right.source.part.lessons)  # all right: the whole part is known
    progress = flow.store.progress
    assert {f"lesson:{lesson}" for lesson in known} == progress.known
    assert not progress.skills  # a test is no practice, and its slips are no mistakes
    assert not {step.name for step in next_steps(progress, NOW)} & set(known)
    fork = flow.onward(right)
    told = " ".join(line.text for line in fork.page.lines)
    assert "Marked as known" in told
    assert "mustutor progress reset placement" in told
    assert fork.choice_of("").leads().source.part == askable_parts()[1]
    flow.store.reset("placement")
    assert not flow.store.progress.known


def test_a_part_that_goes_badly_ends_the_test_and_the_course_begins_there(flow):
    missed = walked(flow, flow.placement(), step=Walk.reveal)
    assert known_by(missed) == ()
    assert not is_passed(missed)
    fork = flow.onward(missed)
    assert fork.choice_of("").leads().source.name == f"lesson:{ORDER[0]}"
    assert not any(told.startswith("Find out what you know") for told in words(fork))


def test_only_what_was_right_at_once_is_known(flow):
    walk = flow.placement()
    flow.begins(walk)
    first = walk.source.lessons[0]
    after = walk.answer(walk.asking.question.answer)
    for _ in range(walk.source.count):
        flow.keep(after, after.forward())
        after = after.forward()
    assert known_by(after) == (first,)


# --- line after line ---------------------------------------------------------------------


def test_the_linear_twin_asks_the_same_ways(flow):
    told: list[str] = []
    lessons = words(flow.onward(nowhere())).index("All lessons") + 1
    typed = iter(["99", str(lessons), "b", "", "q"])

    def ask(prompt: str) -> str:
        told.append(prompt)
        return next(typed)

    front = Front(
        lambda page: told.extend(line.text for line in page.lines),
        told.append,
        ask,
        flow.keep,
        open_language("en"),
        flow.onward,
    )
    left = run_lines(nowhere(), front)
    assert left.source.name == f"lesson:{ORDER[0]}"
    home = words(flow.onward(nowhere()))
    assert any(line.startswith("Type a number from 1 to ") for line in told)
    assert told.count("All lessons") == 2  # at home, and at home again after going back
    assert set(home[2:]) <= set(told)
    assert [event.kind for event in flow.store.progress.events] == ["reached", "read"]


def test_who_leaves_at_once_leaves_nothing_behind(flow):
    def ask(_: str) -> str:
        raise EOFError

    front = Front(lambda _: None, str, ask, flow.keep, open_language("en"), flow.onward)
    assert run_lines(nowhere(), front).source.name == ""
    assert flow.store.progress.events == ()


# --- the real thing ----------------------------------------------------------------------


def answers() -> dict[str, str]:
    """What is typed at the questions of the lessons before the first table."""
    from mustutor.tutor.lesson.files import find
    from mustutor.tutor.lesson.source import LessonSource

    known = {}
    for lesson in TO_THE_TABLE:
        source = LessonSource(find(lesson), open_language("en"))
        for index in range(source.count):
            question = source.stop(index).question
            if question is not None:
                known[(lesson, index + 1)] = question.answer
    return known


SEEDED = """
import secrets
_hex, _seeds = secrets.token_hex, iter("cabdefghij")
secrets.token_hex = lambda n=None: next(_seeds) * 64 if n == 32 else _hex(n)
"""
"""What Python runs first, so that the matches of a process are always the same ones."""


STAYS = 0.4
"""Seconds after which a picture that has not changed is whole."""


@pytest.fixture
def home(tmp_path, monkeypatch) -> dict[str, str]:
    """An empty home, the folder somebody is in, and what a terminal there is told of it."""
    (tmp_path / "sitecustomize.py").write_text(SEEDED)
    here = tmp_path / "here"
    here.mkdir()
    root = str(Path(__file__).parents[2])
    monkeypatch.chdir(here)
    return {
        "MUSTUTOR_PROGRESS": str(tmp_path / "home" / "progress.json"),
        "PYTHONPATH": os.pathsep.join((str(tmp_path), root)),
        "PROMPT_TOOLKIT_NO_CPR": "1",
    }


def settled(seat) -> str:
    """What is on the screen once it stays: half a picture is not answered."""
    before, now = None, seat.look()
    while before != now:
        time.sleep(STAYS)
        before, now = now, seat.look()
    return now


def wins_a_game(seat, code: str = "en") -> None:
    """Play at the table that is there, again after a game that was lost, until one is won.

    Where a bet may be made it is, and none is accepted: against a beginner that is enough.
    """
    language = open_language(code)
    won = language.say("You have won a game at “{title}”.", title=language.say(LADDER[0].title))
    leaves = language.say("Enter asks you what is better, q leaves it for the review: ").strip()
    goes_on = language.say("Enter goes on: ").strip()
    again = language.say("Play it again, to win: {title} ({minutes} min)", title="", minutes=5)
    again = again.partition(":")[0]
    answered, end = "", time.monotonic() + 240
    while won not in (seen := " ".join((now := settled(seat)).split())):
        assert time.monotonic() < end, now
        typed = None
        if calls := re.search(r"\(([^()]*)\) >$", seen):
            typed = "envido 2" if "envido" in calls[1] else "no quiero"
        elif seen.endswith(leaves):
            typed = "q"
        elif seen.endswith(goes_on):
            typed = ""
        elif menu := re.search(rf"(\d+) {again}.* >$", seen):
            typed = menu[1]
        if typed is not None and seen != answered:
            answered = seen
            seat.child.send(typed + ENTER)


@on_posix
@pytest.mark.long  # all lessons up to the first table, and a game
def test_a_beginner_comes_from_mustutor_and_an_empty_home_to_the_first_game_won(home):
    path = Path(home["MUSTUTOR_PROGRESS"])
    known = answers()
    titles = {}
    from mustutor.tutor.lesson.files import find
    from mustutor.tutor.lesson.source import LessonSource

    for lesson in TO_THE_TABLE:
        source = LessonSource(find(lesson), open_language("en"))
        titles[lesson] = (source.name_said, source.count)
    with terminal(columns=100, rows=40, **home) as seat:
        seat.sees("Begin the course: ")
        seat.child.send(ENTER)
        for lesson in TO_THE_TABLE:
            name, count = titles[lesson]
            for number in range(1, count + 1):
                seat.sees(f" {number}/{count}")
                assert name in seat.look().splitlines()[0]
                answer = known.get((lesson, number))
                if answer is not None:
                    seat.child.send(answer + ENTER)
                    seat.sees("right.")
                read_to_its_end(seat)
                seat.child.send(ENTER)
            assert "Lessons done: " in seat.sees(": the end")
            if lesson == TO_THE_TABLE[-1]:
                break
            seat.child.send(ENTER)
        choose(seat, "Sit down to play: Grande alone, to ten stones")
        # From the table to the lesson about this moment, and back to the same moment.
        seat.sees("Hand 1. Mano: ")
        moment = re.search(r"1\.grande\.\d A", seat.sees(" A (")).group()
        seat.child.send("?" + ENTER)
        assert "The lesson “Grande" in seat.sees("What you say, as it is said at a table.")
        seat.child.send("lesson" + ENTER)
        seat.sees("Grande")
        seat.sees(f" 1/{titles['grande'][1]}")
        seat.child.send("\x1bq")
        seat.sees(f"{moment} (")
        wins_a_game(seat)
        assert "The puzzle of the day" in seat.sees(f"Lessons done: {len(TO_THE_TABLE)} of ")
        seat.child.send("q")
        leaves(seat)
    progress = read_progress(path)
    assert set(TO_THE_TABLE) <= lessons_done(progress)
    assert progress.skills
    assert progress.tables == {"grande_alone": True}
    assert list(Path().glob("step_grande_alone-*.json"))


@on_posix
@sampled("code", ["en", "es"], 2)
def test_line_by_line_too_one_comes_from_the_menu_to_a_game_won_and_back(home, code):
    language = open_language(code)
    with terminal("--plain", "--lang", code, columns=80, rows=60, **home) as seat:
        title = language.say(LADDER[0].title)
        choose(seat, language.say(STEPS["play", ""], title=title, minutes=5))
        seat.sees(language.say("you"))
        seat.child.send(language.term("recording", "lesson") + ENTER)
        seat.sees("[1/")
        seat.child.send("q" + ENTER)
        seat.sees(" A (")
        wins_a_game(seat, code)
        choose(seat, language.say("All lessons"))
        seat.sees(f"{len(ORDER)} ")
        seat.child.send("q" + ENTER)
        leaves(seat)
    assert read_progress(Path(home["MUSTUTOR_PROGRESS"])).tables == {"grande_alone": True}


def leaves(seat) -> None:
    """Wait until the program has ended."""
    end = time.monotonic() + 20
    while seat.child.isalive():
        assert time.monotonic() < end, seat.look()
        seat.look()


def choose(seat, words: str) -> None:
    """Take the way with these words, by its number."""
    seen = seat.sees(words)
    (number,) = re.findall(rf"(\d+) +{re.escape(words)}", seen)[-1:]
    seat.child.send(number + ENTER)


def read_to_its_end(seat) -> None:
    """Press Enter until nothing is left below: until then it only reads on."""
    while "PgDn more" in (seen := seat.look()):
        seat.child.send(ENTER)
        end = time.monotonic() + 20
        while seat.look() == seen:
            assert time.monotonic() < end, seen
