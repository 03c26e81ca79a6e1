"""Marked calls are asked about again: find it, try again, be shown; what was missed comes back."""

from __future__ import annotations

import io
from contextlib import redirect_stderr, redirect_stdout

import pytest

from mustutor.analysis.coach.match import analysed, decided_at
from mustutor.base.language import open_language
from mustutor.cli.main import main
from mustutor.games.failure import read_place
from mustutor.model.variant import load_variant
from mustutor.replay import dumps, simulate
from mustutor.replay.format import Replay
from mustutor.tutor.record_walk import mistake_named, mistakes_of

ENGLISH = open_language("en")


@pytest.fixture(scope="module")
def replay() -> Replay:
    """A match with calls at random, one of which is plainly bad."""
    return simulate.match(load_variant("fournier"), seats=4, hands=2, seed="a walk")


def told(*words: str) -> tuple[int, str]:
    """What a command says, and its status."""
    out = io.StringIO()
    with redirect_stdout(out), redirect_stderr(io.StringIO()):
        status = main(list(words))
    return status, out.getvalue()


def test_a_marked_call_is_a_question_whose_answer_is_better_and_whose_table_hides_cards(
    replay, tmp_path
):
    path = tmp_path / "match.json"
    path.write_text(dumps(replay))
    hands = list(analysed(replay, load_variant("fournier")))
    stops = list(mistakes_of(path, 1, hands, "", ENGLISH))
    assert stops
    marked = {str(one.place): one for hand in hands for one in hand.decisions if one.is_marked}
    for stop in stops:
        one, question = marked[stop.place], stop.question
        assert question.speaker == one.seat
        assert not question.is_right(str(one.judged.call).partition(" ")[2])
        assert question.is_right(str(one.judged.best).partition(" ")[2])
        assert question.answer not in " ".join((*question.hints, question.prompt)).split()
        shown = stop.scene.position
        for seat in shown.order:
            assert (shown.hand_of(seat) is None) == (seat != one.seat)
        again = mistake_named(question.id, ENGLISH)
        assert again.question.answer == question.answer
        moment = decided_at(replay, load_variant("fournier"), read_place(stop.place))
        assert moment.judged == one.judged
    path.unlink()
    assert mistake_named(stops[0].question.id, ENGLISH) is None
    for name in ("record:1", "record:x/1.grande.1/y", "record:1/none/y", "lesson:grande/who"):
        assert mistake_named(name, ENGLISH) is None


def test_what_was_missed_comes_back_in_the_review(replay, tmp_path, monkeypatch):
    monkeypatch.setenv("MUSTUTOR_PROGRESS", str(tmp_path / "progress.json"))
    path, answers = tmp_path / "match.json", tmp_path / "answers.txt"
    path.write_text(dumps(replay))
    answers.write_text("answer\nq\n")
    words = ("replay", "analyse", str(path), "--walk", "--answers", str(answers))
    status, page = told(*words)
    assert status == 1
    assert "What is better?" in page
    status, page = told("review", "--failed", "--answers", str(answers))
    assert "What is better?" in page
    path.unlink()
    assert "What is better?" not in told("review", "--failed", "--answers", str(answers))[1]
    assert told("replay", "analyse", "punto", "--walk", "--json")[0] == 2
