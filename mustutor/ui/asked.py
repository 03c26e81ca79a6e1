"""A question as rows: what is asked, its choices, and what is told of the answers so far."""

from __future__ import annotations

from itertools import groupby

from mustutor.games.telling import Explanation, Passage
from mustutor.tutor.question import AnswerChoice, Asking
from mustutor.tutor.telling import feedback, question_in_words
from mustutor.ui.desk import chosen_by_number
from mustutor.ui.pieces import (
    Piece,
    Rows,
    ScreenPen,
    columns,
    folded_rows,
    page_rows,
    wide,
    wrapped_rows,
)

JUDGED = {"right": ("good", "right"), "shown": ("good", "right"), "wrong": ("bad", "wrong")}
"""The style and the sign of what is told of an answer, by the kind of line."""


def question_rows(asking: Asking, width: int, pen: ScreenPen) -> Rows:
    """A question with its choices, or how an answer to it is written."""
    question = asking.question
    *asked, manner = question_in_words(question, pen.language)
    rows = [
        row
        for line in asked
        if line.kind == "question"
        for row in wrapped_rows("prompt", line.text, width, pen)
    ]
    if question.kind not in ("choose", "seat") and not asking.closed:
        offered = [line for line in asked if line.kind == "choices"]
        rows += [row for line in offered for row in wrapped_rows("", line.text, width, pen)]
        rows += wrapped_rows("", manner.text, width, pen)
    numbered = chosen_by_number(question)
    choices = [
        _choice(str(number) if numbered else "-", choice, asking, pen)
        for number, choice in enumerate(question.choices, 1)
    ]
    if question.kind not in ("choose", "seat") or not choices:
        return rows
    in_one = tuple([piece for choice in choices for piece in (*choice, ("", "  "))])
    if wide(in_one) <= width:
        return [*rows, in_one]
    for number, words in choices:
        first, *rest = wrapped_rows(words[0], words[1].strip(), max(width - 4, 8), pen) or [()]
        rows.append((number, ("", " "), *first))
        rows += [(("", " " * (columns(number[1]) + 1)), *row) for row in rest]
    return folded_rows(rows, width)


def _choice(
    number: str, choice: AnswerChoice, asking: Asking, pen: ScreenPen
) -> tuple[Piece, Piece]:
    """A choice by its number; one that was found wrong, or right, has the sign of that instead."""
    text = f" {pen.clean(choice.label)}"
    if asking.closed and asking.question.is_right(choice.value):
        return ("good", f" {pen.signs.right}"), ("good", text)
    if choice.value in asking.tries and not asking.question.is_right(choice.value):
        return ("bad", f" {pen.signs.wrong}"), ("overtaken", text)
    return ("choice", f" {number}"), ("", text)


def feedback_rows(asking: Asking, width: int, pen: ScreenPen) -> Rows:
    """What is told of the answers, a sign and a colour at what was right and what was wrong."""
    rows: Rows = []
    for passage in feedback(asking, pen.language).passages:
        if rows:
            rows.append(())
        for judged, lines in groupby(passage.lines, key=lambda line: line.kind in JUDGED):
            if not judged:
                rows += page_rows(Explanation("", (Passage("", tuple(lines)),)), width, pen)
                continue
            for line in lines:
                style, sign = JUDGED[line.kind]
                text = f"{getattr(pen.signs, sign)} {line.text}"
                rows += wrapped_rows(style, text, width, pen, hang=2)
    return rows
