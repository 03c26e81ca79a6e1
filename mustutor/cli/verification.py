"""Verifying many records: each becomes a report, in the order of the files, whatever the jobs.

A report holds words and numbers only, so that it can come from another process.
"""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from itertools import islice
from typing import NamedTuple

from mustutor import games
from mustutor.auction import NO_MAXIMUM
from mustutor.cli.records import Match, Sheet, read_sheet, sheets
from mustutor.language import Language, language
from mustutor.position import Option, Position
from mustutor.replay import Verdict, verify
from mustutor.replay.playback import Missing
from mustutor.replay.stated import in_words

BATCH = 8
AHEAD = 4  # how many batches wait for each job, so that no file is read whole ahead of the work


class Report(NamedTuple):
    """What verification found about a match, in words.

    `place`, `code` and `message` tell the first fault; `call` is the call as recorded, `line`
    our position line there, `legal` what could have been said instead. `missing` are sentences
    about what could not be judged; what is not `readable` could not even be read.
    """

    file: str
    match: int
    verdict: str
    complete: bool
    place: str
    code: str
    message: str
    hands: int
    after: dict[str, int]
    call: str = ""
    line: str = ""
    legal: str = ""
    missing: tuple[str, ...] = ()
    readable: bool = True

    def as_json(self) -> dict[str, object]:
        """The report as `replay verify --json` writes it."""
        written: dict[str, object] = {
            "file": self.file,
            "match": self.match,
            "verdict": self.verdict,
            "complete": self.complete,
        }
        if self.message:
            written |= {"place": self.place, "code": self.code, "message": self.message}
        return written | {"hands": self.hands, "after": self.after}


def reports(names: Iterable[str], tongue: Language, jobs: int) -> Iterator[Report]:
    """Verify every match of the files, with so many processes."""
    waiting = (sheet for name in names for sheet in sheets(name))
    if jobs == 1:
        for sheet in waiting:
            yield from reported(sheet, tongue)
        return
    for batch in _by_many(
        jobs, _batch, iter(lambda: list(islice(waiting, BATCH)), []), tongue.code
    ):
        yield from batch


def reported(sheet: Sheet, tongue: Language) -> Iterator[Report]:
    """Read and verify a sheet: a report for each match on it."""
    for match in read_sheet(sheet):
        yield _report(match, tongue)


def _batch(batch: list[Sheet], code: str) -> list[Report]:
    tongue = language(code)
    return [report for sheet in batch for report in reported(sheet, tongue)]


def _by_many(
    jobs: int,
    work: Callable[[list[Sheet], str], list[Report]],
    batches: Iterator[list[Sheet]],
    code: str,
) -> Iterator[list[Report]]:
    """Hand batches out to processes and bring the results back in their order."""
    from concurrent.futures import ProcessPoolExecutor

    pool = ProcessPoolExecutor(jobs, initializer=_leave_interruptions_to_the_parent)
    under_way: deque[Future[list[Report]]] = deque()
    try:
        for batch in batches:
            under_way.append(pool.submit(work, batch, code))
            if len(under_way) >= jobs * AHEAD:
                yield under_way.popleft().result()
        while under_way:
            yield under_way.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


def _leave_interruptions_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _report(match: Match, tongue: Language) -> Report:
    if match.replay is None:
        problem = match.problem
        assert problem is not None
        place = f"{problem.line}:{problem.column}" if problem.line else ""
        return Report(
            match.file,
            match.number,
            "unreadable",
            False,
            place,
            "",
            problem.said(tongue),
            0,
            {},
            readable=False,
        )
    verdict = verify(match.replay)
    report = Report(
        match.file,
        match.number,
        verdict.verdict,
        verdict.complete,
        "",
        "",
        "",
        len(verdict.hands),
        verdict.after,
        missing=tuple(gaps(verdict.missing, tongue)),
    )
    return _with_fault(report, verdict, tongue)


def _with_fault(report: Report, verdict: Verdict, tongue: Language) -> Report:
    failure = verdict.failure
    if failure is None:
        return report
    position = failure.position
    return report._replace(
        place=failure.place,
        code=failure.fault.rule,
        message=in_words(failure.fault, tongue).said(tongue),
        call=failure.text,
        # Where the checks part, the message has our position line already.
        line=position.line() if position is not None and failure.verdict != "diverges" else "",
        legal=legal_instead(position, tongue) if failure.verdict == "illegal" else "",
    )


def legal_instead(position: Position | None, tongue: Language) -> str:
    """List what the speaker could have said at a position, or nothing where nobody may speak."""
    options = games.options(position) if position is not None and position.speaker else ()
    if not options:
        return ""
    calls = ", ".join(_option(option, tongue) for option in options)
    return tongue.say("{seat} could say: {calls}", seat=options[0].seat, calls=calls)


def _option(option: Option, tongue: Language) -> str:
    verb = "subo a" if option.verb == "subo" else option.verb
    if option.verb in ("envido", "subo") and option.most >= NO_MAXIMUM:
        return tongue.say("{verb} {least} or more", verb=verb, least=option.least)
    if option.verb in ("envido", "subo") and option.least < option.most:
        return tongue.say(
            "{verb} {least} to {most}", verb=verb, least=option.least, most=option.most
        )
    if option.verb in ("envido", "subo"):
        return f"{verb} {option.least}"
    return verb


def gaps(missing: Iterable[Missing], tongue: Language) -> Iterator[str]:
    """Say what a record does not tell, a sentence a hand and kind."""
    lances: dict[str, list[str]] = {}
    for gap in missing:
        hand, _, lance = gap.place.partition(".")
        if gap.what == "lance":
            lances.setdefault(hand, []).append(lance)
    for gap in missing:
        hand = gap.place.partition(".")[0]
        if gap.what == "lance":
            if hand in lances:
                names = ", ".join(lances.pop(hand))
                yield tongue.say(
                    "Hand {hand}: not recorded in full: {lances}.", hand=hand, lances=names
                )
        elif gap.what == "call":
            yield tongue.say(
                "{place}: nobody remembers this call, so the rest of the hand is not judged.",
                place=gap.place,
            )
        elif gap.what == "cards":
            yield tongue.say(
                "Hand {hand}: the cards of {seats} are not recorded.",
                hand=hand,
                seats=tongue.listed(gap.seats),
            )
        elif gap.what == "salts":
            yield tongue.say(
                "Hand {hand}: the salts of {seats} are not told, so the commitments are not "
                "judged.",
                hand=hand,
                seats=tongue.listed(gap.seats),
            )
        elif gap.what == "seed":
            yield tongue.say(
                "Hand {hand}: the seed of the shuffle is not told, so it is not judged.", hand=hand
            )
        elif gap.what == "shuffle":
            yield tongue.say("Hand {hand}: this program does not know its shuffle.", hand=hand)
        else:
            yield tongue.say(
                "From hand {hand} on nothing is judged: the stones before it are not known.",
                hand=hand,
            )
