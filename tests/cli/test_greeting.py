"""`mustutor` alone: a few lines that say what to do next, from where one is."""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime, timedelta

import pytest

from mustutor.cli.command_table import COMMANDS
from mustutor.tutor.course import course_order, lesson_title, spine
from mustutor.tutor.progress import ProgressEvent
from mustutor.tutor.progress_file import Contents, written

ORDER = course_order()
NOW = datetime.now(UTC)


@pytest.fixture
def done(own_progress):
    """Write progress: the lessons finished, then those gone to, the last one last."""

    def write(finished=(), begun=(), mistakes=0):
        told = [
            *(("finished", f"lesson:{name}", {}) for name in finished),
            *(("reached", f"lesson:{name}", {}) for name in begun),
            *(
                ("closed", "review", {"question": f"drill:grande.order.2/fournier/7/{n}"})
                for n in range(1, mistakes + 1)
            ),
        ]
        events = [
            ProgressEvent(
                str(n),
                NOW - timedelta(hours=2) + timedelta(seconds=n),
                kind,
                walk=walk,
                place="start",
                **more,
                **({"outcome": "wrong", "skill": "grande.order"} if kind == "closed" else {}),
            )
            for n, (kind, walk, more) in enumerate(told)
        ]
        own_progress.parent.mkdir(exist_ok=True)
        own_progress.write_text(written(Contents(tuple(events))))
        return own_progress

    return write


def first(mustutor, *habits):
    """The first row: what to type, and why."""
    rows = [line for line in mustutor(*habits).out.splitlines() if line.startswith("  mustutor")]
    return " ".join(rows[0].split())


def test_whoever_comes_new_is_shown_the_beginning(mustutor, own_progress):
    alone = mustutor()
    assert (alone.status, alone.err) == (0, "")
    assert first(mustutor).startswith("mustutor learn begin the course: ")
    assert lesson_title(ORDER[0], "en") in alone.out
    assert len(alone.out.splitlines()) <= 12
    assert not own_progress.parent.exists()  # looking leaves nothing behind


def test_a_lesson_left_open_comes_first(mustutor, done):
    done(finished=ORDER[:1], begun=[ORDER[0], ORDER[2]])
    expected = f"mustutor learn go on where you were: {lesson_title(ORDER[2], 'en')}"
    assert first(mustutor, "--width", "200") == expected


def test_after_a_lesson_the_next_one_comes_and_never_the_first_again(mustutor, done):
    done(finished=[ORDER[1]], begun=[ORDER[1]])
    expected = f"mustutor learn go on with the course: {lesson_title(ORDER[2], 'en')}"
    assert first(mustutor, "--width", "200") == expected


def test_what_was_left_out_comes_only_when_all_that_follows_is_done(mustutor, done):
    done(finished=ORDER[1:], begun=[spine()[-1]])
    expected = (
        f"mustutor learn {ORDER[0]} take up a lesson you skipped: {lesson_title(ORDER[0], 'en')}"
    )
    assert first(mustutor, "--width", "200") == expected
    done(finished=ORDER, begun=[ORDER[-1]])
    assert (
        first(mustutor, "--width", "200")
        == "mustutor drill the course is done: practise, to keep your hand in"
    )


def test_what_is_due_is_said_with_the_minutes_it_takes(mustutor, done):
    done(begun=ORDER[:1], mistakes=3)
    # Three mistakes and their skill, at twenty seconds each.
    assert "see again 4 questions that are due: about 2 min" in mustutor("--width", "200").out
    assert (
        "repasar 4 preguntas que ya tocan: 2 min más o menos"
        in mustutor("--lang", "es", "--width", "200").out
    )
    done(begun=ORDER[:1])
    assert "mustutor review" not in mustutor().out


def test_a_damaged_record_greets_all_the_same_and_says_what_to_do(mustutor, done):
    path = done(begun=ORDER[:2])
    path.write_text(path.read_text()[:60])
    greeted = mustutor()
    assert greeted.status == 0
    assert "mustutor learn" in greeted.out
    problem, advice = greeted.err.splitlines()
    assert problem.startswith(f"{path}:4:12: The JSON breaks off here")
    assert advice == "Type mustutor progress doctor to see what can be done."


@pytest.mark.parametrize("code", ["en", "es"])
def test_it_fits_40_columns_and_names_only_commands_there_are(mustutor, done, code):
    done(begun=ORDER[:1], mistakes=2)
    shown = mustutor("--lang", code, "--width", "40", "--ascii")
    assert shown.out.isascii()
    assert all(len(line) <= 40 for line in shown.out.splitlines())
    words = [line.split()[1] for line in shown.out.splitlines() if line.startswith("  mustutor ")]
    assert {"learn", "review", "settle", "replay"} <= set(words) <= {*COMMANDS.commands, "--help"}


SLOW = ("fsrs", "prompt_toolkit", "ruamel", "jsonschema", "mustutor.games.mus.drills", "filelock")


def test_without_progress_it_imports_nothing_slow():
    program = (
        "import sys; from mustutor.cli.main import main; main([]);"
        f"print(*(name for name in {SLOW} if name in sys.modules))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert ran.stdout.splitlines()[-1] == ""
