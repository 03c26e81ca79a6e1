"""The referee: what a record comes to, what was claimed, and what may still come."""

from __future__ import annotations

from mustutor.referee.rewriting import verified
from mustutor.referee.settle import Settlement, settle
from mustutor.referee.verify import Verdict, verify

__all__ = ["Settlement", "Verdict", "settle", "verified", "verify"]
