"""Sealing a record, stripping it, and finding the parts that no proof covers.

A seal covers no cards, so that copies keep it, and reaches back only as far as earlier hands are
sealed. A commitment covers the cards dealt to its seat; a revealed seed that was committed to also
covers the cards served. Nothing covers which cards were discarded, only how many.

`trust_in_words` says what seals, deals, signatures and embedded rules prove of a record: nothing
is claimed that is not proved, and every proof names what it does not cover.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import NamedTuple

from mustutor.base.errors import IllegalCall, ReplayError, VariantError
from mustutor.base.json_text import Json
from mustutor.base.language import Language, mark
from mustutor.games.failure import Failure, Missing
from mustutor.games.player import Round
from mustutor.model.calls import DECK, HIDDEN
from mustutor.model.cards import ALGORITHMS, JOINED
from mustutor.model.variant import Change, Variant, difference, load_variant
from mustutor.model.variant_file import variant_ids
from mustutor.referee.trust.signature import valid_signatures
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
    with suppress(IllegalCall, VariantError):
        variant, _ = rules_of(replay)
        for played in play_back(replay, variant, checks=False):
            if played.settled:
                yield played.number


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
        else:
            sentence = mark(
                "The seal of hand {hand} does not match either: that hand was changed after it was "
                "sealed."
            )
            if verdict.seals == "match":
                sentence = mark(
                    "The seal of the file does not match either: it was changed after it was "
                    "sealed."
                )
            elif verdict.seals == hand:
                sentence = mark(
                    "The seal of hand {hand} does not match either: it was changed after it was "
                    "sealed."
                )
            yield language.say(sentence, hand=verdict.seals)
    found = uncovered(replay) if found is None else found
    spoken = any("table_seed" in hand.shuffle for hand in replay.hands)
    partly = mark("Not everything is sealed, and anybody may have changed what is not: {parts}.")
    unsigned = mark(
        "Nor does a signature cover {parts}: a seal is missing after them, and what is signed does "
        "not lead back to theirs."
    )
    older = mark("Seals of the older kind do not cover the words of the table: {parts}.")
    told = {partly: found.sealed, unsigned: found.chained, older: seals.older if spoken else ()}
    yield from _of_parts(told, language)
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


def _of_parts(told: Mapping[str, Sequence[str]], language: Language) -> Iterator[str]:
    """Say each sentence that is about some parts of a record."""
    for sentence, parts in told.items():
        if parts:
            yield language.say(sentence, parts=_parts(parts, language))


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
    changed = mark("No commitment covers the cards dealt in {parts}: they may have been changed.")
    served = mark("No commitment covers the cards served in {parts}: they may have been changed.")
    thrown = mark("Nothing covers which cards were thrown in {parts}, but only how many.")
    told = {changed: found.dealt, served: found.served, thrown: found.thrown}
    yield from _of_parts(told, language)
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
    short = mark(
        "The seed of {parts} is so short that it can be found by trying: whoever spoke the words "
        "could know the cards."
    )
    joined = mark(
        "The shuffle of {parts} is of the first version: its commitment binds only the seed, so "
        "the words and the nonce could be chosen after it."
    )
    unbound = mark(
        "Nothing commits to the seed of {parts}: the dealer could choose it after hearing the "
        "words."
    )
    told = {
        short: [str(deal.hand) for deal in deals if deal.short],
        joined: [str(deal.hand) for deal in deals if deal.joined and deal.commit],
        unbound: [str(deal.hand) for deal in deals if not deal.commit],
    }
    yield from _of_parts(told, language)
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
        sentence = mark(
            "It carries its rules with it, named {name}: they are those of our {preset}."
        )
        yield language.say(sentence, name=rules.id, preset=preset)
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
