"""The table as rows: the seats around it with their cards, what lies in the middle, last words.

Where there is room the seats sit around the table in the order of play, to the right of each
other as Mus is dealt, so that partners are opposite; else there is a line for each of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mustutor.games.mus_family.ranking import Ranking
from mustutor.position import Hand
from mustutor.tutor.walk import LooseHands, Scene
from mustutor.ui import cards_drawn
from mustutor.ui.cards_drawn import hand_line, hand_rows
from mustutor.ui.middle import Middle, middle_of
from mustutor.ui.pieces import Row, Rows, ScreenPen, apart, beside, columns, cut, fit, wide

BLOCK = 30
"""Columns of a seat around the table: four cards, and room for its name, stones and words."""
LEAST_MIDDLE = 14
WIDEST = 96
HEIGHT_OF_SEAT = cards_drawn.HEIGHT + 1
USUAL_WORDS = len('"subo a 12"')

PLACES: dict[int, tuple[tuple[int, ...], ...]] = {
    2: ((1,), (0,)),
    3: ((2, 1), (0,)),
    4: ((2,), (3, 1), (0,)),
    5: ((3, 2), (4, 1), (0,)),
    6: ((4, 3), (5, 2), (0, 1)),
}
"""Who sits in which row, from the far side of the table to the near one, left before right."""


class Seat(NamedTuple):
    """A seat as it is seen: `stones` is None where partners share them, `cards` where unseen."""

    name: str
    is_mano: bool
    speaks: bool
    stones: int | None
    words: str
    cards: Hand | None


def seats_of(scene: Scene) -> tuple[Seat, ...]:
    """The seats of a scene, in the order they sit."""
    position = scene.laid
    if position is None:
        return ()
    table, said = position.table, dict(scene.words)
    alone = table.sides == table.seats
    return tuple(
        [
            Seat(
                seat,
                seat == position.mano,
                seat == position.speaker,
                position.stones_of(seat) if alone else None,
                said.get(seat, ""),
                position.hand_of(seat) if seat in scene.face_up else None,
            )
            for seat in table.seats
        ]
    )


def table_rows(scene: Scene, width: int, height: int, pen: ScreenPen) -> Rows:
    """Draw what lies on the table within a width and a height: around it, or in lines.

    The lines take what room they need: what is too high has to be scrolled.
    """
    position = scene.laid
    if position is not None:
        seats, ranking = seats_of(scene), position.state.ranking
        middle = middle_of(position, pen)
        around = _around(seats, ranking, middle, min(width, WIDEST), pen)
        if around and len(around) <= height:
            return [fit(row, width, "middle") for row in around]
        return _in_lines(seats, ranking, middle, width, pen)
    if scene.loose is not None:
        drawn = _loose_drawn(scene.loose, width, pen)
        return drawn if drawn and len(drawn) <= height else _loose_in_lines(scene.loose, pen)
    return []


# --- around the table --------------------------------------------------------------------


def _around(
    seats: Sequence[Seat], ranking: Ranking, middle: Middle, width: int, pen: ScreenPen
) -> Rows | None:
    """The seats around the table, or None where there is no room for them."""
    places = PLACES.get(len(seats))
    longest = max((len(seat.cards or ()) for seat in seats), default=0)
    block = max(BLOCK, longest * cards_drawn.WIDTH + 2)
    between = width - 2 * block
    if places is None or between < LEAST_MIDDLE:
        return None
    pairs = sum(1 for row in places if len(row) == 2)
    room = pairs * HEIGHT_OF_SEAT
    whole = [*middle.now, (), *middle.closed] if middle.closed else list(middle.now)
    in_corner = len(whole) > room
    inside = list(middle.now) if in_corner else whole
    inside = inside[: max(room, len(inside) if not pairs else room)]
    above = (max(room, len(inside)) - len(inside)) // 2
    column = [
        fit(row, between, "middle", pen.more)
        for row in [*[()] * above, *inside, *[()] * (room - above - len(inside))]
    ]
    corner = list(middle.closed) if in_corner else []
    rows: Rows = []
    for place in places:
        blocks = [_seat_rows(seats[at], ranking, block, pen) for at in place]
        if len(blocks) == 2:
            rows += beside(blocks[0], column[:HEIGHT_OF_SEAT], blocks[1])
            column = column[HEIGHT_OF_SEAT:]
            continue
        if not pairs and rows:  # two sit face to face, and the middle is a row between them
            rows += [fit(row, width, "middle", pen.more) for row in inside]
        side = (width - block) // 2
        left = [fit((("", " "), *row), side, more=pen.more) for row in corner[:HEIGHT_OF_SEAT]]
        left += [fit((), side)] * (HEIGHT_OF_SEAT - len(left))
        corner = corner[HEIGHT_OF_SEAT:]
        rows += beside(left, blocks[0])
    return rows


def _seat_rows(seat: Seat, ranking: Ranking, block: int, pen: ScreenPen) -> Rows:
    name, words = _name(seat, pen, pen.say("mano")), _words(seat, pen, quoted=True)
    drawn = [(("", " "), *row) for row in hand_rows(seat.cards, ranking, pen)]
    return [fit(row, block) for row in [apart(name, words, block, pen.more), *drawn]]


def _name(seat: Seat, pen: ScreenPen, mano: str) -> Row:
    sign = (("speaker", f">{seat.name}"),) if seat.speaks else (("", " "), ("seat", seat.name))
    row: Row = (*sign, ("mano", f" {mano}")) if seat.is_mano and mano else sign
    if seat.stones is None:
        return row
    held = pen.language.count("{number} stone", "{number} stones", seat.stones)
    return (*row, ("", " "), ("stones", pen.clean(held)))


def _words(seat: Seat, pen: ScreenPen, *, quoted: bool) -> Row:
    said = pen.clean(seat.words)
    if not said:
        return ()
    return (("said", f'"{said}"' if quoted else said),)


# --- a line for each ---------------------------------------------------------------------


def _in_lines(
    seats: Sequence[Seat], ranking: Ranking, middle: Middle, width: int, pen: ScreenPen
) -> Rows:
    """The seats one under the other, and what lies in the middle in a line or two below."""
    hands = [hand_line(seat.cards, ranking) for seat in seats]
    longest = max((wide(hand) for hand in hands), default=0)
    names = max((columns(seat.name) for seat in seats), default=0)
    stones = max((len(str(seat.stones)) for seat in seats if seat.stones is not None), default=0)
    mano = pen.say("mano")
    used = 1 + names + 1 + longest + 1 + (stones + 1 if stones else 0) + USUAL_WORDS
    short = used + columns(mano) + 1 > width
    mark = mano[:1].upper() if short else mano
    quoted = used + columns(mark) + 1 <= width
    rows: Rows = []
    for seat, hand in zip(seats, hands, strict=True):
        name = _name(seat._replace(is_mano=False, stones=None), pen, "")
        row = (
            *fit(name, names + 1),
            ("", " "),
            ("mano", f"{mark if seat.is_mano else '':{columns(mark)}}"),
            ("", " "),
            *fit(hand, longest),
        )
        if stones:
            row = (*row, ("", " "), ("stones", f"{seat.stones:>{stones}}"))
        row = (*row, ("", " "), *_words(seat, pen, quoted=quoted))
        rows.append(fit(row, width, more=pen.more))
    return [*rows, *packed(middle.now, width, pen), *packed(middle.closed, width, pen)]


def packed(things: Sequence[Row], width: int, pen: ScreenPen) -> Rows:
    """Write short things one after the other, and no thing across the end of a line."""
    rows: Rows = []
    for thing in things:
        longer = (*rows[-1], ("", pen.clean(" · ")), *thing) if rows else thing
        if rows and wide(longer) <= width:
            rows[-1] = longer
        else:
            rows.append(cut(thing, width, pen.more))
    return rows


# --- hands outside any deal --------------------------------------------------------------


def _loose_drawn(loose: LooseHands, width: int, pen: ScreenPen) -> Rows | None:
    """Hands laid side by side as boxes, each under its name."""
    blocks: list[Rows] = []
    for whose, cards in loose.hands:
        drawn = hand_rows(cards, loose.ranking, pen)
        block = max(wide(drawn[0]), columns(pen.clean(whose)) + 1) + 2
        name: Row = (("seat", pen.clean(whose)),)
        blocks.append([fit((("", " "), *row), block) for row in [name, *drawn]])
    if not blocks or max(wide(block[0]) for block in blocks) > width:
        return None
    rows: Rows = []
    line: list[Rows] = []
    for drawn in blocks:
        if line and sum(wide(each[0]) for each in line) + wide(drawn[0]) > width:
            rows += beside(*line)
            line = []
        line.append(drawn)
    return [*rows, *beside(*line)]


def _loose_in_lines(loose: LooseHands, pen: ScreenPen) -> Rows:
    names = max((columns(pen.clean(whose)) for whose, _ in loose.hands), default=0)
    return [
        (("", " "), *fit((("seat", pen.clean(whose)),), names), ("", "  "), *hand)
        for whose, cards in loose.hands
        for hand in [hand_line(cards, loose.ranking)]
    ]
