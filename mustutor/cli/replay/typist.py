"""Whoever types while a match is taken down: at a prompt, line by line, or into a pipe."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING

from mustutor.cli.console import Console
from mustutor.cli.replay.table import Ask
from mustutor.cli.terminal import NO_SCREEN
from mustutor.language import printable
from mustutor.recorder.dictation import LONGEST_LINE

if TYPE_CHECKING:
    from mustutor.ui.live_view import LineTaker

AskLine = Callable[["LineTaker"], str]


class Typist:
    """How lines come; `erases` says whether they vanish from the screen once they are entered."""

    def __init__(self, console: Console, *, piped: bool) -> None:
        self.console = console
        self.typed = _lines() if piped else None
        self.erases = False
        self._wait: Callable[[str], object] = input

    @property
    def piped(self) -> bool:
        """Whether the lines come from a pipe."""
        return self.typed is not None

    def question(self) -> Ask | None:
        """How what is missing is asked; nothing where nobody can answer."""
        if self.piped or not self.console.asks:
            return None
        return lambda question: input(self.console.fitted(question))

    def wait(self, question: str) -> None:
        """Wait for Enter, and for nothing else that is typed."""
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
        prompt = RecordingPrompt(
            color=bool(console.color),
            faces=console.faces,
            ascii=console.draws_ascii,
            tell=self._tell,
        )
        session.enter_context(prompt.undisturbed())
        self.erases = True
        self._wait = prompt.wait
        return prompt.ask

    def _tell(self, text: str) -> None:
        for line in text.splitlines():
            self.console.paragraph(line, hang=2)
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
