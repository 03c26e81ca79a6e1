"""Beginning to take down: a table that sits down, a record taken up again, a hand just dealt."""

from __future__ import annotations

from dataclasses import replace

from mustutor import games
from mustutor.errors import IllegalCall, NotationError, ReplayError
from mustutor.language import mark
from mustutor.position import Position
from mustutor.recorder.events import Cards, Event, events_of, read_cards
from mustutor.recorder.hand import MANO, SHOWN, TALK, TakenHand, begun, play_on, show_again
from mustutor.recorder.recorder import Recorder
from mustutor.replay.format import Hand, Replay, Round
from mustutor.variant import Variant

MOST_SEATS = 8
"""No rulebook is for more."""


def sit_down(variant: Variant, match: Replay) -> Recorder:
    """Begin to take a match down; `match` is its record without hands.

    Raises IllegalCall where the rules do not allow such a table.
    """
    seats = match.seats
    # Nobody is mano yet; that anybody could be shows that they may sit down so.
    mano = next((s for s in seats if (match.start or {}).get(s, 1)), seats[0])
    games.start(variant, seats=seats, mano=mano, stones=match.start, games=match.games)
    return Recorder(variant, match)


def sizes(variant: Variant) -> tuple[int, ...]:
    """How many may sit down by these rules, of two to eight.

    >>> from mustutor.variant import load_variant
    >>> sizes(load_variant("encaje")), sizes(load_variant("madrid"))
    ((2, 3, 4, 5, 6), (4,))
    """
    return tuple([number for number in range(2, MOST_SEATS + 1) if _fits(variant, number)])


def _fits(variant: Variant, number: int) -> bool:
    seats = games.game_of(variant.game).seats(variant, number)
    try:
        return len(seats) == number and bool(games.start(variant, seats=seats, mano=seats[0]))
    except IllegalCall:
        return False


def resumed(replay: Replay, variant: Variant) -> Recorder:
    """Take up a record that is not closed. Raises Unplayable where its calls cannot stand."""
    recorder = sit_down(variant, replay._replace(hands=()))
    hands: list[TakenHand] = []
    for hand in replay.hands:
        hands.append(taken_up(hand, recorder.next_start(hands, mano_of(hand))))
    return replace(recorder, hands=tuple(hands))


def taken_up(hand: Hand, start: Position) -> TakenHand:
    """Take a hand up as its record tells it. Raises Unplayable where its calls cannot stand."""
    others = {name: told for name, told in hand.extra.items() if name not in (TALK, SHOWN, MANO)}
    counting = None if hand.claimed is None else tuple(hand.claimed)
    hands = [begun(start, deal=hand.deal, extra=others, counting=counting)]
    talk, shown = _kept_aside(hand, start.variant)
    dealt = {seat: read_cards(texts, start.variant) for seat, texts in hand.cards.items()}
    if talk is None:
        skipped = bool(hand.rounds) and hand.rounds[0].lance != start.lance
        events = (Event(lance=hand.rounds[0].lance),) if skipped else ()
        hands[0] = replace(hands[0], cards=dealt).replayed(events)
    game = games.game_of(start.variant.game)
    play_on(hands, events_of((*(talk or ()), *hand.rounds), game), None)
    if talk is None and shown:
        hands[0] = replace(hands[0], shown=shown).replayed(hands[0].events)
    elif talk is not None:
        show_again(hands, {**dealt, **shown})
    play_on(hands, (), hand.after)
    return hands[0]


def mano_of(hand: Hand) -> str:
    """Who was mano when the hand began."""
    return str(hand.extra.get(MANO, hand.mano))


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


def dealt_in(recorder: Recorder, dealt: Replay) -> Recorder:
    """Begin the next hand with a deal: its commitments and words, and never its seed or cards.

    Raises ReplayError where the deal is none, or is for another table; Unplayable where the hand
    before is not over.
    """
    from mustutor.trust.redaction import TABLE, redacted

    table = redacted(dealt, TABLE)
    hand = table.hands[0] if len(table.hands) == 1 else None
    if hand is None or hand.rounds or not hand.shuffle.get("table_seed"):
        raise ReplayError(
            mark(
                "It holds no hand that has been dealt and not yet played: mustutor replay deal "
                "writes one."
            )
        )
    match = recorder.match
    manos = recorder.manos
    known = (table.seats, table.variant.get("digest")) == (match.seats, recorder.variant.digest)
    if not known or (manos and hand.mano not in manos):
        raise ReplayError(
            mark("This hand was dealt for another table, with other rules, seats or mano.")
        )
    start = recorder.next_start(recorder.hands, hand.mano)
    return replace(recorder, hands=(*recorder.hands, taken_up(hand, start)), before=recorder)
