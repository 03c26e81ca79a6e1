"""The command `puzzle`: for people, programs and pages; the day's puzzle, and clear refusals."""

from __future__ import annotations

import json
from datetime import date
from functools import partial
from types import SimpleNamespace

import pytest
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from mustutor.cli.tutor import learn
from mustutor.tutor.puzzle import all_puzzles, puzzles, themes

FIELDS = ["id", "theme", "rating", "variant", "line", "seat", "hand", "options", "answers"]
FIELDS += ["error", "because"]


class Transcript(SingleFileSnapshotExtension):
    """A transcript of its own file, to be read as a learner reads it."""

    file_extension = "txt"
    _write_mode = WriteMode.TEXT


@pytest.mark.parametrize("code", ["en", "es"])
def test_five_puzzles_are_written_out_with_their_answers(mustutor, snapshot, code):
    typed = ("puzzle", "--seed", "3", "--number", "5", "--transcript", "--lang", code)
    typed += ("--width", "80")
    shown = mustutor(*typed)
    assert (shown.status, shown.err) == (0, "")
    assert shown.out == snapshot(extension_class=Transcript)
    assert shown.out == mustutor(*typed).out


@pytest.mark.parametrize(
    ("code", "made"),
    [
        ("en", "made the signal for duples"),
        ("es", "ha hecho la seña de duples"),
        ("fr", "a fait le signe qui dit des doubles"),
    ],
)
def test_a_signal_is_made_and_not_said(mustutor, code, made):
    typed = ("--seed", "3", "--number", "1", "--transcript", "--lang", code)
    shown = mustutor("puzzle", "cut", *typed)
    lines = [line.strip() for line in shown.out.splitlines()]
    assert f"B2  Ro 3b(R) 6e 6b   {made}" in lines


def test_programs_read_a_line_for_each_puzzle_as_the_contract_says(mustutor):
    lines = mustutor("puzzle", "cut", "--json").out.splitlines()
    read = [json.loads(line) for line in lines]
    assert [one["id"] for one in read] == [puzzle.id for puzzle in puzzles("cut")]
    for one, puzzle in zip(read, puzzles("cut"), strict=True):
        assert list(one) == FIELDS
        assert one["answers"] == list(puzzle.answers)
        assert one["seat"] in one["line"]
        assert 0 < one["error"] < 10
        assert one["because"]
        assert {option["verb"] for option in one["options"]} >= {"mus", "corto"}


def test_the_puzzle_of_the_day_is_the_same_for_everybody_and_another_one_tomorrow(
    mustutor, monkeypatch
):
    found = {}
    for day in range(1, 29):
        monkeypatch.setattr(learn, "date", SimpleNamespace(today=partial(date, 2026, 2, day)))
        (line,) = mustutor("puzzle", "--daily", "--json").out.splitlines()
        assert mustutor("puzzle", "--daily", "--json", "--lang", "es").out.count("\n") == 1
        found[day] = json.loads(line)["id"]
    assert len(set(found.values())) > 20


def test_a_script_that_is_right_ends_well_and_moves_the_rating(mustutor, tmp_path):
    (line,) = mustutor(
        "puzzle", "ordago", "--seed", "1", "--number", "1", "--json"
    ).out.splitlines()
    answers = tmp_path / "answers"
    answers.write_text(f"{json.loads(line)['answers'][0]}\n")
    typed = ("puzzle", "ordago", "--seed", "1", "--number", "1", "--answers", str(answers))
    shown = mustutor(*typed)
    assert shown.status == 0
    assert "right" in shown.out
    rating = int(shown.out.split("Your rating at puzzles: ")[1].split()[0])
    assert rating > 1500


def test_a_wrong_call_ends_with_status_one_and_its_deal_is_shown(mustutor, tmp_path):
    typed = ("puzzle", "ordago", "--seed", "1", "--number", "6")
    lines = mustutor(*typed, "--json").out.splitlines()
    right = [json.loads(line)["answers"][0] for line in lines]
    assert "no quiero" in right
    answers = tmp_path / "answers"
    after = {True: "quiero\n\n", False: "quiero\nskip\n"}
    answers.write_text("".join([after[answer == "quiero"] for answer in right]))
    shown = mustutor(*typed, "--answers", str(answers))
    assert shown.status == 1
    assert shown.out.count("A deal that beats quiero:") == right.count("no quiero")


def test_a_theme_there_is_not_is_answered_with_those_there_are(mustutor):
    shown = mustutor("puzzle", "cutt")
    assert shown.status == 2
    assert all(theme in " ".join(shown.err.split()) for theme in themes())
    assert "did you mean cut?" in " ".join(shown.err.split())


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (("--daily", "--seed", "1"), "--daily and --seed each choose the puzzles"),
        (("cut", "--variant", "encaje"), "There is no puzzle of this theme under these rules."),
        (("cut", "--html", "-", "--transcript"), "--html cannot be joined with"),
    ],
)
def test_what_does_not_go_together_is_wrong_usage(mustutor, typed, said):
    shown = mustutor("puzzle", *typed)
    assert shown.status == 2
    assert said in " ".join(shown.err.split())


@pytest.mark.parametrize("code", ["en", "es"])
def test_a_page_asks_and_hides_its_answers_until_they_are_opened(mustutor, code):
    page = mustutor("puzzle", "cut", "--seed", "3", "--number", "4", "--html", "-", "--lang", code)
    assert page.status == 0
    assert page.out.count("<section") == 4
    assert page.out.count("<details") >= 8
    assert "<script" not in page.out


def test_puzzles_of_other_rules_are_left_out(mustutor):
    lines = mustutor("puzzle", "--variant", "madrid", "--json").out.splitlines()
    assert {json.loads(line)["variant"] for line in lines} == {"madrid"}
    assert len(lines) < len(list(all_puzzles()))
