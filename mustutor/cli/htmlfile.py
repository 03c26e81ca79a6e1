"""A page of HTML: on the output, or in a file, where only a page of ours gives way to it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import typer

from mustutor.cli.console import Console
from mustutor.cli.habits import Misuse

STDOUT = "-"
HEAD = 4_096  # bytes of a file, within which a page of ours says that it is one


def html_option(told: str) -> Any:
    """The option of a command that writes a page; `told` is what its help says."""
    return typer.Option("--html", metavar="FILE", show_default=False, help=told)


def refuse_over_others(target: str, command: str) -> Path:
    """Where a page goes; raises Misuse where something stands that is no page of ours."""
    path = Path(os.path.realpath(target))
    if target != STDOUT and os.path.lexists(path) and not _is_ours(path):
        raise Misuse(
            "{target} is there already, and is not a page by mustutor: it stays as it is.",
            command=command,
            target=target,
        )
    return path


def write_page(console: Console, page: str, target: str, command: str) -> None:
    """Write a page where it was asked for, whole or not at all, and say where it is."""
    page = fitting(console, page, to_stdout=target == STDOUT)
    if target == STDOUT:
        console.write(page.removesuffix("\n"))
        return
    from mustutor.cli import newfile

    path = refuse_over_others(target, command)
    newfile.write(page, path, lambda _: None, command, force=True)
    console.say("The page is in {file}.", file=target)


def fitting(console: Console, markup: str, *, to_stdout: bool) -> str:
    """Markup as an output can hold it: other signs as their numbers, which read the same."""
    if console.ascii or (to_stdout and console.fitted(markup) != markup):
        return markup.encode("ascii", "xmlcharrefreplace").decode()
    return markup


def _is_ours(path: Path) -> bool:
    from mustutor.explanation.frame import GENERATOR

    if not path.is_file():
        return False
    try:
        with path.open("rb") as file:
            return GENERATOR.encode() in file.read(HEAD)
    except OSError:
        return False
