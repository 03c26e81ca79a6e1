"""What some hands may not say: questions, orders to pass, feigned refusals (Asturias).

Each answers None where the cards that would tell are not known, or where it has nothing to say.
"""

from __future__ import annotations

from mustutor.games.mus_family.conduct.case import Case
from mustutor.games.mus_family.lances import TALKED
from mustutor.games.mus_family.state import Outcome
from mustutor.ledger import Ruling
from mustutor.position import Position

THIRTY_ONE = 31
THIRTY = 30
ALL_FOUR = 4


def firm(case: Case) -> bool | None:
    """Whether the hand is firm: medias, duples or 31 (REG-AST-6)."""
    held = case.held
    if held is None:
        return None
    return held.pares in ("medias", "duples") or held.points == THIRTY_ONE


def question_forbidden(case: Case) -> bool | None:
    """Whether the hand forbids asking the partner (REG-AST-5; talk.no_questions_with)."""
    with_these = case.rules["talk.no_questions_with"]
    if not with_these or not case.partners:
        return False
    held = case.held
    if held is None:
        return None
    return held.pares in with_these or (held.points == THIRTY_ONE and "juego31" in with_these)


def bait(case: Case) -> Ruling | None:
    """Rule on a refusal of a mano who cannot lose (REG-AST-17).

    The four kings are the best hand of pares too, as duples of kings.
    """
    banned = case.rules["conduct.no_bait_as_mano_max"]
    if not banned or not case.is_mano or not case.partners or case.lance in TALKED:
        return None
    hand, held = case.hand, case.held
    if hand is None or held is None:
        return case.untold("REG-AST-17")
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
    """Rule on an order to the partner to pass (REG-AST-19 to 22, -24; conduct.no_pass_order)."""
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
            if case.held is not None:
                return case.forbidden("REG-AST-19", "real_pass_order")
            if ruling is None or ruling.allowed:
                return case.untold("REG-AST-19")
        return ruling
    if case.lance == "punto" and case.is_mano and "mano_30_punto" in banned:
        held = case.held
        if held is None:
            return case.untold("REG-AST-24")
        if held.points == THIRTY:
            return case.forbidden("REG-AST-24", "mano_30_pass_order")
    return None


def _may_be_real(case: Case) -> bool:
    """Whether the hand is La Real, or can be one for all we know."""
    if not case.rules["real.enabled"]:
        return False
    held = case.held
    return held is None or held.real


def _order_of_31(case: Case) -> Ruling | None:
    """Rule on the order of a mano who may hold 31 (REG-AST-20, -22).

    A later opponent is one who speaks after the partner ordered: against those before him the 31
    of mano is out of danger. Where all four have juego the order is allowed, as one of them
    may hold La Real; but La Real has medias of sevens, so some opponent must have pares.
    """
    held = case.held
    if held is not None and held.points != THIRTY_ONE:
        return None
    order = case.position.order
    opponents = [seat for seat in order if seat[0] != case.call.seat[0]]
    later = [seat for seat in opponents if order.index(seat) > order.index(case.partners[0])]
    contested = _any([_has(case, "juego", seat) for seat in later])
    if contested:
        having = [_has(case, "juego", seat) for seat in order]
        if False in having:
            return case.allowed("REG-AST-20")
        pares = _any([_has(case, "pares", seat) for seat in opponents])
        if pares:
            return case.allowed("REG-AST-22")
        contested = None if None in having else pares
    if contested is None or held is None:
        return case.untold("REG-AST-20")
    return case.forbidden("REG-AST-20", "mano_31_pass_order")


def _any(answers: list[bool | None]) -> bool | None:
    """Whether one is yes; None where one may be."""
    if True in answers:
        return True
    return None if None in answers else False


def _has(case: Case, lance: str, seat: str) -> bool | None:
    """Whether a seat has pares or juego, by its cards or by what it declared."""
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
    """Who declared to have pares or juego, so far as the end of the lance shows it."""
    if not position.variant.rules["bet.only_holders_speak"]:
        return set(outcome.seats)
    return {*outcome.seats, *outcome.auction.speakers, *outcome.auction.folded}
