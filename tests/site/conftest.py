"""The pages, written once for all tests; with the real Pyodide where there is one."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from mustutor.cli.main import main
from mustutor.cli.site.pocket import PYODIDE
from mustutor.cli.site.writing import CORE

ROOT = Path(__file__).resolve().parents[2]


def pretended(folder: Path, version: str = PYODIDE) -> Path:
    """A folder that looks like the package of Pyodide, and cannot run."""
    folder.mkdir(parents=True)
    for name in CORE:
        (folder / name).write_text(f"{name} of a test", "utf-8")
    told = {"name": "pyodide", "version": version}
    (folder / "package.json").write_text(json.dumps(told), "utf-8")
    return folder


@pytest.fixture(scope="session")
def pages(tmp_path_factory) -> Path:
    """The folder of pages, with a Pyodide that cannot run."""
    folder = tmp_path_factory.mktemp("site")
    core = pretended(folder / "node_modules" / "pyodide")
    assert main(["site", str(folder / "pages"), "--pyodide", str(core)]) == 0
    return folder / "pages"


def package(name: str) -> Path:
    """A package of npm, beside Pyodide where that was named; skipped where nobody has it."""
    named = os.environ.get("MUSTUTOR_PYODIDE")
    core = Path(named) if named else ROOT / "node_modules" / "pyodide"
    if not (core.parent / name).is_dir():
        pytest.skip(
            f"no {name}: npm install pyodide@{PYODIDE} axe-core@4, or name the folder of Pyodide "
            "in MUSTUTOR_PYODIDE"
        )
    return core.parent / name


@pytest.fixture(scope="session")
def running_pages(tmp_path_factory) -> Path:
    """The folder of pages with the real Pyodide."""
    folder = tmp_path_factory.mktemp("site") / "pages"
    assert main(["site", str(folder), "--pyodide", str(package("pyodide"))]) == 0
    return folder


@pytest.fixture(scope="session")
def axe() -> str:
    """The program that finds faults of accessibility."""
    return (package("axe-core") / "axe.min.js").read_text("utf-8")
