"""Long runs: interrupted, killed, gone on with; watched; with processes that die at their work."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import product
from multiprocessing import get_context
from pathlib import Path

import pytest

from mustutor.archive import Summary, reading, verify_archive
from mustutor.archive import run as archive_workers
from mustutor.archive.run import Journal
from mustutor.base.errors import ReplayError
from mustutor.base.language import open_language
from mustutor.cli.console import Console
from mustutor.cli.replay.verdicts import Pace
from tests.archive.made import lines, wrong
from tests.interruption import HEEDING
from tests.long import sampled

RUN = "import sys; from mustutor.cli.main import main; sys.exit(main())"
PROGRAM = [sys.executable, "-c", RUN, "replay"]


@pytest.fixture(scope="module")
def league(tmp_path_factory):
    """A folder large enough that it takes a while."""
    folder = tmp_path_factory.mktemp("league")
    every = [*lines(), wrong(lines()[2]), b"{\n"]
    (folder / "a.jsonl").write_bytes(b"".join(every) * 25)
    (folder / "b.json").write_bytes(wrong(lines()[0]))
    return folder


@pytest.fixture(scope="module")
def expected(league):
    """What a run that nothing befalls says."""
    return ran("verify", str(league))


@pytest.fixture
def small_shards(monkeypatch):
    monkeypatch.setattr(reading, "SMALLEST", 1)
    monkeypatch.setattr(reading, "size_for", lambda *_: 20_000)


def ran(*words, **more):
    return subprocess.run(
        [*PROGRAM, *words], capture_output=True, text=True, check=False, timeout=120, **more
    )


def begun(*words, **more):
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    return subprocess.Popen([*PROGRAM, *words], **pipes, **HEEDING, **more)


def wait_for(condition):
    for _ in range(1_000):
        if condition():
            return
        time.sleep(0.02)
    raise AssertionError("it did not come to that")


def size(path):
    return path.stat().st_size if path.exists() else 0


# --- whoever does the work ---------------------------------------------------------------------


@sampled("jobs", ["1", "2", "3"], 3)
def test_the_output_is_the_same_whatever_the_jobs(league, expected, jobs):
    told = ran("verify", str(league), "--jobs", jobs)
    assert (told.returncode, told.stdout, told.stderr) == (
        expected.returncode,
        expected.stdout,
        expected.stderr,
    )
    assert told.returncode == 3
    assert "Traceback" not in told.stderr


@pytest.mark.usefixtures("small_shards")
@pytest.mark.parametrize(
    "lend",
    [
        lambda: ThreadPoolExecutor(2),
        lambda: ProcessPoolExecutor(2, mp_context=get_context("spawn")),
    ],
    ids=["threads", "spawned"],
)
def test_any_executor_will_do_and_is_given_back(tmp_path, lend):
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"".join(lines()))
    alone, together = [], []
    whole = verify_archive([str(path)], on_result=alone.append)
    with lend() as executor:
        lent = verify_archive([str(path)], executor=executor, on_result=together.append)
        assert executor.submit(abs, -1).result() == 1
    assert lent.dumps() == whole.dumps()
    assert together == alone
    assert [report.match for report in alone] == list(range(1, 41))


@pytest.mark.long
def test_a_process_that_dies_loses_nothing(league, expected):
    process = begun("verify", str(league), "--jobs", "2", "--resume", str(league.parent / "dies"))
    workers = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    if not workers.exists():
        process.kill()
        pytest.skip("processes cannot be found here")
    wait_for(lambda: len(workers.read_text().split()) > 1 or process.poll() is not None)
    os.kill(int(workers.read_text().split()[-1]), signal.SIGKILL)
    out, err = process.communicate(timeout=120)
    assert (process.returncode, out, err) == (3, expected.stdout, expected.stderr)


DEADLY = """
import os, signal, sys
from mustutor.archive import reading, run, verify_archive
from mustutor.archive.work import work

def deadly(shard, code, told):
    if b"deadly" in shard.file.encode() and shard.begin <= 50_000 < shard.end:
        os.kill(os.getpid(), signal.SIGKILL)
    return work(shard, code, told)

run.work = deadly

if __name__ == "__main__":
    reading.size_for = lambda *_: 20_000
    sys.stdout.write(verify_archive(sys.argv[1:], jobs=2).dumps())
"""


def test_what_kills_every_process_is_told_and_the_rest_is_checked(tmp_path):
    program = tmp_path / "deadly.py"
    program.write_text(DEADLY)
    text = b"".join(lines())
    for name in ("a.jsonl", "deadly.jsonl", "z.jsonl"):
        (tmp_path / name).write_bytes(text)
    files = [str(tmp_path / name) for name in ("a.jsonl", "deadly.jsonl", "z.jsonl")]
    told = subprocess.run(
        [sys.executable, str(program), *files], capture_output=True, check=True, timeout=120
    )
    summary = Summary.loads(told.stdout)
    starts = [len(b"".join(lines()[:number])) for number in range(40)]
    lost = sum(40_000 <= start < 60_000 for start in starts)
    assert lost > 1
    assert (summary.matches, summary.unread) == (120, lost)
    assert summary.verdicts == {"ok": 120 - lost}
    [fault] = summary.faults
    assert (fault.file, fault.offset) == (files[1], 40_000)
    assert fault.message.startswith(
        "The process that was working on bytes 40000 to 60000 died twice"
    )


class Gone(Executor):
    """An executor whose processes are all dead."""

    def submit(self, *_, **__):
        future = Future()
        future.set_exception(BrokenProcessPool("they are dead"))
        return future


class Refusing(Executor):
    """An executor that takes no work any more."""

    def submit(self, *_, **__):
        raise BrokenProcessPool("no more")


@pytest.mark.parametrize("kind", [Gone, Refusing])
def test_an_executor_that_does_nothing_is_no_silent_loss(tmp_path, kind):
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"".join(lines()))
    summary = verify_archive([str(path)], executor=kind())
    assert (summary.matches, summary.unread, summary.verdicts) == (40, 40, {})
    assert "died twice" in summary.faults[0].message


def test_a_fault_of_our_own_is_not_hidden(tmp_path, monkeypatch):
    def broken(*_):
        raise AssertionError("a fault of ours")

    path = tmp_path / "a.jsonl"
    path.write_bytes(lines()[0])
    monkeypatch.setattr(archive_workers, "work", broken)
    with ThreadPoolExecutor(1) as executor, pytest.raises(AssertionError, match="a fault of ours"):
        verify_archive([str(path)], executor=executor)


def test_what_has_much_to_tell_is_told_whole_and_in_order(tmp_path, monkeypatch):
    from mustutor.archive import work

    monkeypatch.setattr(work, "MOST_REPORTS", 7)
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"".join(lines()))
    whole = verify_archive([str(path)]).dumps()
    with ThreadPoolExecutor(2) as executor:
        for lent in (None, executor):
            reports = []
            summary = verify_archive([str(path)], executor=lent, on_result=reports.append)
            assert [(report.match, report.row) for report in reports] == [
                (number, number) for number in range(1, 41)
            ]
            assert summary.dumps() == whole


# --- interrupted, killed, gone on with -----------------------------------------------------------


@sampled("by, jobs", product([signal.SIGINT, signal.SIGKILL], ["1", "2"]), 3)
def test_what_was_interrupted_goes_on_and_ends_the_same(tmp_path, league, expected, by, jobs):
    state = tmp_path / "state"
    words = ("verify", str(league), "--jobs", jobs, "--resume", str(state))
    process = begun(*words)
    workers = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    wait_for(lambda: size(state) > 1_000 or process.poll() is not None)
    left = workers.read_text().split() if workers.exists() else []
    process.send_signal(by)
    _, err = process.communicate(timeout=60)
    if by == signal.SIGINT:
        assert (process.returncode, "Traceback" in err) == (130, False)
    kept = size(state)
    assert kept > 1_000
    # Nobody goes on working for a parent that is gone.
    wait_for(lambda: not any(Path(f"/proc/{pid}/exe").exists() for pid in left))
    again = ran(*words)
    assert (again.returncode, again.stdout, again.stderr) == (3, expected.stdout, expected.stderr)
    assert size(state) > kept
    once_more = ran(*words[:2], "--resume", str(state))  # all is done: nothing is verified anew
    assert once_more.stdout == expected.stdout


@pytest.mark.usefixtures("small_shards")
@pytest.mark.parametrize("json_too", [(), ("--json",)])
def test_wherever_a_journal_is_cut_off_the_end_is_the_same(
    mustutor, tmp_path, monkeypatch, json_too
):
    from mustutor.archive import work

    monkeypatch.setattr(work, "MOST_REPORTS", 3)
    path, state = tmp_path / "a.jsonl", tmp_path / "state"
    path.write_bytes(b"".join([*lines()[:9], wrong(lines()[0]), b"{\n", *lines()[9:15]]))
    words = ("replay", "verify", str(path), *json_too)
    expected = mustutor(*words)
    assert mustutor(*words, "--resume", str(state)) == expected
    whole = state.read_bytes()
    for cut in (0, 1, 30, *range(100, len(whole), 997), len(whole) - 1):
        state.write_bytes(whole[:cut])
        assert mustutor(*words, "--resume", str(state)) == expected
        assert state.read_bytes() == whole


def test_a_stream_goes_on_too(mustutor, tmp_path, monkeypatch):
    import gzip

    from mustutor.archive import reading

    monkeypatch.setattr(reading.blocks, "__defaults__", (5_000,))
    path, state = tmp_path / "a.jsonl.gz", tmp_path / "state"
    path.write_bytes(gzip.compress(b"".join([*lines(), b"{\n"])))
    words = ("replay", "verify", str(path), "--resume", str(state))
    expected = mustutor(*words)
    whole = state.read_bytes()
    assert whole.count(b"\n") > 10
    state.write_bytes(whole[: len(whole) // 2])
    assert mustutor(*words) == expected
    assert state.read_bytes() == whole


def test_a_journal_of_something_else_is_refused_and_left_as_it_is(mustutor, tmp_path):
    path, state = tmp_path / "a.jsonl", tmp_path / "state"
    path.write_bytes(lines()[0])
    words = ("replay", "verify", str(path), "--resume", str(state))
    for text in (b"my diary", b"my diary\n", b"{}\n", lines()[0], b"[1]\n"):
        state.write_bytes(text)
        told = mustutor(*words)
        assert told.status == 3
        assert told.err.startswith(f"{state}: It is not a journal of a verification")
        assert state.read_bytes() == text
    state.unlink()
    assert mustutor(*words).status == 0
    path.write_bytes(lines()[0] + lines()[1])
    told = mustutor(*words)
    assert told.status == 3
    assert told.err.startswith(f"{state}: It was begun for other work, or the archive has changed")


def test_a_damaged_journal_is_told(tmp_path):
    state = tmp_path / "state"
    journal = Journal(str(state))
    journal.begin(["x"], 5)
    journal.close()
    state.write_bytes(state.read_bytes() + b"[1, 2, false]\n")
    journal = Journal(str(state))
    journal.begin(["x"], 5)
    assert journal.done == 1
    try:
        with pytest.raises(ReplayError, match="damaged"):
            list(journal.kept())
    finally:
        journal.close()


def test_two_programs_do_not_write_one_journal(tmp_path):
    state = str(tmp_path / "state")
    one = Journal(state)
    one.begin([], 1)
    told = ran("verify", "tests_of_nothing.json", "--resume", state)
    one.close()
    assert told.returncode == 3
    assert told.stderr.startswith(f"{state}: Another program is at work with it.")


def test_the_files_we_write_into_a_folder_are_no_records(mustutor, tmp_path):
    (tmp_path / "a.jsonl").write_bytes(lines()[0])
    words = ("replay", "verify", str(tmp_path), "--resume", str(tmp_path / "state.json"))
    words = (*words, "--summary", str(tmp_path / "summary.json"))
    first, second = mustutor(*words), mustutor(*words)
    assert first == second
    assert first.status == 0


# --- where nothing can be written, or nobody reads -----------------------------------------------


@sampled("option", ["--resume", "--summary"], 2)
def test_a_full_disk_is_told_and_nothing_is_half_written(tmp_path, league, option):
    resource = pytest.importorskip("resource")
    target = tmp_path / "target"

    def small_files_only():
        resource.setrlimit(resource.RLIMIT_FSIZE, (500, 500))

    told = ran("verify", str(league), option, str(target), preexec_fn=small_files_only)
    assert told.returncode == 3
    assert told.stderr.splitlines()[-1 if option == "--summary" else 0].startswith(
        f"{target}: It cannot be written"
    )
    assert "Traceback" not in told.stderr
    if option == "--summary":
        assert list(tmp_path.iterdir()) == []
    else:
        assert ran("verify", str(league), option, str(target)).returncode == 3


def test_an_output_that_is_full_is_told_in_a_line(league):
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("no such device here")
    with full.open("w") as out:
        told = subprocess.run(
            [*PROGRAM, "verify", str(league), "--jobs", "2", "--json"],
            stdout=out,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            timeout=60,
        )
    assert told.returncode == 3
    assert "Traceback" not in told.stderr


@sampled("options", [(), ("--json",), ("--jobs", "2"), ("--shard", "1/2")], 2)
def test_a_reader_who_leaves_is_no_error(league, options):
    with begun("verify", str(league), *options) as process:
        assert process.stdout
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr
        said = process.stderr.read()
    assert "Traceback" not in said
    assert process.returncode in (0, 3)


# --- how far it is -------------------------------------------------------------------------------


def test_in_a_pipe_nothing_is_said_of_progress_unless_asked(league, expected):
    assert "hands" not in expected.stderr
    told = ran("verify", str(league), "--progress", "--jobs", "2")
    assert told.stdout == expected.stdout
    *before, last = told.stderr.splitlines()
    assert before == expected.stderr.splitlines()
    assert last.startswith("Verified in 0:")
    assert "hands, " in last


def test_progress_says_what_is_done_at_what_rate_and_how_long_it_takes(monkeypatch, capsys):
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    pace = Pace(Console(open_language("en")), 1_000, asked=True)
    pace.add(100, 50)
    assert capsys.readouterr().err == ""
    now[0] += 20
    pace.add(150, 50)
    assert capsys.readouterr().err == "25 % verified, 5 hands a second, 1:00 to go.\n"
    now[0] += 5
    pace.add(150, 100)
    assert capsys.readouterr().err == ""
    now[0] += 75
    pace.end()
    assert capsys.readouterr().err == "Verified in 1:40: 200 hands, 2 a second.\n"


def test_at_a_terminal_one_line_is_drawn_again_and_cleared(league):
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    impatient = (
        "from mustutor.cli.replay import verdicts as pace; pace.PATIENCE = pace.REDRAWN = 0;"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", impatient + RUN, "replay", "verify", str(league)],
        stdout=subprocess.DEVNULL,
        stderr=theirs,
    )
    os.close(theirs)
    shown = b""
    try:
        while piece := os.read(ours, 4096):
            shown += piece
    except OSError:
        pass  # the other side is closed
    os.close(ours)
    assert process.wait(60) == 3
    drawn = [part for part in shown.split(b"\r") if b"% verified" in part]
    assert drawn
    assert all(part.endswith(b"\x1b[K") for part in drawn)
    assert b"Verified in" in shown.splitlines()[-1]


# --- the command line ----------------------------------------------------------------------------


@pytest.mark.parametrize("value", ["", "0/3", "4/3", "1", "1/0", "a/b", "-1/2", "1/3/5", "١/٢"])
def test_a_share_is_a_number_of_a_number(mustutor, value):
    refused = mustutor("replay", "verify", "whole_game", f"--shard={value}")
    if value:
        assert (refused.status, refused.out) == (2, "")
        assert "--shard takes a share such as 3/8" in refused.err
    else:
        assert refused.status == 0


@pytest.mark.parametrize(
    "words",
    [
        ("--shard", "1/2", "-"),
        ("--resume", "state", "-"),
        ("--executor", "ray"),
        ("--executor", "dask"),
        ("--scheduler", "tcp://nobody:1"),
    ],
)
def test_what_does_not_go_together_is_wrong_usage(mustutor, words):
    refused = mustutor("replay", "verify", "whole_game", *words)
    assert (refused.status, refused.out, len(refused.err.splitlines())) == (2, "", 2)


def test_shares_are_written_and_merged_by_the_commands(mustutor, tmp_path, league):
    whole, merged = tmp_path / "whole.json", tmp_path / "merged.json"
    told = mustutor("replay", "verify", str(league), "--summary", str(whole))
    parts = []
    for number in (1, 2, 3):
        part = tmp_path / f"{number}.json"
        share = mustutor("replay", "verify", str(league), "--shard", f"{number}/3")
        assert share.err == ""
        part.write_text(share.out)
        parts.append(str(part))
    parts.reverse()
    added = mustutor("replay", "merge", *parts, "--summary", str(merged))
    assert added.status == told.status == 3
    assert merged.read_bytes() == whole.read_bytes()
    assert mustutor("replay", "merge", *parts, "--json").out == whole.read_text()
    rows = [line for line in added.out.splitlines() if line.startswith("  hands")]
    assert rows == [line for line in told.out.splitlines() if line.startswith("  hands")]
    summary = json.loads(whole.read_text())
    assert (summary["matches"], summary["unread"]) == (25 * 42 + 1, 25)
    short = mustutor("replay", "merge", *parts[:2])
    assert short.status == 3
    assert "Some of the 3 shares of an archive are not here: 1." in short.err
    twice = mustutor("replay", "merge", *parts, parts[0])
    assert (twice.status, twice.out) == (3, "")
    assert twice.err.startswith(f"{parts[0]}: ")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", ":1:1: The JSON breaks off here"),
        ("{}", ": It is not a summary"),
        ('{"format": "mus-replay/1"}', ": It is not a summary"),
        ("\xff", ":1:1: It is not UTF-8 text: byte 0xff cannot be read."),
    ],
)
def test_what_is_no_summary_is_told_by_its_name(mustutor, tmp_path, text, told):
    path = tmp_path / "x.json"
    path.write_text(text, "latin-1")
    merged = mustutor("replay", "merge", str(path))
    assert (merged.status, merged.out) == (3, "")
    assert merged.err.startswith(f"{path}{told}")
