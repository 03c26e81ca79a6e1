"""A hand under way for programs that learn: dealt from a seed, served by itself, paid at its end.

A `Course` is a value, as a position is: what is said gives the next. So a program may try one thing
and then another. Every card follows from the seed of its hand, as in a record.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

from mustutor import games
from mustutor.calls import DECK, Call, dealt, served
from mustutor.errors import IllegalCall
from mustutor.position import Position, Step
from mustutor.register import traits
from mustutor.seatview import SeatView, view
from mustutor.shuffle import Pack, fresh_pack
from mustutor.tuples import NamedTuple
from mustutor.variant import Variant

LONGEST_HAND = 500
"""After so many calls a hand is broken off: mus may be talked for ever, a stock drawn for ever."""

MOST_HANDS = 1_000
"""No match in an environment has more."""


def refuse_hands(hands: int) -> None:
    """Raise ValueError for a number of hands that cannot be played."""
    if not 1 <= hands <= MOST_HANDS:
        raise ValueError(f"1 to {MOST_HANDS} hands are played, not {hands}")


class Course(NamedTuple):
    """A hand as it goes: where it began, where it stands, what led there, and the rest of the pack.

    >>> from mustutor.variant import load_variant
    >>> hand = begun(sat_down(load_variant("madrid"), ("A1", "B1", "A2", "B2"), 0.0), "a seed")
    >>> hand.said("A1 corto").position.line()
    'madrid 1 A1 grande A1 - - A0,B0 - 0'
    """

    start: Position
    position: Position
    steps: tuple[Step, ...]
    pack: Pack

    def __deepcopy__(self, _: Mapping[int, object]) -> Self:
        """Itself: nothing of it ever changes."""
        return self

    @property
    def speaker(self) -> str:
        """Who is to speak; nobody where the hand is over or was broken off."""
        return "" if self.position.lance == "end" or self.broken_off else self.position.speaker

    @property
    def broken_off(self) -> bool:
        """Whether too much was said for the hand ever to end."""
        return len(self.steps) >= LONGEST_HAND and self.position.lance != "end"

    def seen_by(self, seat: str) -> SeatView:
        """What a seat knows of it."""
        return view(self.position, seat, self.steps)

    def said(self, words: str) -> Course:
        """The hand once this is said; the deck serves and the cards are shown where they are due.

        Raises IllegalCall where the rules refuse it.
        """
        course = self.heard(games.read_call(words, self.position.variant))
        while course.position.speaker == DECK:
            game = games.game_of(course.position.variant.game)
            cards, pack = game.serve(course.position, course.pack)
            assert pack is not None, "every card of a hand that is dealt here is known"
            course = course.heard(served(cards))._replace(pack=pack)
        if course.position.lance == "showdown":
            course = course._replace(position=games.settle(course.position)[0])
        return course

    def heard(self, call: Call) -> Course:
        """The hand once this call is heard, and nothing that follows from it by itself."""
        made = games.step(self.position, call)
        if not isinstance(made, Step):
            raise IllegalCall(made)
        return self._replace(position=made.after, steps=(*self.steps, made))

    def gained(self) -> dict[str, float]:
        """What each seat has won in the hand: stones of its side, less those of another on average.

        Stones a side would rather be rid of count as lost. A game of Mus that an órdago has won
        counts as all the stones it is played for. They add up to nothing over the table.
        """
        table, variant = self.position.table, self.position.variant
        has = traits(variant.game)
        before, after = self.start.brought(), self.position.in_front()
        if self.position.winner and "target" in has:
            won = self.position.winner
            after[won] = max(after[won], variant.number("score.target"))
        better = -1 if "own_stones" in has else 1
        made = {side: float(better * (after[side] - before[side])) for side in table.sides}
        return _over_the_table(self.position, made)

    def result(self) -> dict[str, float]:
        """What a match came to that ends with this hand: 1 for who won it, -1 for who lost it.

        Several who won or lost share it, and it adds up to nothing over the table.
        """
        end, sides = self.position, self.position.table.sides
        if end.loser:
            made = {side: -float(side == end.loser) for side in sides}
        elif end.winner and not games.game_of(end.variant.game).pots_stay:
            made = {side: float(side == end.winner) for side in sides}
        else:  # who has most when nobody can go on
            richest = max(end.stones)
            made = {side: float(end.in_front()[side] == richest) for side in sides}
        shared = _over_the_table(end, made)
        largest = max(map(abs, shared.values()))
        return {seat: share / largest if largest else 0.0 for seat, share in shared.items()}


def sat_down(variant: Variant, seats: tuple[str, ...], lot: float) -> Position:
    """Sit down to a match; `lot`, from 0 to below 1, says who is mano."""
    return games.start(
        variant, seats=seats, mano=games.game_of(variant.game).first_mano(seats, lot)
    )


def begun(start: Position, seed: str) -> Course:
    """Deal a hand from a seed."""
    game = games.game_of(start.variant.game)
    hands, pack = game.deal(start, fresh_pack(game.pack(start), seed, str(start.table.hand)))
    start = game.stocked(start, pack)
    return Course(start, start, (), pack).heard(dealt(hands))


def next_start(course: Course, lot: float) -> Position | None:
    """The beginning of the next hand; nothing where the match is over or was broken off."""
    manos = () if course.broken_off else games.next_manos(course.position)
    if not manos:
        return None
    return games.next_hand(course.position, mano=manos[int(lot * len(manos))])


def _over_the_table(end: Position, made: Mapping[str, float]) -> dict[str, float]:
    """For each seat what its side made, less what each other side made on average."""
    table, everything = end.table, sum(made.values())
    others = len(table.sides) - 1
    worth = {side: own - (everything - own) / others for side, own in made.items()}
    return {seat: float(worth[table.side_of(seat)]) for seat in table.seats}
