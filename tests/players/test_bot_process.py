"""Players in processes of their own: what they are told, and no fault of theirs spoils a match."""

import io
import json
import os
import shutil
import sys
import time
from pathlib import Path

import pytest

from mustutor import loads, verify
from mustutor.cli import bot_process
from mustutor.cli.main import main
from mustutor.games import bot

EXAMPLES = Path(__file__).parents[2] / "examples"

PROGRAM = """
import json, sys
log = open("told.jsonl", "a")
for line in sys.stdin:
    told = json.loads(line)
    log.write(line); log.flush()
    if told["type"] == "start":
        print(json.dumps({"name": "\\x1b[2Jlogger"}), flush=True)
    elif told["type"] == "end":
        break
    else:
        ANSWER
"""
PASSES = """
        verbs = [option["verb"] for option in told.get("options", [])]
        say = "quiero quiero" if "corto" in verbs else "paso" if "paso" in verbs else "no quiero"
        if told["type"] == "refused":
            say = "corto"
        print(json.dumps({"say": say}), flush=True)
"""


@pytest.fixture
def program(tmp_path, monkeypatch):
    """Write a program in Python whose answers are these lines; gives its place at the table."""
    monkeypatch.chdir(tmp_path)

    def written(answer: str) -> str:
        (tmp_path / "program.py").write_text(PROGRAM.replace("        ANSWER", answer))
        return f"A1=cmd:{sys.executable} program.py"

    return written


def played(capsys, *words):
    status = main(["play", "--no-input", "--bots", "easy", "--seed", "5", "--hands", "1", *words])
    return status, capsys.readouterr()


def is_running(process):
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{process}/stat")  # one that nobody waits for is there as a zombie
    return not state.exists() or state.read_text().rpartition(")")[2].split()[0] != "Z"


def test_a_program_is_told_the_start_what_its_seat_sees_what_was_refused_and_the_end(
    program, capsys, tmp_path
):
    status, told = played(capsys, "--json", "--seat", program(PASSES), "--variant", "madrid")
    messages = [json.loads(line) for line in (tmp_path / "told.jsonl").read_text().splitlines()]
    start, *views, end = messages
    record = json.loads(told.out)
    assert start.keys() == {"type", "protocol", "seat", "seats", "variant", "seed"}
    assert (start["type"], start["protocol"], start["seat"]) == ("start", 1, "A1")
    assert start["seats"] == record["seats"]
    assert start["variant"]["id"] == "madrid"
    assert end["type"] == "end"
    assert end["result"].keys() == {"after", "winner", "loser"}
    hands = record["hands"][0]["deal"]["cards"]
    for view in [message for message in views if message["type"] == "view"]:
        assert view.keys() == {
            *("type", "seat", "hand", "lance", "options", "line", "calls", "stones", "mano"),
            *("seats", "variant"),
        }
        others = {card for seat, hand in hands.items() for card in hand if seat != "A1"}
        assert not others & set(json.dumps(view["hand"]).split('"'))
        assert all(option.keys() == {"verb", "least", "most"} for option in view["options"])
    refused = [message for message in views if message["type"] == "refused"]
    assert refused[0].keys() == {"type", "say", "why", "code"}
    assert refused[0]["say"] == "quiero quiero"
    assert status == 1  # what it said first could not stand
    assert record["players"]["A1"]["name"] == r"\x1b[2Jlogger"


def test_why_a_call_is_refused_is_told_with_its_article(program, capsys, tmp_path):
    answer = """
        say = "quiero" if told["type"] == "view" else "paso"
        print(json.dumps({"say": say}), flush=True)
"""
    played(capsys, "--seat", program(answer), "--variant", "madrid")
    refused = [json.loads(line) for line in (tmp_path / "told.jsonl").read_text().splitlines()]
    codes = {message["code"] for message in refused if message["type"] == "refused"}
    assert codes
    assert all(code.startswith("MUS-") for code in codes)


FAULTS = {
    "late": ("import time; time.sleep(9)", "did not answer within"),
    "a long line": ("print('x' * (80 << 10), flush=True)", "it wrote a line of more than 64 KiB"),
    "without end": (
        "while True: sys.stdout.write('x' * 65536)",
        "it wrote a line of more than 64 KiB",
    ),
    "two lines": ("print('{}\\n{}', flush=True)", "it wrote more than was asked"),
    "no JSON": ("print('envido', flush=True)", "it wrote a line that is no JSON object"),
    "deep": ("print('[' * 60000, flush=True)", "it wrote a line that is no JSON object"),
    "a number": ("print('{\"say\": 5}', flush=True)", "said something that is no call"),
    "nothing": ("print('{}', flush=True)", "said something that is no call"),
    "ends": ("sys.exit(3)", "its program has ended"),
    "raises": ("raise ValueError", "its program has ended"),
    "an error": ('print(\'{"error": "\\\\u001b[2J"}\', flush=True)', r"broke: \x1b[2J"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_program_that_breaks_spoils_no_match(fault, program, capsys, monkeypatch):
    monkeypatch.setattr(bot_process, "SECONDS", 0.3)
    does, why = FAULTS[fault]
    status, told = played(capsys, "--json", "--seat", program(f"        {does}\n"))
    record = loads(told.out)
    assert status == 1
    assert verify(record).ok
    assert why in told.err
    notes = [note["text"]["en"] for notes in (record.notes or {}).values() for note in notes]
    assert any(why in note for note in notes)
    assert any(note == r"This call was made for \x1b[2Jlogger." for note in notes)
    assert "\x1b" not in told.out + told.err


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the system does not bound it")
def test_a_program_that_wants_all_the_memory_is_bounded(program, capsys):
    hungry = "        kept = b'x' * (3 << 30)\n"
    status, told = played(capsys, "--seat", program(hungry))
    assert status == 1
    assert "its program has ended" in told.err
    assert "MemoryError" in told.err


@pytest.mark.skipif(os.name != "posix", reason="there are no groups of processes")
def test_a_program_ends_with_its_match_and_all_that_it_started_with_it(
    program, capsys, tmp_path, monkeypatch
):
    monkeypatch.setattr(bot_process, "END_SECONDS", 0.2)
    answer = """
        import subprocess
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
        open("child", "w").write(str(child.pid))
        print(json.dumps({"say": "paso"}), flush=True)
"""
    played(capsys, "--seat", program(answer))
    child, until = int((tmp_path / "child").read_text()), time.monotonic() + 10
    while is_running(child) and time.monotonic() < until:  # it takes a moment to go
        time.sleep(0.01)
    assert not is_running(child)


def test_what_a_program_writes_to_standard_error_is_shown_within_bounds(program, capfd):
    loud = "        sys.stderr.write('\\x1b[2J' + 'x' * (1 << 20)); print('{}', flush=True)\n"
    _, told = played(capfd, "--seat", program(loud))
    assert "x" * 99 in told.err
    assert len(told.err) < 80 << 10
    assert "\x1b" not in told.err


@pytest.mark.parametrize("who", ["cmd:", "cmd:no_such_program", "cmd:true", "cmd:yes", "cmd:'"])
def test_a_program_that_cannot_be_started_is_refused_in_a_line(who, capsys):
    status, told = played(capsys, "--seat", f"A1={who}")
    assert status == 2
    assert f"{who} cannot sit down: " in told.err
    assert "Traceback" not in told.err


@pytest.mark.parametrize("name", ["", "  ", None, 5])
def test_a_program_without_a_name_cannot_sit_down(name, capsys, tmp_path):
    file = tmp_path / "nameless.py"
    file.write_text(f"input(); print({json.dumps({'name': name})!r}, flush=True); input()")
    status, told = played(capsys, "--seat", f"A1=cmd:{sys.executable} {file}")
    assert status == 2
    assert told.err.count("\n") <= 2
    assert "it answered the start with no name" in " ".join(told.err.split())


def test_a_class_plays_as_it_does_without_a_process(capsys):
    plain = played(capsys, "--json", "--variant", "encaje")[1].out
    words = ["--json", "--variant", "encaje", "--seat", "A=mustutor.games.bot:BeginnerBot"]
    apart = played(capsys, *words)[1].out
    assert apart == plain


def test_a_class_is_told_what_was_refused_and_asked_again(capsys, monkeypatch, tmp_path):
    (tmp_path / "mends.py").write_text(
        "from mustutor.games.bot import BeginnerBot, safest\n"
        "class Mends(BeginnerBot):\n"
        "    told = ''\n"
        "    def speak(self, view):\n"
        "        return safest(view) if self.told else 'quiero'\n"
        "    def refused(self, words, why):\n"
        "        self.told = why\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    status, told = played(capsys, "--seat", "A1=mends:Mends")
    assert status == 1
    assert "1 time: easy said quiero: " in told.err
    assert "made for easy" not in told.err


@pytest.mark.parametrize("kind", ["cmd:touch imported", "evil:Evil"])
def test_a_record_starts_no_program_and_imports_nothing(kind, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "evil.py").write_text("open('imported', 'w')")
    monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
    assert main(["play", "--bots", "easy", "--seed", "5", "--record", "kept"]) == 0
    kept = tmp_path / "kept.part.jsonl"
    kept.write_text(kept.read_text().replace('"kind":"easy"', f'"kind":"{kind}"', 1))
    status, told = played(capsys, "--record", "kept")
    assert status == 2
    assert f"At A2 played {kind}, who is not of the house" in told.err
    assert played(capsys, "--record", "kept", "--seat", "A2=club")[0] == 0
    assert not (tmp_path / "imported").exists()


@pytest.mark.skipif(shutil.which("node") is None, reason="the example is JavaScript")
@pytest.mark.parametrize("variant", ["fournier", "madrid"])
def test_the_example_in_another_language_says_nothing_the_rules_refuse(variant, capsys):
    seats = [f"{seat}=cmd:node {EXAMPLES / 'bot.js'}" for seat in ("A1", "B2")]
    words = [word for seat in seats for word in ("--seat", seat)]
    status, told = played(capsys, "--variant", variant, "--hands", "12", *words)
    assert status == 0, told.err


def test_bounds_are_told_in_the_help(capsys):
    main(["play", "--help"])
    told = " ".join(capsys.readouterr().out.split())
    seconds, kib = int(bot.SECONDS), bot_process.LONGEST_LINE >> 10
    assert f"{seconds} seconds a call, {bot_process.MEMORY_GIB} GiB, and {kib} KiB a line" in told
