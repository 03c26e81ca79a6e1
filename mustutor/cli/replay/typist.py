"""Whoever types while a match is taken down: at a prompt, line by line, or into a pipe."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING

from mustutor.cli.console import Console, wrapped
from mustutor.cli.explained import text_of
from mustutor.cli.replay.table import Ask
from mustutor.cli.terminal import NO_SCREEN
from mustutor.games.telling import Explanation
from mustutor.language import printable
from mustutor.recorder.dictation import LONGEST_LINE
from mustutor.recorder.readback import unrepeated

if TYPE_CHECKING:
    from mustutor.ui.live_view import LineTaker
    from mustutor.ui.recording import RecordingPrompt

AskLine = Callable[["LineTaker"], str]
LEFT_TO_GO_ON = 2
"""Rows of a screen that are left where more is told than it holds."""


class Typist:
    """How lines come, and how answers to them are read."""

    def __init__(self, console: Console, *, piped: bool) -> None:
        self.console = console
        self.typed = _lines() if piped else None
        self._prompt: RecordingPrompt | None = None
        self._told = 0
        self._happened = False
        self._wait: Callable[[str], object] = input

    @property
    def erases(self) -> bool:
        """Whether lines vanish once they are entered, below a table that is drawn anew."""
        return self._prompt is not None

    @property
    def piped(self) -> bool:
        """Whether the lines come from a pipe."""
        return self.typed is not None

    def question(self) -> Ask | None:
        """How what is missing is asked; nothing where nobody can answer."""
        if self.piped or not self.console.asks:
            return None
        return lambda question: input(self.console.fitted(question))

    def answer(self, pages: Sequence[Explanation], typed: str = "") -> None:
        """Tell these pages as one answer; a call that still stands there as typed not again."""
        if not self.erases:
            pages = [unrepeated(page, typed) for page in pages]
        if pages:
            self._write("\n".join([text_of(self.console, page) for page in pages]))
        self.console.flush()

    def show(self, page: Explanation) -> None:
        """Tell what happened: where a table is drawn, it is read before the table follows."""
        self._happened = True
        self._write(text_of(self.console, page))
        self.console.flush()

    def paragraph(self, text: str, *, hang: int = 0) -> None:
        """Write running text, broken at the reader's width."""
        self._put(wrapped(text, self.console.width, hang=hang).split("\n"))

    def _write(self, text: str) -> None:
        """Write: where a table is drawn, a screen at a time, and the last in view.

        What is typed where Enter goes on ends the pages.
        """
        rows = text.split("\n")
        while (prompt := self._prompt) and not prompt.pending and rows:
            if self._told + len(rows) <= prompt.room:
                break
            room = max(prompt.height - LEFT_TO_GO_ON - self._told, 0 if self._told else 1)
            if room:
                self._put(rows[:room])
            rows = rows[room:]
            if not self.go_on():
                return
        if rows:
            self._put(rows)

    def _put(self, rows: list[str]) -> None:
        self.console.write("\n".join(rows))
        self._told += len(rows)

    def go_on(self, *, always: bool = False) -> bool:
        """Where a table is drawn, let what was told be read before anything takes its place.

        False where something else than Enter was typed, which is taken next. With `always`, who
        watches is waited for where no table is drawn as well.
        """
        if self._prompt is None or not self._told:
            if always and self._prompt is None:
                self.wait(self.console.language.say("Enter goes on: "))
            return True
        self._told, self._happened = 0, False
        self.console.flush()
        question = self.console.language.say("Enter goes on: ")
        return self._prompt.goes_on(self.console.fitted(question))

    def wait(self, question: str) -> None:
        """Wait for Enter, and for nothing else that is typed."""
        self._told = 0
        self.console.flush()
        self._wait(self.console.fitted(question))

    def asker(self, session: ExitStack) -> AskLine:
        """How a line is asked for, as long as the session lasts. It raises EOFError at the end."""
        if self.piped:
            return self._read
        if self.console.interactive:
            from mustutor.ui.screen import NoScreenError

            try:
                return self._at_the_prompt(session)
            except NoScreenError:
                self.console.problem(self.console.language.say(NO_SCREEN))
        return lambda dictation: input(self.console.fitted(dictation.prompt()))

    def _at_the_prompt(self, session: ExitStack) -> AskLine:
        from mustutor.ui.recording import RecordingPrompt

        console = self.console
        self._prompt = prompt = RecordingPrompt(
            color=bool(console.color),
            faces=console.faces,
            ascii=console.draws_ascii,
            tell=self._tell,
        )
        session.enter_context(prompt.undisturbed())
        self._wait = prompt.wait
        return self._ask_below

    def _ask_below(self, dictation: LineTaker) -> str:
        assert self._prompt is not None
        if self._happened and not self._prompt.fits(dictation, self._told):
            self.go_on()
        told, self._told, self._happened = self._told, 0, False
        return self._prompt.ask(dictation, told)

    def _tell(self, text: str) -> None:
        for line in text.splitlines():
            self.paragraph(line, hang=2)
        self.console.flush()

    def _read(self, dictation: LineTaker) -> str:
        assert self.typed is not None
        line = next(self.typed, None)
        if line is None:
            raise EOFError
        self.console.paragraph(f"{dictation.prompt()}{printable(line)}", hang=2)
        return line


def _lines() -> Iterator[str]:
    """The lines of standard input; one without an end is cut, and then refused as too long."""
    stream = sys.stdin
    if stream is None:
        return
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="replace")
    while line := stream.readline(LONGEST_LINE + 2):
        rest = line
        while rest and not rest.endswith("\n") and len(rest) > LONGEST_LINE + 1:
            rest = stream.readline(LONGEST_LINE + 2)
        yield line.rstrip("\r\n")
