"""The prompt of a match being taken down: what completes, what is refused before it is entered."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys

import pyte
import pytest
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput
from prompt_toolkit.output.vt100 import Vt100_Output

from mustutor.base.language import open_language
from mustutor.model.variant import load_variant
from mustutor.present.screen import recording
from mustutor.present.screen.recording import RecordingPrompt, problem_with, suggestions, view_rows
from mustutor.present.screen.rows import ScreenPen, columns, plain
from mustutor.present.screen.screen import NoScreenError
from mustutor.referee.recorder import readback
from mustutor.referee.recorder.commands import sit_down
from mustutor.referee.recorder.dictation import Dictation
from mustutor.replay import Replay
from mustutor.replay.files import load_replay
from mustutor.replay.names import by_name

PAIRS = ("A1", "B1", "A2", "B2")
ERASE = "\x15"


def at(*lines: str, code: str = "en") -> Dictation:
    rules = load_variant("wikipedia_en")
    match = Replay({"id": rules.id, "digest": rules.digest}, PAIRS, ())
    dictation = Dictation(sit_down(rules, match), open_language(code))
    for line in lines:
        answer = dictation.take(line)
        assert answer.taken, line
        dictation = answer.dictation
    return dictation


def typed(dictation: Dictation, keys: str) -> str:
    with create_pipe_input() as fed:
        fed.send_text(keys)
        return RecordingPrompt(color=False, input=fed, output=DummyOutput()).ask(dictation)


def words(dictation: Dictation, begun: str) -> list[str]:
    return [begun[: len(begun) - back] + word for word, back in suggestions(dictation, begun)]


def test_a_legal_line_is_entered_as_it_was_typed():
    assert typed(at("A1", "corto"), "envido cinco\r") == "envido cinco"


def test_whoever_sits_down_next_is_waited_for_until_enter():
    """The terminal is raw between two lines: Python's own `input` would wait for ever."""
    with create_pipe_input() as fed:
        prompt = RecordingPrompt(color=False, input=fed, output=DummyOutput())
        fed.send_text("envido 2\rpaso\r")
        prompt.wait("B1 plays. ")
        assert prompt.ask(at("A1", "corto")) == "paso"


def test_what_the_rules_refuse_is_not_entered_but_mended():
    assert typed(at("A1", "corto"), f"quiero\r{ERASE}paso\r") == "paso"


def test_in_a_narrow_window_the_whole_refusal_is_told():
    shown = io.StringIO()
    narrow = Vt100_Output(shown, lambda: Size(rows=20, columns=40), enable_cpr=False)
    screen = pyte.Screen(40, 20)
    rows: list[str] = []
    with create_pipe_input() as fed:
        prompt = RecordingPrompt(color=False, input=fed, output=narrow)

        def look(_app) -> None:
            if prompt.session.default_buffer.validation_error and not rows:
                pyte.Stream(screen).feed(shown.getvalue())
                rows.extend(row.rstrip() for row in screen.display)
                fed.send_text(f"{ERASE}paso\r")

        prompt.session.app.after_render += look
        fed.send_text("envido 1\r")
        assert prompt.ask(at("A1", "corto")) == "paso"
    told = " ".join(row for row in rows if row)
    assert "A1 bets 1, but the smallest bet is 2. (MUS-BET-2)" in told


def test_why_it_is_refused_is_said_with_the_article():
    dictation = at("A1", "corto", "envido 4")
    assert problem_with(dictation, "subo a 5") == (
        "B1 raises 4 to 5, but a raise must reach at least 6. (MUS-BET-11)"
    )
    assert "did you mean B1 quiero?" in problem_with(dictation, "quierro")
    for line in ("envido 100000000", "subo a 100000000"):  # no other number is meant by these
        assert "did you mean" not in problem_with(dictation, line)
    for line in ("subo a 6", "B1 quiero", "undo", "help", "", "?", "A1 Ro Rc 5e 4o"):
        assert problem_with(dictation, line) == ""


@pytest.mark.parametrize(
    ("begun", "completed"),
    [
        ("", ["paso", "órdago", "envido 2"]),
        ("p", ["paso", "players"]),
        ("en", ["envido 2"]),
        ("a1 ", ["a1 paso", "a1 órdago", "a1 envido 2"]),
        ("A1 o", ["A1 órdago"]),
        ("B2 no q", ["B2 no quiero"]),
        ("und", ["undo"]),
        ("xyz", []),
    ],
)
def test_what_is_legal_completes(begun, completed):
    found = words(at("A1", "corto"), begun)
    assert found == completed if begun else found[:3] == completed


def test_what_completes_is_legal_wherever_the_hand_stands():
    told = ("A1", "corto", "paso, paso, paso", "envido", "subo a 4", "quiero", "paso")
    for count in range(len(told) + 1):
        dictation = at(*told[:count])
        for line in readback.completions(dictation.recorder, dictation.language):
            assert problem_with(dictation, line) == ""


def test_commands_complete_in_the_language_of_the_reader():
    assert words(at("A1", "corto", code="es"), "des") == ["deshacer"]


@pytest.mark.parametrize(("key", "ending"), [("\x03", KeyboardInterrupt), ("\x04", EOFError)])
def test_ctrl_c_and_ctrl_d_are_told_apart(key, ending):
    with pytest.raises(ending):
        typed(at("A1"), key)


def test_a_terminal_that_cannot_be_drawn_on_is_known_by_its_error(monkeypatch):
    class NoConsoleScreenBufferError(Exception):
        pass

    def fail(*_, **__):
        raise NoConsoleScreenBufferError

    monkeypatch.setattr("prompt_toolkit.PromptSession", fail)
    with pytest.raises(NoScreenError):
        RecordingPrompt(color=False)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no pty on Windows")
@pytest.mark.parametrize(
    ("words", "terminal"), [((), "xterm-256color"), ((), "dumb"), (("--plain",), "xterm-256color")]
)
def test_at_a_terminal_what_is_missing_is_asked_and_lines_are_taken(tmp_path, words, terminal):
    import pexpect

    run = "import sys; from mustutor.cli.main import main; sys.exit(main())"
    child = pexpect.spawn(
        sys.executable,
        ["-c", run, "replay", "record", "x", *words],
        cwd=str(tmp_path),
        env={**os.environ, "TERM": terminal, "LANG": "C.UTF-8", "PROMPT_TOOLKIT_NO_CPR": "1"},
        encoding="utf-8",
        timeout=20,
        dimensions=(24, 80),
    )
    child.expect("Which rules")
    child.sendline("wikipedia_en")
    child.expect("Who plays")
    child.sendline("A1=Ane")
    child.expect("Who is mano")
    child.sendline("A1")
    child.expect(r"1\.mus\.1 A1 \(mus · corto\)")
    child.sendline("corto")
    child.expect(r"1\.grande\.1 A1")
    child.sendline("paso")
    child.expect(r"1\.grande\.2 B1")
    child.sendline("quit")
    child.expect("All of it is in")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    replay = load_replay(tmp_path / "x.part.jsonl")
    assert replay.about["players"] == {"A1": "Ane"}
    assert [round_.calls for round_ in replay.hands[0].rounds] == [("A1 corto",), ("A1 paso",)]


def test_nothing_slow_is_imported_before_somebody_is_asked():
    program = f"import sys, {recording.__name__}; print('prompt_toolkit' in sys.modules)"
    told = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert told.stdout == "False\n"


# --- what stays in view ------------------------------------------------------------------------

NAMED = "players A1=Ane, B1=Bea, A2=Iker, B2=Jon"
PASTED, END_OF_PASTE = "\x1b[200~", "\x1b[201~"


def seen(dictation: Dictation, width: int, height: int = 24) -> str:
    return plain(view_rows(dictation, width, height, ScreenPen(dictation.language)))


@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize(
    ("code", "speaks", "stake"), [("en", "speaks", "stones by"), ("es", "habla", "piedras de")]
)
def test_names_score_stake_and_turn_are_in_view(width, code, speaks, stake):
    told = seen(
        at("A1", NAMED, "corto", "ordago", "no quiero", "no quiero", *["paso"] * 4, code=code),
        width,
    )
    for name in ("Ane", "Bea", "Iker", "Jon"):
        assert name in told
    assert "A 1 · B 0 · " in told.splitlines()[0]
    told = seen(at("A1", NAMED, "corto", "envido 4", "subo a 9", code=code), width)
    assert f"9 {stake} B1" in told
    assert "Iker" in next(row for row in told.splitlines() if speaks in row)
    assert all(columns(row) <= width for row in told.splitlines())


@pytest.mark.parametrize(
    ("code", "begins"), [("en", "2 stones by Maddi"), ("es", "2 piedras de Maddi")]
)
def test_a_stake_too_broad_for_the_middle_is_told_in_two_rows(code, begins):
    dictation = at("A1", "players B1=Maddi", "corto", "paso", "envido 2", code=code)
    language = by_name(dictation.language, dictation.recorder.match)
    told = seen(dictation._replace(language=language), 80)
    assert "┌─────┐" in told
    assert begins in told
    assert "(B1)" in told
    assert "…" not in told


def test_the_table_is_drawn_where_there_is_room_and_written_where_there_is_none():
    dictation = at("A1", "corto", "A1 Ro Rc 5e 4o")
    assert "┌─────┐┌── ──┐┌─ ─ ─┐┌─────┐" in seen(dictation, 80)
    assert "Ro Rc 5e 4o" in seen(dictation, 40)
    assert len(seen(dictation, 80).splitlines()) < 24
    assert "┌" not in plain(view_rows(dictation, 80, 24, ScreenPen(dictation.language, ascii=True)))


def test_hostile_names_are_harmless_in_view():
    dictation = at("A1")
    recorder = dictation.recorder.about(
        players={"A1": "Eve\x1b[31m\u202e", "B1": {"name": "x" * 900}}
    )
    told = seen(dictation._replace(recorder=recorder), 40)
    assert not re.search("[\x00-\x09\x0b-\x1f\u202e]", told)
    assert all(columns(row) <= 40 for row in told.splitlines())


# --- every line is one ------------------------------------------------------------------------


def taken(keys: str, lines: int, *begun: str) -> tuple[list[str], list[str]]:
    """The lines that were entered one after the other, and what was refused between them."""
    dictation, entered, refused = at(*begun), [], []
    with create_pipe_input() as fed:
        fed.send_text(keys)
        prompt = RecordingPrompt(color=False, input=fed, output=DummyOutput(), tell=refused.append)
        for _ in range(lines):
            entered.append(prompt.ask(dictation))
            dictation = dictation.take(entered[-1]).dictation
    return entered, refused


def test_a_refused_line_leaves_nothing_behind():
    entered, refused = taken("quiero\rpaso\r", 1, "A1", "corto")
    assert entered == ["paso"]
    [told] = refused
    assert told.splitlines()[0] == "> quiero"
    assert "(MUS-BET-9)" in told


def test_lines_typed_ahead_stay_lines():
    entered, refused = taken("paso\rfoo\renvido 4\rquiero\r", 3, "A1", "corto")
    assert entered == ["paso", "envido 4", "quiero"]
    assert [told.splitlines()[0] for told in refused] == ["> foo"]


def test_pasted_lines_are_lines_and_the_last_waits_for_its_end():
    keys = f"{PASTED}paso\r\nenvido 4\nquiero\npas{END_OF_PASTE}o\r"
    assert taken(keys, 4, "A1", "corto") == (["paso", "envido 4", "quiero", "paso"], [])


@pytest.mark.parametrize(
    ("keys", "went_on", "heard"),
    [
        ("\rpaso\r", True, ["paso"]),
        ("paso\rpaso\r", False, ["paso", "paso"]),
        ("pass\x7f\x7fso\r", False, ["paso"]),
        (f"{PASTED}paso\nenvido 2\npas{END_OF_PASTE}o\r", False, ["paso", "envido 2", "paso"]),
        (f"{PASTED}\npaso\n{END_OF_PASTE}envido\r", False, ["paso", "envido"]),
        (f"{PASTED}pas{END_OF_PASTE}o\r", False, ["paso"]),
    ],
)
def test_what_is_typed_where_enter_goes_on_is_heard_next(keys, went_on, heard):
    dictation = at("A1", "corto")
    with create_pipe_input() as fed:
        fed.send_text(keys)
        prompt = RecordingPrompt(color=False, input=fed, output=DummyOutput())
        assert prompt.goes_on("Enter goes on: ") is went_on
        assert [prompt.ask(dictation) for _ in heard] == heard


def test_what_was_pasted_before_is_not_waited_for_and_not_lost():
    dictation = at("A1", "corto")
    with create_pipe_input() as fed:
        fed.send_text(f"{PASTED}paso\nenvido 2\npas{END_OF_PASTE}")
        prompt = RecordingPrompt(color=False, input=fed, output=DummyOutput())
        assert prompt.ask(dictation) == "paso"
        assert not prompt.goes_on("Enter goes on: ")
        assert prompt.ask(dictation) == "envido 2"
        assert not prompt.goes_on("Enter goes on: ")
        fed.send_text("o\r")
        assert prompt.ask(dictation) == "paso"


def test_what_was_pasted_after_a_refused_line_is_left_out_and_said_so():
    # The lines after it were meant for other speakers: taken on, they would be somebody else's.
    keys = f"{PASTED}paso\nfoo\npaso\npaso\n{END_OF_PASTE}envido 4\r"
    entered, [told] = taken(keys, 2, "A1", "corto")
    assert entered == ["paso", "envido 4"]
    assert told.splitlines()[0] == "> foo"
    assert "2 lines pasted after it have been left out." in told


TYPED = (
    "mano A1",
    "A1 Ro Rc 5e 4o",
    "B1 Re Ce 6e 6o",
    "A2 Sb Sc 5c Ae",
    "B2 7b 7c 4b Ab",
    "corto",
    "envido, quiero",
    "paso, paso, paso, paso",
    "tengo, tengo, tengo, tengo",
    "envido, quiero",
    "no tengo, tengo, no tengo, no tengo",  # the hand ends here, and its count is long
    "corto",
    "B1 envido 3",
    "quit",
)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no pty on Windows")
@pytest.mark.parametrize("ends", [("", ""), (END_OF_PASTE, PASTED)], ids=["typed", "pasted"])
def test_at_the_end_of_a_hand_nothing_that_was_typed_ahead_is_lost(tmp_path, ends):
    import pexpect

    run = "import sys; from mustutor.cli.main import main; sys.exit(main())"
    words = ("replay", "record", "x", "--variant", "madrid", "--players", "A1=Ane")
    child = pexpect.spawn(
        sys.executable,
        ["-c", run, *words],
        cwd=str(tmp_path),
        env={**os.environ, "TERM": "xterm", "LANG": "C.UTF-8", "PROMPT_TOOLKIT_NO_CPR": "1"},
        encoding="utf-8",
        timeout=20,
        dimensions=(24, 80),
    )
    end, begin = ends
    child.expect("Who is mano")
    child.send(begin + "".join(f"{line}\r" for line in TYPED) + end)
    child.expect("All of it is in")
    child.expect(pexpect.EOF)
    first, second = load_replay(tmp_path / "x.part.jsonl").hands
    assert first.rounds[-1].calls[-1] == "B2 no tengo"
    assert [round_.calls for round_ in second.rounds] == [("B1 corto",), ("B1 envido 3",)]
