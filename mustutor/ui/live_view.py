"""What stays in view while a match is taken down: the score, the table, the names, the stake.

It stands between what was told and the line that is typed, and is drawn anew for each.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from mustutor.explanation.text import PIECES
from mustutor.games.telling import Explanation
from mustutor.language import Language
from mustutor.recorder import readback
from mustutor.recorder.hand import TakenHand
from mustutor.recorder.recorder import Recorder
from mustutor.tutor.walk import Scene, words_said
from mustutor.ui.pieces import Row, Rows, ScreenPen, columns, cut, wrapped_rows
from mustutor.ui.table import table_rows

ROOM_TO_TYPE = 16
"""Columns that stay free for a call after the prompt; else the line has a row of its own."""
LEFT_FOR_THE_REST = 9
"""Rows of a terminal that the table leaves to what was told, and to what is typed."""
LEFT_TO_TYPE = 6
"""Of these, the score, what is asked in two rows, and the line with what completes it."""
BESIDE_THE_SCORE = 4
"""Columns of the rule and the spaces before and behind the score."""
SIGN = "> "


class LineTaker(Protocol):
    """What takes lines at a table that stays in view: a dictation, or a turn of a match played.

    `face_up` are the seats whose cards are seen, None where all are; `words` those that ask for
    something.
    """

    @property
    def recorder(self) -> Recorder:
        """The match by now."""

    @property
    def tongue(self) -> Language:
        """The reader's language."""

    @property
    def face_up(self) -> frozenset[str] | None:
        """The seats whose cards are seen."""

    @property
    def words(self) -> Sequence[str]:
        """The words that ask for something."""

    def prompt(self) -> str:
        """What is asked next."""

    def take(self, line: str) -> LineAnswer:
        """Take a line as it was typed."""


class LineAnswer(Protocol):
    """What a line makes of the match, and what is said to it."""

    @property
    def taken(self) -> bool:
        """False where it was refused, and changed nothing."""

    @property
    def pages(self) -> Sequence[Explanation]:
        """What is said to it."""


def scene_of(
    recorder: Recorder, tongue: Language, face_up: frozenset[str] | None = None
) -> Scene | None:
    """The table as it stands, with the cards of these seats, or every card that was told.

    Nothing before the first hand.
    """
    hand = _seen(recorder)
    if hand is None:
        return None
    position, steps = hand.position, hand.course.steps
    # Where hands are hidden, a balloon over a head would tell everybody of a gesture.
    gestures = recorder.grammar.gestures if face_up is not None else frozenset()
    seen = [step for step in steps if step.call.verb not in gestures]
    return Scene(
        "",
        position=position,
        face_up=frozenset(position.order) if face_up is None else face_up,
        words=words_said(position, tuple(seen), tongue),
        names=recorder.called,
    )


def _seen(recorder: Recorder) -> TakenHand | None:
    """The hand somebody may speak in; where nobody may, the last one."""
    return recorder.awaiting if recorder.awaited() is not None else recorder.hand


def view_rows(
    dictation: LineTaker, width: int, height: int, pen: ScreenPen, *, told: int = 0
) -> Rows:
    """Draw what stays in view within a width, with as much of the table as a height allows.

    So many rows were `told` in answer to somebody, and stay readable above it.
    """
    table, left = _table(dictation, width, height, pen, told), height - told - LEFT_TO_TYPE
    if not table:
        return []
    heading = _heading(dictation.recorder, width, pen)
    return [heading, *table] if not told or len(table) <= left else [heading]


def fits(dictation: LineTaker, width: int, height: int, pen: ScreenPen, told: int) -> bool:
    """Whether what was told, in so many rows, and the table below it are seen at once."""
    return len(_table(dictation, width, height, pen, told)) <= height - told - LEFT_TO_TYPE


def _table(dictation: LineTaker, width: int, height: int, pen: ScreenPen, told: int) -> Rows:
    """The table as large as what was told before lets it be; nothing before the first hand."""
    scene = scene_of(dictation.recorder, pen.language, dictation.face_up)
    room = min(height - LEFT_FOR_THE_REST, height - told - LEFT_TO_TYPE)
    return [] if scene is None else table_rows(scene, width, room, pen)


def _heading(recorder: Recorder, width: int, pen: ScreenPen) -> Row:
    """A rule across the screen with the score in it, as far as it fits piece by piece."""
    pieces = [
        pen.clean(piece.strip())
        for line in readback.score(recorder, pen.language).lines
        for piece in line.text.split(PIECES)
    ]
    while len(pieces) > 1 and columns(" · ".join(pieces)) > width - BESIDE_THE_SCORE:
        del pieces[-1]
    told = pen.clean(f" {' · '.join(pieces)} ")
    dash = pen.clean("─")
    rest = max(width - columns(told) - 2, 0)
    return cut((("", dash * 2), ("heading", told), ("", dash * rest)), width, pen.more)


def prompt_rows(dictation: LineTaker, width: int, pen: ScreenPen) -> tuple[Rows, str]:
    """What is asked next: the rows above the line, and the sign that stands before it."""
    asked = pen.clean(dictation.prompt())
    if columns(asked) + ROOM_TO_TYPE <= width:
        return [], asked
    words = asked.removesuffix(SIGN).rstrip()
    return wrapped_rows("prompt", words, width, pen, hang=2), SIGN
