"""The file of progress in every state it may be in: nothing is lost, and what to do is said."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import pytest

from mustutor.base.errors import ProgressError
from mustutor.tutor import doctor, progress_file
from mustutor.tutor.doctor import diagnose, repair
from mustutor.tutor.progress_file import (
    ProgressStore,
    contents_of,
    contents_read,
    progress_path,
    read_progress,
)
from mustutor.tutor.walk import WalkEvent

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def closed(number, outcome="right", walk="lesson:grande"):
    question = f"lesson:grande/{number}"
    return WalkEvent("closed", walk, str(number), question, "grande.order", "A1", outcome)


def reached(number, walk="lesson:grande"):
    return WalkEvent("reached", walk, str(number))


@pytest.fixture
def path(tmp_path):
    return tmp_path / "state" / "progress.json"


@pytest.fixture
def filled(path):
    """A file with five answers in it."""
    ours = ProgressStore(path)
    for number in range(5):
        ours.keep([reached(number), closed(number)])
    assert ours.close() is None
    return path


def places(path):
    return [event.place for event in contents_of(path).events if event.kind == "closed"]


# --- kept at every answer ----------------------------------------------------------------------


def test_everything_is_in_the_file_at_once_and_only_the_last_place_stays(path):
    ours = ProgressStore(path)
    assert (ours.problem, path.exists()) == (None, False)
    for number in range(3):
        ours.keep([reached(number)])
        ours.keep([closed(number)])
        assert places(path) == [str(n) for n in range(number + 1)]
    kinds = [event.kind for event in contents_of(path).events]
    assert kinds == ["closed", "closed", "reached", "closed"]
    again = ProgressStore(path)
    assert again.progress.events == ours.progress.events
    assert again.progress.place("lesson:grande") == "2"


def test_two_at_once_see_what_the_other_did_at_their_next_answer(path):
    one, two = ProgressStore(path), ProgressStore(path)
    one.keep([closed(1)])
    two.keep([closed(2)])
    one.keep([closed(3)])
    assert places(path) == ["1", "2", "3"]
    assert len(one.progress.answers) == 3
    assert len(two.progress.answers) == 2


WRITER = """
import sys
from pathlib import Path
from mustutor.tutor.progress_file import ProgressStore
from mustutor.tutor.walk import WalkEvent
path, name, number = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
store = ProgressStore(path)
for n in range(number):
    store.keep([WalkEvent("closed", name, str(n), f"{name}/{n}", "skill", "A1", "right")])
    assert store.problem is None, store.problem
    print(n, flush=True)
"""


def test_two_processes_writing_at_once_lose_nothing(path):
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(path), name, "100"], stdout=-3)
        for name in ("one", "two")
    ]
    assert [writer.wait(60) for writer in writers] == [0, 0]
    found = {(event.walk, event.place) for event in contents_of(path).events}
    assert found == {(name, str(n)) for name in ("one", "two") for n in range(100)}


@pytest.mark.parametrize("moment", [0.0, 0.003, 0.011, 0.029])
def test_whoever_is_killed_has_lost_nothing_he_was_told_is_kept(path, moment):
    command = [sys.executable, "-c", WRITER, str(path), "one", "100000"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
        told = [writer.stdout.readline() for _ in range(5)]
        time.sleep(moment)
        writer.send_signal(signal.SIGKILL)
        told += writer.stdout.readlines()
    kept = {event.place for event in contents_of(path).events}
    assert {line.strip() for line in told} <= kept
    ours = ProgressStore(path)  # the lock has gone with the one who held it
    ours.keep([closed("next")])
    assert ours.problem is None
    assert kept < {event.place for event in contents_of(path).events}


KILLED = """
import os, signal, sys
from pathlib import Path
from mustutor.tutor import progress_file
from mustutor.tutor.walk import WalkEvent
os.fsync = lambda _: os.kill(os.getpid(), signal.SIGKILL)
answer = WalkEvent("closed", "w", "x", "w/x", "s", "A1", "right")
progress_file.ProgressStore(Path(sys.argv[1])).keep([answer])
"""


def test_killed_in_the_middle_of_a_write_the_old_file_is_whole(filled):
    before = filled.read_bytes()
    killed = subprocess.run([sys.executable, "-c", KILLED, str(filled)], check=False)
    assert killed.returncode == -signal.SIGKILL
    assert filled.read_bytes() == before
    found = diagnose(filled, datetime.now(UTC))
    (draft,) = found.leftovers  # it was about to be put in its place
    assert [event.place for event in found.unplaced] == ["x"]
    found, aside = repair(filled, datetime.now(UTC))
    assert (found.state, aside, draft.exists()) == ("sound", None, False)
    assert places(filled) == ["0", "1", "2", "3", "4", "x"]
    assert not diagnose(filled, datetime.now(UTC)).may_be_repaired


def test_killed_at_the_very_first_answer_the_draft_is_all_there_is(path):
    killed = subprocess.run([sys.executable, "-c", KILLED, str(path)], check=False)
    assert killed.returncode == -signal.SIGKILL
    assert ProgressStore(path).progress.events == ()
    repair(path, datetime.now(UTC))
    assert places(path) == ["x"]


# --- files that cannot be read -----------------------------------------------------------------

LINE = '{"id": "a", "at": "2026-03-01T12:00:00Z", "kind": "closed", "walk": "w", "seconds": %s}'
WHOLE = '{"format": "mustutor-progress/1",\n "events": [\n%s\n]}'

DAMAGED = {
    "empty": (b"", "It is empty"),
    "blank": (b" \n ", "It is empty"),
    "binary": (bytes(range(256)) * 99, ":1:1: It is not text"),
    "not UTF-8": (b'{"format": "\xff"}', ":1:13: It is not UTF-8 text: byte 0xff"),
    "not JSON": (b"hello", ":1:1: It is not JSON"),
    "cut short": (b'{"format": "mustutor-progress/1",\n "events": [', ":2:13: The JSON breaks off"),
    "a list": (b"[]", ":1:1: The whole document must be a map"),
    "another format": (b'{"format": "mus-replay/1", "events": []}', ":1:12: The format is 'mus-re"),
    "no events": (b'{"format": "mustutor-progress/1"}', ":1:1: The field events is missing"),
    "events no list": (b'{"format": "mustutor-progress/1",\n"events": 5}', ":2:11: events must be"),
    "deep": (b"[" * 100_000, ":1:65: It nests brackets"),
    "an event that is none": ((WHOLE % '{"id": 5}').encode(), ":3:1: The field at is missing"),
    "a bad field": ((WHOLE % LINE % "-4").encode(), ":3:85: seconds cannot be -4"),
    "a time without a zone": (
        (WHOLE % LINE.replace("Z", "") % 4).encode(),
        ":3:1: This is not an event",
    ),
}


@pytest.mark.parametrize("kind", DAMAGED)
def test_a_damaged_file_is_never_written_over_and_what_is_done_is_rescued(path, kind):
    data, problem = DAMAGED[kind]
    path.parent.mkdir()
    path.write_bytes(data)
    ours = ProgressStore(path)
    assert str(ours.problem).startswith(str(path))
    assert problem in str(ours.problem)
    ours.keep([closed(1), reached(2)])
    ours.keep([closed(2, "wrong")])
    assert ours.progress.place("lesson:grande") == "2"
    assert set(ours.progress.mistakes) == {"lesson:grande/2"}
    told = ours.close()
    assert path.read_bytes() == data
    (rescued,) = path.parent.glob("progress.rescued-*.json")
    assert f"mustutor progress import {rescued}" in str(told)
    assert places(rescued) == ["1", "2"]
    assert ours.close() is None  # told once
    found = diagnose(path, NOON)
    assert (found.state, found.rescued) == ("damaged", (rescued,))
    _, aside = repair(path, datetime.now(UTC))
    assert (aside.name, aside.read_bytes()) == ("progress.json.damaged-1", data)
    mended = ProgressStore(path)
    assert mended.merge(contents_of(rescued).events) == 3
    assert mended.merge(contents_of(rescued).events) == 0
    assert places(path)[-2:] == ["1", "2"]


def test_a_file_cut_short_anywhere_is_told_so_and_every_whole_line_of_it_is_saved(filled):
    whole = filled.read_text()
    lines = [line.rstrip(",") for line in whole.splitlines() if '"id"' in line]
    for length in range(1, len(whole) - 1, 7):
        cut = whole[:length]
        if cut == whole.rstrip():
            continue
        with pytest.raises(ProgressError) as problem:
            contents_read(cut.encode(), file="f")
        assert problem.value.line == cut.count("\n") + 1 or not cut.strip()
        saved = [event.as_json() for event in doctor.recover_events(cut)]
        assert saved == [json.loads(line) for line in lines if line in cut]


@pytest.mark.parametrize(
    "text", ["{" * 10**6, '{"a":' * 10**6, '{"' * 10**6, '[{"a": {}},' * 10**5]
)
def test_the_doctor_does_not_look_for_ever(path, text):
    path.parent.mkdir()
    path.write_text(text)
    begun = time.monotonic()
    assert diagnose(path, NOON).events == ()
    assert time.monotonic() - begun < 20


def test_what_can_be_read_of_a_damaged_file_is_saved_and_the_old_one_kept(filled):
    whole = filled.read_text()
    filled.write_text(whole.replace('"place": "2"', '"place": 2').replace("]", "]]"))
    found, aside = repair(filled, datetime.now(UTC))
    assert found.state == "damaged"
    assert '"place": 2' in aside.read_text()
    assert places(filled) == ["0", "1", "3", "4"]
    assert diagnose(filled, datetime.now(UTC)).state == "sound"
    filled.write_text("oh")
    _, second = repair(filled, datetime.now(UTC))
    assert second.name.endswith(".damaged-2")
    assert repair(filled, datetime.now(UTC))[1] is None


def test_a_file_repaired_meanwhile_takes_what_was_waiting(filled):
    whole = filled.read_bytes()
    filled.write_bytes(whole[:99])
    ours = ProgressStore(filled)
    ours.keep([closed("meanwhile")])
    assert ours.problem is not None
    filled.write_bytes(whole)
    ours.keep([closed("after")])
    assert (ours.problem, ours.close()) == (None, None)
    assert places(filled)[-2:] == ["meanwhile", "after"]


def test_a_file_of_a_later_version_is_not_touched_by_anybody(path):
    path.parent.mkdir()
    data = b'{"format": "mustutor-progress/2", "events": {"all": "different"}}'
    path.write_bytes(data)
    ours = ProgressStore(path)
    assert "version 2" in str(ours.problem)
    assert "Install a newer mustutor" in str(ours.problem)
    ours.keep([closed(1)])
    assert "import" in str(ours.close())
    assert diagnose(path, NOON).state == "newer"
    with pytest.raises(ProgressError, match="version 2"):
        repair(path, NOON)
    with pytest.raises(ProgressError, match="version 2"):
        ProgressStore(path).reset("all")
    assert path.read_bytes() == data


def test_what_a_later_program_added_is_kept_and_written_back(path):
    path.parent.mkdir()
    strange = {
        "id": "z",
        "at": "2026-03-01T12:00:00+01:00",
        "kind": "sang",
        "song": {"verses": [1, 2.5]},
    }
    known = {"id": "y", "at": "2026-03-01T12:00:00Z", "kind": "reached", "walk": "w", "place": "a"}
    known["mood"] = None
    document = {"format": "mustutor-progress/1", "theme": "dark", "events": [known, strange]}
    path.write_text("\ufeff" + json.dumps(document), "utf-8")
    ProgressStore(path).keep([closed(1)])
    written = json.loads(path.read_text())
    assert written["theme"] == "dark"
    assert written["events"][0] == {**strange, "at": "2026-03-01T11:00:00.000000Z"}
    assert written["events"][1] == {**known, "at": "2026-03-01T12:00:00.000000Z"}


def test_a_file_without_end_is_refused_before_it_is_read_whole(filled, monkeypatch):
    monkeypatch.setattr(progress_file, "LARGEST", 2**20)
    filled.write_bytes(filled.read_bytes() + b" " * 2**20)
    assert "larger than 1024 KiB" in str(ProgressStore(filled).problem)
    assert len(diagnose(filled, datetime.now(UTC)).events) == 6


def test_a_file_never_grows_beyond_what_can_be_read(filled, monkeypatch):
    monkeypatch.setattr(progress_file, "LARGEST", filled.stat().st_size + 300)
    ours = ProgressStore(filled)
    ours.keep([closed("fits")])
    assert ours.problem is None
    before = filled.read_bytes()
    ours.keep([closed("does not")])
    assert "mustutor progress reset makes room" in str(ours.problem)
    assert filled.read_bytes() == before
    assert "import" in str(ours.close())


# --- files that cannot be written --------------------------------------------------------------


def test_a_full_disk_loses_nothing_and_leaves_nothing_behind(filled, monkeypatch):
    before = filled.read_bytes()
    ours = ProgressStore(filled)
    with monkeypatch.context() as full:
        full.setattr(os, "fsync", lambda _: (_ for _ in ()).throw(OSError(errno.ENOSPC, "full")))
        ours.keep([closed("waits")])
        assert "It cannot be written: full." in str(ours.problem)
        assert filled.read_bytes() == before
        assert {one.name for one in filled.parent.iterdir()} <= {filled.name, f"{filled.name}.lock"}
    ours.keep([closed("later")])
    assert (ours.problem, ours.close()) == (None, None)
    assert places(filled)[-2:] == ["waits", "later"]


def test_where_the_folder_may_not_be_written_it_is_told_before_the_first_answer(
    filled, monkeypatch, tmp_path
):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    refuse = PermissionError(errno.EACCES, "Permission denied")

    def mkstemp(*, dir, prefix, suffix, real=progress_file.tempfile.mkstemp):  # noqa: A002
        if Path(dir) == filled.parent:
            raise refuse
        return real(dir=dir, prefix=prefix, suffix=suffix)

    monkeypatch.setattr(progress_file.os, "access", lambda *_: False)
    monkeypatch.setattr(progress_file.tempfile, "mkstemp", mkstemp)
    monkeypatch.setattr(progress_file.tempfile, "gettempdir", lambda: str(elsewhere))
    ours = ProgressStore(filled)
    assert "your progress cannot be kept here" in str(ours.problem)
    assert len(ours.progress.answers) == 5  # it can still be read
    ours.keep([closed("waits")])
    told = ours.close()
    (rescued,) = elsewhere.iterdir()
    assert str(rescued) in str(told)
    assert places(rescued) == ["waits"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_is_read_only_is_no_traceback(filled):
    filled.parent.chmod(0o500)
    try:
        ours = ProgressStore(filled)
        assert "cannot be kept here" in str(ours.problem)
        ours.keep([closed("waits")])
        assert "import" in str(ours.close())
    finally:
        filled.parent.chmod(0o700)


@pytest.mark.parametrize("kind", ["a folder", "below a file"])
def test_a_path_that_can_be_no_file_is_one_clear_line(tmp_path, monkeypatch, kind):
    monkeypatch.setattr(progress_file.tempfile, "gettempdir", lambda: str(tmp_path))
    if kind == "a folder":
        path = tmp_path / "there"
        path.mkdir()
    else:
        (tmp_path / "file").write_text("x")
        path = tmp_path / "file" / "progress.json"
    ours = ProgressStore(path)
    assert str(path) in str(ours.problem)
    ours.keep([closed(1)])
    assert "import" in str(ours.close())
    with pytest.raises(ProgressError):
        read_progress(path)


def test_another_program_that_holds_the_file_is_waited_for_and_then_told(filled):
    from filelock import FileLock

    ours = ProgressStore(filled, patience=0.1)
    with FileLock(f"{filled}.lock"):
        ours.keep([closed("waits")])
        assert "Another program has been writing it" in str(ours.problem)
    ours.keep([closed("later")])
    assert ours.problem is None
    assert places(filled)[-2:] == ["waits", "later"]


def test_a_link_is_followed_and_permissions_are_left_as_they_were(filled, tmp_path):
    filled.chmod(0o640)
    link = tmp_path / "linked.json"
    link.symlink_to(filled)
    ProgressStore(link).keep([closed("linked")])
    assert link.is_symlink()
    assert places(filled)[-1] == "linked"
    assert filled.stat().st_mode & 0o777 == 0o640


def test_what_could_not_be_read_again_is_not_written(filled):
    ours = ProgressStore(filled)
    before = filled.read_bytes()
    ours.keep([WalkEvent("", "w", "p")])
    assert filled.read_bytes() == before
    ours.keep([closed("x" * 5000)])
    assert places(filled)[-1] == "x" * 1000


# --- clocks ------------------------------------------------------------------------------------


def clocked(path, *times):
    moments = iter(times)
    return ProgressStore(path, now=lambda: next(moments))


def test_a_clock_set_back_by_an_hour_does_not_send_anybody_back(path):
    hour = timedelta(hours=1)
    ours = clocked(path, NOON, NOON - hour)
    ours.keep([reached(1)])
    ours.keep([reached(2), closed(2)])
    assert read_progress(path).place("lesson:grande") == "2"
    other = clocked(path, NOON - 2 * hour, NOON - hour)
    other.reset("all")
    assert read_progress(path).walks == ()
    other.keep([reached(3)])
    assert read_progress(path).place("lesson:grande") == "3"


def test_answers_from_years_ahead_do_not_carry_the_log_away_and_are_dated_by_the_doctor(path):
    clocked(path, NOON.replace(year=2099)).keep([closed(1), closed(2)])
    ours = clocked(path, NOON, NOON)
    ours.keep([closed(3)])
    assert ours.progress.answers[0].at == NOON
    with pytest.raises(ProgressError, match="answers from the future"):
        ours.reset("all")
    assert diagnose(path, NOON).ahead == 2
    found, aside = repair(path, NOON + timedelta(minutes=1))
    assert (found.state, found.ahead) == ("sound", 2)
    assert aside.exists()
    assert places(path) == ["3", "1", "2"]
    assert diagnose(path, NOON).ahead == 0
    # The other machine still has them as they were: what the doctor said counts.
    repaired = contents_of(path).events
    assert ProgressStore(path).merge(contents_of(aside).events) == 0
    assert contents_of(path).events == repaired


def test_seconds_are_measured_from_coming_to_a_question_to_its_end(path):
    times = [NOON + timedelta(seconds=n) for n in (0, 5, 12, 20, 2000)]
    ours = clocked(path, *times)
    ours.keep([reached(1)])
    ours.keep([WalkEvent("tried", "lesson:grande", "1", "lesson:grande/1", "grande", "B1")])
    ours.keep([closed(1, "wrong"), reached(2)])
    ours.keep([closed(2)])
    ours.keep([closed(3)])
    seconds = [event.seconds for event in contents_of(path).events if event.kind == "closed"]
    assert seconds == [12, 8, 0]


# --- where it is, and merging ------------------------------------------------------------------


def test_the_file_is_the_one_the_environment_names_else_in_the_folder_for_state(
    monkeypatch, tmp_path
):
    assert progress_path({"MUSTUTOR_PROGRESS": "here.json"}) == Path.cwd() / "here.json"
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    if sys.platform.startswith("linux"):
        assert progress_path({"MUSTUTOR_PROGRESS": ""}) == tmp_path / "mustutor" / "progress.json"


def test_two_machines_end_with_the_same_whichever_takes_the_other_first(tmp_path):
    ids = count()
    here, there = tmp_path / "here.json", tmp_path / "there.json"
    for path, numbers in ((here, (1, 3, 5)), (there, (2, 3, 4))):
        for number in numbers:
            now = NOON + timedelta(seconds=number)
            ours = ProgressStore(path, now=lambda now=now: now, new_id=lambda: f"{next(ids)}")
            ours.keep([reached(number), closed(number)])
    before_here, before_there = contents_of(here).events, contents_of(there).events
    # Of six events three are places, and only the last of both machines says anything: there is
    # nothing to take of a place left behind.
    assert ProgressStore(here).merge(before_there) == 3
    assert ProgressStore(there).merge(before_here) == 4
    assert here.read_bytes() == there.read_bytes()
    assert places(here) == ["1", "2", "3", "3", "4", "5"]
    assert read_progress(there).place("lesson:grande") == "5"


def test_a_reset_that_cannot_be_kept_is_not_done_later_unasked(filled):
    from filelock import FileLock

    ours = ProgressStore(filled, patience=0.05)
    with FileLock(f"{filled}.lock"), pytest.raises(ProgressError):
        ours.reset("all")
    ours.keep([closed("later")])
    assert len(places(filled)) == 6
