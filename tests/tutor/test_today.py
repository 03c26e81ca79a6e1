"""A day's work: what the menu opens on, drills that follow the answers, lessons for a moment."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest

from mustutor.base.language import open_language
from mustutor.cli.common_options import SitDown
from mustutor.cli.console import Console
from mustutor.cli.tutor.walk import Flow, outcome_said, since_said
from mustutor.games.drill import climbed, edition
from mustutor.games.seat_view import view
from mustutor.model.calls import DECK
from mustutor.model.variant import load_variant
from mustutor.replay.files import load_replay
from mustutor.replay.format import rules_of
from mustutor.replay.playback import play_back
from mustutor.tutor.course import course_order, lessons_about, todays_steps
from mustutor.tutor.drills import SKILLS, drill_source, drill_stop, level_reached
from mustutor.tutor.ladder import LADDER
from mustutor.tutor.lesson.files import find
from mustutor.tutor.progress import Progress, ProgressEvent
from mustutor.tutor.progress_file import ProgressStore
from mustutor.tutor.review import (
    MOST_DUE,
    ReviewQuestions,
    cards,
    due,
    review_of,
    review_of_stops,
)
from mustutor.tutor.walk import LimitedSource, Walk, nowhere

ENGLISH, SPANISH = open_language("en"), open_language("es")
FOURNIER = load_variant("fournier")
NOW = datetime(2026, 3, 10, 12, tzinfo=UTC)
ORDER = course_order()


def answered(*outcomes: str, skill: str = "juego.order", days: float = 2, number: int = 1):
    """Answers to different questions of a drill, a minute apart, that many days ago."""
    begun = NOW - timedelta(days=days)
    return [
        ProgressEvent(
            f"{skill}{days}{number + n}",
            begun + timedelta(minutes=n),
            "closed",
            walk=f"drill:{skill}",
            question=f"drill:{edition(SKILLS[skill])}/fournier/7/{number + n}",
            skill=skill,
            outcome=outcome,
        )
        for n, outcome in enumerate(outcomes)
    ]


def event(kind: str, walk: str, days: float = 2, **more: str) -> ProgressEvent:
    return ProgressEvent(f"{kind}{walk}", NOW - timedelta(days=days), kind, walk=walk, **more)


def kinds(*events: ProgressEvent) -> list[str]:
    return [step.kind for step in todays_steps(Progress.of(events), NOW)]


# --- today -----------------------------------------------------------------------------------


def test_a_newcomer_begins_the_course_and_may_sit_down_at_the_first_table():
    steps = todays_steps(Progress(), NOW)
    assert [step.kind for step in steps] == ["lesson", "placement", "play"]
    assert steps[-1].name == LADDER[0].id


def test_what_is_due_comes_first_then_the_next_lesson_and_there_is_always_a_table():
    begun = event("reached", f"lesson:{ORDER[1]}", place="a")
    assert kinds(begun) == ["lesson", "puzzle", "play"]
    assert kinds(begun, *answered("wrong"))[:3] == ["review", "lesson", "puzzle"]
    won = [event("played", f"play:{step.id}", outcome="won") for step in LADDER]
    steps = todays_steps(Progress.of([begun, *won]), NOW)
    assert [step.name for step in steps if step.kind == "play"] == [LADDER[-1].id]
    steps = todays_steps(Progress.of([begun, won[0]]), NOW)
    assert [step.name for step in steps if step.kind == "play"] == [LADDER[1].id]


def test_a_puzzle_is_offered_until_one_was_answered_that_day():
    begun = event("reached", f"lesson:{ORDER[1]}", place="a")
    solved = event("closed", "puzzles", question="puzzle:cut.1", skill="puzzles.cut")
    solved = solved._replace(outcome="right")
    assert "puzzle" in kinds(begun, solved)  # that was two days ago
    assert "puzzle" not in kinds(begun, solved._replace(at=NOW - timedelta(minutes=1)))


def test_the_menu_and_the_command_have_the_same_puzzle_of_the_day(mustutor, tmp_path):
    flow = Flow(Console(ENGLISH, environment={}), ProgressStore(tmp_path / "progress.json"))
    daily = json.loads(mustutor("puzzle", "--daily", "--json").out)
    assert flow.puzzle().stop.question.id == f"puzzle:{daily['id']}"
    assert flow.puzzle().source.count == 1


def test_a_review_is_twenty_questions_at_most_mixed_and_none_twice():
    skills = ("juego.order", "pares.winner", "count.hand")
    events = [each for skill in skills for each in answered(*["wrong"] * 8, skill=skill)]
    progress = Progress.of(events)
    waiting = due(cards(progress, NOW), NOW)
    assert len(waiting) == MOST_DUE < len(cards(progress, NOW))
    source = review_of(waiting, ReviewQuestions(progress, FOURNIER, ENGLISH, seed=1), ENGLISH)
    asked = [source.stop(index).question for index in range(source.count)]
    assert len({each.id for each in asked}) == len(asked) <= MOST_DUE
    assert {each.skill for each in asked} == set(skills)
    assert all(one.skill != other.skill for one, other in pairwise(asked))


# --- since when, and what goes right now -------------------------------------------------------


def since(*events: ProgressEvent, language=ENGLISH) -> str:
    return " ".join(since_said(Progress.of(events), NOW, language))


def test_nothing_is_said_of_somebody_who_came_today():
    assert since() == ""
    assert since(*answered("right", days=0)) == ""


def test_the_day_of_the_first_event_is_named_in_both_languages():
    events = [*answered("right", days=9), *answered("right", days=1, number=5)]
    day = (NOW - timedelta(days=9)).astimezone().date().isoformat()
    assert since(*events) == f"You have been coming since {day}."
    assert since(*events, language=SPANISH) == f"Vienes desde el {day}."


@pytest.mark.parametrize(
    ("outcomes", "learned"),
    [
        (("wrong", "right", "right", "right"), True),
        (("shown", "wrong", "right", "right", "right"), True),
        (("right", "right", "right", "right"), False),  # it never went wrong
        (("wrong", "right", "right"), False),  # not often enough yet
        (("wrong", "right", "hinted", "right", "right"), False),  # a hint is no proof
        (("wrong", "right", "right", "right", "wrong"), False),  # it went wrong again
    ],
)
def test_what_goes_right_now_went_wrong_once_and_right_three_times_since(outcomes, learned):
    events = answered(*outcomes)
    assert (Progress.of(events).learned == ("juego.order",)) is learned
    title = f"What once went wrong goes right now: {SKILLS['juego.order'].title}."
    assert (title in since(*events)) is learned


def test_the_latest_learned_come_first_three_at_most_and_the_last_table_won_is_named():
    skills = ["juego.order", "pares.winner", "count.hand", "bets.legal"]
    events = [
        event
        for days, skill in enumerate(skills, 1)
        for event in answered("wrong", "right", "right", "right", skill=skill, days=9 - days)
    ]
    won = [event("played", f"play:{step.id}", outcome="won") for step in LADDER[:2]]
    said = since(*events, *won)
    titles = [SKILLS[skill].title for skill in ("bets.legal", "count.hand", "pares.winner")]
    assert f"now: {' · '.join(titles)}. You have won a game at “{LADDER[1].title}”." in said
    lost = event("played", f"play:{LADDER[0].id}", outcome="lost")
    assert "won" not in since(lost)


@pytest.mark.parametrize("code", ["en", "es"])
def test_the_menu_says_it_above_a_day_s_work(tmp_path, code):
    store = ProgressStore(tmp_path / "progress.json")
    store.merge(answered("wrong", "right", "right", "right", days=9))
    flow = Flow(Console(open_language(code), environment={}), store)
    fork = flow.onward(nowhere())
    said = fork.page.lines[0].text
    assert said == since_said(store.progress, datetime.now(UTC), open_language(code))[0]
    assert open_language(code).say(SKILLS["juego.order"].title) in said


# --- drills climb and fall ---------------------------------------------------------------------


def test_two_right_at_once_climb_a_mistake_falls_and_a_hint_does_neither():
    right, wrong = "right", "wrong"
    assert climbed((1,), [right] * 8) == (1, 1, 2, 2, 3, 3, 4, 4, 5)
    assert climbed((1,), [right] * 12)[-1] == 5  # there is no level above
    assert climbed((3,), [wrong, "shown", wrong, wrong]) == (3, 2, 1, 1, 1)
    assert climbed((2,), [right, "hinted", right, right]) == (2, 2, 2, 2, 3)
    assert climbed((2,), [right, "", right]) == (2, 2, 2, 2)  # skipped
    assert climbed((4, 4), [wrong, wrong])[:2] == (4, 4)  # what was asked stays what it is


def drill(begins: int | None = 1, most: int = 12) -> Walk:
    source = drill_source("juego.order", 7, FOURNIER, ENGLISH, begins=begins)
    return Walk(LimitedSource(source, most))


def level(walk: Walk) -> str:
    return walk.stop.question.id.rpartition("/")[2]


def test_the_level_moves_within_a_drill():
    walk, levels = drill(2), []
    for outcome in ("right", "right", "wrong", "right", "right", "shown"):
        levels.append(level(walk))
        question = walk.asking.question
        if outcome == "shown":
            walk = walk.reveal()
        else:
            for answer in [*list(question.misconceptions)[:1]] if outcome == "wrong" else []:
                walk = walk.answer(answer)
            walk = walk.answer(question.answer)
        assert walk.asking.outcome == outcome
        walk = walk.forward()
    assert [*levels, level(walk)] == ["2", "2", "3", "2", "2", "3", "2"]


def test_a_question_that_was_asked_stays_the_same_whatever_is_done_later():
    walk = drill()
    asked = []
    for _ in range(5):
        asked.append(walk.stop.question.id)
        walk = walk.answer(walk.asking.question.answer).forward()
    walk = walk.to_index(0).undo().forward().forward()
    back = [walk.to_index(index).stop.question.id for index in range(5)]
    assert back == asked
    for index in range(5):
        assert walk.to_index(index).asking.question.id == asked[index]


def test_a_drill_with_a_seed_to_share_asks_the_same_whatever_is_answered():
    walk, asked = drill(None), []
    for index in range(4):
        asked.append(walk.stop.question.id)
        walk = (walk.reveal() if index % 2 else walk.answer(walk.asking.question.answer)).forward()
    how = {"seed": 7, "variant": FOURNIER, "language": ENGLISH}
    assert asked == [drill_stop("juego.order", number=n, **how).question.id for n in range(1, 5)]


def test_the_next_sitting_begins_where_the_answers_have_led():
    events = answered(*["right"] * 5, days=3)
    assert level_reached("juego.order", Progress()) == 1
    assert level_reached("juego.order", Progress.of(events)) == 3
    assert level_reached("pares.winner", Progress.of(events)) == 1
    fallen = [*events, *answered("wrong", days=1, number=9)]
    assert level_reached("juego.order", Progress.of(fallen)) == 2


def test_the_command_and_the_menu_go_on_at_that_level(mustutor, own_progress, tmp_path):
    own_progress.parent.mkdir()
    store = ProgressStore(own_progress)
    store.merge(answered(*["right"] * 5))
    flow = Flow(Console(ENGLISH, environment={}), store)
    assert level(flow.drill("juego.order", 3)) == "3"
    script = tmp_path / "answers"
    script.write_text("answer\n\n", "utf-8")
    typed = ("drill", "juego.order", "--number", "1", "--answers", str(script))
    shown = mustutor(*typed)
    assert "Next time it begins at level 2 of 5." in shown.out
    assert "The same questions again" not in shown.out
    assert "La próxima vez empieza en el nivel 1 de 5." in mustutor(*typed, "--lang", "es").out
    shared = mustutor(*typed, "--seed", "7")
    assert "The same questions again: mustutor drill juego.order --seed 7" in shared.out


# --- which mistake was made most ---------------------------------------------------------------


def wrong_by(walk: Walk, idea: str) -> Walk:
    """Answer every question that this idea answers wrongly by it, then rightly."""
    while True:
        question = walk.asking.question if walk.asking else None
        if question is not None:
            wrong = [one for one, why in question.misconceptions.items() if why.name == idea]
            for answer in (*wrong, question.answer):
                walk = walk.answer(answer)
        if walk.is_last:
            return walk
        walk = walk.forward()


def most_said(walk: Walk) -> str:
    (said,) = [one for one in outcome_said(walk, ENGLISH) if "made most" in one]
    return said


def test_a_drill_and_a_review_say_which_mistake_was_made_most():
    idea = SKILLS["juego.order"].wrong_rules[0]
    walk = wrong_by(drill(1, 16), idea.name)
    assert most_said(walk).startswith("The mistake made most, ")
    stops = [walk.to_index(index).stop for index in range(16)]
    again = wrong_by(Walk(review_of_stops(stops, ENGLISH)), idea.name)
    assert most_said(again) == most_said(walk)


# --- lessons for a moment ----------------------------------------------------------------------


def moments(name: str):
    """The moments of a record at which somebody has a choice, as that seat sees them."""
    replay = load_replay(name)
    for played in play_back(replay, rules_of(replay)[0], checks=False):
        steps = list(played.steps)
        for number, step in enumerate(steps):
            seat = step.before.speaker
            if seat and DECK not in (seat, step.call.seat):
                yield view(step.before, seat, steps[:number])


def test_the_lesson_for_a_moment_is_of_its_lance_then_of_what_may_be_said():
    found = {
        (seen.lance, tuple(option.verb for option in seen.options)): lessons_about(seen)
        for seen in moments("match_to_three_games")
    }
    assert all(lesson == lance for (lance, _), (lesson, *_) in found.items() if lance in ORDER)
    talk = found["mus", ("mus", "corto")]
    assert "MUS-MUS-3" in find(talk[0]).draft["rules"]
    opening = found["grande", ("paso", "ordago", "envido")]
    assert opening[0] == "grande"
    assert "MUS-BET-9" in find(opening[1]).draft["rules"]
    (thrown,) = [lessons for (lance, _), lessons in found.items() if lance == "descarte"]
    assert {"MUS-DISC-2", "MUS-DISC-4"} <= set(find(thrown[0]).draft["rules"])


@pytest.mark.parametrize(
    "name",
    [
        "match_to_three_games",
        "whole_game",
        "mau_mau_one_card_not_said",
        "enfle_last_card_in_mid_trick",
    ],
)
def test_at_every_moment_there_is_a_lesson_of_that_game_and_two_at_most(name):
    for seen in moments(name):
        lessons = lessons_about(seen)
        assert 1 <= len(lessons) <= 2, seen
        games = {load_variant(find(lesson).draft["variant"]).game for lesson in lessons}
        assert games == {seen.variant.game}


@pytest.mark.parametrize(
    ("code", "words"), [("en", "Back to the table"), ("es", "Volver a la mesa")]
)
def test_a_lesson_opened_at_a_table_ends_with_the_way_back_and_nothing_else(tmp_path, code, words):
    store = ProgressStore(tmp_path / "progress.json")
    flow = Flow(Console(open_language(code), environment={}), store, back="Back to the table")
    walk = flow.lesson(ORDER[0])
    while not walk.is_last:
        asking = walk.asking
        walk = (walk if asking is None else walk.answer(asking.question.answer)).forward()
    fork = flow.onward(walk)
    assert [way.words for way in fork.ways] == [words]
    with pytest.raises(SitDown) as chosen:
        fork.choice_of("").leads()
    assert chosen.value.step == ""
