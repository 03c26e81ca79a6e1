"""Judging words and signals: what partners may speak about, when, and whether it is true.

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

from collections import Counter

from mustutor.base.errors import Fault, no_such_seat
from mustutor.games.mus_family.betting import Outcome
from mustutor.games.mus_family.conduct import (
    JUEGO_OR_PUNTO,
    Case,
    Truthfulness,
    judge_signal,
    truthfulness,
)
from mustutor.games.mus_family.hands import DECLARED, LOW_TO_HIGH, TALKED
from mustutor.games.mus_family.talk_options import FREE, WORDS, Word
from mustutor.model.calls import Call
from mustutor.model.ledger import Ruling
from mustutor.model.position import Hand, Position, appended

THIRTY_ONE = 31
THIRTY = 30
ALL_FOUR = 4


def firm(case: Case) -> bool | None:
    """Whether the hand is firm: medias, duples or 31 (REG-AST-6)."""
    held = case.hand_class
    if held is None:
        return None
    return held.pares in ("medias", "duples") or held.points == THIRTY_ONE


def question_forbidden(case: Case) -> bool | None:
    """Whether the hand forbids asking the partner (REG-AST-5; talk.no_questions_with)."""
    with_these = case.rules["talk.no_questions_with"]
    if not with_these or not case.partners:
        return False
    held = case.hand_class
    if held is None:
        return None
    return held.pares in with_these or (held.points == THIRTY_ONE and "juego31" in with_these)


def bait(case: Case) -> Ruling | None:
    """Judge a refusal by a mano whose hand cannot lose (REG-AST-17).

    Four kings are the best hand of pares too, as duples of kings.
    """
    banned = case.rules["conduct.no_bait_as_mano_max"]
    if not banned or not case.is_mano or not case.partners or case.lance in TALKED:
        return None
    hand, held = case.hand, case.hand_class
    if hand is None or held is None:
        return case.undecidable("REG-AST-17")
    ranks = [case.ranking.effective(card) for card in hand]
    match case.lance:
        case "grande" | "pares":
            most = ranks.count("R") == ALL_FOUR
        case "chica":
            most = ranks.count("A") == ALL_FOUR
        case "juego":
            most = held.points == THIRTY_ONE and ranks.count("R") == ALL_FOUR - 1
        case "punto":
            most = held.points == THIRTY
        case _:
            most = False
    return case.forbidden("REG-AST-17", "bait_as_mano_max") if most else None


def judge_order(case: Case) -> Ruling | None:
    """Judge an order to the partner to pass (REG-AST-19 to 22, -24; conduct.no_pass_order)."""
    banned = case.rules["conduct.no_pass_order"]
    if not banned or not case.partners:
        return None
    if case.lance == "juego":
        ruling = None
        if case.is_mano and "mano_31_uncontested" in banned:
            ruling = _order_of_31(case)
        if ruling is not None and ruling.allowed is False:
            return ruling
        if "real_holder" in banned and _may_be_real(case):
            if case.hand_class is not None:
                return case.forbidden("REG-AST-19", "real_pass_order")
            if ruling is None or ruling.allowed:
                return case.undecidable("REG-AST-19")
        return ruling
    if case.lance == "punto" and case.is_mano and "mano_30_punto" in banned:
        held = case.hand_class
        if held is None:
            return case.undecidable("REG-AST-24")
        if held.points == THIRTY:
            return case.forbidden("REG-AST-24", "mano_30_pass_order")
    return None


def _may_be_real(case: Case) -> bool:
    """Whether the hand is La Real, or can be one as far as known."""
    if not case.rules["real.enabled"]:
        return False
    held = case.hand_class
    return held is None or held.real


def _order_of_31(case: Case) -> Ruling | None:
    """Judge the order of a mano who may hold 31 (REG-AST-20, -22).

    A later opponent is one who speaks after the partner: the 31 of mano is safe against those
    before. If all four have juego the order is allowed, as one of them may hold La Real; but La
    Real has medias of sevens, so some opponent must have pares.
    """
    held = case.hand_class
    if held is not None and held.points != THIRTY_ONE:
        return None
    order = case.position.order
    opponents = [seat for seat in order if seat[0] != case.call.seat[0]]
    later = [seat for seat in opponents if order.index(seat) > order.index(case.partners[0])]
    contested = _any_known([_has(case, "juego", seat) for seat in later])
    if contested:
        having = [_has(case, "juego", seat) for seat in order]
        if False in having:
            return case.allowed("REG-AST-20")
        pares = _any_known([_has(case, "pares", seat) for seat in opponents])
        if pares:
            return case.allowed("REG-AST-22")
        contested = None if None in having else pares
    if contested is None or held is None:
        return case.undecidable("REG-AST-20")
    return case.forbidden("REG-AST-20", "mano_31_pass_order")


def _any_known(answers: list[bool | None]) -> bool | None:
    """Whether any is true; None if none is and one is unknown."""
    if True in answers:
        return True
    return None if None in answers else False


def _has(case: Case, lance: str, seat: str) -> bool | None:
    """Whether a seat has pares or juego, by its cards or by its declaration."""
    hand = case.hand_of(seat)
    if hand is not None:
        return case.ranking.has(lance, hand)
    position = case.position
    if position.lance == lance:
        return None if position.state.auction is None else seat in position.state.holders
    for outcome in position.state.closed:
        if outcome.lance == lance:
            return seat in holders_of(position, outcome)
    return None


def holders_of(position: Position, outcome: Outcome) -> set[str]:
    """The seats that declared to have pares or juego, as far as the lance's end shows it."""
    if not position.variant.rules["bet.only_holders_speak"]:
        return set(outcome.seats)
    return {*outcome.seats, *outcome.auction.speakers, *outcome.auction.folded}


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
    if word.kind == "refusal" and _bet_to_decide(case):
        ruling = bait(case)
        if ruling is not None:
            return ruling
    if case.rules["talk.binding"]:
        return case.allowed("REG-ALV-5")
    return case.allowed(case.article(f"talk {scope_of(case)}"))


def _in_scope(case: Case, word: Word, scope: str) -> Ruling:
    """Whether the topic may be spoken about in this lance."""
    lance = case.lance
    rule = case.article(f"talk {scope}")
    if scope == "minimal":
        if word.kind in OF_CARDS:
            return case.forbidden(rule, "forbidden_talk")
    elif scope == "current_lance":
        return _this_lance_only(case, word)
    elif (
        scope != "free"
        and lance in DECLARED
        and lance in word.about
        and case.rules["talk.naming_cards"][lance] == "free"
    ):
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
    if word.kind == "question" and lance in word.about and _naming_rule(case) == "forbidden":
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


# --- naming cards ------------------------------------------------------------------------


def judge_naming(case: Case, scope: str) -> Ruling:
    """Judge whether these cards may be named here.

    If talk is confined to the current lance, so is naming: it serves to decide on a bet of the
    opponents, begins with the best card for the lance, and may not stop before an equal one
    (REG-AST-11 to 15). Elsewhere any cards may be named, from the top at grande and from the bottom
    at chica (REG-CLM-3, -4, REG-GAL-4).
    """
    how = _naming_rule(case)
    strictly = scope == "current_lance"
    hand = case.hand
    truth = truthfulness(case, None if hand is None else _holds(case, hand))
    if truth.offence:
        # In Galicia one article says which cards may be named, and that they must be held.
        own = how != "forbidden" and case.article("naming some") == "REG-GAL-4"
        return case.forbidden("REG-GAL-4" if own else truth.rule, truth.offence)
    if how == "forbidden":
        return case.forbidden(case.article("naming forbidden"), "forbidden_naming")
    if strictly and not _bet_to_decide(case):
        return case.forbidden("REG-AST-11", "forbidden_naming")
    if how == "free":
        rule = _naming_freely(case, truth)
        return case.undecidable(rule) if truth.untold else case.allowed(rule)
    if not _in_order(case):
        rule = "REG-AST-12" if strictly else case.article("naming in order")
        return case.forbidden(rule, "forbidden_naming")
    if strictly:
        return _from_the_best(case, hand)
    rule = case.article("naming some")
    return case.undecidable(rule) if truth.untold else case.allowed(rule)


def _naming_freely(case: Case, truth: Truthfulness) -> str:
    """The article by which any card may be named, true or not; empty if there is none."""
    if case.rules["talk.scope"] == "free":
        return truth.rule if truth.lied else case.article("talk free")
    return case.article("naming at pares" if case.lance == "pares" else "naming at juego")


def _naming_rule(case: Case) -> str:
    """How cards may be named in this lance; for punto the rule of juego applies."""
    naming = case.rules["talk.naming_cards"]
    if not case.partners:
        return "free"
    if case.lance in TALKED:
        return "free" if set(naming.values()) == {"free"} else "forbidden"
    return str(naming.get("juego" if case.lance == "punto" else case.lance, "forbidden"))


def _bet_to_decide(case: Case) -> bool:
    """Whether a bet of the opponents is on the table."""
    auction = case.position.state.auction
    return auction is not None and bool(auction.stake) and auction.bettor[:1] != case.call.seat[0]


def _ranks(case: Case, cards: Hand) -> list[str]:
    return [case.ranking.effective(card) for card in cards]


def _holds(case: Case, hand: Hand) -> bool:
    """Whether the named cards are held: by rank, and by suit if given."""
    named = case.call.cards
    suited = {card for card in named if card.suit}
    known = {card for card in hand if card.suit}
    if len(known) == len(hand) and not suited <= known:
        return False
    return not Counter(_ranks(case, named)) - Counter(_ranks(case, hand))


def _in_order(case: Case) -> bool:
    """Whether they are named downwards, or upwards at chica."""
    heights = [LOW_TO_HIGH[rank] for rank in _ranks(case, case.call.cards)]
    return heights == sorted(heights, reverse=case.lance != "chica")


def _from_the_best(case: Case, hand: Hand | None) -> Ruling:
    """Whether they are the best cards for the lance, without leaving out an equal one."""
    if hand is None:
        return case.undecidable("REG-AST-12")
    best = _ranks(case, case.ranking.sorted(case.lance, hand))
    named = _ranks(case, case.call.cards)
    for index, (said, due) in enumerate(zip(named, best, strict=False)):
        if said != due:
            left_out = index > 0 and due == named[index - 1]
            return case.forbidden("REG-AST-13" if left_out else "REG-AST-12", "forbidden_naming")
    if len(named) > len(best):
        return case.forbidden("REG-AST-12", "forbidden_naming")
    held = case.ranking.classify(hand)
    if held.pares == "duples" and len(named) == 2:
        return case.allowed("REG-AST-14")
    if len(named) < len(best) and best[len(named)] == named[-1]:
        return case.forbidden("REG-AST-13", "forbidden_naming")
    if case.lance == "grande" and len(named) == 3 and held.points == THIRTY_ONE:
        return case.allowed("REG-AST-15")
    return case.allowed("REG-AST-12")


def why_not(position: Position, call: Call, rule: str) -> Fault | None:
    """Why a signal or words are refused: only seats can make them; None if a seat does.

    `rule` is the article of the game on who plays.
    """
    if call.seat in position.table.seats:
        return None
    return no_such_seat(call.seat, position.table.seats, rule)


def with_ruling(position: Position, call: Call) -> Position:
    """The position with the ruling on a signal or on words."""
    ruling = judge(position, call)._replace(exchanges=position.deal.discards)
    return position._replace(rulings=appended(position.rulings, ruling))


def judge(position: Position, call: Call) -> Ruling:
    """Judge a signal or words under the rules in force."""
    case = Case(position, call)
    if call.verb == "sena":
        return judge_signal(case)

    return judge_talk(case)
