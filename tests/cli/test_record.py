"""`replay record`: a match taken down from a pipe or at a terminal, and whatever kills it."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time

import pytest

from mustutor.referee import verify
from mustutor.replay import live_file as live_module
from mustutor.replay.files import load_replay
from tests.interruption import HEEDING
from tests.long import some, whole

RUN = "import sys; from mustutor.cli.main import main; sys.exit(main())"
on_posix = pytest.mark.skipif(sys.platform == "win32", reason="signals and limits of POSIX")

RULES = ("--variant", "wikipedia_en")
HAND = """\
mano A1
mus, corto
envido 4
no quiero, no quiero
paso, paso
envido 2
quiero
tengo, no, no, sí
paso, paso
no, no, no, no
paso, paso, paso, paso
A1 Ro Rc 4e 5o
B1 Cc 7o 5b 6e
A2 Sc 7c 6o 4b
B2 So Sb 4c Ao
"""
CALLS = [
    *("A1 mus", "B1 corto", "A1 envido 4", "B1 no quiero", "B2 no quiero"),
    *("A1 paso", "B1 paso", "A2 envido 2", "B2 quiero"),
]


@pytest.fixture
def record(mustutor, fed, tmp_path, monkeypatch):
    """Type lines to a recorder in a folder of its own."""
    monkeypatch.chdir(tmp_path)

    def run(lines: str, *words: str):
        fed(lines)
        return mustutor("replay", "record", *words)

    return run


def calls_of(path) -> list[str]:
    replay = load_replay(path)
    return [call for hand in replay.hands for round_ in hand.rounds for call in round_.calls]


# --- from a pipe -------------------------------------------------------------------------


def test_lines_from_a_pipe_become_a_verified_record(record, mustutor, tmp_path):
    told = record(f"{HAND}close\n", "tonight.json", *RULES)
    assert (told.status, told.err) == (0, "")
    assert "tonight.json is written and verified: 1 hand." in told.out
    assert {path.name for path in tmp_path.iterdir()} == {"tonight.json"}
    verdict = verify(load_replay("tonight.json"))
    assert (verdict.verdict, verdict.complete) == ("ok", True)
    assert mustutor("replay", "verify", "tonight.json").status == 0
    [hand] = load_replay("tonight.json").hands
    assert hand.ledger
    assert hand.after is not None
    assert hand.seal


def test_every_line_is_echoed_after_its_prompt_and_read_back(record):
    out = record("A1\nI cut\nenvido cinco\nquit\n", "x", "--variant", "wikipedia_en").out
    lines = out.splitlines()
    assert "Who is mano, of A1 B1 A2 B2? > A1" in lines
    assert "1.mus.1 A1 (mus · corto) > I cut" in lines
    assert "1.grande.1 A1 (paso · órdago · envido 2 or more) > envido cinco" in lines
    assert any(line.startswith("  A1  envido 5") for line in lines)
    assert (
        lines[-1] == "All of it is in x.part.jsonl; mustutor replay record x.part.jsonl goes "
        "on there."
    )


def test_a_refused_line_is_told_with_its_article_and_the_status_says_so(record):
    told = record("A1\ncorto\nquiero\npaso\nclose\n", "x", "--variant", "wikipedia_en")
    assert told.status == 1
    assert "MUS-BET-9" in told.out
    assert calls_of("x.json") == ["A1 corto", "A1 paso"]


def test_input_that_ends_leaves_the_live_file_and_the_same_command_goes_on(record, tmp_path):
    first, second = HAND[: HAND.index("envido 2")], HAND[HAND.index("envido 2") :]
    words = ("tonight", *RULES, "--players", "A1=Ane,B2=Bea")
    assert record(first, *words).status == 0
    assert {path.name for path in tmp_path.iterdir()} == {"tonight.part.jsonl"}
    told = record(f"{second}close\n", *words)
    assert told.status == 0
    assert "tonight.part.jsonl goes on where it stopped: 7 calls." in told.out
    whole = load_replay("tonight.json")
    assert record(f"{HAND}close\n", "other", *words[1:]).status == 0
    assert load_replay("other.json") == whole
    assert whole.about["players"] == {"A1": "Ane", "B2": "Bea"}


def test_undo_and_corrections_are_on_the_disk_too(record):
    lines = "A1\ncorto\nenvido 4\npaso\nundo\nquiero\ncorrect 1.grande.1 paso\n"
    record(lines, "x", "--variant", "wikipedia_en")
    assert calls_of("x.part.jsonl") == ["A1 corto", "A1 envido 4", "B1 quiero"]
    record("yes\n", "x")  # the question is gone: this is no call
    told = record("correct 1.grande.1 paso\nyes\nclose\n", "x")
    assert told.status == 0
    assert calls_of("x.json") == ["A1 corto", "A1 paso"]
    [note] = load_replay("x.json").notes["1.grande.1"]
    assert note["glyph"] == "corrected"
    assert "A1 envido 4" in note["text"]["en"]


@pytest.mark.parametrize("seats", ["3", "5", "A,C,E"])
def test_encaje_with_any_seats(record, seats):
    told = record("corto\npaso\nclose\n", "x", "--variant", "encaje", "--seats", seats, "--mano=A")
    assert told.status == 0
    replay = load_replay("x.json")
    assert len(replay.seats) == (int(seats) if seats.isdecimal() else 3)
    assert verify(replay).ok


def test_hands_follow_one_another_and_matches_too(record, tmp_path):
    told = record(f"{HAND}corto\nmatch\nmano B2\ncorto\nclose\n", "x", *RULES)
    assert told.status == 0
    assert {path.name for path in tmp_path.iterdir()} == {"x.json", "x-2.json"}
    assert [hand.mano for hand in load_replay("x.json").hands] == ["A1", "B1"]
    assert [hand.mano for hand in load_replay("x-2.json").hands] == ["B2"]


def test_stones_and_games_from_before_are_counted_on(record):
    words = ("--start", "A=18,B=12", "--games", "A=1,B=2", *RULES)
    told = record("A1\nscore\nquit\n", "x", *words)
    assert "A 18" in told.out
    assert "B 12" in told.out
    assert load_replay("x.part.jsonl").start == {"A": 18, "B": 12}


def test_a_rulebook_of_ones_own_goes_into_the_record(record, mustutor, tmp_path, monkeypatch):
    own = tmp_path / "ours.yaml"
    monkeypatch.chdir(tmp_path)
    words = ("variant", "new", "ours", "--extends", "wikipedia_en", "--set", "score.target=25")
    assert mustutor(*words).status == 0
    told = record(f"{HAND}close\n", "x", "--variant", str(own))
    assert (told.status, told.err) == (0, "")
    own.unlink()
    verdict = verify(load_replay("x.json"))
    assert verdict.ok
    assert verdict.variant.number("score.target") == 25


def test_it_speaks_the_language_of_the_reader(record):
    told = record("A1\nno hay mus\ndeshacer\nsalir\n", "x", *RULES, "--lang", "es")
    assert told.status == 0
    assert "Se ha quitado la última anotación." in told.out
    assert "¿Quién es mano" in told.out


def test_without_a_name_the_file_is_of_the_day(record, tmp_path):
    record("A1\nclose\n")
    record("A1\nclose\n")
    names = sorted(path.name for path in tmp_path.iterdir())
    assert [name.startswith("match-20") for name in names] == [True, True]
    assert names[0].endswith("-2.json")


def test_a_false_claim_is_kept_and_is_no_fault_of_the_record(record, mustutor):
    told = record(f"{HAND}claim Bea: B 30 grande\nclose\n", "x", *RULES)
    assert told.status == 0
    assert mustutor("settle", "x.json").status == 1


# --- what cannot be ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--seats", "A1,B1,A2"), ""),
        (("--seats", "Z9"), "is no table"),
        (("--mano", "C1"), "There is no seat C1"),
        (("--players", "Ane"), "names nobody"),
        (("--start", "A"), "Type each side"),
        (("--start", "C=3"), "There is no side C"),
        (("--variant", "fournieer"), "fournier"),
    ],
)
def test_a_table_that_cannot_be_is_wrong_usage_and_leaves_no_file(record, tmp_path, words, said):
    told = record("", "x", *words)
    assert told.status == 2
    assert said in told.err
    assert not list(tmp_path.glob("*json*"))


def test_a_closed_match_is_not_begun_again(record):
    record(f"{HAND}close\n", "x", *RULES)
    told = record(HAND, "x.json", *RULES)
    assert (told.status, "x.json is closed" in told.err) == (2, True)


@pytest.mark.parametrize("words", [("--variant", "encaje"), ("--seats", "A1,B1,A2,B2,A3,B3")])
def test_a_file_that_goes_on_keeps_its_table(record, words):
    record("A1\n", "x", *RULES)
    told = record("corto\n", "x", *words)
    assert told.status == 2
    assert "goes on with its own table" in told.err
    assert calls_of("x.part.jsonl") == []


@pytest.mark.parametrize(
    "line", ['{"call":"B2 quiero"}', '{"call":"A1 nonsense"}', "nonsense", '{"hands":[]}']
)
def test_a_live_file_that_cannot_stand_is_one_line_and_is_left_alone(record, tmp_path, line):
    record("A1\ncorto\n", "x", *RULES)
    live = tmp_path / "x.part.jsonl"
    before = live.read_text("utf-8") + f"{line}\n" * 2
    live.write_text(before, "utf-8")
    told = record("paso\n", "x")
    assert told.status == 3
    assert "x.part.jsonl" in told.err.splitlines()[0]
    assert "Traceback" not in told.err
    assert live.read_text("utf-8") == before


def test_a_folder_that_is_not_there_is_not_made(record, tmp_path):
    told = record("A1\n", "no/such/x")
    assert told.status == 3
    assert "cannot be written" in told.err
    assert list(tmp_path.iterdir()) == []


def test_nobody_can_be_asked_at_a_terminal_without_input(mustutor, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    terminal = io.StringIO()
    terminal.isatty = lambda: True
    monkeypatch.setattr(sys, "stdin", terminal)
    told = mustutor("replay", "record", "x", "--no-input")
    assert told.status == 2
    assert "standard input" in told.err


def test_hostile_bytes_and_lines_without_end_are_refused_line_by_line(
    monkeypatch, mustutor, tmp_path
):
    monkeypatch.chdir(tmp_path)
    data = b"A1\n\xff\xfe\n\x1b[2Jcorto\n" + b"x" * 100_000 + b"\ncorto\nclose\n"
    stream = io.TextIOWrapper(io.BytesIO(data), encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", stream)
    told = mustutor("replay", "record", "x", *RULES)
    assert told.status == 1
    assert "\x1b" not in told.out
    assert max(map(len, told.out.splitlines())) < 400
    assert calls_of("x.json") == ["A1 corto"]


# --- a disk that is full -----------------------------------------------------------------


def test_a_full_disk_loses_nothing_while_the_program_lives(record, monkeypatch):
    write, writes = os.write, []

    def written(handle, data):
        writes.append(data)
        if 4 <= len(writes) <= 6:
            raise OSError(28, "No space left on device")
        return write(handle, data)

    monkeypatch.setattr(live_module.os, "write", written)
    told = record(f"{HAND}quit\n", "x", *RULES)
    assert told.status == 0
    assert told.err.count("No space left on device") == 3
    assert told.err.count("It is kept in memory") == 3
    assert calls_of("x.part.jsonl")[: len(CALLS)] == CALLS


@on_posix
def test_where_it_cannot_be_kept_to_the_end_it_says_where_it_is(tmp_path):
    limited = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (900, 900)); {RUN}"
    told = subprocess.run(
        [sys.executable, "-c", limited, "replay", "record", "x", *RULES],
        input=HAND,
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        timeout=60,
    )
    assert told.returncode == 3
    assert "File too large" in told.stderr
    assert "Traceback" not in told.stderr
    kept = calls_of(tmp_path / "x.part.jsonl")
    assert kept[: len(CALLS)] == CALLS[: len(kept)]
    assert len(kept) >= 4


# --- killed ------------------------------------------------------------------------------


@whole
@on_posix
def test_killed_at_any_time_everything_answered_is_kept_and_goes_on(tmp_path):
    lines = [piece for line in HAND.splitlines() for piece in line.split(", ")]
    words = [sys.executable, "-c", RUN, "replay", "record", "x", *RULES]
    told = 0
    for kill_after in some((3, 9, 12, 20, len(lines)), 2):
        with subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=tmp_path
        ) as child:
            for line in lines[told:kill_after]:
                child.stdin.write(f"{line}\n")
            child.stdin.flush()
            for _ in lines[told:kill_after]:
                while "> " not in child.stdout.readline():
                    pass  # what was told and answered before
            child.stdout.readline()  # its answer begins: by then it is kept
            child.send_signal(signal.SIGKILL)
        assert load_replay(tmp_path / "x.part.jsonl") == _told_by(lines[:kill_after], tmp_path)
        told = kill_after


def _told_by(lines, folder):
    """What the live file holds where these lines were told and nothing went wrong."""
    other = folder / "other.part.jsonl"
    other.unlink(missing_ok=True)
    subprocess.run(
        [sys.executable, "-c", RUN, "replay", "record", "other", *RULES],
        input="".join(f"{line}\n" for line in lines),
        capture_output=True,
        text=True,
        check=True,
        cwd=folder,
        timeout=60,
    )
    return load_replay(other)


@on_posix
def test_a_second_recorder_is_refused_and_may_go_on_when_the_first_is_killed(tmp_path):
    words = [sys.executable, "-c", RUN, "replay", "record", "x", *RULES]
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=tmp_path
    ) as first:
        first.stdin.write("A1\nmus\n")
        first.stdin.flush()
        while "> mus" not in first.stdout.readline():
            pass
        time.sleep(0.1)
        second = subprocess.run(
            words, input="corto\n", capture_output=True, text=True, check=False, cwd=tmp_path
        )
        assert second.returncode == 3
        assert second.stderr.startswith("x.part.jsonl: Another program is taking this match down")
        assert len(second.stderr.splitlines()) == 1
        first.send_signal(signal.SIGKILL)
    third = subprocess.run(
        words, input="corto\nclose\n", capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert (third.returncode, third.stderr) == (0, "")
    assert calls_of(tmp_path / "x.json") == ["A1 mus", "B1 corto"]


@on_posix
def test_ctrl_c_says_where_everything_is(tmp_path):
    words = [sys.executable, "-c", RUN, "replay", "record", "x", *RULES]
    with subprocess.Popen(
        words,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        **HEEDING,
    ) as child:
        child.stdin.write("A1\nmus\n")
        child.stdin.flush()
        while "> mus" not in child.stdout.readline():
            pass
        time.sleep(0.2)
        child.send_signal(signal.SIGINT)
        rest = child.stdout.read()
        assert child.wait(timeout=20) == 130
        assert "All of it is in x.part.jsonl" in rest
        assert child.stderr.read() == ""
    assert calls_of(tmp_path / "x.part.jsonl") == ["A1 mus"]


def test_the_live_file_has_a_line_a_call(record, tmp_path):
    record("A1\nmus, corto\npaso\n", "x", *RULES)
    text = (tmp_path / "x.part.jsonl").read_text("utf-8")
    lines = [json.loads(line) for line in text.splitlines()]
    assert [line["call"] for line in lines if "call" in line] == ["A1 mus", "B1 corto", "A1 paso"]
    assert all("check" in line for line in lines if "call" in line)


def test_line_after_line_each_call_is_told_once(record):
    # What was typed stands there; it is said again only where it was understood as other words.
    told = record("A1 corto\nenvido 4\n5 más\nquiero\n", "x", *RULES).out
    assert [told.count(call) for call in ("envido 4\n", "A1  envido 4", "B1  subo a 9")] == [
        1,
        0,
        1,
    ]
    assert "B1 and B2 answer in this order" in told
    assert "A1  quiero" not in told


def test_a_match_that_is_not_closed_is_shown_by_the_name_it_will_have(record, mustutor):
    record("mano A1\ncorto\nenvido 4\n", "b.json", *RULES)
    for name in ("b.json", "b"):
        told = mustutor("replay", "show", name)
        assert told.status == 0
        assert "not closed yet: here is b.part.jsonl" in " ".join(told.out.split())
        assert "A1 envido 4" in told.out
    assert "not closed yet" not in mustutor("replay", "show", "b.part.jsonl").out
    record("close\n", "b.json", *RULES)
    assert "not closed yet" not in mustutor("replay", "show", "b.json").out
    assert mustutor("replay", "show", "c.json").status == 3
