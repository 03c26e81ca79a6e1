"""The table of commands, read from ``commands.yaml``: where each is, and what it does.

A module is imported when its command is typed, never before: `mustutor hand` pays for hands
alone. A command's function takes `console: Console` first, then a row of `mustutor.cli.parameters`
for each word of its command line, and returns its exit status (nothing means done).
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from mustutor.base.language import Language
from mustutor.base.shipped import load_packaged_yaml


class CommandEntry(NamedTuple):
    """A command: its function, its sentence, examples of how it is typed.

    `wrong` says what its exit status 1 means; without it, it never ends so.
    """

    module: str
    function: str
    sentence: str
    examples: tuple[str, ...] = ()
    wrong: str = ""


class CommandGroup(NamedTuple):
    """A word that more words follow, as `replay` in `replay verify`.

    `own` is what it does where none follows; without it, one must.
    """

    sentence: str
    commands: dict[str, CommandEntry | CommandGroup]
    own: CommandEntry | None = None


def _grown(rows: Mapping[str, Any]) -> CommandGroup:
    """The tree of commands: a row that others begin with is a group of them."""
    groups = {words.rpartition(" ")[0] for words in rows}
    found: dict[str, CommandEntry | CommandGroup] = {}
    for words, row in rows.items():
        module, _, function = row.get("at", "").rpartition(".")
        told = row["says"], tuple(row.get("examples", ())), row.get("wrong", "")
        entry = CommandEntry(module, function, *told)
        found[words] = (
            CommandGroup(row["says"], {}, entry if module else None) if words in groups else entry
        )
        before, _, word = words.rpartition(" ")
        if isinstance(group := found.get(before), CommandGroup):
            group.commands[word] = found[words]
    whole = found["mustutor"]
    assert isinstance(whole, CommandGroup)
    return whole


COMMANDS = _grown(load_packaged_yaml(Path(__file__).with_name("commands.yaml")))


def other_commands(language: Language) -> list[tuple[str, str]]:
    """What is typed for all that is no lesson: a match, a dispute, a hand, the rules."""
    say = language.say
    file = say("FILE")
    return [
        ("mustutor play", say("sit down to a match with players of the house")),
        (f"mustutor settle {file}", say("settle a dispute: a record recomputed, stone by stone")),
        (f"mustutor replay play {file}", say("play back a hand, call by call")),
        ("mustutor rule", say("learn the rules, article by article")),
        ("mustutor tour", say("see it all: one hand played, settled, explained, verified")),
        ("mustutor --help", say("every command")),
    ]
