"""Every command without room: files that may not grow, a disk that fills up, a full output.

    python -m tests.attacks.full_disks [--short]

prints a table: for each command how often a file was cut short at some size, how often the disk was
full at some moment of its writing, on a real disk of so many kilobytes (where this user may make
one), how often its output and its messages were full; and how many of those it survived: one clear
line, status 3, the old file as it was, nothing left behind. What it did not survive stands below,
and the status is 1. `--short` tries some of all of them, as the suite does.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from tests.attacks import writers
from tests.attacks.table import Case, asked, survival
from tests.attacks.writers import WRITERS, Ended, Moments, Writer

COLUMNS = ("short files", "no room", "full disk", "full output", "full messages")
SIZES = (0, 1, 100, 700, 4_000)
ROOM = (0, 4, 8, 16, 64)
"""Kilobytes that are left on a disk."""
KEPT_ELSEWHERE = {"record", "play", "learn", "drill"}
"""What they could not keep they put where there is room, or say that it stays in memory."""
ANSWERS = ("tour", "hand RRRA", "replay show punto", "settle punto", "rule juego", "variant list")
ANSWERS += ("replay verify whole_game --json", "learn grande --transcript", "progress", "schema")


def cases(folder: Path, *, short: bool) -> Iterator[Case]:
    """Try every command that writes, and some that answer."""
    for number, (name, writer) in enumerate(WRITERS.items()):
        with writers.at(folder, writer) as here:
            before = writers.found_in(here)
            prepare = partial(Moments, 0, writers.full)
            moments = range(1, writers.run(writer.words, here, writer.typed, prepare).moments + 1)
            ended = writers.found_in(here)
        ways: list[tuple[str, Callable[[], Any]]] = []
        ways += [("short files", writers.short_files(size)) for size in SIZES]
        ways += [("no room", partial(Moments, at, writers.full)) for at in moments]
        for how, prepare in ways[number % 7 :][:1] if short else ways:
            with writers.at(folder, writer) as here:
                yield Case(name, how, _tried(name, writer, here, prepare, before, ended))
    for number, words in enumerate((*ANSWERS, *[each.words for each in WRITERS.values()])):
        for handle, how in ((1, "full output"), (2, "full messages")):
            if not short or number % 8 == 0:
                with writers.at(folder, Writer(words, ())) as here:
                    yield Case(words, how, _full(words, here, handle))


def _tried(
    name: str,
    writer: Writer,
    here: Path,
    prepare: Callable[[], Any],
    before: dict[str, bytes],
    ended: dict[str, bytes],
) -> str:
    """What harm comes of a command that has no room."""
    told = writers.run(writer.words, here, writer.typed, prepare)
    harm = writers.harm(writer, before, writers.found_in(here), ended, drafts=False)
    return _told(name, told) or (harm and f"{harm} ({told.status} {told.err})")


def _told(name: str, told: Ended) -> str:
    """What is wrong with how it is told: one clear line, and perhaps one that says what to do."""
    said = told.err.splitlines()
    if "Traceback" in told.err or "ignored" in told.err:
        return f"{told.status}: {told.err}"
    if told.status in (0, 1) or name in KEPT_ELSEWHERE:
        return ""
    if told.status != 3:
        return f"status {told.status} {told.err}"
    return "" if 1 <= len(said) <= 2 else f"told in {len(said)} lines: {told.err}"


def _full(words: str, here: Path, handle: int) -> str:
    """What harm comes of an output, or of messages, for which there is no room."""

    def without_room() -> None:
        os.dup2(os.open("/dev/full", os.O_WRONLY), handle)

    usual = writers.run(words, here, writers.TYPED)
    with tempfile.TemporaryDirectory(dir=here.parent) as name:
        copy = Path(name, "here")
        shutil.copytree(here.parents[1] / "stock", copy)
        told = writers.run(words, copy, writers.TYPED, without_room)
    if "Traceback" in told.err:
        return told.err
    if handle == 2:
        return "" if told.status == usual.status else f"{told.status} and not {usual.status}"
    if not usual.out:
        return ""
    said = len(told.err.splitlines()) - len(usual.err.splitlines())
    return "" if told.status == 3 and said >= 1 else f"{told.status}: {told.err}"


# --- a real disk -------------------------------------------------------------------------------


@contextmanager
def disk(folder: Path) -> Iterator[Path | None]:
    """A small disk of its own at a folder; None where nobody may make one."""
    words = ["mount", "-t", "tmpfs", "-o", "size=1m", "none", str(folder)]
    if shutil.which("mount") is None or subprocess.run(words, capture_output=True).returncode:  # noqa: PLW1510
        yield None
        return
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def on_disks(folder: Path) -> Iterator[Case]:
    """Try every command that writes on a disk that has so much room."""
    for name, writer in WRITERS.items():
        with writers.at(folder, writer) as here:
            writers.run(writer.words, here, writer.typed)
            ended = writers.found_in(here)
        for room in ROOM:
            with tempfile.TemporaryDirectory(dir=folder.parent) as place:
                with disk(Path(place)) as mounted:
                    if mounted is None:
                        return
                    here = mounted / "here"
                    shutil.copytree(folder, here)
                    for target in writer.targets if writer.old else ():
                        (here / target).write_bytes(writers.OLD)
                    before = writers.found_in(here)
                    _fill(mounted, room)
                    harm = _tried(name, writer, here, lambda: None, before, ended)
                yield Case(name, "full disk", harm)


def _fill(disk: Path, kilobytes: int) -> None:
    left = shutil.disk_usage(disk).free - kilobytes * 1024
    (disk / "ballast").write_bytes(b"\0" * max(left, 0))


def main() -> int:
    """Print the table; 1 where something was not survived."""
    short = asked(__doc__)
    writers.warm()
    with writers.stock() as folder:
        tried = list(cases(folder, short=short))
        tried += [] if short else on_disks(folder)
    return survival(tried, COLUMNS)


if __name__ == "__main__":
    raise SystemExit(main())
