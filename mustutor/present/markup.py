"""Markup: HTML elements that escape their text, and the style sheet of all pages.

`element` is the only way from text to tags: it escapes everything that is not `Markup`. Markup is a
`str` subclass whose results of cutting, joining or formatting are plain text again, so a mistake
leads to escaping, never to injection. `constant` takes drawings and the like in our own code; a
test checks that nothing else is passed to it. The module is pure Python and quick to import, as it
builds pages in a browser as well. (Jinja2 takes four times as long to load as all the rest, and
escapes only where it was told to.)

The style sheet needs no font, picture or address that is not on every machine: paper and ink by
day, felt by night, one sheet of A4 in print. All text has a contrast of at least seven to one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, TypeAlias

from mustutor.base.language import printable


def style_sheet(name: str) -> str:
    """The text of one of the style sheets beside this module."""
    return "\n" + Path(__file__).with_name(f"{name}.css").read_text("utf-8")


def drawn_groups(name: str) -> dict[str, Markup]:
    """The groups of an SVG file beside this module, by their ids."""
    text = Path(__file__).with_name(f"{name}.svg").read_text("utf-8")
    found = re.findall(r'<g id="(.*?)">(.*?)</g>', re.sub(r"\n *", "", text))
    return {group: Markup(drawing) for group, drawing in found}


SHARED = style_sheet("page")
"""What every page of words and cards is set in."""

STYLE = SHARED + style_sheet("verdict")
"""What a page of verdicts has: tables, lances abreast, cards in letters too, one sheet."""


LONGEST_TEXT = 20_000

VOID = frozenset(("meta", "link", "input", "br", "hr", "img", "source"))
"""Elements that hold nothing and are not closed."""

READ_AS_CODE = frozenset(("script", "style"))
"""Elements in which escaping does nothing: `sheet`, `script` and `data_block` write them."""

LINKS = frozenset(("href", "src"))
OBEYED = frozenset(("style", "srcdoc", "srcset", "action", "formaction", "ping", "http-equiv"))
"""Attributes a browser obeys: they take markup alone."""

_NAME = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*", re.IGNORECASE)
_LINK = re.compile(r"#|\./|https?://")


class Markup(str):
    """Text that a browser reads as tags; all other text is only shown."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"Markup({super().__repr__()})"


Child: TypeAlias = str | int | Iterable["Child"] | None
"""What stands in an element: words, a number, markup, nothing, or several of those."""
Attribute: TypeAlias = str | float | bool | None


def element(name: str, /, *children: Child, **attributes: Attribute) -> Markup:
    """An element; text in it is escaped, and invisible characters are shown as escapes.

    An attribute's name has ``_`` for ``-``, and one more at its end if it is a Python keyword; None
    and False leave it out, True writes its name alone.

    >>> print(element("p", "<b> & ", element("b", 7), class_="it", aria_label='"', hidden=True))
    <p class="it" aria-label="&quot;" hidden>&lt;b&gt; &amp; <b>7</b></p>
    """
    if not _is_name(name) or name.lower() in READ_AS_CODE:
        raise ValueError(f"no element is made of {name!r}")
    written = "".join([_attribute(key, value) for key, value in attributes.items()])
    if name in VOID:
        return Markup(f"<{name}{written}>")
    return Markup(f"<{name}{written}>{''.join(_gathered(children, []))}</{name}>")


def block(name: str, /, *children: Child, **attributes: Attribute) -> Markup:
    """An element with each of its children on a line of its own.

    >>> block("ul", element("li", "a"), element("li", "b"))
    Markup('<ul>\\n<li>a</li>\\n<li>b</li>\\n</ul>')
    """
    lines = "\n".join(["", *_gathered(children, []), ""])
    return element(name, Markup(lines), **attributes)


def joined(*children: Child, between: str = "") -> Markup:
    """Several things in sequence, with `between` as the separator.

    >>> joined("a < b", None, ["c", 1], between=" | ")
    Markup('a &lt; b | c | 1')
    """
    return Markup((between and _text(between)).join(_gathered(children, [])))


def constant(text: str) -> Markup:
    """Markup from a constant of our own code: a drawing, a sign. Never for any other text."""
    return Markup(text)


def data_block(name: str, given: Any) -> Markup:
    """Data for the page's script, as JSON that an HTML parser cannot misread.

    >>> data_block("frames", ["</script>"])
    Markup('<script type="application/json" id="frames">["\\\\u003c/script>"]</script>')
    """
    text = json.dumps(given, separators=(",", ":"), allow_nan=False)
    kept = text.replace("<", "\\u003c").replace("\x7f", "\\u007f")
    return Markup(f'<script type="application/json" id="{safe(name)}">{kept}</script>')


def packed_block(type_: str, id_: str, packed: str, /, **attributes: Attribute) -> Markup:
    """Packed data in letters and digits, which an HTML parser ignores.

    >>> packed_block("application/x-mustutor", "record", "jAbc_-")
    Markup('<script type="application/x-mustutor" id="record">jAbc_-</script>')
    """
    if not re.fullmatch(r"[\w-]*", packed, re.ASCII) or not re.fullmatch(
        r"application/[\w-]+", type_
    ):
        raise ValueError("what a page carries is packed in letters and digits")
    written = "".join([_attribute(key, value) for key, value in attributes.items()])
    return Markup(f'<script type="{type_}" id="{safe(id_)}"{written}>{packed}</script>')


def sheet(style: str) -> Markup:
    """A style sheet element; raises ValueError for text that would end it early."""
    return Markup(f"<style>{_unbroken(style)}</style>")


def script(code: str) -> Markup:
    """A script element; raises ValueError for text that would end it early."""
    return Markup(f"<script>{_unbroken(code)}</script>")


def safe(text: str) -> str:
    """Escape any text for use between tags or in an attribute, and show invisible characters.

    >>> safe("<b>&\\x1b")
    '&lt;b&gt;&amp;\\\\x1b'
    """
    return escape(printable(text, LONGEST_TEXT))


def _text(child: str | int) -> str:
    return child if isinstance(child, Markup) else safe(str(child))


def _gathered(children: Iterable[Child], pieces: list[str]) -> list[str]:
    for child in children:
        if isinstance(child, (str, int)):
            pieces.append(_text(child))
        elif child is not None:
            _gathered(child, pieces)
    return pieces


@cache
def _is_name(name: str) -> bool:
    return _NAME.fullmatch(name) is not None


@cache
def _called(key: str) -> str:
    """The name of an attribute; raises ValueError for one that could run or send something."""
    name = key.removesuffix("_").replace("_", "-")
    if not _is_name(name) or name.lower().startswith("on"):
        raise ValueError(f"no attribute is called {name!r}")
    return name


def _attribute(key: str, value: Attribute) -> str:
    name = _called(key)
    if value is None or value is False:
        return ""
    if value is True:
        return f" {name}"
    if not isinstance(value, str):
        return f' {name}="{value:g}"'
    if isinstance(value, Markup):
        return f' {name}="{escape(value)}"'
    if name.lower() in OBEYED:
        raise ValueError(f"{name} takes only what stands in our own code")
    if name.lower() in LINKS and not _LINK.match(value):
        raise ValueError(f"{name} leads within the page, beside it or to https, not to {value!r}")
    return f' {name}="{safe(value)}"'


def _unbroken(code: str) -> str:
    if re.search(r"</|<!--", code):
        raise ValueError("what is read as code holds no end of itself")
    return code
