"""What seals and signatures say of a record, in words."""

from __future__ import annotations

from collections.abc import Iterator

from mustutor.language import Language
from mustutor.referee.verify import Verdict
from mustutor.replay.failure import Failure, Missing
from mustutor.replay.format import Replay
from mustutor.trust.signature import holding

PLAYED = frozenset(("diverges", "illegal", "misdealt", "unreadable", "unsettled"))
"""Verdicts on the play itself: there the seals tell whether the file was edited."""

BLIND = frozenset(("diverges", "unreadable"))
BETTING_ALONE = frozenset(("grande", "chica", "punto"))
"""Lances nobody declares for: a call there is legal or not without a look at the cards."""


def trust_told(replay: Replay, verdict: Verdict, tongue: Language) -> Iterator[str]:
    """Say what the seals add to a fault of the play, and whose signatures hold."""
    failure = verdict.failure
    if failure is not None and failure.verdict in PLAYED and verdict.seals:
        hand = failure.place.partition(".")[0]
        if verdict.seals == "hold":
            if hand != "claims":
                yield _not_altered(replay, failure, tongue)
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
    if replay.signatures and verdict.seals == "hold":
        for one in holding(replay):
            by, key = str(one["by"]), str(one["key"])
            if by == key:
                yield tongue.say("Signed with the key {key}.", key=key)
            else:
                yield tongue.say("Signed by {by}, with the key {key}.", by=by, key=key)


def _not_altered(replay: Replay, failure: Failure, tongue: Language) -> str:
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
