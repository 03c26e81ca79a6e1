"""The keys of the screen: their actions, and their words in the bar and in the help.

While a question is open letters belong to the answer; Esc leaves the input line for the commands
and returns to it, and function keys work at any time.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mustutor.base.language import mark
from mustutor.present.screen.rows import Piece, Row, ScreenPen, columns, wide

WATCH, ANSWER, ASK, OVERLAY, FORK = "watch", "answer", "ask", "overlay", "fork"
"""Where keys serve: at the table, while an answer is typed, while something else is typed in
the line (a place, words, a rulebook), over the table (help, an article, the story so far), and
where a learner says what comes next."""


class Key(NamedTuple):
    """An action: its keys, as the bar shows them, and its words.

    `keys` work where letters are commands, `typing` also in an input line; `bare` only while that
    line is empty. `shown` is the key's name in the bar, `typed` its name during input; `rank`
    decides what a short bar keeps.
    """

    action: str
    shown: str
    short: str
    long: str
    keys: tuple[str, ...] = ()
    typing: tuple[str, ...] = ()
    bare: tuple[str, ...] = ()
    typed: str = ""
    rank: int = 5


KEYS = (
    Key(
        "forward",
        "n",
        mark("next"),
        mark("go on: also →, and Enter or space once all has been shown"),
        ("n", "right", " ", "enter"),
        bare=("right",),
        typed="→",
        rank=1,
    ),
    Key("back", "p", mark("back"), mark("go back: also ← or b"), ("p", "b", "left"), (), ("left",)),
    Key("first", mark("Home"), "", mark("go to the beginning"), ("home",), bare=("home",)),
    Key("last", mark("End"), "", mark("go to the end"), ("end",), bare=("end",)),
    Key("answer", "Enter", mark("answer"), mark("give the answer that is typed"), (), rank=1),
    Key("line", "Esc", mark("commands"), mark("from the answer to the commands, and back"), rank=2),
    Key(
        "hint", "h", mark("hint"), mark("a hint: also F2"), ("h", "f2"), ("f2",), typed="F2", rank=3
    ),
    Key(
        "reveal",
        "s",
        mark("show"),
        mark("show the answer: also R or F3"),
        ("s", "R", "f3"),
        ("f3",),
        typed="F3",
        rank=4,
    ),
    Key("explain", "e", mark("explain"), mark("explain the story so far, or the answer"), ("e",)),
    Key("article", "r", mark("article"), mark("read the articles of the rulebook"), ("r",)),
    Key("search", "/", mark("search"), mark("search for words"), ("/",), bare=("/",), rank=6),
    Key("go", "g", mark("go to"), mark("go to a place, such as 1.grande or 2"), ("g",), rank=6),
    Key("variant", "v", mark("rules"), mark("see the same under another rulebook"), ("v",), rank=7),
    Key("undo", "u", mark("undo"), mark("ask again, or go back"), ("u",), rank=8),
    Key("help", "?", mark("help"), mark("this help: also F1"), ("?", "f1"), ("f1",), ("?",), "F1"),
    Key("quit", "q", mark("quit"), mark("leave: also Ctrl-C, at any time"), ("q",), rank=3),
)

COMPLETE = Key("complete", "Tab", mark("complete"), mark("complete what is typed"), rank=4)
SCROLL = Key(
    "down",
    mark("PgDn"),
    mark("more"),
    mark("read on: PgUp PgDn, j and k, or Enter while more is below"),
    rank=0,
)
CLOSE = Key("line", "Esc", mark("close"), mark("close this"), rank=1)
ENTER = Key("answer", "Enter", mark("confirm"), mark("enter what is typed"), rank=1)
TAKE = Key("answer", "Enter", mark("go on"), mark("go on as recommended"), rank=0)
NUMBER = Key("answer", "1 2 …", mark("another way"), mark("go on another way"), rank=2)
RETURN = Key("line", "Esc", mark("back"), mark("back to where you were"), rank=3)
CANCEL = Key("line", "Esc", mark("cancel"), mark("leave the line"), rank=2)
RESUME = Key("forward", "Enter", mark("type"), mark("type an answer"), rank=1)
SPACIOUS = 60
"""Columns from which the keys in the bar stand well apart."""
READ_ON = frozenset(("enter", " "))
"""The keys that lead on only once all has been shown; until then they scroll."""
OPEN_ONLY = frozenset(("hint", "reveal", "answer", "line"))


def offered(where: str, *, asked: bool, hidden: bool) -> Iterator[Key]:
    """The keys for the bar; `asked`: a question is open, `hidden`: there is more below."""
    if hidden:
        yield SCROLL
    if where == OVERLAY:
        yield CLOSE
    elif where == FORK:
        yield from (TAKE, NUMBER, RETURN)
        yield next(key for key in KEYS if key.action == "quit")
    elif where == ASK:
        yield from (ENTER, CANCEL, COMPLETE)
    elif where == ANSWER:
        yield from (key for key in KEYS if key.action in ("answer", "line", "hint", "reveal"))
        yield COMPLETE
        yield next(key for key in KEYS if key.action == "help")
    else:
        if asked:
            yield RESUME
        skipped = {"forward"} | {"answer", "line"} if asked else OPEN_ONLY
        yield from (key for key in KEYS if key.short and key.action not in skipped)


def bar_row(where: str, width: int, pen: ScreenPen, *, asked: bool, hidden: bool) -> Row:
    """The bar at the bottom, with as many keys as fit, the most useful ones last to go."""
    keys = list(offered(where, asked=asked, hidden=hidden))
    end = " " if width >= SPACIOUS else ""
    named = {key: _named(key, pen, end, typing=where == ANSWER) for key in keys}
    kept: list[Key] = []
    for key in sorted(keys, key=lambda key: (key.action != "help", key.rank)):
        if sum(wide(named[each]) for each in (*kept, key)) <= width:
            kept.append(key)
    pieces = [piece for key in keys if key in kept for piece in named[key]]
    spare = width - sum(columns(text) for _, text in pieces)
    return (*pieces, ("bar", " " * max(spare, 0)))


def _named(key: Key, pen: ScreenPen, end: str, *, typing: bool) -> tuple[Piece, ...]:
    shown = key.typed if typing and key.typed else key.shown
    return (("bar-key", f" {pen.say(shown)}"), ("bar", f" {pen.say(key.short)}{end}"))


def help_rows(pen: ScreenPen) -> list[tuple[str, str]]:
    """The keys with their words, for the help."""
    keys = (*KEYS, COMPLETE, SCROLL)
    return [(pen.say(key.shown), pen.say(key.long)) for key in keys]
