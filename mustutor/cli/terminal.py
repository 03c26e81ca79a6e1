"""How somebody answers a command: on the whole screen, or by a script of what would be typed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from mustutor.cli.console import Console
from mustutor.errors import Unreadable
from mustutor.language import mark
from mustutor.opening import beginning

if TYPE_CHECKING:
    from mustutor.tutor.walk import Walk
    from mustutor.ui.desk import Onward
    from mustutor.ui.screen import Keep

NO_SCREEN = mark(
    "This terminal cannot redraw its screen, so everything comes line after line (with winpty, "
    "or in another terminal, you would see the table)."
)
COMMENT = "#"


def keep_nothing(before: Walk, after: Walk) -> None:
    """Keep nothing of a step: a record that is watched leaves no trace."""


def shown(
    console: Console,
    walk: Walk,
    keep: Keep = keep_nothing,
    notice: str = "",
    onward: Onward | None = None,
) -> Walk | None:
    """Show a walk on the whole screen, and give it back where the reader left it.

    Whoever calls has asked `console.interactive` before. None says that this terminal cannot
    be drawn on: the reader is told so, and the lines are to follow.
    """
    from mustutor.ui.desk import nothing_follows
    from mustutor.ui.screen import NoScreenError, run_screen

    console.flush()
    try:
        return run_screen(
            walk,
            language=console.language,
            color=bool(console.color),
            faces=console.faces,
            ascii=console.draws_ascii,
            keep=keep,
            notice=notice,
            onward=onward or nothing_follows,
        )
    except NoScreenError:
        console.problem(console.language.say(NO_SCREEN))
        return None


def script_lines(file: Path, largest: int) -> Iterator[str]:
    """Read what would be typed from a file; what begins with ``#`` is a comment.

    Raises Unreadable where the file cannot be read, or holds more than `largest` bytes.
    """
    try:
        data = beginning(file, largest)
    except (OSError, ValueError) as problem:
        why = getattr(problem, "strerror", None) or str(problem)
        raise Unreadable("{problem}", problem=why, file=str(file)) from None
    if len(data) > largest:
        raise Unreadable(
            mark("This is more than anybody types: at most {most} KiB are read."),
            file=str(file),
            most=largest // 1024,
        )
    lines = data.decode("utf-8-sig", errors="replace").splitlines()
    return iter([line for line in lines if not line.startswith(COMMENT)])
