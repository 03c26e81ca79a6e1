"""Commands and the whole screen: a walk is shown on it, or line after line where there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mustutor.cli.console import Console
from mustutor.language import mark

if TYPE_CHECKING:
    from mustutor.tutor.walk import Walk
    from mustutor.ui.screen import Keep

NO_SCREEN = mark(
    "This terminal cannot be drawn on, so here it comes line after line "
    "(winpty, or another terminal, would show the table)."
)
FRAME = "┌"


def keep_nothing(before: Walk, after: Walk) -> None:
    """Keep nothing of a step: a record that is watched leaves no trace."""


def shown(console: Console, walk: Walk, keep: Keep = keep_nothing, notice: str = "") -> Walk | None:
    """Show a walk on the whole screen, and give it back where the reader left it.

    Whoever calls has asked `console.interactive` before. None says that this terminal cannot
    be drawn on: the reader is told so, and the lines are to follow.
    """
    from mustutor.ui.screen import NoScreenError, run_screen

    console.flush()
    try:
        return run_screen(
            walk,
            language=console.language,
            color=bool(console.color),
            ascii=console.ascii or console.fitted(FRAME) != FRAME,
            keep=keep,
            notice=notice,
        )
    except NoScreenError:
        console.problem(console.language.say(NO_SCREEN))
        return None
