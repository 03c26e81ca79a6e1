"""The `variant` commands: list the rule variants, read one, compare two, check one's own.

A variant of one's own is YAML (`draft`): what it builds on, where it differs, what each line does.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping
from json import dumps as json_written
from pathlib import Path
from typing import Any

from mustutor.base import schema, yaml_text
from mustutor.base.errors import VariantError
from mustutor.base.language import Language, available, mark, open_language, printable
from mustutor.base.schema import spelled
from mustutor.cli.common_options import DEFAULT_VARIANT, Status, variant_named
from mustutor.cli.console import Console, wrapped
from mustutor.cli.parameters import JSON, VARIANTS, argument
from mustutor.games.rulebook import in_language
from mustutor.model.options import RuleOption, options_of
from mustutor.model.variant import (
    NOT_PLAYED,
    Note,
    Variant,
    check_variant,
    difference,
    load_variant,
)
from mustutor.model.variant_file import variant_ids

WIDTH = 78
SUMMARY = mark("As {base}, with the house rules of {name}.")


def draft(
    variant_id: str,
    base: Variant,
    chosen: Mapping[str, Any],
    language: Language,
    *,
    name: str = "",
    file: str = "",
) -> str:
    """Write the YAML of a variant: `chosen` are options as a file would name them.

    `name` is what players call it, `file` where it will be. Comments are in the reader's
    language; what players read is in every language there is.
    """
    say = language.say
    file = file or f"{variant_id}.yaml"
    name = name or variant_id.replace("_", " ").capitalize()
    lines = [
        *comment(
            language.count(
                "{name}: builds on {base} and changes {number} option.",
                "{name}: builds on {base} and changes {number} options.",
                len(chosen),
                name=name,
                base=base.id,
            )
        ),
        *comment(say("To check it: {command}", command=f"mustutor variant check {file}")),
        *comment(say("To play by it: {command}", command=f"mustutor settle FILE --variant {file}")),
        "format: mus-variant/1",
        f"id: {variant_id}",
        f"extends: {base.id}",
        "name:",
        *(f"  {code}: {quoted(name)}" for code in available()),
        "summary:",
        *(
            f"  {code}: {quoted(open_language(code).say(SUMMARY, base=base.id, name=name))}"
            for code in available()
        ),
    ]
    if chosen:
        lines.append("rules:")
        for option, value in chosen.items():
            lines += _explained(option, value, base, language)
    lines += ["", *_others(base, chosen, language)]
    return "\n".join(lines) + "\n"


def _explained(option: str, value: Any, base: Variant, language: Language) -> Iterator[str]:
    row, before = options_of(base.game).rows[option], base.rules[option]
    told = row.sentences(before, row.merged(before, value), language)
    yield from comment(language.say(row.decides), indent=2)
    for sentence in (*told, *([language.say(NOT_PLAYED)] if row.advisory else [])):
        yield from comment(sentence, indent=2)
    yield from comment(
        language.say(
            "In {base}: {before}. It can be: {values}.",
            base=base.id,
            before=schema.spelled(before),
            values=possible(row),
        ),
        indent=2,
    )
    yield f"  {option}: {schema.spelled(value)}"


def _others(base: Variant, chosen: Mapping[str, Any], language: Language) -> Iterator[str]:
    """Where to find the options that stay as they are, a line for each group of them."""
    say, table = language.say, options_of(base.game)
    if not chosen:
        yield from comment(
            say("Under rules, write what differs, one line for each option, such as:")
        )
        yield "# rules:"
        yield from (f"#   {example}" for example in table.examples)
    yield from comment(
        say(
            "Everything else is as in {base}; {command} tells what each option means.",
            base=base.id,
            command=f"mustutor variant show {base.id}",
        )
    )
    groups: dict[str, list[str]] = {}
    for option in table.own:
        if option not in {"game", *chosen}:
            group, _, rest = option.rpartition(".")
            groups.setdefault(group or option, []).append(rest if group else "")
    for group, names in groups.items():
        text = f"{group}: {', '.join(names)}" if any(names) else group
        yield from comment(text, indent=0, hang=4)


def possible(row: RuleOption) -> str:
    """Spell the values of an option: ``25 | 30 | 35 | 40``, ``1..1000``, ``{grande: 0 | 1}``.

    >>> mus = options_of("mus").own
    >>> possible(mus["score.target"]), possible(mus["bet.max"])
    ('25 | 30 | 35 | 40', 'none | own_stones | 1..1000')
    """
    return _possible(row.kind.schema())


def _possible(described: Mapping[str, Any]) -> str:
    if "anyOf" in described:
        return " | ".join(_possible(branch) for branch in described["anyOf"])
    if "enum" in described:
        return " | ".join(schema.spelled(value) for value in described["enum"])
    match described.get("type"):
        case "boolean":
            return "true | false"
        case "integer":
            return f"{described['minimum']}..{described['maximum']}"
        case "array":
            inside = described["items"]
            return "[" + ", ".join(map(schema.spelled, inside.get("enum", ("...",)))) + "]"
        case "object":
            fields = described.get("properties", {})
            told = ", ".join(f"{name}: {_possible(field)}" for name, field in fields.items())
            return "{" + (told or "...") + "}"
        case _:
            return "..."


def comment(text: str, *, indent: int = 0, hang: int = 0) -> Iterable[str]:
    """A text as the lines of a comment of YAML; `hang` more columns from its second line on."""
    lead = " " * indent + "# "
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=lead,
        subsequent_indent=lead + " " * hang,
        break_long_words=False,
        break_on_hyphens=False,
    )


def quoted(text: str) -> str:
    """A text in double quotes, which every reader of YAML takes for the same."""
    return json_written(text, ensure_ascii=False)


VARIANT_NAMED = argument("ID|FILE", "A variant: its id, or its YAML file.")


def listing(console: Console, json: bool = JSON) -> None:
    """List the packaged variants."""
    say, code = console.language.say, console.language.code
    variants = [load_variant(name) for name in variant_ids()]
    for variant in variants if json else ():
        console.document(
            {
                "id": variant.id,
                "game": variant.game,
                "name": in_language(variant.name, code),
                "summary": in_language(variant.summary, code),
                "extends": variant.extends,
                "digest": variant.digest,
            }
        )
    if json:
        return
    console.rows((variant.id, in_language(variant.summary, code)) for variant in variants)
    console.write()
    console.say("If you name no other, {variant} is played.", variant=DEFAULT_VARIANT)
    console.rows(
        [
            ("mustutor variant show madrid", say("every rule of one")),
            ("mustutor variant diff fournier madrid", say("what changes at the table")),
            ("mustutor variant new our_table", say("begin a variant of your own")),
        ]
    )


def show(console: Console, variant: str = VARIANT_NAMED, json: bool = JSON) -> None:
    """Show a variant: what sets it apart, then every other rule of its game."""
    rules = variant_named(variant)
    if json:
        console.document(rules.as_json())
        return
    say, code = console.language.say, console.language.code
    console.heading(
        wrapped(f"{rules.id} · {printable(in_language(rules.name, code))}", console.width)
    )
    console.paragraph(printable(in_language(rules.summary, code), 2000))
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
    console: Console,
    before: str = argument("A", "A variant: id or YAML file.", complete=VARIANTS),
    after: str = argument("B", "The other one.", complete=VARIANTS),
    json: bool = JSON,
) -> None:
    """Show the options in which two variants differ."""
    first, second = (variant_named(name) for name in (before, after))
    changes = difference(first, second)
    if json:
        told = [
            {"option": each.option, "before": each.before, "after": each.after} for each in changes
        ]
        console.document({"before": first.id, "after": second.id, "changes": told})
        return
    named = {"before": first.id, "after": second.id}
    if not changes:
        console.say("{before} and {after} play by the same rules.", **named)
        return
    console.count(
        "{before} and {after} differ in {number} option.",
        "{before} and {after} differ in {number} options.",
        len(changes),
        **named,
    )
    for change in changes:
        console.write()
        console.heading(f"  {change.option}")
        for variant, value in ((first, change.before), (second, change.after)):
            console.paragraph(f"{variant.id}: {spelled(value)}", indent=4, hang=4)
        console.paragraph(change.said(console.language), indent=4)
        if change.row.advisory:
            console.paragraph(console.language.say(NOT_PLAYED), indent=4)


def check(console: Console, file: str = argument("FILE", "A variant as YAML.")) -> Status:
    """Check a variant of one's own: 0 when it can stand, 1 when it is wrong."""
    # What cannot even be read as YAML is input that cannot be read; the rest is a wrong variant.
    yaml_text.read(Path(file), VariantError)
    try:
        variant, warnings = check_variant(file)
    except VariantError as problem:
        advice = console.language.say("Type mustutor schema variant to see what a variant holds.")
        console.problem(problem.said(console.language), advice)
        return Status.WRONG
    for warning in warnings:
        console.problem(warning.said(console.language))
    for option, row in options_of(variant.game).own.items():
        if row.advisory and variant.origin.get(option) == variant.id:
            console.say(
                "{option} is for people to know: no rule of the program looks at it.", option=option
            )
    console.count(
        "{file}: {variant} is in order; it decides {number} option itself.",
        "{file}: {variant} is in order; it decides {number} options itself.",
        sum(origin == variant.id for origin in variant.origin.values()),
        file=file,
        variant=variant.id,
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
        if rows[option].advisory:
            console.paragraph(console.language.say(NOT_PLAYED), indent=4)


def _note(console: Console, note: Note) -> None:
    if note.options:
        console.paragraph(", ".join(note.options), indent=2, hang=2)
    console.paragraph(printable(in_language(note.text, console.language.code), 4000), indent=4)
