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
from typing import Any, TypeAlias

from mustutor.base.language import printable

SHARED = """
:root {
  color-scheme: light dark;
  --ground: #f7f2e6; --leaf: #fffdf7; --ink: #1d1a16; --soft: #4d463b; --line: #d8cdb5;
  --accent: #14523a; --link: #7a1712; --good: #14523a; --bad: #8c1410;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0f1d18; --leaf: #16281f; --ink: #f3ecdb; --soft: #cfc6b0; --line: #35493d;
    --accent: #ecc873; --link: #f0b9a4; --good: #a5dcb4; --bad: #ffb4a6;
  }
  /* Suits have the ink of the cards: they are seen on paper. */
  .suits svg { background: #fffdf7; border-radius: .3rem; padding: .15rem; }
}
* { box-sizing: border-box; }
html { background: var(--ground); color: var(--ink); scroll-behavior: smooth; }
body {
  margin: 0 auto; padding: 1rem clamp(.6rem, 3vw, 2rem) 2rem; max-width: 72rem;
  font: 1rem/1.42 "Iowan Old Style", "Palatino Linotype", Palatino, Georgia, serif;
  overflow-wrap: anywhere; text-align: start;
}
.deck { position: absolute; width: 0; height: 0; overflow: hidden; }
header { text-align: center; border-bottom: 3px double var(--accent); margin-bottom: 1rem; }
.suits { margin: .2rem 0 .1rem; }
.suits svg { width: 1.7rem; height: 1.7rem; margin: 0 .22rem; }
h1, h2, h3, h4 { line-height: 1.2; margin: 0 0 .45rem; text-wrap: balance; }
h1 { font-size: clamp(1.3rem, 1rem + 2.2vw, 2.1rem); margin-bottom: .8rem; }
h2 { font-size: 1.3rem; color: var(--accent); margin-top: .3rem; }
h3 {
  font-size: 1.02rem; color: var(--accent); text-transform: uppercase; letter-spacing: .09em;
  border-bottom: 1px solid var(--line); padding-bottom: .2rem;
}
.lead {
  font-size: 1.02rem; margin-top: .9rem; color: var(--ink); text-transform: none;
  letter-spacing: 0; border: 0; padding: 0;
}
h2 + .lead, h3 + .lead { margin-top: 0; }
p { margin: 0 0 .35rem; }
section {
  margin: 0 0 .8rem;
  background: var(--leaf); border: 1px solid var(--line); border-radius: .5rem;
  padding: .7rem .85rem .5rem; min-width: 0;
}
section.verdict { border: 2px solid var(--accent); }
.said { flex: 0 0 auto; min-width: 6.2rem; max-width: 100%; font-style: italic; }
.hand {
  display: inline-flex; flex-wrap: wrap; align-items: center; gap: .3rem; font-style: normal;
}
.cards { display: inline-flex; flex-wrap: wrap; gap: .2rem; position: relative; }
.cards svg { width: 2.75rem; height: 4.125rem; display: block; }
.stones {
  display: flex; flex-wrap: wrap; gap: .1rem .6rem; align-items: baseline; margin: .3rem 0 .4rem;
  padding: .2rem .6rem; border-inline-start: .25rem solid var(--accent); background: var(--ground);
}
.stones ul { display: contents; list-style: none; }
.stones li { white-space: nowrap; }
.inner { margin-inline-start: 2rem; width: auto; }
.level-2 { margin-inline-start: 1rem; }
.level-3 { margin-inline-start: 2rem; }
.level-4 { margin-inline-start: 3rem; }
.quote { font-style: italic; color: var(--soft); }
.quote::before { content: "\\201c" / ""; }
.quote::after { content: "\\201d" / ""; }
.holds, .fails, .open, .decided { font-weight: bold; }
.holds { color: var(--good); }
.fails { color: var(--bad); }
.holds::before { content: "\\2713\\00a0" / ""; }
.fails::before { content: "\\2717\\00a0" / ""; }
.open::before { content: "?\\00a0" / ""; }
.rules { font-size: .78em; font-weight: normal; }
.rules a { white-space: nowrap; }
a { color: var(--link); text-underline-offset: .15em; }
a:focus-visible, summary:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.book { columns: 23rem; column-gap: 1.6rem; font-size: .93rem; }
.book h2 { column-span: all; }
details { break-inside: avoid; padding: .18rem .3rem; border-radius: .3rem; }
summary { cursor: pointer; }
details p { margin: .2rem 0 .3rem 1.1rem; }
.reading { color: var(--soft); }
details:target { background: var(--ground); outline: 2px solid var(--accent); }
details:target::details-content { content-visibility: visible; display: block; }
footer { text-align: center; color: var(--soft); font-size: .85rem; letter-spacing: .12em; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
@media (prefers-contrast: more) {
  :root { --soft: var(--ink); --line: var(--ink); --link: var(--accent); }
}
@media (max-width: 30rem) {
  section { padding: .55rem .55rem .35rem; }
  .cards svg { width: 2.4rem; height: 3.6rem; }
  .level-2 { margin-inline-start: .5rem; }
  .inner, .level-3, .level-4 { margin-inline-start: .9rem; }
}
@media print {
  @page { size: A4; margin: 8mm 9mm; }
  :root {
    color-scheme: only light;
    --ground: #fff; --leaf: #fff; --ink: #000; --soft: #333; --line: #b9b2a3;
    --accent: #14523a; --link: #5a1512; --good: #14523a; --bad: #8c1410;
  }
  body { max-width: none; padding: 0; font-size: 7.6pt; line-height: 1.24; }
  header { margin-bottom: 1.5mm; }
  .suits { float: inline-start; margin: 0; }
  .suits svg { width: 4.4mm; height: 4.4mm; margin: 0; padding: 0; background: none; }
  h1 { font-size: 12.5pt; margin: 0 0 1mm; }
  h2 { font-size: 9.5pt; margin: 0 0 1mm; }
  h3 { font-size: 8pt; margin: 0 0 .6mm; padding-bottom: .2mm; }
  .lead { font-size: 1em; margin: .8mm 0 .3mm; }
  p { margin: 0 0 .3mm; }
  nav, footer { display: none; }
  main { display: block; columns: 2; column-gap: 5mm; }
  section, section.wide, section.verdict, .lances section:last-child {
    border: 0; border-radius: 0; padding: 0; margin: 0 0 1.6mm;
  }
  /* What holds much goes on overleaf: kept whole, it would leave a sheet empty before it. */
  section:where(:not(:has(tr:nth-of-type(9), .step))) { break-inside: avoid; }
  tr, h2, h3, h4, .stones { break-inside: avoid; }
  section.wide, section.book { break-inside: auto; }
  h2, h3, h4 { break-after: avoid; }
  .said { min-width: 15mm; }
  .hand { gap: .6mm; }
  .cards { gap: .4mm; }
  .cards svg { width: 6mm; height: 9mm; }
  .stones { background: none; padding: 0 0 0 1.4mm; margin: .4mm 0; gap: 0 2.4mm; }
  .level-2 { margin-inline-start: 2mm; }
  .lead { break-after: avoid; }
  .inner, .level-3, .level-4 { margin-inline-start: 4mm; }
  .rules { font-size: .82em; }
  a { text-decoration: none; }
  .book { columns: auto; font-size: .86em; break-before: page; }
  section.verdict:nth-of-type(-n+2) { break-inside: avoid; }
  .book h2 { font-size: 8pt; padding-top: 1.4mm; }
  details { padding: 0; }
  details p { margin: 0 0 .3mm 2mm; }
  summary { list-style: none; }
  details::details-content { content-visibility: visible; display: block; }
  .reading { display: none; }
}
"""
"""What every page of words and cards is set in."""

VERDICT = """
table { border-collapse: collapse; width: 100%; margin: 0 0 .35rem; }
tr + tr { border-top: 1px dotted var(--line); }
th {
  text-align: start; vertical-align: top; padding: .16rem .6rem .16rem 0; white-space: nowrap;
  width: 1%; min-width: 1.6rem; font-weight: bold;
}
td { padding: .16rem 0; vertical-align: top; }
.row { display: flex; flex-wrap: wrap; gap: 0 .7rem; }
.row:has(.hand) { align-items: center; }
tr:has(.hand) > th { vertical-align: middle; }
.beside tbody { display: flex; flex-wrap: wrap; gap: .1rem 1.8rem; }
.beside tr + tr { border: 0; }
.why { flex: 1 1 11rem; min-width: 0; }
.wide-table { overflow-x: auto; }
.score { width: 100%; text-align: center; font-variant-numeric: tabular-nums; }
.score th, .score td { padding: .12rem .4rem; text-align: center; width: auto; }
.score thead th { border-bottom: 1px solid var(--line); color: var(--accent); }
.score .sum { background: var(--ground); font-weight: bold; }
.spelt {
  position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
  white-space: nowrap;
}
article > h2 { margin: 1.2rem 0 .5rem; }
.lances { columns: 2 24rem; column-gap: .8rem; margin: 0 0 .8rem; }
.lances section { break-inside: avoid; }
.lances section:last-child { margin-bottom: 0; }
.lances section:only-child { column-span: all; }
section.plain { background: none; border: 0; padding: 0; }
th.long { white-space: normal; width: 30%; min-width: 5rem; }
.plain .stones { background: var(--leaf); }
nav ol { columns: 18rem; margin: 0 0 1rem; }
@media print {
  table { margin: 0 0 .4mm; }
  th { padding: .1mm 1.6mm .1mm 0; min-width: 0; }
  td { padding: .1mm 0; }
  .row { gap: 0 1.6mm; }
  .why { flex-basis: 30mm; }
  .lances section:has(tr:nth-of-type(9)) { break-inside: auto; }
  table:not(:has(tr:nth-of-type(9))), .level-1:has(+ table) { break-inside: avoid; }
  .lead, .level-1:has(+ table), .level-2:has(+ table), .level-3:has(+ table) { break-after: avoid; }
  .report, main > section:has(~ .report) { column-span: all; }
  .score th, .score td { padding: .25mm 1mm; border-bottom: .1mm solid var(--line); }
  .ample { font-size: 9.2pt; line-height: 1.3; }
  .dense { font-size: 7pt; line-height: 1.2; }
  .tiny { font-size: 6pt; line-height: 1.14; }
  .dense main, .tiny main { columns: 3; column-gap: 4mm; }
  article > h2 { margin: 0 0 .8mm; }
  .lances { columns: auto; margin: 0; }
  .dense .cards svg, .tiny .cards svg { width: 4.8mm; height: 7.2mm; }
  .dense .said, .tiny .said { min-width: 12mm; }
  .lances section:only-child { column-span: none; }
  .ample .book, .roomy .book { break-before: auto; }
  article > .plain { break-after: avoid; }
}
"""
"""What only a page of verdicts has: tables, lances abreast, cards in letters too, one sheet."""

STYLE = SHARED + VERDICT


LONGEST_TEXT = 20_000

VOID = frozenset(("meta", "link", "input", "br", "hr", "img"))
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
    said = "".join([_attribute(key, value) for key, value in attributes.items()])
    if name in VOID:
        return Markup(f"<{name}{said}>")
    return Markup(f"<{name}{said}>{''.join(_gathered(children, []))}</{name}>")


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
    said = "".join([_attribute(key, value) for key, value in attributes.items()])
    return Markup(f'<script type="{type_}" id="{safe(id_)}"{said}>{packed}</script>')


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
