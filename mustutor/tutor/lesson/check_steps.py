"""Whether the steps of a lesson are sound: table, question and answers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from mustutor.base.errors import AnswerError
from mustutor.base.language import mark, plain_text
from mustutor.games.question import AnswerChoice, Question, read_answer
from mustutor.games.rulebook import articles
from mustutor.tutor.lesson.compute import computed
from mustutor.tutor.lesson.files import Problems, Step, Steps
from mustutor.tutor.lesson.source import Wording, canonical
from mustutor.tutor.lesson.tables import END, START, TaughtHand, deal

# Fields that need another one beside them.
_NEEDED = (("at", "table"), ("story", "table"), ("lance", "hands"))
_SHOWN = ("hand", "hands", "table", "article", "diff")


def check_view(problems: Problems, step: Step, path: Steps) -> None:
    """Check what a step shows: that it is visible, and nothing is left out."""
    for field, needed in _NEEDED:
        if field in step and needed not in step:
            sentence = mark("{field} shows nothing without {needed}.")
            problems.fault((*path, field), sentence, key=True, field=field, needed=needed)
    if "table" in step and "hands" in step:
        sentence = mark("A table and hands cannot lie there at once: take one of them out.")
        problems.fault((*path, "hands"), sentence, key=True)
    if step["do"] == "show" and not any(field in step for field in _SHOWN):
        sentence = mark(
            "This step shows nothing: give it one of {fields}, or make it a step that "
            "says something."
        )
        problems.fault((*path, "do"), sentence, fields=", ".join(_SHOWN))
    if "article" in step and step["article"] not in articles():
        sentence = mark("There is no article {found} in the rulebook.")
        problems.fault((*path, "article"), sentence, found=step["article"], among=articles())
    if "table" not in step:
        return
    name = step["table"]
    dealt = problems.attempt((*path, "table"), partial(deal, problems.file, name, (*path, "table")))
    if dealt is None:
        return
    _check_seats(problems, step, path, dealt)
    if step["do"] == "deal":
        _check_stretch(problems, step, path, dealt)


def _check_seats(problems: Problems, step: Step, path: Steps, dealt: TaughtHand) -> None:
    order = dealt.played.end.order
    for at, seat in enumerate(step.get("seats", ())):
        if seat not in order:
            sentence = mark("There is no seat {seat} at this table: its seats are {seats}.")
            problems.fault((*path, "seats", at), sentence, seat=seat, seats=" ".join(order))


def _check_stretch(problems: Problems, step: Step, path: Steps, dealt: TaughtHand) -> None:
    """Check that the places of a deal are in the order of play."""
    begin, end = (dealt.find(step.get(*which)) for which in (("from", START), ("to", END)))
    if begin is None or end is None:
        return  # reported when stops are built
    if end < begin:
        sentence = mark("{last} comes before {first}: nothing is played between them.")
        problems.fault(
            (*path, "to"), sentence, first=step.get("from", START), last=step.get("to", END)
        )
        return
    before = -1
    for at, place in enumerate(step.get("stops", ())):
        found = dealt.find(place)
        if found is None:
            continue
        if not begin <= found <= end:
            problems.fault(
                (*path, "stops", at),
                mark(
                    "{place} lies outside what is played here, which goes from {first} to {last}."
                ),
                place=place,
                first=dealt.moments[begin].place,
                last=dealt.moments[end].place,
            )
        elif found <= before:
            sentence = mark("{place} comes before the stop above it: keep the order of play.")
            problems.fault((*path, "stops", at), sentence, place=place)
        before = max(before, found)


_LISTED = ("choose", "seat", "cards", "order")
"""The kinds of question whose answers may be listed in a lesson."""

# A name for programs, not for readers.
_INNER = re.compile(r"[a-z0-9]+(?:_[a-z0-9]+)+")


def check_question(
    problems: Problems, index: int, question: Question, wording: Wording, *, first: bool
) -> None:
    """Check a question in one language.

    Parts common to all languages are checked only if `first`.
    """
    step = problems.file.draft["steps"][index]
    path: Steps = ("steps", index)
    if first:
        _check_answer(problems, step, path, question)
        _check_wrong(problems, step, path, question)
        _check_accepted(problems, step, path, question)
    if problems.shipped:
        _check_answered(problems, step, question, wording)
    _check_readable(problems, step, path, question)
    _check_labels(problems, step, path, question, wording)


def _check_answer(problems: Problems, step: Step, path: Steps, question: Question) -> None:
    declared = str(step["answer"])
    if declared != question.answer:
        sentence = mark("The answer declared is {declared}; the engine computes {computed}.")
        problems.fault(
            (*path, "answer"), sentence, declared=declared, computed=question.answer or "-"
        )
    if "choices" not in step:
        return
    if step["kind"] not in _LISTED:
        sentence = mark("A question of the kind {kind} has no choices: its answers are not listed.")
        problems.fault((*path, "choices"), sentence, key=True, kind=step["kind"])
    values: list[str] = []
    for at, choice in enumerate(step["choices"]):
        if _plain(choice) in values:
            sentence = mark("The choice {choice} is there twice.")
            problems.fault((*path, "choices", at), sentence, choice=choice)
        values.append(_plain(choice))
    missing = [part for part in _parts(question) if _plain(part) not in values]
    if missing and step["kind"] in _LISTED:
        sentence = mark("The answer is not among the choices: {missing} is missing.")
        problems.fault((*path, "choices"), sentence, key=True, missing=", ".join(missing))


def _plain(choice: object) -> str:
    """A choice in the form in which it is compared: a number without leading zeros."""
    text = plain_text(str(choice))
    return str(int(text)) if text.isascii() and text.isdigit() and len(text) < 10 else text


def _parts(question: Question) -> tuple[str, ...]:
    if question.kind in ("order", "cards"):
        return tuple(question.answer.split())
    return (question.answer,)


def _check_wrong(problems: Problems, step: Step, path: Steps, question: Question) -> None:
    for value in step.get("wrong", {}):
        here = (*path, "wrong", value)
        read = problems.attempt(here, partial(read_answer, question, value), key=True)
        if read is None:
            continue
        if question.is_right(read):
            sentence = mark("{answer} is right: it shows no mistake.")
            problems.fault(here, sentence, key=True, answer=value)
        elif read != value:
            sentence = mark("This answer is kept as {kept}: write it like that.")
            problems.fault(here, sentence, key=True, kept=read)


def _check_accepted(problems: Problems, step: Step, path: Steps, question: Question) -> None:
    for at, accepted in enumerate(step.get("accepted", ())):
        here = (*path, "accepted", at)
        read = problems.attempt(here, partial(read_answer, question, accepted))
        if read is None:
            continue
        if read != accepted:
            sentence = mark("This answer is kept as {kept}: write it like that.")
            problems.fault(here, sentence, kept=read)
        elif read == question.answer:
            sentence = mark("{answer} is the answer itself: take it out.")
            problems.fault(here, sentence, answer=accepted)
        elif not _as_good(problems, step, path, accepted):
            sentence = mark("{answer} is not as good as {best}: the engine says so.")
            problems.fault(here, sentence, answer=accepted, best=question.answer)


def _as_good(problems: Problems, step: Step, path: Steps, accepted: str) -> bool:
    """Whether a call leaves the speaker as well off as the best one, with the best first."""
    asked = step["compute"]
    if asked["find"] != "best_call" or accepted not in asked.get("calls", {}):
        return False
    calls = {accepted: asked["calls"][accepted], **asked["calls"]}
    where = (*path, "compute")
    found = problems.attempt(
        where, partial(computed, problems.file, {**asked, "calls": calls}, where)
    )
    return found is not None and canonical(step, found) == accepted


def _check_answered(problems: Problems, step: Step, question: Question, wording: Wording) -> None:
    """Check that a right answer gets a remark, and a wrong one a reason."""
    where: Steps = ("steps", step["id"])
    if not question.remark:
        sentence = mark("Nothing is remarked when {step} is answered: write a remark.")
        problems.fault(where, sentence, code=wording.code, key=True, step=step["id"])
    wrong = [choice.value for choice in question.choices if not question.is_right(choice.value)]
    named = question.misconceptions
    all_named = step["kind"] in ("choose", "seat") and all(value in named for value in wrong)
    if not (question.otherwise or all_named or question.why("")):
        sentence = mark(
            "A wrong answer to {step} hears no reason: write what is told of any other."
        )
        problems.fault(where, sentence, code=wording.code, key=True, step=step["id"])


def _check_readable(problems: Problems, step: Step, path: Steps, question: Question) -> None:
    """Check that the right answer can be typed, by its value and by its words."""
    if step["kind"] in ("choose", "seat"):
        return  # each choice is looked at by itself
    try:
        read = read_answer(question, question.answer)
    except AnswerError:
        sentence = mark("Nobody can type the answer {answer} to a question of the kind {kind}.")
        problems.fault((*path, "kind"), sentence, answer=question.answer or "-", kind=step["kind"])
        return
    if read != question.answer:
        sentence = mark("The answer {answer} is read as {read}: ask in another way.")
        problems.fault((*path, "kind"), sentence, answer=question.answer or "-", read=read)


def _check_labels(
    problems: Problems, step: Step, path: Steps, question: Question, wording: Wording
) -> None:
    """Check that every choice can be told from the others by any form a learner may type."""
    if question.kind not in _LISTED:
        return
    labels = wording.of(step["id"]).get("choices", {})
    for choice in question.choices:
        if choice.label == choice.value and _INNER.fullmatch(choice.value):
            sentence = mark("The choice {choice} is shown as it stands: give it words.")
            problems.warning((*path, "choices"), sentence, key=True, choice=choice.value)
        other = next(_mistaken(question, choice), None)
        if other is None:
            continue
        typed, meant = other
        where: Steps = ("steps", step["id"], "choices", choice.value)
        problems.fault(
            where if choice.value in labels else (*path, "choices"),
            mark(
                "If somebody types {typed} for {choice}, it is understood as {meant}: tell "
                "the two apart."
            ),
            code=wording.code if choice.value in labels else "",
            typed=typed,
            choice=choice.value,
            meant=meant,
        )


def _mistaken(question: Question, choice: AnswerChoice) -> Iterator[tuple[str, str]]:
    """Texts a learner may type for a choice that are understood otherwise, and as what."""
    one = question._replace(kind="choose") if question.kind == "order" else question
    if question.kind == "order" and " " in choice.label:
        yield choice.label, "-"
    for typed in (choice.value, choice.label):
        try:
            read = read_answer(one, typed)
        except AnswerError:
            yield typed, "-"
            continue
        if read != choice.value:
            yield typed, read
