"""Leading a learner through a walk: on the screen, line by line, or from a script."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from mustutor.cli.console import Console
from mustutor.cli.explained import write
from mustutor.cli.habits import Misuse, Status
from mustutor.cli.offers import offer
from mustutor.cli.terminal import script_lines
from mustutor.cli.tutor.flow import Flow, is_placement
from mustutor.cli.tutor.outcome import outcome_said, tally
from mustutor.games.telling import Explanation
from mustutor.language import printable
from mustutor.tutor.progressstore import ProgressStore
from mustutor.tutor.question import Asking
from mustutor.tutor.walk import LimitedSource, Walk
from mustutor.ui.desk import nothing_follows
from mustutor.ui.lines import Front, run_lines, write_transcript

LARGEST_SCRIPT = 1024 * 1024
MOST_SHOWN = 1_000


def run(
    console: Console,
    walk: Walk,
    store: ProgressStore,
    *,
    answers: Path | None = None,
    transcript: bool = False,
    count: int | None = None,
    command: str = "mustutor learn",
) -> Status:
    """Lead a learner through a walk, and say how it went: what `led` does, and its status."""
    end = led(
        console,
        walk,
        store,
        answers=answers,
        transcript=transcript,
        count=count,
        command=command,
    )
    return Status.DONE if transcript else tell_outcome(console, end)


def led(
    console: Console,
    walk: Walk,
    store: ProgressStore,
    *,
    answers: Path | None = None,
    transcript: bool = False,
    count: int | None = None,
    command: str = "mustutor learn",
) -> Walk:
    """Lead a learner through a walk, keeping everything as it happens; after `count` stops it ends.

    Where somebody sits at a terminal they may go on with the next; the walk they left comes back.

    A transcript writes all of it and asks nothing. `answers` is a script: what would be typed,
    a line each; there and from a pipe the status says whether all was answered right.
    """
    if count is not None:
        walk = replace(walk, source=LimitedSource(walk.source, count))
    if transcript:
        return write_transcript(walk, _front(console, None, iter(())), most=MOST_SHOWN)
    if answers is None and console.no_input:
        raise Misuse("Nobody can be asked: give --answers FILE, or --transcript.", command=command)
    if store.problem is not None:
        console.problem(store.problem.said(console.language), _advice(console))
    flow = Flow(console, store)
    flow.begins(walk)
    with _closing(console, store):
        if console.interactive and answers is None:
            end = _on_screen(console, walk, flow)
        else:
            typed = _typed(answers)
            front = _front(console, flow, typed)
            if typed is not None and not is_placement(walk):
                front = front._replace(onward=nothing_follows)  # a script is for one walk
            end = run_lines(walk, front)
    return end


def tell_outcome(console: Console, walk: Walk) -> Status:
    """Say how the questions went; WRONG where one was missed, skipped or shown."""
    said = outcome_said(walk, console.language)
    if said:
        console.write()
    for sentence in said:
        console.paragraph(sentence)
    outcomes = tally(walk.asked)
    skipped = any(asking.skipped for asking in walk.asked.values())
    left_wrong = any(map(_left_wrong, walk.asked.values()))
    missed = skipped or outcomes["wrong"] or outcomes["shown"] or left_wrong
    return Status.WRONG if missed and not console.interactive else Status.DONE


def _left_wrong(asking: Asking) -> bool:
    """Whether a question was answered wrong and then left open."""
    return bool(asking.tries) and not asking.closed


def _on_screen(console: Console, walk: Walk, flow: Flow) -> Walk:
    """Run the walk full screen, or line by line where the terminal cannot be drawn on."""
    from mustutor.cli.terminal import shown

    end = shown(console, walk, keep=flow.keep, onward=flow.onward)
    return run_lines(walk, _front(console, flow, None)) if end is None else end


def _front(console: Console, flow: Flow | None, typed: Iterator[str] | None) -> Front:
    def ask(prompt: str) -> str:
        if typed is None:
            try:
                return input(console.fitted(prompt))
            except (EOFError, KeyboardInterrupt):
                console.write()  # Ctrl-D and Ctrl-C leave the cursor behind the prompt
                raise
        text = next(typed, None)
        if text is None:
            raise EOFError
        console.write(f"{prompt}{printable(text)}")
        return text

    def keep(before: Walk, after: Walk) -> None:
        if after.asking is not None and after.asking.closed:
            offer([("", console.language.say("Next"))])
        if flow is not None:
            flow.keep(before, after)

    def written(text: str) -> None:
        for line in text.split("\n"):
            console.paragraph(line)

    def show(page: Explanation) -> None:
        choices = [(line.seat, line.text) for line in page.lines if line.kind == "choice"]
        if choices or any(line.kind == "question" for line in page.lines):
            offer(choices)
        write(console, page)

    return Front(
        show=show,
        write=written,
        ask=ask,
        keep=keep,
        tongue=console.language,
        onward=nothing_follows if flow is None else flow.onward,
    )


def _typed(answers: Path | None) -> Iterator[str] | None:
    """What a script would type; nothing where somebody types at a terminal."""
    import sys

    if answers is None or str(answers) == "-":
        if answers is None and sys.stdin is not None and sys.stdin.isatty():
            return None
        return iter(()) if sys.stdin is None else _lines(sys.stdin)
    return script_lines(answers, LARGEST_SCRIPT)


def _lines(stream: object) -> Iterator[str]:
    for line in stream:  # type: ignore[attr-defined]
        yield line.rstrip("\r\n")


@contextmanager
def _closing(console: Console, store: ProgressStore) -> Iterator[None]:
    """Whatever ends the walk, what could not be kept is told."""
    try:
        yield
    finally:
        problem = store.close()
        if problem is not None:
            console.problem(problem.said(console.language))


def _advice(console: Console) -> str:
    return console.language.say("mustutor progress doctor says what to do; here you can go on.")
