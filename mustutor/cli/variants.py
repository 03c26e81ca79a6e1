"""The `variant` commands: list and read the variants, compare two, check and write one.

A variant of one's own is YAML (`draft`): what it builds on, where it differs, what each line does.
What differs is typed, or asked for.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from json import dumps as json_written
from pathlib import Path
from typing import Any

import typer

from mustutor.base import schema, yaml_text
from mustutor.base.errors import Unreadable, VariantError
from mustutor.base.json_text import changeable
from mustutor.base.language import Language, available, mark, open_language, printable
from mustutor.base.schema import spelled
from mustutor.cli.common_options import (
    DEFAULT_VARIANT,
    STDOUT,
    Status,
    UsageError,
    refused_as_usage,
    variant_named,
)
from mustutor.cli.console import Console, wrapped
from mustutor.cli.output_files import refuse_over, write
from mustutor.cli.parameters import FORCE, JSON, VARIANTS, argument, option
from mustutor.games.rulebook import in_language
from mustutor.model.options import Json, OneOf, RuleOption, RuleValue, options_of, possible
from mustutor.model.variant import NOT_PLAYED, Variant, check_variant, difference, load_variant
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
            language.count_noun(
                "{name}: builds on {base} and changes {number} option.",
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
    yield from comment(language.say(row.decides), indent=2)
    if row.advisory:
        yield from comment(language.say(NOT_PLAYED), indent=2)
    one_by_one = isinstance(value, dict) and len(row.tariff) > 0
    if one_by_one:
        yield f"  {option}:"
    for part in value if one_by_one else [""]:
        was: Any = before[part] if part and isinstance(before, dict) else before
        chosen = value[part] if part else value
        after = row.merged(before, {part: chosen} if part else chosen)
        indent = 4 if part else 2
        for sentence in row.sentences(before, after, language):
            yield from comment(sentence, indent=indent)
        known = {"base": base.id, "before": spelled(was), "values": possible(row, part)}
        told = language.say("In {base}: {before}. It can be: {values}.", **known)
        yield from comment(told, indent=indent)
        yield f"{' ' * indent}{part or option}: {spelled(chosen)}"


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
    for name in table.own:
        if name not in {"game", *chosen}:
            group, _, rest = name.rpartition(".")
            groups.setdefault(group or name, []).append(rest if group else "")
    for group, names in groups.items():
        text = f"{group}: {', '.join(names)}" if any(names) else group
        yield from comment(text, indent=0, hang=4)


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
        told = {name: in_language(getattr(variant, name), code) for name in ("name", "summary")}
        known = {"extends": variant.extends, "digest": variant.digest}
        console.document({"id": variant.id, "game": variant.game, **told, **known})
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
            if note.options:
                console.paragraph(", ".join(note.options), indent=2, hang=2)
            console.paragraph(printable(in_language(note.text, code), 4000), indent=4)


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
    console.count_noun("{before} and {after} differ in {number} option.", len(changes), **named)
    for change in changes:
        console.write()
        console.heading(f"  {change.option}")
        for variant, value in ((first, change.before), (second, change.after)):
            other = change.after if value is change.before else change.before
            spelled_out = change.row.spelled_beside(value, other)
            console.paragraph(f"{variant.id}: {spelled_out}", indent=4, hang=4)
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
    for name, row in options_of(variant.game).own.items():
        if row.advisory and variant.origin.get(name) == variant.id:
            console.say(
                "{option} is for people to know: no rule of the program looks at it.", option=name
            )
    console.count_noun(
        "{file}: {variant} is in order; it decides {number} option itself.",
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
    for name in wanted:
        told = rows[name].spelled_beside(variant.rules[name], rows[name].default)
        console.paragraph(f"{name}: {told}", indent=2, hang=4)
        console.paragraph(console.language.say(rows[name].decides), indent=4)
        if rows[name].advisory:
            console.paragraph(console.language.say(NOT_PLAYED), indent=4)


# --- a variant of one's own -------------------------------------------------------------


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
    console.count_noun(
        "{file} is written: {variant} builds on {base} and changes {number} option.",
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
    if option in options and field in options[option].tariff:
        return options[option], field
    if option in options and options[option].tariff:
        options = {f"{option}.{part}": options[option] for part in options[option].tariff}
    elif option in options:
        described = options[option].kind.schema()
        branches = described.get("anyOf", (described,))
        if any("properties" in each for each in branches if each.get("type") == "object"):
            return options[option], field
    raise UsageError(
        "There is no option {option}.", option=name, hint=schema.closest_match(name, options)
    )


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
            values=possible(row, field),
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

    def ask_one(row: RuleOption, part: str = "") -> None:
        before, parts = base.rules[row.name], row.tariff
        write("")
        write(f"{row.name}.{part}" if part else f"{row.name}: {say(row.decides)}")
        whole_tariff = bool(parts) and not part
        was = before[part] if part and isinstance(before, dict) else before
        answers = _keys(_words(parts[part]) if part else list(_said(row)))
        for key, value in answers.items():
            told = _told(row, part, value, language) if part else say(_said(row)[value])
            if value == was:
                told = say("{sentence} (as in {base})", sentence=told, base=base.id)
            write(f"  {key}  {told}")
        if whole_tariff:
            many = len(parts)
            write("  " + say("1 asks about all {number} of them, one by one.", number=many))
        elif not answers:
            write("  " + say("In {base}: {before}.", base=base.id, before=spelled(was)))
            write("  " + say("It can be: {values}", values=possible(row, part)))
        while True:
            text = _heard(ask, "> ")
            if not text:
                return
            if whole_tariff and text == "1":
                for each in parts:
                    ask_one(row, each)
                return
            try:
                value = answers[text] if text in answers else read(row, text, part)
            except UsageError as problem:
                write(problem.said(language))
                continue
            if part:
                value = {part: value} if text in answers else value
                value = chosen.get(row.name, {}) | value
            chosen[row.name] = value
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


def _said(row: RuleOption) -> Mapping[Any, str]:
    return row.kind.said if isinstance(row.kind, OneOf) else {}


def _words(described: Json) -> list[Any]:
    """The words among what a part of a tariff can be."""
    branches = described.get("anyOf", (described,))
    return [word for branch in branches for word in branch.get("enum", ())]


def _told(row: RuleOption, part: str, value: Any, language: Language) -> str:
    """What one value of a part of a tariff says at the table."""
    assert isinstance(row.default, dict)
    others = (other for other in _words(row.tariff[part]) if other != value)
    before, after = {**row.default, part: next(others)}, {**row.default, part: value}
    return " ".join(row.sentences(before, after, language))


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
