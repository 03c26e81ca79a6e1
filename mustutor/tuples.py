"""Values that do not change: named tuples, quickly made, and maps that are only read.

The values of this house are named tuples, a hundred kinds of them before a command has read its
record. `typing` compiles the annotation of every field, and `collections` a constructor for every
class: together a fifth of the time of a short command. Here classes with as many fields share one
constructor, in which their fields bear their own names. For whoever checks types this is
`typing.NamedTuple` itself.

A map that many share is a `ReadOnlyMap`: read as fast as a dict, and by all that take a dict.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import CodeType
    from typing import NamedTuple as NamedTuple  # noqa: PLC0414
    from typing import Self
else:
    from collections import _tuplegetter
    from functools import cache
    from types import FunctionType

    class _Named(tuple):
        """What all named tuples can do, by the names of `_fields`."""

        __slots__ = ()
        _fields = ()
        _field_defaults = {}  # noqa: RUF012 - as named tuples have it

        @classmethod
        def _make(cls, things: Iterable[Any]) -> Self:
            made = tuple.__new__(cls, things)
            if len(made) != len(cls._fields):
                raise TypeError(f"Expected {len(cls._fields)} arguments, got {len(made)}")
            return made

        def _replace(self, /, **changes: Any) -> Self:
            made = tuple.__new__(type(self), map(changes.pop, self._fields, self))
            if changes:
                raise ValueError(f"Got unexpected field names: {list(changes)!r}")
            return made

        __replace__ = _replace  # for `copy.replace`, from Python 3.13

        def _asdict(self) -> dict[str, Any]:
            return dict(zip(self._fields, self, strict=True))

        def __repr__(self) -> str:
            told = ", ".join(map("{}={!r}".format, self._fields, self))
            return f"{type(self).__name__}({told})"

        def __getnewargs__(self) -> tuple[Any, ...]:
            return tuple(self)

    @cache
    def _getter(place: int) -> object:
        """What reads the field at a place, in whatever class."""
        return _tuplegetter(place, f"Alias for field number {place}")

    @cache
    def _constructor(length: int) -> CodeType:
        """The code of a constructor for so many fields, of no names yet."""
        fields = "".join([f"_{place}, " for place in range(length)])
        made = eval(f"lambda _cls, {fields}: _new(_cls, ({fields}))")  # noqa: S307 - our own words
        return made.__code__

    class _Maker(type):
        """Makes of the body of a class a named tuple, with all that stands in the body."""

        def __new__(cls, name: str, _: tuple[type, ...], body: dict[str, Any]) -> type:
            annotations = body.get("__annotations__", {})
            fields = tuple(annotations)
            defaults = {field: body[field] for field in fields if field in body}
            if tuple(defaults) != fields[len(fields) - len(defaults) :]:
                raise TypeError(f"{name}: fields with defaults come last")
            code = _constructor(len(fields)).replace(co_varnames=("_cls", *fields))
            new = FunctionType(code, {"_new": tuple.__new__}, "__new__", tuple(defaults.values()))
            new.__qualname__, new.__module__ = f"{name}.__new__", body["__module__"]
            new.__annotations__ = annotations
            body |= zip(fields, map(_getter, range(len(fields))), strict=True)
            body |= {
                "__slots__": (),
                "__new__": new,
                "__match_args__": fields,
                "_fields": fields,
                "_field_defaults": defaults,
            }
            return type(name, (_Named,), body)

    NamedTuple = type.__new__(_Maker, "NamedTuple", (), {})
    """Fields with their types, one a line, those with defaults last; methods as in any class.

    >>> class Place(NamedTuple):
    ...     hand: int
    ...     lance: str = "grande"
    >>> Place(3)
    Place(hand=3, lance='grande')
    >>> Place(lance="chica", hand=4)._replace(hand=5)
    Place(hand=5, lance='chica')
    """


class ReadOnlyMap(dict[str, Any]):
    """A dict that refuses every change; ``dict(...)`` and ``|`` make another, which may be changed.

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
