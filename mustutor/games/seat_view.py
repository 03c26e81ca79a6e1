"""What one seat may know of a moment: its own cards, and what is public.

Everything that plays at a seat, a person's screen or any bot, gets a `SeatView` and nothing else.
Two deals that differ only in cards this seat has not seen give the same view.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from mustutor import games
from mustutor.base.errors import NO_POSITION, NO_SEATS, Fault, IllegalCall, expect, no_such_seat
from mustutor.base.json_text import digest
from mustutor.base.language import mark
from mustutor.base.register import notebook_html
from mustutor.model.calls import DECK, HIDDEN, Call, write_call
from mustutor.model.position import Option, Position, Step
from mustutor.model.variant import Variant

CATCHES_ONE_IN = 4
"""Opponents notice one gesture in this many."""

_NO_STEP = mark("A {kind} is not a step of a hand: games.step and Player.steps give them.")


class SeatView(NamedTuple):
    """A moment of the game as one seat knows it.

    `hand` are its cards as records write them, empty before the deal. `options` are its legal
    calls: a verb, with the bounds of its stake or of the number of discards; empty while another
    speaks. `line` is the position line, `calls` are those of this hand so far, written as in a
    record: face-down discards of others without faces, signals of others only if this seat noticed
    them. `stones` are by side, `seats` in speaking order. `position` is the position with every
    other card unknown, for asking the rules what this seat can know.
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
        """Why the rules refuse this call of this seat; None if it is legal.

        Raises NotationError for an unreadable call.
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
    """The view of a position for a seat; `steps` are those of the hand so far.

    Raises IllegalCall for an unknown seat.

    >>> from mustutor.model.variant import load_variant
    >>> table = games.start(load_variant("encaje"), seats=("A", "B", "C"), mano="A")
    >>> view(table, "B").stones
    {'A': 20, 'B': 20, 'C': 20}
    """
    expect(position, Position, NO_POSITION)
    expect(seat, str, NO_SEATS)
    table, game = position.table, games.game_of(position.variant.game)
    if seat not in table.seats:
        raise IllegalCall(no_such_seat(seat, table.seats, game.words.cited.seats))
    expect(steps, Iterable, _NO_STEP)
    calls = tuple(_noticed_calls(steps, seat))
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
    """The position without cards this seat has not seen and gestures it missed."""
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


def _noticed_calls(steps: Iterable[Step], seat: str) -> Iterable[Call]:
    for step in steps:
        expect(step, Step, _NO_STEP)
        before, call, _ = step
        if call.seat != DECK and notices(seat, call, before):
            yield heard_by(seat, call, before)


def heard_by(seat: str, call: Call, position: Position) -> Call:
    """A call as one seat hears it: face-down cards of another have no faces."""
    grammar = games.game_of(position.variant.game).words.grammar
    if call.seat == seat or call.verb not in grammar.face_down:
        return call
    return call._replace(cards=(HIDDEN,) * len(call.cards))


def notices(seat: str, call: Call, position: Position) -> bool:
    """Whether a seat notices a call: everything said aloud, and gestures it sees.

    Partners look at each other. Whether an opponent happens to look depends on the cards it holds
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
