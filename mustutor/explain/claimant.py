"""Whether somebody who claims is right, and what is: a claim, or two of one number, in a line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mustutor.explain.claim import goes_on
from mustutor.explain.irregularity import claim_ruled
from mustutor.explain.verdict import UNJUDGED, Judged, SettledHand, place_of, worded
from mustutor.games.teller import teller_of
from mustutor.games.telling import Line
from mustutor.language import Language, mark
from mustutor.register import traits


def head(judgement: Judged, hands: Sequence[SettledHand], lance: str, tongue: Language) -> Line:
    """Whether one claim is right, and what is."""
    claim, say = judgement.claim, tongue.say
    by = worded(claim["by"], tongue)
    if judgement.branches:
        return claim_ruled(judgement.branches, by, tongue)._replace(indent=0)
    if judgement.holds is None:
        text = say("Whether {by} is right cannot be decided from what is known.", by=by)
        if judgement.possible is None:
            text = _unjudged(judgement, by, tongue)
        return Line(text, kind="claim_open", indent=0)
    kind = "claim_holds" if judgement.holds else "claim_fails"
    evidence = _evidence(judgement, hands, lance, tongue)
    computed = judgement.computed
    if judgement.possible is not None and not computed:
        text = say("{by} is right, whatever is not known.", **evidence)
        if not judgement.holds:
            text = say("{by} is wrong, whatever is not known.", **evidence)
    elif "after" in computed:
        text = _after(judgement, evidence, tongue)
    elif "stones" in computed:
        text = _stones(judgement, evidence, tongue)
    else:
        text = _named(judgement, hands, evidence, lance, tongue)
    return Line(text, kind=kind, indent=0, evidence=evidence)


def _unjudged(judgement: Judged, by: str, tongue: Language) -> str:
    reason = UNJUDGED.get(judgement.why, mark("This cannot be judged from what the record tells."))
    place = place_of(str(judgement.claim["about"]), tongue)
    return tongue.say("{by} on {about}: {reason}", by=by, about=place, reason=tongue.say(reason))


def unjudged_together(group: Sequence[Judged], tongue: Language) -> tuple[Line, ...]:
    """Claims about one thing that cannot be judged for one reason, in a line; none for others."""
    if any(j.holds is not None or j.possible is not None or j.branches for j in group):
        return ()
    if len({judgement.why for judgement in group}) > 1:
        return ()
    by = dict.fromkeys([worded(judgement.claim["by"], tongue) for judgement in group])
    text = _unjudged(group[0], tongue.listed(by), tongue)
    return (Line(text, kind="claim_open", indent=0),)


def _evidence(
    judgement: Judged, hands: Sequence[SettledHand], lance: str, tongue: Language
) -> dict[str, object]:
    claim, computed = judgement.claim, judgement.computed
    known: dict[str, object] = {"by": worded(claim["by"], tongue), "to": claim.get("to", "")}
    known["where"] = tongue.term("where", "in all")
    if lance and hands:
        known |= teller_of(hands[-1].end.variant).names(lance, tongue)
        known["where"] = known["at_lance"]
    if "stones" in computed:
        known |= {"claimed": claim["stones"], "computed": computed["stones"]}
    return known


def _stones(judgement: Judged, known: Mapping[str, object], tongue: Language) -> str:
    if judgement.holds:
        return tongue.count(
            "{by} is right: {to} gets {number} stone {where}.",
            "{by} is right: {to} gets {number} stones {where}.",
            judgement.computed["stones"],
            **known,
        )
    return tongue.count(
        "{by} is wrong: {to} gets {number} stone {where}, and not {claimed}.",
        "{by} is wrong: {to} gets {number} stones {where}, and not {claimed}.",
        judgement.computed["stones"],
        **known,
    )


def _after(judgement: Judged, known: Mapping[str, object], tongue: Language) -> str:
    after = judgement.computed["after"]
    score = counted(after)
    if judgement.holds:
        return tongue.say("{by} is right about the stones: {score}.", **known, score=score)
    claimed = judgement.claim.get("after", {})
    wrong = {side: stones for side, stones in claimed.items() if after.get(side) != stones}
    return tongue.say(
        "{by} is wrong about the stones: {score}, and not {claimed}.",
        by=known["by"],
        score=score,
        claimed=counted(wrong or claimed),
    )


def _named(
    judgement: Judged,
    hands: Sequence[SettledHand],
    known: Mapping[str, object],
    lance: str,
    tongue: Language,
) -> str:
    """A claim that names who takes a lance, or wins or loses the game, and no number."""
    say, right = tongue.say, judgement.holds
    if lance:
        if right:
            return say("{by} is right: {to} takes it {at_lance}.", **known)
        return say("{by} is wrong: it is not {to} who takes it {at_lance}.", **known)
    if not judgement.computed["to"]:
        return goes_on(judgement.computed, {**known, "seat": known["to"]}, tongue)
    end = hands[-1].end
    # Decided in all that may still come, the hand itself need not have come to its end.
    decided = {**known, "side": judgement.computed["to"]}
    if "own_stones" not in traits(end.variant.game):
        if right:
            return say("{by} is right: {side} wins the game.", **decided)
        return say("{by} is wrong: it is {side} who wins the game.", **decided)
    if right:
        return say("{by} is right: {side} loses the game.", **decided)
    return say("{by} is wrong: it is {side} who loses the game.", **decided)


def together(
    group: Sequence[Judged], hands: Sequence[SettledHand], lance: str, tongue: Language
) -> tuple[Line, ...]:
    """Two claims of one number, one right and one wrong, in one line; nothing for others."""
    right = next((judgement for judgement in group if judgement.holds), None)
    wrong = next((judgement for judgement in group if judgement.holds is False), None)
    if right is None or wrong is None or right.branches:
        return ()
    if not all("stones" in j.computed and "after" not in j.computed for j in (right, wrong)):
        return ()
    known = _evidence(wrong, hands, lance, tongue)
    known |= {"right": worded(right.claim["by"], tongue), "wrong": known["by"]}
    text = tongue.count(
        "{right} is right and {wrong} is wrong: {to} gets {number} stone {where}, not {claimed}.",
        "{right} is right and {wrong} is wrong: {to} gets {number} stones {where}, not {claimed}.",
        wrong.computed["stones"],
        **known,
    )
    return (Line(text, kind="claims_decided", indent=0, evidence=known),)


def counted(stones: Mapping[str, int]) -> str:
    """Write the stones of each side with commas.

    >>> counted({"A": 19, "B": 14})
    'A 19, B 14'
    """
    return ", ".join([f"{side} {number}" for side, number in stones.items()])
