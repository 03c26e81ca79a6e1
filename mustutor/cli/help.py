"""The commands as Typer sees them: loaded when typed, with help in the reader's language."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import typer
from typer._click.exceptions import BadOptionUsage
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption

from mustutor.base.language import mark
from mustutor.cli.command_table import COMMANDS, CommandEntry, CommandGroup
from mustutor.cli.common_options import HABITS, UsageError, nearest, refuse_bytes
from mustutor.cli.console import Console, columns, wrapped

NAMES_OF_FILES = ("FILE", "FOLDER", "PATH", "STATE")
"""What stands for a file may hold bytes of any kind, as its name does."""

SHELLS = ("bash", "zsh", "fish", "powershell", "pwsh")
"""Those Typer writes completions for."""


class Command(TyperCommand):
    """A command whose help is a page of ours."""

    entry: CommandEntry

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except BadOptionUsage as fault:  # its parser does not say of which command
            fault.ctx = fault.ctx or ctx
            raise

    def get_help_option(self, ctx: Any) -> TyperOption | None:
        return helpful(super().get_help_option(ctx))

    def get_help(self, ctx: Any) -> str:
        return page(ctx, self.entry, self.entry.examples)

    def invoke(self, ctx: Any) -> Any:
        for word in self.params:
            metavar = str(word.metavar or word.name)
            if not any(name in metavar for name in NAMES_OF_FILES):
                shown = word.opts[0] if word.opts[0][:1] == "-" else metavar.strip("[].…")
                with of_command(ctx):
                    refuse_bytes(shown, ctx.params.get(word.name or ""))
        with of_command(ctx):
            return super().invoke(ctx)


class Commands(TyperGroup):
    """A branch of the table: knows its commands by name, loads one when it is typed."""

    branch: CommandGroup = COMMANDS
    own: Command | None = None  # what the branch does by itself, where no word follows

    def get_help_option(self, ctx: Any) -> TyperOption | None:
        return helpful(super().get_help_option(ctx))

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        word, _, shell = args[0].partition("=") if args else ("", "", "")
        shell = shell or (args[1] if len(args) > 1 else "")
        for option in self.params if shell[:1] not in ("", "-") else ():
            # Typer takes these for flags and guesses the shell, though its callbacks know them all.
            if option.name in ("show_completion", "install_completion") and word in option.opts:
                if shell not in SHELLS:
                    raise UsageError(
                        "{word} can be {choices}, not {value}.",
                        word=word,
                        choices=", ".join(SHELLS),
                        value=shell,
                    )
                assert option.callback is not None
                option.callback(ctx, option, shell)
        return super().parse_args(ctx, args)

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002
        return list(self.branch.commands)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002
        found = self.branch.commands.get(cmd_name)
        if isinstance(found, CommandGroup):
            own = found.own and load(cmd_name, found.own)
            group = Commands(
                name=cmd_name,
                help=found.sentence,
                rich_markup_mode=None,
                params=own.params if own else None,
                invoke_without_command=own is not None,
            )
            group.branch, group.own = found, own
            return group
        return found and load(cmd_name, found)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        word = args[0]
        if word not in self.branch.commands and word[:1] != "-" and not ctx.resilient_parsing:
            raise UsageError(
                "{command} has no command {word}.",
                command=ctx.command_path,
                word=word,
                hint=nearest(word, self.branch.commands),
            )
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        if not ctx._protected_args and not self.invoke_without_command:  # noqa: SLF001
            raise UsageError(
                "After {command} comes one of these: {words}.",
                command=ctx.command_path,
                words=", ".join(self.branch.commands),
            )
        if self.own and self.own.callback and not ctx._protected_args:  # noqa: SLF001
            with ctx, of_command(ctx):
                return ctx.invoke(self.own.callback, **ctx.params)
        return super().invoke(ctx)

    def get_help(self, ctx: Any) -> str:
        examples = self.branch.own.examples if self.branch.own else ()
        return page(ctx, self.branch, examples)


@contextmanager
def of_command(ctx: Any) -> Iterator[None]:
    """Let wrong usage know which command was typed: its help says more."""
    try:
        yield
    except UsageError as problem:
        problem.evidence.setdefault("command", ctx.command_path)
        raise


def helpful(option: TyperOption | None) -> TyperOption | None:
    """Let the help option write to our console, which knows its reader, not to Typer's."""

    def show(ctx: Any, _: Any, asked: Any) -> None:
        if asked and not ctx.resilient_parsing:
            ctx.obj.write(ctx.command.get_help(ctx))
            ctx.exit()

    if option:
        option.callback = show
    return option


def load(name: str, entry: CommandEntry) -> Command:
    """Import the module of a command and make of its function what Typer runs."""
    function = getattr(import_module(f"mustutor.cli.{entry.module}"), entry.function)
    shell = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    shell.command(name, cls=Command, help=entry.sentence)(_for_typer(function))
    command = typer.main.get_command(shell)
    assert isinstance(command, Command)
    command.entry = entry
    return command


TYPED = "COMMANDLINE"
"""As Typer calls the source of what stands in the command line itself."""


def _for_typer(function: Callable[..., Any]) -> Callable[..., Any]:
    """A command that takes our console first as one that takes Typer's context, which holds it."""
    signature = inspect.signature(function, eval_str=True)
    first, *others = signature.parameters.values()
    if first.annotation is not Console:
        return function

    def command(context: typer.Context, **words: Any) -> Any:
        sources = {name: context.get_parameter_source(name) for name in words}
        context.obj.typed = {name for name, of in sources.items() if of and of.name == TYPED}
        return function(context.obj, **words)

    context = inspect.Parameter("context", first.kind, annotation=typer.Context)
    command.__signature__ = signature.replace(parameters=[context, *others])  # type: ignore[attr-defined]
    command.__annotations__ = {}  # the signature has them all
    return command


def page(ctx: Any, told: CommandEntry | CommandGroup, examples: tuple[str, ...]) -> str:
    """Lay out the help of a command: how it is typed, what it does, its words, how it ends."""
    console: Console = ctx.obj
    say = console.language.say
    branch = told if isinstance(told, CommandGroup) else None
    given = [word for word in ctx.command.params if isinstance(word, TyperArgument)]
    offered = [option for option in ctx.command.get_params(ctx) if isinstance(option, TyperOption)]
    pieces = [ctx.command_path, say("[OPTIONS]"), *(typed(word, say) for word in given)]
    if branch:
        pieces.append(f"[{say('COMMAND')}]" if branch.own else say("COMMAND"))
    parts = [
        wrapped(say("Usage: {usage}", usage=" ".join(pieces)), console.width, hang=4),
        wrapped(say(told.sentence), console.width),
    ]

    def section(title: str, rows: list[tuple[str, str]]) -> None:
        if rows:
            parts.append(f"{console.strong(title)}\n{columns(rows, console.width)}")

    if branch:
        words = branch.commands.items()
        section(say("Commands"), [(word, say(found.sentence)) for word, found in words])
    section(say("Arguments"), [(typed(word, say), meaning(ctx, word)) for word in given])
    section(say("Options"), [(spelling(ctx, o), meaning(ctx, o)) for o in offered if not o.hidden])
    if ctx.parent is None:
        habits = [
            (f"{habit.option} {habit.value and say(habit.value)}".rstrip(), say(habit.sentence))
            for habit in HABITS
        ]
        section(say("With every command"), habits)
    else:
        everywhere = " ".join(habit.option for habit in HABITS)
        parts.append(
            wrapped(say("With every command: {options}", options=everywhere), console.width, hang=4)
        )
    if examples:
        lines = "\n".join(f"  {example}" for example in examples)
        parts.append(f"{console.strong(say('Examples'))}\n{lines}")
    parts.append(wrapped(statuses(told, say), console.width, hang=4))
    return "\n\n".join(parts)


def statuses(told: CommandEntry | CommandGroup, say: Callable[..., str]) -> str:
    """The exit statuses of a command, for a program that calls it."""
    wrong = (
        mark("the record, claim, variant or lesson is wrong")
        if isinstance(told, CommandGroup)
        else told.wrong
    )
    if not wrong:
        return say("Exit status: 0 done, 2 wrong usage, 3 unreadable input, 130 interrupted.")
    return say(
        "Exit status: 0 done, 1 {wrong}, 2 wrong usage, 3 unreadable input, 130 interrupted.",
        wrong=say(wrong),
    )


def typed(word: TyperArgument, say: Callable[[str], str]) -> str:
    """Show an argument as it is typed: in brackets if it may be left out, with dots if many."""
    name = "|".join(say(part) for part in (word.metavar or (word.name or "").upper()).split("|"))
    shown = f"{name}..." if word.nargs != 1 and not name.endswith(("…", "...")) else name
    return shown if word.required else f"[{shown.strip('[]')}]"


def spelling(ctx: Any, option: TyperOption) -> str:
    """Show how an option is spelt, and what value it takes."""
    names = ", ".join(sorted([*option.opts, *option.secondary_opts], key=len))
    if option.is_flag:
        return names
    number = "N" if option.type.name.startswith("int") else None
    value = option.metavar or number or option.make_metavar(ctx)
    # What stands for a value is said in the language; what is typed as it is, in small letters, is
    # not.
    say = ctx.obj.language.say
    return f"{names} {'|'.join(say(one) if one.isupper() else one for one in value.split('|'))}"


def meaning(ctx: Any, word: TyperArgument | TyperOption) -> str:
    """Say what a word of the command line means, and what it is when left out."""
    console: Console = ctx.obj
    say = console.language.say
    words = say(word.help) if word.help else ""
    usual = word.get_default(ctx, call=False)
    if word.required and isinstance(word, TyperOption):
        return say("{meaning} Required.", meaning=words)
    if word.show_default and isinstance(usual, (str, int)) and not isinstance(usual, bool):
        return say("{meaning} Usually {value}.", meaning=words, value=usual)
    return words
