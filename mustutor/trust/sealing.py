"""Sealing a record anew, and taking off all that can be computed again."""

from __future__ import annotations

import secrets
from collections.abc import Iterator

from mustutor.calls import DECK
from mustutor.errors import IllegalCall, ReplayError, VariantError
from mustutor.language import mark
from mustutor.referee.verify import Verdict, verify
from mustutor.replay.failure import Failure
from mustutor.replay.format import Hand, Json, Replay
from mustutor.replay.playback import Played, play_back
from mustutor.replay.rules import rules_of
from mustutor.replay.seal import SALT_BYTES, commitment, with_seals
from mustutor.replay.writer import spelled_out


def resealed(replay: Replay, *, commit: bool = False) -> Replay:
    """The record with checks, ledger, stones and seals as we compute them, calls spelled out.

    What cannot be computed, because cards or calls are missing, stays as the record states it.
    With `commit` every hand dealt is committed to as well, with a new salt. Signatures of
    another seal are left out. Raises ReplayError where the record does not verify.
    """
    verdict = verify(replay)
    if not verdict.ok:
        raise refused(verdict)
    assert verdict.variant is not None
    spelled = spelled_out(replay)
    hands = list(spelled.hands)
    for played in play_back(spelled, verdict.variant, checks=False):
        hands[played.number - 1] = _stated(played)
    if commit:
        hands = [_committed(hand) for hand in hands]
    sealed = with_seals(spelled._replace(hands=tuple(hands)))
    return sealed if sealed.seal == replay.seal else sealed._replace(signatures=None)


class Unverified(ReplayError):
    """A record that does not verify is neither sealed nor signed; `failure` says why."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(
            mark("It does not verify ({verdict} at {place}): {why}"),
            verdict=failure.verdict,
            place=failure.place,
            why=failure.fault.said(),
        )
        self.failure = failure


def refused(verdict: Verdict) -> Unverified:
    """Why a record that does not verify is neither sealed nor signed."""
    assert verdict.failure is not None
    return Unverified(verdict.failure)


def stripped(replay: Replay) -> Replay:
    """The record without checks, seals and signatures, and without ledger and stones after.

    Of a hand that cannot be settled from its calls and cards, ledger and stones are all that
    tells how it ended: there they stay.
    """
    settled = set(_settled(replay))
    hands = []
    for number, hand in enumerate(replay.hands, 1):
        rounds = tuple([round_._replace(checks=None) for round_ in hand.rounds])
        left = hand._replace(rounds=rounds, seal=None)
        hands.append(left._replace(ledger=None, after=None) if number in settled else left)
    return replay._replace(hands=tuple(hands), seal=None, signatures=None)


def _settled(replay: Replay) -> Iterator[int]:
    try:
        variant, _ = rules_of(replay)
        for played in play_back(replay, variant, checks=False):
            if played.settled:
                yield played.number
    except (IllegalCall, VariantError):
        return


def _stated(played: Played) -> Hand:
    """The hand with what we compute of it."""
    checks = iter([step.after.check() for step in played.steps if step.call.seat != DECK])
    rounds = []
    for round_ in played.hand.rounds:
        # After a call nobody remembers there are fewer steps than calls, and then none.
        told = tuple([check for _, check in zip(round_.calls, checks, strict=False)])
        rounds.append(round_._replace(checks=told or None))
    hand = played.hand._replace(rounds=tuple(rounds))
    if not played.settled:
        return hand
    after = played.end.in_front() if played.end.lance == "end" else None
    return hand._replace(ledger=tuple([e.as_json() for e in played.end.ledger]), after=after)


def _committed(hand: Hand) -> Hand:
    """The hand with a commitment, and its salt, for each seat whose cards are told."""
    if hand.deal is None or not hand.cards:
        return hand
    deal: Json = dict(hand.deal)
    commit, salts = dict(deal.get("commit", {})), dict(deal.get("salts", {}))
    for seat, cards in hand.cards.items():
        if seat not in commit:
            salts[seat] = secrets.token_hex(SALT_BYTES)
            commit[seat] = commitment(salts[seat], cards)
    return hand._replace(deal={**deal, "commit": commit, "salts": salts})
