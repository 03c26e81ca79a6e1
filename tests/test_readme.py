"""What README.md and CONTRIBUTING.md tell people to type works, and the floors they name stand."""

from __future__ import annotations

import ast
import io
import re
import shlex
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text("utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text("utf-8")

# A command to type stands in a table or on a line of its own, and begins with the program's name.
TYPED = re.compile(r"^(?:\| `)?(mustutor [^`\n]+)", re.MULTILINE)
# Records that hold a faulty call, or a claim that is false: the commands say so by their status.
WRONG = ("replays/faulty/", "replays/quarrels/", "dispute_before_all_cards_are_shown")


@pytest.fixture
def at_home(monkeypatch, tmp_path):
    """An empty folder of one's own, as for who has installed a wheel and has no clone.

    Nobody types: what asks must stop politely.
    """
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("at_home")
@pytest.mark.parametrize("page", [README, CONTRIBUTING], ids=["README", "CONTRIBUTING"])
def test_every_command_to_type_runs(mustutor, page):
    commands = [shlex.split(line)[1:] for line in TYPED.findall(page)]
    assert len(commands) >= 4
    for words in commands:
        ran = mustutor(*words)
        assert ran.status == any(wrong in word for word in words for wrong in WRONG), (
            words,
            ran.err,
        )
        assert ran.out, words


@pytest.mark.usefixtures("at_home")
def test_the_example_of_a_program_runs():
    program = re.search(r"```python\n(.+?)```", README, re.DOTALL)
    assert program
    *before, answer = ast.parse(program[1]).body
    names: dict[str, object] = {}
    exec(compile(ast.Module(before, []), "README.md", "exec"), names)  # noqa: S102
    assert isinstance(answer, ast.Expr)
    assert eval(compile(ast.Expression(answer.value), "README.md", "eval"), names) is True  # noqa: S307


def test_every_room_is_on_the_map():
    rows = re.findall(r"^\| ((?:`\w+/?` ?)+)\| ", CONTRIBUTING, re.MULTILINE)
    named = {name.strip("`/") for row in rows for name in row.split()}
    inside = (ROOT / "mustutor").iterdir()
    there = {path.stem for path in inside if path.name[0] not in "_." and path.name != "py.typed"}
    assert named == there


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md"])
def test_every_file_they_name_is_there(page):
    text = (ROOT / page).read_text("utf-8")
    linked = re.findall(r"\]\((?!https?:)([\w./]+)\)", text)
    named = re.findall(r"`((?:mustutor|tests|variants|schemas|replays)/[\w./]*)`", text)
    assert linked
    for name in [*linked, *named]:
        assert (ROOT / name).exists(), name
