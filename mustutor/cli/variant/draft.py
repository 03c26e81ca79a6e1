"""A variant of one's own as YAML: what it builds on, where it differs, what each line does."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from mustutor import schema
from mustutor.language import Language, available, language, mark
from mustutor.variant import NOT_PLAYED, Variant
from mustutor.variant.options import RuleOption, options_of

WIDTH = 78
SUMMARY = mark("As {base}, with the house rules of {name}.")


def draft(
    variant_id: str,
    base: Variant,
    chosen: Mapping[str, Any],
    tongue: Language,
    *,
    name: str = "",
    file: str = "",
) -> str:
    """Write the YAML of a variant: `chosen` are options as a file would name them.

    `name` is what players call it, `file` where it will be. Comments are in the reader's
    language; what players read is in every language there is.
    """
    say = tongue.say
    file = file or f"{variant_id}.yaml"
    name = name or variant_id.replace("_", " ").capitalize()
    lines = [
        *_comment(
            tongue.count(
                "{name}: builds on {base} and changes {number} option.",
                "{name}: builds on {base} and changes {number} options.",
                len(chosen),
                name=name,
                base=base.id,
            )
        ),
        *_comment(say("To check it: {command}", command=f"mustutor variant check {file}")),
        *_comment(
            say("To play by it: {command}", command=f"mustutor settle FILE --variant {file}")
        ),
        "format: mus-variant/1",
        f"id: {variant_id}",
        f"extends: {base.id}",
        "name:",
        *(f"  {code}: {_quoted(name)}" for code in available()),
        "summary:",
        *(
            f"  {code}: {_quoted(language(code).say(SUMMARY, base=base.id, name=name))}"
            for code in available()
        ),
    ]
    if chosen:
        lines.append("rules:")
        for option, value in chosen.items():
            lines += _explained(option, value, base, tongue)
    lines += ["", *_others(base, chosen, tongue)]
    return "\n".join(lines) + "\n"


def _explained(option: str, value: Any, base: Variant, tongue: Language) -> Iterator[str]:
    row, before = options_of(base.game).rows[option], base.rules[option]
    told = row.sentences(before, row.merged(before, value), tongue)
    yield from _comment(tongue.say(row.decides), indent=2)
    for sentence in (*told, *([tongue.say(NOT_PLAYED)] if row.told else [])):
        yield from _comment(sentence, indent=2)
    yield from _comment(
        tongue.say(
            "In {base}: {before}. It can be: {values}.",
            base=base.id,
            before=schema.spelled(before),
            values=possible(row),
        ),
        indent=2,
    )
    yield f"  {option}: {schema.spelled(value)}"


def _others(base: Variant, chosen: Mapping[str, Any], tongue: Language) -> Iterator[str]:
    """Where to find the options that stay as they are, a line for each group of them."""
    say, table = tongue.say, options_of(base.game)
    if not chosen:
        yield from _comment(
            say("Under rules, write what differs, one line for each option, such as:")
        )
        yield "# rules:"
        yield from (f"#   {example}" for example in table.examples)
    yield from _comment(
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
        yield from _comment(text, indent=0, hang=4)


def possible(row: RuleOption) -> str:
    """Spell what an option can be: ``25 | 30 | 35 | 40``, ``1..1000``, ``{grande: 0 | 1, ...}``.

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


def _comment(text: str, *, indent: int = 0, hang: int = 0) -> Iterable[str]:
    lead = " " * indent + "# "
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=lead,
        subsequent_indent=lead + " " * hang,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _quoted(text: str) -> str:
    """A text in double quotes, which every reader of YAML takes for the same."""
    import json

    return json.dumps(text, ensure_ascii=False)
