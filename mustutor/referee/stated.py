"""What a record states of its stones, its ledger and what is in front, beside our own."""

from __future__ import annotations

from typing import cast

from mustutor.errors import Fault
from mustutor.language import Language, language, mark
from mustutor.ledger import Entry
from mustutor.position import Position
from mustutor.replay.failure import Failure
from mustutor.replay.format import Json
from mustutor.replay.playback import Played


def ledger_differs(played: Played) -> Failure | None:
    """Compare the recorded movements with ours, item by item, as far as both can tell."""
    recorded = played.hand.ledger
    if recorded is None:
        return None
    computed = played.end.ledger
    closed: set[str] | None = None
    if played.missing:
        if played.forgotten:
            return None
        closed = set(played.end.state.over)
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
    lance, when, item, src, dst, stones, rule, _ = entry
    return (
        movement["stones"] == stones
        and movement["to"] == dst
        and movement["from"] == src
        and movement["item"] == item
        and movement["lance"] == lance
        and movement["when"] == when
        and movement.get("rule", rule) == rule
        and bool(movement.get("wins_game")) == entry.wins_game
    )


def _unsettled(played: Played, place: int, movement: Json | None, entry: Entry | None) -> Failure:
    if movement is None:
        sentence = mark("The ledger ends too early; we have: {computed}.")
    elif entry is None:
        sentence = mark("The ledger has one movement too many: {recorded}.")
    else:
        sentence = mark("The ledger has {recorded}; we have {computed}.")
    movements = (movement, entry.as_json() if entry else None)
    evidence = {"movements": movements, **_told(*movements, played.end, language("en"))}
    rule = entry.rule if entry else ""
    return Failure(
        "unsettled", f"{played.number}.ledger.{place}", Fault(rule, sentence, evidence), played.end
    )


def in_words(failure: Failure, tongue: Language) -> Fault:
    """A fault of the ledger with its movements told in a language; any other as it is."""
    fault = failure.fault
    if "movements" not in fault.evidence or failure.position is None:
        return fault
    recorded, computed = cast("tuple[Json | None, Json | None]", fault.evidence["movements"])
    return fault._replace(
        evidence={**fault.evidence, **_told(recorded, computed, failure.position, tongue)}
    )


def _told(
    recorded: Json | None, computed: Json | None, end: Position, tongue: Language
) -> dict[str, str]:
    """What a ledger has and what we have, in words; only the movements there are."""
    from mustutor.explain.movements import movement_told, told_apart
    from mustutor.games.teller import teller_of

    teller = teller_of(end.variant)
    if recorded is not None and computed is not None:
        told = told_apart(recorded, computed, teller, tongue)
        return dict(zip(("recorded", "computed"), told, strict=True))
    told_alone = {"recorded": recorded, "computed": computed}
    return {name: movement_told(one, teller, tongue) for name, one in told_alone.items() if one}


def after_differs(played: Played) -> Failure | None:
    """Compare the recorded stones after the hand with ours, as far as both can tell."""
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
    stones = played.start.brought()
    for movement in played.hand.ledger:
        for side, sign in ((movement["from"], -1), (movement["to"], 1)):
            if side in stones:
                stones[side] += sign * movement["stones"]
    return stones
