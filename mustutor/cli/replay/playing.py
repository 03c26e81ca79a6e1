"""A record as frames: every call with its place, and with it all that there is to say of it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from mustutor.calls import DECK, write_call
from mustutor.cli.console import Console
from mustutor.cli.explained import text_of
from mustutor.explain.text import NARROW
from mustutor.games.teller import teller_of
from mustutor.games.telling import Explanation, Line, Passage
from mustutor.replay import Replay
from mustutor.replay.playback import Played
from mustutor.replay.told import note_lines, refusal, told
from mustutor.ui.linear import Frame


class Said(NamedTuple):
    """A call as it was heard: its place, who spoke, and the words."""

    place: str
    seat: str
    words: str


def frames(console: Console, replay: Replay, hands: Iterable[Played]) -> Iterator[Frame]:
    """Cut the telling of a record into frames, a call each; the last may be a refusal."""
    for played in hands:
        page = told(played, console.language)
        title = page.title
        for place, passages in _chunks(console, played, page):
            passages[0] = _with_notes(console, replay, place, passages[0])
            text = text_of(console, Explanation(title, tuple(passages)))
            spaced = title or passages[0].heading
            yield Frame(place, f"\n{text}" if spaced else text)
            title = ""
        if played.failure is not None:
            text = text_of(console, refusal(played.failure, console.language))
            yield Frame(played.failure.place, f"\n{text}")


def _with_notes(console: Console, replay: Replay, place: str, passage: Passage) -> Passage:
    """The notes on a place, right under its call, or at the end of what belongs to a hand."""
    notes = [
        line._replace(said=console.language.say("note {glyph}", glyph=line.said).rstrip())
        for line in note_lines("", (replay.notes or {}).get(place, ()), console.language)
    ]
    lines = passage.lines
    calls = (index for index, line in enumerate(lines, 1) if line.seat.split()[:1] == [place])
    at = next(calls, len(lines))
    return passage._replace(lines=(*lines[:at], *notes, *lines[at:]))


def _chunks(
    console: Console, played: Played, page: Explanation
) -> Iterator[tuple[str, list[Passage]]]:
    """Part the telling of a hand at its calls; what follows a call stays with it."""
    calls = _said(played)
    showdown = teller_of(played.end.variant).heading("showdown", console.language)
    place = str(played.number)
    chunk: list[Passage] = []
    for passage in page.passages:
        lines, marks = _placed(passage.lines, calls, console)
        if passage.heading == showdown:
            if chunk:
                yield place, chunk
            place, chunk = f"{played.number}.showdown", [passage]
        elif not marks:
            chunk.append(passage)
        for turn, (mark, call) in enumerate(marks):
            if chunk:
                yield place, chunk
            # What opens a lance goes with its first call.
            begin = mark if turn else 0
            end = marks[turn + 1][0] if turn + 1 < len(marks) else len(lines)
            heading = "" if turn else passage.heading
            place, chunk = call.place, [Passage(heading, lines[begin:end])]
    if chunk:
        yield place, chunk


def _placed(
    lines: tuple[Line, ...], calls: deque[Said], console: Console
) -> tuple[tuple[Line, ...], list[tuple[int, Said]]]:
    """Find the calls among lines, and write its place before each; the calls found are used up."""
    marks: list[tuple[int, Said]] = []
    written = list(lines)
    for index, line in enumerate(lines):
        if calls and (line.seat, line.said) == (calls[0].seat, calls[0].words):
            call = calls.popleft()
            marks.append((index, call))
            written[index] = line._replace(seat=f"{call.place}  {line.seat}")
    if console.width >= NARROW and marks:
        # Every call becomes a page of its own: the columns are made equal here.
        wide = max(len(written[index].seat) for index, _ in marks)
        words = max(len(call.words) for _, call in marks)
        for index, call in marks:
            shown = written[index]
            said = f"{call.words:{words}}" if shown.text else call.words
            written[index] = shown._replace(seat=f"{shown.seat:>{wide}}", said=said)
    return tuple(written), marks


def _said(played: Played) -> deque[Said]:
    """The calls of a hand in order, each with its place in the record."""
    places = (
        f"{played.number}.{round_.lance}.{index}"
        for round_ in played.hand.rounds
        for index, _ in enumerate(round_.calls, 1)
    )
    calls = [step.call for step in played.steps if step.call.seat != DECK]
    return deque(
        Said(place, call.seat, write_call(call).partition(" ")[2])
        for place, call in zip(places, calls, strict=False)
    )
