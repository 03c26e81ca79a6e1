"""The commands `replay show`, `play` and `simulate`: records to read, to step through, to make."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from mustutor.cli.console import Console
from mustutor.cli.habits import DEFAULT_VARIANT, Misuse, Status, VariantOption
from mustutor.cli.replay.records import FileArgument, Match, matches, title
from mustutor.language import mark

if TYPE_CHECKING:
    from mustutor.referee import Settlement
    from mustutor.replay import Replay
    from mustutor.ui.linear import Frame
    from mustutor.variant import Variant

USUAL_SEED = "1"
PLAY = "mustutor replay play"


def show(context: typer.Context, file: FileArgument) -> Status:
    """Write every match of a file as text."""
    from mustutor.cli.replay.showing import write_record

    console: Console = context.obj
    status = Status.DONE
    for number, match in enumerate(matches(file)):
        if number:
            console.write()
        if match.replay is None:
            assert match.problem is not None
            console.problem(match.problem.said(console.language))
            status = Status.UNREADABLE
        else:
            write_record(console, match.replay)
    return status


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
    from mustutor.ui.linear import step_through

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
            list(chosen),
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
    from mustutor.cli.terminal import shown
    from mustutor.tutor.record import RecordSource
    from mustutor.tutor.walk import Walk
    from mustutor.ui.linear import Frame

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
    from mustutor.ui.linear import cut, within

    for place in (first, last):
        if place and not any(within(frame.place, place) for frame in frames):
            raise Misuse(
                "There is no {place} in this record: places go from {first} to {last}.",
                command=command,
                place=place,
                first=frames[0].place if frames else "",
                last=frames[-1].place if frames else "",
            )
    chosen = cut(frames, first, last)
    if not any(within(frame.place, last or frame.place) for frame in chosen):
        raise Misuse("{last} comes before {first}.", command=command, first=first, last=last)
    return chosen


def simulate(
    context: typer.Context,
    variant: VariantOption = DEFAULT_VARIANT,
    seats: Annotated[
        int | None,
        typer.Option(min=2, max=8, help=mark("How many players sit down, if not the usual.")),
    ] = None,
    count: Annotated[
        int, typer.Option("--matches", min=1, help=mark("How many matches to make."))
    ] = 1,
    hands: Annotated[
        int, typer.Option(min=1, help=mark("The most hands a match has; it may end sooner."))
    ] = 1,
    seed: Annotated[
        str, typer.Option(metavar="TEXT", help=mark("The same seed makes the same matches."))
    ] = USUAL_SEED,
) -> None:
    """Write random legal matches, one record a line."""
    from mustutor.cli.habits import variant_named
    from mustutor.errors import IllegalCall
    from mustutor.replay import dumps
    from mustutor.simulate import match

    console: Console = context.obj
    rules = variant_named(variant, "mustutor replay simulate")
    players = _players(rules, seats)
    for number in range(1, count + 1):
        try:
            made = match(rules, seats=players, hands=hands, seed=seed, number=number)
        except IllegalCall as refusal:
            if number > 1:
                raise
            # No call was made yet: it is the table that cannot sit down to this variant.
            raise Misuse(
                refusal.sentence,
                command="mustutor replay simulate",
                **refusal.evidence,
            ) from None
        console.write(dumps(_self_contained(made, rules)).rstrip("\n"))


def _players(rules: Variant, asked: int | None) -> int:
    """How many sit down: as many as asked, or as the rulebook is for; teams are never otherwise."""
    usual = rules.number("players.count")
    if asked not in (None, usual) and rules.word("players.mode") != "individual":
        raise Misuse(
            "{variant} is played by {usual} in teams, and not by {asked}.",
            command="mustutor replay simulate",
            variant=rules.id,
            usual=usual,
            asked=asked,
        )
    return asked or usual


def _self_contained(made: Replay, rules: Variant) -> Replay:
    """A match played by rules of the reader's own takes them along: no one else has them."""
    from mustutor.replay.seal import with_seals
    from mustutor.variant import load_variant, variant_ids

    if rules.id in variant_ids() and load_variant(rules.id) == rules:
        return made
    return with_seals(made._replace(variant={**made.variant, "rules": rules.as_json()}))
