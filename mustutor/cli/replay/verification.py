"""Verifying records, one or a million: who does the work, what is told of it, and where."""

from __future__ import annotations

import re
from contextlib import ExitStack, closing
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from mustutor.cli.console import Console
from mustutor.cli.habits import Misuse, Status
from mustutor.cli.replay.records import located
from mustutor.errors import Unreadable
from mustutor.language import mark

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from mustutor.archive.run import Task
    from mustutor.archive.work import ShardResult
    from mustutor.cli.replay.pace import Pace
    from mustutor.cli.settle.verdicts import Verdicts

COMMAND = "mustutor replay verify"
EXECUTORS = ("processes", "dask")
STDIN = "-"
ANSWERS_WITHIN = "10s"
KNOCKING = 5.0

_ADDRESS = re.compile(r"(?:tcp|tls)://([^/:\s]+|\[[0-9a-fA-F:]+\]):([0-9]{1,5})", re.ASCII)
_SHARE = re.compile(r"([1-9][0-9]{0,5})/([1-9][0-9]{0,5})", re.ASCII)


class Asked(NamedTuple):
    """What a command line asks for: the files, how they are worked on, and what is written."""

    files: list[str]
    json: bool = False
    jobs: int = 1
    progress: bool = False
    resume: str = ""
    share: str = ""
    summary: str = ""
    executor: str = EXECUTORS[0]
    scheduler: str = ""


def verified(console: Console, asked: Asked) -> Status:
    """Verify every match that was asked for, tell of it, and sum it up."""
    from mustutor.archive.journal import Journal
    from mustutor.archive.run import pieces, workers_for
    from mustutor.cli.archive.archives import keep, table
    from mustutor.cli.replay.pace import Pace
    from mustutor.cli.settle.verdicts import Verdicts

    number, of = _checked(asked)
    work = _task(console, asked, number, of)
    summary = work.summary()
    named = {item.file for item in work.items} if not asked.share else set()
    verdicts = Verdicts(console, named & _named(asked.files))
    pace = Pace(console, sum(shard.weight for shard in work.shards()), asked=asked.progress)
    with ExitStack() as open_things:
        journal = Journal(asked.resume) if asked.resume else None
        if journal is not None:
            open_things.callback(journal.close)
        executor = _executor(asked, open_things)
        open_things.callback(pace.clear)
        workers = workers_for(work, executor=executor, jobs=asked.jobs)
        found = open_things.enter_context(closing(pieces(work, workers, journal)))
        for piece in found:
            summary.add(piece)
            if asked.share:
                verdicts.all.add(piece)
            elif asked.json:
                verdicts.all.add(piece)
                _documents(console, verdicts, piece, pace)
            else:
                if piece.reports:
                    pace.clear()
                verdicts.write(piece)
            pace.add(piece.weight, piece.hands)
    pace.end()
    if asked.share and not asked.summary:
        console.write(summary.dumps().rstrip("\n"))
    elif not asked.share and not asked.json:
        verdicts.end_of_file()
        if _is_archive(work) and summary.matches > 1:
            table(console, summary)
        verdicts.end()
    if asked.summary:
        keep(summary, asked.summary, COMMAND)
    return verdicts.all.status


def _checked(asked: Asked) -> tuple[int, int]:
    """Which share is asked for; what cannot be done, or not together, is wrong usage."""
    found = _SHARE.fullmatch(asked.share or "1/1")
    number, of = (int(found[1]), int(found[2])) if found else (0, 0)
    if not 0 < number <= of:
        raise Misuse(
            "--shard takes a share such as 3/8, not {value}.",
            command=COMMAND,
            value=asked.share or '""',
        )
    for option, given in (("--shard", asked.share), ("--resume", asked.resume)):
        if given and STDIN in asked.files:
            raise Misuse(
                "{option} needs files: what comes by - can be read only once.",
                command=COMMAND,
                option=option,
            )
    if asked.executor not in EXECUTORS:
        raise Misuse(
            "--executor takes {known}, not {value}.",
            command=COMMAND,
            known=", ".join(EXECUTORS),
            value=asked.executor or '""',
        )
    if (asked.executor == "dask") != bool(asked.scheduler):
        raise Misuse(
            "--executor dask and --scheduler ADDRESS go together.",
            command=COMMAND,
        )
    return number, of


def _task(console: Console, asked: Asked, number: int, of: int) -> Task:
    from mustutor.archive.run import task
    from mustutor.archive.work import ALL, FAULTS, FIRST

    told = FIRST if asked.share else ALL if asked.json else FAULTS
    return task(
        asked.files,
        told=told,
        code=console.language.code,
        jobs=asked.jobs,
        number=number,
        of=of,
        find=located,
        leave=[path for path in (asked.resume, asked.summary) if path],
    )


def _named(files: list[str]) -> set[str]:
    """The files that were named, as they were found; those of a folder were not."""
    named = set()
    for name in files:
        try:
            named.add(located(name))
        except Unreadable:
            named.add(name)
    return named


def _is_archive(work: Task) -> bool:
    """Whether there is more than single matches, so that a table says more than a sentence."""
    from mustutor.archive.plan import LINES, STREAM

    return any(item.kind in (LINES, STREAM) for item in work.items)


def _documents(console: Console, verdicts: Verdicts, piece: ShardResult, pace: Pace) -> None:
    """Write a line of JSON for each match."""
    pace.clear()
    for report in piece.reports:
        console.document(report.as_json(console.language))
        if not report.readable:
            verdicts.unreadable(report)


def _executor(asked: Asked, open_things: ExitStack) -> Executor | None:
    """Who does the work besides us: the workers of a Dask cluster, if it is asked for."""
    if asked.executor != "dask":
        return None
    import socket

    try:
        distributed = import_module("distributed")
    except ImportError:
        raise Misuse(
            "To work on a Dask cluster, install what speaks to it: pip install 'mustutor[dask]'.",
            command=COMMAND,
        ) from None
    found = _ADDRESS.fullmatch(asked.scheduler)
    if found is None:
        raise Misuse(
            "--scheduler takes an address such as tcp://host:8786, not {value}.",
            command=COMMAND,
            value=asked.scheduler,
        )
    try:
        # First knock: the client would go on trying, and leave threads behind.
        socket.create_connection((found[1].strip("[]"), int(found[2])), KNOCKING).close()
        client = distributed.Client(asked.scheduler, timeout=ANSWERS_WITHIN, set_as_default=False)
    except (OSError, ValueError, OverflowError):
        raise Unreadable(
            mark(
                "No Dask scheduler answers at {address}: start one there, or name another with "
                "--scheduler."
            ),
            address=asked.scheduler,
        ) from None
    open_things.callback(client.close)
    executor: Executor = client.get_executor(pure=False)
    return executor
