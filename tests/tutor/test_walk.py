"""A walk: forward, back, anywhere; what is asked, tried, hinted, shown, and what is kept of it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mustutor.base.errors import AnswerError
from mustutor.base.language import open_language
from mustutor.games.explain import Line
from mustutor.games.question import Asking, Misconception, Question, Scene, Stop
from mustutor.tutor.question_text import feedback
from mustutor.tutor.walk import LimitedSource, StopSource, Walk, WalkEvent, walk_events

POINTS = Question(
    "lesson:made/points",
    "juego.points",
    "number",
    "How many points?",
    "31",
    hints=("Figures count ten.", "Three figures and an ace."),
    misconceptions={"34": Misconception("aces_count_four", "An ace counts one.")},
    why=lambda answer: (Line(f"derived against {answer}" if answer else "derived"),),
)


class Made(StopSource):
    """A source of three stops, the second a question."""

    name = "lesson:made"
    title = "Made"
    count = 3

    def stop(self, index):
        places = (("first", None), ("points", POINTS), ("last", None))
        if 0 <= index < 3:
            place, question = places[index]
            return Stop(place, Scene("Made"), question)
        return None

    def find(self, place):
        return {"first": 0, "points": 1, "last": 2}.get(place)

    def search(self, words, after):  # noqa: ARG002
        return 1 if words == "points" else None

    def under(self, variant):  # noqa: ARG002
        return None


WALK = Walk(Made())
AT_QUESTION = WALK.forward()


def said(asking):
    return [line.text for line in feedback(asking, open_language("en")).lines]


def test_a_walk_ends_at_its_last_stop_and_begins_at_its_first():
    assert WALK.back() == WALK
    last = WALK.forward().forward()
    assert last.is_last
    assert last.forward() == last
    assert WALK.to("points").at == 1
    assert WALK.to("nowhere") is None
    assert WALK.to_index(99).is_last
    assert WALK.to_index(-5) == WALK
    assert WALK.search("points").at == 1
    assert WALK.search("nothing") is None


def test_a_right_answer_at_once_is_right_and_after_a_hint_hinted():
    assert AT_QUESTION.answer("31").asking.outcome == "right"
    assert AT_QUESTION.hint().answer("31").asking.outcome == "hinted"


def test_a_wrong_answer_leaves_the_question_open_and_stays_on_record():
    wrong = AT_QUESTION.answer("34")
    assert wrong.asking.outcome == ""
    assert wrong.answer("31").asking.outcome == "wrong"
    assert wrong.undo().at == 0  # nothing was closed: undo goes back a stop


def test_a_revealed_answer_is_shown_and_never_solved_whatever_comes_after():
    shown = AT_QUESTION.reveal()
    assert shown.asking.outcome == "shown"
    assert not shown.asking.solved
    again = shown.undo().answer("31")
    assert again.asking.outcome == "shown"
    assert not again.asking.solved


def test_undo_asks_again_and_forgets_no_slip():
    slip = AT_QUESTION.answer("30").answer("31")
    again = slip.undo()
    assert not again.asking.closed
    assert again.answer("31").asking.outcome == "wrong"


def test_what_is_no_answer_counts_for_nothing():
    with pytest.raises(AnswerError):
        AT_QUESTION.answer("many")
    assert AT_QUESTION.answer("31").asking.outcome == "right"


def test_hints_come_one_by_one_and_end():
    first = AT_QUESTION.hint()
    second = first.hint()
    assert said(first.asking) == ["Hint 1: Figures count ten."]
    assert said(second.asking)[-1] == "Hint 2: Three figures and an ace."
    assert second.hint() == second


def test_a_misconception_is_named_and_the_reasons_of_any_other_slip_wait_for_the_end():
    assert said(AT_QUESTION.answer("34").asking) == ["34: wrong.", "An ace counts one."]
    # Reasons give the answer away.
    assert said(AT_QUESTION.answer("30").asking) == ["30: wrong.", "You can ask for a hint."]
    bare = Asking(POINTS._replace(hints=())).answered("30")
    assert said(bare) == ["30: wrong.", "No hint is left: try again, or let the answer be shown."]
    assert said(AT_QUESTION.hint().hint().answer("30").asking)[2:] == said(bare)


def test_a_slip_in_a_count_is_told_the_place_to_look_and_then_of_the_hints():
    parting = (Line("12"), Line("The count goes past 30 at pares.", kind="parting"))
    counted = Asking(POINTS._replace(why=lambda _: parting)).answered("30")
    assert said(counted) == [
        "30: wrong.",
        "The count goes past 30 at pares.",
        "You can ask for a hint.",
    ]


def test_a_solved_question_tells_why_and_a_shown_one_does_too():
    assert said(AT_QUESTION.answer("31").asking) == ["31: right.", "derived"]
    assert said(AT_QUESTION.reveal().asking) == ["The answer is 31.", "derived"]


def test_what_happens_is_told_once_each():
    walk, told = WALK, list(walk_events(None, WALK))
    for step in (
        Walk.forward,
        lambda w: w.answer("34"),
        Walk.hint,
        lambda w: w.answer("31"),
        Walk.forward,
        Walk.forward,
    ):
        after = step(walk)
        told += walk_events(walk, after)
        walk = after
    about = WalkEvent("tried", "lesson:made", "points", POINTS.id, POINTS.skill)
    assert told == [
        WalkEvent("reached", "lesson:made", "first"),
        WalkEvent("read", "lesson:made", "first"),
        WalkEvent("reached", "lesson:made", "points"),
        about._replace(answer="34"),
        about._replace(kind="hinted"),
        about._replace(kind="closed", answer="31", outcome="wrong"),
        WalkEvent("reached", "lesson:made", "last"),
        WalkEvent("read", "lesson:made", "last"),
        WalkEvent("finished", "lesson:made", "last"),
    ]


def kinds(*steps):
    """What is kept of some steps, by its kind."""
    walk, told = WALK, []
    for step in steps:
        after = step(walk)
        told += [happening.kind for happening in walk_events(walk, after)]
        walk = after
    return told, walk


def test_whoever_jumps_to_the_end_has_read_and_finished_nothing_between():
    told, walk = kinds(lambda w: w.to_index(2))
    assert told == ["reached", "read"]
    assert not walk.is_done
    assert walk.left == 1  # the question; the first page lay before the learner's eyes
    there = walk.to_left()
    assert there.stop.place == "points"
    told, walk = kinds(lambda w: w.to_index(2), Walk.to_left, lambda w: w.answer("31"))
    assert told[-2:] == ["closed", "finished"]


def test_a_skipped_question_is_neither_solved_nor_forgotten():
    told, walk = kinds(Walk.forward, Walk.forward)
    assert told == ["reached", "skipped", "reached", "read", "finished"]
    skipped = walk.asked["points"]
    assert (skipped.skipped, skipped.outcome, skipped.solved) == (True, "", False)
    back = walk.back()
    assert not back.asking.closed
    assert not back.answer("30").answer("31").asking.skipped
    assert back.answer("31").asking.outcome == "right"  # to skip it gave nothing away
    assert not back.reveal().asking.skipped


def test_going_back_or_elsewhere_skips_nothing():
    for step in (Walk.back, lambda w: w.to_index(2), lambda w: w.to("last")):
        assert not kinds(Walk.forward, step)[1].asked


def test_the_last_question_may_be_skipped_as_well():
    short = Walk(LimitedSource(Made(), 2)).forward()
    after = short.forward()
    assert after.at == short.at
    assert [happening.kind for happening in walk_events(short, after)] == ["skipped", "finished"]


STEPS = {
    "n": Walk.forward,
    "b": Walk.back,
    "u": Walk.undo,
    "h": Walk.hint,
    "s": Walk.reveal,
    "r": lambda walk: walk.answer("31"),
    "w": lambda walk: walk.answer("34"),
}


@given(st.lists(st.sampled_from(sorted(STEPS)), max_size=40))
def test_whatever_is_done_an_outcome_never_gets_better(steps):
    worst = ("", "right", "hinted", "wrong", "shown")
    walk, before = WALK, ""
    for step in steps:
        walk = STEPS[step](walk)
        asking = walk.asked.get("points")
        outcome = asking.outcome if asking else ""
        if outcome:
            assert worst.index(outcome) >= worst.index(before)
            before = outcome


def test_a_limited_source_is_cut_and_otherwise_the_same():
    short = replace(WALK, source=LimitedSource(Made(), 2))
    assert short.forward().is_last
    assert short.to("last") is None
    assert short.to("points").stop == AT_QUESTION.stop
    assert short.source.count == 2
