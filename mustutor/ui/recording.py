"""The prompt of a match being taken down: the table in view, what is legal completed.

What the rules refuse is told above the line, which is empty again; each line that is entered is
one, whether it was typed ahead, pasted with others or waited for. Everything the prompt knows
comes from the dictation it is given.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

from mustutor.language import printable
from mustutor.recorder import readback
from mustutor.recorder.commands import folded
from mustutor.ui.live_view import LEFT_TO_TYPE, SIGN, LineTaker, fits, prompt_rows, view_rows
from mustutor.ui.pieces import STYLES, Row, ScreenPen, depth_of, wrapped_rows
from mustutor.ui.screen import NO_CONSOLE, NoScreenError, formatted

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.formatted_text import StyleAndTextTuples
    from prompt_toolkit.input import Input
    from prompt_toolkit.key_binding import KeyBindings
    from prompt_toolkit.output import Output

Tell = Callable[[str], None]
MENU_ROWS = 3
LONGEST_SHOWN = 200
MOST_SHOWN = 3
"""Refusals that stay in view above the line; all are told once a line is entered."""


class RecordingPrompt:
    """Asks for line after line at a terminal, each checked before it is entered.

    `tell` writes a refusal where everything else is written, above what is in view.
    """

    def __init__(
        self,
        *,
        color: bool,
        ascii: bool = False,  # noqa: A002 - the option of the command line
        faces: bool = False,
        tell: Tell | None = None,
        input: Input | None = None,  # noqa: A002 - as prompt_toolkit names them
        output: Output | None = None,
    ) -> None:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.output import ColorDepth
        from prompt_toolkit.shortcuts import CompleteStyle
        from prompt_toolkit.styles import Style

        self.ascii, self.faces = ascii, color and faces
        self.tell = tell or (lambda _: None)
        self.dictation: LineTaker | None = None
        self._told = 0
        self._refused: list[str] = []
        self._pasted: deque[str] = deque()
        self._begun = ""  # what was pasted last, and not ended
        self._drawn: tuple[object, StyleAndTextTuples] | None = None
        try:
            self.session: PromptSession[str] = PromptSession(
                input=input,
                output=output,
                color_depth=ColorDepth(depth_of(faces=self.faces, color=color)),
                style=Style.from_dict(STYLES),
                complete_while_typing=True,
                complete_style=CompleteStyle.MULTI_COLUMN,
                reserve_space_for_menu=MENU_ROWS,
                erase_when_done=True,
                key_bindings=self._keys(),
            )
        except Exception as problem:
            if type(problem).__name__ == NO_CONSOLE:
                raise NoScreenError from None
            raise
        _leave_refusals_to_us(self.session)

    @property
    def height(self) -> int:
        """Rows of the terminal."""
        return self.session.output.get_size().rows

    @property
    def room(self) -> int:
        """Rows of an answer that are still seen above the line that is typed."""
        return self.height - LEFT_TO_TYPE

    def ask(self, dictation: LineTaker, told: int = 0) -> str:
        """Ask for the next line below an answer of so many rows, which stays in view.

        Raises EOFError and KeyboardInterrupt as `input` does.
        """
        self.dictation, self._told, self._drawn = dictation, told, None
        if self._pasted:
            line = self._pasted.popleft()
            problem = problem_with(dictation, line)
            if not problem:
                return line
            self._refuse(line, problem)
        begun, self._begun = self._begun, ""
        try:
            return self.session.prompt(
                self._above,
                default=begun,
                completer=_completer(dictation),
                validator=_validator(dictation),
                validate_while_typing=False,
            )
        finally:
            refused, self._refused = self._refused, []
            for refusal in refused:
                self.tell(refusal)

    def wait(self, question: str) -> None:
        """Wait for Enter, with nothing in view; what was typed ahead by somebody else is let go."""
        self._forget()
        self._waited(question)
        self._forget()

    def goes_on(self, question: str) -> bool:
        """Wait for Enter; what is typed instead is the next line that is asked for.

        False where there is such a line: also at once, where it was pasted with those before.
        """
        if not self.pending:
            line = self._waited(question)
            if line.strip():
                self._pasted.appendleft(line)
        return not self.pending

    @property
    def pending(self) -> bool:
        """Whether something typed or pasted is still to be taken."""
        return any(line.strip() for line in (*self._pasted, self._begun))

    def fits(self, dictation: LineTaker, told: int) -> bool:
        """Whether there is room for the table below an answer of so many rows."""
        size = self.session.output.get_size()
        pen = ScreenPen(dictation.tongue, ascii=self.ascii, faces=self.faces)
        return fits(dictation, size.columns, size.rows, pen, told)

    def _waited(self, question: str) -> str:
        from prompt_toolkit import PromptSession

        waiting: PromptSession[str] = PromptSession(
            input=self.session.input,
            output=self.session.output,
            erase_when_done=True,
            key_bindings=self._keys(),
        )
        return waiting.prompt(question)

    def _forget(self) -> None:
        self._pasted.clear()
        self._begun = ""

    def undisturbed(self) -> AbstractContextManager[None]:
        """Keep what is typed between two lines for the next one, and off the screen."""
        return self.session.input.raw_mode()

    # --- what is seen --------------------------------------------------------------------

    def _above(self) -> StyleAndTextTuples:
        """The table, what was refused since, and what is asked."""
        assert self.dictation is not None
        size = self.session.output.get_size()
        seen = (self.dictation, size, len(self._refused))
        if self._drawn is None or self._drawn[0] != seen:
            pen = ScreenPen(self.dictation.tongue, ascii=self.ascii, faces=self.faces)
            rows = view_rows(self.dictation, size.columns, size.rows, pen, told=self._told)
            for refusal in self._refused[-MOST_SHOWN:]:
                for line in refusal.splitlines():
                    rows += wrapped_rows("message", line, size.columns, pen)
            asked, sign = prompt_rows(self.dictation, size.columns, pen)
            last: Row = (("prompt", sign),)
            self._drawn = (seen, formatted([*rows, *asked, last]))
        return self._drawn[1]

    # --- what is typed -------------------------------------------------------------------

    def _keys(self) -> KeyBindings:
        from prompt_toolkit.key_binding import KeyBindings
        from prompt_toolkit.keys import Keys

        keys = KeyBindings()

        @keys.add(Keys.ControlM)
        def _entered(event: Any) -> None:
            self._enter(event.current_buffer)

        @keys.add(Keys.BracketedPaste)
        def _pasted(event: Any) -> None:
            first, *others = event.data.replace("\r\n", "\n").replace("\r", "\n").split("\n")
            event.current_buffer.insert_text(first)
            if others:
                *ended, self._begun = others
                self._pasted.extend(ended)
                self._enter(event.current_buffer)

        return keys

    def _enter(self, buffer: Any) -> None:
        """Enter a line; one that is refused leaves nothing behind but the reason."""
        if buffer.validate():
            buffer.validate_and_handle()
            return
        why = buffer.validation_error
        self._refuse(buffer.text, why.message)
        buffer.append_to_history()
        buffer.reset()
        buffer.validation_error = why

    def _refuse(self, line: str, problem: str) -> None:
        """Keep a refusal to be told; what was pasted after it may not be what it seems."""
        assert self.dictation is not None
        told = [f"{SIGN}{printable(line.strip(), LONGEST_SHOWN)}", problem]
        left = len([each for each in (*self._pasted, self._begun) if each.strip()])
        if left:
            told.append(
                self.dictation.tongue.count(
                    "{number} line pasted after it has been left out.",
                    "{number} lines pasted after it have been left out.",
                    left,
                )
            )
        self._forget()
        self._refused.append("\n".join(told))


def suggested(dictation: LineTaker, typed: str) -> Iterator[tuple[str, int]]:
    """What the line may be completed to, each with how far back its word begins.

    Calls of the speaker come first, with the seat named or not; then seats and commands.
    """
    recorder = dictation.recorder
    begun = recorder.seated(typed.lstrip())
    if recorder.names_seat(f"{begun}."):  # a seat, a space, and perhaps the beginning of a call
        seat, _, said = begun.partition(" ")
        speaks = seat.upper() == recorder.speaker
        calls = readback.completions(recorder, dictation.tongue) if speaks else ()
        yield from _fitting(calls or recorder.grammar.bare, said)
        return
    yield from _fitting(readback.completions(recorder, dictation.tongue), begun)
    yield from _fitting((*recorder.match.seats, *dictation.words), begun)


def _fitting(words: tuple[str, ...], begun: str) -> Iterator[tuple[str, int]]:
    for word in words:
        if folded(word).startswith(folded(begun)) and word != begun:
            yield word, len(begun)


def problem_with(dictation: LineTaker, typed: str) -> str:
    """Why a line cannot be entered as it stands, in a sentence; nothing where it can."""
    answer = dictation.take(typed)
    if answer.taken:
        return ""
    lines = [line for page in answer.pages for line in page.lines]
    told = next((line for line in lines if line.kind == "refused"), lines[0])
    rules = f" ({', '.join(told.rules)})" if told.rules and told.rules[0] else ""
    return f"{told.text}{rules}"


def _leave_refusals_to_us(session: PromptSession[str]) -> None:
    """Hide the line below the prompt where refusals would stand: they are told above it."""
    from prompt_toolkit.filters import Never, has_validation_error
    from prompt_toolkit.layout import ConditionalContainer

    for part in session.layout.walk():
        if isinstance(part, ConditionalContainer) and part.filter is has_validation_error:
            part.filter = Never()


def _completer(dictation: LineTaker) -> Any:
    from prompt_toolkit.completion import Completer, Completion

    class Suggestions(Completer):
        def get_completions(self, document: Any, event: Any) -> Iterator[Completion]:
            if not document.text and not event.completion_requested:
                return  # the line is empty again: the menu would lie over what is told
            for word, back in suggested(dictation, document.text_before_cursor):
                yield Completion(word, start_position=-back)

    return Suggestions()


def _validator(dictation: LineTaker) -> Any:
    from prompt_toolkit.validation import ValidationError, Validator

    class Legal(Validator):
        def validate(self, document: Any) -> None:
            problem = problem_with(dictation, document.text)
            if problem:
                raise ValidationError(message=problem, cursor_position=len(document.text))

    return Legal()
