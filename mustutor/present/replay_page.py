"""The page that plays a record: the table, an explanation of each step, the record itself.

Without a script it is the record to read, hand by hand and round by round. With the script a table
is above that, and the explanation grows step by step; the script only shows what the engine
computed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from mustutor.base.language import Language, mark
from mustutor.games import rulebook
from mustutor.games.explain import Explanation
from mustutor.games.failure import read_place
from mustutor.games.question import Stop
from mustutor.games.teller import teller_of
from mustutor.model.calls import Call
from mustutor.present.html import ALONE, PageFrame, PageLinks, PageWriter
from mustutor.present.markup import SHARED, Markup, block, data_block, element, joined, packed_block
from mustutor.present.settlement import judged_pages
from mustutor.present.table_state import BACK, TableView, delta_frames, table_view
from mustutor.referee.settle import Settlement
from mustutor.replay.files import TYPE, pack
from mustutor.replay.names import by_name, rulebook_named
from mustutor.tutor.record_walk import SHOWDOWN, RecordSource

PLAYER = "player"
_TOKEN = re.compile(
    r"""
    "(?:\\.|[^"\\])*" | `[^`]*`            # texts stay as they are
    | /(?![\s/*])(?:\\.|[^/\\\n])+/[a-z]*    # as do expressions
    | \s*(?P<sign>[{}()\[\]=<>!&|?:;,*])\s*  # and no spaces around a sign,
    | \s(?P<sum>[-+])\s(?![-+])               # a sum, which is none of two signs
    """,
    re.VERBOSE,
)
"""Tokens of our scripts, for removing spaces."""


class Playback(NamedTuple):
    """A record to step through: its title, its stops, the table at each, and the verdict."""

    title: str
    stops: tuple[Stop, ...]
    tables: tuple[TableView, ...]
    after: tuple[Explanation, ...]
    deck: str
    heap: int


def playback_of(settlement: Settlement, language: Language) -> Playback:
    """Every moment of a settled record, with the explanation of its end.

    >>> import mustutor
    >>> from mustutor.base.language import open_language
    >>> told = playback_of(mustutor.settle(mustutor.load_replay("punto")), open_language("en"))
    >>> told.deck, told.tables[0].place, told.tables[0].mano
    ('spanish', '1', 'A')
    """
    language = by_name(language, settlement.replay)
    source = RecordSource(settlement.replay, language, settlement)
    found = [source.stop(at) for at in range(source.count)]
    stops = tuple([stop for stop in found if stop is not None])
    calls = {
        str(place): step.call
        for played in settlement.hands
        for place, step in zip(played.places, played.calls, strict=False)
    }
    tables: list[TableView] = []
    last_calls: dict[str, Call] = {}
    for stop in stops:
        if stop.place in calls:
            last_calls[calls[stop.place].seat] = calls[stop.place]
        position = stop.scene.laid
        assert position is not None  # every stop of a record has its table
        tables.append(table_view(stop.place, stop.scene, position, language, last_calls))
    teller = teller_of(settlement.variant)
    after = tuple(judged_pages(settlement, language))
    return Playback(source.title, stops, tuple(tables), after, teller.deck, teller.heap)


def to_stepping_page(
    settlement: Settlement,
    language: Language,
    record: bytes,
    *,
    name: str = "record",
    above: Markup | None = None,
    below: Markup | None = None,
    links: PageLinks = ALONE,
) -> str:
    """Write the page that plays a settled record; `record` are the bytes it carries.

    `name` is the file name for a saved record; `above` and `below`
    are put above the table and below the explanation; `links` is its place among other pages.

    >>> import mustutor
    >>> from mustutor.base.language import open_language
    >>> settled = mustutor.settle(mustutor.load_replay("punto"))
    >>> 'id="1.grande.1"' in to_stepping_page(settled, open_language("en"), b"{}")
    True
    """
    playback = playback_of(settlement, language)
    writer = PageWriter(language, playback.deck, letters=False)
    # Written before the drawings, to collect the cards that are needed.
    story = _story(playback, writer, language)
    writer.cards[BACK] = None
    for table in playback.tables:
        writer.cards |= dict.fromkeys(table.cards())
    pages = [stop.scene.page for stop in playback.stops]
    named = rulebook.cited_articles([*pages, *playback.after])
    frame = PageFrame(
        language,
        playback.title,
        styles=(sheets_beside("player.css"),),
        scripts=(script_beside("player.js"),),
        size="stepping",
        links=links._replace(
            description=language.say(
                "{what}. {rules}: call by call, every stone with its reason.",
                what=playback.title,
                rules=rulebook_named(settlement.variant, language),
            )
        ),
    )
    data = (
        data_block("frames", delta_frames(playback.tables)),
        data_block("words", _words(playback, language)),
        packed_block(TYPE, "record", pack(record), name=f"{name}.json"),
    )
    told = (above, _player(playback, language), story, below, writer.book(named))
    carried = _carried(language, links.player)
    return frame.around(playback.deck, writer.cards, *told, carried, names=True, data=data)


@cache
def script_beside(name: str) -> str:
    """A script from a file beside this module, without comments and spaces.

    >>> len(script_beside("player.js").splitlines()) < 10
    True
    """
    lines = map(str.strip, Path(__file__).with_name(name).read_text("utf-8").splitlines())
    text = "\n".join([line for line in lines if line and not line.startswith("// ")])
    text = _TOKEN.sub(lambda found: found["sign"] or found["sum"] or found[0], text).replace(
        ";}", "}"
    )
    return re.sub(r"(?<!async)\((\w+)\)=>", r"\1=>", text)


@cache
def sheets_beside(name: str) -> str:
    """The common style sheet with one from a file beside this module, without spaces."""
    text = SHARED + Path(__file__).with_name(name).read_text("utf-8")
    text = re.sub(r"/\*.*?\*/", "", text)
    text = re.sub(r": +|\s*([{};,>])\s*", lambda found: found[1] or ":", text)
    return text.replace(";}", "}").strip()


# --- the explanation ------------------------------------------------------------------------


def _story(playback: Playback, writer: PageWriter, language: Language) -> Markup:
    """The record as text: a section for each hand, with rounds to open and steps in them."""
    ids: set[str] = set()
    hands = [
        _hand(number, list(stops), writer, ids)
        for number, stops in groupby(playback.stops, lambda stop: stop.place.partition(".")[0])
    ]
    after = [
        section
        for page in playback.after
        for passage in page.passages
        for section in writer.passage(passage, 2, spoken=True)
    ]
    closing = block("div", after, class_="after") if after else None
    label = language.say("What happened")
    return block(
        "div",
        hands,
        closing,
        class_="story",
        id="story",
        role="region",
        tabindex=0,
        aria_label=label,
    )


def _hand(number: str, stops: Sequence[Stop], writer: PageWriter, ids: set[str]) -> Markup:
    title = next((stop.scene.title for stop in stops if stop.scene.title), "")
    held: list[Markup] = []
    for round_, found in groupby(stops, lambda stop: _round(stop.place)):
        steps = list(found)
        if not round_:
            held += [_step(stop, writer, ids) for stop in steps]
            continue
        heading = next((each.heading for each in steps[0].scene.page.passages if each.heading), "")
        inside = [_step(stop, writer, ids, under=heading) for stop in steps]
        summary = element("summary", element("h3", heading or round_))
        held.append(
            block(
                "details",
                summary,
                inside,
                id=_once(f"{number}.{round_}", ids),
                class_="round",
                open=True,
            )
        )
    heading = element("h2", element("bdi", title)) if title else ""
    return block("section", heading, held, class_="hand-of-match")


def _step(stop: Stop, writer: PageWriter, ids: set[str], under: str = "") -> Markup:
    blocks: list[Markup] = []
    for passage in stop.scene.page.passages:
        if passage.heading and passage.heading != under:
            blocks.append(element("h4" if under else "h3", passage.heading))
        blocks += writer.line_blocks(passage.lines, 5 if under else 4, spoken=True)
    name = _once(stop.place, ids)
    # A static step has its place as id; a second one of that place only shows it.
    place = None if name else stop.place
    return element("div", blocks, class_="step", id=name, data_place=place)


def _round(place: str) -> str:
    """The round of a place, with its ordinal; empty for the deal and the showdown."""
    at = read_place(place)
    return "" if at is None or not at.call or at.round == SHOWDOWN else place.split(".")[1]


def _once(name: str, ids: set[str]) -> str | None:
    """A new id for an element; None if it is taken."""
    if name in ids:
        return None
    ids.add(name)
    return name


# --- the table and what steps through it ----------------------------------------------------


BUTTONS = (
    ("hand-back", mark("Hand before"), "⇤"),
    ("round-back", mark("Round before"), "«"),
    ("back", mark("Back"), "‹"),
    ("play", mark("Play"), "▶"),
    ("next", mark("Next"), "›"),
    ("round-next", mark("Next round"), "»"),
    ("hand-next", mark("Next hand"), "⇥"),
)
"""The buttons of the player: name, label and sign."""


def _player(playback: Playback, language: Language) -> Markup:
    """The empty table with its controls, which the script fills and shows."""
    say, seats = language.say, playback.tables[0].seats
    many = len({table.place.partition(".")[0] for table in playback.tables}) > 1
    table = block(
        "div",
        element("ul", id="seats", class_="seats", data_seats=len(seats)),
        block(
            "div",
            element("p", id="heading", class_="heading"),
            element("ul", id="lying", class_="lying"),
            element("ul", id="now", class_="now"),
            element("ul", id="score", class_="piles"),
            element("ul", id="past", class_="past"),
            class_="middle",
        ),
        class_="felt",
        id="felt",
        role="group",
        aria_label=say("The table"),
    )
    buttons = [_button(name, say(label), sign) for name, label, sign in BUTTONS]
    hand_back, round_back, back, play, next_, round_next, hand_next = buttons
    leaps = [hand_back, round_back, round_next, hand_next] if many else [round_back, round_next]
    slider = element(
        "label",
        element("span", say("Step")),
        element(
            "input", type="range", id="at", min=0, max=len(playback.tables) - 1, value=0, step=1
        ),
    )
    looking = element(
        "label",
        element("span", say("Who is looking")),
        element(
            "select",
            element("option", say("everybody: all cards"), value=""),
            [
                element("option", language.say("{seat} alone", seat=_called(seat)), value=seat.seat)
                for seat in seats
            ],
            id="view",
        ),
    )
    reveal = element("button", say("Show the cards"), type="button", id="reveal", hidden=True)
    return block(
        "section",
        table,
        element("p", id="status", role="status", class_="status"),
        block("div", back, play, next_, class_="steps"),
        block("div", leaps, class_="leaps"),
        slider,
        block("div", looking, reveal, class_="looking"),
        element(
            "p",
            say("Keys: → and ← a call, . and , a round, + and - a hand, space plays by itself."),
            class_="keys",
        ),
        id=PLAYER,
        class_=PLAYER,
        hidden=True,
        aria_label=say("The record step by step"),
    )


def _called(seat: Any) -> str:
    return f"{seat.name} ({seat.seat})" if seat.name else str(seat.seat)


def _button(name: str, label: str, sign: str) -> Markup:
    """A button of the player: a sign, and a label for screen readers."""
    drawn = element("span", sign, aria_hidden="true", class_="sign")
    return element("button", drawn, element("span", label), type="button", id=name)


def _carried(language: Language, player: str) -> Markup:
    """The data the page carries, and what it makes of a hand in a link; `player` can play it."""
    return joined(
        block(
            "section",
            element("h2", language.say("A hand in this link")),
            element(
                "p",
                language.say(
                    "This page can show it as it was written down, not play it: "
                    "mustutor replay import reads the link."
                ),
            ),
            element("pre", id="linked-text"),
            id="linked",
            data_player=player or None,
            class_="linked",
            hidden=True,
        ),
        block(
            "p",
            element("button", language.say("Save the record"), type="button", id="save"),
            element("button", language.say("Share"), type="button", id="share", hidden=True),
            class_="carried",
            id="carried",
            hidden=True,
        ),
    )


def moments_in_link(settlement: Settlement, language: Language, sheet: str) -> bytes:
    """What a player page plays of another record than its own: each table, and the score sheet.

    >>> import mustutor
    >>> from mustutor.base.language import open_language
    >>> settled = mustutor.settle(mustutor.load_replay("punto"))
    >>> b'"places":["1",' in moments_in_link(settled, open_language("en"), "mus")
    True
    """
    playback = playback_of(settlement, language)
    told = {
        "title": playback.title,
        "table": _table(playback),
        "places": [table.place for table in playback.tables],
        "frames": delta_frames(playback.tables),
        "sheet": sheet,
    }
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()


def _table(playback: Playback) -> dict[str, Any]:
    """Who sits at the table, and how stones lie."""
    first = playback.tables[0]
    return {
        "seats": [[seat.seat, seat.name] for seat in first.seats],
        "sides": [side for side, _, _ in first.score],
        "heap": playback.heap,
    }


def _words(playback: Playback, language: Language) -> dict[str, Any]:
    """The words of the script: the seats, the sides, its sentences."""
    say = language.say
    return {
        **_table(playback),
        "mano": say("mano"),
        "speaks": say("{seat} speaks", seat="%s"),
        "next": say("{seat} speaks.", seat="%s"),
        "said": say("{seat}: {words}", seat="%s", words="%s"),
        "yours": say("It is your turn: what would you say? Next shows what was said."),
        "backs": say("hidden cards: {number}", number="%s"),
        "best": say("best: {rounds}", rounds="%s"),
        "copied": say("The link is copied: it opens on any device."),
        "play": say("Play"),
        "pause": say("Pause"),
        "broken": say("This link is broken: not all of it has arrived."),
        "step": say("{number} of {of}", number="%s", of="%s"),
    }
