"""What a record states beside the play and nobody judges yet: it must read, and is named.

The draw for seats, who shuffled and cut, the hands kept after discards nobody saw, and the round
``cuenta``, in which stones are claimed (``A1 cobra pares``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from mustutor.cards import read_card
from mustutor.errors import Fault, NotationError, no_such_seat
from mustutor.games import cited
from mustutor.language import mark
from mustutor.register import part
from mustutor.replay.failure import Failure, Missing, fault_of
from mustutor.replay.format import COUNT, Hand, Json, Replay
from mustutor.variant import Variant

OF_THE_DEAL = ("held", "shuffled", "cut")

_CLAIMED = re.compile(r"([A-H][1-9]?) cobra ([a-z]+)")


def unjudged_facts(replay: Replay) -> Iterator[Missing]:
    """Name what the record states and nobody judges."""
    if "draw" in replay.about:
        yield Missing("match", "draw")
    for number, hand in enumerate(replay.hands, 1):
        for field in OF_THE_DEAL:
            if field in (hand.deal or {}):
                yield Missing(str(number), f"deal.{field}")
        if hand.counting:
            yield Missing(str(number), COUNT)


def unreadable_facts(replay: Replay, variant: Variant) -> Failure | None:
    """The first of these facts that names no seat of the table, no card, or claims nothing."""
    found = _of_seats("draw", replay.about.get("draw", {}), replay, variant)
    for number, hand in enumerate(replay.hands, 1):
        found = found or _of_hand(hand, number, replay, variant)
    return found


def _of_hand(hand: Hand, number: int, replay: Replay, variant: Variant) -> Failure | None:
    deal = hand.deal or {}
    cut = deal.get("cut", {})
    seats = [*deal.get("shuffled", ()), *([cut["by"]] if isinstance(cut, dict) and cut else [])]
    found = _of_seats(str(number), dict.fromkeys(seats, ()), replay, variant)
    found = found or _of_seats(str(number), deal.get("held", {}), replay, variant)
    calls = [call for round_ in hand.counting for call in round_.calls]
    for place, text in enumerate(calls, 1):
        found = found or _of_claim(f"{number}.{COUNT}.{place}", text, replay, variant)
    return found


def _of_seats(place: str, told: Json, replay: Replay, variant: Variant) -> Failure | None:
    """Look at what is told by seat: the seat, and its card or cards."""
    for seat, cards in told.items():
        if seat not in replay.seats:
            fault = no_such_seat(seat, replay.seats, cited(variant).seats)
            return Failure("illegal", place, fault)
        for card in [cards] if isinstance(cards, str) else cards:
            try:
                read_card(card)
            except NotationError as problem:
                return Failure("unreadable", place, fault_of(problem), text=card)
    return None


def _of_claim(place: str, text: str, replay: Replay, variant: Variant) -> Failure | None:
    claimed = _CLAIMED.fullmatch(text)
    if claimed is None or claimed[2] not in part(variant.game, "PHASES").names:
        sentence = mark("{call!r} claims no stones: a claim is as in {example}.")
        fault = Fault("", sentence, {"call": text, "example": f"{replay.seats[0]} cobra pares"})
        return Failure("unreadable", place, fault, text=text)
    return _of_seats(place, {claimed[1]: ()}, replay, variant)
