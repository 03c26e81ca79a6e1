"""Telling a hand again: after a correction before it, or from the record it was kept in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from mustutor.calls import DECK
from mustutor.errors import NotationError, ReplayError
from mustutor.language import mark
from mustutor.position import Position
from mustutor.recorder.hearing import Cards, Event, read_cards
from mustutor.recorder.taken import MANO, SHOWN, TALK, TakenHand, begun, events_of
from mustutor.replay.format import Hand, Round
from mustutor.variant import Variant


def play_on(
    hands: list[TakenHand], events: Iterable[Event], stated: Mapping[str, int] | None
) -> None:
    """Let the last of these hands go on by events, as far as they can stand.

    Raises Unplayable at the first that cannot; those before it are kept.
    """
    for event in events:
        hands[-1] = went_on(hands[-1], event)
    if stated is not None and hands[-1].outcome is None:
        hands[-1] = hands[-1].left_with(stated)


def show_again(hands: list[TakenHand], shown: Mapping[str, Cards]) -> None:
    """Tell the last of these hands what was shown, so far as it does not hold it any more."""
    for seat, cards in shown.items():
        hands[-1] = hands[-1].with_cards(seat, cards)


def unjudged(hand: TakenHand, event: int) -> Iterator[Event]:
    """What came after an event, where nobody can judge it: each call in the lance it was in."""
    lance = next(one.place.round for one in hand.placed if one.event == event)
    for one in hand.placed:
        if one.event > event:
            if one.place.round != lance:
                yield Event(lance=one.place.round)
            lance = one.place.round
            yield hand.events[one.event]


def deal_again(hands: list[TakenHand], following: TakenHand, start: Position) -> None:
    """Play a later hand again, after those before it were corrected."""
    fresh = begun(start, deal=following.deal, extra=following.extra)
    hands.append(replace(fresh, cards=following.cards).replayed(()))
    play_on(hands, following.events, None)
    if following.shown:
        hands[-1] = replace(hands[-1], shown=following.shown).replayed(hands[-1].events)
    play_on(hands, (), following.stated)


def taken_up(hand: Hand, start: Position) -> TakenHand:
    """Take a hand up as its record tells it. Raises Unplayable where its calls cannot stand."""
    others = {name: told for name, told in hand.extra.items() if name not in (TALK, SHOWN, MANO)}
    hands = [begun(start, deal=hand.deal, extra=others)]
    talk, shown = _kept_aside(hand, start.variant)
    dealt = {seat: read_cards(texts, start.variant) for seat, texts in hand.cards.items()}
    if talk is None:
        skipped = bool(hand.rounds) and hand.rounds[0].lance != start.lance
        events = (Event(lance=hand.rounds[0].lance),) if skipped else ()
        hands[0] = replace(hands[0], cards=dealt).replayed(events)
    play_on(hands, events_of((*(talk or ()), *hand.rounds)), None)
    if talk is None and shown:
        hands[0] = replace(hands[0], shown=shown).replayed(hands[0].events)
    elif talk is not None:
        show_again(hands, {**dealt, **shown})
    play_on(hands, (), hand.after)
    return hands[0]


def mano_of(hand: Hand) -> str:
    """Who was mano when the hand began."""
    return str(hand.extra.get(MANO, hand.mano))


def went_on(hand: TakenHand, event: Event) -> TakenHand:
    """Go on by an event; a lance that has begun by itself is none, nor are cards served twice."""
    if event.lance and hand.course.lance == event.lance:
        return hand
    at_deck = hand.position.speaker == DECK and not hand.course.unjudged
    if at_deck and event.draws is None:
        return went_on(hand.then(Event(draws={})), event)
    if event.draws == {} and not at_deck:
        return hand
    return hand.then(event)


def _kept_aside(hand: Hand, variant: Variant) -> tuple[list[Round] | None, dict[str, Cards]]:
    """The talk a hand keeps beside its rounds, and the cards shown that no deal tells."""
    try:
        talk = hand.extra.get(TALK)
        rounds = None
        if talk is not None:
            rounds = [
                Round(str(one["lance"]), tuple(map(str, one["calls"])), one.get("draws"))
                for one in talk
            ]
        shown = {
            str(seat): read_cards(map(str, texts), variant)
            for seat, texts in hand.extra.get(SHOWN, {}).items()
        }
    except (TypeError, KeyError, AttributeError, NotationError):
        raise ReplayError(
            mark("What this hand keeps beside the format ({fields}) cannot be read."),
            fields=f"{TALK}, {SHOWN}",
        ) from None
    return rounds, shown
