"""The program as a process: what it loads, how it ends, what it does with pipes and keys."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys

import pytest

from tests.interruption import HEEDING, heed

RECORD = "worked_example_1_b_better"
RUN = "import sys; from mustutor.cli.main import main; sys.exit(main())"
PROGRAM = [sys.executable, "-c", RUN]
HEAVY = {"prompt_toolkit", "jsonschema", "ruamel", "numpy", "rich", "pydantic", "babel"}


def ran(*words, **more):
    return subprocess.run(
        [*PROGRAM, *words], capture_output=True, text=True, check=False, timeout=30, **more
    )


def shell(script):
    return subprocess.run(
        ["bash", "-c", script], capture_output=True, text=True, check=False, timeout=30
    )


@pytest.mark.parametrize(
    "words",
    [
        ("tour",),
        ("hand", "R", "R", "C", "A"),
        ("compare", "grande", "R R 7 4", "R C C A"),
        ("settle", RECORD),
        ("replay", "verify", RECORD),
        ("replay", "show", RECORD),
        ("replay", "play", RECORD),
        ("replay", "simulate"),
        ("variant", "show", "encaje"),
        ("rule", "raise"),
        ("schema", "replay"),
    ],
    ids=" ".join,
)
def test_no_command_loads_what_it_does_not_need(words):
    program = (
        "import sys; from mustutor.cli.main import main; status = main();"
        "print(*{name.partition('.')[0] for name in sys.modules}, file=sys.stderr);"
        "sys.exit(status)"
    )
    told = subprocess.run(
        [sys.executable, "-c", program, *words], capture_output=True, text=True, check=True
    )
    assert not HEAVY & set(told.stderr.split())


def test_hand_loads_no_records_and_no_rulebook():
    program = (
        "import sys; from mustutor.cli.main import main; main(['hand', 'R R C A']);"
        "print(*sys.modules)"
    )
    told = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    loaded = set(told.stdout.splitlines()[-1].split())
    assert "mustutor.games.mus_family.hands" in loaded
    unneeded = ("replay", "rulebook", "simulate", "yamlio", "cli.settle", "cli.records")
    assert not loaded & {f"mustutor.{name}" for name in unneeded}


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (("tour",), 0),
        (("hand", "R", "R", "C", "A"), 0),
        (("hand", "X"), 2),
        (("settle",), 2),
        (("settle", "no_such_file.json"), 3),
        (("replay", "verify", RECORD), 0),
        (("schema", "nothing"), 2),
    ],
)
def test_the_exit_status_is_that_of_the_process(words, status):
    told = ran(*words, stdin=subprocess.DEVNULL)
    assert told.returncode == status
    assert "Traceback" not in told.stderr


@pytest.mark.parametrize(
    "words",
    [
        "replay simulate --matches 100000",
        "rule",
        "replay play punto",
        "replay verify {many} --json --jobs 2",
        "settle {many} --json",
    ],
)
def test_a_reader_who_leaves_is_no_error(tmp_path, words):
    many = tmp_path / "many.jsonl"
    many.write_text(ran("replay", "simulate", "--matches", "60").stdout)
    line = words.format(many=many)
    script = f'{sys.executable} -c "{RUN}" {line} | head -n 1 >/dev/null; exit ${{PIPESTATUS[0]}}'
    left = shell(script)
    assert (left.returncode, left.stderr) == (0, "")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interruption_is_status_130_and_silent(tmp_path, jobs):
    many = tmp_path / "many.jsonl"
    many.write_text(ran("replay", "simulate").stdout * 10_000)
    process = subprocess.Popen(
        [*PROGRAM, "replay", "verify", str(many), "--json", "--jobs", jobs],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **HEEDING,
    )
    assert process.stdout
    assert process.stdout.readline()  # it is at work
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=20)
    assert (process.returncode, err) == (130, "")


def test_a_full_disk_is_told_in_a_line():
    script = f'{sys.executable} -c "{RUN}" tour >/dev/full'
    full = shell(script)
    assert full.returncode == 3
    assert len(full.stderr.splitlines()) == 1


# --- at a terminal -----------------------------------------------------------------------


class Terminal:
    """A command at a terminal of its own: what is typed, what is shown."""

    def __init__(self, *words: str, term: str = "xterm") -> None:
        pty = pytest.importorskip("pty")
        self.process, self.ours = pty.fork()
        if self.process == 0:
            heed()
            os.environ.update(TERM=term, LANG="C.UTF-8", COLUMNS="80", LINES="24")
            os.execv(sys.executable, [*PROGRAM, *words])  # noqa: S606
        self.shown = ""

    def until(self, words: str) -> str:
        """Wait until something is shown."""
        while words not in self.shown:
            ready, _, _ = select.select([self.ours], [], [], 20)
            assert ready, f"{words!r} was not shown: {self.shown!r}"
            self.shown += os.read(self.ours, 4096).decode(errors="replace")
        before, _, self.shown = self.shown.partition(words)
        return before

    def type(self, keys: str) -> None:
        """Type keys."""
        os.write(self.ours, keys.encode())

    def ended(self, keys: str = "") -> int:
        """Wait for the end, and give the exit status; keys are typed again until they are heard.

        A key that falls between the prompt and the reading of it may be lost.
        """
        for _ in range(20):
            self.type(keys)
            try:
                while select.select([self.ours], [], [], 1)[0] and os.read(self.ours, 4096):
                    pass
            except OSError:  # the other side is closed
                os.close(self.ours)
                return os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])
        os.kill(self.process, signal.SIGKILL)
        raise AssertionError("the command did not end")


PROMPT = "Enter: next, b: back, q: quit > "


def test_stepping_at_a_terminal_goes_on_and_back():
    terminal = Terminal("replay", "play", RECORD, "--step")
    assert "A is mano" in terminal.until(PROMPT)
    terminal.type("\n")
    assert "1.grande.1" in terminal.until("> ")
    terminal.type("\n")
    assert "1.grande.2" in terminal.until("> ")
    terminal.type("b\n")
    assert "1.grande.1" in terminal.until("> ")
    terminal.type("what\n")
    assert "Enter goes on, b goes back, q quits." in terminal.until("> ")
    assert terminal.ended("q\n") == 0


@pytest.mark.parametrize(("keys", "status"), [("\x03", 130), ("\x04", 0)])
def test_stepping_can_be_left_at_any_time(keys, status):
    terminal = Terminal("replay", "play", RECORD, "--step")
    terminal.until(PROMPT)
    assert terminal.ended(keys) == status


@pytest.mark.parametrize(
    ("words", "term"), [(("--plain",), "xterm"), (("--no-input",), "xterm"), ((), "dumb")]
)
def test_nobody_is_asked_who_does_not_want_to_be(words, term):
    terminal = Terminal("replay", "play", RECORD, "--step", *words, term=term)
    shown = terminal.until("SHOWDOWN")
    assert PROMPT not in shown
    assert terminal.ended() == 0


def test_a_terminal_gets_colour_and_a_dumb_one_none():
    assert "\x1b[" in Terminal("hand", "R", "R", "C", "A").until("Place 1 is")
    assert "\x1b[" not in Terminal("hand", "R", "R", "C", "A", term="dumb").until("Place 1 is")


@pytest.mark.parametrize("words", ["tour", "settle match_to_three_games", "--help", ""])
def test_a_closed_output_is_told_on_one_line_and_is_wrong_usage(words):
    program = f"{sys.executable} -m mustutor {words}"
    told = shell(f"{program} >&-")
    assert (told.returncode, told.stdout) == (2, "")
    assert told.stderr == "The standard output is closed, so nothing can be shown.\n"
    spanish = shell(f"{program} --lang es >&-")
    assert (spanish.returncode, len(spanish.stderr.splitlines())) == (2, 1)
    assert spanish.stderr.startswith("La salida estándar está cerrada")
    assert shell(f"{program} >&- 2>&-").returncode == 2


def test_with_stderr_closed_a_problem_is_not_told_on_stdout():
    told = shell(f"{sys.executable} -m mustutor hand nonsense 2>&-")
    assert (told.returncode, told.stdout) == (2, "")


def test_a_full_standard_error_keeps_the_exit_status():
    told = shell(f"{sys.executable} -c '{RUN}' replay verify nowhere.json 2>/dev/full; echo $?")
    assert told.stdout.split() == ["3"]


@pytest.mark.parametrize("command", [["replay", "verify"], ["settle"], ["replay", "show"]])
def test_a_pipe_that_lies_about_is_refused_and_one_of_the_shell_is_read(tmp_path, command):
    os.mkfifo(tmp_path / "pipe")
    told = ran(*command, str(tmp_path / "pipe"))
    assert told.returncode == 3
    assert "It is a pipe" in told.stderr
    words = " ".join(command)
    given = shell(
        f"{sys.executable} -c '{RUN}' {words} "
        f"<({sys.executable} -c '{RUN}' replay redact punto --view table)"
    )
    assert given.returncode == 0, given.stderr


def test_what_stands_in_a_file_that_is_no_variant_is_never_shown(tmp_path):
    secret = tmp_path / "passwords"
    secret.write_text("root: hunter2\n")
    told = ran("variant", "new", "ours", "--extends", str(secret), "-o", "-")
    assert told.returncode == 2
    assert "hunter2" not in told.stderr + told.stdout
    assert "is a file" in told.stderr
