"""Verdicts on a page: the first fault of a record with its place, and the sum of many.

`Pace` says on stderr how far long work is, and no result depends on it: at a terminal one line is
drawn again and again; elsewhere, where it is asked for, a line is added from time to time.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from mustutor.base.language import Language, mark
from mustutor.cli.common_options import SCHEMA, Status, explained_by_schema
from mustutor.cli.console import Console, wrapped
from mustutor.cli.output_files import write
from mustutor.cli.parameters import option

if TYPE_CHECKING:
    from mustutor.archive.report import Report, Requirements
    from mustutor.archive.summary import Summary
    from mustutor.archive.work import ShardResult

REDRAWN = 0.2
ADDED = 10.0
PATIENCE = 1.0
"""Work that is done in less time than this shows nothing at a terminal."""


class PaceWords(NamedTuple):
    """How a kind of work is told of: how far it is, with its end in sight or not, and its end."""

    counted: str
    going: str
    ended: str


VERIFIED = PaceWords(
    mark("{hands} hands verified, {rate} a second."),
    mark("{percent} % verified, {rate} hands a second, {left} to go."),
    mark("Verified in {time}: {hands} hands, {rate} a second."),
)
ANALYSED = PaceWords(
    mark("{hands} hands analysed, {rate} a second."),
    mark("{percent} % analysed, {rate} hands a second, {left} left."),
    mark("Analysed in {time}: {hands} hands, {rate} a second."),
)
WRITTEN = PaceWords(
    mark("{hands} hands written, {rate} a second."),
    mark("{percent} % written, {rate} hands a second, {left} left."),
    mark("Written in {time}: {hands} hands, {rate} a second."),
)


class Pace:
    """Shows how far the work is. `whole` is all there is to do, 0 where nobody knows."""

    def __init__(
        self, console: Console, whole: int, *, asked: bool = False, work: PaceWords = VERIFIED
    ) -> None:
        terminal = bool(getattr(sys.stderr, "isatty", bool)())
        self.console = console
        self.whole = whole
        self.work = work
        self.asked = asked
        self.redrawn = terminal and not console.plain
        self.shown = asked or terminal
        self.done = self.hands = 0
        self.drawn = False
        self.begun = time.monotonic()
        self.next = self.begun + (PATIENCE if self.redrawn else ADDED)

    def add(self, done: int, hands: int) -> None:
        """Count what has been done, and show it where it is time to."""
        self.done += done
        self.hands += hands
        now = time.monotonic()
        if self.shown and now >= self.next:
            self.next = now + (REDRAWN if self.redrawn else ADDED)
            self.draw(self.said(now - self.begun))

    def said(self, spent: float) -> str:
        """Say how far the work is after `spent` seconds."""
        say = self.console.language.say
        rate = round(self.hands / max(spent, 0.001))
        if not self.whole or not self.done:
            return say(self.work.counted, hands=self.hands, rate=rate)
        percent = min(100 * self.done // self.whole, 100)
        left = spent * max(self.whole - self.done, 0) / self.done
        return say(self.work.going, percent=percent, rate=rate, left=clock(left))

    def draw(self, text: str) -> None:
        """Show a line in the place of the last one, or below it."""
        if not self.redrawn:
            self.console.problem(text)
        else:
            fitted = self.console.fitted(text, sys.stderr)[: self.console.width - 1]
            self._put(f"\r{fitted}\x1b[K")
            self.drawn = True

    def clear(self) -> None:
        """Take the line away, so that something else can be written."""
        if self.drawn:
            self._put("\r\x1b[K")
            self.drawn = False

    @staticmethod
    def _put(text: str) -> None:
        sys.stderr.write(text)
        sys.stderr.flush()

    def end(self) -> None:
        """Say how long it took, where anybody was shown anything or asked for it."""
        self.clear()
        spent = time.monotonic() - self.begun
        if self.asked or (self.shown and spent >= PATIENCE):
            self.console.warn(
                self.work.ended,
                time=clock(spent),
                hands=self.hands,
                rate=round(self.hands / max(spent, 0.001)),
            )


def clock(seconds: float) -> str:
    """A length of time as a clock shows it.

    >>> clock(7.4), clock(125), clock(3725)
    ('0:07', '2:05', '1:02:05')
    """
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


MOST_TOLD = 1_000
"""More faults than these are counted and not told: nobody reads on, and programs ask for JSON."""

# The verdicts as they are read; `--json` keeps their keys.
VERDICTS = {
    "unreadable": mark("unreadable"),
    "illegal": mark("illegal"),
    "diverges": mark("diverges"),
    "unsettled": mark("unsettled"),
    "misdealt": mark("misdealt"),
    "altered": mark("altered"),
    "other_rules": mark("other rules"),
}


class Totals:
    """How many matches there were, and how they fared.

    A match that does not meet the `demands` is wrong.
    """

    def __init__(self, demands: Requirements) -> None:
        self.demands = demands
        self.matches = self.hands = self.partial = self.wrong = self.unreadable = 0
        self.unsigned = 0

    def add(self, piece: ShardResult) -> None:
        """Count the matches of a piece."""
        self.matches += piece.matches
        self.hands += piece.hands
        self.unreadable += piece.unread
        self.wrong += piece.wrong
        self.partial += piece.partial
        found = [self.demands.refused(report) for report in piece.reports]
        self.unsigned += found.count("unsigned")

    @property
    def status(self) -> Status:
        """The exit status they amount to."""
        if self.unreadable:
            return Status.UNREADABLE
        refused = self.wanting or self.unsigned
        return Status.WRONG if self.wrong or refused else Status.DONE

    @property
    def wanting(self) -> int:
        """How many matches agree with the rules, and had to be judged whole, and could not be."""
        return self.partial if self.demands.whole else 0

    def said(self, language: Language) -> str:
        """Say the sum in a sentence."""
        evidence = {"hands": self.hands, "partial": self.partial, "wrong": self.wrong}
        if self.wrong or self.unreadable:
            return language.count(
                "{good} of {number} match agrees with the rules; wrong: {wrong}, "
                "unreadable: {unreadable}, hands: {hands}.",
                "{good} of {number} matches agree with the rules; wrong: {wrong}, "
                "unreadable: {unreadable}, hands: {hands}.",
                self.matches,
                good=self.matches - self.wrong - self.unreadable,
                unreadable=self.unreadable,
                **evidence,
            )
        if self.partial:
            return language.count(
                "{number} match agrees with the rules (hands: {hands}); "
                "not everything in it could be judged.",
                "All {number} matches agree with the rules (hands: {hands}); "
                "in {partial} not everything could be judged.",
                self.matches,
                **evidence,
            )
        return language.count(
            "{number} match agrees with the rules (hands: {hands}).",
            "All {number} matches agree with the rules (hands: {hands}).",
            self.matches,
            **evidence,
        )


class Verdicts:
    """Writes verdicts as they come: faults at once, the files that were `named` as they end.

    What is `brief` says what is wrong and where, and nothing else. A match that does not meet the
    `demands` is told like a fault.
    """

    def __init__(
        self,
        console: Console,
        named: Collection[str],
        demands: Requirements,
        *,
        brief: bool = False,
    ) -> None:
        self.brief = brief
        self.demands = demands
        self.console = console
        self.named = named
        self.all = Totals(demands)
        self.file = Totals(demands)
        self.name: str | None = None
        self.files = 0
        self.only: Report | None = None
        self.advised = False
        self.told = 0

    def write(self, piece: ShardResult) -> None:
        """Take the next piece in."""
        if piece.file != self.name:
            self.end_of_file()
            self.file = Totals(self.demands)
            self.name, self.only = piece.file, None
            self.files += 1
        self.file.add(piece)
        self.all.add(piece)
        for report in piece.reports:
            self.only = self.only or report
            if not report.readable:
                self.unreadable(report)
            elif (report.ok and not self.demands.refused(report)) or not self._is_told():
                continue
            elif not report.ok:
                write_fault(self.console, report, brief=self.brief)
            else:
                write_wanting(self.console, report, self.demands, brief=self.brief)

    def unreadable(self, report: Report) -> None:
        """Say on stderr what could not be read; what to do about it, the first time."""
        if not self._is_told():
            return
        say = self.console.language.say
        advice = ""
        if not self.advised and explained_by_schema(report.file, report.row):
            self.advised = True
            advice = say(SCHEMA)
        problem = report.said(self.console.language)
        if report.in_lines:
            problem = say("{problem} (byte {offset})", problem=problem, offset=report.offset)
        self.console.problem(problem, advice)

    def _is_told(self) -> bool:
        """Count a fault; whether it is one of the first, which are told."""
        self.told += 1
        return self.told <= MOST_TOLD

    def untold(self) -> None:
        """Say on stderr how many faults were counted and not told."""
        if self.told > MOST_TOLD:
            sentence = self.console.language.count(
                "{number} more fault is counted, and not shown here.",
                "{number} more faults are counted, and not shown here.",
                self.told - MOST_TOLD,
            )
            self.console.problem(sentence)

    def end_of_file(self) -> None:
        """Say how the file fared whose last piece has come."""
        tally, only = self.file, self.only
        if self.name not in self.named or not tally.matches:
            return
        alone = only if tally.matches == 1 else None
        if alone is not None and (not alone.ok or self.demands.refused(alone)):
            return
        language = self.console.language
        sentence = one_ok(alone, language) if alone is not None else tally.said(language)
        told = language.say("{place}: {problem}", place=self.name, problem=sentence)
        self.console.paragraph(told, hang=2)
        if alone is not None:
            for sentence in (*alone.missing, *alone.trust.splitlines()):
                self.console.paragraph(sentence, indent=2, hang=2)

    def end(self) -> None:
        """Say how all of them fared, where there were several files."""
        if self.files > 1:
            self.console.paragraph(self.all.said(self.console.language))
        if self.all.wanting:
            self.console.count(
                "--require-complete: {number} match could not be judged in full, and counts as "
                "wrong.",
                "--require-complete: {number} matches could not be judged in full, and count as "
                "wrong.",
                self.all.wanting,
            )
        if self.all.unsigned and self.all.matches > 1:
            self.console.count(
                "--signed-by: {number} match is not signed with that key, and counts as wrong.",
                "--signed-by: {number} matches are not signed with that key, and count as wrong.",
                self.all.unsigned,
            )


def one_ok(report: Report, language: Language) -> str:
    """Say that a match is in order, and whether everything in it could be judged."""
    if report.complete:
        return language.count_noun("ok, {number} hand.", report.hands)
    return language.count(
        "ok, {number} hand; not everything in it could be judged.",
        "ok, {number} hands; not everything in them could be judged.",
        report.hands,
    )


def write_wanting(
    console: Console, report: Report, demands: Requirements, *, brief: bool = False
) -> None:
    """Write of a match that agrees why it is refused, and what could not be judged in it."""
    language = console.language
    unsigned = demands.refused(report) == "unsigned"
    problem = demands.said(report, language) if unsigned else one_ok(report, language)
    place = report.file
    if not place.endswith(".json"):
        place = language.say("{file}: match {match}", file=report.file, match=report.match)
    console.paragraph(language.say("{place}: {problem}", place=place, problem=problem), hang=2)
    if not brief:
        for sentence in (*report.missing, *report.trust.splitlines()):
            console.paragraph(sentence, indent=2, hang=2)


def write_fault(console: Console, report: Report, *, brief: bool = False) -> None:
    """Write the first fault of a match: what, where, why, and what was legal instead."""
    say = console.language.say

    def write_line(text: str, indent: int = 2) -> None:
        console.paragraph(text, indent=indent, hang=2)

    verdict = say(VERDICTS.get(report.verdict, report.verdict))
    known: dict[str, object] = {"file": report.file, "verdict": verdict, "place": report.place}
    if report.file.endswith(".json"):
        console.heading(wrapped(say("{file}: {verdict} at {place}", **known), console.width))
    else:
        known |= {"match": report.match}
        console.heading(say("{file}: match {match}: {verdict} at {place}", **known))
    if report.in_lines:
        write_line(say("On line {line}, byte {offset}.", line=report.row, offset=report.offset))
    if report.call:
        write_line(say("The record has: {call}", call=report.call))
    if brief:
        cited = say("{problem} ({rule})", problem=report.message, rule=report.code)
        write_line(cited if report.code else report.message)
        return
    write_line(report.message)
    for sentence in report.counted.splitlines():
        write_line(sentence, 4)
    for sentence in (*report.trust.splitlines(), *filter(None, [report.legal])):
        write_line(sentence)
    if report.line:
        write_line(say("Position: {line}", line=report.line))
    if report.code:
        write_line(say("Article: {rule}", rule=report.code))


MOST_SHOWN = 5


SUMMARY = option(
    "--summary FILE", "Write the summary to this file, as JSON that replay merge can add up."
)


def keep(summary: Summary, file: str) -> None:
    """Write a summary to a file, whole or not at all."""
    write(summary.dumps(), Path(file), lambda _: None, force=True)


def table(console: Console, summary: Summary) -> None:
    """Write how many matches fared how, and the first lines that stand several times."""
    say = console.language.say
    found = summary.verdicts
    judged = [(say(VERDICTS[name]), found.get(name)) for name in VERDICTS if name != "unreadable"]
    counts = [
        (say("matches"), summary.matches),
        (say("agree"), found.get("ok", 0)),
        (say("of which not judged in full"), summary.partial or None),
        *judged,
        (say("with a call nobody can read"), found.get("unreadable")),
        (say("cannot be read"), summary.unread or None),
        (say("hands"), summary.hands),
        (say("stones moved"), summary.stones),
        (say("repetitions"), summary.again or None),
    ]
    counts = [(words, count) for words, count in counts if count is not None]
    left = max(len(words) for words, _ in counts)
    right = max(len(str(count)) for _, count in counts)
    for words, count in counts:
        console.write(f"  {words:{left}}  {count:>{right}}")
    repeated = summary.twice
    for twice in repeated[:MOST_SHOWN]:
        sentence = mark("{file}: the match at byte {offset} is in the archive {times} times.")
        console.paragraph(say(sentence, **twice._asdict()), indent=2, hang=2)
    if len(repeated) > MOST_SHOWN:
        console.say("--summary tells what else is in it more than once.")
    if summary.likes.sampled:
        console.say("There are too many matches to look for repetitions among all of them.")
