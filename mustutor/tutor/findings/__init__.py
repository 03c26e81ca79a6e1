"""What the engine finds out about a question: the answer, and how it comes to it.

`cards` asks about hands alone, `table` about a moment of play, `referee` about signals and words,
`count` about the stones of a whole hand. Nothing here knows a rule; each finding asks the engine
and keeps its reasons.
"""

from __future__ import annotations

from mustutor.tutor.findings.finding import NO, NONE, YES, Finding

__all__ = ["NO", "NONE", "YES", "Finding"]
