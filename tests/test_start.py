"""The shell around the commands: habits, help, wrong usage, exit statuses, and a quick start."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Annotated

import pytest
import typer

from mustutor import __version__
from mustutor.base.language import open_language
from mustutor.cli.command_table import COMMANDS, CommandEntry, CommandGroup
from mustutor.cli.console import Console

HEAVY = {"prompt_toolkit", "jsonschema", "ruamel", "numpy", "rich", "pydantic"}


def paths(branch: CommandGroup, *before: str) -> Iterator[tuple[str, ...]]:
    for word, found in branch.commands.items():
        yield (*before, word)
        if isinstance(found, CommandGroup):
            yield from paths(found, *before, word)


@pytest.fixture
def stand_in(monkeypatch):
    """A command `probe` that does what its one argument says."""

    def probe(
        context: typer.Context,
        deed: Annotated[str, typer.Argument(metavar="DEED", help="What to do.")],
        steps: Annotated[int, typer.Option(min=1, help="How often.")] = 1,
        json: Annotated[bool, typer.Option("--json")] = False,  # noqa: ARG001
    ) -> int:
        console: Console = context.obj
        match deed:
            case "interrupt":
                raise KeyboardInterrupt
            case "missing":
                Path("no/such/file.json").read_text("utf-8")
            case "directory":
                Path(__file__).parent.read_text("utf-8")
            case "pour":
                for _ in range(50_000):
                    console.write("a line of many")
            case "status":
                return steps
            case _:
                console.write(deed * steps)
        return 0

    module = ModuleType("mustutor.cli.probes")
    module.probe = probe  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setitem(
        COMMANDS.commands, "probe", CommandEntry("probes", "probe", "Try the shell.")
    )


def test_nothing_is_imported_before_an_interruption_is_seen_to():
    """Not even `__future__`: in the middle of an import Python would write a traceback."""
    program = (
        "import sys; before = set(sys.modules); import mustutor.__main__;"
        "print(*sorted(set(sys.modules) - before))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert ran.stdout.split() == ["mustutor", "mustutor.__main__"]


def test_version_needs_nothing_heavy():
    program = (
        "import sys; from mustutor.cli.main import main; main(['--version']);"
        "print(*{name.partition('.')[0] for name in sys.modules})"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    first, modules = ran.stdout.splitlines()
    assert first == f"mustutor {__version__}"
    assert not HEAVY & set(modules.split())


def test_the_public_names_load_nothing_until_they_are_used_and_a_table_nothing_heavy():
    program = (
        "import sys; before = set(sys.modules); import mustutor; dir(mustutor); mustutor.__all__;"
        "print(*sorted(set(sys.modules) - before));"
        "mustutor.sit('madrid').say('A1 corto').record();"
        "print(*{name.partition('.')[0] for name in sys.modules})"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    at_first, with_a_table = ran.stdout.splitlines()
    assert at_first == "mustutor"
    assert not (HEAVY | {"typer"}) & set(with_a_table.split())


def test_a_command_loads_its_own_module_only():
    program = (
        "import sys; from mustutor.cli.main import main; main(['hand', 'R', 'R', 'C', 'A']);"
        "print(*(name for name in sys.modules if name.startswith('mustutor.cli.')))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    loaded = set(ran.stdout.splitlines()[-1].split())
    assert "mustutor.cli.hands" in loaded
    assert not loaded & {f"mustutor.cli.{name}" for name in ("tour", "settle", "replays", "rules")}


@pytest.mark.parametrize(
    ("words", "needless"),
    [
        (["--version"], ["mustutor.games", "mustutor.model", "mustutor.present"]),
        (
            ["replay", "verify", "ordago_accepted"],
            ["mustutor.present", "mustutor.referee.recorder"],
        ),
        (["settle", "ordago_accepted"], ["mustutor.referee.recorder", "mustutor.analysis"]),
    ],
    ids=["version", "verify", "settle"],
)
def test_a_command_loads_nothing_it_does_not_need(words, needless):
    program = f"import sys; from mustutor.cli.main import main; main({words!r});print(*sys.modules)"
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    loaded = ran.stdout.splitlines()[-1].split()
    needless = [*needless, "random", "secrets", "tempfile"]
    assert not [name for name in loaded if name.startswith(tuple(needless))]


def test_alone_it_says_what_to_do_next_and_names_only_what_exists(mustutor):
    alone = mustutor()
    named = {line.split()[1] for line in alone.out.splitlines() if line.startswith("  mustutor ")}
    assert alone.status == 0
    assert named >= {"tour", "settle", "replay", "rule"}
    assert named <= {*COMMANDS.commands, "--help"}


@pytest.mark.parametrize("code", ["en", "es"])
@pytest.mark.parametrize("path", [(), *paths(COMMANDS)], ids=" ".join)
def test_every_command_has_help_that_fits_40_columns(mustutor, path, code):
    shown = mustutor(*path, "--help", "--lang", code, "--width", "40")
    assert (shown.status, shown.err) == (0, "")
    assert shown.out.startswith(open_language(code).say("Usage: {usage}", usage="mustutor"))
    wide = [line for line in shown.out.splitlines() if len(line) > 40]
    assert not [
        line for line in wide if not line.startswith("  mustutor ")
    ]  # an example is typed whole


@pytest.mark.parametrize("path", [(), *paths(COMMANDS)], ids=" ".join)
def test_every_help_ends_with_the_exit_statuses(mustutor, path):
    *_, last = mustutor(*path, "--help").out.split("\n\n")
    said = " ".join(last.split())
    assert said.startswith("Exit status: 0 done, ")
    assert said.endswith(", 2 wrong usage, 3 unreadable input, 130 interrupted.")


@pytest.mark.usefixtures("stand_in")
def test_habits_stand_before_or_after_the_command(mustutor):
    before = mustutor("--lang", "es", "probe", "--help")
    after = mustutor("probe", "--help", "--lang=es")
    assert before == after
    assert before.out.startswith("Uso: mustutor probe")
    assert mustutor("probe", "--", "--plain").out == "--plain\n"


def test_the_environment_chooses_the_language_unless_one_is_asked_for(mustutor, monkeypatch):
    monkeypatch.setenv("MUSTUTOR_LANG", "es")
    assert "Órdenes" in mustutor("--help").out
    assert "Commands" in mustutor("--help", "--lang", "en").out


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("prove", "mustutor has no command prove"),
        ("replay verifi x", "mustutor replay has no command verifi"),
        ("replay", "After mustutor replay comes one of these: list, verify, merge"),
        ("probe", "mustutor probe needs DEED."),
        ("probe a b", "mustutor probe takes no b."),
        ("probe a --step 2", "mustutor probe has no option --step"),
        ("probe a --steps two", "--steps takes a whole number, not two."),
        ("probe a --steps 0", "--steps must be 1 or more; 0 is too little."),
        ("probe a --steps", "--steps needs a value."),
        ("probe a --json=1", "--json takes no value."),
        ("--lang xx", "There is no language"),
        ("probe a --lang", 'There is no language ""'),
        ("--color mauve", "--color takes auto, always or never, not mauve."),
        ("--width 3", "--width takes a number of columns, 20 or more, not 3."),
        ("--width wide", "--width takes a number of columns, 20 or more, not wide."),
    ],
)
@pytest.mark.usefixtures("stand_in")
def test_wrong_usage_is_one_line_then_what_to_do(mustutor, line, sentence):
    refused = mustutor(*line.split())
    wrong, advice = refused.err.splitlines()
    assert (refused.status, refused.out) == (2, "")
    assert wrong.startswith(sentence)
    assert advice.startswith("Type mustutor ")
    assert advice.endswith(" --help to see how.")


@pytest.mark.usefixtures("stand_in")
def test_a_near_miss_is_answered_with_what_was_meant(mustutor):
    assert "did you mean settle?" in mustutor("setle", "x").err
    assert "did you mean --steps?" in mustutor("probe", "a", "--step", "2").err


def test_wrong_usage_is_told_in_the_language_asked_for(mustutor):
    assert mustutor("setle", "--lang", "es").err.startswith("mustutor no tiene la orden setle")


@pytest.mark.usefixtures("stand_in")
def test_the_status_of_a_command_is_the_status_of_the_program(mustutor):
    assert mustutor("probe", "status", "--steps", "1").status == 1
    assert mustutor("probe", "hello").status == 0


@pytest.mark.usefixtures("stand_in")
def test_a_missing_file_or_a_directory_is_status_3_and_never_a_traceback(mustutor):
    missing, directory = mustutor("probe", "missing"), mustutor("probe", "directory")
    assert (missing.status, directory.status) == (3, 3)
    assert missing.err == "no/such/file.json: there is no such file.\n"
    assert directory.err.endswith(": this is a directory, not a file.\n")


@pytest.mark.usefixtures("stand_in")
def test_an_interruption_is_status_130_and_silent(mustutor):
    assert mustutor("probe", "interrupt") == (130, "", "")


def piped(tail: str, *, program: str) -> subprocess.CompletedProcess[str]:
    script = f"{sys.executable} -c '{program}' {tail}"
    return subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False)


POUR = (
    "import sys; from mustutor.cli import main as a;"
    "a.welcome = lambda console: [console.write(str(n)) for n in range(200000)];"
    "sys.exit(a.main([]))"
)


def test_a_reader_who_leaves_is_no_error():
    left = piped("| head -n 1; exit ${PIPESTATUS[0]}", program=POUR)
    assert (left.returncode, left.stdout, left.stderr) == (0, "0\n", "")


def test_a_full_disk_is_told_in_a_line():
    full = piped("> /dev/full", program=POUR)
    assert full.returncode == 3
    assert "Traceback" not in full.stderr
    assert len(full.stderr.splitlines()) == 1


def test_a_stream_that_knows_only_ascii_gets_ascii():
    program = "import sys; from mustutor.cli.main import main; sys.exit(main())"
    command = [sys.executable, "-c", program, "--help", "--lang", "es"]
    for encoding, heading in {"utf-8": "Órdenes", "latin-1": "Órdenes", "ascii": "Ordenes"}.items():
        environment = os.environ | {"PYTHONIOENCODING": encoding}
        ran = subprocess.run(command, capture_output=True, env=environment, check=True)
        assert heading in ran.stdout.decode(encoding).splitlines()


@pytest.mark.parametrize(
    ("arguments", "environment", "colored"),
    [
        ([], {}, False),
        (["--color", "always"], {}, True),
        ([], {"FORCE_COLOR": "1"}, True),
        ([], {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        (["--color", "never"], {"FORCE_COLOR": "1"}, False),
        (["--plain"], {"FORCE_COLOR": "1"}, False),
    ],
)
def test_colour_is_asked_for_or_forced_and_never_in_a_pipe(
    mustutor, monkeypatch, arguments, environment, colored
):
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert ("\x1b[" in mustutor("--help", *arguments).out) is colored


def test_a_document_is_the_same_in_every_language_and_lossless_in_ascii(capsys):
    for console in (Console(open_language("en")), Console(open_language("es"), ascii=True)):
        console.document({"verb": "órdago", "stones": 5})
    usual, in_ascii = capsys.readouterr().out.splitlines()
    assert json.loads(usual) == json.loads(in_ascii) == {"verb": "órdago", "stones": 5}
    assert in_ascii.isascii()
