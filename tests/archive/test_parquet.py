"""An archive written as tables: whole or not at all, the same however, and true to the records."""

from __future__ import annotations

import errno
import fcntl
import gzip
import json
import os
import re
import resource
import signal
import subprocess
import sys
import time
from itertools import product
from pathlib import Path

import pytest

from mustutor.archive.parquet import export_archive
from mustutor.archive.rows import TABLES, MatchPlace, rows_of
from mustutor.base.errors import Unreadable
from mustutor.base.files import data
from mustutor.replay import loads
from mustutor.replay.files import load_replay
from tests.archive.league import NAMES, asked, league, written
from tests.interruption import HEEDING
from tests.long import sampled

pytestmark = pytest.mark.libraries
pytest.importorskip("duckdb")

PAGE = Path(__file__).parents[2] / "replays" / "ARCHIVES.md"
FILES = {f"{table.name}.parquet" for table in TABLES}
RECORDS = data("replays")
SMALL = 150_000


def rows(folder, table):
    return asked(folder, f"FROM {table}")


def exported(paths, target, **how):
    export_archive([str(path) for path in paths], target, **how)
    return target


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    folder = tmp_path_factory.mktemp("league")
    return exported([written(folder / "league.jsonl"), RECORDS], folder / "tables", size=SMALL)


# --- what the tables hold ----------------------------------------------------------------------


def documented():
    page = PAGE.read_text("utf-8")
    found = {}
    for name, body in re.findall(
        r"^### `(\w+)\.parquet`: .+\n((?:\n|\|.*\n)+)", page, re.MULTILINE
    ):
        lines = re.findall(r"^\| `(\w+)` \| `(.+?)` \| (.+) \|$", body, re.MULTILINE)
        found[name] = [(column, kind) for column, kind, _ in lines]
        assert all(said.strip() for *_, said in lines)
    return found


@pytest.mark.parametrize("archive", ["full", "empty"])
def test_the_page_tells_the_columns_there_are(tables, tmp_path, archive):
    if archive == "empty":
        (tmp_path / "none").mkdir()
        tables = exported([tmp_path / "none"], tmp_path / "tables")
    assert {path.name for path in tables.iterdir()} == FILES
    real = {
        path.stem: [(name, kind) for name, kind, *_ in asked(tables, f"DESCRIBE {path.stem}")]
        for path in tables.iterdir()
    }
    assert documented() == real


def test_no_column_has_a_name_that_sql_keeps_for_itself(tables):
    for name, columns in documented().items():
        plain = ", ".join(column for column, _ in columns)
        aliased = ", ".join(f"t.{column} AS {column}" for column, _ in columns)
        assert asked(tables, f"FROM {name} SELECT {plain} ORDER BY {plain} LIMIT 1")
        assert asked(tables, f"FROM {name} AS t SELECT {aliased} LIMIT 1")


# What these state hangs on cards, or on a call, that they do not tell.
UNTOLD = {"forgotten_call", "seen_by_one_without_cards"}


def test_every_record_that_comes_with_mustutor_is_true_to_its_ledger():
    """The stones of the tables against what the records state, which are all in order."""
    for path in sorted(RECORDS.glob("*.json")):
        record = json.loads(path.read_text("utf-8"))
        if path.stem in UNTOLD:
            continue
        stated = [
            (
                number,
                at,
                *(each.get(key) for key in ("lance", "when", "item", "from", "to", "stones")),
            )
            for number, hand in enumerate(record["hands"], 1)
            for at, each in enumerate(hand.get("ledger", ()), 1)
        ]
        told = [
            tuple(row.values())
            for table, row in rows_of(load_replay(path), MatchPlace(1))
            if table == "movements"
        ]
        assert [row[1:9] for row in told] == stated, path.name


def test_every_call_of_a_good_match_is_a_row(tables):
    wanted = [
        (call, lance, each.record["players"][call.split()[0]])
        for each in league()
        if each.planted == "good"
        for hand in each.record["hands"]
        for lance, call in ((r["lance"], call) for r in hand["rounds"] for call in r["calls"])
    ]
    query = """
        SELECT recorded, lance, players[seat] FROM calls JOIN matches USING (match)
        WHERE verdict = 'ok' AND file LIKE '%league.jsonl' ORDER BY match, hand, round, call
    """
    assert asked(tables, query) == wanted


def test_calls_are_told_as_written_and_in_their_one_spelling():
    record = json.loads((RECORDS / "worked_example_1_b_better.json").read_text("utf-8"))
    calls = record["hands"][0]["rounds"][0]["calls"]
    calls[2:4] = ["C I bet 2", "D fold"]
    calls[6] = "B 3 más"
    told = [
        row for table, row in rows_of(loads(json.dumps(record)), MatchPlace(1)) if table == "calls"
    ]
    assert [(told[i]["recorded"], told[i]["said"], told[i]["stake"]) for i in (2, 3, 6)] == [
        ("C I bet 2", "C envido 2", 2),
        ("D fold", "D no quiero", None),
        ("B 3 más", "B subo a 5", 5),
    ]


def test_claims_stand_beside_what_was_computed(tables):
    query = """
        SELECT claimant, about, hand, lance, claimed_to, claimed_stones, claimed_after,
               computed_to, computed_stones, computed_after, holds, why
        FROM claims JOIN matches USING (match)
        WHERE file LIKE '%/worked_example_1_b_better.json' ORDER BY claim
    """
    after = {"A": 5, "B": 6, "C": 16, "D": 9, "E": 22}
    assert asked(tables, query) == [
        ("B", "1.grande", 1, "grande", "E", 22, None, "E", 22, None, True, None),
        ("E", "1", 1, None, None, None, {"B": 6, "E": 22}, None, None, after, True, None),
    ]


def test_every_claim_of_many_is_judged():
    record = json.loads((RECORDS / "worked_example_1_b_better.json").read_text("utf-8"))
    record["claims"] = [
        {"by": "Eva", "about": "1.grande", "to": "E", "stones": stones} for stones in range(60)
    ]
    told = [
        row for table, row in rows_of(loads(json.dumps(record)), MatchPlace(1)) if table == "claims"
    ]
    assert [row["claim"] for row in told] == list(range(1, 61))
    assert [row["claimed_stones"] for row in told if row["holds"]] == [22]
    assert {row["computed_stones"] for row in told} == {22}
    assert {row["player"] for row in told} == {"Eva"}


def test_faults_are_those_that_verify_tells(tables, mustutor):
    faulty = sorted((RECORDS / "faulty").iterdir())
    told = mustutor("replay", "verify", *map(str, faulty), "--json")
    verified = [json.loads(line) for line in told.out.splitlines()]
    wanted = [
        (each["file"], each["verdict"], each["code"] or None, each["place"]) for each in verified
    ]
    query = """
        SELECT file, faults.verdict, code, faults.place FROM faults JOIN matches USING (match)
        WHERE file LIKE '%/faulty/%' ORDER BY match
    """
    assert len(wanted) >= 20
    assert asked(tables, query) == wanted


def test_names_are_kept_whatever_they_hold(tables):
    told = {
        name
        for (players,) in asked(tables, "SELECT players FROM matches")
        if players
        for name in players.values()
    }
    assert set(NAMES) <= told


# --- where a match stands ----------------------------------------------------------------------


def numbered(number):
    record = {
        "format": "mus-replay/1",
        "variant": {"id": "madrid"},
        "seats": ["A1", "B1", "A2", "B2"],
    }
    return json.dumps({**record, "hands": [], "event": f"match {number}", "x-more": "x" * 300})


@sampled("packed, size", product([False, True], [1_000, 3_000, 4 * 1024 * 1024]), 3)
def test_a_match_is_found_again_by_its_line_and_its_byte(tmp_path, size, packed):
    lines = []
    for number in range(1, 60):
        lines += [numbered(number), *[""] * (number % 3), *["{oops"] * (number % 7 == 0)]
    text = "\r\n".join(lines).encode()
    small, path = tmp_path / "a.json", tmp_path / ("m.jsonl.gz" if packed else "m.jsonl")
    small.write_text(numbered(0))
    path.write_bytes(gzip.compress(text) if packed else text)
    folder = exported([small, path, small], tmp_path / "tables", size=size)
    found = asked(folder, "SELECT match, file, number, line, byte, event, verdict FROM matches")
    assert [row[0] for row in found] == list(range(1, len(found) + 1))
    assert found[0][1:6] == found[-1][1:6] == (str(small), 1, None, None, "match 0")
    inside = found[1:-1]
    assert [row[2] for row in inside] == list(range(1, len(inside) + 1))
    assert sum(row[6] == "unreadable" for row in inside) == 8
    assert [row[5] for row in inside if row[5]] == [f"match {n}" for n in range(1, 60)]
    for _, _, _, line, byte, event, _ in inside:
        there = text[byte:].split(b"\r\n")[0].decode()
        assert there == text.decode().split("\r\n")[line - 1]
        assert there == "{oops" if event is None else json.loads(there)["event"] == event


def test_what_cannot_be_read_is_a_row_and_hides_nothing(tmp_path):
    broken = tmp_path / "broken.jsonl"
    good = numbered(1).encode()
    broken.write_bytes(
        b"\n".join(
            [good, b'{"format":', b'{"a": "\xff"}', b"\x00\x00", good, good[:40], b"[]", good]
        )
    )
    (tmp_path / "empty.json").write_bytes(b"")
    (tmp_path / "out.json").symlink_to("/etc/hostname")
    strange = os.fsencode(tmp_path) + b"/strange\xff.jsonl"
    Path(os.fsdecode(strange)).write_bytes(good)
    folder = exported([tmp_path], tmp_path.parent / "broken tables")
    found = asked(folder, "SELECT file, line, verdict FROM matches")
    inside = [(line, verdict) for file, line, verdict in found if file == str(broken)]
    bad = {2, 3, 4, 6, 7}
    assert [line for line, _ in inside] == list(range(1, 9))
    assert {line for line, verdict in inside if verdict == "unreadable"} == bad
    others = {Path(file).name: verdict for file, _, verdict in found if file != str(broken)}
    assert others == {
        "empty.json": "unreadable",
        "out.json": "unreadable",
        r"strange\udcff.jsonl": "ok",
    }
    assert len(rows(folder, "faults")) == len(bad) + 2
    assert all(message for (message,) in asked(folder, "SELECT message FROM faults"))


# --- the same however, whole or not at all -----------------------------------------------------


def test_the_bytes_do_not_depend_on_the_jobs(tmp_path):
    league_file = written(tmp_path / "league.jsonl")
    made = [
        exported([league_file], tmp_path / f"tables {jobs}", jobs=jobs, size=SMALL)
        for jobs in (1, 3)
    ]
    first, *others = [
        {path.name: path.read_bytes() for path in folder.iterdir()} for folder in made
    ]
    assert set(first) == FILES
    assert all(other == first for other in others)


@pytest.mark.long
def test_the_rows_do_not_depend_on_how_an_archive_is_cut(tmp_path):
    league_file = written(tmp_path / "league.jsonl")
    fine = exported([league_file], tmp_path / "fine", size=60_000)
    coarse = exported([league_file], tmp_path / "coarse")
    for table in TABLES:
        assert rows(fine, table.name) == rows(coarse, table.name)


@pytest.mark.parametrize("name", ["it's [1] a*b?", "$(rm)", "ñandú {x}", "-f"])
def test_a_folder_may_have_any_name(tmp_path, monkeypatch, mustutor, name):
    monkeypatch.chdir(tmp_path)
    Path("m.jsonl").write_text(numbered(1))
    told = mustutor("archive", "export", "m.jsonl", f"--parquet={name}")
    assert (told.status, told.err) == (0, "")
    assert {path.name for path in Path(name).iterdir()} == FILES
    asked = mustutor("archive", "query", "longest", "--json", "--", name)
    assert json.loads(asked.out)["rows"][0]["variant"] == "madrid"


def beside(folder):
    return sorted(path.name for path in folder.iterdir())


def test_a_folder_that_is_there_is_left_alone(tmp_path, mustutor):
    (tmp_path / "m.jsonl").write_text(numbered(1))
    for there in ("folder", "file", "link"):
        target = tmp_path / there
        if there == "folder":
            target.mkdir()
        elif there == "file":
            target.write_text("mine")
        else:
            target.symlink_to("nowhere")
        told = mustutor("archive", "export", str(tmp_path / "m.jsonl"), "--parquet", str(target))
        assert told.status == 3
        assert told.err.splitlines() == [
            f"{target}: It is there already: name a folder that does not exist yet."
        ]
    assert beside(tmp_path) == ["file", "folder", "link", "m.jsonl"]
    assert not list((tmp_path / "folder").iterdir())
    assert (tmp_path / "file").read_text() == "mine"


@pytest.mark.parametrize("words", [("nowhere.jsonl",), ("m.jsonl", "nowhere.jsonl")])
def test_a_misspelled_file_stops_it_before_it_begins(tmp_path, monkeypatch, mustutor, words):
    monkeypatch.chdir(tmp_path)
    Path("m.jsonl").write_text(numbered(1))
    told = mustutor("archive", "export", *words, "--parquet", "tables")
    assert told.status == 3
    assert told.err.startswith("nowhere.jsonl: There is no such file")
    assert beside(tmp_path) == ["m.jsonl"]


def test_a_fault_in_the_middle_leaves_nothing(tmp_path, monkeypatch):
    league_file = written(tmp_path / "league.jsonl")
    seen = []

    def breaks(*_):
        seen.append(beside(tmp_path))
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("mustutor.archive.parquet.ParquetWriter.whole", breaks)
    with pytest.raises(Unreadable, match="It cannot be written: No space left on device"):
        exported([league_file], tmp_path / "tables", size=SMALL)
    assert [len(names) for names in seen] == [2]  # there was something to clear away
    assert beside(tmp_path) == ["league.jsonl"]


def test_what_arrives_on_the_disk_was_opened_to_be_written(tmp_path, monkeypatch):
    """Windows refuses to flush a file that was opened to be read."""

    def flushed(handle):
        if fcntl.fcntl(handle, fcntl.F_GETFL) & os.O_ACCMODE == os.O_RDONLY:
            raise OSError(errno.EBADF, "Bad file descriptor")
        arrived.append(handle)

    arrived = []
    monkeypatch.setattr(os, "fsync", flushed)
    exported([written(tmp_path / "league.jsonl")], tmp_path / "tables", size=SMALL)
    assert len(arrived) >= len(FILES)
    assert {path.name for path in (tmp_path / "tables").iterdir()} >= FILES


COMMAND = (sys.executable, "-m", "mustutor", "archive", "export")


@sampled("most, jobs", product([2_000, 40_000], ["1", "2"]), 3)
def test_a_full_disk_leaves_nothing(tmp_path, most, jobs):
    league_file = written(tmp_path / "league.jsonl")
    told = subprocess.run(
        [*COMMAND, league_file, "--parquet", tmp_path / "tables", "--jobs", jobs],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 3, told.stderr
    assert told.stdout == ""
    assert re.fullmatch(r"\S+: It cannot be written: .+\n", told.stderr), told.stderr
    assert beside(tmp_path) == ["league.jsonl"]


def begun(tmp_path, *words, at_work="parts/calls*"):
    """An export of an archive large enough, given when it is at work."""
    line = json.dumps(max((each.record for each in league()), key=lambda record: len(str(record))))
    (tmp_path / "long.jsonl").write_text(f"{line}\n" * 4_000)
    process = subprocess.Popen(
        [*COMMAND, tmp_path / "long.jsonl", "--parquet", tmp_path / "tables", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        **HEEDING,
    )
    until = time.monotonic() + 60
    while not list(tmp_path.glob(f".tables.*/{at_work}")) and time.monotonic() < until:
        time.sleep(0.02)
    assert process.poll() is None, process.stderr and process.stderr.read()
    return process


@sampled("at_work, jobs", product(["parts", "parts/calls*"], ["1", "2"]), 3)
def test_an_interrupted_export_leaves_nothing(tmp_path, jobs, at_work):
    process = begun(tmp_path, "--jobs", jobs, at_work=at_work)
    # As a terminal does: all of them are interrupted, those that are just beginning as well.
    time.sleep(0.1)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, "", "")
    assert beside(tmp_path) == ["long.jsonl"]


def test_a_killed_export_leaves_no_folder_of_that_name(tmp_path):
    process = begun(tmp_path, "--jobs", "2")
    process.kill()
    process.communicate(timeout=60)
    left = [name for name in beside(tmp_path) if not name.startswith(".tables.")]
    assert left == ["long.jsonl"]


@pytest.mark.skipif(sys.platform != "linux", reason="finds the processes in /proc")
def test_a_process_that_dies_at_its_work_is_told(tmp_path):
    process = begun(tmp_path, "--jobs", "2")
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    workers = [
        int(child)
        for child in children
        if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()
    ]
    os.kill(workers[-1], signal.SIGKILL)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (3, "")
    assert err == (
        "A process that was working on it died, so nothing has been written: try again "
        "with --jobs 1.\n"
    )
    assert beside(tmp_path) == ["long.jsonl"]


# Of itself a process asks its own memory: ru_maxrss would count that of whoever started it too.
MEASURED = """
import re, sys
from mustutor.archive.parquet import export_archive
export_archive([sys.argv[1]], sys.argv[2], size=200_000)
print(re.search(r"VmHWM:\\s+([0-9]+)", open("/proc/self/status").read())[1])
"""


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="/proc tells the memory there")
def test_memory_does_not_grow_with_the_archive(tmp_path):
    used = []
    for times in (1, 8):
        path = tmp_path / f"{times}.jsonl"
        path.write_bytes(written(tmp_path / "league.jsonl").read_bytes() * times)
        told = subprocess.run(
            [sys.executable, "-c", MEASURED, path, tmp_path / f"tables {times}"],
            capture_output=True,
            text=True,
            check=True,
        )
        used.append(int(told.stdout) // 1024)
    assert max(used) < 300
    assert used[1] - used[0] < 60, used


def test_without_duckdb_it_says_what_to_install(tmp_path, monkeypatch, mustutor):
    (tmp_path / "m.jsonl").write_text(numbered(1))
    monkeypatch.setitem(sys.modules, "duckdb", None)
    for words in (
        ("export", str(tmp_path / "m.jsonl"), "--parquet", str(tmp_path / "tables")),
        ("query", "claims", str(tmp_path)),
    ):
        told = mustutor("archive", *words)
        assert (told.status, told.out) == (3, "")
        assert told.err == (
            "Tables are written and read with DuckDB, which is not installed: "
            "pip install 'mustutor[archive]'.\n"
        )
    assert beside(tmp_path) == ["m.jsonl"]


def test_the_command_says_what_it_has_written(tmp_path, mustutor):
    (tmp_path / "m.jsonl").write_text(f"{numbered(1)}\n{{oops\n")
    folder = str(tmp_path / "t")
    told = mustutor(
        "archive", "export", str(tmp_path / "m.jsonl"), "--parquet", folder, "--width", "200"
    )
    assert (told.status, told.err) == (0, "")
    assert told.out.splitlines() == [
        f"{folder} is written: 2 matches; hands: 0, calls: 0.",
        "1 of them could not be read: the table of faults says why.",
        f"To ask it a question: mustutor archive query faults {folder}",
    ]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_archive_may_come_through_a_pipe(tmp_path, jobs):
    subprocess.run(
        [*COMMAND, "-", "--parquet", tmp_path / "tables", "--jobs", jobs],
        input="\n".join(numbered(number) for number in range(1, 6)).encode(),
        capture_output=True,
        check=True,
    )
    found = asked(tmp_path / "tables", "SELECT match, file, line, event FROM matches")
    assert found == [(number, "-", number, f"match {number}") for number in range(1, 6)]
