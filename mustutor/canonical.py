"""The one way to write JSON, and the digest of what is written: every promise hangs on them.

Seals, signatures, commitments, digests of rules and the shuffle are made of this text: names in
order, no spaces, letters as they are, whole numbers only. Two programs that write it differently
agree on no digest, so nothing else in the house writes what a digest is taken of.
"""

from __future__ import annotations

import json
from typing import Any

from mustutor import hashing
from mustutor.register import later

# Made once: `json.dumps` makes an encoder each time.
_WRITTEN = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode


_ordered = later("mustutor.quickjson", "dumps_ordered")  # many a start reads no record


def canonical(thing: Any) -> str:
    """Write a record, or a part of one, in canonical form.

    >>> canonical({"b": 1, "a": ["ñ"]})
    '{"a":["ñ"],"b":1}'
    """
    try:
        written: bytes = _ordered(thing)
    except TypeError:  # A number of more than 64 bits, in a field that belongs to others.
        return canonical_of_rules(thing)
    return written.decode()


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
