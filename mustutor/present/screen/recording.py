"""The prompt for lines at a table: the table stays in view, and legal calls are completed.

`RecordingPrompt` serves the recorder and matches played at the keyboard. Refusals are shown above
the input line, which is then empty again; every line is taken by itself, whether it was typed ahead
or pasted with others. `view_rows` draws the score and the table between the last answer and the
input line, anew for each line.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, Protocol

from mustutor.base.language import Language, plain_text, printable
from mustutor.games.explain import BETWEEN, Explanation
from mustutor.games.question import Scene, words_said
from mustutor.present.screen.rows import (
    STYLES,
    Row,
    Rows,
    ScreenPen,
    columns,
    cut_row,
    depth_of,
    wrapped_rows,
)
from mustutor.present.screen.screen import NO_CONSOLE, NoScreenError, formatted
from mustutor.present.screen.table import table_rows
from mustutor.referee.recorder import readback
from mustutor.referee.recorder.hand import HandInProgress
from mustutor.referee.recorder.recorder import Recorder

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.formatted_text import StyleAndTextTuples
    from prompt_toolkit.input import Input
    from prompt_toolkit.key_binding import KeyBindings
    from prompt_toolkit.output import Output

ROOM_TO_TYPE = 16
"""Columns that stay free for a call after the prompt; else the line has a row of its own."""
LEFT_FOR_THE_REST = 9
"""Rows of a terminal that the table leaves to what was told, and to what is typed."""
LEFT_TO_TYPE = 6
"""Of these, the score, what is asked in two rows, and the line with what completes it."""
BESIDE_THE_SCORE = 4
"""Columns of the rule and the spaces before and behind the score."""
SIGN = "> "


class LineTaker(Protocol):
    """Something that takes lines at a table: a dictation, or a turn of a match.

    `face_up` are the seats whose cards are shown, None for all; `words` the commands.
    """

    @property
    def recorder(self) -> Recorder:
        """The current match."""

    @property
    def language(self) -> Language:
        """The reader's language."""

    @property
    def face_up(self) -> frozenset[str] | None:
        """The seats whose cards are shown; None for all."""

    @property
    def words(self) -> Sequence[str]:
        """The commands."""

    def prompt(self) -> str:
        """The prompt."""

    def take(self, line: str) -> LineAnswer:
        """Handle a typed line."""


class LineAnswer(Protocol):
    """The result of a line."""

    @property
    def taken(self) -> bool:
        """Whether the line was accepted."""

    @property
    def pages(self) -> Sequence[Explanation]:
        """The pages to show."""


def scene_of(
    recorder: Recorder, language: Language, face_up: frozenset[str] | None = None
) -> Scene | None:
    """The current table with the cards of these seats, or with every known card.

    None before the first hand.
    """
    hand = _current_hand(recorder)
    if hand is None:
        return None
    position, steps = hand.position, hand.course.steps
    # With hidden hands, words over a seat would reveal a gesture to everybody.
    gestures = recorder.grammar.gestures if face_up is not None else frozenset()
    seen = [step for step in steps if step.call.verb not in gestures]
    return Scene(
        "",
        position=position,
        face_up=frozenset(position.order) if face_up is None else face_up,
        words=words_said(position, tuple(seen), language),
        names=recorder.called,
    )


def _current_hand(recorder: Recorder) -> HandInProgress | None:
    """The hand in which somebody may speak, else the last one."""
    return recorder.awaiting if recorder.awaited() is not None else recorder.hand


def view_rows(
    dictation: LineTaker, width: int, height: int, pen: ScreenPen, *, told: int = 0
) -> Rows:
    """The score, and as much of the table as fits below an answer of `told` rows.

    `told` is the number of rows of the answer, which stay readable above it.
    """
    table, left = _table(dictation, width, height, pen, told), height - told - LEFT_TO_TYPE
    if not table:
        return []
    heading = _heading(dictation.recorder, width, pen)
    return [heading, *table] if not told or len(table) <= left else [heading]


def fits(dictation: LineTaker, width: int, height: int, pen: ScreenPen, told: int) -> bool:
    """Whether an answer of `told` rows and the table below it are visible together."""
    return len(_table(dictation, width, height, pen, told)) <= height - told - LEFT_TO_TYPE


def _table(dictation: LineTaker, width: int, height: int, pen: ScreenPen, told: int) -> Rows:
    """The table as large as an answer of `told` rows allows; empty before the first hand."""
    scene = scene_of(dictation.recorder, pen.language, dictation.face_up)
    room = min(height - LEFT_FOR_THE_REST, height - told - LEFT_TO_TYPE)
    return [] if scene is None else table_rows(scene, width, room, pen)


def _heading(recorder: Recorder, width: int, pen: ScreenPen) -> Row:
    """A rule across the screen with as much of the score as fits."""
    pieces = [
        pen.clean(piece.strip())
        for line in readback.score(recorder, pen.language).lines
        for piece in line.text.split(BETWEEN)
    ]
    while len(pieces) > 1 and columns(" · ".join(pieces)) > width - BESIDE_THE_SCORE:
        del pieces[-1]
    score = pen.clean(f" {' · '.join(pieces)} ")
    dash = pen.clean("─")
    rest = max(width - columns(score) - 2, 0)
    return cut_row((("", dash * 2), ("heading", score), ("", dash * rest)), width, pen.more)


def prompt_rows(dictation: LineTaker, width: int, pen: ScreenPen) -> tuple[Rows, str]:
    """The prompt: the rows above the input line, and the sign before it."""
    asked = pen.clean(dictation.prompt())
    if columns(asked) + ROOM_TO_TYPE <= width:
        return [], asked
    words = asked.removesuffix(SIGN).rstrip()
    return wrapped_rows("prompt", words, width, pen, hang=2), SIGN


Tell = Callable[[str], None]
MENU_ROWS = 3
LONGEST_SHOWN = 200
MOST_SHOWN = 3
"""Refusals that stay in view above the line; all are told once a line is entered."""


class RecordingPrompt:
    """Asks for line after line at a terminal, checking each before it is entered.

    `tell` writes a refusal like any other output, above the table.
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
        """The rows of the terminal."""
        return self.session.output.get_size().rows

    @property
    def room(self) -> int:
        """The rows of an answer that stay visible above the input line."""
        return self.height - LEFT_TO_TYPE

    def ask(self, dictation: LineTaker, told: int = 0) -> str:
        """Ask for the next line below an answer of `told` rows, which stays in view.

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
        """Wait for Enter with an empty screen; text typed ahead by somebody else is dropped."""
        self._forget()
        self._wait(question)
        self._forget()

    def goes_on(self, question: str) -> bool:
        """Wait for Enter; other input becomes the next line.

        False if there is such a line, typed now or pasted before.
        """
        if not self.pending:
            line = self._wait(question)
            if line.strip():
                self._pasted.appendleft(line)
        return not self.pending

    @property
    def pending(self) -> bool:
        """Whether typed or pasted lines are waiting."""
        return any(line.strip() for line in (*self._pasted, self._begun))

    def fits(self, dictation: LineTaker, told: int) -> bool:
        """Whether there is room for the table below an answer of `told` rows."""
        size = self.session.output.get_size()
        pen = ScreenPen(dictation.language, ascii=self.ascii, faces=self.faces)
        return fits(dictation, size.columns, size.rows, pen, told)

    def _wait(self, question: str) -> str:
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
        """Keep input typed between two lines for the next one, without echo."""
        return self.session.input.raw_mode()

    # --- what is seen --------------------------------------------------------------------

    def _above(self) -> StyleAndTextTuples:
        """The table, refusals since the last line, and the prompt."""
        assert self.dictation is not None
        size = self.session.output.get_size()
        seen = (self.dictation, size, len(self._refused))
        if self._drawn is None or self._drawn[0] != seen:
            pen = ScreenPen(self.dictation.language, ascii=self.ascii, faces=self.faces)
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
        """Enter a line; of a refused one only the reason stays."""
        if buffer.validate():
            buffer.validate_and_handle()
            return
        why = buffer.validation_error
        self._refuse(buffer.text, why.message)
        buffer.append_to_history()
        buffer.reset()
        buffer.validation_error = why

    def _refuse(self, line: str, problem: str) -> None:
        """Note a refusal, and drop the lines pasted after it, which may now mean something else."""
        assert self.dictation is not None
        lines = [f"{SIGN}{printable(line.strip(), LONGEST_SHOWN)}", problem]
        left = len([each for each in (*self._pasted, self._begun) if each.strip()])
        if left:
            lines.append(
                self.dictation.language.count(
                    "{number} line pasted after it has been left out.",
                    "{number} lines pasted after it have been left out.",
                    left,
                )
            )
        self._forget()
        self._refused.append("\n".join(lines))


def suggestions(dictation: LineTaker, typed: str) -> Iterator[tuple[str, int]]:
    """Completions of the input line, each with the length of the word it replaces.

    Calls of the speaker come first, with the seat named or not; then seats and commands.
    """
    recorder = dictation.recorder
    begun = recorder.seated(typed.lstrip())
    if recorder.names_seat(f"{begun}."):  # a seat, a space, and perhaps the beginning of a call
        seat, _, words = begun.partition(" ")
        speaks = seat.upper() == recorder.speaker
        calls = readback.completions(recorder, dictation.language) if speaks else ()
        yield from _fitting(calls or recorder.grammar.bare, words)
        return
    yield from _fitting(readback.completions(recorder, dictation.language), begun)
    yield from _fitting((*recorder.match.seats, *dictation.words), begun)


def _fitting(words: tuple[str, ...], begun: str) -> Iterator[tuple[str, int]]:
    for word in words:
        if plain_text(word).startswith(plain_text(begun)) and word != begun:
            yield word, len(begun)


def problem_with(dictation: LineTaker, typed: str) -> str:
    """The reason why a line cannot be entered now; empty if it can."""
    answer = dictation.take(typed)
    if answer.taken:
        return ""
    lines = [line for page in answer.pages for line in page.lines]
    reason = next((line for line in lines if line.kind == "refused"), lines[0])
    rules = f" ({', '.join(reason.rules)})" if reason.rules and reason.rules[0] else ""
    return f"{reason.text}{rules}"


def _leave_refusals_to_us(session: PromptSession[str]) -> None:
    """Hide the line below the prompt, as refusals are shown above it."""
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
                return  # the line is empty: a menu would cover the answer
            for word, back in suggestions(dictation, document.text_before_cursor):
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
