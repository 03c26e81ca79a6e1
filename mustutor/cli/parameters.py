"""The words of a command line: how each is typed, what it means, what Tab offers for it.

A row is the default of a command's parameter: ``seat: str = option("--seat SEAT", "Whose hand")``.
Typer takes the type from the annotation. The rows that several commands have stand here.
"""

from __future__ import annotations

from typing import Any

import typer

from mustutor.cli.common_options import DEFAULT_VARIANT, STDOUT
from mustutor.cli.settings import Complete, names_of

VARIANTS = names_of("model.variant_file", "variant_ids")
RECORDS = names_of("replay.files", "packaged")
LESSONS = names_of("cli.settings", "lessons")
COMPLETED: dict[str, Complete] = {
    "ID|FILE": VARIANTS,
    "ID|WORDS": names_of("games.rulebook", "articles"),
    "ID|FOLDER|FILE...": LESSONS,
    "LANCE": names_of("cli.settings", "LANCES"),
    "[LESSON]": LESSONS,
    "[SKILL]": names_of("tutor.drills", "SKILLS"),
    "[THEME]": names_of("tutor.puzzle", "themes"),
}
"""What Tab offers for a word of the command line, by what stands for it in the help."""


def option(
    spelling: str,
    help: str,
    usual: Any = "",
    *,
    least: float | None = None,
    most: float | None = None,
    complete: Complete | None = None,
    quiet: bool = False,
) -> Any:
    """An option of a command, as the default of its parameter; Typer takes the type from there.

    `spelling` is its names and what stands for its value: ``"-o --output FILE"``. `usual` is its
    value where it is not typed, ... where it must be; the help says it unless it is `quiet`.
    """
    words = spelling.split()
    names = [word for word in words if word[0] == "-"]
    metavar = " ".join(words[len(names) :])
    return typer.Option(
        usual,
        *names,
        metavar=metavar or None,
        help=help,
        min=least,
        max=most,
        autocompletion=complete or COMPLETED.get(metavar),
        show_default=not quiet and usual not in ("", None),
    )


def flag(name: str, help: str) -> Any:
    """An option that takes no value: it is typed, or it is not."""
    return typer.Option(False, name, help=help)


def argument(
    metavar: str,
    help: str,
    usual: Any = ...,
    *,
    complete: Complete | None = None,
    quiet: bool = False,
) -> Any:
    """A word of a command line without a name, as the default of its parameter.

    It must be typed unless it has a `usual` value, which the help says unless it is `quiet`.
    """
    shown = not quiet and usual not in ("", None)
    complete = complete or COMPLETED.get(metavar)
    return typer.Argument(
        usual, metavar=metavar, help=help, autocompletion=complete, show_default=shown
    )


MOST_JOBS = 256

JSON = flag("--json", "Write JSON: one document, or one on each line.")
FORCE = flag("--force", "Write over a file that is there already.")
BRIEF = flag("--brief", "Write the verdict alone, in at most five lines.")
TRANSCRIPT = flag("--transcript", "Write the whole of it with its answers, and ask nothing.")
ANSWERS = option("--answers FILE", "Take from a file what you would type, one answer a line.", None)
VARIANT = option("--variant ID|FILE", "The rules to play by.", DEFAULT_VARIANT)
OUTPUT = option(
    "--output -o FILE", "Where to write it; without it, or with -, the output.", STDOUT, quiet=True
)
JOBS = option(
    "--jobs",
    "Share the work among so many processes; the output is the same.",
    1,
    least=1,
    most=MOST_JOBS,
)
RECORD = argument(
    "FILE",
    "A record; - for standard input; or the name of one that comes with mustutor.",
    complete=RECORDS,
)
