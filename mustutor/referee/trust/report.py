"""What seals, deals, signatures and embedded rules prove of a record, in exact words.

Nothing is claimed that is not proved, and every proof names what it does not cover.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from mustutor.base.language import Language
from mustutor.games.failure import Failure, Missing
from mustutor.model.variant import Change, Variant, difference, load_variant
from mustutor.model.variant_file import variant_ids
from mustutor.referee.trust.sealing import UnsealedParts, deals_of, uncovered
from mustutor.referee.trust.signature import valid_signatures
from mustutor.referee.verify import Verdict
from mustutor.replay.format import Replay
from mustutor.replay.seals import seals_of

MOST_NAMED = 12
"""Of more hands than these, the first are named and the rest counted."""

PLAYED = frozenset(("diverges", "illegal", "misdealt", "unreadable", "unsettled"))
"""Verdicts on the play itself: there the seals tell whether the file was edited."""

BLIND = frozenset(("diverges", "unreadable"))
BETTING_ALONE = frozenset(("grande", "chica", "punto"))
"""Lances nobody declares for: a call there is legal or not without a look at the cards."""


def trust_in_words(
    replay: Replay, verdict: Verdict, language: Language, found: UnsealedParts | None = None
) -> Iterator[str]:
    """Say what seals, deals and signatures prove of a record, and what they do not.

    `found` are the uncovered parts, if the caller has them already.
    """
    seals, failure = seals_of(replay), verdict.failure
    if failure is not None and failure.verdict in PLAYED and verdict.seals:
        hand = failure.place.partition(".")[0]
        if verdict.seals == "hold":
            if hand != "claims" and seals.how_many == "all":
                yield _unaltered(replay, failure, language)
        elif verdict.seals == "match":
            yield language.say(
                "The seal of the file does not match either: it was changed after it was sealed."
            )
        elif verdict.seals == hand:
            yield language.say(
                "The seal of hand {hand} does not match either: it was changed after it was "
                "sealed.",
                hand=hand,
            )
        else:
            yield language.say(
                "The seal of hand {hand} does not match either: that hand was changed after it "
                "was sealed.",
                hand=verdict.seals,
            )
    found = uncovered(replay) if found is None else found
    if found.sealed:
        yield language.say(
            "Not everything is sealed, and anybody may have changed what is not: {parts}.",
            parts=_parts(found.sealed, language),
        )
    if found.chained:
        yield language.say(
            "Nor does a signature cover {parts}: a seal is missing after them, and what is "
            "signed does not lead back to theirs.",
            parts=_parts(found.chained, language),
        )
    if seals.older and any("table_seed" in hand.shuffle for hand in replay.hands):
        yield language.say(
            "Seals of the older kind do not cover the words of the table: {parts}.",
            parts=_parts(seals.older, language),
        )
    yield from rules_in_words(replay, verdict, language)
    yield from deals_in_words(replay, language)
    yield from _uncovered(replay, found, language)
    if replay.signatures and verdict.seals == "hold":
        for one in valid_signatures(replay):
            by, key = str(one["by"]), str(one["key"])
            if by == key:
                yield language.say("Signed with the key {key}.", key=key)
            else:
                yield language.say("Signed by {by}, with the key {key}.", by=by, key=key)


def _parts(parts: Sequence[str], language: Language) -> str:
    """Name parts of a record: consecutive hands together, and of very many only the first."""
    runs: list[list[int]] = []
    for number in map(int, filter(str.isdecimal, parts)):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    named = [
        language.say("hand {hand}", hand=run[0])
        if len(run) == 1
        else language.say("hands {first} to {last}", first=run[0], last=run[-1])
        for run in runs[:MOST_NAMED]
    ]
    if len(runs) > MOST_NAMED:
        left = sum(map(len, runs[MOST_NAMED:]))
        named.append(language.count("{number} more hand", "{number} more hands", left))
    if "match" in parts:
        named.append(language.say("the file"))
    return language.join_list(named)


def _uncovered(replay: Replay, found: UnsealedParts, language: Language) -> Iterator[str]:
    """Say which cards nothing covers, in a record that somebody signed or committed to."""
    if found.dealt:
        yield language.say(
            "No commitment covers the cards dealt in {parts}: they may have been changed.",
            parts=_parts(found.dealt, language),
        )
    if found.served:
        yield language.say(
            "No commitment covers the cards served in {parts}: they may have been changed.",
            parts=_parts(found.served, language),
        )
    if found.thrown:
        yield language.say(
            "Nothing covers which cards were thrown in {parts}, but only how many.",
            parts=_parts(found.thrown, language),
        )
    if replay.signatures and (replay.claims or replay.notes):
        yield language.say(
            "No signature covers claims and notes: anybody may have written or changed them."
        )


def deals_in_words(replay: Replay, language: Language) -> Iterator[str]:
    """Say by which words and nonce each program's deal was made, and what is not bound.

    Deals without words share one sentence; of very many with words, only the first are listed.
    """
    deals = list(deals_of(replay))
    spoken = [deal for deal in deals if deal.words]
    for deal in spoken[:MOST_NAMED]:
        yield language.say(
            "Hand {hand} was dealt with the words “{words}” of the table and the nonce "
            "“{nonce}”: whoever spoke them knows whether they are theirs.",
            **deal._asdict(),
        )
        if deal.spelled:
            yield language.say(
                "Words that look the same may be different. Character by character they are "
                "{words}",
                words=deal.spelled,
            )
        if deal.commit:
            yield language.say(
                "The commitment to its seed is {commit}: anybody who was told a different one "
                "before the words were spoken was deceived.",
                **deal._asdict(),
            )
    if len(spoken) > MOST_NAMED:
        yield language.count(
            "{number} more hand was dealt in this way; --json gives its words.",
            "{number} more hands were dealt in this way; --json gives their words.",
            len(spoken) - MOST_NAMED,
        )
    if short := [str(deal.hand) for deal in deals if deal.short]:
        yield language.say(
            "The seed of {parts} is so short that it can be found by trying: whoever spoke the "
            "words could know the cards.",
            parts=_parts(short, language),
        )
    if joined := [str(deal.hand) for deal in deals if deal.joined and deal.commit]:
        yield language.say(
            "The shuffle of {parts} is of the first version: its commitment binds only the "
            "seed, so the words and the nonce could be chosen after it.",
            parts=_parts(joined, language),
        )
    if unbound := [str(deal.hand) for deal in deals if not deal.commit]:
        yield language.say(
            "Nothing commits to the seed of {parts}: the dealer could choose it after hearing "
            "the words.",
            parts=_parts(unbound, language),
        )
    wordless = [str(deal.hand) for deal in deals if not deal.words]
    if wordless and len(wordless) == len(replay.hands):
        yield language.say("The table added no words to the shuffle, so the dealer chose the seed.")
    elif wordless:
        yield language.say(
            "The table added no words to the shuffle of {parts}, so the dealer chose the seed.",
            parts=_parts(wordless, language),
        )


def _unaltered(replay: Replay, failure: Failure, language: Language) -> str:
    """Say where else to look if the seals hold; redacted copies have cards taken out."""
    number, _, rest = failure.place.partition(".")
    hand = replay.hands[int(number) - 1] if number.isdecimal() else None
    # An illegal bet or a different check does not depend on the cards.
    blind = failure.verdict in BLIND or rest.partition(".")[0] in BETTING_ALONE
    if hand is None or not hand.cards or blind:
        return language.say(
            "The seals hold, so nothing was changed after sealing: the recorder's program or "
            "rules differ from ours, or the record was sealed with this error in it."
        )
    return language.say(
        "The seals hold, so no call was changed after sealing; but they do not cover the "
        "cards. These were given or changed later, or the recorder's program or rules differ "
        "from ours."
    )


def unjudged_signature(gap: Missing, language: Language) -> str:
    """Say why a signature could not be judged."""
    number = gap.place.rpartition(".")[2]
    if gap.what == "signature":
        return language.say(
            "Signature {number} is not judged: pip install 'mustutor[sign]' installs what is "
            "needed.",
            number=number,
        )
    return language.say("This program does not know the kind of signature {number}.", number=number)


# --- the rules it carries --------------------------------------------------------------------


def rules_in_words(replay: Replay, verdict: Verdict, language: Language) -> Iterator[str]:
    """Say that a record carries its rules, and how they differ from the closest preset."""
    rules = verdict.variant
    if rules is None or "rules" not in replay.variant:
        return
    preset, changes = _nearest(rules)
    if not changes:
        yield language.say(
            "It carries its rules with it, named {name}: they are those of our {preset}.",
            name=rules.id,
            preset=preset,
        )
        return
    yield language.count(
        "It carries its own rules, named {name}; they differ from our {preset} in {number} option: "
        "{options}.",
        "It carries its own rules, named {name}; they differ from our {preset} in {number} "
        "options: {options}.",
        len(changes),
        name=rules.id,
        preset=preset,
        options=language.join_list([change.option for change in changes[:MOST_NAMED]]),
    )
    for change in changes[:MOST_NAMED]:
        yield change.said(language)


@lru_cache(maxsize=16)
def _nearest(rules: Variant) -> tuple[str, tuple[Change, ...]]:
    """The preset of this name, or else the one with the fewest differences, with these."""
    presets = [load_variant(name) for name in variant_ids()]
    known = {preset.id: preset for preset in presets if preset.game == rules.game}
    if rules.id in known:
        return rules.id, difference(known[rules.id], rules)
    changes = {name: difference(preset, rules) for name, preset in known.items()}
    nearest = min(changes, key=lambda name: len(changes[name]))
    return nearest, changes[nearest]
