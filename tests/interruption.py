"""Programs that tests interrupt, whatever became of interruptions where the tests are run."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from typing import TypedDict


def heed() -> None:
    """Heed an interruption again, in a process that is about to become another program.

    A shell that runs the tests in the background lets them ignore it, and all they start.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Started(TypedDict, total=False):
    """How a program is started that is going to be interrupted."""

    preexec_fn: Callable[[], None]


HEEDING: Started = {} if sys.platform == "win32" else {"preexec_fn": heed}
"""For `subprocess` and pexpect: a program started so heeds interruptions."""
