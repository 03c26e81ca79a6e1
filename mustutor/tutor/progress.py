"""What a learner has done so far: told anew from the log of events, every time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING

from mustutor.tuples import NamedTuple
from mustutor.tutor.log import Log, ProgressEvent, merged, valid

if TYPE_CHECKING:
    from mustutor.tutor.question import Asking, Question

GRADED = ("right", "hinted", "wrong", "shown")
"""The outcomes of `mustutor.tutor.question`; another one, of a later program, says nothing."""

REVIEW = "review"
RECORD, OWN_CALLS = "record:", "own_calls"
"""How questions about calls of one's own begin, and the skill they are of."""
LESSON = "lesson:"

USUAL_SECONDS = 20
"""What a question takes where nothing was measured yet."""

MEASURED = 200
"""So many of the last answers say how long a question takes."""

RIGHT_TO_REST = 2
"""A mistake is over when its question was right at once so often in review, one time after
the other. A hint is no proof, and a new slip begins anew."""


class AskedQuestion(NamedTuple):
    """What became of a question on a walk: its tries, and how it ended (nothing: still open).

    `hints` counts those given; `skipped` says that it was gone on from without an answer.
    """

    question: str
    tries: tuple[str, ...] = ()
    outcome: str = ""
    shown: bool = False
    hints: int = 0
    skipped: bool = False

    def asking(self, question: Question) -> Asking:
        """Bring the question back to where it was left; one that has changed is asked anew."""
        from mustutor.tutor.question import Asking

        if question.id != self.question:
            return Asking(question)
        least = 1 if self.outcome == "hinted" else 0
        hints = min(len(question.hints), max(self.hints, least))
        closed = bool(self.outcome)
        return Asking(question, self.tries, hints, self.shown, closed, self.skipped and not closed)


class SkillTally(NamedTuple):
    """How often the questions of a skill ended how, and when the last one did."""

    right: int = 0
    hinted: int = 0
    wrong: int = 0
    shown: int = 0
    last: datetime | None = None

    @property
    def asked(self) -> int:
        """How many questions there were."""
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
    """All that is known of a learner; `events` is the log it is told from."""

    events: Log = ()

    @classmethod
    def of(cls, events: Iterable[ProgressEvent]) -> Progress:
        """Tell the progress of a log in any order.

        >>> Progress.of([]).place("lesson:grande")
        ''
        """
        return cls(merged(events))

    @cached_property
    def _valid(self) -> Log:
        return valid(self.events)

    @cached_property
    def _since_finished(self) -> Mapping[str, tuple[ProgressEvent, ...]]:
        """By walk, what happened on it since it was last finished."""
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
        """The walks there is anything of."""
        return tuple(self._since_finished)

    def place(self, walk: str) -> str:
        """Where to go on with a walk; nothing where it is to begin from its start."""
        events = self._since_finished.get(walk, ())
        return next((event.place for event in events[::-1] if event.kind == "reached"), "")

    def asked(self, walk: str) -> Mapping[str, AskedQuestion]:
        """What became of the questions of a walk since it was last finished, by place."""
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
        """The places of the pages of a walk that were read since it was last finished."""
        events = self._since_finished.get(walk, ())
        return frozenset([event.place for event in events if event.kind == "read"])

    @cached_property
    def known(self) -> frozenset[str]:
        """The lessons a placement test showed as known, by their walks."""
        return frozenset([event.walk for event in self._valid if event.kind == "known"])

    @cached_property
    def skipped(self) -> Mapping[str, ProgressEvent]:
        """The questions that were skipped and never answered or shown, and when last."""
        found = {
            event.question: event
            for event in self._valid
            if event.kind == "skipped" and event.question
        }
        for answer in self.answers:
            found.pop(answer.question, None)
        return found

    def finished(self, walk: str) -> bool:
        """Whether the last stop of a walk was ever reached."""
        return walk in self.finished_at

    @cached_property
    def finished_at(self) -> Mapping[str, datetime]:
        """The walks that were finished, and when last."""
        return {event.walk: event.at for event in self._valid if event.kind == "finished"}

    @property
    def lesson(self) -> str:
        """The lesson gone to last, by its id; nothing where there was none."""
        for event in self._valid[::-1]:
            if event.kind == "reached" and event.walk.startswith(LESSON):
                return event.walk.removeprefix(LESSON)
        return ""

    def skipped_on(self, walk: str) -> frozenset[str]:
        """The questions that were skipped on a walk, and are not answered or shown anywhere yet."""
        met = {
            event.question
            for event in self._valid
            if event.kind == "skipped" and event.walk == walk
        }
        return frozenset(met & set(self.skipped))

    @cached_property
    def answers(self) -> tuple[GradedAnswer, ...]:
        """Every question that ended, in the order of time."""
        return tuple(
            [
                GradedAnswer(event.at, event.question, event.skill, event.outcome, event.walk)
                for event in self._valid
                if event.kind == "closed" and event.question and event.outcome in GRADED
            ]
        )

    @cached_property
    def skills(self) -> Mapping[str, SkillTally]:
        """The skills practised, and how their questions ended."""
        counts: dict[str, Counter[str]] = {}
        last: dict[str, datetime] = {}
        for answer in self.answers:
            if answer.skill:
                counts.setdefault(answer.skill, Counter())[answer.outcome] += 1
                last[answer.skill] = answer.at
        return {skill: SkillTally(**count, last=last[skill]) for skill, count in counts.items()}

    def questions(self, skill: str) -> tuple[str, ...]:
        """The questions of a skill that were ever asked, those of longest ago first."""
        asked = {answer.question: answer.at for answer in self.answers if answer.skill == skill}
        return tuple(sorted(asked, key=lambda question: asked[question]))

    @cached_property
    def mistakes(self) -> Mapping[str, tuple[GradedAnswer, ...]]:
        """The questions still to be learned from one's own mistakes, each with its answers.

        A question is one once it ended wrong or was shown, and no more once it was right at
        once in review `RIGHT_TO_REST` times running; the answers begin with the mistake.
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
        """How long a question takes this learner, from the last answers that were measured."""
        from statistics import median

        taken = [
            event.seconds for event in self._valid if event.kind == "closed" and event.seconds
        ][-MEASURED:]
        return round(median(taken)) if taken else USUAL_SECONDS
