"""The table as rows: the seats around it with their cards, the center, and last words.

`table_rows` is the entry. If there is room the seats are around the table in the order of play, to
the right of each other as Mus is dealt, so that partners are opposite; else each has a line of its
own. Scenes come from lessons, drills, records and matches alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from mustutor.games.explain import BestHand
from mustutor.games.mus_family.hands import Ranking
from mustutor.games.question import SampleHands, Scene
from mustutor.games.teller import Teller, teller_of
from mustutor.model.calls import DECK
from mustutor.model.cards import Card
from mustutor.model.ledger import moved_by_round
from mustutor.model.position import Hand, Position
from mustutor.present.screen.cards import (
    FOUR,
    HIDDEN,
    SIZES,
    SMALL,
    Look,
    Size,
    hand_line,
    hand_rows,
    look_of,
)
from mustutor.present.screen.rows import (
    Row,
    Rows,
    ScreenPen,
    apart,
    beside,
    columns,
    cut_row,
    fit,
    shortened,
    wide,
    wrapped_rows,
)

END = "end"
UNDER: Hand = (HIDDEN,)
"""The visible top of a pile of face-down cards."""
LONGEST_NAME = 8
MOST_BROKEN = 2
LEDGER = 23
"""Columns for what a round brought; the rest continues on the next row."""
MOST_PIECES = 20
"""The most pieces drawn for a side's stones; beyond that, only the number is shown."""


class MiddleRows(NamedTuple):
    """The center of the table: `now` is the current round, `closed` the ledger of the hand.

    `lying` are cards with their owner or kind, and the backs of face-down piles. `score` is on what
    can be won or reached, `piles` draws the stones of each side if partners collect them.
    """

    now: tuple[Row, ...]
    closed: tuple[Row, ...]
    look: Look
    lying: tuple[tuple[str, Hand], ...] = ()
    score: tuple[Row, ...] = ()
    piles: tuple[Row, ...] = ()

    def within(self, width: int, height: int, pen: ScreenPen, *, laid: bool) -> Rows:
        """The rows of the current round, with its cards drawn (`laid`) or in letters.

        Empty if there is no room to draw them.
        """
        now = [part for row in self.now for part in _in_two_rows(row, width, pen)]
        if laid:
            cards = self._drawn_cards(width, pen)
            if not cards or len(now) + len(cards) > height:
                return []
        else:
            cards = packed([self._written(*each) for each in self.lying], width, pen, "  ")
        return [*now[:1], *cards, *now[1:]]

    def _drawn_cards(self, width: int, pen: ScreenPen) -> Rows:
        blocks = []
        for whose, cards in self.lying:
            drawn = hand_rows(cards, None, pen, look=self.look)
            named: Row = (("middle", pen.clean(whose)),)
            broad = max(wide(drawn[0]), wide(named) + 1)
            blocks.append([fit(row, broad, "middle") for row in (named, *drawn)])
        if not blocks or sum(wide(block[0]) for block in blocks) > width:
            return []
        return beside(*blocks)

    def _written(self, whose: str, cards: Hand) -> Row:
        if cards == UNDER:
            return (("middle", whose),)
        return (("middle", f"{whose} "), *hand_line(cards, None, look=self.look))


def middle_of(
    position: Position,
    pen: ScreenPen,
    names: Mapping[str, str] | None = None,
    best: Sequence[BestHand] = (),
    *,
    settled: bool = True,
) -> MiddleRows:
    """The center of the table as a player sees it, from the game's teller.

    `settled` shows the payments at the end of a hand, and `best` the best hands.
    """
    named = names or {}
    language, teller = pen.language, teller_of(position.variant)
    over = position.lance == END
    heading = language.say("The hand is over") if over else teller.heading(position.lance, language)
    middle = teller.middle(position, language)
    now = [*middle.played]
    if position.speaker not in ("", DECK):
        speaker = shortened(named.get(position.speaker, position.speaker), LONGEST_NAME, pen)
        now.append(language.say("{seat} speaks", seat=speaker))
    if position.winner:
        now.append(language.say("{side} wins the game", side=position.winner))
    if position.loser:
        now.append(language.say("{seat} loses the game", seat=position.loser))
    current, score, closed = (
        [_text_row(text, pen) for text in texts] for texts in (now, middle.score, middle.past)
    )
    if over and settled:
        closed += _ledger(position, teller, best, pen)
    lying = [(pen.clean(whose), cards) for whose, cards in middle.cards]
    lying += [(pen.clean(pile), UNDER) for pile in middle.piles]
    piles = _piles(position, teller.heap, middle.target, pen) if teller.heap else ()
    title: Row = (("heading", pen.clean(heading)),)
    look = look_of(teller.deck, pen)
    return MiddleRows(
        (title, *current), tuple(closed), look, tuple(lying), tuple(score), tuple(piles)
    )


def _in_two_rows(row: Row, width: int, pen: ScreenPen) -> Rows:
    """A row too wide for the center as two rows; cut if two are not enough."""
    if wide(row) <= width:
        return [row]
    [(style, text)] = row
    rows = wrapped_rows(style, text, width, pen)
    return rows if len(rows) == MOST_BROKEN else [row]


def _text_row(text: str, pen: ScreenPen) -> Row:
    return (("middle", pen.clean(text)),)


def _piles(position: Position, heap: int, target: int, pen: ScreenPen) -> Rows:
    """The stones of each side as pieces on the table, the larger ones first."""
    named = max(columns(side) for side in position.table.sides)
    rows: Rows = []
    for side, stones in position.in_front().items():
        heaps, rest = divmod(stones, heap)
        pieces = f"{pen.signs.heap * heaps}{pen.signs.stone * rest}"
        drawn = f" {pieces}" if pieces and len(pieces) <= MOST_PIECES else ""
        rows.append((("seat", f"{side:{named}}"), ("score", f" {stones:>2}"), ("stones", drawn)))
    rows.append((("quiet", pen.say("target {target}", target=target)),))
    return [fit(row, max(map(wide, rows))) for row in rows]


def _ledger(
    position: Position, teller: Teller, best: Iterable[BestHand], pen: ScreenPen
) -> Iterator[Row]:
    """What each round brought to each side, and the best hand in it."""
    seats = {each.round: each.seat for each in best}
    moved = moved_by_round(position.ledger, position.table.sides)
    order = [*teller.paid_in]
    rounds = sorted(moved, key=lambda name: order.index(name) if name in order else len(order))
    headings = {name: pen.clean(teller.heading(name, pen.language)) for name in rounds}
    named = max(map(columns, headings.values()), default=0)
    won = max(map(columns, seats.values()), default=-1) + 1
    for name in rounds:
        seat = f"{pen.signs.best}{seats[name]}" if name in seats else ""
        begun: Row = (("middle", f"{headings[name]:{named}} "), ("best", f"{seat:{won}} "))
        paid: list[Row] = [
            (("seat", side), ("stones", f" {stones:+d}"))
            for side, stones in moved[name].items()
            if stones
        ]
        for row in packed(paid, LEDGER - wide(begun), pen, " ") or [()]:
            yield (*begun, *row)
            begun = (("", " " * wide(begun)),)


def packed(things: Sequence[Row], width: int, pen: ScreenPen, between: str = " · ") -> Rows:
    """Write short items one after the other, without breaking one at a line's end."""
    rows: Rows = []
    for thing in things:
        longer = (*rows[-1], ("", pen.clean(between)), *thing) if rows else thing
        if rows and wide(longer) <= width:
            rows[-1] = longer
        else:
            rows.append(cut_row(thing, width, pen.more))
    return rows


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
    """A seat as shown: `stones` is None if partners share them, `cards` if unseen.

    `hidden` is the number of face-down cards; `counted` are the stones in the game's words.
    `overtaken` says that `words` came before the bet on the table. `best` are the rounds this hand
    was best in, `marks` the cards that decided them.
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
    """Everything drawn of a table: seats, center, and the look of the cards."""

    seats: tuple[Seat, ...]
    middle: MiddleRows
    ranking: Ranking | None
    look: Look


def seats_of(scene: Scene, pen: ScreenPen, best: Sequence[BestHand] = ()) -> tuple[Seat, ...]:
    """The seats of a scene, in the order they sit."""
    position = scene.laid
    if position is None:
        return ()
    table, words, names = position.table, dict(scene.words), dict(scene.names)
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
                words.get(seat, ""),
                position.hand_of(seat) if seat in scene.face_up else None,
                teller.face_down(position, seat),
                teller.stones_text(position.stones_of(seat), pen.language) if own else "",
                seat in overtaken,
                tuple([headings[each.round] for each in won]),
                tuple(
                    (card, pen.clean(headings[each.round][:LETTERS_OF_A_ROUND]))
                    for each in won
                    for card in each.cards
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
    """Draw the table within a width and a height: with seats around it, or in lines.

    Cards are as large as fits, within `grown` rows if given; boxes stay small. Lines take the rows
    they need, and may have to be scrolled. Without `settled` no result of a settled hand is shown.
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
        # The center has priority over larger hands.
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
    """The seats around the table; None if there is no room for them.

    With `laid` there must be room to draw the cards in the center, too.
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
    # Without seats side by side, a longer hand takes no room from the center.
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
        if not paired and rows:  # two seats face each other, with the center between them
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
    """The label of a seat: its name, cut as needed, with a tag if it speaks."""
    rest: Row = (("mano", f" {mano}"),) if seat.is_mano and mano else ()
    if seat.stones is not None:
        rest = (*rest, ("", " "), ("stones", pen.clean(seat.counted)))
    left = max(room - wide(rest) - columns(seat.seat) - 2, LEAST_NAME)
    called = f"{shortened(seat.name, left, pen)} {seat.seat}".lstrip()
    if seat.speaks:
        return (("speaker", f"{pen.signs.speaks}{called}"), *rest)
    return (("", " "), ("seat", called), *rest)


def _words(seat: Seat, pen: ScreenPen, room: int, *, quoted: bool) -> Row:
    """The last words of a seat, in brackets before a later bet; or its best hand."""
    if seat.best:
        named = pen.clean(" · ".join(seat.best))
        if columns(named) + 2 > room:
            named = pen.clean(" ".join([name[:LETTERS_OF_A_ROUND] for name in seat.best]))
        return (("best", f"{pen.signs.best} {named}"),)
    text = pen.clean(seat.words)
    if not text:
        return ()
    if seat.overtaken:
        return (("overtaken", f"({shortened(text, max(room - 2, 0), pen)})"),)
    return (("said", f'"{text}"' if quoted else text),)


# --- a line for each ---------------------------------------------------------------------


def _in_lines(table: _Laid, width: int, pen: ScreenPen) -> Rows:
    """The seats one below the other, and the center in a line or two."""
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
    loose: SampleHands, width: int, pen: ScreenPen, look: Look, size: Size
) -> Rows | None:
    """Sample hands side by side as boxes, each below its name."""
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


def _loose_in_lines(loose: SampleHands, pen: ScreenPen, look: Look) -> Rows:
    names = max((columns(pen.clean(whose)) for whose, _ in loose.hands), default=0)
    return [
        (("", " "), *fit((("seat", pen.clean(whose)),), names), ("", "  "), *hand)
        for whose, cards in loose.hands
        for hand in [hand_line(cards, loose.ranking, look=look)]
    ]
