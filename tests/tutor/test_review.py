"""The schedule of review: FSRS as it is documented, cards made anew from the log of answers."""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, date, datetime, timedelta, timezone
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mustutor.base.language import open_language
from mustutor.games.drill import edition
from mustutor.games.question import Question, Scene, Stop
from mustutor.model.variant import load_variant
from mustutor.tutor.drills import SKILLS, drill_stop
from mustutor.tutor.progress import Progress, ProgressEvent, compacted
from mustutor.tutor.review import (
    ReviewCard,
    ReviewQuestions,
    askable,
    cards,
    due,
    forecast,
    minutes,
    review_of,
)
from mustutor.tutor.walk import Walk

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
DAY, MINUTE = timedelta(days=1), timedelta(minutes=1)


def answered(*answers, skill="grande.order", question="", walk="drill:grande.order"):
    """Answers at times; the questions are all different unless one is named."""
    return [
        ProgressEvent(
            id=f"{skill}{question}{number}",
            at=at,
            kind="closed",
            walk=walk,
            place=str(number),
            question=question
            or f"drill:{edition(SKILLS[skill]) if skill in SKILLS else skill}/fournier/7/{number}",
            skill=skill,
            outcome=outcome,
        )
        for number, (at, outcome) in enumerate(answers, 1)
    ]


def skill_card(*answers, now=NOON):
    (card,) = (card for card in cards(Progress.of(answered(*answers)), now) if card.kind == "skill")
    return card


# FSRS: a new card is seen again after its learning steps of one and of ten minutes; *again*
# goes to the first, *good* to the next, *hard* to the mean of both.
@pytest.mark.parametrize(
    ("outcome", "wait"),
    [("wrong", MINUTE), ("shown", MINUTE), ("hinted", 5.5 * MINUTE), ("right", 10 * MINUTE)],
)
def test_what_was_done_is_the_grade_and_the_first_wait_that_of_fsrs(outcome, wait):
    assert skill_card((NOON, outcome)).due == NOON + wait


def test_the_days_are_those_fsrs_gives():
    """Good, Good, Good, Again, Good, Good, each when due: worked out with FSRS by itself."""
    grades = ["right", "right", "right", "wrong", "right", "right"]
    waits = [10 * MINUTE, 2 * DAY, 11 * DAY, 10 * MINUTE, 2 * DAY, 5 * DAY]
    at, answers = NOON, []
    for grade, wait in zip(grades, waits, strict=True):
        answers.append((at, grade))
        assert skill_card(*answers, now=at).due == at + wait
        at += wait


def test_what_is_known_follows_the_published_curve_of_forgetting():
    """R(t) = (1 + F·t/S)^-w20 with w20 = 0.1542, and F so that R(S) = 0.9; S begins at 2.3065."""
    decay, stability = -0.1542, 2.3065
    factor = 0.9 ** (1 / decay) - 1
    answer = (NOON, "right")
    for days in (0, 2, 7, 30, 400):
        later = NOON + days * DAY
        expected = (1 + factor * days / stability) ** decay
        assert skill_card(answer, now=later).known == pytest.approx(expected)
        week = (1 + factor * (days + 7) / stability) ** decay
        assert skill_card(answer, now=later).mastery == pytest.approx(week)


def test_a_slip_lowers_mastery_and_practice_raises_it():
    steady = [(NOON + n * DAY, "right") for n in range(5)]
    now = NOON + 5 * DAY
    once = skill_card(steady[0], now=now).mastery
    often = skill_card(*steady, now=now).mastery
    slipped = skill_card(*steady[:-1], (steady[-1][0], "wrong"), now=now).mastery
    assert once < often
    assert slipped < often


def test_no_wait_is_longer_than_a_year():
    at, answers = NOON, []
    for _ in range(30):
        answers.append((at, "right"))
        card = skill_card(*answers, now=at)
        assert card.due - at <= 365 * DAY
        at = card.due
    assert card.due - answers[-1][0] == 365 * DAY


outcomes = st.lists(st.sampled_from(("right", "hinted", "wrong", "shown")), min_size=1, max_size=9)


@given(outcomes, st.lists(st.integers(0, 10**6), min_size=9, max_size=9))
def test_the_same_answers_give_the_same_days_however_the_log_was_put_together(story, gaps):
    times = [NOON + timedelta(seconds=sum(gaps[: n + 1])) for n in range(len(story))]
    log = answered(*zip(times, story, strict=True))
    now = times[-1]
    whole = cards(Progress.of(log), now)
    assert cards(Progress.of(reversed(log)), now) == whole
    assert cards(Progress.of([*log[::2], *compacted(log)]), now) == whole
    for card in whole:
        assert card.due > times[-1] - 366 * DAY
        assert 0 < card.mastery <= card.known <= 1


def test_a_card_for_each_skill_and_each_mistake_what_is_due_first_first():
    log = [
        *answered((NOON, "wrong"), skill="grande.order"),
        *answered((NOON, "right"), skill="chica.order"),
        *answered((NOON, "shown"), skill="", question="lesson:deck/how_many"),
    ]
    found = [(card.kind, card.name) for card in cards(Progress.of(log), NOON)]
    assert found == [
        ("mistake", "drill:grande.order.2/fournier/7/1"),
        ("mistake", "lesson:deck/how_many"),
        ("skill", "grande.order"),
        ("skill", "chica.order"),
    ]


def test_without_answers_fsrs_is_not_even_imported():
    program = (
        "import sys; from datetime import *; from mustutor.tutor.progress import Progress;"
        "from mustutor.tutor.review import cards;"
        "assert cards(Progress(), datetime.now(UTC)) == ();"
        "sys.exit('fsrs' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_answers_from_the_future_move_no_card_that_has_others():
    ahead = answered((NOON, "right"), (NOON.replace(year=9999), "right"))
    assert [card.due for card in cards(Progress.of(ahead), NOON)] == [NOON + 10 * MINUTE]


def test_a_mistake_from_the_future_is_due_and_over_once_it_was_right_in_review():
    """A clock that was wrong by years takes nothing away from review for as many years."""
    later, name = NOON.replace(year=9999), "lesson:grande/1"
    wrong = answered((later, "wrong"), question=name)
    passed_over = ProgressEvent("s", later, "skipped", "lesson:deck", "1", "lesson:deck/1")
    found = cards(Progress.of([*wrong, passed_over]), NOON)
    assert [(card.kind, card.due) for card in found] == [
        ("mistake", NOON),
        ("skill", NOON),
        ("skipped", NOON),
    ]
    rights = [
        event._replace(id=f"right {event.id}")
        for event in answered((NOON, "right"), (NOON + DAY, "right"), question=name, walk="review")
    ]
    once = cards(Progress.of([*wrong, *rights[:1]]), NOON)
    assert [card.due for card in once if card.kind == "mistake"] == [NOON + 10 * MINUTE]
    twice = cards(Progress.of([*wrong, *rights]), NOON + DAY)
    assert [card.kind for card in twice] == ["skill"]


def test_what_is_due_is_counted_by_the_calendar_of_where_one_is():
    evening = NOON.replace(hour=23, minute=25)
    log = [
        *answered((evening - DAY, "right"), skill="chica.order"),
        *answered((evening, "right"), skill="grande.order"),
    ]
    everything = cards(Progress.of(log), evening)
    assert [card.name for card in due(everything, evening)] == ["chica.order"]
    assert len(due(everything, evening + 10 * MINUTE)) == 2
    london = forecast(everything, evening, 3, UTC)
    assert [day.cards for day in london] == [2, 0, 0]
    assert london[0].day == date(2026, 3, 1)
    madrid = forecast(everything, evening, 3, timezone(timedelta(hours=1)))
    assert [day.cards for day in madrid] == [2, 0, 0]
    assert madrid[0].day == date(2026, 3, 2)
    # A zone in which midnight falls between now and then.
    between = forecast(everything, evening, 3, timezone(timedelta(minutes=30)))
    assert [day.cards for day in between] == [1, 1, 0]


def test_the_minutes_are_counted_up():
    assert [minutes(number, 45) for number in (0, 1, 2, 4, 5)] == [0, 1, 2, 3, 4]


# --- the questions -----------------------------------------------------------------------------


@pytest.fixture
def fournier():
    return load_variant("fournier")


def posed(log, variant, seed=7, code="en"):
    return ReviewQuestions(Progress.of(log), variant, open_language(code), seed=seed)


def review(log, variant, now, seed=7):
    chosen = due(cards(Progress.of(log), now), now)
    return review_of(chosen, posed(log, variant, seed), open_language("en"))


def test_a_mistake_is_asked_as_it_was_and_a_skill_with_a_question_never_seen(fournier):
    log = answered((NOON, "wrong"))
    source = review(log, fournier, NOON + DAY, seed=99)
    assert (source.name, source.count) == ("review", 2)
    again, fresh = (source.stop(index).question for index in range(2))
    how = {"seed": 7, "number": 1, "variant": fournier, "language": open_language("en")}
    known = drill_stop("grande.order", **how).question
    assert (again.id, again.prompt, again.answer) == (known.id, known.prompt, known.answer)
    assert fresh.id == "drill:grande.order.2/fournier/99/1/1"  # at the first level
    assert [source.stop(index).place for index in range(2)] == ["1", "2"]
    assert source.stop(2) is None
    assert (source.find("2"), source.find(again.id), source.find("3")) == (1, 0, None)
    assert source.search(SKILLS["grande.order"].title.upper(), 0) == 1
    assert source.search("no such words", 0) is source.search("", 0) is None


def test_the_fresh_questions_grow_harder_with_what_was_right_running(fournier):
    for right, level in ((0, 1), (1, 1), (3, 2), (20, 5)):
        answers = [(NOON, "wrong")] + [(NOON + n * MINUTE, "right") for n in range(1, right + 1)]
        found = posed(answered(*answers), fournier)
        card = next(card for card in cards(Progress.of(answered(*answers)), NOON + DAY))
        stop = found.stop(card._replace(kind="skill", name="grande.order"))
        assert stop.question.id == f"drill:grande.order.2/fournier/7/{right + 1}/{level}"


def test_what_can_no_longer_be_asked_is_left_out_and_never_due(fournier):
    log = [
        *answered((NOON, "wrong"), skill="", question="lesson:gone/step"),
        *answered((NOON, "wrong"), skill="", question="drill:gone/fournier/1/1"),
        *answered((NOON, "wrong"), skill="", question="drill:grande.order.2/nowhere/1/1"),
        *answered((NOON, "wrong"), skill="", question="drill:grande.order.2/fournier/-1/x"),
        *answered((NOON, "wrong"), skill="gone.skill", question="lesson:gone/step"),
    ]
    assert review(log, fournier, NOON + DAY).count == 0
    progress = Progress.of(log)
    left = askable(cards(progress, NOON), progress, lessons={"deck"})
    assert "gone" not in " ".join(card.name for card in left if card.name.startswith("lesson:"))
    assert "gone.skill" not in [card.name for card in left]


def test_a_skill_is_asked_under_a_rulebook_it_makes_sense_under(fournier):
    name = next(name for name, skill in SKILLS.items() if skill.games == ("encaje",))
    log = answered(
        (NOON, "right"), skill=name, question=f"drill:{edition(SKILLS[name])}/encaje/1/1"
    )
    (stop,) = review(log, fournier, NOON + DAY).stops
    assert stop.question.id.startswith(f"drill:{edition(SKILLS[name])}/encaje/")
    madrid = load_variant("madrid")
    log = answered((NOON, "right"))
    (stop,) = review(log, madrid, NOON + DAY).stops
    assert stop.question.id.startswith("drill:grande.order.2/madrid/")


def test_a_review_can_be_walked_to_its_end(fournier):
    walk = Walk(review(answered((NOON, "wrong")), fournier, NOON + DAY))
    for _ in range(2):
        walk = walk.answer(walk.asking.question.answer)
        assert walk.asking.outcome == "right"
        walk = walk.forward()
    assert walk.is_last


def card_of(name: str, skill: str, kind: str = "mistake", due_at: datetime = NOON) -> ReviewCard:
    return ReviewCard(kind, name, skill, due_at, 0, 0, 1)


def test_no_more_than_twenty_are_due_at_once_the_first_due_first():
    waiting = [card_of(f"{n}", "pares", due_at=NOON - n * MINUTE) for n in range(50, 0, -1)]
    assert due(waiting, NOON) == tuple(waiting[:20])


class Posed:
    """Questions made for a test: the name of a card is the id of its question."""

    def stop(self, card: ReviewCard) -> Stop:
        return Stop("", Scene(""), Question(card.name, card.skill, "number", "How many?", "1"))


def asked_of(*waiting: ReviewCard) -> list[Question]:
    found = review_of(waiting, Posed(), open_language("en"))
    assert [stop.place for stop in found.stops] == [f"{n + 1}" for n in range(len(found.stops))]
    return [stop.question for stop in found.stops]


def test_a_review_asks_no_question_twice():
    # A skill without a drill asks a question again that may be a mistake of its own as well.
    twice = asked_of(card_of("a", "deck"), card_of("a", "deck", "skill"), card_of("b", "deck"))
    assert [question.id for question in twice] == ["a", "b"]


@given(st.lists(st.sampled_from("abc"), max_size=20))
def test_a_review_mixes_the_skills_as_far_as_they_go(skills):
    asked = asked_of(*[card_of(f"{n}", skill) for n, skill in enumerate(skills)])
    assert sorted(question.skill for question in asked) == sorted(skills)
    in_a_row = sum(one.skill == other.skill for one, other in pairwise(asked))
    # Of n questions, one skill with m of them cannot help following itself 2m - n - 1 times.
    most = max(map(skills.count, skills), default=0)
    assert in_a_row == max(2 * most - len(skills) - 1, 0)
