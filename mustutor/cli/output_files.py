"""Files that commands write: checked before they are there, whole or not at all.

`save` writes a file, `deliver` the output or a file; neither writes over another without --force.
A page of HTML gives way to nothing but a page of ours (`write_page`). The file of a
match that grows is kept after every line, and closed when the match is over (`Keeper`).
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, TypeVar

from mustutor.base.errors import MustutorError, Unreadable
from mustutor.base.files import remove_if_exists, replace_file, temporary_file, temporary_folder
from mustutor.base.language import mark
from mustutor.cli.common_options import STDOUT, UsageError
from mustutor.cli.console import Console

if TYPE_CHECKING:
    from mustutor.referee.recorder.recorder import Recorder
    from mustutor.replay.live_file import LiveFile

Verdict = TypeVar("Verdict")

WRITTEN = mark("{file} is written.")
NEW_FILE = 0o666
NEW_FOLDER = 0o777


def refuse_over(target: Path, *, force: bool) -> None:
    """Say what is there already, unless it may be written over."""
    if not force and os.path.lexists(target):
        raise _there_already(target)


def write(
    data: str | bytes,
    target: Path,
    check: Callable[[Path], Verdict] | None = None,
    *,
    to_stdout: bool = False,
    force: bool = False,
    for_owner: bool = False,
) -> Verdict | None:
    """Check what is written as the file it will be; only then put it in its place.

    Gives what the check says; with `to_stdout` nothing is left but that; `for_owner`, so that
    nobody else may read it. Raises what the check raises, UsageError where something is there
    already, Unreadable where it cannot be written.
    """
    with _told(target):
        handle, name = temporary_file(None if to_stdout else target.parent, suffix=".yaml")
        draft = Path(name)
        try:
            with os.fdopen(handle, "wb") as file:
                _fill(file, data)
            verdict = check(draft) if check else None
            if not to_stdout:
                _place(draft, target, force=force, for_owner=for_owner)
        finally:
            remove_if_exists(name)
    return verdict


def save(
    console: Console,
    data: str | bytes,
    output: str,
    said: str = WRITTEN,
    *,
    force: bool,
    for_owner: bool = False,
) -> None:
    """Write a new file that needs no check, and say so; with `force` it may be there already."""
    refuse_over(Path(output), force=force)
    write(data, Path(output), force=force, for_owner=for_owner)
    if said:
        console.say(said, file=output)


def deliver(
    console: Console, text: str, output: str, said: str = WRITTEN, *, force: bool = False
) -> None:
    """Write a text to the output, or to the file that is named in its place."""
    if output == STDOUT:
        console.write(text.removesuffix("\n"))
    else:
        save(console, text, output, said, force=force)


def write_files(
    files: Mapping[str, str | bytes],
    target: Path,
    check: Callable[[Path], object] = bool,
    *,
    force: bool = True,
) -> None:
    """Check files, by name, as the folder they will be; only then put it in its place.

    A new folder comes whole or not at all. With `force` they go into a folder that is there, each
    whole and in their order; what else it holds stays. Raises as `write` does.
    """
    with _told(target):
        there = force and os.path.lexists(target)
        name_of_draft = temporary_folder(target if there else target.parent)
        try:
            draft = Path(name_of_draft)
            for name, data in files.items():
                (draft / name).parent.mkdir(parents=True, exist_ok=True)
                with (draft / name).open("wb") as file:
                    _fill(file, data)
            check(draft)
            if not there:
                draft.chmod(NEW_FOLDER & ~_mask())
                draft.rename(target)
            for name in files if there else ():
                (target / name).parent.mkdir(parents=True, exist_ok=True)
                _place(draft / name, target / name, force=True)
        finally:
            remove_if_exists(name_of_draft)


@contextlib.contextmanager
def _told(target: Path) -> Iterator[None]:
    """What the system refuses is told of the file that was asked for."""
    try:
        yield
    except FileExistsError:
        raise _there_already(target) from None
    except OSError as problem:
        why = problem.strerror or str(problem)
        raise Unreadable(mark("It cannot be written: {why}."), file=str(target), why=why) from None


def _fill(file: BinaryIO, data: str | bytes) -> None:
    file.write(data.encode() if isinstance(data, str) else data)
    file.flush()
    os.fsync(file.fileno())


def _place(draft: Path, target: Path, *, force: bool, for_owner: bool = False) -> None:
    """Put a draft in its place; over what is there already only with `force`."""
    if not for_owner:
        draft.chmod(NEW_FILE & ~_mask())
    if force:
        replace_file(draft, target)
        return
    try:
        # A link is never made over what somebody else wrote meanwhile.
        target.hardlink_to(draft)
    except FileExistsError:
        raise
    except (OSError, NotImplementedError):  # a file system without links, or a browser
        replace_file(draft, target)


def _mask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _there_already(target: Path) -> UsageError:
    return UsageError(
        "{target} is there already: --force writes over it, and -o names another place.",
        target=str(target),
    )


HEAD = 4_096  # bytes of a file, within which a page of ours says that it is one


def refuse_over_others(target: str) -> Path:
    """Where a page goes; raises UsageError where something stands that is no page of ours."""
    path = Path(os.path.realpath(target))
    if target != STDOUT and os.path.lexists(path) and not _is_ours(path):
        raise UsageError(
            "{target} is there already, and is not a page by mustutor: it stays as it is.",
            target=target,
        )
    return path


def write_page(console: Console, page: str, target: str) -> None:
    """Write a page where it was asked for, whole or not at all, and say where it is."""
    page = encode_for_output(console, page, to_stdout=target == STDOUT)
    if target == STDOUT:
        console.write(page.removesuffix("\n"))
        return
    path = refuse_over_others(target)
    write(page, path, force=True)
    console.say("The page is in {file}.", file=target)


def encode_for_output(console: Console, markup: str, *, to_stdout: bool) -> str:
    """Markup as an output can hold it: other signs as their numbers, which read the same."""
    if console.ascii or (to_stdout and console.fitted(markup) != markup):
        return markup.encode("ascii", "xmlcharrefreplace").decode()
    return markup


def _is_ours(path: Path) -> bool:
    from mustutor.present.html import GENERATOR

    if not path.is_file():
        return False
    try:
        with path.open("rb") as file:
            return GENERATOR.encode() in file.read(HEAD)
    except OSError:
        return False


UNKEPT = mark("It is kept in memory: make room on the disk, and the next line tries again.")


class Keeper:
    """Keeps a match in its live file; `goes_on` says how somebody takes it up another time."""

    def __init__(self, console: Console, live: LiveFile, goes_on: str) -> None:
        self.console = console
        self.live = live
        self.goes_on = goes_on

    def keep(self, recorder: Recorder) -> None:
        """Bring the file up to date; where that cannot be, say so and go on."""
        try:
            self.live.keep(recorder.lines())
        except Unreadable as problem:
            self._problem(problem, self.console.language.say(UNKEPT))

    def close(self, recorder: Recorder) -> bool:
        """Write the finished record, where it verifies; says what could not be judged."""
        from mustutor.archive.report import gaps
        from mustutor.referee import verify

        console = self.console
        replay = recorder.closed()
        # A claim may be false: that is for whoever settles it, and no fault of the record.
        verdict = verify(replay._replace(claims=None))
        if (failure := verdict.failure) is not None:
            console.warn(
                "{file}: {place}: {problem}",
                file=str(self.live.path),
                place=failure.place,
                problem=failure.fault.said(console.language),
            )
            return False
        try:
            path = self.live.finish(replay)
        except MustutorError as problem:
            self._problem(problem, "")
            return False
        console.count_noun(
            "{file} is written and verified: {number} hand.", len(replay.hands), file=str(path)
        )
        for gap in gaps(verdict.missing, console.language):
            console.paragraph(gap)
        return True

    def leave(self, recorder: Recorder) -> bool:
        """Say where everything is; what is not on the disk is tried again, and put elsewhere.

        False where it could not be put where it belongs.
        """
        console = self.console
        if self.live.unkept:
            self.keep(recorder)
        if self.live.unkept:
            rescued = self.live.rescue(recorder.lines())
            if rescued is None:
                console.warn("The last lines are lost: they could not be written.")
            else:
                console.warn(self.goes_on, file=str(rescued))
            return False
        console.say(self.goes_on, file=str(self.live.path))
        return True

    def _problem(self, problem: MustutorError, advice: str) -> None:
        self.console.flush()
        self.console.problem(problem.said(self.console.language), advice)
