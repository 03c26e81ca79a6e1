"""Rulings that later events change: promises kept or broken, and false declarations."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from mustutor.games.mus_family.betting import Outcome
from mustutor.games.mus_family.calls import SPOKEN
from mustutor.games.mus_family.conduct import Case, with_cost
from mustutor.games.mus_family.conduct_judge import bait, holders_of, judge
from mustutor.games.mus_family.hands import CARDS_IN_HAND, DECLARED, TALKED
from mustutor.games.mus_family.talk_options import FREE, WORDS, article
from mustutor.model.calls import Call
from mustutor.model.ledger import Ruling
from mustutor.model.position import LinkedTuple, Position, appended, prefix

EXACT = frozenset(("unbet", "lone", "nobody"))
"""The ends of a lance after which its seats are all who declared to have it."""


def rejudged_after_betting(position: Position) -> Position:
    """The position at the end of a lance's betting, with rulings revised by the calls since.

    By now it has been declared who has juego, and promises were kept or broken (REG-ALV-5).
    """
    lance, holders = position.lance, set(position.state.holders)
    binding = bool(position.variant.rules["talk.binding"])
    said = _spoken_by(position) if binding else {}
    rulings: list[Ruling] = []
    for ruling in position.rulings:
        now = ruling
        if ruling.allowed is None and ruling.lance == lance and ruling.call.word == "pasa":
            now = judge(position, ruling.call)
            now = now._replace(since=ruling.since, exchanges=ruling.exchanges)
        contradicted = _is_contradicted(position, ruling, lance, holders)
        if binding and (contradicted or _is_broken(position, ruling, said)):
            now = ruling_if_broken(position, ruling)
        rulings.append(now)
    return _with_rulings(position, rulings)


def judge_bait_by_mano(position: Position) -> Position:
    """The position at the end of a lance, with a mano's bait judged by the partner's raise.

    With an unbeatable hand a refusal may not lure the others (REG-AST-17). The call is judged, not
    the talk beside it. A paso before any bet refuses nothing.
    """
    if not position.variant.rules["conduct.no_bait_as_mano_max"]:
        return position
    said = _talk_signs(position.table.seats).findall(str(position.said))
    refused = (position.mano, "/")
    if refused not in said:
        return position
    case = Case(position, Call(position.mano, "no quiero"))
    later = [seat for seat, word in said[said.index(refused) :] if word == "!" or word.isdigit()]
    ruling = bait(case) if not set(case.partners).isdisjoint(later) else None
    if ruling is None or ruling.allowed is None:
        return position
    return position._replace(rulings=(*position.rulings, ruling))


def rejudged_at_count(position: Position) -> Position:
    """The position at the count, with statements compared to the declarations."""
    if not position.variant.rules["talk.binding"]:
        return position
    ends = [(o.lance, set(o.seats)) for o in position.state.closed if o.kind in ("lone", "nobody")]
    rulings = [
        ruling_if_broken(position, ruling)
        if any(_is_contradicted(position, ruling, lance, holders) for lance, holders in ends)
        else ruling
        for ruling in position.rulings
    ]
    return _with_rulings(position, rulings)


def _with_rulings(position: Position, rulings: Sequence[Ruling]) -> Position:
    """The position with these rulings, if they differ from its own."""
    return (
        position._replace(rulings=tuple(rulings))
        if position.rulings != tuple(rulings)
        else position
    )


def with_count_rulings(position: Position) -> Position:
    """The position with only the rulings that can affect its count.

    Equal ones are in it once, except where each may cost stones. A count of all possible deals
    looks at every ruling each time, so fewer are faster.
    """
    rules: Mapping[str, Any] = position.variant.rules
    binding, broken = rules["talk.binding"], rules["penalty"].get("broken_word", "none")
    kept: list[Ruling] = []
    known: set[Ruling] = set()
    for ruling in position.rulings:
        if ruling.penalty in ("", "none", "warn") and ruling.call.verb in SPOKEN:
            word = WORDS.get(ruling.call.word, FREE) if ruling.call.verb == "dice" else FREE
            if not binding or word.declares is None:
                continue
        alike = ruling._replace(since=0)
        if alike not in known or ruling.penalty == "stones" or isinstance(broken, dict):
            kept.append(ruling)
            known.add(alike)
    return _with_rulings(position, kept)


def ruling_if_broken(position: Position, ruling: Ruling) -> Ruling:
    """The ruling once the promise is broken, with its cost (REG-ALV-5)."""
    broken = ruling._replace(allowed=False, rule="REG-ALV-5", offence="broken_word")
    return with_cost(position.variant.rules, broken)


def _is_contradicted(position: Position, ruling: Ruling, lance: str, holders: set[str]) -> bool:
    """Whether a statement about one's cards was followed by the opposite declaration.

    Statements about cards that were exchanged since do not count.
    """
    declares = WORDS.get(ruling.call.word, FREE).declares if ruling.call.verb == "dice" else None
    if declares is None or declares[0] != lance or ruling.exchanges < position.deal.discards:
        return False
    return (ruling.call.seat in holders) is not declares[1]


def _is_broken(position: Position, ruling: Ruling, spoken: Mapping[str, SeatWords]) -> bool:
    """Whether a promise about this lance was followed by another call.

    A promise made during the mus is about grande, the first lance.
    """
    announced = ruling.lance in TALKED and position.lance == "grande"
    if ruling.call.verb != "dice" or not (announced or ruling.lance == position.lance):
        return False
    begins, words, last = spoken[ruling.call.seat]
    since = 0 if announced else ruling.since
    match ruling.call.word:
        case "yo_no_quiero" | "a_mi_no_me_dicen":
            return max(last.get("stake", -1), last.get("+", -1)) >= since
        case "yo_quiero":
            return last.get("/", -1) >= since
        case "yo_paso":
            return last.get("stake", -1) >= since
        case "yo_envido":
            at = bisect_left(begins, since)
            return words[at : at + 1] in (["-"], ["/"])
        case _:
            return False


def judge_mus_promise(position: Position, call: Call) -> Position:
    """The position before a mus or a cut, with a promise of the other judged (REG-ALV-5).

    Only talk since the last exchange counts.
    """
    if not position.variant.rules["talk.binding"]:
        return position
    before, now = position.rulings, position.deal.discards
    recent = []
    for ruling in reversed(before):
        if ruling.call.verb in SPOKEN and ruling.exchanges != now:
            break
        said = WORDS.get(ruling.call.word, FREE).announces if ruling.call.verb == "dice" else ""
        mine = ruling.call.seat == call.seat and ruling.exchanges == now
        broken = mine and ruling.lance == "mus" and said not in ("", call.verb)
        recent.append(ruling_if_broken(position, ruling) if broken else ruling)
    recent.reverse()
    kept = prefix(before, len(before) - len(recent))
    if tuple(recent) == before[len(kept) :]:
        return position
    revised = appended(kept, *recent)
    # A plain tuple instead of a linked one marks that rulings were revised.
    owed = not isinstance(before, LinkedTuple) or any(one.penalty == "stones" for one in recent)
    return position._replace(rulings=tuple(revised) if owed else revised)


class SeatWords(NamedTuple):
    """The calls of a seat in a lance, in the short signs of the position line.

    `begins` are the indices in the talk of its `words`, without declarations, and `last` the index
    of its last ``stake`` (a bet or a raise), ``+`` and ``/``.
    """

    begins: list[int]
    words: list[str]
    last: dict[str, int]


def _spoken_by(position: Position) -> dict[str, SeatWords]:
    """What each seat has said in this lance."""
    found = {seat: SeatWords([], [], {}) for seat in position.table.seats}
    for match in _talk_signs(position.table.seats).finditer(str(position.said)):
        seat, word = match.groups()
        if word not in ("y", "n", "p"):
            begins, words, last = found[seat]
            begins.append(match.start())
            words.append(word)
            last["stake" if word == "!" or word.isdigit() else word] = match.start()
    return found


@cache
def _talk_signs(seats: tuple[str, ...]) -> re.Pattern[str]:
    """The talk of a lance from the position line: seats, each with a letter or a stake."""
    return re.compile(f"({'|'.join(seats)})(\\d+|[-/+!ynpm])")


def false_declarations(position: Position) -> tuple[Ruling, ...]:
    """The seats that declared pares or juego contrary to their cards (MUS-DECL-8).

    Only known hands are judged. What was declared is read from how the lance ended; where
    players without it may bet too (bet.only_holders_speak) that shows not for everybody.
    """
    return tuple(
        [
            ruling
            for outcome in position.state.closed
            if outcome.lance in DECLARED
            for ruling in _falsely(position, outcome)
        ]
    )


def _falsely(position: Position, outcome: Outcome) -> list[Ruling]:
    rules = position.variant.rules
    if outcome.kind not in EXACT and not rules["bet.only_holders_speak"]:
        return []
    lance, holders = outcome.lance, holders_of(position, outcome)
    rule = article(position.variant, "declaration")
    found = []
    for seat in position.order:
        hand = position.hand_of(seat)
        if hand is None or len(hand) != CARDS_IN_HAND:
            continue
        said = seat in holders
        if said is not position.state.ranking.has(lance, hand):
            ruling = Ruling(Call(seat, "tengo" if said else "no tengo"), lance, False, rule)
            if rules["talk.binding"]:
                found.append(ruling_if_broken(position, ruling))
            else:
                found.append(with_cost(rules, ruling._replace(offence="false_declaration")))
    return found
