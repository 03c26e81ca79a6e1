"""The whole screen as rows: the title, the table, what is told, the question, the keys."""

from __future__ import annotations

from typing import NamedTuple

from mustutor.explain.page import Explanation
from mustutor.rulebook import articles, spoken
from mustutor.tutor.asking import Asking
from mustutor.tutor.feedback import feedback
from mustutor.tutor.question import Choice
from mustutor.ui.desk import ARTICLE, HELP, TO_THE_FEEDBACK, Desk, chosen_at_once, story
from mustutor.ui.keys import bar_row, help_rows
from mustutor.ui.pieces import (
    Pen,
    Row,
    Rows,
    apart,
    columns,
    cut,
    fit,
    folded_rows,
    page_rows,
    wide,
    wrapped_rows,
)
from mustutor.ui.table import HEIGHT_OF_SEAT, table_rows

ROOMY = 72
"""Columns from which the table may be drawn with its seats around it."""
BESIDE = 116
"""Columns from which the article stands beside the table."""
WIDEST_TEXT, WIDEST_ARTICLE = 90, 60
LEAST_TEXT, LEAST_TEXT_DRAWN = 3, 6
MOST_MESSAGE = 3
TITLED = 5
"""Rows from which there is room for a title."""


class Picture(NamedTuple):
    """A screen: `rows` above the line typed in, its `label` (nothing where there is no line), `bar`.

    `top` is the first row of the text that is seen, `most` the last that may be the first.
    """

    rows: tuple[Row, ...]
    label: str
    bar: Row
    top: int
    most: int


class _Text(NamedTuple):
    """What is told, and the row where the answer to what the learner did begins."""

    rows: Rows
    answered: int


def picture(desk: Desk, width: int, height: int) -> Picture:
    """Draw a desk for a screen of so many columns and rows; any size will do."""
    pen = desk.pen
    width = max(width, 1)
    label = _label(desk) if height > 1 else ""
    title = [_title(desk, width)] if height >= TITLED else []
    message = wrapped_rows("message", desk.message, width, pen)
    message = message[: max(min(MOST_MESSAGE, height - TITLED + 2), 0)]
    room = max(height - len(title) - len(message) - bool(label) - (height > 2), 0)
    if desk.over:
        rows, top, most = _seen(_over(desk, width), desk.scroll, room)
    else:
        rows, top, most = _middle(desk, width, room)
    rows += [()] * (room - len(rows))
    bar = bar_row(desk.where, width, pen, asked=desk.asked, hidden=most > top)
    whole = [cut(row, width) for row in [*title, *rows, *message]]
    return Picture(tuple(whole), label, bar if height > 2 else (), top, most)


def _middle(desk: Desk, width: int, room: int) -> tuple[Rows, int, int]:
    """The table, with the text under it and, where there is room, the article beside both."""
    if width >= BESIDE and desk.walk.stop.scene.rules:
        left = width - min(max(width // 3, width - 100), WIDEST_ARTICLE) - 1
        rows, top, most = _middle_alone(desk, left, room)
        side = _articles(desk, width - left - 3)[:room]
        bar = "|" if desk.pen.ascii else "│"
        side += [()] * (room - len(side))
        rows += [()] * (room - len(rows))
        joined = [
            (*fit(row, left), ("frame", f" {bar} "), *beside)
            for row, beside in zip(rows, side, strict=True)
        ]
        return joined, top, most
    return _middle_alone(desk, width, room)


def _middle_alone(desk: Desk, width: int, room: int) -> tuple[Rows, int, int]:
    text = _text(desk, min(width, WIDEST_TEXT))
    scene = desk.walk.stop.scene
    drawn = room - LEAST_TEXT_DRAWN - 1 if width >= ROOMY else 0
    table = table_rows(scene, width, drawn, desk.pen)
    if not table:
        return _seen(text.rows, _scroll(desk, text, room), room)
    around = HEIGHT_OF_SEAT <= len(table) <= drawn
    rule: Rows = [(("frame", ("-" if desk.pen.ascii else "─") * width),)] if around else []
    left = room - len(table) - len(rule)
    if left >= LEAST_TEXT:
        shown, top, most = _seen(text.rows, _scroll(desk, text, left), left)
        return [*table, *rule, *shown], top, most
    # No room for both: they are one page to scroll, and what is asked can always be reached.
    flow = _Text([*folded_rows(table, width), *text.rows], len(table) + text.answered)
    return _seen(flow.rows, _scroll(desk, flow, room), room)


def _scroll(desk: Desk, text: _Text, room: int) -> int:
    """How far to scroll: as far as the reader did, or until the answer is seen."""
    if desk.scroll != TO_THE_FEEDBACK:
        return desk.scroll
    return min(text.answered, max(len(text.rows) - room, 0))


def _seen(rows: Rows, scroll: int, room: int) -> tuple[Rows, int, int]:
    most = max(len(rows) - room, 0)
    top = min(max(scroll, 0), most)
    return rows[top : top + room], top, most


# --- what is told and asked --------------------------------------------------------------


def _text(desk: Desk, width: int) -> _Text:
    """The page, the question with its choices, and what is told of the answers so far."""
    pen, asking = desk.pen, desk.walk.asking
    rows = page_rows(desk.walk.stop.scene.page, width, pen)
    if asking is None:
        return _Text(rows, 0)
    if rows:
        rows.append(())
    rows += _question(asking, width, pen)
    answered = len(rows)
    told = feedback(asking, pen.language)
    if told.lines:
        rows += page_rows(told, width, pen)
    return _Text(rows, answered)


def _question(asking: Asking, width: int, pen: Pen) -> Rows:
    question = asking.question
    rows = wrapped_rows("prompt", question.prompt, width, pen)
    at_once = chosen_at_once(question)
    choices = [
        _choice(str(number) if at_once else "-", choice, pen)
        for number, choice in enumerate(question.choices, 1)
    ]
    if question.kind in ("cards", "settle") or not choices:
        return rows
    in_one = tuple([piece for choice in choices for piece in (*choice, ("", "  "))])
    if wide(in_one) <= width:
        return [*rows, in_one]
    for choice in choices:
        (mark, number), (style, words) = choice[0], choice[1]
        first, *rest = wrapped_rows(style, words.strip(), max(width - 4, 8), pen) or [()]
        rows.append(((mark, number), ("", " "), *first))
        rows += [(("", " " * (columns(number) + 1)), *row) for row in rest]
    return folded_rows(rows, width)


def _choice(number: str, choice: Choice, pen: Pen) -> Row:
    return (("choice", f" {number}"), ("", f" {pen.clean(choice.label)}"))


def _label(desk: Desk) -> str:
    """What stands before the line that is typed in."""
    say = desk.pen.say
    if desk.over:
        return ""
    match desk.line:
        case "":
            return ""
        case "go":
            return say("Go to:")
        case "search":
            return say("Search:")
        case "variant":
            return say("Rulebook:")
        case _:
            return ">"


# --- over the table ----------------------------------------------------------------------


def _title(desk: Desk, width: int) -> Row:
    walk, pen = desk.walk, desk.pen
    stop, count = walk.stop, walk.source.count
    if desk.over == HELP:
        name = pen.say("Help")
    elif desk.over == ARTICLE:
        name = pen.say("The rulebook")
    else:
        name = pen.clean(stop.scene.title or walk.source.title)
    number = f"{walk.at + 1}/{count}" if count is not None else f"{walk.at + 1}"
    where = f"{pen.clean(stop.place)}  {number}"
    row = apart((("", f" {name}"),), (("", f"{where} "),), width, pen.more)
    return (("title-bar", "".join(text for _, text in row)),)


def _over(desk: Desk, width: int) -> Rows:
    if desk.over == HELP:
        return _help(desk.pen, width)
    if desk.over == ARTICLE:
        return _articles(desk, min(width, WIDEST_TEXT))
    return page_rows(story(desk) or Explanation("", ()), min(width, WIDEST_TEXT), desk.pen)


def _articles(desk: Desk, width: int) -> Rows:
    """The articles this place rests on, those it names first."""
    pen, code = desk.pen, desk.pen.language.code
    rows: Rows = []
    for name in desk.walk.stop.scene.rules:
        article = articles().get(name)
        if article is None:
            continue
        if rows:
            rows.append(())
        rows.append(cut((("rule", name),), width))
        rows += wrapped_rows("title", spoken(article.title, code), width, pen)
        for text in (article.text, article.reading):
            rows += [
                row
                for part in spoken(text, code).split("\n")
                for row in wrapped_rows("", part, width, pen)
            ]
    return rows or wrapped_rows("", pen.say("No article is named here."), width, pen)


def _help(pen: Pen, width: int) -> Rows:
    """What every key does, and how the table is to be read."""
    keys = help_rows(pen)
    left = max(columns(shown) for shown, _ in keys) + 3
    rows: Rows = []
    for shown, words in keys:
        first, *rest = wrapped_rows("", words, max(width - left, 8), pen) or [()]
        rows.append((*fit((("", " "), ("key", shown)), left), *first))
        rows += [(("", " " * left), *row) for row in rest]
    rows.append(())
    for sentence in _legend(pen):
        rows += wrapped_rows("", sentence, width, pen, hang=2)
    return folded_rows(rows, width)


def _legend(pen: Pen) -> tuple[str, ...]:
    say = pen.say
    return (
        say(
            "While a question is open what you type is the answer, and a digit chooses; "
            "Esc leaves the line for the other keys, and Esc again takes it up."
        ),
        say("> stands before whoever speaks, mano (or M) after whoever is mano."),
        say("3b(R) is a three that plays as a king; ::::: is a card face down."),
        say("The frame of a card is whole for oros, broken once for copas, twice for espadas."),
        say("It is broken three times for bastos. The letters o c e b say the same."),
    )

