"""The options a new variant changes: as typed after --set, or asked for one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from mustutor import schema
from mustutor.cli.habits import Misuse
from mustutor.cli.variant.variantdraft import part, possible
from mustutor.errors import Unreadable, VariantError
from mustutor.language import Language, printable
from mustutor.variant import RuleValue, Variant, merged
from mustutor.variant.options import LABELS
from mustutor.variant.words import VALUES

COMMAND = "mustutor variant new"
ASKED = {
    "mus": (
        "deck.kings",
        "score.target",
        "match.games",
        "mus.corrido",
        "exposed_card.action",
        "real.enabled",
        "deje.opening",
        "deje.raise_extra",
        "bet.min_raise",
        "bet.todas",
        "perete.points",
        "talk.lying",
        "signals.allowed",
    ),
    "encaje": (
        "deck.kings",
        "encaje.start_stones",
        "encaje.session_losses",
        "encaje.tie_worst",
        "encaje.shortfall",
        "encaje.short_stack_open",
        "encaje.capped_seer",
        "encaje.settle_order",
    ),
}
"""What tables differ in most often: asked first."""

Choices = dict[str, Any]


class Stopped(Exception):
    """Whoever was asked wants no variant after all."""


# --- as typed ----------------------------------------------------------------------------


def typed(settings: Iterable[str], base: Variant) -> Choices:
    """Read settings such as ``score.target=30`` or ``deje.opening.pares=0``.

    What is already so in the base is left out. Raises Misuse for what cannot be read.
    """
    chosen: Choices = {}
    for setting in settings:
        name, equals, text = setting.partition("=")
        if not equals:
            raise Misuse(
                "{setting} sets nothing: write an option, = and a value, as in score.target=30.",
                command=COMMAND,
                setting=setting,
            )
        option, field = _option(name.strip())
        before = base.rules[option]
        if option in chosen:
            before = merged(option, before, chosen[option])
        chosen[option] = merged(option, before, read(option, text, field, before))
    return dict(_differing(chosen, base))


def _option(name: str) -> tuple[str, str]:
    """An option, and the field of it that is meant where its value is a map."""
    if name in LABELS:
        return name, ""
    option, _, field = name.rpartition(".")
    if option in LABELS and "properties" in _map_of(option):
        return option, field
    raise Misuse(
        "There is no option {option}.",
        command=COMMAND,
        option=name,
        hint=schema.closest(name, LABELS),
    )


def _map_of(option: str) -> Mapping[str, Any]:
    described = part(option)
    branches = described.get("anyOf", (described,))
    return next((branch for branch in branches if branch.get("type") == "object"), {})


def read(option: str, text: str, field: str = "", before: RuleValue = "") -> Any:
    """Read the value of an option as a file would have it; a list may go without brackets.

    Where a `field` of a map is meant, the others stay as they were `before`.
    Raises Misuse, with what the option can be, where it cannot be that.
    """
    from mustutor import yamlio

    wanted = part(option)
    try:
        value = yamlio.load(text, "", VariantError).data if text.strip() else ""
    except Unreadable as problem:
        raise Misuse.of(problem, COMMAND) from None
    if wanted.get("type") == "array" and not isinstance(value, list):
        value = [read_one(each) for each in str(value).split(",") if each.strip()]
    if field:
        value = {**(before if isinstance(before, dict) else {}), field: value}
    if not schema.accepts(value, wanted, _whole()):
        raise Misuse(
            "{option} cannot be {value}. It can be: {values}",
            command=COMMAND,
            option=f"{option}.{field}" if field else option,
            value=text or '""',
            values=possible(option),
        )
    return value


def read_one(text: str) -> int | str:
    """One thing of a list: a number where it is one."""
    return int(text) if text.strip().isdecimal() and text.isascii() else text.strip()


def _whole() -> dict[str, Any]:
    from mustutor.variant.file import whole

    return whole()


def _differing(chosen: Choices, base: Variant) -> Iterable[tuple[str, Any]]:
    for option, value in chosen.items():
        before = base.rules[option]
        after = merged(option, before, value)
        if after == before:
            continue
        if isinstance(before, dict) and isinstance(value, dict):
            # Some maps may be named in part, others are whole or nothing.
            fewer = {name: thing for name, thing in value.items() if before.get(name) != thing}
            yield option, fewer if merged(option, before, fewer) == after else value
        else:
            yield option, value


# --- asked for ---------------------------------------------------------------------------


def asked(
    base: Variant, tongue: Language, write: Callable[[str], None], ask: Callable[[str], str]
) -> Choices:
    """Ask what is different at the reader's table: the usual questions, then any option by name.

    Enter leaves a rule as it is; the end of the questions is an empty answer too. Raises
    Stopped where the answer is q, or there are no more answers.
    """
    say = tongue.say
    chosen: Choices = {}
    write(say("Enter leaves a rule as in {base}, q stops and writes nothing.", base=base.id))
    for option in ASKED[base.game]:
        _ask(option, base, chosen, tongue, write, ask)
    while True:
        write("")
        name = _heard(ask, say("Another option by its name, or Enter when that is all > "))
        if not name:
            return dict(_differing(chosen, base))
        if name == "?":
            write(", ".join(LABELS))
        elif name in LABELS:
            _ask(name, base, chosen, tongue, write, ask)
        else:
            hint = schema.closest(name, LABELS)
            write(say("There is no option {option}.", option=name))
            if hint:
                write(say("Did you mean {hint}?", hint=hint))


def _ask(
    option: str,
    base: Variant,
    chosen: Choices,
    tongue: Language,
    write: Callable[[str], None],
    ask: Callable[[str], str],
) -> None:
    say = tongue.say
    known = VALUES.get(option, {})
    answers = _keys(list(known) if "anyOf" not in part(option) else [])
    before = base.rules[option]
    write("")
    write(f"{option}: {say(LABELS[option])}")
    for key, value in answers.items():
        told = say(known[value])
        if value == before:
            told = say("{sentence} (as in {base})", sentence=told, base=base.id)
        write(f"  {key}  {told}")
    if not answers:
        spelled = schema.spelled(before)
        write("  " + say("In {base}: {before}.", base=base.id, before=spelled))
        write("  " + say("It can be: {values}", values=possible(option)))
    while True:
        text = _heard(ask, "> ")
        if not text:
            return
        if text in answers:
            chosen[option] = answers[text]
            return
        try:
            chosen[option] = read(option, text)
        except Misuse as problem:
            write(problem.said(tongue))
        else:
            return


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
