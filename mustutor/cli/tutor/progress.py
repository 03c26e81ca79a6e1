"""The `progress` commands: show a learner's progress; export, import, reset, mend it."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from mustutor.base.errors import ProgressError, Unreadable
from mustutor.base.language import Language, mark
from mustutor.cli.common_options import STDIN, STDOUT, Status, UsageError, nearest
from mustutor.cli.console import Console
from mustutor.cli.parameters import FORCE, JSON, argument, flag
from mustutor.tutor.progress import PLACEMENT
from mustutor.tutor.progress_file import (
    LARGEST,
    ProgressStore,
    contents_of,
    contents_read,
    progress_path,
    read_progress,
    replace,
    write_failure,
    written,
)

if TYPE_CHECKING:
    from mustutor.tutor.doctor import Diagnosis
    from mustutor.tutor.progress import Progress


def show(console: Console, json: bool = JSON) -> None:
    """Show the lessons done, the skills as bars and numbers, and what is due."""
    from mustutor.cli.tutor.standing import page, report

    path = progress_path()
    told = report(read_progress(path), path, datetime.now(UTC), console.language)
    if json:
        console.document(told.as_json())
    else:
        page(console, told)


def export(
    console: Console,
    target: str = argument(
        "FILE", "Where to write it; without it, or with -, the output.", STDOUT, quiet=True
    ),
    force: bool = FORCE,
) -> None:
    """Write the record of progress to a file or to the output."""
    contents = contents_of(progress_path())
    if target == STDOUT:
        console.write(written(contents).rstrip("\n"))
        return
    path = Path(target)
    if path.exists() and not force:
        raise UsageError(
            "{target} is there already: --force writes over it, mustutor progress import {target} "
            "adds it to yours.",
            target=target,
        )
    try:
        replace(path, written(contents))
    except OSError as problem:
        raise write_failure(path, problem) from None
    console.count(
        "{file} is written, with {number} event.",
        "{file} is written, with {number} events.",
        len(contents.events),
        file=target,
    )
    console.say("On the other computer: mustutor progress import {file}", file=target)


def take(
    console: Console, source: str = argument("FILE", "A file of progress; - for the input.")
) -> Status:
    """Add the events of another file; those known already change nothing."""
    try:
        if source == STDIN:
            data = sys.stdin.buffer.read(LARGEST + 1) if sys.stdin is not None else b""
            other = contents_read(data, file="<stdin>")
        elif Path(source).exists():
            other = contents_of(Path(source))
        else:
            raise Unreadable(mark("There is no such file."), file=source)
    except ProgressError as problem:
        advice = mark("Type mustutor progress doctor {file} to see what can be done.")
        told = "" if source == STDIN else console.language.say(advice, file=source)
        console.problem(problem.said(console.language), told)
        return Status.UNREADABLE
    store = ProgressStore()
    number = store.merge(other.events)
    if not number:
        console.say("Nothing in it is new.")
        return Status.DONE
    console.count(
        "{number} event was new, and has been added to yours.",
        "{number} events were new, and have been added to yours.",
        number,
    )
    return Status.DONE


def reset(
    console: Console,
    name: str = argument("LESSON|SKILL|placement", "What to begin again.", ""),
    everything: bool = flag("--all", "Begin everything again."),
    yes: bool = flag("--yes", "Do not ask whether you are sure."),
) -> Status:
    """Let what was done of a lesson or a skill no longer count."""
    if bool(name) == everything:
        raise UsageError("Name one lesson or skill to begin again, or type --all.")
    store = ProgressStore()
    if store.problem is not None:
        raise store.problem
    about = "all" if everything else _about(name, store.progress)
    if not yes and not _confirmed(console, name):
        console.say("Nothing has been changed.")
        return Status.DONE
    store.reset(about)
    if everything:
        console.say("Everything begins again.")
    else:
        console.say("{name} begins again.", name=name)
    return Status.DONE


def _about(name: str, progress: Progress) -> str:
    """The lesson, skill or placement a name means; raises UsageError for none or several."""
    known = {
        **({PLACEMENT: PLACEMENT} if progress.known else {}),
        **{walk: walk for walk in progress.walks if walk.startswith("lesson:")},
        **{f"skill:{skill}": f"skill:{skill}" for skill in progress.skills},
    }
    named = [about for about in known if name in (about, about.partition(":")[2])]
    if len(named) > 1:
        raise UsageError(
            "{name} is both a lesson and a skill: type {choices}.",
            name=name,
            choices=" / ".join(named),
        )
    if not named:
        raise UsageError(
            "There is nothing about {name} in your progress.",
            name=name,
            hint=nearest(name, [about.partition(":")[2] for about in known]),
        )
    return named[0]


def _confirmed(console: Console, name: str) -> bool:
    """Ask whether somebody means it; where nobody can be asked, --yes must have said so."""
    say = console.language.say
    if not console.asks:
        raise UsageError("What you begin again no longer counts: type --yes if you are sure.")
    what = say("Begin {name} again?", name=name) if name else say("Begin everything again?")
    yes = say("yes")
    console.write(what)
    try:
        answer = input(say("Type {yes} to do it, or Enter to leave it as it is: ", yes=yes))
    except EOFError:
        return False
    return answer.strip().casefold() in {"y", "yes", yes.casefold(), yes.casefold()[:1]}


def doctor(
    console: Console,
    file: str = argument("FILE", "Which file; without a name, your own progress.", ""),
    mend: bool = flag(
        "--repair", "Save what can be read; the old file is moved aside, never lost."
    ),
    json: bool = JSON,
) -> Status:
    """Look the file of progress over, and repair it if asked to; 1 where something is wrong."""
    from mustutor.tutor.doctor import diagnose, repair

    path, now = Path(file) if file else progress_path(), datetime.now(UTC)
    if mend:
        found, aside = repair(path, now)
    else:
        found, aside = diagnose(path, now), None
    if json:
        console.document(_as_json(found, aside, console.language))
    else:
        _tell(console, found, aside, mended=mend, named=file)
    sound = found.state in ("absent", "sound") and not found.ahead
    return Status.DONE if sound or mend else Status.WRONG


def _tell(
    console: Console, found: Diagnosis, aside: Path | None, *, mended: bool, named: str = ""
) -> None:
    """Say how a file is, what was done, and what to do; `named` is what the reader calls it."""
    say, count = console.say, console.count
    file = str(found.path)
    if found.state == "absent":
        say("{file}: there is none yet. The first answer you give begins it.", file=file)
    elif found.state == "sound":
        count(
            "{file}: it is sound, and holds {number} event.",
            "{file}: it is sound, and holds {number} events.",
            len(found.events),
            file=file,
        )
    elif found.problem is not None:
        console.paragraph(found.problem.said(console.language))
    if found.state == "damaged":
        count(
            "{number} event can still be read.",
            "{number} events can still be read.",
            len(found.events),
        )
    if found.ahead:
        count(
            "{number} event lies in the future: a clock was wrong. A repair gives it the "
            "present date.",
            "{number} events lie in the future: a clock was wrong. A repair gives them the "
            "present date.",
            found.ahead,
        )
    if found.leftovers:
        count(
            "A draft by a program that was stopped lies beside it: {number}.",
            "Drafts by programs that were stopped lie beside it: {number}.",
            len(found.leftovers),
        )
    if found.unplaced:
        count(
            "{number} event is only in a draft; a repair takes it in.",
            "{number} events are only in drafts; a repair takes them in.",
            len(found.unplaced),
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
            "An earlier answer that could not be kept is in {file}: type mustutor progress "
            "import {file}, then delete that file.",
            file=str(rescued),
        )


def _as_json(found: Diagnosis, aside: Path | None, language: Language) -> dict[str, object]:
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
