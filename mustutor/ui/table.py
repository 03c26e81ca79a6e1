"""The table as rows: the seats around it with their cards, what lies in the middle, last words.

Where there is room the seats sit around the table in the order of play, to the right of each
other as Mus is dealt, so that partners are opposite; else there is a line for each of them.

Cards are boxes, or letters in a line; many in a hand are held as a fan. The look of their deck
says what is on them: `decks` has it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mustutor.calls import DECK
from mustutor.cards import Card
from mustutor.games.mus_family.ranking import Ranking
from mustutor.games.mus_family.telling.words import shown
from mustutor.games.teller import teller_of
from mustutor.language import Language
from mustutor.position import Hand, Position
from mustutor.tuples import NamedTuple
from mustutor.tutor.walk import LooseHands, Scene
from mustutor.ui.decks import SPANISH, Look, look_of
from mustutor.ui.pieces import Piece, Row, Rows, ScreenPen, apart, beside, columns, cut, fit, wide

WIDTH = 7
"""Columns of a card in its box."""
HEIGHT = 3
FOUR = 4

WHOLE = "─────"
MOST_IN_FULL = 5
"""More cards of a hand are held as a fan: of all but the last only this much is seen."""
IN_FAN = 3
BACK, BACK_IN_LINE = ":::::", "##"
HIDDEN = Card("?")
ASCII_BOX = str.maketrans("┌┐└┘─│", "++++-|")


def card_rows(card: Card, ranking: Ranking | None, pen: ScreenPen, look: Look = SPANISH) -> Rows:
    """Draw a card as a box; a hidden one shows its back.

    >>> from mustutor.language import language
    >>> from mustutor.games.mus_family.ranking import ranking_of
    >>> from mustutor.ui.pieces import plain
    >>> from mustutor.variant import load_variant
    >>> encaje = ranking_of(load_variant("encaje").rules)
    >>> print(plain(card_rows(Card("3b"), encaje, ScreenPen(language("en")))))
    ┌ ─ ─ ┐
    │3b(R)│
    └ ─ ─ ┘
    """
    letters = BACK if card == HIDDEN else f"{_letters(card, ranking, look):^{WIDTH - 2}}"
    return _boxed(card, letters, pen, look)


def _boxed(card: Card, letters: str, pen: ScreenPen, look: Look) -> Rows:
    style = look.style(card.suit)
    frame = look.frames.get(card.suit, WHOLE)
    rows: Rows = [
        ((style, f"┌{frame}┐"),),
        ((style, "│"), (f"{style} card".strip(), letters), (style, "│")),
        ((style, f"└{frame}┘"),),
    ]
    return [tuple([(name, _box(text, pen)) for name, text in row]) for row in rows]


def _letters(card: Card, ranking: Ranking | None, look: Look) -> str:
    return look.written(shown([card], ranking) if ranking else str(card), card.suit)


def _box(text: str, pen: ScreenPen) -> str:
    return text.translate(ASCII_BOX) if pen.ascii else text


def hand_rows(
    cards: Sequence[Card] | None,
    ranking: Ranking | None,
    pen: ScreenPen,
    hidden: int = FOUR,
    look: Look = SPANISH,
) -> Rows:
    """Draw a hand as boxes side by side; None is a hand nobody sees, and lies face down."""
    seen = [HIDDEN] * hidden if cards is None else cards
    if not seen:
        return [()] * HEIGHT
    if len(seen) <= MOST_IN_FULL:
        return beside(*[card_rows(card, ranking, pen, look) for card in seen])
    letters = [BACK if card == HIDDEN else _letters(card, ranking, look) for card in seen]
    drawn = [
        _boxed(card, f"{written:{WIDTH - 2}}", pen, look)
        for card, written in zip(seen, letters, strict=True)
    ]
    return beside(*[[cut(row, IN_FAN) for row in card] for card in drawn[:-1]], drawn[-1])


def hand_line(
    cards: Sequence[Card] | None,
    ranking: Ranking | None,
    hidden: int = FOUR,
    look: Look = SPANISH,
) -> Row:
    """Write a hand in one line of letters, where there is no room for boxes."""
    pieces: list[Piece] = []
    for card in [HIDDEN] * hidden if cards is None else cards:
        if pieces:
            pieces.append(("", " "))
        style = "" if card == HIDDEN else f"{look.style(card.suit)} card".strip()
        pieces.append((style, BACK_IN_LINE if card == HIDDEN else _letters(card, ranking, look)))
    return tuple(pieces)


BLOCK = 30
"""Columns of a seat around the table: four cards, and room for its name, stones and words."""
LEAST_MIDDLE = 14
WIDEST = 96
HEIGHT_OF_SEAT = HEIGHT + 1
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
    """A seat as it is seen: `stones` is None where partners share them, `cards` where unseen.

    `hidden` are the cards that lie face down where they are not seen; `counted` says the stones
    as the game counts them.
    """

    name: str
    is_mano: bool
    speaks: bool
    stones: int | None
    words: str
    cards: Hand | None
    hidden: int = FOUR
    counted: str = ""


class MiddleRows(NamedTuple):
    """What lies in the middle: of the round that is played, and of those before it.

    `cards` lie there in the open, each with whose or what it is.
    """

    now: tuple[Row, ...]
    closed: tuple[Row, ...]
    cards: tuple[Row, ...] = ()

    def within(self, width: int, pen: ScreenPen) -> Rows:
        """What is of the round that is played, the cards side by side in this width."""
        return [*self.now[:1], *packed(self.cards, width, pen, "  "), *self.now[1:]]


def middle_of(
    position: Position, pen: ScreenPen, names: Mapping[str, str] | None = None
) -> MiddleRows:
    """What a player sees in the middle of the table, a row each, as the game tells it."""
    named = names or {}
    tongue, teller = pen.language, teller_of(position.variant)
    over = position.lance == "end"
    heading = tongue.say("The hand is over") if over else teller.heading(position.lance, tongue)
    middle = teller.middle(position, tongue)
    now = [*middle.played]
    if position.speaker not in ("", DECK):
        speaker = named.get(position.speaker, position.speaker)
        now.append(tongue.say("{seat} speaks", seat=speaker))
    if position.winner:
        now.append(tongue.say("{side} wins the game", side=position.winner))
    if position.loser:
        now.append(tongue.say("{seat} loses the game", seat=position.loser))
    told, past = (
        [(("middle", pen.clean(text)),) for text in texts]
        for texts in ((*now, *middle.score), middle.past)
    )
    look = look_of(teller.deck, pen)
    lying = [
        ((("middle", pen.clean(f"{whose} ")), *hand_line(cards, None, look=look)))
        for whose, cards in middle.cards
    ]
    return MiddleRows(((("heading", pen.clean(heading)),), *told), tuple(past), tuple(lying))


def seats_of(scene: Scene, tongue: Language) -> tuple[Seat, ...]:
    """The seats of a scene, in the order they sit."""
    position = scene.laid
    if position is None:
        return ()
    table, said, names = position.table, dict(scene.words), dict(scene.names)
    teller = teller_of(position.variant)
    seats = [
        Seat(
            f"{names[seat]} {seat}" if seat in names else seat,
            seat == position.mano,
            seat == position.speaker,
            None,
            said.get(seat, ""),
            position.hand_of(seat) if seat in scene.face_up else None,
            teller.face_down(position, seat),
        )
        for seat in table.seats
    ]
    if table.sides != table.seats:
        return tuple(seats)
    return tuple(
        [
            seat._replace(stones=stones, counted=teller.counted(stones, tongue))
            for seat, stones in zip(seats, position.stones, strict=True)
        ]
    )


def table_rows(scene: Scene, width: int, height: int, pen: ScreenPen) -> Rows:
    """Draw what lies on the table within a width and a height: around it, or in lines.

    The lines take what room they need: what is too high has to be scrolled.
    """
    position = scene.laid
    if position is not None:
        seats = seats_of(scene, pen.language)
        teller = teller_of(position.variant)
        ranking, look = teller.ranking(position), look_of(teller.deck, pen)
        middle = middle_of(position, pen, dict(scene.names))
        around = _around(seats, ranking, middle, min(width, WIDEST), pen, look)
        if around and len(around) <= height:
            return [fit(row, width, "middle") for row in around]
        return _in_lines(seats, ranking, middle, width, pen, look)
    if scene.loose is not None:
        drawn = _loose_drawn(scene.loose, width, pen)
        return drawn if drawn and len(drawn) <= height else _loose_in_lines(scene.loose, pen)
    return []


# --- around the table --------------------------------------------------------------------


def _around(
    seats: Sequence[Seat],
    ranking: Ranking | None,
    middle: MiddleRows,
    width: int,
    pen: ScreenPen,
    look: Look,
) -> Rows | None:
    """The seats around the table, or None where there is no room for them."""
    places = PLACES.get(len(seats))
    hands = [hand_rows(seat.cards, ranking, pen, seat.hidden, look) for seat in seats]
    block = max(BLOCK, *[wide(hand[0]) + 2 for hand in hands]) if hands else BLOCK
    pairs = sum(1 for row in places or () if len(row) == 2)
    # Where nobody sits beside another, a longer hand takes nothing from the middle.
    between = width - 2 * (block if pairs else BLOCK)
    if places is None or between < LEAST_MIDDLE or block > width:
        return None
    room = pairs * HEIGHT_OF_SEAT
    now = middle.within(between if pairs else width, pen)
    whole = [*now, (), *middle.closed] if middle.closed else now
    in_corner = len(whole) > room
    inside = now if in_corner else whole
    inside = inside[: max(room, len(inside) if not pairs else room)]
    above = (max(room, len(inside)) - len(inside)) // 2
    column = [
        fit(row, between, "middle", pen.more)
        for row in [*[()] * above, *inside, *[()] * (room - above - len(inside))]
    ]
    corner = list(middle.closed) if in_corner else []
    rows: Rows = []
    for place in places:
        blocks = [_seat_rows(seats[at], hands[at], block, pen) for at in place]
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


def _seat_rows(seat: Seat, hand: Rows, block: int, pen: ScreenPen) -> Rows:
    name, words = _name(seat, pen, pen.say("mano")), _words(seat, pen, quoted=True)
    drawn = [(("", " "), *row) for row in hand]
    return [fit(row, block) for row in [apart(name, words, block, pen.more), *drawn]]


def _name(seat: Seat, pen: ScreenPen, mano: str) -> Row:
    called = pen.clean(seat.name)
    sign = (("speaker", f">{called}"),) if seat.speaks else (("", " "), ("seat", called))
    row: Row = (*sign, ("mano", f" {mano}")) if seat.is_mano and mano else sign
    if seat.stones is None:
        return row
    return (*row, ("", " "), ("stones", pen.clean(seat.counted)))


def _words(seat: Seat, pen: ScreenPen, *, quoted: bool) -> Row:
    said = pen.clean(seat.words)
    if not said:
        return ()
    return (("said", f'"{said}"' if quoted else said),)


# --- a line for each ---------------------------------------------------------------------


def _in_lines(
    seats: Sequence[Seat],
    ranking: Ranking | None,
    middle: MiddleRows,
    width: int,
    pen: ScreenPen,
    look: Look,
) -> Rows:
    """The seats one under the other, and what lies in the middle in a line or two below."""
    hands = [hand_line(seat.cards, ranking, seat.hidden, look) for seat in seats]
    longest = max((wide(hand) for hand in hands), default=0)
    names = max((columns(pen.clean(seat.name)) for seat in seats), default=0)
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
    return [
        *rows,
        *packed(middle.within(width, pen), width, pen),
        *packed(middle.closed, width, pen),
    ]


def packed(things: Sequence[Row], width: int, pen: ScreenPen, between: str = " · ") -> Rows:
    """Write short things one after the other, and no thing across the end of a line."""
    rows: Rows = []
    for thing in things:
        longer = (*rows[-1], ("", pen.clean(between)), *thing) if rows else thing
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
