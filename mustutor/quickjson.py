"""JSON as bytes, quickly: by orjson, or by Python alone where there is no orjson.

A browser has none. The stand-in gives the same bytes and the same refusals for all that a record
may hold, some times slower. Numbers with a point, which no record holds, it spells as Python does;
and whole numbers of more than 64 bits it reads as they are, but writes no more than orjson.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial
from typing import Any, NoReturn

__all__ = ["dumps", "dumps_ordered", "loads", "nests_beyond"]

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


def nests_beyond(text: str, most: int = DEEPEST) -> bool:
    """Whether more brackets than that are open at once somewhere in a text.

    >>> nests_beyond('[["[["]]', 2), nests_beyond("[[]]", 1)
    (False, True)
    """
    if text.count("[") + text.count("{") <= most:
        return False
    depth = 0
    for found in _BRACKETS.finditer(text):
        if found[1]:
            depth += 1
            if depth > most:
                return True
        elif found[0][0] != '"':
            depth -= 1
    return False


def _unlike(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number of JSON")


def _float(text: str) -> float:
    number = float(text)
    return _unlike(text) if number in (float("inf"), float("-inf")) else number


_READ = json.JSONDecoder(parse_float=_float, parse_constant=_unlike).decode


def plain_loads(text: str | bytes) -> Any:
    r"""Read JSON with Python alone. Raises ValueError for what is not JSON, or nests too deep.

    >>> plain_loads(b'{"a": [1, "\xc3\xb1"]}')
    {'a': [1, 'ñ']}
    """
    # Decoded here: json would guess at other encodings.
    written = text.decode() if isinstance(text, bytes) else text
    if nests_beyond(written):
        raise ValueError("it nests too deep")
    try:
        document = _READ(written)
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
