"""`mustutor learn`: begun, interrupted, gone on with, from a script, and never losing an answer."""

from __future__ import annotations

import io
import json
import shutil
import sys

import pytest

from mustutor.base.files import data
from mustutor.base.language import open_language
from mustutor.tutor.course import course_order
from mustutor.tutor.lesson.files import find
from mustutor.tutor.lesson.source import LessonSource


@pytest.fixture(autouse=True)
def progress(tmp_path, monkeypatch):
    """A record of progress of the test's own."""
    path = tmp_path / "progress.json"
    monkeypatch.setenv("MUSTUTOR_PROGRESS", str(path))
    return path


def kinds(progress):
    return [event["kind"] for event in json.loads(progress.read_text("utf-8"))["events"]]


@pytest.fixture
def answers(tmp_path):
    def write(*lines):
        path = tmp_path / "answers.txt"
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return str(path)

    return write


def test_a_lesson_from_a_pipe_asks_judges_and_keeps(mustutor, fed, progress):
    fed("39\n?\n40\n")
    done = mustutor("learn", "deck", "--from", "size")
    assert done.status == 1  # a script is told that not all was right
    assert "39: wrong." in done.out
    assert "Hint 1:" in done.out
    assert "40: right." in done.out
    assert "mustutor learn deck goes on from here." in done.out
    assert kinds(progress)[-1] == "closed"


def test_a_lesson_goes_on_where_it_was_left_with_its_answers(mustutor, fed):
    fed("40\n\n")
    mustutor("learn", "deck", "--from", "size")
    fed("b\n")
    again = mustutor("learn", "deck")
    assert "Going on at 2 of 12." in again.out
    assert "How many cards are left" in again.out  # b went back to the question
    assert "your answer" not in again.out  # which is still closed


def test_learn_alone_goes_on_with_the_lesson_left_open(mustutor, fed):
    fed("\n")
    mustutor("learn", "grande")
    fed("")
    assert "Grande" in mustutor("learn").out


def test_a_lesson_left_at_its_end_goes_on_with_what_was_left_out(mustutor, fed, progress):
    count = LessonSource(find("deck"), open_language("en")).count
    fed(f"40\ng {count}\n")
    mustutor("learn", "deck")
    assert "finished" not in kinds(progress)
    fed("")
    assert f"Going on at 2 of {count}." in mustutor("learn", "deck").out


def test_a_record_of_before_pages_were_counted_goes_on_and_is_finished(mustutor, fed, progress):
    fed("")
    mustutor("learn", "deck", "--from", "written")
    document = json.loads(progress.read_text("utf-8"))
    document["events"] = [event for event in document["events"] if event["kind"] == "reached"]
    progress.write_text(json.dumps(document), "utf-8")
    fed("skip\n" * 20)
    assert "Going on at" in mustutor("learn", "deck").out
    assert kinds(progress)[-1] == "finished"


def test_skipped_questions_are_told_and_come_back_in_review(mustutor, fed):
    fed("skip\nq\n")
    done = mustutor("learn", "deck", "--from", "size")
    assert done.status == 1
    assert "Skipped. It comes back in review." in done.out
    assert "1 question was skipped, and comes back in review." in done.out
    assert "a question you skipped" in mustutor("review", "--list").out
    fed("40\n")
    mustutor("review", "--answers", "-")
    assert "a question you skipped" not in mustutor("review", "--list").out


def test_restart_begins_anew_and_loses_nothing(mustutor, fed, progress):
    fed("40\n\n")
    mustutor("learn", "deck", "--from", "size")
    before = kinds(progress)
    fed("")
    assert "Going on" not in mustutor("learn", "deck", "--restart").out
    assert [kind for kind in kinds(progress) if kind == "closed"] == [
        kind for kind in before if kind == "closed"
    ]


def test_a_script_answers_line_by_line_and_says_so(mustutor, answers):
    script = answers("# the first question", "40", "", "q")
    done = mustutor("learn", "deck", "--from", "size", "--answers", script)
    assert done.status == 0
    assert "> 40" in done.out
    assert "1 question: 1 right at once" in done.out


def test_a_transcript_asks_nothing_and_keeps_nothing(mustutor, progress):
    done = mustutor("learn", "deck", "--transcript")
    assert done.status == 0
    assert "The answer is 40." in done.out
    assert not progress.exists()


def test_nobody_to_ask_is_said_before_anything_else(mustutor):
    done = mustutor("learn", "deck", "--no-input")
    assert done.status == 2
    assert "--answers FILE" in done.err


def test_a_misspelled_lesson_is_guessed(mustutor):
    done = mustutor("learn", "grnde")
    assert (done.status, "did you mean grande?" in done.err) == (2, True)
    assert mustutor("learn", "deck", "--from", "nowhere").status == 2


def test_without_a_standard_input_it_stops_politely(mustutor, monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)
    assert mustutor("learn", "deck").status == 0
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    assert mustutor("learn", "deck").status == 0


def test_binary_rubbish_is_typed_without_harm(mustutor, monkeypatch):
    rubbish = io.TextIOWrapper(io.BytesIO(b"\xff\x1b[2J\x00\n40\n"), errors="replace")
    monkeypatch.setattr(sys, "stdin", rubbish)
    done = mustutor("learn", "deck", "--from", "size")
    assert "\x1b" not in done.out
    assert "40: right." in done.out


def test_a_lesson_of_ones_own_is_taken_from_its_folder(mustutor, fed, tmp_path):
    own = tmp_path / "mine"
    shutil.copytree(data("lessons") / "deck", own)
    fed("40\n")
    assert "40: right." in mustutor("learn", str(own), "--from", "size").out


def test_a_script_that_cannot_be_read_is_input_that_cannot_be_read(mustutor, tmp_path):
    assert mustutor("learn", "deck", "--answers", str(tmp_path / "none.txt")).status == 3
    huge = tmp_path / "huge.txt"
    huge.write_bytes(b"\n" * (1024 * 1024 + 1))
    assert mustutor("learn", "deck", "--answers", str(huge)).status == 3


@pytest.mark.parametrize("spoiled", [b"", b"{", b"\xff\xfe", b'{"format":"mustutor-progress/9"}'])
def test_a_spoiled_record_of_progress_is_left_alone_and_the_lesson_goes_on(
    mustutor, fed, progress, spoiled
):
    progress.write_bytes(spoiled)
    fed("40\n")
    done = mustutor("learn", "deck", "--from", "size")
    assert "40: right." in done.out
    if spoiled:  # an empty file holds nothing that could be lost
        assert "mustutor progress doctor" in done.err
        assert progress.read_bytes() == spoiled


def test_where_nothing_may_be_written_the_lesson_goes_on_and_says_so(
    mustutor, fed, tmp_path, monkeypatch
):
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    monkeypatch.setenv("MUSTUTOR_PROGRESS", str(tmp_path / "file" / "progress.json"))
    fed("40\n")
    done = mustutor("learn", "deck", "--from", "size")
    assert "40: right." in done.out
    assert "There is a file where its folder should be." in done.err


def test_the_commands_are_words_of_the_reader(mustutor, fed):
    fed("pista\nrespuesta\natrás\nsalir\n")
    done = mustutor("learn", "deck", "--lang", "es", "--from", "size")
    assert "Pista 1:" in done.out
    assert "La respuesta es 40." in done.out


def test_everything_can_be_asked_for_on_the_way(mustutor, fed):
    fed(
        "?\n/ladder that is nowhere\n/whole ladder\nr\nr MUS-DECK-1\nr NO-SUCH-1\ne\nv madrid\n"
        "g 1\nu\nzzz\nq\n"
    )
    done = mustutor("learn", "deck", "--from", "written")
    assert "Nothing was found for ladder that is nowhere." in done.out
    assert "MUS-DECK-1" in done.out
    assert "NO-SUCH-1" in done.err + done.out
    assert "This is written for one rulebook." in done.out
    assert done.status == 0


def test_a_lesson_of_ones_own_is_no_part_of_the_course(mustutor, fed, tmp_path):
    own = tmp_path / "mine"
    assert mustutor("lesson", "new", "mine", "-o", str(tmp_path)).status == 0
    fed("A1\n\n")
    assert mustutor("learn", str(own)).status == 0
    fed("")
    assert "One whole hand" in mustutor("learn").out
    assert "One whole hand" in mustutor().out  # and the greeting says the same


def test_what_is_said_on_the_way_fits_forty_columns(mustutor, fed):
    fed("?\n?\n?\n?\n\nxx\n40\n?\nv nosuch\nv madrid\ng nowhere\ne\n")
    done = mustutor("learn", "deck", "--restart", "--width", "40")
    assert "no further hint" in done.out
    assert "mundial_vasco" in done.out
    assert [line for line in done.out.splitlines() if len(line) > 40 and "] " not in line] == []


def test_a_question_answered_wrong_and_left_is_not_answered_right(mustutor, answers):
    assert mustutor("learn", "deck", "--answers", answers("39", "q")).status == 1


def test_answers_may_come_through_a_pipe_where_nobody_can_be_asked(mustutor, fed):
    fed("40\r\n")
    done = mustutor("learn", "deck", "--no-input", "--answers", "-")
    assert done.status == 0
    assert "40: right." in done.out


def test_answers_without_an_end_are_refused_and_not_read_for_ever(mustutor):
    done = mustutor("learn", "deck", "--answers", "/dev/zero")
    assert done.status == 3
    assert "more than anybody types" in done.err


def test_a_step_that_is_not_there_is_told_with_those_that_are(mustutor):
    done = mustutor("learn", "deck", "--from", "nosuch")
    assert done.status == 2
    assert "it has size, suits, written," in done.err


def test_a_lesson_is_taken_by_its_number_in_the_course(mustutor):
    number = str(course_order().index("deck") + 1)
    taken = mustutor("learn", number, "--transcript")
    assert taken == mustutor("learn", "deck", "--transcript")
    for none in ("0", "99", "99999"):
        told = mustutor("learn", none)
        assert told.status == 2
        assert f"The course has no lesson {none}" in told.err


def test_a_step_is_begun_at_by_its_number(mustutor, fed):
    steps = [step["id"] for step in find("deck").draft["steps"]]
    fed("")
    by_name = mustutor("learn", "deck", "--from", steps[2]).out
    fed("")
    assert mustutor("learn", "deck", "--restart", "--from", "3").out == by_name
    assert mustutor("learn", "deck", "--from", str(len(steps) + 9)).status == 2
