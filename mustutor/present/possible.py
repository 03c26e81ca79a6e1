"""What may still come of a lance half remembered, and the least that would decide it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from mustutor.base.language import Language
from mustutor.games.explain import Line
from mustutor.games.teller import Teller
from mustutor.model.ledger import OUT
from mustutor.present.sentences import fact_line, fact_text
from mustutor.referee.claims import Unexplored
from mustutor.referee.possible import Ending, Possible

MOST_SHOWN = 8
MOST_CALLS = 6
MOST_NAMED = 12


def possible_lines(
    possible: Possible, rules: tuple[str, ...], language: Language
) -> Iterator[Line]:
    """Say what may come of it, in how many deals, and what would decide it."""
    for place, call in possible.found.items():
        yield fact_line(language, "found_call", place=place, call=call)
    endings = possible.endings
    unknown: dict[str, Any] = {"seats": possible.show, "places": possible.remember}
    case = bool(possible.show), bool(possible.remember)
    if len(endings) == 1 and possible.exhaustive:
        only = (case[0], case[1] and not case[0])
        what, gets = _what(endings[0], language), {"gets": dict(endings[0].gets)}
        yield fact_line(language, "certain", only, rules=rules, evidence=gets, what=what, **unknown)
        return
    share, total = sum([one.ways for one in endings if one.holds]), possible.ways
    yield fact_line(language, "unknown", case, rules=rules, **unknown)
    for ending in endings[:MOST_SHOWN]:
        yield _ending_line(ending, total, language)
    if len(endings) > MOST_SHOWN:
        yield fact_line(language, "more_endings", indent=2, more=len(endings) - MOST_SHOWN)
    if not possible.exhaustive:
        yield fact_line(language, "not_exhaustive")
    claimed = any(ending.holds is not None for ending in endings)
    if total and claimed:
        evidence = {"hands": share, "of": total}
        yield fact_line(language, "holds_in", evidence=evidence, percent=_percent(share, total))
    if possible.deciding:
        cards, calls = (
            [one for one in possible.deciding if one in them]
            for them in (possible.show, possible.remember)
        )
        needed = (bool(cards), bool(calls))
        yield fact_line(language, "would_decide", needed, seats=cards, places=calls)
    elif possible.exhaustive and claimed:
        yield fact_line(language, "decided")


def summary_lines(possible: Possible, rules: tuple[str, ...], language: Language) -> Iterator[Line]:
    """The most telling of it: what is certain; or how often a claim is right, and what decides."""
    for line in possible_lines(possible, rules, language):
        if line.kind in ("certain", "would_decide"):
            yield line
        elif line.kind == "holds_in":
            share = sum([ending.ways for ending in possible.endings if ending.holds])
            percent = _percent(share, possible.ways)
            yield line._replace(text=fact_text(language, "right_in", percent=percent))


def left_out_line(left: Sequence[Unexplored], teller: Teller, language: Language) -> Line:
    """Name what was not looked into, for too much of the match is unknown."""
    named = []
    for hand, waiting in groupby(left, lambda each: each.hand):
        lances = [teller.names(each.lance, language)["lance"] for each in waiting if each.lance]
        named.append(fact_text(language, "left_out_hand", lances=lances, hand=hand))
    more = len(named) - MOST_NAMED
    things = "; ".join(named[:MOST_NAMED])
    return fact_line(
        language, "left_out_more" if more > 0 else "left_out", more=more, things=things
    )


def _ending_line(ending: Ending, total: int, language: Language) -> Line:
    evidence: dict[str, object] = {"gets": dict(ending.gets)}
    if ending.holds is not None:
        evidence["holds"] = ending.holds
    case = "alone"
    if total:
        case, evidence = "of_deals", {**evidence, "hands": ending.ways, "of": total}
    elif ending.supposing:
        case = "by_calls" if len(ending.supposing) <= MOST_CALLS else "by_more_calls"
        evidence["supposing"] = [list(calls) for calls in ending.supposing]
    words: dict[str, Any] = {
        "what": _what(ending, language),
        "percent": _percent(ending.ways, total) if total else "",
        "calls": " / ".join([", ".join(calls) for calls in ending.supposing[:MOST_CALLS]]),
    }
    return fact_line(language, "ending", case, indent=2, evidence=evidence, **words)


def _what(ending: Ending, language: Language) -> list[str]:
    """Who gets what, as the beginnings of sentences: seats are capitals already."""
    said = [
        fact_text(language, "gets" if stones > 0 else "gives", who=account, stones=abs(stones))
        for account, stones in ending.gets
        if account != OUT and stones
    ]
    if ending.decided:
        said.append(fact_text(language, "decided_for", who=ending.decided))
    if ending.after:
        said.append(fact_text(language, "then", score=dict(ending.after)))
    return said or [fact_text(language, "nothing_moves")]


def _percent(share: int, total: int) -> str:
    """A share in whole percents, never rounded to nothing or to all of it.

    >>> _percent(1, 1000), _percent(999, 1000), _percent(1, 3), _percent(0, 7)
    ('<1', '>99', '33', '0')
    """
    percent = round(100 * share / total)
    if share > 0 and not percent:
        return "<1"
    if share < total and percent == 100:
        return ">99"
    return str(percent)
