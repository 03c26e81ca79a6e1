"""Whether a JSON value fits a schema: the schema compiled into functions that say yes or no.

They say what jsonschema says, a hundred times faster, for the keywords that our schemas use.
Two habits make them fast. A map is looked at by its shape: which checks the fields of a map
need is worked out when fields of these names are met for the first time. And of several short
texts it is first asked whether they are short all together, which one call answers.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from operator import itemgetter
from sys import maxsize
from typing import Any

from mustutor.tuples import NamedTuple

Check = Callable[[Any], bool]
Part = Mapping[str, Any]

MOST_SHAPES = 200
LONGEST_SHAPE = 400
"""Shapes of so many letters, and so many of them, are remembered of each kind of map."""
LONGEST_WORD = 8
"""So are as many words of so many letters that match a pattern: seats, sides, languages."""

_SAID = frozenset(
    ("$schema", "$id", "$defs", "$comment", "title", "description", "default", "examples")
)
_TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "integer": int}
"""Unlike in JSON Schema itself 1.0 is no whole number: the formats have no floats."""
_BOUNDS = {
    "object": ("minProperties", "maxProperties"),
    "array": ("minItems", "maxItems"),
    "string": ("minLength", "maxLength"),
    "integer": ("minimum", "maximum"),
    "boolean": (),
}
_KEYWORDS = {
    "object": (
        "properties",
        "patternProperties",
        "additionalProperties",
        "propertyNames",
        "required",
    ),
    "array": ("items", "uniqueItems"),
    "string": ("pattern",),
    "integer": (),
    "boolean": (),
}
_KNOWN = _SAID.union(
    ("type", "$ref", "const", "enum", "anyOf", "oneOf"), *_BOUNDS.values(), *_KEYWORDS.values()
)
_HEXADECIMAL = re.compile(r"\^\[0-9a-f\]\{(\d+)(?:,(\d+))?\}\(\?!\\n\)\$")


def compiled(part: Part, whole: Part) -> Check:
    """Compile `part` of the schema `whole` into a function that says whether a value fits it.

    Raises KeyError for a keyword that is not known here, so that a schema cannot ask for what
    is not looked at.

    >>> fits = compiled({"type": "integer", "maximum": 40}, {})
    >>> fits(40), fits(41), fits(True)
    (True, False, False)
    """
    return _Compiler(whole).check(part)


def part_of(reference: str, whole: Part) -> Part:
    """The part of a schema that a local reference such as ``#/$defs/rules`` names."""
    found = whole
    for step in reference.removeprefix("#/").split("/"):
        found = found[step]
    return found


class _ShapeChecks(NamedTuple):
    """How a map of one shape is checked: its short texts together, its other fields each."""

    texts: Callable[[Any], tuple[Any, ...]] | None
    longest: int
    each: tuple[tuple[str, Check], ...]
    others: tuple[tuple[str, Check], ...]


class _Compiler:
    """Compiles the parts of one schema, each once; knows of some checks what they ask for."""

    def __init__(self, whole: Part) -> None:
        self.whole = whole
        self.referred: dict[str, Check] = {}
        self.longest: dict[Check, int] = {}
        self.digits: dict[Check, tuple[int, int]] = {}

    def check(self, part: Part | bool) -> Check:
        """The function for a part."""
        if isinstance(part, bool):
            return _anything if part else _nothing
        for keyword in part.keys() - _KNOWN:
            raise KeyError(keyword)
        checks = [self._reference(part["$ref"])] if "$ref" in part else []
        makers = {
            "object": self._map,
            "array": self._list,
            "string": self._text,
            "integer": _whole,
            "boolean": lambda *_: lambda thing: type(thing) is bool,
        }
        wanted = part.get("type", list(makers))
        kinds = [wanted] if isinstance(wanted, str) else wanted
        for kind in kinds:
            make, keywords = makers[kind], _BOUNDS[kind] + _KEYWORDS[kind]
            least, most = [part.get(bound) for bound in _BOUNDS[kind]] or (None, None)
            bounds = (-maxsize if least is None else least, maxsize if most is None else most)
            if len(kinds) == 1:
                checks.append(make(part, *bounds))
            elif not part.keys().isdisjoint(keywords):
                checks.append(_where(_TYPES[kind], make(part, *bounds)))
        if "type" in part and len(kinds) > 1:
            checks.append(_of_types(frozenset([_TYPES[kind] for kind in kinds])))
        if "anyOf" in part:
            checks.append(_some(tuple(map(self.check, part["anyOf"]))))
        if "oneOf" in part:
            checks.append(_exactly_one(tuple(map(self.check, part["oneOf"]))))
        fits = _all(tuple(checks))
        for choices in (part.get("enum"), [part["const"]] if "const" in part else None):
            if choices is not None:  # of so few values it is known by now whether they fit
                fits = _one_of(filter(fits, choices))
        return fits

    def _reference(self, reference: str) -> Check:
        if reference not in self.referred:
            # Where a part leads back to itself, the function is looked up when it is called.
            self.referred[reference] = partial(self._referred, reference)
            self.referred[reference] = self.check(part_of(reference, self.whole))
        return self.referred[reference]

    def _referred(self, reference: str, thing: Any) -> bool:
        return self.referred[reference](thing)

    def _text(self, part: Part, least: int, most: int) -> Check:
        digits = _HEXADECIMAL.fullmatch(part.get("pattern", ""))
        check: Check
        if digits and least <= 0 and most == maxsize:
            shortest, longest = int(digits[1]), int(digits[2] or digits[1])

            def check(thing: Any) -> bool:
                return (
                    type(thing) is str
                    and shortest <= len(thing) <= longest
                    and not thing.strip("0123456789abcdef")
                )

            self.digits[check] = (shortest, longest)
        elif "pattern" in part:
            matches = _matching(part["pattern"])

            def check(thing: Any) -> bool:
                return type(thing) is str and least <= len(thing) <= most and matches(thing)

        else:

            def check(thing: Any) -> bool:
                return type(thing) is str and least <= len(thing) <= most

            if least <= 0:
                self.longest[check] = most
        return check

    def _list(self, part: Part, least: int, most: int) -> Check:
        item = self.check(part.get("items", True))

        def each(given: list[Any]) -> bool:
            for thing in given:  # noqa: SIM110 - a generator costs twice as much
                if not item(thing):
                    return False
            return True

        every: Check = _anything if item is _anything else each
        longest = self.longest.get(item)
        shortest_digits, most_digits = self.digits.get(item, (0, 0))

        def texts(given: Any) -> bool:
            if type(given) is not list or not least <= len(given) <= most:
                return False
            try:
                size = len("".join(given))
            except TypeError:  # something in it is no text
                return False
            assert longest is not None
            return size <= longest or max(map(len, given)) <= longest

        def hexadecimal(given: Any) -> bool:
            if type(given) is not list or not least <= len(given) <= most:
                return False
            try:
                joined = "".join(given)
            except TypeError:
                return False
            if joined.strip("0123456789abcdef"):
                return False
            sizes = set(map(len, given)) or {most_digits}
            return shortest_digits <= min(sizes) and max(sizes) <= most_digits

        def things(given: Any) -> bool:
            return type(given) is list and least <= len(given) <= most and every(given)

        check = texts if longest is not None else hexadecimal if most_digits else things
        return _all((check, _distinct)) if part.get("uniqueItems") else check

    def _map(self, part: Part, least: int, most: int) -> Check:
        named = {name: self.check(inner) for name, inner in part.get("properties", {}).items()}
        patterns = [
            (_matching(pattern), self.check(inner))
            for pattern, inner in part.get("patternProperties", {}).items()
        ]
        others = self.check(part.get("additionalProperties", True))
        allowed = self.check(part.get("propertyNames", True))
        required = frozenset(part.get("required", ()))

        def checks_of(name: str) -> Check:
            checks = [named[name]] if name in named else []
            checks += [inner for matches, inner in patterns if matches(name)]
            return _all(tuple(checks)) if checks else others

        def planned(shape: tuple[str, ...]) -> _ShapeChecks | None:
            """How a map of these fields is checked; none where nothing can be right with it."""
            if not (least <= len(shape) <= most and required.issubset(shape)):
                return None
            each = [(name, checks_of(name)) for name in shape]
            if not all(map(allowed, shape)) or any(check is _nothing for _, check in each):
                return None
            texts = [name for name, check in each if check in self.longest]
            together = itemgetter(*texts) if len(texts) > 1 else None
            return _ShapeChecks(
                together,
                min((self.longest[check] for _, check in each if check in self.longest), default=0),
                tuple(each),
                tuple(
                    [
                        (name, check)
                        for name, check in each
                        if check is not _anything and not (together and name in texts)
                    ]
                ),
            )

        plans: dict[tuple[str, ...], _ShapeChecks | None] = {}

        def check(given: Any) -> bool:
            if type(given) is not dict:
                return False
            shape = tuple(given)
            try:
                plan = plans[shape]
            except KeyError:
                plan = planned(shape)
                if len(plans) < MOST_SHAPES and sum(map(len, shape)) < LONGEST_SHAPE:
                    plans[shape] = plan
            if plan is None:
                return False
            texts, longest, each, rest = plan
            if texts is not None:
                try:
                    if len("".join(texts(given))) > longest:
                        rest = each
                except TypeError:
                    return False
            for name, fits in rest:  # noqa: SIM110 - a generator costs twice as much
                if not fits(given[name]):
                    return False
            return True

        return check


def _anything(_: Any) -> bool:
    return True


def _nothing(_: Any) -> bool:
    return False


def _whole(_: Part, least: int, most: int) -> Check:
    return lambda thing: type(thing) is int and least <= thing <= most


def _of_types(kinds: frozenset[type]) -> Check:
    return lambda thing: type(thing) in kinds


def _where(kind: type, check: Check) -> Check:
    """What is asked of one kind of value only, whatever else a value may be."""
    return lambda thing: type(thing) is not kind or check(thing)


def _all(checks: tuple[Check, ...]) -> Check:
    if len(checks) < 2:
        return checks[0] if checks else _anything
    return lambda thing: all(check(thing) for check in checks)


def _some(checks: tuple[Check, ...]) -> Check:
    return lambda thing: any(check(thing) for check in checks)


def _exactly_one(checks: tuple[Check, ...]) -> Check:
    return lambda thing: sum(check(thing) for check in checks) == 1


def _one_of(choices: Iterable[Any]) -> Check:
    """One of few values, of the same type: true is not 1."""
    values = frozenset([(type(choice), choice) for choice in choices])
    words = frozenset([choice for kind, choice in values if kind is str])
    kinds = frozenset([kind for kind, _ in values])
    if kinds == {str}:
        return lambda thing: type(thing) is str and thing in words
    return lambda thing: type(thing) in kinds and (type(thing), thing) in values


def _matching(pattern: str) -> Callable[[str], bool]:
    """Whether a text matches; short words that do are remembered."""
    find = re.compile(pattern).search
    met: set[str] = set()

    def matches(text: str) -> bool:
        if text in met:
            return True
        if find(text) is None:
            return False
        if len(text) <= LONGEST_WORD and len(met) < MOST_SHAPES:
            met.add(text)
        return True

    return matches


def _distinct(things: list[Any]) -> bool:
    try:
        return len(set(things)) == len(things) or not _spelled_twice(things)
    except TypeError:  # lists and maps
        return not _spelled_twice(things)


def _spelled_twice(things: list[Any]) -> bool:
    """Whether two are the same, where true and 1 are not."""
    spelled = {json.dumps(thing, sort_keys=True) for thing in things}
    return len(spelled) < len(things)
