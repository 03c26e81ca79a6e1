"""Whether the words of a lesson are complete and used, and what they tell too early.

They leave numbers to the engine, and neither they, the table nor an earlier question give an answer
away. A step may say under `told` why its answer may be known before: where reading it off the table
is what is taught, or where a question sums up earlier ones.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from mustutor.base.language import FALLBACK, mark, open_language, plain_text
from mustutor.games.explain import Line
from mustutor.games.mus_family.findings_count import told_front
from mustutor.games.question import NO, YES, Question, Stop
from mustutor.games.rulebook import article, in_language
from mustutor.tutor.lesson.files import LessonFile, Problems, Step, Steps
from mustutor.tutor.lesson.source import NOTE, PLACEHOLDER, LessonSource, Wording, question
from mustutor.tutor.lesson.tables import END, START, TaughtHand, deal, stretches
from mustutor.tutor.question_text import text_before_question

# The fields of words that are used, by kind of step; the first is required.
_HEARD = {
    "say": ("say",),
    "show": ("say",),
    "ask": ("ask", "say", "choices", "hints", "wrong", "otherwise", "remark"),
    "deal": ("say", "stops"),
    "drill": ("say",),
}
_MUST = {"say": "say", "ask": "ask"}

FEWEST_HINTS = 2
"""How many hints a question of a shipped lesson has, at the least: a nudge, and the rule."""


def check_words(problems: Problems) -> None:
    """Check the words of every language against the steps, and against each other."""
    steps: dict[str, tuple[int, Step]] = {}
    for index, step in enumerate(problems.file.draft["steps"]):
        steps.setdefault(step["id"], (index, step))
    for code, texts in problems.file.texts.items():
        for name in texts["steps"]:
            if name not in steps:
                problems.fault(
                    ("steps", name),
                    mark("There is no step {found} in this lesson."),
                    code=code,
                    key=True,
                    found=name,
                    among=[step for step in steps if step not in texts["steps"]],
                )
    for index, step in steps.values():
        values = _values(problems, index, step)
        places = _places(problems, step)
        for code in problems.file.texts:
            _check_step(problems, step, code)
            if step["do"] == "ask":
                _check_ask(problems, step, code, values)
            elif places is not None:
                _check_stops(problems, index, code, *places)


def _values(problems: Problems, index: int, step: Step) -> tuple[str, ...] | None:
    """The possible answers to the question of a step; None if it cannot be asked."""
    if step["do"] != "ask":
        return None
    wording = Unfilled(problems.file, open_language(FALLBACK))
    asked = problems.attempt(("steps", index), partial(question, problems.file, index, wording))
    return None if asked is None else tuple([choice.value for choice in asked.choices])


def _places(problems: Problems, step: Step) -> tuple[TaughtHand, tuple[str, ...]] | None:
    """The deal of a step and its stops; None if it cannot be played."""
    if step["do"] != "deal":
        return None
    dealt = problems.attempt((), partial(deal, problems.file, step["table"], ()))
    if dealt is None:
        return None
    begin, end, stops = step.get("from", START), step.get("to", END), step.get("stops", ())
    if any(dealt.find(place) is None for place in (begin, end, *stops)):
        return None
    return dealt, tuple(
        [dealt.moments[leg.last].place for leg in stretches(dealt, begin, end, stops)]
    )


def _check_step(problems: Problems, step: Step, code: str) -> None:
    name, does = step["id"], step["do"]
    words = _words(problems.file, code, name)
    if (must := _MUST.get(does)) and must not in words:
        _missing(problems, code, name, "", must)
    for field in words:
        if field not in _HEARD[does]:
            sentence = mark("{field} is never told at a step of the kind {kind}.")
            problems.fault(
                ("steps", name, field), sentence, code=code, key=True, field=field, kind=does
            )


def _check_ask(problems: Problems, step: Step, code: str, values: tuple[str, ...] | None) -> None:
    name = step["id"]
    _same_names(problems, code, name, "wrong", set(map(str, step.get("wrong", {}).values())))
    hints = _words(problems.file, code, name).get("hints", ())
    most = max(
        len(_words(problems.file, other, name).get("hints", ())) for other in problems.file.texts
    )
    if problems.shipped:
        most = max(most, FEWEST_HINTS)
    if len(hints) < most:
        problems.fault(
            ("steps", name, "hints"),
            mark("Hints at {step}: {number}, but {wanted} are needed, in every language."),
            code=code,
            key=True,
            step=name,
            number=len(hints),
            wanted=most,
        )
    if values is not None:
        _check_named(problems, code, name, "choices", values)
        _same_in_all(problems, code, name, "choices")


def _check_stops(
    problems: Problems, index: int, code: str, dealt: TaughtHand, places: tuple[str, ...]
) -> None:
    step = problems.file.draft["steps"][index]
    name = step["id"]
    _check_named(problems, code, name, "stops", places)
    _same_in_all(problems, code, name, "stops")
    words = _words(problems.file, code, name).get("stops", {})
    for at, place in enumerate(step.get("stops", ())):
        if dealt.moments[dealt.find(place) or 0].place not in words:
            sentence = mark("Nothing is said at {place}: is it worth a stop?")
            problems.warning(("steps", index, "stops", at), sentence, place=place)


def _check_named(
    problems: Problems, code: str, name: str, field: str, known: Iterable[str]
) -> None:
    """Check that words by name belong to something that exists."""
    words = _words(problems.file, code, name).get(field, {})
    wanted = list(known)
    for thing in words:
        if thing not in wanted:
            problems.fault(
                ("steps", name, field, thing),
                mark("{step} has no {found} among its {field}: these words are never told."),
                code=code,
                key=True,
                step=name,
                field=field,
                found=thing,
                among=[one for one in wanted if one not in words],
            )


def _same_names(problems: Problems, code: str, name: str, field: str, known: set[str]) -> None:
    """Check that every name has words, and no other does."""
    _check_named(problems, code, name, field, known)
    words = _words(problems.file, code, name).get(field, {})
    for thing in sorted(known):
        if thing not in words:
            _missing(problems, code, name, field, thing)


def _same_in_all(problems: Problems, code: str, name: str, field: str) -> None:
    """Check that a field with words in one language has them in all."""
    words = _words(problems.file, code, name).get(field, {})
    for other in problems.file.texts:
        for thing in _words(problems.file, other, name).get(field, {}):
            if thing not in words:
                _missing(problems, code, name, field, thing)


def _missing(problems: Problems, code: str, name: str, field: str, thing: str) -> None:
    path: Steps = ("steps", name, field) if field else ("steps", name)
    sentence = mark("The words for {thing} are missing at {step}.")
    problems.fault(path, sentence, code=code, key=True, thing=thing, step=name)


def _words(file: LessonFile, code: str, name: str) -> Mapping[str, Any]:
    words: Mapping[str, Any] = file.texts[code]["steps"].get(name, {})
    return words


# --- prose ---------------------------------------------------------------------------------

LONGEST_PARAGRAPH = 600
"""Letters of a paragraph that a screen of forty columns and twelve lines can manage."""

# Digits in other things: cards (7o, 12c), seats (A1), articles of the rulebook.
_NAMES = re.compile(
    r"\b(?:[1-9][oceb]|1[0-2][oceb]|[A-Z][1-9][a-z]*|(?:(?:ENC|MUS|REG)-[A-Z]+|ENF|MAU)-[A-Z]*\d+)\b"
)
_NUMBER = re.compile(r"\w*\d\w*")
_BRACE = re.compile(r"[{}]")


class Unfilled(Wording):
    """A wording with its placeholders left in; `check_prose` reports unknown ones."""

    def filled(self, text: str, path: Steps) -> str:  # noqa: ARG002
        """The text unchanged."""
        return text


def check_prose(problems: Problems) -> None:
    """Check every text of every language, and warn of values that no text uses."""
    values = problems.file.draft.get("values", {})
    used: set[str] = set()
    for code, texts in problems.file.texts.items():
        for path, text in _texts(texts, ()):
            filled = path[0] == "steps"
            names = PLACEHOLDER.findall(text)
            used.update(names)
            for name in names:
                if not filled:
                    sentence = mark("Here {place} is shown as it stands: no value fills {name}.")
                    problems.fault(path, sentence, code=code, place=str(path[0]), name=name)
                elif name not in values:
                    problems.fault(
                        path,
                        mark("{found} is not a value of this lesson: its values are {values}."),
                        code=code,
                        found=name,
                        among=values,
                        values=", ".join(values) or "-",
                    )
            _check_text(problems, text, path, code)
    for name in values:
        if name not in used:
            sentence = mark("The value {name} is in no text: take it out, or use it.")
            problems.warning(("values", name), sentence, key=True, name=name)


def _check_text(problems: Problems, text: str, path: Steps, code: str) -> None:
    rest = PLACEHOLDER.sub(" ", text)
    if found := _BRACE.search(rest):
        sentence = mark("A brace stands alone: values are written as in {example}.")
        problems.fault(path, sentence, code=code, example="{name}", brace=found[0])
    for number in _NUMBER.findall(_NAMES.sub(" ", rest)):
        sentence = mark(
            "The number {number} stands in the text: make it a value, or write it in words."
        )
        problems.fault(path, sentence, code=code, number=number)
    for paragraph in re.split(r"\n\s*\n", text):
        length = len(" ".join(paragraph.split()))
        if length > LONGEST_PARAGRAPH:
            sentence = mark("A paragraph of {length} letters fills a small screen: keep to {most}.")
            problems.warning(path, sentence, code=code, length=length, most=LONGEST_PARAGRAPH)


def _texts(thing: Any, path: Steps) -> Iterator[tuple[Steps, str]]:
    """Every text of a file of words, with its place in it."""
    if isinstance(thing, str):
        yield path, thing
    elif isinstance(thing, Mapping):
        for key, inside in thing.items():
            yield from _texts(inside, (*path, key))
    elif isinstance(thing, list):
        for at, inside in enumerate(thing):
            yield from _texts(inside, (*path, at))


# --- answers that are given away -----------------------------------------------------------

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
    earlier: dict[str, set[tuple[str, str, str]]] = {}
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
                _check_told(problems, asked, earlier, code, first=first)
            page = stop.scene.page.lines
            reasons = stop.question.why("") if stop.question else ()
            earlier.setdefault(_about(step), set()).update(_keys((*page, *reasons)))
    if questions:
        _check_title(problems, source, questions[0], code)
    if first:
        _check_places(problems, questions)


def _builds(source: LessonSource, index: int) -> list[Callable[[], Stop]]:
    return list(source.of_step(index))


def _check_told(
    problems: Problems,
    asked: _Asked,
    earlier: Mapping[str, set[tuple[str, str, str]]],
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
    if question.kind == "number" and any(question.answer in _numbers_in(text) for text in prompt):
        _fault(problems, asked, mark("The answer {answer} is said before the question is put."))
    elif label := _choice_in_text(question, prompt):
        _fault(problems, asked, mark("The text says {answer} and no other choice."), answer=label)
    if first and _on_the_table(asked):
        _fault(problems, asked, mark("The table says {answer} before the question is put."))
    if first and question.kind != "cards":
        before = earlier.get(_about(asked.step), set())
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


def _stones_told(earlier: Iterable[tuple[str, str, str]]) -> set[str]:
    """The stones of each side in the reasons so far, together and one by one."""
    stones = {words for _, words, _ in earlier if "=" in words}
    return stones | {part for words in stones for part in words.split()}


def _fault(problems: Problems, asked: _Asked, sentence: str, answer: str = "") -> None:
    problems.fault((*asked.path, "answer"), sentence, answer=answer or asked.question.answer)


def _choice_in_text(question: Question, texts: Sequence[str]) -> str:
    """The right choice if the text contains it word for word, and no other choice."""
    if question.kind != "choose":
        return ""
    whole = plain_text(" ".join(texts))
    present = {
        choice.value: f" {plain_text(choice.label)} " in f" {whole} " for choice in question.choices
    }
    right = [choice.label for choice in question.choices if choice.value == question.answer]
    alone = present.pop(question.answer, False) and not any(present.values())
    return right[0] if alone and " " in right[0] else ""


def _numbers_in(text: str) -> set[str]:
    """The standalone numbers of a text, without seats, cards and accounts."""
    return set(re.findall(r"(?<![\w=])\d+(?!\w)", text))


def _about(step: Step) -> str:
    """A key for what a step is about: its table under its rules, or its cards."""
    asked = step.get("compute", step)
    names = ("table", "tables", "variant", "hands", "hand", "cards")
    return json.dumps({name: asked[name] for name in names if name in asked}, sort_keys=True)


def _keys(lines: Iterable[Line]) -> set[tuple[str, str, str]]:
    """The contents of lines as keys, without notes that accompany every hand of cards."""
    keys = set()
    for line in lines:
        front = line.evidence.get("score", line.evidence.get("in_front"))
        if isinstance(front, Mapping):
            keys.add(("", told_front(front), ""))
        elif line.text and line.kind not in (NOTE, "before", "nothing"):
            keys.add((line.seat, line.said, line.text))
    return keys


def _check_title(problems: Problems, source: LessonSource, asked: _Asked, code: str) -> None:
    """Check that the title, read before the first question, does not answer it."""
    words = source.wording.words
    question = asked.question
    if "told" in asked.step:
        return
    for field in ("title", "summary"):
        found = _choice_in_text(question, [str(words[field])])
        if found:
            sentence = mark("{field} answers the first question of the lesson: {answer}.")
            problems.fault((field,), sentence, code=code, field=field, answer=found)


def _check_places(problems: Problems, questions: Sequence[_Asked]) -> None:
    """Check that no position among the choices is right so often that guessing it pays."""
    picked = [asked for asked in questions if asked.question.kind in _PICKED]
    if len(picked) < ENOUGH:
        return
    places = Counter(_place(asked.question) for asked in picked)
    place, times = places.most_common(1)[0]
    if times > (len(picked) + 1) // 2:
        sentence = mark(
            "{times} of {number} questions are answered by typing {place}: mix the answers."
        )
        problems.fault(("steps",), sentence, key=True, times=times, number=len(picked), place=place)
    worded = [asked for asked in picked if _is_worded(asked.question)]
    longest = [asked for asked in worded if _is_longest(asked.question)]
    if len(worded) >= ENOUGH and len(longest) > (len(worded) + 1) // 2:
        sentence = mark("In {times} of {number} questions the longest choice is right: mix them.")
        problems.fault(("steps",), sentence, key=True, times=len(longest), number=len(worded))


def _place(question: Question) -> int:
    values = [choice.value for choice in question.choices]
    return values.index(question.answer) + 1 if question.answer in values else 0


def _is_worded(question: Question) -> bool:
    """Whether its choices are sentences, of which a longer one may look like the answer."""
    values = {choice.value for choice in question.choices}
    return question.kind == "choose" and not values & {YES, NO}


def _is_longest(question: Question) -> bool:
    longest = max(question.choices, key=lambda choice: len(choice.label))
    return longest.value == question.answer
