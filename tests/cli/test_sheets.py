"""`replay import`, `replay export --text`, and the other commands reading a score sheet."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys

import pytest

from mustutor.base.files import data

SHEET = """\
variant encaje
seats A B C
players A Beñat, B Jon, C Ane
start A 5, B 18, C 16
hand 1 mano A
  grande: -, 2, 5, x, x
"""
CALLS = ["A paso", "B envido 2", "C subo a 5", "A no quiero", "B no quiero"]
BROKEN = SHEET.replace("5, x, x", "5, x, embido 9")


@pytest.fixture
def sheet(kept):
    return kept(SHEET, "friday.mus")


# --- import ------------------------------------------------------------------------------


def test_import_writes_canonical_json(mustutor, sheet):
    taken = mustutor("replay", "import", sheet)
    assert (taken.status, taken.err) == (0, "")
    told = json.loads(taken.out)
    assert told["hands"][0]["rounds"] == [{"lance": "grande", "calls": CALLS}]
    written = json.dumps(told, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert taken.out == f"{written}\n"


def test_import_to_a_file_never_writes_over_one_unasked(mustutor, sheet, tmp_path):
    target = tmp_path / "friday.json"
    taken = mustutor("replay", "import", sheet, "-o", str(target))
    assert (taken.status, taken.err) == (0, "")
    assert "mustutor settle" in taken.out
    first = target.read_text("utf-8")
    assert json.loads(first)["seats"] == ["A", "B", "C"]
    target.write_text("mine", "utf-8")
    again = mustutor("replay", "import", sheet, "-o", str(target))
    assert again.status == 2
    assert "--force" in again.err
    assert target.read_text("utf-8") == "mine"
    assert mustutor("replay", "import", sheet, "-o", str(target), "--force").status == 0
    assert target.read_text("utf-8") == first
    assert sorted(path.name for path in tmp_path.iterdir()) == ["friday.json", "friday.mus"]


def test_import_of_many_matches_is_one_a_line(mustutor, kept, tmp_path):
    many = kept(f"mus-sheet 1\n{SHEET}mus-sheet 1\n{SHEET}", "two.mus")
    lines = mustutor("replay", "import", many).out.splitlines()
    assert [json.loads(line)["seats"] for line in lines] == [["A", "B", "C"]] * 2
    refused = mustutor("replay", "import", many, "-o", str(tmp_path / "two.json"))
    assert refused.status == 2
    assert ".jsonl" in refused.err
    assert not (tmp_path / "two.json").exists()
    assert mustutor("replay", "import", many, "-o", str(tmp_path / "two.jsonl")).status == 0
    verified = mustutor("replay", "verify", str(tmp_path / "two.jsonl"))
    assert verified.status == 0


@pytest.mark.parametrize("target", ["-", "x.jsonl"])
def test_nothing_is_written_when_a_match_cannot_be_read(mustutor, kept, tmp_path, target):
    many = kept(f"mus-sheet 1\n{SHEET}mus-sheet 1\n{BROKEN}", "two.mus")
    output = target if target == "-" else str(tmp_path / target)
    taken = mustutor("replay", "import", many, "-o", output)
    assert (taken.status, taken.out) == (3, "")
    assert f"{many}:14:23: 'embido 9' is not something a player says" in taken.err
    assert "did you mean envido 9" in taken.err
    assert not (tmp_path / "x.jsonl").exists()


def test_a_refusal_is_said_in_spanish(mustutor, kept):
    taken = mustutor("replay", "import", kept(SHEET + "chica: A ?, x\n", "x.mus"), "--lang", "es")
    assert taken.status == 3
    assert "No está claro" in taken.err


def test_import_takes_any_name_and_standard_input(mustutor, kept, fed):
    fed(SHEET)
    from_input = mustutor("replay", "import", "-")
    assert from_input.status == 0
    assert from_input.out == mustutor("replay", "import", kept(SHEET, "notes.txt")).out


def test_import_says_of_json_that_it_is_json(mustutor):
    taken = mustutor("replay", "import", "worked_example_2")
    assert taken.status == 3
    assert "JSON" in taken.err


def test_import_of_nothing_there(mustutor, sheet):
    taken = mustutor("replay", "import", sheet.replace("friday", "fryday"))
    assert taken.status == 3
    assert "friday.mus" in taken.err


def test_json_for_a_narrow_stream_is_escaped_and_the_same(mustutor, sheet):
    plain = mustutor("replay", "import", sheet).out
    narrow = mustutor("replay", "import", sheet, "--ascii").out
    assert narrow.isascii()
    assert "Be\\u00f1at" in narrow
    assert json.loads(narrow) == json.loads(plain)


def test_a_terminal_gets_no_sign_it_might_obey(kept):
    path = kept(SHEET + 'note 1 "a\\u202eb\\u009b31m"\n', "x.mus")
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "mustutor", "replay", "import", path]
    subprocess.run(command, stdout=theirs, check=True, timeout=60)
    os.close(theirs)
    shown = b""
    try:
        while more := os.read(ours, 65536):
            shown += more
    except OSError:  # the other end is closed: all was read
        pass
    os.close(ours)
    assert "\u202e" not in shown.decode()
    assert json.loads(shown)["notes"]["1"][0]["text"] == {"und": "a\u202eb\x9b31m"}


# --- export ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    ["worked_example_2", "three_players", "visto_everybody_discards", "six_players_in_trios"],
)
def test_export_and_import_give_the_same_bytes(mustutor, kept, name):
    exported = mustutor("replay", "export", name, "--text")
    assert (exported.status, exported.err) == (0, "")
    back = mustutor("replay", "import", kept(exported.out, "x.mus"))
    assert back.out == (data("replays") / f"{name}.json").read_text("utf-8")


def test_export_of_many_matches_comes_back(mustutor, tmp_path):
    source = data("replays") / "all_in_by_lance.jsonl"
    target = tmp_path / "x.mus"
    exported = mustutor("replay", "export", str(source), "--text", "-o", str(target))
    assert exported.status == 0
    assert mustutor("replay", "import", str(target)).out == source.read_text("utf-8")
    assert mustutor("replay", "export", str(target), "--text").out == target.read_text("utf-8")


def test_bare_is_what_a_person_writes(mustutor, record):
    exported = mustutor("replay", "export", "worked_example_1_b_better", "--text", "--bare").out
    for word in ("checks", "ledger", "seal", "extra"):
        assert not any(line.strip().startswith(word) for line in exported.splitlines())
    for calls in record()["hands"][0]["rounds"][0]["calls"]:
        assert calls in exported


def test_export_asks_for_the_form(mustutor):
    exported = mustutor("replay", "export", "worked_example_2")
    assert (exported.status, exported.out) == (2, "")
    assert "--text" in exported.err


def test_a_sheet_for_a_narrow_stream_is_ascii_and_comes_back(mustutor, kept):
    exported = mustutor("replay", "export", "visto_everybody_discards", "--text", "--ascii").out
    assert exported.isascii()
    back = mustutor("replay", "import", kept(exported, "x.mus")).out
    assert back == (data("replays") / "visto_everybody_discards.json").read_text("utf-8")


def test_export_of_what_cannot_be_read(mustutor, kept):
    exported = mustutor("replay", "export", kept(BROKEN, "x.mus"), "--text")
    assert (exported.status, exported.out) == (3, "")
    assert "x.mus:6:23" in exported.err


# --- the other commands ------------------------------------------------------------------


def test_settle_verify_show_and_play_read_a_sheet(mustutor, sheet):
    settled = mustutor("settle", sheet)
    assert (settled.status, settled.err) == (0, "")
    # Nobody sees C's raise to 5: C gives the 2 of the bet to B.
    assert "ENC-SET-6" in settled.out
    assert "Ane (C) gives 2 stones at once to Jon (B)" in " ".join(settled.out.split())
    assert mustutor("replay", "verify", sheet).status == 0
    shown = mustutor("replay", "show", sheet).out
    played = mustutor("replay", "play", sheet).out
    for call in CALLS:
        seat, words = call.split(" ", 1)
        assert f"({seat}) {words}" in shown
        assert call.split(" ", 1)[1] in played


def test_a_sheet_that_ships_is_named_without_its_ending(mustutor):
    settled = mustutor("settle", "friday_at_the_bar")
    assert (settled.status, settled.err) == (0, "")
    assert "Braulio claims 6 for B, and that is right." in settled.out


def test_settle_and_verify_read_a_sheet_from_standard_input(mustutor, fed):
    fed(f"# Friday\n{SHEET}")
    assert mustutor("settle", "-").status == 0
    fed(SHEET)
    assert mustutor("replay", "verify", "-").status == 0


def test_verify_in_two_processes_says_the_same(mustutor, sheet, kept):
    files = [sheet, kept(BROKEN, "broken.mus"), str(data("replays") / "two_tables.mus")]
    alone = mustutor("replay", "verify", *files)
    assert mustutor("replay", "verify", *files, "--jobs", "2") == alone
    assert alone.status == 3
    assert "broken.mus:6:23" in alone.err


def test_a_quarrel_is_judged(mustutor):
    path = data("replays") / "faulty" / "quarrel_about_pares.mus"
    settled = mustutor("settle", str(path))
    assert settled.status == 1
    told = " ".join(settled.out.split())
    assert "Braulio claims 6 for B, and that is right." in told
    assert "Ane claims 5 for A; worked out again, A gets 0." in told
