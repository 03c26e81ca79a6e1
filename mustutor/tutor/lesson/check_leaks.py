"""Whether a text, the table or an earlier question gives an answer away.

A step may say under `told` why its answer may be known before: where reading it off the table is
what is taught, or where a question sums up earlier ones.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from mustutor.base.language import mark, plain_text
from mustutor.games.explain import Line
from mustutor.games.mus_family.findings_count import told_front
from mustutor.games.question import NO, YES, Question, Stop
from mustutor.games.rulebook import article, in_language
from mustutor.tutor.lesson.files import Problems, Steps
from mustutor.tutor.lesson.source import NOTE, LessonSource
from mustutor.tutor.question_text import text_before_question

Step = Mapping[str, Any]

ENOUGH = 4
"""The fewest questions with choices that show whether one position is favoured."""

_PICKED = ("choose", "seat")
_COUNTED = ("number", "settle")


class _Asked(NamedTuple):
    """A question of a lesson's own, with its step and the step's place."""

    step: Step
    path: Steps
    stop: Stop
    question: Question


def check_leaks(problems: Problems, source: LessonSource, code: str, *, first: bool) -> None:
    """Check a lesson in one language; parts common to all languages only if `first`."""
    told: dict[str, set[tuple[str, str, str]]] = {}
    questions: list[_Asked] = []
    for index, step in enumerate(source.file.draft["steps"]):
        path: Steps = ("steps", index)
        for build in problems.attempt(path, partial(_builds, source, index)) or ():
            stop = problems.attempt(path, build)
            if stop is None:
                continue
            if stop.question is not None and step["do"] == "ask":
                asked = _Asked(step, path, stop, stop.question)
                questions.append(asked)
                _check_question(problems, asked, told, code, first=first)
            page = stop.scene.page.lines
            reasons = stop.question.why("") if stop.question else ()
            told.setdefault(_about(step), set()).update(_keys((*page, *reasons)))
    if questions:
        _check_title(problems, source, questions[0], code)
    if first:
        _check_places(problems, questions)


def _builds(source: LessonSource, index: int) -> list[Callable[[], Stop]]:
    return list(source.of_step(index))


def _check_question(
    problems: Problems,
    asked: _Asked,
    told: Mapping[str, set[tuple[str, str, str]]],
    code: str,
    *,
    first: bool,
) -> None:
    if "told" in asked.step:
        return
    question = asked.question
    prompt = list(text_before_question(asked.stop)[1:])
    if "article" in asked.step:
        prompt.append(in_language(article(asked.step["article"]).text, code))
    if question.kind == "number" and any(question.answer in _numbers(text) for text in prompt):
        _fault(problems, asked, mark("The answer {answer} is said before the question is put."))
    elif label := _choice_in_text(question, prompt):
        _fault(problems, asked, mark("The text says {answer} and no other choice."), answer=label)
    if first and _on_the_table(asked):
        _fault(problems, asked, mark("The table says {answer} before the question is put."))
    if first and question.kind != "cards":
        before = told.get(_about(asked.step), set())
        reasons = _keys(question.why(""))
        if (reasons and reasons <= before) or _final_stones(asked) & _stones_told(before):
            _fault(problems, asked, mark("What was told before answers this: {answer}."))


def _on_the_table(asked: _Asked) -> bool:
    """Whether the answer is a number of stones visible on the table."""
    position = asked.stop.scene.position
    if position is None or asked.question.kind not in _COUNTED:
        return False
    lying = [*position.in_front().values(), *dict(position.pots).values(), position.out]
    counted = [part.partition("=")[2] or part for part in asked.question.answer.split()]
    return set(counted) <= {str(stones) for stones in lying if stones}


def _final_stones(asked: _Asked) -> set[str]:
    """The final stones of each side as reasons write them, if the question asks for them."""
    if asked.question.kind == "settle":
        return {asked.question.answer}
    if asked.step["compute"]["find"] == "after":
        return {f"{asked.step['compute']['seat']}={asked.question.answer}"}
    return set()


def _stones_told(told: Iterable[tuple[str, str, str]]) -> set[str]:
    """The stones of each side in the reasons so far, together and one by one."""
    said = {words for _, words, _ in told if "=" in words}
    return said | {part for words in said for part in words.split()}


def _fault(problems: Problems, asked: _Asked, sentence: str, answer: str = "") -> None:
    problems.fault((*asked.path, "answer"), sentence, answer=answer or asked.question.answer)


def _choice_in_text(question: Question, texts: Sequence[str]) -> str:
    """The right choice if the text contains it word for word, and no other choice."""
    if question.kind != "choose":
        return ""
    whole = plain_text(" ".join(texts))
    said = {
        choice.value: f" {plain_text(choice.label)} " in f" {whole} " for choice in question.choices
    }
    right = [choice.label for choice in question.choices if choice.value == question.answer]
    alone = said.pop(question.answer, False) and not any(said.values())
    return right[0] if alone and " " in right[0] else ""


def _numbers(text: str) -> set[str]:
    """The standalone numbers of a text, without seats, cards and accounts."""
    return set(re.findall(r"(?<![\w=])\d+(?!\w)", text))


def _about(step: Step) -> str:
    """A key for what a step is about: its table under its rules, or its cards."""
    asked = step.get("compute", step)
    names = ("table", "tables", "variant", "hands", "hand", "cards")
    return json.dumps({name: asked[name] for name in names if name in asked}, sort_keys=True)


def _keys(lines: Iterable[Line]) -> set[tuple[str, str, str]]:
    """The contents of lines as keys, without notes that accompany every hand of cards."""
    told = set()
    for line in lines:
        front = line.evidence.get("score", line.evidence.get("in_front"))
        if isinstance(front, Mapping):
            told.add(("", told_front(front), ""))
        elif line.text and line.kind not in (NOTE, "before", "nothing"):
            told.add((line.seat, line.said, line.text))
    return told


def _check_title(problems: Problems, source: LessonSource, asked: _Asked, code: str) -> None:
    """Check that the title, read before the first question, does not answer it."""
    words = source.wording.words
    question = asked.question
    if "told" in asked.step:
        return
    for field in ("title", "summary"):
        found = _choice_in_text(question, [str(words[field])])
        if found:
            problems.fault(
                (field,),
                mark("{field} answers the first question of the lesson: {answer}."),
                code=code,
                field=field,
                answer=found,
            )


def _check_places(problems: Problems, questions: Sequence[_Asked]) -> None:
    """Check that no position among the choices is right so often that guessing it pays."""
    picked = [asked for asked in questions if asked.question.kind in _PICKED]
    if len(picked) < ENOUGH:
        return
    places = Counter(_place(asked.question) for asked in picked)
    place, times = places.most_common(1)[0]
    if times > (len(picked) + 1) // 2:
        problems.fault(
            ("steps",),
            mark("{times} of {number} questions are answered by typing {place}: mix the answers."),
            key=True,
            times=times,
            number=len(picked),
            place=place,
        )
    worded = [asked for asked in picked if _is_worded(asked.question)]
    longest = [asked for asked in worded if _is_longest(asked.question)]
    if len(worded) >= ENOUGH and len(longest) > (len(worded) + 1) // 2:
        problems.fault(
            ("steps",),
            mark("In {times} of {number} questions the longest choice is right: mix them."),
            key=True,
            times=len(longest),
            number=len(worded),
        )


def _place(question: Question) -> int:
    return [choice.value for choice in question.choices].index(question.answer) + 1


def _is_worded(question: Question) -> bool:
    """Whether its choices are sentences, of which a longer one may look like the answer."""
    values = {choice.value for choice in question.choices}
    return question.kind == "choose" and not values & {YES, NO}


def _is_longest(question: Question) -> bool:
    longest = max(question.choices, key=lambda choice: len(choice.label))
    return longest.value == question.answer
