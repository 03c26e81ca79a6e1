"""The command `replay play`: a record stepped through, on a screen or line after line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from mustutor.cli.console import Console
from mustutor.cli.habits import Misuse, Status
from mustutor.cli.replay.records import FileArgument, Match, matches, title
from mustutor.language import mark

if TYPE_CHECKING:
    from mustutor.cli.replay.playing import Frame
    from mustutor.referee import Settlement

PLAY = "mustutor replay play"


def play(
    context: typer.Context,
    file: FileArgument,
    first: Annotated[
        str,
        typer.Option(
            "--from",
            metavar="PLACE",
            show_default=False,
            help=mark("Begin here: 2, 2.chica or 2.chica.3."),
        ),
    ] = "",
    last: Annotated[
        str,
        typer.Option(
            "--to", metavar="PLACE", show_default=False, help=mark("End with what belongs to this.")
        ),
    ] = "",
    number: Annotated[
        int, typer.Option("--match", min=1, help=mark("Which match of a file of many."))
    ] = 1,
    step: Annotated[
        bool,
        typer.Option("--step", help=mark("Line after line, Enter after each call; b goes back.")),
    ] = False,
) -> Status:
    """Play a match back, call by call; 1 where a call is refused."""
    from mustutor.cli.replay.playing import frames
    from mustutor.cli.settle.settle import settled
    from mustutor.ui.lines import step_through

    console: Console = context.obj
    match = next((each for each in matches(file) if each.number == number), None)
    if match is None:
        raise Misuse(
            "There is no match {number} in {record}.", command=PLAY, number=number, record=file
        )
    if match.replay is None:
        assert match.problem is not None
        raise match.problem
    settlement = settled(match, None, console.language)
    if console.interactive and not step and _watched(console, match, settlement, (first, last)):
        return _ended(console, match, settlement)
    chosen = frames(console, match.replay, settlement.hands)
    if first or last:
        chosen = iter(_between(list(chosen), first, last, PLAY))
    title(console, match.replay)
    if step and console.interactive:
        say = console.language.say
        step_through(
            [frame.text for frame in chosen],
            console.write,
            input,
            say("Enter: next, b: back, q: quit > "),
            say("Enter goes on, b goes back, q quits."),
        )
    else:
        for frame in chosen:
            console.write(frame.text)
    return _ended(console, match, settlement)


def _watched(
    console: Console, match: Match, settlement: Settlement, bounds: tuple[str, str]
) -> bool:
    """Show a record on the whole screen; False where this terminal cannot be drawn on."""
    from mustutor.cli.replay.playing import Frame
    from mustutor.cli.terminal import shown
    from mustutor.tutor.record import RecordSource
    from mustutor.tutor.walk import Walk

    assert match.replay is not None
    first, last = bounds
    source = RecordSource(match.replay, console.language, settlement, until=last)
    if first or last:
        whole = RecordSource(match.replay, console.language, settlement)
        _between([Frame(place, "") for place in whole.places], first, last, PLAY)
    walk = Walk(source)
    begun = (walk.to(first) if first else None) or walk
    return shown(console, begun) is not None


def _ended(console: Console, match: Match, settlement: Settlement) -> Status:
    """How playing a record back ends: where a call is refused, stderr says so."""
    from mustutor.cli.settle.settle import report_refusal

    if settlement.failure is None:
        return Status.DONE
    console.flush()
    report_refusal(console, match.file, settlement.failure)
    return Status.WRONG


def _between(frames: list[Frame], first: str, last: str, command: str) -> list[Frame]:
    """The frames from one place to another; a place that is not there is wrong usage."""
    from mustutor.cli.replay.playing import cut
    from mustutor.replay.place import meant
    from mustutor.tutor.record import belongs

    known = [frame.place for frame in frames]
    first, last = meant(first, known), meant(last, known)
    for place in (first, last):
        if place and not any(belongs(frame.place, place) for frame in frames):
            raise Misuse(
                "There is no {place} in this record: places go from {first} to {last}.",
                command=command,
                place=place,
                first=frames[0].place if frames else "",
                last=frames[-1].place if frames else "",
            )
    chosen = cut(frames, first, last)
    if not any(belongs(frame.place, last or frame.place) for frame in chosen):
        raise Misuse("{last} comes before {first}.", command=command, first=first, last=last)
    return chosen
