"""Without what no browser has everything is still imported, and what matters is used."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

IMPORTED = """
import importlib, pkgutil
import mustutor

# What works on archives of many matches starts processes, and says so.
for found in pkgutil.walk_packages(mustutor.__path__, "mustutor."):
    if not found.name.startswith(("mustutor.archive.tables", "mustutor.archive.run")):
        importlib.import_module(found.name)
print("imported")
"""

USED = """
import mustutor
from mustutor.cli.main import main
from mustutor.base.files import data
from mustutor.games.rulebook import articles

text = (data("replays") / "punto.json").read_text("utf-8")
assert mustutor.verify(mustutor.load_replay(text)).verdict == "ok"
assert articles()
for line in (
    "hand RRCA",
    "compare grande RRC4 RRSA",
    "odds RRCA --seats A,B",
    "rule MUS-DEJE-3",
    "settle punto --html -",
    "settle punto --json",
    "replay verify punto",
    "drill juego.order --seed 7 --number 1 --transcript",
    "learn grande --transcript",
    "variant show madrid",
):
    assert main(line.split()) == 0, line
import sys
sys.stdout.flush()
print("used")
"""


def without(names: str, program: str) -> str:
    """What a program writes last that cannot import what stands under these names."""
    taken = f"from tests.site import what_a_browser_lacks as w; w.take_away({names})"
    ran = subprocess.run(
        [sys.executable, "-c", f"{taken}\n{program}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.splitlines()[-1]


def test_everything_is_imported_where_nothing_is_compiled_and_there_are_no_processes():
    assert without("w.LACKING + ('platformdirs', 'filelock')", IMPORTED) == "imported"


def test_hands_verdicts_rules_and_questions_are_had_with_nothing_but_ours_and_the_command_line():
    assert without("w.LACKING + w.LATE", USED) == "used"
