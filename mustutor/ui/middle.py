"""What lies between the seats, as rows: the round that is played, the score, the lances' ledger."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from mustutor.calls import DECK
from mustutor.games.teller import Teller, teller_of
from mustutor.games.telling import BestHand
from mustutor.ledger import moved_by_round
from mustutor.position import Hand, Position
from mustutor.tuples import NamedTuple
from mustutor.ui.decks import Look, look_of
from mustutor.ui.faces import HIDDEN, hand_line, hand_rows
from mustutor.ui.pieces import (
    Row,
    Rows,
    ScreenPen,
    beside,
    columns,
    cut,
    fit,
    shortened,
    wide,
    wrapped_rows,
)

END = "end"
UNDER: Hand = (HIDDEN,)
"""What is seen of cards that lie face down in a pile."""
LONGEST_NAME = 8
MOST_BROKEN = 2
LEDGER = 23
"""Columns of what a round brought: what does not fit goes on below."""
MOST_PIECES = 20
"""More stones than lie in so many pieces are a number alone."""


class MiddleRows(NamedTuple):
    """What lies in the middle: `now` of the round that is played, `closed` the ledger of the hand.

    `lying` are cards, each with whose or what it is, and the hidden top of what lies face down.
    `score` says what is to be had or reached, `piles` draws the stones of each side where partners
    collect them.
    """

    now: tuple[Row, ...]
    closed: tuple[Row, ...]
    look: Look
    lying: tuple[tuple[str, Hand], ...] = ()
    score: tuple[Row, ...] = ()
    piles: tuple[Row, ...] = ()

    def within(self, width: int, height: int, pen: ScreenPen, *, laid: bool) -> Rows:
        """What is of the round that is played: with the cards `laid` down, or else in letters.

        Nothing where there is no room to lay them down.
        """
        now = [part for row in self.now for part in _broken(row, width, pen)]
        if laid:
            cards = self._drawn(width, pen)
            if not cards or len(now) + len(cards) > height:
                return []
        else:
            cards = packed([self._written(*each) for each in self.lying], width, pen, "  ")
        return [*now[:1], *cards, *now[1:]]

    def _drawn(self, width: int, pen: ScreenPen) -> Rows:
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
    """What a player sees in the middle of the table, a row each, as the game tells it.

    `settled` lets what was paid at the end of a hand be seen, and `best` whose hand was best.
    """
    named = names or {}
    tongue, teller = pen.language, teller_of(position.variant)
    over = position.lance == END
    heading = tongue.say("The hand is over") if over else teller.heading(position.lance, tongue)
    middle = teller.middle(position, tongue)
    now = [*middle.played]
    if position.speaker not in ("", DECK):
        speaker = shortened(named.get(position.speaker, position.speaker), LONGEST_NAME, pen)
        now.append(tongue.say("{seat} speaks", seat=speaker))
    if position.winner:
        now.append(tongue.say("{side} wins the game", side=position.winner))
    if position.loser:
        now.append(tongue.say("{seat} loses the game", seat=position.loser))
    told, score, closed = (
        [_said(text, pen) for text in texts] for texts in (now, middle.score, middle.past)
    )
    if over and settled:
        closed += _ledger(position, teller, best, pen)
    lying = [(pen.clean(whose), cards) for whose, cards in middle.cards]
    lying += [(pen.clean(pile), UNDER) for pile in middle.piles]
    piles = _piles(position, teller.heap, middle.target, pen) if teller.heap else ()
    title: Row = (("heading", pen.clean(heading)),)
    look = look_of(teller.deck, pen)
    return MiddleRows((title, *told), tuple(closed), look, tuple(lying), tuple(score), tuple(piles))


def _broken(row: Row, width: int, pen: ScreenPen) -> Rows:
    """What is too broad for the middle in two rows; a name so long that more are wanted is cut."""
    if wide(row) <= width:
        return [row]
    [(style, text)] = row
    rows = wrapped_rows(style, text, width, pen)
    return rows if len(rows) == MOST_BROKEN else [row]


def _said(text: str, pen: ScreenPen) -> Row:
    return (("middle", pen.clean(text)),)


def _piles(position: Position, heap: int, target: int, pen: ScreenPen) -> Rows:
    """The stones of each side as they lie on the table, the larger pieces first."""
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
    """What each round brought to whom, and whose hand was best in it."""
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
    """Write short things one after the other, and no thing across the end of a line."""
    rows: Rows = []
    for thing in things:
        longer = (*rows[-1], ("", pen.clean(between)), *thing) if rows else thing
        if rows and wide(longer) <= width:
            rows[-1] = longer
        else:
            rows.append(cut(thing, width, pen.more))
    return rows
