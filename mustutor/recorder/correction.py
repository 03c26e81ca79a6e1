"""Another call at an earlier place: what it makes of the record, and what it clashes with.

Everything told later is heard again. A call that cannot stand any more is left out, and nothing
else with it: where its lance then wants words that nobody told, a forgotten call marks the gap,
and the lances and hands after it stay.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from mustutor.calls import DECK, FORGOTTEN
from mustutor.recorder.events import Event, Placed, event_of
from mustutor.recorder.hand import TakenHand, begun, play_on, show_again, went_on
from mustutor.replay.failure import Failure, Unplayable, closed_early
from mustutor.replay.format import Json
from mustutor.replay.place import Place
from mustutor.replay.shorthand import in_full_at
from mustutor.tuples import NamedTuple

if TYPE_CHECKING:
    from mustutor.recorder.recorder import Recorder

Slip = Callable[[str], Json]


class Corrected(NamedTuple):
    """What a correction makes of the record, and what it undoes.

    `failure` is the first later call that cannot stand any more, at the place it had; `undone`
    how many cannot, itself among them. `gaps` are the places of calls nobody told then, `kept`
    the hands that cannot be reckoned then, which keep the stones taken down after them.
    """

    recorder: Recorder
    place: str
    old: str
    new: str
    failure: Failure | None = None
    undone: int = 0
    gaps: tuple[str, ...] = ()
    kept: tuple[int, ...] = ()


def corrected(recorder: Recorder, place: str, words: str, slip: Slip | None) -> Corrected:
    """Put another call at a place; several are all that was said from there on in its lance.

    `words` may leave the seat out: it is who spoke there. `slip` makes the note that keeps the
    old call. Raises Unplayable where there is no such place, or what is told is not legal there;
    NotationError where it is no call.
    """
    number, at = recorder.find(place)
    hand, place = recorder.hands[number], str(at.place)
    fixed, spoken = hand.replayed(hand.events[: at.event]), tuple(recorder.calls_in(words))
    speaker, old = at.text.partition(" ")[0], _told(hand, at)
    for text in spoken:
        seat, _, words = text.partition(" ")
        seat, words = (seat, words) if recorder.names_seat(text) else (speaker, text)
        event = event_of(f"{seat} {in_full_at(words, fixed.position)}", recorder.game)
        fixed = went_on(fixed, event) if fixed.events else fixed.then(event)
        speaker = fixed.position.speaker
    new = ", ".join(_told(fixed, one) for one in fixed.placed[-len(spoken) :])
    again = _Again([*recorder.hands[:number], fixed])
    again.goes_on(hand, at.event, told=at.place if len(spoken) > 1 else None)
    again.ends(hand, followed=number + 1 < len(recorder.hands))
    for index in range(number + 1, len(recorder.hands)):
        if not again.follows(recorder, index):
            break
    match = recorder.match
    if slip is not None:
        notes = dict(match.notes or {})
        notes[place] = [*notes.get(place, ()), slip(old)]
        match = match._replace(notes=notes)
    grown = recorder.grown(tuple(again.hands), match)
    gaps, kept = tuple(again.gaps), tuple(again.kept)
    return Corrected(grown, place, old, new, again.failure, again.undone, gaps, kept)


def _told(hand: TakenHand, at: Placed) -> str:
    """A call as it was told, with the card it drew where somebody told that."""
    drew = hand.events[at.event].draws or {}
    return " + ".join([at.text, *(card for cards in drew.values() for card in cards)])


class _Again:
    """The hands of a match heard again, the last of them under way."""

    def __init__(self, hands: list[TakenHand]) -> None:
        self.hands = hands
        self.failure: Failure | None = None
        self.undone = 0
        self.gaps: list[str] = []
        self.kept: list[int] = []

    def goes_on(self, hand: TakenHand, after: int = -1, told: Place | None = None) -> None:
        """Hear what came after an event of a hand; the rest of a round may be `told` anew."""
        placed = {one.event: one for one in hand.placed}
        guessed = sum(bool(text) for _, text in hand.plain.unjudged)
        gap = hand.placed[-guessed].event if guessed else len(hand.events)
        for index, event in enumerate(hand.events[after + 1 :], after + 1):
            if index in placed:
                place, text = placed[index].place, placed[index].text
                if told is None or place[:3] != told[:3]:
                    self._hear(event, place, text, sure=index <= gap)
            elif event.lance or not self.hands[-1].course.unjudged:
                self._happens(event)

    def _happens(self, event: Event) -> None:
        """Begin a lance, or serve cards; those nobody waits for now are none."""
        hand = self.hands[-1]
        with suppress(Unplayable):
            if event.lance and hand.course.lance != event.lance:
                self.hands[-1] = self._reached(hand, event.lance)
            else:
                self.hands[-1] = went_on(hand, event)

    def _hear(self, event: Event, place: Place, text: str, *, sure: bool) -> None:
        """Hear a call; nobody is `sure` of the lance of one that came after a forgotten one."""
        hand = self.hands[-1]
        judged = not hand.course.unjudged
        if judged and hand.position.speaker == DECK:
            hand = hand.then(Event(draws={}))
        if judged and sure and _rank(hand, place) < _rank(hand, hand.course.place):
            self._clash(closed_early(hand.position, place.round, str(place), text), place, text)
            return
        try:
            if sure and hand.course.lance != place.round:
                hand = self._reached(hand, place.round)
            self.hands[-1] = went_on(hand, event)
        except Unplayable as stopped:
            self._clash(stopped.failure, place, text)

    def _clash(self, failure: Failure, place: Place, text: str) -> None:
        self.undone += 1
        self.failure = self.failure or failure._replace(place=str(place), text=text)

    def _reached(self, hand: TakenHand, lance: str) -> TakenHand:
        """The hand where a later lance begins, what nobody told before it marked."""
        gap = ""
        if not hand.course.unjudged and hand.course.later(lance) is None:
            gap = str(hand.course.place)
            hand = hand.then(Event(call=f"{hand.position.speaker} {FORGOTTEN}"))
        hand = hand.then(Event(lance=lance))
        self.gaps += [gap] if gap else []
        return hand

    def ends(self, hand: TakenHand, *, followed: bool) -> None:
        """End a hand as it ended before: with the cards shown, and the stones that were stated."""
        show_again(self.hands, hand.shown)
        play_on(self.hands, (), hand.stated)
        before = hand.outcome
        if followed and self.hands[-1].outcome is None and before is not None:
            self.hands[-1] = self.hands[-1].left_with(before.in_front())
            self.kept.append(hand.number)

    def follows(self, recorder: Recorder, index: int) -> bool:
        """Hear the next hand again; false where it cannot begin, and none after it."""
        hand = recorder.hands[index]
        try:
            start = recorder.next_start(self.hands, hand.start.mano)
        except Unplayable as stopped:
            self.failure = self.failure or stopped.failure
            self.undone += calls_of(recorder.hands[index:])
            return False
        fresh = begun(start, deal=hand.deal, extra=hand.extra, counting=hand.counting)
        self.hands.append(replace(fresh, cards=hand.cards).replayed(()))
        self.goes_on(hand)
        self.ends(hand, followed=index + 1 < len(recorder.hands))
        return True


def _rank(hand: TakenHand, place: Place) -> tuple[int, int]:
    """When a round comes in its hand, before which others and after which."""
    phases = hand.phases
    if place.round in phases.talked:
        return 0, place.ordinal * 2 + (place.round in phases.served)
    return 1, phases.names.index(place.round) if place.round in phases.names else len(phases.names)


def calls_of(hands: Iterable[TakenHand]) -> int:
    """How many calls were told of these hands."""
    return sum(bool(event.call) for hand in hands for event in hand.events)
