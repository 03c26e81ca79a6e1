"""Conduct: the case a referee judges, offences and costs, signals, orders, cards named.

A `Case` has the words, the speaker and the cards, and rules on it. The options decide; the cited
article is the one of the region whose rulebook is in force, or of the plainest rulebook, since
several regions state the same rule in words of their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from mustutor.games.explain import sentence_rows
from mustutor.games.mus_family.betting import Lances, Outcome, corrido
from mustutor.games.mus_family.hands import CARDS_IN_HAND, LOW_TO_HIGH, TALKED, HandClass, Ranking
from mustutor.games.mus_family.signals import Signal, signals_of
from mustutor.games.mus_family.talk_options import PRICED, WORDS, article
from mustutor.model.calls import DECK, Call
from mustutor.model.ledger import Ruling
from mustutor.model.position import Hand, Position

# What a signal speaks of, by its condition; the kings and aces are for grande and chica.
PARES = frozenset(("par", "medias", "duples"))
JUEGO = frozenset(("juego_31", "solomillo", "real", "punto_30", "punto_29", "punto_28"))
ANYTHING = frozenset(("nothing", "anything"))
JUEGO_OR_PUNTO = frozenset(("juego", "punto"))


def judge_signal(case: Case) -> Ruling:
    """Judge whether a signal may be made here, and is true (MUS-SIG-1, MUS-SIG-2).

    A signal that is not in the list counts as false, as its meaning is unknown.
    """
    rules = case.rules
    if not case.partners:
        return case.forbidden(case.article("no partner"), "forbidden_signal")
    if not rules["signals.allowed"]:
        return case.forbidden(case.article("no signals"), "forbidden_signal")
    signal = signals_of(rules).get(case.call.word)
    untimely = _untimely(case, signal)
    if untimely:
        return case.forbidden(untimely, "forbidden_signal")
    may_be_false = rules["signals.false"] == "allowed"
    if signal is None:
        if may_be_false:
            return case.allowed("MUS-SIG-3")
        return case.forbidden(case.article("false signal"), "false_signal")
    article = signal.article or "MUS-SIG-1"
    if may_be_false or signal.holds == "anything":
        return case.allowed(article)
    if case.hand is None:
        return case.undecidable(article)
    if signal.holds_for(case.hand, case.ranking):
        return case.allowed(article)
    return case.forbidden(case.article("false signal"), "false_signal")


def _untimely(case: Case, signal: Signal | None) -> str:
    """The article that makes a signal wait for another moment; empty if it may be made now."""
    when, lance = case.rules["signals.when"], case.lance
    if "not_while_dealing" in when and case.position.speaker == DECK:
        return "REG-CAN-7"
    # Two options are about mus corrido, and either can lift the ban.
    silent = "not_in_mus_corrido" in when and case.rules["mus.corrido_signals"] == "forbidden"
    if silent and lance in TALKED and corrido(case.position):
        return "MUS-FIRST-1"
    about = signal.holds if signal is not None else "anything"
    late = lance in JUEGO_OR_PUNTO
    if late and "no_earlier_lances_in_juego" in when and about not in JUEGO | ANYTHING:
        return "REG-AST-23"
    early = (about in PARES and lance != "pares") or (about in JUEGO and not late)
    return "REG-AST-3" if early and "pares_juego_in_own_lance" in when else ""


_SAID = sentence_rows("conduct")

OFFENCES: Mapping[str, str] = dict.fromkeys(PRICED, _SAID["priced"]) | _SAID["offences"]
"""Every offence an entry of the option `penalty` may price, and its sentence."""

PARTICULAR: Mapping[str, str] = _SAID["articles"]
"""What is said instead where an article has a sentence of its own."""

COSTS: Mapping[str, str] = _SAID["costs"]
"""What each penalty means."""

ALLOWED: str = _SAID["allowed"]
UNTOLD: str = _SAID["untold"]
UNCLEAR: str = _SAID["unclear"]


def by_meaning(ruling: Ruling) -> bool:
    """Whether words are ruled on by their meaning, with any cards."""
    word = WORDS.get(ruling.call.word)
    return ruling.call.verb == "dice" and (word is None or word.kind == "others")


class Case(NamedTuple):
    """Words or a signal at a position, and the possible rulings on it."""

    position: Position
    call: Call

    @property
    def rules(self) -> Mapping[str, Any]:
        """The options of the variant."""
        return self.position.table.variant.rules

    @property
    def lance(self) -> str:
        """The lance it was said in."""
        return self.position.lance

    @property
    def ranking(self) -> Ranking:
        """The order of hands."""
        state: Lances = self.position.state
        return state.ranking

    @property
    def hand(self) -> Hand | None:
        """The four cards of the speaker; None if not all are known."""
        return self.hand_of(self.call.seat)

    @property
    def hand_class(self) -> HandClass | None:
        """The class of those cards in every lance."""
        return None if self.hand is None else self.ranking.classify(self.hand)

    @property
    def is_mano(self) -> bool:
        """Whether the speaker is mano."""
        return self.call.seat == self.position.mano

    @property
    def partners(self) -> tuple[str, ...]:
        """The partners of the speaker, in the order of play; none if each plays alone."""
        seat, order = self.call.seat, self.position.table.seats
        place = order.index(seat)
        return tuple([s for s in order[place + 1 :] + order[:place] if s[0] == seat[0]])

    def hand_of(self, seat: str) -> Hand | None:
        """The four cards of a seat; None if not all are known."""
        hand = self.position.hand_of(seat)
        return hand if hand is not None and len(hand) == CARDS_IN_HAND else None

    def article(self, topic: str) -> str:
        """The article this rulebook has for a topic."""
        return article(self.position.table.variant, topic)

    def allowed(self, rule: str) -> Ruling:
        """The ruling that it is allowed."""
        return self._ruled(True, rule)

    def undecidable(self, rule: str) -> Ruling:
        """The ruling that the known cards cannot decide it."""
        return self._ruled(None, rule)

    def forbidden(self, rule: str, offence: str) -> Ruling:
        """The ruling that it is forbidden, with its cost under these rules."""
        return with_cost(self.rules, self._ruled(False, rule, offence))

    def _ruled(self, allowed: bool | None, rule: str, offence: str = "") -> Ruling:
        since = len(self.position.said)
        return Ruling(self.call, self.lance, allowed, rule, offence, since=since)


def with_cost(rules: Mapping[str, Any], ruling: Ruling) -> Ruling:
    """The ruling with the cost of its offence under these rules."""
    cost = rules["penalty"].get(ruling.offence, "none")
    if isinstance(cost, dict):
        return ruling._replace(penalty="stones", stones=int(cost["stones"]))
    return ruling._replace(penalty=str(cost), stones=0)


class Truthfulness(NamedTuple):
    """How a statement about one's cards is ruled: an offence, allowed, or undecidable."""

    rule: str
    offence: str = ""
    lied: bool = False
    untold: bool = False


def truthfulness(case: Case, holds: bool | None) -> Truthfulness:
    """The consequence of a statement being true, false, or undecidable.

    If words bind, an untrue statement is a broken promise (REG-ALV-5). If the rulebook is silent on
    lying, it is allowed.
    """
    lying, scope = case.rules["talk.lying"], case.rules["talk.scope"]
    binding = bool(case.rules["talk.binding"])
    forbidden = lying == "never" or (lying == "until_cut" and case.lance not in TALKED)
    rule = case.article(f"talk {scope}" if lying == "unspecified" else f"lying {lying}")
    if holds is None:
        return Truthfulness("REG-ALV-5" if binding else rule, untold=forbidden or binding)
    if holds:
        return Truthfulness(rule)
    if binding:
        return Truthfulness("REG-ALV-5", "broken_word", lied=True)
    return Truthfulness(rule, "lie" if forbidden else "", lied=True)


# --- what some hands may not say ----------------------------------------------------------

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
    best = {
        "grande": ranks.count("R") == ALL_FOUR,
        "chica": ranks.count("A") == ALL_FOUR,
        "pares": ranks.count("R") == ALL_FOUR,
        "juego": held.points == THIRTY_ONE and ranks.count("R") == ALL_FOUR - 1,
        "punto": held.points == THIRTY,
    }
    return case.forbidden("REG-AST-17", "bait_as_mano_max") if best.get(case.lance) else None


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


# --- naming cards ------------------------------------------------------------------------


def judge_naming(case: Case, scope: str) -> Ruling:
    """Judge whether these cards may be named here.

    If talk is confined to the current lance, so is naming: it serves to decide on a bet of the
    opponents, begins with the best card for the lance, and may not stop before an equal one
    (REG-AST-11 to 15). Elsewhere any cards may be named, from the top at grande and from the bottom
    at chica (REG-CLM-3, -4, REG-GAL-4).
    """
    how = naming_rule(case)
    strictly = scope == "current_lance"
    hand = case.hand
    truth = truthfulness(case, None if hand is None else _holds(case, hand))
    if truth.offence:
        # In Galicia one article says which cards may be named, and that they must be held.
        own = how != "forbidden" and case.article("naming some") == "REG-GAL-4"
        return case.forbidden("REG-GAL-4" if own else truth.rule, truth.offence)
    if how == "forbidden":
        return case.forbidden(case.article("naming forbidden"), "forbidden_naming")
    if strictly and not bet_to_decide(case):
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


def naming_rule(case: Case) -> str:
    """How cards may be named in this lance; for punto the rule of juego applies."""
    naming = case.rules["talk.naming_cards"]
    if not case.partners:
        return "free"
    if case.lance in TALKED:
        return "free" if set(naming.values()) == {"free"} else "forbidden"
    return str(naming.get("juego" if case.lance == "punto" else case.lance, "forbidden"))


def bet_to_decide(case: Case) -> bool:
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
    for index, (rank, due) in enumerate(zip(named, best, strict=False)):
        if rank != due:
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
