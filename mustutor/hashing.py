"""SHA-256 without a wait: that of the interpreter for a few texts, that of OpenSSL for many.

OpenSSL's is the quicker of the two, but loading it takes longer than a short command has texts to
hash: a twentieth of its whole time. Both give the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hashlib import _Hash

FEW = 100_000
"""So many bytes are hashed before OpenSSL is worth its loading; a text counts as a few at least."""
LEAST = 100

_own: Any
try:
    from _sha256 import sha256 as _own  # type: ignore[import-not-found,no-redef]
except ImportError:
    try:
        from _sha2 import sha256 as _own  # type: ignore[import-not-found,no-redef]  # from Python 3.12
    except ImportError:  # an interpreter built without
        from hashlib import sha256 as _own

_hashed = 0


def _few(text: bytes) -> _Hash:
    """SHA-256 by the interpreter; of many bytes by OpenSSL, from then on."""
    global _hashed, sha256  # noqa: PLW0603 - whoever asks next asks OpenSSL itself
    _hashed += len(text) + LEAST
    if _hashed > FEW:
        import hashlib

        sha256 = hashlib.sha256
        return sha256(text)
    found: _Hash = _own(text)
    return found


sha256: Callable[[bytes], _Hash] = _few
"""SHA-256 of bytes; to be asked for as `hashing.sha256`, for it becomes another.

>>> from mustutor import hashing
>>> hashing.sha256(b"mus").hexdigest()[:12]
'b49b6976120c'
"""
