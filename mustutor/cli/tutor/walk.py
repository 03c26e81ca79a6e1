"""Leading a learner through a walk: on the screen, line by line, or from a script."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from mustutor.cli.console import Console
from mustutor.cli.explained import write
from mustutor.cli.habits import Misuse, Status
from mustutor.cli.terminal import script_lines
from mustutor.language import printable
from mustutor.tutor.progressstore import ProgressStore
from mustutor.tutor.question import Asking
from mustutor.tutor.walk import Happening, LimitedSource, Walk, happenings
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
    """Lead a learner through a walk, keeping everything as it happens; after `count` stops it ends.

    A transcript writes all of it and asks nothing. `answers` is a script: what would be typed,
    a line each; there and from a pipe the status says whether all was answered right.
    """
    if count is not None:
        walk = replace(walk, source=LimitedSource(walk.source, count))
    if transcript:
        write_transcript(walk, _front(console, None, iter(())), most=MOST_SHOWN)
        return Status.DONE
    if answers is None and console.no_input:
        raise Misuse("Nobody can be asked: give --answers FILE, or --transcript.", command=command)
    if store.problem is not None:
        console.problem(store.problem.said(console.language), _advice(console))
    store.keep([*_taken_as_read(walk, store), *happenings(None, walk)])
    with _closing(console, store):
        if console.interactive and answers is None:
            end = _on_screen(console, walk, store)
        else:
            end = run_lines(walk, _front(console, store, _typed(answers)))
    return tell_outcome(console, end)


def resumed(walk: Walk, store: ProgressStore) -> Walk:
    """Take a walk up where it was left, its closed questions as they were."""
    name, known = walk.source.name, store.progress
    place = known.place(name)
    if not place or known.finished(name):
        return walk
    read = known.read(name) or _read_before(walk, place)
    there = replace(walk, asked=dict(restored(walk, store)), read=read).to(place)
    if there is None:
        return walk
    return there.to_left() if there.is_last else there


def _read_before(walk: Walk, place: str) -> frozenset[str]:
    """What lies before a place: an older record of progress tells no more than that."""
    stops = (walk.source.stop(index) for index in range(walk.source.find(place) or 0))
    return frozenset([stop.place for stop in stops if stop is not None])


def _taken_as_read(walk: Walk, store: ProgressStore) -> Iterator[Happening]:
    """What the record does not tell yet of the pages that were read."""
    name = walk.source.name
    for place in sorted(walk.read - store.progress.read(name)):
        yield Happening("read", name, place)


def restored(walk: Walk, store: ProgressStore) -> Iterator[tuple[str, Asking]]:
    """The questions of a walk that were closed before, by place."""
    for place, known in store.progress.asked(walk.source.name).items():
        index = walk.source.find(place)
        stop = None if index is None else walk.source.stop(index)
        if stop is not None and stop.place == place and stop.question is not None:
            yield place, known.asking(stop.question)


def tell_outcome(console: Console, walk: Walk) -> Status:
    """Say how the questions went; WRONG where one was missed or shown."""
    outcomes = tally(walk.asked)
    asked = sum(outcomes.values())
    if asked:
        console.write()
        console.paragraph(
            console.language.count(
                "{number} question: {right} right at once, {hinted} with a hint, {wrong} after a "
                "slip, {shown} shown.",
                "{number} questions: {right} right at once, {hinted} with a hint, {wrong} after a "
                "slip, {shown} shown.",
                asked,
                **{name: outcomes[name] for name in ("right", "hinted", "wrong", "shown")},
            )
        )
    skipped = sum(asking.skipped for asking in walk.asked.values())
    if skipped:
        console.paragraph(
            console.language.count(
                "{number} question was skipped, and comes back in review.",
                "{number} questions were skipped, and come back in review.",
                skipped,
            )
        )
    left_wrong = any(map(_left_wrong, walk.asked.values()))
    missed = skipped or outcomes["wrong"] or outcomes["shown"] or left_wrong
    return Status.WRONG if missed and not console.interactive else Status.DONE


def tally(asked: Mapping[str, Asking]) -> Counter[str]:
    """How many questions ended in each way."""
    return Counter(asking.outcome for asking in asked.values() if asking.closed)


def _left_wrong(asking: Asking) -> bool:
    """Whether a question was answered wrong and then left open."""
    return bool(asking.tries) and not asking.closed


def _on_screen(console: Console, walk: Walk, store: ProgressStore) -> Walk:
    """Run the walk full screen, or line by line where the terminal cannot be drawn on."""
    from mustutor.cli.terminal import shown

    def keep(before: Walk, after: Walk) -> None:
        store.keep(happenings(before, after))

    end = shown(console, walk, keep=keep)
    return run_lines(walk, _front(console, store, None)) if end is None else end


def _front(console: Console, store: ProgressStore | None, typed: Iterator[str] | None) -> Front:
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
        if store is not None:
            store.keep(happenings(before, after))

    def written(text: str) -> None:
        for line in text.split("\n"):
            console.paragraph(line)

    return Front(
        show=lambda page: write(console, page),
        write=written,
        ask=ask,
        keep=keep,
        tongue=console.language,
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
    return console.language.say("mustutor progress doctor says what to do; you can go on here.")
