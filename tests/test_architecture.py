"""The house keeps its shape: rooms import rooms before them, few print, data is data."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from mustutor.base.register import games
from tests.long import Run, each

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "mustutor"

# A room imports only rooms that stand before it.
ROOMS = (
    *("base", "model", "games", "replay", "referee"),
    *("analysis", "tutor", "archive", "present", "cli"),
)
HEIGHT = {name: height for height, name in enumerate((*ROOMS, "table"))}  # a door no room uses

# These stand outside the rooms: what they offer is loaded when it is asked for.
FRONT_DOORS = {"__init__", "__main__", "gym"}
ONLY_IN = {"prompt_toolkit": {"present/screen"}, "typer": {"cli"}}
SLOW_TO_IMPORT = {
    *("jsonschema", "ruamel", "referencing", "babel", "hatchling", "prompt_toolkit"),
    *("fsrs", "platformdirs", "filelock", "cryptography", "duckdb", "dask", "distributed"),
    *("numpy", "PIL", "resvg_py", "font_source_serif_pro"),
}
# `locale` is a program of its own for whoever maintains the catalogues; it is no part of the game.
OWN_PROGRAMS = {"locale"}
MAY_PRINT = {"present/screen", "cli"} | OWN_PROGRAMS

MOST_MODULES, LONGEST_MODULE, SHORTEST_MODULE = 275, 600, 40

# Shorter than a module should be, and nouns of their own all the same.
NOUNS_OF_THEIR_OWN: dict[str, str] = {}

MODULES = sorted(PACKAGE.rglob("*.py"))
by_module = each(MODULES, lambda path: str(path.relative_to(ROOT)))


def part(path: Path) -> str:
    """The room a file belongs to: `games` for mustutor/games/encaje/rules.py."""
    inside = path.relative_to(PACKAGE).parts
    if inside[:2] == ("present", "screen"):
        return "present/screen"
    return inside[0].removesuffix(".py")


@cache
def parsed(path: Path) -> ast.Module:
    """The code of a module, read once for all that is asked of it."""
    return ast.parse(path.read_text("utf-8"))


def imports(path: Path, *, at_top: bool = False) -> Iterator[str]:
    """Every dotted name a module imports, relative ones made whole."""
    tree = parsed(path)
    package = path.relative_to(ROOT).parts[:-1]
    for node in tree.body if at_top else ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join([*base, *filter(None, [node.module])])
            yield from (f"{module}.{name.name}" for name in node.names)


@by_module
def test_a_room_imports_only_rooms_before_it(path):
    if part(path) in FRONT_DOORS | OWN_PROGRAMS:
        return
    room = part(path).partition("/")[0]
    assert room in HEIGHT, f"{room} is no room: give it a place in ROOMS"
    for name in imports(path):
        if name.startswith("mustutor."):
            other = name.split(".")[1]
            if other not in FRONT_DOORS | OWN_PROGRAMS:
                assert HEIGHT[other] <= HEIGHT[room], f"{room} imports {name}"


def test_the_house_stays_small():
    assert len(MODULES) <= MOST_MODULES


@by_module
def test_a_library_is_met_in_one_place_and_never_before_it_is_needed(path):
    for name in imports(path):
        assert part(path) in ONLY_IN.get(name.split(".")[0], {part(path)}), name
    assert not {name.split(".")[0] for name in imports(path, at_top=True)} & SLOW_TO_IMPORT


@by_module
def test_only_the_screen_and_the_command_line_print_or_ask(path):
    if part(path) in MAY_PRINT | FRONT_DOORS:
        return
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Name):
            assert node.id not in {"print", "input"}, f"line {node.lineno}"
        elif isinstance(node, ast.Attribute):
            assert node.attr not in {"stdout", "stderr"}, f"line {node.lineno}"


@by_module
def test_a_module_can_be_read_in_one_sitting(path):
    assert len(path.read_text("utf-8").splitlines()) <= LONGEST_MODULE


@each(
    [path for path in MODULES if path.stem not in FRONT_DOORS],
    lambda path: str(path.relative_to(ROOT)),
)
def test_a_module_is_a_noun_of_its_own_and_no_scrap_of_another(path):
    name = path.relative_to(PACKAGE).as_posix()
    short = len(path.read_text("utf-8").splitlines()) < SHORTEST_MODULE
    assert not short or name in NOUNS_OF_THEIR_OWN


def test_one_name_is_one_thing():
    nodes = [node for path in MODULES for node in parsed(path).body]
    found = Counter(node.name for node in nodes if isinstance(node, ast.ClassDef))
    assert [name for name, times in found.items() if times > 1] == []


def strings(node: ast.expr) -> set[str]:
    """The texts that stand in an expression."""
    return {
        one.value
        for one in ast.walk(node)
        if isinstance(one, ast.Constant) and isinstance(one.value, str)
    }


@by_module
def test_nothing_outside_the_games_asks_which_game_it_is(path):
    if game_folder(dotted(path) + "."):
        return
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            asked = [getattr(one, "attr", getattr(one, "id", "")) for one in sides]
            names = set().union(*map(strings, sides))
            assert "game" not in asked or not names, f"line {node.lineno}: {sorted(names)}"


def test_the_tests_import_nothing_that_the_extra_test_does_not_bring():
    """Else a fresh clone set up as README says cannot even collect them."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["test"]]
    brought = {re.split(r"[^\w-]", need)[0].replace("-", "_") for need in wanted}
    ours = {"mustutor", "tests", *(path.stem for path in (ROOT / "tests" / "games").iterdir())}
    known = brought | ours | set(sys.stdlib_module_names)
    for path in (ROOT / "tests").rglob("*.py"):
        if "benchmarks" not in path.parts:  # programs, with an extra of their own
            strange = {name.partition(".")[0] for name in imports(path, at_top=True)} - known
            assert not strange, path


def test_the_run_of_every_day_knows_that_it_is_short_and_the_long_one_that_it_is_whole(monkeypatch):
    monkeypatch.setattr(Run, "short", Run.short)
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["pytest"]
    [markers] = [one for one in settings["ini_options"]["addopts"] if one.startswith("-m")]
    Run.leaving_out(markers.removeprefix("-m"))
    assert Run.short
    [markers] = re.findall(r'pytest .* -m "(.+)"', (ROOT / ".ci" / "run").read_text("utf-8"))
    Run.leaving_out(markers)
    assert not Run.short


@pytest.mark.parametrize("folder", ["variants", "lessons", "replays", "schemas"])
def test_data_folders_hold_no_code(folder):
    assert not list((ROOT / folder).rglob("*.py"))


def test_the_repository_speaks_of_mustutor_alone():
    # Bracketed so that this very file does not hold what it looks for.
    strangers = re.compile(
        r"(^|[^a-z.:/])/(root|home|tmp|work)/|bash_job[s]|\.\./share[d]|\bsubagen[t]|\bCE[O]\b",
        re.MULTILINE,
    )
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).is_file():
            found = strangers.search((ROOT / name).read_text("utf-8", errors="replace"))
            assert not found, f"{name}: {found and found.group()}"


def game_folder(name: str) -> str:
    """The folder of a game, or of what a family of games shares, that a dotted name is in."""
    _, _, inside = name.partition("mustutor.games.")
    folder = inside.partition(".")[0]
    return folder if (PACKAGE / "games" / folder).is_dir() else ""


@by_module
def test_a_game_is_known_by_name_to_nothing_but_the_register(path):
    # What several games share may be leaned on outside: what teaches Mus knows Mus.
    own = game_folder(dotted(path) + ".")
    for name in imports(path):
        other = game_folder(name)
        assert other in {"", own} or other not in games(), name
        if part(path) == "games" and not own:
            assert not other, name  # what is for every game leans on no family either


def test_no_module_imports_itself_by_a_detour():
    # Imports inside functions count too; those for types alone do not.
    modules = {dotted(path): path for path in MODULES if part(path) not in FRONT_DOORS}
    leads = {
        name: {to for to in whole_imports(path) if to in modules} for name, path in modules.items()
    }
    seen: set[str] = set()

    def walk(name: str, way: tuple[str, ...]) -> None:
        assert name not in way, " → ".join((*way[way.index(name) :], name))
        if name not in seen:
            for following in sorted(leads[name]):
                walk(following, (*way, name))
            seen.add(name)

    for name in modules:
        walk(name, ())


def dotted(path: Path) -> str:
    """The name a module is imported by."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


DOTTED = {dotted(path) for path in MODULES}


def whole_imports(path: Path) -> Iterator[str]:
    """The modules a module imports to run: those it names, or those it takes names from."""
    tree = parsed(path)
    typing_alone = {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node not in typing_alone and node.module:
            for name in node.names:
                inner = f"{node.module}.{name.name}"
                yield inner if inner in DOTTED else node.module
