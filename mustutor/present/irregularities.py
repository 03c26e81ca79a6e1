"""An irregularity in words: what happened, what is settled, and what each ruling pays.

It takes what `mustutor.referee.claims` gives, and knows nothing of records.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from mustutor.base.language import Language, printable
from mustutor.games.explain import Explanation, Fact, Line, Passage
from mustutor.games.teller import Teller, teller_of
from mustutor.model.calls import DECK
from mustutor.model.ledger import Entry
from mustutor.present.sentences import fact_line, fact_text
from mustutor.referee.rulings import PENALTY, Irregularity, RulingBranch
from mustutor.replay.playback import Played

LONGEST_CALL = 200


def incident_lines(irregular: Irregularity, language: Language) -> Iterator[Line]:
    """Say in a sentence what somebody did."""
    kind, rules = f"illegal_{irregular.kind}", (irregular.rule,)
    played = irregular.branches[0].played
    if kind in teller_of(played.end.variant).sentences:
        yield from _game_lines(kind, rules, irregular, played, language)
    else:
        yield Line(irregular.fault.said(language), rules)


def outcome_lines(irregular: Irregularity, language: Language) -> Iterator[Line]:
    """Say in a sentence each what the ways to rule make of it."""
    for way in irregular.branches:
        said = "" if irregular.decided else _heading(irregular, way, language)
        for line in _outcome(irregular, way, language):
            yield line if line.kind == PENALTY else line._replace(said=said)


def irregularity_page(irregularity: Irregularity, language: Language) -> Explanation:
    """Say what happened, then what a referee makes of it: one outcome, or a branch for each."""
    lines = tuple(_lines(irregularity, language))
    return Explanation("", (Passage(language.say("Irregularity"), lines),))


def _lines(irregular: Irregularity, language: Language) -> Iterator[Line]:
    teller = teller_of(irregular.branches[0].played.end.variant)
    place, call = (printable(one, LONGEST_CALL) for one in (irregular.place, irregular.text))
    yield fact_line(language, "in_record" if call else "in_no_call", place=place, call=call)
    yield from incident_lines(irregular, language)
    anyway = () if irregular.decided else irregular.settled
    if anyway:
        yield fact_line(language, "settled_anyway")
        yield from _moved(teller, anyway, language)
    for way in irregular.branches:
        if not irregular.decided or _has_price(irregular, way):
            yield Line(_heading(irregular, way, language), kind="way")
        depth = 1 if irregular.decided and not _has_price(irregular, way) else 2
        for line in _outcome(irregular, way, language):
            yield line._replace(indent=depth)
        if not irregular.decided:
            yield from _what_follows(irregular, way, anyway, language)
    if irregular.decided:
        return
    if any(way.rule and way.name == "withdrawn" for way in irregular.branches):
        yield fact_line(language, "club_may_let_it_stand")
    else:
        name = "club_rules" if irregular.option else "club_decides"
        yield fact_line(language, name, option=irregular.option)


def _has_price(irregular: Irregularity, way: RulingBranch) -> bool:
    return way.name == PENALTY and irregular.penalty is not None


def _heading(irregular: Irregularity, way: RulingBranch, language: Language) -> str:
    """What stands before a way to rule."""
    of_deal = irregular.call.seat == DECK and way.name != PENALTY
    return fact_text(language, f"deal_{way.name}" if of_deal else way.name)


def _outcome(irregular: Irregularity, way: RulingBranch, language: Language) -> Iterator[Line]:
    """What a way to rule makes of it: the price of the table, or a sentence of the game's."""
    if way.name == PENALTY and irregular.penalty is not None:
        cost = teller_of(way.played.end.variant).ruling(irregular.penalty, language)[1:]
        yield Line(" ".join(cost), (irregular.penalty.rule,), PENALTY)
    else:
        rules = (way.rule,) if way.rule else ()
        kind = f"ruling_{irregular.kind}_{way.name}"
        yield from _game_lines(kind, rules, irregular, way.played, language)


def _what_follows(
    irregular: Irregularity, way: RulingBranch, anyway: Sequence[Entry], language: Language
) -> Iterator[Line]:
    """What is paid in one way to rule, who speaks next, and what everybody has then."""
    end, teller = way.played.end, teller_of(way.played.end.variant)
    own = [entry for entry in end.ledger if entry not in anyway]
    yield from _moved(teller, own, language)
    here = way.next is not None and way.next.lance == irregular.lance
    if way.next is not None and here:
        words: dict[str, Any] = dict(teller.names(way.next.lance, language))
        yield fact_line(language, "still_open", indent=2, seat=way.next.speaker, **words)
    waiting = dict.fromkeys([seat for open_ in way.played.open for seat in open_.parties])
    unseen = tuple([seat for seat in waiting if end.hand_of(seat) is None])
    if unseen:
        known = Fact("why_waits", indent=2, evidence={"seats": unseen})
        yield from teller.lines([known], end, language)
    elif not own and not here:
        yield fact_line(language, "nothing_paid", indent=2)
    yield from teller.lines([teller.stones(end)._replace(indent=2)], end, language)


def _game_lines(
    kind: str,
    rules: tuple[str, ...],
    irregular: Irregularity,
    played: Played,
    language: Language,
) -> Iterator[Line]:
    """A sentence of the game's on the irregularity; none where the game has none."""
    end, seat, teller = played.end, irregular.seat, teller_of(played.end.variant)
    if kind not in teller.sentences:
        return
    hand = end.hand_of(seat) if seat in end.table.seats else None
    evidence: dict[str, Any] = {"seat": seat, "speaker": irregular.speaker, "hand": hand or ()}
    evidence["verb"] = irregular.call.verb
    if irregular.lance:
        evidence["lance"] = irregular.lance
    yield from teller.lines([Fact(kind, rules, evidence=evidence)], end, language)


def _moved(teller: Teller, entries: Sequence[Entry], language: Language) -> Iterator[Line]:
    for entry in entries:
        rules = (entry.rule,) if entry.rule else ()
        yield Line(teller.movement(entry.as_json(), language), rules, "moved", indent=2)
