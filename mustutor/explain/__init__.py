"""From a ledger to sentences: what happened, what it costs, why, and what did not happen.

A floor below replay: values go in (steps, positions, entries, faults) and an `Explanation`
comes out, as text, as Markdown, as a page of HTML or as JSON, in any language there is a
catalogue for. Nothing in the engine needs it, so that verifying a record never pays for telling
it. Each name is loaded when it is asked for: telling what four cards are worth needs no game.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mustutor.explain.claim import Claimed as Claimed
    from mustutor.explain.claim import explain_claim as explain_claim
    from mustutor.explain.comparison import explain_comparison as explain_comparison
    from mustutor.explain.fault import explain_fault as explain_fault
    from mustutor.explain.hand import explain_hand as explain_hand
    from mustutor.explain.holding import describe_hand as describe_hand
    from mustutor.explain.html import to_html as to_html
    from mustutor.explain.markdown import to_markdown as to_markdown
    from mustutor.explain.page import Explanation as Explanation
    from mustutor.explain.page import Line as Line
    from mustutor.explain.page import Passage as Passage
    from mustutor.explain.text import to_text as to_text

_HOMES = {
    "Claimed": "claim",
    "Explanation": "page",
    "Line": "page",
    "Passage": "page",
    "describe_hand": "holding",
    "explain_claim": "claim",
    "explain_comparison": "comparison",
    "explain_fault": "fault",
    "explain_hand": "hand",
    "to_html": "html",
    "to_markdown": "markdown",
    "to_text": "text",
}

__all__ = [  # noqa: PLE0604 - the names are loaded when they are asked for
    *_HOMES
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
