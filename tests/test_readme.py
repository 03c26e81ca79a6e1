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
TRANSLATIONS = {each: (ROOT / f"README.{each}.md").read_text("utf-8") for each in ("es", "fr")}
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


@pytest.mark.parametrize("page", ["README.md", "README.es.md", "README.fr.md", "CONTRIBUTING.md"])
def test_every_file_they_name_is_there(page):
    text = (ROOT / page).read_text("utf-8")
    linked = re.findall(r"\]\((?!https?:)([\w./]+)\)", text)
    named = re.findall(r"`((?:mustutor|tests|variants|schemas|replays)/[\w./]*)`", text)
    assert linked
    for name in [*linked, *named]:
        assert (ROOT / name).exists(), name


# --- the same page in other languages ----------------------------------------------------------


def parts(page: str) -> list[str]:
    """The parts of a page by its headings, without the line that leads to other languages."""
    head, languages, rest = page.split("\n\n", 2)
    assert languages.count(" · ") == len(TRANSLATIONS)
    return re.split(r"\n(?=## )", f"{head}\n\n{rest}")


def blocks(part: str) -> list[str]:
    """What stands in fences, without comments: they are said in the language of the page."""
    fenced = re.findall(r"^```(.+?)^```", part, re.DOTALL | re.MULTILINE)
    return [re.sub(r" +# .*", "", block) for block in fenced]


def prose(part: str) -> str:
    """What stands outside of fences."""
    return re.sub(r"^```.+?^```", "-", part, flags=re.DOTALL | re.MULTILINE)


def code(text: str) -> list[str]:
    """What stands as code between the words, whatever language it asks for; words move it about."""
    found = [" ".join(words.split()) for words in re.findall(r"`([^`]+)`", text)]
    return sorted(re.sub(r"--lang \w\w", "--lang", words) for words in found)


ALIKE = {
    "the blocks of code, in their order": blocks,
    "the commands of the tables, in their order": lambda part: re.findall(
        r"^\| (`.+?`) \|", part, re.MULTILINE
    ),
    "the links": lambda part: sorted(re.findall(r"\]\((.+?)\)", part)),
    "what stands as code between the words": lambda part: code(prose(part)),
    "the code of every row": lambda part: [
        code(row) for row in re.findall(r"^\|.+\|$", part, re.MULTILINE)
    ],
    "the number of paragraphs": lambda part: prose(part).count("\n\n"),
}


@pytest.mark.parametrize("said", TRANSLATIONS)
@pytest.mark.parametrize("what", ALIKE)
def test_a_page_in_another_language_has_all_that_the_english_has(said, what):
    """So that none stays behind unseen when README.md changes."""
    of = ALIKE[what]
    assert list(map(of, parts(TRANSLATIONS[said]))) == list(map(of, parts(README)))


def test_every_language_of_the_page_leads_to_the_others():
    pages = {"English": README, "Español": TRANSLATIONS["es"], "Français": TRANSLATIONS["fr"]}
    files = dict(zip(pages, ("README.md", "README.es.md", "README.fr.md"), strict=True))
    for own, page in pages.items():
        links = [name if name == own else f"[{name}]({files[name]})" for name in files]
        assert page.splitlines()[:3] == ["# mustutor", "", " · ".join(links)]


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("es", r'[“”"’]|\b(?:sólo|éste|ésta)\b|\b[Uu]sted|\s[;:!?»]|«\s'),
        ("fr", r'[“”"’]|[^\u202f][;!?]|[^\u00a0][:»]|«[^\u00a0]|\b[Vv]otre'),
    ],
)
def test_a_page_in_another_language_keeps_to_its_style_sheet(said, wrong):
    """CONTRIBUTING has it: quotation marks, spaces, accents, and *tú* or *tu*."""
    page = TRANSLATIONS[said]
    comments = [told for told in re.findall(r" # (.*)", page) if "pip install" not in told]
    code_of_markdown = r"`[^`]+`|!\[|\]\(.+?\)|explain\(.+?\)"
    text = re.sub(code_of_markdown, "-", "\n".join([prose(page), *comments]))
    assert re.findall(rf".{{0,20}}(?:{wrong})", text) == []
