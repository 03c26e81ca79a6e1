"""Walks through the stops of a lesson, drill, review or record: forward, back, anywhere.

A `Walk` is a value: everything the learner does makes the next one. `walk_events` lists the events
to keep of a step from one walk to the next. A `Fork` is the choice of the next walk when one is
over or none has begun.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import NamedTuple, Protocol

from mustutor.base.language import plain_text
from mustutor.games.explain import Explanation, Line, Passage
from mustutor.games.question import Asking, Scene, Stop, read_answer
from mustutor.model.variant import Variant


class StopSource(Protocol):
    """A source of stops; a drill's never ends.

    `name` is its name in a progress file: ``lesson:grande``, ``drill:juego.order``, ``review``,
    ``record``.
    """

    @property
    def name(self) -> str:
        """The name in a progress file."""
        ...

    @property
    def title(self) -> str:
        """The title for readers."""
        ...

    @property
    def count(self) -> int | None:
        """The number of stops; None if there is no end."""
        ...

    def stop(self, index: int) -> Stop | None:
        """The stop at an index from 0; None past the end."""
        ...

    def find(self, place: str) -> int | None:
        """The index of a place, or of the first in it; None if there is none."""
        ...

    def search(self, words: str, after: int) -> int | None:
        """The index of the next stop that contains these words, going round; None if none does."""
        wanted, count = plain_text(words), self.count or 0
        for step in range(1, count + 1 if wanted else 0):
            index = (after + step) % count
            stop = self.stop(index)
            if stop is not None and wanted in plain_text(self.search_text(stop)):
                return index
        return None

    def search_text(self, stop: Stop) -> str:
        """The text of a stop in which words are searched."""
        return f"{stop.scene.title} {stop.question.prompt if stop.question else ''}"

    def under(self, variant: Variant) -> StopSource | None:  # noqa: ARG002
        """The same source under another rulebook; None if that makes no sense."""
        return None

    def after(self, asked: Mapping[str, Asking]) -> StopSource:  # noqa: ARG002
        """The source once these questions were asked; what was asked stays where it is."""
        return self


@dataclass(frozen=True, slots=True)
class Walk:
    """A learner's place, the questions so far by place, and the pages read.

    `read` are the places of pages that were shown: jumping to the end does not read what lies
    between.
    """

    source: StopSource
    at: int = 0
    asked: Mapping[str, Asking] = field(default_factory=dict)
    read: frozenset[str] = frozenset()

    @property
    def stop(self) -> Stop:
        """The current stop."""
        stop = self.source.stop(self.at)
        assert stop is not None, "a walk stands at a stop"
        return stop

    @property
    def asking(self) -> Asking | None:
        """The question here, in its state; None if there is none."""
        stop = self.stop
        if stop.question is None:
            return None
        return self.asked.get(stop.place) or Asking(stop.question)

    @property
    def is_last(self) -> bool:
        """Whether this is the last stop."""
        count = self.source.count
        if count is None:  # not known, or without an end
            return self.source.stop(self.at + 1) is None
        return self.at + 1 >= count

    @property
    def seen(self) -> frozenset[str]:
        """The places of the pages read, including this one."""
        stop = self.stop
        return self.read if stop.question is not None else self.read | {stop.place}

    @property
    def left(self) -> int:
        """The number of stops neither read nor answered, shown or skipped; 0 without an end."""
        asked = self.asked.items()
        done = {place for place, asking in asked if asking.closed or asking.skipped}
        return max((self.source.count or 0) - len(done | self.seen), 0)

    @property
    def is_done(self) -> bool:
        """Whether all pages were read, and all questions answered, shown or skipped."""
        return self.source.count is not None and self.left == 0

    def forward(self) -> Walk:
        """Go to the next stop, skipping an open question; at the last stop nothing changes."""
        asking = self.asking
        if asking is None or asking.closed:
            return self if self.is_last else self._moved(self.at + 1)
        return self._with(asking.passed()).to_index(self.at if self.is_last else self.at + 1)

    def back(self) -> Walk:
        """Go to the previous stop; at the first nothing changes."""
        return self._moved(max(self.at - 1, 0))

    def to(self, place: str) -> Walk | None:
        """Go to a place; None if there is none of that name."""
        found = self.source.find(place)
        return None if found is None else self._moved(found)

    def to_left(self) -> Walk:
        """Go to the first stop left out; if there is none nothing changes."""
        for index in range(self.source.count or 0):
            there = self._moved(index)
            asking = there.asking
            if asking is None:
                touched = there.stop.place in self.seen
            else:
                touched = asking.closed or asking.skipped
            if not touched:
                return there
        return self

    def to_named(self, words: str) -> Walk | None:
        """Go to a place by its name, or by its stop's number from 1; None if there is none."""
        there = self.to(words) if words else None
        count = self.source.count
        if there is None and count and words.isascii() and words.isdigit() and len(words) < 7:
            there = self.to_index(int(words) - 1) if 1 <= int(words) <= count else None
        return there

    def to_index(self, index: int) -> Walk:
        """Go to a stop by its index, or to the nearest there is."""
        count = self.source.count
        last = index if count is None else min(index, count - 1)
        return self._moved(max(last, 0))

    def search(self, words: str) -> Walk | None:
        """Go to the next stop that contains these words; None if none does."""
        found = self.source.search(words, self.at)
        return None if found is None else self._moved(found)

    def under(self, variant: Variant) -> Walk | None:
        """The same walk under another rulebook; None if that makes no sense."""
        source = self.source.under(variant)
        if source is None:
            return None
        place = self.stop.place
        return Walk(source, source.find(place) or 0)

    def answer(self, text: str) -> Walk:
        """Answer the question here; raises AnswerError for an unreadable answer."""
        asking = self.asking
        if asking is None or asking.closed:
            return self
        return self._with(asking.answered(read_answer(asking.question, text)))

    def hint(self) -> Walk:
        """Take the next hint."""
        asking = self.asking
        return self if asking is None else self._with(asking.hinted())

    def reveal(self) -> Walk:
        """Show the answer."""
        asking = self.asking
        return self if asking is None else self._with(asking.revealed())

    def undo(self) -> Walk:
        """Reopen a closed question, or else go back a stop."""
        asking = self.asking
        if asking is not None and asking.closed:
            return self._with(asking.reopened())
        return self.back()

    def _moved(self, index: int) -> Walk:
        if index == self.at:
            return self
        return replace(self, source=self.source.after(self.asked), at=index, read=self.seen)

    def _with(self, asking: Asking) -> Walk:
        return replace(self, asked={**self.asked, self.stop.place: asking})


class WalkEvent(NamedTuple):
    """An event of a walk that is worth keeping.

    `kind` is ``reached`` (a stop was gone to), ``read`` (a page was, for the first time),
    ``tried`` (an answer that was wrong), ``hinted`` (a hint was given), ``closed`` (a question
    ended, with its `outcome`), ``skipped`` (somebody went on without an answer) or ``finished``
    (all is read, and every question answered, shown or skipped). A table adds ``played``, with the
    `outcome` ``won`` or ``lost``.
    """

    kind: str
    walk: str
    place: str
    question: str = ""
    skill: str = ""
    answer: str = ""
    outcome: str = ""


def walk_events(before: Walk | None, after: Walk) -> Iterator[WalkEvent]:
    """The events from one walk to the next; `before` is None at the start."""
    name, place = after.source.name, after.stop.place
    if not name:
        return  # nowhere: nothing has begun
    if before is not None and before.source.name != name:
        before = None
    if before is not None:
        yield from _skipped(before, after)
    now = after.asking
    if before is None or before.at != after.at:
        yield WalkEvent("reached", name, place)
        if now is None and place not in (after if before is None else before).read:
            yield WalkEvent("read", name, place)
    if now is not None and before is not None and before.at == after.at:
        was = before.asking or now
        about = WalkEvent("tried", name, place, now.question.id, now.question.skill, now.last)
        if now.closed and not was.closed:
            yield about._replace(kind="closed", outcome=now.outcome)
        elif len(now.tries) > len(was.tries):
            yield about
        elif now.hints > was.hints:
            yield about._replace(kind="hinted", answer="")
    if after.is_done and not (before is not None and before.is_done):
        yield WalkEvent("finished", name, place)


def _skipped(before: Walk, after: Walk) -> Iterator[WalkEvent]:
    """The event for a question left without an answer."""
    place, was = before.stop.place, before.asking
    asking = after.asked.get(place)
    if was is not None and asking is not None and asking.skipped and not was.skipped:
        about = asking.question
        yield WalkEvent("skipped", after.source.name, place, about.id, about.skill)


@dataclass(frozen=True, slots=True)
class LimitedSource(StopSource):
    """A source cut off after its first stops."""

    source: StopSource
    most: int

    @property
    def name(self) -> str:
        """What this is, in the record of progress."""
        return self.source.name

    @property
    def title(self) -> str:
        """What this is, for the reader."""
        return self.source.title

    @property
    def count(self) -> int:
        """How many stops there are."""
        own = self.source.count
        return self.most if own is None else min(own, self.most)

    def stop(self, index: int) -> Stop | None:
        """The stop at an index from 0, or None past the end."""
        return self.source.stop(index) if index < self.count else None

    def find(self, place: str) -> int | None:
        """The index of a place that is left."""
        return self._left(self.source.find(place))

    def search(self, words: str, after: int) -> int | None:
        """The index of the next stop that is left and speaks of these words."""
        return self._left(self.source.search(words, after))

    def under(self, variant: Variant) -> StopSource | None:
        """The same under another rulebook, as long."""
        found = self.source.under(variant)
        return None if found is None else replace(self, source=found)

    def after(self, asked: Mapping[str, Asking]) -> LimitedSource:
        """The same once these questions were asked, as long."""
        return replace(self, source=self.source.after(asked))

    def _left(self, index: int | None) -> int | None:
        return index if index is not None and index < self.count else None


class ForkChoice(NamedTuple):
    """A choice at a fork: its words, the walk or fork it leads to, and the part of a long list."""

    words: str
    leads: Callable[[], Walk | Fork]
    part: str = ""


class Fork(NamedTuple):
    """A page on what was done, with the choices; `usual` is the recommended one's index."""

    title: str
    page: Explanation
    ways: tuple[ForkChoice, ...]
    usual: int = 0

    def choice_of(self, typed: str) -> ForkChoice | None:
        """The choice for a number from 1, the recommended one for an empty text; else None.

        >>> ways = ForkChoice("on", nowhere), ForkChoice("back", nowhere)
        >>> fork = Fork("", Explanation("", ()), ways)
        >>> fork.choice_of("").words, fork.choice_of("2").words, fork.choice_of("3")
        ('on', 'back', None)
        """
        words = typed.strip()
        if not words:
            return self.ways[self.usual] if self.ways else None
        if not (words.isascii() and words.isdigit() and len(words) < 5):
            return None
        return self.ways[int(words) - 1] if 1 <= int(words) <= len(self.ways) else None

    def page_with_choices(self) -> Explanation:
        """The page with the choices below it, each with its number."""
        numbered = groupby(enumerate(self.ways, 1), key=lambda each: each[1].part)
        parts = [
            Passage(part, tuple([Line(way.words, kind="choice", seat=str(n)) for n, way in ways]))
            for part, ways in numbered
        ]
        return Explanation(self.title, (*self.page.passages, *parts))


@dataclass(frozen=True)
class EmptySource(StopSource):
    """The source before the first walk: one empty stop, no progress."""

    name: str = ""
    title: str = ""
    count: int = 1

    def stop(self, index: int) -> Stop | None:
        """The empty stop."""
        return Stop("", Scene("")) if index == 0 else None

    def find(self, place: str) -> int | None:  # noqa: ARG002 - the signature of every source
        """None: there are no places."""
        return None


def nowhere() -> Walk:
    """A walk that has not begun."""
    return Walk(EmptySource())
