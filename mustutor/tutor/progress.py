"""Progress as a log of events, and everything derived from it: places, results, skills.

The progress file is only a log of these events. `Progress` derives from it where somebody is in a
lesson, what is finished, and what is due for review.

==============  ===========================================================
``reached``     a stop was gone to; only the last of a walk says anything
``read``        a page was read, for the first time since the walk was finished
``tried``       an answer that was wrong
``hinted``      a hint was given
``closed``      a question ended, with its outcome
``skipped``     somebody went on from a question without an answer
``finished``    all of a walk was read, and its questions answered, shown or skipped
``known``       a placement test showed that the lesson of the walk is known
``played``      a game at the table of a step of play (``play:grande_alone``), or a match against
                a level of the house (``match:club``), was won or lost
``reset``       what came before, `about` something, no longer counts
==============  ===========================================================

A merge is a union by the events' names, in the order of their times: the same in any order of logs,
and however often. Some events make others void (a reset what it is about, a later place an earlier
one); void events may be dropped from a file, but need not be.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from mustutor.games.question import Asking, Question
    from mustutor.tutor.rating import Rating
    from mustutor.tutor.walk import WalkEvent

Json = dict[str, Any]

INSTANT = timedelta(microseconds=1)
"""The shortest time there is between two events of one log: it keeps them in their order."""

BELIEVABLE = timedelta(days=1)
"""A clock is often set back by an hour, seldom by more than a day: so far ahead of the clock
a log goes on in its order. What is later still comes from a clock that was wrong."""

ALL = "all"
PLACEMENT = "placement"
LONGEST_WORD = 1_000
LONGEST_ID = 64
LONGEST_PAUSE = 600
"""Seconds; who takes longer over a question has left the table."""

_ALWAYS = frozenset(("id", "at", "kind", "seconds"))
_WORDS = ("walk", "place", "question", "skill", "answer", "outcome", "about")
NOTHING: Mapping[str, Any] = {}

KINDS = (
    *("reached", "read", "tried", "hinted", "closed", "skipped", "finished", "known", "played"),
    "reset",
)


class ProgressEvent(NamedTuple):
    """One event; fields its kind does not have are empty.

    `at` is aware and in UTC. `seconds` is the time a question took, 0 if not measured. `about` is
    what a reset voids: a walk (``lesson:grande``), a skill (``skill:juego.order``) or ``all``.
    `more` holds fields unknown to this program, to be written back unchanged.
    """

    id: str
    at: datetime
    kind: str
    walk: str = ""
    place: str = ""
    question: str = ""
    skill: str = ""
    answer: str = ""
    outcome: str = ""
    about: str = ""
    seconds: int = 0
    more: Mapping[str, Any] = NOTHING

    @property
    def order(self) -> tuple[datetime, str]:
        """The sort key of events: the same on every machine."""
        return self.at, self.id

    def as_json(self) -> Json:
        """The event as in the file, without empty fields.

        >>> at = datetime(2026, 1, 31, 12, tzinfo=UTC)
        >>> ProgressEvent("f00d", at, "reset", about="all").as_json()
        {'id': 'f00d', 'at': '2026-01-31T12:00:00.000000Z', 'kind': 'reset', 'about': 'all'}
        """
        written: Json = {"id": self.id, "at": time_written(self.at), "kind": self.kind}
        for name in _WORDS:
            word = getattr(self, name)
            if word:
                written[name] = word
        if self.seconds:
            written["seconds"] = self.seconds
        return {**written, **self.more}


def event_of(happening: WalkEvent, *, id: str, at: datetime, seconds: int = 0) -> ProgressEvent:  # noqa: A002
    """The event for something that happened on a walk.

    >>> from mustutor.tutor.walk import WalkEvent
    >>> at = datetime(2026, 1, 31, 12, tzinfo=UTC)
    >>> event_of(WalkEvent("reached", "lesson:grande", "who"), id="f00d", at=at).place
    'who'
    """
    words = {name: word[:LONGEST_WORD] for name, word in happening._asdict().items()}
    return ProgressEvent(id=id, at=at, seconds=min(seconds, LONGEST_PAUSE), **words)


def time_written(at: datetime) -> str:
    """Write a time as in the file: in UTC, of fixed length, so that it sorts as text.

    >>> time_written(datetime.fromisoformat("2026-01-31T12:00:00+01:00"))
    '2026-01-31T11:00:00.000000Z'
    """
    return at.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"


def time_read(text: object) -> datetime | None:
    """Read a time with any time zone; None for anything else.

    >>> time_read("2026-01-31T12:00:00+01:00")
    datetime.datetime(2026, 1, 31, 11, 0, tzinfo=datetime.timezone.utc)
    >>> time_read("2026-01-31T12:00:00") is None
    True
    """
    if not isinstance(text, str) or len(text) > LONGEST_ID:
        return None
    try:
        read = datetime.fromisoformat(text)
        return None if read.tzinfo is None else read.astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def event_read(thing: object) -> ProgressEvent | None:
    """Read an event of a file; None if it is not one.

    Kinds and fields of a later program are kept in `more` and ignored.
    """
    if not isinstance(thing, dict):
        return None
    name: Any = thing.get("id")
    kind: Any = thing.get("kind")
    at = time_read(thing.get("at"))
    if at is None or not (_is_word(name, LONGEST_ID) and _is_word(kind, LONGEST_ID)):
        return None
    seconds = thing.get("seconds", 0)
    if type(seconds) is not int or not 0 <= seconds <= LONGEST_PAUSE:
        return None
    words: dict[str, str] = {}
    more: Json = {}
    for field, value in thing.items():
        if field in _WORDS:
            if not isinstance(value, str) or len(value) > LONGEST_WORD:
                return None
            (words if value else more)[field] = value
        elif field not in _ALWAYS:
            more[field] = value
    if "seconds" in thing and not seconds:
        more["seconds"] = seconds
    if words.get("question", "").startswith(LESSON):
        words = _where_it_stands(words)
    return ProgressEvent(name, at, kind, **words, seconds=seconds, more=more or NOTHING)


def _where_it_stands(words: dict[str, str]) -> dict[str, str]:
    """The words of an event about a question of a lesson that has moved to another one."""
    from mustutor.tutor.lesson.files import moved_to

    before = words["question"].removeprefix(LESSON)
    after = moved_to(before)
    (old, _, asked), (new, _, step) = before.partition("/"), after.partition("/")
    if (words.get("walk"), words.get("place")) == (f"{LESSON}{old}", asked):
        words = {**words, "walk": f"{LESSON}{new}", "place": step}
    return {**words, "question": LESSON + after}


def _is_word(thing: object, longest: int) -> bool:
    return isinstance(thing, str) and 0 < len(thing) <= longest


Log = tuple[ProgressEvent, ...]
Order = tuple[datetime, str]


def _newest(event: ProgressEvent) -> tuple[str, ...]:
    """The key within which only the last event counts; empty where each one does."""
    match event.kind:
        case "reached" | "finished" | "known":
            return (event.kind, event.walk)
        case "read":
            return (event.kind, event.walk, event.place)
        case "skipped":
            return (event.kind, event.walk, event.place, event.question)
        case _:
            return ()


def merged(*logs: Iterable[ProgressEvent]) -> Log:
    """Merge logs: every event once, in the order of their times.

    Of two events with one name, which no program writes, the earlier one counts.
    """
    events: dict[str, ProgressEvent] = {}
    for log in logs:
        for event in log:
            other = events.setdefault(event.id, event)
            if other != event:
                events[event.id] = min(other, event, key=_rank)
    return tuple(sorted(events.values(), key=lambda event: event.order))


def _rank(event: ProgressEvent) -> tuple[datetime, str]:
    return event.at, json.dumps(event.as_json(), sort_keys=True)


def compacted(log: Iterable[ProgressEvent]) -> Log:
    """Drop void events; everything derived from the log stays the same.

    Merging compacted logs and compacting again gives what merging the whole ones would.
    """
    events = tuple(log)
    wiped = _wiped(events)
    last: dict[tuple[str, ...], Order] = {}
    for event in events:
        if about := _newest(event):
            last[about] = max(last.get(about, event.order), event.order)
    return tuple(
        event
        for event in events
        if not is_void(event, wiped) and event.order >= last.get(_newest(event), event.order)
    )


def valid(log: Iterable[ProgressEvent]) -> Log:
    """The events that still count: those that no later reset is about."""
    events = tuple(log)
    wiped = _wiped(events)
    return tuple([event for event in events if not is_void(event, wiped)]) if wiped else events


def is_void(event: ProgressEvent, wiped: dict[str, Order]) -> bool:
    """Whether an event came before a reset that is about it."""
    return bool(wiped) and any(
        event.order < wiped[about] for about in abouts(event) if about in wiped
    )


def abouts(event: ProgressEvent) -> tuple[str, ...]:
    """The subjects of an event, as resets name them: its walk, its skill, its lesson.

    A question of a lesson belongs to that lesson on any walk. An event of an unknown kind has no
    subject, so no reset voids it.
    """
    if event.kind not in KINDS:
        return ()
    if event.kind == "reset":
        return (ALL, event.about)
    skill = f"skill:{event.skill}" if event.skill else ""
    kind, _, walked = event.walk.partition("/")[0].partition(":")
    drilled = f"skill:{walked}" if kind == "drill" else ""
    placed = PLACEMENT if event.kind == "known" else ""
    lesson = event.question.partition("/")[0]
    asked = lesson if lesson.startswith("lesson:") else ""
    return (ALL, event.walk, skill, drilled, asked, placed)


def _wiped(events: Iterable[ProgressEvent]) -> dict[str, Order]:
    """The last reset of each subject."""
    wiped: dict[str, Order] = {}
    for event in events:
        if event.kind == "reset":
            wiped[event.about] = max(wiped.get(event.about, event.order), event.order)
    return wiped


GRADED = ("right", "hinted", "wrong", "shown")
"""The outcomes of `mustutor.games.question`; another one, of a later program, says nothing."""

REVIEW = "review"
RECORD, OWN, OWN_CALLS = "record:", "own/", "own_calls"
"""How questions about calls of one's own began once, how the ids of puzzles of one's own begin, and
the skill they are of."""
LESSON = "lesson:"
PLAY, MATCH = "play:", "match:"
"""How the walks of a step's table begin, and those of a match against a level of the house."""
PUZZLES, PUZZLE, PUZZLE_SKILL = "puzzles", "puzzle:", "puzzles."
"""The walk of puzzles, how their questions begin, and the skills they are of, by theme."""
WON, LOST = "won", "lost"

USUAL_SECONDS = 20
"""What a question takes where nothing was measured yet."""

MEASURED = 200
"""The number of latest answers from which the time of a question is estimated."""

RIGHT_TO_REST = 2
"""A mistake is over when its question was right at once so often in review, one time after
the other. A hint is no proof, and a new slip begins anew."""


RIGHT_TO_KNOW = 3
"""A skill that once went wrong is known when so many of its questions were right, one after the
other."""


class AskedQuestion(NamedTuple):
    """The result of a question on a walk: its tries, and its outcome (empty: still open).

    `hints` is the number of hints given; `skipped` says that it was left without an answer.
    """

    question: str
    tries: tuple[str, ...] = ()
    outcome: str = ""
    shown: bool = False
    hints: int = 0
    skipped: bool = False

    def asking(self, question: Question) -> Asking:
        """The question in the state it was left; a question that has changed is asked anew."""
        from mustutor.games.question import Asking

        if question.id != self.question:
            return Asking(question)
        least = 1 if self.outcome == "hinted" else 0
        hints = min(len(question.hints), max(self.hints, least))
        closed = bool(self.outcome)
        return Asking(question, self.tries, hints, self.shown, closed, self.skipped and not closed)


class SkillTally(NamedTuple):
    """The outcomes of a skill's questions, and the time of the last one."""

    right: int = 0
    hinted: int = 0
    wrong: int = 0
    shown: int = 0
    last: datetime | None = None

    @property
    def asked(self) -> int:
        """The number of questions."""
        return self.right + self.hinted + self.wrong + self.shown


class GradedAnswer(NamedTuple):
    """A question that ended: what, when, how, and on which walk."""

    at: datetime
    question: str
    skill: str
    outcome: str
    walk: str


@dataclass(frozen=True)
class Progress:
    """Everything known of a learner, derived from the log `events`."""

    events: Log = ()

    @classmethod
    def of(cls, events: Iterable[ProgressEvent]) -> Progress:
        """The progress for a log in any order.

        >>> Progress.of([]).place("lesson:grande")
        ''
        """
        return cls(merged(events))

    @cached_property
    def _valid(self) -> Log:
        return valid(self.events)

    @cached_property
    def _since_finished(self) -> Mapping[str, tuple[ProgressEvent, ...]]:
        """By walk, the events since it was last finished."""
        rounds: dict[str, list[ProgressEvent]] = {}
        for event in self._valid:
            if not event.walk:
                continue
            if event.kind == "finished":
                rounds[event.walk] = []
            else:
                rounds.setdefault(event.walk, []).append(event)
        return {walk: tuple(events) for walk, events in rounds.items()}

    @property
    def walks(self) -> tuple[str, ...]:
        """The walks with events."""
        return tuple(self._since_finished)

    def place(self, walk: str) -> str:
        """The place to resume a walk; empty if it starts at its beginning."""
        events = self._since_finished.get(walk, ())
        return next((event.place for event in events[::-1] if event.kind == "reached"), "")

    def asked(self, walk: str) -> Mapping[str, AskedQuestion]:
        """The results of a walk's questions since it was last finished, by place."""
        found: dict[str, AskedQuestion] = {}
        for event in self._since_finished.get(walk, ()):
            if event.kind not in ("tried", "hinted", "closed", "skipped"):
                continue
            was = found.get(event.place, AskedQuestion(event.question))
            if was.question != event.question:
                was = AskedQuestion(event.question)
            shown = was.shown or event.outcome == "shown"
            tries = was.tries
            if event.answer and event.outcome != "shown":
                tries = (*tries, event.answer)
            hints = was.hints + (event.kind == "hinted")
            outcome = was.outcome if event.kind in ("hinted", "skipped") else event.outcome
            skipped = was.skipped or event.kind == "skipped"
            found[event.place] = AskedQuestion(
                event.question, tries, outcome, shown, hints, skipped
            )
        return found

    def read(self, walk: str) -> frozenset[str]:
        """The pages of a walk read since it was last finished, by place."""
        events = self._since_finished.get(walk, ())
        return frozenset([event.place for event in events if event.kind == "read"])

    @cached_property
    def known(self) -> frozenset[str]:
        """The lessons that a placement test showed as known, by walk."""
        return frozenset([event.walk for event in self._valid if event.kind == "known"])

    @cached_property
    def tables(self) -> Mapping[str, bool]:
        """The steps of play with a game played to its end, and whether one was ever won."""
        found: dict[str, bool] = {}
        for event in self._valid:
            if event.kind == "played" and event.walk.startswith(PLAY):
                step = event.walk.removeprefix(PLAY)
                found[step] = found.get(step, False) or event.outcome == WON
        return found

    @cached_property
    def skipped(self) -> Mapping[str, ProgressEvent]:
        """The questions skipped and never answered or shown, with the last time."""
        found = {
            event.question: event
            for event in self._valid
            if event.kind == "skipped" and event.question
        }
        for answer in self.answers:
            found.pop(answer.question, None)
        return found

    @cached_property
    def began(self) -> datetime | None:
        """When the first of what still counts happened; None if nothing did."""
        return self._valid[0].at if self._valid else None

    @cached_property
    def learned(self) -> tuple[str, ...]:
        """The skills that once went wrong, and went right `RIGHT_TO_KNOW` times since.

        The last answered comes first.
        """
        outcomes: dict[str, list[str]] = {}
        for answer in self.answers:
            if answer.skill:
                outcomes[answer.skill] = [*outcomes.pop(answer.skill, ()), answer.outcome]
        return tuple(
            [
                skill
                for skill, ended in reversed(outcomes.items())
                if set(ended[-RIGHT_TO_KNOW:]) == {"right"} and {"wrong", "shown"} & {*ended}
            ]
        )

    def finished(self, walk: str) -> bool:
        """Whether a walk was ever finished."""
        return walk in self.finished_at

    @cached_property
    def finished_at(self) -> Mapping[str, datetime]:
        """The finished walks, each with the last time."""
        return {event.walk: event.at for event in self._valid if event.kind == "finished"}

    @property
    def lesson(self) -> str:
        """The id of the last lesson visited; empty if there was none."""
        for event in self._valid[::-1]:
            if event.kind == "reached" and event.walk.startswith(LESSON):
                return event.walk.removeprefix(LESSON)
        return ""

    def skipped_on(self, walk: str) -> frozenset[str]:
        """The questions skipped on a walk and not answered or shown anywhere yet."""
        met = {
            event.question
            for event in self._valid
            if event.kind == "skipped" and event.walk == walk
        }
        return frozenset(met & set(self.skipped))

    @cached_property
    def answers(self) -> tuple[GradedAnswer, ...]:
        """Every question that ended, in order of time."""
        return tuple(
            GradedAnswer(event.at, event.question, event.skill, event.outcome, event.walk)
            for event in self._valid
            if event.kind == "closed" and event.question and event.outcome in GRADED
        )

    @cached_property
    def rating(self) -> Rating:
        """How well the learner plays, by puzzles and matches: around 1500, with its deviation."""
        from mustutor.tutor.rating import rating_of

        return rating_of(self.answers, self.matches)

    @cached_property
    def matches(self) -> tuple[tuple[datetime, str, bool], ...]:
        """The matches played against a level of the house: when, against which, whether won."""
        return tuple(
            (event.at, event.walk.removeprefix(MATCH), event.outcome == WON)
            for event in self._valid
            if event.kind == "played" and event.walk.startswith(MATCH)
        )

    @cached_property
    def skills(self) -> Mapping[str, SkillTally]:
        """The skills practised, with the outcomes of their questions."""
        counts: dict[str, Counter[str]] = {}
        last: dict[str, datetime] = {}
        for answer in self.answers:
            if answer.skill:
                counts.setdefault(answer.skill, Counter())[answer.outcome] += 1
                last[answer.skill] = answer.at
        return {skill: SkillTally(**count, last=last[skill]) for skill, count in counts.items()}

    def questions(self, skill: str) -> tuple[str, ...]:
        """The questions asked of a skill, those of longest ago first."""
        asked = {answer.question: answer.at for answer in self.answers if answer.skill == skill}
        return tuple(sorted(asked, key=lambda question: asked[question]))

    @cached_property
    def mistakes(self) -> Mapping[str, tuple[GradedAnswer, ...]]:
        """The open questions from one's own mistakes, each with its answers.

        A question is open after a wrong outcome or a shown answer, until it was right at once in
        review `RIGHT_TO_REST` times running; its answers begin with the mistake.
        """
        open_: dict[str, list[GradedAnswer]] = {}
        rights: Counter[str] = Counter()
        for answer in self.answers:
            name = answer.question
            if answer.outcome in ("wrong", "shown"):
                open_.setdefault(name, []).append(answer)
                rights[name] = 0
            elif name in open_:
                open_[name].append(answer)
                if answer.walk == REVIEW:
                    rights[name] = rights[name] + 1 if answer.outcome == "right" else 0
                    if rights[name] == RIGHT_TO_REST:
                        del open_[name]
        return {name: tuple(answers) for name, answers in open_.items()}

    @cached_property
    def seconds(self) -> int:
        """The seconds a question takes this learner, from the latest answers measured."""
        from statistics import median

        taken = [
            event.seconds for event in self._valid if event.kind == "closed" and event.seconds
        ][-MEASURED:]
        return round(median(taken)) if taken else USUAL_SECONDS
