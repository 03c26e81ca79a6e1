"""Compare what a record states with the recomputation: the first fault, its place, its rule.

Order: variant → commitments and shuffle → every call (read, legal, apply, check) → ledger →
after → seal → claims. Three signals are independent: checks say whether this engine plays the
calls as the recorder did, seals whether the file was altered, commitments whether these are the
cards that were dealt.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from mustutor.errors import Fault, IllegalCall, VariantError
from mustutor.games import cited
from mustutor.language import mark
from mustutor.ledger import Entry
from mustutor.position import Position
from mustutor.replay.chance import misdealt, unjudged
from mustutor.replay.claims import Judgement, judge
from mustutor.replay.format import Hand, Json, Replay
from mustutor.replay.playback import Missing, Played, play_back
from mustutor.replay.seal import seal_of_hand, seal_of_match
from mustutor.replay.stopped import Failure, fault_of, spoken
from mustutor.variant import Variant, load_variant, resolve_embedded

STATED = ("lance", "when", "item", "from", "to", "stones")


class Verdict(NamedTuple):
    """What verification found about a match.

    `verdict` is ``ok`` or one of ``unreadable illegal diverges unsettled misdealt altered
    other_rules``; `failure` the first fault with its place; `hands` the hands played back, the
    good prefix before a fault; `missing` what could not be judged.
    """

    verdict: str
    complete: bool
    failure: Failure | None
    hands: tuple[Played, ...]
    missing: tuple[Missing, ...]
    judgements: tuple[Judgement, ...] = ()
    variant: Variant | None = None

    @property
    def ok(self) -> bool:
        """Whether all that the file states agrees with the recomputation."""
        return self.verdict == "ok"

    @property
    def after(self) -> dict[str, int]:
        """The stones of each side where the good prefix ends."""
        return self.hands[-1].end.in_front() if self.hands else {}


def rules_of(replay: Replay) -> tuple[Variant, Failure | None]:
    """The rules a record is played under, and the failure where they are not ours.

    A record that embeds its rules outlives our variants: where the digest is not ours it is
    played under its own. Raises VariantError where there is nothing to go on with.
    """
    stated = replay.variant
    embedded = resolve_embedded(stated["rules"], stated["id"]) if "rules" in stated else None
    try:
        ours = load_named(stated["id"])
    except VariantError:
        if embedded is None:
            raise
        ours = None
    claimed = stated.get("digest")
    if embedded is not None and claimed is not None and embedded.digest != claimed:
        sentence = mark("The digest of the record is not that of the rules it embeds.")
        return embedded, Failure("other_rules", "variant", Fault("", sentence, {}))
    theirs = embedded.digest if embedded is not None else claimed
    if ours is not None and theirs in (None, ours.digest):
        return ours, None
    if ours is None and embedded is not None:
        return embedded, None
    sentence = mark(
        "The record was played under other rules than our {variant}: digest {theirs}, ours {ours}."
    )
    evidence = {
        "variant": stated["id"],
        "theirs": str(theirs)[:12],
        "ours": ours.digest[:12] if ours else "",
    }
    failure = Failure("other_rules", "variant", Fault("", sentence, evidence))
    played = embedded or ours
    assert played is not None
    return played, failure


def load_named(name: str) -> Variant:
    """Load a variant a record names: only an id of ours; a name never becomes a path."""
    if not name.replace("_", "").isalnum() or not name.isascii():
        raise VariantError(mark("{name!r} is not the id of a variant."), name=name)
    return load_variant(name)


def verify(replay: Replay, *, variant: Variant | None = None) -> Verdict:
    """Verify a match. `variant` overrides the rules the record names.

    The verdict is never an exception: whatever is wrong with the record is in it.
    """
    other: Failure | None = None
    if variant is None:
        try:
            variant, other = rules_of(replay)
        except VariantError as problem:
            unknown = Failure("other_rules", "variant", fault_of(problem))
            return Verdict("other_rules", False, unknown, (), ())
        if other is not None and "rules" not in replay.variant:
            return Verdict("other_rules", False, other, (), (), (), variant)
    failure = _stranger(replay, variant)
    if failure is not None:
        return Verdict("illegal", False, failure, (), (), (), variant)
    hands: list[Played] = []
    missing: list[Missing] = []
    last = ""
    altered: Failure | None = None
    try:
        for played in play_back(replay, variant):
            hands.append(played)
            missing += played.missing
            failure = (
                _misdealt(played)
                or played.failure
                or _breaks_off(played)
                or _ledger_differs(played)
                or _after_differs(played)
            )
            if failure is not None:
                break
            missing += unjudged(played)
            altered = altered or _hand_altered(played.number, played.hand, last)
            last = played.hand.seal or ""
    except IllegalCall as refusal:
        failure = Failure("illegal", "1", refusal.fault)
    if failure is None and len(hands) < len(replay.hands):
        missing.append(Missing(str(len(hands) + 1), "stones"))
        for number, hand in enumerate(replay.hands[len(hands) :], len(hands) + 1):
            altered = altered or _hand_altered(number, hand, last)
            last = hand.seal or ""
    unaltered = failure is None and altered is None
    if unaltered and replay.seal is not None and seal_of_match(replay, last) != replay.seal:
        altered = _altered("match")
    judgements: tuple[Judgement, ...] = ()
    if failure is None and altered is None and replay.claims:
        judgements = judge(replay.claims, hands)
        failure = _claim_fails(judgements)
    failure = failure or altered or other
    complete = failure is None and not missing and not any(played.open for played in hands)
    verdict = failure.verdict if failure is not None else "ok"
    return Verdict(verdict, complete, failure, tuple(hands), tuple(missing), judgements, variant)


def _stranger(replay: Replay, variant: Variant) -> Failure | None:
    """Look for a player, or for stones, at a seat the table has not."""
    sides = {seat[:1] for seat in replay.seats}
    told = (("start", replay.start, sides), ("games", replay.games, sides))
    for field, by_seat, known in (*told, ("players", replay.about.get("players"), replay.seats)):
        for seat in by_seat or ():
            if seat not in known:
                evidence: dict[str, object] = {"seat": seat, "seats": " ".join(replay.seats)}
                sentence = mark("There is no seat {seat} at this table: here sit {seats}.")
                fault = Fault(cited(variant).seats, sentence, evidence)
                return Failure("illegal", field, fault)
    return None


def _misdealt(played: Played) -> Failure | None:
    """Compare the cards with what was committed to; a hand that could not start has none."""
    return misdealt(played) if played.start.table.hand == played.number else None


def _hand_altered(number: int, hand: Hand, before: str) -> Failure | None:
    if hand.seal is None or seal_of_hand(hand, before) == hand.seal:
        return None
    return _altered(str(number))


def _altered(place: str) -> Failure:
    if place == "match":
        sentence = mark("The seal of the file differs: something outside the hands was changed.")
    else:
        sentence = mark("The seal of hand {hand} differs: the hand was changed after sealing.")
    return Failure("altered", place, Fault("", sentence, {"hand": place}))


def _claim_fails(judgements: tuple[Judgement, ...]) -> Failure | None:
    for number, judgement in enumerate(judgements, 1):
        if judgement.holds is False:
            sentence = mark("The claim of {by} about {about} does not hold: computed {computed}.")
            evidence = {
                "by": str(judgement.claim["by"]),
                "about": str(judgement.claim["about"]),
                "computed": spelled(judgement.computed),
            }
            return Failure("unsettled", f"claims.{number}", Fault("", sentence, evidence))
    return None


def spelled(facts: Mapping[str, Any]) -> str:
    """Spell computed facts in a line: ``E 22`` or ``A 5, B 6``.

    >>> spelled({"to": "E", "stones": 22})
    'E 22'
    """
    if "after" in facts:
        return ", ".join(f"{side} {stones}" for side, stones in facts["after"].items())
    return " ".join(str(thing) for thing in facts.values())


def _breaks_off(played: Played) -> Failure | None:
    """Whether the record tells how a lance ended, but not the calls that ended it."""
    hand = played.hand
    if not played.steps or not hand.rounds or played.forgotten:
        return None
    position = played.steps[-1].after
    lance = position.lance
    if not position.said or hand.rounds[-1].lance != lance:
        return None
    if hand.after is None and all(movement["lance"] != lance for movement in hand.ledger or ()):
        return None
    fault = Fault(
        cited(position.variant).lances,
        mark("{lance} is not over: {speaker} speaks now, and the record breaks off."),
        {"lance": lance, "speaker": position.speaker},
    )
    place = f"{played.number}.{lance}.{spoken(position) + 1}"
    return Failure("illegal", place, fault, position)


# --- ledger and after --------------------------------------------------------------------


def _ledger_differs(played: Played) -> Failure | None:
    """Compare the recorded movements with ours, item by item, as far as both can tell."""
    recorded = played.hand.ledger
    if recorded is None:
        return None
    computed = played.end.ledger
    closed: set[str] | None = None
    if played.missing:
        if played.forgotten:
            return None
        closed = {outcome.lance for outcome in played.end.closed}
    number = 0
    for place, movement in enumerate(recorded, 1):
        if closed is not None and movement["lance"] not in closed:
            continue
        if number == len(computed):
            if played.open:
                return None
            return _unsettled(played, place, movement, None)
        entry = computed[number]
        number += 1
        if not _agrees(movement, entry):
            return _unsettled(played, place, movement, entry)
    if number < len(computed):
        if closed is not None and _before_the_showdown(recorded, computed[number]):
            return None
        return _unsettled(played, len(recorded) + 1, None, computed[number])
    return None


def _before_the_showdown(recorded: tuple[Json, ...], first_missing: Entry) -> bool:
    """Whether a record that stops early stops before the cards were shown."""
    stated = {movement["when"] for movement in recorded}
    return first_missing.when == "showdown" and "showdown" not in stated


def _agrees(movement: Json, entry: Entry) -> bool:
    return (
        movement["stones"] == entry.stones
        and movement["to"] == entry.dst
        and movement["from"] == entry.src
        and movement["item"] == entry.item
        and movement["lance"] == entry.lance
        and movement["when"] == entry.when
        and movement.get("rule", entry.rule) == entry.rule
        and bool(movement.get("wins_game")) == entry.wins_game
    )


def _unsettled(played: Played, place: int, movement: Json | None, entry: Entry | None) -> Failure:
    if movement is None:
        sentence = mark("The ledger ends too early; we have: {computed}.")
    elif entry is None:
        sentence = mark("The ledger has one movement too many: {recorded}.")
    else:
        sentence = mark("The ledger has {recorded}; we have {computed}.")
    evidence = {
        "recorded": _movement(movement) if movement else "",
        "computed": _movement(entry.as_json()) if entry else "",
    }
    rule = entry.rule if entry else ""
    return Failure(
        "unsettled", f"{played.number}.ledger.{place}", Fault(rule, sentence, evidence), played.end
    )


def _movement(movement: Json) -> str:
    """Spell a movement: ``grande pot pot:grande > E 22 (ENC-SET-11)``."""
    said = "{lance} {when} {item} {from} > {to} {stones}".format(**movement)
    return f"{said} ({movement['rule']})" if movement.get("rule") else said


def _after_differs(played: Played) -> Failure | None:
    after = played.hand.after
    if after is None:
        return None
    ours = _after(played)
    if ours is None:
        return None
    for side in sorted({*ours, *after}):
        if after.get(side, 0) != ours.get(side, 0):
            sentence = mark("After the hand {side} is written with {recorded}; we have {computed}.")
            evidence = {
                "side": side,
                "recorded": after.get(side, 0),
                "computed": ours.get(side, 0),
            }
            return Failure(
                "unsettled", f"{played.number}.after", Fault("", sentence, evidence), played.end
            )
    return None


def _after(played: Played) -> dict[str, int] | None:
    """The stones after the hand: ours, or the start and the recorded ledger where it has gaps."""
    position: Position = played.end
    if not played.missing and not played.open:
        return position.in_front()
    if played.hand.ledger is None:
        return None
    stones = played.start.in_front()
    for movement in played.hand.ledger:
        for side, sign in ((movement["from"], -1), (movement["to"], 1)):
            if side in stones:
                stones[side] += sign * movement["stones"]
    return stones
