"""What every test stands on: fresh catalogues, a quiet environment, the command in this process."""

from __future__ import annotations

import gc
import os
import sys
import tempfile
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import NamedTuple

import pytest

from mustutor.__main__ import SELDOM
from mustutor.base import shipped
from mustutor.cli.main import main
from mustutor.locale.compile import compile_all
from tests.long import Run

gc.set_threshold(*SELDOM)  # as the command does: a fifth of the time of all tests
collect_ignore = ["benchmarks"]  # programs, with a folder of their own on their path
# Before anything is said: what was compiled earlier must never hide what its source says now.
compile_all()
shipped.compile_all()

# What whoever runs the tests has set must not change what they see.
for name in ("MUSTUTOR_LANG", "LC_ALL", "LC_MESSAGES", "NO_COLOR", "FORCE_COLOR"):
    os.environ.pop(name, None)
for name in ("MUSTUTOR_VARIANT", "MUSTUTOR_LEVEL", "MUSTUTOR_NAMES"):
    os.environ.pop(name, None)
# What Python compiled is kept: half the time of a short process, and of reading the tests.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
os.environ.update(LANG="C.UTF-8", TERM="dumb", COLUMNS="80", LINES="24")
os.environ["MUSTUTOR_CONFIG"] = os.devnull + "-none"  # nobody's own settings are read


# Nobody's own progress is read or written by a test; the folder is made when one writes to it.
PROGRESS = tempfile.TemporaryDirectory(prefix="progress-")
NUMBERS = count(1)


@pytest.fixture(autouse=True)
def own_progress(monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file of progress for this test alone, which is not there yet."""
    path = Path(PROGRESS.name, str(next(NUMBERS)), "progress.json")
    monkeypatch.setenv("MUSTUTOR_PROGRESS", str(path))
    return path


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are cores: many tests wait for a browser or another program."""
    return (os.cpu_count() or 1) + 1


def pytest_configure(config: pytest.Config) -> None:
    """Tell the tests, before they are read, whether what is long is left out."""
    Run.leaving_out(config.getoption("markexpr"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes longest, the pages in a browser, begins first: nobody waits for it at the end."""
    items.sort(key=lambda item: "site" not in item.path.parts)


def pytest_collection_finish() -> None:
    """What was read stays until the end: the collector need not look at it again and again."""
    gc.collect()
    gc.freeze()


class Outcome(NamedTuple):
    """What a command did: its exit status, its results, its messages."""

    status: int
    out: str
    err: str


@pytest.fixture
def mustutor(capsys: pytest.CaptureFixture[str]) -> Callable[..., Outcome]:
    """Run a mustutor command line in this process."""

    def run(*arguments: str) -> Outcome:
        capsys.readouterr()
        status = main(arguments)
        return Outcome(status, *capsys.readouterr())

    return run
