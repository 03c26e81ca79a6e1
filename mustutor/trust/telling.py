"""What seals, deals, signatures and embedded rules prove of a record, said exactly.

Nothing is said to hold that is not there, and of what is there, what it does not cover is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from mustutor.calls import HIDDEN, grammar_of
from mustutor.errors import NotationError
from mustutor.language import Language
from mustutor.referee.verify import Verdict
from mustutor.replay.failure import Failure, Missing
from mustutor.replay.format import Hand, Json, Replay, Round
from mustutor.replay.seal import seals_of
from mustutor.shuffle import JOINED
from mustutor.trust.signature import holding
from mustutor.variant import Change, Variant, difference, load_variant, variant_ids

MOST_NAMED = 12
"""Of more hands than these, the first are named and the rest counted."""

PLAYED = frozenset(("diverges", "illegal", "misdealt", "unreadable", "unsettled"))
"""Verdicts on the play itself: there the seals tell whether the file was edited."""

BLIND = frozenset(("diverges", "unreadable"))
BETTING_ALONE = frozenset(("grande", "chica", "punto"))
"""Lances nobody declares for: a call there is legal or not without a look at the cards."""


def trust_in_words(replay: Replay, verdict: Verdict, tongue: Language) -> Iterator[str]:
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
    yield from rules_in_words(replay, verdict, tongue)
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
            "Hand {hand} was dealt with the words “{words}” of the table and the nonce “{nonce}”: "
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


# --- the rules it carries --------------------------------------------------------------------


def rules_in_words(replay: Replay, verdict: Verdict, tongue: Language) -> Iterator[str]:
    """Say that a record carries its rules, and how they differ from the preset they are like."""
    rules = verdict.variant
    if rules is None or "rules" not in replay.variant:
        return
    preset, changes = _nearest(rules)
    if not changes:
        yield tongue.say(
            "It carries its rules, named {name}: those of our {preset}.",
            name=rules.id,
            preset=preset,
        )
        return
    yield tongue.count(
        "It carries its own rules, named {name}; they differ from our {preset} in {number} option: "
        "{options}.",
        "It carries its own rules, named {name}; they differ from our {preset} in {number} "
        "options: {options}.",
        len(changes),
        name=rules.id,
        preset=preset,
        options=tongue.listed([change.option for change in changes[:MOST_NAMED]]),
    )
    for change in changes[:MOST_NAMED]:
        yield change.said(tongue)


@lru_cache(maxsize=16)
def _nearest(rules: Variant) -> tuple[str, tuple[Change, ...]]:
    """The preset that bears this name, or else the one with fewest differences, and these."""
    presets = [load_variant(name) for name in variant_ids()]
    known = {preset.id: preset for preset in presets if preset.game == rules.game}
    if rules.id in known:
        return rules.id, difference(known[rules.id], rules)
    changes = {name: difference(preset, rules) for name, preset in known.items()}
    nearest = min(changes, key=lambda name: len(changes[name]))
    return nearest, changes[nearest]
