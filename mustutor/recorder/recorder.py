"""Taking a match down as it is played: a value that grows call by call.

A `Recorder` is everything told so far; each of its verbs gives another one, and what the rules
refuse raises `Unplayable` with its place and the article, and changes nothing. `record` is the live
record by now, `closed` the finished one with its seals.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import TYPE_CHECKING, NoReturn

from mustutor import games
from mustutor.calls import DECK, Grammar
from mustutor.errors import Fault, IllegalCall, NotationError, no_such_seat
from mustutor.games import Game, cited
from mustutor.language import mark, printable
from mustutor.position import Position
from mustutor.recorder.commands import folded
from mustutor.recorder.events import Event, Placed, event_of, read_cards
from mustutor.recorder.hand import TakenHand, begun
from mustutor.recorder.live import first_line
from mustutor.replay.failure import Failure, Unplayable
from mustutor.replay.format import Json, Replay
from mustutor.replay.names import Names, names_of
from mustutor.replay.place import meant, numbered
from mustutor.replay.seal import with_seals
from mustutor.replay.shorthand import in_full_at
from mustutor.variant import Variant

if TYPE_CHECKING:
    from mustutor.recorder.correction import Corrected

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
    hands: tuple[TakenHand, ...] = ()
    before: Recorder | None = field(default=None, compare=False, repr=False)

    @property
    def game(self) -> Game:
        """The game that is played."""
        return games.game_of(self.variant.game)

    @property
    def grammar(self) -> Grammar:
        """What the players of this game say."""
        return self.game.grammar

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
        return self.game.meant(position, seat or position.speaker, in_full_at(words, position))

    # --- where it stands -----------------------------------------------------------------

    @property
    def hand(self) -> TakenHand | None:
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
    def awaiting(self) -> TakenHand:
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
        from mustutor.recorder.correction import corrected

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
        if folded(words).startswith(tuple(f"{verb} " for verb in self.grammar.listing)):
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

    def find(self, place: str) -> tuple[int, Placed]:
        """A call by its place: the index of its hand, and the call. Raises Unplayable."""
        parts = place.lower().split(".")
        hand = self.hand
        if hand is not None and len(parts) == 1:
            at = hand.course.place
            parts = [numbered(at.round, at.ordinal), *parts]
        if hand is not None and len(parts) == 2:
            parts = [str(hand.number), *parts]
        wanted = meant(".".join(parts), self.places())
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

    def grown(self, hands: tuple[TakenHand, ...], match: Replay | None = None) -> Recorder:
        """The record one step further, with the way back, which keeps nothing that was written."""
        back = replace(self, hands=(*self.hands[:-1], *map(replace, self.hands[-1:])))
        return Recorder(self.variant, match or self.match, hands, _not_too_far(back))

    def _with_match(self, **changes: object) -> Recorder:
        return self.grown(self.hands, match=self.match._replace(**changes))  # type: ignore[arg-type]

    def _last(self) -> tuple[TakenHand, tuple[TakenHand, ...]]:
        if not self.hands:
            self._refuse(mark("No hand has begun: say who is mano."))
        return self.hands[-1], self.hands[:-1]

    def _heard_in(self) -> tuple[TakenHand, tuple[TakenHand, ...]]:
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

    def _served(self) -> TakenHand:
        """The hand under way, its cards served though nobody told which."""
        return self.hands[-1].then(Event(draws={}))

    def _next_hand(self, mano: str) -> TakenHand:
        return begun(self.next_start(self.hands, mano))

    def next_start(self, hands: Sequence[TakenHand], mano: str) -> Position:
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
