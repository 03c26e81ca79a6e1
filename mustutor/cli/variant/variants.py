"""The `variant` commands: list the rule variants, read one, compare two, check one's own."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from mustutor.cli import completion
from mustutor.cli.console import Console, wrapped
from mustutor.cli.habits import DEFAULT_VARIANT, JsonOption, Status, variant_named
from mustutor.errors import VariantError
from mustutor.language import mark, printable
from mustutor.rulebook import spoken
from mustutor.schema import spelled
from mustutor.variant import NOT_PLAYED, Note, Variant, difference, load_variant, variant_ids
from mustutor.variant.options import options_of

VariantArgument = Annotated[
    str,
    typer.Argument(
        metavar="ID|FILE",
        help=mark("A variant: its id, or its YAML file."),
        autocompletion=completion.variants,
    ),
]


def listing(context: typer.Context, json: JsonOption = False) -> None:
    """List the packaged variants."""
    console: Console = context.obj
    code = console.language.code
    variants = [load_variant(name) for name in variant_ids()]
    if json:
        for variant in variants:
            console.document(
                {
                    "id": variant.id,
                    "game": variant.game,
                    "name": spoken(variant.name, code),
                    "summary": spoken(variant.summary, code),
                    "extends": variant.extends,
                    "digest": variant.digest,
                }
            )
        return
    console.rows((variant.id, spoken(variant.summary, code)) for variant in variants)
    console.write()
    console.say("If you name no other, {variant} is played.", variant=DEFAULT_VARIANT)
    console.rows(
        [
            ("mustutor variant show madrid", console.language.say("every rule of one")),
            (
                "mustutor variant diff fournier madrid",
                console.language.say("what changes at the table"),
            ),
            ("mustutor variant new our_table", console.language.say("begin a variant of your own")),
        ]
    )


def show(context: typer.Context, variant: VariantArgument, json: JsonOption = False) -> None:
    """Show a variant: what sets it apart, then every other rule of its game."""
    console: Console = context.obj
    rules = variant_named(variant, "mustutor variant show")
    if json:
        console.document(rules.as_json())
        return
    say, code = console.language.say, console.language.code
    console.heading(wrapped(f"{rules.id} · {printable(spoken(rules.name, code))}", console.width))
    console.paragraph(printable(spoken(rules.summary, code), 2000))
    if rules.extends:
        console.say("It builds on {variant}.", variant=rules.extends)
    console.say("Digest: {digest}", digest=rules.digest[:12])
    table = options_of(rules.game)
    own = [option for option in table.own if option in rules.origin]
    _options(console, say("What sets it apart"), rules, own)
    others = [option for option in table.own if option not in rules.origin]
    _options(console, say(table.usual), rules, others)
    if rules.notes:
        console.write()
        console.heading(say("Why"))
        for note in rules.notes:
            _note(console, note)


def diff(
    context: typer.Context,
    before: Annotated[
        str,
        typer.Argument(
            metavar="A",
            help=mark("A variant: id or YAML file."),
            autocompletion=completion.variants,
        ),
    ],
    after: Annotated[
        str,
        typer.Argument(
            metavar="B", help=mark("The other one."), autocompletion=completion.variants
        ),
    ],
    json: JsonOption = False,
) -> None:
    """Show the options in which two variants differ."""
    console: Console = context.obj
    first, second = (variant_named(name, "mustutor variant diff") for name in (before, after))
    changes = difference(first, second)
    if json:
        told = [
            {"option": each.option, "before": each.before, "after": each.after} for each in changes
        ]
        console.document({"before": first.id, "after": second.id, "changes": told})
        return
    if not changes:
        console.say(
            "{before} and {after} play by the same rules.", before=first.id, after=second.id
        )
        return
    console.paragraph(
        console.language.count(
            "{before} and {after} differ in {number} option.",
            "{before} and {after} differ in {number} options.",
            len(changes),
            before=first.id,
            after=second.id,
        )
    )
    for change in changes:
        console.write()
        console.heading(f"  {change.option}")
        for variant, value in ((first, change.before), (second, change.after)):
            console.paragraph(f"{variant.id}: {spelled(value)}", indent=4, hang=4)
        console.paragraph(change.said(console.language), indent=4)
        if change.row.told:
            console.paragraph(console.language.say(NOT_PLAYED), indent=4)


def check(
    context: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", help=mark("A variant as YAML."))],
) -> Status:
    """Check a variant of one's own: 0 when it can stand, 1 when it is wrong."""
    from mustutor import yamlio
    from mustutor.variant import check_variant

    console: Console = context.obj
    # What cannot even be read as YAML is input that cannot be read; the rest is a wrong variant.
    yamlio.read(Path(file), VariantError)
    try:
        variant, warnings = check_variant(file)
    except VariantError as problem:
        advice = console.language.say("Type mustutor schema variant to see what a variant holds.")
        console.problem(problem.said(console.language), advice)
        return Status.WRONG
    for warning in warnings:
        console.problem(warning.said(console.language))
    for option, row in options_of(variant.game).own.items():
        if row.told and variant.origin.get(option) == variant.id:
            console.say(
                "{option} is for people to know: no rule of the program looks at it.", option=option
            )
    console.paragraph(
        console.language.count(
            "{file}: {variant} is in order; it decides {number} option itself.",
            "{file}: {variant} is in order; it decides {number} options itself.",
            sum(origin == variant.id for origin in variant.origin.values()),
            file=file,
            variant=variant.id,
        )
    )
    return Status.DONE


def _options(console: Console, heading: str, variant: Variant, options: Iterable[str]) -> None:
    wanted = list(options)
    if not wanted:
        return
    console.write()
    console.heading(wrapped(heading, console.width))
    rows = options_of(variant.game).rows
    for option in wanted:
        console.paragraph(
            f"{option}: {printable(spelled(variant.rules[option]))}", indent=2, hang=4
        )
        console.paragraph(console.language.say(rows[option].decides), indent=4)
        if rows[option].told:
            console.paragraph(console.language.say(NOT_PLAYED), indent=4)


def _note(console: Console, note: Note) -> None:
    if note.options:
        console.paragraph(", ".join(note.options), indent=2, hang=2)
    console.paragraph(printable(spoken(note.text, console.language.code), 4000), indent=4)
