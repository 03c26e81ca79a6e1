"""The JSON Schemas: accepting what fits in microseconds, explaining what does not.

``schemas/<name>-1.schema.json`` states each format for machines. `compiled` makes functions of it
that say yes or no, a hundred times faster than jsonschema and to the same effect; only after a no
does `refusals` import jsonschema (fifty milliseconds), and turn its errors into sentences with a
place and a did-you-mean.

Why not fastjsonschema: in 2.22 it takes 1.0 for an integer, ``$`` for the very end of a text, and
passes over unknown keywords and whatever is beside a ``$ref``; its code takes 15 ms to make and
import at each start, and checks a record at half the speed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial, reduce
from itertools import islice
from operator import getitem
from sys import maxsize
from typing import Any, NamedTuple

from mustutor.base.files import data
from mustutor.base.language import mark, printable
from mustutor.base.register import cached_until_registered, phases

Steps = tuple[str | int, ...]

MOST_PROBLEMS = 200
"""Problems of one document that are explained: a reader mends one, and asks again."""

MOST_TOLD = 20
"""Unknown fields of one map that are explained: looking for what was meant takes its time."""

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

    Raises KeyError for a keyword that is not known. To ask often, keep what `compiled` gives.

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
    keyword, wanted, thing = problem.validator, problem.validator_value, problem.instance
    if keyword == "type" and isinstance(wanted, list):
        wanted = " ".join(wanted)
    evidence: dict[str, Any] = {"place": path_text(path), "found": printable(spelled(thing))}
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
        for field in (field for field in wanted if field not in thing):
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


def path_text(path: Steps) -> str:
    """Say a path the way people write it; an option's dotted name stands alone.

    >>> path_text(("hands", 0, "mano")), path_text(("rules", "deck.kings"))
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

_TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "integer": int}
"""Unlike in JSON Schema itself 1.0 is no integer: the formats have no floats."""
_LIMITS_OF = {
    "object": ("minProperties", "maxProperties"),
    "array": ("minItems", "maxItems"),
    "string": ("minLength", "maxLength"),
    "integer": ("minimum", "maximum"),
    "boolean": ("", ""),
}
_ANNOTATIONS = ("$schema", "$id", "$defs", "$comment", "title", "description", "default")
_OF_MAPS = ("properties", "patternProperties", "additionalProperties", "propertyNames", "required")
_KNOWN = frozenset(
    (*_ANNOTATIONS, "examples", "type", "$ref", "const", "enum", "anyOf", "oneOf", *_OF_MAPS)
).union(("items", "uniqueItems", "pattern"), *_LIMITS_OF.values())

LONGEST_KEPT, MOST_KEPT = 40, 400
"""For field names up to this length, and this many in one kind of map, the check is kept."""


def compiled(part: Part | bool, whole: Part) -> Check:
    """Compile `part` of the schema `whole` into a function that says whether a value fits it.

    Raises KeyError for a keyword or type that is not known here, so that a schema cannot ask for
    what is not checked.

    >>> fits = compiled({"type": "integer", "maximum": 40}, {})
    >>> fits(40), fits(41), fits(True)
    (True, False, False)
    """
    return _compiled(part, whole, {})


def part_of(reference: str, whole: Part) -> Part:
    """The part of a schema that a local reference such as ``#/$defs/rules`` names."""
    return reduce(getitem, reference.removeprefix("#/").split("/"), whole)


def _compiled(part: Part | bool, whole: Part, referred: dict[str, Check]) -> Check:
    """Compile a part; `referred` holds what references of the same schema were compiled to."""
    if isinstance(part, bool):
        return _anything if part else _nothing
    for keyword in part.keys() - _KNOWN:
        raise KeyError(keyword)
    inner = partial(_compiled, whole=whole, referred=referred)
    checks: list[Check] = []
    if reference := part.get("$ref"):
        if reference not in referred:
            # Where a part leads back to itself, its function is looked up when it is called.
            referred[reference] = lambda thing: referred[reference](thing)  # noqa: PLW0108
            referred[reference] = inner(part_of(reference, whole))
        checks.append(referred[reference])
    wanted = part.get("type", list(_TYPES))
    kinds = [wanted] if isinstance(wanted, str) else wanted
    of_type = {_TYPES[kind]: _of_kind(kind, part, inner) for kind in kinds}
    if len(of_type) == 1:
        [(only, fits_kind)] = of_type.items()
        checks.append(lambda thing: type(thing) is only and fits_kind(thing))
    else:
        other = _nothing if "type" in part else _anything
        if any(check is not other for check in of_type.values()):
            checks.append(lambda thing: of_type.get(type(thing), other)(thing))
    if "anyOf" in part:
        some = [inner(branch) for branch in part["anyOf"]]
        checks.append(lambda thing: any(check(thing) for check in some))
    if "oneOf" in part:
        one = [inner(branch) for branch in part["oneOf"]]
        checks.append(lambda thing: sum(check(thing) for check in one) == 1)
    if "enum" in part:
        checks.append(_one_of(part["enum"]))
    if "const" in part:
        checks.append(_one_of([part["const"]]))
    return _all(checks)


def _of_kind(kind: str, part: Part, inner: Callable[[Part | bool], Check]) -> Check:
    """Compile what a part asks of values of one type."""
    lower, upper = _LIMITS_OF[kind]
    least, most = part.get(lower, -maxsize), part.get(upper, maxsize)
    checks: list[Check] = []
    if lower in part or upper in part:
        if kind == "integer":
            checks.append(lambda number: least <= number <= most)
        else:
            checks.append(lambda thing: least <= len(thing) <= most)
    if kind == "string" and "pattern" in part:
        find = re.compile(part["pattern"]).search
        checks.append(lambda text: find(text) is not None)
    if kind == "array":
        if (item := inner(part.get("items", True))) is not _anything:
            checks.append(lambda things: all(map(item, things)))
        if part.get("uniqueItems"):
            checks.append(_distinct)
    if kind == "object" and not part.keys().isdisjoint(_OF_MAPS):
        checks.append(_of_map(part, inner))
    return _all(checks)


def _of_map(part: Part, inner: Callable[[Part | bool], Check]) -> Check:
    """Compile what a part asks of the fields of a map."""
    patterns = [
        (re.compile(pattern).search, inner(check))
        for pattern, check in part.get("patternProperties", {}).items()
    ]
    named = {name: inner(check) for name, check in part.get("properties", {}).items()}
    others, name_fits = (
        inner(part.get("additionalProperties", True)),
        inner(part.get("propertyNames", True)),
    )
    required = frozenset(part.get("required", ()))

    known: dict[str, Check] = {}

    def check_of_field(name: str) -> Check:
        checks = [check for find, check in patterns if find(name)]
        if name in named:
            checks.append(named[name])
        elif not checks:
            checks.append(others)
        check = checks[0] if len(checks) == 1 else _all(checks)
        check = check if name_fits(name) else _nothing
        if len(name) < LONGEST_KEPT and len(known) < MOST_KEPT:
            known[name] = check
        return check

    def check_fields(given: Mapping[str, Any]) -> bool:
        if not required <= given.keys():
            return False
        for name, thing in given.items():
            if not (known.get(name) or check_of_field(name))(thing):
                return False
        return True

    return check_fields


def _anything(_: Any) -> bool:
    return True


def _nothing(_: Any) -> bool:
    return False


def _all(checks: list[Check]) -> Check:
    """One check for several; what always holds is left out."""
    checks = [check for check in checks if check is not _anything]
    if len(checks) < 2:
        return checks[0] if checks else _anything
    if len(checks) == 2:
        first, second = checks
        return lambda thing: first(thing) and second(thing)
    return lambda thing: all(check(thing) for check in checks)


def _one_of(choices: Iterable[Any]) -> Check:
    """One of few values, of the same type: true is not 1."""
    values = frozenset((type(choice), choice) for choice in choices)
    kinds = frozenset(kind for kind, _ in values)
    return lambda thing: type(thing) in kinds and (type(thing), thing) in values


def _distinct(things: list[Any]) -> bool:
    """Whether no two values are the same, where true and 1 are not."""
    spelled = [
        (thing,) if type(thing) is str else json.dumps(thing, sort_keys=True) for thing in things
    ]
    return len(set(spelled)) == len(things)
