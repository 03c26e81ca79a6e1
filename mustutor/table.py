"""A table to say calls at: a match call by call, settled with its reasons, and recorded.

>>> from mustutor import sit
>>> table = sit("fournier").say("A1 corto").say("A1 envido")
>>> table.say("B2 quiero")
Traceback (most recent call last):
mustutor.base.errors.IllegalCall: B1 speaks now, not B2.
>>> table.say("B1 no quiero").say("B2 no quiero")
<MatchTable fournier 1 A1 chica A1 - - A1,B0 grande2A1A2/ 0>
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace

from mustutor.analysis.match import deal_next, drawn_lot, serve_discards, shuffled_hand
from mustutor.base.errors import Fault, IllegalCall, expect, seats_given, stones_given
from mustutor.base.language import mark
from mustutor.base.register import notebook_html
from mustutor.games.failure import NO_CARDS, Unplayable
from mustutor.games.seat_view import SeatView, view
from mustutor.model.calls import DECK, Call, write_call
from mustutor.model.cards import Card
from mustutor.model.position import Position, Step
from mustutor.model.variant import Variant, load_variant
from mustutor.referee.recorder import commands
from mustutor.referee.recorder.hand import Event, HandInProgress, begin_hand
from mustutor.referee.recorder.recorder import Recorder
from mustutor.referee.settle import Settlement, settle
from mustutor.replay.format import Replay, named_rules
from mustutor.replay.simulate import seats_for, seed_text

Cards = Mapping[str, str | Iterable[str]]
"""Cards by seat, as text (``"R R C A"``) or one by one; of seats left out nobody knows any."""

_NO_CARD = mark("A card is text, not {kind}.")
_BEGUN = mark("This hand has begun: only the next one can be dealt from a seed.")
_DEALT = mark("This hand was dealt from a seed: all of its cards are known.")
_NOTHING_TOLD = mark("There is nothing to undo.")


@contextmanager
def _refusals() -> Iterator[None]:
    """Raise what the recorder refuses as the public error for it."""
    try:
        yield
    except Unplayable as stopped:
        raise IllegalCall(stopped.failure.fault) from None


class MatchTable:
    """A match at a table; each method changes and returns it, a refused one changes nothing.

    A hand is over once all is said and every stone of it is known; the next call or deal then
    begins the next hand, as `next` does. What the rules refuse raises IllegalCall with its article
    (`fault.rule`), what is no call or no card NotationError.
    """

    __slots__ = ("_recorder",)

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder

    def __repr__(self) -> str:
        return f"<MatchTable {self.position.line()}>"

    def _repr_html_(self) -> str:
        return notebook_html(self._hand.course)

    # --- what is told --------------------------------------------------------------------

    def say(self, call: str | Call) -> MatchTable:
        """Say a call: a seat and its words, as in a record or as people spell them, or a Call.

        ``A1 ?`` is a call nobody heard: what follows it is kept, and not judged. In games with a
        stock the card drawn may follow the call, ``B draw Jd``. Cards thrown and not served
        before the next call are served unseen.
        """
        recorder = self._recorder
        if not isinstance(call, str):
            call = recorder.grammar.given(call)
            if call.seat == DECK:
                hands = dict(call.hands)
                return self.deal(hands) if call.verb == "reparte" else self.serve(hands)
            call = write_call(call, recorder.grammar)
        with _refusals():
            heard = recorder.hear(call)
            return self._now(_served_from_seed(heard))

    def deal(
        self, hands: Cards | None = None, *, seed: int | str | None = None, starter: str = ""
    ) -> MatchTable:
        """Tell cards, whenever they are known: dealt, served or shown, of one seat or of all.

        With a `seed` the whole hand is dealt from it instead, what is thrown is served from the
        same pack, and the record tells the shuffle; one seed deals a whole match. `starter` is the
        card turned up beside a stock, in games that have one.
        """
        expect(hands, (Mapping, type(None)), NO_CARDS)
        expect(starter, str, _NO_CARD)
        told = self._read(hands or {})
        with _refusals():
            recorder = self._recorder
            if seed is not None:
                recorder = self._dealt_from(seed_text(seed))
            if told or (hands is not None and self._hand.outcome is not None):
                *before, hand = self._hands_with_next(recorder)
                if told and _is_from_seed(hand):
                    raise IllegalCall(Fault("", _DEALT, {}))
                for seat, cards in told.items():
                    hand = hand.with_cards(seat, cards)
                recorder = recorder.with_hands((*before, hand))
            if starter:
                recorder = commands.starter(recorder, starter).recorder
        return self._now(recorder)

    def serve(self, cards: Cards | None = None) -> MatchTable:
        """Serve the cards of a discard; of seats left out nobody saw them."""
        expect(cards, (Mapping, type(None)), NO_CARDS)
        draws = {seat: [*map(str, drawn)] for seat, drawn in self._read(cards or {}).items()}
        recorder = self._recorder
        with _refusals():
            hand = recorder.hands[-1].then(Event(draws=draws))
        return self._now(recorder.with_hands((*recorder.hands[:-1], hand)))

    def next(self, mano: str = "", *, stones: Mapping[str, int] | None = None) -> MatchTable:
        """Begin the next hand; `mano` where it is drawn by lot.

        `stones` are those after a hand that cannot be worked out, for want of cards or of a call.
        """
        seats_given((), mano)
        stones_given(stones)
        recorder = self._recorder
        with _refusals():
            if stones is not None:
                recorder = recorder.state_stones(stones)
            return self._now(recorder.begin_hand(mano))

    def undo(self) -> MatchTable:
        """Take back the last thing told: a call, cards, or a hand begun."""
        before = self._recorder.before
        if before is None:
            raise IllegalCall(Fault("", _NOTHING_TOLD, {}))
        self._recorder = before
        return self

    # --- how it stands -------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """How the hand stands, its stones paid as soon as all is said and the cards are known."""
        hand = self._hand
        return hand.settled[0] if hand.is_told else hand.position

    @property
    def steps(self) -> tuple[Step, ...]:
        """The calls of the hand so far, and what the deck did."""
        return tuple(self._hand.course.steps)

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats of the table, in speaking order."""
        return self._recorder.match.seats

    @property
    def over(self) -> bool:
        """Whether the match is over: no other hand follows."""
        return self._recorder.wants == "over"

    def view(self, seat: str = "") -> SeatView:
        """The hand as a seat sees it; without a name, the seat that speaks now."""
        hand = self._hand
        return view(hand.position, seat or hand.position.speaker, hand.course.steps)

    def settle(self) -> Settlement:
        """Settle the match so far: `Settlement.explain` gives a reason for every stone."""
        return settle(self.record())

    def record(self) -> Replay:
        """The record of the match so far, sealed; it verifies."""
        return self._recorder.closed()

    # --- inside --------------------------------------------------------------------------

    @property
    def _hand(self) -> HandInProgress:
        return self._recorder.hands[-1]

    def _now(self, recorder: Recorder) -> MatchTable:
        """Continue with this recorder, as one step that `undo` takes back."""
        before = self._recorder
        self._recorder = replace(recorder, before=replace(before, hands=before.hands))
        return self

    def _hands_with_next(self, recorder: Recorder) -> tuple[HandInProgress, ...]:
        """The hands of the match, with the next one begun where the last is over."""
        hands = recorder.hands
        if hands[-1].outcome is None:
            return hands
        return (*hands, begin_hand(recorder.next_start(hands, "")))

    def _dealt_from(self, seed: str) -> Recorder:
        """The match with its next hand, or this one before anything is told of it, dealt."""
        recorder, hand = self._recorder, self._hand
        if hand.outcome is not None:
            return deal_next(recorder, seed, drawn_lot(recorder, seed))
        if hand.events or hand.cards:
            raise IllegalCall(Fault("", _BEGUN, {}))
        return recorder.with_hands((*recorder.hands[:-1], shuffled_hand(hand.start, seed)))

    def _read(self, hands: Cards) -> dict[str, tuple[Card, ...]]:
        seats_given(hands)
        deck = self._recorder.game.chance.deck
        return {seat: deck.read_all(cards) for seat, cards in hands.items()}


def _served_from_seed(recorder: Recorder) -> Recorder:
    """The match with what was just thrown served, where the hand was dealt from a seed."""
    from_seed = recorder.wants == "draws" and _is_from_seed(recorder.hands[-1])
    return serve_discards(recorder) if from_seed else recorder


def _is_from_seed(hand: HandInProgress) -> bool:
    return "seed" in hand.deal.get("shuffle", {})


def sit(
    variant: Variant | str,
    *,
    seats: int | str | Iterable[str] = 0,
    mano: str = "",
    stones: Mapping[str, int] | None = None,
) -> MatchTable:
    """Sit down to a match, to say its calls, deal its cards, settle and record it.

    `variant` may be an id or a YAML file. `seats` are their names in speaking order, or how many
    sit down (as many as usual for 0); `mano` is the first seat, and `stones` those the rules give,
    unless others are named. Raises IllegalCall where the rules do not allow such a table.

    >>> table = sit("encaje", seats=3).say("A corto").say("A paso").say("B paso").say("C paso")
    >>> _ = table.deal({"A": "R R C A", "B": "3 3 7 6", "C": "4 5 6 7"})
    >>> table.settle().after
    {'A': 19, 'B': 20, 'C': 20}
    """
    rules = load_variant(variant)
    names = seats_for(rules, seats)
    seats_given(names, mano)
    stones_given(stones)
    start = None if stones is None else dict(stones)
    with _refusals():
        recorder = commands.sit_down(rules, Replay(named_rules(rules), names, (), start))
        recorder = recorder.begin_hand(mano or names[0])
    return MatchTable(replace(recorder, before=None))
