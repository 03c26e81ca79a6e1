"""YAML read as plain data with the place of every word; only this uses ruamel.yaml.

Variants, lessons and the rulebook are written by strangers, so nothing is ever constructed
from a file: the events of ruamel's parser become maps, lists, text, whole numbers and
true / false, and nothing else. Whatever two YAML readers could understand differently
(tags, aliases, merge keys, dates, ``010``, ``TRUE`` …) is refused at its place, with what to
write instead. ``yes``, ``no``, ``on`` and ``off`` are text, as YAML 1.2 has it.
"""

from __future__ import annotations

import re
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, TypeAlias, Union

from mustutor.base.errors import Unreadable
from mustutor.base.json_text import spot
from mustutor.base.language import mark

LARGEST = 1024 * 1024
DEEPEST = 32
MOST_VALUES = 50_000

Plain: TypeAlias = Union[int, str, bool, "list[Plain]", "dict[str, Plain]"]
Steps: TypeAlias = tuple[str | int, ...]

# What a text may hold: no control characters, no tabs, no byte-order marks, no breaks but the
# ordinary ones, nothing that turns the direction of writing around.
_FORBIDDEN = re.compile(
    "[^\n\x20-\x7e\xa0-\u2027\u202f-\u2065\u206a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
_AHEAD_OF_DIRECTIVE = re.compile(r"(?: *(?:#[^\n]*)?\n)*(?=%)")
_NULL = re.compile(r"~|null|Null|NULL|")
_WHOLE = re.compile(r"0|-?[1-9][0-9]{0,17}")
# Plain words that YAML readers take for something else, or not all for the same.
_OTHER_READINGS = (
    (
        re.compile(r"True|TRUE|False|FALSE"),
        mark("Write true or false in small letters, or put {text} in quotes if it is text."),
    ),
    (
        re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt ].*)?"),
        mark("Dates are not read here: put {text} in quotes."),
    ),
    (
        re.compile(
            r"[-+]?(?:[0-9]+\.[0-9]*|\.[0-9]+|[0-9]+(?=[eE]))(?:[eE][-+]?[0-9]+)?"
            r"|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)"
        ),
        mark("{text} is not a whole number: write one, or put it in quotes if it is text."),
    ),
    (
        re.compile(
            r"[-+]?(?:[0-9][0-9_]*|0o[0-7]+|0x[0-9a-fA-F_]+|0b[01_]+|[0-9]+(?::[0-5]?[0-9])+)"
        ),
        mark(
            "{text} is not a plain whole number such as 8: write one of at most 18 digits, or "
            "put it in quotes if it is text."
        ),
    ),
)


class FilePlace(NamedTuple):
    """Where something stands in a file: line and column, both from 1."""

    line: int
    column: int


class Document(NamedTuple):
    """What a YAML file says, and where it says it.

    `data` is made of dict, list, str, int and bool. `keys` and `values` give the place of
    the key and of the value at each path of keys and indexes: ``("rules", "deck.kings")``.
    """

    data: Any
    file: str
    keys: Mapping[Steps, FilePlace]
    values: Mapping[Steps, FilePlace]

    def place(self, path: Steps, *, key: bool = False) -> FilePlace:
        """Find where the value (or the key) at a path stands, or the nearest thing around it.

        >>> load("name: mus\\ndeck: [8, 40]", "x.yaml").place(("deck", 1))
        FilePlace(line=2, column=11)
        """
        if key and path in self.keys:
            return self.keys[path]
        while path and path not in self.values:
            path = path[:-1]
        return self.values[path]


def read(path: Path, error: type[Unreadable] = Unreadable) -> Document:
    """Read a YAML file; raises `error` at the place of anything that is not plain data."""
    return load(contents(path, error), str(path), error)


def contents(path: Path, error: type[Unreadable] = Unreadable, largest: int = LARGEST) -> bytes:
    """Read the bytes of an ordinary file, never more than `largest`; raises `error` otherwise."""
    file = str(path)
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            raise error(mark("This is a folder: name a file inside it."), file=file)
        if not stat.S_ISREG(mode):
            raise error(mark("This is not an ordinary file: name one."), file=file)
        with path.open("rb") as stream:
            written = stream.read(largest + 1)
    except FileNotFoundError:
        raise error(mark("There is no such file: check its name."), file=file) from None
    except (OSError, ValueError) as trouble:
        reason = getattr(trouble, "strerror", None) or str(trouble)
        sentence = mark("The file cannot be opened ({reason}): check its name and who may read it.")
        raise error(sentence, file=file, reason=reason) from None
    if len(written) > largest:
        raise _too_large(file, error, largest)
    return written


def load(text: str | bytes, file: str, error: type[Unreadable] = Unreadable) -> Document:
    """Read YAML text as plain data with places; `file` is the name that errors give.

    Raises `error` for anything that is not one document of maps, lists, text, whole numbers
    and true / false.

    >>> load("deck.kings: 8", "x.yaml").data
    {'deck.kings': 8}
    >>> load("deck.kings: &k 8", "x.yaml")
    Traceback (most recent call last):
    mustutor.base.errors.Unreadable: x.yaml:1:13: Anchors and aliases are not read here: write the \
value out in full.
    """
    if isinstance(text, bytes):
        text = _decoded(text, file, error)
    elif len(text) > LARGEST or len(text.encode("utf-8", "surrogatepass")) > LARGEST:
        raise _too_large(file, error, LARGEST)
    return _Reader(file, error).document(text.replace("\r\n", "\n"))


def _too_large(file: str, error: type[Unreadable], largest: int) -> Unreadable:
    sentence = mark(
        "The file is larger than {largest} bytes: split it, or take out what is not needed."
    )
    return error(sentence, file=file, largest=largest)


def _decoded(written: bytes, file: str, error: type[Unreadable]) -> str:
    if len(written) > LARGEST:
        raise _too_large(file, error, LARGEST)
    try:
        return written.decode("utf-8")
    except UnicodeDecodeError as trouble:
        before = written[: trouble.start].decode("utf-8")
        line, column = spot(before, len(before))
        sentence = mark("These bytes are not UTF-8 text: save the file as UTF-8.")
        raise error(sentence, file=file, line=line, column=column) from None


class _Reader:
    """Builds one document from the events of ruamel's parser, refusing all but plain data."""

    def __init__(self, file: str, error: type[Unreadable]) -> None:
        self.file = file
        self.error = error
        self.keys: dict[Steps, FilePlace] = {}
        self.values: dict[Steps, FilePlace] = {}

    def refuse(self, place: FilePlace, sentence: str, /, **evidence: Any) -> NoReturn:
        raise self.error(
            sentence, file=self.file, line=place.line, column=place.column, **evidence
        ) from None

    def document(self, text: str) -> Document:
        from ruamel.yaml import YAML
        from ruamel.yaml.error import MarkedYAMLError, YAMLError

        self.check_characters(text)
        ahead = _AHEAD_OF_DIRECTIVE.match(text)
        if ahead is not None:
            place = FilePlace(*spot(text, ahead.end()))
            self.refuse(place, mark("Directives are not read here: take the line out."))
        events: Iterator[Any] = YAML(typ="safe", pure=True).parse(text)
        try:
            data = self.stream(events)
        except MarkedYAMLError as trouble:
            at = trouble.problem_mark or trouble.context_mark
            self.refuse(
                FilePlace(at.line + 1, at.column + 1) if at else FilePlace(1, 1),
                mark(
                    "This is not well-formed YAML ({problem}): check indentation, colons, brackets"
                    " and quotes."
                ),
                problem=trouble.problem or trouble.context or "",
            )
        # ruamel lets a few of Python's own errors out, as for the escape "\UFFFFFFFF".
        except (YAMLError, ArithmeticError, ValueError, LookupError, TypeError) as trouble:
            self.refuse(
                max((*self.values.values(), *self.keys.values()), default=FilePlace(1, 1)),
                mark("What follows is not well-formed YAML ({problem}): check escapes and quotes."),
                problem=str(trouble),
            )
        return Document(data, self.file, self.keys, self.values)

    def check_characters(self, text: str) -> None:
        found = _FORBIDDEN.search(text)
        if found is None:
            return
        place = FilePlace(*spot(text, found.start()))
        if found[0] == "\t":
            self.refuse(place, mark("Tabs are not read here: indent with spaces."))
        sentence = mark("The character {character} may not stand in a file like this: take it out.")
        if found[0] == "\ufeff":
            sentence = mark("The file holds a byte-order mark: save it as UTF-8 without one.")
        self.refuse(place, sentence, character=f"U+{ord(found[0]):04X}")

    def stream(self, events: Iterator[Any]) -> Plain:
        data: Plain | None = None
        for event in events:
            if type(event).__name__ == "DocumentStartEvent":
                if data is not None:
                    sentence = mark("A second document begins here: keep one document in a file.")
                    self.refuse(_start(event), sentence)
                data = self.value(next(events), events, ())
        if data is None:
            self.refuse(FilePlace(1, 1), mark("The file is empty: write at least one field."))
        return data

    def value(self, event: Any, events: Iterator[Any], path: Steps) -> Plain:
        kind = type(event).__name__
        place = _start(event)
        self.check_plain(event, kind, place)
        self.values[path] = place
        if len(self.values) > MOST_VALUES:
            sentence = mark("The file holds more than {most} values: split it.")
            self.refuse(place, sentence, most=MOST_VALUES)
        if kind == "ScalarEvent":
            return self.scalar(event, path, place)
        if len(path) >= DEEPEST:
            sentence = mark(
                "Lists and maps are nested more than {deepest} deep: lay them out flatter."
            )
            self.refuse(place, sentence, deepest=DEEPEST)
        if kind == "SequenceStartEvent":
            return self.sequence(events, path)
        return self.mapping(events, path)

    def check_plain(self, event: Any, kind: str, place: FilePlace) -> None:
        if kind == "AliasEvent" or event.anchor is not None:
            sentence = mark("Anchors and aliases are not read here: write the value out in full.")
            self.refuse(place, sentence)
        if event.tag is not None:
            sentence = mark("The tag {tag} is not read here: write the plain value.")
            self.refuse(place, sentence, tag=str(event.tag))

    def sequence(self, events: Iterator[Any], path: Steps) -> list[Plain]:
        things: list[Plain] = []
        for event in events:
            if type(event).__name__ == "SequenceEndEvent":
                break
            things.append(self.value(event, events, (*path, len(things))))
        return things

    def mapping(self, events: Iterator[Any], path: Steps) -> dict[str, Plain]:
        things: dict[str, Plain] = {}
        for event in events:
            if type(event).__name__ == "MappingEndEvent":
                break
            key = self.key(event)
            here = (*path, key)
            if key in things:
                sentence = mark(
                    "The field {field} is written twice, first on line {first}: keep one."
                )
                self.refuse(_start(event), sentence, field=key, first=self.keys[here].line)
            self.keys[here] = _start(event)
            things[key] = self.value(next(events), events, here)
        return things

    def key(self, event: Any) -> str:
        kind = type(event).__name__
        place = _start(event)
        self.check_plain(event, kind, place)
        if kind != "ScalarEvent":
            self.refuse(place, mark("A list or a map cannot name a field: use a word."))
        text = str(event.value)
        self.check_text(text, place)
        if event.style is not None:
            return text
        if text == "<<":
            self.refuse(place, mark("Merge keys are not read here: write the fields out in full."))
        readings = (_NULL, _WHOLE, *(reading for reading, _ in _OTHER_READINGS))
        if text in ("true", "false") or any(reading.fullmatch(text) for reading in readings):
            sentence = mark("The field {field} is not named by text: put its name in quotes.")
            self.refuse(place, sentence, field=text)
        return text

    def scalar(self, event: Any, path: Steps, place: FilePlace) -> int | str | bool:
        text = str(event.value)
        self.check_text(text, place)
        if event.style is not None:
            return text
        if text in ("true", "false"):
            return text == "true"
        if _WHOLE.fullmatch(text):
            return int(text)
        if _NULL.fullmatch(text):
            sentence = mark("A value is missing here: write one, or leave the whole line out.")
            self.refuse(self.keys.get(path, place), sentence)
        for reading, sentence in _OTHER_READINGS:
            if reading.fullmatch(text):
                self.refuse(place, sentence, text=text)
        return text

    def check_text(self, text: str, place: FilePlace) -> None:
        """Refuse what an escape such as ``"\\x1b"`` brought in after the text was checked."""
        found = _FORBIDDEN.search(text)
        if found is not None:
            sentence = mark("An escape here stands for the character {character}: take it out.")
            self.refuse(place, sentence, character=f"U+{ord(found[0]):04X}")


def _start(event: Any) -> FilePlace:
    return FilePlace(event.start_mark.line + 1, event.start_mark.column + 1)
