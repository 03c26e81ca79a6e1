"""What can only be judged later: words that were kept or broken, and false declarations."""

from __future__ import annotations

import re
from functools import cache

from mustutor.calls import Call
from mustutor.games.mus_family.classes import CARDS_IN_HAND
from mustutor.games.mus_family.conduct import judge
from mustutor.games.mus_family.conduct.case import Case, article, priced
from mustutor.games.mus_family.conduct.prohibitions import bait, holders_of
from mustutor.games.mus_family.conduct.words import FREE, WORDS
from mustutor.games.mus_family.lances import DECLARED, TALKED
from mustutor.games.mus_family.state import Outcome
from mustutor.ledger import Ruling
from mustutor.position import Position

EXACT = frozenset(("unbet", "lone", "nobody"))
"""The ends of a lance after which its seats are all who declared to have it."""


def reconsidered(position: Position) -> Position:
    """The position at the end of a lance's betting, its rulings judged by what was said since.

    Who has juego is declared by now, and a word that binds was kept or broken (REG-ALV-5).
    """
    lance, holders = position.lance, set(position.state.holders)
    binding = bool(position.variant.rules["talk.binding"])
    rulings = []
    for ruling in position.rulings:
        now = ruling
        if ruling.allowed is None and ruling.lance == lance and ruling.call.word == "pasa":
            now = judge(position, ruling.call)
            now = now._replace(since=ruling.since, exchanges=ruling.exchanges)
        contradicted = _contradicted(position, ruling, lance, holders)
        if binding and (contradicted or _broken(position, ruling)):
            now = broken_word(position, ruling)
        rulings.append(now)
    return position._replace(rulings=tuple(rulings))


def baited(position: Position) -> Position:
    """The position at the end of a lance, a mano judged who left it to his partner to raise.

    With a hand nobody can beat neither a paso nor a refusal may lure the others (REG-AST-17): it
    is the call that is judged, whatever was said beside it.
    """
    if not position.variant.rules["conduct.no_bait_as_mano_max"]:
        return position
    said = _spoken(position.table.seats).findall(position.said)
    back = [at for at, (seat, word) in enumerate(said) if seat == position.mano and word in "-/"]
    if not back:
        return position
    call = Call(position.mano, "paso" if said[back[0]][1] == "-" else "no quiero")
    case = Case(position, call)
    later = [seat for seat, word in said[back[0] + 1 :] if word == "!" or word.isdigit()]
    ruling = bait(case) if not set(case.partners).isdisjoint(later) else None
    if ruling is None or ruling.allowed is None:
        return position
    return position._replace(rulings=(*position.rulings, ruling))


def reconsidered_alone(position: Position) -> Position:
    """The position at the count, its statements compared with declarations nobody could bet on."""
    if not position.variant.rules["talk.binding"]:
        return position
    ends = [(o.lance, set(o.seats)) for o in position.state.closed if o.kind in ("lone", "nobody")]
    rulings = [
        broken_word(position, ruling)
        if any(_contradicted(position, ruling, lance, holders) for lance, holders in ends)
        else ruling
        for ruling in position.rulings
    ]
    return position._replace(rulings=tuple(rulings))


def broken_word(position: Position, ruling: Ruling) -> Ruling:
    """The ruling once the word is broken, with what that costs (REG-ALV-5)."""
    broken = ruling._replace(allowed=False, rule="REG-ALV-5", offence="broken_word")
    return priced(position.variant.rules, broken)


def _contradicted(position: Position, ruling: Ruling, lance: str, holders: set[str]) -> bool:
    """Whether a statement about one's cards was followed by the opposite declaration.

    What was said of cards that were exchanged since says nothing of those declared.
    """
    declares = WORDS.get(ruling.call.word, FREE).declares if ruling.call.verb == "dice" else None
    if declares is None or declares[0] != lance or ruling.exchanges < position.deal.discards:
        return False
    return (ruling.call.seat in holders) is not declares[1]


def _broken(position: Position, ruling: Ruling) -> bool:
    """Whether what one was going to say in this lance is not what one said.

    What was announced while mus was talked is meant for grande, the first lance there is.
    """
    announced = ruling.lance in TALKED and position.lance == "grande"
    if ruling.call.verb != "dice" or not (announced or ruling.lance == position.lance):
        return False
    said = spoken_by(position, ruling.call.seat, 0 if announced else ruling.since)
    since = [word for word in said if word not in ("y", "n", "p")]
    staked = [word for word in since if word == "!" or word.isdigit()]
    match ruling.call.word:
        case "yo_no_quiero" | "a_mi_no_me_dicen":
            return bool(staked) or "+" in since
        case "yo_quiero":
            return "/" in since
        case "yo_paso":
            return bool(staked)
        case "yo_envido":
            return since[:1] in (["-"], ["/"])
        case _:
            return False


def mus_kept(position: Position, call: Call) -> Position:
    """The position before a mus or a cut, with who announced the other judged (REG-ALV-5)."""
    if not position.variant.rules["talk.binding"]:
        return position
    rulings = []
    for ruling in position.rulings:
        said = WORDS.get(ruling.call.word, FREE).announces if ruling.call.verb == "dice" else ""
        mine = ruling.call.seat == call.seat and ruling.exchanges == position.deal.discards
        broken = mine and ruling.lance == "mus" and said not in ("", call.verb)
        rulings.append(broken_word(position, ruling) if broken else ruling)
    return position._replace(rulings=tuple(rulings))


def spoken_by(position: Position, seat: str, since: int = 0) -> list[str]:
    """What a seat has said in this lance, in the short signs of the position line."""
    said = _spoken(position.table.seats).findall(position.said[since:])
    return [word for speaker, word in said if speaker == seat]


@cache
def _spoken(seats: tuple[str, ...]) -> re.Pattern[str]:
    """What was said in a lance, as the position line has it: who, and a letter or a stake."""
    return re.compile(f"({'|'.join(seats)})(\\d+|[-/+!ynpm])")


def false_declarations(position: Position) -> tuple[Ruling, ...]:
    """Who declared pares or juego as his cards do not have it, a yes or a no (MUS-DECL-8).

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
                found.append(broken_word(position, ruling))
            else:
                found.append(priced(rules, ruling._replace(offence="false_declaration")))
    return found
