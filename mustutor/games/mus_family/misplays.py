"""Incidents: refused calls and irregular deals, with the rulings that are possible.

`misstep` classifies a refused call: out of turn, too late, a word taken back, a false declaration,
a card shown, a wrong deal. If an article or a price of the table decides, there is one ruling; else
there are several, and the club chooses.

MUS-DEAL-3 gives everybody four cards, so a deal in which somebody has more or fewer is void,
unless the club lets it stand. For cards served wrongly no rulebook says anything.

`of_deal` judges what a record says of a deal: who shuffled, and who cut how many cards, or that the
cut was not offered (MUS-DEAL-1, -2). What follows from that last the rulebook says (deal.no_cut);
from too few cards, or from a cut or shuffle by somebody else, no rulebook does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from mustutor.base.errors import Fault
from mustutor.base.language import mark
from mustutor.base.register import traits
from mustutor.games import game_of
from mustutor.games.mus_family import dealing, discards
from mustutor.games.mus_family.betting import opened
from mustutor.games.mus_family.calls import SPOKEN
from mustutor.games.mus_family.conduct import with_cost
from mustutor.games.mus_family.discards import discard_order, whole_deck
from mustutor.games.mus_family.hands import CARDS_IN_HAND, DECLARED, TALKED
from mustutor.games.mus_family.talk import DECLARING
from mustutor.games.protocols import (
    Conduct,
    IllegalPlay,
    RulingOption,
    Statement,
    TableIrregularity,
)
from mustutor.model.calls import DECK, Call
from mustutor.model.ledger import Ruling
from mustutor.model.position import Position, Step, appended

STANDS, WITHDRAWN = "stands", "withdrawn"


def why_impossible_deal(position: Position, call: Call) -> IllegalPlay | None:
    """The incident of cards the rules refuse: played out all the same, or dealt again.

    None if a seat has no part in the hand, or a card served is not in the deck.
    """
    if not {seat for seat, _ in call.hands} <= set(position.order):
        return None
    deck = discards.whole_deck(position.variant)
    strange = [s for s, hand in call.hands if any(c.suit and c not in deck for c in hand)]
    if call.verb == "sirve":
        return None if strange else _misserved(position, call)
    if call.verb != "reparte":
        return None
    variant = position.variant
    wanted, cards = discards.cards_each(variant, call), variant.number("deal.cards")
    if any(len(hand) == cards > wanted for _, hand in call.hands):
        return None  # unrecorded discard, so no wrong deal
    short = [seat for seat, hand in call.hands if len(hand) != wanted]
    wrong = (*short, *strange)
    stands = _with_wrong_cards(position, call, wrong)
    rule = "MUS-DEAL-3" if wanted == CARDS_IN_HAND else "ENC-DEAL-4"
    if short:
        return _with_ruling("misdeal", wrong[0], rule, position, stands, rule)
    kind, seat = ("misdeal", wrong[0]) if wrong else ("card_twice", "")
    return _with_ruling(kind, seat, "MUS-DECK-1", position, stands)


def _misserved(position: Position, call: Call) -> IllegalPlay | None:
    """The incident of wrong cards served: a wrong number, or a card that is elsewhere."""
    deal, seats = position.deal, position.table.seats
    thrown = {seat: len(cards) for seat, cards in zip(seats, deal.current_discards, strict=True)}
    wrong = [seat for seat, cards in call.hands if len(cards) != thrown[seat]]
    if wrong:
        stands = _with_wrong_cards(position, call, tuple(wrong))
        return _with_ruling("misserved", wrong[0], "MUS-DISC-4", position, stands)
    lasting = deal.pile is None and sum(thrown.values()) <= deal.stock
    # After a reshuffle of discards, wrongly served cards cannot be recognized.
    unknown = () if lasting else tuple([seat for seat, _ in call.hands])
    stands = _with_wrong_cards(position, call, unknown)
    return _with_ruling("card_twice", "", "MUS-DISC-4", position, stands)


def _with_wrong_cards(position: Position, call: Call, wrong: tuple[str, ...]) -> Position:
    """The position with these cards, and those of seats with wrong ones unknown."""
    right = tuple([(seat, hand) for seat, hand in call.hands if seat not in wrong])
    seats = position.table.seats
    after = game_of(position.variant.game).rules.play(position, call._replace(hands=right))
    dealt = zip(seats, after.deal.hands, strict=True)
    known = tuple([None if seat in wrong else hand for seat, hand in dealt])
    return after._replace(deal=after.deal._replace(hands=known))


def void(position: Position) -> Position:
    """The end of a void hand: the same player is mano of the next."""
    return opened(position._replace(deal=position.deal._replace(void=True)), "end", ())


def _with_ruling(
    kind: str, seat: str, rule: str, position: Position, stands: Position, says: str = ""
) -> IllegalPlay:
    again = RulingOption(WITHDRAWN, void(position), position, says)
    ways = (again, RulingOption(STANDS, stands, position))
    return IllegalPlay(kind, "misdeal", seat, rule, ways)


TALK = frozenset(("mus", "corto"))
OPPOSITE = {"tengo": "no tengo", "no tengo": "tengo"}
ANSWERS = frozenset(("quiero", "no quiero", "subo", "ordago"))
OPENING = frozenset(("envido", "ordago"))

Fined = Callable[[Position], Position]


def misstep(
    articles: Mapping[str, str],
    fined: Fined,
    steps: Sequence[Step],
    position: Position,
    call: Call,
    lance: str,
) -> IllegalPlay | None:
    """The incident of a refused call, with its rulings; None if it can only be refused.

    `lance` is the round in which it is recorded, which a late call does not share with the
    position.
    """
    found = _found(articles, steps, position, call, lance)
    if found is None or not found.seat:
        return found
    rules, offence = position.variant.rules, found.offence
    if rules["talk.binding"] and found.kind in ("word_taken_back", "false_declaration"):
        offence, found = "broken_word", found._replace(rule="REG-ALV-5")
    spoken = call if call.seat == found.seat else Call(found.seat, call.verb)
    ruling = Ruling(spoken, lance, False, found.rule, offence, since=len(position.said))
    ruling = with_cost(rules, ruling)
    costs = ruling.penalty != "none"
    recourses = [
        recourse._replace(after=with_penalty(recourse.after, ruling, fined))
        if costs or (recourse.name == STANDS and found.kind == "false_declaration")
        else recourse
        for recourse in found.recourses
    ]
    return found._replace(
        offence=offence,
        option=found.option or f"penalty.{offence}",
        recourses=tuple(recourses),
        ruling=ruling if costs else None,
    )


def with_penalty(position: Position, ruling: Ruling, fined: Fined) -> Position:
    """The position with a ruling and its immediate cost: stones, or the game."""
    charged = fined(position._replace(rulings=appended(position.rulings, ruling)))
    if ruling.penalty == "lose_game" and not (charged.winner or charged.loser):
        return game_of(position.variant.game).rules.settle(charged)[0]
    return charged


def _found(
    articles: Mapping[str, str], steps: Sequence[Step], position: Position, call: Call, lance: str
) -> IllegalPlay | None:
    if call.seat == DECK:
        return why_impossible_deal(position, call)
    if call.seat not in position.table.seats:
        return None
    if call.verb == "descubre":
        return _card_shown(position, call)
    if call.seat in _without_stones(position, lance):
        fault = game_of(position.variant.game).rules.why_not(position, call)
        rule = fault.rule if fault is not None else ""
        return _without_effect("no_stones", call, rule, position, "out_of_turn")
    if lance != position.lance:
        return _too_late(articles, steps, position, call, lance)
    if call.verb in TALK and lance not in TALKED:
        return _without_effect("late_talk", call, "MUS-MUS-3", position)
    if lance in DECLARED and position.state.auction is None:
        return _false_declaration(articles, steps, position, call)
    if position.speaker != call.seat:
        return _out_of_turn(articles, steps, position, call)
    return None


def _without_stones(position: Position, lance: str) -> list[str]:
    """The incident of a seat without stones to speak for: out, or all in pots."""
    if "own_stones" not in traits(position.variant.game):
        return []
    here = position.order if lance in TALKED or lance != position.lance else ()
    seats = [seat for seat in position.table.seats if seat not in here]
    return [seat for seat in seats if not position.stones_of(seat)]


def _without_effect(
    kind: str, call: Call, rule: str, position: Position, by: str = ""
) -> IllegalPlay:
    """The incident of a call that an article leaves without effect."""
    recourse = RulingOption(WITHDRAWN, position, rule=rule)
    return IllegalPlay(kind, by or kind, call.seat, rule, (recourse,))


# --- cards --------------------------------------------------------------------------------


def _card_shown(position: Position, call: Call) -> IllegalPlay | None:
    """The incident of a shown card; the dealer's, in the deal, is mus visto (MUS-VISTO-1)."""
    hand = position.hand_of(call.seat)
    if hand is not None and not set(call.cards) <= set(hand):
        return None
    ways = (RulingOption(STANDS, position, rule="MUS-VISTO-1"),)
    return IllegalPlay("shown_card", "shown_card", call.seat, "MUS-VISTO-1", ways)


# --- words --------------------------------------------------------------------------------


def _too_late(
    articles: Mapping[str, str], steps: Sequence[Step], position: Position, call: Call, lance: str
) -> IllegalPlay | None:
    """The incident of a call after the end of its round: it has no effect."""
    word = _last_word(steps, call.seat, lance)
    back = word is not None and _is_contradiction(word.call, call)
    if lance in TALKED:
        visto = game_of(position.variant.game).rules.why_round_ended(position, lance)
        if visto is not None:
            return _without_effect("mus_visto", call, visto.rule, position, by="late_talk")
        rule = "MUS-MUS-4" if position.lance in TALKED else "MUS-MUS-3"
        return _without_effect("word_taken_back" if back else "late_talk", call, rule, position)
    outcome = next((o for o in position.state.closed if o.lance == lance), None)
    if outcome is None:
        return None
    how = "refused" if outcome.kind.startswith("unanswered") else "passed"
    rule = articles["settled" if outcome.kind in ("seen", "ordago") else how]
    missed = _without_effect("word_taken_back" if back else "late_word", call, rule, position)
    if outcome.kind == "seen" and call.seat[:1] != outcome.auction.bettor[:1]:
        # One partner has answered for both.
        one = RulingOption(WITHDRAWN, position, rule=articles["one_answered"])
        return missed._replace(recourses=(one,))
    return missed


def _false_declaration(
    articles: Mapping[str, str], steps: Sequence[Step], position: Position, call: Call
) -> IllegalPlay | None:
    """The incident of a false declaration, or one out of turn."""
    lance, game = position.lance, game_of(position.variant.game)
    if call.verb not in DECLARING:
        return None
    if call.seat not in position.queue:
        word = _last_word(steps, call.seat, lance)
        if word is None or not _is_contradiction(word.call, call):
            return _without_effect("out_of_turn", call, articles[lance], position)
        return _second_call(articles, steps, position, call, word)
    at_turn = _at_turn(position, call.seat)
    false = game.rules.why_not(at_turn, call) is not None
    if position.speaker != call.seat:
        stands = RulingOption(STANDS, game.rules.play(at_turn, call), at_turn)
        recourses = (RulingOption(WITHDRAWN, position), *([] if false else [stands]))
        return IllegalPlay("out_of_turn", "out_of_turn", call.seat, articles[lance], recourses)
    if not false:
        return None
    put_right = game.rules.play(position, Call(call.seat, OPPOSITE[call.verb]))
    ways = [RulingOption(WITHDRAWN, put_right, position)]
    if articles["false"]:
        # Found when the cards are shown, it has been played on: that comes first.
        played_on = game.rules.play(position, Call(call.seat, call.verb))
        ways.insert(0, RulingOption(STANDS, played_on, position, articles["false"]))
    rule = articles["false"] or articles[lance]
    return IllegalPlay("false_declaration", "false_declaration", call.seat, rule, tuple(ways))


def _out_of_turn(
    articles: Mapping[str, str], steps: Sequence[Step], position: Position, call: Call
) -> IllegalPlay | None:
    """The incident of a call out of turn."""
    seat, lance, auction = call.seat, position.lance, position.state.auction
    game = game_of(position.variant.game)
    if not position.queue or position.speaker == DECK:
        return None
    word = _last_word(steps, seat, lance)
    passed = word is not None and word.call.verb == "paso" and auction is not None
    reopens = passed and not auction.stake and call.verb in OPENING
    unbets = auction is not None and auction.bettor == seat and call.verb in ("paso", "no quiero")
    if word is not None and (unbets or reopens or _is_contradiction(word.call, call)):
        return _second_call(articles, steps, position, call, word)
    if auction is not None:
        kind, rule = "", ""
        if seat in auction.folded and seat not in auction.speakers:
            kind, rule = "out_of_turn", articles["gone"]
        elif seat not in auction.speakers:
            kind, rule = "no_part", articles[f"no_{lance}" if lance in DECLARED else "turn"]
        elif auction.stake and seat[:1] == auction.bettor[:1]:
            kind, rule = "own_bet", articles["own_bet"]
        if kind:
            return _without_effect(kind, call, rule, position, "out_of_turn")
    at_turn = _at_turn(position, seat)
    meant = game.words.spelled_out(at_turn, call)
    rule = articles["turn"] if auction is not None else "MUS-MUS-2"
    if game.rules.why_not(at_turn, meant) is not None:
        return _without_effect("out_of_turn", call, rule, position)
    opens = auction is not None and not auction.stake and meant.verb in OPENING
    stands = RulingOption(STANDS, game.rules.play(at_turn, meant), at_turn)
    recourses = (RulingOption(WITHDRAWN, position), stands)
    option = "bet.out_of_turn" if opens and articles["opens"] else ""
    return IllegalPlay("out_of_turn", "out_of_turn", seat, rule, recourses, option)


def _second_call(
    articles: Mapping[str, str], steps: Sequence[Step], position: Position, call: Call, word: Step
) -> IllegalPlay:
    """The incident of a second call instead of the first: either may count."""
    game = game_of(position.variant.game)
    recourses = [RulingOption(WITHDRAWN, position)]
    meant = game.words.spelled_out(word.before, call)
    if game.rules.why_not(word.before, meant) is None:
        again = game.rules.play(word.before, meant)
        place = max(n for n, step in enumerate(steps) if step is word)
        for step in steps[place + 1 :]:
            if step.call.verb in game.words.grammar.beside:
                continue
            if again.lance != position.lance or game.rules.why_not(again, step.call) is not None:
                break
            again = game.rules.play(again, step.call)
        recourses.append(RulingOption(STANDS, again, word.before))
    about = {"no quiero": "gone", "quiero": "accepted", "paso": "turn"}
    about |= dict.fromkeys(DECLARING, position.lance)
    rule = articles[about.get(word.call.verb, "own_bet")]
    if word.call.verb in TALK:
        rule = "MUS-MUS-1"
    return IllegalPlay("word_taken_back", "word_taken_back", call.seat, rule, tuple(recourses))


def _is_contradiction(first: Call, second: Call) -> bool:
    """Whether two calls contradict: an answer and another answer, corto and mus."""
    for words in (TALK, DECLARING):
        if first.verb in words:
            return second.verb in words - {first.verb}
    return first.verb in ("quiero", "no quiero") and second.verb in ANSWERS - {first.verb}


def _last_word(steps: Sequence[Step], seat: str, lance: str) -> Step | None:
    """The last call of a seat in the latest round of this name."""
    for step in steps[::-1]:
        if step.before.lance == lance:
            if step.call.seat == seat and step.call.verb not in SPOKEN:
                return step
            if not step.before.said:
                break
        elif step.call.seat == DECK:
            break
    return None


def _at_turn(position: Position, seat: str) -> Position:
    """The position with this seat to speak; the order after it is unchanged."""
    others = tuple([other for other in position.queue if other != seat])
    return position._replace(queue=(seat, *others))


# --- the shuffle and the cut --------------------------------------------------------------


def with_stated_cut(position: Position, deal: Mapping[str, Any]) -> Position:
    """The start of a hand with its recorded shuffle and cut.

    If the cut was not offered there may be mus visto (deal.no_cut): everybody has mus, without the
    rulebook's other consequences of a seen card.
    """
    visto = position.variant.rules["deal.no_cut"] == "mus_visto"
    if deal.get("cut") != "none" or not visto or position.lance != "mus":
        return position
    position = position._replace(deal=position.deal._replace(uncut=True))
    return opened(position, "descarte", discard_order(position.variant, position.order))


def of_deal(start: Position, deal: Mapping[str, Any]) -> Iterator[Statement]:
    """Judge who shuffled, and who cut how many cards, in a hand that begins so."""
    if "shuffled" in deal:
        yield _shuffled(start, tuple(deal["shuffled"]))
    if "cut" in deal:
        yield _cut(start, deal["cut"])


def _shuffled(start: Position, seats: tuple[str, ...]) -> Statement:
    """Judge the shuffle: by the dealer alone, or after the player before (deal.double_shuffle)."""
    dealer, before = start.order[-1], start.order[-2]
    twice = start.variant.flag("deal.double_shuffle")
    right = seats == ((before, dealer) if twice else (dealer,))
    known = {"seats": " ".join(seats) or "-", "dealer": dealer, "before": before}
    sentence = mark("Only the dealer, {dealer}, should shuffle; here {seats} did.")
    if right:
        sentence = mark("The right players shuffled: {seats}.")
    elif twice:
        sentence = mark(
            "{before} should shuffle first and then the dealer, {dealer}; here {seats} did."
        )
    fault = Fault("REG-MAD-5" if twice else "MUS-DEAL-1", sentence, known)
    return Statement("deal.shuffled", right, fault)


def _cut(start: Position, cut: Any) -> Statement:
    """Judge the cut: by the dealer's left, with enough cards in both parts (deal.cut_min)."""
    rules = start.variant
    dealer, cutter = start.order[-1], start.order[-2]
    known: dict[str, object] = {"dealer": dealer, "cutter": cutter}
    holds: bool | None = False
    rule = "MUS-DEAL-1"
    if cut == "none":
        holds = None
        sentence = mark(
            "The dealer, {dealer}, did not offer {cutter} the cut; here nothing follows from that."
        )
        if rules.word("deal.no_cut") == "mus_visto":
            rule = "REG-CAN-8"
            sentence = mark(
                "The dealer, {dealer}, did not offer {cutter} the cut, so there is mus visto."
            )
    elif cut["by"] != cutter:
        sentence = mark("{cutter}, to the left of the dealer, {dealer}, should cut; here {by} did.")
        known["by"] = cut["by"]
    elif "cards" not in cut:
        holds, sentence = True, mark("{cutter} cut the deck.")
    else:
        rule = "MUS-DEAL-2"
        size, least, lifted = len(whole_deck(rules)), rules.number("deal.cut_min"), cut["cards"]
        known |= {"cards": lifted, "left": size - lifted, "least": least, "size": size}
        if lifted > size:
            sentence = mark("{cutter} cannot have lifted {cards} cards from a deck of {size}.")
        elif min(lifted, size - lifted) < least:
            sentence = mark(
                "{cutter} lifted {cards} cards and left {left}, but each part needs at least "
                "{least}."
            )
        else:
            holds, sentence = True, mark("{cutter} lifted {cards} cards, and the cut is good.")
    return Statement("deal.cut", holds, Fault(rule, sentence, known))


def of_dealing(
    start: Position, end: Position, deal: Mapping[str, Any]
) -> Iterator[TableIrregularity]:
    """The irregularities in the deal of a hand, with the possible rulings."""
    for statement, kind, seat, ruling in _wrong_in(start, deal):
        uncut, rule, offence = kind.startswith("no_cut"), statement.fault.rule, _offence(kind)
        ways = [RulingOption(STANDS, end, rule=rule if uncut else "")]
        if ruling is None and not uncut:
            ways.append(RulingOption(WITHDRAWN, void(start)))
        option = "deal.no_cut" if uncut else f"penalty.{offence}"
        misstep = IllegalPlay(kind, offence, seat, rule, tuple(ways), option, ruling)
        yield TableIrregularity(statement.what, misstep, statement.fault)


def with_stated_deal(fined: Fined, position: Position, deal: Mapping[str, Any]) -> Position:
    """The start of a hand with its recorded deal, and the immediate cost of irregularities."""
    start, position = position, with_stated_cut(position, deal)
    for _, _, _, ruling in _wrong_in(start, deal):
        if ruling is not None and not (position.winner or position.loser):
            position = with_penalty(position, ruling, fined)
    return position


def _wrong_in(
    start: Position, deal: Mapping[str, Any]
) -> Iterator[tuple[Statement, str, str, Ruling | None]]:
    """What was wrong in a deal: the statement, its kind and author, and what the table charges."""
    for statement in of_deal(start, deal):
        kind, seat = _kind(start, deal, statement.what)
        if kind.startswith("no_cut") or (kind and statement.holds is False):
            ruling = Ruling(
                Call(seat, ""), start.lance, False, statement.fault.rule, _offence(kind)
            )
            ruling = with_cost(start.variant.rules, ruling)
            yield statement, kind, seat, ruling if ruling.penalty != "none" else None


def _kind(start: Position, deal: Mapping[str, Any], what: str) -> tuple[str, str]:
    """The kind of irregularity of the shuffle or the cut, and its author; empty if none."""
    dealer, cutter = start.order[-1], start.order[-2]
    if what == "deal.shuffled":
        return "wrong_shuffle", dealer
    cut = deal["cut"]
    if cut == "none":
        visto = start.variant.rules["deal.no_cut"] == "mus_visto"
        return "no_cut_visto" if visto else "no_cut", dealer
    if cut["by"] != cutter:
        return "wrong_cutter", cut["by"] if cut["by"] in start.order else dealer
    if cut.get("cards", 0) > len(whole_deck(start.variant)):
        return "", ""
    return "thin_cut", cutter


def _offence(kind: str) -> str:
    if kind.startswith("no_cut"):
        return "no_cut"
    return kind if kind == "wrong_shuffle" else "wrong_cut"


CONDUCT = Conduct(
    judge_deal=of_deal, deal_irregularities=of_dealing, judge_seat_draw=dealing.of_draw
)
"""What both games make of deals and draws."""
