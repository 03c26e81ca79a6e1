"""Judging words and signals: what partners may speak about, when, and whether it is true.

What was ruled may change with what follows: promises are kept or broken, and declarations prove
false when cards are shown.

`judge` is the entry. Signals and talk never change the play; the rulebook judges them. Words are
judged by the worst in them: a lie before talk out of place, since a lie may cost the game. If each
plays alone there is no partner to tell anything, and only lies are judged. A check of what some
hands may not say returns None if the cards that would decide it are unknown.

A record may hold ``sena NAME``, a signal by the name of its meaning (see `signals`), and
``dice WORD``, something said. These are the words a referee knows, with the articles that
judge them; any other is free talk:

===========================  ====================================================================
word                         what it is, and by which articles it is judged
===========================  ====================================================================
``mus quita envida``         the firm words for giving or cutting mus, or for betting:
``mete_ordago llego_a_mi``   talk.mus_phrases (REG-AST-4, REG-CAN-4); mus, quita, corto and
``corto no_hay_mus``         no_hay_mus are kept to where words bind (REG-ALV-5)
``que_digo pregunta``        a question to the partner: talk.no_questions_with (REG-AST-5)
``que_llevas_a_grande`` …    a question about one lance, also ``_chica _pares _juego``:
                             talk.scope (REG-AST-10, REG-CLM-2, REG-CLM-5, MUS-SIG-4)
``condicion``                "with king and knight, accept" (REG-AST-10)
``canta CARD …``             names cards held: talk.naming_cards (REG-AST-11 to 15, REG-CLM-3 to 6,
                             REG-GAL-4, MUS-SIG-4)
``tengo_pares tengo_par``    says what one holds, or does not: talk.scope, talk.lying,
``tengo_medias …duples``     talk.binding (REG-CLM-1, REG-CAT-2, REG-MAD-1, REG-GAL-1, REG-GAL-3,
``tengo_juego …31 …real``    REG-RIO-3, REG-ALV-4, REG-ALV-5, REG-GUI-4, REG-ARA-4, MUS-SIG-4)
``tengo_30 no_tengo_pares``
``no_tengo_juego``
``yo_juego_solo``            for a firm hand only, where phrases are closed (REG-AST-6)
``pasa``                     orders the partner to pass: conduct.no_pass_order
                             (REG-AST-19 to 22, REG-AST-24)
``yo_no_quiero``             a refusal, perhaps feigned: conduct.no_bait_as_mano_max (REG-AST-17);
``a_mi_no_me_dicen``         kept to where words bind (REG-ALV-5)
``yo_quiero yo_paso``        what one is going to say, kept to where words bind (REG-ALV-5)
``yo_envido``
``jugada_anterior``          talk about another lance: talk.scope (REG-AST-23, REG-MAD-3,
``jugada_posterior``         REG-CLM-2, REG-GAL-3)
``ganados_o_perdidos``       asks whether accepted stakes are won (REG-AST-16)
``contrarios``               talk about what the opponents said (REG-CLM-2)
===========================  ====================================================================

A mano nobody can beat is judged by the calls too: when he refuses a bet that his partner then
raises (REG-AST-17), with any words or none.

With talk.scope `none` no word is allowed at all (MUS-TALK-1, REG-GUI-4), with `minimal` none that
tells or asks for cards (MUS-SIG-4, REG-RIO-5).
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from mustutor.games.mus_family.betting import Outcome
from mustutor.games.mus_family.calls import SPOKEN
from mustutor.games.mus_family.conduct import (
    JUEGO_OR_PUNTO,
    Case,
    Truthfulness,
    bait,
    bet_to_decide,
    firm,
    holders_of,
    judge_naming,
    judge_order,
    judge_signal,
    naming_rule,
    question_forbidden,
    truthfulness,
    with_cost,
)
from mustutor.games.mus_family.hands import CARDS_IN_HAND, DECLARED, TALKED, lances_played
from mustutor.games.mus_family.talk_options import FREE, WORDS, Word, article
from mustutor.model.calls import Call
from mustutor.model.ledger import Ruling
from mustutor.model.position import LinkedTuple, Position, appended, prefix

PROMISES = frozenset(("refusal", "promise"))
OF_CARDS = frozenset(("question", "condition", "statement", "elsewhere", "stakes"))
"""Kinds of words that tell or ask for cards: too much for the least talk there is."""


def judge_talk(case: Case) -> Ruling:
    """Judge whether something may be said here."""
    word = WORDS.get(case.call.word, FREE)
    scope = scope_of(case)
    if scope == "none":
        return case.forbidden(case.article("talk none"), "forbidden_talk")
    if word.kind == "ask" or (word.kind == "question" and case.lance in TALKED):
        return _judge_question(case, word, scope)
    if case.lance in TALKED:
        closed = _judge_closed_list(case, word)
        if closed is not None:
            return closed
    if word.kind == "alone" and case.rules["talk.mus_phrases"] != "any":
        return _judge_alone(case)
    if word.kind == "statement":
        return _judge_statement(case, word, scope)
    if word.kind == "naming":
        return judge_naming(case, scope) if case.call.cards else case.undecidable("MUS-SIG-4")
    if word.kind in PROMISES:
        return _judge_promise(case, word)
    if word.kind == "pass":
        return judge_order(case) or _in_scope(case, word, scope)
    if word.kind == "phrase" and case.lance in TALKED:
        return case.allowed(case.article("mus in any words"))
    if word.kind == "free":
        return _judge_free_talk(case, scope)
    return _in_scope(case, word, scope)


def scope_of(case: Case) -> str:
    """The topics that may be spoken about (talk.scope); all, if nobody has a partner."""
    return str(case.rules["talk.scope"]) if case.partners else "free"


def _judge_question(case: Case, word: Word, scope: str) -> Ruling:
    """Judge a question to the partner about what to do (REG-AST-5; talk.no_questions_with).

    The concrete question about a lance is a different one: it serves to decide on a bet
    (REG-AST-10).
    """
    forbidden = question_forbidden(case)
    if forbidden:
        return case.forbidden("REG-AST-5", "forbidden_question")
    closed = _judge_closed_list(case, word) if case.lance in TALKED else None
    ruling = closed or _in_scope(case, word, scope)
    return case.undecidable("REG-AST-5") if ruling.allowed and forbidden is None else ruling


def _judge_closed_list(case: Case, word: Word) -> Ruling | None:
    """Judge words during the mus, where its phrases are a closed list (REG-AST-4, -6)."""
    phrases = case.rules["talk.mus_phrases"]
    if phrases == "any":
        return None
    listed = case.call.word in phrases
    if word.kind == "alone" and not listed:
        return _judge_alone(case)
    return case.allowed("REG-AST-4") if listed else case.forbidden("REG-AST-4", "forbidden_talk")


def _judge_alone(case: Case) -> Ruling:
    """Judge `yo_juego_solo`: it needs a firm hand at any time (REG-AST-6)."""
    firmly = firm(case)
    if firmly is None:
        return case.undecidable("REG-AST-6")
    return case.allowed("REG-AST-6") if firmly else case.forbidden("REG-AST-6", "forbidden_talk")


def _judge_statement(case: Case, word: Word, scope: str) -> Ruling:
    assert word.holds is not None
    held = case.hand_class
    truth = truthfulness(case, None if held is None else word.holds(held))
    if truth.offence:
        return case.forbidden(truth.rule, truth.offence)
    return _unless_lying(case, _in_scope(case, word, scope), truth)


def _unless_lying(case: Case, ruling: Ruling, truth: Truthfulness) -> Ruling:
    """The ruling on a topic, unless a lie is proved."""
    if not ruling.allowed:
        return ruling
    if truth.untold:
        return case.undecidable(truth.rule)
    return case.allowed(truth.rule) if truth.lied else ruling


def _judge_promise(case: Case, word: Word) -> Ruling:
    """Judge a promise: it may be a bait, and binds where words bind."""
    if word.kind == "refusal" and bet_to_decide(case):
        ruling = bait(case)
        if ruling is not None:
            return ruling
    if case.rules["talk.binding"]:
        return case.allowed("REG-ALV-5")
    return case.allowed(case.article(f"talk {scope_of(case)}"))


def _in_scope(case: Case, word: Word, scope: str) -> Ruling:
    """Whether the topic may be spoken about in this lance."""
    lance, rule = case.lance, case.article(f"talk {scope}")
    freely = case.rules["talk.naming_cards"].get(lance) == "free"
    if scope == "minimal":
        if word.kind in OF_CARDS:
            return case.forbidden(rule, "forbidden_talk")
    elif scope == "current_lance":
        return _this_lance_only(case, word)
    elif scope != "free" and lance in DECLARED and lance in word.about and freely:
        # If all cards may be named, so may the hands they make (REG-CLM-5, -6).
        return case.allowed(case.article(f"naming at {lance}"))
    return case.allowed(rule)


def _this_lance_only(case: Case, word: Word) -> Ruling:
    """Judge talk that is confined to the current lance (REG-AST-10, -16, -23)."""
    lance = case.lance
    if word.kind == "stakes" and _ordago_to_answer(case):
        return case.forbidden("REG-AST-16", "forbidden_talk")
    if word.kind in ("condition", "ask"):
        return case.forbidden("REG-AST-10", "forbidden_talk")
    if word.kind == "question" and lance in word.about and naming_rule(case) == "forbidden":
        # Cards that may not be named may not be asked for: only at grande and chica.
        return case.forbidden("REG-AST-10", "forbidden_talk")
    if word.kind in ("question", "statement", "elsewhere", "stakes") and lance not in word.about:
        back = lance in JUEGO_OR_PUNTO and case.call.word != "jugada_posterior"
        return case.forbidden("REG-AST-23" if back else "REG-AST-10", "forbidden_talk")
    return case.undecidable("REG-AST-10") if word.kind == "others" else case.allowed("REG-AST-10")


def _ordago_to_answer(case: Case) -> bool:
    """Whether earlier stakes were accepted, and an órdago is now on the table."""
    auction = case.position.state.auction
    accepted = any(outcome.kind == "seen" for outcome in case.position.state.closed)
    return accepted and auction is not None and auction.ordago


def _judge_free_talk(case: Case, scope: str) -> Ruling:
    """Judge words without a known meaning: allowed where any talk is, true or not."""
    rule = case.article(f"talk {scope}")
    if case.lance in TALKED and scope != "current_lance":
        rule = case.article("mus in any words")
        return case.undecidable(rule) if truthfulness(case, None).untold else case.allowed(rule)
    anything = scope in ("any_lance", "free") and not truthfulness(case, None).untold
    return case.allowed(rule) if anything else case.undecidable(rule)


def with_ruling(position: Position, call: Call) -> Position:
    """The position with the ruling on a signal or on words."""
    ruling = judge(position, call)._replace(exchanges=position.deal.discards)
    return position._replace(rulings=appended(position.rulings, ruling))


def judge(position: Position, call: Call) -> Ruling:
    """Judge a signal or words under the rules in force."""
    case = Case(position, call)
    return judge_signal(case) if call.verb == "sena" else judge_talk(case)


# --- what later events change --------------------------------------------------------------


EXACT = frozenset(("unbet", "lone", "nobody"))
"""The ends of a lance after which its seats are all who declared to have it."""


def rejudged_after_betting(position: Position) -> Position:
    """The position at the end of a lance's betting, with rulings revised by the calls since.

    By now it has been declared who has juego, and promises were kept or broken (REG-ALV-5).
    """
    lance, holders = position.lance, set(position.state.holders)
    binding = bool(position.variant.rules["talk.binding"])
    spoken = _spoken_by(position) if binding else {}
    rulings: list[Ruling] = []
    for ruling in position.rulings:
        now = ruling
        if ruling.allowed is None and ruling.lance == lance and ruling.call.word == "pasa":
            now = judge(position, ruling.call)
            now = now._replace(since=ruling.since, exchanges=ruling.exchanges)
        contradicted = _is_contradicted(position, ruling, lance, holders)
        if binding and (contradicted or _is_broken(position, ruling, spoken)):
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
    signs = _talk_signs(position.table.seats).findall(str(position.said))
    refused = (position.mano, "/")
    if refused not in signs:
        return position
    case = Case(position, Call(position.mano, "no quiero"))
    later = [seat for seat, word in signs[signs.index(refused) :] if word == "!" or word.isdigit()]
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
    now = tuple(rulings)
    return position if position.rulings == now else position._replace(rulings=now)


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
        costless = ruling.penalty in ("", "none", "warn") and ruling.call.verb in SPOKEN
        if costless and not (binding and _word_of(ruling).declares):
            continue
        alike = ruling._replace(since=0)
        if alike not in known or ruling.penalty == "stones" or isinstance(broken, dict):
            kept.append(ruling)
            known.add(alike)
    return _with_rulings(position, kept)


def _word_of(ruling: Ruling) -> Word:
    """The word a ruling is about; free talk for a signal or a call."""
    return WORDS.get(ruling.call.word, FREE) if ruling.call.verb == "dice" else FREE


def ruling_if_broken(position: Position, ruling: Ruling) -> Ruling:
    """The ruling once the promise is broken, with its cost (REG-ALV-5)."""
    broken = ruling._replace(allowed=False, rule="REG-ALV-5", offence="broken_word")
    return with_cost(position.variant.rules, broken)


def _is_contradicted(position: Position, ruling: Ruling, lance: str, holders: set[str]) -> bool:
    """Whether a statement about one's cards was followed by the opposite declaration.

    Statements about cards that were exchanged since do not count.
    """
    declares = _word_of(ruling).declares
    if declares is None or declares[0] != lance or ruling.exchanges < position.deal.discards:
        return False
    return (ruling.call.seat in holders) is not declares[1]


def _is_broken(position: Position, ruling: Ruling, spoken: Mapping[str, SeatWords]) -> bool:
    """Whether a promise about this lance was followed by another call.

    A promise made during the mus is about the first lance, usually grande.
    """
    first = lances_played(position.variant)[0]
    announced = ruling.lance in TALKED and position.lance == first
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
        announced = _word_of(ruling).announces
        mine = ruling.call.seat == call.seat and ruling.exchanges == now
        broken = mine and ruling.lance == "mus" and announced not in ("", call.verb)
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


def declared_falsely(position: Position, lance: str) -> frozenset[str]:
    """The seats whose declaration a ruling says is false."""
    found = [one.call for one in position.rulings if one.lance == lance and one.allowed is False]
    return frozenset([call.seat for call in found if call.verb in ("tengo", "no tengo")])


def false_declarations(position: Position) -> tuple[Ruling, ...]:
    """The seats that declared pares or juego contrary to their cards (MUS-DECL-8).

    Only known hands are judged. What was declared is read from how the lance ended; where
    players without it may bet too (bet.only_holders_speak) that shows not for everybody.
    """
    declared = [outcome for outcome in position.state.closed if outcome.lance in DECLARED]
    return tuple([ruling for outcome in declared for ruling in _falsely(position, outcome)])


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
        declared = seat in holders
        if declared is not position.state.ranking.has(lance, hand):
            ruling = Ruling(Call(seat, "tengo" if declared else "no tengo"), lance, False, rule)
            lied = with_cost(rules, ruling._replace(offence="false_declaration"))
            found.append(ruling_if_broken(position, ruling) if rules["talk.binding"] else lied)
    return found
