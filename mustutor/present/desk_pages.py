"""Pages of buttons for quarrels, for records with their verdicts, and for settings.

Each is a piece of a page, without scripts, as those of `touch`. What is handed out (``save``,
``link``) and what is taken in (a file) says so by its ``data-act``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from mustutor.base.language import Language
from mustutor.games import rulebook
from mustutor.games.explain import Passage
from mustutor.games.rulebook import in_language
from mustutor.games.teller import teller_of
from mustutor.present.card_art import DECKS, Spelt
from mustutor.present.html import PageWriter
from mustutor.present.markup import Markup, block, element
from mustutor.present.settlement import opening, pages
from mustutor.present.touch import (
    DECK,
    Touched,
    buttons_of,
    card_of,
    field_of,
    message_of,
    passages_of,
    whole,
)
from mustutor.referee.inquiry import QuarrelQuestion
from mustutor.referee.settle import Settlement

ROWS = 5
IN_BRACKETS = re.compile(r"\(([^()]+)\)")
COLON = re.compile(r"\s*:\s+")


def shortcuts(text: str, language: Language) -> list[tuple[str, str]]:
    """What is answered by Enter alone, or by ?, as the question says it in brackets.

    >>> from mustutor.base.language import open_language
    >>> shortcuts("Who claims something? (Enter: nobody)", open_language("en"))
    [('', 'Nobody')]
    """
    keys = {language.say("Enter"): "", "?": "?"}
    found = []
    for brackets in IN_BRACKETS.findall(text):
        for piece in brackets.split("; "):
            key, *words = COLON.split(piece, maxsplit=1)
            if words and key in keys:
                found.append((keys[key], words[0][:1].upper() + words[0][1:]))
    return found


def quarrel_page(
    question: QuarrelQuestion,
    answers: Sequence[tuple[str, str]],
    deck: str,
    language: Language,
    *,
    begun: bool,
) -> Markup:
    """A question of a quarrel: what may be touched in answer, and a field for all else.

    `answers` are those that are taken as they stand, each with the words it is shown in; cards are
    picked from a `deck`, where it has a name. What has `begun` can be taken back.
    """
    say, writer = language.say, PageWriter(language, deck or DECK)
    lines = [line for line in question.choices if line.text and not (line.seat and line.said)]
    told = [element("p", question.heard)] if question.heard else []
    told.append(element("p", question.text, class_="question"))
    if question.name != "rules":
        told += passages_of([Passage("", tuple(lines))], writer)
    known = {words for pair in answers for words in pair}
    short = [
        (value, words)
        for value, words in shortcuts(question.text, language)
        if not known & {words, words.lower()}
    ]
    touched = [Touched(words, "answer", value) for value, words in (*answers, *short)]
    back = [Touched(say("Back"), "back"), Touched(say("Another quarrel"), "again")] if begun else []
    rows = ROWS if question.tells or question.name == "told" else 0
    parts = [
        buttons_of(touched),
        _pack(writer) if deck else None,
        field_of("answer", say("Your answer"), (), say("Answer"), rows=rows),
    ]
    return whole(
        writer,
        told,
        message_of(question.problem),
        parts[::-1] if rows else parts,  # what is told comes before what may be touched instead
        buttons_of([*back, Touched(say("To the beginning"), "home")]),
    )


def _pack(writer: PageWriter) -> Markup:
    """The ranks of a deck to pick cards of, and all its cards for those that need their suits."""
    say, deck = writer.language.say, DECKS[writer.name]
    ranks, suits = (names(writer.language) for names in deck.names)
    rows = [[_picked(Spelt(rank, suit), writer) for rank in ranks] for suit in suits]
    bare = [] if deck.spelt(next(iter(ranks))) is None else [Spelt(rank) for rank in ranks]
    back = element(
        "button", "⌫", type="button", data_add="", aria_label=say("Take one back"), class_="key"
    )
    return block(
        "div",
        block("div", [_picked(card, writer) for card in bare], back, class_="pack"),
        block(
            "details",
            element("summary", say("Cards with their suits")),
            [block("div", row, class_="pack") for row in rows],
            open=not bare,
        ),
        role="group",
        aria_label=say("Cards"),
    )


def _picked(card: Spelt, writer: PageWriter) -> Markup:
    drawn = card_of(card, writer)
    return element("button", drawn, type="button", data_add=f"{card.rank}{card.suit}")


def record_page(
    settlement: Settlement,
    ways_on: Sequence[Touched],
    language: Language,
    message: str = "",
) -> Markup:
    """A judged record: its verdict, what can be done with it, and all of the settlement.

    `ways_on` lead elsewhere.
    """
    say, deck = language.say, teller_of(settlement.variant).deck
    writer = PageWriter(language, deck)
    verdict, *rest = pages(settlement, language, report=True)
    title = opening(settlement, language)
    shown = [title, *rest]
    name = title.title or in_language(settlement.variant.name, language.code)
    told = [element("h2", element("bdi", name)), *writer.body(name, [verdict], many=False)]
    below = list(writer.body(name, shown, many=False))  # before the drawings it needs
    ways = [
        Touched(say("Share"), "link"),
        Touched(say("Print"), "print"),
        Touched(say("Play it step by step"), "play"),
        Touched(say("Save the record"), "save", "json"),
        Touched(say("Save a score sheet"), "save", "mus"),
        Touched(say("Save a page"), "save", "html"),
        Touched(say("Remove it from this device"), "remove"),
    ]
    return whole(
        writer,
        told,
        message_of(message),
        buttons_of(ways),
        below,
        buttons_of([*ways_on, Touched(say("To the beginning"), "home")]),
        writer.book(rulebook.cited_articles([verdict, *shown])),
    )


class KeptRecord(NamedTuple):
    """A record that a device keeps: its name there, and what it is called."""

    name: str
    words: str


def shelf_page(
    kept: Sequence[KeptRecord], examples: Iterable[str], language: Language, message: str = ""
) -> Markup:
    """Where a record is opened: from a file, pasted, kept before, or one that comes along."""
    say, writer = language.say, PageWriter(language, DECK)
    asks = say(
        "Paste a score sheet or a record, and every stone is told with its reason. "
        "Nothing you paste leaves this device."
    )
    told = [element("p", asks, class_="question")]
    asked = [Touched(each.words, "record", each.name) for each in kept]
    along = [Touched(name, "record", name) for name in examples]
    return whole(
        writer,
        told,
        message_of(message),
        _file(say("Open a file"), "take"),
        field_of("take", say("A sheet, a record or a link"), (), say("Settle"), rows=ROWS),
        block("div", element("h3", say("Asked last")), buttons_of(asked)) if asked else None,
        block("details", element("summary", say("One that comes along")), buttons_of(along)),
        buttons_of([Touched(say("To the beginning"), "home")]),
    )


def settings_page(names: str, language: Language, message: str = "") -> Markup:
    """What is set on a device: who sits where; and all that is kept, to go out and to come in."""
    say, writer = language.say, PageWriter(language, DECK)
    asked = say("Who sits where at your table, as in A1=Ane,B1=Bea")
    all_of_it = say(
        "Progress, matches, quarrels and settings go into one file, for another device or "
        "against loss; what comes from one is added to what is here."
    )
    return whole(
        writer,
        [],
        message_of(message),
        field_of("names", asked, (), say("Keep"), value=names),
        element("h3", say("What this device keeps")),
        element("p", all_of_it),
        buttons_of([Touched(say("Save all of it"), "export")]),
        _file(say("Take in what was saved"), "import"),
        buttons_of([Touched(say("To the beginning"), "home")]),
    )


def playback_buttons(places: Sequence[str], at: int, language: Language) -> Markup:
    """The ways through a record: moment by moment, hand by hand, and back to its verdict."""
    say = language.say
    begins = [index for index, (a, b) in enumerate(pairwise(["", *places])) if _hand(a) != _hand(b)]
    before = [index for index in begins if index < at]
    after = [index for index in begins if index > at]
    ways = [Touched(say("Next"), "forward")]
    if at:
        ways.append(Touched(say("Back"), "back"))
    if after:
        ways.append(Touched(say("Next hand"), "to", str(after[0])))
    if before and len(begins) > 1:
        ways.append(Touched(say("Hand before"), "to", str(before[-1])))
    return buttons_of([*ways, Touched(say("To the verdict"), "verdict")])


def _hand(place: str) -> str:
    return place.partition(".")[0]


def _file(label: str, act: str) -> Markup:
    return element("label", label, element("input", type="file", data_act=act), class_="file")
