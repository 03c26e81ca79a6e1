"""Every hand of a match judged for itself, from what the record states before it.

A fault in one hand says nothing of the others: each begins with the stones that the record gives
after the hand before, so that all of them can be looked at, and every fault is found at once.
"""

from __future__ import annotations

from collections.abc import Iterator

from mustutor import games
from mustutor.errors import IllegalCall, VariantError
from mustutor.position import Position
from mustutor.referee.verify import fault_of_hand
from mustutor.replay.failure import Failure, fault_of
from mustutor.replay.format import Hand, Replay
from mustutor.replay.playback import Played, as_stated, play_hand, wrong_mano
from mustutor.replay.rules import rules_of
from mustutor.tuples import NamedTuple
from mustutor.variant import Variant


class HandVerdict(NamedTuple):
    """What is found about one hand; `played` is nothing where it could not be begun.

    `stated` says that it begins with stones the record states, and not with those recomputed.
    """

    number: int
    played: Played | None
    failure: Failure | None
    stated: bool = False

    @property
    def verdict(self) -> str:
        """The verdict in a word, as `verify` has it."""
        if self.failure is not None:
            return self.failure.verdict
        return "ok" if self.played is not None else "unjudged"

    @property
    def complete(self) -> bool:
        """Whether everything of the hand could be judged."""
        return self.failure is None and self.played is not None and self.played.complete


def each_hand(replay: Replay, variant: Variant | None = None) -> Iterator[HandVerdict]:
    """Judge every hand of a match, whatever is wrong with the others."""
    if variant is None:
        try:
            variant, other = rules_of(replay)
        except VariantError as problem:
            yield HandVerdict(1, None, Failure("other_rules", "variant", fault_of(problem)))
            return
        if other is not None and "rules" not in replay.variant:
            yield HandVerdict(1, None, other)
            return
    last: Position | None = None
    known = sound = True
    stated = False
    for number, hand in enumerate(replay.hands, 1):
        found = HandVerdict(number, None, None)
        try:
            start = _start(replay, variant, last, hand, sound=sound) if known else None
        except IllegalCall as refusal:
            found = found._replace(failure=Failure("illegal", str(number), refusal.fault))
            start = None
        if start is not None:
            played = play_hand(start, hand, number)
            found = HandVerdict(number, played, fault_of_hand(played), stated)
            end, stated = _end_stated(played), not _as_stated(played)
            last, known = end if end is not None else played.start, end is not None
        else:
            known = stated = hand.after is not None and last is not None
            last = _of_hand(last, hand, number) if last is not None else None
        yield found
        sound = found.failure is None and start is not None


def _start(
    replay: Replay, variant: Variant, last: Position | None, hand: Hand, *, sound: bool
) -> Position:
    """The position a hand begins from; `sound` says that nothing was wrong with the one before."""
    if last is None:
        return games.start(
            variant, seats=replay.seats, mano=hand.mano, stones=replay.start, games=replay.games
        )
    manos = games.next_manos(last)
    if sound and manos and hand.mano in last.table.seats and hand.mano not in manos:
        raise IllegalCall(wrong_mano(variant, hand, manos))
    return games.game_of(variant.game).next_hand(last, hand.mano, None)


def _as_stated(played: Played) -> bool:
    """Whether the stones after a hand are ours, and no others are stated."""
    stated = played.hand.after
    return played.settled and (stated is None or stated == played.end.in_front())


def _end_stated(played: Played) -> Position | None:
    """The end of a hand with the stones the record states after it; ours where it states none."""
    if _as_stated(played):
        return played.end
    if played.hand.after is None:
        return played.end if played.settled else None
    # What we have of it may be won already, and not so what is stated.
    base = played.start if played.end.winner or played.end.loser else played.end
    return _of_hand(base, played.hand, played.number)


def _of_hand(base: Position, hand: Hand, number: int) -> Position:
    """The match taken up with what a hand states at its end; as it was where it states nothing."""
    base = base._replace(table=base.table._replace(hand=number))
    return as_stated(base, hand) or base
