"""The attackers, in short: each is a program that tries much more when it is started by hand."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.attacks import writers

ROOT = Path(__file__).parents[2]


@pytest.mark.skipif(sys.platform == "win32", reason="signals, forks and limits are those of POSIX")
@pytest.mark.parametrize("attacker", ["kills", "full_disks"])
def test_nothing_is_lost_and_nothing_half_written(attacker):
    words = [sys.executable, "-m", f"tests.attacks.{attacker}", "--short"]
    told = subprocess.run(words, capture_output=True, text=True, check=False, timeout=300, cwd=ROOT)
    assert told.returncode == 0, told.stdout + told.stderr
    assert told.stdout.startswith("command ")


@pytest.mark.parametrize("attacker", ["kills", "full_disks", "lies"])
def test_help_explains_an_attacker_and_attacks_nothing(attacker):
    words = [sys.executable, "-m", f"tests.attacks.{attacker}", "--help"]
    told = subprocess.run(words, capture_output=True, text=True, check=False, timeout=60, cwd=ROOT)
    assert (told.returncode, told.stderr) == (0, "")
    assert "prints a table" in told.stdout


def test_every_command_that_writes_is_attacked():
    assert writers.untried() == set()
