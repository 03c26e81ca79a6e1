"""Pictures of a record: SVG for one moment or a whole hand, and PNG and GIF made from it.

An SVG here has no scripts, styles or outside links, so it may be shown as an image, sent or
printed. resvg draws the dots and Pillow joins them (the extra `picture`). Letters are of resvg's
bundled font, so that a picture is the same bytes on every machine; system fonts are used only for
letters that it lacks.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from mustutor.base.errors import Unreadable
from mustutor.base.language import Language, mark
from mustutor.present.card_art import DECKS, Spelt, text_at, used
from mustutor.present.markup import Attribute, Child, Markup, block, constant, element, joined
from mustutor.present.replay_page import Playback
from mustutor.present.table_state import TableSeat, TableView

NOT_INSTALLED = mark("Pictures of dots need what draws them: pip install 'mustutor[picture]'.")
FAMILY, FACES = "Source Serif Pro", ("Regular", "Bold")
KNOWN = re.compile("[\\0-\u024f\u2010-\u2026\u00b7\u2192\u2212]*")
"""Words all of whose letters the font has: Latin ones, and the signs we write."""

GIF_WIDTH, COLOURS, SAMPLED = 720, 255, 6
STEP, LAST = 1_600, 5_000
"""Milliseconds that a moment stays, and the last one."""


def to_png(svg: str, width: int | None = None) -> bytes:
    """Draw one of our SVGs as a PNG, in its own width or in `width` dots.

    Raises Unreadable if the libraries are not installed.
    """
    try:
        import font_source_serif_pro as font
        import resvg_py
    except ImportError:
        raise Unreadable(NOT_INSTALLED) from None
    folder = Path(font.__file__).parent / "files"
    drawn: bytes = resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        font_files=[str(folder / f"SourceSerifPro-{face}.ttf") for face in FACES],
        font_family=FAMILY,
        serif_family=FAMILY,
        skip_system_fonts=KNOWN.fullmatch(svg) is not None,
    )
    return drawn


def to_gif(pictures: Sequence[str]) -> bytes:
    """Draw SVGs of one size as a GIF that shows one after the other, endlessly.

    Raises Unreadable if the libraries are not installed.
    """
    try:
        from PIL import Image
    except ImportError:
        raise Unreadable(NOT_INSTALLED) from None
    frames = []
    for svg in pictures:
        with Image.open(io.BytesIO(to_png(svg, GIF_WIDTH))) as drawn:
            paper = Image.new("RGB", drawn.size, "white")
            paper.paste(drawn, mask=drawn.getchannel("A"))
            frames.append(paper)
    # All frames share a palette, made from some of them and the last.
    chosen = frames[::-1][:: -(-len(frames) // SAMPLED)]
    wide, high = frames[0].size
    together = Image.new("RGB", (wide, high * len(chosen)))
    for at, frame in enumerate(chosen):
        together.paste(frame, (0, at * high))
    colours = together.quantize(COLOURS)
    first, *others = [frame.quantize(palette=colours, dither=Image.Dither.NONE) for frame in frames]
    written = io.BytesIO()
    first.save(
        written,
        "GIF",
        save_all=True,
        append_images=others,
        duration=[*[STEP] * len(others), LAST],
        loop=0,
        optimize=False,
    )
    return written.getvalue()


WIDTH, HEIGHT = 1200, 800
FELT, RIM, CLOTH, GOLD, INK = "#1f5e45", "#123a2b", "#f6efdc", "#ecc873", "#1b1916"
CARD, TALL, BETWEEN = 76, 114, 6
WIDEST_HAND = 360
FONT = "Palatino, Georgia, serif"

AROUND: dict[int, tuple[tuple[int, int], ...]] = {
    2: ((600, 670), (600, 130)),
    3: ((600, 670), (900, 130), (300, 130)),
    4: ((600, 670), (990, 400), (600, 130), (210, 400)),
    5: ((600, 670), (990, 420), (850, 130), (350, 130), (210, 420)),
    6: ((400, 670), (850, 670), (990, 400), (850, 130), (350, 130), (210, 400)),
}
"""Where the middle of each seat is, the first one nearest, then to the right."""


ABREAST, SHRUNK, GAP, HEAD, FOOT = 4, 0.5, 24, 84, 40
"""On a sheet: the moments in a row, how small, what is between them, above all, below each."""
MOST_MOMENTS = 120
"""The most moments of a hand that are drawn; a hand of Mus has thirty, seldom sixty."""


def to_svg(table: TableView, playback: Playback, language: Language) -> str:
    """Draw a moment as an SVG; its content is described in words as well.

    >>> import mustutor
    >>> from mustutor.base.language import open_language
    >>> from mustutor.present.replay_page import playback_of
    >>> told = playback_of(mustutor.settle(mustutor.load_replay("punto")), open_language("en"))
    >>> drawn = to_svg(told.tables[0], told, open_language("en"))
    >>> drawn.startswith('<svg'), told.title in drawn
    (True, True)
    """
    title = language.say("{what}: {payment}", what=playback.title, payment=table.heading)
    words = ". ".join(_description(table, language))
    drawn = _table(table, playback, language)
    return _svg(WIDTH, HEIGHT, title, words, _symbols([table], playback), drawn)


def to_sheet(tables: Sequence[TableView], playback: Playback, language: Language) -> str:
    """Draw the moments of a hand on one sheet, each with its place, row by row.

    >>> import mustutor
    >>> from mustutor.base.language import open_language
    >>> from mustutor.present.replay_page import playback_of
    >>> told = playback_of(mustutor.settle(mustutor.load_replay("punto")), open_language("en"))
    >>> drawn = to_sheet(told.tables[:3], told, open_language("en"))
    >>> [table.place in drawn for table in told.tables[:3]]
    [True, True, True]
    """
    abreast = min(ABREAST, len(tables))
    wide, high = round(WIDTH * SHRUNK), round(HEIGHT * SHRUNK) + FOOT
    width = GAP + abreast * (wide + GAP)
    height = HEAD + -(-len(tables) // abreast) * (high + GAP)
    drawn: list[Child] = [
        element("rect", width=width, height=height, fill=CLOTH),
        _line(playback.title, width // 2, HEAD - 32, 36, INK, bold=True),
    ]
    for at, table in enumerate(tables):
        x, y = GAP + at % abreast * (wide + GAP), HEAD + at // abreast * (high + GAP)
        moved = f"translate({x} {y}) scale({SHRUNK:g})"
        drawn.append(element("g", _table(table, playback, language), transform=moved))
        drawn.append(_line(table.place, x + wide // 2, y + high - 12, 20, INK))
    words = _descriptions(tables, language)
    title = language.say(
        "{what}: {payment}",
        what=playback.title,
        payment=language.say("Hand {hand}", hand=tables[0].place.partition(".")[0]),
    )
    return _svg(width, height, title, words, _symbols(tables, playback), drawn)


def to_moving_svg(tables: Sequence[TableView], playback: Playback, language: Language) -> str:
    """Draw the moments of a hand as an SVG that shows one after the other, endlessly.

    Nothing in it is a script or a style; what does not animate shows the last moment.

    >>> import mustutor
    >>> from mustutor.base.language import open_language
    >>> from mustutor.present.replay_page import playback_of
    >>> told = playback_of(mustutor.settle(mustutor.load_replay("punto")), open_language("en"))
    >>> to_moving_svg(told.tables[:3], told, open_language("en")).count("<animate ")
    3
    """
    whole = STEP * (len(tables) - 1) + LAST
    moments = []
    for at, table in enumerate(tables):
        is_last = at == len(tables) - 1
        begins, ends = at * STEP / whole, 1 if is_last else (at + 1) * STEP / whole
        shown = [(0, "hidden"), (begins, "visible"), (ends, "hidden")]
        times = [time for time, _ in shown[at == 0 : 2 if is_last else 3]]
        values = [value for _, value in shown[at == 0 : 2 if is_last else 3]]
        animated = element(
            "animate",
            attributeName=constant("visibility"),
            values=";".join(values),
            keyTimes=";".join(f"{time:.4f}".rstrip("0").rstrip(".") for time in times),
            dur=f"{whole / 1000:g}s",
            calcMode="discrete",
            repeatCount="indefinite",
        )
        drawn = _table(table, playback, language)
        moments.append(element("g", animated, *drawn, visibility=None if is_last else "hidden"))
    words = _descriptions(tables, language)
    return _svg(WIDTH, HEIGHT, playback.title, words, _symbols(tables, playback), moments)


def _svg(
    width: int, height: int, title: str, words: str, symbols: Child, drawn: Iterable[Child]
) -> str:
    return (
        block(
            "svg",
            element("title", title),
            element("desc", words),
            element("defs", symbols),
            *drawn,
            xmlns=constant("http://www.w3.org/2000/svg"),
            viewBox=f"0 0 {width} {height}",
            width=width,
            height=height,
            role="img",
            font_family=FONT,
        )
        + "\n"
    )


def _symbols(tables: Iterable[TableView], playback: Playback) -> Child:
    """The drawings that these tables need."""
    cards = tuple(dict.fromkeys([card for table in tables for card in table.cards()]))
    return DECKS[playback.deck].symbols(cards) if playback.deck in DECKS else ()


def _table(table: TableView, playback: Playback, language: Language) -> Iterator[Child]:
    """A table with everything on it."""
    yield element("rect", width=WIDTH, height=HEIGHT, rx=40, fill=RIM)
    yield _rect(14, 14, WIDTH - 28, HEIGHT - 28, rx=30, fill=FELT)
    places = AROUND.get(len(table.seats)) or _in_rows(len(table.seats))
    for seat, place in zip(table.seats, places, strict=True):
        yield _seat(seat, table, place, playback, language)
    yield from _middle(table, playback, language)


def _in_rows(number: int) -> tuple[tuple[int, int], ...]:
    """A table with many seats: rows of three, above and below the center."""
    return tuple(
        (220 + 380 * (at % 3), 120 + (at // 3) * (640 // max(number // 3, 1)))
        for at in range(number)
    )


def _description(table: TableView, language: Language) -> Iterator[str]:
    """The table in words, for readers who cannot see it."""
    for seat in table.seats:
        if seat.words:
            yield language.say("{seat}: {words}", seat=seat.name or seat.seat, words=seat.words)
    yield from table.now
    yield from table.past
    if table.speaker:
        yield language.say("{seat} speaks.", seat=table.speaker)


def _descriptions(tables: Iterable[TableView], language: Language) -> str:
    """Several tables in words, each after its place."""
    return ". ".join(
        [word for each in tables for word in (each.place, *_description(each, language))]
    )


def _seat(
    seat: TableSeat,
    table: TableView,
    place: tuple[int, int],
    playback: Playback,
    language: Language,
) -> Markup:
    x, y = place
    name = f"{seat.name} {seat.seat}".strip()
    sides = {side: words for side, _, words in table.score}
    pieces = [
        name,
        language.say("mano") if seat.seat == table.mano else "",
        sides.get(seat.seat, ""),
    ]
    speaks = seat.seat == table.speaker
    words = seat.best or (language.say("“{words}”", words=seat.words) if seat.words else "")
    return element(
        "g",
        _rect(
            *(x - 190, y - 96, 380, 196),
            rx=18,
            fill="#000",
            fill_opacity=0.18 if speaks else 0,
            stroke=GOLD if speaks else None,
            stroke_width=4 if speaks else None,
        ),
        _line(" · ".join(filter(None, pieces)), x, y - 70, 22, CLOTH, bold=True),
        _hand(seat.cards, x, y - 56, seat.decided, playback, language),
        _line(words, x, y + 88, 22, GOLD if seat.best else CLOTH, bold=bool(seat.best)),
    )


def _hand(
    cards: Sequence[Spelt],
    x: int,
    y: int,
    decided: Sequence[Spelt],
    playback: Playback,
    language: Language,
) -> Iterator[Markup]:
    """Cards side by side, or overlapping if there are too many."""
    step = min(CARD + BETWEEN, (WIDEST_HAND - CARD) / max(len(cards) - 1, 1))
    left = x - (step * (len(cards) - 1) + CARD) / 2
    deck = DECKS.get(playback.deck)
    for at, card in enumerate(cards):
        box = (round(left + at * step, 1), y, CARD, TALL)
        named = element("title", deck.name_of(card, language)) if deck and card.rank else None
        edge = _rect(*box, rx=6, fill="none", stroke=GOLD, stroke_width=5)
        yield element("g", named, used(card.id, *box), edge if card in decided else None)


def _rect(x: float, y: float, width: float, height: float, **how: Attribute) -> Markup:
    return element("rect", x=x, y=y, width=width, height=height, **how)


def _middle(table: TableView, playback: Playback, language: Language) -> Iterator[Markup | None]:
    """The center: the round, open cards, the score, closed rounds."""
    held = {side for side, _, _ in table.score} & {seat.seat for seat in table.seats}
    score = [f"{side} {words}" for side, _, words in table.score if side not in held]
    rows = [*table.now, *score, *table.past]
    high = TALL + 30 if table.lying else 0
    top = 400 - (27 * len(rows) + high) // 2
    yield _line(table.heading, 600, top, 34, CLOTH, bold=True)
    wide = 2 * CARD
    for at, (whose, cards) in enumerate(table.lying):
        x = 600 + round(wide * (at - (len(table.lying) - 1) / 2))
        yield _line(whose, x, top + 30, 18, CLOTH)
        yield joined(_hand(cards, x, top + 36, (), playback, language))
    for at, row in enumerate(rows):
        yield _line(row, 600, top + high + 34 + 27 * at, 22, CLOTH)


def _line(text: str, x: int, y: int, size: int, fill: str, *, bold: bool = False) -> Markup | None:
    if not text:
        return None
    weight = "bold" if bold else None
    return text_at(text, x, y, size, fill=fill, text_anchor="middle", font_weight=weight)
