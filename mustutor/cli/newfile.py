"""Writing what somebody begins: checked before it is there, whole or not at all."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TextIO, TypeVar

from mustutor.cli.habits import Misuse
from mustutor.drafts import clear_away, draft_file, draft_folder, take_place
from mustutor.errors import Unreadable
from mustutor.language import mark

Verdict = TypeVar("Verdict")

NEW_FILE = 0o666
NEW_FOLDER = 0o777


def refuse_over(target: Path, command: str, *, force: bool) -> None:
    """Say what is there already, unless it may be written over."""
    if not force and os.path.lexists(target):
        raise _there_already(target, command)


def write(
    text: str,
    target: Path,
    check: Callable[[Path], Verdict],
    command: str,
    *,
    to_stdout: bool = False,
    force: bool = False,
) -> Verdict:
    """Check the text as the file it will be; only then put it in its place.

    Gives what the check says; with `to_stdout` nothing is left but that. Raises what the check
    raises, Misuse where something is there already, Unreadable where it cannot be written.
    """
    with _draft(target, command, folder=None if to_stdout else target.parent) as (draft, handle):
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            _fill(file, text)
        verdict = check(draft)
        if not to_stdout:
            _place(draft, target, force=force)
    return verdict


def write_bytes(
    data: bytes, target: Path, command: str, *, force: bool, for_owner: bool = False
) -> None:
    """Write a file of bytes, whole or not at all; `for_owner`, so that nobody else may read it.

    Raises Misuse where something is there already, Unreadable where it cannot be written.
    """
    with _draft(target, command, folder=target.parent) as (draft, handle):
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        (_put_in_place if for_owner else _place)(draft, target, force=force)


def write_folder(
    texts: Mapping[str, str],
    target: Path,
    check: Callable[[Path], Verdict],
    command: str,
    *,
    force: bool,
) -> Verdict:
    """Check texts, by file name, as the folder they will be; only then put it in its place.

    With `force` they take the place of files of their names in a folder that is there; what
    else it holds stays. Raises as `write` does.
    """
    with _told(target, command):
        name_of_draft = draft_folder(target.parent)
        try:
            draft = Path(name_of_draft)
            for name, text in texts.items():
                with (draft / name).open("w", encoding="utf-8", newline="\n") as file:
                    _fill(file, text)
            verdict = check(draft)
            if force and os.path.lexists(target):
                for name in texts:
                    _place(draft / name, target / name, force=True)
            else:
                draft.chmod(NEW_FOLDER & ~_mask())
                draft.rename(target)
        finally:
            clear_away(name_of_draft)
    return verdict


def write_below(files: Mapping[str, bytes], target: Path, command: str) -> None:
    """Write files below a folder: a new folder whole or not at all.

    In a folder that is there each file is whole, they come in their order, and others stay.
    Raises Unreadable where something cannot be written.
    """
    with _told(target, command):
        there = os.path.lexists(target)
        name_of_draft = draft_folder(target if there else target.parent)
        try:
            draft = Path(name_of_draft)
            for name, data in files.items():
                (draft / name).parent.mkdir(exist_ok=True)
                with (draft / name).open("wb") as file:
                    file.write(data)
                    file.flush()
                    os.fsync(file.fileno())
            if not there:
                draft.chmod(NEW_FOLDER & ~_mask())
                draft.rename(target)
            else:
                for name in files:
                    (target / name).parent.mkdir(exist_ok=True)
                    _place(draft / name, target / name, force=True)
        finally:
            clear_away(name_of_draft)


@contextlib.contextmanager
def _draft(target: Path, command: str, *, folder: Path | None) -> Iterator[tuple[Path, int]]:
    """A new file in a folder and its handle; nobody else may read it, and it goes in the end."""
    with _told(target, command):
        handle, name = draft_file(folder, suffix=".yaml")
        try:
            yield Path(name), handle
        finally:
            clear_away(name)


@contextlib.contextmanager
def _told(target: Path, command: str) -> Iterator[None]:
    """What the system refuses is told of the file that was asked for."""
    try:
        yield
    except OSError as problem:
        raise _unwritten(target, problem, command) from None


def _fill(file: TextIO, text: str) -> None:
    file.write(text)
    file.flush()
    os.fsync(file.fileno())


def _place(draft: Path, target: Path, *, force: bool) -> None:
    draft.chmod(NEW_FILE & ~_mask())
    _put_in_place(draft, target, force=force)


def _put_in_place(draft: Path, target: Path, *, force: bool) -> None:
    if force:
        take_place(draft, target)
        return
    try:
        # A link is never made over what somebody else wrote meanwhile.
        target.hardlink_to(draft)
    except FileExistsError:
        raise
    except (OSError, NotImplementedError):  # a file system without links, or a browser
        take_place(draft, target)


def _mask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _there_already(target: Path, command: str) -> Misuse:
    return Misuse(
        "{target} is there already: --force writes over it, and -o names another place.",
        command=command,
        target=str(target),
    )


def _unwritten(target: Path, problem: OSError, command: str) -> Unreadable:
    if isinstance(problem, FileExistsError):
        return _there_already(target, command)
    return Unreadable(
        mark("It cannot be written: {why}."), file=str(target), why=problem.strerror or str(problem)
    )
