"""Records as a command line names them: a file, standard input, or one that comes with mustutor."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mustutor.cli import completion
from mustutor.cli.console import Console, wrapped
from mustutor.cli.habits import Misuse, nearest
from mustutor.errors import IllegalCall, Unreadable, VariantError
from mustutor.files import packaged, packaged_file, read
from mustutor.language import Language, mark
from mustutor.replay import Replay
from mustutor.replay.failure import Failure
from mustutor.replay.reader import LIVE, SHEET, STDIN
from mustutor.replay.words import in_one_line, player, rulebook_named
from mustutor.tuples import NamedTuple
from mustutor.variant import Variant, load_variant, variant_ids

if TYPE_CHECKING:
    from mustutor.referee import Settlement

MOST_BESIDE = 1_000

FileArgument = Annotated[
    str,
    typer.Argument(
        metavar="FILE",
        help=mark("A record; - for standard input; or the name of one that comes with mustutor."),
        autocompletion=completion.records,
    ),
]


class Match(NamedTuple):
    """A match of a file, by its number from 1: the record, or what is wrong with it."""

    file: str
    number: int
    replay: Replay | None
    problem: Unreadable | None = None


def located(name: str) -> str:
    """Find the file a name stands for: itself, the live file of it, or a record that comes along.

    Raises Unreadable, with the nearest name, where there is neither.
    """
    if "#" in name and not os.path.lexists(name):
        from mustutor.replay.carried import packed_in

        if packed_in(name):
            raise Unreadable(
                mark("This is a link: mustutor replay import LINK -o FILE writes what it carries.")
            )
    if name == STDIN or Path(name).exists():
        return name
    comes_along = packaged_file(name)
    if comes_along is not None:
        return str(comes_along)
    from mustutor.recorder.live import live_name

    live = live_name(name)
    if live.name != LIVE and live.is_file():
        return str(live)  # it is being taken down, or was broken off
    folder = Path(name).parent
    kinds = ("*.json*", f"*{SHEET}")
    beside = [str(path) for kind in kinds for path in islice(folder.glob(kind), MOST_BESIDE)]
    raise Unreadable(
        mark("There is no such file."),
        file=name,
        hint=nearest(str(Path(name)), [*beside, *packaged()]),
    )


def matches(name: str, rules: Variant | None = None) -> Iterator[Match]:
    """Read the matches of a file one by one; raises ReplayError where the file cannot be read."""
    path = located(name)
    for one in read(path, rules=rules):
        yield Match(path, one.number, one.replay, one.problem)


def match_of(file: str, number: int, command: str) -> Match:
    """The match of a file that is meant; raises Misuse where it is not there."""
    match = next((each for each in matches(file) if each.number == number), None)
    if match is None:
        raise Misuse(
            "There is no match {number} in {record}.", command=command, number=number, record=file
        )
    if match.replay is None:
        assert match.problem is not None
        raise match.problem
    return match


def settled(match: Match, rules: Variant | None, tongue: Language) -> Settlement:
    """Settle a match; where that cannot even begin, the error names its file."""
    assert match.replay is not None
    from mustutor.referee import settle

    try:
        return settle(match.replay, variant=rules)
    except IllegalCall as refusal:
        fault = refusal.fault._replace(
            sentence=mark("{place}: {problem}"),
            evidence={"place": match.file, "problem": refusal.fault.said(tongue)},
        )
        raise IllegalCall(fault) from None
    except VariantError as problem:
        raise VariantError(
            problem.sentence,
            file=match.file,
            hint=problem.hint,
            **problem.evidence,
        ) from None


def report_refusal(console: Console, file: str, failure: Failure) -> None:
    """Say on stderr, in a line, where a record cannot go on, and what to read about it."""
    say, rule = console.language.say, failure.fault.rule
    console.problem(
        say(
            "{file}: {place}: {problem}",
            file=file,
            place=failure.place,
            problem=failure.fault.said(console.language),
        ),
        say("Type mustutor rule {rule} to read the article.", rule=rule) if rule else "",
    )


def title(console: Console, replay: Replay) -> None:
    """Write what a record says of itself: the event, who sits where, the rulebook."""
    code = console.language.code
    about = replay.about
    named = [in_one_line(about[name], code) for name in ("event", "place", "date") if name in about]
    if named:
        console.heading(wrapped(" · ".join(named), console.width))
    if "recorder" in about:
        console.say("Taken down by {recorder}.", recorder=in_one_line(about["recorder"], code))
    for seat in replay.seats:
        if seat in about.get("players", {}):
            console.paragraph(f"{seat}  {player(about['players'][seat], code)}", indent=2, hang=3)
    if "draw" in about:
        drawn = ", ".join(f"{seat} {card}" for seat, card in about["draw"].items())
        console.say("The draw for seats: {cards}", cards=in_one_line(drawn, code))
    rules = in_one_line(replay.variant["id"], code)
    if rules in variant_ids():
        rules = rulebook_named(load_variant(rules), console.language)
    console.say("The rules: {variant}.", variant=rules)


def spot(about: object, tongue: Language) -> str:
    """Name what a claim is about: a place of the record, or the whole match."""
    return tongue.say("the match") if about == "match" else in_one_line(about, tongue.code)
