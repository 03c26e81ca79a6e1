"""From a ledger to sentences: what happened, what it costs, why, and what did not happen.

A floor below replay: values go in (steps, positions, entries, faults) and an `Explanation`
comes out, as text, as Markdown or as JSON, in any language there is a catalogue for. Nothing
in the engine needs it, so that verifying a record never pays for telling it.
"""

from __future__ import annotations

from mustutor.explain.claim import Claimed, explain_claim
from mustutor.explain.comparison import explain_comparison
from mustutor.explain.fault import explain_fault
from mustutor.explain.hand import explain_hand
from mustutor.explain.holding import describe_hand
from mustutor.explain.markdown import to_markdown
from mustutor.explain.page import Explanation, Line, Passage
from mustutor.explain.text import to_text

__all__ = [
    "Claimed",
    "Explanation",
    "Line",
    "Passage",
    "describe_hand",
    "explain_claim",
    "explain_comparison",
    "explain_fault",
    "explain_hand",
    "to_markdown",
    "to_text",
]
