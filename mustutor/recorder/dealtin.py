"""A hand dealt by a commitment, taken down as it is played."""

from __future__ import annotations

from dataclasses import replace

from mustutor.errors import ReplayError
from mustutor.language import mark
from mustutor.recorder.recorder import Recorder
from mustutor.recorder.retelling import taken_up
from mustutor.replay.format import Replay
from mustutor.trust.redaction import TABLE, redacted


def dealt_in(recorder: Recorder, dealt: Replay) -> Recorder:
    """Begin the next hand with a deal: its commitments and words, and never its seed or cards.

    Raises ReplayError where the deal is none, or is for another table; Unplayable where the hand
    before is not over.
    """
    table = redacted(dealt, TABLE)
    hand = table.hands[0] if len(table.hands) == 1 else None
    if hand is None or hand.rounds or not (hand.deal or {}).get("shuffle", {}).get("table_seed"):
        raise ReplayError(
            mark(
                "It holds no hand that is dealt and not yet played: "
                "mustutor replay deal writes one."
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
