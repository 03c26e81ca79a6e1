"""Marked calls are asked about again: find it, try again, be shown; what was missed comes back."""

from __future__ import annotations

import dataclasses
import io
import json
import sys
from contextlib import redirect_stderr, redirect_stdout
from datetime import UTC, datetime, timedelta

import pytest

from mustutor.analysis.coach.match import analyses, decided_at
from mustutor.base.errors import ProgressError
from mustutor.base.language import open_language
from mustutor.cli.console import Console
from mustutor.cli.main import main
from mustutor.cli.tutor import table
from mustutor.cli.tutor.table import look_back
from mustutor.games.failure import read_place
from mustutor.model.variant import load_variant
from mustutor.replay import dumps, simulate
from mustutor.replay.format import Replay
from mustutor.tutor.progress import OWN_CALLS
from mustutor.tutor.progress_file import read_progress
from mustutor.tutor.record_walk import (
    MOST_OWN,
    keep_own,
    match_said,
    mistake_named,
    mistakes_of,
    own_puzzle,
    own_stop,
)
from mustutor.tutor.review import askable, cards, due

ENGLISH = open_language("en")
NEXT_WEEK = datetime.now(UTC) + timedelta(days=7)


@pytest.fixture(scope="module")
def replay() -> Replay:
    """A match with calls at random, one of which is plainly bad."""
    return simulate.match(load_variant("fournier"), seats=4, hands=2, seed="a walk")


@pytest.fixture(scope="module")
def hands(replay):
    """Its hands as the coach has judged them."""
    return [one.analysed() for one in analyses(replay, load_variant("fournier"))]


def decisions_of(hands):
    """Every decision of a match."""
    return [one for hand in hands for one in hand.decisions]


def told(*words: str) -> tuple[int, str]:
    """What a command says, and its status."""
    out = io.StringIO()
    with redirect_stdout(out), redirect_stderr(io.StringIO()):
        status = main(list(words))
    return status, out.getvalue()


def test_a_marked_call_is_a_puzzle_whose_answer_is_better_and_whose_table_hides_cards(
    replay, hands
):
    stops = list(mistakes_of(replay, decisions_of(hands), ENGLISH))
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
        again = mistake_named(question.id, ENGLISH)  # kept, and in need of no record
        assert (again.question.answer, again.question.skill) == (question.answer, OWN_CALLS)
        assert again.scene.page == stop.scene.page
        moment = decided_at(replay, load_variant("fournier"), read_place(stop.place))
        assert moment.judged == one.judged


def test_a_question_of_a_record_as_it_was_once_named_is_asked_while_the_record_is_there(
    replay, hands, tmp_path
):
    path = tmp_path / "match.json"
    path.write_text(dumps(replay))
    (stop, *_) = mistakes_of(replay, decisions_of(hands), ENGLISH)
    name = f"record:1/{stop.place}/{path}"
    again = mistake_named(name, ENGLISH)
    assert (again.question.id, again.question.answer) == (name, stop.question.answer)
    path.unlink()
    assert mistake_named(name, ENGLISH) is None
    for other in ("record:1", "record:x/1.grande.1/y", "record:1/none/y", "puzzle:own/nothing"):
        assert mistake_named(other, ENGLISH) is None


def test_what_was_missed_comes_back_in_the_review_and_needs_no_record(replay, tmp_path):
    path, answers = tmp_path / "match.json", tmp_path / "answers.txt"
    path.write_text(dumps(replay))
    answers.write_text("answer\nq\n")
    words = ("replay", "analyse", str(path), "--walk", "--answers", str(answers))
    status, page = told(*words)
    assert status == 1
    assert "What do you say?" in page
    path.unlink()
    assert "What do you say?" in told("review", "--failed", "--answers", str(answers))[1]
    (kept,) = read_progress().mistakes
    assert kept.startswith("puzzle:own/")
    assert told("replay", "analyse", "punto", "--walk", "--json")[0] == 2


# --- puzzles of one's own --------------------------------------------------------------------


@pytest.fixture(scope="module")
def puzzle(replay, hands):
    """The puzzle of the call that is plainly bad."""
    marked = (one for hand in hands for one in hand.decisions)
    return next(found for one in marked if (found := own_puzzle(one, replay)))


def test_a_puzzle_says_its_date_its_opponents_and_the_score(puzzle, replay):
    about = {"date": "2026-03-01", "players": {"A1": "Ane", "B1": "Jon\x1b[2J"}}
    played = replay._replace(about=about)
    said = match_said(played, "A1")
    score = replay.hands[-1].after
    assert said == f"2026-03-01 · Jon\\x1b[2J (B1), B2 · A {score['A']}, B {score['B']}"
    page = own_stop(dataclasses.replace(puzzle, source=said), open_language("es")).scene.page
    assert page.lines[0].text == f"Es de esta partida: {said}."


def test_puzzles_are_bounded_and_the_oldest_makes_room(puzzle, own_progress):
    many = [dataclasses.replace(puzzle, id=f"own/1.grande.1/{n}") for n in range(MOST_OWN + 3)]
    keep_own(many[:2])
    keep_own(many)
    keep_own([many[5]])  # asked again: it is the latest now, and stands once
    document = json.loads((own_progress.parent / "own_puzzles.json").read_text())
    ids = [entry["id"] for entry in document["puzzles"]]
    assert ids == [*[one.id for one in many[3:5]], *[one.id for one in many[6:]], many[5].id]
    assert mistake_named(many[0].name, ENGLISH) is None
    assert mistake_named(many[5].name, ENGLISH).question.id == many[5].name


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"format": "mustutor-own-puzzles/2", "puzzles": []}',
        '{"format": "mustutor-own-puzzles/1", "puzzles": {}}',
        '{"format": "mustutor-own-puzzles/1", "puzzles": ' + "[" * 100 + "]" * 100 + "}",
    ],
)
def test_a_file_that_is_none_of_ours_is_left_as_it_is_and_asks_nothing(puzzle, own_progress, text):
    file = own_progress.parent / "own_puzzles.json"
    file.parent.mkdir(exist_ok=True)
    file.write_text(text)
    with pytest.raises(ProgressError) as problem:
        keep_own([puzzle])
    assert str(file) in str(problem.value)
    assert file.read_text() == text
    assert mistake_named(puzzle.name, ENGLISH) is None


@pytest.mark.parametrize(
    "change",
    [
        {"record": {}},
        {"record": {"hands": []}},
        {"answers": []},
        {"answers": [7]},
        {"wrong": [{"call": "paso"}]},
        {"wrong": 3},
        {"odds": ["x"]},
        {"unknown": 1},
    ],
)
def test_a_puzzle_that_somebody_has_changed_is_not_asked(puzzle, own_progress, change):
    keep_own([puzzle])
    file = own_progress.parent / "own_puzzles.json"
    document = json.loads(file.read_text())
    document["puzzles"][0] |= change
    file.write_text(json.dumps(document))
    assert mistake_named(puzzle.name, ENGLISH) is None


def test_what_cannot_be_written_is_one_problem_with_its_file(puzzle, monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("MUSTUTOR_PROGRESS", str(tmp_path / "file" / "progress.json"))
    with pytest.raises(ProgressError) as problem:
        keep_own([puzzle])
    assert "own_puzzles.json" in str(problem.value)


# --- after a match ---------------------------------------------------------------------------


class Keyboard(io.StringIO):
    """An input that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def typed(monkeypatch):
    """Lines that somebody types, one after the other; then the input ends."""

    def types(*lines: str) -> None:
        left = iter(lines)

        def ask(prompt: str) -> str:
            sys.stdout.write(f"{prompt}\n")
            if (line := next(left, None)) is None:
                raise EOFError
            return line

        monkeypatch.setattr("builtins.input", ask)
        monkeypatch.setattr(sys, "stdin", Keyboard())

    return types


@pytest.mark.parametrize(("code", "said"), [("en", "loses"), ("es", "pierde")])
def test_the_calls_the_coach_is_surest_about_are_shown_with_their_error_and_not_what_is_better(
    replay, hands, puzzle, typed, capsys, code, said
):
    typed("q")
    seat = puzzle.seat
    look_back(Console(open_language(code), environment={}), replay, (seat,))
    shown = capsys.readouterr().out
    told = [line for line in shown.splitlines() if said in line]
    marked = [one for hand in hands for one in hand.decisions if one.is_marked and one.seat == seat]
    assert 1 <= len(told) <= min(len(marked), 2)
    worst = max(marked, key=lambda one: one.judged.loss)
    assert str(worst.place) in shown
    assert "±" in shown
    assert str(worst.judged.best).partition(" ")[2] not in shown.split()
    # Left for the review, it is a mistake like any other there.
    progress = read_progress()
    assert set(progress.mistakes) == {name for name in progress.mistakes if "puzzle:own/" in name}
    assert len(progress.mistakes) == len(told)
    assert all(mistake_named(name, ENGLISH) for name in progress.mistakes)
    later = due(cards(progress, NEXT_WEEK), NEXT_WEEK)
    assert set(progress.mistakes) <= {card.name for card in askable(later, progress, ())}


def test_they_are_asked_at_once_where_enter_is_typed_and_stay_for_the_review(
    replay, puzzle, typed, capsys
):
    typed("", puzzle.answers[0], "", "1")
    look_back(Console(ENGLISH, environment={}), replay, (puzzle.seat,))
    shown = capsys.readouterr().out
    assert f"It is from this match: {puzzle.source}." in " ".join(shown.split())
    assert "right." in shown
    assert puzzle.name in read_progress().mistakes


def test_who_made_no_mistake_is_told_so_and_asked_nothing(replay, hands, typed, capsys):
    typed()
    marked = {one.seat for one in hands[0].decisions if one.is_marked}
    (seat, *_) = [seat for seat in replay.seats if seat not in marked]
    first = replay._replace(hands=replay.hands[:1])
    look_back(Console(ENGLISH, environment={}), first, (seat,))
    assert "It is sure of no mistake of yours." in capsys.readouterr().out
    assert not read_progress().events


def test_of_a_game_without_lances_and_after_ctrl_c_nothing_is_said(replay, monkeypatch, capsys):
    other = simulate.match(load_variant("mau_mau"), seats=2, hands=1, seed="a walk")
    look_back(Console(ENGLISH, environment={}), other, other.seats)
    assert capsys.readouterr().out == ""

    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(table, "analyses", interrupted)
    look_back(Console(ENGLISH, environment={}), replay, replay.seats)
    assert len(capsys.readouterr().out.splitlines()) == 1


def test_only_the_calls_of_some_seats_are_judged_as_they_are_among_all(replay, hands):
    seat = "B1"
    some = [one.analysed() for one in analyses(replay, load_variant("fournier"), seats=(seat,))]
    assert [hand.shares for hand in some] == [()] * len(hands)
    of_all = [one for hand in hands for one in hand.decisions if one.seat == seat]
    judged = [one for hand in some for one in hand.decisions]
    assert [(one.place, one.judged, one.mark) for one in judged] == [
        (one.place, one.judged, one.mark) for one in of_all
    ]
