"""Dealing in Mus and Encaje: the draw for seats, shuffle, cut, deal, cards served, stock.

The draw (`of_draw`): everybody takes a card, the two highest play against the two lowest, and the
highest is mano (MUS-SEAT-1 to 3). Suits decide nothing, and with eight kings a three is a king;
players who tie draw again among themselves. `deal.seating` may leave the seats as they are or to
chance; they are always left where nobody has a partner. `deal.first_dealer` may give the first deal
to the lowest card, to a lot, or to a cut: its suit, in the order oros, copas, espadas, bastos,
counts the seats from the first. Nothing here draws cards or lots: the caller provides them.

`of_deal` judges what a record says of a deal: who shuffled, and who cut how many cards, or that the
cut was not offered (MUS-DEAL-1, -2). What follows from that last the rulebook says (deal.no_cut);
from too few cards, or from a cut or shuffle by somebody else, no rulebook does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from mustutor.base.errors import Fault
from mustutor.base.language import mark
from mustutor.base.register import lazy_function
from mustutor.games.mus_family.betting import Outcome, opened
from mustutor.games.mus_family.calls import SAYS_WHAT_IT_HOLDS
from mustutor.games.mus_family.discards import discard_order, served_in_order, whole_deck
from mustutor.games.mus_family.hands import LOW_TO_HIGH, ranking_of
from mustutor.games.protocols import Chance, Gaps, Statement
from mustutor.model.calls import HIDDEN, Call
from mustutor.model.cards import SPANISH, SUITS, Card, Pack, deck
from mustutor.model.position import Hand, OpenPayment, Option, Position, side_of
from mustutor.model.variant import Variant

if TYPE_CHECKING:
    from random import Random


@lru_cache(maxsize=64)
def pack(variant: Variant) -> tuple[Card, ...]:
    """The cards of a variant, in the order the shuffle starts from (MUS-DECK-2)."""
    return deck(variant.several("deck.removed_ranks"))


def deal(position: Position, left: Pack) -> tuple[dict[str, Hand], Pack]:
    """Deal to each player, one card at a time, mano first (MUS-DEAL-3)."""
    return left.deal(position.order, position.table.variant.number("deal.cards"))


def keeps(variant: Variant, first: str) -> bool:
    """Whether the recorded cards are those kept, as the record begins after the discard."""
    return bool(variant.rules["deal.forced_discard"]) and first != "descarte"


def serve(position: Position, pack: Pack) -> tuple[dict[str, Hand], Pack | None]:
    """Serve every seat as many cards as it discarded (MUS-DISC-4).

    Where nobody has told all that is shuffled into a stock that ran out, the cards from there on
    are hidden, and what is left of the pack is not known.
    """
    left = pack.cards
    hands: dict[str, Hand] = {}
    thrown = served_in_order(position)
    for seat, cards in thrown.items():
        count = len(cards)
        drawn, left = left[:count], left[count:]
        short = count - len(drawn)
        if short:
            pile = _pile(position, seat, alone=seat == next(reversed(thrown)))
            if any(not card.suit for card in pile):
                hands[seat] = (*drawn, *[HIDDEN] * short)
                return hands, None
            pack = pack.again(sorted(pile, key=deck().index))
            drawn, left = (*drawn, *pack.cards[:short]), pack.cards[short:]
        hands[seat] = drawn
    return hands, pack.left(left)


def _pile(position: Position, player: str, *, alone: bool) -> Hand:
    """The discards reshuffled when the stock runs out before a seat.

    Its own stay aside if it is the only one still short (MUS-DISC-6).
    """
    aside = player if alone and position.variant.flag("mus.lone_player_rule") else ""
    threw = zip(position.table.seats, position.deal.current_discards, strict=True)
    thrown = [cards for seat, cards in threw if seat != aside]
    return (*position.deal.earlier_discards, *[card for cards in thrown for card in cards])


def shows(position: Position, end: Position, waiting: Sequence[OpenPayment]) -> frozenset[str]:
    """The seats that show their cards at the end (show.scope)."""
    if position.variant.rules["show.scope"] == "all":
        return frozenset(position.order)
    paid = {entry.lance for entry in end.ledger if entry.when == "showdown"}
    paid |= {wait.lance for wait in waiting}
    closed: tuple[Outcome, ...] = position.state.closed
    return frozenset(seat for outcome in closed if outcome.lance in paid for seat in outcome.seats)


HIGHEST_STAKE = 40
"""Nobody stakes more than this at random, where the rulebook names no maximum."""


def at_random(position: Position, option: Option, random: Random) -> Call:
    """A random call within the bounds of an option."""
    if option.verb in ("envido", "subo"):
        stake = option.least
        most = min(option.most, max(option.least, HIGHEST_STAKE))
        while stake < most and random.random() < 0.6:
            stake += 1
        if random.random() < 0.05:
            stake = most
        return Call(option.seat, option.verb, stake)
    if option.verb == "descarto":
        hand = list(position.hand_of(option.seat) or ())
        count = option.least + int(random.random() * (option.most - option.least + 1))
        thrown = [hand.pop(int(random.random() * len(hand))) for _ in range(count)]
        return Call(option.seat, option.verb, cards=tuple(thrown))
    return Call(option.seat, option.verb)


SEATS = "ABCDEFGH"
TEAMS = {"pairs": ("A1", "B1", "A2", "B2"), "trios": ("A1", "B1", "A2", "B2", "A3", "B3")}


def seats(variant: Variant, count: int = 0) -> tuple[str, ...]:
    """The seats of a table: those of the teams, or `number` single ones (0: the usual number).

    >>> from mustutor.model.variant import load_variant
    >>> seats(load_variant("encaje"), 3)
    ('A', 'B', 'C')
    """
    return TEAMS.get(variant.word("players.mode")) or tuple(
        SEATS[: count or variant.number("players.count")]
    )


def by_lot(seats: Sequence[str], lot: float) -> str:
    """The first mano by lot, where chance decides; a lot is from 0 to below 1 (MUS-DLR-1).

    >>> by_lot(("A1", "B1", "A2", "B2"), 0.3)
    'B1'
    """
    return seats[int(lot * len(seats))]


WEIGHTS: dict[str, float] = {"paso": 3, "no quiero": 5, "quiero": 3, "envido": 2, "subo": 1}
WEIGHTS |= {"mus": 2, "corto": 1, "tengo": 1, "no tengo": 1, "descarto": 9, "servido": 1}
WEIGHTS |= {"ordago": 0.1}
CHANCE = Chance(
    deck=SPANISH,
    pack=lambda position: pack(position.table.variant),
    deal=deal,
    serve=serve,
    first_mano=by_lot,
    verb_weights=WEIGHTS,
    unbounded_verbs=frozenset(("subo",)),
    random_call_for=at_random,
)
"""What luck decides in both games."""
GAPS = Gaps(
    records_kept_cards=keeps,
    shown_hands=shows,
    verbs_bound_to_hand=SAYS_WHAT_IT_HOLDS,
    possible_deals=lazy_function("mustutor.games.mus_family.unseen", "worlds"),
)
"""What both games make of a record that leaves something out."""

Draw = Mapping[str, Card]
NOT_DRAWN = mark("{player} cannot have drawn {card}: it is not in the deck, or drawn already.")


# --- a recorded draw, judged ----------------------------------------------------------------


def of_draw(variant: Variant, seats: Sequence[str], mano: str, draw: Draw) -> Statement:
    """Judge the cards drawn for the seats; `mano` is the first of the match, if known.

    Tied players draw again, but a record keeps one card of each, so what depends on the later draw
    is left unjudged.
    """
    fault = _not_drawn(variant, draw)
    if fault is not None:
        return Statement("draw", False, fault)
    chosen_by = variant.word("deal.first_dealer")
    if chosen_by == "suit_cut" and len(draw) == 1:
        return _by_suit(seats, mano, next(iter(draw.values())))
    partners = any(side_of(seat) == side_of(seats[0]) for seat in seats[1:])
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


def _not_drawn(variant: Variant, draw: Draw) -> Fault | None:
    """A card that cannot have been drawn: of another deck, or drawn twice."""
    ranks = {card.rank for card in deck(variant.several("deck.removed_ranks"))}
    taken: set[Card] = set()
    for seat, card in draw.items():
        if card.rank not in ranks or (card.suit and card in taken):
            known = {"player": seat, "card": str(card)}
            return Fault("MUS-SEAT-1", NOT_DRAWN, known, "misdealt")
        taken.add(card)
    return None


def _seats_by(
    heights: Mapping[str, int], seats: Sequence[str], mano: str, draw: Draw
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


APART = mark(
    "{low} drew {lower} and {high} drew {higher}: the highest cards play together against the "
    "lowest."
)


NEARER = mark(
    "{low} drew {lower} and {high} drew {higher}: the higher of the two sits nearer to the right "
    "of mano."
)


def _seats_from(
    first: int, heights: Mapping[str, int], seats: Sequence[str], draw: Draw
) -> Fault | None:
    """The players that would sit elsewhere if the highest of all sits there."""
    around = [*seats[first:], *seats[:first]]
    own = [seat for seat in around if side_of(seat) == side_of(around[0])]
    others = [seat for seat in around if seat not in own]
    apart = [(high, low) for low in others for high in own]
    near = [pair for group in (own, others) for pair in pairwise(group)]
    for place, (high, low) in enumerate((*apart, *near)):
        if heights.get(high, 99) < heights.get(low, -1):
            rule, sentence = ("MUS-SEAT-1", APART) if place < len(apart) else ("MUS-SEAT-3", NEARER)
            known = {"low": low, "high": high, "lower": str(draw[low]), "higher": str(draw[high])}
            return Fault(rule, sentence, known)
    return None


def _first_by(
    heights: Mapping[str, int], seats: Sequence[str], mano: str, draw: Draw, chosen_by: str
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
            known = {"seat": seat, "card": str(draw[seat]), "one": one, "own": str(draw[one])}
            if high:
                sentence = mark(
                    "{seat} drew {card} and {one} drew {own}: the highest card is mano."
                )
                return Fault("MUS-SEAT-2", sentence, known)
            sentence = mark("{seat} drew {card} and {one} drew {own}: the lowest card deals first.")
            return Fault("MUS-DLR-1", sentence, known)
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
