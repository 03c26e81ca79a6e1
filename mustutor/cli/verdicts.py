"""Verdicts on a page: the first fault of a record with its place, and the sum of many."""

from __future__ import annotations

from mustutor.cli.console import Console, wrapped
from mustutor.cli.habits import Status
from mustutor.cli.verification import Report
from mustutor.language import Language, mark

ADVICE = mark("Type mustutor schema replay to see what a record holds.")

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


class Tally:
    """How many matches there were, and how they fared."""

    def __init__(self) -> None:
        self.matches = self.hands = self.partial = self.wrong = self.unreadable = 0

    def add(self, report: Report) -> None:
        """Count a report."""
        self.matches += 1
        self.hands += report.hands
        self.unreadable += not report.readable
        self.wrong += report.readable and report.verdict != "ok"
        self.partial += report.verdict == "ok" and not report.complete

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
    """Writes reports as they come: faults at once, files and the whole when they are done."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.all = Tally()
        self.file = Tally()
        self.files = 0
        self.held: Report | None = None
        self.advised = False

    @property
    def status(self) -> Status:
        """The exit status all the reports together amount to."""
        if self.all.unreadable:
            return Status.UNREADABLE
        return Status.WRONG if self.all.wrong else Status.DONE

    def write(self, report: Report) -> None:
        """Take the next report in."""
        if self.held is None or self.held.file != report.file:
            self.end_of_file()
            self.file = Tally()
            self.files += 1
        self.held = report
        self.file.add(report)
        self.all.add(report)
        if not report.readable:
            self.unreadable(report)
        elif report.verdict != "ok":
            write_fault(self.console, report)

    def unreadable(self, report: Report) -> None:
        """Say on stderr what could not be read; what to do about it, the first time."""
        advice = "" if self.advised else self.console.language.say(ADVICE)
        self.advised = True
        self.console.problem(report.message, advice)

    def end_of_file(self) -> None:
        """Say how the file fared whose last report has come."""
        report, tally = self.held, self.file
        if report is None or (tally.matches == 1 and report.verdict != "ok"):
            return
        tongue = self.console.language
        sentence = one_ok(report, tongue) if tally.matches == 1 else tally.said(tongue)
        told = tongue.say("{place}: {problem}", place=report.file, problem=sentence)
        self.console.paragraph(told, hang=2)
        if tally.matches == 1:
            for missing in report.missing:
                self.console.paragraph(missing, indent=2, hang=2)

    def end(self) -> None:
        """Say how the last file fared, and all of them where there were several."""
        self.end_of_file()
        if self.files > 1:
            self.console.paragraph(self.all.said(self.console.language))


def one_ok(report: Report, tongue: Language) -> str:
    """Say that a match is in order, and whether everything in it could be judged."""
    if report.complete:
        return tongue.count("ok, {number} hand.", "ok, {number} hands.", report.hands)
    return tongue.count(
        "ok, {number} hand; not everything in it could be judged.",
        "ok, {number} hands; not everything in them could be judged.",
        report.hands,
    )


def write_fault(console: Console, report: Report) -> None:
    """Write the first fault of a match: what, where, why, and what was legal instead."""
    say = console.language.say
    verdict = say(VERDICTS[report.verdict])
    known = {"file": report.file, "verdict": verdict, "place": report.place}
    if report.file.endswith(".json"):
        console.heading(wrapped(say("{file}: {verdict} at {place}", **known), console.width))
    else:
        number = report.match
        console.heading(say("{file}: match {match}: {verdict} at {place}", match=number, **known))
    if report.call:
        console.paragraph(say("The record has: {call}", call=report.call), indent=2, hang=2)
    console.paragraph(report.message, indent=2, hang=2)
    if report.legal:
        console.paragraph(report.legal, indent=2, hang=2)
    if report.line:
        console.paragraph(say("Position: {line}", line=report.line), indent=2, hang=2)
    if report.code:
        console.paragraph(say("Article: {rule}", rule=report.code), indent=2, hang=2)
