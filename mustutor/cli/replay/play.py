"""The command `replay play`: a record stepped through, on a screen or line after line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Annotated

import typer

from mustutor.cli.console import Console, screenfuls
from mustutor.cli.explained import text_of
from mustutor.cli.habits import Misuse, Status
from mustutor.cli.replay.records import (
    FileArgument,
    Match,
    match_of,
    report_refusal,
    settled,
    title,
)
from mustutor.explanation.text import NARROW
from mustutor.games.teller import teller_of
from mustutor.games.telling import Explanation, Passage
from mustutor.language import Language, mark
from mustutor.replay import Replay
from mustutor.replay.names import by_name, seat_alone
from mustutor.replay.place import meant
from mustutor.replay.playback import Played
from mustutor.replay.words import failure_page
from mustutor.tuples import NamedTuple
from mustutor.tutor.record import SHOWDOWN, RecordMoment, belongs, call_by_call, until_place

if TYPE_CHECKING:
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
            help=mark("Begin here: at 2, 2.chica or 2.chica.3."),
        ),
    ] = "",
    last: Annotated[
        str,
        typer.Option(
            "--to",
            metavar="PLACE",
            show_default=False,
            help=mark("End after this place and all that belongs to it."),
        ),
    ] = "",
    number: Annotated[
        int, typer.Option("--match", min=1, help=mark("Which match, in a file of several."))
    ] = 1,
    step: Annotated[
        bool,
        typer.Option(
            "--step",
            help=mark("Write line after line, and wait for Enter after each call; b goes back."),
        ),
    ] = False,
) -> Status:
    """Play a match back, call by call; 1 where a call is refused."""
    console: Console = context.obj
    match = match_of(file, number, PLAY)
    assert match.replay is not None
    settlement = settled(match, None, console.language)
    if console.interactive and not step and _watched(console, match, settlement, (first, last)):
        return _ended(console, match, settlement)
    chosen = frames(console, match.replay, settlement.hands)
    if first or last:
        chosen = iter(_between(list(chosen), first, last, PLAY))
    title(console, match.replay)
    if step and console.interactive:
        from mustutor.ui.lines import step_through

        say = console.language.say
        step_through(
            [text for frame in chosen for text in screenfuls(frame.text, console.height - 1)],
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

    assert match.replay is not None
    first, last = bounds
    tongue = by_name(console.language, match.replay)
    source = RecordSource(match.replay, tongue, settlement, until=last)
    if first or last:
        whole = RecordSource(match.replay, tongue, settlement)
        _between([Frame(place, "") for place in whole.places], first, last, PLAY)
    walk = Walk(source)
    begun = (walk.to(first) if first else None) or walk
    return shown(console, begun) is not None


def _ended(console: Console, match: Match, settlement: Settlement) -> Status:
    """How playing a record back ends: where a call is refused, stderr says so."""
    if settlement.failure is None:
        return Status.DONE
    console.flush()
    report_refusal(console, match.file, settlement.failure)
    return Status.WRONG


def _between(frames: list[Frame], first: str, last: str, command: str) -> list[Frame]:
    """The frames from one place to another; a place that is not there is wrong usage."""
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


# --- a record as frames --------------------------------------------------------------------


class Frame(NamedTuple):
    """One step: its place in the record (``1.grande.3``), and what there is to read."""

    place: str
    text: str


def frames(console: Console, replay: Replay, hands: Iterable[Played]) -> Iterator[Frame]:
    """Cut the telling of a record into frames, a call each; the last may be a refusal."""
    tongue = by_name(console.language, replay)
    for played in hands:
        moments = _with_showdown(list(call_by_call(played, tongue)), tongue)
        title = moments[0].page.title
        places = [moment.place for moment in moments]
        notes = {meant(place, places): told for place, told in (replay.notes or {}).items()}
        for moment in _aligned(moments, console):
            told = notes.get(moment.place, ())
            passages = moment.noted(moment.place, told, tongue).page.passages
            text = text_of(console, Explanation(title, passages))
            spaced = title or passages[0].heading
            yield Frame(moment.place, f"\n{text}" if spaced else text)
            title = ""
        if played.failure is not None:
            text = text_of(console, failure_page(played.failure, tongue))
            yield Frame(played.failure.place, f"\n{text}")


def cut(frames: Iterable[Frame], first: str, last: str) -> list[Frame]:
    """Keep the frames from one place to another, both with all that belongs to them.

    An empty place is no bound.

    >>> calls = [Frame("1.grande.1", "A paso"), Frame("1.grande.2", "B paso"), Frame("2", "")]
    >>> [frame.place for frame in cut(calls, "1.grande.2", "")]
    ['1.grande.2', '2']
    """
    left = list(frames)
    begun = (at for at, frame in enumerate(left) if not first or belongs(frame.place, first))
    return list(until_place(left[next(begun, len(left)) :], last))


def _with_showdown(moments: list[RecordMoment], tongue: Language) -> list[RecordMoment]:
    """Give the last call what is told before the showdown: where the record stops."""
    last = moments[-1]
    if not last.place.endswith(SHOWDOWN):
        return moments
    showdown = teller_of(last.position.variant).heading(SHOWDOWN, tongue)
    passages = last.page.passages
    names = [passage.heading for passage in passages]
    at = names.index(showdown) if showdown in names else len(passages)
    *earlier, before = moments[:-1]
    before = _paged(before, (*before.page.passages, *passages[:at]))
    after = [_paged(last, passages[at:])] if passages[at:] else []
    return [*earlier, before, *after]


def _paged(moment: RecordMoment, passages: tuple[Passage, ...]) -> RecordMoment:
    return moment._replace(page=moment.page._replace(passages=passages))


def _aligned(moments: Iterable[RecordMoment], console: Console) -> Iterator[RecordMoment]:
    """Write its place before each call; every call becomes a page, so columns are made equal."""
    for _, group in groupby(moments, key=lambda moment: moment.place.rpartition(".")[0]):
        round_ = list(group)
        calls = [
            moment.page.passages[0].lines[moment.line] for moment in round_ if moment.line >= 0
        ]
        seats = [f"{each.place}  {call.seat}" for each, call in zip(round_, calls, strict=False)]
        equal = console.width >= NARROW
        wide = max(map(len, seats), default=0) if equal else 0
        words = max((len(call.said) for call in calls), default=0) if equal else 0
        for moment in round_:
            if moment.line < 0:
                yield moment
                continue
            first, *rest = moment.page.passages
            line = first.lines[moment.line]
            # A narrow page has no room for a name beside a place.
            seat = f"{moment.place}  {line.seat if equal else seat_alone(line.seat)}"
            said = f"{line.said:{words}}" if line.text else line.said
            lines = list(first.lines)
            lines[moment.line] = line._replace(seat=f"{seat:>{wide}}", said=said)
            yield _paged(moment, (first._replace(lines=tuple(lines)), *rest))
