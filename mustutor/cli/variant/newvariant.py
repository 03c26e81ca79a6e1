"""The command `variant new`: a variant of one's own, checked before it is written."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from mustutor.cli.console import Console
from mustutor.cli.habits import DEFAULT_VARIANT, Misuse, variant_named
from mustutor.cli.newfile import refuse_over, write
from mustutor.cli.variant.variantchoices import COMMAND, Stopped, asked, typed
from mustutor.cli.variant.variantdraft import draft
from mustutor.errors import VariantError
from mustutor.language import mark
from mustutor.variant import check_variant, variant_ids

STDOUT = "-"


def new(
    context: typer.Context,
    variant_id: Annotated[
        str,
        typer.Argument(metavar="ID", help=mark("Its id: small letters, digits and _.")),
    ],
    extends: Annotated[
        str, typer.Option("--extends", metavar="ID", help=mark("The variant it builds on."))
    ] = DEFAULT_VARIANT,
    settings: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="OPTION=VALUE",
            show_default=False,
            help=mark("Where it differs: score.target=30, deje.opening.pares=0; more than once."),
        ),
    ] = None,
    name: Annotated[
        str,
        typer.Option(metavar="TEXT", show_default=False, help=mark("What players call it.")),
    ] = "",
    output: Annotated[
        str,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            show_default=False,
            help=mark("Where to write it: ID.yaml unless given; - is standard output."),
        ),
    ] = "",
    force: Annotated[
        bool, typer.Option("--force", help=mark("Write over a file that is there already."))
    ] = False,
) -> None:
    """Write a commented variant with what differs from its base; ask, where somebody can answer."""
    console: Console = context.obj
    if extends not in variant_ids():
        variant_named(extends, COMMAND)  # says what is wrong with it, if it is no file
        raise Misuse(
            "A variant builds on one of mustutor's own, and {extends} is a file.",
            command=COMMAND,
            extends=extends,
        )
    base = variant_named(extends, COMMAND)
    if variant_id in variant_ids():
        raise Misuse(
            "{variant} is a variant of mustutor's own: choose another id.",
            command=COMMAND,
            variant=variant_id,
        )
    target = Path(f"{variant_id}.yaml" if output in ("", STDOUT) else output)
    if output != STDOUT:
        refuse_over(target, COMMAND, force=force)
    if settings or not console.interactive:
        chosen = typed(settings or (), base)
    else:
        try:
            chosen = asked(base, console.language, partial(_write_out, console), input)
        except Stopped:
            raise typer.Abort from None
    text = draft(variant_id, base, chosen, console.language, name=name, file=_as_file(target))
    warnings = write(
        text,
        target,
        partial(_checked, target=target),
        COMMAND,
        to_stdout=output == STDOUT,
        force=force,
    )
    for warning in warnings:
        console.problem(warning.said(console.language))
    if output == STDOUT:
        console.write(text.rstrip("\n"))
        return
    console.paragraph(
        console.language.count(
            "{file} is written: {variant} builds on {base} and changes {number} option.",
            "{file} is written: {variant} builds on {base} and changes {number} options.",
            len(chosen),
            file=str(target),
            variant=variant_id,
            base=base.id,
        )
    )
    console.say("Play by it with --variant {file}.", file=_as_file(target))


def _write_out(console: Console, text: str) -> None:
    """Write a line of the questions; what is indented hangs below its first word."""
    indent = len(text) - len(text.lstrip())
    console.paragraph(text.strip(), indent=indent, hang=3 if indent else 0)


def _as_file(target: Path) -> str:
    """The file as --variant takes it for one, and not for an id."""
    plain = target.suffix in (".yaml", ".yml") or target.parent != Path()
    return str(target) if plain else f"./{target}"


def _checked(draft_file: Path, target: Path) -> tuple[VariantError, ...]:
    """The warnings of the check, with the file's own name."""
    try:
        _, warnings = check_variant(draft_file)
    except VariantError as problem:
        # The place is one in a file nobody has seen; what was asked for is what is wrong.
        raise Misuse.of(problem, COMMAND) from None
    for warning in warnings:
        warning.file = str(target)
    return warnings
