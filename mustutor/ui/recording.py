"""The prompt of a match being taken down: it completes what is legal, and refuses the rest.

It says who speaks and what is legal; what the rules refuse is told below the line before it is
entered. Everything it knows comes from the dictation it is given.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from mustutor.recorder import readback
from mustutor.recorder.commands import folded, own_words
from mustutor.recorder.dictation import Dictation
from mustutor.ui.screen import NO_CONSOLE, NoScreenError

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.input import Input
    from prompt_toolkit.output import Output


class RecordingPrompt:
    """Asks for line after line at a terminal, each checked before it is entered."""

    def __init__(
        self,
        *,
        color: bool,
        input: Input | None = None,  # noqa: A002 - as prompt_toolkit names them
        output: Output | None = None,
    ) -> None:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.output import ColorDepth

        depth = ColorDepth.DEPTH_4_BIT if color else ColorDepth.DEPTH_1_BIT
        try:
            self.session: PromptSession[str] = PromptSession(
                input=input, output=output, color_depth=depth, complete_while_typing=True
            )
        except Exception as problem:
            if type(problem).__name__ == NO_CONSOLE:
                raise NoScreenError from None
            raise
        _tell_all_of_a_refusal(self.session)

    def ask(self, dictation: Dictation) -> str:
        """Ask for the next line. Raises EOFError and KeyboardInterrupt as `input` does."""
        return self.session.prompt(
            dictation.prompt(),
            completer=_completer(dictation),
            validator=_validator(dictation),
            validate_while_typing=False,
        )


def suggested(dictation: Dictation, typed: str) -> Iterator[tuple[str, int]]:
    """What the line may be completed to, each with how far back its word begins.

    Calls of the speaker come first, with the seat named or not; then seats and commands.
    """
    recorder = dictation.recorder
    begun = typed.lstrip()
    if recorder.names_seat(f"{begun}."):  # a seat, a space, and perhaps the beginning of a call
        seat, _, said = begun.partition(" ")
        calls = readback.completions(recorder) if seat.upper() == recorder.speaker else ()
        yield from _fitting(calls or recorder.grammar.bare, said)
        return
    words = own_words(dictation.tongue)
    yield from _fitting(readback.completions(recorder), begun)
    yield from _fitting((*recorder.match.seats, *words.values()), begun)


def _fitting(words: tuple[str, ...], begun: str) -> Iterator[tuple[str, int]]:
    for word in words:
        if folded(word).startswith(folded(begun)) and word != begun:
            yield word, len(begun)


def problem_with(dictation: Dictation, typed: str) -> str:
    """Why a line cannot be entered as it stands, in a sentence; nothing where it can."""
    answer = dictation.take(typed)
    if answer.taken:
        return ""
    lines = [line for page in answer.pages for line in page.lines]
    told = next((line for line in lines if line.kind == "refused"), lines[0])
    rules = f" ({', '.join(told.rules)})" if told.rules and told.rules[0] else ""
    return f"{told.text}{rules}"


def _tell_all_of_a_refusal(session: PromptSession[str]) -> None:
    """Give the line below the prompt as many rows as it takes: a refusal ends with its article."""
    from prompt_toolkit.filters import Always, has_validation_error
    from prompt_toolkit.layout import ConditionalContainer, Window

    for part in session.layout.walk():
        if isinstance(part, ConditionalContainer) and part.filter is has_validation_error:
            for window in part.get_children():
                if isinstance(window, Window):
                    window.height = None
                    window.wrap_lines = Always()
                    window.dont_extend_height = Always()


def _completer(dictation: Dictation) -> Any:
    from prompt_toolkit.completion import Completer, Completion

    class Suggestions(Completer):
        def get_completions(self, document: Any, _event: Any) -> Iterator[Completion]:
            for word, back in suggested(dictation, document.text_before_cursor):
                yield Completion(word, start_position=-back)

    return Suggestions()


def _validator(dictation: Dictation) -> Any:
    import textwrap

    from prompt_toolkit.application import get_app
    from prompt_toolkit.validation import ValidationError, Validator

    class Legal(Validator):
        def validate(self, document: Any) -> None:
            problem = problem_with(dictation, document.text)
            if problem:
                width = max(get_app().output.get_size().columns, 1)
                message = textwrap.fill(problem, width, break_on_hyphens=False)
                raise ValidationError(message=message, cursor_position=len(document.text))

    return Legal()
