"""Sealing a record, stripping it, and finding the parts that no proof covers.

A seal covers no cards, so that copies keep it, and reaches back only as far as earlier hands are
sealed. A commitment covers the cards dealt to its seat; a revealed seed that was committed to also
covers the cards served. Nothing covers which cards were discarded, only how many.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mustutor.base.errors import IllegalCall, ReplayError, VariantError
from mustutor.base.json_text import Json
from mustutor.base.language import mark
from mustutor.games.failure import Failure
from mustutor.games.player import Round
from mustutor.model.calls import DECK, HIDDEN
from mustutor.model.shuffle import ALGORITHMS, JOINED
from mustutor.referee.verify import Verdict, verify
from mustutor.replay.format import Hand, Replay, rules_of
from mustutor.replay.playback import Played, play_back
from mustutor.replay.seals import SALT_BYTES, commitment, discard_in, seals_of, with_seals
from mustutor.replay.writer import with_calls_in_full


def resealed(replay: Replay, *, commit: bool = False) -> Replay:
    """The record with checks, ledger, stones and seals recomputed, and calls spelled in full.

    Fields that cannot be computed, because cards or calls are missing, stay as recorded. With
    `commit` every recorded deal also gets a commitment with a new salt. Signatures of other seals
    are removed. Raises ReplayError if the record does not verify.
    """
    verdict = verify(replay)
    if not verdict.ok:
        raise refused(verdict)
    assert verdict.variant is not None
    spelled = with_calls_in_full(replay)
    hands = list(spelled.hands)
    for played in play_back(spelled, verdict.variant, checks=False):
        hands[played.number - 1] = _with_computed_fields(played)
    if commit:
        hands = [_with_commitments(hand) for hand in hands]
    sealed = with_seals(spelled._replace(hands=tuple(hands)))
    return sealed if sealed.seal == replay.seal else sealed._replace(signatures=None)


class Unverified(ReplayError):
    """Raised for a record that does not verify, and so is not sealed or signed; see `failure`."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(
            mark("It does not verify ({verdict} at {place}): {why}"),
            verdict=failure.verdict,
            place=failure.place,
            why=failure.fault.said(),
        )
        self.failure = failure


def refused(verdict: Verdict) -> Unverified:
    """The refusal to seal or sign a record that does not verify."""
    assert verdict.failure is not None
    return Unverified(verdict.failure)


def stripped(replay: Replay) -> Replay:
    """The record without checks, seals, signatures, ledger and final stones.

    If a hand cannot be settled from its calls and cards, its ledger and stones stay: they alone
    tell how it ended.
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


def _with_computed_fields(played: Played) -> Hand:
    """The hand with the fields we compute."""
    checks = iter([step.after.check() for step in played.steps if step.call.seat != DECK])
    rounds = []
    for round_ in played.hand.rounds:
        # After a forgotten call there are no steps, so those calls have no checks.
        told = tuple([check for _, check in zip(round_.calls, checks, strict=False)])
        rounds.append(round_._replace(checks=told or None))
    hand = played.hand._replace(rounds=tuple(rounds))
    if not played.settled:
        return hand
    after = played.end.in_front() if played.end.lance == "end" else None
    return hand._replace(ledger=tuple([e.as_json() for e in played.end.ledger]), after=after)


def _with_commitments(hand: Hand) -> Hand:
    """The hand with a commitment and its salt for each seat with known cards."""
    if hand.deal is None or not hand.cards:
        return hand
    from secrets import token_hex  # what verifies makes none

    deal: Json = dict(hand.deal)
    commit, salts = dict(deal.get("commit", {})), dict(deal.get("salts", {}))
    for seat, cards in hand.cards.items():
        if seat not in commit:
            salts[seat] = token_hex(SALT_BYTES)
            commit[seat] = commitment(salts[seat], cards)
    return hand._replace(deal={**deal, "commit": commit, "salts": salts})


LATIN = "\u0100"
"""Below it stand the letters of our languages, and no two that look the same."""
SEED = "0" * 32
"""A seed of 128 bits in hexadecimal: nobody finds it by trying."""


class DealMade(NamedTuple):
    """How a program dealt a hand: what the people at the table compare.

    `words` are those of the table, `commit` the commitment published before them; either may be
    empty, and then nobody could check the deal. A `short` seed could be found from the commitment
    by trying, before the words were spoken.
    """

    hand: int
    words: str
    nonce: str
    commit: str
    algorithm: str
    short: bool

    @property
    def spelled(self) -> str:
        """The words character by character, if other words could look the same; else empty."""
        text = self.words
        if text == " ".join(text.split()) and all(sign < LATIN for sign in text):
            return ""
        return ascii(text)[1:-1].replace(" ", r"\x20")

    @property
    def joined(self) -> bool:
        """Whether it is of the first version, which binds only the seed."""
        return self.algorithm == JOINED

    def as_json(self) -> Json:
        """The deal as JSON; missing fields are left out."""
        names = ("hand", "words", "nonce", "commit", "algorithm")
        return {name: thing for name in names if (thing := getattr(self, name)) != ""}


class UnsealedParts(NamedTuple):
    """Parts of a record that may have been changed, by hand numbers; ``match`` is the file.

    `sealed` are unsealed though others are sealed; `chained` are sealed, but no signed seal reaches
    back to them; for `dealt`, `served` and `thrown` nothing covers the cards.
    """

    sealed: tuple[str, ...] = ()
    chained: tuple[str, ...] = ()
    dealt: tuple[str, ...] = ()
    served: tuple[str, ...] = ()
    thrown: tuple[str, ...] = ()

    def as_json(self) -> Json:
        """The uncovered parts as JSON; empty fields are left out."""
        return {name: list(parts) for name, parts in self._asdict().items() if parts}


def deals_of(replay: Replay) -> Iterator[DealMade]:
    """How each hand dealt by a program was dealt, if it records anything of it."""
    for number, hand in enumerate(replay.hands, 1):
        shuffle = hand.shuffle
        if "seed" in shuffle or "commit" in shuffle:
            words, nonce = shuffle.get("table_seed", ""), shuffle.get("nonce", "")
            short = len(shuffle.get("seed", SEED)) < len(SEED)
            commit = shuffle.get("commit", "")
            yield DealMade(number, words, nonce, commit, shuffle["algorithm"], short)


def uncovered(replay: Replay) -> UnsealedParts:
    """The uncovered parts of a record that is partly sealed, signed or committed to."""
    seals = seals_of(replay)
    absent = seals.absent if seals.how_many == "some" else ()
    chained: tuple[str, ...] = ()
    if replay.signatures and (open_hands := [int(part) for part in absent if part != "match"]):
        chained = tuple([part for part in seals.there if part != "match"])
        chained = tuple([part for part in chained if int(part) < max(open_hands)])
    if not replay.signatures and not any(map(_is_committed, replay.hands)):
        return UnsealedParts(absent, chained)
    cards: dict[str, list[str]] = {"dealt": [], "served": [], "thrown": []}
    for number, hand in enumerate(replay.hands, 1):
        for name in _uncovered_cards(hand):
            cards[name].append(str(number))
    return UnsealedParts(absent, chained, *map(tuple, cards.values()))


def _is_committed(hand: Hand) -> bool:
    return "commit" in (hand.deal or {}) or "commit" in hand.shuffle


def _uncovered_cards(hand: Hand) -> Iterator[str]:
    deal, shuffle = hand.deal or {}, hand.shuffle
    by_seed = {"seed", "commit"} <= shuffle.keys() and shuffle["algorithm"] in ALGORITHMS
    if not by_seed and not hand.cards.keys() <= deal.get("commit", {}).keys():
        yield "dealt"
    # Hands after unseen discards do not follow from a seed.
    if "held" in deal or (not by_seed and any(round_.draws for round_ in hand.rounds)):
        yield "served"
    if any(map(_shows_discards, hand.rounds)):
        yield "thrown"


def _shows_discards(round_: Round) -> bool:
    """Whether the faces of any discard are recorded."""
    for text in round_.calls:
        call = discard_in(text, round_.lance) if "descarto" in text else None
        if call is not None and any(card != HIDDEN for card in call.cards):
            return True
    return False
