"""What Typer finds wrong with a command line, said in our words and the reader's language."""

from __future__ import annotations

import re
from typing import Any

from mustutor.cli.habits import Misuse, nearest
from mustutor.language import mark

# Typer words its complaints in English, with the evidence inside: it is read out again here.
READINGS = (
    (r"'(?P<value>.*)' is not a valid int.*\.", mark("{word} takes a whole number, not {value}.")),
    (r"'(?P<value>.*)' is not a valid float.*\.", mark("{word} takes a number, not {value}.")),
    (
        r"(?P<value>\S+) is not in the range (?P<least>\d+)<=x<=(?P<most>\d+)\.",
        mark("{word} goes from {least} to {most}, not {value}."),
    ),
    (
        r"(?P<value>\S+) is not in the range x>=(?P<least>\d+)\.",
        mark("{word} must be {least} or more, not {value}."),
    ),
    (r"'(?P<value>.*)' is not one of (?P<choices>.*)\.", mark("{word} is {choices}, not {value}.")),
    (r"Option '(?P<word>.*)' requires an argument\.", mark("{word} needs a value.")),
    (r"Option '(?P<word>.*)' does not take a value\.", mark("{word} takes no value.")),
    (r"Got unexpected extra argument\(s\) \((?P<extra>.*)\)", mark("{command} takes no {extra}.")),
)


def misuse(fault: Any) -> Misuse:
    """Turn a usage error of Typer's into ours."""
    from typer._click.exceptions import MissingParameter, NoSuchOption

    command = fault.ctx.command_path if fault.ctx else "mustutor"
    if isinstance(fault, NoSuchOption) and fault.ctx:
        parameters = fault.ctx.command.get_params(fault.ctx)
        return Misuse(
            "{command} has no option {option}.",
            command=command,
            option=fault.option_name,
            hint=nearest(fault.option_name, [name for known in parameters for name in known.opts]),
        )
    word = _word(getattr(fault, "param", None))
    if fault.ctx and fault.ctx.obj:
        word = "|".join(fault.ctx.obj.language.say(part) for part in word.split("|") if part)
    if isinstance(fault, MissingParameter):
        return Misuse("{command} needs {word}.", command=command, word=word)
    for pattern, sentence in READINGS:
        if found := re.fullmatch(pattern, fault.message, re.DOTALL):
            return Misuse(sentence, command=command, **{"word": word, **found.groupdict()})
    return Misuse("{problem}", command=command, problem=fault.format_message())


def _word(parameter: Any) -> str:
    if parameter is None:
        return ""
    if parameter.param_type_name == "option":
        return str(parameter.opts[0])
    return str(parameter.metavar or parameter.name.upper()).strip("[].…")
