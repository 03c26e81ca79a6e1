"""A deal that is taught: played back by the engine, with the position at every place of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from mustutor import games
from mustutor.calls import DECK, Call, write_call
from mustutor.position import Hand, Position, Step
from mustutor.replay.format import Replay
from mustutor.replay.playback import Played, play_back
from mustutor.variant import Variant

START = "start"
COUNT = "count"
END = "end"


class Moment(NamedTuple):
    """A place of a deal: the position there, and the call that is made at it, if there is one."""

    place: str
    position: Position
    call: Call | None = None


class Dealt(NamedTuple):
    """One hand of a record as a lesson walks it.

    `moments` are in order: ``start``, one for each call (``grande.3`` is before the third call of
    grande; a second round of mus is ``mus2``), ``count``, when all is said and nothing is
    settled yet, and ``end``.
    """

    played: Played
    moments: tuple[Moment, ...]

    @property
    def variant(self) -> Variant:
        """The rules it is played by."""
        return self.played.end.variant

    @property
    def hands(self) -> Mapping[str, Hand]:
        """The cards that are known at the end, by seat, mano first."""
        end = self.played.end
        known = {seat: end.hand_of(seat) for seat in end.order}
        return {seat: hand for seat, hand in known.items() if hand is not None}

    def find(self, place: str) -> int | None:
        """The index of a moment, or of the first one that belongs to a lance."""
        places = [moment.place for moment in self.moments]
        if place in places:
            return places.index(place)
        return next((at for at, known in enumerate(places) if known.startswith(f"{place}.")), None)

    def at(self, place: str) -> Moment | None:
        """The moment at a place, or None where the deal has no such place."""
        found = self.find(place)
        return None if found is None else self.moments[found]

    def steps_until(self, place: str) -> tuple[Step, ...]:
        """The steps of the hand before a place."""
        index = self.find(place)
        assert index is not None
        calls = sum(1 for moment in self.moments[:index] if moment.call is not None)
        taken: list[Step] = []
        for step in self.played.steps:
            if step.call.seat != DECK:
                calls -= 1
            if calls < 0:
                break
            taken.append(step)
        return tuple(taken)

    def after(self, place: str) -> tuple[Position, tuple[Step, ...]]:
        """The position when the call of a place was made, and the steps that led there."""
        moment = self.at(place)
        assert moment is not None
        taken = self.steps_until(place)
        rest = self.played.steps[len(taken) :]
        if moment.call is None or not rest:
            return moment.position, taken
        return rest[0].after, (*taken, rest[0])


def deal_of(replay: Replay, variant: Variant, number: int = 1) -> Dealt:
    """Play a record back under a rulebook, and take one hand of it, counted from 1.

    Where the rules refuse a call the hand ends there, and `played.failure` says why. Raises
    LookupError where the record has no such hand, IllegalCall where nobody can sit down to it.
    """
    for played in play_back(replay, variant, checks=False):
        if played.number == number:
            return Dealt(played, tuple(_moments(played)))
    raise LookupError(number)


def _moments(played: Played) -> list[Moment]:
    moments = [Moment(START, _dealt_position(played))]
    spoken = [step for step in played.steps if step.call.seat != DECK]
    calls = iter(spoken)
    rounds: dict[str, int] = {}
    for round_ in played.hand.rounds:
        rounds[round_.lance] = rounds.get(round_.lance, 0) + 1
        name = round_.lance + (str(rounds[round_.lance]) if rounds[round_.lance] > 1 else "")
        for number, _ in enumerate(round_.calls, 1):
            step = next(calls, None)
            if step is None:
                return moments
            moments.append(Moment(f"{name}.{number}", step.before, step.call))
    if played.failure is None:
        last = played.steps[-1].after if played.steps else played.start
        moments += [Moment(COUNT, last), Moment(END, played.end)]
    return moments


def _dealt_position(played: Played) -> Position:
    """The position when the cards are dealt, where they are known; else the start."""
    first = played.steps[0] if played.steps else None
    if first is not None and first.call.verb == "reparte":
        return first.after
    return played.start


def words_said(position: Position, steps: tuple[Step, ...]) -> tuple[tuple[str, str], ...]:
    """What each seat said last in the lance of a position, in speaking order."""
    said = {
        step.call.seat: write_call(step.call).partition(" ")[2]
        for step in steps
        if step.before.lance == position.lance and step.call.seat != DECK
    }
    return tuple([(seat, said[seat]) for seat in position.order if seat in said])


def understood(position: Position, call: Call) -> Call:
    """A call as the table hears it at a position: `y yo` becomes the stake it makes."""
    return games.heard(position, call)
