"""The page of the pocket referee: a form for each thing it is asked, and where the answer stands.

A form says which command line it makes (`data-words`, and how each field goes into it); the script
of the page (`assets/page.js`) makes it, and shows what the command writes. Nothing is told here
that the command does not tell: lists of rules, skills and records come from where it has them.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from mustutor import __version__
from mustutor.cli.completion import LANCES
from mustutor.cli.site.forms import (
    PocketPart,
    choice,
    four_cards,
    hint,
    labelled,
    pad,
    rulebooks,
    section,
    text_field,
    tick,
)
from mustutor.explanation.deck import SUITS
from mustutor.explanation.frame import PageFrame, drawings, footer, hashed_source, header
from mustutor.explanation.markup import Markup, block, constant, data_block, element, joined
from mustutor.explanation.stylesheet import STYLE
from mustutor.files import packaged
from mustutor.games.mus_family.classes import CARDS_IN_HAND
from mustutor.language import Language, mark
from mustutor.pages.drilled import OPENED
from mustutor.pages.stepping import script_beside, sheets_beside
from mustutor.tutor.drills import SKILLS

HERE_IN = mark("This page in English")
"""Each language says it of itself."""
PYODIDE = "314.0.7"
"""The version of Pyodide the pages are made for; another one may start otherwise, or not at all."""
DECK = "spanish"

SOURCES = {
    # Of a match that is played back, and a drill: in a frame this policy counts as well as theirs.
    "style-src": " ".join(map(hashed_source, (sheets_beside("player.css"), OPENED))),
    "script-src": hashed_source(script_beside("player.js")),
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


def page(tongue: Language, others: Sequence[Language]) -> Markup:
    """The whole page in a language; `others` are those it stands in as well."""
    title = tongue.say("The pocket referee")
    frame = PageFrame(
        tongue,
        title,
        styles=(STYLE, asset("style.css")),
        scripts=(asset("page.js"),),
        sources=SOURCES,
        head=(
            element("link", rel="manifest", href=f"./{tongue.code}.webmanifest"),
            element("link", rel="icon", href="./icon.svg", type="image/svg+xml"),
        ),
    )
    parts = [make(tongue) for make in PARTS]
    return frame.page(
        drawings(DECK, ()),
        header(title, DECK),
        _contents(tongue, parts),
        _state(tongue),
        block("main", [section(tongue, part) for part in parts]),
        _about(tongue, others),
        footer(),
        data_block("words", _words(tongue)),
    )


# --- what can be asked -------------------------------------------------------------------------


def _hand(tongue: Language) -> PocketPart:
    say = tongue.say
    return PocketPart(
        "hand",
        say("A hand"),
        "hand",
        (
            hint(say("What four cards are worth in each lance. A rank, or a rank and a suit.")),
            *four_cards(tongue),
            rulebooks(tongue),
        ),
    )


def _compare(tongue: Language) -> PocketPart:
    say = tongue.say
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
    return PocketPart(
        "compare",
        say("Who wins"),
        "compare",
        (
            hint(say("Which hand wins a lance, and why.")),
            choice(say("Lance"), "word", [(name, name) for name in LANCES]),
            labelled(say("The hands, one on each line, mano first"), hands, wide=True),
            pad(tongue),
            rulebooks(tongue),
        ),
    )


def _odds(tongue: Language) -> PocketPart:
    say = tongue.say
    return PocketPart(
        "odds",
        say("Chances"),
        "odds",
        (
            hint(say("How often four cards win each lance, every deal counted.")),
            *four_cards(tongue),
            text_field(
                say("Who plays, mano first"), "option", usual="A1,B1,A2,B2", option="--seats"
            ),
            text_field(say("Whose hand it is"), "option", usual="A1", option="--seat"),
            rulebooks(tongue),
            tick(say("What to throw: each of the sixteen ways"), "--discard"),
        ),
    )


def _settle(tongue: Language) -> PocketPart:
    say = tongue.say
    told = say(
        "Paste a score sheet or a record, and every stone is told with its reason. "
        "Nothing you paste leaves this device."
    )
    return PocketPart(
        "settle",
        say("Settle"),
        "settle",
        (
            hint(told),
            *_record(tongue),
            rulebooks(tongue, say("as the record says"), shared=False),
        ),
        after="--html -",
    )


def _play(tongue: Language) -> PocketPart:
    say = tongue.say
    told = say("A match step by step: the table, who speaks, and every stone with its reason.")
    return PocketPart(
        "play",
        say("Play back"),
        "replay export",
        (hint(told), *_record(tongue)),
        after="--html",
        scripts=True,
    )


def _record(tongue: Language) -> tuple[Markup, Markup]:
    """Where a record is pasted, or chosen."""
    say = tongue.say
    known = [("", say("what stands above")), *((name, name) for name in packaged())]
    pasted = element(
        "textarea",
        joined(*asset("example.mus").splitlines(), between=constant("\n")),
        rows=8,
        data_as="record",
        data_otherwise="known",
        data_fresh="true",
        spellcheck="false",
    )
    return (
        labelled(say("A sheet or a record"), pasted, wide=True),
        choice(say("Or one that comes along"), "", known, "known"),
    )


def _judge(tongue: Language) -> PocketPart:
    say = tongue.say
    return PocketPart(
        "judge",
        say("Judge"),
        "judge",
        (
            hint(say("A quarrel at the table, question by question, and the verdict.")),
            rulebooks(tongue, say("ask me")),
        ),
        begin=say("Begin"),
    )


def _rule(tongue: Language) -> PocketPart:
    say = tongue.say
    return PocketPart(
        "rule",
        say("Rules"),
        "rule",
        (
            hint(say("An article of the rulebook, by its name or by words.")),
            text_field(say("What you look for"), "words", say("partner talks"), data_named=True),
        ),
    )


def _drill(tongue: Language) -> PocketPart:
    say = tongue.say
    skills = [(skill.id, say(skill.title)) for skill in SKILLS.values()]
    return PocketPart(
        "drill",
        say("Practise"),
        "drill",
        (
            hint(
                say("Questions on hands where a wrong idea gives a wrong answer. Nothing is kept.")
            ),
            choice(say("What to practise"), "word", skills),
            text_field(say("Seed"), "option", option="--seed", usual=say("another each time")),
        ),
        begin=say("Begin"),
    )


def _line(tongue: Language) -> PocketPart:
    say = tongue.say
    typed = "replay show punto"
    return PocketPart(
        "line",
        say("Any command"),
        "",
        (
            hint(say("Everything mustutor does, as it is typed at a terminal.")),
            text_field("mustutor", "line", typed, wide=True),
        ),
    )


PARTS = (_hand, _compare, _odds, _settle, _play, _judge, _rule, _drill, _line)


# --- what stands around them -------------------------------------------------------------------


def _contents(tongue: Language, parts: Sequence[PocketPart]) -> Markup:
    links = [element("li", element("a", part.heading, href=f"#{part.name}")) for part in parts]
    return block("nav", element("ul", links), aria_label=tongue.say("What to ask"))


def _state(tongue: Language) -> Markup:
    say = tongue.say
    return block(
        "div",
        element(
            "noscript",
            element("p", say("These pages run Python in the browser: they need scripts.")),
        ),
        element("p", id="state", role="status"),
        element("button", say("Stop"), id="stop", type="button", hidden=True),
    )


def _about(tongue: Language, others: Sequence[Language]) -> Markup:
    say = tongue.say
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
    return block("aside", element("p", told), element("p", id="kept", role="status"), links)


def _words(tongue: Language) -> dict[str, str]:
    """What the script of the page says."""
    say = tongue.say
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
        "kept": say("All of it is kept on this device: it opens without a network too."),
        "unkept": say("This browser keeps nothing here: it opens with a network only."),
    }


def chooser(tongues: Sequence[Language]) -> Markup:
    """The page that leads to the one in the reader's language, by a script or by a link."""
    first = tongues[0]
    links = [
        element("li", element("a", tongue.say(HERE_IN), href=f"./{tongue.code}.html"))
        for tongue in tongues
    ]
    codes = json.dumps([tongue.code for tongue in tongues])
    script = asset("chooser.js").replace("CODES", codes)
    frame = PageFrame(first, first.say("The pocket referee"), scripts=(script,), sources=SOURCES)
    return frame.page(
        drawings(DECK, ()),
        header(first.say("The pocket referee"), DECK),
        block("main", block("section", block("ul", links))),
        footer(),
    )


def manifest(tongue: Language) -> dict[str, object]:
    """What a system needs to know to keep the page as a program of its own.

    >>> from mustutor.language import language
    >>> manifest(language("es"))["start_url"]
    './es.html'
    """
    title = tongue.say("The pocket referee")
    return {
        "name": f"mustutor · {title}",
        "short_name": "mustutor",
        "lang": tongue.code,
        "start_url": f"./{tongue.code}.html",
        "scope": "./",
        "display": "standalone",
        "background_color": "#f7f2e6",
        "theme_color": "#14523a",
        "icons": [{"src": "./icon.svg", "sizes": "any", "type": "image/svg+xml"}],
    }


def icon() -> Markup:
    """A coin of the deck on green felt, as the sign of the program."""
    coin = element("g", SUITS["o"], transform="translate(6 6) scale(2.1666)")
    felt = element("rect", width=64, height=64, rx=12, fill="#14523a")
    return element(
        "svg", felt, coin, xmlns=constant("http://www.w3.org/2000/svg"), viewBox="0 0 64 64"
    )
