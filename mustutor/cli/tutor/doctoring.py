"""What the doctor of progress files says, in words and for a program."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from mustutor.cli.console import Console
from mustutor.language import Language

if TYPE_CHECKING:
    from mustutor.tutor.doctor import Diagnosis


def tell(
    console: Console, found: Diagnosis, aside: Path | None, *, mended: bool, named: str = ""
) -> None:
    """Say how a file is, what was done, and what to do; `named` is what the reader calls it."""
    say, count = console.say, console.language.count
    file = str(found.path)
    if found.state == "absent":
        say("{file}: there is none yet. The first answer you give begins it.", file=file)
    elif found.state == "sound":
        console.paragraph(
            count(
                "{file}: it is sound, and holds {number} event.",
                "{file}: it is sound, and holds {number} events.",
                len(found.events),
                file=file,
            )
        )
    elif found.problem is not None:
        console.paragraph(found.problem.said(console.language))
    if found.state == "damaged":
        console.paragraph(
            count(
                "{number} event can still be read.",
                "{number} events can still be read.",
                len(found.events),
            )
        )
    if found.ahead:
        console.paragraph(
            count(
                "{number} event comes from the future: a clock was wrong. A repair dates it now.",
                "{number} events come from the future: a clock was wrong. A repair dates them now.",
                found.ahead,
            )
        )
    if found.leftovers:
        console.paragraph(
            count(
                "{number} draft of a program that was killed lies beside it.",
                "{number} drafts of programs that were killed lie beside it.",
                len(found.leftovers),
            )
        )
    if found.unplaced:
        console.paragraph(
            count(
                "{number} event stands only there; a repair takes it in.",
                "{number} events stand only there; a repair takes them in.",
                len(found.unplaced),
            )
        )
    if aside is not None:
        say("It is repaired. The old file is {aside}.", aside=str(aside))
    elif mended and found.may_be_repaired:
        say("It is repaired.")
    elif mended:
        say("There is nothing left to repair.")
    elif found.may_be_repaired:
        command = " ".join(filter(None, ("mustutor progress doctor", named, "--repair")))
        say("Type {command} to save what can be read.", command=command)
    for rescued in found.rescued:
        say(
            "What could not be kept another time is in {file}: type mustutor progress import "
            "{file}, then delete it.",
            file=str(rescued),
        )


def as_json(found: Diagnosis, aside: Path | None, language: Language) -> dict[str, object]:
    """The same for a program."""
    written: dict[str, object] = {
        "file": str(found.path),
        "state": found.state,
        "events": len(found.events),
        "ahead": found.ahead,
        "unplaced": len(found.unplaced),
        "leftovers": [str(path) for path in found.leftovers],
        "rescued": [str(path) for path in found.rescued],
    }
    if found.problem is not None:
        written["problem"] = {
            "line": found.problem.line,
            "column": found.problem.column,
            "message": found.problem.said(language),
        }
    if aside is not None:
        written["aside"] = str(aside)
    return written
