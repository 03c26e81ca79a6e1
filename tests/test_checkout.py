"""A clone that was never installed: a variant and a lesson can be written in it, and tested."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
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


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="no clone: nothing tells what it holds")
def test_the_source_archive_holds_all_that_is_committed(tmp_path):
    """What its tests look at is there too: the examples, the pages, the continuous integration."""
    build = ("-m", "build", "--sdist", "--no-isolation", "--outdir", str(tmp_path), str(ROOT))
    subprocess.run([sys.executable, *build], check=True, capture_output=True)
    [archive] = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True)
    assert set(listed.stdout.decode().split()) <= names


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="no clone: nothing to check out")
def test_a_clone_that_rewrites_line_ends_has_the_same_bytes(tmp_path):
    """Seals and goldens are of bytes: `core.autocrlf`, the default on Windows, changes none."""
    git = ("git", "-c", "core.autocrlf=true", "-c", "core.eol=crlf")
    clone = tmp_path / "clone"
    subprocess.run([*git, "clone", "-q", "--no-checkout", "--shared", ROOT, clone], check=True)
    shutil.copy(ROOT / ".gitattributes", clone / ".git" / "info" / "attributes")
    some = ("replays", "tests/__snapshots__", "mustutor/present")
    subprocess.run([*git, "checkout", "-q", "HEAD", "--", *some], cwd=clone, check=True)
    written = [path for folder in some for path in (clone / folder).rglob("*") if path.is_file()]
    assert len(written) > 100
    assert [path for path in written if b"\r\n" in path.read_bytes()] == []
