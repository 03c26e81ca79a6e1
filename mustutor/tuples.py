"""Named tuples as `typing.NamedTuple` makes them, made in a third of the time.

The values of this house are named tuples, a hundred kinds of them before a command has read its
record, and `typing` compiles the annotation of every field, which nobody asks it for: a tenth of
the time of a short command. For whoever checks types this is `typing.NamedTuple` itself.
"""

from __future__ import annotations

from collections import namedtuple
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing import NamedTuple as NamedTuple  # noqa: PLC0414
else:

    class _Maker(type):
        """Makes of the body of a class a named tuple, with all that stands in the body."""

        def __new__(cls, name: str, _: tuple[type, ...], body: dict[str, Any]) -> type:
            annotations = body.pop("__annotations__", {})
            defaults = [body.pop(field) for field in annotations if field in body]
            module = body.pop("__module__")
            made = namedtuple(  # noqa: PYI024
                name, annotations, defaults=defaults, module=module
            )
            made.__annotations__ = made.__new__.__annotations__ = annotations
            for key, value in body.items():
                setattr(made, key, value)
            return made

    NamedTuple = type.__new__(_Maker, "NamedTuple", (), {})
    """Fields with their types, one a line, those with defaults last; methods as in any class.

    >>> class Place(NamedTuple):
    ...     hand: int
    ...     lance: str = "grande"
    >>> Place(3)
    Place(hand=3, lance='grande')
    """
