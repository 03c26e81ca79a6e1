"""Damaged archives: the rest is still checked, the bad ones are told with their line and byte."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from mustutor.archive import reading, verify_archive
from mustutor.archive.reading import STREAM, Shard
from tests.archive.made import counted, lines, spoiled, wrong

GOOD = lines()[0]
OTHER = lines()[1]
BOM = b"\xef\xbb\xbf"


def verified(mustutor, *words):
    told = mustutor("replay", "verify", *words, "--json")
    return told, [json.loads(line) for line in told.out.splitlines()]


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        (GOOD[: len(GOOD) // 2] + b"\n", "breaks off"),
        (GOOD[:40] + b"\xff\xfe" + GOOD[40:], "byte 0xff cannot be read"),
        (b"\0" * 5_000 + b"\n", "It is not text"),
        (GOOD[:40] + b"\0" + GOOD[40:], "It is not text"),
        (b"null\n", "must be a map"),
        (b"{}\n", "is missing"),
        (b"[" * 100_000 + b"\n", "nests brackets"),
        (b'{"format": "mus-replay/9"}\n', "The format is"),
        (b"9" * 100_000 + b"\n", "number"),
        (BOM + GOOD, "byte order mark"),
    ],
    ids=range(10),
)
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_bad_line_is_told_with_its_place_and_hides_no_other(
    mustutor, tmp_path, bad, reason, jobs
):
    path = tmp_path / "league.jsonl"
    path.write_bytes(GOOD + OTHER + b"\n" + bad + wrong(GOOD) + OTHER)
    offset = len(GOOD) + len(OTHER) + 1
    told = mustutor("replay", "verify", str(path), "--jobs", jobs)
    assert told.status == 3
    [problem, advice] = told.err.splitlines()
    assert problem.startswith(f"{path}:4:")
    assert problem.endswith(f"(byte {offset})")
    assert reason in problem
    assert advice == "Type mustutor schema replay to see what a record holds."
    assert f"{path}: match 4: unsettled at 1.after" in told.out
    assert f"On line 5, byte {offset + len(bad)}." in told.out
    assert "3 of 5 matches agree" in " ".join(told.out.split())
    summary = verify_archive([str(path)])
    assert [(fault.line, fault.offset) for fault in summary.faults] == [
        (4, offset),
        (5, offset + len(bad)),
    ]
    _, reports = verified(mustutor, str(path), "--jobs", jobs)
    assert [report["match"] for report in reports] == [1, 2, 3, 4, 5]
    assert reports[2]["place"].startswith("4:")


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\n\n\r\n", b" \t\n"])
def test_how_lines_end_does_not_matter(tmp_path, end):
    path = tmp_path / "league.jsonl"
    path.write_bytes(end.join(line.rstrip(b"\n") for line in lines()) + end)
    summary = verify_archive([str(path)])
    assert summary.verdicts == {"ok": 40}
    path.write_bytes(path.read_bytes().rstrip())
    assert verify_archive([str(path)]).verdicts == {"ok": 40}


def test_other_rules_than_ours_are_named_and_the_rest_is_checked(mustutor, tmp_path):
    other = json.loads(GOOD)
    other["variant"]["digest"] = "0" * 64
    strange = json.loads(GOOD)
    strange["variant"] = {"id": "no_such_table"}
    path = tmp_path / "league.jsonl"
    text = [GOOD.decode(), json.dumps(other), json.dumps(strange), OTHER.decode()]
    path.write_text("".join(line.rstrip("\n") + "\n" for line in text))
    told, reports = verified(mustutor, str(path))
    assert told.status == 1
    verdicts = [report["verdict"] for report in reports]
    assert verdicts == ["ok", "other_rules", "other_rules", "ok"]


def test_a_match_that_is_there_twice_is_told_and_no_fault(mustutor, tmp_path):
    (tmp_path / "a.jsonl").write_bytes(OTHER + GOOD + OTHER)
    (tmp_path / "b.json").write_bytes(OTHER)
    told = mustutor("replay", "verify", str(tmp_path))
    assert (told.status, told.err) == (0, "")
    assert "repetitions 2" in " ".join(told.out.split())
    first = f"{tmp_path / 'a.jsonl'}: the match at byte 0 is in the archive 3 times."
    assert first in " ".join(told.out.split())


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_line_of_a_hundred_megabytes_is_refused_and_the_rest_is_checked(tmp_path, jobs):
    path = tmp_path / "league.jsonl"
    with path.open("wb") as file:
        file.write(GOOD)
        file.seek(100 * 2**20, os.SEEK_CUR)  # a hole: nothing of it is on the disk
        file.write(b"\n" + OTHER)
    summary = verify_archive([str(path)], jobs=jobs)
    assert (summary.verdicts, summary.unread) == ({"ok": 2}, 1)
    [fault] = summary.faults
    assert (fault.line, fault.offset, fault.match) == (2, len(GOOD), 2)
    assert fault.message == "The line is longer than 32 MiB."


# Of itself a process asks its own memory: ru_maxrss would count that of whoever started it too.
MEASURED = """
import re, resource, sys
from mustutor.cli.main import main
status = main(sys.argv[1:])
ours = int(re.search(r"VmHWM:\\s+([0-9]+)", open("/proc/self/status").read())[1])
peak = max(ours, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
print(status, peak // 1024, file=sys.stderr)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="memory is counted in kilobytes there")
@pytest.mark.long
@pytest.mark.parametrize("options", [("--json", "--jobs", "2"), ("--shard", "1/1")])
def test_memory_is_bounded_whatever_the_archive(tmp_path, options):
    folder = tmp_path / "league"
    folder.mkdir()
    with (folder / "a.jsonl").open("wb") as file:
        file.write(GOOD)
        file.seek(100 * 2**20, os.SEEK_CUR)
        file.write(b"\n")
        # Many short lines have more to tell than they hold; no two of them are alike.
        file.write(b"".join(b"{%d\n" % each for each in range(10_000)))
        file.seek(250 * 2**20, os.SEEK_CUR)
        file.write(b"\n" * 500_000 + b"".join(lines()) * 5)
    with gzip.open(folder / "b.jsonl.gz", "wb", 1) as file:
        file.write(OTHER)
        for _ in range(100):
            file.write(b" " * 2**20)
        file.write(b"\n" + b"\n" * 2**18 + GOOD)
    told = subprocess.run(
        [sys.executable, "-c", MEASURED, "replay", "verify", str(folder), *options],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        check=True,
        timeout=300,
    )
    status, peak = told.stderr.split("\n")[-2].split()
    assert status == "3"
    assert int(peak) < 300


# --- packed files ----------------------------------------------------------------------------


def zstandard():
    return reading.zstandard() or pytest.skip("no Zstandard here")


def packer(suffix):
    return gzip.compress if suffix == ".gz" else zstandard().compress


@pytest.mark.parametrize("suffix", [".gz", ".zst"])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_packed_archive_is_read_as_the_plain_one(mustutor, tmp_path, suffix, jobs):
    every = [*lines(), wrong(GOOD), b"{\n", *lines()]
    text = b"".join(every)
    plain, other = tmp_path / "a.jsonl", tmp_path / f"a.jsonl{suffix}"
    plain.write_bytes(text)
    half = len(text) // 2
    pack = packer(suffix)
    other.write_bytes(pack(text[:half]) + pack(text[half:]))  # as `cat` puts two together
    expected = mustutor("replay", "verify", str(plain))
    told = mustutor("replay", "verify", str(other), "--jobs", jobs)
    assert told.status == expected.status == 3
    for one, two in ((told.out, expected.out), (told.err, expected.err)):
        assert " ".join(one.split()).replace(f"jsonl{suffix}", "jsonl") == " ".join(two.split())


@pytest.mark.parametrize("suffix", [".gz", ".zst"])
def test_a_packed_file_cut_in_the_middle_is_checked_up_to_there(mustutor, tmp_path, suffix):
    # Packed in parts, one after the other, so that half of the file holds half of the matches.
    text = b"".join(lines())
    parts = [b"".join(lines()[at : at + 5]) for at in range(0, 40, 5)]
    data = b"".join(packer(suffix)(part) for part in parts)
    path = tmp_path / f"a.jsonl{suffix}"
    path.write_bytes(data[: len(data) // 2])
    told = mustutor("replay", "verify", str(path))
    assert told.status == 3
    assert "The packed file breaks off here: it seems to be cut short. (byte " in told.err
    summary = verify_archive([str(path)])
    assert summary.unread == 1
    [fault] = summary.faults
    # Every whole line before the place that is told was checked, and agrees.
    assert summary.verdicts["ok"] == text[: fault.offset].count(b"\n") == fault.line - 1 > 5
    assert text[: fault.offset].endswith(b"\n")


@pytest.mark.parametrize("suffix", [".gz", ".zst"])
@pytest.mark.parametrize(
    ("spoil", "reason", "advised"),
    [
        (lambda _: b"garbage, and not packed at all" * 9, "not packed as its name says", 0),
        (lambda data: data + b"something else", "damaged from here on", 1),
        (lambda data: data[:9] + bytes(40) + data[49:], "damaged from here on", 0),
        (lambda _: b"", "It is empty", 0),
    ],
    ids=["garbage", "followed", "damaged", "empty"],
)
def test_a_packed_file_that_is_none_is_told_in_a_line(
    mustutor, tmp_path, suffix, spoil, reason, advised
):
    path = tmp_path / f"a.jsonl{suffix}"
    path.write_bytes(spoil(packer(suffix)(b"".join(lines()))))
    good = tmp_path / "good.jsonl"
    good.write_bytes(GOOD)
    told = mustutor("replay", "verify", str(path), str(good))
    assert told.status == 3
    first, *advice = told.err.splitlines()
    assert reason in first
    assert len(advice) == advised
    assert f"{good}: ok" in " ".join(told.out.split())


def test_without_what_unpacks_it_a_file_is_told_with_what_to_install(
    mustutor, tmp_path, monkeypatch
):
    monkeypatch.setattr(reading, "zstandard", lambda: None)
    path = tmp_path / "a.jsonl.zst"
    path.write_bytes(b"\x28\xb5\x2f\xfd")
    told = mustutor("replay", "verify", str(path))
    assert told.status == 3
    assert "pip install 'mustutor[zst]'" in told.err.splitlines()[0]


# --- folders ---------------------------------------------------------------------------------


def test_folders_are_walked_in_the_order_of_names_to_the_bottom(mustutor, tmp_path):
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "deep").mkdir()
    (tmp_path / ".hidden").mkdir()
    kept = ["a.json", "b/c.jsonl", "b/deep/d.json", "b/e.json", "f.jsonl.gz"]
    for name in (*kept, ".hidden/x.json", "README.md", ".x.json", "b/notes.txt"):
        text = GOOD if not name.endswith(".gz") else gzip.compress(GOOD)
        (tmp_path / name).write_bytes(text)
    told, reports = verified(mustutor, str(tmp_path))
    assert told.status == 0
    assert [report["file"] for report in reports] == [str(tmp_path / name) for name in kept]


def test_links_do_not_lead_out_of_the_folder(mustutor, tmp_path):
    outside = tmp_path / "outside"
    league = tmp_path / "league"
    outside.mkdir()
    league.mkdir()
    (outside / "secret.json").write_bytes(GOOD)
    (league / "a.json").write_bytes(GOOD)
    (league / "again.json").symlink_to("a.json")
    (league / "round").symlink_to(".")
    (league / "way").symlink_to(outside)
    (league / "z.json").symlink_to(outside / "secret.json")
    told, reports = verified(mustutor, str(league))
    assert told.status == 3
    assert [Path(report["file"]).name for report in reports] == ["a.json", "way", "z.json"]
    assert [report["verdict"] for report in reports] == ["ok", "unreadable", "unreadable"]
    assert reports[1]["message"].startswith(f"{league / 'way'}: This is a link that leads out of")
    told, [report] = verified(mustutor, str(league / "z.json"))
    assert (told.status, report["verdict"]) == (0, "ok")


def test_a_folder_without_records_is_told(mustutor, tmp_path):
    (tmp_path / "notes.txt").write_text("nothing")
    told = mustutor("replay", "verify", str(tmp_path))
    assert told.status == 3
    assert told.err.startswith(f"{tmp_path}: It is a folder without records")


def test_what_is_too_deep_or_too_much_is_told_and_not_followed(mustutor, tmp_path, monkeypatch):
    from mustutor.archive import reading

    monkeypatch.setattr(reading, "DEEPEST", 3)
    deep = tmp_path
    for name in "abcde":
        deep /= name
        deep.mkdir()
        (deep / "match.json").write_bytes(GOOD)
    told, reports = verified(mustutor, str(tmp_path))
    assert told.status == 3
    assert [report["verdict"] for report in reports] == ["unreadable", "ok", "ok"]
    assert "more than 3 deep" in told.err
    monkeypatch.setattr(reading, "DEEPEST", 64)
    monkeypatch.setattr(reading, "MOST_FILES", 1)
    told, reports = verified(mustutor, str(tmp_path))
    assert [report["verdict"] for report in reports] == ["ok", "unreadable"]
    assert "more than 1 file" in told.err


def test_a_file_nobody_may_read_leaves_the_others(mustutor, tmp_path, monkeypatch):
    path = tmp_path / "a.jsonl"
    for name in ("a.jsonl", "b.json", "c.jsonl"):
        (tmp_path / name).write_bytes(GOOD)
    path.chmod(0)
    if os.access(path, os.R_OK):  # whoever may read everything meets the same answer here
        opened = Path.open

        def forbidden(self, *words, **more):
            if self == path:
                raise PermissionError(13, "Permission denied", str(path))
            return opened(self, *words, **more)

        monkeypatch.setattr(Path, "open", forbidden)
    told = mustutor("replay", "verify", str(tmp_path))
    assert told.status == 3
    assert told.err.startswith(f"{path}: It may not be read: its permissions forbid it.")
    assert "2 of 3 matches agree" in " ".join(told.out.split())


def test_a_file_that_became_shorter_meanwhile_is_told(tmp_path):
    from mustutor.archive.reading import plan, shards
    from mustutor.archive.work import work

    path = tmp_path / "a.jsonl"
    path.write_bytes(GOOD + OTHER)
    [shard] = shards(plan([str(path)]))
    path.write_bytes(GOOD)
    piece = work(shard, "en", "all")
    assert (piece.verdicts, piece.unread) == ((("ok", 1),), 1)
    assert piece.reports[-1].message == "It has become shorter while it was being read."


@pytest.mark.parametrize("name", ["with\nline.jsonl", "bidi\u202e.jsonl", "colour\x1b[31m.jsonl"])
def test_a_hostile_name_is_kept_as_data_and_shown_harmless(mustutor, tmp_path, name):
    path = tmp_path / name
    path.write_bytes(wrong(GOOD) + b"{\n")
    told = mustutor("replay", "verify", str(tmp_path))
    assert told.status == 3
    assert not {"\x1b", "\u202e"} & set(told.out + told.err)
    _, reports = verified(mustutor, str(tmp_path))
    assert {report["file"] for report in reports} == {str(path)}


def test_all_kinds_of_damage_at_once_are_counted_as_an_oracle_counts_them(tmp_path):
    every = list(lines())
    every[3:3] = [b"\n", b"{\n", b"\xff\n", b"\0\0\0\n", b"[]\r\n", wrong(GOOD), b"   \n"]
    every.append(spoiled(OTHER, mano="Q"))
    every.append(every[-1][:-30])
    text = b"".join(every)
    path = tmp_path / "a.jsonl"
    path.write_bytes(text)
    expected = counted(text)
    for jobs in (1, 3):
        summary = verify_archive([str(path)], jobs=jobs)
        assert (summary.verdicts, summary.unread) == (expected["verdicts"], expected["unread"])
        assert [(fault.line, fault.offset) for fault in summary.faults] == expected["bad"]


def test_sheets_and_matches_under_way_are_read_in_a_folder_too(mustutor, tmp_path):
    from mustutor.base.files import data
    from mustutor.replay.files import load_replay
    from mustutor.replay.sheet.writer import written

    sheet = written(load_replay(data("replays") / "ordago_accepted.json"))
    (tmp_path / "two.mus").write_text(sheet + "\n" + sheet, "utf-8")
    told, reports = verified(mustutor, str(tmp_path))
    assert told.status == 0
    assert {report["verdict"] for report in reports} == {"ok"}
    assert [report["match"] for report in reports] == list(range(1, len(reports) + 1))
    (tmp_path / "now.part.jsonl").write_text("{\n")
    told, reports = verified(mustutor, str(tmp_path))
    assert told.status == 3
    assert reports[0]["file"].endswith("now.part.jsonl")
    assert reports[0]["verdict"] == "unreadable"


# --- more than anybody reads -----------------------------------------------------------------


@pytest.mark.parametrize("unit", [b"\n", b"x"], ids=["lines", "line"])
def test_a_packed_file_that_swells_without_measure_is_left_at_a_bound(tmp_path, unit, monkeypatch):
    monkeypatch.setattr(reading, "FREELY", 4 * 2**20)
    path = tmp_path / "swollen.jsonl.gz"
    path.write_bytes(gzip.compress(unit * (16 * 2**20)))
    found = list(reading.blocks(Shard(str(path), STREAM)))
    assert found[-1].problem is not None
    assert "more than 500 times" in found[-1].problem.said()
    assert sum(len(shard.data or b"") for shard in found) < 6 * 2**20


def test_faults_beyond_a_thousand_are_counted_and_not_told(tmp_path, mustutor):
    path = tmp_path / "many.jsonl"
    path.write_bytes(b"".join(b"{%d\n" % number for number in range(1_200)))
    told = mustutor("replay", "verify", "--brief", str(path)).err.splitlines()
    assert told[-1] == "200 more faults are counted, and not shown here."
    assert sum("many.jsonl:" in line for line in told) == 1_000
