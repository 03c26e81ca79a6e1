"""Paint: the few colours there are, each of which only repeats what the words say.

The sixteen colours a terminal names suit its own background, dark or light; nothing else is used.
"""

from __future__ import annotations

from mustutor.explain.text import Paint, no_paint

CODES = {
    "title": "1",
    "heading": "1;36",
    "seat": "1",
    "said": "33",
    "rule": "36",
    "good": "1;32",
    "bad": "1;31",
}

STYLES = {
    "title": "bold",
    "heading": "bold ansicyan",
    "seat": "bold",
    "speaker": "bold reverse",
    "mano": "bold",
    "said": "ansiyellow",
    "rule": "ansicyan",
    "good": "bold ansigreen",
    "bad": "bold ansired",
    "card": "bold",
    "suit-o": "ansiyellow",
    "suit-c": "ansired",
    "suit-e": "ansicyan",
    "suit-b": "ansigreen",
    "prompt": "bold",
    "choice": "bold",
    "key": "bold",
    "message": "bold",
    "title-bar": "reverse",
    "bar": "reverse",
    "bar-key": "reverse bold",
}
"""The same for a screen, by the name of what is drawn."""


def painter(*, color: bool) -> Paint:
    """The painter of a page: of colours where there are any, of nothing where there are none.

    >>> painter(color=True)("seat", "A"), painter(color=False)("seat", "A")
    ('\\x1b[1mA\\x1b[0m', 'A')
    """
    return _painted if color else no_paint


def _painted(what: str, text: str) -> str:
    code = CODES.get(what)
    return f"\x1b[{code}m{text}\x1b[0m" if code and text.strip() else text
