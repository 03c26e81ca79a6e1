"""The deck of a match that is played here: shuffled from a seed, dealt, and served from the rest.

Everything follows from what the record says of the shuffle, so a match that was broken off goes on
with the same cards.
"""

from __future__ import annotations

from dataclasses import replace

from mustutor import games
from mustutor.calls import DECK
from mustutor.canonical import digest
from mustutor.position import Position
from mustutor.recorder.events import Event
from mustutor.recorder.hand import TakenHand, begun
from mustutor.recorder.recorder import Recorder
from mustutor.shuffle import Pack, fresh_pack
from mustutor.simulate import shuffle_told


def dealt(recorder: Recorder, seed: str, lot: float = 0.5) -> Recorder:
    """Deal the next hand; its seed follows from that of the match, and the record commits to it.

    `lot`, from 0 to 1, says who is mano where that is drawn.
    """
    manos = recorder.manos
    if recorder.hands:
        mano = manos[int(lot * len(manos))]
    else:
        mano = recorder.game.first_mano(recorder.match.seats, lot)
    start = recorder.next_start(recorder.hands, mano)
    number = start.table.hand
    told = shuffle_told(start, digest(f"{seed}:{number}"), str(number))
    hands, pack = recorder.game.deal(start, _pack(start, told["shuffle"]))
    hand = begun(games.game_of(start.variant.game).stocked(start, pack), deal=told)
    for seat, cards in hands.items():
        hand = hand.with_cards(seat, cards)
    return recorder.grown((*recorder.hands, hand))


def served(recorder: Recorder) -> Recorder:
    """Serve the cards of a discard from what is left of the pack."""
    hand = recorder.hands[-1]
    cards, _ = recorder.game.serve(hand.position, _left(hand))
    told = {seat: [str(card) for card in given] for seat, given in cards.items()}
    return recorder.grown((*recorder.hands[:-1], hand.then(Event(draws=told))))


def taken_up(recorder: Recorder) -> Recorder:
    """The match with the stock of its last hand as it lies, where the record tells its seed."""
    hand = recorder.hand
    if hand is None or "seed" not in hand.deal.get("shuffle", {}):
        return recorder
    game = recorder.game
    start = recorder.next_start(recorder.hands[:-1], hand.start.mano)
    _, pack = game.deal(start, _pack(start, hand.deal["shuffle"]))
    told = {name: hand.deal[name] for name in ("source", "shuffle")}  # the rest follows from it
    fresh = begun(game.stocked(start, pack), deal=told, counting=hand.counting)
    again = replace(fresh, cards=hand.cards).replayed(hand.events)
    return replace(recorder, hands=(*recorder.hands[:-1], again))


def _left(hand: TakenHand) -> Pack:
    """What is left of the pack after all that was dealt and served."""
    game = games.game_of(hand.start.variant.game)
    _, left = game.deal(hand.start, _pack(hand.start, hand.deal["shuffle"]))
    for step in hand.course.steps:
        if step.call.seat == DECK and step.call.verb == "sirve":
            _, after = game.serve(step.before, left)
            assert after is not None, "every card of a match that is dealt here is known"
            left = after
    return left


def _pack(start: Position, shuffle: dict[str, str]) -> Pack:
    pack = games.game_of(start.variant.game).pack(start)
    return fresh_pack(pack, shuffle["seed"], shuffle["nonce"])
