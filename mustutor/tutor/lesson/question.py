"""The questions of a lesson, made from what it asks and from what the engine answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from mustutor import games
from mustutor.calls import write_call
from mustutor.errors import AnswerError, LessonError
from mustutor.games.telling import Line
from mustutor.language import mark
from mustutor.position import Position
from mustutor.register import title
from mustutor.tutor.findings import NO, NONE, YES, Finding
from mustutor.tutor.lesson.compute import Query, computed
from mustutor.tutor.lesson.file import LessonFile, Steps
from mustutor.tutor.lesson.tables import rules
from mustutor.tutor.lesson.wording import Wording
from mustutor.tutor.question import AnswerChoice, Misconception, Question, no_reason
from mustutor.variant import Variant

Step = Mapping[str, Any]
_STAKED = {"least", "most"}


def question(file: LessonFile, index: int, wording: Wording) -> Question:
    """Make the question of a step in a language; its answer is the one the engine computes."""
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
        hints=tuple([wording.text(name, "hints", at) for at in range(len(words.get("hints", ())))]),
        misconceptions={
            str(value): Misconception(wrong, wording.text(name, "wrong", wrong))
            for value, wrong in step.get("wrong", {}).items()
        },
        otherwise=wording.text(name, "otherwise"),
        remark=wording.text(name, "remark"),
        why=_why(finding, wording) if step.get("reasons", True) else no_reason,
        under=lambda variant: _under(file, index, wording, variant),
    )


def _under(file: LessonFile, index: int, wording: Wording, variant: Variant) -> Question:
    """The question under another rulebook: the same cards and calls, judged by its rules.

    Raises LessonError where those cannot be had there, or it is about a rulebook it names.
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
        why=_why(finding, Wording(there, wording.tongue)),
    )


def skill_of(file: LessonFile, step: Step) -> str:
    """The skill a question practises: its own, or the first of the lesson."""
    skills = file.draft.get("skills", ())
    skill: str = step.get("skill", "") or (skills[0] if skills else f"lesson.{file.draft['id']}")
    return skill


def canonical(step: Step, finding: Finding) -> str:
    """The answer in the form its kind has; a bound asked for as a call is that call."""
    compute = step["compute"]
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
    told = {str(value): text for value, text in wording.of(step["id"]).get("choices", {}).items()}
    name, find = step["id"], step["compute"]["find"]
    return tuple(
        [
            AnswerChoice(
                value,
                wording.filled(told[value], ("steps", name, "choices", value))
                if value in told
                else wording.answer(find, value),
            )
            for value in values
        ]
    )


def _offered(file: LessonFile, step: Step, path: Steps, finding: Finding) -> list[str]:
    """What may be answered where the lesson does not list it."""
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
    if kind == "cards":
        return list(asked.said["cards"].split()) if "cards" in asked.said else list(asked.hand)
    if kind == "settle":
        return list(asked.dealt.played.end.table.sides)
    return []


def _seats(asked: Query) -> tuple[str, ...]:
    if "hands" in asked.said:
        return tuple(asked.said["hands"])
    table = asked.dealt.played.end.table
    sides = asked.said["find"] in ("taker", "decided", "after")
    return table.sides if sides else asked.dealt.played.end.order


def _position(file: LessonFile, step: Step, path: Steps) -> Position:
    return Query(file, (*path, "compute"), step["compute"]).moment.position


def hearing(position: Position) -> Callable[[str], str]:
    """How a call is understood at a position; one the rules refuse is no answer, and why."""

    def understood(words: str) -> str:
        call = games.heard(
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
        return finding.why(wording.tongue, answer)

    return why
