"""Another call at an earlier place: what it makes of the record, and what it clashes with.

Everything told later is heard again. A call that cannot stand any more is left out, and nothing
else with it: where its lance then wants words that nobody told, a forgotten call marks the gap,
and the lances and hands after it stay.

Taking a match down as it is played: a value that grows call by call.

A `Recorder` is everything told so far; each of its verbs gives another one, and what the rules
refuse raises `Unplayable` with its place and the article, and changes nothing. `record` is the live
record by now, `closed` the finished one with its seals.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import NamedTuple, NoReturn

from mustutor import games
from mustutor.base.errors import Fault, IllegalCall, NotationError, no_such_seat
from mustutor.base.json_text import Json
from mustutor.base.language import mark, plain_text, printable
from mustutor.games import Game, cited
from mustutor.games.failure import (
    Failure,
    Place,
    Unplayable,
    closed_early,
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
    begun,
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
        fixed = after_event(fixed, event) if fixed.events else fixed.then(event)
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


def _told(hand: HandInProgress, at: PlacedCall) -> str:
    """A call as it was told, with the card it drew where somebody told that."""
    drew = hand.events[at.event].draws or {}
    return " + ".join([at.text, *(card for cards in drew.values() for card in cards)])


class _Again:
    """The hands of a match heard again, the last of them under way."""

    def __init__(self, hands: list[HandInProgress]) -> None:
        self.hands = hands
        self.failure: Failure | None = None
        self.undone = 0
        self.gaps: list[str] = []
        self.kept: list[int] = []

    def goes_on(self, hand: HandInProgress, after: int = -1, told: Place | None = None) -> None:
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
                self.hands[-1] = after_event(hand, event)

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
            self.hands[-1] = after_event(hand, event)
        except Unplayable as stopped:
            self._clash(stopped.failure, place, text)

    def _clash(self, failure: Failure, place: Place, text: str) -> None:
        self.undone += 1
        self.failure = self.failure or failure._replace(place=str(place), text=text)

    def _reached(self, hand: HandInProgress, lance: str) -> HandInProgress:
        """The hand where a later lance begins, what nobody told before it marked."""
        gap = ""
        if not hand.course.unjudged and hand.course.later(lance) is None:
            gap = str(hand.course.place)
            hand = hand.then(Event(call=f"{hand.position.speaker} {FORGOTTEN}"))
        hand = hand.then(Event(lance=lance))
        self.gaps += [gap] if gap else []
        return hand

    def ends(self, hand: HandInProgress, *, followed: bool) -> None:
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


def _rank(hand: HandInProgress, place: Place) -> tuple[int, int]:
    """When a round comes in its hand, before which others and after which."""
    phases = hand.phases
    if place.round in phases.talked:
        return 0, place.ordinal * 2 + (place.round in phases.served)
    return 1, phases.names.index(place.round) if place.round in phases.names else len(phases.names)


def calls_of(hands: Iterable[HandInProgress]) -> int:
    """How many calls were told of these hands."""
    return sum(bool(event.call) for hand in hands for event in hand.events)


LONGEST_NAME = 40
FARTHEST_UNDO = 2_000
"""So many steps back are remembered; beyond them the last call is taken off."""

Notes = Mapping[str, list[Json]]


@dataclass(frozen=True)
class Recorder:
    """A match being taken down: the table, and the hands told so far.

    `match` is the record without its hands. `before` leads back, for undoing.
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
        """What the players of this game say."""
        return self.game.words.grammar

    @property
    def names(self) -> Names:
        """The names of the table: which seat each of them calls."""
        return Names(self.match.seats, self.match.about.get("players"))

    @property
    def called(self) -> tuple[tuple[str, str], ...]:
        """What each player is called, by seat, where it was told."""
        told = self.match.about.get("players", {})
        known = (
            (seat, " ".join(next(iter(names_of(told.get(seat))), "").split()))
            for seat in self.match.seats
        )
        return tuple([(seat, printable(name, LONGEST_NAME)) for seat, name in known if name])

    def seated(self, text: str) -> str:
        """The text with the seat of a player for the name it begins with.

        What is a call by itself stays one, whatever the players are called.
        """
        if self.names_seat(text):
            return text
        seat, end = self.names.begins(text)
        rest = text[end:].lstrip(" :")
        if not seat or not rest or self._is_call(f"{seat} {text.strip()}"):
            return text
        return f"{seat} {rest}"

    def meant(self, words: str, seat: str = "") -> str:
        """Words as a seat means them, else who is to speak; NotationError where that is open."""
        if (position := self.awaited()) is None:
            return words
        return self.game.words.words_in_context(
            position, seat or position.speaker, in_full_at(words, position)
        )

    # --- where it stands -----------------------------------------------------------------

    @property
    def hand(self) -> HandInProgress | None:
        """The hand under way, or the last one."""
        return self.hands[-1] if self.hands else None

    @property
    def position(self) -> Position | None:
        """How the hand stands."""
        return self.hands[-1].position if self.hands else None

    @property
    def wants(self) -> str:
        """What may be told next.

        ``mano`` (who is mano), ``call``, ``draws`` (the cards served, or the next call),
        ``cards`` (all is said: cards are to be shown), ``loose`` (nobody can judge what follows
        a forgotten call), ``next`` (another hand), ``over`` (the match is over).
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
        """Who may be mano of the next hand."""
        hand = self.hand
        if hand is None:
            return self.match.seats
        return games.next_manos(hand.outcome) if hand.outcome is not None else ()

    @property
    def speaker(self) -> str:
        """Who speaks now, if somebody does: the first of the next hand where this one is over."""
        position = self.awaited()
        return position.speaker if position is not None else ""

    def awaited(self) -> Position | None:
        """The position the next call would be heard at, where one can be."""
        return self.awaiting.position if self.wants in ("call", "next", "draws") else None

    @property
    def awaiting(self) -> HandInProgress:
        """The hand the next call is heard in, its cards served and the next begun by itself."""
        match self.wants:
            case "next":
                return self._next_hand("")
            case "draws":
                return self._served()
            case _:
                return self.hands[-1]

    # --- what is told --------------------------------------------------------------------

    def begin_hand(self, mano: str = "") -> Recorder:
        """Deal the next hand; `mano` where it is drawn, or for the first."""
        return self.grown((*self.hands, self._next_hand(mano)))

    def hear(self, text: str) -> Recorder:
        """Hear a call, its seat before it; the hand after begins by itself, cards are served.

        Raises NotationError for what is no call, Unplayable for what the rules refuse.
        """
        event = event_of(text, self.game)
        hand, others = self._heard_in()
        return self.grown((*others, hand.then(event)))

    def tell_cards(self, seat: str, texts: Iterable[str]) -> Recorder:
        """Learn cards of a seat in the last hand: dealt, served or shown."""
        hand, others = self._last()
        return self.grown((*others, hand.with_cards(seat, read_cards(texts, self.variant))))

    def begin_lance(self, lance: str) -> Recorder:
        """Go on at a later lance; nobody heard the ones between."""
        hand, others = self._heard_in()
        return self.grown((*others, hand.then(Event(lance=lance))))

    def state_stones(self, stones: Mapping[str, int]) -> Recorder:
        """Say what lies after a hand that cannot be reckoned; it is over with that."""
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
        return self.grown((*others, hand.left_with(stones)))

    def note(self, place: str, note: Json) -> Recorder:
        """Put a note at a place of the record."""
        return self._with_match(notes=_noted(self.match.notes, place, note))

    def claim(self, claim: Json) -> Recorder:
        """Keep what somebody claims."""
        return self._with_match(claims=(*(self.match.claims or ()), claim))

    def about(self, **told: object) -> Recorder:
        """Keep who plays, where, when."""
        return self._with_match(about={**self.match.about, **told})

    # --- what is taken back --------------------------------------------------------------

    def undo(self) -> Recorder | None:
        """The record before the last thing told; None where there is nothing to undo.

        Of a record taken up again the last call is taken off, or the hand begun last.
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
        """Put another call at a place; all that was told after it is heard again.

        See `correction.corrected`.
        """
        return corrected(self, place, words, slip)

    def calls_in(self, text: str) -> Iterator[str]:
        """The calls of a line, as they were said: one, or several with commas between them."""
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
        """Whether words begin with a seat of the table."""
        first, _, rest = words.strip().partition(" ")
        return bool(rest) and first.upper() in self.match.seats

    def places(self) -> tuple[str, ...]:
        """The places of all calls, in order."""
        return tuple([str(one.place) for hand in self.hands for one in hand.placed])

    def find(self, place: str) -> tuple[int, PlacedCall]:
        """A call by its place: the index of its hand, and the call. Raises Unplayable."""
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
        """The record by now, without seals."""
        return self.match._replace(hands=tuple([hand.written for hand in self.hands]))

    def lines(self) -> list[str]:
        """The record by now as live lines."""
        return [first_line(self.match), *chain.from_iterable(hand.lines for hand in self.hands)]

    def closed(self) -> Replay:
        """The finished record, sealed."""
        hands = list(self.record().hands)
        while hands and not (hands[-1].cards or any(r.calls for r in hands[-1].rounds)):
            hands.pop()  # begun, and nothing told of it
        return with_seals(self.match._replace(hands=tuple(hands)))

    # --- inside --------------------------------------------------------------------------

    def grown(self, hands: tuple[HandInProgress, ...], match: Replay | None = None) -> Recorder:
        """The record one step further, with the way back, which keeps nothing that was written."""
        back = replace(self, hands=(*self.hands[:-1], *map(replace, self.hands[-1:])))
        return Recorder(self.variant, match or self.match, hands, _not_too_far(back))

    def _with_match(self, **changes: object) -> Recorder:
        return self.grown(self.hands, match=self.match._replace(**changes))  # type: ignore[arg-type]

    def _last(self) -> tuple[HandInProgress, tuple[HandInProgress, ...]]:
        if not self.hands:
            self._refuse(mark("No hand has begun: say who is mano."))
        return self.hands[-1], self.hands[:-1]

    def _heard_in(self) -> tuple[HandInProgress, tuple[HandInProgress, ...]]:
        """The hand a call is heard in, and those before it."""
        match self.wants:
            case "next":
                return self._next_hand(""), self.hands
            case "draws":
                return self._served(), self.hands[:-1]
            case "mano":
                self._refuse(mark("No hand has begun: say who is mano."))
            case "over":
                self._refuse(mark("The match is over: no other hand follows."))
        return self._last()

    def _served(self) -> HandInProgress:
        """The hand under way, its cards served though nobody told which."""
        return self.hands[-1].then(Event(draws={}))

    def _next_hand(self, mano: str) -> HandInProgress:
        return begun(self.next_start(self.hands, mano))

    def next_start(self, hands: Sequence[HandInProgress], mano: str) -> Position:
        """The position the next hand starts from, when these were played.

        Raises Unplayable where they are not over, or this seat cannot be mano.
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
                self._refuse(
                    mark("{mano} cannot be mano of the next hand: {expected} is."),
                    mano=mano,
                    expected=" ".join(manos),
                )
            if len(manos) > 1 and not mano:
                self._refuse(
                    mark("Mano is drawn by lot again: say who it is, of {seats}."),
                    seats=" ".join(manos),
                )
            return games.next_hand(outcome, mano=mano)
        except IllegalCall as refusal:
            raise Unplayable(Failure("illegal", str(len(hands) + 1), refusal.fault)) from None

    def _refuse(self, sentence: str, **evidence: object) -> NoReturn:
        fault = Fault("", sentence, evidence)
        number = len(self.hands) or 1
        raise Unplayable(Failure("illegal", str(number), fault, self.position))


def _not_too_far(recorder: Recorder) -> Recorder:
    """The recorder as a way back, its own way back cut where it is too long."""
    steps, at = 0, recorder
    while at.before is not None and steps <= FARTHEST_UNDO:
        steps, at = steps + 1, at.before
    if steps <= FARTHEST_UNDO:
        return recorder
    return replace(recorder, before=None)


def _noted(notes: Notes | None, place: str, note: Json) -> Json:
    before = dict(notes or {})
    return {**before, place: [*before.get(place, ()), note]}
