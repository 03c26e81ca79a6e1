"""What one seat may know of a moment: its own cards, and what is public.

Whoever plays at the table, a person's screen or a program of anybody's, is given this and
nothing else. Two deals that differ in cards this seat has not seen make the same view.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from mustutor import games
from mustutor.base.errors import NO_POSITION, Fault, IllegalCall, expect, no_such_seat, seats_given
from mustutor.base.json_text import digest
from mustutor.base.language import mark
from mustutor.base.register import notebook_html
from mustutor.model.calls import DECK, HIDDEN, Call, write_call
from mustutor.model.position import Option, Position, Step
from mustutor.model.variant import Variant

CATCHES_ONE_IN = 4
"""Of the gestures between two partners, others catch one in so many."""

_NO_STEP = mark("A {kind} is not a step of a hand: games.step and Player.steps give them.")


class SeatView(NamedTuple):
    """A moment of the game as one seat knows it.

    `hand` are its cards as records write them, nothing before it was dealt any. `options` are
    what it may say now: a verb, with the bounds of its stake or of the cards thrown; nothing
    while another speaks. `line` is the position line, `calls` are those of this hand so far,
    written as in a record: cards that others threw face down without their faces, signals of
    others only where this seat caught them. `stones` are by side, `seats` in speaking order.
    `position` is the moment with every other card unknown: what the rules say of it is what this
    seat can know.
    """

    seat: str
    hand: tuple[str, ...]
    lance: str
    options: tuple[Option, ...]
    line: str
    calls: tuple[str, ...]
    stones: Mapping[str, int]
    mano: str
    seats: tuple[str, ...]
    variant: Variant
    position: Position

    def why_not(self, words: str) -> Fault | None:
        """Why the rules refuse these words of this seat; nothing where it may say them.

        Raises NotationError for what is no call.
        """
        call = games.read_call(f"{self.seat} {words}", self.variant)
        if HIDDEN in call.cards and self.hand:
            fault = mark("{seat} sees these cards and says which they are.")
            return Fault("", fault, {"seat": self.seat})
        return games.why_not(self.position, call)

    def __repr__(self) -> str:
        return f"<{self.seat} sees {' '.join(self.hand) or 'no cards'}: {self.line}>"

    def _repr_html_(self) -> str:
        return notebook_html(self)


def view(position: Position, seat: str, steps: Iterable[Step] = ()) -> SeatView:
    """See a moment as one seat does; `steps` are those of the hand that led there.

    Raises IllegalCall where nobody sits at that seat.

    >>> from mustutor.model.variant import load_variant
    >>> table = games.start(load_variant("encaje"), seats=("A", "B", "C"), mano="A")
    >>> view(table, "B").stones
    {'A': 20, 'B': 20, 'C': 20}
    """
    expect(position, Position, NO_POSITION)
    table, game = position.table, games.game_of(position.variant.game)
    if seats_given((), seat) or seat not in table.seats:
        raise IllegalCall(no_such_seat(seat, table.seats, game.words.cited.seats))
    expect(steps, Iterable, _NO_STEP)
    calls = tuple(_heard(steps, seat))
    position = _as_seen(position, seat, calls)
    return SeatView(
        seat,
        tuple(position.hand_of(seat) or ()),
        position.lance,
        tuple([option for option in games.options(position) if option.seat == seat]),
        position.line(),
        tuple([write_call(call, game.words.grammar) for call in calls]),
        position.in_front(),
        position.mano,
        table.seats,
        table.variant,
        position,
    )


def _as_seen(position: Position, seat: str, calls: tuple[Call, ...]) -> Position:
    """The moment with every card unknown that this seat has not seen, and no gesture it missed."""
    deal, seats = position.deal, position.table.seats
    faceless = [
        thrown if one == seat else (HIDDEN,) * len(thrown)
        for one, thrown in zip(seats, deal.current_discards, strict=False)
    ]
    seen = deal._replace(
        hands=tuple(
            [hand if one == seat else None for one, hand in zip(seats, deal.hands, strict=True)]
        ),
        current_discards=tuple(faceless),
        earlier_discards=(HIDDEN,) * len(deal.earlier_discards),
        pile=None if deal.pile is None else (HIDDEN,) * len(deal.pile),
    )
    if position.rulings:
        gestures = games.game_of(position.variant.game).words.grammar.gestures
        noticed = [
            ruling
            for ruling in position.rulings
            if ruling.call.verb not in gestures or ruling.call in calls
        ]
        position = position._replace(rulings=tuple(noticed))
    return games.game_of(position.variant.game).gaps.without_hidden_cards(
        position._replace(deal=seen), seat
    )


def _heard(steps: Iterable[Step], seat: str) -> Iterable[Call]:
    for step in steps:
        expect(step, Step, _NO_STEP)
        before, call, _ = step
        if call.seat != DECK and notices(seat, call, before):
            yield heard_by(seat, call, before)


def heard_by(seat: str, call: Call, position: Position) -> Call:
    """A call as one seat hears it: cards that another throws face down have no faces."""
    grammar = games.game_of(position.variant.game).words.grammar
    if call.seat == seat or call.verb not in grammar.face_down:
        return call
    return call._replace(cards=(HIDDEN,) * len(call.cards))


def notices(seat: str, call: Call, position: Position) -> bool:
    """Whether a seat is aware of a call: of all that is said, and of gestures it sees.

    Partners look at each other. Whether another happens to look follows from the cards it holds
    itself, which nobody else knows, and is the same whenever it is asked.

    >>> from mustutor.model.variant import load_variant
    >>> table = games.start(load_variant("madrid"), seats=("A1", "B1", "A2", "B2"), mano="A1")
    >>> signal = games.read_call("A1 sena duples", table.variant)
    >>> notices("A1", signal, table), notices("A2", signal, table), notices("B2", signal, table)
    (True, True, False)
    """
    table = position.table
    if call.verb not in games.game_of(table.variant.game).words.grammar.gestures:
        return True
    if table.side_of(seat) == table.side_of(call.seat):
        return True
    held = " ".join(position.hand_of(seat) or ())
    return int(digest(f"{seat} {held} {call.seat} {table.hand}")[:8], 16) % CATCHES_ONE_IN == 0
