"""`replay verify --each-hand`: every hand of a match judged for itself, a line each."""

from __future__ import annotations

from collections.abc import Iterable

from mustutor.archive.report import counted
from mustutor.cli.console import Console
from mustutor.cli.habits import Status
from mustutor.cli.replay.records import Match, matches
from mustutor.cli.replay.verdicts import VERDICTS
from mustutor.language import Language
from mustutor.referee.each_hand import HandVerdict, each_hand
from mustutor.referee.statements import in_words
from mustutor.replay.format import Json


def verified_by_hand(
    console: Console, files: Iterable[str], *, json: bool, brief: bool, whole: bool = False
) -> Status:
    """Judge every hand of every match of the files, and say how many are wrong.

    With `whole`, a hand that could not be judged whole is wrong.
    """
    worst = Status.DONE
    for file in files:
        for match in matches(file):
            if match.replay is None:
                assert match.problem is not None
                console.problem(match.problem.said(console.language))
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
                _sum_up(console, match, found, wrong)
                if whole and (wanting or not found):
                    console.paragraph(wanting_hands(wanting, console.language), hang=2)
    return worst


def wanting_hands(number: int, tongue: Language) -> str:
    """Say how many hands agree as far as they go, where all of each had to be judged."""
    if not number:
        return tongue.say("--require-complete: there are no hands to judge.")
    return tongue.count(
        "--require-complete: {number} hand could not be judged in full, and counts as wrong.",
        "--require-complete: {number} hands could not be judged in full, and count as wrong.",
        number,
    )


def document(match: Match, found: HandVerdict, tongue: Language) -> Json:
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
        fault = in_words(found.failure, tongue)
        written |= {"place": found.failure.place, "code": fault.rule, "message": fault.said(tongue)}
    if found.played is not None:
        written["after"] = found.played.end.in_front()
    return written


def _write(console: Console, found: HandVerdict, *, brief: bool) -> None:
    say = console.language.say
    known: dict[str, object] = {"hand": found.number}
    failure = found.failure
    if failure is None:
        if found.played is None:
            text = say(
                "hand {hand}: not judged, because the stones before it are not known.", **known
            )
        elif found.complete:
            text = say("hand {hand}: ok.", **known)
        else:
            text = say("hand {hand}: ok; not everything in it could be judged.", **known)
        console.paragraph(text, hang=2)
        return
    verdict = VERDICTS.get(failure.verdict, failure.verdict)
    text = say(
        "hand {hand}: {verdict} at {place}", verdict=say(verdict), place=failure.place, **known
    )
    console.heading(text)
    told = in_words(failure, console.language)
    article = say("{problem} ({rule})", problem=told.said(console.language), rule=told.rule)
    console.paragraph(article if told.rule else told.said(console.language), indent=2, hang=2)
    if brief:
        return
    if found.stated:
        console.paragraph(
            say("It begins with the stones that the record states."), indent=2, hang=2
        )
    if found.played is not None:
        for sentence in counted([found.played], failure, console.language):
            console.paragraph(sentence, indent=4, hang=2)


def _sum_up(console: Console, match: Match, found: list[HandVerdict], wrong: int) -> None:
    text = console.language.count(
        "{file}: {wrong} of {number} hand wrong.",
        "{file}: {wrong} of {number} hands wrong.",
        len(found),
        file=match.file,
        wrong=wrong,
    )
    console.paragraph(text, hang=2)
