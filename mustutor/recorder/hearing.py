"""What events come to: a hand of a match being taken down, played as it is told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from mustutor import games
from mustutor.calls import DECK, Call, served, write_call
from mustutor.cards import Card, read_hand
from mustutor.errors import Fault, no_such_seat
from mustutor.games import cited
from mustutor.language import mark
from mustutor.position import Position, Step
from mustutor.replay.failure import Failure, Unplayable
from mustutor.replay.player import FORGOTTEN

Cards = tuple[Card, ...]


class Event(NamedTuple):
    """Something that was told: a call, the cards served to each seat, or a lance that begins."""

    call: str = ""
    draws: Mapping[str, list[str]] | None = None
    lance: str = ""


class Placed(NamedTuple):
    """A call at its place: which event of the hand it is, its lance, its number in the round."""

    event: int
    lance: str
    number: int
    text: str


class Course(NamedTuple):
    """What events have come to: the steps the engine made, and the position after them.

    `loose` are the calls from a forgotten one on, each with its lance: nobody can judge them.
    """

    position: Position
    steps: tuple[Step, ...] = ()
    loose: tuple[tuple[str, str], ...] = ()
    placed: tuple[Placed, ...] = ()

    def then(self, event: Event, index: int) -> Course:
        """Go on by an event; raises Unplayable where the rules refuse it."""
        if event.lance:
            return self._skipped(event.lance)
        if event.draws is not None:
            hands = {seat: read_cards(texts) for seat, texts in event.draws.items()}
            return self.stepped(served(around(hands, self.position)), "")
        call = games.read_call(event.call, self.position.variant)
        if self.loose or call.verb == FORGOTTEN:
            return self._loosely(call, index)
        after = self.stepped(call, event.call)
        return after._replace(placed=(*self.placed, self._place(after.steps[-1].call, index)))

    @property
    def lance(self) -> str:
        """The lance under way."""
        return self.loose[-1][0] if self.loose else self.position.lance

    def place(self) -> str:
        """Where the next call stands in its hand: its lance and its number in the round."""
        return f"{self.lance}.{self._number()}"

    def _number(self) -> int:
        last = self.placed[-1] if self.placed else None
        return last.number + 1 if last is not None and last.lance == self.lance else 1

    def _place(self, call: Call, index: int) -> Placed:
        return Placed(index, self.lance, self._number(), write_call(call))

    def stepped(self, call: Call, text: str) -> Course:
        """Go on by a call, or by what the deck does, which has no text."""
        position = self.position
        call = games.heard(position, call)
        fault = games.why_not(position, call)
        if fault is not None:
            hand = position.table.hand
            place = f"{hand}.{self.place()}" if text else str(hand)
            raise Unplayable(Failure(fault.verdict, place, fault, position, text))
        after = games.hear(position, call)
        return self._replace(position=after, steps=(*self.steps, Step(position, call, after)))

    def _skipped(self, lance: str) -> Course:
        if self.loose and self.lance != lance:
            return self._replace(loose=(*self.loose, (lance, "")))
        position = self.position
        skips = not self.loose and position.lance != lance
        later = games.skip_to(position, lance) if skips else None
        if later is not None:
            unfit = games.game_of(position.variant.game).why_not_begun(later, lance)
            if unfit is not None:
                place = f"{position.table.hand}.{lance}.1"
                raise Unplayable(Failure("illegal", place, unfit, later))
            return self._replace(position=later)
        fault = Fault(
            cited(position.variant).lances,
            mark("{lance} cannot begin now: {playing} is being played."),
            {"lance": lance, "playing": self.lance},
        )
        raise Unplayable(Failure("illegal", str(position.table.hand), fault, position))

    def _loosely(self, call: Call, index: int) -> Course:
        """Take a call that nobody can judge; it is spoken by a seat of the table, in a lance."""
        position, text = self.position, write_call(call)
        fault = None
        if call.seat not in position.table.seats:
            fault = no_such_seat(call.seat, position.table.seats, cited(position.variant).seats)
        elif not self.loose and (not position.speaker or position.speaker == DECK):
            fault = games.why_not(position, Call(call.seat, "paso"))
        if fault is not None:
            place = f"{position.table.hand}.{self.place()}"
            raise Unplayable(Failure(fault.verdict, place, fault, position, text))
        placed = Placed(index, self.lance, self._number(), text)
        return self._replace(loose=(*self.loose, (self.lance, text)), placed=(*self.placed, placed))


def around(hands: Mapping[str, Cards], position: Position) -> dict[str, Cards]:
    """Hands in the order of the seats, in whichever order they were told; strangers last."""
    seats = (*position.table.seats, *hands)
    return {seat: hands[seat] for seat in dict.fromkeys(seats) if seat in hands}


def read_cards(texts: Iterable[str]) -> Cards:
    """Read the cards of a record."""
    return read_hand(list(texts))
