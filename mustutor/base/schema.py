"""The JSON Schemas: accepting what fits in microseconds, explaining what does not.

``schemas/<name>-1.schema.json`` states each format for machines. What it says is compiled into
functions that say yes or no (`acceptance`); only after a no does `refusals` bring in jsonschema,
which takes fifty milliseconds to import, and turns its errors into sentences with a place and a
did-you-mean.

Whether a JSON value fits a schema: the schema compiled into functions that say yes or no.

They say what jsonschema says, a hundred times faster, for the keywords that our schemas use.
Two habits make them fast. A map is looked at by its shape: which checks the fields of a map
need is worked out when fields of these names are met for the first time. And of several short
texts it is first asked whether they are short all together, which one call answers.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from itertools import islice
from operator import itemgetter
from sys import maxsize
from typing import Any, NamedTuple

from mustutor.base.files import data
from mustutor.base.language import mark, printable
from mustutor.base.register import cached_until_registered, phases

Steps = tuple[str | int, ...]

MOST_PROBLEMS = 200
"""So many problems of one document are explained: a reader mends one, and asks again."""

MOST_TOLD = 20
"""So many unknown fields of one map are explained: looking for what was meant takes its time."""

_WRONG_TYPE = {
    "object": mark("{place} must be a map of fields, which {found} is not."),
    "array": mark("{place} must be a list, which {found} is not."),
    "string": mark("{place} must be text, which {found} is not: put it in quotes."),
    "boolean": mark("{place} must be true or false, and {found} is neither."),
    "integer": mark("{place} must be a whole number, which {found} is not."),
    "string integer": mark("{place} must be text or a whole number, and {found} is neither."),
}
_WHOLE_IS_NO_MAP = mark("The whole document must be a map of fields, which {found} is not.")
_NOT_ALLOWED = mark("{place} cannot be {found}: it may be {allowed}.")
_TOO_SMALL = mark("{place} cannot be {found}: it must be at least {limit}.")
_TOO_LARGE = mark("{place} cannot be {found}: it must be at most {limit}.")
_TOO_SHORT = mark("{place} is too short: it needs at least {limit}.")
_TOO_LONG = mark("{place} is too long: it takes at most {limit}.")
_TWICE = mark("{place} names the same thing twice: {found}.")
_PATTERN = mark("{place} cannot be {found}: it must match {pattern}.")
_UNKNOWN_FIELD = mark("There is no field {field} here.")
_MISSING_FIELD = mark("The field {field} is missing here.")
_OTHERWISE = mark("{place} does not fit the schema: {problem}")

# The patterns our schemas share, told in words.
_TOLD_PATTERNS = {
    "^[a-z][a-z0-9_]{0,63}$": mark(
        "{place} cannot be {found}: use small letters a to z, digits and _, beginning with a "
        "letter."
    ),
    "^[^\\n]+$": mark("{place} must be one line of text."),
}
_LIMITS = {
    "minimum": _TOO_SMALL,
    "maximum": _TOO_LARGE,
    "minItems": _TOO_SHORT,
    "maxItems": _TOO_LONG,
    "minLength": _TOO_SHORT,
    "maxLength": _TOO_LONG,
    "minProperties": _TOO_SHORT,
    "maxProperties": _TOO_LONG,
}


class Refusal(NamedTuple):
    """Why a document does not fit: where, and a sentence with its evidence and a did-you-mean.

    `path` leads to the value, or to the field's name where `at_key` is true.
    """

    path: Steps
    sentence: str
    evidence: dict[str, Any]
    hint: str = ""
    at_key: bool = False

    @property
    def is_missing(self) -> bool:
        """Whether something should be here that is not."""
        return self.sentence == _MISSING_FIELD


@cache
def names() -> tuple[str, ...]:
    """Name the schemas there are.

    >>> "variant" in names()
    True
    """
    found = (path.name for path in data("schemas").glob("*-1.schema.json"))
    return tuple(sorted(name.removesuffix("-1.schema.json") for name in found))


def text(name: str) -> str:
    """The schema of `name` as it is shipped, for another program to use."""
    return (data("schemas") / f"{name}-1.schema.json").read_text(encoding="utf-8")


@cached_until_registered
def schema(name: str) -> dict[str, Any]:
    """The schema of `name`, read once; a record knows the rounds of every game there is."""
    read: dict[str, Any] = json.loads(text(name))
    if name == "replay":
        read["$defs"]["round"]["properties"]["lance"]["enum"] = list(phases())
    return read


def closest_match(word: str, choices: Iterable[str], alike: float = 0.6) -> str:
    """The choice that `word` was probably meant to be, or nothing.

    `alike` says how much of the letters two words must share, from 0 to 1.

    >>> closest_match("encage", ("encaje", "fournier"))
    'encaje'
    """
    import difflib

    offered = {choice.lower(): choice for choice in choices}
    found = difflib.get_close_matches(word.lower(), offered, 1, alike)
    return offered[found[0]] if found else ""


def accepts(thing: Any, part: Mapping[str, Any], whole: Mapping[str, Any]) -> bool:
    """Say whether a JSON value fits `part` of the schema `whole`.

    Raises KeyError for a keyword that is not looked at. Who asks often keeps what
    `acceptance.compiled` gives.

    >>> accepts(True, {"type": "integer"}, {})
    False
    """
    return compiled(part, whole)(thing)


@cached_until_registered
def check_of(name: str) -> Check:
    """The function that says whether a JSON value fits the schema of `name`."""
    whole = schema(name)
    return compiled(whole, whole)


def refusals(thing: Any, wanted: str | Mapping[str, Any], part: str = "") -> list[Refusal]:
    """Explain with jsonschema why a JSON value does not fit a schema: one of ours, or its name.

    `part` is a local reference such as ``#/$defs/rules``; without it the whole schema counts.
    Nothing is refused when the list is empty.
    """
    from jsonschema import Draft202012Validator
    from jsonschema.validators import extend

    whole = schema(wanted) if isinstance(wanted, str) else wanted
    checker = Draft202012Validator.TYPE_CHECKER.redefine(
        "integer", lambda _, value: type(value) is int
    )
    asked = {"$ref": part, "$defs": whole["$defs"]} if part else whole
    validator = extend(Draft202012Validator, type_checker=checker)(asked)  # type: ignore[no-untyped-call]
    found: list[Refusal] = []
    for problem in islice(validator.iter_errors(thing), MOST_PROBLEMS):
        found.extend(_explained(problem))
    return found


def _explained(problem: Any) -> Iterator[Refusal]:
    path: Steps = tuple(problem.absolute_path)
    keyword = problem.validator
    wanted = problem.validator_value
    if keyword == "type" and isinstance(wanted, list):
        wanted = " ".join(wanted)
    thing = problem.instance
    evidence: dict[str, Any] = {"place": spoken(path), "found": printable(spelled(thing))}
    if keyword == "type" and wanted in _WRONG_TYPE:
        sentence = _WRONG_TYPE[wanted] if path else _WHOLE_IS_NO_MAP
        yield Refusal(path, sentence, evidence, _retyped(thing, wanted))
    elif keyword in ("enum", "const"):
        choices = wanted if keyword == "enum" else [wanted]
        evidence["allowed"] = ", ".join(spelled(choice) for choice in choices)
        hint = closest_match(str(thing), map(str, choices)) if isinstance(thing, str | int) else ""
        yield Refusal(path, _NOT_ALLOWED, evidence, hint)
    elif keyword in _LIMITS:
        yield Refusal(path, _LIMITS[keyword], {**evidence, "limit": wanted})
    elif keyword == "uniqueItems":
        yield Refusal(path, _TWICE, evidence)
    elif keyword == "pattern":
        told = _TOLD_PATTERNS.get(wanted, _PATTERN)
        yield Refusal(path, told, {**evidence, "pattern": wanted})
    elif keyword == "required":
        for field in wanted:
            if field not in thing:
                yield Refusal(path, _MISSING_FIELD, {"field": field})
    elif keyword in ("additionalProperties", "unevaluatedProperties"):
        known = problem.schema.get("properties", {})
        patterns = problem.schema.get("patternProperties", {})
        strange = (
            field
            for field in thing
            if field not in known and not any(re.search(pattern, field) for pattern in patterns)
        )
        for field in islice(strange, MOST_TOLD):
            hint = closest_match(field, [name for name in known if name not in thing])
            yield Refusal((*path, field), _UNKNOWN_FIELD, {"field": field}, hint, at_key=True)
    elif keyword in ("anyOf", "oneOf") and problem.context:
        yield from _nearest_branch(problem)
    else:
        yield Refusal(path, _OTHERWISE, {**evidence, "problem": problem.message})


def _nearest_branch(problem: Any) -> Iterator[Refusal]:
    """Explain only the branch that was meant: of those whose type fits, the one that fits best."""
    branches: dict[int, list[Any]] = {}
    for inner in problem.context:
        branches.setdefault(inner.schema_path[0], []).append(inner)
    here = len(problem.absolute_path)
    meant = [
        inner
        for inner in branches.values()
        if not any(one.validator == "type" and len(one.absolute_path) == here for one in inner)
    ]
    fitting = meant or list(branches.values())[:1]
    named = [inner for inner in fitting if not list(_misnamed(inner, here))]
    if not named:
        # Every branch is named by a word, and this is none of them.
        one = next(_misnamed(fitting[0], here))
        words = [wrong.validator_value for inner in fitting for wrong in _misnamed(inner, here)]
        one.validator, one.validator_value = "enum", list(dict.fromkeys(words))
        yield from _explained(one)
        return
    told = [[refusal for one in inner for refusal in _explained(one)] for inner in named]
    yield from min(told, key=len)


def _misnamed(branch: list[Any], here: int) -> Iterator[Any]:
    """What says that another branch was meant: a field whose one word is another."""
    for one in branch:
        if one.validator == "const" and len(one.absolute_path) == here + 1:
            yield one


def _retyped(thing: Any, wanted: str) -> str:
    """What was probably meant by a value of the wrong type: ``"8"`` for 8, ``yes`` for true."""
    if not isinstance(thing, str):
        return f'"{thing}"' if wanted == "string" and type(thing) is int else ""
    if wanted == "integer":
        return thing if re.fullmatch(r"-?[0-9]{1,9}", thing) else ""
    if wanted == "boolean":
        words = {"yes": "true", "on": "true", "no": "false", "off": "false"}
        return words.get(thing.lower(), closest_match(thing, ("true", "false")))
    return ""


def spoken(path: Steps) -> str:
    """Say a path the way people write it; an option's dotted name stands alone.

    >>> spoken(("hands", 0, "mano")), spoken(("rules", "deck.kings"))
    ('hands[0].mano', 'deck.kings')
    """
    said = ""
    for step in path:
        if isinstance(step, int):
            said += f"[{step}]"
        elif "." in step or not said:
            said = step
        else:
            said += f".{step}"
    return said


def spelled(thing: Any) -> str:
    """Spell a value in one line as a YAML file has it: ``8``, ``mano_order``, ``[jack, king]``.

    >>> spelled({"above": 40, "counts_as": 2}), spelled("no way"), spelled(True)
    ('{above: 40, counts_as: 2}', '"no way"', 'true')
    """
    if isinstance(thing, str):
        plain = re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", thing) and thing.lower() not in _NOT_TEXT
        return thing if plain else json.dumps(thing, ensure_ascii=False)
    if isinstance(thing, Mapping):
        return "{" + ", ".join(f"{spelled(k)}: {spelled(v)}" for k, v in thing.items()) + "}"
    if isinstance(thing, list | tuple):
        return "[" + ", ".join(map(spelled, thing)) + "]"
    return json.dumps(thing, ensure_ascii=False)


# Written bare, another YAML reader takes these for something that is not text.
_NOT_TEXT = frozenset(("true", "false", "null", "yes", "no", "on", "off", "y", "n"))


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
