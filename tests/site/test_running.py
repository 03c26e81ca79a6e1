"""A command line in the process that is there says what it says by itself, and leaves nothing."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import zipfile
from base64 import b64decode
from pathlib import Path

import pytest

from mustutor.cli.console import IN_PAGE
from mustutor.cli.site import writing
from mustutor.cli.site.running import answered, run, split_line
from tests.attacks.writers import CONFIG, LIVE, PROGRESS, WRITERS, commands
from tests.long import sampled
from tests.site.goldens import NOT_OF_COMMANDS, TESTS, goldens
from tests.site.lines import ASKED, ELSEWHERE, EVERY, RECORDS, REST, TYPED
from tests.site.what_a_browser_lacks import LACKING

# Nothing but Python's own library and the two archives, as in a browser.
PROGRAM = f"""
import json, sys
sys.path.insert(0, sys.argv[1])
for name in {LACKING!r}:
    if name != "rpds":
        sys.modules[name] = None
from mustutor.cli.site import running
running.stand_in()
import mustutor
assert mustutor.__file__.startswith(sys.argv[1])
for line in sys.stdin:
    print(running.answered(line), flush=True)
"""


def question(line: str, typed: str) -> str:
    return json.dumps({"line": line, "typed": typed, "columns": 80})


@pytest.fixture(scope="module")
def browserlike(tmp_path_factory):
    """Answers as the page does, in a Python that has what a browser has and nothing else."""
    folder = tmp_path_factory.mktemp("packages")
    for archive in (writing.package(), writing.libraries()):
        zipfile.ZipFile(io.BytesIO(archive)).extractall(folder)
    with subprocess.Popen(
        [sys.executable, "-I", "-S", "-c", PROGRAM, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None

        def ask(line: str, typed: str) -> dict[str, object]:
            child.stdin.write(question(line, typed) + "\n")
            child.stdin.flush()
            return dict(json.loads(child.stdout.readline()))

        yield ask
        child.stdin.close()


@sampled("line, typed", EVERY, 9)
def test_with_nothing_but_what_a_browser_has_every_command_line_says_the_same(
    browserlike, line, typed
):
    assert browserlike(line, typed) == json.loads(answered(question(line, typed)))


# To settle one record more is the same command: a process of its own has each fourth of them.
ALONE = tuple((line, "") for line in (*ASKED, *RECORDS[::4])) + TYPED


@sampled("line, typed", ALONE, 21)
def test_in_the_process_that_is_there_a_command_says_what_it_says_by_itself(tmp_path, line, typed):
    aside = {f"MUSTUTOR_{name}": str(tmp_path / name) for name in ("PROGRESS", "CONFIG")}
    alone = subprocess.run(
        [sys.executable, "-m", "mustutor", *split_line(line)],
        input=typed.encode(),
        capture_output=True,
        cwd=tmp_path,
        env={
            **os.environ,
            **aside,
            IN_PAGE: "1",
            "NO_COLOR": "1",
            "COLUMNS": "80",
            "PYTHONUTF8": "1",
        },
        check=False,
    )
    ran = run(split_line(line), typed=typed)
    given = [text.replace(str(tmp_path), "").encode() for text in (ran.out, ran.err)]
    if line != "progress":  # it names its file, which is another one
        assert given == [alone.stdout, alone.stderr]
    assert ran.status == alone.returncode


def written_there(name: str, folder: Path) -> list[str]:
    """The files a browser offers of a command that writes, or the line that says it cannot."""
    writer = WRITERS[name]
    words = [word for word in writer.words.split() if word != "--force"]
    ran = run(words, typed=writer.typed, language="en", folder=str(folder))
    if ran.status == 3 and not ran.files and ran.err == CANNOT:
        return [ran.err]
    return [name for name, _ in ran.files]


CANNOT = "A browser cannot do this: type it where mustutor is installed.\n"
READS_A_FILE = {
    *("judge", "merge", "import", "sign", "reveal", "deal"),
    *("archive export", "progress import", "progress doctor"),
}
"""Writers that first read a file of somebody's own, which a page has not; or need a library."""


@pytest.mark.parametrize("name", sorted(WRITERS.keys() - READS_A_FILE))
def test_a_command_that_writes_offers_its_file_keeps_it_or_says_that_it_cannot(name, tmp_path):
    offered, writer = written_there(name, tmp_path), WRITERS[name]
    if offered == [CANNOT]:
        assert name == "site"
        return
    kept = {PROGRESS, CONFIG}
    for target in writer.targets:
        if target in kept:
            assert (tmp_path / target).is_file(), name
        else:
            live = target.replace(".json", LIVE)  # a match that still goes on
            begins = [f"{target}/", target, live]
            assert any(one.startswith(tuple(begins)) for one in offered), (name, offered)


@pytest.mark.parametrize("name", sorted(READS_A_FILE & WRITERS.keys()))
def test_a_command_whose_file_is_not_there_says_so_and_leaves_nothing(name, tmp_path):
    words = [word for word in WRITERS[name].words.split() if word != "--force"]
    ran = run(words, language="en", folder=str(tmp_path))
    assert ran.status in (2, 3) or "there is none yet" in ran.out
    assert ran.files == ()


def test_a_file_that_is_offered_holds_what_was_written():
    [(name, data)] = run(["replay", "seal", "punto", "-o", "sealed.json"]).files
    assert name == "sealed.json"
    out = run(["replay", "seal", "punto"]).out
    assert b64decode(data).decode().strip() == out.strip()


def test_nothing_is_left_of_a_command(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    streams, environment = (sys.stdin, sys.stdout, sys.stderr), dict(os.environ)
    for line, typed in (TYPED[2], ("replay seal punto -o sealed.json", "")):
        run(split_line(line), typed=typed, language="es", columns=40)
    assert (sys.stdin, sys.stdout, sys.stderr) == streams
    assert dict(os.environ) == environment
    assert Path.cwd() == tmp_path
    assert not list(tmp_path.iterdir())


def test_a_library_no_browser_has_is_told_in_a_sentence(monkeypatch):
    monkeypatch.setitem(sys.modules, "mustutor.cli.archive", None)
    ran = run(["archive", "query", "--list"], language="es")
    assert ran.status == 3
    assert ran.err == (
        "Un navegador no tiene mustutor.cli.archive, y esto lo necesita: "
        "escríbelo donde mustutor esté instalado.\n"
    )


def test_the_stand_in_for_rpds_carries_jsonschema_and_gives_way_to_the_real_one():
    program = (
        "import sys; sys.modules.pop('rpds', None)\n"
        "from mustutor.cli.site import running\n"
        "{before}running.stand_in()\n"
        "import rpds; print(rpds.HashTrieMap is running.HashTrieMap)"
    )
    gone = "import importlib.util as u; f = u.find_spec\n"
    gone += "running.find_spec = lambda name: None if name == 'rpds' else f(name)\n"
    for before, told in (("", "False\n"), (gone, "True\n")):
        ran = subprocess.run(
            [sys.executable, "-c", program.format(before=before)],
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.stdout == told, ran.stderr


def test_every_command_of_the_table_is_run_in_a_browser_or_named_as_one_that_cannot():
    typed = [split_line(line) for line, _ in EVERY + REST]
    named = [command for command in ELSEWHERE if "--" not in command]
    run_there = {
        command
        for command in commands()
        if any(words[: len(command.split())] == command.split() for words in typed)
    }
    assert set(commands()) - run_there == set(named)


def test_every_signed_file_is_one_of_a_command_or_named_as_none():
    there = {*TESTS.rglob("__snapshots__/**/*.*"), *TESTS.rglob("goldens/*.txt")}
    tried = {golden.file for golden in goldens()}
    assert tried <= there
    left = {file.relative_to(TESTS).parent.as_posix() for file in there - tried}
    assert left == set(NOT_OF_COMMANDS)


@sampled("golden", goldens(), 20, ids=lambda golden: " ".join(golden.words[:4]))
def test_a_command_in_the_process_that_is_there_writes_what_was_signed(golden):
    assert run(golden.words, typed=golden.typed).out.endswith(golden.text)
