"""Every command that writes, killed and interrupted at every write: nothing lost, nothing by half.

    python -m tests.attacks.kills [--short]

prints a table: for each command how often it was killed at a write (or half of one), how often
interrupted there by Ctrl-C, how often in the middle of any function, how often in each function of
the program's start; and how many of those it survived. What it did not survive stands below, and
the status is 1. `--short` tries some of all of them, as the suite does.
"""

from __future__ import annotations

import os
import runpy
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from mustutor.replay.live_file import read_live_record
from tests.attacks import writers
from tests.attacks.table import Case, asked, survival
from tests.attacks.writers import INTERRUPTED, WRITERS, Ended, Moments, Writer

FEW = 3
"""In so many ways the recorder is killed in the short run; any other command in one."""
COLUMNS = ("killed", "interrupted", "in a call", "starting")


def cases(folder: Path, *, short: bool) -> Iterator[Case]:
    """Try every command that writes."""
    for number, (name, writer) in enumerate(WRITERS.items()):
        with writers.at(folder, writer) as here:
            before = writers.found_in(here)
            whole = writers.run(
                writer.words, here, writer.typed, partial(Moments, 0, writers.killed)
            )
            ended = writers.found_in(here)
        moments = range(1, whole.moments + 1)
        ways = {
            "killed": [partial(Moments, at, writers.killed) for at in moments],
            "interrupted": [partial(Moments, at, writers.interrupted) for at in moments],
            "in a call": [partial(writers.Calls, at) for at in range(1, 60_000, 797)],
        }
        for how, every in ways.items():
            for prepare in _few(every, number, FEW if writer.goes_on else 1) if short else every:
                yield Case(name, how, _tried(folder, writer, prepare, before, ended, how))


def _few(things: Sequence[Any], number: int, many: int) -> Sequence[Any]:
    """Some of many things: others for each number."""
    step = max(len(things) // many, 1)
    return things[number * 7 % step :: step][:many]


def _tried(
    folder: Path,
    writer: Writer,
    prepare: Callable[[], Any],
    before: dict[str, bytes],
    ended: dict[str, bytes],
    how: str,
) -> str:
    """What harm comes of a command to which something happens; then it is run once more."""
    with writers.at(folder, writer) as here:
        told = writers.run(writer.words, here, writer.typed, prepare)
        after = writers.found_in(here)
        if how == "killed" and told.status == -signal.SIGKILL:
            harm = writers.harm(writer, before, after, ended, drafts=True)
        else:
            harm = _ended_well(writer, told) or writers.harm(
                writer, before, after, ended, drafts=False
            )
        if harm:
            return f"{harm} ({told.status}{': ' if told.err else ''}{told.err[-300:]})"
        if told.status != -signal.SIGKILL:
            return ""
        if lost := _forgotten(told, here):
            return lost
        again = writers.run(writer.words, here, writer.goes_on or writer.typed)
        return "" if again.status in writer.again else f"run again: {again.status} {again.err}"


STATES = (
    *([], ["A1 mus"], ["A1 mus", "B1 corto"], ["A1 mus", "B1 corto", "A1 envido 4"]),
    *(["A1 mus", "B1 corto"], *[["A1 mus", "B1 corto", "A1 paso"]] * 2),
    *[["A1 mus", "B1 corto", "A1 envido 2"]] * 2,
)
"""What the record holds after each of the lines that are told to the recorder."""


def _forgotten(told: Ended, here: Path) -> str:
    """Whether the recorder has lost a line that it had answered: one more may be there."""
    live = here / f"x{writers.LIVE}"
    if not live.exists():
        return ""
    answered = sum("> " in line for line in told.out.splitlines()[:-1])  # the last may be an echo
    kept = [
        call
        for hand in read_live_record(live.read_bytes()).hands
        for round_ in hand.rounds
        for call in round_.calls
    ]
    possible = STATES[max(answered - 1, 0) : answered + 1]
    return "" if kept in possible else f"after {answered} lines it holds {kept}"


def _ended_well(writer: Writer, told: Ended) -> str:
    if told.status == INTERRUPTED:
        # What was just answered and not yet kept is put beside, and the learner is told where.
        rescued = writer.targets == (writers.PROGRESS,) and "rescued" in told.err
        return "it is not silent" if told.err and not rescued else ""
    return "" if told.status in (0, 1) else "it ends in another way"


# --- the start of the program ------------------------------------------------------------------

STARTS = ("hand R R R A", "settle punto", "replay verify punto --json", "learn grande --transcript")


def started(words: str, moment: int) -> str:
    """Interrupt the program in one of the calls of its start, nothing of it imported before."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.dup2(writing, 1)
        os.dup2(writing, 2)
        sys.stdout, sys.stderr = open(1, "w"), open(2, "w")  # noqa: SIM115
        for name in [name for name in sys.modules if name.partition(".")[0] in FORGOTTEN]:
            del sys.modules[name]
        left = moment

        def called(*_: object) -> None:
            nonlocal left
            # Before its first lines it is Python that starts, and no program can be ready.
            if left == moment and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
                return
            left -= 1
            if not left:
                sys.setprofile(None)
                signal.raise_signal(signal.SIGINT)

        signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever called us may ignore it
        sys.argv = ["mustutor", *words.split()]
        sys.setprofile(called)
        runpy.run_module("mustutor", run_name="__main__", alter_sys=True)
        os._exit(99)
    os.close(writing)
    with os.fdopen(reading, errors="replace") as stream:
        told = stream.read()
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status == 0 or (status == INTERRUPTED and "Traceback" not in told and "ignored" not in told):
        return ""
    return f"in call {moment} of the start: {status} {told[-300:]}"


FORGOTTEN = {"mustutor", "typer", "orjson", "shellingham", "json", "enum", "re", "decimal"}
"""What a child imports anew."""


def starts(*, short: bool) -> Iterator[Case]:
    """Interrupt the start of some commands at its calls."""
    for words in STARTS[: 1 if short else None]:
        for moment in range(2, 40_000, 7_001 if short else 199):
            yield Case(f"start: {words}", "starting", started(words, moment))


def main() -> int:
    """Print the table; 1 where something was not survived."""
    short = asked(__doc__)
    tried = list(starts(short=short))
    writers.warm()
    with writers.stock() as folder:
        tried += cases(folder, short=short)
    return survival(tried, COLUMNS)


if __name__ == "__main__":
    raise SystemExit(main())
