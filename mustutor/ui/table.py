"""The table as rows: the seats around it with their cards, what lies in the middle, last words.

Where there is room the seats sit around the table in the order of play, to the right of each
other as Mus is dealt, so that partners are opposite; else there is a line for each of them.
A scene comes from anywhere: a lesson, a drill, a record, a match that is being taken down.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from mustutor.cards import Card
from mustutor.games.mus_family.ranking import Ranking
from mustutor.games.teller import teller_of
from mustutor.games.telling import BestHand
from mustutor.position import Hand
from mustutor.tuples import NamedTuple
from mustutor.tutor.walk import LooseHands, Scene
from mustutor.ui.decks import Look, look_of
from mustutor.ui.faces import FOUR, SIZES, SMALL, Size, hand_line, hand_rows
from mustutor.ui.middle import MiddleRows, middle_of, packed
from mustutor.ui.pieces import Row, Rows, ScreenPen, apart, beside, columns, fit, shortened, wide

LEAST_MIDDLE, EASY_MIDDLE = 14, 20
WIDEST = 110
HEIGHT_OF_SEAT = SMALL.height + 1
USUAL_WORDS = len('"subo a 12"')
LEAST_NAME = 6
LETTERS_OF_A_ROUND = 2
"""A card that decided has the first letters of the round at its foot."""

PLACES: dict[int, tuple[tuple[int, ...], ...]] = {
    2: ((1,), (0,)),
    3: ((2, 1), (0,)),
    4: ((2,), (3, 1), (0,)),
    5: ((3, 2), (4, 1), (0,)),
    6: ((4, 3), (5, 2), (0, 1)),
}
"""Who sits in which row, from the far side of the table to the near one, left before right."""


class Seat(NamedTuple):
    """A seat as it is seen: `stones` is None where partners share them, `cards` where unseen.

    `hidden` are the cards that lie face down where they are not seen; `counted` says the stones
    as the game counts them. `overtaken` says that `words` were said before the bet on the table.
    `best` names the rounds this hand was best in, `marks` the cards that decided them.
    """

    name: str
    seat: str
    is_mano: bool
    speaks: bool
    stones: int | None
    words: str
    cards: Hand | None
    hidden: int = FOUR
    counted: str = ""
    overtaken: bool = False
    best: tuple[str, ...] = ()
    marks: tuple[tuple[Card, str], ...] = ()


class _Laid(NamedTuple):
    """All that is drawn of a table: who sits there, what lies between them, how cards look."""

    seats: tuple[Seat, ...]
    middle: MiddleRows
    ranking: Ranking | None
    look: Look


def seats_of(scene: Scene, pen: ScreenPen, best: Sequence[BestHand] = ()) -> tuple[Seat, ...]:
    """The seats of a scene, in the order they sit."""
    position = scene.laid
    if position is None:
        return ()
    table, said, names = position.table, dict(scene.words), dict(scene.names)
    overtaken = scene.overtaken
    teller = teller_of(position.variant)
    headings = {each.round: teller.heading(each.round, pen.language) for each in best}
    own = table.sides == table.seats
    seats = []
    for seat in table.seats:
        won = [each for each in best if each.seat == seat]
        seats.append(
            Seat(
                pen.clean(names.get(seat, "")),
                seat,
                seat == position.mano,
                seat == position.speaker,
                position.stones_of(seat) if own else None,
                said.get(seat, ""),
                position.hand_of(seat) if seat in scene.face_up else None,
                teller.face_down(position, seat),
                teller.counted(position.stones_of(seat), pen.language) if own else "",
                seat in overtaken,
                tuple([headings[each.round] for each in won]),
                tuple(
                    [
                        (card, pen.clean(headings[each.round][:LETTERS_OF_A_ROUND]))
                        for each in won
                        for card in each.cards
                    ]
                ),
            )
        )
    return tuple(seats)


def table_rows(
    scene: Scene,
    width: int,
    height: int,
    pen: ScreenPen,
    *,
    grown: int | None = None,
    settled: bool = True,
) -> Rows:
    """Draw what lies on the table within a width and a height: around it, or in lines.

    Cards are as large as there is room for, within `grown` rows where that is told; boxes stay
    small. The lines take what room they need: what is too high has to be scrolled. Without
    `settled` nothing shows what a settled hand came to.
    """
    position = scene.laid
    larger = height if grown is None else min(grown, height)
    sizes = [(size, larger) for size in SIZES if pen.faces and size is not SMALL]
    sizes.append((SMALL, height))
    if position is not None:
        teller = teller_of(position.variant)
        best = tuple(teller.best_hands(position)) if settled and position.lance == "end" else ()
        table = _Laid(
            seats_of(scene, pen, best),
            middle_of(position, pen, dict(scene.names), best, settled=settled),
            teller.ranking(position),
            look_of(teller.deck, pen),
        )
        # What lies in the middle is drawn before hands grow.
        for laid, (size, room) in product((True, False) if table.middle.lying else (False,), sizes):
            around = _around(table, min(width, WIDEST), room, pen, size, laid=laid)
            if around:
                return [fit(row, width, "middle") for row in around]
        return _in_lines(table, width, pen)
    if scene.loose is not None:
        look = look_of("spanish", pen)
        for size, room in sizes:
            drawn = _loose_drawn(scene.loose, width, pen, look, size)
            if drawn and len(drawn) <= room:
                return drawn
        return _loose_in_lines(scene.loose, pen, look)
    return []


# --- around the table --------------------------------------------------------------------


def _around(
    table: _Laid, width: int, height: int, pen: ScreenPen, size: Size, *, laid: bool
) -> Rows | None:
    """The seats around the table, or None where there is no room for them.

    With `laid` there has to be room to draw the cards in the middle, too.
    """
    seats, middle = table.seats, table.middle
    places, usual = PLACES.get(len(seats)), FOUR * size.width + 2
    if places is None or len(places) * (size.height + 1) > height:
        return None
    hands = [
        hand_rows(seat.cards, table.ranking, pen, seat.hidden, table.look, size, seat.marks)
        for seat in seats
    ]
    block = max(usual, *[wide(hand[0]) + 2 for hand in hands])
    paired = sum(1 for row in places if len(row) == 2)
    # Where nobody sits beside another, a longer hand takes nothing from the middle.
    between = width - 2 * (block if paired else usual)
    if between < (LEAST_MIDDLE if size is SMALL else EASY_MIDDLE) or block > width:
        return None
    tall, side = size.height + 1, (width - block) // 2
    inside = paired * tall or height - len(places) * tall
    now = middle.within(between if paired else width, inside, pen, laid=laid)
    if laid and not now:
        return None
    score = [*middle.piles] or [*middle.score]
    left, right = [*middle.closed], score
    if paired == len(places) or side < max(map(wide, [*left, *right]), default=0) + 2:
        left, right = [], []
        now = [*now, *score, *([()] if middle.closed else []), *middle.closed]
    room = paired * tall
    above = max(room - len(now), 0) // 2
    column = [fit(row, between, "middle", pen.more) for row in [*[()] * above, *now][:room]]
    column += [fit((), between)] * (room - len(column))
    rows: Rows = []
    for place in places:
        align = "left" if len(place) == 2 else "middle"
        blocks = [_seat_rows(seats[at], hands[at], block, pen, align) for at in place]
        if len(blocks) == 2:
            rows += beside(blocks[0], column[:tall], blocks[1])
            column = column[tall:]
            continue
        if not paired and rows:  # two sit face to face, and the middle is a row between them
            rows += [fit(row, width, "middle", pen.more) for row in now]
        before = _corner(left[:tall], side, tall, "left")
        after = _corner(right[:tall], width - side - block, tall, "right")
        left, right = left[tall:], right[tall:]
        rows += beside(before, blocks[0], after)
    return rows if len(rows) <= height else None


def _corner(rows: Sequence[Row], width: int, height: int, align: str) -> Rows:
    """Rows in a corner of the table, at its edge."""
    broad = max(map(wide, rows), default=0)
    drawn = [fit((("", " "), *fit(row, broad), ("", " ")), width, align) for row in rows]
    return [*drawn, *[fit((), width)] * (height - len(drawn))]


def _seat_rows(seat: Seat, hand: Rows, block: int, pen: ScreenPen, align: str) -> Rows:
    mano, room = pen.say("mano"), block - 1
    short = seat._replace(counted=str(seat.stones))
    words = _words(seat, pen, room - wide(_name(short, pen, mano, LEAST_NAME)) - 1, quoted=True)
    room -= wide(words) + 1
    name = _name(seat, pen, mano, room)
    if wide(name) > room:
        name = _name(short, pen, mano, room)
    drawn = [fit((("", " "), *row, ("", " ")), block, align) for row in hand]
    return [fit(apart(name, words, block - 1, pen.more), block), *drawn]


def _name(seat: Seat, pen: ScreenPen, mano: str, room: int) -> Row:
    """Who sits here: the name first, as short as the rest asks for; a tag where it speaks."""
    rest: Row = (("mano", f" {mano}"),) if seat.is_mano and mano else ()
    if seat.stones is not None:
        rest = (*rest, ("", " "), ("stones", pen.clean(seat.counted)))
    left = max(room - wide(rest) - columns(seat.seat) - 2, LEAST_NAME)
    called = f"{shortened(seat.name, left, pen)} {seat.seat}".lstrip()
    if seat.speaks:
        return (("speaker", f"{pen.signs.speaks}{called}"), *rest)
    return (("", " "), ("seat", called), *rest)


def _words(seat: Seat, pen: ScreenPen, room: int, *, quoted: bool) -> Row:
    """What a seat said last, in brackets where a bet came after it; or where its hand was best."""
    if seat.best:
        named = pen.clean(" · ".join(seat.best))
        if columns(named) + 2 > room:
            named = pen.clean(" ".join([name[:LETTERS_OF_A_ROUND] for name in seat.best]))
        return (("best", f"{pen.signs.best} {named}"),)
    said = pen.clean(seat.words)
    if not said:
        return ()
    if seat.overtaken:
        return (("overtaken", f"({shortened(said, max(room - 2, 0), pen)})"),)
    return (("said", f'"{said}"' if quoted else said),)


# --- a line for each ---------------------------------------------------------------------


def _in_lines(table: _Laid, width: int, pen: ScreenPen) -> Rows:
    """The seats one under the other, and what lies in the middle in a line or two below."""
    seats, middle = table.seats, table.middle
    hands = [hand_line(seat.cards, table.ranking, seat.hidden, table.look) for seat in seats]
    longest = max((wide(hand) for hand in hands), default=0)
    names = max((columns(f"{seat.name} {seat.seat}".lstrip()) for seat in seats), default=0)
    names = min(names, max(width // 3, LEAST_NAME))
    stones = max((len(str(seat.stones)) for seat in seats if seat.stones is not None), default=0)
    mano = pen.say("mano")
    used = 1 + names + 1 + longest + 1 + (stones + 1 if stones else 0) + USUAL_WORDS
    short = used + columns(mano) + 1 > width
    mark = mano[:1].upper() if short else mano
    quoted = used + columns(mark) + 1 <= width
    rows: Rows = []
    for seat, hand in zip(seats, hands, strict=True):
        name = _name(seat._replace(is_mano=False, stones=None), pen, "", names + 1)
        row = (
            *fit(name, names + 1),
            ("", " "),
            ("mano", f"{mark if seat.is_mano else '':{columns(mark)}}"),
            ("", " "),
            *fit(hand, longest),
        )
        if stones:
            row = (*row, ("", " "), ("stones", f"{seat.stones:>{stones}}"))
        row = (*row, ("", " "), *_words(seat, pen, width - wide(row) - 1, quoted=quoted))
        rows.append(fit(row, width, more=pen.more))
    return [
        *rows,
        *packed([*middle.within(width, 0, pen, laid=False), *middle.score], width, pen),
        *packed(middle.closed, width, pen),
    ]


# --- hands outside any deal --------------------------------------------------------------


def _loose_drawn(
    loose: LooseHands, width: int, pen: ScreenPen, look: Look, size: Size
) -> Rows | None:
    """Hands laid side by side as boxes, each under its name."""
    blocks: list[Rows] = []
    for whose, cards in loose.hands:
        drawn = hand_rows(cards, loose.ranking, pen, look=look, size=size)
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


def _loose_in_lines(loose: LooseHands, pen: ScreenPen, look: Look) -> Rows:
    names = max((columns(pen.clean(whose)) for whose, _ in loose.hands), default=0)
    return [
        (("", " "), *fit((("seat", pen.clean(whose)),), names), ("", "  "), *hand)
        for whose, cards in loose.hands
        for hand in [hand_line(cards, loose.ranking, look=look)]
    ]
