"""Verdicts on a page: the first fault of a record with its place, and the sum of many."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from mustutor.cli.console import Console, wrapped
from mustutor.cli.habits import SCHEMA, Status, explained_by_schema
from mustutor.language import Language, mark

if TYPE_CHECKING:
    from mustutor.archive.report import Demands, Report
    from mustutor.archive.work import ShardResult

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

    def __init__(self, demands: Demands) -> None:
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
        if self.demands.signed_by:
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

    def said(self, tongue: Language) -> str:
        """Say the sum in a sentence."""
        evidence = {"hands": self.hands, "partial": self.partial, "wrong": self.wrong}
        evidence |= {"unreadable": self.unreadable}
        if self.wrong or self.unreadable:
            good = self.matches - self.wrong - self.unreadable
            return tongue.count(
                "{good} of {number} match agrees with the rules; wrong: {wrong}, "
                "unreadable: {unreadable}, hands: {hands}.",
                "{good} of {number} matches agree with the rules; wrong: {wrong}, "
                "unreadable: {unreadable}, hands: {hands}.",
                self.matches,
                good=good,
                **evidence,
            )
        if self.partial:
            return tongue.count(
                "{number} match agrees with the rules (hands: {hands}); "
                "not everything in it could be judged.",
                "All {number} matches agree with the rules (hands: {hands}); "
                "in {partial} not everything could be judged.",
                self.matches,
                **evidence,
            )
        return tongue.count(
            "{number} match agrees with the rules (hands: {hands}).",
            "All {number} matches agree with the rules (hands: {hands}).",
            self.matches,
            **evidence,
        )


class Verdicts:
    """Writes what is found as it comes: faults at once, the files that were `named` as they end.

    What is `brief` says what is wrong and where, and nothing else. A match that does not meet the
    `demands` is told like a fault.
    """

    def __init__(
        self,
        console: Console,
        named: Collection[str] = (),
        *,
        brief: bool = False,
        demands: Demands,
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
            self.console.problem(sentence, "")

    def end_of_file(self) -> None:
        """Say how the file fared whose last piece has come."""
        tally, only = self.file, self.only
        if self.name not in self.named or not tally.matches:
            return
        alone = only if tally.matches == 1 else None
        if alone is not None and (not alone.ok or self.demands.refused(alone)):
            return
        tongue = self.console.language
        sentence = one_ok(alone, tongue) if alone is not None else tally.said(tongue)
        told = tongue.say("{place}: {problem}", place=self.name, problem=sentence)
        self.console.paragraph(told, hang=2)
        if alone is not None:
            for sentence in (*alone.missing, *alone.trust.splitlines()):
                self.console.paragraph(sentence, indent=2, hang=2)

    def end(self) -> None:
        """Say how all of them fared, where there were several files."""
        if self.files > 1:
            self.console.paragraph(self.all.said(self.console.language))
        if self.all.wanting:
            self.console.paragraph(_wanting_said(self.all.wanting, self.console.language))
        if self.all.unsigned and self.all.matches > 1:
            self.console.paragraph(_unsigned_said(self.all.unsigned, self.console.language))


def one_ok(report: Report, tongue: Language) -> str:
    """Say that a match is in order, and whether everything in it could be judged."""
    if report.complete:
        return tongue.count("ok, {number} hand.", "ok, {number} hands.", report.hands)
    return tongue.count(
        "ok, {number} hand; not everything in it could be judged.",
        "ok, {number} hands; not everything in them could be judged.",
        report.hands,
    )


def _wanting_said(number: int, tongue: Language) -> str:
    """Say how many matches agree as far as they go, where all of each had to be judged."""
    return tongue.count(
        "--require-complete: {number} match could not be judged in full, and counts as wrong.",
        "--require-complete: {number} matches could not be judged in full, and count as wrong.",
        number,
    )


def _unsigned_said(number: int, tongue: Language) -> str:
    """Say how many matches agree, and had to be signed with a key, and are not."""
    return tongue.count(
        "--signed-by: {number} match is not signed with that key, and counts as wrong.",
        "--signed-by: {number} matches are not signed with that key, and count as wrong.",
        number,
    )


def write_wanting(
    console: Console, report: Report, demands: Demands, *, brief: bool = False
) -> None:
    """Write of a match that agrees why it is refused, and what could not be judged in it."""
    tongue = console.language
    unsigned = demands.refused(report) == "unsigned"
    problem = demands.said(report, tongue) if unsigned else one_ok(report, tongue)
    place = _match_named(report, tongue)
    console.paragraph(tongue.say("{place}: {problem}", place=place, problem=problem), hang=2)
    if not brief:
        for sentence in (*report.missing, *report.trust.splitlines()):
            console.paragraph(sentence, indent=2, hang=2)


def _match_named(report: Report, tongue: Language) -> str:
    """The file of a match, and which of its matches it is where it may have several."""
    if report.file.endswith(".json"):
        return report.file
    return tongue.say("{file}: match {match}", file=report.file, match=report.match)


def write_fault(console: Console, report: Report, *, brief: bool = False) -> None:
    """Write the first fault of a match: what, where, why, and what was legal instead."""
    say = console.language.say
    verdict = say(VERDICTS[report.verdict])
    known = {"file": report.file, "verdict": verdict, "place": report.place}
    if report.file.endswith(".json"):
        console.heading(wrapped(say("{file}: {verdict} at {place}", **known), console.width))
    else:
        number = report.match
        console.heading(say("{file}: match {match}: {verdict} at {place}", match=number, **known))
    if report.in_lines:
        stands = say("On line {line}, byte {offset}.", line=report.row, offset=report.offset)
        console.paragraph(stands, indent=2, hang=2)
    if report.call:
        console.paragraph(say("The record has: {call}", call=report.call), indent=2, hang=2)
    if brief:
        known = {"problem": report.message, "rule": report.code}
        told = say("{problem} ({rule})", **known) if report.code else report.message
        console.paragraph(told, indent=2, hang=2)
        return
    console.paragraph(report.message, indent=2, hang=2)
    for sentence in report.counted.splitlines():
        console.paragraph(sentence, indent=4, hang=2)
    for sentence in report.trust.splitlines():
        console.paragraph(sentence, indent=2, hang=2)
    if report.legal:
        console.paragraph(report.legal, indent=2, hang=2)
    if report.line:
        console.paragraph(say("Position: {line}", line=report.line), indent=2, hang=2)
    if report.code:
        console.paragraph(say("Article: {rule}", rule=report.code), indent=2, hang=2)
