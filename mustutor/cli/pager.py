"""Long text through the reader's pager, at a terminal only.

What goes to a file or a pipe, what is asked for as JSON, with --plain or with --no-input never
meets a pager; nor does what fits on the screen.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from mustutor.cli.console import Console

USUAL = "less"
NO_PAGER = frozenset(("", "cat"))
LESS = "FRX"
"""Leave at once where one screen is enough, keep the colours, leave the text on the screen."""


@contextmanager
def paged(console: Console, *, wanted: bool = True) -> Iterator[None]:
    """Gather what a command writes, and show it through a pager if it is longer than the screen.

    More than a pager is worth waiting for is written as it comes. Whatever ends the command, what
    was written is shown.
    """
    command = pager() if wanted and console.interactive else []
    if not command:
        yield
        return
    console.kept = []
    try:
        yield
    finally:
        text = "".join([f"{piece}\n" for piece in console.kept or ()])
        console.kept = None
        if text.count("\n") < shutil.get_terminal_size().lines or not _shown(command, text):
            sys.stdout.write(text)


def pager() -> list[str]:
    """The command of the reader's pager; none where there is none to be had, or it is `cat`."""
    import shlex

    try:
        command = shlex.split(os.environ.get("PAGER", USUAL))
    except ValueError:
        return []
    if not command or command[0] in NO_PAGER or shutil.which(command[0]) is None:
        return []
    return command


def _shown(command: list[str], text: str) -> bool:
    """Whether the pager has taken the text; one that cannot be started has not."""
    sys.stdout.flush()
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    try:
        running = subprocess.Popen(  # noqa: S603 - the reader's own pager
            command, stdin=subprocess.PIPE, env={"LESS": LESS, **os.environ}
        )
    except OSError:
        return False
    assert running.stdin is not None
    try:
        with running.stdin as taking:
            taking.write(text.encode(encoding, "replace"))
    except OSError:
        pass  # left before the end
    while True:
        try:
            running.wait()
        except KeyboardInterrupt:
            continue  # it is the pager's
        return True
