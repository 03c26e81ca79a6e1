"""A moment as one seat knows it, as numbers: vectors of one length for a game and table.

All numbers come from a `SeatView`, so a card that this seat has not seen cannot change any of
them. `Encoding.fields` lists the parts of the vector. Seats are counted from the observer, who is
always the first, and so are sides. Stones are in forties: `1.0` is a game of Mus.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from mustutor import games
from mustutor.base.register import game_part, traits
from mustutor.games.actions import Action, Actions
from mustutor.games.seat_view import SeatView, heard_by, notices
from mustutor.model.calls import DECK, Call
from mustutor.model.cards import Card, fresh_pack
from mustutor.model.position import Step
from mustutor.model.variant import Variant
from mustutor.referee.recorder.commands import sizes

CALLS = 32
"""So many of the last calls of the hand are seen, the last one first."""
FORTY = 40.0
FARTHEST = 32.0
"""No number of an observation is farther from nothing: more is cut off."""
DECKFUL = 52.0


class Slot(NamedTuple):
    """A part of an observation: its meaning, its start and its size."""

    name: str
    start: int
    size: int
    meaning: str


class Encoding:
    """The encoding of a variant at a table of `seats`: observations and actions as numbers.

    >>> from mustutor.model.variant import load_variant
    >>> madrid = Encoding(load_variant("madrid"))
    >>> madrid.seats, madrid.size, [field.name for field in madrid.fields][:4]
    (('A1', 'B1', 'A2', 'B2'), 806, ['hand', 'speaker', 'mano', 'round'])
    """

    def __init__(self, variant: Variant, seats: int = 0) -> None:
        """Make the encoding; `seats` of 0 is the usual number.

        Raises ValueError for a table the rules do not allow.
        """
        self.variant, self.game = variant, games.game_of(variant.game)
        self.seats = self.game.rules.seats(variant, seats)
        if seats and seats not in (possible := sizes(variant)):
            *others, last = map(str, possible)
            numbers = f"{', '.join(others)} or {last}" if others else last
            raise ValueError(f"{variant.id} is played by {numbers}, not by {seats}")
        start = games.start(variant, seats=self.seats, mano=self.seats[0])
        dealt, _ = self.game.chance.deal(start, fresh_pack(self.game.chance.pack(start), ""))
        self.sides = start.table.sides
        self.actions = Actions(variant.game, max(map(len, dealt.values())))
        self._cards = {card: place for place, card in enumerate(self.game.chance.deck.cards())}
        self._verbs = sorted({action.verb for action in self.actions.all})
        self._rounds = (*game_part(variant.game, "PHASES").names, "showdown", "end")
        self._traits = traits(variant.game)
        blank = [(name, meaning, size) for name, meaning, size in self._plan()]
        fields, at = [], 0
        for name, meaning, size in blank:
            fields.append(Slot(name, at, size, meaning))
            at += size
        self.fields, self.size = tuple(fields), at

    def observed(self, view: SeatView) -> tuple[float, ...]:
        """The moment as numbers, each limited to `FARTHEST` from 0."""
        found = [number for numbers in self._numbers(view) for number in numbers]
        if max(found) > FARTHEST or min(found) < -FARTHEST:
            found = [max(-FARTHEST, min(FARTHEST, number)) for number in found]
        return tuple(found)

    def mask(self, view: SeatView) -> tuple[int, ...]:
        """For every action 1 if it is legal now, else 0; all 0 while another seat speaks."""
        mask = [0] * len(self.actions.all)
        for number in self.actions.legal(view):
            mask[number] = 1
        return tuple(mask)

    def words(self, view: SeatView, number: int) -> str:
        """The call of an action here, as `SeatView.why_not` and players take it."""
        return self.actions.words(view, number)

    def named(self, number: int) -> Action:
        """The action with a number."""
        return self.actions.all[number]

    @property
    def event_size(self) -> int:
        """The size of an event in `remembered`: who, which verb, its numbers, stones, cards."""
        return len(self.seats) + len(self._verbs) + 2 + len(self.sides) + len(self._cards)

    def remembered(self, seat: str, steps: Iterable[Step]) -> Iterator[tuple[float, ...]]:
        """All that a seat noticed since the deal, each event `event_size` numbers.

        An event is who spoke, which verb, its stake in forties, its cards in tenths, the stones of
        each side after it, and cards: those it named, the one this seat drew, or the own ones where
        they were dealt or served, when nobody spoke. Two ways to a moment that this seat can tell
        apart differ here.
        """
        at = self.seats.index(seat)
        around = self.seats[at:] + self.seats[:at]
        for step in steps:
            before, call, after = step
            if call.seat != DECK and not notices(seat, call, before):
                continue
            told = heard_by(seat, call, before)
            stones, mine = after.in_front(), self.sides.index(after.table.side_of(seat))
            cards = after.hand_of(seat) or () if call.seat == DECK else told.cards
            if call.seat == seat:
                cards = (*cards, *self.game.chance.drawn_card(step))
            yield (
                *_one(around, call.seat),
                *_one(self._verbs, call.verb),
                call.stones / FORTY,
                len(told.cards) / 10,
                *[stones[side] / FORTY for side in self.sides[mine:] + self.sides[:mine]],
                *self._of_deck(cards),
            )

    # --- what stands where -----------------------------------------------------------------

    def _plan(self) -> list[tuple[str, str, int]]:
        seats, deck = len(self.seats), len(self._cards)
        plan = [
            ("hand", "the own cards, one number a card of the deck", deck),
            ("speaker", "who speaks", seats),
            ("mano", "who is mano", seats),
            ("round", "the round that is played", len(self._rounds)),
            ("stones", "the stones of each side, in forties", len(self.sides)),
            (
                "laid",
                "the cards each seat has named in this hand, as this seat heard",
                seats * deck,
            ),
        ]
        if "lances" in self._traits:
            plan += [
                ("stake", "the stake on the table in forties, and whether it is an órdago", 2),
                ("bettor", "who made it", seats),
                ("holders", "who has said to have what the lance is about", seats),
            ]
        else:
            plan += [
                ("left", "how many cards each seat has, as parts of 52", seats),
                ("table", "the cards that lie open: the trick, or the upcard", deck),
            ]
        if "upcard_matched" in self._traits:
            plan += [
                (
                    "suit",
                    "the suit that follows, or that any may",
                    len(self.game.chance.deck.suits) + 1,
                ),
                ("owed", "the cards that are owed, those of the stock as parts of 52", 2),
            ]
        if "tricks_taken_up" in self._traits:
            plan += [("taken", "the cards each seat is known to have taken up", seats * deck)]
        each = seats + len(self._verbs) + 2
        talk = "the last calls, the last first: who, which verb, its stake in forties, its cards"
        return [*plan, ("talk", f"{talk} in tenths", CALLS * each)]

    def _numbers(self, view: SeatView) -> Iterable[Sequence[float]]:
        at = view.seats.index(view.seat)
        around = view.seats[at:] + view.seats[:at]
        calls = [self.game.words.grammar.read(call) for call in view.calls]
        state = view.position.state
        yield self._of_deck(map(self.game.chance.deck.read, view.hand))
        yield _one(around, view.position.speaker)
        yield _one(around, view.mano)
        yield _one(self._rounds, view.lance)
        mine = self.sides.index(view.position.table.side_of(view.seat))
        yield [view.stones[side] / FORTY for side in self.sides[mine:] + self.sides[:mine]]
        for seat in around:
            yield self._of_deck(card for call in calls if call.seat == seat for card in call.cards)
        if "lances" in self._traits:
            auction = state.auction
            stake = 0 if auction is None or auction.ordago else auction.stake
            yield (stake / FORTY, float(auction is not None and auction.ordago))
            yield _one(around, auction.bettor if auction is not None else "")
            yield [float(seat in state.holders) for seat in around]
        elif self._traits & {"upcard_matched", "tricks_taken_up"}:
            left = dict(zip(view.seats, state.left, strict=True))
            yield [left[seat] / DECKFUL for seat in around]
        else:
            yield [0.0] * len(around)
        if "upcard_matched" in self._traits:
            yield self._of_deck([state.upcard] if state.upcard else [])
            yield _one((*self.game.chance.deck.suits, "*"), state.suit)
            yield (state.owed / DECKFUL, state.stock / DECKFUL)
        elif "tricks_taken_up" in self._traits:
            yield self._of_deck(state.trick)
            taken = dict(zip(view.seats, state.taken, strict=True))
            for seat in around:
                yield self._of_deck(taken[seat])
        elif "lances" not in self._traits:
            yield self._of_deck(())
        yield from self._talk(calls, around)

    def _talk(self, calls: Sequence[Call], around: Sequence[str]) -> Iterable[Sequence[float]]:
        last = list(calls[-CALLS:])[::-1]
        for call in last:
            yield _one(around, call.seat)
            yield _one(self._verbs, call.verb)
            yield (call.stones / FORTY, len(call.cards) / 10)
        yield [0.0] * ((CALLS - len(last)) * (len(around) + len(self._verbs) + 2))

    def _of_deck(self, cards: Iterable[Card]) -> list[float]:
        numbers = [0.0] * len(self._cards)
        for card in cards:
            if card in self._cards:  # an unseen card has no index
                numbers[self._cards[card]] = 1.0
        return numbers


def _one(among: Sequence[str], which: str) -> list[float]:
    return [float(one == which) for one in among]
