"""What stays in view while a match is taken down: the score, the table, the names, the stake.

It stands between what was told and the line that is typed, and is drawn anew for each.
"""

from __future__ import annotations

from mustutor.language import Language
from mustutor.recorder import readback
from mustutor.recorder.dictation import Dictation
from mustutor.recorder.hand import TakenHand
from mustutor.recorder.recorder import Recorder
from mustutor.tutor.walk import Scene, words_said
from mustutor.ui.pieces import Row, Rows, ScreenPen, columns, cut, wrapped_rows
from mustutor.ui.table import table_rows

ROOM_TO_TYPE = 16
"""Columns that stay free for a call after the prompt; else the line has a row of its own."""
LEFT_FOR_THE_REST = 9
"""Rows of a terminal that the table leaves to what was told, and to what is typed."""
SIGN = "> "


def scene_of(recorder: Recorder, tongue: Language) -> Scene | None:
    """The table as it stands, with every card that was told; nothing before the first hand."""
    hand = _seen(recorder)
    if hand is None:
        return None
    position = hand.position
    return Scene(
        "",
        position=position,
        face_up=frozenset(position.order),
        words=words_said(position, tuple(hand.course.steps), tongue),
        names=recorder.called,
    )


def _seen(recorder: Recorder) -> TakenHand | None:
    """The hand somebody may speak in; where nobody may, the last one."""
    return recorder.awaiting if recorder.awaited() is not None else recorder.hand


def view_rows(dictation: Dictation, width: int, height: int, pen: ScreenPen) -> Rows:
    """Draw what stays in view within a width, with as much of the table as a height allows."""
    recorder = dictation.recorder
    scene = scene_of(recorder, pen.language)
    if scene is None:
        return []
    rows: Rows = [_heading(recorder, width, pen)]
    rows += table_rows(scene, width, height - LEFT_FOR_THE_REST, pen)
    return rows


def _heading(recorder: Recorder, width: int, pen: ScreenPen) -> Row:
    """A rule across the screen with the score in it."""
    score = " · ".join(
        line.text for page in [readback.score(recorder, pen.language)] for line in page.lines
    )
    told = pen.clean(f" {' '.join(score.split())} ")
    dash = pen.clean("─")
    rest = max(width - columns(told) - 2, 0)
    return cut((("", dash * 2), ("heading", told), ("", dash * rest)), width, pen.more)


def prompt_rows(dictation: Dictation, width: int, pen: ScreenPen) -> tuple[Rows, str]:
    """What is asked next: the rows above the line, and the sign that stands before it."""
    asked = pen.clean(dictation.prompt())
    if columns(asked) + ROOM_TO_TYPE <= width:
        return [], asked
    words = asked.removesuffix(SIGN).rstrip()
    return wrapped_rows("prompt", words, width, pen, hang=2), SIGN
