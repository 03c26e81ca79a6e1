"""A lesson as stops to walk through, in one language: `LessonSource`.

`Wording` has its texts with placeholders filled by the engine; `question` makes one from what
a step asks and what the engine answers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property, partial
from typing import Any, NamedTuple

from mustutor import games
from mustutor.base.errors import AnswerError, LessonError
from mustutor.base.language import Language, available, mark, open_language, unwrapped
from mustutor.base.register import DEFAULT_GAME, title
from mustutor.base.schema import closest_match
from mustutor.games.explain import Explanation, Line, Passage
from mustutor.games.mus_family.hands import Ranking, ranking_of
from mustutor.games.mus_family.tell_hands import describe_hand, explain_comparison
from mustutor.games.mus_family.words import hand_names, kinds_of_pares, lance_names
from mustutor.games.question import (
    NO,
    NONE,
    YES,
    AnswerChoice,
    Finding,
    Misconception,
    Question,
    SampleHands,
    Scene,
    Stop,
    no_reason,
)
from mustutor.games.rulebook import article, in_language
from mustutor.games.tell_hand import explain_hand
from mustutor.model.calls import write_call
from mustutor.model.cards import ranks
from mustutor.model.position import Position
from mustutor.model.variant import Variant, difference
from mustutor.tutor.lesson.compute import Query, computed, four, hands_of, moment
from mustutor.tutor.lesson.files import LessonFile, Step, Steps
from mustutor.tutor.lesson.tables import (
    END,
    START,
    Stretch,
    TaughtHand,
    deal,
    rules,
    stretch_passages,
    stretches,
    with_position,
)
from mustutor.tutor.walk import StopSource

PLACEHOLDER = re.compile(r"\{([^{}]*)\}")

# The words for answers other than numbers and seats.
_WORDS: Mapping[str, Callable[[Language], Mapping[str, str]]] = {
    "pares": kinds_of_pares,
    "plays_as": ranks,
    "name": hand_names,
    "last_counted": lambda language: lance_names(language)["lance"],
}


class Wording:
    """The words of a lesson in one language; computes each value once."""

    def __init__(self, file: LessonFile, language: Language) -> None:
        self.file = file
        self.language = language
        self.words = file.words(language.code)
        # If a language is missing, another one's words and file are used.
        self.code = language.code if language.code in file.texts else ""
        self.code = self.code or next(c for c, words in file.texts.items() if words is self.words)

    @property
    def title(self) -> str:
        """The title of the lesson."""
        title: str = self.words["title"]
        return title

    def of(self, step: str) -> Any:
        """All the words at a step."""
        return self.words["steps"].get(step, {})

    def text(self, *path: str | int) -> str:
        """The filled text at a path of the words; empty if there is none."""
        found: Any = self.words["steps"]
        for key in path:
            if isinstance(found, dict):
                found = found.get(key, "")
            else:
                found = found[key] if isinstance(key, int) and key < len(found) else ""
        return self.filled(found, ("steps", *path)) if isinstance(found, str) else ""

    def filled(self, text: str, path: Steps) -> str:
        """A text with its placeholders filled; raises LessonError for an unknown one."""

        def value(found: re.Match[str]) -> str:
            name = found[1]
            if name not in self.values:
                raise self.file.refusal(
                    path,
                    mark("{{{name}}} is not a value of this lesson: its values are {values}."),
                    code=self.code,
                    name=name,
                    values=", ".join(self.values) or "-",
                    hint=closest_match(name, self.values),
                )
            return self.values[name]

        return PLACEHOLDER.sub(value, text)

    @cached_property
    def values(self) -> dict[str, str]:
        """The values of the lesson in this language, by name."""
        asked = self.file.draft.get("values", {})
        return {
            name: self.answer(compute["find"], computed(self.file, compute, ("values", name)).value)
            for name, compute in asked.items()
        }

    def answer(self, find: str, value: str) -> str:
        """The answer of a finding in words: a class of pares, a rank, a lance, yes or no.

        Seats, numbers and cards are the same in every language.
        """
        say = self.language.say
        common = {YES: say("yes"), NO: say("no"), NONE: say("none")}
        if value in common or find not in _WORDS:
            return common.get(value, value)
        return _WORDS[find](self.language).get(value, value)

    def paragraphs(self, *path: str | int) -> Iterator[Passage]:
        """The words at a path as passages, one for each paragraph."""
        for paragraph in re.split(r"\n\s*\n", self.text(*path).strip()):
            if paragraph:
                yield Passage("", (Line(unwrapped(paragraph), kind="say", indent=0),))

    def page(self, *path: str | int) -> Explanation:
        """The words at a path as a page."""
        return Explanation("", tuple(self.paragraphs(*path)))


_STAKED = {"least", "most"}


def question(file: LessonFile, index: int, wording: Wording) -> Question:
    """The question of a step in a language; its answer is the one the engine computes."""
    step: Step = file.draft["steps"][index]
    path: Steps = ("steps", index)
    finding = computed(file, step["compute"], (*path, "compute"))
    choices = _choices(file, step, path, finding, wording)
    kind, name = step["kind"], step["id"]
    position = _position(file, step, path) if kind == "call" else None
    words = wording.of(name)
    return Question(
        id=f"lesson:{file.draft['id']}/{name}",
        skill=skill_of(file, step),
        kind=kind,
        prompt=wording.text(name, "ask"),
        answer=canonical(step, finding),
        accepted=tuple(step.get("accepted", ())),
        choices=choices,
        speaker=position.speaker if position else "",
        understood=hearing(position) if position else None,
        game=position.variant.game if position else DEFAULT_GAME,
        hints=tuple([wording.text(name, "hints", at) for at in range(len(words.get("hints", ())))]),
        misconceptions={
            str(value): Misconception(wrong, wording.text(name, "wrong", wrong))
            for value, wrong in step.get("wrong", {}).items()
        },
        otherwise=wording.text(name, "otherwise"),
        remark=wording.text(name, "remark"),
        why=_why(finding, wording) if step.get("reasons", True) else no_reason,
        under=lambda variant: _under(file, index, wording, variant),
        elsewhere=lambda: [
            _choices(file, step, path, finding, Wording(file, open_language(code)))
            for code in available()
        ],
    )


def _under(file: LessonFile, index: int, wording: Wording, variant: Variant) -> Question:
    """The question under another rulebook: the same cards and calls, judged by its rules.

    Raises LessonError if those do not exist there, or if the question names its rulebook.
    """
    here: Step = file.draft["steps"][index]
    own = rules(file, "", ())
    if variant.game != own.game:
        raise LessonError(mark("It is about {game}."), game=title(own.game))
    if "variant" in here["compute"]:
        raise LessonError(mark("It names the rulebook it is about."))
    tables = {
        name: {**table, "variant": variant.id}
        for name, table in file.draft.get("tables", {}).items()
    }
    there = file._replace(draft={**file.draft, "variant": variant.id, "tables": tables})
    finding = computed(there, here["compute"], ("steps", index, "compute"))
    kept = question(file, index, wording)
    answer = canonical(here, finding)
    words = wording.answer(here["compute"]["find"], answer)
    known = answer in [choice.value for choice in kept.choices]
    return kept._replace(
        answer=answer,
        choices=kept.choices if known else (*kept.choices, AnswerChoice(answer, words)),
        why=_why(finding, Wording(there, wording.language)),
    )


def skill_of(file: LessonFile, step: Step) -> str:
    """The skill a question practises: its own, or the first of the lesson."""
    skills = file.draft.get("skills", ())
    skill: str = step.get("skill", "") or (skills[0] if skills else f"lesson.{file.draft['id']}")
    return skill


def canonical(step: Step, finding: Finding) -> str:
    """The answer in the canonical form of its kind; a bound asked for as a call is that call.

    Cards that somebody is advised to throw are those cards.
    """
    compute = step["compute"]
    if step["kind"] == "cards" and compute["find"] == "advised":
        return finding.value.partition(" ")[2]
    if step["kind"] == "call" and compute["find"] in _STAKED:
        amount = finding.value
        return f"subo a {amount}" if compute.get("verb") == "subo" else f"envido {amount}"
    return finding.value


def _choices(
    file: LessonFile, step: Step, path: Steps, finding: Finding, wording: Wording
) -> tuple[AnswerChoice, ...]:
    values = [str(value) for value in step.get("choices", ())] or list(
        _offered(file, step, path, finding)
    )
    labels = {str(value): text for value, text in wording.of(step["id"]).get("choices", {}).items()}
    name, find = step["id"], step["compute"]["find"]
    return tuple(
        AnswerChoice(
            value,
            wording.filled(labels[value], ("steps", name, "choices", value))
            if value in labels
            else wording.answer(find, value),
        )
        for value in values
    )


def _offered(file: LessonFile, step: Step, path: Steps, finding: Finding) -> list[str]:
    """The possible answers, if the lesson does not list them."""
    asked = Query(file, (*path, "compute"), step["compute"])
    kind = step["kind"]
    if kind == "choose":
        if finding.value in (YES, NO):
            return [YES, NO]
        return list(step["compute"].get("calls", {}))
    if kind == "seat":
        seats = list(_seats(asked))
        return [*seats, NONE] if finding.value == NONE else seats
    if kind == "order":
        return [seat for seat in _seats(asked) if seat in finding.value.split()]
    if kind == "cards" and step["compute"]["find"] == "advised":
        position = asked.moment.position
        return list(position.hand_of(position.speaker) or ())
    if kind == "cards":
        return list(asked.said["cards"].split()) if "cards" in asked.said else list(asked.hand)
    if kind == "settle":
        return list(asked.table.played.end.table.sides)
    return []


def _seats(asked: Query) -> tuple[str, ...]:
    if "hands" in asked.said:
        return tuple(asked.said["hands"])
    table = asked.table.played.end.table
    sides = asked.said["find"] in ("taker", "decided", "after")
    return table.sides if sides else asked.table.played.end.order


def _position(file: LessonFile, step: Step, path: Steps) -> Position:
    return Query(file, (*path, "compute"), step["compute"]).moment.position


def hearing(position: Position) -> Callable[[str], str]:
    """The function that reads a call at a position; it refuses an illegal one, with the reason."""

    def understood(words: str) -> str:
        call = games.spelled_out(
            position, games.read_call(f"{position.speaker} {words}", position.variant)
        )
        fault = games.why_not(position, call)
        if fault is not None:
            evidence: dict[str, Any] = dict(fault.evidence)
            raise AnswerError(fault.sentence, **evidence)
        return write_call(call).partition(" ")[2]

    return understood


def _why(finding: Finding, wording: Wording) -> Callable[[str], tuple[Line, ...]]:
    def why(answer: str) -> tuple[Line, ...]:
        return finding.why(wording.language, answer)

    return why


class _PlannedStop(NamedTuple):
    """A stop not built yet: its place, and the function that builds it."""

    place: str
    build: Callable[[], Stop]


class LessonSource(StopSource):
    """The stops of a lesson, each built when it is first reached.

    A step is a stop by its own id; a deal has one for each place it stops at
    (``walk/grande.3``), a drill one for each of its questions (``practice/2``).
    """

    def __init__(self, file: LessonFile, language: Language) -> None:
        self.file = file
        self.language = language
        self.wording = Wording(file, language)
        self._built: dict[int, Stop] = {}
        self._stops: dict[int, Stop] = {}

    @property
    def name(self) -> str:
        """The name of the lesson in a progress file."""
        return f"lesson:{self.file.draft['id']}"

    @property
    def title(self) -> str:
        """The title of the lesson."""
        return self.wording.title

    @property
    def name_said(self) -> str:
        """The title up to its first colon or comma: the rest might answer a question."""
        return re.split(r"\s?[:,] ", self.title, maxsplit=1)[0]

    @property
    def count(self) -> int:
        """The number of stops."""
        return len(self._plans)

    def stop(self, index: int) -> Stop | None:
        """The stop at an index from 0, or None past the end."""
        if not 0 <= index < len(self._plans):
            return None
        if index not in self._built:
            raw = self._raw(index)
            # The note on what threes and twos play as appears once: every reason would repeat it.
            noted = _has_notes(raw) and any(
                _has_notes(self._raw(before)) for before in range(index)
            )
            self._built[index] = _without_notes(raw) if noted else raw
        return self._built[index]

    def _raw(self, index: int) -> Stop:
        """The stop at an index, before repeated notes are left out."""
        if index not in self._stops:
            self._stops[index] = self._plans[index].build()
        return self._stops[index]

    def find(self, place: str) -> int | None:
        """The index of a place, or of the first that belongs to it."""
        places = [plan.place for plan in self._plans]
        if place in places:
            return places.index(place)
        return next((at for at, known in enumerate(places) if known.startswith(f"{place}/")), None)

    def search_text(self, stop: Stop) -> str:
        """The place, the lines and the question of a stop."""
        lines = [f"{line.seat} {line.said} {line.text}" for line in stop.scene.page.lines]
        return " ".join([stop.place, *lines, stop.question.prompt if stop.question else ""])

    def of_step(self, index: int) -> Iterator[Callable[[], Stop]]:
        """The functions that build the stops of a step, by the step's index."""
        for plan in self._planned(index, self.file.draft["steps"][index]):
            yield plan.build

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
        passages = (*self.wording.paragraphs(step["id"], "say"), *self._shown_passages(step, path))
        return Stop(step["id"], self._scene(step, path, passages))

    def _ask(self, index: int, step: Step, path: Steps) -> Stop:
        passages = tuple(self.wording.paragraphs(step["id"], "say"))
        asked = question(self.file, index, self.wording)
        scene = self._scene(step, path, passages)
        if step["compute"]["find"] == "speaker":
            scene = _without_speaker(scene)
        return Stop(step["id"], scene, asked)

    def _scene(self, step: Step, path: Steps, passages: tuple[Passage, ...]) -> Scene:
        page = Explanation("", passages)
        scene = Scene(self.name_said, page, articles=self._articles(step))
        if "table" in step:
            dealt = deal(self.file, step["table"], (*path, "table"))
            there = moment(self.file, dealt, step.get("at", START), (*path, "at"))
            taken = dealt.steps_until(there.place)
            return with_position(
                scene, dealt, there.position, taken, step.get("seats"), self.language
            )
        if "hands" in step:
            variant = rules(self.file, "", path)
            hands = hands_of(self.file, step["hands"], variant, (*path, "hands"))
            ranking = _shown_by(step, variant)
            return scene._replace(loose=SampleHands(ranking, tuple(hands.items())))
        if "hand" in step:
            variant = rules(self.file, "", path)
            held = four(self.file, step["hand"], variant, (*path, "hand"))
            return scene._replace(loose=SampleHands(ranking_of(variant.rules), (("", held),)))
        return scene

    def _articles(self, step: Step) -> tuple[str, ...]:
        own = (step["article"],) if "article" in step else ()
        return (*own, *self.file.draft.get("rules", ()))

    def _shown_passages(self, step: Step, path: Steps) -> Iterator[Passage]:
        """What a ``show`` adds to its words: passages by the engine."""
        language = self.language
        if "hand" in step:
            variant = rules(self.file, "", path)
            held = four(self.file, step["hand"], variant, (*path, "hand"))
            yield from describe_hand(held, variant, language).passages
        if "hands" in step and "lance" in step:
            variant = rules(self.file, "", path)
            hands = hands_of(self.file, step["hands"], variant, (*path, "hands"))
            ranking = ranking_of(variant.rules)
            page = explain_comparison(
                step["lance"], list(hands), list(hands.values()), ranking, language
            )
            yield from page.passages
        if step.get("story"):
            played = deal(self.file, step["table"], (*path, "table")).played
            yield from explain_hand(played.steps, played.end, played.open, language).passages
        if "article" in step:
            written = article(step["article"])
            code = language.code
            yield Passage(
                in_language(written.title, code),
                (Line(in_language(written.text, code), (written.id,), "article"),),
            )
        if "diff" in step:
            before, after = (
                rules(self.file, name, (*path, "diff", at)) for at, name in enumerate(step["diff"])
            )
            changes = difference(before, after)
            lines = [Line(change.said(language), kind="change") for change in changes]
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
        """The stop of one stretch of a deal: its calls explained, and then the words there."""
        place = dealt.moments[leg.last].place
        opening = self.wording.paragraphs(step["id"], "say") if leg.opens else ()
        words = self.wording.paragraphs(step["id"], "stops", place)
        page = Explanation("", (*opening, *stretch_passages(dealt, leg, self.language), *words))
        scene = Scene(self.name_said, page, articles=self._articles(step))
        position, taken = dealt.after(place)
        scene = with_position(scene, dealt, position, taken, step.get("seats"), self.language)
        return Stop(f"{step['id']}/{place}", scene)

    def _drill_plans(self, step: Step) -> Iterator[_PlannedStop]:
        for number in range(1, step["number"] + 1):
            yield _PlannedStop(f"{step['id']}/{number}", partial(self._practice, step, number))

    def _practice(self, step: Step, number: int) -> Stop:
        from mustutor.tutor.drills import drill_source

        variant = rules(self.file, "", ())
        drill = drill_source(step["skill"], step["seed"], variant, self.language, step.get("level"))
        stop = drill.stop(number - 1)
        assert stop is not None, "a drill never ends"
        passages = self.wording.paragraphs(step["id"], "say") if number == 1 else ()
        page = Explanation("", (*passages, *stop.scene.page.passages))
        scene = stop.scene._replace(title=self.name_said, page=page)
        return Stop(f"{step['id']}/{number}", scene, stop.question)


def _shown_by(step: Step, variant: Variant) -> Ranking:
    """The order of cards loose hands are shown by: in a question each as it is printed."""
    from mustutor.games.mus_family.drill_hands import as_printed

    return as_printed(variant) if step["do"] == "ask" else ranking_of(variant.rules)


NOTE = "brackets"
"""The kind of line that says what cards play as, where that is another rank."""


def _has_notes(stop: Stop) -> bool:
    """Whether a stop says what cards play as, on its page or in its reasons."""
    reasons = stop.question.why("") if stop.question else ()
    return any(line.kind == NOTE for line in (*stop.scene.page.lines, *reasons))


def _without_notes(stop: Stop) -> Stop:
    def left(lines: Iterable[Line]) -> tuple[Line, ...]:
        return tuple([line for line in lines if line.kind != NOTE])

    page = stop.scene.page
    passages = [passage._replace(lines=left(passage.lines)) for passage in page.passages]
    shown = page._replace(passages=tuple([passage for passage in passages if passage.lines]))
    question = stop.question
    if question is not None:
        why = question.why
        question = question._replace(why=lambda answer: left(why(answer)))
    return stop._replace(scene=stop.scene._replace(page=shown), question=question)


def _without_speaker(scene: Scene) -> Scene:
    """The scene without a mark at the speaker, for a question about who speaks."""
    if scene.position is None:
        return scene
    return scene._replace(position=scene.position._replace(queue=()))
