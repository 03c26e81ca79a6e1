"""Sealing a record anew, taking off all that can be computed again, and what seals tell."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence

from mustutor.calls import DECK, HIDDEN, grammar_of
from mustutor.errors import IllegalCall, NotationError, ReplayError, VariantError
from mustutor.language import Language, mark
from mustutor.referee.verify import Verdict, verify
from mustutor.replay.failure import Failure, Missing
from mustutor.replay.format import Hand, Json, Replay, Round
from mustutor.replay.playback import Played, play_back
from mustutor.replay.rules import rules_of
from mustutor.replay.seal import SALT_BYTES, commitment, seals_of, with_seals
from mustutor.replay.writer import spelled_out
from mustutor.shuffle import JOINED
from mustutor.trust.signature import holding

MOST_NAMED = 12
"""Of more hands than these, the first are named and the rest counted."""

PLAYED = frozenset(("diverges", "illegal", "misdealt", "unreadable", "unsettled"))
"""Verdicts on the play itself: there the seals tell whether the file was edited."""

BLIND = frozenset(("diverges", "unreadable"))
BETTING_ALONE = frozenset(("grande", "chica", "punto"))
"""Lances nobody declares for: a call there is legal or not without a look at the cards."""


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


# --- in words ------------------------------------------------------------------------------


def seals_in_words(replay: Replay, verdict: Verdict, tongue: Language) -> Iterator[str]:
    """Say what seals, deals and signatures prove of a record, and what they do not."""
    seals, failure = seals_of(replay), verdict.failure
    if failure is not None and failure.verdict in PLAYED and verdict.seals:
        hand = failure.place.partition(".")[0]
        if verdict.seals == "hold":
            if hand != "claims" and seals.how_many == "all":
                yield _unaltered(replay, failure, tongue)
        elif verdict.seals == "match":
            yield tongue.say("The seal of the file differs too: it was changed after sealing.")
        elif verdict.seals == hand:
            yield tongue.say(
                "The seal of hand {hand} differs too: it was changed there after sealing.",
                hand=hand,
            )
        else:
            yield tongue.say(
                "The seal of hand {hand} differs, too: that hand was changed after sealing.",
                hand=verdict.seals,
            )
    if seals.how_many == "some":
        yield tongue.say(
            "Not everything is sealed, and what is not may have been changed by anybody: {parts}.",
            parts=_parts(seals.absent, tongue),
        )
    if seals.older and any("table_seed" in _shuffle(hand) for hand in replay.hands):
        yield tongue.say(
            "Seals of the older kind do not cover the words of the table: {parts}.",
            parts=_parts(seals.older, tongue),
        )
    yield from deals_in_words(replay, tongue)
    yield from _uncovered(replay, tongue)
    if replay.signatures and verdict.seals == "hold":
        for one in holding(replay):
            by, key = str(one["by"]), str(one["key"])
            if by == key:
                yield tongue.say("Signed with the key {key}.", key=key)
            else:
                yield tongue.say("Signed by {by}, with the key {key}.", by=by, key=key)


def _parts(parts: Sequence[str], tongue: Language) -> str:
    """Name parts of a record: hands that follow one another together, of very many the first."""
    runs: list[list[int]] = []
    for number in map(int, filter(str.isdecimal, parts)):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    named = [
        tongue.say("hand {hand}", hand=run[0])
        if len(run) == 1
        else tongue.say("hands {first} to {last}", first=run[0], last=run[-1])
        for run in runs[:MOST_NAMED]
    ]
    if len(runs) > MOST_NAMED:
        left = sum(map(len, runs[MOST_NAMED:]))
        named.append(tongue.count("{number} hand more", "{number} hands more", left))
    if "match" in parts:
        named.append(tongue.say("the file"))
    return tongue.listed(named)


def _uncovered(replay: Replay, tongue: Language) -> Iterator[str]:
    """Say which cards nothing covers, of a record that somebody signed or committed to.

    Seals leave all cards out, so that copies keep them. Commitments cover the cards dealt; a seed
    that is told, those served as well.
    """
    signed = bool(replay.signatures)
    dealt, served, thrown = [], [], []
    for number, hand in enumerate(replay.hands, 1):
        committed = (hand.deal or {}).get("commit", {})
        if not signed and not committed:
            continue
        by_seed = "seed" in _shuffle(hand) and "commit" in _shuffle(hand)
        if not by_seed and not hand.cards.keys() <= committed.keys():
            dealt.append(str(number))
        if not by_seed and any(round_.draws for round_ in hand.rounds):
            served.append(str(number))
        if any(_shows_discards(round_) for round_ in hand.rounds):
            thrown.append(str(number))
    if dealt:
        yield tongue.say(
            "No commitment covers the cards dealt in {parts}: they may have been changed.",
            parts=_parts(dealt, tongue),
        )
    if served:
        yield tongue.say(
            "No commitment covers the cards served in {parts}: they may have been changed.",
            parts=_parts(served, tongue),
        )
    if thrown:
        yield tongue.say(
            "Nothing covers which cards were thrown in {parts}, only how many.",
            parts=_parts(thrown, tongue),
        )


def _shows_discards(round_: Round) -> bool:
    """Whether cards of a discard are told by their faces."""
    grammar = grammar_of(round_.lance)
    for text in round_.calls:
        if "descarto" not in text:
            continue
        try:
            call = grammar.read(text)
        except NotationError:
            continue
        if call.verb == "descarto" and any(card != HIDDEN for card in call.cards):
            return True
    return False


def _shuffle(hand: Hand) -> Json:
    found: Json = (hand.deal or {}).get("shuffle", {})
    return found


def deals_in_words(replay: Replay, tongue: Language) -> Iterator[str]:
    """Say of every committed deal with which words and nonce it was made, and what is not bound.

    Of deals without words, one sentence for all; of very many with words, the first.
    """
    wordless: list[str] = []
    told = 0
    for number, hand in enumerate(replay.hands, 1):
        shuffle = _shuffle(hand)
        if "commit" not in shuffle:
            continue
        if "table_seed" not in shuffle:
            wordless.append(str(number))
            continue
        told += 1
        if told > MOST_NAMED:
            continue
        evidence = {
            "hand": number,
            "words": shuffle["table_seed"],
            "nonce": shuffle.get("nonce", ""),
        }
        yield tongue.say(
            "Hand {hand} was dealt with the words {words!r} of the table and the nonce {nonce!r}: "
            "whoever spoke them knows whether they are his.",
            **evidence,
        )
        if shuffle["algorithm"] == JOINED:
            yield tongue.say(
                "Its shuffle is of the first version: the commitment binds the seed alone, so "
                "words and nonce could be chosen after it."
            )
    if told > MOST_NAMED:
        yield tongue.count(
            "{number} more hand was dealt so.",
            "{number} more hands were dealt so.",
            told - MOST_NAMED,
        )
    if wordless and len(wordless) == len(replay.hands):
        yield tongue.say("The table added no words to the shuffle: whoever dealt chose the seed.")
    elif wordless:
        yield tongue.say(
            "The table added no words to the shuffle of {parts}: whoever dealt chose the seed.",
            parts=_parts(wordless, tongue),
        )


def _unaltered(replay: Replay, failure: Failure, tongue: Language) -> str:
    """Say where else to look when the seals hold; cards they leave out, for redacted copies."""
    number, _, rest = failure.place.partition(".")
    hand = replay.hands[int(number) - 1] if number.isdecimal() else None
    # A bet is illegal, and a check differs, whatever the cards.
    blind = failure.verdict in BLIND or rest.partition(".")[0] in BETTING_ALONE
    if hand is None or not hand.cards or blind:
        return tongue.say(
            "The seals hold, so nothing was changed after sealing: the recorder's engine "
            "or rules differ from ours, or it was sealed wrong."
        )
    return tongue.say(
        "The seals hold, so no call was changed after sealing; but cards are outside them. These "
        "were told or changed since, or the recorder's engine or rules differ from ours."
    )


def unjudged_signature(gap: Missing, tongue: Language) -> str:
    """Say why a signature could not be judged."""
    number = gap.place.rpartition(".")[2]
    if gap.what == "signature":
        return tongue.say(
            "Signature {number} is not judged: pip install 'mustutor[sign]' brings what it takes.",
            number=number,
        )
    return tongue.say("This program does not know the kind of signature {number}.", number=number)
