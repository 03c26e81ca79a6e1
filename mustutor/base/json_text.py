"""JSON read strictly, with the place of each fault, and written in one canonical way.

Seals, signatures, commitments, digests of rules and the shuffle are made of canonical text: names
in order, no spaces, letters as they are, whole numbers only. Two programs that write it differently
agree on no digest, so nothing else in the house writes what a digest is taken of.

Bytes are read and written by orjson, or by Python alone where there is none, as in a browser. The
stand-in gives the same bytes and the same refusals for all that a record may hold, some times
slower. Numbers with a point, which no record holds, it spells as Python does; and whole numbers of
more than 64 bits it reads as they are, but writes no more than orjson.

Numbers with a point, NaN, a field twice in one map, half a character, nesting without end and
numbers without end are all JSON to somebody; none of them is to us. What is refused is looked
for a second time, slowly, only to tell its line and column. `small` reads what mustutor keeps
besides records: settings, progress, summaries, journals.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from hashlib import sha256
from json.decoder import scanstring  # type: ignore[attr-defined]
from math import isinf
from typing import Any, NamedTuple, NoReturn

from mustutor.base.errors import ReplayError, Unreadable
from mustutor.base.files import decoded
from mustutor.base.language import mark


class ReadOnlyMap(dict[str, Any]):
    """A dict that refuses every change; ``dict(...)`` and ``|`` make copies that may change.

    JSON, pickle, deepcopy and `isinstance` take it as a dict, and a `MappingProxyType` they refuse.

    >>> rules = ReadOnlyMap(target=40)
    >>> rules["target"] = 30
    Traceback (most recent call last):
    TypeError: this map is shared and cannot be changed: change a copy, dict(...), of it
    >>> rules | {"target": 30}
    {'target': 30}
    """

    __slots__ = ()

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("this map is shared and cannot be changed: change a copy, dict(...), of it")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[Any, ...]:
        return ReadOnlyMap, (dict(self),)


def read_only(thing: Any) -> Any:
    """Make data of JSON read-only all the way down: maps, and lists as tuples.

    >>> read_only({"pares": [1, {"juego": [2]}]})
    {'pares': (1, {'juego': (2,)})}
    """
    if isinstance(thing, dict):
        return ReadOnlyMap({name: read_only(inside) for name, inside in thing.items()})
    return tuple(map(read_only, thing)) if isinstance(thing, list | tuple) else thing


def changeable(thing: Any) -> Any:
    """Copy read-only data as JSON has it: plain maps, and tuples as lists.

    >>> changeable(read_only({"pares": [1, 2]}))
    {'pares': [1, 2]}
    """
    if isinstance(thing, dict):
        return {name: changeable(inside) for name, inside in thing.items()}
    return list(map(changeable, thing)) if isinstance(thing, tuple) else thing


# Made once: `json.dumps` makes an encoder each time.
_CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode


def canonical(thing: Any) -> str:
    """Write a record, or a part of one, in canonical form.

    >>> canonical({"b": 1, "a": ["ñ"]})
    '{"a":["ñ"],"b":1}'
    """
    try:
        return dumps_ordered(thing).decode()
    except TypeError:  # A number of more than 64 bits, in a field that belongs to others.
        return canonical_of_rules(thing)


def canonical_of_rules(thing: Any) -> str:
    """Write rules, or another small thing that every start needs, in the same canonical form.

    >>> canonical_of_rules({"b": 1, "a": ["ñ"]}) == canonical({"b": 1, "a": ["ñ"]})
    True
    """
    return _CANONICAL(thing)


def digest(text: str) -> str:
    """SHA-256 of a text, in hexadecimal; lone surrogates, as strangers write them, count too.

    >>> digest("")[:12], digest(chr(0xD800))[:12]
    ('e3b0c44298fc', '91a681b99855')
    """
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


DEEPEST = 1_024
"""Brackets within brackets, as orjson has it; from some thousands on a browser would give up."""

_LEAST, _MOST = -(2**63), 2**64 - 1
_WRITTEN, _ORDERED = (
    json.JSONEncoder(
        sort_keys=ordered, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    ).encode
    for ordered in (False, True)
)


_BRACKETS = re.compile(r'"(?:[^"\\]|\\.)*"|([\[{])|[\]}]', re.DOTALL)


def is_nested_deeper(text: str, most: int = DEEPEST) -> bool:
    """Whether more brackets than that are open at once somewhere in a text.

    >>> is_nested_deeper('[["[["]]', 2), is_nested_deeper("[[]]", 1)
    (False, True)
    """
    return text.count("[") + text.count("{") > most and _too_deep_at(text, most) is not None


def _too_deep_at(text: str, most: int) -> int | None:
    """Where a bracket opens within `most` others; None where none does."""
    depth = 0
    for found in _BRACKETS.finditer(text):
        if found[1]:
            depth += 1
            if depth > most:
                return found.start()
        elif found[0][0] != '"':
            depth -= 1
    return None


def plain_loads(text: str | bytes) -> Any:
    r"""Read JSON with Python alone. Raises ValueError for what is not JSON, or nests too deep.

    >>> plain_loads(b'{"a": [1, "\xc3\xb1"]}')
    {'a': [1, 'ñ']}
    """
    # Decoded here: json would guess at other encodings.
    written = text.decode() if isinstance(text, bytes) else text
    if is_nested_deeper(written):
        raise ValueError("it nests too deep")
    try:
        document = _PLAIN.decode(written)
    except RecursionError:
        raise ValueError("it nests too deep") from None
    if "\\ud" in written.lower() or not written.isascii():
        _WRITTEN(document).encode()  # half a character is a ValueError
    return document


def plain_dumps(thing: Any, *, ordered: bool = False) -> bytes:
    """Write JSON with Python alone. Raises TypeError for what JSON, or orjson, does not hold.

    >>> plain_dumps({"b": 1, "a": ["ñ"]}, ordered=True).decode()
    '{"a":["ñ"],"b":1}'
    """
    try:
        written = (_ORDERED if ordered else _WRITTEN)(thing).encode()
    except (ValueError, RecursionError) as problem:
        raise TypeError(str(problem)) from None
    within = [thing]
    while within:
        one = within.pop()
        if isinstance(one, dict):
            if not all(isinstance(key, str) for key in one):
                raise TypeError("Dict key must be str")
            within.extend(one.values())
        elif isinstance(one, list | tuple):
            within.extend(one)
        elif isinstance(one, int) and not _LEAST <= one <= _MOST:
            raise TypeError("Integer exceeds 64-bit range")
    return written


loads: Callable[[str | bytes], Any]
"""Read JSON; raises ValueError for what is none."""
dumps_ordered: Callable[[Any], bytes]
"""Write JSON with names in order; raises TypeError for what is not JSON."""

try:
    import orjson
except ModuleNotFoundError:
    loads, dumps, dumps_ordered = plain_loads, plain_dumps, partial(plain_dumps, ordered=True)
else:
    loads, dumps_ordered = orjson.loads, partial(orjson.dumps, option=orjson.OPT_SORT_KEYS)

    def dumps(thing: Any, *, ordered: bool = False) -> bytes:
        """Write JSON, with names in order if so wished; raises TypeError for what is not JSON.

        >>> dumps({"b": 1, "a": ["ñ"]}, ordered=True).decode()
        '{"a":["ñ"],"b":1}'
        """
        return dumps_ordered(thing) if ordered else orjson.dumps(thing)


DEEPEST_RECORD = 64
SMALL = 64 * 1024
"""Bytes: most files that are no record are smaller by far."""
LARGEST_WHOLE = 2**63 - 1
"""No count of ours is larger, nor is one that other programs read without loss."""
LONGEST_NUMBER = 4_000
"""Python reads no longer numbers, and says so without a place."""
NOT_JSON = (
    mark("It is not JSON: this cannot stand here."),
    mark("It is not JSON: a name in double quotes has to stand here."),
    mark("It is not JSON: a colon has to stand here."),
    mark("It is not JSON: a comma has to stand here."),
    mark("It is not JSON: a value has to stand here."),
    mark("It is not JSON: it has ended, and something stands after it."),
)
_MISSED = ("Expecting property name", "Expecting ':'", "Expecting ','", "Expecting value", "Extra")
"""How Python begins to say what is wrong, in the order of those sentences after the first."""

_SPACE = re.compile(r"[ \t\n\r]*")
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}:,]|[^\s"\[\]{}:,]+', re.DOTALL)
_HALF = re.compile(r"\\u[dD][89a-fA-F]")
_NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
_SPACES = b" \t\n\r"
# A number that is not whole; each begins with one letter, which is found without a search.
_POINT = re.compile(rb"\.[0-9]+(?:[e,\]}]|$)")
_POWER = re.compile(rb"e[-+]?[0-9]+(?:[,\]}]|$)")
_DECODER = json.JSONDecoder()
_DIGITS = len(str(-LARGEST_WHOLE))
_NULL = mark("A record holds no null: what is not known is left out.")
_TOO_LARGE = mark("It holds a number far larger than any count could be.")


class _Wrong(ValueError):
    """Something JSON allows and a record does not: a token, or a name written twice."""

    def __init__(self, sentence: str, token: str, *, twice: bool = False) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.token = token
        self.twice = twice


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    thing = dict(pairs)
    if len(thing) != len(pairs):
        # In the order of the names: the first that comes again, wherever it does.
        counts = Counter(name for name, _ in pairs)
        name = next(name for name, count in counts.items() if count > 1)
        sentence = mark("The field {token} is written twice in one object.")
        raise _Wrong(sentence, name, twice=True)
    return thing


def _refuse_float(text: str) -> NoReturn:
    raise _Wrong(mark("{token} is not a whole number, and stones are whole."), text)


def _constant(text: str) -> NoReturn:
    raise _Wrong(mark("{token} is not a number a record may hold."), text)


def _unkept(text: str) -> NoReturn:
    raise _Wrong(mark("{token} is not a number that can be kept."), text)


def _finite(text: str) -> float:
    number = float(text)
    return _unkept(text) if isinf(number) else number


def _count(text: str) -> int:
    if len(text) > _DIGITS or abs(int(text)) > LARGEST_WHOLE:
        raise _Wrong(_TOO_LARGE, text)
    return int(text)


_STRICT = json.JSONDecoder(
    object_pairs_hook=_pairs, parse_float=_refuse_float, parse_constant=_constant
)
_SMALL = json.JSONDecoder(
    object_pairs_hook=_pairs, parse_float=_finite, parse_int=_count, parse_constant=_unkept
)
_PLAIN = json.JSONDecoder(parse_float=_finite, parse_constant=_unkept)
# For files that are mended: of a field written twice the last counts.
_SAVING = json.JSONDecoder(parse_float=_finite, parse_int=_count, parse_constant=_unkept)


def parsed(text: str, *, file: str = "", line: int = 0) -> Any:
    """Read JSON text; raises ReplayError with the line and column of what is wrong.

    `line` is the line of `file` the text stands on, where a file holds a document a line.
    """
    document = _quickly(text)
    if document is not None and not _looks_deep(text):
        return document
    return _strictly(text, _STRICT, _Place(ReplayError, file, line))


def small(
    data: bytes, error: type[Unreadable] = Unreadable, *, file: str = "", largest: int = SMALL
) -> Any:
    """Read a JSON file that is no record; raises `error` with the place of what is wrong.

    It has at most `largest` bytes, 64 brackets within one another, and no whole number beyond
    64 bits; no name stands twice in an object. Null and numbers with a point may stand in it.

    >>> small(b'{"level": 2, "level": 3}', file="x.json")
    Traceback (most recent call last):
    mustutor.base.errors.Unreadable: x.json:1:14: The field level is written twice in one object.
    """
    if len(data) > largest:
        sentence = mark("It is larger than {most} KiB, and no file of its kind is.")
        raise error(sentence, file=file, most=largest // 1024)
    text = decoded(data, error, file=file).removeprefix("\ufeff")
    return _strictly(text, _SMALL, _Place(error, file, 0))


def saved(text: str, at: int) -> tuple[Any, int]:
    """The value that begins at a place of a damaged text, and where it ends.

    Raises ValueError where none does that `small` would read again as a member of a list.
    """
    try:
        thing, end = _SAVING.raw_decode(text, at)
    except RecursionError:
        raise ValueError(at) from None
    found = text[at:end]
    if is_nested_deeper(found, DEEPEST_RECORD - len("{[")) or _half_character(found) is not None:
        raise ValueError(at)
    return thing, end


def _strictly(text: str, decoder: json.JSONDecoder, place: _Place) -> Any:
    deep = _looks_deep(text)
    if deep and is_nested_deeper(text):  # deeper than the decoder can go everywhere
        _too_deep(text, place)
    try:
        document = decoder.decode(text)
    except json.JSONDecodeError as problem:
        wrong = zip(_MISSED, NOT_JSON[1:], strict=True)
        cut = problem.pos >= len(text.rstrip()) or problem.msg.startswith("Unterminated")
        sentence = (
            mark("The JSON breaks off here: the file seems to be cut short.")
            if cut
            else next((says for said, says in wrong if problem.msg.startswith(said)), NOT_JSON[0])
        )
        _refuse(sentence, text, problem.pos, place)
    except _Wrong as problem:
        at = _again(text, problem.token) if problem.twice else _token(text, problem.token)
        _refuse(problem.sentence, text, at, place, token=problem.token)
    except RecursionError:
        _too_deep(text, place)
    except ValueError:
        _refuse(_TOO_LARGE, text, _long_number(text), place)
    if deep and is_nested_deeper(text, DEEPEST_RECORD):
        _too_deep(text, place)
    half = _half_character(text)
    if half is not None:
        sentence = mark("A text here holds half a character, which nobody can write.")
        _refuse(sentence, text, half, place)
    return document


def _quickly(text: str) -> Any:
    """The document of a text in canonical form, or with other spaces and order, else None.

    Written again it is the same text, so it holds no name twice and nothing odd. A number with
    a point survives in canonical form; the decoder takes whole numbers only.
    """
    try:
        document = loads(text)
        if dumps(document, ordered=True).decode() == text.rstrip("\n"):
            return document
        written = dumps(document).translate(None, _SPACES)
    except (ValueError, TypeError):
        return None
    same = written == text.encode().translate(None, _SPACES)
    return document if same and not _POINT.search(written) and not _POWER.search(written) else None


class _Place(NamedTuple):
    """How a text is refused, and where it stands: its file, and its line of it if it is one."""

    error: type[Unreadable]
    file: str
    line: int


def _refuse(sentence: str, text: str, at: int, place: _Place, **evidence: Any) -> NoReturn:
    row, column = spot(text, at)
    line = place.line if place.line > 1 else row
    raise place.error(sentence, file=place.file, line=line, column=column, **evidence) from None


def _too_deep(text: str, place: _Place) -> NoReturn:
    sentence = mark("It nests brackets far deeper than any file of its kind.")
    _refuse(sentence, text, _too_deep_at(text, DEEPEST_RECORD) or 0, place)


def _looks_deep(text: str) -> bool:
    """Whether brackets nest deeper than allowed, at a first look: those inside texts count too."""
    brackets = text.encode("utf-8", "replace").translate(None, _NO_BRACKETS)
    for _ in range(DEEPEST_RECORD // 2):  # Each turn takes off one level, or one of each kind.
        if not brackets:
            return False
        brackets = brackets.replace(b"[]", b"").replace(b"{}", b"")
    return bool(brackets)


def refuse_null(document: Any, text: str, *, file: str = "", line: int = 0) -> None:
    """Refuse a null where any value may stand; elsewhere the schema says what belongs there."""
    if "null" in text and _holds_none(document):
        _refuse(_NULL, text, _token(text, "null"), _Place(ReplayError, file, line))


def _holds_none(document: Any) -> bool:
    """Whether a null stands anywhere in it; what nests deep was refused before."""
    if isinstance(document, dict | list):
        inside = document.values() if isinstance(document, dict) else document
        return any(map(_holds_none, inside))
    return document is None


# --- looking again, for the place --------------------------------------------------------


def _tokens(text: str) -> Iterator[re.Match[str]]:
    return _TOKEN.finditer(text)


def _token(text: str, wanted: str) -> int:
    return next((found.start() for found in _tokens(text) if found.group() == wanted), 0)


def _long_number(text: str) -> int:
    long = (found for found in _tokens(text) if len(found.group()) > LONGEST_NUMBER)
    return next((found.start() for found in long if found.group()[0] != '"'), 0)


def _again(text: str, name: str) -> int:
    """The index of the repeated name in the first object that closes with it twice; else 0."""
    open_objects: list[list[int]] = []
    before = ""
    for found in _tokens(text):
        piece = found.group()
        if piece in "{[":
            open_objects.append([])
        elif piece in "}]":
            if piece == "}" and len(open_objects[-1]) > 1:
                return open_objects[-1][1]
            open_objects.pop()
        elif piece[0] == '"' and before in ("{", ",") and json.loads(piece, strict=False) == name:
            open_objects[-1].append(found.start())
        before = piece
    return 0


def _half_character(text: str) -> int | None:
    """Where a lone surrogate stands, raw or escaped; None where every character is whole."""
    if not text.isascii():
        try:
            text.encode("utf-8")
        except UnicodeEncodeError as problem:
            return problem.start
    if not _HALF.search(text):
        return None
    for found in _tokens(text):
        piece = found.group()
        if piece[0] == '"' and _HALF.search(piece):
            try:
                json.loads(piece, strict=False).encode("utf-8")
            except UnicodeEncodeError:
                return found.start()
    return None


def spot(text: str, at: int) -> tuple[int, int]:
    """The line and column, from 1, of a place in a text."""
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def locate(text: str, path: tuple[str | int, ...], *, at_key: bool = False) -> tuple[int, int]:
    """Find the line and column, from 1, of the value at a path of a JSON text.

    With `at_key` the place is that of the field's name.

    >>> locate('{"a": [1,\\n 2]}', ("a", 1)), locate('{"a": 1}', ("a",), at_key=True)
    ((2, 2), (1, 2))
    """
    at = _space(text, 0)
    for place, step in enumerate(path, 1):
        found = _step(text, at, step, at_key=at_key and place == len(path))
        if found is None:
            break
        at = found
    return spot(text, at)


def _space(text: str, at: int) -> int:
    matched = _SPACE.match(text, at)
    return matched.end() if matched else at


def _step(text: str, at: int, step: str | int, *, at_key: bool) -> int | None:
    """The place of one member of the object or list that begins at a place."""
    opening = text[at : at + 1]
    if opening not in ("{", "["):
        return None
    at = _space(text, at + 1)
    place = 0
    while at < len(text) and text[at] not in "}]":
        start = at
        if opening == "{":
            name, at = scanstring(text, at + 1)
            at = _space(text, _space(text, at) + 1)
            if name == step:
                return start if at_key else at
        elif place == step:
            return start
        _, at = _DECODER.raw_decode(text, at)
        at = _space(text, at)
        if text[at : at + 1] == ",":
            at = _space(text, at + 1)
        place += 1
    return None


Json = dict[str, Any]

NOTHING: Json = ReadOnlyMap()
"""What a record leaves out: one for all of them, so nobody may write into it."""


def with_stated_fields(written: Json, extra: Json = NOTHING, /, **optional: object) -> Json:
    """Add to a JSON object the `optional` fields that are not None, and the `extra` ones."""
    for name, value in optional.items():
        if value is not None:
            written[name] = list(value) if isinstance(value, tuple) else value
    written.update(extra)
    return written
