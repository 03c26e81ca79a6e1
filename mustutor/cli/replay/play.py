"""The commands `replay play` (step through a record) and `replay simulate` (random play).

A record is played back on a screen or line after line; random matches are legal, one a line.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from mustutor.base.errors import IllegalCall
from mustutor.base.language import Language
from mustutor.cli.common_options import Status, UsageError, variant_named
from mustutor.cli.console import Console, screenfuls, shown, text_of
from mustutor.cli.parameters import RECORD, VARIANT, flag, option
from mustutor.cli.replay.records import (
    Match,
    match_of,
    no_such_place,
    report_refusal,
    settled,
    title,
)
from mustutor.games import game_of
from mustutor.games.explain import Explanation, Passage
from mustutor.games.failure import parse_place
from mustutor.games.teller import teller_of
from mustutor.present.text import NARROW
from mustutor.replay.format import Replay
from mustutor.replay.names import by_name, failure_page, seat_alone
from mustutor.replay.playback import Played
from mustutor.replay.writer import dumps
from mustutor.tutor.record_walk import (
    SHOWDOWN,
    RecordMoment,
    RecordSource,
    belongs,
    call_by_call,
    until_place,
)

if TYPE_CHECKING:
    from mustutor.model.variant import Variant
    from mustutor.referee.settle import Settlement


def play(
    console: Console,
    file: str = RECORD,
    first: str = option("--from PLACE", "Begin here: at 2, 2.chica or 2.chica.3."),
    last: str = option("--to PLACE", "End after this place and all that belongs to it."),
    number: int = option("--match", "Which match, in a file of several.", 1, least=1),
    step: bool = flag(
        "--step", "Write line after line, and wait for Enter after each call; b goes back."
    ),
) -> Status:
    """Play a match back, call by call; 1 where a call is refused."""
    match = match_of(file, number)
    settlement = settled(match, None, console.language)
    if console.interactive and not step and _watched(console, match, settlement, (first, last)):
        return _ended(console, match, settlement)
    chosen = frames(console, match.replay, settlement.hands)
    if first or last:
        chosen = iter(_between(list(chosen), first, last))
    title(console, match.replay)
    if step and console.interactive:
        from mustutor.present.screen.lines import step_through

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
    from mustutor.tutor.walk import Walk

    first, last = bounds
    language = by_name(console.language, match.replay)
    source = RecordSource(match.replay, language, settlement, until=last)
    if first or last:
        whole = RecordSource(match.replay, language, settlement)
        _between([Frame(place, "") for place in whole.places], first, last)
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


def _between(frames: list[Frame], first: str, last: str) -> list[Frame]:
    """The frames from one place to another; a place that is not there is wrong usage."""
    known = [frame.place for frame in frames]
    first, last = parse_place(first, known), parse_place(last, known)
    for place in (first, last):
        if place and not any(belongs(frame.place, place) for frame in frames):
            raise no_such_place(place, known)
    chosen = cut(frames, first, last)
    if not any(belongs(frame.place, last or frame.place) for frame in chosen):
        raise UsageError("{last} comes before {first}.", first=first, last=last)
    return chosen


# --- a record as frames --------------------------------------------------------------------


class Frame(NamedTuple):
    """One step: its place in the record (``1.grande.3``), and what there is to read."""

    place: str
    text: str


def frames(console: Console, replay: Replay, hands: Iterable[Played]) -> Iterator[Frame]:
    """Cut the telling of a record into frames, a call each; the last may be a refusal."""
    language = by_name(console.language, replay)
    for played in hands:
        moments = _with_showdown(list(call_by_call(played, language)), language)
        title = moments[0].page.title
        places = [moment.place for moment in moments]
        notes = {parse_place(place, places): told for place, told in (replay.notes or {}).items()}
        for moment in _aligned(moments, console):
            told = notes.get(moment.place, ())
            passages = moment.with_notes(moment.place, told, language).page.passages
            text = text_of(console, Explanation(title, passages))
            spaced = title or passages[0].heading
            yield Frame(moment.place, f"\n{text}" if spaced else text)
            title = ""
        if played.failure is not None:
            text = text_of(console, failure_page(played.failure, language))
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


def _with_showdown(moments: list[RecordMoment], language: Language) -> list[RecordMoment]:
    """Give the last call the passages before the showdown, where the record ends with one."""
    last = moments[-1]
    if not last.place.endswith(SHOWDOWN):
        return moments
    showdown = teller_of(last.position.variant).heading(SHOWDOWN, language)
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


USUAL_SEED = "1"


def simulate(
    console: Console,
    variant: str = VARIANT,
    seats: int | None = option(
        "--seats", "How many players sit down, if not the usual number.", None, least=2, most=8
    ),
    count: int = option("--matches", "How many matches to make.", 1, least=1),
    hands: int = option(
        "--hands", "The most hands a match may have; it may end sooner.", 1, least=1
    ),
    seed: str = option("--seed TEXT", "The same seed makes the same matches.", USUAL_SEED),
) -> None:
    """Write random legal matches, one record a line."""
    from mustutor.cli.replay.verdicts import WRITTEN, Pace
    from mustutor.replay.simulate import match

    rules = variant_named(variant)
    players = _players(rules, seats)
    pace = Pace(console, count, work=WRITTEN)
    pace.shown = pace.shown and not sys.stdout.isatty()  # else the records themselves are seen
    for number in range(1, count + 1):
        try:
            made = match(rules, seats=players, hands=hands, seed=seed, number=number)
        except IllegalCall as refusal:
            if number > 1:
                raise
            # No call was made yet: it is the table that cannot sit down to this variant.
            raise UsageError(refusal.sentence, **refusal.evidence) from None
        console.write(dumps(made).rstrip("\n"))
        pace.add(1, len(made.hands))
    pace.end()


def _players(rules: Variant, asked: int | None) -> int:
    """The number of players: as asked, or as the rulebook says; teams have a fixed size."""
    seats = game_of(rules.game).rules.seats
    usual = len(seats(rules, 0))
    if asked not in (None, usual) and seats(rules, asked or usual) == seats(rules, usual):
        raise UsageError(
            "{variant} is played in teams by {usual}, and not by {asked}.",
            variant=rules.id,
            usual=usual,
            asked=asked,
        )
    return asked or usual
