"""The referee: is a record right, who gets which stones, and what follows from claims.

Open `verify` first, then `settle`; `recorder/` records, `trust/` seals and signs. Knows no coach,
lesson or page: it judges, and others show.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mustutor.referee.settle import Settlement, settle
from mustutor.referee.verify import Verdict, verify

if TYPE_CHECKING:
    from mustutor.referee.verify import verified as verified

__all__ = ["Settlement", "Verdict", "settle", "verified", "verify"]


def __getattr__(name: str) -> object:
    if name != "verified":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from mustutor.referee.verify import verified  # imported here: settling does not need it

    return verified
