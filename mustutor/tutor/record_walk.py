"""A record as stops of a walk: the deal, every call with its consequences, the showdown.

And one's own mistakes in it as questions: the moment again, with what that seat knew.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from mustutor.base.errors import MustutorError, ProgressError
from mustutor.base.files import read_at_most
from mustutor.base.json_text import Json, digest, small
from mustutor.base.language import Language, mark, plain_text, printable
from mustutor.games.explain import Explanation, Line, Passage
from mustutor.games.failure import parse_place, read_place
from mustutor.games.question import NOTHING_TOLD, Scene, Stop
from mustutor.games.tell_hand import explain_by_step
from mustutor.games.teller import teller_of
from mustutor.model.calls import DECK, Call, write_call
from mustutor.model.position import Position, Step, side_of
from mustutor.model.variant import Variant
from mustutor.referee import settle
from mustutor.referee.settle import Settlement
from mustutor.replay.files import read
from mustutor.replay.format import Replay, rules_of
from mustutor.replay.names import about_lines, failure_page, in_one_line, labels, note_lines
from mustutor.replay.playback import Played
from mustutor.tutor.progress import OWN, OWN_CALLS, PUZZLE, RECORD
from mustutor.tutor.progress_file import (
    PATIENCE,
    link_target,
    lock_failure,
    progress_path,
    read_failure,
    replace,
    write_failure,
)
from mustutor.tutor.walk import StopSource

if TYPE_CHECKING:
    from mustutor.analysis.coach.match import Decision
    from mustutor.tutor.puzzle import Puzzle

NAME = "record"
OWN_FORMAT = "mustutor-own-puzzles/1"
SHOWDOWN = "showdown"


class AtPlace(Protocol):
    """Something with a place in a record."""

    @property
    def place(self) -> str:
        """Its place: ``1.grande.3``."""
        ...


Placed = TypeVar("Placed", bound=AtPlace)


def belongs(place: str, wanted: str) -> bool:
    """Whether a place is in another: a call in its lance, a lance in its hand.

    >>> belongs("1.grande.3", "1.grande"), belongs("12.grande", "1")
    (True, False)
    """
    return place == wanted or place.startswith(f"{wanted}.")


def until_place(things: Iterable[Placed], last: str) -> Iterator[Placed]:
    """Things at places up to the last one in `until`; all of them if it is empty.

    >>> calls = [Stop("1.grande.1", Scene("")), Stop("1.grande.2", Scene("")), Stop("2", Scene(""))]
    >>> [stop.place for stop in until_place(calls, "1.grande")]
    ['1.grande.1', '1.grande.2']
    """
    ending = False
    for thing in things:
        at_last = bool(last) and belongs(thing.place, last)
        if ending and not at_last:
            return
        ending = ending or at_last
        yield thing


class RecordMoment(NamedTuple):
    """One place of a hand: its page, its call, the position then, and each seat's last words."""

    place: str
    page: Explanation
    position: Position
    call: Call | None = None
    words: tuple[tuple[str, str], ...] = ()

    @property
    def line(self) -> int:
        """The index of the call's line in the first passage; -1 if there is none."""
        lines = self.page.passages[0].lines if self.call and self.page.passages else ()
        found = (at for at, line in enumerate(lines) if line.seat and line.said)
        return next(found, -1)

    def with_page(self, page: Explanation) -> RecordMoment:
        """The moment with a page added."""
        return self._replace(page=_joined(self.page, page))

    def with_notes(self, place: str, notes: Iterable[Json], language: Language) -> RecordMoment:
        """The moment with notes: under the call if on its own place, else at the end."""
        here = self.place == place
        lines = [
            line._replace(said=language.say("note {glyph}", glyph=line.said).rstrip())
            for line in note_lines("" if here else place, notes, language)
        ]
        first, *rest = self.page.passages or (Passage("", ()),)
        if here and self.line >= 0:
            at = self.line + 1
            first = first._replace(lines=(*first.lines[:at], *lines, *first.lines[at:]))
        elif rest:
            rest[-1] = rest[-1]._replace(lines=(*rest[-1].lines, *lines))
        else:
            first = first._replace(lines=(*first.lines, *lines))
        return self._replace(page=self.page._replace(passages=(first, *rest)))


class RecordSource(StopSource):
    """The stops of a record, at the places of `replay play`; ``1.showdown`` ends a hand.

    `settlement` is that of the record; `until` ends the walk with the last place in it.
    """

    def __init__(
        self, replay: Replay, language: Language, settlement: Settlement, *, until: str = ""
    ) -> None:
        self.replay = replay
        self.settlement = settlement
        self._tongue = language
        self._until = until
        self._stops = tuple(until_place(_stops(replay, language, settlement), until))

    @property
    def name(self) -> str:
        """The one name of all records, which are not part of the course."""
        return NAME

    @property
    def title(self) -> str:
        """The event, or the name of the rules."""
        event = in_one_line(self.replay.about.get("event", ""), self._tongue.code)
        name = self.settlement.variant.name
        return event or name.get(self._tongue.code) or name["en"]

    @property
    def count(self) -> int:
        """The number of stops."""
        return len(self._stops)

    @property
    def places(self) -> tuple[str, ...]:
        """The places in their order."""
        return tuple([stop.place for stop in self._stops])

    def stop(self, index: int) -> Stop | None:
        """The stop at an index from 0, or None past the end."""
        return self._stops[index] if 0 <= index < len(self._stops) else None

    def find(self, place: str) -> int | None:
        """The index of a place, or of the first in it; None if there is none."""
        wanted = plain_text(place)
        found = (at for at, stop in enumerate(self._stops) if belongs(stop.place, wanted))
        return next(found, None)

    def search_text(self, stop: Stop) -> str:
        """The place, the headings and the lines of a stop, with their articles."""
        page = stop.scene.page
        headings = [passage.heading for passage in page.passages]
        pieces = [
            f"{line.seat} {line.said} {line.text} {' '.join(line.rules)}" for line in page.lines
        ]
        return " ".join([stop.place, *headings, *pieces])

    def under(self, variant: Variant) -> RecordSource:
        """The same calls and cards under another rulebook, up to the first call it refuses."""
        settlement = settle(self.replay, variant=variant)
        return RecordSource(self.replay, self._tongue, settlement, until=self._until)


def _stops(replay: Replay, language: Language, settlement: Settlement) -> Iterator[Stop]:
    about = Passage("", tuple(about_lines(replay, settlement.variant, language)))
    waiting = dict(replay.notes or {})
    labels = {seat: language.player_name(seat) for seat in replay.seats}
    names = [(seat, called.removesuffix(f" ({seat})")) for seat, called in labels.items()]
    names = [(seat, called) for seat, called in names if called != seat]
    for played in settlement.hands:
        moments = list(call_by_call(played, language))
        settled = NOTHING_TOLD
        if moments[-1].place.endswith(SHOWDOWN) and played.failure is not None:
            settled = moments.pop().page  # facts decided anyway are added to the refusal
        elif moments[-1].place.endswith(SHOWDOWN) and played.end.lance != "end":
            ending = moments.pop()  # the hand is not over: added to the last page
            moments[-1] = moments[-1].with_page(ending.page)
        for place in [name for name in waiting if belongs(name, str(played.number))]:
            at = _home(place, moments)
            moments[at] = moments[at].with_notes(place, waiting.pop(place), language)
        title = moments[0].page.title
        if played.number == 1:
            first = moments[0].page
            page = first._replace(passages=(about, *first.passages))
            moments[0] = moments[0]._replace(page=page)
        for index, moment in enumerate(moments):
            yield Stop(
                moment.place,
                Scene(
                    title,
                    moment.page._replace(title=""),
                    moment.position,
                    frozenset(moment.position.table.seats),
                    moment.words,
                    explained=partial(_story, moments[: index + 1]),
                    here=moment.place,
                    names=tuple(names),
                ),
            )
        if played.failure is not None:
            position = played.failure.position or moments[-1].position
            page = _joined(failure_page(played.failure, language), settled)
            seats = frozenset(position.table.seats)
            place = played.failure.place
            known = tuple(names)
            yield Stop(place, Scene(title, page, position, seats, here=place, names=known))


def call_by_call(played: Played, language: Language) -> Iterator[RecordMoment]:
    """Split the explanation of a hand by calls; what the deck does belongs to the call before.

    The settlement comes last, at the place of the showdown.
    """
    beginning, *pages, ending = explain_by_step(played.steps, played.end, played.open, language)
    places = map(str, played.places)
    now = RecordMoment(str(played.number), beginning, played.start)
    for step, page in zip(played.steps, pages, strict=True):
        if step.call.seat == DECK:
            now = now.with_page(page)._replace(position=step.after)
            continue
        yield now
        now = RecordMoment(next(places), page, step.after, step.call, _words(now, step, language))
    yield now
    if ending.lines:
        yield RecordMoment(f"{played.number}.{SHOWDOWN}", ending, played.end)


def _words(before: RecordMoment, step: Step, language: Language) -> tuple[tuple[str, str], ...]:
    """The last words of each seat in the lance of this call."""
    begins = step.before.said == ""
    last = {} if begins else dict(before.words)
    last.pop(step.call.seat, None)
    words = write_call(step.call).partition(" ")[2]
    last[step.call.seat] = teller_of(step.after.variant).aloud(words, language)
    return tuple(last.items())


def _home(place: str, moments: Sequence[RecordMoment]) -> int:
    """The index of the moment for a note: its place, the first in it, or the last."""
    places = [moment.place for moment in moments]
    place = parse_place(place, places)
    if place in places:
        return places.index(place)
    found = (at for at, known in enumerate(places) if belongs(known, place))
    return next(found, len(places) - 1)


def _story(moments: Sequence[RecordMoment]) -> Explanation:
    story = Explanation("", ())
    for moment in moments:
        story = _joined(story, moment.page)
    return story


def _joined(page: Explanation, more: Explanation) -> Explanation:
    """One page out of two; a passage without a heading continues the last one."""
    passages = list(page.passages)
    for passage in more.passages:
        if passages and not passage.heading:
            last = passages.pop()
            passage = Passage(last.heading, (*last.lines, *passage.lines))  # noqa: PLW2901
        passages.append(passage)
    return Explanation(page.title or more.title, tuple(passages))


# --- calls to be made again ----------------------------------------------------------------

# A call that the coach marks is a puzzle of one's own. It is kept beside the progress file with all
# it needs, so a review can ask it again without the record. What finds and poses puzzles is slow to
# load, and loaded when one is asked.

MOST_OWN = 200
"""So many puzzles of one's own are kept, the latest."""
LARGEST_OWN = 8 * 1024 * 1024
LONGEST_DATE = 40


def mistakes_of(replay: Replay, judged: Iterable[Decision], language: Language) -> Iterator[Stop]:
    """The marked calls as questions, each as soon as it is judged, and kept as a puzzle."""
    for one in judged:
        puzzle = own_puzzle(one, replay)
        if puzzle is not None:
            with suppress(ProgressError):  # the progress beside it cannot be kept either
                keep_own((puzzle,))
            yield own_stop(puzzle, language)._replace(place=str(one.place))


def own_puzzle(one: Decision, replay: Replay) -> Puzzle | None:
    """The puzzle of a marked call, which tells from which match it is; None for a discard."""
    from mustutor.analysis.coach.decision import THROWN
    from mustutor.tutor.puzzle import puzzle_of

    was = one.judged
    if not one.is_marked or was.call.verb in THROWN or was.call == was.best:
        return None
    found = puzzle_of(one, match_said(replay, one.seat))
    moment = digest(json.dumps(found.record, sort_keys=True))[:12]
    return dataclasses.replace(found, id=f"{OWN}{one.place}/{moment}")


def match_said(replay: Replay, seat: str) -> str:
    """Which match a record is: its date, the opponents of a seat, and the score at its end."""
    about, last = replay.about, replay.hands[-1]
    called = labels(about.get("players", {}), replay.seats)
    others = [called.get(other, other) for other in replay.seats if side_of(other) != side_of(seat)]
    score = [f"{side} {stones}" for side, stones in (last.after or {}).items()]
    date = printable(str(about.get("date", "")), LONGEST_DATE)
    return " · ".join(filter(None, (date, ", ".join(others), ", ".join(score))))


def own_stop(puzzle: Puzzle, language: Language, name: str = "") -> Stop:
    """A puzzle of one's own as a question, with the match it is from; its `name`, if another."""
    from mustutor.tutor.puzzle_walk import puzzle_stop

    stop = puzzle_stop(puzzle, language)
    assert stop.question is not None, "a puzzle asks"
    told = language.say("It is from this match: {match}.", match=puzzle.source)
    page = Explanation("", (Passage("", (Line(told, kind="say", indent=0),)),))
    scene = stop.scene._replace(page=_joined(page, stop.scene.page))
    question = stop.question._replace(id=name or puzzle.name, skill=OWN_CALLS)
    return stop._replace(scene=scene, question=question)


def keep_own(puzzles: Iterable[Puzzle]) -> None:
    """Keep puzzles of one's own, the oldest making room. Raises ProgressError."""
    from filelock import FileLock, Timeout

    path = link_target(_own_path())
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(f"{path}.lock", timeout=PATIENCE):
            kept = {entry["id"]: entry for entry in _own_entries()}
            for puzzle in puzzles:
                kept.pop(puzzle.id, None)
                kept[puzzle.id] = puzzle.as_json()
            document = {"format": OWN_FORMAT, "puzzles": list(kept.values())[-MOST_OWN:]}
            replace(path, json.dumps(document, indent=1) + "\n")
    except Timeout:
        raise lock_failure(path, PATIENCE) from None
    except OSError as problem:
        raise write_failure(path, problem) from None


def _own_path() -> Path:
    return progress_path().with_name("own_puzzles.json")


def _own_entries() -> list[Json]:
    """What is kept, each with an id; raises ProgressError for a file that cannot be read."""
    path = _own_path()
    try:
        data = read_at_most(path, LARGEST_OWN, ProgressError)
    except FileNotFoundError:
        return []
    except (OSError, ValueError) as problem:
        raise read_failure(path, problem) from None
    found = small(data, ProgressError, file=str(path), largest=LARGEST_OWN)
    entries = found.get("puzzles") if isinstance(found, dict) else None
    if not isinstance(entries, list) or found.get("format") != OWN_FORMAT:
        raise ProgressError(mark("It is no file of puzzles of your own."), file=str(path))
    known = [entry for entry in entries if isinstance(entry, dict)]
    return [entry for entry in known if isinstance(entry.get("id"), str)]


def mistake_named(name: str, language: Language) -> Stop | None:
    """The question of a call of one's own; None if it can no longer be asked.

    It is named ``puzzle:own/…`` and kept, or, as it once was, ``record:MATCH/PLACE/FILE``.
    """
    try:
        if name.startswith(RECORD):
            return _in_record(name, language)
        from mustutor.tutor.puzzle import puzzle_read

        puzzles = (puzzle_read(one) for one in _own_entries() if f"{PUZZLE}{one['id']}" == name)
        return next((own_stop(puzzle, language) for puzzle in puzzles), None)
    except (MustutorError, LookupError, OSError, TypeError, ValueError, AttributeError):
        return None  # a file that somebody has changed


def _in_record(name: str, language: Language) -> Stop | None:
    from mustutor.analysis.coach.match import decided_at

    number, _, where = name.removeprefix(RECORD).partition("/")
    text, _, file = where.partition("/")
    place = read_place(text)
    if place is None or not (number.isascii() and number.isdigit()):
        return None
    for match in read(file):
        if match.number == int(number[:9]) and match.replay is not None:
            one = decided_at(match.replay, rules_of(match.replay)[0], place)
            puzzle = own_puzzle(one, match.replay) if one is not None else None
            return own_stop(puzzle, language, name) if puzzle is not None else None
    return None
