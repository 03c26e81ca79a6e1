"""A clone that was never installed: a variant and a lesson can be written in it, and tested."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
MADE = ("*.mo", "compiled.json", "__pycache__", ".*")


@pytest.fixture(scope="module")
def clone(tmp_path_factory) -> Path:
    """What a clone holds: everything but what installs, builds and test runs leave behind."""
    folder = tmp_path_factory.mktemp("clone")
    for name in ("mustutor", "variants", "lessons", "replays", "schemas", "tests"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns(*MADE))
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def run(clone: Path, *words: str) -> str:
    """Run a module of the clone, which must succeed, and give what it wrote."""
    ran = subprocess.run(
        [sys.executable, "-m", *words],
        cwd=clone,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, ""), ran.stdout + ran.stderr
    return ran.stdout


def test_a_variant_is_written_checked_and_played_by(clone):
    changed = ("--extends", "madrid", "--set", "score.target=30")
    run(clone, "mustutor", "variant", "new", "our_table", *changed)
    run(clone, "mustutor", "variant", "check", "our_table.yaml")
    told = run(clone, "mustutor", "variant", "diff", "madrid", "our_table.yaml", "--lang", "es")
    assert "score.target" in told
    assert "30" in told
    shipped = clone / "variants" / "our_table.yaml"
    shutil.move(clone / "our_table.yaml", shipped)
    assert '"our_table"' in run(clone, "mustutor", "variant", "list", "--json")
    shipped.unlink()


def test_a_fresh_lesson_passes_all_that_a_shipped_one_must(clone):
    """Its checks, its words in every language, its hints, its slips, its pictures."""
    run(clone, "mustutor", "lesson", "new", "our_lesson", "-o", "lessons")
    course = clone / "lessons" / "course.yaml"
    course.write_text(course.read_text("utf-8").replace("punto,", "punto, our_lesson,"), "utf-8")
    assert run(clone, "mustutor", "lesson", "check", "our_lesson") == "our_lesson is in order.\n"
    tests = ("tests/tutor/test_course.py", "tests/ui/test_lessons.py")
    flags = ("--snapshot-update", "--quiet", "-p", "no:cacheprovider")
    told = run(clone, "pytest", *flags, "-k", "our_lesson or every_lesson_once", *tests)
    passed = re.search(r"(\d+) passed", told)
    assert passed
    assert int(passed[1]) >= 12
