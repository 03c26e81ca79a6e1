"""The command `judge`: a quarrel asked about, question by question, and the verdict."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path

import typer

from mustutor.base.errors import NotationError, VariantError
from mustutor.base.language import printable
from mustutor.cli.common_options import (
    STDOUT,
    Status,
    UsageError,
    refused_as_usage,
    variant_named,
)
from mustutor.cli.console import COMMENT, Console, script_lines, write, write_lines
from mustutor.cli.output_files import refuse_over
from mustutor.cli.output_files import write as write_file
from mustutor.cli.parameters import BRIEF, FORCE, JSON, option
from mustutor.present.settlement import pages
from mustutor.referee import settle
from mustutor.referee.inquiry import DisputeInterview, QuarrelQuestion
from mustutor.replay.reader import SHEET
from mustutor.replay.sheet.writer import written
from mustutor.replay.writer import dumps

LARGEST_SCRIPT = 64 * 1024
MOST_ANSWERS = 500
LONGEST_LINE = 4_096

BACK = frozenset(("<", "back", "atras", "atrás", "retour", "atzera"))
QUIT = frozenset(("q", "quit", "salir", "quitter", "irten"))


def judge(
    console: Console,
    variant: str = option(
        "--variant ID|FILE", "The rules to play by; you are asked if you do not name them."
    ),
    players: str = option("--players NAMES", "The players' names, as in A1=Ane,B1=Bea."),
    answers: Path | None = option(
        "--answers FILE", "Take the answers from a file, one a line, as they would be typed.", None
    ),
    output: str = option(
        "-o --output FILE", "Keep the quarrel: a record, or a sheet (.mus); - is standard output."
    ),
    force: bool = FORCE,
    json: bool = JSON,
    brief: bool = BRIEF,
) -> Status:
    """Ask about a quarrel and judge it; 1 when what is claimed is false."""
    if brief and json:
        raise UsageError("--brief and --json exclude each other.")
    if json and output == STDOUT:
        raise UsageError("--json and -o - both write to standard output.")
    rules = variant_named(variant) if variant else None
    if output not in ("", STDOUT):
        refuse_over(Path(output), force=force)
    if answers is None and console.no_input:
        raise UsageError("Nobody can be asked: give --answers FILE.")
    typed = _typed(answers)
    quiet = json or output == STDOUT
    with refused_as_usage(NotationError, VariantError):
        inquiry = DisputeInterview(console.language, rules, players)
    with refused_as_usage(NotationError):
        _question(console, inquiry, typed, quiet=quiet)
    status = _verdict(console, inquiry, output, force, json, brief)
    left = len([line for line in typed or () if line.strip()])
    if left:
        console.flush()
        console.problem(
            console.language.count(
                "{number} answer was not needed.", "{number} answers were not needed.", left
            )
        )
    return status


def _question(
    console: Console, inquiry: DisputeInterview, typed: Iterator[str] | None, *, quiet: bool
) -> None:
    """Ask until all is answered; `typed` are answers from a script, `quiet` shows no question."""
    say = console.language.say
    if typed is None:
        console.say("Enter takes what is offered, < goes back, q stops.")
    given = 0
    while inquiry.question is not None:
        question = inquiry.question
        if not quiet:
            _show(console, question)
        elif question.problem:
            console.problem(question.problem)
        text = _heard(console, typed, question, quiet=quiet)
        given += 1
        if given > MOST_ANSWERS:
            raise UsageError("There are more answers here than any quarrel needs.")
        word = text.strip().lower()
        if word in QUIT:
            raise typer.Abort
        if word in BACK:
            if not inquiry.back() and not quiet:
                console.write(say("This is the first question."))
        else:
            inquiry.answer(text)


def _show(console: Console, question: QuarrelQuestion) -> None:
    if question.problem:
        console.paragraph(question.problem)
        return
    console.write()
    if question.heard:
        console.paragraph(question.heard)
    if question.choices:
        write_lines(console, *question.choices)
    console.paragraph(question.text)


def _heard(
    console: Console, typed: Iterator[str] | None, question: QuarrelQuestion, *, quiet: bool
) -> str:
    if typed is None:
        try:
            return input("> ")
        except EOFError:
            raise typer.Abort from None
    text = next(typed, None)
    if text is None:
        raise UsageError(
            "The answers end before this is answered: {question}", question=question.text
        )
    if not quiet:
        console.write(f"> {printable(text)}".rstrip())
    return text


def _typed(answers: Path | None) -> Iterator[str] | None:
    """What a script answers; nothing where somebody types at a terminal."""
    if answers is None or str(answers) == STDOUT:
        if answers is None and sys.stdin is not None and sys.stdin.isatty():
            return None
        stream = sys.stdin
        # Line by line and never more than a line may hold: a pipe may have no end.
        read = iter(partial(stream.readline, LONGEST_LINE), "") if stream is not None else iter(())
        lines = list(islice(read, MOST_ANSWERS))
        return iter([line.rstrip("\r\n") for line in lines if not line.startswith(COMMENT)])
    return script_lines(answers, LARGEST_SCRIPT)


def _verdict(
    console: Console, inquiry: DisputeInterview, output: str, force: bool, json: bool, brief: bool
) -> Status:
    """Tell the verdict, and keep the record where that was asked for."""
    record = inquiry.record
    assert record is not None
    settlement = settle(record)
    if json:
        console.document(settlement.as_json())
    elif output == STDOUT:
        console.write(dumps(record).rstrip("\n"))
    else:
        for page in pages(settlement, console.language, brief=brief):
            console.write()
            write(console, page)
    if output not in ("", STDOUT):
        text = written(record) if output.endswith(SHEET) else dumps(record)
        write_file(text, Path(output), force=force)
        console.write()
        console.say("{file} is written: mustutor settle {file} tells it again.", file=output)
    return Status.DONE if settlement.holds else Status.WRONG
