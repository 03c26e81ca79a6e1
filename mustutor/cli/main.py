"""The ``mustutor`` command: from a command line to an exit status, never to a traceback.

What cannot be read or may not be done is one line on stderr in the reader's language, and a
second that says what to do. A fault of mustutor's own is not hidden: it does show a traceback.
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer
from typer.exceptions import TyperException

from mustutor.base import __version__
from mustutor.base.errors import (
    ArchiveError,
    EmbeddedRecordError,
    IllegalCall,
    MustutorError,
    NotationError,
    ProgressError,
    ReplayError,
    Unreadable,
    VariantError,
)
from mustutor.base.json_text import NOT_JSON
from mustutor.base.language import Language, add_pack, chosen, mark, open_language
from mustutor.cli.command_table import other_commands
from mustutor.cli.common_options import (
    SCHEMA,
    SitDown,
    Status,
    UsageError,
    console_for,
    explained_by_schema,
    nearest,
    refuse_unwritable,
    split_common_options,
    supported_language,
)
from mustutor.cli.console import Console, OutputClosed, discard_output
from mustutor.cli.help import Commands
from mustutor.cli.parameters import flag
from mustutor.cli.settings import Settings, of_environment, settings

if TYPE_CHECKING:
    from mustutor.tutor.progress import Progress

Rows = list[tuple[str, str]]

# What to do about an error, by its family; the first that fits. Of a record: where it is its shape.
ADVICE = (
    (UsageError, mark("Type {command} --help to see how.")),
    (NotationError, mark("Cards are a rank and a suit: Ro, 7e, Ac; or a rank alone: R R C A.")),
    (VariantError, mark("Type mustutor variant list to see which variants there are.")),
    (ArchiveError, ""),  # it says itself what to do
    (
        EmbeddedRecordError,
        mark("Ask whoever sent it for all of it again, or for the record as a file."),
    ),
    (ReplayError, SCHEMA),
    (ProgressError, mark("Type mustutor progress doctor to see what can be done.")),
    (IllegalCall, mark("Type mustutor rule {rule} to read the article.")),
)

# Typer words its complaints in English, with the evidence inside: it is read out again here.
READINGS = (
    (r"'(?P<value>.*)' is not a valid int.*\.", mark("{word} takes a whole number, not {value}.")),
    (r"'(?P<value>.*)' is not a valid float.*\.", mark("{word} takes a number, not {value}.")),
    (
        r"(?P<value>\S+) is not in the range (?P<least>\d+)<=x<=(?P<most>\d+)\.",
        mark("{word} goes from {least} to {most}, so it cannot be {value}."),
    ),
    (
        r"(?P<value>\S+) is not in the range x>=(?P<least>\d+)\.",
        mark("{word} must be {least} or more; {value} is too little."),
    ),
    (
        r"'(?P<value>.*)' is not one of (?P<choices>.*)\.",
        mark("{word} can be {choices}, not {value}."),
    ),
    (r"Option '(?P<word>.*)' requires an argument\.", mark("{word} needs a value.")),
    (
        r"Option '(?P<word>.*)' requires (?P<number>\d+) arguments\.",
        mark("{word} needs {number} values."),
    ),
    (r"Option '(?P<word>.*)' does not take a value\.", mark("{word} takes no value.")),
    (r"Got unexpected extra argument\(s\) \((?P<extra>.*)\)", mark("{command} takes no {extra}.")),
)

UNSET = mark("Nothing is set until the file is mended or removed.")

application = typer.Typer(
    cls=Commands,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    invoke_without_command=True,
    no_args_is_help=False,
    add_completion=True,
    context_settings={"help_option_names": ["--help", "-h"]},
)


@application.callback()
def start(
    context: typer.Context, version: bool = flag("--version", "Write the version and exit.")
) -> None:
    """Say the version, or, where no command was typed, what to do next."""
    console: Console = context.obj
    if version:
        console.write(f"mustutor {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        welcome(console)


def welcome(console: Console) -> None:
    """Say what to do next: a menu where somebody sits at a terminal, else a few lines."""
    if console.asks:
        from mustutor.cli.tutor.learn import home

        home(console)
    else:
        greet(console)


def greet(console: Console) -> None:
    """Say in a few lines what to do next: the course, the review, a dispute, a hand."""
    said: list[str] = []
    learning, problem = Rows(), None
    try:
        said, learning = _going_on(console.language, datetime.now(UTC))
    except ProgressError as found:
        problem = found
    tagline = mark(
        "Mus and three games more: taught, settled and verified, with a reason for every stone."
    )
    for sentence in said or [console.language.say(tagline)]:
        console.paragraph(sentence)
    console.write()
    console.rows([*(learning or _beginning(console.language)), *other_commands(console.language)])
    if problem is not None:
        console.flush()
        advice = console.language.say("Type mustutor progress doctor to see what can be done.")
        console.problem(problem.said(console.language), advice)


def _beginning(language: Language) -> Rows:
    from mustutor.tutor.course import lesson_title, next_lesson

    title = lesson_title(next_lesson(""), language.code)
    return [("mustutor learn", language.say("begin the course: {lesson}", lesson=title))]


def _going_on(language: Language, now: datetime) -> tuple[list[str], Rows]:
    """Since when somebody comes, and a day's work; raises ProgressError for a damaged record."""
    from mustutor.tutor.progress_file import read_progress

    progress = read_progress()
    if not progress.walks:
        return [], []

    # Loaded for those who have begun: a first start stays quick.
    from mustutor.cli.tutor.walk import since_said
    from mustutor.tutor.ladder import next_table
    from mustutor.tutor.lesson.files import lesson_ids
    from mustutor.tutor.review import askable, cards, due, minutes

    rows = [_course(progress, language)] if progress.lesson else _beginning(language)
    step = next_table(progress.tables)
    title = language.say(step.title)
    rows.append(("mustutor puzzle --daily", language.say("the puzzle of the day")))
    rows.append((f"mustutor play --step {step.id}", language.say("play: {title}", title=title)))
    waiting = due(askable(cards(progress, now), progress, lesson_ids()), now)
    if waiting:
        time = minutes(len(waiting), progress.seconds)
        said = language.count(
            "see again {number} question that is due: about {minutes} min",
            "see again {number} questions that are due: about {minutes} min",
            len(waiting),
            minutes=time,
        )
        rows.insert(0, ("mustutor review", said))
    return since_said(progress, now, language), rows


def _course(progress: Progress, language: Language) -> tuple[str, str]:
    """The lesson left open, else the first one after it that is not done; never just the first."""
    from mustutor.tutor.course import current_lesson, lesson_title, lessons_through, next_lesson

    if lesson := current_lesson(progress):
        typed, sentence = "mustutor learn", mark("go on where you were: {lesson}")
        if lesson != progress.lesson:
            sentence = mark("go on with the course: {lesson}")
    elif lesson := next_lesson("", lessons_through(progress)):
        typed, sentence = f"mustutor learn {lesson}", mark("take up a lesson you skipped: {lesson}")
    else:
        return "mustutor drill", language.say("the course is done: practise, to keep your hand in")
    return typed, language.say(sentence, lesson=lesson_title(lesson, language.code))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line (the program's own, unless given) and return its exit status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        return run(sys.argv[1:] if arguments is None else arguments)
    except (KeyboardInterrupt, typer.Abort):
        return Status.INTERRUPTED
    except (OutputClosed, BrokenPipeError):
        discard_output(sys.stdout)
        return Status.DONE


def run(arguments: Sequence[str]) -> int:
    """Run a command line; what it gets wrong is told, and becomes an exit status."""
    usual, damaged = _settings()
    if usual.of("languages"):
        add_pack(Path(usual.of("languages")))
    asked, rest = split_common_options(arguments)
    if "--lang" not in asked and supported_language(usual.of("lang")):
        asked["--lang"] = usual.of("lang")
    console = Console(open_language(chosen(supported_language(asked.get("--lang")))))
    try:
        refuse_unwritable(arguments)
        console = console_for(asked)
        console.usual = usual
        if damaged is not None and rest[:1] != ["config"]:
            console.problem(damaged.said(console.language), console.language.say(UNSET))
        if sys.stdout is None:  # closed by who called us: nobody could read an answer
            console.warn("The standard output is closed, so nothing can be shown.")
            return Status.MISUSED
        # Typer answers with what the command returned; nothing means that all went well.
        command = partial(
            typer.main.get_command(application),
            in_the_form_of_its_command(rest),
            prog_name="mustutor",
            obj=console,
            standalone_mode=False,
            default_map=_defaults(usual),
        )
        status = _until_left(console, command)
        console.flush()
    except MustutorError as error:
        return tell(console, error)
    except TyperException as fault:
        return tell(console, misuse(fault))
    except BrokenPipeError:
        raise
    except OSError as error:
        if not error.filename:  # the output, then: a full disk
            discard_output(sys.stdout)
        return tell(console, unreadable(error))
    return int(status or Status.DONE)


PAGE_TO_FILE = ("settle", "drill", "puzzle", "analyse")
"""The commands whose --html takes a file; `replay export` has -o for it."""


def in_the_form_of_its_command(words: Sequence[str]) -> list[str]:
    """A command line with what people type for it: `version`, `help settle`, either `--html`.

    A page is asked for with ``--html FILE`` or ``--html -o FILE`` of every command.

    >>> in_the_form_of_its_command(["help", "settle"])
    ['settle', '--help']
    >>> in_the_form_of_its_command(["settle", "punto", "--html", "-o", "page.html"])
    ['settle', 'punto', '--html', 'page.html']
    >>> in_the_form_of_its_command(["replay", "export", "punto", "--html", "page.html"])
    ['replay', 'export', 'punto', '--html', '-o', 'page.html']
    """
    if list(words) == ["version"]:
        return ["--version"]
    if words[:1] == ["help"]:
        return [*words[1:], "--help"]
    if "--html" not in words:
        return list(words)
    at = words.index("--html")
    before, after = list(words[: at + 1]), list(words[at + 1 :])
    if not {*PAGE_TO_FILE} & {*before[:2]}:
        named = after[:1] if after and after[0].endswith((".html", ".htm")) else []
        return [*before, "-o", *after] if named and "export" in before else [*before, *after]
    if after[:1] in (["-o"], ["--output"]):
        return [*before, *after[1:]]
    return [*before, *(["-"] if not after or after[0].startswith("--") else []), *after]


def _until_left(console: Console, command: Callable[[], Any]) -> Any:
    """Run a command; a learner who sits down at a table comes back to the menu from it."""
    while True:
        try:
            return command()
        except SitDown as chosen:
            step = chosen.step
        from mustutor.cli.play import play_step

        if play_step(console, step) is Status.INTERRUPTED:
            return Status.INTERRUPTED
        if console.interactive:  # let the end be read before the menu takes its place
            with suppress(EOFError):
                input(console.fitted(console.language.say("Enter goes on: ")))
        command = partial(welcome, console)


def _settings() -> tuple[Settings, Unreadable | None]:
    """The settings, and the problem of a file that cannot be read and is ignored."""
    try:
        return settings(), None
    except Unreadable as problem:
        return of_environment(), problem


def _defaults(usual: Settings) -> dict[str, Any]:
    """What the settings are to the options of the commands that have a use for them."""
    rules = {"variant": usual.of("variant")} if usual.of("variant") else {}
    level = {"level": usual.of("level")} if usual.of("level") else {}
    alone = dict.fromkeys(("hand", "compare", "odds", "review"), rules)
    return {**alone, "replay": dict.fromkeys(("simulate", "commit"), rules), "drill": level}


def tell(console: Console, error: MustutorError) -> Status:
    """Say on stderr what is wrong and what to do about it; return the exit status it means."""
    advice = next((words for kind, words in ADVICE if isinstance(error, kind)), "")
    if isinstance(error, ReplayError) and not explained_by_schema(error.file, error.line):
        advice = "" if advice == SCHEMA else advice
    evidence = {"command": "mustutor", **error.evidence}
    if isinstance(error, IllegalCall):
        evidence["rule"] = error.fault.rule
    told = error.said(console.language)
    if console.in_page:  # nobody can type a command there, and what they pasted has no name
        advice = advice if "{command}" not in advice and "mustutor " not in advice else ""
        told = said_in_page(error, console.language)
    if advice:
        advice = console.language.say(advice, **evidence)
    console.problem(told, advice)
    if isinstance(error, UsageError):
        return Status.MISUSED
    return Status.UNREADABLE if isinstance(error, Unreadable) else Status.WRONG


def said_in_page(error: MustutorError, language: Language) -> str:
    """What is wrong with something pasted: its line in words, and no name of a file."""
    if not isinstance(error, Unreadable) or not error.file:
        return error.said(language)
    line, error.file = error.line, ""
    if error.sentence in NOT_JSON:
        return language.say("This is neither a score sheet nor a record.")
    told = error.said(language)
    if not line:
        return told
    return language.say("In line {line}: {problem}", line=line, problem=told)


def misuse(fault: Any) -> UsageError:
    """Turn a usage error of Typer's into ours."""
    from typer._click.exceptions import MissingParameter, NoSuchOption

    command = fault.ctx.command_path if fault.ctx else "mustutor"
    if isinstance(fault, NoSuchOption) and fault.ctx:
        parameters = fault.ctx.command.get_params(fault.ctx)
        return UsageError(
            "{command} has no option {option}.",
            command=command,
            option=fault.option_name,
            hint=nearest(fault.option_name, [name for known in parameters for name in known.opts]),
        )
    word = _word(getattr(fault, "param", None))
    if fault.ctx and fault.ctx.obj:
        word = "|".join(fault.ctx.obj.language.say(part) for part in word.split("|") if part)
    if isinstance(fault, MissingParameter):
        return UsageError("{command} needs {word}.", command=command, word=word)
    for pattern, sentence in READINGS:
        if found := re.fullmatch(pattern, fault.message, re.DOTALL):
            evidence: dict[str, Any] = {"word": word, **found.groupdict()}
            return UsageError(sentence, command=command, **evidence)
    return UsageError("{problem}", command=command, problem=fault.format_message())


def _word(parameter: Any) -> str:
    if parameter is None:
        return ""
    if parameter.param_type_name == "option":
        return str(parameter.opts[0])
    return str(parameter.metavar or parameter.name.upper()).strip("[].…")


def unreadable(error: OSError) -> Unreadable:
    """Say what the operating system says about a file."""
    file = str(error.filename or "")
    match error:
        case FileNotFoundError():
            return Unreadable("there is no such file.", file=file)
        case IsADirectoryError():
            return Unreadable("this is a directory, not a file.", file=file)
        case PermissionError():
            return Unreadable("this file may not be read.", file=file)
        case _:
            return Unreadable("{problem}", problem=error.strerror or str(error), file=file)
