"""The command `variant new`: the rules of one's own table, typed or asked for, and written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import typer

from mustutor.base import schema, yaml_text
from mustutor.base.errors import Unreadable, VariantError
from mustutor.base.json_text import changeable
from mustutor.base.language import Language, printable
from mustutor.cli.common_options import (
    DEFAULT_VARIANT,
    STDOUT,
    UsageError,
    refused_as_usage,
    variant_named,
)
from mustutor.cli.console import Console
from mustutor.cli.output_files import refuse_over, write
from mustutor.cli.parameters import FORCE, VARIANTS, argument, option
from mustutor.cli.variants import draft, possible
from mustutor.model.options import OneOf, RuleOption, RuleValue, options_of
from mustutor.model.variant import Variant, check_variant
from mustutor.model.variant_file import variant_ids

LONGEST = 10
"""Figures of a number in a list: there is none so large that means anything."""

Choices = dict[str, Any]


class Stopped(Exception):
    """The person asked wants no variant after all."""


def new(
    console: Console,
    variant_id: str = argument("ID", "Its id: small letters, digits and _."),
    extends: str = option(
        "--extends ID", "The variant it builds on.", DEFAULT_VARIANT, complete=VARIANTS
    ),
    settings: list[str] | None = option(
        "--set OPTION=VALUE",
        "What differs: score.target=30, deje.opening.pares=0; may be repeated.",
        None,
    ),
    name: str = option("--name TEXT", "What players call it."),
    output: str = option(
        "-o --output FILE", "Where to write it: ID.yaml by default; - for standard output."
    ),
    force: bool = FORCE,
) -> None:
    """Write a commented variant with what differs from its base; ask where that is possible."""
    if extends not in variant_ids():
        # What stands in a file is never shown here: it may be no variant, and somebody's secret.
        if not Path(extends).exists():
            variant_named(extends)  # says what is wrong with the name
        raise UsageError(
            "A variant of your own builds on one of mustutor's, but {extends} is a file.",
            extends=extends,
        )
    base = variant_named(extends)
    if variant_id in variant_ids():
        raise UsageError(
            "{variant} is a variant of mustutor's own: choose another id.", variant=variant_id
        )
    target = Path(f"{variant_id}.yaml" if output in ("", STDOUT) else output)
    if output != STDOUT:
        refuse_over(target, force=force)
    if settings or not console.interactive:
        chosen = typed(settings or (), base)
    else:
        try:
            chosen = asked(base, console.language, partial(_write_out, console), input)
        except Stopped:
            raise typer.Abort from None
    text = draft(variant_id, base, chosen, console.language, name=name, file=_as_file(target))
    warnings = write(
        text, target, partial(_checked, target=target), to_stdout=output == STDOUT, force=force
    )
    for warning in warnings or ():
        console.problem(warning.said(console.language))
    if output == STDOUT:
        console.write(text.rstrip("\n"))
        return
    console.count(
        "{file} is written: {variant} builds on {base} and changes {number} option.",
        "{file} is written: {variant} builds on {base} and changes {number} options.",
        len(chosen),
        file=str(target),
        variant=variant_id,
        base=base.id,
    )
    console.say("To play by it: --variant {file}.", file=_as_file(target))


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
        raise UsageError.of(problem) from None
    for warning in warnings:
        warning.file = str(target)
    return warnings


# --- as typed ----------------------------------------------------------------------------


def typed(settings: Iterable[str], base: Variant) -> Choices:
    """Read settings such as ``score.target=30`` or ``deje.opening.pares=0``.

    What is already so in the base is left out. Raises UsageError for what cannot be read.
    """
    chosen: Choices = {}
    options = options_of(base.game).own
    for setting in settings:
        name, equals, text = setting.partition("=")
        if not equals:
            raise UsageError(
                "{setting} sets nothing: write an option, = and a value, as in score.target=30.",
                setting=setting,
            )
        row, field = _option(name.strip(), options)
        before = base.rules[row.name]
        if row.name in chosen:
            before = row.merged(before, chosen[row.name])
        chosen[row.name] = row.merged(before, read(row, text, field, before))
    return dict(_differing(chosen, base))


def _option(name: str, options: Mapping[str, RuleOption]) -> tuple[RuleOption, str]:
    """An option, and the field of it that is meant where its value is a map."""
    if name in options:
        return options[name], ""
    option, _, field = name.rpartition(".")
    if option in options and "properties" in _map_of(options[option]):
        return options[option], field
    raise UsageError(
        "There is no option {option}.", option=name, hint=schema.closest_match(name, options)
    )


def _map_of(row: RuleOption) -> Mapping[str, Any]:
    described = row.kind.schema()
    branches = described.get("anyOf", (described,))
    return next((branch for branch in branches if branch.get("type") == "object"), {})


def read(row: RuleOption, text: str, field: str = "", before: RuleValue = "") -> Any:
    """Read the value of an option as a file would have it; a list may go without brackets.

    Where a `field` of a map is meant, the others stay as they were `before`.
    Raises UsageError, with what the option can be, where it cannot be that.
    """
    wanted = row.kind.schema()
    with refused_as_usage(Unreadable):
        value = yaml_text.load(text, "", VariantError).data if text.strip() else ""
    if wanted.get("type") == "array" and not isinstance(value, list):
        value = [read_one(each) for each in str(value).split(",") if each.strip()]
    if field:
        value = {**(changeable(before) if isinstance(before, dict) else {}), field: value}
    if not schema.accepts(value, wanted, wanted):
        raise UsageError(
            "{option} cannot be {value}. It can be: {values}",
            option=f"{row.name}.{field}" if field else row.name,
            value=text or '""',
            values=possible(row),
        )
    return value


def read_one(text: str) -> int | str:
    """One thing of a list: a number where it is one."""
    word = text.strip()
    return int(word) if word.isdecimal() and word.isascii() and len(word) < LONGEST else word


def _differing(chosen: Choices, base: Variant) -> Iterable[tuple[str, Any]]:
    rows = options_of(base.game).own
    for name, value in chosen.items():
        row, before = rows[name], base.rules[name]
        after = row.merged(before, value)
        if after == before:
            continue
        if isinstance(before, dict) and isinstance(value, dict):
            # Some maps may be named in part, others are whole or nothing.
            fewer = {key: thing for key, thing in value.items() if before.get(key) != thing}
            yield name, fewer if row.merged(before, fewer) == after else value
        else:
            yield name, value


# --- asked for ---------------------------------------------------------------------------


def asked(
    base: Variant, language: Language, write: Callable[[str], None], ask: Callable[[str], str]
) -> Choices:
    """Ask what differs at the reader's table: the usual questions, then options by name.

    Enter leaves a rule as it is; the end of the questions is an empty answer too. Raises
    Stopped where the answer is q, or there are no more answers.
    """
    say = language.say
    table = options_of(base.game)
    chosen: Choices = {}

    def ask_one(row: RuleOption) -> None:
        known = row.kind.said if isinstance(row.kind, OneOf) else {}
        answers = _keys(list(known))
        before = base.rules[row.name]
        write("")
        write(f"{row.name}: {say(row.decides)}")
        for key, value in answers.items():
            told = say(known[value])
            if value == before:
                told = say("{sentence} (as in {base})", sentence=told, base=base.id)
            write(f"  {key}  {told}")
        if not answers:
            spelled = schema.spelled(before)
            write("  " + say("In {base}: {before}.", base=base.id, before=spelled))
            write("  " + say("It can be: {values}", values=possible(row)))
        while True:
            text = _heard(ask, "> ")
            if not text:
                return
            if text in answers:
                chosen[row.name] = answers[text]
                return
            try:
                chosen[row.name] = read(row, text)
            except UsageError as problem:
                write(problem.said(language))
            else:
                return

    write(say("Enter leaves a rule as in {base}, q stops and writes nothing.", base=base.id))
    for usual in table.asked:
        ask_one(table.own[usual])
    while True:
        write("")
        name = _heard(ask, say("Another option by its name, or Enter if that is all > "))
        if not name:
            return dict(_differing(chosen, base))
        if name == "?":
            write(", ".join(table.own))
        elif name in table.own:
            ask_one(table.own[name])
        else:
            hint = schema.closest_match(name, table.own)
            write(say("There is no option {option}.", option=name))
            if hint:
                write(say("Did you mean {hint}?", hint=hint))


def _keys(values: list[Any]) -> dict[str, Any]:
    """What is typed for each value: its number in the list, or the value where it is a number."""
    return {
        str(value) if type(value) is int else str(place): value
        for place, value in enumerate(values, 1)
    }


def _heard(ask: Callable[[str], str], prompt: str) -> str:
    try:
        answer = ask(prompt).strip()
    except EOFError:
        raise Stopped from None
    if answer.lower() in ("q", "quit"):
        raise Stopped
    return printable(answer)
