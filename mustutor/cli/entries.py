"""What the table of commands is made of: a command, and a word that more words follow."""

from __future__ import annotations

from mustutor.tuples import NamedTuple


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
