"""A lesson as stops to walk through, in one language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property, partial
from typing import Any

from mustutor.explanation import describe_hand, explain_comparison, explain_hand
from mustutor.games.mus_family.ranking import Ranking, ranking_of
from mustutor.games.telling import Explanation, Line, Passage
from mustutor.language import Language
from mustutor.rulebook import article, spoken
from mustutor.tuples import NamedTuple
from mustutor.tutor.lesson.compute import four, hands_of, moment
from mustutor.tutor.lesson.file import LessonFile, Steps
from mustutor.tutor.lesson.question import question
from mustutor.tutor.lesson.tables import (
    END,
    START,
    Stretch,
    TaughtHand,
    deal,
    laid,
    rules,
    stretches,
    told,
)
from mustutor.tutor.lesson.wording import Wording
from mustutor.tutor.question import folded
from mustutor.tutor.walk import LooseHands, Scene, Stop
from mustutor.variant import Variant, difference

Step = Mapping[str, Any]


class _PlannedStop(NamedTuple):
    """A stop not built yet: its place, and what builds it."""

    place: str
    build: Callable[[], Stop]


class LessonSource:
    """The stops of a lesson; each is built when it is come to.

    A step is a stop by its own id; a deal has one for each place it stops at
    (``walk/grande.3``), a drill one for each of its questions (``practice/2``).
    """

    def __init__(self, file: LessonFile, tongue: Language) -> None:
        self.file = file
        self.tongue = tongue
        self.wording = Wording(file, tongue)

    @property
    def name(self) -> str:
        """The lesson, in the record of progress."""
        return f"lesson:{self.file.draft['id']}"

    @property
    def title(self) -> str:
        """The title of the lesson."""
        return self.wording.title

    @property
    def name_said(self) -> str:
        """The title without what it adds to the name: that may answer the first question."""
        return re.split(r"[:,] ", self.title, maxsplit=1)[0]

    @property
    def count(self) -> int:
        """How many stops there are."""
        return len(self._plans)

    def stop(self, index: int) -> Stop | None:
        """The stop at an index from 0, or None past the end."""
        if not 0 <= index < len(self._plans):
            return None
        if index not in self._built:
            raw = self._raw(index)
            # What threes and twos play as is told once: every question has it in its reasons.
            noted = _notes(raw) and any(_notes(self._raw(before)) for before in range(index))
            self._built[index] = _without_notes(raw) if noted else raw
        return self._built[index]

    def _raw(self, index: int) -> Stop:
        """The stop at an index as its step alone has it."""
        if index not in self._stops:
            self._stops[index] = self._plans[index].build()
        return self._stops[index]

    def find(self, place: str) -> int | None:
        """The index of a place, or of the first that belongs to it."""
        places = [plan.place for plan in self._plans]
        if place in places:
            return places.index(place)
        return next((at for at, known in enumerate(places) if known.startswith(f"{place}/")), None)

    def search(self, words: str, after: int) -> int | None:
        """The index of the next stop that speaks of these words, going round."""
        wanted = folded(words)
        for step in range(1, self.count + 1):
            at = (after + step) % self.count
            stop = self.stop(at)
            if stop is not None and wanted in folded(_words(stop)):
                return at
        return None

    def under(self, variant: Variant) -> None:  # noqa: ARG002 - the signature of every source
        """A lesson is written for one rulebook."""
        return

    def of_step(self, index: int) -> Iterator[Callable[[], Stop]]:
        """What builds each stop of a step of the lesson, by the step's number from 0."""
        for plan in self._planned(index, self.file.draft["steps"][index]):
            yield plan.build

    @cached_property
    def _built(self) -> dict[int, Stop]:
        return {}

    @cached_property
    def _stops(self) -> dict[int, Stop]:
        return {}

    @cached_property
    def _plans(self) -> tuple[_PlannedStop, ...]:
        steps = enumerate(self.file.draft["steps"])
        return tuple([plan for index, step in steps for plan in self._planned(index, step)])

    def _planned(self, index: int, step: Step) -> Iterator[_PlannedStop]:
        path: Steps = ("steps", index)
        match step["do"]:
            case "deal":
                yield from self._deal_plans(step, path)
            case "drill":
                yield from self._drill_plans(step)
            case "ask":
                yield _PlannedStop(step["id"], partial(self._ask, index, step, path))
            case _:
                yield _PlannedStop(step["id"], partial(self._say, step, path))

    def _say(self, step: Step, path: Steps) -> Stop:
        passages = (*self.wording.paragraphs(step["id"], "say"), *self._shown(step, path))
        return Stop(step["id"], self._scene(step, path, passages))

    def _ask(self, index: int, step: Step, path: Steps) -> Stop:
        passages = tuple(self.wording.paragraphs(step["id"], "say"))
        asked = question(self.file, index, self.wording)
        scene = self._scene(step, path, passages)
        if step["compute"]["find"] == "speaker":
            scene = _turn_untold(scene)
        return Stop(step["id"], scene, asked)

    def _scene(self, step: Step, path: Steps, passages: tuple[Passage, ...]) -> Scene:
        page = Explanation("", passages)
        scene = Scene(self.name_said, page, articles=self._articles(step))
        if "table" in step:
            dealt = deal(self.file, step["table"], (*path, "table"))
            there = moment(self.file, dealt, step.get("at", START), (*path, "at"))
            taken = dealt.steps_until(there.place)
            return laid(scene, dealt, there.position, taken, step.get("seats"), self.tongue)
        if "hands" in step:
            variant = rules(self.file, "", path)
            hands = hands_of(self.file, step["hands"], variant, (*path, "hands"))
            ranking = _shown_by(step, variant)
            return scene._replace(loose=LooseHands(ranking, tuple(hands.items())))
        if "hand" in step:
            variant = rules(self.file, "", path)
            held = four(self.file, step["hand"], variant, (*path, "hand"))
            return scene._replace(loose=LooseHands(ranking_of(variant.rules), (("", held),)))
        return scene

    def _articles(self, step: Step) -> tuple[str, ...]:
        own = (step["article"],) if "article" in step else ()
        return (*own, *self.file.draft.get("rules", ()))

    def _shown(self, step: Step, path: Steps) -> Iterator[Passage]:
        """What a ``show`` adds to its words, told by the engine."""
        tongue = self.tongue
        if "hand" in step:
            variant = rules(self.file, "", path)
            held = four(self.file, step["hand"], variant, (*path, "hand"))
            yield from describe_hand(held, variant, tongue).passages
        if "hands" in step and "lance" in step:
            variant = rules(self.file, "", path)
            hands = hands_of(self.file, step["hands"], variant, (*path, "hands"))
            ranking = ranking_of(variant.rules)
            page = explain_comparison(
                step["lance"], list(hands), list(hands.values()), ranking, tongue
            )
            yield from page.passages
        if step.get("story"):
            played = deal(self.file, step["table"], (*path, "table")).played
            yield from explain_hand(played.steps, played.end, played.open, tongue).passages
        if "article" in step:
            written = article(step["article"])
            code = tongue.code
            yield Passage(
                spoken(written.title, code),
                (Line(spoken(written.text, code), (written.id,), "article"),),
            )
        if "diff" in step:
            before, after = (
                rules(self.file, name, (*path, "diff", at)) for at, name in enumerate(step["diff"])
            )
            changes = difference(before, after)
            lines = [Line(change.said(tongue), kind="change") for change in changes]
            yield Passage("", tuple(lines))

    def _deal_plans(self, step: Step, path: Steps) -> Iterator[_PlannedStop]:
        dealt = deal(self.file, step["table"], (*path, "table"))
        for name in ("from", "to"):
            if name in step:
                moment(self.file, dealt, step[name], (*path, name))
        for at, place in enumerate(step.get("stops", ())):
            moment(self.file, dealt, place, (*path, "stops", at))
        begin, end, stops = step.get("from", START), step.get("to", END), step.get("stops", ())
        for leg in stretches(dealt, begin, end, stops):
            yield _PlannedStop(
                f"{step['id']}/{dealt.moments[leg.last].place}",
                partial(self._leg, dealt, step, leg),
            )

    def _leg(self, dealt: TaughtHand, step: Step, leg: Stretch) -> Stop:
        """One stretch of a deal: its calls, told, and then the words there."""
        place = dealt.moments[leg.last].place
        opening = self.wording.paragraphs(step["id"], "say") if leg.opens else ()
        words = self.wording.paragraphs(step["id"], "stops", place)
        page = Explanation("", (*opening, *told(dealt, leg, self.tongue), *words))
        scene = Scene(self.name_said, page, articles=self._articles(step))
        position, taken = dealt.after(place)
        scene = laid(scene, dealt, position, taken, step.get("seats"), self.tongue)
        return Stop(f"{step['id']}/{place}", scene)

    def _drill_plans(self, step: Step) -> Iterator[_PlannedStop]:
        for number in range(1, step["number"] + 1):
            yield _PlannedStop(f"{step['id']}/{number}", partial(self._practice, step, number))

    def _practice(self, step: Step, number: int) -> Stop:
        from mustutor.tutor.drills import drill_source

        variant = rules(self.file, "", ())
        drill = drill_source(step["skill"], step["seed"], variant, self.tongue, step.get("level"))
        stop = drill.stop(number - 1)
        assert stop is not None, "a drill never ends"
        passages = self.wording.paragraphs(step["id"], "say") if number == 1 else ()
        page = Explanation("", (*passages, *stop.scene.page.passages))
        scene = stop.scene._replace(title=self.name_said, page=page)
        return Stop(f"{step['id']}/{number}", scene, stop.question)


def _shown_by(step: Step, variant: Variant) -> Ranking:
    """The order of cards loose hands are shown by: in a question each as it is printed."""
    from mustutor.tutor.drills.cards import as_printed

    return as_printed(variant) if step["do"] == "ask" else ranking_of(variant.rules)


NOTE = "brackets"
"""The kind of line that says what cards play as, where that is another rank."""


def _notes(stop: Stop) -> bool:
    """Whether a stop says what cards play as, on its page or in its reasons."""
    reasons = stop.question.why("") if stop.question else ()
    return any(line.kind == NOTE for line in (*stop.scene.page.lines, *reasons))


def _without_notes(stop: Stop) -> Stop:
    def left(lines: Iterable[Line]) -> tuple[Line, ...]:
        return tuple([line for line in lines if line.kind != NOTE])

    page = stop.scene.page
    passages = [passage._replace(lines=left(passage.lines)) for passage in page.passages]
    told = page._replace(passages=tuple([passage for passage in passages if passage.lines]))
    question = stop.question
    if question is not None:
        why = question.why
        question = question._replace(why=lambda answer: left(why(answer)))
    return stop._replace(scene=stop.scene._replace(page=told), question=question)


def _turn_untold(scene: Scene) -> Scene:
    """The same table without a sign at whoever speaks: where that is what is asked."""
    if scene.position is None:
        return scene
    return scene._replace(position=scene.position._replace(queue=()))


def _words(stop: Stop) -> str:
    said = [f"{line.seat} {line.said} {line.text}" for line in stop.scene.page.lines]
    return " ".join([stop.place, *said, stop.question.prompt if stop.question else ""])
