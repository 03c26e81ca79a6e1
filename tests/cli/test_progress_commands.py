"""`progress` and `review`, driven as they are typed."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta

import pytest

from mustutor.base.language import open_language
from mustutor.games.drill import edition
from mustutor.tutor.drills import SKILLS, drill_stop_named
from mustutor.tutor.progress import ProgressEvent, time_written
from mustutor.tutor.progress_file import Contents, contents_of, read_progress, written

NOW = datetime.now(UTC)
MISTAKE = "drill:grande.order.2/fournier/7/1"


def closed(number, outcome, hours=48, skill="grande.order"):
    named = edition(SKILLS[skill]) if skill in SKILLS else skill
    return ProgressEvent(
        f"{skill}-{number}",
        NOW - timedelta(hours=hours) + timedelta(seconds=number),
        "closed",
        walk=f"drill:{skill}",
        place=str(number),
        question=f"drill:{named}/fournier/7/{number}",
        skill=skill,
        outcome=outcome,
        seconds=30,
    )


@pytest.fixture
def kept_progress(own_progress):
    """Write events into the file of progress."""

    def write(*events):
        own_progress.parent.mkdir(exist_ok=True)
        own_progress.write_text(written(Contents(events)))
        return own_progress

    return write


@pytest.fixture
def practised(kept_progress):
    """A mistake and a right answer at grande, two right ones at chica, a lesson finished."""
    return kept_progress(
        closed(1, "wrong"),
        closed(2, "right"),
        closed(3, "right", hours=30, skill="chica.order"),
        closed(4, "right", hours=30, skill="chica.order"),
        ProgressEvent("f", NOW, "finished", walk="lesson:grande", place="end"),
    )


# --- progress ------------------------------------------------------------------------------------


@pytest.mark.usefixtures("practised")
def test_progress_shows_lessons_skills_as_bars_and_numbers_and_what_is_due(mustutor):
    shown = mustutor("progress", "--width", "100")
    assert (shown.status, shown.err) == (0, "")
    lines = [" ".join(line.split()) for line in shown.out.splitlines()]
    assert "[x] Grande, the first lance (done)" in lines
    (part,) = [line for line in lines if line.startswith("██░░░░░░░░ 1 of 5, ")]
    assert part.endswith(" min to go")
    (grande,) = [line for line in lines if "1 of 2 right at once" in line]
    (chica,) = [line for line in lines if "2 of 2 right at once" in line]
    told = json.loads(mustutor("progress", "--json").out)
    by_id = {skill["id"]: skill for skill in told["skills"]}
    for line, name in ((grande, "grande.order"), (chica, "chica.order")):
        mastery = by_id[name]["mastery"]
        full = round(mastery / 10)
        assert line.startswith(f"{'█' * full}{'░' * (10 - full)} ")
        assert f": {mastery} %, " in line
    assert by_id["grande.order"]["mastery"] < by_id["chica.order"]["mastery"] < 100
    assert [by_id["grande.order"][name] for name in ("right", "hinted", "wrong", "shown")] == [
        1,
        0,
        1,
        0,
    ]
    assert told["mistakes"][0]["question"] == MISTAKE
    assert "1 question that you once answered wrongly is still to be learned." in lines
    assert told["due"] == 2  # the mistake, and grande; chica was right twice, so it has two days
    assert "2 questions are due for review: about 1 min." in lines
    # What is recommended stands last, and is typed as it stands.
    assert told["next"] == {"kind": "play", "name": "grande_alone", "minutes": 5}
    assert "mustutor play --step grande_alone Sit down to play: " in shown.out.replace("  ", "")
    (lesson,) = [lesson for lesson in told["lessons"] if lesson["finished"]]
    assert (lesson["id"], lesson["at"]) == ("grande", time_written(NOW))


@pytest.mark.usefixtures("practised")
@pytest.mark.parametrize("code", ["en", "es"])
def test_bars_can_be_read_in_ascii_at_40_columns_and_are_left_out_when_plain(mustutor, code):
    narrow = mustutor("progress", "--ascii", "--width", "40", "--lang", code).out
    assert narrow.isascii()
    assert all(len(line) <= 40 for line in narrow.splitlines())
    assert "########--" in narrow
    plain = mustutor("progress", "--plain", "--lang", code).out
    assert not {"█", "░", "#"} & set(plain)
    assert " %" in plain


def test_what_was_exported_is_taken_in_elsewhere_once(mustutor, practised, tmp_path, monkeypatch):
    out = tmp_path / "mine.json"
    said = mustutor("progress", "export", str(out))
    assert (said.status, "with 5 events" in said.out) == (0, True)
    assert contents_of(out) == contents_of(practised)
    assert mustutor("progress", "export").out == out.read_text()
    again = mustutor("progress", "export", str(out))
    assert (again.status, "is there already" in again.err) == (2, True)
    assert mustutor("progress", "export", str(out), "--force").status == 0
    elsewhere = tmp_path / "elsewhere" / "progress.json"
    monkeypatch.setenv("MUSTUTOR_PROGRESS", str(elsewhere))
    assert "5 events were new" in mustutor("progress", "import", str(out)).out
    assert elsewhere.read_text() == out.read_text()
    assert "Nothing in it is new" in mustutor("progress", "import", str(out)).out


def test_progress_comes_from_standard_input_too(mustutor, own_progress, fed):
    fed(written(Contents((closed(1, "right"),))))
    assert "1 event was new" in mustutor("progress", "import", "-").out
    fed("hello")
    refused = mustutor("progress", "import", "-")
    assert refused.status == 3
    assert refused.err.startswith("<stdin>:1:1: It is not JSON")
    assert len(contents_of(own_progress).events) == 1


def test_what_is_no_progress_is_not_taken_in(mustutor, practised, kept, record):
    before = practised.read_bytes()
    refused = mustutor("progress", "import", kept(record()))
    assert refused.status == 3
    problem, advice = refused.err.splitlines()
    assert "The format is 'mus-replay/1'; this program reads 'mustutor-progress/1'." in problem
    assert advice.startswith("Type mustutor progress doctor /")
    missing = mustutor("progress", "import", "nowhere.json")
    assert (missing.status, "There is no such file" in missing.err) == (3, True)
    assert practised.read_bytes() == before


def test_a_reset_where_nobody_can_be_asked_takes_yes(mustutor, practised):
    before = practised.read_bytes()
    asked = mustutor("progress", "reset", "grande.order")
    assert (asked.status, "--yes" in asked.err) == (2, True)
    assert practised.read_bytes() == before
    done = mustutor("progress", "reset", "grande.order", "--yes")
    assert (done.status, done.out) == (0, "grande.order begins again.\n")
    assert set(read_progress(practised).skills) == {"chica.order"}
    assert read_progress(practised).finished("lesson:grande")
    assert mustutor("progress", "reset", "grande", "--yes").status == 0
    assert not read_progress(practised).finished("lesson:grande")
    assert mustutor("progress", "reset", "--all", "--yes").out == "Everything begins again.\n"
    assert read_progress(practised).walks == ()


@pytest.mark.parametrize(
    ("answer", "gone"),
    [("yes", True), ("Y", True), ("sí", False), ("", False), ("no", False), (None, False)],
)
def test_a_reset_at_a_terminal_is_asked_about(mustutor, practised, monkeypatch, answer, gone):
    def typed(_):
        if answer is None:
            raise EOFError
        return answer

    monkeypatch.setattr("mustutor.cli.console._is_terminal", lambda _: True)
    monkeypatch.setattr("builtins.input", typed)
    said = mustutor("progress", "reset", "chica.order", "--plain")
    assert said.status == 0
    assert ("chica.order" not in read_progress(practised).skills) == gone
    assert ("Nothing has been changed." in said.out) != gone


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ((), "Name one lesson or skill"),
        (("grande", "--all"), "Name one lesson or skill"),
        (("chica.ordr",), "did you mean chica.order?"),
        (("pares",), "There is nothing about pares"),
    ],
)
def test_a_reset_of_nothing_is_wrong_usage(mustutor, practised, words, problem):
    before = practised.read_bytes()
    refused = mustutor("progress", "reset", *words, "--yes")
    assert (refused.status, problem in refused.err) == (2, True)
    assert practised.read_bytes() == before


def test_a_name_of_a_lesson_and_a_skill_is_asked_back(mustutor, kept_progress):
    kept_progress(
        ProgressEvent("a", NOW, "finished", walk="lesson:pares", place="x"),
        closed(1, "right", skill="pares"),
    )
    refused = mustutor("progress", "reset", "pares", "--yes")
    assert refused.status == 2
    assert "lesson:pares / skill:pares" in refused.err
    assert mustutor("progress", "reset", "skill:pares", "--yes").status == 0


def test_the_doctor_says_what_is_wrong_where_and_mends_it(mustutor, practised):
    sound = mustutor("progress", "doctor")
    assert (sound.status, "it is sound, and holds 5 events" in sound.out) == (0, True)
    whole = practised.read_text()
    practised.write_text(whole[:-60])
    ill = mustutor("progress", "doctor")
    assert ill.status == 1
    text = " ".join(ill.out.split())
    assert f"{practised}:8:" in text
    assert "4 events can still be read." in text
    assert "mustutor progress doctor --repair" in text
    assert practised.read_text() == whole[:-60]
    every = json.loads(mustutor("progress", "doctor", "--json").out)
    assert (every["state"], every["events"], every["problem"]["line"]) == ("damaged", 4, 8)
    mended = mustutor("progress", "doctor", "--repair")
    assert mended.status == 0
    assert f"{practised}.damaged-1" in "".join(mended.out.split("\n"))
    assert mustutor("progress", "doctor").status == 0
    assert len(contents_of(practised).events) == 4
    assert mustutor("progress", "doctor", "--repair").out.count("nothing left to repair") == 1


def test_every_command_that_needs_the_record_says_when_it_cannot_be_read(mustutor, practised):
    practised.write_text('{"format": "mustutor-progress/9"}')
    for words in (("progress",), ("progress", "export"), ("review",), ("review", "--json")):
        refused = mustutor(*words)
        problem, advice = refused.err.splitlines()
        assert refused.status == 3
        assert problem.startswith(f"{practised}: It is of version 9")
        assert advice == "Type mustutor progress doctor to see what can be done."
    newer = mustutor("progress", "doctor", "--repair")
    assert newer.status == 3
    assert practised.read_text() == '{"format": "mustutor-progress/9"}'


def test_before_the_first_answer_there_is_nothing_to_show_and_no_harm(mustutor, own_progress):
    for words in (("progress",), ("progress", "doctor"), ("review",), ("review", "--list")):
        assert mustutor(*words).status == 0
    assert json.loads(mustutor("progress", "export").out)["events"] == []
    assert not own_progress.exists()


# --- review --------------------------------------------------------------------------------------


@pytest.mark.usefixtures("practised")
def test_without_a_terminal_review_says_what_is_due_and_what_the_days_bring(mustutor):
    listed = mustutor("review", "--width", "100")
    assert listed == mustutor("review", "--list", "--width", "100")
    lines = [" ".join(line.split()) for line in listed.out.splitlines()]
    assert lines[0] == "2 questions are due for review: about 1 min."
    for code in ("en", "es"):
        for_people = " ".join(mustutor("review", "--list", "--lang", code).out.split())
        asked = drill_stop_named(MISTAKE, open_language(code)).question.prompt
        assert f": {asked}" in for_people
        assert not re.search(r"[a-z]:[a-z]|[a-z]\.[a-z]|[a-z]_[a-z]|/", for_people)
    told = json.loads(mustutor("review", "--json").out)
    assert (told["due"], told["minutes"]) == (2, 1)
    assert [card["name"] for card in told["cards"][:2]] == [MISTAKE, "grande.order"]
    # What is right twice in a row, the second time within the day, comes back after two days.
    assert sum(day["cards"] for day in told["forecast"]) == len(told["cards"]) == 3
    assert len(told["forecast"]) == 7
    for day in told["forecast"][2:]:
        assert any(line.startswith(f"{day['day']} {day['cards']} question") for line in lines)


def test_review_asks_what_is_due_and_a_mistake_right_twice_is_over(mustutor, practised, kept):
    mistake = drill_stop_named(MISTAKE, open_language("en")).question
    fresh = drill_stop_named("drill:grande.order.2/fournier/5/2", open_language("en")).question
    script = kept(f"{mistake.answer}\n\n{fresh.answer}\n\n", "answers.txt")
    ran = mustutor("review", "--answers", script, "--seed", "5")
    assert (ran.status, ran.err) == (0, "")
    assert "2 questions: 2 right at once" in ran.out
    walks = [answer.walk for answer in read_progress(practised).answers]
    assert walks.count("review") == 2
    assert MISTAKE in read_progress(practised).mistakes
    assert "Nothing is due" in mustutor("review").out
    again = kept(f"{mistake.answer}\n\n", "again.txt")
    assert mustutor("review", "--failed", "--answers", again).status == 0
    assert read_progress(practised).mistakes == {}
    assert "Nothing is due" in mustutor("review", "--failed", "--answers", again).out


def test_on_a_terminal_that_cannot_redraw_review_asks_line_by_line(
    mustutor, practised, monkeypatch
):
    def typed(_):
        raise EOFError

    monkeypatch.setattr("mustutor.cli.console._is_terminal", lambda _: True)
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", typed)
    asked = mustutor("review", "--plain")
    assert asked.status == 0
    assert drill_stop_named(MISTAKE, open_language("en")).question.prompt in asked.out
    assert read_progress(practised).place("review") == "1"
    listed = mustutor("review", "--plain", "--no-input")
    assert listed.out.startswith("2 questions are due")


def test_a_slip_in_review_is_status_1_and_a_new_beginning(mustutor, practised, kept):
    mistake = drill_stop_named(MISTAKE, open_language("en")).question
    wrong = next(choice.value for choice in mistake.choices if not mistake.is_right(choice.value))
    script = kept(f"{wrong}\n{mistake.answer}\n\n", "answers.txt")
    ran = mustutor("review", "--failed", "--answers", script)
    assert ran.status == 1
    assert read_progress(practised).answers[-1].outcome == "wrong"


@pytest.mark.usefixtures("practised")
def test_review_of_one_skill_and_of_a_skill_nobody_practised(mustutor):
    told = json.loads(mustutor("review", "--skill", "chica.order", "--json").out)
    assert {card["skill"] for card in told["cards"]} == {"chica.order"}
    refused = mustutor("review", "--skill", "chica.ordr")
    assert refused.status == 2
    assert "did you mean chica.order?" in refused.err


def test_the_doctor_looks_at_a_file_of_somebody_else_too(mustutor, practised, tmp_path):
    other = tmp_path / "other.json"
    other.write_text(practised.read_text()[:-60])
    assert mustutor("progress", "doctor").status == 0
    ill = mustutor("progress", "doctor", str(other))
    assert ill.status == 1
    assert f"mustutor progress doctor {other} --repair" in " ".join(ill.out.split())
    assert mustutor("progress", "doctor", str(other), "--repair").status == 0
    assert "Nothing in it is new" in mustutor("progress", "import", str(other)).out
