"""Whether somebody who claims is right, and what is: a claim, or two of one number, in a line."""

from __future__ import annotations

from collections.abc import Sequence

from mustutor.base.language import Language
from mustutor.games.explain import Line
from mustutor.games.teller import teller_of
from mustutor.model.ledger import OUT
from mustutor.present.sentences import UNJUDGED, fact_line, record_text, ruled_line
from mustutor.present.verdict import claim_sentence, claim_words, game_sentence, place_text
from mustutor.referee.claims import Judgement
from mustutor.replay.playback import Played

MOST_ROWS = 3
"""In so many ways at most it is told who would be right, each with so many calls."""


def claim_headline(
    judgement: Judgement, hands: Sequence[Played], lance: str, language: Language
) -> Line:
    """Whether one claim is right, and what is."""
    by = record_text(judgement.claim["by"], language)
    if judgement.branches:
        return ruled_line(judgement.branches, by, language, indent=0)
    if judgement.holds is None:
        if judgement.possible is None:
            return _unjudged_line([judgement], language)
        return fact_line(language, "open", indent=0, by=by)
    name = claim_sentence(judgement, hands, lance)
    over_at = "games" in judgement.computed and not judgement.computed["to"]
    rules = teller_of(hands[-1].end.variant).over_at if over_at else ()
    known = claim_words(judgement, hands, lance, language)
    return fact_line(language, name, judgement.holds, rules=rules, indent=0, **known)


def _unjudged_line(group: Sequence[Judgement], language: Language) -> Line:
    reason = language.say(UNJUDGED.get(group[0].why, UNJUDGED[""]))
    by = dict.fromkeys([record_text(judgement.claim["by"], language) for judgement in group])
    about = place_text(group[0].claim, language)
    return fact_line(language, "unjudged", indent=0, by=list(by), about=about, reason=reason)


def unjudged_together(group: Sequence[Judgement], language: Language) -> tuple[Line, ...]:
    """Claims about one thing that cannot be judged for one reason, in a line; none for others."""
    if any(j.holds is not None or j.possible is not None or j.branches for j in group):
        return ()
    if len({judgement.why for judgement in group}) > 1:
        return ()
    return (_unjudged_line(group, language),)


def together(
    group: Sequence[Judgement], hands: Sequence[Played], lance: str, language: Language
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
    known = claim_words(right, hands, lance, language) | {"claimed": wrong.claim.get("stones", "")}
    known |= {"right": known["by"], "wrong": record_text(wrong.claim["by"], language)}
    ours, theirs = right.computed.get("stones"), wrong.computed.get("stones")
    if ours is not None and theirs is not None and known["to"] == wrong.claim["to"]:
        name = "both_stones"
    elif ours and theirs == 0 and known["to"] != OUT:
        name = "both_sides"
    elif ours is None and theirs is None and known["side"] and not known.get("lance"):
        name = f"both_{game_sentence(hands)}"
    else:
        return ()
    return (fact_line(language, name, indent=0, **known)._replace(kind="claims_decided"),)


def _ruled_together(group: Sequence[Judgement], language: Language) -> tuple[Line, ...]:
    """Two claims of which one is right if a word stands, and nothing is decided otherwise."""
    told = [dict(judgement.branches) for judgement in group]
    if any(set(one) != {"stands", "withdrawn"} or one["withdrawn"] is not None for one in told):
        return ()
    by = {
        one["stands"]: record_text(judgement.claim["by"], language)
        for judgement, one in zip(group, told, strict=True)
    }
    if by.keys() != {True, False}:
        return ()
    return (fact_line(language, "both_ruled", indent=0, right=by[True], wrong=by[False]),)


def depends_on_forgotten_call(group: Sequence[Judgement], language: Language) -> tuple[Line, ...]:
    """Who is right by what was said where nobody remembers it; nothing where cards matter."""
    chances = [judgement.possible for judgement in group if judgement.possible is not None]
    if any(judgement.holds is not None or judgement.computed for judgement in group):
        return ()
    if len(chances) < len(group) or any(each.show or not each.remember for each in chances):
        return ()
    by_call: dict[tuple[str, ...], list[bool]] = {}
    for each in chances:
        for ending in each.endings:
            for calls in ending.supposing:
                by_call.setdefault(calls, []).append(bool(ending.holds))
    rows: dict[tuple[bool, ...], list[str]] = {}
    for calls, holds in by_call.items():
        told = ", ".join([_call_text(text, language) for text in calls])
        rows.setdefault(tuple(holds), []).append(told)
    if not 1 < len(rows) <= MOST_ROWS or any(len(holds) != len(group) for holds in rows):
        return ()
    lines = [fact_line(language, "depends", indent=0, places=chances[0].remember)]
    for right, calls_of_row in rows.items():
        said = " / ".join(calls_of_row[:MOST_ROWS])
        if len(calls_of_row) > MOST_ROWS:
            said = language.say("{calls} …", calls=said)
        # Who is right; or, where nobody is, who is wrong.
        named = [one for one, holds in zip(group, right, strict=True) if holds or not any(right)]
        names = dict.fromkeys([record_text(one.claim["by"], language) for one in named])
        line = fact_line(language, "by_that_call", any(right), names=list(names))
        lines.append(line._replace(kind="claim_open", said=said))
    return tuple(lines)


def _call_text(text: str, language: Language) -> str:
    seat, _, words = text.partition(" ")
    return language.say("{seat}: {words}", seat=language.player_name(seat), words=words)
