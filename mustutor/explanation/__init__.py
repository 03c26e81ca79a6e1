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
    from mustutor.explanation.claim import Claimed as Claimed
    from mustutor.explanation.claim import explain_claim as explain_claim
    from mustutor.explanation.fault import explain_fault as explain_fault
    from mustutor.explanation.hand import explain_hand as explain_hand
    from mustutor.explanation.html import to_html as to_html
    from mustutor.explanation.markdown import to_markdown as to_markdown
    from mustutor.explanation.text import to_text as to_text
    from mustutor.games.mus_family.telling.hands import describe_hand as describe_hand
    from mustutor.games.mus_family.telling.hands import explain_comparison as explain_comparison
    from mustutor.games.telling import Explanation as Explanation
    from mustutor.games.telling import Line as Line
    from mustutor.games.telling import Passage as Passage

_HOMES = {
    "Claimed": "mustutor.explanation.claim",
    "Explanation": "mustutor.games.telling",
    "Line": "mustutor.games.telling",
    "Passage": "mustutor.games.telling",
    "describe_hand": "mustutor.games.mus_family.telling.hands",
    "explain_claim": "mustutor.explanation.claim",
    "explain_comparison": "mustutor.games.mus_family.telling.hands",
    "explain_fault": "mustutor.explanation.fault",
    "explain_hand": "mustutor.explanation.hand",
    "to_html": "mustutor.explanation.html",
    "to_markdown": "mustutor.explanation.markdown",
    "to_text": "mustutor.explanation.text",
}

__all__ = [  # noqa: PLE0604 - the names are loaded when they are asked for
    *_HOMES
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
