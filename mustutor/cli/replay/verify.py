"""The command `replay verify`: share out the work on records, and report on it.

With --each-hand every hand of a match is judged for itself, in a line each.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import ExitStack, closing
from importlib import import_module
from typing import TYPE_CHECKING

from mustutor.archive.reading import LINES, STREAM
from mustutor.archive.report import Requirements, stone_differences
from mustutor.archive.run import Journal, pieces, task
from mustutor.archive.work import ALL, FAULTS, FIRST, WANTING
from mustutor.base.errors import ReplayError, Unreadable
from mustutor.base.files import decoded, read_at_most
from mustutor.base.json_text import Json
from mustutor.base.language import Language, mark
from mustutor.cli.common_options import STDIN, Status, UsageError
from mustutor.cli.console import Console
from mustutor.cli.parameters import JOBS, JSON, RECORDS, argument, flag, option
from mustutor.cli.replay.records import Match, is_unreadable, located, matches
from mustutor.cli.replay.verdicts import SUMMARY, VERDICTS, Pace, Verdicts, keep, table
from mustutor.referee.statements import in_words
from mustutor.referee.verify import HandVerdict, each_hand

if TYPE_CHECKING:
    from concurrent.futures import Executor


def verified_by_hand(
    console: Console, files: Iterable[str], *, json: bool, brief: bool, whole: bool = False
) -> Status:
    """Judge every hand of every match of the files, and say how many are wrong.

    With `whole`, a hand that could not be judged whole is wrong.
    """
    worst = Status.DONE
    for file in files:
        for match in matches(file):
            if is_unreadable(console, match):
                worst = Status.UNREADABLE
                continue
            found = list(each_hand(match.replay))
            for hand in found:
                if json:
                    console.document(document(match, hand, console.language))
                elif hand.failure is not None or not brief:
                    _write(console, hand, brief=brief)
            wrong = sum(hand.failure is not None for hand in found)
            wanting = sum(hand.failure is None and not hand.complete for hand in found)
            if wrong or (whole and (wanting or not found)):
                worst = max(worst, Status.WRONG)
            if not json:
                text = console.language.count_noun(
                    "{file}: {wrong} of {number} hand wrong.",
                    len(found),
                    file=match.file,
                    wrong=wrong,
                )
                console.paragraph(text, hang=2)
                if whole and (wanting or not found):
                    console.paragraph(wanting_hands(wanting, console.language), hang=2)
    return worst


def wanting_hands(number: int, language: Language) -> str:
    """Say how many hands agree as far as they go, where all of each had to be judged."""
    if not number:
        return language.say("--require-complete: there are no hands to judge.")
    return language.count(
        "--require-complete: {number} hand could not be judged in full, and counts as wrong.",
        "--require-complete: {number} hands could not be judged in full, and count as wrong.",
        number,
    )


def document(match: Match, found: HandVerdict, language: Language) -> Json:
    """What is found about a hand, for a program; the message alone is in the reader's language."""
    written: Json = {
        "file": match.file,
        "match": match.number,
        "hand": found.number,
        "verdict": found.verdict,
        "complete": found.complete,
    }
    if found.stated:
        written["from_stated"] = True
    if found.failure is not None:
        fault = in_words(found.failure, language)
        written |= {
            "place": found.failure.place,
            "code": fault.rule,
            "message": fault.said(language),
        }
    if found.played is not None:
        written["after"] = found.played.end.in_front()
    return written


def _write(console: Console, found: HandVerdict, *, brief: bool) -> None:
    say, failure = console.language.say, found.failure
    if failure is None:
        if found.played is None:
            told = mark("hand {hand}: not judged, because the stones before it are not known.")
        elif found.complete:
            told = mark("hand {hand}: ok.")
        else:
            told = mark("hand {hand}: ok; not everything in it could be judged.")
        console.paragraph(say(told, hand=found.number), hang=2)
        return
    verdict = say(VERDICTS.get(failure.verdict, failure.verdict))
    console.heading(
        say(
            "hand {hand}: {verdict} at {place}",
            verdict=verdict,
            place=failure.place,
            hand=found.number,
        )
    )
    fault = in_words(failure, console.language)
    problem = fault.said(console.language)
    if fault.rule:
        problem = say("{problem} ({rule})", problem=problem, rule=fault.rule)
    console.paragraph(problem, indent=2, hang=2)
    if brief:
        return
    if found.stated:
        stated = say("It begins with the stones that the record states.")
        console.paragraph(stated, indent=2, hang=2)
    if found.played is not None:
        for sentence in stone_differences([found.played], failure, console.language):
            console.paragraph(sentence, indent=4, hang=2)


EXECUTORS = ("processes", "dask")
ANSWERS_WITHIN = "10s"
KNOCKING = 5.0

_ADDRESS = re.compile(r"(?:tcp|tls)://([^/:\s]+|\[[0-9a-fA-F:]+\]):([0-9]{1,5})", re.ASCII)
_SHARE = re.compile(r"([1-9][0-9]{0,5})/([1-9][0-9]{0,5})", re.ASCII)


def verify(
    console: Console,
    files: list[str] = argument(
        "FILE",
        "Records: .json, .jsonl (also .gz and .zst), folders, or - for the input; or minutes: .md.",
        complete=RECORDS,
    ),
    json: bool = JSON,
    brief: bool = flag("--brief", "Write the verdict alone: what is wrong, and where."),
    whole: bool = flag("--require-complete", "What cannot be judged in full counts as wrong."),
    signed_by: str | None = option(
        "--signed-by KEY",
        "What is not signed with this key counts as wrong: give its digits, or a file.",
        None,
    ),
    jobs: int = JOBS,
    progress: bool = flag(
        "--progress", "Say on standard error how far it is, on a terminal or not."
    ),
    resume: str = option(
        "--resume STATE",
        "Keep in this file what has been done, and go on from there the next time.",
    ),
    shard: str = option("--shard I/N", "Verify share I of N, and write its summary as JSON."),
    each_hand: bool = flag(
        "--each-hand",
        "Judge every hand by itself, from the stones that the record states before it.",
    ),
    summary: str = SUMMARY,
    executor: str = option("--executor NAME", "Who does the work: processes or dask.", "processes"),
    scheduler: str = option(
        "--scheduler ADDRESS",
        "Where the scheduler of the Dask cluster is, such as tcp://host:8786.",
    ),
) -> Status:
    """Verify every match of the files; the status is 0, 1 for a fault, 3 for the unreadable."""
    from mustutor.referee.trust.signature import read_public_key

    if minutes := [file for file in files if file.endswith(MINUTES)]:
        if minutes != files:
            raise UsageError("Minutes are verified by themselves, not together with records.")
        key = "" if signed_by is None else read_public_key(signed_by)
        return max([_verified_minutes(console, file, key, json=json) for file in files])
    if each_hand:
        others = (signed_by is not None, resume, shard, summary, jobs > 1, executor != EXECUTORS[0])
        if any(others):
            raise UsageError(
                "--each-hand can only be joined by --json, --brief and --require-complete."
            )
        return verified_by_hand(console, files, json=json, brief=brief, whole=whole)
    found = _SHARE.fullmatch(shard or "1/1")
    number, of = (int(found[1]), int(found[2])) if found else (0, 0)
    if not 0 < number <= of:
        raise UsageError("--shard takes a share such as 3/8, not {value}.", value=shard or '""')
    for name, given in (("--shard", shard), ("--resume", resume)):
        if given and STDIN in files:
            raise UsageError(
                "{option} needs files: what comes by - can be read only once.", option=name
            )
    if shard and signed_by is not None:
        raise UsageError("--signed-by and --shard do not go together.")
    if executor not in EXECUTORS:
        raise UsageError(
            "--executor takes {known}, not {value}.",
            known=", ".join(EXECUTORS),
            value=executor or '""',
        )
    if (executor == "dask") != bool(scheduler):
        raise UsageError("--executor dask and --scheduler ADDRESS go together.")
    told = ALL if json or signed_by is not None else WANTING if whole else FAULTS
    work = task(
        files,
        told=FIRST if shard else told,
        code=console.language.code,
        jobs=jobs,
        number=number,
        of=of,
        find=located,
        leave=[path for path in (resume, summary) if path],
    )
    key = "" if signed_by is None else read_public_key(signed_by)
    named = set() if shard else {item.file for item in work.items} & _named(files)
    verdicts = Verdicts(console, named, Requirements(whole, key), brief=brief)
    counted = work.summary()
    pace = Pace(console, sum(each.weight for each in work.shards()), asked=progress)
    with ExitStack() as open_things:
        journal = Journal(resume) if resume else None
        if journal is not None:
            open_things.callback(journal.close)
        workers = _cluster(scheduler, open_things) if scheduler else None
        open_things.callback(pace.clear)
        found_pieces = pieces(work, journal, executor=workers, jobs=jobs)
        for piece in open_things.enter_context(closing(found_pieces)):
            counted.add(piece)
            if piece.reports and not shard:
                pace.clear()
            if shard or json:
                verdicts.all.add(piece)
            else:
                verdicts.write(piece)
            for report in piece.reports if json and not shard else ():
                console.document(report.as_json(console.language, verdicts.demands))
                if not report.readable:
                    verdicts.unreadable(report)
            pace.add(piece.weight, piece.hands)
    pace.end()
    if shard and not summary:
        console.write(counted.dumps().rstrip("\n"))
    elif not shard and not json:
        verdicts.end_of_file()
        # Where there is more than single matches, a table says more than a sentence.
        if counted.matches > 1 and any(item.kind in (LINES, STREAM) for item in work.items):
            table(console, counted)
        verdicts.end()
    verdicts.untold()
    if summary:
        keep(counted, summary)
    return verdicts.all.status


MINUTES = ".md"
"""How the name of a file of minutes ends, which settle --minutes writes."""
LONGEST_MINUTES = 10_000_000


def _verified_minutes(console: Console, file: str, wanted: str, *, json: bool) -> Status:
    """Whether minutes are as somebody signed them: by anybody, or with the key that is wanted."""
    from mustutor.present.minutes import signer_of

    text = decoded(read_at_most(file, LONGEST_MINUTES), file=file)
    told: Json = {"file": file}
    try:
        by, key = signer_of(text, wanted)
    except ReplayError as problem:
        message, status = problem.said(console.language), Status.WRONG
        told |= {"verdict": "altered", "message": message}
    else:
        sentence = mark("These minutes are as {by} signed them with the key {key}.")
        message, status = console.language.say(sentence, by=by, key=key), Status.DONE
        told |= {"verdict": "ok", "by": by, "key": key}
    if json:
        console.document(told)
    else:
        console.paragraph(f"{file}: {message}", hang=2)
    return status


def _named(files: list[str]) -> set[str]:
    """The files that were named, as they were found; those of a folder were not."""
    named = set()
    for name in files:
        try:
            named.add(located(name))
        except Unreadable:
            named.add(name)
    return named


def _cluster(scheduler: str, open_things: ExitStack) -> Executor:
    """Who does the work besides us: the workers of a Dask cluster."""
    import socket

    try:
        distributed = import_module("distributed")
    except ImportError:
        raise UsageError(
            "To work on a Dask cluster, install the package that connects to it: pip install "
            "'mustutor[dask]'."
        ) from None
    found = _ADDRESS.fullmatch(scheduler)
    if found is None:
        raise UsageError(
            "--scheduler takes an address such as tcp://host:8786, not {value}.", value=scheduler
        )
    try:
        # First knock: the client would go on trying, and leave threads behind.
        socket.create_connection((found[1].strip("[]"), int(found[2])), KNOCKING).close()
        client = distributed.Client(scheduler, timeout=ANSWERS_WITHIN, set_as_default=False)
    except (OSError, ValueError, OverflowError):
        sentence = mark(
            "No Dask scheduler answers at {address}: start one there, or name another with "
            "--scheduler."
        )
        raise Unreadable(sentence, address=scheduler) from None
    open_things.callback(client.close)
    executor: Executor = client.get_executor(pure=False)
    return executor
