"""The page of the pocket referee: its desk, and a form for each question.

A form says which command line it makes (`data-words`), and each field how it goes into it
(`data-as`): as a word or several, a line each, an option or a flag, or the whole line.
The script of the page (`assets/page.js`) makes the line, and shows what the command writes. Nothing
is told here that the command does not tell: rules, skills and records come from where it has them.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from mustutor.base import __version__
from mustutor.base.language import Language, mark
from mustutor.cli.settings import LANCES
from mustutor.games.mus_family.hands import CARDS_IN_HAND
from mustutor.games.rulebook import in_language
from mustutor.model.cards import ranks
from mustutor.model.variant import load_variant
from mustutor.model.variant_file import variant_ids
from mustutor.present.card_art import SUITS
from mustutor.present.html import PageFrame, PageLinks, drawings, footer, header
from mustutor.present.markup import (
    STYLE,
    Attribute,
    Markup,
    block,
    constant,
    data_block,
    element,
    joined,
    style_sheet,
)


class PocketPart(NamedTuple):
    """One thing that can be asked: its form, and the words it begins with."""

    name: str
    heading: str
    words: str
    fields: tuple[Markup, ...]


def rulebooks(language: Language) -> Markup:
    """A list of the rulebooks to choose from, the usual one first.

    What is chosen in one list is chosen in all of them, and for the next time.
    """
    named = [(name, in_language(load_variant(name).name, language.code)) for name in variant_ids()]
    offered = [("", language.say("the usual ones")), *named]
    return choice(language.say("Rules"), "option", offered, option="--variant", data_shared=True)


def choice(
    label: str,
    kind: str,
    choices: Sequence[tuple[str, str]],
    option: str = "",
    **more: Attribute,
) -> Markup:
    """A list to choose one thing of: its value, and the words that are shown."""
    offered = [element("option", shown, value=value) for value, shown in choices]
    select = element(
        "select",
        offered,
        data_as=kind,
        data_option=option or None,
        **more,
    )
    return labelled(label, select)


def text_field(
    label: str,
    kind: str,
    example: str = "",
    *,
    option: str = "",
    usual: str = "",
    wide: bool = False,
    **more: Attribute,
) -> Markup:
    """A line to type in, with an example in it; where nothing need be typed, what is `usual`."""
    field = element(
        "input",
        type="text",
        data_as=kind,
        data_option=option or None,
        placeholder=usual or None,
        value=example or None,
        required=bool(example),
        data_fresh="true" if example else None,
        **more,
        autocomplete="off",
        autocapitalize="none",
        spellcheck="false",
    )
    return labelled(label, field, wide=wide)


def four_cards(language: Language) -> tuple[Markup, Markup]:
    """A hand: typed, or tapped."""
    label = language.say("Four cards")
    return text_field(label, "words", "R R C A", data_cards=CARDS_IN_HAND), pad(language)


def pad(language: Language) -> Markup:
    """A key for each rank, to type with one hand: it writes into the field of its form."""
    keys = [
        element("button", rank, type="button", value=rank, aria_label=f"{rank}, {name}")
        for rank, name in ranks(language).items()
    ]
    back = element("button", "⌫", type="button", value="", aria_label=language.say("Take one back"))
    return element("div", keys, back, class_="pad", role="group", aria_label=language.say("Cards"))


def tick(label: str, option: str) -> Markup:
    """A box to tick, for a flag.

    >>> 'data-option="--brief"' in tick("In short", "--brief")
    True
    """
    box = element("input", type="checkbox", data_as="flag", data_option=option)
    return element("label", box, element("span", label), class_="check")


def labelled(label: str, field: Markup, *, wide: bool = False) -> Markup:
    """A field with its label."""
    return element("label", label, field, class_="wide" if wide else None)


def hint(text: str) -> Markup:
    """What a form is for."""
    return element("p", text, class_="hint")


def section(language: Language, part: PocketPart) -> Markup:
    """A part of the page: its form, and where its answer stands, with the files it leaves."""
    say = language.say
    send = element("button", say("Show"), type="submit")
    form = block("form", part.fields, element("p", send, class_="buttons"), data_words=part.words)
    answer = block(
        "div",
        element("p", class_="problem", role="alert", hidden=True),
        element("pre", tabindex=0, aria_label=say("The answer"), role="group"),
        element("p", class_="files"),
        class_="answer",
        aria_live="polite",
        hidden=True,
    )
    name = f"{part.name}-heading"
    heading = element("h2", part.heading, id=name, tabindex=-1)
    return block("section", heading, form, answer, id=part.name, aria_labelledby=name)


SIZES = (180, 192, 512)
"""The icons phones ask for, in dots; `tests/benchmarks/pictures.py` draws them."""
PICTURES = (*(f"icon-{size}.png" for size in SIZES), "icon-maskable-512.png")
WHAT = mark(
    "Mus, Encaje, Enflé and Mau-Mau: lessons that ask before they tell, a referee who gives the "
    "reason for every stone, and games that play back call by call."
)
HERE_IN = mark("This page in English")
"""Each language says it of itself."""
PYODIDE = "314.0.7"
"""The version of Pyodide the pages are made for; another one may start otherwise, or not at all."""
DECK = "spanish"

SOURCES = {
    "worker-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "img-src": "'self'",
}
"""What the page needs besides its own style and script; the worker loads Python for itself."""


@cache
def asset(name: str) -> str:
    """A file of ours that goes into the pages."""
    return (Path(__file__).parent / "assets" / name).read_text("utf-8")


def page(language: Language, others: Sequence[Language]) -> Markup:
    """The whole page in a language; `others` are those it stands in as well."""
    title = language.say("The pocket referee")
    frame = PageFrame(
        language,
        title,
        styles=(STYLE, style_sheet("player"), asset("style.css")),
        scripts=(asset("page.js"),),
        sources=SOURCES,
        links=PageLinks(language.say(WHAT)),
        head=(
            element("link", rel="manifest", href=f"./{language.code}.webmanifest"),
            element("link", rel="icon", href="./icon.svg", type="image/svg+xml"),
            element("link", rel="apple-touch-icon", href="./icon-180.png"),
        ),
    )
    parts = parts_of(language)
    say = language.say
    at_desk = [("learn", say("Learn and play")), ("judge", say("Judge"))]
    at_desk += [("records", say("Settle")), ("settings", say("Settings"))]
    named = [*at_desk, *[(part.name, part.heading) for part in parts]]
    links = [element("li", element("a", heading, href=f"#{name}")) for name, heading in named]
    return frame.page(
        drawings(DECK, ()),
        header(title, DECK),
        block("nav", element("ul", links), aria_label=say("What to ask")),
        _state(language),
        block("main", _desk(at_desk), [section(language, part) for part in parts]),
        _about(language, others),
        footer(),
        data_block("words", _words(language)),
    )


def _desk(parts: Sequence[tuple[str, str]]) -> Markup:
    """The desk, where lessons are taken, matches played and quarrels judged.

    What is on it comes from Python, and its heading is that of the one of the `parts` seen there.
    """
    (name, heading), *others = parts
    shown = element("h2", heading, id=f"{name}-heading", tabindex=-1)
    desk = block("div", id="desk", aria_live="polite")
    targets = [element("span", id=other, tabindex=-1) for other, _ in others]
    return block("section", targets, shown, desk, id=name, aria_labelledby=f"{name}-heading")


# --- what can be asked -------------------------------------------------------------------------


def parts_of(language: Language) -> list[PocketPart]:
    """All that can be asked, in the order of the page."""
    say = language.say
    hands = element(
        "textarea",
        joined("R R C 4", "R R S A", between=constant("\n")),
        rows=4,
        data_as="lines",
        data_cards=CARDS_IN_HAND,
        data_fresh="true",
        required=True,
        spellcheck="false",
    )
    seats = say("Who plays, mano first")
    fields = {
        "hand": (
            hint(say("What four cards are worth in each lance. A rank, or a rank and a suit.")),
            *four_cards(language),
            rulebooks(language),
        ),
        "compare": (
            hint(say("Which hand wins a lance, and why.")),
            choice(say("Lance"), "word", [(name, name) for name in LANCES]),
            labelled(say("The hands, one on each line, mano first"), hands, wide=True),
            pad(language),
            rulebooks(language),
        ),
        "odds": (
            hint(say("How often four cards win each lance, every deal counted.")),
            *four_cards(language),
            text_field(seats, "option", usual="A1,B1,A2,B2", option="--seats"),
            text_field(say("Whose hand it is"), "option", usual="A1", option="--seat"),
            rulebooks(language),
            tick(say("What to throw: each of the sixteen ways"), "--discard"),
        ),
        "rule": (
            hint(say("An article of the rulebook, by its name or by words.")),
            text_field(say("What you look for"), "words", say("partner talks"), data_named=True),
        ),
        "line": (
            hint(say("Everything mustutor does, as it is typed at a terminal.")),
            text_field("mustutor", "line", "replay show punto", wide=True),
        ),
    }

    named = {
        "hand": say("A hand"),
        "compare": say("Who wins"),
        "odds": say("Chances"),
        "rule": say("Rules"),
        "line": say("Any command"),
    }
    return [
        PocketPart(name, named[name], "" if name == "line" else name, fields[name])
        for name in named
    ]


# --- what stands around them -------------------------------------------------------------------


def _state(language: Language) -> Markup:
    say = language.say
    return block(
        "div",
        element(
            "noscript",
            element("p", say("These pages run Python in the browser: they need scripts.")),
        ),
        element("p", id="state", role="status"),
        element("button", say("Stop"), id="stop", type="button", hidden=True),
    )


def _about(language: Language, others: Sequence[Language]) -> Markup:
    say = language.say
    told = say(
        "What is loaded, all of it from beside this page and from nowhere else: Python, as Pyodide "
        "{version} of npm has it (pyodide/), the libraries (libraries.zip) and mustutor {ours} "
        "(mustutor.zip).",
        version=PYODIDE,
        ours=__version__,
    )
    links = [
        element(
            "p",
            element(
                "a",
                other.say(HERE_IN),
                href=f"./{other.code}.html",
                hreflang=other.code,
                lang=other.code,
            ),
        )
        for other in others
    ]
    kept = element("p", id="kept", role="status")
    return block("aside", element("p", told), kept, links)


def _words(language: Language) -> dict[str, str]:
    """What the script of the page says."""
    say = language.say
    return {
        "python": say("Python is loading: some megabytes the first time, none later."),
        "lacking": say(
            "Python is not beside this page, in pyodide/. Whoever wrote these pages brings it: "
            "npm install pyodide@{version}, and then mustutor site DIR --pyodide "
            "node_modules/pyodide",
            version=PYODIDE,
        ),
        "mustutor": say("Python is there. The rules of the games are loading."),
        "ready": say("Ready: ask."),
        "working": say("It is being worked out."),
        "failed": say("It could not be started, or broke off:"),
        "stopped": say("Stopped. It starts again when you ask."),
        "copied": say("The link is copied: it opens on any device."),
        "kept": say("All of it is kept on this device: it opens without a network too."),
        "device": say("How far you are, and the match that goes on, are kept on this device."),
        "loose": say("This is open elsewhere, or nothing can be kept: what you do here is lost."),
        "unkept": say("This browser keeps nothing here: the page opens with a network only."),
    }


def chooser(tongues: Sequence[Language], *, pocket_only: bool) -> Markup:
    """The page that leads to the one in the reader's language, by a script or by a link."""
    first, page = tongues[0], ".html" if pocket_only else "/index.html"
    links = [
        element("li", element("a", language.say(HERE_IN), href=f"./{language.code}{page}"))
        for language in tongues
    ]
    codes = json.dumps([language.code for language in tongues])
    script = asset("chooser.js").replace("CODES", codes).replace("PAGE", page)
    named, told = first.say("The pocket referee"), PageLinks(first.say(WHAT))
    frame = PageFrame(first, named, scripts=(script,), sources=SOURCES, links=told)
    return frame.page(
        drawings(DECK, ()),
        header(named, DECK),
        block("main", block("section", block("ul", links))),
        footer(),
    )


def manifest(language: Language) -> dict[str, object]:
    """What a system needs to know to keep the page as a program of its own.

    >>> from mustutor.base.language import open_language
    >>> manifest(open_language("es"))["start_url"]
    './es.html'
    """
    title = language.say("The pocket referee")
    return {
        "name": f"mustutor · {title}",
        "short_name": "mustutor",
        "lang": language.code,
        "start_url": f"./{language.code}.html",
        "scope": "./",
        "display": "standalone",
        "background_color": "#f7f2e6",
        "theme_color": "#14523a",
        "icons": [
            {"src": "./icon.svg", "sizes": "any", "type": "image/svg+xml"},
            *({"src": f"./icon-{n}.png", "sizes": f"{n}x{n}", "type": "image/png"} for n in SIZES),
            {
                "src": "./icon-maskable-512.png",
                "sizes": "512x512",
                "type": "image/png",
                "purpose": "maskable",
            },
        ],
    }


def icon(*, maskable: bool = False) -> Markup:
    """A coin of the deck on green felt, as the sign of the program.

    A `maskable` one has felt up to its edges, and the coin where no system cuts.
    """
    place = "translate(14 14) scale(1.5)" if maskable else "translate(6 6) scale(2.1666)"
    coin = element("g", SUITS["o"], transform=place)
    felt = element("rect", width=64, height=64, rx=0 if maskable else 12, fill="#14523a")
    return element(
        "svg", felt, coin, xmlns=constant("http://www.w3.org/2000/svg"), viewBox="0 0 64 64"
    )
