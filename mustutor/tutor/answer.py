"""Reading what a learner types: lax in spelling, and never counted wrong for being unreadable."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from difflib import get_close_matches

from mustutor.calls import read_call, write_call
from mustutor.cards import read_card
from mustutor.errors import AnswerError, NotationError
from mustutor.language import mark
from mustutor.tutor.question import Choice, Question

LONGEST_ANSWER = 200
MOST_DIGITS = 7

_PARTS = re.compile(r"[\s,;>]+")
_ACCOUNT = re.compile(r"([A-Za-z][0-9]?)\s*[=:\s]\s*([0-9]+)")


def read_answer(question: Question, text: str) -> str:
    """Read an answer as the question's kind has it; the canonical answer comes back.

    A choice may be named by its number from 1, by its value or by its words. Raises
    AnswerError, with what would be an answer, for anything else.

    >>> seats = tuple(Choice(seat, seat) for seat in ("A1", "B1"))
    >>> read_answer(Question("q", "s", "seat", "Who?", "B1", choices=seats), "b1")
    'B1'
    """
    words = text.strip()
    if not words:
        raise AnswerError(mark("Nothing is typed yet: type an answer."))
    if len(words) > LONGEST_ANSWER:
        raise AnswerError(
            mark("This is {length} characters long; no answer is longer than {longest}."),
            length=len(words),
            longest=LONGEST_ANSWER,
        )
    match question.kind:
        case "choose" | "seat":
            return _chosen(words, question.choices).value
        case "number":
            return _number(words)
        case "cards":
            return _cards(words, question.choices)
        case "order":
            return _order(words, question.choices)
        case "call":
            return _call(words, question)
        case _:
            return _accounts(words, question)


def folded(text: str) -> str:
    """Text without accents, capitals and doubled spaces, to compare by.

    >>> folded(" Sí,  Órdago ")
    'si, ordago'
    """
    letters = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(c for c in letters if not unicodedata.combining(c)).split())


def _chosen(words: str, choices: Sequence[Choice]) -> Choice:
    for choice in choices:
        if folded(words) in (folded(choice.value), folded(choice.label)):
            return choice
    if words.isascii() and words.isdigit() and 1 <= int(words[:MOST_DIGITS]) <= len(choices):
        return choices[int(words[:MOST_DIGITS]) - 1]
    said = folded(words)
    begun = [choice for choice in choices if folded(choice.label).startswith(said)]
    if len(begun) == 1:
        return begun[0]
    known = {folded(word): choice for choice in choices for word in (choice.label, choice.value)}
    near = get_close_matches(said, known, 1)
    raise AnswerError(
        mark("{answer} is none of these: {choices}."),
        answer=words,
        choices=", ".join(choice.label for choice in choices),
        hint=known[near[0]].label if near else "",
    )


def _number(words: str) -> str:
    if re.fullmatch(r"[0-9]+", words) and len(words) <= MOST_DIGITS:
        return str(int(words))
    raise AnswerError(mark("{answer} is not a number: type one in digits."), answer=words)


def _cards(words: str, choices: Sequence[Choice]) -> str:
    left = list(choices)
    picked: list[Choice] = []
    for part in filter(None, _PARTS.split(words)):
        choice = _card(part, left, choices)
        left.remove(choice)
        picked.append(choice)
    return " ".join(choice.value for choice in choices if choice in picked)


def _card(part: str, left: Sequence[Choice], choices: Sequence[Choice]) -> Choice:
    """One of the cards shown, by its name; by its rank where that leaves no doubt."""
    try:
        card = read_card(part)
    except NotationError as problem:
        raise AnswerError(problem.sentence, hint=problem.hint, **problem.evidence) from None
    for choice in left:
        if choice.value == card:
            return choice
    alike = [choice for choice in left if choice.value[:1] == card.rank] if not card.suit else []
    shown = ", ".join(choice.label for choice in choices)
    if not alike:
        raise AnswerError(mark("{card} is none of these: {cards}."), card=part, cards=shown)
    return alike[0]


def _order(words: str, choices: Sequence[Choice]) -> str:
    parts = [part for part in _PARTS.split(words) if part]
    picked = [_chosen(part, choices) for part in parts]
    if len(set(picked)) < len(picked) or len(picked) < len(choices):
        raise AnswerError(
            mark("Name each of these once, the first first: {choices}."),
            choices=" ".join(choice.label for choice in choices),
        )
    return " ".join(choice.value for choice in picked)


def _call(words: str, question: Question) -> str:
    seat = question.speaker
    said = words if folded(words).startswith(f"{seat.lower()} ") else f"{seat} {words}"
    try:
        call = read_call(said)
    except NotationError as problem:
        hint = problem.hint.removeprefix(f"{seat} ")
        raise AnswerError(problem.sentence, hint=hint, **problem.evidence) from None
    spoken = write_call(call).partition(" ")[2]
    return question.understood(spoken) if question.understood else spoken


def _accounts(words: str, question: Question) -> str:
    sides = [choice.value for choice in question.choices]
    told = {side.upper(): stones for side, stones in _ACCOUNT.findall(words)}
    rest = _ACCOUNT.sub("", words).strip(" ,;")
    if rest or set(told) != set(sides) or any(len(n) > MOST_DIGITS for n in told.values()):
        raise AnswerError(
            mark("Say what each has afterwards, as in {example}."),
            example=" ".join(f"{side}=0" for side in sides),
        )
    return " ".join(f"{side}={int(told[side])}" for side in sides)
