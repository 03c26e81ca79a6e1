"""Compare what a record states with the recomputation: the first fault, its place, its rule.

Order: variant → commitments and shuffle → every call (read, legal, apply, check) → ledger →
after → seal → claims → signatures. Three signals are independent: checks say whether this
engine plays the calls as the recorder did, seals whether the file was altered, commitments
whether these are the cards that were dealt. So the seals are looked at whatever else is wrong:
bad checks and seals that hold mean that the engines or the rules differ, both bad at one hand
that it was edited.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from mustutor.errors import NO_RECORD, Fault, IllegalCall, VariantError, expect, no_such_seat
from mustutor.games import cited
from mustutor.language import language, mark
from mustutor.referee.alone import wrong_alone
from mustutor.referee.claims import Judgement, judge, unread
from mustutor.referee.fields import unjudged_fields, wrong_field
from mustutor.referee.gaps import after_a_gap, begun_otherwise, stones_unknown, without_stones
from mustutor.referee.possible import Work
from mustutor.referee.statements import (
    stated_facts,
    stones_differ,
    unjudged_facts,
    unreadable_facts,
    wrongly_stated,
)
from mustutor.replay.failure import Failure, Missing, fault_of
from mustutor.replay.format import Replay
from mustutor.replay.place import Place
from mustutor.replay.playback import Played, play_back
from mustutor.replay.rules import rules_of
from mustutor.replay.seal import seal_of_hand, seal_of_match, version_of
from mustutor.trust.commitment import misdealt, unjudged
from mustutor.tuples import NamedTuple
from mustutor.variant import Variant, load_variant


class Verdict(NamedTuple):
    """What verification found about a match.

    `verdict` is ``ok`` or one of ``unreadable illegal diverges unsettled misdealt altered
    other_rules``; `failure` the first fault with its place; `hands` the hands played back, the
    good prefix before a fault; `missing` what could not be judged. `seals` is ``hold``, the
    place of the first that differs (a hand, or ``match``), or nothing where there are none.
    """

    verdict: str
    complete: bool
    failure: Failure | None
    hands: tuple[Played, ...]
    missing: tuple[Missing, ...]
    judgements: tuple[Judgement, ...] = ()
    variant: Variant | None = None
    seals: str = ""

    def __repr__(self) -> str:
        place = f" at {self.failure.place}" if self.failure else ""
        whole = ", complete" if self.complete else ""
        return f"<Verdict {self.verdict}{place}{whole}, hands: {len(self.hands)}>"

    def _repr_html_(self) -> str:
        """The first fault with its reason, or what was judged, for a notebook."""
        from mustutor.explanation.notebook import shown, told
        from mustutor.replay.words import failure_page

        tongue = language("en")
        found = [failure_page(self.failure, tongue)] if self.failure else []
        rows = [(gap.place, " ".join((gap.what, *gap.seats))) for gap in self.missing]
        if rows:
            found.append(told(tongue.say("Not everything in it could be judged."), rows))
        return shown(repr(self).strip("<>"), *found)

    @property
    def ok(self) -> bool:
        """Whether all that the file states agrees with the recomputation."""
        return self.verdict == "ok"

    @property
    def after(self) -> dict[str, int]:
        """The stones of each side where the good prefix ends."""
        return self.hands[-1].end.in_front() if self.hands else {}


def verify(replay: Replay, *, variant: Variant | str | None = None) -> Verdict:
    """Verify a match. `variant` overrides the rules the record names.

    The verdict is never an exception: whatever is wrong with the record is in it.
    """
    expect(replay, Replay, NO_RECORD)
    variant = load_variant(variant) if variant is not None else None
    other: Failure | None = None
    if variant is None:
        try:
            variant, other = rules_of(replay)
        except VariantError as problem:
            unknown = Failure("other_rules", "variant", fault_of(problem))
            return Verdict("other_rules", False, unknown, (), ())
        if other is not None and "rules" not in replay.variant:
            return Verdict("other_rules", False, other, (), (), (), variant)
    failure = stranger(replay, variant)
    if failure is not None:
        return Verdict("illegal", False, failure, (), (), (), variant)
    hands: list[Played] = []
    later: list[Played] = []
    missing: list[Missing] = []
    work = Work()
    try:
        for played in play_back(replay, variant, through=True, at_once=True):
            table = played.start.table
            guessed = table.before == "unknown" or (bool(later) and table.hand != played.number)
            if guessed:
                failure = without_stones(replay, played)
            else:
                before = (*hands, *later)[-1:]
                played, failure = _of_a_hand(  # noqa: PLW2901
                    played, work, before, later=bool(later)
                )
                missing += played.missing
            (later if later or guessed else hands).append(played)
            if failure is not None:
                break
            missing += unjudged(played)
    except IllegalCall as refusal:
        failure = Failure("illegal", "1", refusal.fault)
    if not replay.hands:
        missing.append(Missing("match", "hands"))
    missing += stones_unknown(later)
    everything = [*hands, *later]
    stated = list(stated_facts(replay, variant, everything))
    failure = failure or unreadable_facts(replay, variant) or wrongly_stated(stated)
    failure = failure or wrong_field(replay, variant, everything)
    missing += unjudged_facts(replay, variant, everything, stated)
    missing += unjudged_fields(replay, variant, everything)
    altered = _seal_differs(replay)
    judgements: tuple[Judgement, ...] = ()
    if failure is None and altered is None and replay.claims:
        judgements = judge(replay.claims, everything)
        failure = _claim_fails(judgements)
        missing += unread(judgements, replay)
    if replay.signatures and altered is None:
        from mustutor.trust.signature import judged

        forged, unproved = judged(replay)
        failure = failure or forged
        missing += unproved
    failure = failure or altered or other
    complete = failure is None and not missing and not any(played.open for played in hands)
    verdict = failure.verdict if failure is not None else "ok"
    seals = altered.place if altered is not None else "hold" if _is_sealed(replay) else ""
    return Verdict(
        verdict, complete, failure, tuple(hands), tuple(missing), judgements, variant, seals
    )


def stranger(replay: Replay, variant: Variant) -> Failure | None:
    """Look for a player, or for stones, at a seat the table has not."""
    sides = {seat[:1] for seat in replay.seats}
    told = (("start", replay.start, sides), ("games", replay.games, sides))
    for field, by_seat, known in (*told, ("players", replay.about.get("players"), replay.seats)):
        for seat in by_seat or ():
            if seat not in known:
                fault = no_such_seat(seat, replay.seats, cited(variant).seats)
                return Failure("illegal", field, fault)
    return None


def _of_a_hand(
    played: Played, work: Work, before: Sequence[Played], *, later: bool
) -> tuple[Played, Failure | None]:
    """The first fault of a hand, gaps and all, and the hand as it was judged.

    Where the stones it begins with are only stated, a fault is what no beginning excuses.
    """
    failure = _with_gaps(played, work)
    if failure is not None and before and (later or played.start.table.before == "stated"):
        for other in begun_otherwise(before[-1], played, later=later):
            if _with_gaps(other, work) is None:
                return other, None
    return played, failure


def _with_gaps(played: Played, work: Work) -> Failure | None:
    failure = fault_of_hand(played)
    if failure is None and played.forgotten:
        return after_a_gap(played, stones_differ, work)
    if failure is None and not played.complete:
        return wrong_alone(played.hand, played.number, played.start)
    return failure


def fault_of_hand(played: Played) -> Failure | None:
    """The first fault of a hand by itself: its cards, its calls, its ledger, its stones."""
    return _misdealt(played) or played.failure or _breaks_off(played) or stones_differ(played)


def _misdealt(played: Played) -> Failure | None:
    """Compare the cards with what was committed to; a hand that could not start has none."""
    return misdealt(played) if played.start.table.hand == played.number else None


def disagreement(replay: Replay, hands: Iterable[Played]) -> Failure | None:
    """Where a record states other stones than its hands come to, or else a seal that differs."""
    for played in hands:
        if played.failure is None:
            failure = stones_differ(played)
            if failure is not None:
                return failure
    return _seal_differs(replay)


def _is_sealed(replay: Replay) -> bool:
    return replay.seal is not None or any(hand.seal is not None for hand in replay.hands)


def _seal_differs(replay: Replay) -> Failure | None:
    """Look for the first seal that is not of its hand, or of the whole file."""
    before = ""
    for number, hand in enumerate(replay.hands, 1):
        stated = hand.seal
        if stated is not None and seal_of_hand(hand, before, version_of(stated)) != stated:
            return _altered(str(number))
        before = stated or ""
    stated = replay.seal
    if stated is not None and seal_of_match(replay, before, version_of(stated)) != stated:
        return _altered("match")
    return None


def _altered(place: str) -> Failure:
    if place == "match":
        sentence = mark(
            "The seal of the file does not match: something outside the hands was changed."
        )
    else:
        sentence = mark(
            "The seal of hand {hand} does not match: the hand was changed after it was sealed."
        )
    return Failure("altered", place, Fault("", sentence, {"hand": place}))


def _claim_fails(judgements: tuple[Judgement, ...]) -> Failure | None:
    for number, judgement in enumerate(judgements, 1):
        if judgement.holds is False and not _is_of_the_game(judgement):
            sentence = mark(
                "The claim of {by} about {about} is wrong: worked out again, it is {computed}."
            )
            evidence = {
                "by": str(judgement.claim["by"]),
                "about": str(judgement.claim["about"]),
                "computed": spelled(judgement.computed),
            }
            return Failure("unsettled", f"claims.{number}", Fault("", sentence, evidence))
    return None


def _is_of_the_game(judgement: Judgement) -> bool:
    """Whether a claim names for the match, as older records do, who has won the game."""
    winner = judgement.computed.get("won")
    return winner is not None and winner == judgement.claim.get("to")


def spelled(facts: Mapping[str, Any]) -> str:
    """Spell computed facts in a line: ``E 22`` or ``A 5, B 6``.

    >>> spelled({"to": "E", "stones": 22})
    'E 22'
    >>> spelled({"to": "", "games": {"A": 1, "B": 0}})
    'A 1, B 0'
    """
    if "games" in facts and not facts["to"]:
        facts = {"after": facts["games"]}
    if "after" in facts:
        return ", ".join(f"{side} {stones}" for side, stones in facts["after"].items())
    return " ".join(str(thing) for thing in facts.values())


def _breaks_off(played: Played) -> Failure | None:
    """Whether the record tells how a lance ended, but not the calls that ended it."""
    hand = played.hand
    position = played.last
    if position is None or not position.said or not hand.rounds or played.forgotten:
        return None
    lance = position.lance
    if hand.rounds[-1].lance != lance:
        return None
    if hand.after is None and all(movement["lance"] != lance for movement in hand.ledger or ()):
        return None
    fault = Fault(
        cited(position.variant).lances,
        mark("{lance} is not over: {speaker} speaks now, and the record breaks off."),
        {"lance": lance, "speaker": position.speaker},
    )
    *_, (begun, ordinal) = [(at.round, at.ordinal) for at in played.places]
    place = Place(played.number, begun, ordinal, len(hand.rounds[-1].calls) + 1)
    return Failure("illegal", str(place), fault, position)
