"""Recording a match while it is played: `Recorder`, and the correction of earlier calls.

A `Recorder` is an immutable value: each method returns another one; a refused call raises
`Unplayable` with its place and article. `record` is the live record so far, `closed` the finished
one with its seals.

`corrected` replaces an earlier call and replays everything after it. A later call that has become
illegal is left out, and nothing else with it: if its lance then lacks calls, a forgotten call marks
the gap, and later lances and hands stay.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import NamedTuple, NoReturn

from mustutor import games
from mustutor.base.errors import IllegalCall, NotationError, no_such_seat
from mustutor.base.json_text import Json
from mustutor.base.language import mark, plain_text, printable
from mustutor.games import Game, cited
from mustutor.games.failure import (
    Failure,
    Place,
    Unplayable,
    closed_early,
    failure_of,
    ordinal_name,
    parse_place,
)
from mustutor.model.calls import DECK, FORGOTTEN, Grammar
from mustutor.model.position import Position
from mustutor.model.variant import Variant
from mustutor.referee.recorder.hand import (
    Event,
    HandInProgress,
    PlacedCall,
    after_event,
    begin_hand,
    event_of,
    play_on,
    read_cards,
    show_again,
)
from mustutor.replay.format import Replay
from mustutor.replay.live_file import first_line
from mustutor.replay.names import Names, in_full_at, names_of
from mustutor.replay.seals import with_seals

Slip = Callable[[str], Json]


class Corrected(NamedTuple):
    """The record after a correction, and what the correction undoes.

    `failure` is that of the first later call that has become illegal, at its old place; `undone` is
    the number of such calls. `gaps` are the places of calls then missing, `kept` the hands that
    then cannot be computed, which keep the stones recorded after them.
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
    """Replace the call at a place; several calls replace the rest of its lance.

    `words` may lack the seat, which is that of the old call. `slip` makes the note that keeps the
    old call. Raises Unplayable for an unknown place, or if the new call is illegal there;
    NotationError for an unreadable call.
    """
    number, at = recorder.find(place)
    hand, place = recorder.hands[number], str(at.place)
    fixed, spoken = hand.replayed(hand.events[: at.event]), tuple(recorder.calls_in(words))
    speaker, old = at.text.partition(" ")[0], _call_text(hand, at)
    for text in spoken:
        seat, _, words = text.partition(" ")
        seat, words = (seat, words) if recorder.names_seat(text) else (speaker, text)
        event = event_of(f"{seat} {in_full_at(words, fixed.position)}", recorder.game)
        fixed = after_event(fixed, event) if fixed.events else fixed.then(event)
        speaker = fixed.position.speaker
    new = ", ".join(_call_text(fixed, one) for one in fixed.placed[-len(spoken) :])
    again = _Replay([*recorder.hands[:number], fixed])
    again.goes_on(hand, at.event, told=at.place if len(spoken) > 1 else None)
    again.ends(hand, followed=number + 1 < len(recorder.hands))
    for index in range(number + 1, len(recorder.hands)):
        if not again.follows(recorder, index):
            break
    match = recorder.match
    if slip is not None:
        match = match._replace(notes=_with_note(match.notes, place, slip(old)))
    grown = recorder.with_hands(tuple(again.hands), match)
    gaps, kept = tuple(again.gaps), tuple(again.kept)
    return Corrected(grown, place, old, new, again.failure, again.undone, gaps, kept)


def _call_text(hand: HandInProgress, at: PlacedCall) -> str:
    """A call's text, with the card it drew if that is known."""
    drew = hand.events[at.event].draws or {}
    return " + ".join([at.text, *(card for cards in drew.values() for card in cards)])


class _Replay:
    """The hands of a match while they are replayed; the last one is in progress."""

    def __init__(self, hands: list[HandInProgress]) -> None:
        self.hands = hands
        self.failure: Failure | None = None
        self.undone = 0
        self.gaps: list[str] = []
        self.kept: list[int] = []

    def goes_on(self, hand: HandInProgress, after: int = -1, told: Place | None = None) -> None:
        """Replay the events of a hand after one; the rest of a `told` round is left out."""
        placed = {one.event: one for one in hand.placed}
        guessed = sum(bool(text) for _, text in hand.plain.unjudged)
        gap = hand.placed[-guessed].event if guessed else len(hand.events)
        for index, event in enumerate(hand.events[after + 1 :], after + 1):
            if index in placed:
                place, text = placed[index].place, placed[index].text
                if told is None or place[:3] != told[:3]:
                    self._hear(event, place, text, sure=index <= gap)
            elif event.lance or not self.hands[-1].course.unjudged:
                self._apply_event(event)

    def _apply_event(self, event: Event) -> None:
        """Begin a lance, or serve cards; ignored if it is not due."""
        hand = self.hands[-1]
        with suppress(Unplayable):
            if event.lance and hand.course.lance != event.lance:
                self.hands[-1] = self._at_lance(hand, event.lance)
            else:
                self.hands[-1] = after_event(hand, event)

    def _hear(self, event: Event, place: Place, text: str, *, sure: bool) -> None:
        """Replay a call; after a forgotten call the lance of later calls is not `sure`."""
        hand = self.hands[-1]
        judged = not hand.course.unjudged
        if judged and hand.position.speaker == DECK:
            hand = hand.then(Event(draws={}))
        if judged and sure and _rank(hand, place) < _rank(hand, hand.course.place):
            self._clash(closed_early(hand.position, place.round, str(place), text), place, text)
            return
        try:
            if sure and hand.course.lance != place.round:
                hand = self._at_lance(hand, place.round)
            self.hands[-1] = after_event(hand, event)
        except Unplayable as stopped:
            self._clash(stopped.failure, place, text)

    def _clash(self, failure: Failure, place: Place, text: str) -> None:
        self.undone += 1
        self.failure = self.failure or failure._replace(place=str(place), text=text)

    def _at_lance(self, hand: HandInProgress, lance: str) -> HandInProgress:
        """The hand at the start of a later lance, with a forgotten call for what is missing."""
        gap = ""
        if not hand.course.unjudged and hand.course.later(lance) is None:
            gap = str(hand.course.place)
            hand = hand.then(Event(call=f"{hand.position.speaker} {FORGOTTEN}"))
        hand = hand.then(Event(lance=lance))
        self.gaps += [gap] if gap else []
        return hand

    def ends(self, hand: HandInProgress, *, followed: bool) -> None:
        """End a replayed hand as before: with the cards shown, and the stones recorded."""
        show_again(self.hands, hand.shown)
        play_on(self.hands, (), hand.stated)
        before = hand.outcome
        if followed and self.hands[-1].outcome is None and before is not None:
            self.hands[-1] = self.hands[-1].left_with(before.in_front())
            self.kept.append(hand.number)

    def follows(self, recorder: Recorder, index: int) -> bool:
        """Replay the next hand; False if it cannot begin."""
        hand = recorder.hands[index]
        try:
            start = recorder.next_start(self.hands, hand.start.mano)
        except Unplayable as stopped:
            self.failure = self.failure or stopped.failure
            self.undone += calls_of(recorder.hands[index:])
            return False
        fresh = begin_hand(start, deal=hand.deal, extra=hand.extra, counting=hand.counting)
        self.hands.append(replace(fresh, cards=hand.cards).replayed(()))
        self.goes_on(hand)
        self.ends(hand, followed=index + 1 < len(recorder.hands))
        return True


def _rank(hand: HandInProgress, place: Place) -> tuple[int, int]:
    """A sort key for rounds within a hand."""
    phases = hand.phases
    if place.round in phases.talked:
        return 0, place.ordinal * 2 + (place.round in phases.served)
    return 1, phases.names.index(place.round) if place.round in phases.names else len(phases.names)


def calls_of(hands: Iterable[HandInProgress]) -> int:
    """The number of calls in these hands."""
    return sum(bool(event.call) for hand in hands for event in hand.events)


LONGEST_NAME = 40
FARTHEST_UNDO = 2_000
"""The undo steps that are kept; beyond them, undo takes off the last call."""

Notes = Mapping[str, list[Json]]


@dataclass(frozen=True)
class Recorder:
    """A match being recorded: the table, and the hands so far.

    `match` is the record without its hands. `before` is the previous state, for undo.
    """

    variant: Variant
    match: Replay
    hands: tuple[HandInProgress, ...] = ()
    before: Recorder | None = field(default=None, compare=False, repr=False)

    @property
    def game(self) -> Game:
        """The game that is played."""
        return games.game_of(self.variant.game)

    @property
    def grammar(self) -> Grammar:
        """The grammar of the game."""
        return self.game.words.grammar

    @property
    def names(self) -> Names:
        """The names of the table, each with its seat."""
        return Names(self.match.seats, self.match.about.get("players"))

    @property
    def called(self) -> tuple[tuple[str, str], ...]:
        """The name of each player, by seat, if known."""
        told = self.match.about.get("players", {})
        names = {seat: next(iter(names_of(told.get(seat))), "") for seat in self.match.seats}
        known = [(seat, " ".join(name.split())) for seat, name in names.items()]
        return tuple([(seat, printable(name, LONGEST_NAME)) for seat, name in known if name])

    def seated(self, text: str) -> str:
        """The text with a player's name at its beginning replaced by the seat.

        A text that is a call by itself is unchanged, even if a player has that name.
        """
        if self.names_seat(text):
            return text
        seat, end = self.names.begins(text)
        rest = text[end:].lstrip(" :")
        if not seat or not rest or self._is_call(f"{seat} {text.strip()}"):
            return text
        return f"{seat} {rest}"

    def resolve_words(self, words: str, seat: str = "") -> str:
        """Resolve a call's short words by the position; NotationError if they are ambiguous."""
        if (position := self.awaited()) is None:
            return words
        return self.game.words.words_in_context(
            position, seat or position.speaker, in_full_at(words, position)
        )

    # --- where it stands -----------------------------------------------------------------

    @property
    def hand(self) -> HandInProgress | None:
        """The hand in progress, or the last one."""
        return self.hands[-1] if self.hands else None

    @property
    def position(self) -> Position | None:
        """The current position; None before the first hand."""
        return self.hands[-1].position if self.hands else None

    @property
    def wants(self) -> str:
        """What may be told next.

        ``mano`` (who is mano), ``call``, ``draws`` (the cards served, or the next call), ``cards``
        (no more calls: cards are to be shown), ``loose`` (nothing after a forgotten call can be
        judged), ``next`` (another hand), ``over`` (the match is over).
        """
        hand = self.hand
        if hand is None:
            return "mano"
        if hand.outcome is not None:
            manos = self.manos
            return "over" if not manos else "next" if len(manos) == 1 else "mano"
        if hand.course.unjudged:
            return "loose"
        if hand.position.speaker == DECK:
            return "draws"
        return "call" if hand.position.speaker else "cards"

    @property
    def manos(self) -> tuple[str, ...]:
        """The possible manos of the next hand."""
        hand = self.hand
        if hand is None:
            return self.match.seats
        return games.next_manos(hand.outcome) if hand.outcome is not None else ()

    @property
    def speaker(self) -> str:
        """The seat to speak now; of the next hand if this one is over; empty if none."""
        position = self.awaited()
        return position.speaker if position is not None else ""

    def awaited(self) -> Position | None:
        """The position of the next call; None if no call can follow."""
        return self.awaiting.position if self.wants in ("call", "next", "draws") else None

    @property
    def awaiting(self) -> HandInProgress:
        """The hand of the next call, with cards served and the next hand begun if needed."""
        if self.wants == "next":
            return self._next_hand("")
        hand = self.hands[-1]
        return hand.then(Event(draws={})) if self.wants == "draws" else hand

    # --- recording -----------------------------------------------------------------------

    def begin_hand(self, mano: str = "") -> Recorder:
        """Begin the next hand; `mano` is needed for the first, or where mano is drawn."""
        return self.with_hands((*self.hands, self._next_hand(mano)))

    def hear(self, text: str, *, as_it_was: bool = False) -> Recorder:
        """Hear a call with its seat; serves cards or begins the next hand first if needed.

        Raises NotationError for an unreadable call, Unplayable for an illegal one, unless that is
        taken `as_it_was`.
        """
        event = event_of(text, self.game)
        hand, others = self._hand_for_call()
        try:
            return self.with_hands((*others, hand.then(event)))
        except Unplayable:
            if not as_it_was:
                raise
            return self.with_hands((*others, hand.then(event._replace(as_it_was=True))))

    def tell_cards(self, seat: str, texts: Iterable[str], *, as_it_was: bool = False) -> Recorder:
        """Add cards of a seat in the last hand: dealt, served or shown.

        Raises Unplayable where they contradict a call or the deal, unless it is taken `as_it_was`.
        """
        (hand, others), cards = self._last(), read_cards(texts, self.variant)
        while True:
            try:
                return self.with_hands((*others, hand.with_cards(seat, cards)))
            except Unplayable as stopped:
                place = stopped.failure.place
                at = [one.event for one in hand.placed if str(one.place) == place]
                if as_it_was and not at:
                    odd = {**hand.odd, seat: cards}
                    return self.with_hands((*others, replace(hand, odd=odd)))
                if not (as_it_was and at) or hand.events[at[0]].as_it_was:
                    raise
                hand = hand.as_it_was(at[0])

    def begin_lance(self, lance: str) -> Recorder:
        """Continue at a later lance; those between are unrecorded."""
        hand, others = self._hand_for_call()
        return self.with_hands((*others, hand.then(Event(lance=lance))))

    def state_stones(self, stones: Mapping[str, int]) -> Recorder:
        """Record the stones after a hand that cannot be computed; it is over with that."""
        hand, others = self._last()
        position = hand.position
        sides = position.table.sides
        if hand.is_told:
            self._refuse(mark("The stones after this hand are known: they follow from its calls."))
        for side in (*stones, *sides):
            if side not in sides:
                fault = no_such_seat(side, sides, cited(self.variant).seats)
                raise Unplayable(Failure("illegal", str(hand.number), fault, position))
            if side not in stones:
                self._refuse(mark("Say what every side has: {side} is missing."), side=side)
        if any(position.table.purse) and not any(stones.values()):
            self._refuse(mark("Somebody has stones left: they do not all leave the game at once."))
        return self.with_hands((*others, hand.left_with(stones)))

    def note(self, place: str, note: Json) -> Recorder:
        """Add a note at a place of the record."""
        return self._with_match(notes=_with_note(self.match.notes, place, note))

    def claim(self, claim: Json) -> Recorder:
        """Add a claim."""
        return self._with_match(claims=(*(self.match.claims or ()), claim))

    def about(self, **told: object) -> Recorder:
        """Set fields of the header: who plays, where, when."""
        return self._with_match(about={**self.match.about, **told})

    # --- what is taken back --------------------------------------------------------------

    def undo(self) -> Recorder | None:
        """The record before the last addition; None if there is nothing to undo.

        In a resumed record, the last call is removed, or the hand begun last.
        """
        if self.before is not None:
            return self.before
        if not self.hands:
            return None
        hand, others = self._last()
        if hand.counting is not None:
            return replace(self, hands=(*others, hand.claimed(None)))
        events = hand.events[:-1]
        if not hand.events:
            return replace(self, hands=others)
        if events and hand.events[-1].call and events[-1].draws == {}:
            events = events[:-1]
        if not events and not hand.cards and len(replace(self, hands=others).manos) == 1:
            return replace(self, hands=others)  # it begins by itself with its first call
        return replace(self, hands=(*others, hand.replayed(events)))

    def correct(
        self, place: str, words: str, slip: Callable[[str], Json] | None = None
    ) -> Corrected:
        """Replace the call at a place; everything after it is replayed.

        See `corrected`.
        """
        return corrected(self, place, words, slip)

    def calls_in(self, text: str) -> Iterator[str]:
        """Split a line into its calls: one, or several separated by commas."""
        text = self.seated(text.strip())
        if not re.search("[,;]", text) or self._is_call(text):
            yield text
            return
        for piece in re.split("[,;]", text):
            if piece.strip():
                yield self.seated(piece.strip())

    def _is_call(self, text: str) -> bool:
        words = text.partition(" ")[2] if self.names_seat(text) else text
        if plain_text(words).startswith(tuple(f"{verb} " for verb in self.grammar.listing)):
            return True
        try:
            self.grammar.read(f"{self.match.seats[0]} {words}")
        except NotationError:
            return False
        return True

    def names_seat(self, words: str) -> bool:
        """Whether a text begins with a seat of the table."""
        first, _, rest = words.strip().partition(" ")
        return bool(rest) and first.upper() in self.match.seats

    def places(self) -> tuple[str, ...]:
        """The places of all calls, in order."""
        return tuple([str(one.place) for hand in self.hands for one in hand.placed])

    def find(self, place: str) -> tuple[int, PlacedCall]:
        """The call at a place, with the index of its hand. Raises Unplayable."""
        parts = place.lower().split(".")
        hand = self.hand
        if hand is not None and len(parts) == 1:
            at = hand.course.place
            parts = [ordinal_name(at.round, at.ordinal), *parts]
        if hand is not None and len(parts) == 2:
            parts = [str(hand.number), *parts]
        wanted = parse_place(".".join(parts), self.places())
        for index, taken in enumerate(self.hands):
            for one in taken.placed:
                if str(one.place) == wanted:
                    return index, one
        return self._refuse(mark("There is no call at {place}."), place=place)

    # --- the record ----------------------------------------------------------------------

    def record(self) -> Replay:
        """The record so far, without seals."""
        return self.match._replace(hands=tuple([hand.written for hand in self.hands]))

    def lines(self) -> list[str]:
        """The record so far as live lines."""
        return [first_line(self.match), *chain.from_iterable(hand.lines for hand in self.hands)]

    def closed(self) -> Replay:
        """The finished record, sealed."""
        hands = list(self.record().hands)
        while hands and not (hands[-1].cards or any(r.calls for r in hands[-1].rounds)):
            hands.pop()  # begun, but still empty
        return with_seals(self.match._replace(hands=tuple(hands)))

    # --- inside --------------------------------------------------------------------------

    def with_hands(
        self, hands: tuple[HandInProgress, ...], match: Replay | None = None
    ) -> Recorder:
        """The recorder with other hands, and this one as the state to undo to."""
        back = replace(self, hands=(*self.hands[:-1], *map(replace, self.hands[-1:])))
        return Recorder(self.variant, match or self.match, hands, _with_limited_undo(back))

    def _with_match(self, **changes: object) -> Recorder:
        return self.with_hands(self.hands, match=self.match._replace(**changes))  # type: ignore[arg-type]

    def _last(self) -> tuple[HandInProgress, tuple[HandInProgress, ...]]:
        if not self.hands:
            self._refuse(mark("No hand has begun: say who is mano."))
        return self.hands[-1], self.hands[:-1]

    def _hand_for_call(self) -> tuple[HandInProgress, tuple[HandInProgress, ...]]:
        """The hand of the next call, and those before it."""
        if self.wants == "mano":
            self._refuse(mark("No hand has begun: say who is mano."))
        if self.wants == "over":
            self._refuse(mark("The match is over: no other hand follows."))
        return self.awaiting, self.hands if self.wants == "next" else self.hands[:-1]

    def _next_hand(self, mano: str) -> HandInProgress:
        return begin_hand(self.next_start(self.hands, mano))

    def next_start(self, hands: Sequence[HandInProgress], mano: str) -> Position:
        """The start of the next hand after these.

        Raises Unplayable if they are not over, or this seat cannot be mano.
        """
        try:
            if not hands:
                match = self.match
                return games.start(
                    self.variant,
                    seats=match.seats,
                    mano=mano,
                    stones=match.start,
                    games=match.games,
                )
            outcome = hands[-1].outcome
            if outcome is None:
                self._refuse(
                    mark("This hand is not over: give its calls, its cards, or the stones it left.")
                )
            manos = games.next_manos(outcome)
            if mano and manos and mano not in manos:
                sentence = mark("{mano} cannot be mano of the next hand: {expected} is.")
                self._refuse(sentence, mano=mano, expected=" ".join(manos))
            if len(manos) > 1 and not mano:
                sentence = mark("Mano is drawn by lot again: say who it is, of {seats}.")
                self._refuse(sentence, seats=" ".join(manos))
            return games.next_hand(outcome, mano=mano)
        except IllegalCall as refusal:
            raise Unplayable(Failure("illegal", str(len(hands) + 1), refusal.fault)) from None

    def _refuse(self, sentence: str, **evidence: object) -> NoReturn:
        number = len(self.hands) or 1
        raise Unplayable(failure_of("illegal", number, sentence, "", self.position, **evidence))


def _with_limited_undo(recorder: Recorder) -> Recorder:
    """The recorder as an undo state, with its oldest undo states dropped."""
    steps, at = 0, recorder
    while at.before is not None and steps <= FARTHEST_UNDO:
        steps, at = steps + 1, at.before
    return recorder if steps <= FARTHEST_UNDO else replace(recorder, before=None)


def _with_note(notes: Notes | None, place: str, note: Json) -> Json:
    before = dict(notes or {})
    return {**before, place: [*before.get(place, ()), note]}
