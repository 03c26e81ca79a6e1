"""Words before the referee: what partners may speak about, whether it is true, and when.

A word is judged by what is worst in it: a lie before talk out of place, since a lie may cost the
game. Where each plays for himself there is no partner to tell anything, and only lies are judged.
"""

from __future__ import annotations

from collections import Counter

from mustutor.games.mus_family.classes import LOW_TO_HIGH
from mustutor.games.mus_family.conduct.case import JUEGO_OR_PUNTO, Case, Truth, truth_of
from mustutor.games.mus_family.conduct.prohibitions import (
    THIRTY_ONE,
    bait,
    firm,
    judge_order,
    question_forbidden,
)
from mustutor.games.mus_family.conduct.words import FREE, WORDS, Word
from mustutor.games.mus_family.lances import DECLARED, TALKED
from mustutor.ledger import Ruling
from mustutor.position import Hand

PROMISES = frozenset(("refusal", "promise"))
OF_CARDS = frozenset(("question", "condition", "statement", "elsewhere", "stakes"))
"""Kinds of words that tell or ask for cards: too much for the least talk there is."""


def judge_talk(case: Case) -> Ruling:
    """Say whether something may be said here."""
    word = WORDS.get(case.call.word, FREE)
    scope = scope_of(case)
    if scope == "none":
        return case.forbidden(case.article("talk none"), "forbidden_talk")
    if word.kind == "ask" or (word.kind == "question" and case.lance in TALKED):
        return _question(case, word, scope)
    if case.lance in TALKED:
        closed = _closed_list(case, word)
        if closed is not None:
            return closed
    if word.kind == "alone" and case.rules["talk.mus_phrases"] != "any":
        return _alone(case)
    if word.kind == "statement":
        return _statement(case, word, scope)
    if word.kind == "naming":
        return judge_naming(case, scope) if case.call.cards else case.untold("MUS-SIG-4")
    if word.kind in PROMISES:
        return _promise(case, word)
    if word.kind == "pass":
        return judge_order(case) or _in_scope(case, word, scope)
    if word.kind == "phrase" and case.lance in TALKED:
        return case.allowed(case.article("mus in any words"))
    if word.kind == "free":
        return _free(case, scope)
    return _in_scope(case, word, scope)


def scope_of(case: Case) -> str:
    """What may be spoken about (talk.scope); anything, where nobody has a partner."""
    return str(case.rules["talk.scope"]) if case.partners else "free"


def _question(case: Case, word: Word, scope: str) -> Ruling:
    """Asking the partner what to do (REG-AST-5; talk.no_questions_with).

    The concrete question of a lance is another thing: with it a bet is decided (REG-AST-10).
    """
    forbidden = question_forbidden(case)
    if forbidden:
        return case.forbidden("REG-AST-5", "forbidden_question")
    closed = _closed_list(case, word) if case.lance in TALKED else None
    ruling = closed or _in_scope(case, word, scope)
    return case.untold("REG-AST-5") if ruling.allowed and forbidden is None else ruling


def _closed_list(case: Case, word: Word) -> Ruling | None:
    """While mus is talked, where its phrases are a closed list (REG-AST-4, -6)."""
    phrases = case.rules["talk.mus_phrases"]
    if phrases == "any":
        return None
    listed = case.call.word in phrases
    if word.kind == "alone" and not listed:
        return _alone(case)
    return case.allowed("REG-AST-4") if listed else case.forbidden("REG-AST-4", "forbidden_talk")


def _alone(case: Case) -> Ruling:
    """Who plays alone has a firm hand, whenever he says it (REG-AST-6)."""
    firmly = firm(case)
    if firmly is None:
        return case.untold("REG-AST-6")
    return case.allowed("REG-AST-6") if firmly else case.forbidden("REG-AST-6", "forbidden_talk")


def _statement(case: Case, word: Word, scope: str) -> Ruling:
    assert word.holds is not None
    held = case.held
    truth = truth_of(case, None if held is None else word.holds(held))
    if truth.offence:
        return case.forbidden(truth.rule, truth.offence)
    return _unless_lying(case, _in_scope(case, word, scope), truth)


def _unless_lying(case: Case, ruling: Ruling, truth: Truth) -> Ruling:
    """The ruling on what was spoken about, where no lie is proved."""
    if not ruling.allowed:
        return ruling
    if truth.untold:
        return case.untold(truth.rule)
    return case.allowed(truth.rule) if truth.lied else ruling


def _promise(case: Case, word: Word) -> Ruling:
    """What one is going to say: a bait perhaps, of a bet there is; and kept to where words bind."""
    if word.kind == "refusal" and _bet_to_decide(case):
        ruling = bait(case)
        if ruling is not None:
            return ruling
    if case.rules["talk.binding"]:
        return case.allowed("REG-ALV-5")
    return case.allowed(case.article(f"talk {scope_of(case)}"))


def _in_scope(case: Case, word: Word, scope: str) -> Ruling:
    """Whether the thing may be spoken about in this lance."""
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
        # Where all cards may be named, what they make may be asked and told (REG-CLM-5, -6).
        return case.allowed(case.article(f"naming at {lance}"))
    return case.allowed(rule)


def _this_lance_only(case: Case, word: Word) -> Ruling:
    """Talk confined to the lance on the table (REG-AST-10, -16, -23)."""
    lance = case.lance
    if word.kind == "stakes" and _ordago_to_answer(case):
        return case.forbidden("REG-AST-16", "forbidden_talk")
    if word.kind in ("condition", "ask"):
        return case.forbidden("REG-AST-10", "forbidden_talk")
    if word.kind == "question" and lance in word.about and _how(case) == "forbidden":
        # What may not be named may not be asked for: of grande and of chica, and of no other.
        return case.forbidden("REG-AST-10", "forbidden_talk")
    if word.kind in ("question", "statement", "elsewhere", "stakes") and lance not in word.about:
        back = lance in JUEGO_OR_PUNTO and case.call.word != "jugada_posterior"
        return case.forbidden("REG-AST-23" if back else "REG-AST-10", "forbidden_talk")
    return case.untold("REG-AST-10") if word.kind == "others" else case.allowed("REG-AST-10")


def _ordago_to_answer(case: Case) -> bool:
    """Whether stakes were accepted in earlier lances, and an órdago is now on the table."""
    auction = case.position.state.auction
    accepted = any(outcome.kind == "seen" for outcome in case.position.state.closed)
    return accepted and auction is not None and auction.ordago


def _free(case: Case, scope: str) -> Ruling:
    """Words whose meaning nobody wrote down: fine where anything may be said, true or not."""
    rule = case.article(f"talk {scope}")
    if case.lance in TALKED and scope != "current_lance":
        rule = case.article("mus in any words")
        return case.untold(rule) if truth_of(case, None).untold else case.allowed(rule)
    anything = scope in ("any_lance", "free") and not truth_of(case, None).untold
    return case.allowed(rule) if anything else case.untold(rule)


# --- naming cards ------------------------------------------------------------------------


def judge_naming(case: Case, scope: str) -> Ruling:
    """Say whether these cards may be named here.

    Where talk is confined to the lance on the table, naming is too: it serves to decide on a bet
    of the others, begins with the best card for the lance, and may not stop before an equal one
    (REG-AST-11 to 15). Elsewhere any cards may be named, from the top at grande and from the
    bottom at chica (REG-CLM-3, -4, REG-GAL-4).
    """
    how = _how(case)
    strictly = scope == "current_lance"
    hand = case.hand
    truth = truth_of(case, None if hand is None else _holds(case, hand))
    if truth.offence:
        # Galicia says in one breath which cards are named, and that they must be held.
        own = how != "forbidden" and case.article("naming some") == "REG-GAL-4"
        return case.forbidden("REG-GAL-4" if own else truth.rule, truth.offence)
    if how == "forbidden":
        return case.forbidden(case.article("naming forbidden"), "forbidden_naming")
    if strictly and not _bet_to_decide(case):
        return case.forbidden("REG-AST-11", "forbidden_naming")
    if how == "free":
        rule = _naming_freely(case, truth)
        return case.untold(rule) if truth.untold else case.allowed(rule)
    if not _in_order(case):
        rule = "REG-AST-12" if strictly else case.article("naming in order")
        return case.forbidden(rule, "forbidden_naming")
    if strictly:
        return _from_the_best(case, hand)
    rule = case.article("naming some")
    return case.untold(rule) if truth.untold else case.allowed(rule)


def _naming_freely(case: Case, truth: Truth) -> str:
    """The article by which any card may be named: where one says what one likes, that one."""
    if case.rules["talk.scope"] == "free":
        return truth.rule if truth.lied else case.article("talk free")
    return case.article("naming at pares" if case.lance == "pares" else "naming at juego")


def _how(case: Case) -> str:
    """How cards may be named in this lance; punto is named as juego is, of which it is the rest."""
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
    """Whether the named cards are held: by rank, and by suit where one is named."""
    named = case.call.cards
    suited = {card for card in named if card.suit}
    known = {card for card in hand if card.suit}
    if len(known) == len(hand) and not suited <= known:
        return False
    return not Counter(_ranks(case, named)) - Counter(_ranks(case, hand))


def _in_order(case: Case) -> bool:
    """Whether they come downwards, or upwards at chica."""
    heights = [LOW_TO_HIGH[rank] for rank in _ranks(case, case.call.cards)]
    return heights == sorted(heights, reverse=case.lance != "chica")


def _from_the_best(case: Case, hand: Hand | None) -> Ruling:
    """Whether they are the best cards for the lance, none equal to the last left out."""
    if hand is None:
        return case.untold("REG-AST-12")
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
