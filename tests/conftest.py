"""What every test stands on: fresh catalogues, a quiet environment, the command in this process."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import NamedTuple

import pytest

from mustutor.cli.application import main
from mustutor.locale.compile import compile_all

# Before anything is said: a catalogue compiled earlier must never hide what its source says now.
compile_all()

# What whoever runs the tests has set must not change what they see.
for name in ("MUSTUTOR_LANG", "LC_ALL", "LC_MESSAGES", "NO_COLOR", "FORCE_COLOR"):
    os.environ.pop(name, None)
os.environ.update(LANG="C.UTF-8", TERM="dumb", COLUMNS="80", LINES="24")


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
