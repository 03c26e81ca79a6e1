"""Whether somebody who claims is right, and what is: a claim, or two of one number, in a line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mustutor.base.language import Language, mark
from mustutor.base.register import traits
from mustutor.games.explain import Line
from mustutor.games.teller import Teller, teller_of
from mustutor.model.ledger import OUT
from mustutor.present.irregularities import claim_ruled
from mustutor.present.verdict import UNJUDGED, Judged, goes_on, place_of, worded
from mustutor.referee.statements import SettledHand

MOST_ROWS = 3
"""In so many ways at most it is told who would be right, each with so many calls."""


def claim_headline(
    judgement: Judged, hands: Sequence[SettledHand], lance: str, language: Language
) -> Line:
    """Whether one claim is right, and what is."""
    claim, say = judgement.claim, language.say
    by = worded(claim["by"], language)
    if judgement.branches:
        return claim_ruled(judgement.branches, by, language)._replace(indent=0)
    if judgement.holds is None:
        text = say("Whether {by} is right cannot be decided from what is known.", by=by)
        if judgement.possible is None:
            text = _unjudged(judgement, by, language)
        return Line(text, kind="claim_open", indent=0)
    kind = "claim_holds" if judgement.holds else "claim_fails"
    rules: tuple[str, ...] = ()
    if "games" in judgement.computed and not judgement.computed["to"]:
        rules = teller_of(hands[-1].end.variant).over_at
    evidence = _evidence(judgement, hands, lance, language)
    computed = judgement.computed
    if judgement.possible is not None and not computed:
        text = say("{by} is right, whatever the unknown cards or calls were.", **evidence)
        if not judgement.holds:
            text = say("{by} is wrong, whatever the unknown cards or calls were.", **evidence)
    elif "after" in computed:
        text = _after(judgement, evidence, language)
    elif "stones" in computed:
        text = _stones(judgement, evidence, language)
    else:
        text = _named(judgement, hands, evidence, lance, language)
    return Line(text, rules, kind, indent=0, evidence=evidence)


def _unjudged(judgement: Judged, by: str, language: Language) -> str:
    reason = UNJUDGED.get(judgement.why, mark("This cannot be judged from what is recorded."))
    place = place_of(str(judgement.claim["about"]), language)
    return language.say(
        "{by} on {about}: {reason}", by=by, about=place, reason=language.say(reason)
    )


def unjudged_together(group: Sequence[Judged], language: Language) -> tuple[Line, ...]:
    """Claims about one thing that cannot be judged for one reason, in a line; none for others."""
    if any(j.holds is not None or j.possible is not None or j.branches for j in group):
        return ()
    if len({judgement.why for judgement in group}) > 1:
        return ()
    by = dict.fromkeys([worded(judgement.claim["by"], language) for judgement in group])
    text = _unjudged(group[0], language.join_list(by), language)
    return (Line(text, kind="claim_open", indent=0),)


def _evidence(
    judgement: Judged, hands: Sequence[SettledHand], lance: str, language: Language
) -> dict[str, object]:
    claim, computed = judgement.claim, judgement.computed
    known: dict[str, object] = {"by": worded(claim["by"], language), "to": claim.get("to", "")}
    known["side"] = computed.get("to", "")
    known["where"] = language.term("where", "in all")
    if lance and hands:
        known |= teller_of(hands[-1].end.variant).names(lance, language)
        known["where"] = known["at_lance"]
    if "stones" in computed:
        known |= {"claimed": claim["stones"], "computed": computed["stones"]}
        teller = teller_of(hands[-1].end.variant) if hands else Teller()
        known["amount"] = teller.stones_text(computed["stones"], language)
    return known


def _stones(judgement: Judged, known: Mapping[str, object], language: Language) -> str:
    if known["to"] == OUT:
        return _discarded(judgement, known, language)
    if judgement.holds:
        return language.count(
            "{by} is right: {to} gets {amount} {where}.",
            "{by} is right: {to} gets {amount} {where}.",
            judgement.computed["stones"],
            **known,
        )
    return language.count(
        "{by} is wrong: {to} gets {amount} {where}, and not {claimed}.",
        "{by} is wrong: {to} gets {amount} {where}, and not {claimed}.",
        judgement.computed["stones"],
        **known,
    )


def _discarded(judgement: Judged, known: Mapping[str, object], language: Language) -> str:
    """A claim on stones that go out of the game: nobody gets them."""
    if judgement.holds:
        return language.count(
            "{by} is right: {number} stone goes out of the game {where}.",
            "{by} is right: {number} stones go out of the game {where}.",
            judgement.computed["stones"],
            **known,
        )
    return language.count(
        "{by} is wrong: {number} stone goes out of the game {where}, and not {claimed}.",
        "{by} is wrong: {number} stones go out of the game {where}, and not {claimed}.",
        judgement.computed["stones"],
        **known,
    )


def _after(judgement: Judged, known: Mapping[str, object], language: Language) -> str:
    after = judgement.computed["after"]
    score = counted(after)
    if judgement.holds:
        return language.say("{by} is right about the count: {score}.", **known, score=score)
    claimed = judgement.claim.get("after", {})
    wrong = {side: stones for side, stones in claimed.items() if after.get(side) != stones}
    return language.say(
        "{by} is wrong about the count: it is {score}, and not {claimed}.",
        by=known["by"],
        score=score,
        claimed=counted(wrong or claimed),
    )


def _named(
    judgement: Judged,
    hands: Sequence[SettledHand],
    known: Mapping[str, object],
    lance: str,
    language: Language,
) -> str:
    """A claim that names who takes a lance, or wins or loses the game, and no number."""
    say, right = language.say, judgement.holds
    if lance:
        if right:
            return say("{by} is right: it goes to {to} {at_lance}.", **known)
        return say("{by} is wrong: it does not go to {to} {at_lance}.", **known)
    if not judgement.computed["to"]:
        return goes_on(judgement.computed, {**known, "seat": known["to"]}, language)
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
    group: Sequence[Judged], hands: Sequence[SettledHand], lance: str, language: Language
) -> tuple[Line, ...]:
    """Two claims that cannot both be right, in one line; nothing for others.

    Two numbers for one side; or, where one of them gets nothing at all, two sides for one thing.
    """
    if len(group) != 2:
        return ()
    if all(judgement.branches for judgement in group):
        return _ruled_together(group, language)
    right = next((judgement for judgement in group if judgement.holds), None)
    wrong = next((judgement for judgement in group if judgement.holds is False), None)
    if right is None or wrong is None or right.branches or wrong.branches:
        return ()
    if "after" in right.computed or "after" in wrong.computed:
        return ()
    known = _evidence(right, hands, lance, language) | {"claimed": wrong.claim.get("stones", "")}
    known |= {"right": known["by"], "wrong": worded(wrong.claim["by"], language)}
    text = _opposite(right, wrong, hands, known, language)
    return (Line(text, kind="claims_decided", indent=0, evidence=known),) if text else ()


def _opposite(
    right: Judged,
    wrong: Judged,
    hands: Sequence[SettledHand],
    known: Mapping[str, object],
    language: Language,
) -> str:
    ours, theirs = right.computed.get("stones"), wrong.computed.get("stones")
    if ours is not None and theirs is not None and known["to"] == wrong.claim["to"]:
        return language.count(
            "{right} is right and {wrong} is wrong: {to} gets {amount} {where}, not {claimed}.",
            "{right} is right and {wrong} is wrong: {to} gets {amount} {where}, not {claimed}.",
            ours,
            **known,
        )
    if ours and theirs == 0 and known["to"] != OUT:
        return language.count(
            "{right} is right and {wrong} is wrong: {to} gets {amount} {where}.",
            "{right} is right and {wrong} is wrong: {to} gets {amount} {where}.",
            ours,
            **known,
        )
    if ours is None and theirs is None and known["side"] and not known.get("lance"):
        if "own_stones" not in traits(hands[-1].end.variant.game):
            return language.say(
                "{right} is right and {wrong} is wrong: {side} wins the game.", **known
            )
        return language.say(
            "{right} is right and {wrong} is wrong: {side} loses the game.", **known
        )
    return ""


def _ruled_together(group: Sequence[Judged], language: Language) -> tuple[Line, ...]:
    """Two claims of which one is right if a word stands, and nothing is decided otherwise."""
    told = [dict(judgement.branches) for judgement in group]
    if any(set(one) != {"stands", "withdrawn"} or one["withdrawn"] is not None for one in told):
        return ()
    if any(one["stands"] is None for one in told):
        return ()
    right = [judgement for judgement, one in zip(group, told, strict=True) if one["stands"]]
    wrong = [judgement for judgement in group if judgement not in right]
    if len(right) != 1 or len(wrong) != 1:
        return ()
    text = language.say(
        "{right} is right and {wrong} is wrong if the call stands; if it is taken back, that "
        "is still open.",
        right=worded(right[0].claim["by"], language),
        wrong=worded(wrong[0].claim["by"], language),
    )
    return (Line(text, kind="claim_open", indent=0),)


def depends_on_forgotten_call(group: Sequence[Judged], language: Language) -> tuple[Line, ...]:
    """Who is right by what was said where nobody remembers it; nothing where cards matter."""
    chances = [judgement.possible for judgement in group]
    if any(judgement.holds is not None or judgement.computed for judgement in group):
        return ()
    if any(each is None or each.show or not each.remember for each in chances):
        return ()
    by_call: dict[tuple[str, ...], list[bool]] = {}
    for each in chances:
        assert each is not None
        for ending in each.endings:
            for calls in ending.supposing:
                by_call.setdefault(calls, []).append(bool(ending.holds))
    rows: dict[tuple[bool, ...], list[str]] = {}
    for calls, holds in by_call.items():
        rows.setdefault(tuple(holds), []).append(
            ", ".join([_call(text, language) for text in calls])
        )
    if not 1 < len(rows) <= MOST_ROWS or any(len(holds) != len(group) for holds in rows):
        return ()
    assert chances[0] is not None
    places = language.join_list(chances[0].remember)
    text = language.say("Who is right depends on what was said at {places}.", places=places)
    lines = [Line(text, kind="claim_open", indent=0)]
    for right, calls_of_row in rows.items():
        said = " / ".join(calls_of_row[:MOST_ROWS])
        if len(calls_of_row) > MOST_ROWS:
            said = language.say("{calls} …", calls=said)
        lines.append(Line(_who(group, right, language), (), "claim_open", indent=1, said=said))
    return tuple(lines)


def _call(text: str, language: Language) -> str:
    seat, _, words = text.partition(" ")
    return language.say("{seat}: {words}", seat=language.player_name(seat), words=words)


def _who(group: Sequence[Judged], holds: Sequence[bool], language: Language) -> str:
    """Name who is right; or, where nobody is, who is wrong."""
    claims = list(zip(group, holds, strict=True))
    names = dict.fromkeys([worded(one.claim["by"], language) for one, right in claims if right])
    if names:
        return language.count(
            "{names} is right.", "{names} are right.", len(names), names=language.join_list(names)
        )
    names = dict.fromkeys([worded(one.claim["by"], language) for one, _ in claims])
    return language.count(
        "{names} is wrong.", "{names} are wrong.", len(names), names=language.join_list(names)
    )


def counted(stones: Mapping[str, int]) -> str:
    """Write the stones of each side with commas.

    >>> counted({"A": 19, "B": 14})
    'A 19, B 14'
    """
    return ", ".join([f"{side} {number}" for side, number in stones.items()])
