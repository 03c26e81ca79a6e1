"""A record as frames: every call with its place, and with it all that there is to say of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

from mustutor.cli.console import Console
from mustutor.cli.explained import text_of
from mustutor.explain.text import NARROW
from mustutor.games.teller import teller_of
from mustutor.games.telling import Explanation, Passage
from mustutor.language import Language
from mustutor.replay import Replay
from mustutor.replay.place import meant
from mustutor.replay.playback import Played
from mustutor.replay.words import failure_page
from mustutor.tutor.record import SHOWDOWN, RecordMoment, belongs, call_by_call, until_place


class Frame(NamedTuple):
    """One step: its place in the record (``1.grande.3``), and what there is to read."""

    place: str
    text: str


def frames(console: Console, replay: Replay, hands: Iterable[Played]) -> Iterator[Frame]:
    """Cut the telling of a record into frames, a call each; the last may be a refusal."""
    tongue = console.language
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
            seat = f"{moment.place}  {line.seat}"
            said = f"{line.said:{words}}" if line.text else line.said
            lines = list(first.lines)
            lines[moment.line] = line._replace(seat=f"{seat:>{wide}}", said=said)
            yield _paged(moment, (first._replace(lines=tuple(lines)), *rest))
