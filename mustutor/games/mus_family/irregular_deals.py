"""Irregular deals and draws: a record's shuffle, cut and draw for seats, judged.

`of_deal` judges who shuffled and who cut how many cards, or that the cut was not offered
(MUS-DEAL-1, -2); `of_draw` the cards drawn before the first hand, which decide seats and mano
(MUS-SEAT-1 to -3). Tied players draw again, but a record keeps one card of each, so what depends on
the later draw is left unjudged.

The rulebook says what follows from a cut that was not offered (deal.no_cut). For too few cards, or
a cut or shuffle by somebody else, no rulebook does: the deal stands, or it is dealt again, and the
club decides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from mustutor.base.errors import Fault
from mustutor.base.language import mark
from mustutor.games.mus_family.betting import opened
from mustutor.games.mus_family.conduct import with_cost
from mustutor.games.mus_family.discards import discard_order, whole_deck
from mustutor.games.mus_family.hands import LOW_TO_HIGH, ranking_of
from mustutor.games.mus_family.misplays import STANDS, WITHDRAWN, void, with_penalty
from mustutor.games.protocols import IllegalPlay, RulingOption, Statement, TableIrregularity
from mustutor.model.calls import Call
from mustutor.model.cards import SUITS, Card, deck
from mustutor.model.ledger import Ruling
from mustutor.model.position import Position
from mustutor.model.variant import Variant

Drawn = Mapping[str, Card]


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


def size_of_deck(position: Position) -> int:
    """The number of cards there are to cut."""
    return len(whole_deck(position.variant))


# --- the deal ----------------------------------------------------------------------------


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
    if right:
        sentence = mark("The right players shuffled: {seats}.")
    elif twice:
        sentence = mark(
            "{before} should shuffle first and then the dealer, {dealer}; here {seats} did."
        )
    else:
        sentence = mark("Only the dealer, {dealer}, should shuffle; here {seats} did.")
    fault = Fault("REG-MAD-5" if twice else "MUS-DEAL-1", sentence, known)
    return Statement("deal.shuffled", right, fault)


def _cut(start: Position, cut: Any) -> Statement:
    """Judge the cut: by the dealer's left, with enough cards in both parts (deal.cut_min)."""
    rules = start.variant
    dealer, cutter = start.order[-1], start.order[-2]
    known: dict[str, object] = {"dealer": dealer, "cutter": cutter}
    if cut == "none":
        if rules.word("deal.no_cut") == "mus_visto":
            sentence = mark(
                "The dealer, {dealer}, did not offer {cutter} the cut, so there is mus visto."
            )
            return Statement("deal.cut", None, Fault("REG-CAN-8", sentence, known))
        sentence = mark(
            "The dealer, {dealer}, did not offer {cutter} the cut; here nothing follows from that."
        )
        return Statement("deal.cut", None, Fault("MUS-DEAL-1", sentence, known))
    if cut["by"] != cutter:
        sentence = mark("{cutter}, to the left of the dealer, {dealer}, should cut; here {by} did.")
        fault = Fault("MUS-DEAL-1", sentence, {**known, "by": cut["by"]})
        return Statement("deal.cut", False, fault)
    if "cards" not in cut:
        return Statement(
            "deal.cut", True, Fault("MUS-DEAL-1", mark("{cutter} cut the deck."), known)
        )
    size, least, lifted = len(whole_deck(rules)), rules.number("deal.cut_min"), cut["cards"]
    known |= {"cards": lifted, "left": size - lifted, "least": least, "size": size}
    if lifted > size:
        sentence = mark("{cutter} cannot have lifted {cards} cards from a deck of {size}.")
    elif min(lifted, size - lifted) < least:
        sentence = mark(
            "{cutter} lifted {cards} cards and left {left}, but each part needs at least {least}."
        )
    else:
        sentence = mark("{cutter} lifted {cards} cards, and the cut is good.")
        return Statement("deal.cut", True, Fault("MUS-DEAL-2", sentence, known))
    return Statement("deal.cut", False, Fault("MUS-DEAL-2", sentence, known))


# --- the draw ----------------------------------------------------------------------------


def of_draw(
    variant: Variant, seats: Sequence[str], mano: str, draw: Mapping[str, Card]
) -> Statement:
    """Judge the cards drawn for the seats; `mano` is the first of the match, if known."""
    fault = _not_drawn(variant, draw)
    if fault is not None:
        return Statement("draw", False, fault)
    chosen_by = variant.word("deal.first_dealer")
    if chosen_by == "suit_cut" and len(draw) == 1:
        return _by_suit(seats, mano, next(iter(draw.values())))
    partners = any(seat[0] == seats[0][0] for seat in seats[1:])
    by_cards = partners and variant.word("deal.seating") == "draw_high_vs_low"
    if not by_cards and chosen_by not in ("high_is_mano", "low_deals"):
        sentence = mark("Under this rulebook the cards drawn decide nothing.")
        return Statement("draw", None, Fault("MUS-SEAT-1", sentence, {}))
    ranking = ranking_of(variant.rules)
    heights = {seat: LOW_TO_HIGH[ranking.effective(card)] for seat, card in draw.items()}
    first = _first_by(heights, seats, mano, draw, chosen_by) if mano else True
    known = mano if chosen_by == "high_is_mano" else ""
    around = _seats_by(heights, seats, known, draw) if by_cards else True
    for found in (first, around):
        if isinstance(found, Fault):
            return Statement("draw", False, found)
    if first is None or around is None or len(draw) < len(seats):
        sentence = mark(
            "Not every card of the draw is recorded, and who sits where depends on the rest."
        )
        return Statement("draw", None, Fault("MUS-SEAT-1", sentence, {}), open=True)
    sentence = mark("By the cards drawn, everybody sits where they should.")
    return Statement("draw", True, Fault("MUS-SEAT-1", sentence, {}))


def _not_drawn(variant: Variant, draw: Drawn) -> Fault | None:
    """A card that cannot have been drawn: of another deck, or drawn twice."""
    ranks = {card.rank for card in deck(variant.several("deck.removed_ranks"))}
    taken: set[Card] = set()
    for seat, card in draw.items():
        if card.rank not in ranks or (card.suit and card in taken):
            sentence = mark(
                "{player} cannot have drawn {card}: it is not in the deck, or drawn already."
            )
            return Fault("MUS-SEAT-1", sentence, {"player": seat, "card": str(card)}, "misdealt")
        taken.add(card)
    return None


def _seats_by(
    heights: Mapping[str, int], seats: Sequence[str], mano: str, draw: Drawn
) -> Fault | bool | None:
    """Whether the two highest are partners, and the better of the others sits at their right.

    The highest is `mano`, if that is known. None if tied players drew again, or a card is unknown.
    """
    if not heights:
        return None
    best = max(heights.values())
    highest = [mano] if mano else [seat for seat in seats if heights.get(seat) == best]
    faults = [_seats_from(seats.index(seat), heights, seats, draw) for seat in highest]
    if all(faults):
        return faults[0]
    alike = len(set(heights.values())) < len(heights)
    return None if alike or len(heights) < len(seats) else True


def _seats_from(
    first: int, heights: Mapping[str, int], seats: Sequence[str], draw: Drawn
) -> Fault | None:
    """The players that would sit elsewhere if the highest of all sits there."""
    around = [*seats[first:], *seats[:first]]
    own = [seat for seat in around if seat[0] == around[0][0]]
    others = [seat for seat in around if seat not in own]
    for low in others:
        for high in own:
            if heights.get(high, 99) < heights.get(low, -1):
                return Fault(
                    "MUS-SEAT-1",
                    mark(
                        "{low} drew {lower} and {high} drew {higher}: the highest cards play "
                        "together against the lowest."
                    ),
                    _pair(low, high, draw),
                )
    for group in (own, others):
        for high, low in pairwise(group):
            if heights.get(high, 99) < heights.get(low, -1):
                return Fault(
                    "MUS-SEAT-3",
                    mark(
                        "{low} drew {lower} and {high} drew {higher}: the higher of the two "
                        "sits nearer to the right of mano."
                    ),
                    _pair(low, high, draw),
                )
    return None


def _pair(low: str, high: str, draw: Drawn) -> dict[str, object]:
    return {"low": low, "high": high, "lower": str(draw[low]), "higher": str(draw[high])}


def _first_by(
    heights: Mapping[str, int], seats: Sequence[str], mano: str, draw: Drawn, chosen_by: str
) -> Fault | bool | None:
    """Whether the first mano fits the cards; None if some tied or are unknown.

    The highest is mano, or the lowest deals (deal.first_dealer).
    """
    if chosen_by not in ("high_is_mano", "low_deals"):
        return True
    high = chosen_by == "high_is_mano"
    one = mano if high else seats[seats.index(mano) - 1]
    sign = 1 if high else -1
    for seat in draw:
        if one in heights and sign * heights[seat] > sign * heights[one]:
            sentence = (
                mark("{seat} drew {card} and {one} drew {own}: the highest card is mano.")
                if high
                else mark("{seat} drew {card} and {one} drew {own}: the lowest card deals first.")
            )
            rule = "MUS-SEAT-2" if high else "MUS-DLR-1"
            known = {"seat": seat, "card": str(draw[seat]), "one": one, "own": str(draw[one])}
            return Fault(rule, sentence, known)
    alike = one not in heights or list(heights.values()).count(heights[one]) > 1
    return None if alike or len(heights) < len(seats) else True


def _by_suit(seats: Sequence[str], mano: str, card: Card) -> Statement:
    """Whether the suit of a cut gives this dealer: oros is the first seat (suit_cut)."""
    place = SUITS.index(card.suit) if card.suit else len(seats)
    if place >= len(seats) or not mano:
        sentence = mark("Here the card cut, {card}, does not choose a dealer.")
        return Statement("draw", None, Fault("MUS-DLR-1", sentence, {"card": str(card)}))
    dealer = seats[seats.index(mano) - 1]
    known = {"card": str(card), "named": seats[place], "dealer": dealer}
    if seats[place] == dealer:
        sentence = mark("The card cut, {card}, chooses {dealer} to deal first.")
        return Statement("draw", True, Fault("MUS-DLR-1", sentence, known))
    sentence = mark("The card cut, {card}, chooses {named} to deal first, but here {dealer} deals.")
    return Statement("draw", False, Fault("MUS-DLR-1", sentence, known))


Fined = Callable[[Position], Position]


def of_dealing(
    start: Position, end: Position, deal: Mapping[str, Any]
) -> Iterator[TableIrregularity]:
    """The irregularities in the deal of a hand, with the possible rulings."""
    for statement in of_deal(start, deal):
        kind, seat = _kind(start, deal, statement.what)
        if not kind or (statement.holds is not False and not kind.startswith("no_cut")):
            continue
        rule = statement.fault.rule
        ruling = _ruling(start, kind, seat, rule)
        stands = RulingOption(STANDS, end, rule=rule if kind.startswith("no_cut") else "")
        ruling_options: tuple[RulingOption, ...] = (stands,)
        if ruling is None and not kind.startswith("no_cut"):
            ruling_options = (stands, RulingOption(WITHDRAWN, void(start)))
        offence = _offence(kind)
        option = "deal.no_cut" if offence == "no_cut" else f"penalty.{offence}"
        illegal_play = IllegalPlay(kind, offence, seat, rule, ruling_options, option, ruling)
        yield TableIrregularity(statement.what, illegal_play, statement.fault)


def with_stated_deal(fined: Fined, position: Position, deal: Mapping[str, Any]) -> Position:
    """The start of a hand with its recorded deal, and the immediate cost of irregularities."""
    start, position = position, with_stated_cut(position, deal)
    for statement in of_deal(start, deal):
        kind, seat = _kind(start, deal, statement.what)
        wrong = statement.holds is False or kind.startswith("no_cut")
        ruling = _ruling(start, kind, seat, statement.fault.rule) if kind and wrong else None
        if ruling is not None and not (position.winner or position.loser):
            position = with_penalty(position, ruling, fined)
    return position


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
    if cut.get("cards", 0) > size_of_deck(start):
        return "", ""
    return "thin_cut", cutter


def _offence(kind: str) -> str:
    if kind.startswith("no_cut"):
        return "no_cut"
    return kind if kind == "wrong_shuffle" else "wrong_cut"


def _ruling(start: Position, kind: str, seat: str, rule: str) -> Ruling | None:
    """The ruling with the price the table has set; None if it costs nothing."""
    ruling = Ruling(Call(seat, ""), start.lance, False, rule, _offence(kind))
    ruling = with_cost(start.variant.rules, ruling)
    return ruling if ruling.penalty != "none" else None
