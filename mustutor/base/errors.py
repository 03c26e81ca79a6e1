"""What can go wrong, in two families: *cannot read it* and *may not do it*.

A program that gives a function a thing of a wrong kind gets a third, `WrongKind`.

::

    MustutorError
    ├── Unreadable              cannot read it; knows its place: file, line, column
    │   ├── NotationError       not a card, a call or a position of this notation
    │   ├── VariantError        not a rule variant
    │   ├── ReplayError         not a record
    │   │   ├── EmbeddedRecordError  not a record that a page or a link carries whole
    │   │   └── ArchiveError    not a summary or journal of an archive
    │   ├── LessonError         not a lesson, or one that teaches something untrue
    │   ├── AnswerError         not an answer to the question asked
    │   └── ProgressError       not a record of progress, or one that cannot be kept
    ├── IllegalCall             may not do it; carries the Fault with its rule id
    └── WrongKind               not a thing of this kind at all; a TypeError as well

Every error is a whole English sentence with its evidence in braces, so that it can be
said in any language (`MustutorError.said`); ``str(error)`` is the English.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from mustutor.base.language import Language, available, mark, open_language


class Fault(NamedTuple):
    """Why the rules refuse a call: the article, and a sentence with its evidence.

    `verdict` is ``illegal``, or ``misdealt`` where the cards themselves are at fault; `hint` is
    what was probably meant.
    """

    rule: str
    sentence: str
    evidence: Mapping[str, object]
    verdict: str = "illegal"
    hint: str = ""

    def said(self, language: Language | str | None = None) -> str:
        """Say the fault in a language, which may be named by its code.

        >>> Fault("ENC-BET-11", "There is no órdago.", {}).said()
        'There is no órdago.'
        """
        voice = language_given(language)
        return with_suggestion(voice.say(self.sentence, **self.evidence), self.hint, voice)


def no_such_seat(seat: str, seats: Iterable[str], rule: str) -> Fault:
    """Say that a seat is none of the table's; `rule` is the game's article on who plays.

    >>> no_such_seat("F", "ABC", "ENC-GEN-1").said()
    'There is no seat F at this table: its seats are A B C.'
    """
    sentence = mark("There is no seat {seat} at this table: its seats are {seats}.")
    return Fault(rule, sentence, {"seat": seat, "seats": " ".join(seats)})


def with_suggestion(problem: str, hint: str, voice: Language) -> str:
    """Add to a problem what was probably meant, where something was."""
    if not hint:
        return problem
    return voice.say(
        "{problem} (did you mean {hint}?)", problem=problem.removesuffix("."), hint=hint
    )


class MustutorError(Exception):
    """Anything mustutor refuses, with a sentence that can be said in any language.

    >>> import mustutor
    >>> try:
    ...     mustutor.load_variant("encage")
    ... except MustutorError as problem:
    ...     print(problem.said("es"))
    No hay ninguna variante encage (¿querías decir encaje?)
    """

    def __init__(self, sentence: str, /, **evidence: object) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        # Any: where an error is said again, with its place or a hint, the evidence is passed on.
        self.evidence: dict[str, Any] = evidence

    def said(self, language: Language | str | None = None) -> str:
        """Say what is wrong in a language, which may be named by its code; without the place."""
        return language_given(language).say(self.sentence, **self.evidence)

    def __str__(self) -> str:
        return self.said()


class Unreadable(MustutorError):
    """Something that cannot be read, with its place where one is known.

    `line` and `column` count from 1. `hint` is a correction offered (did you mean …?).

    >>> import mustutor
    >>> try:
    ...     mustutor.loads("{")
    ... except Unreadable as problem:
    ...     type(problem).__name__, problem.line, problem.column
    ('ReplayError', 1, 2)
    """

    def __init__(
        self,
        sentence: str,
        /,
        *,
        file: str = "",
        line: int = 0,
        column: int = 0,
        hint: str = "",
        **evidence: object,
    ) -> None:
        super().__init__(sentence, **evidence)
        self.file = file
        self.line = line
        self.column = column
        self.hint = hint

    def said(self, language: Language | str | None = None) -> str:
        """Say ``FILE:LINE:COLUMN: what is wrong (did you mean …?)`` in a language."""
        voice = language_given(language)
        what = with_suggestion(super().said(voice), self.hint, voice)
        if not self.file:
            return what
        place = f"{self.file}:{self.line}:{self.column}" if self.line else self.file
        return voice.say("{place}: {problem}", place=place, problem=what)


class NotationError(Unreadable):
    """Not a card, a call or a position line of this notation.

    >>> import mustutor
    >>> mustutor.classify("R R X A", "madrid")
    Traceback (most recent call last):
    mustutor.base.errors.NotationError: X is not a card (did you mean six?)
    """


class VariantError(Unreadable):
    """Not a rule variant: the file, its words or its options cannot stand.

    >>> import mustutor
    >>> mustutor.load_variant("encage")
    Traceback (most recent call last):
    mustutor.base.errors.VariantError: There is no variant encage (did you mean encaje?)
    """


class ReplayError(Unreadable):
    """Not a record of the format, or not one that can be read whole.

    >>> import mustutor
    >>> mustutor.loads("")
    Traceback (most recent call last):
    mustutor.base.errors.ReplayError: It is empty: a record is a JSON document.
    """


class EmbeddedRecordError(ReplayError):
    """Not a record that a page or a link carries, or not one that arrived whole."""


class ArchiveError(ReplayError):
    """Not a summary or a journal of an archive that was verified, or not one that fits here."""


class LessonError(Unreadable):
    """Not a lesson: its files cannot stand, or say something the engine does not."""


class AnswerError(Unreadable):
    """Not an answer to the question that was asked; nobody is counted wrong for it."""


class ProgressError(Unreadable):
    """Not a record of progress, or one that cannot be read or kept."""


class WrongKind(MustutorError, TypeError):
    """A thing of a kind that this function does not take: a mistake of the program that calls.

    >>> import mustutor
    >>> mustutor.load_variant(7)
    Traceback (most recent call last):
    mustutor.base.errors.WrongKind: A variant is loaded by its id or from a file, not from int.
    """


def expect(thing: object, kind: type | tuple[type, ...], sentence: str) -> None:
    """Raise WrongKind unless a thing is of a kind; the `sentence` calls what it is ``{kind}``.

    >>> expect("grande", str, "A lance is text, not {kind}.")
    >>> expect(3, str, "A lance is text, not {kind}.")
    Traceback (most recent call last):
    mustutor.base.errors.WrongKind: A lance is text, not int.
    """
    if not isinstance(thing, kind):
        raise WrongKind(sentence, kind=type(thing).__name__)


_NO_LANGUAGE = mark("A language is named by its code, such as es, not by {kind}.")
_NOT_SPOKEN = mark("There is no language {code} here; mustutor speaks {languages}.")


def language_given(language: Language | str | None) -> Language:
    """Take a language from a program, by its code or as it is; English where none is named.

    Raises NotationError for a language that is not spoken here.

    >>> language_given("es").code, language_given(None).code
    ('es', 'en')
    """
    if isinstance(language, Language):
        return language
    expect(language, (str, type(None)), _NO_LANGUAGE)
    if language is not None and language not in available():
        raise NotationError(_NOT_SPOKEN, code=language or '""', languages=", ".join(available()))
    return open_language(language or "en")


NO_RECORD = mark("A {kind} is not a record: load_replay reads one.")
NO_POSITION = mark("A {kind} is not a position: start gives one, and apply the next.")
NO_SEATS = mark("Seats are a list of texts, as in ['A1', 'B1'], and mano is one: not {kind}.")
_NO_STONES = mark("Stones are a map from seats or sides to whole numbers, not {kind}.")


def seats_given(seats: object, mano: object = "") -> tuple[str, ...]:
    """Take seats, and who is mano, from a program; raises WrongKind for what names no seats.

    A text is split at spaces, or else seats of one letter are joined in it.

    >>> seats_given("A1 B1 A2 B2"), seats_given("ABC")
    (('A1', 'B1', 'A2', 'B2'), ('A', 'B', 'C'))
    """
    seats = seats.split() if isinstance(seats, str) and " " in seats else seats
    expect(seats, Iterable, NO_SEATS)
    expect(mano, str, NO_SEATS)
    assert isinstance(seats, Iterable)
    taken: list[str] = []
    for seat in seats:
        expect(seat or None, str, NO_SEATS)
        taken.append(seat)
    return tuple(taken)


def stones_given(*counts: object) -> None:
    """Take the stones of each side from a program, or None; raises WrongKind for other things."""
    for stones in counts:
        expect(stones, (Mapping, type(None)), _NO_STONES)
        for seat, number in stones.items() if isinstance(stones, Mapping) else ():
            expect(seat, str, _NO_STONES)
            if type(number) is not int:
                raise WrongKind(_NO_STONES, kind=type(number).__name__)


class IllegalCall(MustutorError):
    """A call the rules refuse here; `fault` says which article and why.

    >>> import mustutor
    >>> try:
    ...     mustutor.sit("madrid").say("B1 mus")
    ... except IllegalCall as refusal:
    ...     print(refusal, refusal.fault.rule)
    A1 speaks now, not B1. MUS-MUS-2
    """

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.sentence, **fault.evidence)
        self.fault = fault
