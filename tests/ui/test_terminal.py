"""The real thing: the command in a terminal of its own, and terminals that cannot be drawn on."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pyte
import pytest

from mustutor.base.language import open_language
from mustutor.cli.console import Console, keep_nothing
from mustutor.cli.replay import play as replays
from mustutor.present.screen import screen as screen_module
from mustutor.present.screen.screen import NoScreenError, run_screen
from tests.interruption import HEEDING
from tests.long import sampled

from .terminal import ENTER, ESCAPE, pressed, record_walk

RECORD = "worked_example_1_b_better"
SECONDS = 20
PATIENCE = 0.05
on_posix = pytest.mark.skipif(sys.platform == "win32", reason="there is no pty on Windows")


class Terminal:
    """A program in a terminal, and what is seen on it."""

    def __init__(self, child, columns: int, rows: int) -> None:
        self.child = child
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.Stream(self.screen)

    def look(self) -> str:
        import pexpect

        try:
            while True:
                self.stream.feed(self.child.read_nonblocking(65536, PATIENCE))
        except (pexpect.TIMEOUT, pexpect.EOF):
            pass
        return "\n".join(line.rstrip() for line in self.screen.display)

    def sees(self, words: str) -> str:
        """Wait until these words are on the screen: only what changed is drawn anew."""
        end = time.monotonic() + SECONDS
        while words not in (seen := self.look()):
            assert time.monotonic() < end, f"{words} is not in:\n{seen}"
        return seen

    def resize(self, columns: int, rows: int) -> None:
        self.screen.resize(rows, columns)
        self.child.setwinsize(rows, columns)


@contextmanager
def terminal(*words: str, columns: int = 80, rows: int = 24, **environment: str) -> Iterator:
    import pexpect

    child = pexpect.spawn(
        sys.executable,
        ["-m", "mustutor", *words],
        dimensions=(rows, columns),
        env={**os.environ, "TERM": "xterm", "COLORTERM": "", **environment},
        encoding="utf-8",
        timeout=SECONDS,
        **HEEDING,
    )
    try:
        yield Terminal(child, columns, rows)
    finally:
        child.close(force=True)


@pytest.fixture(autouse=True)
def its_own_size(monkeypatch):
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.delenv("LINES", raising=False)


@on_posix
def test_a_record_is_watched_searched_resized_and_left():
    import pexpect

    with terminal("replay", "play", RECORD) as watched:
        watched.sees("1  1/15")
        watched.child.send("n")
        watched.sees("MUS-RANK-3")  # what is below is read first
        watched.child.send("n")
        assert "GRANDE" in watched.sees("1.grande.1  2/15")
        watched.child.send("/")
        watched.sees("Search:")
        watched.child.send("pot" + ENTER)
        assert "Grande: pot of 22" in watched.sees("1.grande.13  14/15")
        watched.resize(40, 12)
        assert "▸A M Ro Rc Re Rb" in watched.sees("PgDn more n next")
        watched.resize(80, 24)
        watched.sees("┌─ ─ ─┐")
        watched.child.send("q")
        watched.child.expect(pexpect.EOF)
        watched.child.close()
        assert watched.child.exitstatus == 0


@on_posix
@pytest.mark.parametrize("key", ["\x03", "\x04"])
def test_ctrl_c_and_ctrl_d_leave_the_terminal_as_it_was(key):
    import pexpect

    with terminal("replay", "play", RECORD, "--from", "1.grande.3") as watched:
        watched.sees("1.grande.3  4/15")
        watched.child.send("g" + key)
        watched.child.expect(pexpect.EOF)
        assert "\x1b[?1049l" in watched.child.before  # the screen before is there again
        assert "Traceback" not in watched.child.before
        watched.child.close()
        assert watched.child.exitstatus == 0


@on_posix
@pytest.mark.parametrize(
    ("words", "environment"),
    [((), {"TERM": "dumb"}), (("--plain",), {}), (("--no-input", "--color", "never"), {})],
)
def test_where_nothing_can_be_drawn_the_lines_come(words, environment):
    import pexpect

    with terminal("replay", "play", RECORD, *words, **environment) as watched:
        watched.child.expect(pexpect.EOF)
        assert "1.grande.13  E  quiero" in watched.child.before
        assert "\x1b[?1049h" not in watched.child.before


@on_posix
def test_no_color_is_heeded():
    with terminal("replay", "play", RECORD, NO_COLOR="1") as watched:
        watched.sees("1  1/15")
        colours = {cell.fg for row in watched.screen.buffer.values() for cell in row.values()}
        assert colours <= {"default"}
    with terminal("replay", "play", RECORD) as watched:
        watched.sees("1  1/15")
        colours = {cell.fg for row in watched.screen.buffer.values() for cell in row.values()}
        assert {"red", "green", "cyan", "brown"} <= colours


@on_posix
def test_a_record_that_is_refused_says_so_after_the_screen_too(tmp_path):
    import pexpect

    from mustutor.base.files import data

    text = (data("replays") / "three_players.json").read_text("utf-8")
    faulty = tmp_path / "faulty.json"
    faulty.write_text(text.replace("envido 4", "subo a 4", 1), encoding="utf-8")
    with terminal("replay", "play", str(faulty)) as watched:
        watched.sees("1  1/")
        watched.child.send("g1.grande.1\r")  # the hand after it goes on from what the record states
        watched.sees("REFUSED")
        watched.child.send("q")
        watched.child.expect(pexpect.EOF)
        assert f"{faulty.name}: 1.grande." in watched.child.before
        watched.child.close()
        assert watched.child.exitstatus == 1


# --- the command, without a terminal -----------------------------------------------------


class Console24(Console):
    """A console that somebody sits at."""

    def __init__(self) -> None:
        super().__init__(open_language("en"), environment={})
        self.interactive = True


@pytest.fixture
def seated(monkeypatch):
    """A reader at a terminal whose screen gives the walk back at once."""
    walks = []

    def run(walk, **how):
        walks.append((walk, how))
        return walk

    monkeypatch.setattr(screen_module, "run_screen", run)
    return walks


def play(console, first="", last="", step=False, name=RECORD):
    return replays.play(console, name, first=first, last=last, number=1, step=step)


def test_play_opens_the_screen_where_it_was_told_to(seated, capsys):
    assert play(Console24(), first="1.grande.4", last="1.grande.6") == 0
    ((walk, how),) = seated
    assert walk.stop.place == "1.grande.4"
    assert walk.source.places[-1] == "1.grande.6"
    assert (how["ascii"], how["color"]) == (False, False)
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("bounds", [("2", ""), ("", "1.chica"), ("1.grande.4", "1.grande.2")])
def test_a_place_that_is_not_there_is_wrong_usage_at_a_terminal_too(seated, bounds):
    with pytest.raises(replays.UsageError):
        play(Console24(), *bounds)
    assert not seated


def test_step_by_step_stays_line_after_line(seated, monkeypatch, capsys):
    monkeypatch.setattr("builtins.input", lambda _: "q")
    assert play(Console24(), step=True) == 0
    assert not seated
    assert "CARDS" in capsys.readouterr().out


def test_a_terminal_that_cannot_be_drawn_on_gets_the_lines_and_a_note(monkeypatch, capsys):
    def refuse(*_, **__):
        raise NoScreenError

    monkeypatch.setattr(screen_module, "run_screen", refuse)
    assert play(Console24()) == 0
    told = capsys.readouterr()
    assert "1.grande.13  E  quiero" in told.out
    assert told.err.startswith("This terminal cannot redraw its screen")
    assert len(told.err.splitlines()) == 1


def test_the_error_of_windows_is_known_by_its_name(monkeypatch):
    class NoConsoleScreenBufferError(Exception):
        pass

    def fail(*_, **__):
        raise NoConsoleScreenBufferError

    monkeypatch.setattr(screen_module.Screen, "run", fail)
    with pytest.raises(NoScreenError):
        run_screen(
            record_walk(RECORD),
            language=open_language("en"),
            color=False,
            ascii=False,
            keep=keep_nothing,
        )


def test_a_stream_that_cannot_show_frames_gets_them_in_ascii(seated, monkeypatch):
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    play(Console24())
    assert seated[0][1]["ascii"] is True


def test_input_that_ends_leaves_as_q_does():
    from prompt_toolkit.input import create_pipe_input
    from prompt_toolkit.output import DummyOutput

    kept = []
    with create_pipe_input() as fed:
        fed.send_text("nn")
        fed.close()
        walk = run_screen(
            record_walk(RECORD),
            language=open_language("en"),
            color=False,
            ascii=False,
            keep=lambda *step: kept.append(step),
            input=fed,
            output=DummyOutput(),
        )
    assert walk.at == len(kept)


def test_nothing_slow_is_imported_before_the_screen_is_wanted():
    asks = (
        "import sys, mustutor.cli.console;"
        "import mustutor.present.screen.screen, mustutor.present.screen.layout;"
        "print('prompt_toolkit' in sys.modules)"
    )
    told = subprocess.run(
        [sys.executable, "-c", asks],
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout == "False\n"


def test_escape_is_told_from_the_keys_that_begin_with_it():
    assert pressed(record_walk(RECORD), ESCAPE, "\x1b[C", ESCAPE, "\x1b[C").walk.at == 2


@on_posix
def test_at_one_keyboard_the_next_one_is_let_to_it_before_cards_are_shown(tmp_path):
    words = ["play", "--seed", "3", "--seat", "A1=human", "--seat", "B1=human"]
    with terminal(*words, "--bots", "easy", "--record", str(tmp_path / "x")) as window:
        assert "Cb" not in window.sees("A1 plays. Enter when you sit down")
        window.child.send("\r")
        window.sees("1.mus.1 A1")
        window.child.send("mus\r")
        seen = window.sees("B1 plays. Enter when you sit down")
        assert "Cb" not in seen
        assert "6o" not in seen
        window.child.send("\r")
        seen = window.sees("1.mus.2 B1")
        assert "6o" in seen
        assert "Cb" not in seen


def played_alone(folder: Path) -> tuple[str, ...]:
    """A table at which one word ends the first hand."""
    return "play", "--bots", "easy", "--seed", "5", "--record", str(folder / "x")


@on_posix
def test_a_long_answer_is_not_pushed_off_by_the_table_below_it(tmp_path):
    with terminal(*played_alone(tmp_path), PROMPT_TOOLKIT_NO_CPR="1") as played:
        reads_until(played, "1.chica.3 A1")
        assert "┌─────┐" in played.look()
        played.child.send("?" + ENTER)
        while "goes on here" not in (seen := played.sees("1.chica.3 A1")):
            pass
        assert "What you say, as it is said" in seen
        assert "▸A1" in seen
        played.child.send("hint" + ENTER)
        played.sees("This side has the best hand at chica")
        played.sees("┌─────┐")


@on_posix
def test_what_may_be_typed_while_a_match_is_taken_down_is_read_a_screen_at_a_time(tmp_path):
    words = ("replay", "record", str(tmp_path / "x"), "--variant", "madrid", "--players", "A1=Ane")
    with terminal(*words, PROMPT_TOOLKIT_NO_CPR="1") as taken:
        taken.sees("Who is mano")
        taken.child.send("mano A1" + ENTER + "help" + ENTER)
        seen = taken.sees("Enter goes on:")
        assert "I raise to 8" in seen
        assert "quit" not in seen
        taken.child.send(ENTER)
        rows = reads_until(taken, "1.mus.1 A1")
        assert any("Leave; the same command goes on" in row for row in rows)


@on_posix
def test_what_is_longer_than_the_screen_is_read_a_screen_at_a_time(tmp_path):
    words = ("--lang", "es", *played_alone(tmp_path))
    with terminal(*words, columns=60, rows=20, PROMPT_TOOLKIT_NO_CPR="1") as played:
        reads_until(played, "1.chica.3 A1", goes_on="Intro para seguir:")
        played.child.send("probabilidades" + ENTER)
        seen = played.sees("Intro para seguir:")
        assert "Joanes (A2) y A1" in seen
        assert "1.chica.3 A1" not in seen
        played.child.send(ENTER)
        assert "adivina lo que haya tirado nadie" in played.sees("1.chica.3 A1")


@on_posix
def test_the_count_of_a_hand_is_read_before_the_next_is_dealt(tmp_path):
    with terminal(*played_alone(tmp_path), rows=50, PROMPT_TOOLKIT_NO_CPR="1") as played:
        played.sees("1.chica.3 A1")
        played.child.send("paso" + ENTER)
        seen = played.sees("Enter goes on:")
        assert "COUNT" in seen
        assert re.search(r"score   A \d+", seen)
        assert "Hand 2." not in seen
        reads_until(played, "Hand 2.")


# --- what was not shown, and what was typed meanwhile --------------------------------------


def rows_of(seen: str) -> list[str]:
    return [row.strip() for row in seen.splitlines() if row.strip()]


def reads_until(played: Terminal, words: str, *, goes_on: str = "Enter goes on:") -> set[str]:
    """Press Enter wherever it goes on, until something is asked; the rows that were shown."""
    seen: set[str] = set()
    shown = ""
    end = time.monotonic() + SECONDS
    while words not in (now := played.look()):
        assert time.monotonic() < end, now
        if goes_on in now and now != shown:
            seen.update(rows_of(now))
            shown = now
            played.child.send(ENTER)
    return seen | set(rows_of(now))


def remembers(watched: Terminal) -> None:
    """Keep what leaves the screen at its top."""
    watched.screen = pyte.HistoryScreen(watched.screen.columns, watched.screen.lines, 1_000)
    watched.stream = pyte.Stream(watched.screen)


def left(watched: Terminal) -> list[str]:
    """The rows that have left the screen at its top."""
    columns = range(watched.screen.columns)
    gone = ["".join(row[at].data for at in columns) for row in watched.screen.history.top]
    return rows_of("\n".join(gone))


@on_posix
def test_what_is_typed_at_the_end_of_a_hand_is_the_next_call(tmp_path):
    with terminal(*played_alone(tmp_path), PROMPT_TOOLKIT_NO_CPR="1") as played:
        reads_until(played, "1.chica.3 A1")
        played.child.send("paso" + ENTER)
        played.sees("Enter goes on:")
        played.child.send("órdago" + ENTER)
        reads_until(played, "A1  órdago")


PROMPT = re.compile(r"\d+\.\w+\.\d+ A1 \(.*?\)")
ANSWERS = ("no quiero", "corto", "paso")
"""What is said where it may be: a bet refused, mus cut, a lance passed."""


@on_posix
@sampled("columns, rows", [(80, 24), (60, 20), (120, 40), (40, 24)], 4)
def test_nothing_of_a_match_played_leaves_the_screen_before_it_was_shown(tmp_path, columns, rows):
    size = {"columns": columns, "rows": rows}
    with terminal(*played_alone(tmp_path), **size, PROMPT_TOOLKIT_NO_CPR="1") as played:
        remembers(played)
        seen: set[str] = set()
        while not any(row.startswith("3.") for row in seen):
            seen |= reads_until(played, " A1 (")
            asked = PROMPT.findall(" ".join(played.look().split()))[-1]
            played.child.send(next(each for each in ANSWERS if each in asked) + ENTER)
            end = time.monotonic() + SECONDS
            while asked in (now := " ".join(played.look().split())):
                assert time.monotonic() < end, now
        assert [row for row in left(played) if row not in seen] == []


@on_posix
def test_the_hand_so_far_is_shown_before_a_record_goes_on(tmp_path):
    from .test_recording import TYPED

    words = ("replay", "record", str(tmp_path / "x"), "--variant", "madrid", "--players", "A1=Ane")
    lines = "\n".join(TYPED[:-4])
    subprocess.run([sys.executable, "-m", "mustutor", *words], input=lines, text=True, check=True)
    with terminal(*words[:3], PROMPT_TOOLKIT_NO_CPR="1") as taken:
        remembers(taken)
        seen = reads_until(taken, "1.juego.1 A1")
        assert "MUS" in seen
        assert [row for row in left(taken) if row not in seen] == []


@on_posix
@pytest.mark.parametrize(
    "words", [("tour",), ("tour", "encaje"), ("replay", "play", "three_players", "--step")]
)
def test_line_after_line_enter_passes_nothing_that_was_not_shown(words):
    with terminal(*words) as told:
        remembers(told)
        seen: set[str] = set()
        while told.child.isalive():
            now = told.look()
            seen.update(rows_of(now))
            row = told.screen.display[told.screen.cursor.y].rstrip()
            if row.endswith((">", "q ends:")):
                told.child.send(ENTER)
                end = time.monotonic() + SECONDS
                while told.look() == now and told.child.isalive():
                    assert time.monotonic() < end, now
        seen.update(rows_of(told.look()))
        assert [row for row in left(told) if row not in seen] == []
