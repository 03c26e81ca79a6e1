"""What is shipped is whole: built, installed in a clean place, and run from somewhere else."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

# Built and installed twice, a minute of a network: what is published, not what is written.
pytestmark = pytest.mark.long

ROOT = Path(__file__).resolve().parents[1]
DATA = ("variants", "lessons", "replays", "schemas")


def run(*command: object, cwd: Path = ROOT, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run a program that must succeed, knowing nothing of this checkout."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    ran = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env=environment | settings,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    """The wheel as it is published: made from the source archive, not from the checkout."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--outdir", folder)
    [built] = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory) -> Path:
    """The `mustutor` of a clean environment that holds the wheel and what it depends on."""
    place = tmp_path_factory.mktemp("clean")
    run(sys.executable, "-m", "venv", "--without-pip", place)
    python = place / ("Scripts" if os.name == "nt" else "bin") / "python"
    run(sys.executable, "-m", "pip", "--python", python, "install", "--quiet", wheel)
    return python.with_name("mustutor")


def test_the_wheel_holds_the_data_byte_for_byte(wheel):
    with zipfile.ZipFile(wheel) as archive:
        shipped = {
            name.removeprefix("mustutor/data/"): archive.read(name)
            for name in archive.namelist()
            if name.startswith("mustutor/data/")
        }
    ours = {
        path.relative_to(ROOT).as_posix(): path.read_bytes()
        for folder in DATA
        for path in (ROOT / folder).rglob("*")
        if path.is_file()
    }
    assert shipped == ours


def test_the_wheel_holds_every_catalogue_compiled_and_nothing_of_the_checkout(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    for source in (ROOT / "mustutor" / "locale").rglob("*.po"):
        assert source.with_suffix(".mo").relative_to(ROOT).as_posix() in names
    tops = {name.split("/")[0] for name in names if ".dist-info" not in name}
    assert tops == {"mustutor"}
    assert "mustutor/py.typed" in names


@pytest.mark.parametrize("code", ["en", "es"])
def test_the_installed_command_plays_the_tour_from_the_root_of_the_disk(installed, code):
    toured = run(installed, "tour", "--lang", code, cwd=Path(installed.anchor))
    assert "MUS-PLAY-1" in toured.stdout
    assert toured.stderr == ""


def test_the_installed_package_gives_its_names(installed):
    program = (
        "import mustutor as m;"
        "print(*(getattr(m, n).__name__ for n in m.__all__ if n != '__version__'))"
    )
    given = run(installed.with_name("python"), "-c", program, cwd=Path(installed.anchor))
    assert given.stdout.split() == [
        *("Call", "IllegalCall", "MustutorError", "NotationError", "Player", "ReplayError"),
        *("Unreadable", "VariantError", "WrongKind", "apply", "bot", "classify", "compare"),
        *("dumps", "explain", "load_replay", "load_variant", "loads", "next_hand", "odds"),
        *("options", "read_call", "settle", "settle", "match", "sit", "start", "verify", "view"),
        "why_not",
    ]
