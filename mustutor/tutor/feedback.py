"""What is told about an answer: hints so far, whether it is right, and why where it is not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mustutor.games.telling import Explanation, Line, Passage
from mustutor.language import Language
from mustutor.tutor.asking import Asking
from mustutor.tutor.question import Question


def feedback(asking: Asking, tongue: Language) -> Explanation:
    """Tell a learner how a question stands; nothing where nothing was done yet.

    A wrong answer is met by the misconception it shows where it has a name; else by what the
    question says of any other, and by the count up to where the answer parts from it.
    """
    hints = tuple(_hints(asking, tongue))
    told = tuple(_told(asking, tongue))
    passages = [Passage("", lines) for lines in (hints, told) if lines]
    return Explanation("", tuple(passages))


def said(question: Question, answer: str) -> str:
    """A canonical answer in the words of its choices, as a learner reads it.

    >>> from mustutor.tutor.question import Choice
    >>> said(Question("q", "s", "choose", "?", "par", choices=(Choice("par", "a pair"),)), "par")
    'a pair'
    """
    labels = {choice.value: choice.label for choice in question.choices}
    if question.kind == "settle":
        return answer.replace("=", " ")
    if question.kind in ("order", "cards"):
        return " ".join(labels.get(part, part) for part in answer.split())
    return labels.get(answer, answer)


def _named(question: Question, answer: str) -> str:
    """An answer inside a sentence: a choice that is one itself leaves its full stop to it."""
    return said(question, answer).removesuffix(".")


def _hints(asking: Asking, tongue: Language) -> Iterator[Line]:
    for number, hint in enumerate(asking.question.hints[: asking.hints], 1):
        text = tongue.say("Hint {number}: {hint}", number=number, hint=hint)
        yield Line(text, kind="hint", indent=0)


def _told(asking: Asking, tongue: Language) -> Iterator[Line]:
    question, last = asking.question, asking.last
    if asking.closed:
        if asking.shown:
            answer = _named(question, question.answer)
            yield Line(tongue.say("The answer is {answer}.", answer=answer), kind="shown", indent=0)
        else:
            given = _named(question, last)
            yield Line(tongue.say("{answer}: right.", answer=given), kind="right", indent=0)
        if question.remark:
            yield Line(question.remark, kind="remark", indent=0)
        yield from question.why("")
        return
    if not last or question.is_right(last):
        return
    given = _named(question, last)
    yield Line(tongue.say("{answer}: no.", answer=given), kind="wrong", indent=0)
    known = question.misconceptions.get(last)
    if known is not None:
        yield Line(known.text, kind="misconception", indent=0)
        return
    if question.otherwise:
        yield Line(question.otherwise, kind="otherwise", indent=0)
    reasons = question.why(last)
    # A count is told up to where the answer parts from it. Other reasons give the answer away,
    # and wait until there are no more hints to be had.
    if _parts(reasons) or asking.hints == len(question.hints):
        yield from reasons
    elif not question.otherwise:
        yield Line(tongue.say("There is a hint to be had."), kind="offer", indent=0)


def _parts(reasons: Iterable[Line]) -> bool:
    """Whether reasons end where a wrong answer parts from them."""
    return any(line.kind == "parting" for line in reasons)
