"""The full screen as rows: title, table, text, question and keys, for any size.

`picture` draws a `Desk`. Its parts draw a question with its choices, the feedback on answers, and
what covers the table: articles, help, forks.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple

from mustutor.base.language import mark
from mustutor.games.explain import Explanation, Passage
from mustutor.games.question import NOTHING_TOLD, AnswerChoice, Asking, Scene
from mustutor.games.rulebook import articles, in_language, without_options
from mustutor.present.screen.cards import look_of
from mustutor.present.screen.desk import (
    ARTICLE,
    AS_FAR_AS_NEEDED,
    FORK,
    HELP,
    Desk,
    bar_row,
    chosen_by_number,
    help_rows,
    story,
)
from mustutor.present.screen.rows import (
    Piece,
    Row,
    Rows,
    ScreenPen,
    apart,
    bar,
    columns,
    cut_row,
    fit,
    folded_rows,
    page_rows,
    wide,
    wrapped_rows,
)
from mustutor.present.screen.table import HEIGHT_OF_SEAT, table_rows
from mustutor.tutor.question_text import feedback, question_in_words
from mustutor.tutor.walk import Fork

JUDGED = {"right": ("good", "right"), "shown": ("good", "right"), "wrong": ("bad", "wrong")}
"""The style and the sign of feedback on an answer, by the kind of line."""


def question_rows(asking: Asking, width: int, pen: ScreenPen) -> Rows:
    """A question with its choices, or with how to type an answer."""
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
    """A choice with its number, or with a sign once it was found wrong or right."""
    text = f" {pen.clean(choice.label)}"
    if asking.closed and asking.question.is_right(choice.value):
        return ("good", f" {pen.signs.right}"), ("good", text)
    if choice.value in asking.tries and not asking.question.is_right(choice.value):
        return ("bad", f" {pen.signs.wrong}"), ("overtaken", text)
    return ("choice", f" {number}"), ("", text)


def feedback_rows(asking: Asking, width: int, pen: ScreenPen) -> Rows:
    """The feedback on the answers, with signs and colours for right and wrong."""
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


ROOMY = 72
"""Columns from which the table may be drawn with its seats around it."""
WIDEST_TEXT, WIDEST_ALONE = 90, 72
"""Columns of text below a table, and of text alone, which is centred."""
LEAST_TEXT, LEAST_TEXT_DRAWN, LEAST_ARTICLE = 3, 5, 8
"""Rows of text beside which the table stays, in lines, drawn, and below it an article."""
BELOW = 12
"""Rows of a terminal that a table around which seats are drawn leaves to everything else."""
MOST_MESSAGE = 3
TITLED, TITLED_BESIDE_A_QUESTION = 5, 16
"""Rows from which there is room for a title."""


TORN = " " * 5
"""What a row begins with that goes on with a line, and no line itself."""


class Picture(NamedTuple):
    """A screen: its `rows`, the `label` of the input line (or empty), and the `bar`.

    `top` is the first visible row of the text, `most` the greatest possible `top`, `page` the
    number of rows to scroll to continue reading. `unread` says that there is text below to read
    before Enter goes on.
    """

    rows: tuple[Row, ...]
    label: str
    bar: Row
    top: int
    most: int
    page: int
    unread: bool


class _Seen(NamedTuple):
    """The visible rows of a text, with the index of the first, and its largest value."""

    rows: Rows
    top: int
    most: int
    page: int


class _Text(NamedTuple):
    """The rows of a text, the index of the first new one, and of the first to be visible.

    `asked` is the open question with its choices, which stays visible below the text; `answered` is
    the number of rows of a closed one, which are shown again above new rows if there is room.
    """

    rows: Rows
    new: int = 0
    needed: int = 0
    answered: int = 0
    asked: Rows = []  # noqa: RUF012 - nobody adds to it


def picture(desk: Desk, width: int, height: int) -> Picture:
    """Draw a desk for a screen of `width` columns and `height` rows; any size will do."""
    pen = desk.pen
    width = max(width, 1)
    label = _label(desk) if height > 1 else ""
    titled = height >= (TITLED_BESIDE_A_QUESTION if desk.asked and not desk.over else TITLED)
    title = [_title(desk, width)] if titled else []
    message = _message(desk, width, max(min(MOST_MESSAGE, height - TITLED + 2), 0))
    room = max(height - len(title) - bool(label) - (height > 2), 0)
    seen, unread = _seen(desk, width, room, height)
    keys: Row = ()
    if len(seen.rows) + len(message) > room:
        # A message of one row takes the place of the keys, so that nothing else moves.
        keys = message.pop() if message and height > 2 else keys
        seen, unread = _seen(desk, width, room, height, len(message))
    rows = [*seen.rows, *[()] * (room - len(message) - len(seen.rows))]
    keys = keys or bar_row(desk.where, width, pen, asked=desk.asked, hidden=seen.most > seen.top)
    whole = [cut_row(row, width) for row in [*title, *rows, *message]]
    return Picture(tuple(whole), label, keys if height > 2 else (), *seen[1:], unread)


def _seen(desk: Desk, width: int, room: int, height: int, lost: int = 0) -> tuple[_Seen, bool]:
    """What is visible between title and message, and whether it is to be read on.

    `lost` is the number of rows of `room` that a message takes.
    """
    left = room - lost
    if desk.where == FORK:
        fork = desk.forks[-1]
        drawn, usual = fork_rows(fork, min(width, WIDEST_ALONE), desk.pen)
        # A list opens at its recommended way; a text above it is read first.
        needed = 0 if fork.page.lines or usual < left else usual - left // 2
        seen = _visible(drawn, needed if desk.scroll == AS_FAR_AS_NEEDED else desk.scroll, left)
        return _centred(seen, width, left), seen.top < min(usual - left + 1, seen.most)
    if desk.over and desk.over != ARTICLE:
        seen = _visible(_over(desk, width), desk.scroll, left)
    else:
        seen = _middle(desk, width, room, height, lost)
    return seen, seen.top < seen.most


def _centred(seen: _Seen, width: int, room: int) -> _Seen:
    """Text alone on the screen, in its middle."""
    above, left = (room - len(seen.rows)) // 2, (width - min(width, WIDEST_ALONE)) // 2
    rows = [(("", " " * left), *row) if left and row else row for row in seen.rows]
    return seen._replace(rows=[*[()] * above, *rows])


def _message(desk: Desk, width: int, most: int) -> Rows:
    """The message in at most `most` rows; a sign at its end shows that it is cut."""
    rows = wrapped_rows("message", desk.message, width, desk.pen)
    if len(rows) <= most:
        return rows
    kept = rows[:most]
    more = columns(desk.pen.more)
    return (
        [*kept[:-1], (*cut_row(kept[-1], max(width - more, 0)), ("", desk.pen.more))]
        if kept
        else []
    )


def _middle(desk: Desk, width: int, room: int, height: int, lost: int) -> _Seen:
    """The table, with the text or an article below it; without room an article alone."""
    text = _text(desk, min(width, WIDEST_TEXT))
    free = room - len(text.asked)
    scene = desk.walk.stop.scene
    drawn = min(free - LEAST_TEXT_DRAWN - 1, height - BELOW) if width >= ROOMY else 0
    # Cards may grow if all new text stays readable beside them.
    grown = free - 1 - (len(text.rows) - text.needed)
    table = table_rows(scene, width, drawn, desk.pen, grown=grown, settled=not desk.asked)
    if not table and not desk.over:
        text = _text(desk, min(width, WIDEST_ALONE))
        flow = text._replace(rows=[*text.rows, *text.asked])
        left = room - lost
        return _centred(_visible(flow.rows, _scroll(desk, flow, left), left), width, left)
    spare = len(text.rows) - text.needed - (free - len(table))
    if scene.position is not None and len(table) > drawn and spare > 0:
        # The seats stay; the center of the table moves below the text.
        kept = max(len(scene.position.table.seats) + 1, len(table) - spare)
        text = text._replace(rows=[*text.rows, *table[kept:]])
        table = table[:kept]
    around = HEIGHT_OF_SEAT <= len(table) <= drawn
    rule: Rows = [(("frame", ("-" if desk.pen.ascii else "─") * width),)] if around else []
    left = free - len(table) - len(rule) - lost
    if desk.over:
        around = around and left >= LEAST_ARTICLE
        article = _visible(_over(desk, width), desk.scroll, left if around else room - lost)
        return article._replace(rows=[*table, *rule, *article.rows]) if around else article
    if left >= min(LEAST_TEXT, len(text.rows)):
        seen = _visible(text.rows, _scroll(desk, text, left), left)
        shown = seen.rows
        if desk.scroll == AS_FAR_AS_NEEDED and 0 < seen.top < text.new:
            shown = drop_partial_line(shown)
        return seen._replace(rows=[*table, *rule, *shown, *text.asked])
    # No room for both: scroll them as one page, from the table on, so that all of it is seen.
    laid, rows = folded_rows(table, width), text.rows[text.needed :]
    asking = desk.walk.asking
    begun = asking is not None and (asking.tries or asking.hints or asking.closed)
    new = len(laid) + text.new if begun else 0
    flow = text._replace(rows=[*laid, *rows, *text.asked], new=new)
    return _visible(flow.rows, _scroll(desk, flow, room - lost), room - lost)


def _scroll(desk: Desk, text: _Text, room: int) -> int:
    """The scroll offset: the reader's, or far enough to show the answer."""
    if desk.scroll != AS_FAR_AS_NEEDED:
        return desk.scroll
    again = text.answered if text.answered + LEAST_TEXT <= room else 0
    return min(text.new - again, max(len(text.rows) - room, 0))


def _visible(rows: Rows, scroll: int, room: int) -> _Seen:
    most = max(len(rows) - room, 0)
    top = min(max(scroll, 0), most)
    return _Seen(rows[top : top + room], top, most, max(room - 1, 1))


def drop_partial_line(rows: Rows) -> Rows:
    """The rows without the end of a line whose beginning is hidden."""
    torn = 0
    while torn < len(rows) and wide(rows[torn]) and _text_of(rows[torn]).startswith(TORN):
        torn += 1
    return [*[()] * torn, *rows[torn:]]


def _text_of(row: Row) -> str:
    return "".join(text for _, text in row)


# --- text and question -------------------------------------------------------------------


def _text(desk: Desk, width: int) -> _Text:
    """The page, the question with its choices, and the feedback so far.

    A page that continues a story has the earlier story above it, without colours. Feedback on an
    open question is above the question, so that both stay visible.
    """
    pen, asking, scene = desk.pen, desk.walk.asking, desk.walk.stop.scene
    rows = page_rows(scene.page, width, pen)
    if asking is None:
        before = _earlier_story(scene, width, pen)
        if before and scene.page.passages[0].heading:
            before.append(())
        return _Text([*before, *rows], len(before), len(before))
    question, answer = question_rows(asking, width, pen), feedback_rows(asking, width, pen)
    gap: Rows = [()]
    if asking.closed:
        rows = [*rows, *(gap if rows else []), *question]
        return _Text([*rows, *gap, *answer], len(rows) + 1, answered=len(question) + 1)
    if answer:
        new = len(rows) + bool(rows)
        return _Text([*rows, *(gap if rows else []), *answer], new, asked=[*gap, *question])
    return _Text(rows, asked=[*(gap if rows else []), *question])


def _earlier_story(scene: Scene, width: int, pen: ScreenPen) -> Rows:
    """The story before this page, if the page is its end."""
    whole = scene.explained() if scene.explained is not None else NOTHING_TOLD
    now = len(scene.page.lines)
    if not now or whole.lines[-now:] != scene.page.lines or len(whole.lines) == now:
        return []
    passages = list(whole.passages)
    while now:
        last = passages.pop()
        kept = last.lines[: max(len(last.lines) - now, 0)]
        now -= len(last.lines) - len(kept)
        if kept:
            passages.append(last._replace(lines=kept))
    rows = page_rows(Explanation("", tuple(passages)), width, pen)
    return [(("", "".join(text for _, text in row)),) for row in rows]


LABELS = {"go": mark("Go to:"), "search": mark("Search:"), "variant": mark("Rulebook:")}
"""What stands before the input line, by its purpose."""


def _label(desk: Desk) -> str:
    if desk.over or not desk.line:
        return ""
    return desk.pen.say(LABELS[desk.line]) if desk.line in LABELS else ">"


# --- over the table ----------------------------------------------------------------------


def _title(desk: Desk, width: int) -> Row:
    walk, pen = desk.walk, desk.pen
    if desk.where == FORK:
        named: Row = (("", f" {pen.clean(desk.forks[-1].title)}"),)
        return (("title-bar", _text_of(fit(named, width, more=pen.more))),)
    stop, count = walk.stop, walk.source.count
    if desk.over == HELP:
        name = pen.say("Help")
    elif desk.over == ARTICLE:
        name = pen.say("The rulebook")
    else:
        name = pen.clean(stop.scene.title or walk.source.title)
    if count is None:
        where = pen.say("Question {number}", number=walk.at + 1)
    elif stop.scene.here:
        where = f"{pen.clean(stop.scene.here)}  {walk.at + 1}/{count}"
    else:
        way = bar((walk.at + 1) / count, ascii=pen.ascii) if width >= ROOMY else ""
        where = f"{way}  {walk.at + 1}/{count}".lstrip()
    row = apart((("", f" {name}"),), (("", f"{where} "),), width, pen.more)
    return (("title-bar", "".join(text for _, text in row)),)


def _over(desk: Desk, width: int) -> Rows:
    if desk.over == HELP:
        return _help(desk.pen, width)
    if desk.over == ARTICLE:
        rules = tuple(dict.fromkeys([*_cited_here(desk), *desk.walk.stop.scene.rules]))
        return _articles(rules, desk.pen, min(width, WIDEST_TEXT))
    return page_rows(story(desk) or Explanation("", ()), min(width, WIDEST_TEXT), desk.pen)


def _cited_here(desk: Desk) -> tuple[str, ...]:
    """The articles to show here; none beside an open question, which they might answer."""
    asking = desk.walk.asking
    if desk.asked:
        return ()
    page = desk.walk.stop.scene.page if asking is None else feedback(asking, desk.pen.language)
    lines = [line for line in page.lines if line.kind != "article"]
    return tuple(dict.fromkeys([rule for line in lines for rule in line.rules]))


def _articles(rules: Iterable[str], pen: ScreenPen, width: int) -> Rows:
    """Articles of the rulebook, one below the other."""
    code = pen.language.code
    rows: Rows = []
    for name in rules:
        article = articles().get(name)
        if article is None:
            continue
        if rows:
            rows.append(())
        rows.append(cut_row((("rule", name),), width))
        rows += wrapped_rows("title", in_language(article.title, code), width, pen)
        for text in (article.text, article.reading):
            rows += [
                row
                for part in without_options(in_language(text, code)).split("\n")
                for row in wrapped_rows("", part, width, pen)
            ]
    return rows or wrapped_rows("", pen.say("No article is named here."), width, pen)


def _help(pen: ScreenPen, width: int) -> Rows:
    """The help: every key's action, and how to read the table."""
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


def _legend(pen: ScreenPen) -> tuple[str, ...]:
    say, heads = pen.say, look_of("spanish", pen).heads
    courts = say("{S} marks a jack, {C} a knight and {R} a king.", **heads)
    return (
        say(
            "While a question is open what you type is the answer, a choice by its number too, and "
            "Enter gives it; Esc leaves the line for the other keys, and Esc again takes it up."
        ),
        say(
            "{sign} stands before whoever speaks, mano (or M) after whoever is mano.",
            sign=pen.signs.speaks,
        ),
        say("What was said before the bet on the table stands in brackets."),
        say(
            "{best} stands where a hand was best; at the foot of the cards that decided stand the "
            "first letters of the lance.",
            best=pen.signs.best,
        ),
        say("{heap} is an amarrako, five stones; {stone} is one.", **pen.signs._asdict()),
        say("3b(R) is a three that plays as a king; ::::: is a card face down."),
        say("The frame of a card is whole for oros, broken once for copas, and twice for espadas."),
        say("It is broken three times for bastos. The letters o c e b say the same."),
        *([] if pen.ascii else [courts]),
    )


def fork_rows(fork: Fork, width: int, pen: ScreenPen) -> tuple[Rows, int]:
    """The rows of a fork: the page, and each way with its number; the usual one stands out.

    Also returns the row of the usual way, which must be visible.
    """
    rows = page_rows(fork.page, width, pen)
    if rows:
        rows.append(())
    digits, begins = columns(str(len(fork.ways))), 0
    for number, way in enumerate(fork.ways):
        if way.part and way.part != (fork.ways[number - 1].part if number else ""):
            rows += [*([()] if number else []), *wrapped_rows("heading", way.part, width, pen)]
        usual = number == fork.usual
        sign = f"{'>' if usual else ' '}{number + 1:{digits}} "
        words = wrapped_rows("prompt" if usual else "", way.words, max(width - len(sign), 8), pen)
        first, *rest = words or [()]
        begins = len(rows) if usual else begins
        rows.append((("choice", sign), *first))
        rows += [(("", " " * len(sign)), *row) for row in rest]
    return folded_rows(rows, width), begins
