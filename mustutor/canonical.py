"""The one way to write JSON, and the digest of what is written: every promise hangs on them.

Seals, signatures, commitments, digests of rules and the shuffle are made of this text: names in
order, no spaces, letters as they are, whole numbers only. Two programs that write it differently
agree on no digest, so nothing else in the house writes what a digest is taken of.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from mustutor import hashing

# Made once: `json.dumps` makes an encoder each time.
_WRITTEN = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode


def canonical(thing: Any) -> str:
    """Write a record, or a part of one, in canonical form.

    >>> canonical({"b": 1, "a": ["ñ"]})
    '{"a":["ñ"],"b":1}'
    """
    try:
        return _ordered(thing).decode()
    except TypeError:  # A number of more than 64 bits, in a field that belongs to others.
        return canonical_of_rules(thing)


def _first(thing: Any) -> bytes:
    """Load what writes JSON when it is asked for first: many a start is spared it."""
    global _ordered  # noqa: PLW0603 - whoever asks next asks the writer itself
    from mustutor.quickjson import dumps_ordered

    _ordered = dumps_ordered
    return _ordered(thing)


_ordered: Callable[[Any], bytes] = _first


def canonical_of_rules(thing: Any) -> str:
    """Write rules, or another small thing that every start needs, in the same canonical form.

    >>> canonical_of_rules({"b": 1, "a": ["ñ"]}) == canonical({"b": 1, "a": ["ñ"]})
    True
    """
    return _WRITTEN(thing)


def digest(text: str) -> str:
    """SHA-256 of a text, in hexadecimal; half a sign, as a stranger may write one, is counted too.

    >>> digest("")[:12], digest(chr(0xD800))[:12]
    ('e3b0c44298fc', '91a681b99855')
    """
    return hashing.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
